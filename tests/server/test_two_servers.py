"""Two servers and one PostgreSQL, as in a JupyterHub where everybody has a server of their own: one table for both."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]
for folder in (HERE / "browser", HERE / "widgets"):
    sys.path.insert(0, str(folder))

import servers
from databases import a_database, restart
from running import write_notebooks
from seats import SHARED, Seat

from widgets.shared.postgres import connect

CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL"


def move(mover: Seat, other: Seat) -> None:
    """A move that is seen at the other screen, on the other server."""
    lengths = {seat: seat.screen["time"]["length"] for seat in (mover, other)}
    mover.say("move", move=mover.moves[0])
    for seat, length in lengths.items():
        seat.until(lambda screen, length=length: screen["time"]["length"] > length)


def whose_turn(*seats: Seat) -> tuple[Seat, Seat]:
    """Whoever may move, and the other; bots play meanwhile, at one of the two."""
    for _ in range(600):
        for seat in seats:
            if seat.moves:
                return seat, next(other for other in seats if other is not seat)
        for seat in seats:
            if seat.screen.get("next"):
                at = seat.screen["at"]
                seat.say("go-on")
                seat.until(lambda screen, at=at: screen["at"] > at)
        with seats[0].news:
            seats[0].news.wait(0.1)
    raise AssertionError([seat.screen["now"] for seat in seats])


def test_people_on_two_servers_are_at_one_table(tmp_path, monkeypatch) -> None:
    notebooks = write_notebooks(tmp_path / "notebooks", shared=SHARED)
    with a_database() as address:
        monkeypatch.setenv("TABLETOP_STORE", address)
        with servers.voila(tmp_path / "a", notebooks) as first, servers.voila(tmp_path / "b", notebooks) as second:
            host = Seat(first.url).sits(0)
            host.say("invite")
            code = host.until(lambda screen: screen.get("drawer", {}).get("code"))["drawer"]["code"]
            guest = Seat(second.url).sits(None)
            guest.say("restore", code=code)
            guest.until(lambda screen: screen["viewer"] is None and screen.get("drawer", {}).get("kind") == "company")
            guest.say("sit-down", chair=1, name="Mara")
            guest.until(lambda screen: screen["viewer"] == 1)
            host.until(lambda screen: screen["drawer"]["seats"][1]["state"] == "there")
            for _ in range(3):
                move(*whose_turn(host, guest))
            with closing(connect(address)) as other:
                other.execute(CUT)  # all lines to the database, at once
            for _ in range(3):
                move(*whose_turn(host, guest))
            restart()
            for _ in range(3):
                move(*whose_turn(host, guest))
            guest.line.socket.close()


@pytest.mark.parametrize("address", ["postgresql://nobody@127.0.0.1:1/nothing"])
def test_a_server_without_its_store_says_so(address: str) -> None:
    from tabletop_kernel.contract.errors import SetupError
    from widgets.serve import check_store

    with pytest.raises(SetupError, match="isn't responding"):
        check_store(address)

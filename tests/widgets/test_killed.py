"""Pages that are killed in the middle of a move, again and again: nothing is lost, doubled or reordered.

Each page is a process of its own that plays at one table, says what it has been told is written, and is killed at a
moment that nobody chose.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from random import Random

import pytest
from databases import fresh_store
from depth import draw

from tabletop_kernel import Session, load
from widgets.shared.chair import Chair
from widgets.shared.database import CannotKeep
from widgets.shared.entries import BACK, GAME, MOVE, seated
from widgets.shared.store import MovedOn, Place, Store
from widgets.shared.table import SharedTable

KILLS = {"sqlite": draw(20, deep=140), "postgresql": draw(10, deep=60)}
SEVERAL = 5  # every so many times several pages play at once

pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="pages are processes that part from this one"),
]


def play(make: Callable[[], Store], place: Place, seed: int, told: int) -> None:
    """Play whoever's turn it is, and game after game; what was written is told by its number in the log."""
    rng = Random(seed)
    table = SharedTable(make(), place)
    table.news()
    while True:
        session = table.session()
        if session.outcome is not None:
            session = session.branch(0)
        else:
            seat = rng.choice(session.deciders)
            session.submit(seat, rng.choice(session.moves(seat)))
        try:
            table.write(table.played(session))
            os.write(told, b"%d\n" % (table.known - 1))
        except (MovedOn, CannotKeep):
            table.news()


class KilledPage:
    """A process that plays until it is killed."""

    def __init__(self, make: Callable[[], Store], place: Place, seed: int) -> None:
        self.ear, mouth = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            try:
                play(make, place, seed, mouth)
            finally:
                os._exit(0)
        os.close(mouth)

    def kill(self) -> list[int]:
        """Kill it a moment after it has told something; all that it has told."""
        heard = os.read(self.ear, 1)
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        with os.fdopen(self.ear, "rb") as rest:
            lines = (heard + rest.read()).decode().splitlines()
        return [int(line) for line in lines]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_was_written_is_there_once_and_in_order(kind, tmp_path, monkeypatch) -> None:
    with fresh_store(kind, tmp_path, monkeypatch) as make:
        start = Session(load("the_north"), 2, 7).code()
        store = make()
        place, _ = store.open("the_north", [(GAME, {"code": start}), seated([Chair(), Chair()])])
        rng = Random(1)
        told: list[int] = []
        for number in range(KILLS[kind]):
            count = 1 if number % SEVERAL else 3
            for page in [KilledPage(make, place, rng.getrandbits(32)) for _ in range(count)]:
                told += page.kill()
        log = store.read(place.table)
    assert [entry.number for entry in log] == list(range(len(log)))
    assert len(told) >= KILLS[kind] and len(told) == len(set(told)), "no number was given to two moves"
    assert {log[number].kind for number in told} <= {MOVE, BACK}, "whatever was told as written is there"
    table = SharedTable(store, place)
    for entry in log:
        table._take(entry)
        if entry.kind == BACK:
            assert entry.data["to"] == 0
    table.session()  # and all of it can be played again

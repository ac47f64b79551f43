"""A server that is killed while people at a shared table move, and is started again.

Everybody comes back by their link, and the log of their table has what they were shown, once and in order.

    python tests/attack/attack.py --only killed_tables --share 25                  # two hundred times
    python tests/attack/attack.py --only killed_tables_on_postgresql --share 25    # the same in another database

With PostgreSQL the database lives on while the server and all pages are killed: what a dead page has begun there must
be done whole, or not at all.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psutil

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / name) for name in ("browser", "server", "widgets")]

import databases
import servers
from attempts import Attempts
from running import wait_until, write_notebooks
from seats import SHARED, Seat

from tabletop_kernel.table.session import Session
from widgets.moments import Moments, seen_moments
from widgets.shared.entries import Entry
from widgets.shared.store import Store, open_database
from widgets.shared.table import SharedTable
from widgets.voila.kernels import lives

PEOPLE = 3  # at a table for four; a bot has the last chair
MOST = 3  # moves that are seen before the one in whose middle the server is killed
AT_ONCE = 0.05  # seconds within which it is killed after the move was sent


class Table:
    """People who come to one table again and again, each by their own link."""

    def __init__(self, folder: Path, rng: random.Random, address: str = "") -> None:
        self.folder, self.rng, self.address = folder, rng, address
        self.links: list[str] = []
        self.seats: list[Seat] = []
        self.log: list[Entry] = []  # as it was before the move in whose middle the server was killed
        self.new: list[Entry] = []  # as it is now
        self.shown = [0] * PEOPLE  # moves that each of them has been shown
        self.sent: tuple[int, list[Any]] | None = None  # the move in whose middle the server was killed

    def come(self, url: str) -> None:
        """Everybody sits down: at first by an invitation, later by the link that their page kept."""
        if self.links:
            self.seats = [Seat(url).sits(None, link) for link in self.links]
            return
        host = Seat(url).sits(0)
        host.say("invite")
        drawer = host.until(lambda screen: screen.get("drawer", {}).get("share"))["drawer"]
        invitation = drawer["share"]["link"].partition("#play=")[2]
        self.seats = [host, *(Seat(url).sits(chair, invitation) for chair in range(1, PEOPLE))]
        self.links = [ticket(seat.until(lambda screen: ticket(screen).startswith("TT1."))) for seat in self.seats]

    def play(self) -> None:
        """Some moves that everybody sees, and one more that nobody may have seen."""
        for _ in range(self.rng.randrange(1, MOST + 1)):
            self.move()
        mover = self.mover()
        self.shown = [seat.screen["time"]["length"] for seat in self.seats]
        self.read()
        self.log = self.new
        self.sent = mover.screen["viewer"], self.rng.choice(mover.moves)
        mover.say("move", move=self.sent[1])
        time.sleep(self.rng.random() * AT_ONCE)

    def move(self) -> None:
        """Somebody moves, and sees it, and so do those who may know of it. Whoever was too late looks again."""
        for _ in range(100):
            mover = self.mover()
            at, length = mover.screen["at"], mover.screen["time"]["length"]
            mover.say("move", move=self.rng.choice(mover.moves))
            mover.until(lambda s, at=at, length=length: s["at"] > at and (s["why"] or s["time"]["length"] > length))
            if not mover.screen["why"]:
                self.wait_for_all()
                return
        raise TimeoutError("nobody could move")

    def wait_for_all(self) -> None:
        """Until everybody has been shown what they may know of the table as it is written."""
        session = self.read().session()
        for chair, seat in enumerate(self.seats):
            length = shown_to(session, chair).length
            seat.until(lambda screen, length=length: screen["time"]["length"] >= length)

    def mover(self) -> Seat:
        """Whoever may move; bots are played meanwhile, by the page that does so."""
        for _ in range(600):
            self.begin_again()
            for seat in self.seats:
                if seat.screen.get("next"):
                    at = seat.screen["at"]
                    seat.say("go-on")
                    seat.until(lambda screen, at=at: screen["at"] > at)
            found = [seat for seat in self.seats if seat.moves and not seat.screen.get("next")]
            if found:
                return self.rng.choice(found)
            with self.seats[0].news:
                self.seats[0].news.wait(0.1)
        raise TimeoutError([seat.screen["now"] for seat in self.seats])

    def begin_again(self) -> None:
        """After the end of a game the host deals a new one, and everybody sees it."""
        if all(seat.screen.get("now", {}).get("kind") == "over" for seat in self.seats):
            self.seats[0].say("again", sure=True)
            for seat in self.seats:
                seat.until(lambda screen: screen["now"]["kind"] != "over")
            self.shown, self.sent = [0] * PEOPLE, None

    def read(self) -> SharedTable:
        """The table as it is in the store, and its log."""
        state = patch.dict(os.environ, TABLETOP_STATE=str(self.folder))
        with state, closing(Store(open_database(self.address))) as store:
            place = store.find(self.links[0].removeprefix("TT1."))
            assert place is not None
            self.new = store.read(place.table)
            table = SharedTable(store, place)
            for entry in self.new:
                table._take(entry)
            return table

    def check(self, found: Attempts, what: str) -> None:
        """Look at the log after a kill, before anybody comes back; and once more when they have played on."""
        table = self.read()
        found.expect([one.number for one in self.new] == list(range(len(self.new))), f"{what}: a gap in the log")
        good = bool(self.log) and self.new[: len(self.log)] == self.log
        found.expect(good, f"{what}: what was written has changed")
        session = table.session()  # which plays all of it again, and would refuse what was reordered
        found.expect(session.length == len(table.moves), f"{what}: the log cannot be played again")
        for chair, known in enumerate(self.shown):
            found.expect(shown_to(session, chair).length >= known, f"{what}: a move that was shown is lost")
        if self.sent:
            seat = self.sent[0]
            left = shown_to(session, seat).input(min(self.shown[seat], shown_to(session, seat).length))
            after = [(one, list(move)) for one, move in table.moves[left:]]
            found.expect(not after or after[0] == self.sent, f"{what}: {after} was never sent, {self.sent} was")
            found.expect(after.count(self.sent) <= 1, f"{what}: a move was made twice")
        self.sent = None

    def check_all_are_back(self, found: Attempts, what: str) -> None:
        self.wait_for_all()
        for chair, seat in enumerate(self.seats):
            found.expect(seat.screen["viewer"] == chair, f"{what}: chair {chair} is lost")


def shown_to(session: Session, chair: int) -> Moments:
    """The moves as the page of a chair counts them."""
    return seen_moments(session, chair, [chair])


def ticket(screen: dict[str, Any]) -> str:
    return str(screen.get("keep", {}).get("play", ""))


def kill(server: servers.Server) -> None:
    """Without a word, as when the power fails; its kernels notice that they are alone."""
    kernels = psutil.Process(server.pid).children(recursive=True)
    os.kill(server.pid, signal.SIGKILL)
    for kernel in kernels:
        with suppress(psutil.NoSuchProcess):
            kernel.kill()
    assert wait_until(lambda: not any(map(lives, kernels)), 60, 0.02)


def killed_tables(tries: int, rng: random.Random) -> Attempts:
    """A server is killed so many times in the middle of a move at a table, which is in a file."""
    return _kill_again_and_again(Attempts("servers killed in the middle of a move"), tries, rng)


def killed_tables_on_postgresql(tries: int, rng: random.Random) -> Attempts:
    """The same with a table in a database that lives on."""
    with databases.a_database() as address, patch.dict(os.environ, TABLETOP_STORE=address):
        return _kill_again_and_again(Attempts("the same with PostgreSQL"), tries, rng, address)


def _kill_again_and_again(found: Attempts, tries: int, rng: random.Random, address: str = "") -> Attempts:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        notebooks = write_notebooks(folder / "notebooks", shared=SHARED)
        table = Table(folder / "server", rng, address)
        for number in range(tries + 1):
            with servers.voila(folder / "server", notebooks) as server:
                table.come(server.url)
                if number:
                    table.check_all_are_back(found, f"kill {number}")
                if number < tries:
                    table.play()
                    kill(server)
                else:
                    table.move()  # on a log that a kill has left
            table.check(found, f"kill {min(number + 1, tries)}")
    return found

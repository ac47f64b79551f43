"""A table at which something is jotted: how notes and answers are written down, and what is counted by itself.

What is jotted has no part in the game. It stands in the journal of this page until the table comes into the store, and
in the log of the table from then on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.rulebook import TABLE_REFUSALS
from tabletop_kernel.table.session import Session
from widgets.guests import GuestsRoom
from widgets.playtest import clock
from widgets.playtest.journal import (
    ADVISED,
    LEFT,
    LONGEST_TIME,
    LOOKED,
    MOST_COUNTED,
    REFUSED,
    TOOK,
    Counted,
    Journal,
    as_many_as_fit,
    cut_short,
    tally,
)
from widgets.playtest.memory import Memory
from widgets.playtest.pins import Pin, pin
from widgets.shared.database import CannotKeep
from widgets.shared.entries import TALLY

if TYPE_CHECKING:
    from tabletop_kernel.players.coach import Advice

MOST_TOLD = 20  # moves that are taken back at once, in words

Data = dict[str, Any]


class JottingRoom(GuestsRoom):
    """One of the screens at a table whose journal is kept."""

    def _begin_playtest(self) -> None:
        """Nothing was jotted at this table yet."""
        self._jotted = Journal()  # as long as the table is in no store
        self._memory_of_notes = Memory()
        self._pinned: int | None = None  # the moment that a note is about, while somebody writes it
        self._asked_at: tuple[Any, float] | None = None  # the decision that stands before a seat, and since when
        self._asks: int | None = None  # the seat whose answers are being written
        self._told_of = (0, 0)  # notes and opinions that were on the screen
        self._rang = True  # whether the others know of what was jotted here
        self._keeping.aside = []

    @property
    def journal(self) -> Journal:
        """What was jotted in this game, by everybody at the table."""
        table = self._keeping.table
        return self._jotted if table is None else table.journal

    # -- writing ------------------------------------------------------------------------------------------------------

    def _jot(self, kind: str, data: Data) -> None:
        """Write something that has no part in the game: nobody's move is lost by it."""
        table = self._keeping.table
        entry = (kind, {**data, "place": self._keeping.place})
        if table is None:
            self._jotted.take(*entry)
            return
        try:
            table.jot([*self._keeping.aside, entry])
        except CannotKeep as error:
            raise CannotKeep(f"We can't save this just now ({error}). Try again in a moment.") from None
        self._keeping.aside, self._rang = [], False
        self.catch_up()

    def _erase_note(self, note: str) -> None:
        """Delete the words of one's own note where they are kept."""
        table = self._keeping.table
        if table is None:
            return
        try:
            table.store.erase_note(table.place.table, self._keeping.place, note)
        except CannotKeep as error:
            raise CannotKeep(f"We can't save this just now ({error}). Try again in a moment.") from None

    def _count(self, key: str, where: Pin, what: Any) -> None:
        """Something that nobody has to write: it goes along with the next thing that is written."""
        if len(self.journal.counted[key]) >= MOST_COUNTED:
            return
        entry = tally(key, [Counted(where, what)])
        if self._keeping.table is None:
            self._jotted.take(*entry)
            return
        aside = self._keeping.aside
        if not aside:
            aside.append((TALLY, {"place": self._keeping.place}))
        lines = aside[0][1].setdefault(key, [])
        if len(lines) < MOST_COUNTED // 20:  # whoever only asks and never moves fills no entry
            lines += entry[1][key]

    def settle(self) -> bool:
        """What was jotted before the table came into the store goes there with it."""
        news = super().settle()
        table = self._keeping.table
        if table is not None and self._jotted.length:
            self._move_into_store()
        rung, self._rang = self._rang, True
        if table is None and self.started:
            self._memory_of_notes.keep(self.desk.view.send, self.session, self._jotted)
        return news or not rung

    def _move_into_store(self) -> None:
        entries, self._jotted = self._jotted.entries(self._keeping.place), Journal()
        table = self._keeping.table
        if entries and table is not None:
            table.jot(entries)
            table.news()
            self._rang = False

    def remembered(self, text: str) -> None:
        """What the browser has kept of this table, if it is of this one: anybody may have written it."""
        if self._keeping.table is None and self.started:
            self._memory_of_notes.bring_back(text, self.session, self._jotted)

    # -- counting -----------------------------------------------------------------------------------------------------

    def _time_decision(self) -> None:
        """From when on does a decision stand before somebody? It is asked whenever a screen is made."""
        which = (id(self.session), self.session.length, self.viewer) if self._decides and not self.covered else None
        if which is None:
            at_present = self.session.at_input == self.session.length
            self._asked_at = None if at_present else self._asked_at  # who looks back goes on thinking
        elif self._asked_at is None or self._asked_at[0] != which:
            self._asked_at = (which, clock.seconds())

    @contextmanager
    def _timed(self) -> Iterator[None]:
        """The move that is made in here ends a decision: how long did it take?"""
        asked, seat, session, length = self._asked_at, self.viewer, self.session, self.session.length
        yield
        self._pinned = None
        is_made = session.length > length  # and not one that was only taken back
        if asked is not None and is_made and asked[0] == (id(session), length, seat):
            took = max(0, min(LONGEST_TIME, round(1000 * (clock.seconds() - asked[1]))))
            self._count(TOOK, pin(session, seat, length + 1), took)

    @contextmanager
    def _noting_what_is_left(self) -> Iterator[None]:
        """Moves that are taken back in here, or in whose place others are to be played: for the record of the game.

        They are pinned to where they have led. So they are not told of a game that has them after all.
        """
        before = self.session.branch(self.session.length)
        yield
        made, now = before.inputs, self.session.inputs
        pairs = enumerate(zip(made, now, strict=False))
        same = next((number for number, (one, other) in pairs if one[:2] != other[:2]), min(len(made), len(now)))
        if same < len(made):
            tables = (before.branch(number) for number in range(same, min(len(made), same + MOST_TOLD)))
            told = as_many_as_fit([in_words(table, *made[table.length][:2]) for table in tables], len(made) - same)
            self._count(LEFT, pin(before, made[same].seat, len(made)), [same, told])

    def say_advice(self, found: list[Advice]) -> None:
        super().say_advice(found)
        session, seat = self.session, self.viewer
        assert seat is not None
        told = cut_short(session.phrase(seat, found[0].move))
        self._count(ADVISED, pin(session, seat, session.at_input), [len(self.journal.counted[LEFT]), told])

    def goto(self, number: int) -> None:
        super().goto(number)
        self._pinned = None

    def refused(self, rule: str) -> None:
        """A move was tried, and a rule has refused it."""
        self._count_rule(REFUSED, rule)

    def opened(self, drawer: str, rule: str) -> None:
        """Somebody has opened a drawer, perhaps to look a rule up."""
        self._pinned = None
        if drawer == "rules" and rule:
            self._count_rule(LOOKED, rule)

    def _count_rule(self, key: str, rule: str) -> None:
        session = self.session
        plays = self.started and not self._looks_on and not self._keeping.only_looks
        if plays and (rule in session.book.rules or rule in session.book.rulings or rule in TABLE_REFUSALS):
            self._count(key, pin(session, self.viewer, min(self.told, session.at_input)), rule)


def in_words(session: Session, seat: int, move: Move) -> str:
    """A move that somebody is about to make, for those who read of it later."""
    return f"{session.game.telling.word(session.truth, 'seat', seat)}: {session.phrase(seat, move)}"

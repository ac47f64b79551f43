"""A table that is kept: what is played at it is written down before it is shown, and what others write is heard.

A message from a page is obeyed in three steps. First the page hears what others have done meanwhile; if that was
anything, whoever wanted to move looks again. Then it plays on its own copy. Then it writes down what is new, and if
somebody was faster after all, the copy falls back to what is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tabletop_kernel.session import Session
from widgets.coach import CoachedRoom
from widgets.keeping import Keeping, is_private
from widgets.shared.chair import PERSON
from widgets.shared.database import CannotKeep
from widgets.shared.entries import BACK, CHAIRS, GAME, MOVE, Entry
from widgets.shared.store import MovedOn, Present
from widgets.shared.table import SharedTable

Data = dict[str, Any]

ANOTHER = "This place at the table was given to another link. You can still look on."
CUT_OFF = "The table cannot be reached just now ({}), and nothing was changed. Try again in a moment."


class KeptRoom(CoachedRoom):
    """One of the screens at a table."""

    _keeping: Keeping
    _projected: bool
    _curtain: int | None
    _there: Sequence[Present] = ()  # the other screens at the table, when last looked

    @property
    def _people(self) -> list[int]:
        """The chairs of people at this screen."""
        here = ("", self._keeping.place)
        return [number for number, chair in enumerate(self.seats) if chair.who == PERSON and chair.place in here]

    def _copy(self, session: Session) -> None:
        """Go on with another copy of the table."""

    def _look_who_decides(self) -> None:
        """Bring the next decision before those whose it is."""

    def _only_person(self) -> int | None:
        """The one who looks at the screen all the time, if there is one."""

    def _after_a_change(self) -> None:
        """The chairs of this screen are others than before: whoever has lost theirs no longer looks from it."""
        self._name_seats(self.session)
        if self.viewer not in self._people:
            self.viewer, self._curtain, self.why = self._only_person(), None, None
            self._seen = self.session.log_length(self.viewer)
        self._look_who_decides()

    # -- what others do -----------------------------------------------------------------------------------------------

    def catch_up(self) -> bool:
        """Hear what was written by others at this table; whether that was anything."""
        table = self._keeping.table
        try:
            news = table.news() if table is not None else []
        except CannotKeep as error:  # it is tried again at the next look
            if self._keeping.others:
                self.desk.say(CUT_OFF.format(error))
            return False
        if news:
            self._hear(news)
        return bool(news)

    @property
    def followed(self) -> SharedTable | None:
        return self._keeping.table

    def look_around(self) -> bool:
        """See who is at the table, and whether one's own place is still one's own; whether anything has changed."""
        table = self._keeping.table
        if table is None or not self._keeping.others:
            return False
        before = [one.place for one in self._there], table.ticket
        try:
            self._there = [one for one in table.store.present(table.place.table) if one.page != table.store.page]
            if table.ticket and not table.store.is_valid(table.ticket, table.place):
                self._lose_place(table)
        except CannotKeep:
            return False  # it is looked at again
        return before != ([one.place for one in self._there], table.ticket)

    def _lose_place(self, table: SharedTable) -> None:
        """Somebody has a new link for this place: this page has no part in the table any more, but to look on."""
        table.ticket, table.place = "", table.place._replace(name="", host=False)
        self._after_a_change()
        self.desk.say(ANOTHER)

    def _hear(self, news: Sequence[Entry]) -> None:
        before = self.session.log_length(self.viewer)
        if any(entry.kind == GAME for entry in news):
            self._fall_back()
        else:
            with self._played_back():
                self._play_along(news)
            self._tell_news(before)
        self.why = None
        self._look_who_decides()

    def _play_along(self, news: Sequence[Entry]) -> None:
        """Do on this copy what was done at the table; whoever looks at the past goes on looking at it."""
        shown = self.session.at_input if self.session.at_input < self.session.length else None
        self.session.goto(self.session.length)
        for entry in news:
            if entry.kind == MOVE:
                self.session.submit(entry.data["seat"], tuple(entry.data["move"]))
            elif entry.kind == BACK:
                self._copy(self.session.branch(entry.data["to"]))
            elif entry.kind == CHAIRS:
                self._seat_people()
        if shown is not None and shown < self.session.length:
            self.session.goto(shown)

    def _fall_back(self) -> None:
        """Take the table as it is written."""
        table = self._keeping.table
        assert table is not None
        self._copy(table.session(self.game))
        self._seat_people()

    def _seat_people(self) -> None:
        table = self._keeping.table
        assert table is not None
        self.seats = [replace(chair) for chair in table.chairs]
        self._after_a_change()

    def _name_seats(self, session: Session) -> None:
        session.people = {number: seat.name for number, seat in enumerate(self.seats) if seat.name}

    # -- what is done here --------------------------------------------------------------------------------------------

    def settle(self) -> bool:
        """Write down what was done at this screen; MovedOn, if somebody else was faster and nothing of it counts."""
        if not self.started or not (self._keeping.table or is_private(self.seats, self._projected)):
            return False
        well = not self._keeping.trouble
        try:
            written = self._keeping.settle(self.seats, self.session)
        except MovedOn:
            self.catch_up_after_all()
            raise
        except CannotKeep as error:
            self._fall_back()
            raise CannotKeep(CUT_OFF.format(error)) from None
        if well and self._keeping.trouble:
            self.desk.say(self._keeping.trouble)
        return written

    def catch_up_after_all(self) -> None:
        """Somebody else was faster: what was done here is forgotten, and what they did stands."""
        table = self._keeping.table
        assert table is not None
        table.news()
        self._fall_back()
        self._look_who_decides()

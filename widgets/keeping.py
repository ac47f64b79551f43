"""How one table is kept for a reload, and how its page shares it with others.

With one person at the table, the link has the whole table as a share code, and nothing is kept here. With several, a
code would lay everybody's cards into the page: the table is in the store, with a log that every page at it follows, and
the link has only a ticket.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import Any

from tabletop_kernel.contract.errors import SaveError
from tabletop_kernel.table.session import Session
from widgets import links
from widgets.links import INVITATION, TICKET
from widgets.shared.chair import OPEN, PERSON, Chair, people
from widgets.shared.codes import is_secret, new_id
from widgets.shared.database import CannotKeep
from widgets.shared.entries import GAME, New, seated
from widgets.shared.store import NoSuchTable, Place, the_store
from widgets.shared.table import SharedTable, whole

LEASE = 8.0  # seconds that a page plays the bots of a table, counted from its last word
NO_BOTS = "The bots can't play right now ({}). They continue once the table can be saved again."
TROUBLE = "We can't keep this table here ({}). Save its code before you close the page."
NO_LONGER = (
    "This link no longer leads to a table. It may have been replaced or expired, or the table is on another machine. "
    "Ask the host for a link, or use a save code."
)


class Keeping:
    """The way back to one table."""

    def __init__(self, table: SharedTable | None = None) -> None:
        self.trouble = ""  # why the table as it stands is not kept
        self.table = table  # as it is in the store, if it is there
        self.only_looks = False  # whether this page may look at the table, and nothing else
        self.of_class = False  # whether a teacher has formed it, and says who sits there
        self.invitation: tuple[str, str] | None = None  # the code and the secret by which others come
        self.unseen = False  # whether the table was dealt for others, and so has never stood in a link
        self.no_bots = ""  # why nobody at this screen can play the bots, though perhaps somebody should
        self._lease_until = 0.0  # how long this page certainly plays the bots of a table with several screens
        self.aside: list[New] = []  # what was counted, and goes along with the next thing that is written
        self._notes: list[New] = []  # what is to be written besides moves and chairs
        self._tried: list[New] = []  # what could not be written is tried again when there is more of it

    @property
    def place(self) -> str:
        """The place of this page at the table."""
        return self.table.place.name if self.table else ""

    @property
    def may_sit_down(self) -> bool:
        """Whether whoever is at this page may take a chair."""
        return not self.only_looks and (not self.of_class or (self.table is not None and self.table.place.host))

    @property
    def others(self) -> bool:
        """Whether somebody sits at the table at another screen, or a chair there is kept for somebody."""
        if self.table is None:
            return False
        if self.of_class:
            return True  # others did, or will: nobody but the teacher gets to know all of it
        return any(chair.who in (PERSON, OPEN) and chair.place != self.place for chair in self.table.chairs)

    @property
    def had_others(self) -> bool:
        """Whether somebody at another screen sits in this game, has sat in it, or has a chair kept for them."""
        before = self.table.held.values() if self.table is not None else ()
        return self.others or any(place != self.place for places in before for place in places)

    @property
    def withheld(self) -> bool:
        """Whether nobody gets all of this game before it is over: others know a hand in it, or may come to one.

        That is a matter of the game, and not of who sits at the table just now.
        """
        return self.had_others or (self.table is not None and self.invitation is not None)

    def opened(self, seats: Sequence[Chair], session: Session) -> SharedTable:
        """The table in the store, which it comes into now if it is not there yet."""
        if self.table is None:
            self._open(session, seats)
        assert self.table is not None
        return self.table

    def take_place(self) -> None:
        """Whoever came by an invitation gets a ticket of their own; NoSuchTable, if they are no longer invited."""
        table = self.table
        assert table is not None
        if table.ticket:
            return
        if self.invitation is None or table.store.by_invitation(self.invitation[1]) is None:
            raise NoSuchTable("This invitation is no longer valid. Ask the host for a new one.")
        name, table.ticket = table.store.admit(table.place.table)
        table.place = table.place._replace(name=name)

    def look_at_invitation(self) -> None:
        """The host may have another window, and have invited others there, or nobody else any more."""
        if self.table is not None and self.table.place.host:
            with suppress(CannotKeep):  # then what was known last is shown
                self.invitation = self.table.store.invitation(self.table.place.table)

    def plays_bots(self) -> bool:
        """Whether the bots are played at this screen: of several at a table one does so, until it falls silent."""
        if not self.others:
            return True
        if self._lease_until > monotonic():
            return True
        assert self.table is not None
        try:
            leased = self.table.store.lease(self.table.place.table, LEASE)
        except CannotKeep as error:
            self.no_bots = NO_BOTS.format(error)
            return False
        self.no_bots = ""
        self._lease_until = monotonic() + LEASE / 2 if leased else 0.0
        return leased

    def note(self, kind: str, data: Any) -> None:
        """Have something written with what is new at the table."""
        self._notes.append((kind, data))

    def settle(self, seats: Sequence[Chair], session: Session, told: int | None = None) -> bool:
        """Write down what is new at the table, if anything is; MovedOn, if somebody else was faster. Others are
        `told` of so many moves; those after them are not written yet.

        If nothing can be written, the game goes on at a screen of its own, and says so; between several screens it
        does not, and CannotKeep is passed on.
        """
        new = [*self._notes, *self._news(seats, session, told)]
        self._notes = []
        if not new or (new == self._tried and not self.others and not self.invitation):  # others see what is written
            return False
        try:
            if self.table is None:
                self._open(session, seats)
            else:
                self.table.write([*new, *self.aside])
                self.aside = []
            self.trouble, self._tried = "", []
            return True
        except CannotKeep as error:
            if self.others:
                raise
            self._tried = new
            self.trouble = TROUBLE.format(error)
            return False

    def forget_unwritten(self) -> bool:
        """What could not be written counts no longer: others have written on meanwhile. Whether there was any."""
        unwritten = bool(self.table and self._tried)
        if unwritten:
            self.trouble, self._tried = "", []
        return unwritten

    def _news(self, seats: Sequence[Chair], session: Session, told: int | None) -> list[New]:
        table = self.table
        if table is None:
            return [(GAME, {"code": session.code()}), seated(seats)]
        moved = [] if list(seats) == table.chairs else [seated(seats)]
        return [*moved, *table.played(session, told)]

    def _open(self, session: Session, seats: Sequence[Chair]) -> None:
        """The table comes into the store, with all people at this screen; as a whole, or nothing has changed."""
        store, name = the_store(), new_id()
        chairs = [replace(chair, place=name if chair.who == PERSON else "") for chair in seats]
        game, *moves = whole(session, linked=not self.unseen and not is_private(seats, hidden=False))
        place, ticket = store.open(session.game.name, [game, seated(chairs), *moves], name)
        table = SharedTable(store, place, ticket)
        table.news()
        for chair, kept in zip(seats, chairs, strict=True):
            chair.place = kept.place
        self.table = table

    def write(self, seats: Sequence[Chair], session: Session, hidden: bool = False) -> str:
        """What the link keeps of a table: its ticket, or the whole table; nothing, as long as it cannot be kept."""
        known = self.table is None or self.table.linked or self.table.copied is not None
        if known and not is_private(seats, hidden) and not self.withheld:
            return links.write_table(seats, session)
        if self.table is not None and not self.table.ticket and self.invitation:
            return INVITATION + self.invitation[1]  # whoever looks on comes back as they came
        return TICKET + self.table.ticket if self.table else ""


def is_private(seats: Sequence[Chair], hidden: bool) -> bool:
    """Whether a table must not stand in a link: several people play, or its secrets are `hidden` from the page."""
    return hidden or len(people(seats)) > 1 or any(chair.who == OPEN for chair in seats)


def read_table(text: str, game: Any = None) -> tuple[list[Chair], Session, Keeping]:
    """The players and the table of a code, or of what a link has kept; SaveError says what is wrong."""
    who, tilde, code = text.strip().rpartition("~")
    if code.startswith(INVITATION):
        return _as_a_guest(code.removeprefix(INVITATION), game)
    if not code.startswith(TICKET):
        seats, session = links.read_code(who if tilde else None, code, game)
        return seats, session, Keeping()
    if tilde:
        raise SaveError("This link was changed and no longer works. Use the original link.")
    table = _fetch(code.removeprefix(TICKET))
    keeping = Keeping(table)
    keeping.of_class = _is_of_class(table)
    if table.place.host:
        keeping.invitation = table.store.invitation(table.place.table)
    return *_set_out(table, game), keeping


def _as_a_guest(secret: str, game: Any) -> tuple[list[Chair], Session, Keeping]:
    """A table to which somebody was invited: they look on until they sit down."""
    store = the_store()
    try:
        found = store.by_invitation(secret)
        if found is None:
            raise SaveError("This invitation is no longer valid, or the table is on another machine. Ask the host.")
        table = SharedTable(store, Place(found[0], "", False, found[1]))
        table.news()
    except CannotKeep as error:
        raise SaveError(f"We can't reach the table right now ({error}). Try again in a moment.") from None
    keeping = Keeping(table)
    keeping.of_class = _is_of_class(table)
    keeping.invitation = ("", secret)
    return *_set_out(table, game), keeping


def watched(table_id: str, game: Any = None) -> tuple[list[Chair], Session, Keeping]:
    """A table that a class looks at: nobody who comes like this gets a chair."""
    table = SharedTable(the_store(), Place(table_id, "", False, ""))
    table.news()
    keeping = Keeping(table)
    keeping.only_looks = True
    keeping.of_class = _is_of_class(table)
    return *_set_out(table, game), keeping


def _is_of_class(table: SharedTable) -> bool:
    try:
        return table.store.is_of_class(table.place.table)
    except CannotKeep as error:
        raise SaveError(f"We can't reach the table right now ({error}). Try again in a moment.") from None


def _set_out(table: SharedTable, game: Any) -> tuple[list[Chair], Session]:
    """Who sits at a table, and the game as it stands."""
    session = table.session(game)
    if len(table.chairs) != session.config.seats:
        raise SaveError("This table is damaged: it has more or fewer seats than its game.")
    return [replace(links.checked(chair)) for chair in table.chairs], session


def _fetch(ticket: str) -> SharedTable:
    """The table that is kept for a ticket."""
    try:
        if not is_secret(ticket):
            raise SaveError("This link is damaged. Copy it again in full.")
        place = the_store().find(ticket)
        if place is None:
            raise SaveError(NO_LONGER)
        table = SharedTable(the_store(), place, ticket)
        table.news()
    except CannotKeep as error:
        raise SaveError(f"We can't read the tables kept here ({error}). Use the save code.") from None
    return table

"""What a link remembers: a table with its players, or how far somebody has learned.

Every visit to a page starts a new kernel, so whatever must survive a reload stands in the link, behind the `#`, where
no server ever sees it. With one person at the table that is the whole table as a share code. With several people at
one screen a code would lay everybody's cards into the page, so the table stays on this machine with all that was agreed
about it, who sits where included, and the link has only its ticket.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from secrets import token_urlsafe
from typing import Any, NamedTuple
from urllib.parse import unquote

from tabletop_kernel.bots import BOTS
from tabletop_kernel.errors import SaveError, SetupError, clip
from tabletop_kernel.lessons import Chapter
from tabletop_kernel.saves import CODE_PREFIX, CODE_PREFIXES
from tabletop_kernel.session import Session
from widgets.store import CannotKeep, Kept, MovedOn, the_store

PERSON = "person"
TICKET = "TT1."
LESSON = "TL1."
MAX_NAME = 20
TICKET_WORD = re.compile(r"[A-Za-z0-9_-]{1,40}")


@dataclass
class Chair:
    """Who sits on a chair: a person, perhaps with a name, or a bot."""

    who: str = PERSON
    name: str = ""

    def __str__(self) -> str:
        return f"{self.who}:{self.name}" if self.name else self.who


def check_who(who: str) -> str:
    if who not in (PERSON, *BOTS):
        raise SetupError(f"On a chair sits a person or a bot ({', '.join(BOTS)}), not {clip(who)}.")
    return who


def check_name(name: str) -> str:
    """A name as it may stand on a screen and in a link."""
    name = " ".join(name.split())
    if len(name) > MAX_NAME:
        raise SetupError(f"A name has at most {MAX_NAME} characters.")
    if not name.isprintable() or any(sign in name for sign in ",:~/&#"):
        raise SetupError("A name has letters, digits and spaces, but none of , : ~ / & #")
    return name


def people(seats: Iterable[Chair]) -> list[int]:
    """The chairs with people on them."""
    return [number for number, seat in enumerate(seats) if seat.who == PERSON]


# -- a table ----------------------------------------------------------------------------------------------------------


def write_table(seats: Sequence[Chair], session: Session) -> str:
    """A table with its players, for the link. It holds the whole truth."""
    return f"{_seated(seats)}~{session.code()}"


def _seated(seats: Sequence[Chair]) -> str:
    return ",".join(map(str, seats))


class Found(NamedTuple):
    """What a code or a link has led to."""

    seats: list[Chair]
    session: Session
    keeping: Keeping


class Keeping:
    """How one table is kept for a reload: as a code in the link, or on this machine and by its ticket in the link."""

    def __init__(self, ticket: str = "", kept: Kept | None = None) -> None:
        self.trouble = ""  # why the table as it stands is not kept
        self._ticket = ticket or token_urlsafe(12)
        self._kept = kept  # the table as it was last kept
        self._tried = kept.code if kept else ""  # a table that cannot be kept is tried again when it has changed

    def write(self, seats: Sequence[Chair], session: Session, hidden: bool = False) -> str:
        """What the link keeps of a table. One of several people, or one whose secrets must be `hidden` from the page,
        is kept here, and the link has its ticket; nothing, as long as it cannot be kept."""
        if len(people(seats)) < 2 and not hidden:
            return write_table(seats, session)
        code = session.code()
        if code != self._tried:
            self._tried = code
            self._keep(Kept(session.game.name, _seated(seats), code, self._kept.version if self._kept else 0))
        return TICKET + self._ticket if self._kept else ""

    def _keep(self, table: Kept) -> None:
        try:
            try:
                self._kept = the_store().keep(self._ticket, table)
            except MovedOn:  # on another page; both go on, each with a ticket of its own
                self._ticket = token_urlsafe(12)
                self._kept = the_store().keep(self._ticket, replace(table, version=0))
            self.trouble = ""
        except CannotKeep as error:
            self.trouble = f"This table cannot be kept here ({error}): save its code before you close the page."


def read_table(text: str, game: Any = None) -> Found:
    """The players and the table of a code, or of what a link has kept; SaveError says what is wrong."""
    who, tilde, code = text.strip().rpartition("~")
    keeping = Keeping()
    if code.startswith(TICKET):
        if tilde:
            raise SaveError("This link was changed: a ticket stands alone, and who sits where is kept with its table.")
        ticket = code.removeprefix(TICKET)
        kept = _fetch(ticket)
        keeping = Keeping(ticket, kept)
        who, tilde, code = kept.seats, "~", kept.code
    session = Session.from_code(code, game)
    count = session.config.seats
    seats = _read_seats(who, count) if tilde else [Chair(), *(Chair("greedy") for _ in range(count - 1))]
    return Found(seats, session, keeping)


def _read_seats(who: str, count: int) -> list[Chair]:
    seats = []
    for part in who.split(",", count):
        kind, _, name = part.partition(":")
        try:
            seats.append(Chair(check_who(kind), check_name(name)))
        except SetupError as error:
            raise SaveError(f"This link is damaged. {error}") from None
    if len(seats) != count:
        raise SaveError(f"This link is damaged: {len(seats)} players at a table for {count}.")
    return seats


def _fetch(ticket: str) -> Kept:
    """The table that is kept for a ticket."""
    if not TICKET_WORD.fullmatch(ticket):
        raise SaveError("This link is damaged: its ticket cannot be read.")
    try:
        kept = the_store().fetch(ticket)
    except CannotKeep as error:
        raise SaveError(f"The tables that were kept here cannot be read ({error}). Use the save code.") from None
    if kept is None:
        raise SaveError("This table was kept on another machine, or too long ago. Use its save code.")
    return kept


def from_anything(text: str) -> tuple[str, str]:
    """What somebody pasted, a whole link or only its end: ("table" or "lesson", the part that counts)."""
    text = unquote(text.strip())
    for part in [text, *text.partition("#")[2].split("&")]:
        value = part.partition("=")[2] if "=" in part and part is not text else part
        if value.startswith(LESSON):
            return "lesson", value
        if value.rpartition("~")[2].startswith((*CODE_PREFIXES, TICKET)):
            return "table", value
    raise SaveError(f"This is no code of ours: ours begin with {CODE_PREFIX} (a table) or {LESSON} (lessons).")


# -- lessons ----------------------------------------------------------------------------------------------------------


@dataclass
class Progress:
    """How far somebody has learned one game: the steps that are done, and the one at hand."""

    game: str
    chapters: Sequence[Chapter]
    now: str = ""
    done: set[str] = field(default_factory=set)

    @property
    def steps(self) -> list[str]:
        return [step.id for chapter in self.chapters for step in chapter.steps]

    def write(self) -> str:
        """As the link keeps it; empty as long as nothing was done."""
        if not self.now and not self.done:
            return ""
        return f"{LESSON}{self.game}/{self.now}/{'~'.join(step for step in self.steps if step in self.done)}"

    def read(self, text: str) -> None:
        """Take over what a link has kept; SaveError if it is not of this game's lessons."""
        game, now, done = lesson_parts(text)
        steps = set(self.steps)
        finished = set(done.split("~")) if done else set()
        if game != self.game:
            raise SaveError(f"This code is of the lessons of another game: {clip(game)}.")
        if not finished <= steps or (now and now not in steps):
            raise SaveError("This code is of another version of these lessons: their steps have changed since.")
        self.now, self.done = now, finished


def lesson_parts(text: str) -> tuple[str, str, str]:
    """The game, the step at hand and the finished steps of a lesson code."""
    parts = text.removeprefix(LESSON).split("/")
    if not text.startswith(LESSON) or len(parts) != 3:
        raise SaveError("This code is damaged: a part of it is missing.")
    return parts[0], parts[1], parts[2]

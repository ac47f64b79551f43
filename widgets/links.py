"""What a link remembers: a table with its players, or how far somebody has learned.

Every visit to a page starts a new kernel, so whatever must survive a reload stands in the link, behind the `#`, where
no server ever sees it. With one person at the table that is the whole table as a share code. With several people at
one screen a code would lay everybody's cards into the page, so the table stays in a file on this machine and the link
has only its ticket.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_urlsafe
from typing import Any
from urllib.parse import unquote

from tabletop_kernel.bots import BOTS
from tabletop_kernel.errors import SaveError, SetupError, clip
from tabletop_kernel.lessons import Chapter
from tabletop_kernel.saves import CODE_PREFIX, CODE_PREFIXES
from tabletop_kernel.session import Session
from widgets.errors import state_folder

PERSON = "person"
TICKET = "TT1."
LESSON = "TL1."
MAX_NAME = 20
KEPT_TABLES = 500


@dataclass
class Seat:
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


def people(seats: Iterable[Seat]) -> list[int]:
    """The chairs with people on them."""
    return [number for number, seat in enumerate(seats) if seat.who == PERSON]


# -- a table ----------------------------------------------------------------------------------------------------------


def write_table(seats: Sequence[Seat], session: Session, ticket: str) -> str:
    """What the link keeps of a table."""
    kept = session.code()
    if len(people(seats)) > 1:
        _store(ticket, kept)
        kept = TICKET + ticket
    return f"{','.join(map(str, seats))}~{kept}"


def read_table(text: str, game: Any = None) -> tuple[list[Seat], Session]:
    """The players and the table of a code, or of what a link has kept; SaveError says what is wrong."""
    who, tilde, code = text.strip().rpartition("~")
    if code.startswith(TICKET):
        code = _fetch(code.removeprefix(TICKET))
    session = Session.from_code(code, game)
    if not tilde:
        return [Seat(), *(Seat("greedy") for _ in range(session.config.seats - 1))], session
    seats = []
    for part in who.split(","):
        kind, _, name = part.partition(":")
        try:
            seats.append(Seat(check_who(kind), check_name(name)))
        except SetupError as error:
            raise SaveError(f"This link is damaged. {error}") from None
    if len(seats) != session.config.seats:
        raise SaveError(f"This link is damaged: {len(seats)} players at a table for {session.config.seats}.")
    return seats, session


def new_ticket() -> str:
    return token_urlsafe(12)


def _store(ticket: str, code: str) -> None:
    """Keep a table on this machine, whole or not at all; the oldest ones make room."""
    folder = state_folder() / "tables"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = folder / f"{ticket}.new"
        fresh.write_text(code, encoding="ascii")
        fresh.replace(folder / ticket)
        tables = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime)
        for old in tables[:-KEPT_TABLES]:
            old.unlink(missing_ok=True)
    except OSError as error:
        raise SaveError(f"This table cannot be kept for a reload: {error.strerror}. Save its code instead.") from None


def _fetch(ticket: str) -> str:
    """The code of a kept table. A ticket is a word without a path in it."""
    if not ticket.replace("-", "").replace("_", "").isalnum() or not ticket.isascii():
        raise SaveError("This link is damaged: its ticket cannot be read.")
    try:
        return Path(state_folder() / "tables" / ticket).read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        raise SaveError("This table was kept on another machine, or too long ago. Use its save code.") from None


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
            raise SaveError("This code names lesson steps that do not exist.")
        self.now, self.done = now, finished


def lesson_parts(text: str) -> tuple[str, str, str]:
    """The game, the step at hand and the finished steps of a lesson code."""
    parts = text.removeprefix(LESSON).split("/")
    if not text.startswith(LESSON) or len(parts) != 3:
        raise SaveError("This code is damaged: a part of it is missing.")
    return parts[0], parts[1], parts[2]

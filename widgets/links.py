"""What a link remembers: a table with its players, or how far somebody has learned.

Every visit to a page starts a new kernel, so whatever must survive a reload stands in the link, behind the `#`, where
no server ever sees it. With one person at the table that is the whole table as a share code; how tables of several
people are kept, `keeping` tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from tabletop_kernel.contract.errors import SaveError, SetupError, clip
from tabletop_kernel.contract.lessons import Chapter
from tabletop_kernel.players.bots import BOTS
from tabletop_kernel.table.saves import CODE_PREFIX, CODE_PREFIXES
from tabletop_kernel.table.session import Session
from widgets.shared.chair import OPEN, PERSON, Chair
from widgets.shared.codes import is_meant_as_code, why_no_code
from widgets.shared.codes import read_code as read_code_of_table
from widgets.shared.store import the_store

TICKET = "TT1."
INVITATION = "TJ1."
LESSON = "TL1."
ON_SHORT_WAY = "+"  # before the step at hand, of somebody who is on the short way
MAX_NAME = 20


def check_who(who: str) -> str:
    if who not in (PERSON, OPEN, *BOTS):
        raise SetupError(f"A seat can have a person or a bot ({', '.join(BOTS)}), not {clip(who)}.")
    return who


def check_name(name: str) -> str:
    """A name as it may stand on a screen and in a link."""
    name = " ".join(name.split())
    if len(name) > MAX_NAME:
        raise SetupError(f"A name can have at most {MAX_NAME} characters.")
    if not name.isprintable() or any(sign in name for sign in ",:~/&#"):
        raise SetupError("A name can have letters, digits and spaces, but none of , : ~ / & #")
    return name


# -- a table ----------------------------------------------------------------------------------------------------------


def write_table(seats: Sequence[Chair], session: Session) -> str:
    """A table with its players, for the link. It holds the whole truth."""
    return f"{_seated(seats)}~{session.code()}"


def _seated(seats: Sequence[Chair]) -> str:
    return ",".join(map(str, seats))


def read_code(who: str | None, code: str, game: Any = None) -> tuple[list[Chair], Session]:
    """The players and the table of a code; without a word about the players, one person among bots."""
    session = Session.from_code(code, game)
    count = session.config.seats
    seats = [Chair(), *(Chair("greedy") for _ in range(count - 1))] if who is None else _read_seats(who, count)
    return seats, session


def _read_seats(who: str, count: int) -> list[Chair]:
    seats = []
    for part in who.split(",", count):
        kind, _, name = part.partition(":")
        seats.append(checked(Chair(kind, name)))
    if len(seats) != count:
        raise SaveError(f"This link is damaged: it names {len(seats)} players for a table of {count}.")
    return seats


def checked(chair: Chair) -> Chair:
    """A chair that was kept, if it is as chairs are; SaveError if not."""
    try:
        check_who(chair.who)
        check_name(chair.name)
    except SetupError as error:
        raise SaveError(f"This link is damaged. {error}") from None
    return chair


def invitation_of(typed: str) -> str:
    """What leads to the table of a code that somebody typed."""
    return INVITATION + the_store().by_code(typed)[1]


NO_CODE = (
    "We don't recognise this code. A table or class code looks like KDX-4RTM. "
    f"A save code begins with {CODE_PREFIX}, and a lesson code with {LESSON}"
)


def from_anything(text: str) -> tuple[str, str]:
    """What somebody pasted, a whole link or only its end: ("table", "lesson" or "code", and what counts)."""
    text = unquote(text.strip())
    for part in [text, *text.partition("#")[2].split("&")]:
        value = part.partition("=")[2] if "=" in part and part is not text else part
        if value.startswith(LESSON):
            return "lesson", value
        if value.rpartition("~")[2].startswith((*CODE_PREFIXES, TICKET, INVITATION)):
            return "table", value
    if read_code_of_table(text):
        return "code", text
    if is_meant_as_code(text):
        raise SaveError(why_no_code(text))
    raise SaveError(NO_CODE)


# -- lessons ----------------------------------------------------------------------------------------------------------


@dataclass
class Progress:
    """How far somebody has learned one game: the steps that are done, and the one at hand."""

    game: str
    chapters: Sequence[Chapter]
    now: str = ""
    done: set[str] = field(default_factory=set)
    short: bool = False  # whether the step at hand is taken along the short way

    @property
    def steps(self) -> list[str]:
        return [step.id for chapter in self.chapters for step in chapter.steps]

    def write(self) -> str:
        """As the link keeps it; empty as long as nothing was done."""
        if not self.now and not self.done:
            return ""
        now = f"{ON_SHORT_WAY if self.short and self.now else ''}{self.now}"
        return f"{LESSON}{self.game}/{now}/{'~'.join(step for step in self.steps if step in self.done)}"

    def read(self, text: str) -> None:
        """Take over what a link has kept; SaveError if it is not of this game's lessons."""
        game, here, done = lesson_parts(text)
        now, steps = here.removeprefix(ON_SHORT_WAY), set(self.steps)
        finished = set(done.split("~")) if done else set()
        if game != self.game:
            raise SaveError(f"This code is for another game's lessons: {clip(game)}.")
        if not finished <= steps or (now and now not in steps):
            raise SaveError("This code is for another version of these lessons. Their steps have changed.")
        self.now, self.done, self.short = now, finished, here != now


def merged(progress: str, before: str) -> str:
    """What somebody has learned at two windows: all steps of both, and the place where they are at the first."""
    if not before or not progress:
        return progress or before
    game, now, done = lesson_parts(progress)
    steps = {*done.split("~"), *lesson_parts(before)[2].split("~")} - {""}
    return f"{LESSON}{game}/{now}/{'~'.join(sorted(steps))}"


def lesson_parts(text: str) -> tuple[str, str, str]:
    """The game, the step at hand and the finished steps of a lesson code."""
    parts = text.removeprefix(LESSON).split("/")
    if not text.startswith(LESSON) or len(parts) != 3:
        raise SaveError("This code is damaged: a part is missing.")
    return parts[0], parts[1], parts[2]

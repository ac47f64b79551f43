"""What notebooks call, one line a cell:

learn("royal_ascension", "battle")       a chapter of lessons beside a live table
play("royal_ascension", first=True)      the table at the top of a page: a prepared game
play("royal_ascension")                  a whole game
rulings("royal_ascension")               what the rulebook leaves open, as switches before a game
play("the_north", pack="my_cards")       the same with cards of one's own: a folder of TOML files
puzzle("tamashii")                       puzzles of one part of a game, one after the other
door()                                   the first page
classroom()                              the teacher's page: a class, live
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import ParamSpec

from tabletop_kernel.errors import SetupError, TabletopError, UnknownName, nearest
from tabletop_kernel.games import load
from widgets import first as prepared
from widgets import lesson
from widgets import play as playing
from widgets.desk import FIRST, Desk
from widgets.door import Door
from widgets.errors import Notice
from widgets.face import face_of
from widgets.links import Progress
from widgets.packs import HOUSE, load_with
from widgets.seating import usual_seats
from widgets.table import TableView

__all__ = ["classroom", "door", "learn", "play", "puzzle", "rulings"]

P = ParamSpec("P")


def in_words(make: Callable[P, TableView]) -> Callable[P, TableView | Notice]:
    """What is wrong with a cell stands in its place, as a sentence: an error would end the whole page there."""

    @wraps(make)
    def make_or_say(*given: P.args, **named: P.kwargs) -> TableView | Notice:
        try:
            return make(*given, **named)
        except TabletopError as error:
            return Notice(str(error))

    return make_or_say


@cache
def _progress(game: str) -> Progress:
    """How far the learner on this page has come: the same for all tables of a game on it."""
    return Progress(game, load(game).lessons)


@in_words
def learn(game: str, chapter: str | None = None, pack: str | Path = HOUSE) -> TableView:
    """The lessons of a game, or one chapter of them, beside a live table."""
    rules, own = load_with(game, pack)
    chapters = {one.id: one for one in rules.lessons}
    if chapter is not None and chapter not in chapters:
        raise UnknownName(f"There is no chapter '{chapter}': {nearest(chapter, chapters)}")
    found = chapters[chapter] if chapter else None
    text = found.summary if found else "The lessons of this game."
    steps = [step.id for one in chapters.values() if chapter in (None, one.id) for step in one.steps]
    slot = f"learn:{','.join(steps)}"
    return Desk(rules, slot, lesson.opening_room(found), text, _progress(game), own, found).view


@in_words
def play(
    game: str,
    dealt: bool = False,
    slot: str = "play",
    seed: int | None = None,
    seats: int | None = None,
    pack: str | Path = HOUSE,
    first: bool = False,
) -> TableView:
    """A whole game, with bots or with friends at one screen.

    `first` is the prepared game at the top of a page, where the first turns go well. `dealt` begins at once, after
    whatever is drafted. A `seed` gives every visitor the same cards and dice, which a class may want. `slot` is the
    name under which the link keeps the table, where a page has several. `seats` is the size of the table (1: alone),
    which can still be changed there.
    """
    rules, own = load_with(game, pack)
    if first:
        slot, dealt = FIRST, True
    if first and rules.first_table is not None:
        return Desk(rules, FIRST, prepared.opening_room(FIRST), "A table to begin with.", _progress(game), own).view
    usual_seats(rules, seats)  # a wrong number is told here, in the cell, and not at the table
    enter = playing.opening_room(slot, dealt, seed=seed, seats=seats)
    return Desk(rules, slot, enter, "A table for a whole game.", _progress(game), own).view


@in_words
def rulings(game: str, slot: str = "table", pack: str | Path = HOUSE) -> TableView:
    """What the rulebook leaves open, as switches, and a table to try them."""
    rules, own = load_with(game, pack)
    enter = playing.opening_room(slot, agree=True)
    return Desk(rules, slot, enter, "A table to try doubtful rules.", _progress(game), own).view


@in_words
def puzzle(game: str, moves: int = 3, number: int | None = None, slot: str = "puzzle") -> TableView:
    """Puzzles of a game that has them, of so many moves; `number` says which comes first, the same for everybody."""
    rules = load(game)
    enter = face_of(game).puzzles(slot, moves, number)
    if enter is None:
        raise SetupError(f"{rules.title} has no puzzles.")
    return Desk(rules, slot, enter, "A puzzle to try.", _progress(game)).view


def door() -> TableView:
    """The first page: the five games, and the way back to a table."""
    return Door().view


def classroom() -> TableView:
    """The teacher's page: a class with a code, live, and what it does next."""
    from widgets.teacher import TeacherPage  # no other page needs it

    return TeacherPage().view

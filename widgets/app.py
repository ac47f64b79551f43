"""What notebooks call, one line a cell:

learn("royal_ascension", "short")        the short way: at most 30 steps to a first game
learn("royal_ascension", "battle")       a chapter of lessons beside a live table
play("royal_ascension", first=True)      the table at the top of a page: a prepared game
play("royal_ascension")                  a whole game
play(session)                            a table that was made in code; its `.session` gives it back as it stands then
rulings("royal_ascension")               what the rulebook leaves open, as switches before a game
play("the_north", questions="my.toml")   with questions of one's own after the game
play("the_north", pack="my_cards")       the same with cards of one's own: a folder of TOML files
play(MyGame(), face=MyFace())            a game of one's own, which nobody need register
puzzle("tamashii")                       puzzles of one part of a game, one after the other
door()                                   the first page
classroom()                              the teacher's page: a class, live
lab()                                    the playtest lab: two ways of playing beside each other, and records of people
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from pathlib import Path
from typing import Any, ParamSpec

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.content.installed_games import games
from tabletop_kernel.contract.errors import SetupError, TabletopError, UnknownName, clip, nearest
from tabletop_kernel.contract.game import Game
from tabletop_kernel.table.session import Session
from widgets import first as prepared
from widgets import lesson
from widgets import play as playing
from widgets.desk import FIRST, Desk
from widgets.door import Door
from widgets.errors import Notice
from widgets.face import Face, face_of
from widgets.links import Progress
from widgets.packs import HOUSE, OwnPack, load_with
from widgets.playtest.questions import the_questions
from widgets.seating import usual_seats
from widgets.table import TableView

__all__ = ["classroom", "door", "lab", "learn", "play", "puzzle", "rulings"]

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
def _progress(game: Game[Any] | str) -> Progress:
    """How far the learner on this page has come: the same for all tables of a game on it.

    Of a game that is given as an object, for all tables of that object: whoever writes a course makes it anew.
    """
    rules = load(game) if isinstance(game, str) else game  # by name: with the house pack, which has the lessons
    return Progress(rules.name, rules.teaching.chapters)


def _rules(game: Game[Any] | str, pack: str | Path) -> tuple[Game[Any], OwnPack | None, Progress]:
    """A game, what is its own about its pack, and how far the learner on this page has come in it."""
    if not isinstance(game, (str, Game)):
        raise SetupError(f"A table needs a game: its name, or what load() returned. It can't use {clip(game)}.")
    rules, own = load_with(game, pack)
    return rules, own, _progress(rules.name if rules.name in games() else rules)


@in_words
def learn(
    game: Game[Any] | str,
    chapter: str | None = None,
    pack: str | Path = HOUSE,
    face: Face[Any] | None = None,
) -> TableView:
    """The lessons of a game, or one chapter of them, beside a live table.

    `learn("the_north", "node")` opens one chapter, and `"short"` the short way. `.session` of what it gives back is the
    table of the step at hand.
    A game is named, or given as an object; then `face` is what it looks like, as in `play`.
    """
    rules, own, progress = _rules(game, pack)
    chapters = {
        one.id: one
        for one in ((rules.teaching.short_way,) if rules.teaching.short_way else ()) + tuple(rules.teaching.chapters)
    }
    if chapter is not None and chapter not in chapters:
        raise UnknownName(f"There is no chapter '{chapter}': {nearest(chapter, chapters)}")
    found = chapters[chapter] if chapter else None
    text = found.summary if found else "Lessons for this game."
    steps = [step.id for one in ([found] if found else rules.teaching.chapters) for step in one.steps]
    slot = f"{'short' if found is rules.teaching.short_way and found else 'learn'}:{','.join(steps)}"
    return Desk(rules, slot, lesson.opening_room(found), text, progress, own, found, face=face).view


@in_words
def play(
    game: Game[Any] | Session | str,
    dealt: bool = False,
    slot: str = "play",
    seed: int | None = None,
    seats: int | None = None,
    pack: str | Path = HOUSE,
    first: bool = False,
    questions: str | Path | None = None,
    face: Face[Any] | None = None,
    rulings: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
) -> TableView:
    """A whole game, with bots or with friends at one screen.

    A table that was made in code is shown as it stands, with a person in the chair that decides (or in those that
    `session.people` names) and bots in the others; `table.session` gives it back with what was played in the page.

        table = play(Session.at(load("royal_ascension"), {"seats": 3, "now": "walk", "die": 4}))
        table.session.log(0)      # in the next cell, after some moves in the page

    Each time `table.session` is a copy of the table as it stands: what is played on it stays there. `play` shows it.

    `first` is the prepared game at the top of a page, where the first turns go well. `dealt` begins at once, after
    whatever is drafted. A `seed` gives every visitor the same cards and dice, which a class may want. `slot` is the
    name under which the link keeps the table, where a page has several. `seats` is the size of the table (1: alone),
    which can still be changed there. `rulings` and `options` are
    agreed as for a `Session`, and can be changed there, too. `questions` is a TOML file with what is asked after the
    game. A game is named, or given as an object; `face` is what it looks like, and without one the table shows what a
    terminal would.
    """
    asked = the_questions(questions)
    if isinstance(game, Session):
        if dealt or first or rulings or options or (seed, seats, pack) != (None, None, HOUSE):
            raise SetupError(
                "Your code has already set this table's seats, cards and dice. "
                "Leave out settings such as seed, seats and rulings."
            )
        rules, own, progress = _rules(game.game, HOUSE)
        enter, text = playing.made_in_code(slot, game), "A table made in code."
        return Desk(rules, slot, enter, text, progress, own, questions=asked, face=face, session=game).view
    rules, own, progress = _rules(game, pack)
    if first:
        slot, dealt = FIRST, True
    if first and rules.teaching.first_table is not None:
        enter, text = prepared.opening_room(FIRST), "Your first table."
        return Desk(rules, FIRST, enter, text, progress, own, questions=asked, face=face).view
    count = len(usual_seats(rules, seats))  # what is wrong is told here, in the cell, and not at the table
    agreed = rules.agreement.configure(count, rulings, options) if rulings or options else None
    enter = playing.opening_room(slot, dealt, seed=seed, seats=seats, agreed=agreed)
    return Desk(rules, slot, enter, "A table for a full game.", progress, own, questions=asked, face=face).view


@in_words
def rulings(
    game: Game[Any] | str, slot: str = "table", pack: str | Path = HOUSE, face: Face[Any] | None = None
) -> TableView:
    """What the rulebook leaves open, as switches, and a table to try them."""
    rules, own, progress = _rules(game, pack)
    enter = playing.opening_room(slot, agree=True)
    return Desk(rules, slot, enter, "A table for trying out rulings.", progress, own, face=face).view


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


@in_words
def lab(
    packs: Sequence[str | Path] = (),
    records: str | Path | None = None,
    games: int | None = None,
    workers: int | None = None,
) -> TableView:
    """The playtest lab: many games of bots, played in two ways that are compared, and many records of people.

    `packs` are folders of cards that may be chosen besides those that lie beside the notebook; a visitor can choose no
    others. `records` is a folder of record files that are read when the page opens. `games` is the most that a run may
    have, and `workers` is how many processes play them.
    """
    from widgets.lab.page import LabPage  # no other page needs it

    return LabPage(packs, records, games, workers).view

"""Lessons: a course is chapters of steps, and each step is a task at a prepared table.

    [[chapters.steps]]
    id = "walk.spades"
    title = "Walk to a battle"
    teaches = ["turn.direction", "board.spades"]
    say = "The die shows 4. You may walk either way."      # at most 40 words, with the task
    task = "Walk to a Spades space."
    verbs = ["walk"]                                       # the only moves allowed; the others come later
    goals = [{ event = "landed", data = { kind = "spades" } }]
    way = [["walk", 4]]                                    # one solution: hints show it, tests play it
    off = [{ move = ["walk"], says = "That is a Diamonds space; the task asks for Spades." }]
    wrong = { move = ["walk", 3], rule = "turn.move-exact" }       # a tempting mistake; never shown
    nudge = "Spades are the dark spaces."
    learned = "Left or right is yours to choose, and it decides what you meet."

Before the chapters, the short way names the steps that make a first game fun:

    [short]
    say = "Walk the board and win battles. Seven territories win."  # what the game is about and how to win
    steps = ["walk.spades", "battle.first"]                         # at most MOST_SHORT_STEPS

Learners finish a step with moves that reach its goals, by pointing at pieces, or by laying them out. A question with
choices is the last resort. The rules compute the right answer from the position; no file repeats it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tabletop_kernel.contract.basics import Position, View
from tabletop_kernel.contract.errors import PackError, UnknownName, nearest
from tabletop_kernel.contract.toml_files import read_toml
from tabletop_kernel.contract.typed_data import structure
from tabletop_kernel.contract.verdict import Facts

WrittenMove = list[Any]  # a move, or the start of one: a verb, then words and numbers; `others` begins with a seat
MOST_SHORT_STEPS = 30  # steps of a short way at most: about twenty minutes
ASKING_WORDS = "(?:Find|Predict|Say|Click)"  # the first word of a task that contains its question
POINTS_BACK_TO_QUESTION = re.compile(r"\b(?:it|there|one|yours)\b")
HIDEABLE_PARTS = (
    "totals",
    "previews",
    "reach",
    "odds",
    "log",
)  # parts of the page that a step can hide until it is done


@dataclass(frozen=True, slots=True)
class Question:
    """A question that the game answers: `fact` names the computation and its arguments.

    With `piece` the learner answers on the table: `"cell:{}"` is the piece of an answer, and pieces `like` these are
    wrong ones that a learner may well pick. With `choices` the learner answers with a button.
    """

    ask: str
    fact: list[Any]
    rule: str  # the rule that gives the answer; wrong answers cite it
    because: str  # shown after the right answer
    wrong: str = ""  # shown after a wrong answer; empty: the rule's text
    piece: str = ""
    like: list[str] = field(default_factory=list)
    choices: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Goal:
    """One condition. A step is done when all its conditions hold and nothing is still being resolved."""

    event: str = ""  # an event of this kind ("ally or fights": one of these) has happened,
    data: Facts = field(default_factory=dict)  # with at least these data
    see: str = ""  # or: a path into the learner's view, "tokens.0"
    equals: Any = None
    has: Any = None
    lacks: Any = None
    least: int | None = None


@dataclass(frozen=True, slots=True)
class Detour:
    """A message for legal moves that lead away from the goal: moves that begin like this, or cause this event."""

    says: str
    move: WrittenMove = field(default_factory=list)
    event: str = ""


@dataclass(frozen=True, slots=True)
class WrongMove:
    """A tempting move that the rules refuse, after the first `after` moves of the way."""

    rule: str
    move: WrittenMove
    after: int = 0


@dataclass(frozen=True, slots=True)
class PieceToLay:
    """A piece to put in its place during the set-up."""

    what: str
    place: str  # a piece or a zone of the page, "deck:0"
    rule: str
    wrong: str = ""  # shown for a wrong place; empty: the rule's text


@dataclass(frozen=True, slots=True, repr=False)
class Step:
    """A task at a prepared table."""

    id: str
    title: str
    teaches: list[str]
    task: str
    learned: str
    say: str = ""
    nudge: str = ""
    seat: int = 0  # the learner's seat
    position: Position = field(default_factory=dict)  # overrides the chapter's
    zones: list[str] = field(default_factory=list)  # parts of the table in play; empty: all
    verbs: list[str] = field(default_factory=list)  # allowed kinds of moves; empty: all
    hide: list[str] = field(default_factory=list)  # HIDEABLE_PARTS that would give the answer away
    goals: list[Goal] = field(default_factory=list)
    way: list[WrittenMove] = field(default_factory=list)
    # [seat, verb, …]: moves of the other seats; [seat, "after", verb]: wait for such a move by the learner
    others: list[WrittenMove] = field(default_factory=list)
    off: list[Detour] = field(default_factory=list)
    wrong: WrongMove | None = None
    point: Question | None = None  # answered on the table or with a button
    predict: Question | None = None  # asked before the move; a wrong answer costs nothing
    lay: list[PieceToLay] = field(default_factory=list)
    midway: bool = False  # whether the goal counts while something is still being resolved
    exam: bool = False  # no hints, any way counts; ends with a list of rules used and missed

    def __repr__(self) -> str:
        return f"<Step {self.id}: {self.title}>"

    @property
    def to_play(self) -> str:
        """Return the task without its question: “Roll.” for “Predict the sum, then roll.”

        Return the whole task if the rest points back to the question, as in “Find a card, then take it.”
        """
        question = self.point or self.predict
        match = re.match(rf"{ASKING_WORDS} [^,.]*(?:, then|, and|\. Then|\.) (.+)", self.task) if question else None
        if match is None or POINTS_BACK_TO_QUESTION.search(match[1]):
            return self.task
        return match[1][:1].upper() + match[1][1:]


@dataclass(frozen=True, slots=True)
class FirstTable:
    """The table at the top of a notebook: a position whose dice and deck make the first turns eventful.

    `others` are moves as in a step; when they run out or no longer fit, bots decide. Tests play `way`, a learner's
    likely moves, and check that events of the kinds in `shows` happen.
    """

    say: str
    position: Position
    way: list[WrittenMove]
    shows: list[str]
    seat: int = 0
    others: list[WrittenMove] = field(default_factory=list)


@dataclass(frozen=True, slots=True, repr=False)
class Chapter:
    """A group of related steps."""

    id: str
    title: str
    summary: str
    steps: list[Step]
    position: Position = field(default_factory=dict)  # the starting position of its steps

    def __repr__(self) -> str:
        return f"<Chapter {self.id}: {self.title}, {len(self.steps)} steps>"


@dataclass(frozen=True, slots=True)
class ShortWay:
    """The short way as written: what the game is about, and the ids of its steps."""

    say: str
    steps: list[str]

    def chapter(self, chapters: Sequence[Chapter]) -> Chapter:
        """Return a chapter of these steps. Raise UnknownName if the course lacks one."""
        return Chapter("short", "The short way", self.say, [find_step(chapters, step) for step in self.steps])


@dataclass(frozen=True, slots=True)
class Course:
    """The contents of a `lessons.toml`: its chapters, first table and short way."""

    chapters: tuple[Chapter, ...] = ()
    first: FirstTable | None = None
    short: Chapter | None = None


def read_course(path: Path) -> Course:
    """Return the course in a `lessons.toml`. Raise PackError for a fault.

    A step's position overrides parts of its chapter's.
    """
    written = read_toml(path)
    for chapter in written.get("chapters", ()):
        for step in chapter.get("steps", ()):
            step["position"] = {**chapter.get("position", {}), **step.get("position", {})}
    chapters: list[Chapter] = structure(written.get("chapters", []), list[Chapter], path.name, "chapter")
    first: FirstTable = structure(written.get("first", {}), FirstTable, path.name, "first table")
    ids = [step.id for chapter in chapters for step in chapter.steps]
    for step in ids:
        if ids.count(step) > 1:
            raise PackError(f"{path.name}: two steps have the id '{step}'.")
    if "short" not in written:
        return Course(tuple(chapters), first)
    short: ShortWay = structure(written["short"], ShortWay, path.name, "short way")
    return Course(tuple(chapters), first, short.chapter(chapters))


def find_step(chapters: Sequence[Chapter], step: str) -> Step:
    """Return a step by its id. Raise UnknownName, with the closest id, if there is none."""
    steps = {known.id: known for chapter in chapters for known in chapter.steps}
    if step not in steps:
        raise UnknownName(f"There is no lesson step '{step}': {nearest(step, steps)}")
    return steps[step]


def value_at(view: View, path: str) -> object:
    """Return the part of a view at a dotted path, or None if there is none."""
    part: object = view
    for name in path.split("."):
        if isinstance(part, Mapping):
            part = part.get(name)
        elif isinstance(part, list) and name.isascii() and name.isdigit() and int(name) < len(part):
            part = part[int(name)]
        else:
            return None
    return part

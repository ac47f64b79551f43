"""Lessons: a course is chapters of steps, and a step is something to do at a prepared table.

    [[chapters.steps]]
    id = "walk.spades"
    title = "Walk to a battle"
    teaches = ["turn.direction", "board.spades"]
    say = "The die shows 4. You may walk either way."      # with the task, at most 40 words
    task = "Walk to a Spades space."
    verbs = ["walk"]                                       # the only moves; the others come later
    goals = [{ event = "landed", data = { kind = "spades" } }]
    way = [["walk", 4]]                                    # one of the ways there: hints show it, tests walk it
    off = [{ move = ["walk"], says = "That is a Diamonds space; the task asks for Spades." }]
    wrong = { move = ["walk", 3], rule = "turn.move-exact" }       # what one might try; not announced
    nudge = "Spades are the dark spaces."
    learned = "Left or right is yours to choose, and it decides what you meet."

Before the chapters, the short way names the steps after which a first game is fun:

    [short]
    say = "Walk the board and win battles. Seven territories win."  # what the game is about, and how you win
    steps = ["walk.spades", "battle.first"]                         # at most SHORT, in the order they are taken

A step is done by moves that reach its goals, by pointing at pieces, or by laying them out; a question with choices is
the last resort. What is right is computed by the rules from the position, never written down beside them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tabletop_kernel.contract.errors import PackError, UnknownName, nearest
from tabletop_kernel.contract.toml_files import read_toml
from tabletop_kernel.contract.typed_data import structure

SHORT = 30  # steps of a short way, at most: twenty minutes
ASKING = "(?:Find|Predict|Say|Click)"  # how a task begins that names its question itself
POINTS_BACK = re.compile(r"\b(?:it|there|one|yours)\b")
FACETS = ("totals", "previews", "reach", "odds", "log")  # what a step can hide until it is done


@dataclass(frozen=True, slots=True)
class Question:
    """Something whose answer the game computes: `fact` names what to compute, and with which arguments.

    With `piece` it is answered on the table: `"cell:{}"` is the piece of an answer; pieces `like` these are wrong ones
    that a learner may well mean. With `choices` it is answered by a button.
    """

    ask: str
    fact: list[Any]
    rule: str  # the rule that gives the answer; it is cited when the answer is wrong
    because: str  # said after the right answer
    wrong: str = ""  # said after any wrong one; without it, the rule's own text
    piece: str = ""
    like: list[str] = field(default_factory=list)
    choices: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Goal:
    """One condition; a step is done when all of its conditions hold, and nothing is still being resolved."""

    event: str = ""  # an event of this kind ("ally or fights": of one of these kinds) has happened,
    data: dict[str, Any] = field(default_factory=dict)  # with at least these data
    see: str = ""  # or: a path into the learner's view, "tokens.0"
    equals: Any = None
    has: Any = None
    lacks: Any = None
    least: int | None = None


@dataclass(frozen=True, slots=True)
class Off:
    """What to say to a legal move that leads away from the goal: to moves that begin like this, or cause this event."""

    says: str
    move: list[Any] = field(default_factory=list)
    event: str = ""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A tempting move that the rules refuse; `after` counts the moves of the way played before."""

    rule: str
    move: list[Any]
    after: int = 0


@dataclass(frozen=True, slots=True)
class Laid:
    """Something to be put where it belongs when the table is set up."""

    what: str
    place: str  # a piece or a zone of the page, "deck:0"
    rule: str
    wrong: str = ""  # said where it does not belong; without it, the rule's own text


@dataclass(frozen=True, slots=True, repr=False)
class Step:
    """Something to do at a prepared table."""

    id: str
    title: str
    teaches: list[str]
    task: str
    learned: str
    say: str = ""
    nudge: str = ""
    seat: int = 0  # the learner's
    position: dict[str, Any] = field(default_factory=dict)  # laid over the chapter's
    zones: list[str] = field(default_factory=list)  # parts of the table that are in play; none named: all
    verbs: list[str] = field(default_factory=list)  # kinds of move that are allowed; none named: all
    hide: list[str] = field(default_factory=list)  # FACETS that would answer before the learner does
    goals: list[Goal] = field(default_factory=list)
    way: list[list[Any]] = field(default_factory=list)
    # [seat, verb, …]: what the other seats do when asked; [seat, "after", verb]: not before such a move of the learner
    others: list[list[Any]] = field(default_factory=list)
    off: list[Off] = field(default_factory=list)
    wrong: Wrong | None = None
    point: Question | None = None  # answered on the table, or by a button
    predict: Question | None = None  # asked before the move; answering wrong costs nothing
    lay: list[Laid] = field(default_factory=list)
    midway: bool = False  # the goal may be reached while something is still being resolved
    exam: bool = False  # no hints, any way will do; at the end it says which rules were used and which were missed

    def __repr__(self) -> str:
        return f"<Step {self.id}: {self.title}>"

    @property
    def to_play(self) -> str:
        """The task once its question is answered: «Foresee it, then roll.» leaves «Roll.»

        A rest that points back is not left alone: «Find a card, then take it.» stays whole.
        """
        asked = self.point or self.predict
        answered = re.match(rf"{ASKING} [^,.]*(?:, then|, and|\. Then|\.) (.+)", self.task) if asked else None
        if answered is None or POINTS_BACK.search(answered[1]):
            return self.task
        return answered[1][:1].upper() + answered[1][1:]


@dataclass(frozen=True, slots=True)
class FirstTable:
    """The table at the top of a notebook: a position whose dice and deck make the first turns eventful.

    `others` are lines as in a step; once they are used up, or no longer fit, the bots decide. `way` is what a learner
    might do, and `shows` are the kinds of event that happen on it: that is what the tests play.
    """

    say: str
    position: dict[str, Any]
    way: list[list[Any]]
    shows: list[str]
    seat: int = 0
    others: list[list[Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True, repr=False)
class Chapter:
    """Steps that belong together."""

    id: str
    title: str
    summary: str
    steps: list[Step]
    position: dict[str, Any] = field(default_factory=dict)  # the table that its steps begin with

    def __repr__(self) -> str:
        return f"<Chapter {self.id}: {self.title}, {len(self.steps)} steps>"


@dataclass(frozen=True, slots=True)
class ShortWay:
    """The short way as it is written: what the game is about, and the ids of its steps."""

    say: str
    steps: list[str]

    def chapter(self, chapters: Sequence[Chapter]) -> Chapter:
        """Make a chapter of these steps; UnknownName names one that the course does not have."""
        return Chapter("short", "The short way", self.say, [find_step(chapters, step) for step in self.steps])


@dataclass(frozen=True, slots=True)
class Course:
    """All that a `lessons.toml` has: its chapters, the table before them, and the short way through them."""

    chapters: tuple[Chapter, ...] = ()
    first: FirstTable | None = None
    short: Chapter | None = None


def read_course(path: Path) -> Course:
    """The course of a `lessons.toml`; each step has the position of its chapter, with its own laid over it."""
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
    """A step by its id; UnknownName names the nearest."""
    steps = {s.id: s for chapter in chapters for s in chapter.steps}
    if step not in steps:
        raise UnknownName(f"There is no lesson step '{step}': {nearest(step, steps)}")
    return steps[step]


def look(view: Mapping[str, Any], path: str) -> Any:
    """The part of a view at a dotted path; None where there is none."""
    part: Any = view
    for name in path.split("."):
        if isinstance(part, Mapping):
            part = part.get(name)
        elif isinstance(part, list) and name.isascii() and name.isdigit() and int(name) < len(part):
            part = part[int(name)]
        else:
            return None
    return part

"""Lessons: chapters of steps, and what it takes to walk through one.

A step is a prepared position, a task, a goal that any legal way may reach, three hints and one tempting wrong move
whose refusal teaches. Steps about facts («who plays third?») ask questions instead; the right answer is computed by
the rules from the position of the step, never written down beside them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabletop_kernel.errors import PackError, UnknownName, nearest
from tabletop_kernel.rulebook import Verdict

if TYPE_CHECKING:
    from tabletop_kernel.game import Game, Move
    from tabletop_kernel.session import Session

ANY = ("any",)  # a line of `others`: the first legal move, whatever it is


@dataclass(frozen=True, slots=True)
class Question:
    """A question whose answer the game computes: `fact` names what to compute, and with which arguments."""

    ask: str
    fact: list[Any]
    choices: list[str]
    refuse: dict[str, str] = field(default_factory=dict)  # wrong choice -> the rule that says why it is wrong
    because: str = ""  # said after the right answer


@dataclass(frozen=True, slots=True)
class Goal:
    """One condition; a step is done when all of its conditions hold."""

    see: str = ""  # a path into the learner's view, "tokens.0"
    equals: Any = None
    has: Any = None
    lacks: Any = None
    least: int | None = None
    event: str = ""  # or: an event of this kind ("ally or fights": of one of these kinds) has happened,
    data: dict[str, Any] = field(default_factory=dict)  # with at least these data


@dataclass(frozen=True, slots=True)
class Wrong:
    """The tempting wrong move and the rule that refuses it; `after` counts the moves of the solution played before."""

    rule: str
    move: list[Any] = field(default_factory=list)
    answer: str = ""
    after: int = 0
    says: str = ""  # what makes it tempting, in one line


@dataclass(frozen=True, slots=True)
class Step:
    id: str
    title: str
    teaches: list[str]
    text: str
    task: str
    hints: list[str]
    learned: str
    wrong: Wrong
    seat: int = 0  # the learner's
    position: dict[str, Any] = field(default_factory=dict)
    goals: list[Goal] = field(default_factory=list)
    solution: list[list[Any]] = field(default_factory=list)
    others: list[list[Any]] = field(default_factory=list)  # [seat, verb, …]: what the other seats do when asked
    questions: list[Question] = field(default_factory=list)
    predict: Question | None = None  # asked before the reveal; answering wrong costs nothing


@dataclass(frozen=True, slots=True)
class Chapter:
    id: str
    title: str
    summary: str
    steps: list[Step]


def read_lessons(path: Path) -> tuple[Chapter, ...]:
    """The chapters of a `lessons.toml`."""
    from tabletop_kernel.packs import read_toml, structure

    data = read_toml(path)
    chapters: list[Chapter] = structure(data.get("chapters", []), list[Chapter], path.name, "chapter")
    ids = [step.id for chapter in chapters for step in chapter.steps]
    for step in ids:
        if ids.count(step) > 1:
            raise PackError(f"{path.name}: two steps have the id '{step}'.")
    return tuple(chapters)


def find_step(chapters: Sequence[Chapter], step: str) -> Step:
    """A step by its id; UnknownName names the nearest."""
    steps = {s.id: s for chapter in chapters for s in chapter.steps}
    if step not in steps:
        raise UnknownName(f"There is no lesson step '{step}': {nearest(step, steps)}")
    return steps[step]


class Lesson:
    """One learner at one step."""

    def __init__(self, game: Game[Any], step: Step | str) -> None:
        from tabletop_kernel.session import Session

        self.game = game
        self.step = find_step(game.lessons, step) if isinstance(step, str) else step
        self.session: Session = Session.at(game, self.step.position, free_undo=True)
        self.answered: set[int] = set()
        self.hinted = 0
        self._reply()
        self._asked = self.session.truth.clone()  # questions are about the table as the learner first sees it

    @property
    def done(self) -> bool:
        """Whether every question is answered and every goal reached."""
        return len(self.answered) == len(self.step.questions) and all(self._reached(g) for g in self.step.goals)

    @property
    def stuck(self) -> bool:
        """Whether this way leads nowhere: the learner has nothing to decide, and still the goal is not reached."""
        reached = all(self._reached(goal) for goal in self.step.goals)
        return not reached and self.step.seat not in self.session.deciders

    def submit(self, move: Move) -> None:
        """The learner's move; the other seats answer it. Raises Refused like a session."""
        self.session.submit(self.step.seat, move)
        self._reply()

    def answer(self, number: int, choice: str) -> Verdict | None:
        """Answer a question: None if right, else the rule that says why not."""
        question = self.step.questions[number]
        if choice in self.right(question):
            self.answered.add(number)
            return None
        verdict = Verdict(question.refuse.get(choice) or self.step.teaches[0])
        verdict.text = self._rule_text(verdict.rule)
        return verdict

    def predict(self, choice: str) -> bool:
        """Whether a prediction comes true; a wrong one costs nothing."""
        assert self.step.predict is not None, "this step asks for no prediction"
        return choice in self.right(self.step.predict)

    def right(self, question: Question) -> list[str]:
        """The right answers, computed by the rules."""
        name, *arguments = question.fact
        facts = self.game.facts
        if name not in facts:
            raise UnknownName(f"{self.game.title} computes no fact '{name}': {nearest(name, facts)}")
        answer = facts[name](self._asked, *arguments)
        return [str(one) for one in answer] if isinstance(answer, list) else [str(answer)]

    def _rule_text(self, rule: str) -> str:
        """What a rule says; a ruling says what this table has chosen."""
        book = self.session.book
        if rule in book.rulings:
            text: str = book.rulings[rule].options[self.session.config.rulings[rule]]
            return text
        return book[rule].text

    def hint(self) -> str:
        """The next hint: a nudge, then a pointer, then the way; the last one is repeated."""
        text = self.step.hints[min(self.hinted, len(self.step.hints) - 1)]
        self.hinted += 1
        return text

    def undo(self) -> None:
        """Take back the learner's last move, with everything that answered it."""
        session, seat = self.session, self.step.seat
        while session.length:
            mover = session.inputs[-1].seat
            session.undo()
            if mover == seat:
                break
        self._reply()

    def _reached(self, goal: Goal) -> bool:
        session = self.session
        if goal.event:
            kinds = goal.event.split(" or ")
            return any(
                kind in kinds and goal.data.items() <= data.items()
                for kind, _, _, data in session.events(self.step.seat)
            )
        seen = _look(session.view(self.step.seat), goal.see)
        if goal.has is not None and not (isinstance(seen, list) and goal.has in seen):
            return False
        if goal.lacks is not None and not (isinstance(seen, list) and goal.lacks not in seen):
            return False
        if goal.least is not None and not (isinstance(seen, int) and seen >= goal.least):
            return False
        return goal.equals is None or bool(seen == goal.equals)

    def _reply(self) -> None:
        """Let the other seats do what the step has written down for them, while it is their decision."""
        while not self.done:
            for seat in self.session.deciders:
                move = self._next_of(seat) if seat != self.step.seat else None
                if move is not None:
                    self.session.submit(seat, move)
                    break
            else:
                return

    def _next_of(self, seat: int) -> Move | None:
        """The next of a seat's lines that is possible now. Lines that the learner's way made impossible are skipped."""
        lines = [tuple(move) for other, *move in self.step.others if other == seat]
        at = 0
        for done in self.session.inputs:
            if done.seat == seat:
                while at < len(lines) and lines[at] not in (done.move, ANY):
                    at += 1
                at += 1
        for move in lines[at:]:
            if move == ANY:
                return self.session.moves(seat)[0]
            if self.session.judge(seat, move) is None:
                return move
        return None


def _look(view: Mapping[str, Any], path: str) -> Any:
    """The part of a view at a dotted path; None where there is none."""
    part: Any = view
    for name in path.split("."):
        if isinstance(part, Mapping):
            part = part.get(name)
        elif isinstance(part, list) and name.isdecimal() and int(name) < len(part):
            part = part[int(name)]
        else:
            return None
    return part

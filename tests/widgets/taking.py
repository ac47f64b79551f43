"""Taking a lesson step by the messages that a page sends: what is right is worked out by the rules, as anywhere."""

from __future__ import annotations

from typing import Any

from page import Page

from tabletop_kernel.contract.game import Game
from tabletop_kernel.contract.lessons import Question, Step
from tabletop_kernel.learning.lesson_run import Lesson
from tabletop_kernel.learning.question_answers import right_answers
from widgets.app import learn
from widgets.links import Progress
from widgets.scene import pieces

USES = ("moves", "texts", "try", "also", "choose", "chosen", "with", "ends")  # what a piece says of its moves


def open_step(game: Game[Any], step: Step) -> Page:
    """A page that comes back to this step by its link: nothing before it has to be drawn."""
    return Page(learn(game.name), link={"learn": Progress(game.name, game.teaching.chapters, step.id).write()})


def right(game: Game[Any], step: Step, question: Question) -> list[str]:
    """The right answers to a question of a step; of choices those that are offered."""
    found = right_answers(game, Lesson(game, step).session.truth, question)
    return [answer for answer in found if question.piece or answer in question.choices]


def answer(page: Page, question: Question, answers: list[str]) -> None:
    for one in answers if question.piece else answers[:1]:
        page.send("point", piece=one) if question.piece else page.send("answer", choice=one)


def room(page: Page) -> Any:
    return page.view._receive.__self__.room


def lay_all(page: Page, step: Step) -> None:
    """Lay everything where it belongs; only the room knows under which name an empty place goes."""
    for number, thing in enumerate(step.lay):
        page.send("take", n=number)
        page.send("point", piece=room(page)._place_names[thing.place])


def get_ready(page: Page, game: Game[Any], step: Step) -> None:
    """Lay, point and foresee, so that only moves are missing."""
    lay_all(page, step)
    if step.point:
        answer(page, step.point, right(game, step, step.point))
    if step.predict:
        answer(page, step.predict, right(game, step, step.predict)[:1])


def take(page: Page, game: Game[Any], step: Step) -> None:
    """All of a step."""
    get_ready(page, game, step)
    for move in step.way:
        page.send("move", move=move)


class Walk:
    """One learner on the way through a step."""

    def __init__(self, game: Game[Any], step: Step) -> None:
        self.game, self.step, self.page = game, step, open_step(game, step)
        self.key = (game.name, step.id)
        self.cited: set[str] = set()  # by refusals

    @property
    def screen(self) -> dict[str, Any]:
        return self.page.screen

    @property
    def task(self) -> dict[str, Any]:
        return dict(self.screen["task"])

    @property
    def room(self) -> Any:
        return room(self.page)

    @property
    def hidden(self) -> list[str]:
        return list(self.room.hidden)

    def right(self, question: Question) -> list[str]:
        """The right answers to a question at the table as it first was; of choices those that are offered."""
        found = right_answers(self.game, self.room.lesson._table_of_questions, question)
        return [answer for answer in found if question.piece or answer in question.choices]


def shown(page: Page) -> list[dict[str, Any]]:
    """Every piece on the screen."""
    return list(pieces(page.screen["scene"]))

"""What Tamashii's course asks is answered on the table itself: by mouse, by touch and by keys, wherever a launch waits.

In a launch step a click on a token marks it for a pattern; while something is asked, it has to be the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from here import House
from learner import Learner
from playwright.sync_api import Browser, expect
from tables import Data, Table, leave, new_context, open_page

from tabletop_kernel import load
from tabletop_kernel.contract.lessons import Question, Step

GAME = load("tamashii")
STEPS = [step for chapter in GAME.teaching.chapters for step in chapter.steps]


def asked_on_slots(step: Step) -> list[Question]:
    """What is answered on the launcher: by its slots, or by the bag and the dump beside it."""
    asked = [question for question in (step.point, step.predict) if question]
    return [question for question in asked if question.piece.startswith("slot:") or question.fact[0] == "fuller"]


ON_SLOTS = [step for step in STEPS if asked_on_slots(step)]
LAUNCHING = [step for step in ON_SLOTS if step.position.get("now") == "launch"]


class TouchLearner(Learner):
    """A finger on a phone."""

    def point_at(self, piece: str) -> Data:
        return self.table.after(lambda: self.table.piece(piece).tap())


class SpaceLearner(Learner):
    """The Space bar on the piece that has the focus: it marks tokens, too, where nothing is asked."""

    def point_at(self, piece: str) -> Data:
        self.table.piece(piece).focus()
        return self.table.after(lambda: self.table.key(" "))


SIZES = {Learner: (1280, 720), TouchLearner: (390, 844), SpaceLearner: (1280, 720)}
Learners = Callable[[type[Learner]], Learner]


@pytest.fixture(scope="module")
def learners(browser: Browser, here: House) -> Iterator[Learners]:
    """Somebody of each kind, who goes from step to step on a page of their own."""
    known: dict[type[Learner], Learner] = {}

    def find(kind: type[Learner]) -> Learner:
        if kind not in known:
            width, height = SIZES[kind]
            context = new_context(browser, viewport={"width": width, "height": height}, has_touch=width < 500)
            page = context.new_page()
            open_page(page, here.cell('learn("tamashii")'), tables=1)
            known[kind] = kind(Table(page, here.kernel(page).views[0].slot).arrive(), GAME)
        return known[kind]

    yield find
    for learner in known.values():
        leave(learner.table.page.context)


def open_step(learner: Learner, name: str) -> Table:
    if learner.table.screen["task"]["id"] == name:  # only a step that one comes to is begun anew
        learner.go_to(next(step for step in STEPS if step.id != name))
    learner.go_to(next(step for step in STEPS if step.id == name))
    expect(learner.table.root.locator(".launcher").first).to_be_visible()
    return learner.table


def answered(learner: Learner, step: Step) -> Table:
    """The table after every question of a step was answered right, piece by piece."""
    table = open_step(learner, step.id)
    learner.get_ready()
    task = table.screen["task"]
    assert not any(task[asked] and task[asked]["open"] for asked in ("point", "predict")), step.id
    expect(table.root.locator(".launcher-slot.is-marked")).to_have_count(0)
    return table


@pytest.mark.parametrize("step", ON_SLOTS, ids=[step.id for step in ON_SLOTS])
def test_a_token_that_is_asked_for_is_clicked(learners: Learners, step: Step) -> None:
    answered(learners(Learner), step)


@pytest.mark.parametrize("kind", [TouchLearner, SpaceLearner])
@pytest.mark.parametrize("step", LAUNCHING, ids=[step.id for step in LAUNCHING])
def test_neither_a_finger_nor_the_space_bar_marks_what_is_asked_for(
    learners: Learners, step: Step, kind: type[Learner]
) -> None:
    answered(learners(kind), step)


def test_once_all_is_answered_tokens_are_marked_again(learners: Learners) -> None:
    learner = learners(Learner)
    table = answered(learner, next(step for step in LAUNCHING if step.id == "special.core"))
    table.piece("slot:r2c1").click()
    expect(table.root.locator(".launcher-slot.is-marked")).to_have_count(1)
    expect(table.root.locator(".launcher-foot")).to_contain_text("1 token marked")


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("special.core", "card.S01-3"),
        ("special.required", "body.borrowed-crown"),
        ("special.frame", "body.night-florist"),
    ],
)
def test_the_pattern_that_a_step_names_is_in_sight(learners: Learners, name: str, pattern: str) -> None:
    """The list has been scrolled in the step before; the one that the task is about comes into sight by itself."""
    learner = learners(Learner)
    table = open_step(learner, "special.open")
    scroll = "() => document.querySelectorAll('.patterns, .patterns *').forEach((one) => (one.scrollTop = 9999))"
    table.page.evaluate(scroll)
    open_step(learner, name)
    expect(table.panel("task")).to_contain_text(learner.step.title)
    expect(table.piece(f"pattern:{pattern}")).to_be_in_viewport(ratio=0.9)


def test_the_question_stands_before_the_task_that_does_not_name_it(learners: Learners) -> None:
    table = open_step(learners(Learner), "launcher.launch")
    task = table.panel("task")
    expect(task).to_contain_text("After that: Launch the power pattern.")
    order = task.evaluate("(one) => one.querySelector('.question').compareDocumentPosition(one.querySelector('.goal'))")
    assert order & 4, "the task stands above the question"
    table.click_piece("dump")
    expect(task).not_to_contain_text("After that")


def test_a_piece_that_can_be_no_answer_hears_the_question(learners: Learners) -> None:
    table = open_step(learners(Learner), "special.core")
    table.click_piece("pattern:card.S01-3")
    expect(table.panel("why")).to_contain_text("Click the tokens that Answer takes.")
    assert "No line" not in table.text("why")

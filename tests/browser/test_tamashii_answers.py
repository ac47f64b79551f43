"""What Tamashii's course asks is answered on the table itself: by mouse, by touch and by keys, wherever a launch waits.

In a launch step a click on a token marks it for a pattern; while something is asked, it has to be the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from bare import LiveTable, open_live
from learner import Learner
from playwright.sync_api import Browser, Page, expect
from tables import Data, leave, new_context

from tabletop_kernel import load
from tabletop_kernel.lessons import Question, Step
from widgets.app import _progress, learn

GAME = load("tamashii")
STEPS = [step for chapter in GAME.lessons for step in chapter.steps]


def asked_on_slots(step: Step) -> list[Question]:
    """What is answered on the launcher: by its slots, or by the bag and the dump beside it."""
    asked = [question for question in (step.point, step.predict) if question]
    return [question for question in asked if question.piece.startswith("slot:") or question.fact[0] == "fuller"]


ON_SLOTS = [step for step in STEPS if asked_on_slots(step)]
LAUNCHING = [step for step in ON_SLOTS if step.position.get("now") == "launch"]


@pytest.fixture(autouse=True)
def own_state(tmp_path, monkeypatch) -> Iterator[None]:
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))
    yield
    _progress.cache_clear()


@pytest.fixture(scope="module")
def windows(browser: Browser) -> Iterator[Any]:
    opened: dict[int, Any] = {}

    def open_one(width: int, height: int) -> Page:
        if width not in opened:
            opened[width] = new_context(browser, viewport={"width": width, "height": height}, has_touch=width < 500)
        return opened[width].new_page()

    yield open_one
    for context in opened.values():
        leave(context)


class TouchLearner(Learner):
    """A finger on a phone."""

    def point_at(self, piece: str) -> Data:
        return self.table.after(lambda: self.table.piece(piece).tap())


class SpaceLearner(Learner):
    """The Space bar on the piece that has the focus: it marks tokens, too, where nothing is asked."""

    def point_at(self, piece: str) -> Data:
        self.table.piece(piece).focus()
        return self.table.after(lambda: self.table.key(" "))


def open_step(page: Page, step: Step) -> LiveTable:
    view = learn("tamashii")
    table = open_live(page, view)
    table.wait(lambda screen: screen["kind"] != "waiting")
    screen = view.screen
    message = {"do": "step", "id": step.id, "at": screen["at"], "seat": screen.get("viewer")}
    view._handle_msg({"content": {"data": {"method": "custom", "content": message}}, "buffers": []})
    page.evaluate("([screen]) => window.model.set('screen', screen)", [view.screen])
    expect(table.root.locator(".launcher").first).to_be_visible()
    return table


def answered(page: Page, step: Step, kind: type[Learner]) -> LiveTable:
    """The table after every question of a step was answered right, piece by piece."""
    table = open_step(page, step)
    learner = kind(table, GAME)
    learner.begin(step)
    learner.get_ready()
    task = table.screen["task"]
    assert not any(task[asked] and task[asked]["open"] for asked in ("point", "predict")), step.id
    expect(table.root.locator(".launcher-slot.is-marked")).to_have_count(0)
    return table


@pytest.mark.parametrize("step", ON_SLOTS, ids=[step.id for step in ON_SLOTS])
def test_a_token_that_is_asked_for_is_clicked(windows: Any, step: Step) -> None:
    page = windows(1280, 720)
    answered(page, step, Learner)
    page.close()


@pytest.mark.parametrize("kind", [TouchLearner, SpaceLearner])
@pytest.mark.parametrize("step", LAUNCHING, ids=[step.id for step in LAUNCHING])
def test_neither_a_finger_nor_the_space_bar_marks_what_is_asked_for(
    windows: Any, step: Step, kind: type[Learner]
) -> None:
    page = windows(390, 844) if kind is TouchLearner else windows(1280, 720)
    answered(page, step, kind)
    page.close()


def test_once_all_is_answered_tokens_are_marked_again(windows: Any) -> None:
    step = next(step for step in LAUNCHING if step.id == "special.core")
    table = answered(windows(1280, 720), step, Learner)
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
def test_the_pattern_that_a_step_names_is_in_sight(windows: Any, name: str, pattern: str) -> None:
    """The list has been scrolled in the step before; the one that the task is about comes into sight by itself."""
    page = windows(1280, 720)
    table = open_step(page, next(step for step in STEPS if step.id == "special.open"))
    page.evaluate("() => document.querySelectorAll('.patterns, .patterns *').forEach((one) => (one.scrollTop = 9999))")
    screen = table.view.screen
    message = {"do": "step", "id": name, "at": screen["at"], "seat": screen.get("viewer")}
    table.view._handle_msg({"content": {"data": {"method": "custom", "content": message}}, "buffers": []})
    page.evaluate("([screen]) => window.model.set('screen', screen)", [table.view.screen])
    expect(table.panel("task")).to_contain_text(next(step for step in STEPS if step.id == name).title)
    expect(table.piece(f"pattern:{pattern}")).to_be_in_viewport(ratio=0.9)
    page.close()


def test_the_question_stands_before_the_task_that_does_not_name_it(windows: Any) -> None:
    page = windows(1280, 720)
    table = open_step(page, next(step for step in STEPS if step.id == "launcher.launch"))
    task = table.panel("task")
    expect(task).to_contain_text("After that: Launch the power pattern.")
    order = task.evaluate("(one) => one.querySelector('.question').compareDocumentPosition(one.querySelector('.goal'))")
    assert order & 4, "the task stands above the question"
    table.click_piece("dump")
    expect(task).not_to_contain_text("After that")
    page.close()


def test_a_piece_that_can_be_no_answer_hears_the_question(windows: Any) -> None:
    page = windows(1280, 720)
    table = open_step(page, next(step for step in STEPS if step.id == "special.core"))
    table.click_piece("pattern:card.S01-3")
    expect(table.panel("why")).to_contain_text("Click the tokens that Answer takes.")
    assert "No line" not in table.text("why")
    page.close()

"""The course of Tamashii, played headless: every step, the order of the chapters, the first table."""

from __future__ import annotations

import pytest
from asking import check_style

from tabletop_kernel import load
from tabletop_kernel.lesson_checks import check_course, check_lesson_step, measure
from tabletop_kernel.lessons import Step

GAME = load("tamashii")
STEPS = {step.id: step for chapter in GAME.lessons for step in chapter.steps}
CHAPTERS = [
    "launcher",
    "special",
    "purpose",
    "city",
    "trace",
    "enemies",
    "combat",
    "luck",
    "growing",
    "augments",
    "bodies",
    "learning",
    "quest",
    "tests",
    "alone",
    "versus",
    "living",
    "modules",
    "harder",
    "table",
    "exam",
]


def test_the_order_is_from_the_middle_outwards() -> None:
    assert [chapter.id for chapter in GAME.lessons] == CHAPTERS
    assert all(step.id.startswith(f"{chapter.id}.") for chapter in GAME.lessons for step in chapter.steps)


def test_the_course_as_a_whole() -> None:
    check_course(GAME)
    found = measure(GAME)
    assert found.moves > 2 * found.steps
    assert found.choices < found.steps / 6
    assert found.exams >= len(GAME.lessons)


@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_step(step: Step) -> None:
    check_lesson_step(GAME, step)
    check_style(step)

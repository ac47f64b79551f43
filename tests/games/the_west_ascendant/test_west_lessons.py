"""The course, step by step, without a page; that each task takes more than one way, but no wrong one."""

from __future__ import annotations

from typing import Any

import pytest
from asking import check_style, follow
from west import GAME

from tabletop_kernel.learner import Lesson, open_first_table, reply
from tabletop_kernel.lesson_checks import check_lesson_step, check_lessons, measure
from tabletop_kernel.lessons import Step, right_answers

STEPS = {step.id: step for chapter in GAME.lessons for step in chapter.steps}


@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_step(step: Step) -> None:
    check_lesson_step(GAME, step)


@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_style(step: Step) -> None:
    check_style(step)

"""The course of The North, played headless: every step, other ways that must pass, ways that must not, and questions."""

from __future__ import annotations

import pytest
from asking import check_style
from north import GAME

from tabletop_kernel.lesson_checks import check_lesson_step
from tabletop_kernel.lessons import Step

STEPS = {step.id: step for chapter in GAME.lessons for step in chapter.steps}


@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_step(step: Step) -> None:
    check_lesson_step(GAME, step)


@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_style(step: Step) -> None:
    check_style(step)

"""Every lesson step, played headless; and that each task takes more than one way, but no wrong one."""

from __future__ import annotations

from typing import Any

import pytest
from asking import check_style, follow
from north import GAME

from tabletop_kernel.lesson_checks import check_lesson_step, check_lessons
from tabletop_kernel.lessons import Step

STEPS = {step.id: step for chapter in GAME.lessons for step in chapter.steps}
PLAN = {1: 3, 2: 6, 3: 2, 4: 2, 5: 3, 6: 2, 7: 2}  # steps in each chapter


def test_the_whole_plan_is_there() -> None:
    assert list(STEPS) == [f"{chapter}.{step}" for chapter, count in PLAN.items() for step in range(1, count + 1)]


@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_step(step: Step) -> None:
    check_lesson_step(GAME, step)


def test_every_rule_is_taught() -> None:
    check_lessons(GAME)


@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_style(step: Step) -> None:
    check_style(step)


@pytest.mark.parametrize(
    ("step_id", "moves"),
    [
        ("2.1", [("reprogram", "ice-porter/foundry@1", "glass-titan/archive")]),
        (
            "2.2",
            [
                ("discharge",),
                ("reprogram", "old-regent/depot@1", "grave-diver/outpost"),
                ("recover", "old-regent/depot@1"),
            ],
        ),
        ("2.4", [("facility", "ice-porter/foundry@1")]),
        ("2.5", [("discharge",)]),
        ("2.6", [("ancient", "ice-porter/foundry@1"), ("ancient", "winter-crown/conduit")]),
        ("3.2", [("discharge",), ("ancient", "pale-drone/outpost@1"), ("end",)]),
        ("4.2", [("take", "hollow-scout/depot")]),
        (
            "5.1",
            [
                ("ancient", "rust-shepherd/archive"),
                ("flip", "frost-widow/outpost"),
                ("ancient", "rust-shepherd/outpost"),
            ],
        ),
        ("5.3", [("facility", "ice-porter/foundry@1"), ("copy", "frost-widow/beacon")]),
    ],
)
def test_another_way_passes(step_id: str, moves: list[tuple[Any, ...]]) -> None:
    assert not follow(GAME, step_id, *moves[:-1]).done
    assert follow(GAME, step_id, *moves).done


@pytest.mark.parametrize(
    ("step_id", "moves"),
    [
        ("2.1", [("reprogram", "pale-drone/outpost@1", "snow-marshal/depot")]),
        ("2.3", [("reprogram", "ice-porter/foundry@1", "ember-choir/conduit")]),
        ("2.4", [("ancient", "pale-drone/archive@1")]),
        ("5.3", [("facility", "ice-porter/foundry@1"), ("copy", "lantern-child/conduit")]),
    ],
)
def test_a_way_that_misses_the_task_does_not_pass(step_id: str, moves: list[tuple[Any, ...]]) -> None:
    lesson = follow(GAME, step_id, *moves)
    assert not lesson.done
    lesson.undo()
    assert not lesson.done


def test_predictions_are_computed() -> None:
    assert follow(GAME, "3.2").predict("1")
    assert not follow(GAME, "3.2").predict("4")
    assert follow(GAME, "5.3").predict("25")

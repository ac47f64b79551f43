"""Every lesson step, played headless; and that each task takes more than one way, but no wrong one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from north import GAME

from tabletop_kernel.lesson_checks import check_lesson_step, check_lessons
from tabletop_kernel.lessons import Lesson, Step, find_step

STEPS = {step.id: step for chapter in GAME.lessons for step in chapter.steps}
PLAN = {1: 3, 2: 6, 3: 2, 4: 2, 5: 3, 6: 2, 7: 2}  # steps in each chapter


def follow(step_id: str, *moves: tuple[Any, ...]) -> Lesson:
    """A step with its questions answered, so that only its goals decide, and these moves made."""
    lesson = Lesson(GAME, find_step(GAME.lessons, step_id))
    for number, question in enumerate(lesson.step.questions):
        right = lesson.right(question)
        assert lesson.answer(number, next(c for c in question.choices if c in right)) is None
    for move in moves:
        lesson.submit(move)
    return lesson


def test_the_whole_plan_is_there() -> None:
    assert list(STEPS) == [f"{chapter}.{step}" for chapter, count in PLAN.items() for step in range(1, count + 1)]


@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_step(step: Step) -> None:
    check_lesson_step(GAME, step)


def test_every_rule_is_taught() -> None:
    check_lessons(GAME)


@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_style(step: Step) -> None:
    """Short, friendly texts."""
    assert 2 <= len(re.findall(r"[.?](?=\s|$)", step.text)) <= 5, step.text
    assert 2 <= len(step.title.split()) <= 5
    assert len(re.findall(r"[.?](?=\s|$)", step.task)) == 1, step.task
    asked = [*step.questions, *([step.predict] if step.predict else [])]
    said = [step.title, step.text, step.task, step.learned, step.wrong.says, *step.hints]
    said += [text for question in asked for text in (question.ask, question.because)]
    for text in said:
        assert "!" not in text, text
        assert "  " not in text, text
        assert "\n" not in text, text
        assert text == text.strip(), text
    for text in said[1:]:
        assert text.endswith((".", "?")), text


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
    assert not follow(step_id, *moves[:-1]).done
    assert follow(step_id, *moves).done


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
    lesson = follow(step_id, *moves)
    assert not lesson.done
    lesson.undo()
    assert not lesson.done


def test_predictions_are_computed() -> None:
    assert follow("3.2").predict("1")
    assert not follow("3.2").predict("4")
    assert follow("5.3").predict("25")

"""Every lesson step, played headless; and that each task takes more than one way, but no wrong one."""

from __future__ import annotations

from typing import Any

import pytest
from asking import check_style
from royal import GAME

from tabletop_kernel.lesson_checks import check_lesson_step, check_lessons
from tabletop_kernel.lessons import Lesson, Step, find_step

STEPS = {step.id: step for chapter in GAME.lessons for step in chapter.steps}
PLAN = {1: 5, 2: 4, 3: 3, 4: 6, 5: 5, 6: 2}  # steps in each chapter


def lesson_at(step_id: str) -> Lesson:
    """A step with its questions answered, so that only its goals decide."""
    lesson = Lesson(GAME, find_step(GAME.lessons, step_id))
    for number, question in enumerate(lesson.step.questions):
        right = lesson.right(question)
        assert lesson.answer(number, next(c for c in question.choices if c in right)) is None
    return lesson


def follow(step_id: str, *moves: tuple[Any, ...]) -> Lesson:
    lesson = lesson_at(step_id)
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


def test_predictions_come_before_the_reveal() -> None:
    predicting = {step.id for step in STEPS.values() if step.predict}
    assert {"4.4", "5.2", "5.5"} <= predicting
    assert len(predicting) >= 5


@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_style(step: Step) -> None:
    check_style(step)


# -- any legal way passes ----------------------------------------------------------------------------------------------

FULL = [("commit", piece) for piece in ("Char Forest", "KH", "10H", "6C", "8C")]


@pytest.mark.parametrize(
    ("step_id", "moves"),
    [
        ("1.4", [("take", "Teal Shore"), ("take", "Bulben Crest"), ("take", "Venom Valley")]),
        ("1.4", [("take", "Snore Summit"), ("take", "Flare lands"), ("take", "Venom Valley")]),
        ("1.5", [("draw", "hearts"), ("draw", "diamonds")]),
        ("3.2", [("buy", "5C"), ("take-back", "5C"), ("buy", "7C"), ("pay", "7D"), ("done",)]),
        ("3.3", [("buy", "9C"), ("pay", "6D"), ("pay", "4D"), ("done",)]),
        ("4.1", [("walk", 28), ("roll", 1), ("attack", 3)]),
        ("4.2", [("commit", "Teal Shore"), ("take-back", "Teal Shore"), ("commit", "Jiggy Jungle"), ("seal",)]),
        ("4.6", [("attack", 1)]),
        ("5.1", [("walk", 28), ("roll", 1), ("draw", "hearts")]),
        ("5.3", [("walk", 28), ("attack", 1), ("end",), ("fight",)]),
        ("5.4", [("attack", 2), ("commit", "Jiggy Jungle"), ("seal",), ("roll", 2)]),
        ("5.4", [("attack", 3), ("commit", "Teal Shore"), ("commit", "8H"), ("seal",), ("roll", 2)]),
        ("5.5", [("walk", 28), ("commit", "Jiggy Jungle"), ("seal",), ("roll", 2)]),
        ("6.1", [("commit", "Jiggy Jungle"), ("commit", "7H"), ("seal",), ("roll", 2)]),
        ("6.2", [("attack", 2), *FULL, ("seal",), ("roll", 2)]),
    ],
)
def test_another_way_passes(step_id: str, moves: list[tuple[Any, ...]]) -> None:
    assert not follow(step_id, *moves[:-1]).done
    assert follow(step_id, *moves).done


# -- and nothing else --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step_id", "moves"),
    [
        ("2.2", [("walk", 33), ("end",)]),
        ("2.3", [("walk", 17), ("end",)]),
        ("3.1", [("walk", 3), ("end",)]),
        ("3.2", [("buy", "5C"), ("pay", "7D"), ("done",), ("end",)]),
        ("3.3", [("end",)]),
        ("4.3", [("commit", "Char Forest"), ("commit", "QH"), ("seal",)]),
        ("4.4", [("roll", 2)]),
        ("4.5", [("roll", 2), ("pick", "hearts")]),
        ("6.2", [("attack", 1), ("commit", "Jiggy Jungle"), ("seal",), ("roll", 2)]),
    ],
)
def test_a_way_that_misses_the_task_does_not_pass(step_id: str, moves: list[tuple[Any, ...]]) -> None:
    lesson = follow(step_id, *moves)
    assert not lesson.done
    lesson.undo()
    assert not lesson.done


def test_a_way_that_leads_nowhere_says_so() -> None:
    lesson = follow("2.2", ("walk", 33), ("end",))
    assert lesson.stuck
    lesson.undo()
    assert not lesson.stuck
    lesson.undo()
    lesson.submit(("walk", 4))
    assert lesson.done


def test_a_prediction_does_not_move_with_the_table() -> None:
    """Questions are about the table as the learner first saw it, even after the dice have fallen."""
    lesson = Lesson(GAME, "4.4")
    before = [lesson.right(question) for question in lesson.step.questions]
    assert lesson.predict("Eadric")
    lesson.submit(("roll", 2))
    lesson.submit(("roll", 2))
    assert [lesson.right(question) for question in lesson.step.questions] == before
    assert lesson.predict("Eadric")
    assert not lesson.predict("Seraphina")


def test_the_learner_is_told_nothing_hidden() -> None:
    """No text names a card that lies in another hand (what is committed in the open may be named)."""
    names = {"J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
    for step in STEPS.values():
        if not isinstance(step.position.get("hearts"), list):
            continue
        lesson = Lesson(GAME, step)
        view = lesson.session.view(step.seat)
        seen = str(view)
        hidden = {
            card
            for suit in ("hearts", "diamonds", "clubs")
            for seat, hand in enumerate(step.position.get(suit, []))
            for card in hand
            if seat != step.seat and f"'{card}'" not in seen
        }
        suit_of = {"H": "hearts", "D": "diamonds", "C": "clubs"}
        said = " ".join([step.text, step.task, step.wrong.says, *step.hints, *(q.ask for q in step.questions)])
        for card in hidden:
            name = f"{names.get(card[:-1], card[:-1])} of {suit_of[card[-1]]}"
            assert name not in said, f"{step.id}: {name}"

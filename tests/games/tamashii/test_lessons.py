"""The course of Tamashii, played headless: every step, the order of the chapters, the first table."""

from __future__ import annotations

import re

import pytest
from asking import check_style
from depth import draw

from tabletop_kernel import load
from tabletop_kernel.checks.lesson_checks import RANDOM_WAYS_PER_STEP, check_course, check_lesson_step, measure
from tabletop_kernel.contract.lessons import Step
from tabletop_kernel.learning.lesson_run import Lesson
from tabletop_kernel.learning.question_answers import right_answers

GAME = load("tamashii")
STEPS = {step.id: step for chapter in GAME.teaching.chapters for step in chapter.steps}
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
    assert [chapter.id for chapter in GAME.teaching.chapters] == CHAPTERS
    assert all(step.id.startswith(f"{chapter.id}.") for chapter in GAME.teaching.chapters for step in chapter.steps)


def test_the_course_as_a_whole() -> None:
    check_course(GAME)
    found = measure(GAME)
    assert found.moves > 2 * found.steps
    assert found.choices < found.steps / 6
    assert found.exams >= len(GAME.teaching.chapters)


@pytest.mark.deep
@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_step(step: Step) -> None:
    check_lesson_step(GAME, step, wanders=draw(1, deep=RANDOM_WAYS_PER_STEP))
    check_style(step)


@pytest.mark.parametrize(
    ("step", "moves", "wrong"),
    [
        ("launcher.slide", [("slide", "r2c2", "r2c1")], ["Ward on r2c1"]),
        ("launcher.slide", [("slide", "r1c4", "r2c4")], ["Ember on r2c4"]),
        ("launcher.slide", [("switch", "r1c2", "r2c2")], ["Ward on r1c2", "Ember on r2c2"]),
        ("launcher.corner", [("slide", "r2c3", "r2c2")], []),  # on its way
        ("launcher.corner", [("slide", "r1c3", "r1c2")], []),  # another way
        ("launcher.slide", [("slide", "r2c2", "r2c1"), ("slide", "r2c1", "r2c2")], []),  # put right
    ],
)
def test_a_slide_that_can_still_be_put_right_is_told_what_lies_wrong(
    step: str, moves: list[tuple[str, ...]], wrong: list[str]
) -> None:
    lesson = Lesson(GAME, step)
    answers = [lesson.submit(move) for move in moves]
    assert all(answer.kind == "on" for answer in answers)
    assert re.findall(r"\w+ on r\dc\d", answers[-1].text) == wrong and bool(answers[-1].text) == bool(wrong)


@pytest.mark.parametrize("name", ["combat.answer", "luck.shield", "growing.lose"])
def test_a_pass_is_no_way_round_the_frame_that_a_step_asks_for(name: str) -> None:
    lesson = Lesson(GAME, STEPS[name])
    if question := STEPS[name].predict:
        lesson.predict(right_answers(GAME, lesson._table_of_questions, question)[0])
    lesson.submit(("roll",))
    wrong = lesson.judge(("pass",))
    assert wrong is not None and wrong.rule == "table.later"

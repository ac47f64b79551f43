"""Courses and pages fit: whatever a step points at, lays out or plays in is on the table that the page draws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from stage import Stage

from tabletop_kernel.learner import Lesson
from tabletop_kernel.lesson_checks import ready
from tabletop_kernel.lessons import Step, right_answers
from widgets import small_table
from widgets.games import drawn
from widgets.scene import pieces

STAGES = {name: Stage(name) for name in drawn()}
STEPS = [(name, step) for name, stage in STAGES.items() for chapter in stage.game.lessons for step in chapter.steps]


def wanted(stage: Stage, step: Step) -> Iterator[str]:
    """The pieces that a learner has to find."""
    lesson = Lesson(stage.game, step)
    for question in (step.point, step.predict):
        if question and question.piece:
            yield from right_answers(stage.game, lesson.session.truth, question)
    yield from (laid.place for laid in step.lay)


@pytest.mark.parametrize(("name", "step"), STEPS, ids=[f"{name}-{step.id}" for name, step in STEPS])
def test_what_a_step_speaks_of_is_on_the_table(name: str, step: Step) -> None:
    stage = STAGES[name]
    scene: list[Any] = stage.scene(Lesson(stage.game, step).session, step.seat)
    zones = {part["zone"] for part in scene if "zone" in part}
    there = {piece["id"] for piece in pieces(scene)} | zones
    assert set(wanted(stage, step)) <= there
    assert set(step.zones) <= zones
    dimmed = {piece["id"] for part in scene if small_table.is_dimmed(part, step.zones) for piece in pieces(part)}
    assert not set(wanted(stage, step)) & dimmed, "what is asked for lies where the task does not play"


IN_PLACES = [(name, step) for name, step in STEPS if step.zones and step.way]


@pytest.mark.parametrize(("name", "step"), IN_PLACES, ids=[f"{name}-{step.id}" for name, step in IN_PLACES])
def test_whatever_a_step_allows_can_be_clicked_where_it_plays(name: str, step: Step) -> None:
    """A move that the bar offers is never made by a piece that says it is not part of the task."""
    stage = STAGES[name]
    lesson = ready(stage.game, step)
    for move in step.way:
        legal = lesson.moves()
        scene = stage.drawn(lesson.session, lesson.session.view(step.seat), legal)[0]
        for one in legal:
            parts = [part for part in scene if any(list(one) in piece.get("moves", ()) for piece in pieces(part))]
            lit = [part for part in parts if not small_table.is_dimmed(part, step.zones)]
            assert lit or not parts, f"{one} is made in the zone {parts[0]['zone']}, which is not in play"
        lesson.submit(tuple(move))

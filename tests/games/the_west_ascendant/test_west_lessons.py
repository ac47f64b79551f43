"""Every lesson step, played headless; and that each task takes more than one way, but no wrong one."""

from __future__ import annotations

from typing import Any

import pytest
from asking import check_style, follow
from west import GAME

from tabletop_kernel.lesson_checks import check_lesson_step, check_lessons
from tabletop_kernel.lessons import Step

STEPS = {step.id: step for chapter in GAME.lessons for step in chapter.steps}
PLAN = {1: 6, 2: 8, 3: 3, 4: 3, 5: 8, 6: 2, 7: 4, 8: 3}  # steps in each chapter
REFUSED = [  # what the tempting wrong move of each step is refused by
    "setup.points", "setup.cityengine", "setup.hand", "setup.loci", "turn.holder", "zone.hand-hidden",
    "turn.one-choice", "facility.any-two", "facility.all-of-type", "facility.took-middle", "pulse.relay",
    "pulse.orrery", "facility.two-needed", "facility.two-no-pulse",
    "refill.five", "effect.exchange", "effect.exchange",
    "gate.matching", "gate.once", "radiate.when",
    "locus.exact", "locus.top-only", "prime.own-zone", "prime.list", "effect.exchange", "effect.condition",
    "effect.mandatory", "reaction.salvage",
    "city.plan", "reaction.not-city",
    "deck.out", "points.floor", "turn.must-act", "end.check",
    "score.gate", "score.tie", "variant.none",
]  # fmt: skip


def test_the_whole_plan_is_there() -> None:
    assert list(STEPS) == [f"{chapter}.{step}" for chapter, count in PLAN.items() for step in range(1, count + 1)]
    assert [step.wrong.rule for step in STEPS.values()] == REFUSED


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
        ("2.1", [("two", "cistern", "orrery"), ("leave",), ("end",)]),
        ("2.2", [("two", "kiln", "kiln")]),
        ("2.5", [("all", "relay"), ("recover", "orrery")]),
        ("2.6", [("all", "orrery"), ("leave",)]),
        ("3.2", [("exchange", "relay", "kiln")]),
        ("4.3", [("two", "relay", "relay")]),
        ("5.2", [("locus", "prime.signal-pyre", "kiln", "relay")]),
        ("5.3", [("use", "prime.farsight-mast"), ("use", "prime.dawnforge")]),
        (
            "5.4",
            [
                ("use", "prime.dawnforge"),
                ("use", "prime.signal-pyre"),
                ("discard", "orrery"),
                ("use", "prime.steamwright-hall"),
            ],
        ),
        ("5.6", [("all", "kiln"), ("use", "trigger.cinder-almanac"), ("use", "trigger.arc-foundry")]),
        ("5.7", [("two", "cistern", "orrery"), ("leave",), ("use", "trigger.null-meridian")]),
        ("8.3", [("two", "kiln", "kiln"), ("leave",), ("gate", "kiln", "kiln"), ("end",)]),
    ],
)
def test_another_way_passes(step_id: str, moves: list[tuple[Any, ...]]) -> None:
    assert not follow(GAME, step_id, *moves[:-1]).done
    if step_id != "8.3":
        assert follow(GAME, step_id, *moves).done
        return
    lesson = follow(GAME, step_id, *moves)
    for _ in range(20):
        if not lesson.done:
            lesson.submit(lesson.session.moves(0)[-1])
    assert lesson.done


@pytest.mark.parametrize(
    ("step_id", "moves"),
    [
        ("2.2", [("all", "kiln")]),
        ("2.3", [("two", "kiln", "kiln")]),
        ("2.8", [("all", "kiln")]),
        ("3.2", [("leave",)]),
        ("4.1", [("end",)]),
        ("4.3", [("all", "kiln")]),
        ("5.4", [("use", "prime.steamwright-hall")]),
        ("5.6", [("two", "kiln", "kiln")]),
        ("5.8", [("leave",)]),
    ],
)
def test_a_way_that_misses_the_task_does_not_pass(step_id: str, moves: list[tuple[Any, ...]]) -> None:
    lesson = follow(GAME, step_id, *moves)
    assert not lesson.done
    lesson.undo()
    assert not lesson.done


def test_predictions_are_computed() -> None:
    assert follow(GAME, "2.3").predict("36")
    assert not follow(GAME, "2.3").predict("38")
    assert follow(GAME, "6.1").predict("38")

"""The order of a turn."""

from __future__ import annotations

from typing import Any

import pytest
from street import DECISIONS, A, B, Street, dice

from tabletop_kernel.contract.events import recorder
from tabletop_kernel.games.tamashii.phases import order_of_turn, turn

DONE = {"plan": ("done",), "move": ("stay",), "district": ("no-district",), "launch": ("done",), "activity": ("done",)}


def whole(street: Street, turns: int = 1) -> Street:
    """Let turns pass in which everybody does as little as possible."""
    until = street.state.turn + turns
    turn.carry_out_step(street.state, recorder(street.events))
    street.settle()
    while street.state.frames and street.state.turn <= until and street.state.result is None:
        kind, moves = street.asked, street.moves()
        street.play(*(DONE[kind] if DONE.get(kind) in moves else moves[-1]))
    return street


def start(seats: int = 2, **agreed: Any) -> Street:
    street = Street(seats, **agreed)
    street.state.turn, street.state.phase, street.state.time = 0, "", 6
    return street


def test_four_phases_in_order() -> None:  # turn.phases
    street = whole(start())
    phases = [told["phase"] for told in street.told("phase")]
    assert phases[:4] == ["planning", "action", "combat", "quest"]
    assert street.by("phase")[0] == "turn.phases"
    assert street.told("turn")[0] == {"number": 1, "seat": A}


def test_the_steps_of_a_turn() -> None:  # plan.steps, act.order, combat.order, quest.steps
    street = start()
    assert order_of_turn.steps_of(street.state) == (
        ("begin",),
        ("phase", "planning"),
        ("tick",),
        ("start", A),
        ("start", B),
        ("window", "begin", -1),
        ("trace", A),
        ("trace", B),
        ("window", "rolled", -1),
        ("refill", A),
        ("refill", B),
        ("window", "program", -1),
        ("phase", "action"),
        *((step, seat) for seat in (A, B) for step in ("act", "move", "district", "launch", "acted")),
        ("phase", "combat"),
        ("combat", A),
        ("combat", B),
        ("phase", "quest"),
        ("activity",),
        ("world",),
        ("token",),
    )


def test_planning_one_after_the_other() -> None:  # ruling.plan.barrier
    steps = order_of_turn.steps_of(start(plan__barrier="per-player").state)
    planned = steps[steps.index(("start", B)) + 1 : steps.index(("phase", "action"))]
    assert planned == tuple(
        step
        for seat in (A, B)
        for step in (
            ("window", "begin", seat),
            ("trace", seat),
            ("window", "rolled", seat),
            ("refill", seat),
            ("window", "program", seat),
        )
    )


def test_versus_ends_its_turns_with_time() -> None:  # comp.quest, comp.quest-end
    assert order_of_turn.steps_of(start(mode="versus").state)[-3:] == (("tests",), ("token",), ("time",))


def test_everything_begins_with_the_first_player() -> None:  # act.order, quest.pass-token
    street = start(3)
    street.state.first = B
    whole(street)
    assert [told["seat"] for told in street.told("action")] == [1, 2, 0]
    assert street.state.first == 2


def test_enemies_of_trace_rolls_come_player_by_player() -> None:  # trace.order, trace.spawn, trace.zero-after-spawn
    street = start(script={"dice-0": dice("S"), "dice-1": dice("SS")})
    state = street.state
    state.turn, state.first, state.trace = 1, B, [1, 2]
    turn.carry_out_step(state, recorder(street.events))
    street.settle()
    assert [(told["seat"], told["enemy"]) for told in street.told("attached")] == [
        (B, "stray-drone"),
        (B, "toll-clerk"),
        (A, "gutter-hound"),
    ]
    assert state.trace == [0, 0]


def test_every_step_has_somebody_who_carries_it_out() -> None:
    for mode in ("story", "versus"):
        for step in order_of_turn.steps_of(start(mode=mode).state):
            assert step[0] in turn.FUNCTION_BY_STEP
    assert {"move", "district", "launch", "combat"} <= DECISIONS.keys()


def test_whoever_skips_a_phase_takes_part_in_the_next() -> None:  # reset.skip-phase
    street = start()
    state = street.state
    state.phase, state.out = "action", 0b01
    turn.FUNCTION_BY_STEP["move"](state, A, None)
    assert state.frames[-1][0] == "turn"
    turn.FUNCTION_BY_STEP["phase"](state, "combat", None)
    assert (state.out, state.phase) == (0, "combat")


@pytest.mark.parametrize(("choice", "out"), [("takes-part", 0), ("sits-out", 0b10)])
def test_a_reset_in_combat_and_the_quest_phase(choice: str, out: int) -> None:  # ruling.reset.quest
    street = start(reset__quest=choice)
    street.state.phase, street.state.out = "combat", 0b10
    turn.FUNCTION_BY_STEP["phase"](street.state, "quest", None)
    assert street.state.out == out
    turn.FUNCTION_BY_STEP["phase"](street.state, "planning", None)
    assert street.state.out == 0


def test_quiet_actions_are_counted_in_a_row() -> None:
    street = start()
    state = street.state
    for trace, count in ((0, 1), (0, 2), (3, 0), (0, 1)):
        state.trace[A] = trace
        turn.FUNCTION_BY_STEP["acted"](state, A, None)
        assert state.tally[A]["quiet"] == count


def test_a_new_turn_forgets_the_last_one() -> None:
    street = start()
    state = street.state
    state.tally[A] = {"defeated-turn": 2, "rise": 3, "moved": 1, "bot-moved": 1, "bot-free": 1, "bot-traced": 1}
    state.used[A] = ("turn:aug.loaded-dice", "game:diary")
    turn.FUNCTION_BY_STEP["begin"](state, None)
    assert state.tally[A] == {"defeated-last": 2}
    assert state.used[A] == ("game:diary",)
    assert state.turn == 1


@pytest.mark.parametrize(
    "street", [start(), start(scenario="P00"), start(plan__barrier="per-player"), start(1, mode="solo")]
)
def test_whole_turns_pass(street: Street) -> None:  # turn.phases
    assert whole(street, 3).state.turn == 4


def test_where_the_turn_is() -> None:
    street = start()
    assert order_of_turn.step_at(street.state) == ()
    turn.carry_out_step(street.state, None)
    assert order_of_turn.step_at(street.state) == ("begin",)
    turn.carry_out_step(street.state, None)
    assert order_of_turn.step_at(street.state) == ("phase", "planning")

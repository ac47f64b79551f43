"""Planning: windows, trace rolls, refills and the Program step."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from judging import judged
from small_tables import A, B, C, cited, laid, lawful, rule, settle, table

from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.tamashii.components import SLOTS
from tabletop_kernel.games.tamashii.fighting import rolling
from tabletop_kernel.games.tamashii.phases import planning
from tabletop_kernel.games.tamashii.state import State

PLAN = planning.DECISIONS["plan"]
DECISIONS = {**planning.DECISIONS, "roll": rolling.AlterRoll()}
FACE = {"S": 1, "D": 4, "T": 5}


def deciders(state: State) -> list[int]:
    return list(PLAN.deciders(state, state.frames[-1]))


def programming(*rows: str, seats: int = 2, **agreed: Any) -> State:
    state = table(seats, **agreed)
    state.grid[A] = laid(*rows)
    planning.open_window(state, "program", None)
    return state


def do(state: State, seat: int, *moves: Move) -> list[Event]:
    events: list[Event] = []
    for move in moves:
        assert judged(PLAN, state, seat, move) is None, move
        PLAN.apply(state, seat, move, recorder(events))
    return events


def refused(state: State, seat: int, *move: str | int) -> str:
    return rule(judged(PLAN, state, seat, move))


# -- the trace roll ----------------------------------------------------------------------------------------------------


def rolled(faces: str, trace: int, **agreed: Any) -> tuple[State, list[Event]]:
    state = table(script={"dice-0": [FACE[face] for face in faces]}, **agreed)
    state.trace[A] = trace
    events: list[Event] = []
    planning.trace_roll(state, A, recorder(events))
    return state, events + settle(state, DECISIONS, {})


def test_strikes_bring_enemies_and_trace_falls_to_0() -> None:
    state, events = rolled("SD", trace=3)  # W11: trace.dice, trace.spawn, trace.zero-after-spawn, enemy.attach
    assert [card for card, _ in state.enemies[A]] == ["drone"] and state.trace[A] == 0
    assert ("trace-zero", "trace.zero-after-spawn") in cited(events)
    assert "trace.spawn" in [by for _, by in cited(events)]


def test_without_a_strike_trace_stays() -> None:
    state, events = rolled("DT", trace=3)  # trace.no-spawn
    assert state.enemies[A] == () and state.trace[A] == 3
    assert cited(events)[-1] == ("no-spawn", "trace.no-spawn")


def test_a_ruling_lets_surges_spawn() -> None:
    state, events = rolled("SDT", trace=4, trace__symbols="strike-surge")
    assert len(state.enemies[A]) == 2 and state.trace[A] == 0
    assert "ruling.trace.symbols" in [by for _, by in cited(events)]


@pytest.mark.parametrize(("trace", "dice"), list(enumerate((0, 1, 2, 2, 3, 3, 3, 4, 4))))
def test_the_track_says_how_many_dice_are_rolled(trace: int, dice: int) -> None:
    _, events = rolled("TTTT", trace)  # trace.dice
    assert [data["count"] for kind, by, _, data in events if kind == "rolled-trace"] == ([dice] if dice else [])


def test_nobody_rolls_in_the_first_turn() -> None:
    state, events = table(), []  # trace.skip-first
    state.turn, state.trace = 1, [5, 5]
    for seat in (A, B):
        planning.trace_roll(state, seat, recorder(events))
    assert cited(events) == [("no-trace-roll", "trace.skip-first")] and not state.frames


def test_who_skips_the_phase_or_has_no_trace_does_not_roll() -> None:
    out, prologue = table(), table(kind="prologue")
    skipped = table()
    out.out, skipped.used[A] = 1 << A, (planning.NO_TRACE_ROLL_MARK,)
    for state in (out, prologue, skipped):
        state.trace[A] = 5
        planning.trace_roll(state, A, None)
        assert not state.frames
    as_usual = table(kind="prologue", setup__prologue_trace="yes")
    as_usual.trace[A] = 5
    planning.trace_roll(as_usual, A, None)
    assert as_usual.frames


def test_a_strike_that_finds_no_card() -> None:
    for choice, left in (("stays", 3), ("zero", 0)):
        state = table(trace__no_card=choice, script={"dice-0": [1, 1]})
        state.enemy_deck, state.trace[A] = (), 3
        planning.trace_roll(state, A, None)
        events = settle(state, DECISIONS, {})
        assert state.trace[A] == left
        assert cited(events)[-1][1] == "ruling.trace.no-card"


# -- the refill --------------------------------------------------------------------------------------------------------


def refilled(state: State, seat: int = A) -> list[Event]:
    events: list[Event] = []
    planning.begin_refill(state, seat, recorder(events))
    return events + settle(state, DECISIONS, planning.AUTOMATIC)


def test_a_refill_fills_the_light_slots_in_reading_order() -> None:
    state = table()  # W2: refill.light, refill.order, refill.fills-all
    events = refilled(state)
    light = ["r1c1", "r1c3", "r2c2", "r2c3", "r2c4", "r3c1", "r3c2", "r3c3", "r4c2", "r4c4"]
    assert [name for name, token in zip(SLOTS, state.grid[A], strict=True) if token not in ".#"] == light
    assert len(state.bag[A]) == 3 and not state.frames
    assert cited(events) == [("refills", "refill.order")] and events[0][3]["slots"] == light
    assert "".join(state.grid[A][SLOTS.index(name)] for name in light) == events[0][3]["tokens"]


def test_a_bag_that_runs_out_is_filled_from_the_dump() -> None:
    state = table()  # W3: refill.dump-back
    state.grid[A] = laid("E.E.", ".EEE")
    state.bag[A], state.dump[A] = "LL", "WWWWWWWWW"
    events = refilled(state)
    assert (len(state.bag[A]), state.dump[A]) == (6, "")
    assert cited(events) == [
        ("refills", "refill.order"),
        ("dump-back", "refill.dump-back"),
        ("refills", "refill.order"),
    ]
    assert (events[0][3]["tokens"], events[2][3]["tokens"]) == ("LL", "WWW")


def test_rows_or_columns_matter_when_tokens_run_out() -> None:
    for choice, filled in (("rows", ["r1c1", "r1c3"]), ("columns", ["r1c1", "r3c1"])):
        state = table(refill__direction=choice)
        state.bag[A] = "EE"
        events = refilled(state)
        assert [name for name, token in zip(SLOTS, state.grid[A], strict=True) if token == "E"] == filled
        assert ("nothing-to-draw", "refill.fills-all") in cited(events)


def test_an_unlocked_slot_is_filled_like_a_light_one() -> None:
    state = table()  # kw.unlocked-light
    state.set_slot(A, 9, ".")
    refilled(state)
    assert state.grid[A][9] in "EWLF" and state.grid[A][4] == "#" and state.grid[A][1] == "."


def test_a_catie_token_stops_the_refill_until_its_side_is_chosen() -> None:
    state = table(modules=("catie",), script={"bag-0": [1, 5]})  # catie.side
    state.bag[A] = "CEEEE"
    events = refilled(state)
    assert state.frames[-1] == ("side", A, (0,)) and state.grid[A] == laid("C...")
    DECISIONS["side"].apply(state, A, ("side", "damage"), recorder(events))
    settle(state, DECISIONS, planning.AUTOMATIC)
    assert state.grid[A] == laid("D.E.", ".EEE") and not state.frames


def test_after_a_reset_a_ruling_decides_about_the_refill() -> None:
    for choice, left in (("nothing", 13), ("refill", 3)):
        state = table(reset__planning=choice)
        state.out = 1 << A
        events = refilled(state)
        assert len(state.bag[A]) == left
        assert (("no-refill", "ruling.reset.planning") in cited(events)) == (choice == "nothing")


# -- windows -----------------------------------------------------------------------------------------------------------


def test_a_window_without_anything_to_do_passes_by_itself() -> None:
    state = table(3)  # plan.simultaneous
    state.first = B
    planning.open_window(state, "begin", None)
    settle(state, DECISIONS, {})
    assert not state.frames
    state.add_asset(A, "memory", 1)
    state.exp[C] = 2
    planning.open_window(state, "rolled", None)
    settle(state, DECISIONS, {})
    assert deciders(state) == [C, A]  # in order from the first player
    do(state, C, ("done",))
    assert deciders(state) == [A]
    do(state, A, ("gain-token", "E"))
    settle(state, DECISIONS, {})
    assert not state.frames  # nothing is left to do


def test_the_program_window_waits_for_everybody() -> None:
    state = programming("E...", seats=3)
    state.out = 1 << C
    assert deciders(state) == [A, B]
    do(state, B, ("done",))
    assert deciders(state) == [A]
    events = do(state, A, ("slide", "r1c1", "r1c2"), ("done",))
    assert cited(events) == [("slides", "prog.slide"), ("stops-early", "prog.optional")] and events[1][3]["count"] == 2
    settle(state, DECISIONS, {})
    assert not state.frames and state.moves_left == [0, 0, 0]


def test_the_city_looks_once_in_a_planning(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[tuple[int, str]] = []
    monkeypatch.setattr(
        planning.living_city, "ask_about_events", lambda state, seat, when, emit: looked.append((seat, when))
    )
    state = table(3)
    state.out = 1 << B
    for window in ("begin", "rolled", "program"):
        planning.open_window(state, window, None)
    assert looked == [(A, "planning"), (C, "planning")]


def test_one_player_may_plan_alone() -> None:
    state = table()
    planning.open_window(state, "program", None, B)
    assert deciders(state) == [B] and state.moves_left == [0, 3]
    do(state, B, ("done",))
    settle(state, DECISIONS, {})
    assert not state.frames


def test_there_are_so_many_moves_as_the_body_says() -> None:
    state = programming("E...")  # prog.moves
    events = do(state, A, ("slide", "r1c1", "r1c2"), ("slide", "r1c2", "r1c1"), ("slide", "r1c1", "r1c2"))
    assert len(events) == 3 and state.moves_left[A] == 0
    assert refused(state, A, "slide", "r1c2", "r1c1") == "prog.moves"
    assert cited(do(state, A, ("done",))) == [("planned", "plan.simultaneous")]
    quick = table()
    quick.walker[A] = "scribe"
    events = []
    planning.open_window(quick, "program", recorder(events))
    assert quick.moves_left == [4, 3] and cited(events) == [("may-program", "prog.moves")] * 2


def test_tokens_are_moved_in_the_program_step_only() -> None:
    state = table()  # plan.steps
    state.add_asset(A, "memory", 1)
    for window in ("begin", "rolled"):
        planning.open_window(state, window, None)
        assert refused(state, A, "slide", "r1c1", "r1c2") == "plan.steps"


def test_all_moves_must_be_made_where_the_ruling_says_so() -> None:
    for choice, by in (("may", ""), ("must", "ruling.prog.must")):
        state = programming("E...", prog__must=choice)
        assert refused(state, A, "done") == by
        assert (("done",) in PLAN.moves(state, A)) == (not by)
        do(state, A, *[("slide", "r1c1", "r1c2"), ("slide", "r1c2", "r1c1")], ("slide", "r1c1", "r1c2"))
        assert refused(state, A, "done") == ""
    empty = programming(prog__must="must")
    assert refused(empty, A, "done") == ""  # nothing can be moved
    assert refused(empty, A, "done", "now") == "table.form"


def test_upgrades_between_two_moves_of_a_step() -> None:
    for choice, by in (("open", ""), ("between-steps", "ruling.plan.windows")):
        state = programming("E...", plan__windows=choice)  # plan.upgrade-anytime
        state.add_asset(A, "memory", 2)
        state.add_asset(B, "memory", 2)
        state.equipped[A] = ("phalanx",)
        do(state, A, ("gain-token", "W"))  # before the first move of the step
        do(state, A, ("slide", "r1c1", "r1c2"))
        assert refused(state, A, "gain-token", "W") == by
        assert refused(state, A, "trade", B) == by
        assert refused(state, B, "gain-token", "W") == ""


def test_abilities_of_planning_are_used_in_its_windows() -> None:
    state = programming("E...")
    state.equipped[A] = ("ledger",)
    assert ("use", "aug.ledger") in PLAN.moves(state, A)
    do(state, A, ("use", "aug.ledger"))
    assert state.frames[-1][0] == "effect" and state.used[A] == ("turn:aug.ledger",)
    state.frames.pop()
    assert refused(state, A, "use", "aug.ledger") == "aug.timing"
    assert ("use", "aug.ledger") not in PLAN.moves(state, A)
    state.unequipped[A] = ("spare",)
    assert refused(state, A, "use", "aug.spare") == "aug.two-states"


def test_every_move_of_planning_that_is_offered_is_allowed_and_no_other() -> None:
    rng = Random(6)
    tried: list[Move] = list(product(("slide", "switch"), SLOTS[:10], SLOTS[:10]))
    tried += [("use", "aug.ledger"), ("use", "aug.sweep"), ("trade", A), ("trade", B), ("done",)]
    tried += [("discard-token", slot) for slot in SLOTS] + [("gain-token", "E"), ("equip", "spare")]
    for _ in range(40):
        state = table(
            plan__windows=rng.choice(["open", "between-steps"]),
            prog__must=rng.choice(["may", "must"]),
            prog__dark_slots=rng.choice(["yes", "no"]),
        )
        state.grid[A] = "".join(rng.choice("EXN..") if slot % 5 < 4 else "#" for slot in range(20))
        state.equipped[A], state.unequipped[A] = ("ledger", "sweep"), rng.choice([(), ("spare",)])
        state.add_asset(A, "memory", rng.randint(0, 2))
        planning.open_window(state, rng.choice(["begin", "rolled", "program"]), None)
        for _ in range(4):
            if A not in deciders(state):
                break
            lawful(PLAN, state, A, tried)
            moves = [move for move in PLAN.moves(state, A) if move[0] not in ("use", "trade", "done")]
            if not moves:
                break
            do(state, A, rng.choice(moves))

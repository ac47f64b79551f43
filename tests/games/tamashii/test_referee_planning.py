"""Planning as the rules tell it: trace roll, refill and programming, under the defaults and under other rulings."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from played_tables import prompted
from refereed import PLANNING, allowed, asset, onward, play, refusal, rows, stack, table

from tabletop_kernel import load
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.table.session import Session

DECK = ["adware-swarm", "camera-kite", "riot-shell"]


def planning(rulings: dict[str, str] | None = None, **changes: Any) -> Session:
    """The beginning of Planning in the second turn."""
    return table(rulings, **{"turn": 2, "frames": PLANNING, **changes})


def rolled(rulings: dict[str, str] | None = None, **changes: Any) -> Session:
    """A trace roll that seat 0 may still alter with one reroll."""
    return planning(rulings, **{"trace": 3, "reroll": 1, "enemy_deck": DECK, **changes})


# -- The trace roll ----------------------------------------------------------------------------------------------------


def test_a_strike_brings_an_enemy_and_a_surge_does_not() -> None:
    # W11: trace.dice, trace.spawn, trace.no-spawn, trace.zero-after-spawn, enemy.attach
    session = rolled(dice="SD", enemies=stack("gutter-hound"))
    told = play(session, "keep")
    assert session.truth.enemies[0] == (("gutter-hound", 0), ("adware-swarm", 0))
    assert session.truth.trace[0] == 0 and asset(session, "reroll") == 1
    assert ("trace.spawn", {"seat": 0, "enemy": "adware-swarm", "count": 2}) in told
    assert "trace.zero-after-spawn" in [rule for rule, _ in told]


def test_what_belongs_to_a_trade_is_no_reroll() -> None:
    # trace.dice, asset.reroll-one
    session = rolled(dice="SD")
    assert refusal(session, "take-back give many-hands").rule == "trace.dice"
    assert refusal(session, "take-back reroll S").rule == "asset.reroll-one"


def test_whoever_has_not_rolled_is_not_asked_to_keep_the_roll() -> None:
    # asset.personal, aug.timing: all who may upgrade are asked, and what they have may alter another's roll
    session, rng = Session(load("tamashii"), seats=2, seed=1, options={"scenario": "S02"}), Random(1)
    while session.truth.frames[-1][0] != "roll" or len(session.asked) < 2:
        seat = rng.choice(session.asked)
        session.submit(seat, rng.choice([move for move in session.moves(seat) if move[0] != "take-back"]))
    roller = session.truth.frames[-1][1]
    own, other = (prompted(session, seat) for seat in (roller, 1 - roller))
    assert own.key == "roll-trace" and other.key == "roll-of-another"
    assert other.facts["owner"] == ("Kindle", "Bulwark")[roller]
    assert session.game.telling.phrase(session.truth, roller, ("keep",)) == "Keep the roll"
    assert session.game.telling.phrase(session.truth, 1 - roller, ("keep",)) == "Leave the roll as it is"


def test_a_trace_roll_that_brings_nobody_leaves_trace_alone() -> None:
    # trace.no-spawn, trace.zero-after-spawn
    session = rolled(dice="DT")
    told = play(session, "keep")
    assert session.truth.enemies[0] == () and session.truth.trace[0] == 3
    assert told[0] == ("trace.no-spawn", {"seat": 0})


def test_a_surge_brings_an_enemy_under_the_other_ruling() -> None:
    # ruling.trace.symbols
    session = rolled({"trace.symbols": "strike-surge"}, dice="SD")
    told = play(session, "keep")
    assert len(session.truth.enemies[0]) == 2
    assert [rule for rule, _ in told[:2]] == ["trace.spawn", "ruling.trace.symbols"]


def test_one_reroll_can_turn_an_enemy_away() -> None:
    # asset.reroll-where, asset.reroll-one
    session = rolled(dice="SDT")
    assert refusal(session, "reroll T").rule == "asset.reroll-one"
    assert refusal(session, "again").rule == "asset.reroll-one"
    told = play(session, "reroll S", "again")
    assert ("asset.reroll-one", {"seat": 0, "dice": "S", "new": "T"}) in told
    assert session.truth.enemies[0] == () and session.truth.trace[0] == 3 and asset(session, "reroll") == 0


def test_an_enemy_for_one_of_two_strikes_still_sets_trace_to_0() -> None:
    # trace.zero-after-spawn, ruling.enemy.deck-empty
    session = rolled(dice="SS", enemy_deck=["adware-swarm"])
    told = play(session, "keep")
    assert len(session.truth.enemies[0]) == 1 and session.truth.trace[0] == 0
    assert ("ruling.enemy.deck-empty", {"seat": 0, "count": 1}) in told


@pytest.mark.parametrize(("option", "trace"), [("stays", 3), ("zero", 0)])
def test_without_a_card_the_ruling_says_what_becomes_of_trace(option: str, trace: int) -> None:
    # ruling.trace.no-card
    session = rolled({"trace.no-card": option}, dice="SS", enemy_deck=[])
    told = play(session, "keep")
    assert session.truth.trace[0] == trace and "ruling.trace.no-card" in [rule for rule, _ in told]


@pytest.mark.parametrize(("option", "drawn"), [("reshuffle", 2), ("no-draw", 0)])
def test_an_empty_enemy_deck_is_made_anew_or_not(option: str, drawn: int) -> None:
    # ruling.enemy.deck-empty, enemy.discard-pile
    discard = ["adware-swarm", "riot-shell", "riot-shell"]
    session = rolled({"enemy.deck-empty": option}, dice="SS", enemy_deck=[], enemy_discard=discard)
    told = play(session, "keep")
    assert len(session.truth.enemies[0]) == drawn
    assert len(session.truth.enemy_deck) + len(session.truth.enemy_discard) == 3 - drawn
    assert told[0][0] == "ruling.enemy.deck-empty"


def test_nobody_rolls_for_trace_in_the_first_turn() -> None:
    # trace.skip-first
    session = table(turn=1, frames=PLANNING, trace=5, dice="SSS")
    assert session.truth.enemies[0] == () and session.truth.trace[0] == 5


# -- The refill --------------------------------------------------------------------------------------------------------


def test_the_refill_takes_the_dump_when_the_bag_is_empty() -> None:
    # W3: refill.dump-back
    session = planning(grid=rows("E.W.", ".LF.", "W..."), bag="EW", dump="EWLFEWLFE", memory=1)
    told = play(session, "done", "done")
    assert len(session.truth.bag[0]) == 6 and session.truth.dump[0] == ""
    assert ("refill.dump-back", {"seat": 0, "count": 9}) in told


@pytest.mark.parametrize(
    ("option", "light"),
    [
        ("checker-centre", "r1c1 r1c3 r2c2 r2c3 r2c4 r3c1 r3c2 r3c3 r4c2 r4c4"),
        ("checker", "r1c1 r1c3 r2c2 r2c4 r3c1 r3c3 r4c2 r4c4"),
        ("left-two", "r1c1 r1c2 r2c1 r2c2 r3c1 r3c2 r4c1 r4c2"),
        ("left-three", "r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 r3c1 r3c2 r3c3 r4c1 r4c2 r4c3"),
    ],
)
def test_only_light_slots_are_refilled(option: str, light: str) -> None:
    # W2: refill.light, refill.order, refill.fills-all, ruling.launcher.light-slots
    session = planning({"launcher.light-slots": option}, bag="EEEEWWWLLLFFFF", memory=1)
    told = [line for line in play(session, "done", "done") if line[0] != "plan.upgrade-anytime"]
    filled = [f"r{at // 5 + 1}c{at % 5 + 1}" for at, token in enumerate(session.truth.grid[0]) if token not in ".#"]
    assert filled == light.split()
    assert told[0][0] == "refill.order" and told[0][1]["slots"] == filled


@pytest.mark.parametrize(
    ("option", "filled"), [("rows", ["r1c1", "r1c3", "r2c2"]), ("columns", ["r1c1", "r3c1", "r2c2"])]
)
def test_the_order_matters_when_tokens_run_out(option: str, filled: list[str]) -> None:
    # refill.order, ruling.refill.direction, ruling.refill.exhausted
    session = planning({"refill.direction": option}, bag="EWL", memory=1)
    told = [line for line in play(session, "done", "done") if line[0] != "plan.upgrade-anytime"]
    assert told[0] == ("refill.order", {"seat": 0, "tokens": "WEL", "slots": filled})
    assert told[1] == ("refill.fills-all", {"seat": 0})


def test_a_slot_that_is_unlocked_before_the_refill_is_filled_in_it() -> None:
    # W23: upg.exp-unlock, kw.unlocked-light
    session = planning(bag="EEEEWWWLLLFFF", exp=2)
    play(session, "upgrade unlock r2c5")
    assert session.truth.grid[0][9] in "EWLF" and session.truth.exp[0] == 0


def test_a_slot_that_is_unlocked_after_the_refill_stays_empty_this_turn() -> None:
    # W23: kw.unlocked-light
    session = table(exp=2, bag="WWW")
    play(session, "upgrade unlock r1c5")
    assert session.truth.grid[0][4] == "."


# -- Programming -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("windows", ["open", "between-steps"])
def test_whoever_has_made_all_moves_is_not_asked_for_more(windows: str) -> None:
    # prog.moves, plan.upgrade-anytime, ruling.plan.windows
    session = table({"plan.windows": windows}, grid=rows("E..."), moves_left=1, memory=1)
    assert prompted(session).key == "plan-program"
    play(session, "slide r1c1 r1c2")
    assert prompted(session).key == ("plan-programmed" if windows == "open" else "plan-over")
    assert ("upgrade" in prompted(session).facts["ways"]) == (windows == "open")
    assert refusal(session, "slide r1c1 r1c3").rule == "prog.moves"
    play(session, "done")
    assert refusal(session, "slide r1c2 r1c3") == Verdict("plan.simultaneous", seat=0)


def test_slides_and_switches_go_along_rows_and_columns() -> None:
    # W4: prog.slide, prog.switch, prog.no-diagonal, ruling.prog.locked, prog.moves
    session = table(grid=rows("E...", ".W.L"))
    assert refusal(session, "slide r1c1 r2c2").rule == "prog.no-diagonal"
    assert refusal(session, "slide r2c4 r2c5") == Verdict("prog.slide", what="locked", slot="r2c5")
    play(session, "slide r1c1 r1c2", "switch r1c2 r2c2")
    assert session.truth.grid[0] == rows(".W..", ".E.L") and session.truth.moves_left[0] == 1
    play(session, "slide r2c4 r2c3")
    assert refusal(session, "slide r2c3 r2c4") == Verdict("prog.moves")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("slide r1c1 r1c4", {"what": "not-beside", "slot": "r1c4", "other": "r1c1"}),
        ("slide r4c4 r4c3", {"what": "no-token", "slot": "r4c4"}),
        ("slide r1c1 r2c1", {"what": "occupied", "slot": "r2c1"}),
        ("switch r1c1 r3c1", {"what": "not-beside", "slot": "r3c1", "other": "r1c1"}),
        ("switch r1c1 r1c5", {"what": "not-beside", "slot": "r1c5", "other": "r1c1"}),
    ],
)
def test_a_refused_move_on_the_launcher_names_its_slot(move: str, reason: dict[str, str]) -> None:
    # prog.slide, prog.switch
    session = table(grid=rows("E...", "W..."))
    assert refusal(session, move) == Verdict(f"prog.{move.split()[0]}", **reason)


def test_corrupted_tokens_move_unless_the_ruling_pins_them() -> None:
    # ruling.prog.corrupted-moves
    play(table(grid=rows("E.X.")), "slide r1c3 r1c2", "switch r1c1 r1c2")
    session = table({"prog.corrupted-moves": "no"}, grid=rows("EX.."))
    for move in ("slide r1c2 r1c3", "switch r1c1 r1c2"):
        assert refusal(session, move).rule == "ruling.prog.corrupted-moves"
    assert allowed(session, "slide") == ["slide r1c1 r2c1"]


def test_dark_slots_can_be_closed_to_slides_but_not_to_switches() -> None:
    # ruling.prog.dark-slots, kw.unlocked-light
    session = table({"prog.dark-slots": "no"}, grid=rows("EW..", "....", "...L."))
    assert refusal(session, "slide r1c1 r2c1").rule == "ruling.prog.dark-slots"
    play(session, "switch r1c1 r1c2", "slide r1c2 r1c3", "slide r3c4 r3c5")
    assert session.truth.grid[0] == rows("W.E.", "....", "....L")


def test_moves_may_be_left_over_or_must_be_made() -> None:
    # prog.optional, ruling.prog.must
    assert play(table(grid=rows("E...")), "done")[0][0] == "prog.optional"
    session = table({"prog.must": "must"}, grid=rows("E..."))
    assert refusal(session, "done").rule == "ruling.prog.must"
    play(session, "slide r1c1 r1c2", "slide r1c2 r1c1", "slide r1c1 r1c2", "done")
    play(table({"prog.must": "must"}), "done")  # an empty launcher allows no move at all
    play(table({"prog.must": "must", "prog.corrupted-moves": "no"}, grid=rows("XX..")), "done")


# -- Who plans when ----------------------------------------------------------------------------------------------------


def test_upgrades_between_two_program_moves_are_a_ruling() -> None:
    # plan.upgrade-anytime, ruling.plan.windows
    play(table(grid=rows("E..."), memory=1), "slide r1c1 r1c2", "gain-token E", "slide r1c2 r1c3")
    session = table({"plan.windows": "between-steps"}, grid=rows("E..."), memory=2)
    play(session, "gain-token E", "slide r1c1 r1c2")
    assert refusal(session, "gain-token E").rule == "ruling.plan.windows"


def test_the_steps_of_planning_keep_their_order() -> None:
    # plan.steps
    assert refusal(planning(grid=rows("E..."), memory=1), "slide r1c1 r1c2").rule == "plan.steps"


def test_planning_can_be_played_player_by_player() -> None:
    # plan.simultaneous, ruling.plan.barrier
    assert set(planning(bag="E", other={"bag": "E"}).asked) == {0, 1}
    session = planning({"plan.barrier": "per-player"}, bag="E", other={"bag": "E", "trace": 3})
    assert session.asked == (0,) and session.truth.grid[1] == rows()
    assert refusal(session, "slide r1c1 r1c2", seat=1) == Verdict("plan.simultaneous", seat=0)
    play(session, "done")
    onward(session, "slide", 1)
    assert session.asked == (1,) and session.truth.grid[1] == rows("E...")

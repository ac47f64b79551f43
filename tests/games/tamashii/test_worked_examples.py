"""The worked examples of the rules, each by its number: given, move, result, and the rules that say so.

W1 stands in test_setup.py, W16 in test_combat.py.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from small_tables import cited, table
from storyboard import card, settled, with_cards
from street import FANG, WIRE, A, B, Street, dice, house, number

from tabletop_kernel.contract.events import recorder
from tabletop_kernel.games.tamashii.components import EMPTY_LAUNCHER, SLOTS
from tabletop_kernel.games.tamashii.modes import scoring
from tabletop_kernel.games.tamashii.phases import planning, quest
from tabletop_kernel.games.tamashii.state import State

ROW1, ROW2, ROW3 = "r1c1+r1c2+r1c3", "r2c1+r2c2+r2c3", "r3c1+r3c2+r3c3"
LIGHT = ["r1c1", "r1c3", "r2c2", "r2c3", "r2c4", "r3c1", "r3c2", "r3c3", "r4c2", "r4c4"]


def rules_of(street: Street) -> set[str]:
    """All rules by which something has happened."""
    return {rule for _, rule, _, _ in street.events}


def planned(street: Street, step: str) -> Street:
    """A step of Planning of player A."""
    street.begin(step)
    street.state.phase = "planning"
    return street


def filled(street: Street) -> list[str]:
    """The slots on which tokens lie."""
    return [name for name, token in zip(SLOTS, street.state.grid[A], strict=True) if token not in ".#"]


# -- setting up and planning -------------------------------------------------------------------------------------------


def test_w2_the_first_refill() -> None:
    street = Street()
    street.state.turn = 1
    planned(street, "trace")
    assert street.by("no-trace-roll") == ["trace.skip-first"]
    planned(street, "refill")
    assert filled(street) == LIGHT
    assert street.told("refills")[0]["slots"] == LIGHT
    assert len(street.state.bag[A]) == 3
    assert street.by("refills") == ["refill.order"]


def test_w3_the_bag_runs_out() -> None:
    street = Street().launcher(A, "E.E.", ".EEE")
    street.state.bag[A], street.state.dump[A] = "LL", "WWWWWWWWW"
    planned(street, "refill")
    assert [told["tokens"] for told in street.told("refills")] == ["LL", "WWW"]
    assert (len(street.state.bag[A]), street.state.dump[A]) == (6, "")
    assert street.by("dump-back") == ["refill.dump-back"]


def test_w4_slides_and_switches() -> None:
    street = Street(1).launcher(A, "E...", ".W.L").begin("acted")
    planning.open_window(street.state, planning.PROGRAM, recorder(street.events))
    street.settle()
    assert street.state.moves_left[A] == 3
    street.play("slide", "r1c1", "r1c2").play("switch", "r1c2", "r2c2")
    assert street.state.moves_left[A] == 1
    assert (street.by("slides"), street.by("switches")) == (["prog.slide"], ["prog.switch"])
    assert street.no("slide", "r1c2", "r2c1") == "prog.no-diagonal"
    assert street.no("slide", "r2c4", "r2c5") == "prog.slide"  # a locked slot is no empty one


def test_w11_a_trace_roll_that_is_kept() -> None:
    street = Street(script={"dice-0": dice("SD")}).asset(A, reroll=1).stack(A, "riot-shell")
    street.state.trace[A] = 3
    planned(street, "trace").play("keep")
    assert [card for card, _ in street.state.enemies[A]] == ["riot-shell", "stray-drone"]
    assert (street.state.trace[A], street.state.has(A, "reroll")) == (0, 1)
    assert {"trace.dice", "trace.spawn", "trace.zero-after-spawn"} <= rules_of(street)  # enemy.attach: at the bottom


@pytest.mark.parametrize(("difficulty", "by"), [("hard", "mode.hard"), ("normal", "")])
def test_w23_a_slot_for_two_exp(difficulty: str, by: str) -> None:
    street = Street(1, difficulty=difficulty).begin("acted")
    street.state.exp[A] = 2
    planning.open_window(street.state, planning.PROGRAM, recorder(street.events))
    assert street.settle().no("upgrade", "unlock", "r1c5") == by
    if not by:
        street.play("upgrade", "unlock", "r1c5")
        assert {"upg.exp-unlock", "kw.unlocked-light"} <= rules_of(street)
        assert "r1c5" in filled(planned(street, "refill"))


# -- launching ---------------------------------------------------------------------------------------------------------


def launching(*rows: str, **agreed: Any) -> Street:
    return Street(**agreed).launcher(A, *rows).begin("launch")


def test_w5_an_open_token_stands_in() -> None:
    street = launching("....", ".EOE").play("launch", "basic.power", "r2c2+r2c3+r2c4")
    assert (street.state.has(A, "power"), street.state.dump[A]) == (1, "EEO")
    assert (street.by("gains"), street.by("dumps")) == (["pattern.asset"], ["launch.dump-then-effect"])


def test_w6_five_in_a_row() -> None:
    street = launching("....", "LLLLL").play("launch", "basic.memory-long", "r2c1+r2c2+r2c3+r2c4+r2c5")
    assert (street.state.has(A, "memory"), street.state.dump[A]) == (2, "LLLLL")
    assert street.by("gains") == ["pattern.long-only"]


def test_w7_each_pattern_once_in_a_step() -> None:
    street = launching("EEE.", "EEE.").play("launch", "basic.power", ROW1)
    assert street.state.has(A, "power") == 1
    assert street.no("launch", "basic.power", ROW2) == "pattern.once"
    street.play("done").begin("launch")
    assert street.no("launch", "basic.power", ROW2) == ""


def test_w8_an_augment_with_the_same_pattern() -> None:
    street = Street().launcher(A, "EEE.", "EEE.")
    augments = house().augments
    use = replace(next(use for use in augments["phalanx-protocol"].uses if use.pattern), pattern=("EEE",))
    twin = replace(augments["phalanx-protocol"], uses=(use,))
    content = replace(house(), augments={**augments, "phalanx-protocol": twin})
    street.state.rules = replace(street.state.rules, content=content, more={})
    street.state.equipped[A] = ("phalanx-protocol",)
    street.begin("launch").play("launch", "basic.power", ROW1).play("launch", "aug.phalanx-protocol", ROW2)
    assert (street.state.has(A, "power"), street.state.has(A, "shield")) == (1, 1)
    assert street.by("launches") == ["pattern.basic-nine", "aug.faction-launch"]
    assert street.state.dump[A] == "EEEEEE"  # pattern.same-tokens: each with tokens of its own


def test_w9_the_exp_pattern_mirrored() -> None:
    slots = "r2c2+r2c3+r3c2+r3c3"
    street = launching("....", ".WE.", ".FL.").play("launch", "basic.exp", slots)
    assert (street.state.exp[A], street.state.dump[A]) == (1, "EFLW")
    assert street.by("gains-exp") == ["pattern.exp"]
    turned = launching("....", ".WE.", ".FL.", pattern__mirror="rotations")
    assert turned.no("launch", "basic.exp", slots) == "ruling.pattern.mirror"


def test_w10_a_corrupted_token_in_the_middle() -> None:
    street = Street().launcher(A, "EXE.").stack(A, "stray-drone").begin("launch")
    assert street.no("launch", "enemy.stray-drone.hack0", ROW1) == "data.any-cell"
    end = Street().launcher(A, "XEE.").stack(A, "stray-drone").begin("launch")
    assert end.no("launch", "enemy.stray-drone.hack0", ROW1) == "data.corrupted-block"


def test_w21_the_bot_launches_for_you() -> None:
    street = Street(1, mode="solo").launcher(A, "EWE.")
    state = street.state
    state.card, state.bot, state.batteries = "S01-3", (1, -1), 3
    state.map = state.map.turned_up((1, -1))
    street.begin("launch")
    assert street.no("launch", "card.S01-3", ROW1) == "solo.bot-example"
    street.play("battery").play("launch", "card.S01-3", ROW1)
    assert (state.on_card, state.batteries) == ({"success": 1}, 2)
    assert street.by("battery-spent") == ["solo.bot-use"]
    assert street.no("battery") == "solo.bot-per-step"
    assert street.play("done").state.bot_used == ""


def test_w25_two_basic_patterns_in_one_step() -> None:
    street = launching("EEE.", "....", "LLL.", "W...")
    street.play("launch", "basic.power", ROW1).play("launch", "basic.memory", ROW3)
    assert (street.state.has(A, "power"), street.state.has(A, "memory")) == (1, 1)
    assert street.state.dump[A] == "EEELLL"
    assert street.order("launches", "dumps", "gains")
    assert street.by("dumps") == ["launch.dump-then-effect"] * 2
    assert street.by("launches") == ["pattern.basic-nine", "pattern.basic-many"]
    street.play("done")
    assert filled(street) == ["r4c1"]
    assert (street.by("launches-over"), street.told("launches-over")) == (
        ["launch.keep-rest"],
        [{"seat": A, "count": 1}],
    )
    assert not street.asked


# -- moving ------------------------------------------------------------------------------------------------------------


def test_w12_the_top_of_the_trace_track() -> None:
    street = Street().clear().tile("shelter", (0, 0)).tile("cold-storage", (1, 0)).tile("broadcast-mast", (2, 0))
    street.state.trace[A] = 8
    street.begin("move").play("move", "2,0")
    assert (street.state.trace[A], len(street.state.enemies[A])) == (0, 2)
    assert street.told("trace-overshoot") == [{"seat": A, "count": 2}]
    assert {"move.range", "trace.entry", "trace.top"} <= rules_of(street)


def test_w13_a_face_down_tile_with_a_token() -> None:
    token = next(
        one.id
        for one in house().finds.values()
        if tuple(line.text for line in one.rewards) == ("gain 1 exp", "gain 1 memory")
    )
    street = Street().clear().tile("shelter", (0, 0)).tile("cold-storage", (1, 0), False, token, "relay", "die:S")
    street.tile("broadcast-mast", (2, 0), False).begin("move")
    assert street.no("move", "2,0") == "move.no-through-unrevealed"
    street.play("move", "1,0")
    assert (street.asked, (1, 0) in street.state.up, street.state.finds) == ("find", False, {})
    assert street.no("reward", 2) == "explore.token-first"
    street.play("reward", 1)
    assert (street.state.has(A, "memory"), street.state.exp[A], street.state.trace[A]) == (1, 0, 1)
    assert (1, 0) in street.state.up
    assert street.state.markers[1, 0] == ("relay", "die:S")
    assert street.told("stays-there")[0]["markers"] == ["relay", "die"]  # what the dice token shows stays secret
    assert street.order("moves", "stops", "find", "gains", "revealed", "stays-there", "trace-up")
    wanted = {"move.stop-on-unrevealed", "explore.token-first", "explore.tile-then", "explore.others-stay"}
    assert wanted | {"trace.entry"} <= rules_of(street)


# -- combat ------------------------------------------------------------------------------------------------------------


def fighting(faces: str, shown: int, symbol: list[int], *stack: str, body: str = "", power: int = 0) -> Street:
    script = {"dice-0": dice(faces), "number": number(shown), "symbol": symbol}
    street = Street(script=script).stack(A, *stack).asset(A, power=power)
    if body:
        street.body(A, body)
    street.begin("combat")
    for _ in range(power):
        street.play("power")
    return street.play("roll")


def test_w14_the_next_enemy_takes_the_place() -> None:
    street = fighting("SST", 2, WIRE, "adware-swarm", "gutter-hound", "riot-shell")
    street.play("frame", "0", "SS")
    while street.asked:
        street.play("end" if street.no("end") == "" else "pass")
    assert [card for card, _ in street.state.enemies[A]] == ["gutter-hound", "riot-shell"]
    assert street.state.exp[A] == 1
    assert [told["enemy"] for told in street.told("enemy-acts")] == ["gutter-hound"]
    assert street.state.integrity[A] == 4
    wanted = {"combat.number-die", "enemy.defeat", "enemy.next-top", "combat.enemy-frame", "combat.die-leaves"}
    assert wanted <= rules_of(street)


def test_w15_the_number_die_shows_too_much() -> None:
    street = fighting("TTT", 3, WIRE, "toll-clerk", "gutter-hound")
    assert street.told("die-placed") == [{"seat": A, "number": 3, "enemy": "gutter-hound"}]
    while street.asked:
        street.play(*street.moves()[-1])
    assert [told["enemy"] for told in street.told("enemy-acts")] == ["gutter-hound", "toll-clerk"]
    assert {"combat.number-over", "combat.die-walks", "combat.die-leaves"} <= rules_of(street)


def test_w17_shields_all_in_or_none() -> None:
    for move, shields, integrity in ((("shield", 2), 0, 4), (("suffer",), 2, 2)):
        street = Street().asset(A, shield=2).begin("acted")
        street.state.frames.append(("wounds", A, (3, "combat.enemy-frame")))
        street.settle()
        assert street.no("shield", 1) == "asset.shield-all-in"
        street.play(*move)
        assert (street.state.has(A, "shield"), street.state.integrity[A]) == (shields, integrity)
        assert ("asset.shield-one" in rules_of(street)) == (move[0] == "shield")
        assert ("asset.shield-optional" in rules_of(street)) == (move[0] == "suffer")


def test_w18_a_reset() -> None:
    script = {"dice-0": dice("TTTT"), "number": number(1), "symbol": [*WIRE, *FANG]}
    street = (
        Street(script=script, scenario="S02")
        .stack(A, "gutter-hound", "toll-clerk")
        .body(A, "tin-saint", "night-florist")
    )
    state = street.state
    state.corrupted, state.integrity[A], state.trace[A], state.body_deck = 5, 1, 4, ("cybercat",)
    street.launcher(A, "EO..").at(A, (1, 0)).tile("cold-storage", (1, 0)).begin("combat").play("roll")
    while street.asked:
        street.play(*(("end",) if street.no("end") == "" else ("pass",)))
    assert (state.bodies[A], state.body_deck) == (("night-florist",), ("cybercat", "tin-saint"))
    assert (state.corrupted, state.dump[A], state.grid[A]) == (3, "EOXX", EMPTY_LAUNCHER)
    assert (state.enemies[A], state.exp[A], state.trace[A]) == ((), 0, 0)
    assert state.integrity[A] == state.maximum[A] == 5
    assert state.place[A] == (0, 0)
    assert state.is_out(A)
    assert "combat.end-reset" in rules_of(street)
    parts = "trigger roll lose-body next-body corrupted dump-launcher enemies trace integrity shelter skip-phase"
    assert {f"reset.{part}" for part in parts.split()} <= rules_of(street)


# -- the quest ---------------------------------------------------------------------------------------------------------


THREE_BLOCKS = (
    "if success here >= 2: draw card T01-2; each player: gain 1 power",
    "if time = 0: lost",
    "otherwise: time down 1; if time = 3: first player: attach 1",
)


def world(time: int, success: int, blocks: tuple[str, ...], *others: Any, **agreed: str) -> tuple[State, set[str]]:
    """The world activity of a card, with so much time and so many success tokens; and the rules that were told."""
    state = with_cards(table(**agreed), card("T01-1", world=blocks), *others)
    state.time, state.on_card, state.integrity = time, {"success": success}, [3, 3]
    events: list[Any] = []
    quest.begin_world(state, recorder(events))
    return state, {rule for _, rule in cited(events + settled(state))}


def test_w19_otherwise_with_an_if_of_its_own() -> None:
    state, told = world(4, 1, THREE_BLOCKS, card("T01-2"))
    assert (state.card, state.time) == ("T01-1", 3)
    assert (len(state.enemies[A]), len(state.enemies[B])) == (1, 0)
    assert {"quest.if-false", "quest.otherwise-ifs", "quest.top-down"} <= told


def test_w20_a_new_card_stops_the_old_one() -> None:
    state, told = world(0, 2, THREE_BLOCKS, card("T01-2", immediate="each player: gain 1 exp"))
    assert (state.card, state.on_card, state.result) == ("T01-2", {}, None)
    assert (state.exp, state.has(A, "power")) == ([1, 1], 0)
    assert {"quest.if-true", "quest.draw-stops", "quest.replace", "quest.new-card"} <= told


def test_w24_a_special_card_stops_nothing() -> None:
    blocks = ("otherwise: time down 1; if time = 4: draw card T01-S; each player: recover 1",)
    state, told = world(5, 2, blocks, card("T01-S", special=True))
    assert (state.time, state.card, state.specials, state.on_card) == (4, "T01-1", ("T01-S",), {"success": 2})
    assert state.integrity == [4, 4]
    assert {"quest.otherwise-ifs", "scen.special-aside"} <= told


def test_w22_points() -> None:
    street = Street(mode="versus").launcher(A, "....O", "....X")
    state, content = street.state, house()
    factions = [one for one in content.augments.values() if one.faction]
    broken = next(one.id for one in factions if one.breaks)
    whole = next(one.id for one in factions if not one.breaks)
    starts = [one.id for one in content.augments.values() if one.owner == "Reaper" and one.start][:2]
    later = next(one.id for one in content.augments.values() if one.owner == "Reaper" and not one.start)
    worth = {points: next(one.id for one in content.goals.values() if one.vp == points) for points in (3, 4)}
    state.assets[A], state.maximum[A], state.dump[A] = (2, 3, 0, 5), 7, "XX"
    state.equipped[A] = (whole, broken, later, *starts)
    state.goals_taken[A] = (worth[3], worth[4])
    points = {row.rule.removeprefix("vp."): row.points for row in scoring.score_rows(state, A)}
    wanted = {"assets": 3, "slots": 2, "open": 1, "integrity": 2, "faction": 1, "class": 2, "goals": 7, "corrupted": -2}
    assert points == wanted
    assert scoring.total_points(state, A) == 16

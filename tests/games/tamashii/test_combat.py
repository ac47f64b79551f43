"""Combat, roll for roll."""

from __future__ import annotations

from typing import Any

import pytest
from street import FANG, WIRE, A, B, Street, dice, number

from tabletop_kernel.games.tamashii.fighting import combat, fight_state
from tabletop_kernel.games.tamashii.telling import refusals


def attack(faces: str, shown: int, symbol: list[int], *stack: Any, **agreed: Any) -> Street:
    """A Combat in which these dice will be rolled."""
    script = {"dice-0": dice(faces), "number": number(shown), "symbol": symbol}
    return Street(script=script, **agreed).stack(A, *stack)


def rolled(
    faces: str, shown: int, symbol: list[int], *stack: Any, power: int = 0, body: str = "", **agreed: Any
) -> Street:
    """The same, after the roll."""
    street = attack(faces, shown, symbol, *stack, **agreed).asset(A, power=power)
    if body:
        street.body(A, body)
    street.begin("combat")
    for _ in range(power):
        street.play("power")
    return street.play("roll")


def now(street: Street) -> fight_state.Fight:
    found = fight_state.fight_of(street.state, A)
    assert found is not None
    return found


def left(street: Street) -> list[str]:
    return [card for card, _ in street.state.enemies[A]]


# -- before the roll ---------------------------------------------------------------------------------------------------


def test_patterns_are_not_launched_in_combat() -> None:  # launch.only-here
    street = Street().stack(A, "stray-drone").launcher(A, "FF..").begin("combat")
    wrong = refusals.refuse_here_and_now(street.state, A, ("launch", "enemy.stray-drone.repel", "r1c1+r1c2"))
    assert wrong is not None
    assert wrong.rule == "launch.only-here"


def test_nobody_fights_without_enemies() -> None:  # combat.skip
    street = Street().begin("combat")
    assert not street.asked
    assert street.by("no-combat") == ["combat.skip"]


def test_as_many_dice_as_att() -> None:  # combat.dice
    street = Street().stack(A, "stray-drone").begin("combat")
    assert now(street).dice == "???"
    assert street.told("takes-dice") == [{"seat": A, "count": 3, "number": 1}]
    ronin = Street().stack(A, "stray-drone").body(A, "hollow-ronin").begin("combat")
    assert now(ronin).dice == "????"


def test_power_adds_dice_before_the_roll_and_never_after() -> None:  # combat.power, asset.power-timing, asset.spend
    street = attack("SSSSS", 0, FANG, "ash-kirin").asset(A, power=2).begin("combat").play("power").play("power")
    assert now(street).dice == "?????"
    assert street.no("power") == "asset.spend"
    assert street.by("spends") == ["combat.power"] * 2
    street.asset(A, power=1).play("roll")
    assert street.no("power") == "asset.power-timing"


def test_ten_dice_may_be_all_there_are() -> None:  # ruling.dice.supply
    street = Street(dice__supply="10").stack(A, "stray-drone").asset(A, power=5).body(A, "dockside-colossus")
    street.begin("combat")
    for _ in range(5):
        street.play("power")
    street.asset(A, power=1)
    assert street.no("power") == "ruling.dice.supply"
    many = Street().stack(A, "stray-drone").asset(A, power=5).body(A, "dockside-colossus").begin("combat")
    for _ in range(5):
        many.play("power")
    assert many.asset(A, power=1).no("power") == ""


def test_walkers_help_before_the_roll() -> None:
    street = Street().stack(A, "stray-drone").launcher(A, "E...").begin("combat").play("use", "body.kindle")
    assert now(street).dice == "????"
    assert street.state.dump[A] == "E"
    assert street.no("use", "body.kindle") != ""


def test_the_steps_keep_their_order() -> None:  # combat.order
    street = attack("SST", 1, FANG, "gutter-hound").begin("combat")
    for move in (("frame", "0", "S"), ("pass",), ("end",)):
        assert street.no(*move) == "combat.order"
    street.play("roll")
    assert street.no("roll") == "combat.order"


# -- the number die ----------------------------------------------------------------------------------------------------


def test_all_dice_are_rolled_together() -> None:  # combat.roll
    street = rolled("SDT", 1, WIRE, "gutter-hound")
    assert (now(street).dice, now(street).number, now(street).symbol) == ("DST", 0, "wire")
    assert street.by("number-rolled") == street.by("symbol-rolled") == street.by("rolled-attack") == ["combat.roll"]


@pytest.mark.parametrize(
    ("shown", "enemies", "on", "rule"),
    [
        (1, 3, 0, "combat.number-die"),
        (2, 3, 1, "combat.number-die"),
        (3, 3, 2, "combat.number-die"),
        (2, 1, 0, "combat.number-over"),
        (3, 2, 1, "combat.number-over"),
    ],
)
def test_enemies_are_counted_from_the_top(shown: int, enemies: int, on: int, rule: str) -> None:
    # combat.number-die, combat.number-over
    street = rolled("SSS", shown, FANG, *["ash-kirin"] * enemies)
    assert now(street).number == on
    assert street.by("die-placed") == [rule]


def test_a_blank_is_placed_nowhere() -> None:  # combat.blank
    street = rolled("STT", 0, FANG, "gutter-hound")
    assert now(street).number == -1
    assert street.by("die-blank") == ["combat.blank"]
    assert street.no("pass") == "combat.blank"
    street.play("frame", "0", "S").play("end")
    assert not street.told("enemy-acts")
    assert street.state.integrity[A] == 5


# -- frames by turns ---------------------------------------------------------------------------------------------------


def test_w14() -> None:  # combat.alternate, frame.top-only, combat.enemy-frame, combat.die-leaves, enemy.next-top
    street = rolled("SST", 2, WIRE, "adware-swarm", "gutter-hound", "riot-shell")
    assert now(street).number == 1
    street.play("frame", "0", "SS")
    assert street.state.exp[A] == 1
    assert left(street) == ["gutter-hound", "riot-shell"]
    assert street.told("enemy-acts") == [
        {"seat": A, "enemy": "gutter-hound", "symbol": "wire", "key": "enemy.gutter-hound.wire"}
    ]
    assert street.state.integrity[A] == 4
    assert street.by("die-leaves") == ["combat.die-leaves"]
    assert street.by("damaged") == ["frame.top-only"]
    assert not street.asked  # a single Static fits no frame of Kindle
    assert street.by("combat-over") == ["combat.end-done"]


def test_w15() -> None:  # combat.active-enemy, combat.number-over, combat.die-walks, combat.die-leaves
    street = rolled("TTT", 3, WIRE, "stray-drone", "gutter-hound")
    assert now(street).number == 1
    street.play("pass")
    assert [told["enemy"] for told in street.told("enemy-acts")] == ["gutter-hound"]
    assert street.by("die-walks") == ["combat.die-walks"]
    assert now(street).number == 0
    street.play("pass")
    assert [told["enemy"] for told in street.told("enemy-acts")] == ["gutter-hound", "stray-drone"]
    assert street.told("die-leaves")
    assert street.play("frame", "2", "TT").state.has(A, "power") == 1


def test_w16() -> None:  # frame.repeat, frame.once
    street = rolled("SSTT", 0, FANG, "ash-kirin", power=1, body="tin-saint")
    street.state.integrity[A] = 2
    street.play("frame", "0", "S").play("frame", "0", "S")
    assert street.state.enemies[A] == (("ash-kirin", 2),)
    assert street.by("frame") == ["combat.player-frame", "frame.repeat"]
    street.play("frame", "2", "T")
    assert street.state.integrity[A] == 3
    assert not street.asked  # nothing is left but the frame that has been used
    again = rolled("STTT", 0, FANG, "ash-kirin", power=1, body="tin-saint")
    again.state.integrity[A] = 2
    assert again.play("frame", "2", "T").no("frame", "2", "T") == "frame.once"


def test_w17() -> None:  # asset.shield-all-in, asset.shield-one, asset.shield-optional, combat.shield
    street = rolled("TTS", 1, FANG, "gutter-hound").asset(A, shield=2).play("pass")
    assert street.asked == "wounds"
    assert street.no("shield", 1) == "asset.shield-all-in"
    street.play("shield", 2)
    assert (street.state.has(A, "shield"), street.state.integrity[A]) == (0, 4)
    none = rolled("TTS", 1, FANG, "gutter-hound").asset(A, shield=2).play("pass").play("suffer")
    assert (none.state.has(A, "shield"), none.state.integrity[A]) == (2, 2)


def test_dice_fit_frames_or_not() -> None:  # combat.player-frame, frame.repeat, ruling.combat.die-once
    street = rolled("SSD", 0, FANG, "ash-kirin")
    assert street.moves() == [("frame", "0", "S"), ("frame", "0", "SS"), ("frame", "1", "D"), ("end",)]
    assert street.no("frame", "0", "SSS") == "combat.player-frame"
    assert street.no("frame", "0", "D") == "frame.repeat"
    assert street.no("frame", "0", "") == "frame.repeat"
    assert street.no("frame", "2", "TT") == "combat.player-frame"
    assert street.no("frame", "2", "SS") == "combat.player-frame"
    assert street.no("frame", "7", "S") == "table.form"
    assert street.no("frame", "0") == "table.form"
    street.play("frame", "0", "SS")
    assert street.no("frame", "0", "S") == "combat.player-frame"


def test_only_ones_own_enemies_are_harmed() -> None:  # combat.own-only
    street = rolled("SSS", 0, FANG, "ash-kirin").stack(B, "stray-drone")
    assert street.no("frame", "0", "SS", B) == "combat.own-only"
    street.play("frame", "0", "SSS")
    assert street.state.enemies[B] == (("stray-drone", 0),)


def test_too_much_damage_is_lost() -> None:  # frame.excess-lost
    street = rolled("SSS", 0, FANG, "adware-swarm", "gutter-hound").play("frame", "0", "SSS")
    assert street.state.enemies[A] == (("gutter-hound", 0),)
    assert street.by("excess-lost") == ["frame.excess-lost"]


# -- enemies that go ---------------------------------------------------------------------------------------------------


def test_the_dead_do_not_act() -> None:  # combat.dead-dont-act, combat.die-shift
    street = rolled("SST", 1, FANG, "adware-swarm", "gutter-hound").play("frame", "0", "SS")
    assert not street.told("enemy-acts")
    assert street.by("die-removed") == ["combat.dead-dont-act"]
    assert street.state.integrity[A] == 5
    assert left(street) == ["gutter-hound"]


def test_frames_after_the_last_enemy() -> None:  # ruling.combat.no-enemies-left
    street = rolled("SSTTS", 1, FANG, "adware-swarm", power=2).play("frame", "0", "SS")
    assert street.no("frame", "0", "S") == "ruling.combat.no-enemies-left"
    assert street.moves() == [("frame", "2", "TT"), ("end",)]
    assert street.play("frame", "2", "TT").state.has(A, "power") == 1
    assert not street.asked
    over = rolled("SSTTS", 1, FANG, "adware-swarm", power=2, combat__no_enemies_left="ends").play("frame", "0", "SS")
    assert not over.asked
    assert over.by("combat-over") == ["ruling.combat.no-enemies-left"]


def test_a_cancelled_frame_is_skipped_and_the_die_walks_on() -> None:
    street = rolled("TTSS", 2, FANG, "stray-drone", "ash-kirin", power=1, body="static-widow").play("frame", "0", "TT")
    assert street.told("frame-cancelled") == [{"seat": A, "enemy": "ash-kirin"}]
    assert now(street).number == 0
    street.play("pass")
    assert [told["enemy"] for told in street.told("enemy-acts")] == ["stray-drone"]


def test_a_frame_may_discard_the_top_enemy() -> None:  # enemy.discard-no-exp
    street = rolled("SD", 2, FANG, "ash-kirin", "stray-drone", body="night-florist").play("frame", "3", "DS")
    assert (left(street), street.state.exp[A]) == (["stray-drone"], 0)
    assert [told["enemy"] for told in street.told("enemy-acts")] == ["stray-drone"]


@pytest.mark.parametrize(("choice", "acting"), [("waits", ["camera-kite"]), ("acts", ["camera-kite", "stray-drone"])])
def test_an_enemy_that_comes_late(choice: str, acting: list[str]) -> None:  # ruling.combat.late-enemy
    street = attack("TTS", 1, WIRE, "camera-kite", combat__late_enemy=choice)
    street.state.enemy_deck = ("stray-drone",)
    street.begin("combat").play("roll").play("pass")
    if choice == "acts":
        street.play("pass")
    assert [told["enemy"] for told in street.told("enemy-acts")][: len(acting)] == acting
    assert left(street) == ["camera-kite", "stray-drone"]


# -- passing and ending ------------------------------------------------------------------------------------------------


def test_passing_lasts_for_one_turn_or_for_good() -> None:  # ruling.combat.pass, combat.alternate
    street = rolled("SST", 2, WIRE, "riot-shell", "riot-shell").play("pass")
    assert street.by("passes") == ["combat.alternate"]
    assert street.no("frame", "0", "SS") == ""
    final = rolled("SST", 2, WIRE, "riot-shell", "riot-shell", combat__pass="final").play("pass")
    assert not final.asked
    assert len(final.told("enemy-acts")) == 2
    assert final.by("passes-for-good") == ["ruling.combat.pass"]


def test_no_end_while_the_number_die_lies_there() -> None:  # combat.end-done
    street = rolled("SST", 1, WIRE, "gutter-hound")
    assert street.no("end") == "combat.end-done"
    street.play("pass")
    assert street.no("pass") == "combat.die-leaves"
    street.play("end")
    assert not street.asked
    assert street.by("combat-over") == ["combat.end-done"]


def test_a_side_with_nothing_to_do_is_passed_over() -> None:  # ruling.combat.side-done
    street = rolled("TSS", 3, WIRE, "riot-shell", "riot-shell", "riot-shell").play("frame", "0", "SS")
    assert not street.asked
    assert len(street.told("enemy-acts")) == 3


def test_a_reset_ends_combat_at_once() -> None:  # combat.end-reset, reset.trigger
    street = rolled("SST", 2, FANG, "stray-drone", "gutter-hound")
    street.state.integrity[A] = 1
    street.play("pass")
    assert street.state.is_out(A)
    assert not street.asked
    assert street.by("combat-over") == ["combat.end-reset"]
    assert left(street) == []
    assert len(street.told("enemy-acts")) == 1


def test_what_counts_for_a_combat_ends_with_it() -> None:
    street = rolled("SST", 0, FANG, "adware-swarm").play("frame", "0", "SS")
    assert street.state.tally[A].get("defeated-combat", 0) == 0
    assert street.state.tally[A]["defeated-turn"] == 1
    assert not [mark for mark in street.state.used[A] if mark.startswith("combat:")]


# -- rerolls and other help --------------------------------------------------------------------------------------------


def test_rerolls_come_before_the_number_die_is_placed() -> None:  # ruling.reroll.timing
    script = {"dice-0": dice("TTTSS"), "number": number(1), "symbol": FANG}
    placed = Street(script=script).stack(A, "ash-kirin").asset(A, reroll=2).begin("combat").play("roll")
    assert placed.asked == "roll"
    assert not placed.told("die-placed")
    placed.play("reroll", "T").play("reroll", "T").play("again")
    assert now(placed).dice == "SST"
    assert placed.order("rerolled", "die-placed")
    late = (
        Street(script=script, reroll__timing="frame")
        .stack(A, "ash-kirin")
        .asset(A, reroll=2)
        .begin("combat")
        .play("roll")
    )
    assert late.told("die-placed")
    assert late.asked == "roll"


def test_enemy_dice_are_rerolled_where_a_ruling_says_so() -> None:  # ruling.reroll.dice
    script = {"dice-0": dice("TTT"), "number": [*number(3), *number(1)], "symbol": FANG}
    street = Street(script=script, reroll__dice="any").stack(A, "stray-drone", "ash-kirin").asset(A, reroll=1)
    street.begin("combat").play("roll").play("reroll", "number").play("again")
    assert now(street).number == 0
    player = Street(script=script).stack(A, "stray-drone").asset(A, reroll=1).begin("combat").play("roll")
    assert player.no("reroll", "number") == "ruling.reroll.dice"


def test_crowd_control_counts_one_less() -> None:
    street = attack("TTT", 3, FANG, "stray-drone", "toll-clerk", "ash-kirin")
    street.state.equipped[A] = ("crowd-control",)
    street.begin("combat").play("roll").play("use", "aug.crowd-control")
    if street.asked == "roll":
        street.play("keep")
    assert now(street).number == 1


def test_lullaby_makes_the_number_die_blank() -> None:  # combat.blank
    street = attack("TTS", 3, FANG, "stray-drone", "ash-kirin").asset(A, memory=2)
    street.state.equipped[A] = ("lullaby",)
    street.begin("combat").play("use", "aug.lullaby").play("roll")
    assert now(street).number == -1
    assert street.by("number-as-blank") == ["combat.roll"]


def test_an_augment_adds_a_frame() -> None:  # frame.once
    street = attack("SSSSSS", 0, FANG, "ash-kirin").asset(A, power=3)
    street.state.equipped[A] = ("haymaker",)
    street.begin("combat").play("power").play("power").play("power").play("roll")
    assert "aug.haymaker" in combat.frame_choices(street.state, A)
    assert street.no("use", "aug.haymaker") == "combat.player-frame"
    street.play("frame", "aug.haymaker", "SSS")
    assert street.state.enemies[A] == (("ash-kirin", 5),)
    assert street.no("frame", "aug.haymaker", "SSS") == "frame.once"


def test_the_bot_can_stand_for_one_in_combat() -> None:  # solo.bot-use
    script = {"dice-0": dice("SST"), "number": number(0), "symbol": FANG}
    street = Street(1, mode="solo", script=script).stack(A, "ash-kirin").begin("combat").play("roll").play("battery")
    assert street.state.bot_used == "combat"
    street.play("end")
    assert street.state.bot_used == ""

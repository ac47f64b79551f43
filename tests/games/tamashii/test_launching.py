"""The launch step, and what each kind of pattern does."""

from __future__ import annotations

from typing import Any

import pytest
from street import A, B, Street

from tabletop_kernel.games.tamashii.launch import tokens
from tabletop_kernel.games.tamashii.telling import refusals

ROW1, ROW2 = "r1c1+r1c2+r1c3", "r2c1+r2c2+r2c3"


def step(*rows: str, **agreed: Any) -> Street:
    return Street(**agreed).launcher(A, *rows)


# -- the step ----------------------------------------------------------------------------------------------------------


def test_a_pattern_without_slots_is_refused_for_what_stands_in_the_way() -> None:  # pattern.exact, pattern.once
    street = Street().launcher(A, "EEE.").begin("launch")
    assert street.no("launch", "basic.memory-long") == "pattern.exact"
    assert street.no("launch", "basic.power") == "table.form"  # it lies there: which slots are meant?
    street.play("launch", "basic.power", "r1c1+r1c2+r1c3")
    assert street.no("launch", "basic.power") == "pattern.once"


def test_slots_are_named_in_reading_order() -> None:  # pattern.exact
    street = step("EEE.").begin("launch")
    for slots in ("r1c2+r1c1+r1c3", "r1c1+r1c1+r1c2", "r9c9", ""):
        assert street.no("launch", "basic.power", slots) == "pattern.exact"
    assert street.no("launch", "basic.power", "r1c1+r1c2") == "pattern.asset"
    assert street.no("launch", "basic.power") == "table.form"
    assert street.no("done", 1) == "table.form"


# -- corrupted tokens --------------------------------------------------------------------------------------------------


def test_corrupted_tokens_are_dumped_at_the_end() -> None:  # launch.dump-corrupted
    street = step("X.E.", "..X.").begin("launch")
    assert street.no("dump-corrupted") == "ruling.launch.corrupted-when"
    assert step("E.E.").begin("launch").no("dump-corrupted") == "launch.dump-corrupted"
    street.play("done")
    assert street.state.dump[A] == "XX"
    assert street.by("dumps") == ["launch.dump-corrupted"]


def test_corrupted_tokens_are_dumped_when_one_likes() -> None:  # ruling.launch.corrupted-when
    street = step("X.E.", launch__corrupted_when="any").begin("launch").play("dump-corrupted")
    assert street.state.dump[A] == "X"
    assert street.no("dump-corrupted") == "launch.dump-corrupted"
    later = step("X.E.", launch__corrupted_when="any").begin("launch").play("done")
    assert later.state.dump[A] == "X"


# -- augments ----------------------------------------------------------------------------------------------------------


def test_augments_of_different_cards_and_the_same_tokens_twice_over() -> (
    None
):  # W8, pattern.same-tokens, pattern.augments
    street = step("WW..", "WW..")
    street.state.equipped[A] = ("phalanx-protocol",)
    street.begin("launch").play("launch", "aug.phalanx-protocol", "r1c1+r1c2")
    assert street.state.has(A, "shield") == 1
    assert street.by("launches") == ["aug.faction-launch"]
    assert street.no("launch", "aug.phalanx-protocol", "r2c1+r2c2") == "pattern.once"


def test_an_augment_that_breaks_is_gone_after_its_effect() -> None:  # aug.break
    street = step("EWE.").stack(A, "rust-monk")
    street.state.equipped[A] = ("last-stand",)
    street.begin("launch").play("launch", "aug.last-stand", ROW1)
    assert street.state.equipped[A] == ()
    assert "last-stand" in street.state.box
    assert street.state.enemies[A] == (("rust-monk", 3),)
    assert street.state.integrity[A] == 4
    assert street.order("damaged", "wounded", "breaks")
    assert street.no("launch", "aug.last-stand", ROW1) == "aug.break"
    assert street.no("use", "aug.last-stand") == "aug.break"


def test_one_dump_pays_for_equal_patterns_where_a_ruling_says_so() -> None:  # ruling.pattern.same-tokens-mode
    street = step("WEW.", pattern__same_tokens_mode="shared").stack(A, ("riot-shell", 0))
    street.state.equipped[A] = ("second-wind",)
    street.state.integrity[A] = 2
    street.begin("launch")
    key = next(str(move[1]) for move in street.moves() if "+" in str(move[1]))
    assert set(key.split("+")) == {"aug.second-wind", "enemy.riot-shell.hack0"}
    street.play("launch", key, ROW1)
    assert (street.state.integrity[A], street.state.enemies[A]) == (4, (("riot-shell", 3),))
    assert street.state.dump[A] == "EWW"
    assert street.by("launches") == ["ruling.pattern.same-tokens-mode"]


# -- enemies -----------------------------------------------------------------------------------------------------------


def test_hacks_of_the_top_enemy_then_of_the_next() -> None:  # enemy.patterns, enemy.next-top, pattern.hack-repel
    street = step("ELE.", "FL..", "..FF").stack(A, ("stray-drone", 1), "adware-swarm").begin("launch")
    assert street.no("launch", "enemy.adware-swarm.hack0", "r2c1+r2c2") == "enemy.patterns"
    street.play("launch", "enemy.stray-drone.hack0", ROW1)
    assert [card for card, _ in street.state.enemies[A]] == ["adware-swarm"]
    assert street.state.exp[A] == 1
    assert street.by("launches") == ["pattern.hack-repel"]
    street.play("launch", "enemy.adware-swarm.hack0", "r2c1+r2c2")
    assert street.state.enemies[A] == (("adware-swarm", 1),)
    assert street.state.tally[A]["hacks"] == 2


def test_a_repel_discards_without_experience() -> None:  # enemy.discard-no-exp
    street = step("FF..").stack(A, "stray-drone").begin("launch").play("launch", "enemy.stray-drone.repel", "r1c1+r1c2")
    assert (street.state.enemies[A], street.state.exp[A]) == ((), 0)
    assert street.by("enemy-discarded") == ["enemy.discard-no-exp"]
    assert "hacks" not in street.state.tally[A]


def test_the_same_enemy_again_has_its_own_patterns() -> None:  # enemy.next-top
    street = step("FF..", "FF..").stack(A, "stray-drone", "stray-drone").begin("launch")
    street.play("launch", "enemy.stray-drone.repel", "r1c1+r1c2").play("launch", "enemy.stray-drone.repel", "r2c1+r2c2")
    assert street.state.enemies[A] == ()


def test_torches_make_repels_cost_memory() -> None:  # scen.special-aside, asset.spend
    street = step("FF..", scenario="S04").stack(A, "stray-drone")
    street.state.specials = ("S04-S",)
    street.begin("launch")
    assert street.no("launch", "enemy.stray-drone.repel", "r1c1+r1c2") == "scen.special-aside"
    street.asset(A, memory=1).play("launch", "enemy.stray-drone.repel", "r1c1+r1c2")
    assert (street.state.has(A, "memory"), street.state.enemies[A]) == (0, ())


def test_bad_company_sends_the_enemy_on() -> None:  # comp.pvp
    street = step("FF..", mode="versus").tile("shelter", (0, 0)).stack(A, ("stray-drone", 1))
    street.state.pvp = "bad-company"
    street.begin("launch").play("launch", "enemy.stray-drone.repel", "r1c1+r1c2")
    assert street.no("hand-over", A) == "comp.pvp"
    street.play("hand-over", B)
    assert street.state.enemies == [(), (("stray-drone", 1),)]
    apart = step("FF..", mode="versus").stack(A, "stray-drone").at(B, (3, 3))
    apart.state.pvp = "bad-company"
    apart.begin("launch").play("launch", "enemy.stray-drone.repel", "r1c1+r1c2")
    assert apart.state.enemies == [(), ()]


def test_a_hack_wakes_cards_that_wait_for_one() -> None:
    street = step("ELE.").stack(A, "stray-drone")
    street.state.equipped[A] = ("soliloquy",)
    street.begin("launch").play("launch", "enemy.stray-drone.hack0", ROW1)
    assert street.state.has(A, "reroll") == 1


# -- bodies, cards, the BOT --------------------------------------------------------------------------------------------


def test_a_body_of_the_market_is_inhabited() -> (
    None
):  # body.inhabit-pattern, pattern.other-places, ruling.body.stats-now
    street = step("WW..", "WW..")
    street.state.market, street.state.body_deck = ("tin-saint",), ("cybercat",)
    street.begin("launch").play("launch", "body.tin-saint", "r1c1+r1c2+r2c1+r2c2")
    assert street.state.bodies[A] == ("tin-saint",)
    assert street.state.market == ("cybercat",)
    assert street.by("launches") == ["body.inhabit-pattern"]


def test_the_pattern_of_a_card_from_elsewhere() -> None:  # pattern.other-places
    street = step("EWE.")
    street.state.card = "S01-3"
    assert street.begin("launch").no("launch", "card.S01-3", ROW1) == "pattern.other-places"


def test_recharging_the_bot_is_a_hack() -> None:  # solo.recharge, solo.recharge-full, solo.recharge-hack
    street = Street(1, mode="solo").launcher(A, "LEF.", "LEF.")
    street.begin("launch")
    assert street.no("launch", "bot", ROW1) == "solo.recharge-full"
    street.state.batteries = 2
    street.state.equipped[A] = ("soliloquy",)
    street.play("launch", "bot", ROW1)
    assert (street.state.batteries, street.state.has(A, "reroll")) == (3, 1)


# -- Inari, Catie, the diary -------------------------------------------------------------------------------------------


def test_inari_tokens_go_along() -> None:  # inari.launch, inari.exp, inari.blank
    street = step("EEEN", "..N.", "N...", scenario="S05", modules=("inari",))
    street.begin("launch").play("launch", "basic.power", ROW1)
    assert street.moves() == [("inari", "r1c4"), ("inari", "r2c3"), ("no-inari",)]
    assert street.no("inari", "r3c1") == "inari.launch"
    assert street.no("inari", "r4c4") == "table.form"
    street.play("inari", "r2c3")
    assert street.state.has(A, "power") == 0  # the effect comes after all tokens
    street.play("inari", "r1c4")
    assert (street.state.exp[A], street.state.has(A, "power"), street.state.dump[A]) == (2, 1, "EEENN")
    assert street.state.on_card == {"success": 2}  # the special rule of the sheet
    assert street.asked == "launch"


def test_inari_tokens_are_dumped_like_others() -> None:  # inari.dump
    street = step("N...", "EEE.", modules=("inari",))
    tokens.dump_tokens(street.state, A, [0], "data.dump", None)
    assert (street.state.dump[A], street.state.exp[A]) == ("N", 0)
    street.begin("launch")
    wrong = refusals.refuse_here_and_now(street.state, A, ("inari", "r1c1"))
    assert wrong is not None
    assert wrong.rule == "inari.launch"  # it is the right step, and nothing has been launched


def test_one_launch_is_finished_before_the_next() -> None:  # launch.one-by-one
    street = step("EEEN", "LLL.", modules=("inari",)).begin("launch").play("launch", "basic.power", ROW1)
    wrong = refusals.refuse_here_and_now(street.state, A, ("launch", "basic.memory", ROW2))
    assert wrong is not None
    assert wrong.rule == "launch.one-by-one"


def test_inari_tokens_may_stay() -> None:  # inari.launch
    street = step("EEEN", modules=("inari",)).begin("launch").play("launch", "basic.power", ROW1).play("no-inari")
    assert (street.state.exp[A], street.state.grid[A][3]) == (0, "N")


@pytest.mark.parametrize(("rulings", "asked"), [({}, ""), ({"inari__adjacent": "diagonal"}, "inari")])
def test_how_near_an_inari_token_lies(rulings: dict[str, str], asked: str) -> None:  # ruling.inari.adjacent
    street = step("EEE.", "...N", modules=("inari",), **rulings).begin("launch").play("launch", "basic.power", ROW1)
    assert (street.asked if asked else street.asked.replace("launch", "")) == asked


def test_one_inari_token_for_a_pattern() -> None:  # ruling.inari.many
    street = step("EEEN", "..N.", modules=("inari",), inari__many="one").begin("launch")
    street.play("launch", "basic.power", ROW1).play("inari", "r1c4")
    assert (street.state.exp[A], street.asked) == (1, "launch")


def test_the_success_of_seeds_is_for_the_first_card_alone() -> None:  # scen.special-rules
    street = step("EEEN", scenario="S05", modules=("inari",))
    street.state.card = "S05-2"
    street.begin("launch").play("launch", "basic.power", ROW1).play("inari", "r1c4")
    assert street.state.on_card == {}


def test_catie_gives_what_her_upper_side_shows() -> None:  # catie.launch, catie.counts-as, ruling.catie.damage
    street = step("ECD.", modules=("catie",)).stack(A, "stray-drone")
    street.state.integrity[A] = 3
    street.begin("launch").play("launch", "basic.power", ROW1)
    assert (street.state.integrity[A], street.state.enemies[A]) == (4, (("stray-drone", 1),))
    assert street.state.dump[A] == "CCE"
    assert street.order("gains", "recovers")
    quiet = step("EED.", modules=("catie",)).begin("launch").play("launch", "basic.power", ROW1)
    assert not quiet.told("damaged")


def test_catie_as_the_step_begins() -> None:  # ruling.catie.effect
    street = step("EEC.", modules=("catie",), catie__effect="launcher")
    street.state.integrity[A] = 3
    street.begin("launch")
    assert street.state.integrity[A] == 4
    street.play("launch", "basic.power", ROW1)
    assert street.state.integrity[A] == 4


def test_another_catie_token() -> None:  # catie.pattern, catie.max
    street = step("EOOC", modules=("catie",)).begin("launch").play("launch", "catie", "r1c1+r1c2+r1c3+r1c4")
    assert street.state.dump[A].count("C") == 2
    full = step("EOOC", "C...", modules=("catie",)).begin("launch")
    assert full.no("launch", "catie", "r1c1+r1c2+r1c3+r1c4") == "catie.max"


def test_the_diary_is_redeemed() -> None:  # diary.redeem
    street = step("EEEEE", modules=("diary",))
    card = next(iter(street.state.rules.content.diary))
    street.state.diary_box = (card,)
    street.begin("launch").play("launch", "diary", "r1c1+r1c2+r1c3+r1c4+r1c5")
    assert not street.state.diary_box
    assert card in street.state.diary_deck


# -- around the step ---------------------------------------------------------------------------------------------------


def test_bodies_that_prepare_as_the_step_begins() -> None:
    street = step().body(A, "choir-engine").begin("launch")
    assert street.asked == "prepare"


def test_a_player_who_is_reset_launches_no_more() -> None:  # reset.skip-phase
    street = step("EWE.").stack(A, "rust-monk")
    street.state.equipped[A] = ("last-stand",)
    street.state.integrity[A] = 1
    street.state.faction_deck = {}
    street.begin("launch").play("launch", "aug.last-stand", ROW1)
    assert street.state.is_out(A)
    assert not street.asked
    assert street.state.bag[A].count("X") + street.state.dump[A].count("X") > 0

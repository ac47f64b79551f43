"""Battles: worked examples, who is asked, who is hurt, refusals, and every ruling about them.

Tests of a default option name no ruling, so that they also fail when another option becomes the default.
"""

from __future__ import annotations

from typing import Any

import pytest
from night_table import GAME, Table, dice, ruled

from tabletop_kernel.games.deck_goes_west import battle

HERE = (1, 1)
ANN, BEN, CAT = 0, 1, 2


def two(mission: str = "wide_country", faces: tuple[int, ...] = (), **rulings: str) -> Table:
    """Ann and Ben with two bandits: Ann has a Shotgun, Ben a Hatchet."""
    table = Table(mission, 2, ruled(**rulings), dice(*faces))
    table.state.bandits = {HERE: 2}
    return table.give(ANN, "shotgun", metal=1).give(BEN, "hatchet", "overturned_cart", wood=1)


# -- worked examples ---------------------------------------------------------------------------------------------------


def test_w21_the_bandit_saves_and_hits_back() -> None:
    table = Table(script=dice(1, 1, 2))
    table.state.bandits = {HERE: 1}
    table.give(ANN, "knife").act(ANN, "knife", 1)
    assert table.state.bandits == {HERE: 1}
    assert table.pain(ANN) == 2
    assert table.asked is None
    rules = table.rules()
    order = ["battle.by-player", "battle.commit", "battle.hits", "battle.bandit-saves", "battle.damage"]
    order += ["battle.order", "battle.bandit-hits", "battle.damage", "battle.pain", "battle.pain"]
    assert [rule for rule in rules if rule.startswith("battle")] == order


def test_w38_both_bandits_fall_and_nobody_strikes_back() -> None:
    table = two("discovery", faces=(1, 1, 1, 1, 0)).act(ANN, "shotgun", 1)
    assert table.asked == ("commit", BEN)
    table.play(("commit", "hatchet", 1), ("ready",))
    assert table.state.bandits == {}
    assert table.state.score == [2, 2]  # all who used a battle job have caused the Clear event
    assert table.pain(ANN) == table.pain(BEN) == 0
    assert table.told("bandits-fall") == [{"place": HERE, "count": 2, "left": 0}]
    assert not table.told("bandits-hit")
    assert {"battle.hits", "battle.bandit-saves", "battle.remove", "battle.clear"} <= set(table.rules())
    assert table.asked is None


def test_w8_a_battle_job_is_legal_where_the_place_is_barred() -> None:
    table = Table()
    table.state.bandits = {HERE: 1}
    table.give(ANN, "knife")
    assert table.refused(ANN, "knife", 0) == "battle.jobs"
    assert table.refused(ANN, "knife", 1) is None


# -- who is asked, and what for ----------------------------------------------------------------------------------------


def test_the_starter_adds_jobs_before_the_others_are_asked() -> None:
    table = Table("wide_country", 3, script=dice(0, 0, 0, 0, 0, 0, 0))
    table.state.bandits = {HERE: 1}
    table.give(ANN, "knife").give(BEN, "knife", "spike_maul").give(CAT, "knife")
    table.act(BEN, "knife", 1)
    assert table.asked == ("commit", BEN)
    table.play(("commit", "spike_maul", 1))  # with nothing left to add, Ben is ready by himself
    assert table.asked == ("commit", CAT)
    table.play(("ready",))
    assert table.asked == ("commit", ANN)
    assert table.moves() == [("commit", "knife", 1), ("ready",)]
    table.play(("commit", "knife", 1))
    assert [data["seat"] for data in table.told("attacks")] == [BEN, ANN]


def test_only_those_on_the_tile_are_asked_and_hurt() -> None:
    table = two(faces=(0, 0, 0, 0, 2, 2))
    table.state.meeple[BEN] = (1, 2)
    table.act(ANN, "shotgun", 1)
    assert table.asked is None
    assert (table.pain(ANN), table.pain(BEN)) == (4, 0)


def test_costs_are_paid_when_a_job_is_committed() -> None:
    table = two(faces=(2, 2, 0, 0, 0, 0)).act(ANN, "shotgun", 0)
    assert table.state.stock[ANN] == (0, 0, 0, 0)
    assert table.state.discard[ANN] == ("shotgun",)
    table.play(("commit", "overturned_cart", 0))
    assert table.state.stock[BEN] == (0, 0, 0, 0)


def test_hits_and_saves_without_dice() -> None:
    table = Table(script=dice(1, 1, 2, 0))
    table.state.bandits = {HERE: 2}
    table.state.character = ["ruth_calloway"]
    table.give(ANN, "pan").act(ANN, "character", 1)  # discard 1, attack 2, defend 1
    assert table.state.bandits == {HERE: 2}  # two hits, two saves
    assert table.pain(ANN) == 1  # two hits, one save
    assert table.told("attacks-surely")[0]["total"] == 2
    assert table.told("defends-surely")[0]["total"] == 1


def test_a_mission_job_is_a_weapon() -> None:
    table = Table("bounty_posters", 2, script=dice(0))
    table.state.bandits = {HERE: 1}
    table.state.meeple[BEN] = (0, 0)
    table.give(ANN, "pan", "pan").act(ANN, "mission", 0)  # discard 2, attack 1
    assert table.state.bandits == {}
    assert table.state.score == [4, 0]


def test_a_battle_with_saves_only() -> None:
    table = Table(script=dice(2))
    table.state.bandits = {HERE: 1}
    table.give(ANN, "deputy_badge").act(ANN, "deputy_badge", 1)  # defend 1
    assert [kind for kind, *_ in table.events].count("no-attack") == 1
    assert table.pain(ANN) == 1


def test_the_game_may_be_won_by_a_clear() -> None:
    table = Table("discovery", 2, script=dice(2, 0))
    table.state.score = [23, 0]
    table.state.bandits = {HERE: 1}
    table.give(ANN, "knife").act(ANN, "knife", 1)
    assert table.state.result is not None
    assert table.state.result.rule == "versus.first-wins"
    assert not table.state.frames


def test_bandits_left_after_the_attack_strike_back() -> None:
    table = Table(script=dice(2, 1, 0, 0, 2, 0))
    table.state.bandits = {HERE: 3}
    table.give(ANN, "knife").act(ANN, "knife", 1)
    assert table.state.bandits == {HERE: 2}
    assert table.told("bandits-hit") == [{"place": HERE, "count": 2, "dice": [2, 0], "total": 2}]


# -- refusals ----------------------------------------------------------------------------------------------------------


def armed() -> Table:
    table = Table()
    table.state.bandits = {HERE: 1}
    table.state.character = ["hester_pike"]  # -1 metal, attack 3d
    return table.give(ANN, "knife", "shotgun", "pan")


def test_nobody_fights_where_there_are_no_bandits() -> None:
    table = armed()
    table.state.bandits = {(1, 2): 1}
    assert table.refused(ANN, "knife", 1) == "act.battle"


@pytest.mark.parametrize(
    ("source", "n", "rule"),
    [
        ("pan", 0, "battle.jobs"),
        ("hatchet", 1, "act.job"),
        ("knife", 2, "job.everywhere"),
        ("knife", -1, "job.everywhere"),
        ("shotgun", 0, "res.pay"),
        ("character", 1, "res.pay"),
        ("mission", 2, "battle.jobs"),
        ("tile", 0, "job.everywhere"),
    ],
)
def test_what_cannot_start_a_battle(source: str, n: int, rule: str) -> None:
    assert armed().refused(ANN, source, n) == rule


def test_a_tapped_character_does_not_fight() -> None:
    table = armed().give(ANN, metal=1)
    assert table.refused(ANN, "character", 1) is None
    table.state.tapped = 1
    assert table.refused(ANN, "character", 1) == "job.tap"


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (("commit", "pan", 0), "battle.jobs"),
        (("commit", "hatchet", 1), "act.job"),
        (("commit", "knife", 7), "job.everywhere"),
        (("commit", "shotgun", 0), "res.pay"),
        (("commit", "shotgun"), "battle.commit"),
        (("commit", "shotgun", True), "battle.commit"),
        (("commit", 3, 1), "battle.commit"),
        (("commit", "shotgun", 1, 1), "battle.commit"),
        (("ready", 1), "battle.commit"),
        (("commit", "mission", 3), "battle.jobs"),
    ],
)
def test_what_cannot_be_committed(move: Any, rule: str) -> None:
    table = armed().give(ANN, "knife", "knife", "shotgun", "pan").act(ANN, "knife", 1)
    verdict = table.judge(move)
    assert verdict is not None and verdict.rule == rule


def refused_at(table: Table, seat: int, move: tuple[str | int, ...]) -> str | None:
    verdict = GAME.judge(table.state, seat, move)
    return verdict and verdict.rule


def test_nothing_is_added_after_the_roll() -> None:
    table = two(faces=(0, 0, 0, 0, 2, 0))
    battle.start_battle(table.state, ANN, "shotgun", 1, table.emit)
    GAME.settle(table.state, table.emit)
    GAME.apply(table.state, BEN, ("ready",), table.emit)
    assert table.state.frames[-1][:2] == ("danger", ANN)
    assert refused_at(table, ANN, ("commit", "knife", 1)) == "battle.commit"


def test_without_a_battle_nothing_is_committed() -> None:
    table = armed()
    table.state.frames.append(("act", ANN, (0, 2)))
    assert refused_at(table, ANN, ("commit", "knife", 1)) == "battle.by-player"
    table.state.bandits = {}
    assert refused_at(table, ANN, ("ready",)) == "act.battle"


def test_a_job_that_is_committed_is_brought_to_its_end_first() -> None:
    table = armed().give(ANN, "deputy_badge", "knife", "pan").act(ANN, "deputy_badge", 0)  # discard 1, attack 2d, …
    assert table.asked == ("job", ANN)
    assert refused_at(table, ANN, ("commit", "knife", 1)) == "job.steps"


def test_who_is_left_out_is_told_the_ruling() -> None:
    table = two(battle_others="active-only").give(ANN, "shotgun", "knife").act(ANN, "shotgun", 1)
    assert refused_at(table, BEN, ("commit", "hatchet", 1)) == "ruling.battle-others"


# -- at night ----------------------------------------------------------------------------------------------------------


def raided(mission: str = "discovery", faces: tuple[int, ...] = (), **rulings: str) -> Table:
    """Ann, Ben and Cat are attacked by two bandits; Ben holds the P1 token."""
    table = Table(mission, 3, ruled(**rulings), dice(*faces))
    table.state.bandits = {HERE: 2}
    table.state.p1 = BEN
    return table.give(ANN, "shotgun", metal=1).give(BEN, "overturned_cart").give(CAT, "knife")


def test_at_night_bandits_attack_first_and_players_strike_back() -> None:
    table = raided(faces=(2, 1, 1, 1, 2, 2, 0, 1)).night("attack")
    assert table.asked == ("commit", BEN)  # the holder of the token first
    table.play(("commit", "overturned_cart", 1), ("ready",), ("commit", "shotgun", 1))
    # hits 3, saves 2: one pain for everybody; then 4 hits against 1 save
    assert [table.pain(seat) for seat in (ANN, BEN, CAT)] == [1, 1, 1]
    assert table.state.bandits == {}
    assert table.state.score == [2, 2, 0]  # Cat used no battle job
    assert table.asked is None
    kinds = [kind for kind, *_ in table.events]
    assert kinds.index("attacked") < kinds.index("bandits-hit") < kinds.index("takes") < kinds.index("attacks")


def test_who_has_nothing_to_fight_with_is_not_asked_and_is_hurt() -> None:
    table = Table("wide_country", 2, script=dice(2)).give(ANN, "boots").give(BEN, "pan")
    table.state.bandits = {HERE: 1}
    table.night("attack")
    assert table.asked is None
    assert (table.pain(ANN), table.pain(BEN)) == (2, 2)
    assert table.told("no-attack")


def test_an_untapped_character_fights_at_night_and_is_tapped_then() -> None:
    table = Table(script=dice(0, 2, 2, 2, 0)).give(ANN, metal=1)
    table.state.character = ["hester_pike"]
    table.state.bandits = {HERE: 1}
    table.night("attack").play(("commit", "character", 1))
    assert table.state.tapped == 1
    assert table.state.bandits == {}


def test_cards_played_at_night_go_to_the_discard_pile() -> None:
    table = Table(rulings={"ruling.played-when": "last"}, script=dice(0, 0, 0)).give(ANN, "knife", "knife")
    table.state.bandits = {HERE: 1}
    table.night("attack").play(("commit", "knife", 1))
    assert table.state.played[ANN] == ("knife",)
    table.play(("ready",))
    assert table.state.played[ANN] == () and table.state.discard[ANN] == ("knife",)


def test_who_dies_in_a_battle_does_not_strike_back() -> None:
    table = raided(faces=(2, 0, 2, 0, 0), danger_empty="lose")
    table.state.pain = ("black_eye",) * 4  # Cat's second one is not there any more
    table.night("attack").play(("ready",), ("commit", "knife", 1), ("ready",))
    assert table.state.dead == 1 << ANN
    assert [data["seat"] for data in table.told("attacks")] == [CAT]
    assert table.asked is None


def test_who_dies_after_committing_is_passed_over() -> None:
    table = raided(faces=(0, 0, 2, 0, 0)).night("attack").play(("commit", "overturned_cart", 1))
    table.state.dead = 1 << BEN
    table.play(("commit", "knife", 1), ("ready",))
    assert [data["seat"] for data in table.told("attacks")] == [CAT]
    assert not table.told("defends")


# -- the wagon ---------------------------------------------------------------------------------------------------------


def wagon(faces: tuple[int, ...], **rulings: str) -> Table:
    table = Table("medicine_run", 2, ruled(**rulings), dice(*faces))
    table.state.bandits = {HERE: 2}
    table.state.wagon = HERE
    table.state.score = [9]
    table.state.meeple = [(0, 0), (0, 0)]
    return table


def test_bandits_attack_a_fragile_wagon_that_is_alone() -> None:
    table = wagon((2, 1)).night("attack")
    assert table.state.score == [6]
    assert len(table.told("wagon-hit")) == 3
    assert table.pain(ANN) == table.pain(BEN) == 0


def test_saves_of_players_help_the_wagon_too() -> None:
    table = wagon((2, 1))
    table.state.meeple[BEN] = HERE
    table.give(BEN, "overturned_cart", "deputy_badge", wood=1).night("attack")
    table.play(("commit", "deputy_badge", 1), ("ready",))
    assert table.state.score == [7]
    assert (table.pain(ANN), table.pain(BEN)) == (0, 2)


def test_a_wagon_that_is_not_fragile_is_left_alone() -> None:
    table = Table("speed_of_the_slowest", 2)
    table.state.bandits = {HERE: 2}
    table.state.wagon = HERE
    table.state.meeple = [(0, 0), (0, 0)]
    assert table.night("attack").told("no-raid")


def test_by_day_the_wagon_is_not_damaged() -> None:
    table = wagon((0, 0, 0, 2, 2))
    table.state.meeple[ANN] = HERE
    table.give(ANN, "knife").act(ANN, "knife", 1)
    assert table.state.score == [9]


# -- rulings -----------------------------------------------------------------------------------------------------------


def test_ruling_battle_minimum() -> None:
    assert two().give(ANN, "deputy_badge").refused(ANN, "deputy_badge", 1) is None
    strict = two(battle_minimum="attack-job").give(ANN, "deputy_badge", "shotgun")
    assert strict.refused(ANN, "deputy_badge", 1) == "battle.by-player"
    strict.act(ANN, "shotgun", 1).play(("commit", "deputy_badge", 1))  # as a second job it will do


@pytest.mark.parametrize(("option", "passed", "asked"), [
    ("not-passed", 0, True), ("not-passed", 1 << BEN, False), ("active-only", 0, False),
])  # fmt: skip
def test_ruling_battle_others(option: str, passed: int, asked: bool) -> None:
    for rulings, expected in (({}, True), ({"battle_others": option}, asked)):
        table = two(**rulings)
        table.state.passed = passed
        table.act(ANN, "shotgun", 1)
        assert (table.asked == ("commit", BEN)) == expected
    night = raided(battle_others=option)
    night.state.passed = 7
    assert night.night("attack").asked == ("commit", BEN)


def test_ruling_battle_who_hurts() -> None:
    faces = (0, 0, 0, 0, 2, 0)
    assert [two(faces=faces).act(ANN, "shotgun", 1).play(("ready",)).pain(seat) for seat in (ANN, BEN)] == [2, 2]
    table = two(faces=faces, battle_who_hurts="battlers").act(ANN, "shotgun", 1).play(("ready",))
    assert [table.pain(seat) for seat in (ANN, BEN)] == [2, 0]


def test_ruling_saves_pool() -> None:
    faces = (0, 0, 0, 0, 2, 2)
    for rulings, pain in (({}, [1, 1]), ({"saves_pool": "own-saves"}, [4, 1])):
        table = two(faces=faces, **rulings).act(ANN, "shotgun", 1).play(("commit", "overturned_cart", 0), ("ready",))
        assert [table.pain(seat) for seat in (ANN, BEN)] == pain


def test_ruling_counter_size() -> None:
    faces = (1, 0, 0, 0, 1, 1)
    assert two(faces=faces).act(ANN, "shotgun", 1).play(("ready",)).pain(ANN) == 1
    assert two(faces=faces, counter_size="original").act(ANN, "shotgun", 1).play(("ready",)).pain(ANN) == 2


def test_ruling_battle_extra_steps() -> None:
    for rulings, during in (({}, ()), ({"battle_extra_steps": "after"}, ("blasting_powder",))):
        table = two(**rulings).give(ANN, "blasting_powder", "shotgun").act(ANN, "blasting_powder", 1)
        assert table.asked == ("commit", ANN)
        assert table.state.played[ANN] == during
        table.play(("ready",), ("ready",))
        assert table.asked is None
        assert table.state.played[ANN] == ()
        assert table.state.trade_discard == ("blasting_powder",)


def test_ruling_night_hand() -> None:
    def ability(**rulings: str) -> str | None:
        table = raided(**rulings).give(BEN, "overturned_cart", metal=1)
        table.state.character[BEN] = "hester_pike"
        verdict = table.night("attack").judge(("commit", "character", 1))
        return verdict and verdict.rule

    assert ability() is None
    assert ability(night_hand="cards-only") == "ruling.night-hand"
    assert ability(tap_night="no") == "ruling.tap-night"


@pytest.mark.parametrize(
    ("option", "by_day", "by_night"),
    [
        (None, [ANN, BEN], [ANN, BEN]),
        ("attackers", [ANN], [ANN]),
        ("initiator", [ANN], [ANN, BEN]),
        ("all-on-tile", [ANN, BEN, CAT], [ANN, BEN, CAT]),
    ],
)
def test_ruling_clear_who(option: str | None, by_day: list[int], by_night: list[int]) -> None:
    rulings = {"clear_who": option} if option else {}
    table = raided(faces=(2, 2, 0, 0), **rulings).act(ANN, "shotgun", 1)
    table.play(("commit", "overturned_cart", 1), ("ready",))
    assert [seat for seat in range(3) if table.state.score[seat]] == by_day
    table = raided(faces=(0, 0, 0, 0, 2, 2, 0, 0), **rulings).night("attack")
    table.play(("commit", "overturned_cart", 1), ("ready",), ("commit", "shotgun", 1))
    assert [seat for seat in range(3) if table.state.score[seat]] == by_night


def test_ruling_wagon_damage() -> None:
    table = wagon((2, 1), wagon_damage="leaving").night("attack")
    assert table.state.score == [9]
    assert table.told("no-raid")


def test_ruling_dice_cap() -> None:
    for rulings, rolled in (({}, 12), ({"dice_cap": "cap-10"}, 10)):
        table = two(**rulings)
        table.state.bandits = {HERE: 12}
        table.act(ANN, "shotgun", 1).play(("ready",))
        assert len(table.told("bandits-save")[0]["dice"]) == rolled

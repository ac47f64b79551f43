"""Launching as the rules tell it: patterns, tokens, hacks and repels, under the defaults and under other rulings."""

from __future__ import annotations

from typing import Any

import pytest
from refereed import aim, allowed, asset, kinds, launching, onward, play, refusal, rows, stack

from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.table.session import Session

POWER = "launch basic.power r1c1+r1c2+r1c3"
BRAWLER = {"classes": "Brawler", "class_deck": [], "equipped": ["second-wind"], "integrity": 3}
TWO_ALIKE = {"grid": rows("WEW.", "WEW."), "enemies": stack("riot-shell"), **BRAWLER}  # Second Wind and the hack


def next_launch_step(session: Session) -> Session:
    """On to the launch step of seat 0 in the next turn."""
    play(session, "done")
    while not (session.truth.turn == 2 and allowed(session, "stay")):
        seat = session.asked[0]
        dull = ("done", "stay", "no-district", "keep", "roll", "end", "pass")
        session.submit(seat, next(move for move in session.moves(seat) if move[0] in dull))
    play(session, "stay")
    return session


# -- Basic patterns ----------------------------------------------------------------------------------------------------


def test_an_open_token_stands_for_an_ember() -> None:
    # W5: pattern.asset, data.open-wild, launch.dump-then-effect
    session = launching(grid=rows("....", ".EOE"))
    told = play(session, "launch basic.power r2c2+r2c3+r2c4")
    assert [rule for rule, _ in told] == ["pattern.basic-nine", "launch.dump-then-effect", "pattern.asset"]
    assert asset(session, "power") == 1 and session.truth.dump[0] == "EEO"


def test_slots_may_be_named_in_any_order() -> None:
    # pattern.exact
    session = launching(grid=rows("EEE."))
    play(session, "launch basic.power r1c3+r1c1+r1c2")
    assert asset(session, "power") == 1


def test_three_open_tokens_make_any_asset_pattern_unless_only_one_may_stand_in() -> None:
    # ruling.pattern.open-everything
    assert len(allowed(launching(grid=rows("OOO.")), "launch")) == 4
    session = launching({"pattern.open-everything": "one"}, grid=rows("OOE.", "OWW."))
    assert refusal(session, POWER).rule == "ruling.pattern.open-everything"
    assert "launch basic.shield r2c1+r2c2+r2c3" in allowed(session, "launch")


def test_five_in_a_row_give_two_and_not_three() -> None:
    # W6: pattern.long, pattern.long-only
    session = launching(grid=rows("....", "LLLLL"))
    play(session, "launch basic.memory-long r2c1+r2c2+r2c3+r2c4+r2c5")
    assert asset(session, "memory") == 2 and session.truth.dump[0] == "LLLLL"


def test_four_are_no_long_pattern() -> None:
    # pattern.long
    assert refusal(launching(grid=rows("EEEE")), "launch basic.power-long r1c1+r1c2+r1c3+r1c4").rule == "pattern.long"


def test_five_that_hang_together_are_enough_under_the_ruling() -> None:
    # ruling.pattern.long-shape
    move = "launch basic.memory-long r1c1+r1c2+r2c1+r2c2+r2c3"
    assert refusal(launching(grid=rows("LL..", "LLL.")), move).rule == "pattern.long"
    session = launching({"pattern.long-shape": "connected"}, grid=rows("LL..", "LLL."))
    play(session, move)
    assert asset(session, "memory") == 2


@pytest.mark.parametrize("order", [("memory", "memory-long"), ("memory-long", "memory")])
def test_long_and_short_version_in_one_step(order: tuple[str, str]) -> None:
    # pattern.basic-many, ruling.pattern.long-and-short
    slots = {"memory": "r3c1+r3c2+r3c3", "memory-long": "r2c1+r2c2+r2c3+r2c4+r2c5"}
    first, second = (f"launch basic.{name} {slots[name]}" for name in order)
    session = launching(grid=rows("....", "LLLLL", "LLL."))
    play(session, first, second)
    assert asset(session, "memory") == 3
    session = launching({"pattern.long-and-short": "no"}, grid=rows("....", "LLLLL", "LLL."))
    play(session, first)
    assert refusal(session, second).rule == "ruling.pattern.long-and-short"


def test_a_pattern_is_launched_once_in_a_step() -> None:
    # W7: pattern.once
    session = launching(grid=rows("EEE.", "....", "EEE."))
    play(session, POWER)
    again = "launch basic.power r3c1+r3c2+r3c3"
    assert refusal(session, again) == Verdict("pattern.once", pattern="basic.power")
    play(next_launch_step(session), again)
    assert asset(session, "power") == 2


def test_or_once_in_the_game() -> None:
    # ruling.pattern.once-scope
    session = launching({"pattern.once-scope": "game"}, grid=rows("EEE.", "....", "EEE."))
    play(session, POWER)
    assert refusal(next_launch_step(session), "launch basic.power r3c1+r3c2+r3c3") == Verdict(
        "ruling.pattern.once-scope", pattern="basic.power"
    )


def test_a_mirror_image_counts_unless_the_ruling_allows_only_turns() -> None:
    # W9: pattern.exp, pattern.orientation, ruling.pattern.mirror
    move, mirrored = "launch basic.exp r2c2+r2c3+r3c2+r3c3", rows("....", ".WE.", ".FL.")
    session = launching(grid=mirrored)
    play(session, move)
    assert session.truth.exp[0] == 1 and len(session.truth.dump[0]) == 4
    turns_only = {"pattern.mirror": "rotations"}
    assert refusal(launching(turns_only, grid=mirrored), move).rule == "ruling.pattern.mirror"
    play(launching(turns_only, grid=rows("....", ".LE.", ".FW.")), move)  # a quarter turn of the square


def test_the_exp_pattern_as_a_line() -> None:
    # ruling.pattern.exp-shape, data.core-cell, data.any-cell
    session = launching({"pattern.exp-shape": "line"}, grid=rows("EWE.", "....", "EW..", "LF.."))
    assert refusal(session, "launch basic.exp r3c1+r3c2+r4c1+r4c2").rule == "pattern.exp"
    play(session, "launch basic.exp r1c1+r1c2+r1c3")
    assert session.truth.exp[0] == 1


def test_the_exp_pattern_at_the_limit_of_ten() -> None:
    # ruling.exp.cap
    move, square = "launch basic.exp r1c1+r1c2+r2c1+r2c2", rows("EW..", "LF..")
    session = launching(grid=square, exp=10)
    play(session, move)
    assert session.truth.exp[0] == 11
    session = launching({"exp.cap": "10"}, grid=square, exp=10)
    assert play(session, move)[-1][0] == "ruling.exp.cap" and session.truth.exp[0] == 10


def test_two_patterns_in_one_step_and_the_rest_stays() -> None:
    # W25: pattern.basic-many, launch.one-by-one, launch.keep-rest
    session = launching(grid=rows("EEE.", "....", "LLL.", "W..."))
    told = play(session, POWER, "launch basic.memory r3c1+r3c2+r3c3", "done")
    assert (asset(session, "power"), asset(session, "memory")) == (1, 1) and session.truth.dump[0] == "EEELLL"
    assert ("launch.keep-rest", {"seat": 0, "count": 1}) in told


def test_a_launch_without_effect_is_a_ruling() -> None:
    # ruling.pattern.null-launch, asset.range
    move = "launch basic.shield r1c1+r1c2+r1c3"
    session = launching(grid=rows("WWW."), shield=5)
    assert play(session, move)[-1][0] == "asset.range" and session.truth.dump[0] == "WWW"
    session = launching({"pattern.null-launch": "refused"}, grid=rows("WWW."), shield=5)
    assert refusal(session, move).rule == "ruling.pattern.null-launch"


REFUSED = {"pattern.null-launch": "refused"}
SEEKER = {"equipped": ["night-reading"]}  # FLL: prepare 2
SWAPPER = {"equipped": ["hand-me-downs"]}  # any data beside core data: swap a token with one of the dump
FULL = rows("FLLW", "WEWE", "WEWE", "EWEW")


@pytest.mark.parametrize(
    ("augment", "grid", "bag", "slots"),
    [
        (SEEKER, rows("FLL."), "", "r1c1+r1c2+r1c3"),  # bag and dump are empty until the tokens are dumped
        (SEEKER, FULL, "EEEE", "r1c1+r1c2+r1c3"),  # no slot is empty until then
        (SWAPPER, rows("WE..", "L..."), "", "r1c1+r1c2"),  # there is nothing in the dump until then
    ],
)
def test_an_effect_is_judged_as_it_finds_the_table(augment: Any, grid: str, bag: str, slots: str) -> None:
    # ruling.pattern.null-launch, launch.dump-then-effect
    session = launching(REFUSED, grid=grid, bag=bag, **augment)
    move = f"launch aug.{augment['equipped'][0]} {slots}"
    assert move in allowed(session, "launch")
    assert "nothing" not in aim(session, move)
    assert "left-out" not in kinds(session, move)


def test_a_token_that_is_dumped_for_a_pattern_is_not_there_for_its_effect() -> None:
    # ruling.pattern.null-launch, launch.dump-then-effect: nothing lies on the launcher any more that could be swapped
    grid, move = rows("WE.."), "launch aug.hand-me-downs r1c1+r1c2"
    assert refusal(launching(REFUSED, grid=grid, dump="L", **SWAPPER), move).rule == "ruling.pattern.null-launch"
    session = launching(grid=grid, dump="L", **SWAPPER)
    assert "nothing" in aim(session, move)
    assert kinds(session, move)[-1] == "left-out"


@pytest.mark.parametrize(
    ("face", "changes", "brings"),
    [
        ("C", {"integrity": 3}, "recover 1"),
        ("C", {}, ""),  # nothing to recover
        ("D", {"enemies": stack("riot-shell")}, "deal 1 damage"),
        ("D", {}, ""),  # nobody to hit
    ],
)
@pytest.mark.parametrize("when", ["pattern", "launcher"])
def test_a_catie_token_makes_a_launch_worth_while(face: str, changes: Any, brings: str, when: str) -> None:
    # ruling.pattern.null-launch, catie.launch, ruling.catie.effect
    table = {"grid": rows(f"{face}EE."), "power": 5, "unlocked": "C01", **changes}
    session = launching({"catie.effect": when}, **table, modules={"catie": "on"})
    gives = bool(brings) and when == "pattern"
    assert ("nothing" in aim(session, POWER)) != gives
    assert (brings in aim(session, POWER)) == gives or not brings
    session = launching({**REFUSED, "catie.effect": when}, **table, modules={"catie": "on"})
    assert (POWER in allowed(session, "launch")) == gives
    if not gives:
        assert refusal(session, POWER).rule == "ruling.pattern.null-launch"


@pytest.mark.parametrize(("exp", "cap", "gives"), [(0, "10", True), (10, "10", False), (10, "none", True)])
def test_an_inari_token_makes_a_launch_worth_while(exp: int, cap: str, gives: bool) -> None:
    # ruling.pattern.null-launch, inari.launch, inari.exp, ruling.exp.cap
    table = {"grid": rows("EEEN"), "power": 5, "scenario": "S05", "exp": exp, "card": "S05-2"}
    session = launching({"exp.cap": cap}, **table)
    assert ("nothing" in aim(session, POWER)) != gives
    session = launching({**REFUSED, "exp.cap": cap}, **table)
    assert (POWER in allowed(session, "launch")) == gives
    grid = rows("EEE.", "...N")  # it touches the pattern nowhere
    assert refusal(launching(REFUSED, **{**table, "grid": grid}), POWER).rule == "ruling.pattern.null-launch"


def test_a_hack_that_sets_something_off_is_not_launched_for_nothing() -> None:
    # ruling.pattern.null-launch, aug.timing
    whisperer = {"classes": "Whisperer", "class_deck": [], "grid": rows("LE..")}
    move = "launch aug.backdoor r1c1+r1c2"  # without an enemy it deals no damage
    assert move in allowed(launching(REFUSED, **whisperer, equipped=["backdoor", "soliloquy"]), "launch")
    assert refusal(launching(REFUSED, **whisperer, equipped=["backdoor"]), move).rule == "ruling.pattern.null-launch"
    session = launching(**whisperer, equipped=["backdoor", "soliloquy"])
    assert "Soliloquy" in aim(session, move) and "nothing" not in aim(session, move)


@pytest.mark.parametrize(
    ("rulings", "grid", "move", "rule"),
    [
        (REFUSED, rows("WWW."), "launch basic.shield", "ruling.pattern.null-launch"),
        ({"pattern.open-everything": "one"}, rows("OOW."), "launch basic.shield", "ruling.pattern.open-everything"),
        ({"pattern.mirror": "rotations"}, rows("WE..", "FL.."), "launch basic.exp", "ruling.pattern.mirror"),
        ({}, rows("WW.W"), "launch basic.shield", "pattern.exact"),
    ],
)
def test_a_pattern_that_lies_there_is_refused_by_the_ruling_that_forbids_it(
    rulings: dict[str, str], grid: str, move: str, rule: str
) -> None:
    # pattern.exact is about patterns that do not lie on the launcher
    session = launching(rulings, grid=grid, shield=5)
    assert refusal(session, move).rule == rule
    prompt = session.game.telling.prompt(session.config, session.view(0))
    assert prompt is not None and rule in prompt.rules
    assert rule == "pattern.exact" or "pattern.exact" not in prompt.rules


def test_tokens_of_another_type_are_not_the_pattern() -> None:
    # pattern.exact, pattern.basic-nine
    session = launching(grid=rows("WWW."))
    assert refusal(session, POWER).rule == "pattern.exact"
    assert refusal(session, "launch basic.gold r1c1").rule == "pattern.basic-nine"


def test_patterns_are_launched_in_the_launch_step_only() -> None:
    # launch.only-here
    session = onward(launching(grid=rows("EEE."), enemies=stack("riot-shell")), "roll")
    assert refusal(session, POWER).rule == "launch.only-here"


# -- Cells -------------------------------------------------------------------------------------------------------------


def test_a_corrupted_token_fills_no_any_data_cell() -> None:
    # W10: data.any-cell, data.corrupted-block
    session = launching(grid=rows("EXE."), enemies=stack("stray-drone"))
    assert refusal(session, "launch enemy.stray-drone.hack0 r1c1+r1c2+r1c3") == Verdict(
        "data.any-cell", slot="r1c2", core="E", pattern="enemy.stray-drone.hack0"
    )


def test_a_cell_for_an_open_token_takes_nothing_else() -> None:
    # data.open-required, ruling.pattern.open-everything
    repel = "launch enemy.ash-kirin.repel r1c1+r1c2+r1c3"
    assert refusal(launching(grid=rows("EFF."), enemies=stack("ash-kirin")), repel).rule == "data.open-required"
    one = {"pattern.open-everything": "one"}
    assert refusal(launching(one, grid=rows("OOO."), enemies=stack("ash-kirin")), repel).rule.startswith("ruling.")
    play(launching(one, grid=rows("OOF."), enemies=stack("ash-kirin")), repel)  # one is asked for, one stands in


def test_a_core_cell_takes_core_data_or_an_open_token() -> None:
    # data.core-cell, data.open-core-any
    repel = "launch enemy.adware-swarm.repel r1c1+r1c2"
    found = refusal(launching(grid=rows("FW.."), enemies=stack("adware-swarm")), repel)
    assert (found.rule, found.facts["core"]) == ("data.core-cell", "E")
    for token in "EO":
        play(launching(grid=rows(f"F{token}.."), enemies=stack("adware-swarm")), repel)


def test_an_empty_cell_asks_for_nothing_and_takes_nothing() -> None:
    # pattern.empty-frame, pattern.orientation
    reaper = {
        "classes": "Reaper",
        "class_deck": [],
        "equipped": ["sweep"],
        "enemies": stack("riot-shell", "stray-drone 2"),
    }
    session = launching(grid=rows("EWE.", ".E.."), **reaper)
    assert refusal(session, "launch aug.sweep r1c1+r1c2+r1c3+r2c2").rule == "pattern.empty-frame"
    play(session, "launch aug.sweep r1c1+r1c3+r2c2")
    assert session.truth.grid[0] == rows(".W..") and session.truth.enemies[0] == (("riot-shell", 1),)
    assert allowed(launching(grid=rows("E...", ".E..", "E..."), **reaper), "launch") == [
        "launch aug.sweep r1c1+r2c2+r3c1"
    ]


@pytest.mark.parametrize("option", ["end", "any"])
def test_corrupted_tokens_leave_the_launcher_in_the_launch_step(option: str) -> None:
    # launch.dump-corrupted, ruling.launch.corrupted-when
    session = launching({"launch.corrupted-when": option}, grid=rows("XEX."))
    if option == "end":
        assert refusal(session, "dump-corrupted").rule == "ruling.launch.corrupted-when"
        assert "launch.dump-corrupted" in [rule for rule, _ in play(session, "done")]
    else:
        play(session, "dump-corrupted")
    assert session.truth.grid[0] == rows(".E..") and session.truth.dump[0] == "XX"


# -- Enemies -----------------------------------------------------------------------------------------------------------


def test_hack_and_repel_of_one_enemy_then_the_next_one() -> None:
    # pattern.hack-repel, enemy.patterns, enemy.discard-no-exp, enemy.next-top, enemy.discard-pile
    session = launching(grid=rows("EWE.", "FF..", "WW..", ".F.."), enemies=stack("stray-drone", "riot-shell"))
    assert refusal(session, "launch enemy.riot-shell.repel r3c1+r3c2+r4c2").rule == "enemy.patterns"
    play(session, "launch enemy.stray-drone.hack0 r1c1+r1c2+r1c3")
    assert session.truth.enemies[0] == (("stray-drone", 2), ("riot-shell", 0))
    told = play(session, "launch enemy.stray-drone.repel r2c1+r2c2")
    assert "enemy.discard-no-exp" in [rule for rule, _ in told] and session.truth.exp[0] == 0
    play(session, "launch enemy.riot-shell.repel r3c1+r3c2+r4c2")
    assert session.truth.enemies[0] == () and set(session.truth.enemy_discard) == {"stray-drone", "riot-shell"}


def test_two_different_hacks_of_one_card() -> None:
    # pattern.hack-repel
    session = launching(grid=rows("EWE.", ".E..", "LLE."), enemies=stack("knife-accountant"))
    play(session, "launch enemy.knife-accountant.hack0 r1c1+r1c2+r1c3+r2c2")
    play(session, "launch enemy.knife-accountant.hack1 r3c1+r3c2+r3c3")
    assert session.truth.enemies[0] == (("knife-accountant", 3),) and asset(session, "memory") == 2


def test_a_hack_that_defeats_opens_the_patterns_of_an_equal_card_below() -> None:
    # enemy.defeat, enemy.next-top, pattern.once, ruling.pattern.once-card
    grid, enemies = rows("EWE.", "EWE."), stack("stray-drone 1", "stray-drone")
    hacks = [f"launch enemy.stray-drone.hack0 r{row}c1+r{row}c2+r{row}c3" for row in (1, 2)]
    session = launching(grid=grid, enemies=enemies)
    play(session, *hacks)
    assert session.truth.exp[0] == 1 and session.truth.enemies[0] == (("stray-drone", 2),)
    session = launching({"pattern.once-card": "one"}, grid=grid, enemies=enemies)
    play(session, hacks[0])
    assert refusal(session, hacks[1]).rule == "ruling.pattern.once-card"


@pytest.mark.parametrize(("option", "below"), [("lost", 0), ("carries", 2)])
def test_damage_of_a_hack_beyond_the_enemy(option: str, below: int) -> None:
    # ruling.combat.excess-elsewhere
    enemies = stack("gutter-hound 3", "stray-drone")
    session = launching({"combat.excess-elsewhere": option}, grid=rows("EE..", "E..."), enemies=enemies)
    play(session, "launch enemy.gutter-hound.hack0 r1c1+r1c2+r2c1")
    assert session.truth.enemies[0] == (("stray-drone", below),) and session.truth.exp[0] == 1


# -- Patterns that look the same, augments and bodies ------------------------------------------------------------------


@pytest.mark.parametrize("option", ["two", "one"])
def test_patterns_that_look_the_same_on_two_cards(option: str) -> None:
    # W8: pattern.same-tokens, pattern.augments, ruling.pattern.once-card
    session = launching({"pattern.once-card": option}, **TWO_ALIKE)
    play(session, "launch aug.second-wind r1c1+r1c2+r1c3")
    hack = "launch enemy.riot-shell.hack0 r2c1+r2c2+r2c3"
    if option == "one":
        assert refusal(session, hack).rule == "ruling.pattern.once-card"
    else:
        play(session, hack)
        assert session.truth.integrity[0] == 5 and session.truth.enemies[0] == (("riot-shell", 3),)


def test_one_dump_pays_for_two_equal_patterns_only_under_the_ruling() -> None:
    # pattern.same-tokens, ruling.pattern.same-tokens-mode
    both = "launch aug.second-wind+enemy.riot-shell.hack0 r1c1+r1c2+r1c3"
    assert refusal(launching(**TWO_ALIKE), both) == Verdict(
        "ruling.pattern.same-tokens-mode", pattern="aug.second-wind+enemy.riot-shell.hack0"
    )
    session = launching({"pattern.same-tokens-mode": "shared"}, **TWO_ALIKE)
    play(session, both)
    assert session.truth.integrity[0] == 5 and session.truth.enemies[0] == (("riot-shell", 3),)
    assert session.truth.dump[0] == "EWW"


def test_an_augment_must_be_equipped() -> None:
    # aug.two-states
    session = launching(grid=rows("WEW."), unequipped=["oath"])
    assert refusal(session, "launch aug.oath r1c1+r1c2+r1c3").rule == "aug.two-states"


def test_a_broken_augment_leaves_the_game_after_its_use() -> None:
    # aug.break
    session = launching(grid=rows("EWE."), equipped=["last-stand"], enemies=stack("riot-shell"))
    told = play(session, "launch aug.last-stand r1c1+r1c2+r1c3")
    assert told[-1] == ("aug.break", {"seat": 0, "augment": "last-stand"})
    assert session.truth.equipped[0] == session.truth.unequipped[0] == () and "last-stand" in session.truth.box


def test_a_body_of_the_market_is_taken_anywhere_and_fights_in_this_turn() -> None:
    # body.inhabit-pattern, body.refill, ruling.body.stats-now, pattern.other-places
    session = launching(walker="scribe", core="L", grid=rows("WW..", "WW.."), enemies=stack("riot-shell"))
    play(session, "launch body.tin-saint r1c1+r1c2+r2c1+r2c2")
    assert session.truth.bodies[0] == ("tin-saint",) and len(session.truth.market) == 3
    onward(session, "roll")
    assert session.log(0)[-1].data == {"seat": 0, "count": 3, "number": 1}


def test_the_pattern_of_a_scenario_card_wants_its_tile() -> None:
    # pattern.other-places
    session = launching(grid=rows("EWE."), card="S01-3")
    assert refusal(session, "launch card.S01-3 r1c1+r1c2+r1c3").rule == "pattern.other-places"


def test_an_inari_token_fills_no_cell() -> None:
    # inari.blank, data.any-cell
    session = launching(scenario="S05", grid=rows("ENE."), enemies=stack("stray-drone"))
    assert refusal(session, "launch enemy.stray-drone.hack0 r1c1+r1c2+r1c3").rule == "inari.blank"

"""What effects ask: which token, slot, asset, tile, enemy, augment; and why something else is refused."""

from __future__ import annotations

import pytest
from played_lines import answer, asked, desk, fact, go_on, offers, refused, run, told, with_lines
from small_tables import A, B, laid, lawful

from tabletop_kernel.contract.events import EVERYONE, only
from tabletop_kernel.games.tamashii.fighting import fight_state
from tabletop_kernel.games.tamashii.fighting.fight_state import Fight
from tabletop_kernel.games.tamashii.lines import running

# -- tokens that go ----------------------------------------------------------------------------------------------------


def test_tokens_to_dump_are_chosen_one_by_one_and_the_rest_is_nobodys_choice() -> None:
    state = desk()  # data.dump
    state.grid[A] = laid("EWX.", "....")
    run(state, A, "dump 2 token; gain 1 exp", key="enemy.drone.wire")
    assert offers(state, A) == [("dump", "r1c1"), ("dump", "r1c2"), ("dump", "r1c3")]
    assert refused(state, A, "dump", "r1c4") == "data.dump"
    assert refused(state, A, "dump", "r1c5") == "data.dump"
    answer(state, A, "dump", "r1c3")
    events = answer(state, A, "dump", "r1c1")
    assert ("dumps", "data.dump") in told(events)
    assert (state.grid[A], state.dump[A], state.exp[A]) == (laid(".W.."), "EX", 1)
    run(state, A, "dump 3 token")
    assert state.dump[A] == "EWX" and not state.frames


def test_an_open_token_stands_in_for_a_basic_one_but_is_never_harmed() -> None:
    state = desk()  # data.open-wild, data.open-immune
    state.grid[A] = laid("OW..")
    run(state, A, "dump 1 ward", key="body.kindle.use.0")
    assert offers(state, A) == [("dump", "r1c1"), ("dump", "r1c2")]
    state = desk()
    state.grid[A] = laid("OWW.")
    run(state, A, "dump 1 ward", key="enemy.drone.fang")
    assert offers(state, A) == [("dump", "r1c2"), ("dump", "r1c3")]
    assert refused(state, A, "dump", "r1c1") == "data.open-immune"
    state.frames.clear()
    state.grid[A] = laid("O...")
    events = run(state, A, "dump 1 ward", key="enemy.drone.fang")
    assert told(events) == [("left-out", "data.open-immune")] and state.grid[A] == laid("O...")


def test_catie_counts_as_the_core_type() -> None:
    state = desk()  # catie.counts-as
    state.grid[A] = laid("CWE.")
    run(state, A, "discard 1 ember")
    assert offers(state, A) == [("discard", "r1c1"), ("discard", "r1c3")]
    state.core[A] = "W"
    state.frames.clear()
    run(state, A, "discard 1 ward")
    assert offers(state, A) == [("discard", "r1c1"), ("discard", "r1c2")]


def test_discarded_tokens_come_from_the_launcher_alone() -> None:
    state = desk()  # data.discard, data.corrupted-box
    state.grid[A], state.bag[A], state.dump[A] = laid("X..."), "X", "X"
    events = run(state, A, "discard 1 corrupted")
    assert told(events) == [("discards-for-good", "data.corrupted-box")]
    assert (state.grid[A], state.bag[A], state.dump[A], state.corrupted) == (laid(), "X", "X", 8)


def test_a_line_of_the_launcher_is_one_with_tokens_on_it() -> None:
    state = desk()
    state.grid[A] = laid("E.W.", "F...")
    run(state, A, "dump one column; wound 1", key="enemy.drone.fang")
    assert offers(state, A) == [("line", 1), ("line", 3)]
    assert refused(state, A, "line", 2) == "data.dump"
    answer(state, A, "line", 1)
    assert (state.grid[A], state.dump[A], state.integrity[A]) == (laid("..W."), "EF", 4)
    run(state, A, "dump one row")
    assert state.grid[A] == laid()


def test_tokens_change_places_with_the_dump() -> None:
    state = desk()
    state.grid[A], state.dump[A] = laid("EX.."), "LL"
    run(state, A, "swap 1 with dump", key="aug.ledger.use.0")
    assert offers(state, A) == [("swap", "r1c1", "L"), ("swap", "r1c2", "L")]
    assert refused(state, A, "swap", "r1c3", "L") == "data.dump"
    assert refused(state, A, "swap", "r1c1", "F") == "aug.timing"
    answer(state, A, "swap", "r1c2", "L")
    assert (state.grid[A], state.dump[A]) == (laid("EL.."), "LX")


# -- tokens that come --------------------------------------------------------------------------------------------------


def test_a_basic_token_of_choice_goes_to_the_dump() -> None:
    state = desk()  # data.gain, data.gain-empty
    state.supply["W"] = 0
    run(state, A, "gain 1 basic")
    assert offers(state, A) == [("type", "E"), ("type", "L"), ("type", "F")]
    assert refused(state, A, "type", "W") == "data.gain-empty"
    assert refused(state, A, "type", "O") == "district.optional"
    events = answer(state, A, "type", "L")
    assert told(events) == [("gains-token", "data.gain")]
    assert (state.dump[A], state.supply["L"]) == ("L", 23)


def test_tokens_of_a_conditions_card_go_straight_into_the_bag() -> None:
    state = desk(mode="versus")  # comp.conditions
    state.bag[A] = ""
    run(state, A, "bag 1 open; bag 1 corrupted", key="conditions.x")
    assert (state.bag[A], state.dump[A]) == ("OX", "")


def test_corrupted_tokens_come_from_the_pool_of_the_time_track() -> None:
    state = desk()  # data.corrupted-source
    assert told(run(state, A, "gain 1 corrupted", key="enemy.drone.fang")) == [("gains-token", "data.corrupted-source")]
    assert (state.dump[A], state.corrupted) == ("X", 7)


def test_a_core_token_is_of_the_core_type() -> None:
    state = desk()
    state.core[A] = "F"
    run(state, A, "gain 1 core")
    assert state.dump[A] == "F"


def test_core_data_changes_to_another_type() -> None:
    state = desk()  # data.core-change
    run(state, A, "change core")
    assert offers(state, A) == [("core", "W"), ("core", "L"), ("core", "F")]
    assert refused(state, A, "core", "E") == "data.core-change"
    assert told(answer(state, A, "core", "F")) == [("core-changes", "data.core-change")]
    assert state.core[A] == "F"


def test_locks_are_chosen() -> None:
    state = desk()  # kw.unlock, kw.unlocked-light
    run(state, A, "unlock 2")
    assert refused(state, A, "unlock", "r1c1") == "kw.unlock"
    answer(state, A, "unlock", "r2c5")
    assert told(answer(state, A, "unlock", "r4c5")) == [("unlocks", "kw.unlock"), ("slot-light", "kw.unlocked-light")]
    assert state.unlocked(A) == 2 and state.lit(9) and not state.frames
    run(state, A, "unlock 3")  # both that are left: there is nothing to choose
    assert state.unlocked(A) == 4 and not state.frames


# -- prepare and program -----------------------------------------------------------------------------------------------


def test_prepared_tokens_are_drawn_together_and_placed_on_any_empty_slot() -> None:
    state = desk(script={"bag-0": [1, 12]})  # kw.prepare
    state.grid[A] = laid("EEEE", "EEEE", "EEEE", "EE..")
    events = run(state, A, "prepare 2")
    assert ("prepares", "kw.prepare") in told(events) and fact(events, "prepares", "tokens") == "EW"
    assert offers(state, A) == [
        *(("place", "E", "r4c3"), ("place", "E", "r4c4")),
        *(("place", "W", "r4c3"), ("place", "W", "r4c4")),
    ]
    for move in (("place", "E", "r4c5"), ("place", "E", "r1c1"), ("place", "F", "r4c3"), ("place", "E", "r9c9")):
        assert refused(state, A, *move) == "kw.prepare"
    answer(state, A, "place", "W", "r4c3")
    assert state.grid[A][15:] == "EEWE#" and not state.frames  # the last one has only one place to go


def test_prepare_draws_no_more_than_there_is_room_for() -> None:
    state = desk()  # ruling.prepare.short
    state.grid[A] = laid("EEEE", "EEEE", "EEEE", "EEE.")
    events = run(state, A, "prepare 3")
    assert ("prepares-less", "ruling.prepare.short") in told(events)
    assert "." not in state.grid[A] and len(state.bag[A]) == 12


def test_under_a_ruling_prepare_draws_all_and_puts_back_what_finds_no_room() -> None:
    state = desk(script={"bag-0": [1, 12]}, prepare__short="return")
    state.grid[A] = laid("EEEE", "EEEE", "EEEE", "EEE.")
    run(state, A, "prepare 2")
    assert offers(state, A) == [("place", "E", "r4c4"), ("place", "W", "r4c4")]
    events = answer(state, A, "place", "W", "r4c4")
    assert told(events)[-1] == ("put-back", "ruling.prepare.short")
    assert state.grid[A][18] == "W" and len(state.bag[A]) == 12


def test_prepare_without_room_or_tokens_is_left_out() -> None:
    state = desk()
    state.bag[A] = ""
    assert told(run(state, A, "prepare 1")) == [("left-out", "kw.prepare")]
    state.bag[A], state.grid[A] = "E", laid("EEEE", "EEEE", "EEEE", "EEEE")
    assert told(run(state, A, "prepare 1")) == [("left-out", "kw.prepare")]
    assert state.bag[A] == "E"


def test_prepare_fills_an_empty_bag_first() -> None:
    state = desk()  # refill.dump-back
    state.bag[A], state.dump[A] = "", "EE"
    events = run(state, A, "prepare 1")
    assert told(events)[:2] == [("dump-back", "refill.dump-back"), ("prepares", "kw.prepare")]


def test_program_moves_tokens_up_to_so_often() -> None:
    state = desk()  # kw.program, prog.optional
    state.grid[A] = laid("EW..")
    run(state, A, "program 2; gain 1 exp")
    assert refused(state, A, "slide", "r1c1", "r2c2") == "prog.no-diagonal"
    assert told(answer(state, A, "slide", "r1c2", "r1c3")) == [("slides", "kw.program")]
    assert state.exp[A] == 0
    answer(state, A, "done")
    assert (state.grid[A], state.exp[A]) == (laid("E.W."), 1)


def test_diagonal_switches_are_nothing_else() -> None:
    state = desk()
    state.grid[A] = laid("EW..", ".L..")
    run(state, A, "program 1 diagonal", key="aug.ledger.use.0")
    assert offers(state, A) == [("switch", "r1c1", "r2c2"), ("done",)]
    assert refused(state, A, "switch", "r1c1", "r1c2") == "aug.timing"
    answer(state, A, "switch", "r1c1", "r2c2")
    assert state.grid[A] == laid("LW..", ".E..") and not state.frames


# -- assets ------------------------------------------------------------------------------------------------------------


def test_any_assets_may_be_alike_and_different_ones_not() -> None:
    state = desk()  # asset.gain, asset.range
    state.assets[A] = (5, 0, 0, 0)
    run(state, A, "gain any 2 asset")
    assert refused(state, A, "asset", "shield") == "asset.range"
    answer(state, A, "asset", "power")
    answer(state, A, "asset", "power")
    assert state.assets[A] == (5, 0, 2, 0)
    run(state, A, "gain 2 different assets", key="aug.phalanx.use.0")
    answer(state, A, "asset", "power")
    assert refused(state, A, "asset", "power") == "aug.faction-launch"
    answer(state, A, "asset", "reroll")
    assert state.assets[A] == (5, 0, 3, 1)


def test_an_asset_is_taken_from_somebody_here_who_has_enough() -> None:
    state = desk(3)  # comp.pvp
    state.assets[1], state.assets[2] = (3, 2, 4, 0), (5, 5, 5, 5)
    state.place[2] = (1, 0)
    line = "take 1 asset from another player here with 3"
    run(state, A, line, key="pvp.x.use.0")
    assert offers(state, A) == [("take-asset", B, "shield"), ("take-asset", B, "power")]
    assert refused(state, A, "take-asset", B, "memory") == "comp.pvp"
    answer(state, A, "take-asset", B, "power")
    assert (state.has(A, "power"), state.has(B, "power")) == (1, 3)


def test_gains_stop_at_five_and_losses_at_zero() -> None:
    state = desk()  # asset.range, asset.lose
    state.assets[A] = (4, 1, 0, 0)
    assert told(run(state, A, "gain 2 shield")) == [("gains", "asset.gain"), ("track-full", "asset.range")]
    assert told(run(state, A, "lose 2 memory")) == [("loses", "asset.lose")]
    assert state.assets[A] == (5, 0, 0, 0)


# -- map, enemies, cards -----------------------------------------------------------------------------------------------


def test_a_tile_that_is_near_enough_is_turned_up() -> None:
    state = desk()  # kw.reveal
    state.map = state.map.laid({(2, 0): "barracks", (0, 1): "barracks"})
    run(state, A, "reveal tile within 1", key="aug.phalanx.use.0")
    assert offers(state, A) == [("tile", "0,1"), ("tile", "1,0")]
    assert refused(state, A, "tile", "0,0") == "kw.reveal"
    assert refused(state, A, "tile", "7,7") == "kw.reveal"
    assert refused(state, A, "tile", "2,0") == "aug.faction-launch"
    assert ("revealed", "kw.reveal") in told(answer(state, A, "tile", "0,1"))
    assert (0, 1) in state.up


def test_trace_goes_up_and_down_and_to_zero() -> None:
    state = desk()  # kw.set-trace
    assert told(run(state, A, "trace up 2", key="enemy.drone.wire")) == [("trace-up", "combat.enemy-frame")]
    assert told(run(state, A, "trace down 1")) == [("trace-down", "district.optional")]
    assert told(run(state, A, "set trace 0")) == [("trace-zero", "kw.set-trace")]
    assert state.trace[A] == 0


def test_an_enemy_is_pulled_from_the_bottom_of_anothers_stack() -> None:
    state = desk(3)
    state.enemies[1], state.enemies[2] = (("drone", 0), ("clerk", 1)), (("drone", 0),)
    run(state, A, "pull enemy", key="aug.ledger.use.0")
    assert offers(state, A) == [("pull", 1), ("pull", 2)]
    assert refused(state, A, "pull", 0) == "aug.timing"
    answer(state, A, "pull", 1)
    assert state.enemies[A] == (("clerk", 1),) and state.enemies[B] == (("drone", 0),)


def test_enemies_that_were_looked_at_go_back_in_any_order_and_nobody_else_learns_which() -> None:
    state = desk()
    state.enemy_deck = ("drone", "clerk", "drone!god", "clerk")
    events = run(state, A, "look at 3 enemies", key="aug.ledger.use.0")
    assert [(kind, audience) for kind, _, audience, _ in events] == [("looks", EVERYONE), ("sees-enemies", only(A))]
    assert fact(events, "sees-enemies", "enemies") == ["drone", "clerk", "drone!god"]
    assert offers(state, A) == [("next", 1), ("next", 2), ("next", 3)]
    answer(state, A, "next", 3)
    assert refused(state, A, "next", 3) == "aug.timing" and refused(state, A, "bury", 1) == "aug.timing"
    events = answer(state, A, "next", 1)
    assert state.enemy_deck == ("drone!god", "drone", "clerk", "clerk")
    assert all("enemy" not in data and "enemies" not in data for _, _, _, data in events)


def test_one_of_the_enemies_looked_at_is_buried() -> None:
    state = desk()
    state.enemy_deck = ("drone", "clerk", "drone", "drone")
    run(state, A, "look at 3 enemies to bury 1", key="aug.phalanx.use.0")
    answer(state, A, "bury", 2)
    assert state.enemy_deck == ("drone", "drone", "drone", "clerk") and not state.frames


def test_damage_of_combat_frames_hits_the_top_enemy_by_a_rule_of_its_own() -> None:
    for key, by in (("frame.kindle.0", "frame.top-only"), ("tile.x", "district.optional")):  # frame.top-only
        state = desk()
        state.enemies[A] = (("drone", 0), ("clerk", 0))
        assert told(run(state, A, "deal 2", key=key)) == [("damaged", by)]
        assert state.enemies[A] == (("drone", 2), ("clerk", 0))


def test_the_bot_is_moved_and_keeps_its_own_move() -> None:
    state = desk(1, mode="solo")  # solo.bot-move
    state.bot, state.batteries = (0, 0), 3
    run(state, A, "move bot 1; gain 1 exp")
    assert offers(state, A) == [("bot-go", "1,0"), ("no-go",)]
    assert refused(state, A, "bot-go", "0,0") == "solo.bot-move"
    assert refused(state, A, "bot-go", "5,5") == "move.no-gaps"
    answer(state, A, "bot-go", "1,0")
    assert state.bot == (1, 0) and (1, 0) in state.up and state.place[A] == (0, 0)  # solo.bot-reveals
    assert state.exp[A] == 1 and not state.tally[A].get("bot-moved")
    run(state, A, "move bot 1")
    answer(state, A, "no-go")
    assert state.bot == (1, 0)


def test_damage_removed_is_counted_and_an_enemy_heals_itself() -> None:
    state = desk()
    state.enemies[A] = (("drone", 1), ("clerk", 2))
    run(state, A, "heal 1")
    assert state.enemies[A] == (("drone", 0), ("clerk", 2))
    state.frames.append(("combat", A, Fight(fight_state.WALK, "", 1, "wire")))
    with_lines(state, enemy__clerk__wire="heal 1")
    running.begin_line(state, A, "enemy.clerk.wire")
    running.carry_out_operation(state, None)
    assert state.enemies[A] == (("drone", 0), ("clerk", 1))


def test_an_augment_is_equipped_for_less_or_for_nothing() -> None:
    state = desk()  # aug.equip
    state.assets[A], state.unequipped[A] = (0, 1, 0, 0), ("sweep", "ledger", "tax")
    run(state, A, "equip 1 cheaper")
    assert offers(state, A) == [("equip", "sweep"), ("equip", "tax")]
    assert refused(state, A, "equip", "ledger") == "asset.spend"
    assert refused(state, A, "equip", "phalanx") == "aug.two-states"
    assert told(answer(state, A, "equip", "sweep")) == [("spends", "aug.equip"), ("equips", "aug.equip")]
    assert state.equipped[A] == ("sweep",) and state.has(A, "memory") == 0
    run(state, A, "equip free")
    answer(state, A, "equip", "ledger")
    assert state.equipped[A] == ("sweep", "ledger")


def test_only_an_equipped_faction_augment_goes_back() -> None:
    state = desk()
    state.equipped[A], state.unequipped[A] = ("sweep", "phalanx", "favour"), ("triple",)
    run(state, A, "return faction augment and gain 1 exp", key="card.S01-1.activity.0")
    assert offers(state, A) == [("return", "phalanx"), ("return", "favour")]
    assert refused(state, A, "return", "triple") == "quest.activity"
    assert refused(state, A, "return", "sweep") == "quest.activity"
    answer(state, A, "return", "phalanx")
    assert state.equipped[A] == ("sweep", "favour") and "phalanx" in state.faction_deck["Spartans"]
    assert state.exp[A] == 1


def test_tokens_on_the_card_come_from_the_supply_and_givers_are_remembered() -> None:
    state = desk()
    state.card = "S01-1"
    run(state, B, "put 2 ascend here; put 1 success here", key="card.S01-1.activity.0")
    assert state.on_card == {"ascend": 2, "success": 1} and state.supply["ascend"] == 6
    assert state.tally[B]["ascended"] == 2
    run(state, A, "remove 1 ascend here")
    assert state.on_card["ascend"] == 1


def test_relays_and_dice_tokens_on_a_tile() -> None:
    state = desk()
    state.markers[(0, 0)] = ("relay", "die:D")
    events = run(state, A, "turn up die here; if die here is surge: gain 1 exp; remove relay here")
    assert told(events)[0] == ("die-turned", "scen.dice-revealed")  # scen.dice-revealed
    assert state.exp[A] == 1 and not state.markers


def test_effect_moves_go_where_the_body_may_be_moved() -> None:
    state = desk()  # kw.move-effect
    run(state, A, "move 1")
    assert ("go", "1,0") in offers(state, A)
    answer(state, A, "go", "1,0")
    assert state.place[A] == (1, 0)


@pytest.mark.parametrize(
    "line", ["gain 1 basic", "unlock 1", "change core", "program 1", "prepare 2", "gain any 1 asset"]
)
def test_what_is_offered_is_allowed_and_nothing_else(line: str) -> None:
    state = desk()
    state.grid[A] = laid("EW..")
    run(state, A, line)
    verbs = asked(state).verbs
    things = ("r1c1", "r1c2", "r1c5", "E", "O", "shield", 1, 0, "9,9")
    tried = [*((verb,) for verb in verbs), *((verb, thing) for verb in verbs for thing in things)]
    tried += [(verb, "E", slot) for verb in verbs for slot in ("r1c1", "r1c3", "r1c5")]
    lawful(asked(state), state, A, tried)
    go_on(state)

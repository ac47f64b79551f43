"""Lines run operation by operation: tests, players, offers, choices, and parts that cannot be done."""

from __future__ import annotations

import pytest
from played_lines import answer, desk, fact, go_on, offers, refused, run, told, with_lines
from small_tables import A, B, C, laid

from tabletop_kernel.games.tamashii.lines import counting, language, running, vocabulary
from tabletop_kernel.games.tamashii.state import State


def test_a_part_whose_test_fails_is_passed_over() -> None:
    for time, power, memory in ((3, 1, 0), (4, 0, 1)):
        state = desk()
        state.time = time
        run(state, A, "if time = 3: gain 1 power; otherwise: gain 1 memory")
        assert (state.has(A, "power"), state.has(A, "memory")) == (power, memory)


def test_each_player_in_turn_order_from_the_first_player() -> None:
    state = desk(3)
    state.first = B
    events = run(state, A, "each player: gain 1 shield")  # comp.order
    assert [data["seat"] for kind, _, _, data in events if kind == "gains"] == [B, C, A]


def test_another_player_is_chosen_only_among_those_to_whom_it_does_something() -> None:
    state = desk(3)
    state.assets[B] = (0, 5, 0, 0)
    events = run(state, A, "another player: gain 1 memory")
    assert state.has(C, "memory") == 1 and not state.frames  # B's track is full: nobody is asked
    assert told(events) == [("gains", "asset.gain")]
    run(state, A, "another player: gain 1 shield; gain 1 power")
    assert offers(state, A) == [("player", B), ("player", C)]
    assert refused(state, A, "player", A) == "district.optional"
    answer(state, A, "player", C)
    assert (state.has(C, "shield"), state.has(A, "power"), state.has(A, "shield")) == (1, 1, 0)


def test_alone_nobody_else_is_meant() -> None:
    state = desk(1, mode="solo")
    events = run(state, A, "another player: gain 1 memory; gain 1 reroll", key="aug.favour.use.0")
    assert told(events) == [("left-out-for-all", "aug.faction-launch"), ("gains", "asset.gain")]


def test_an_offer_can_be_taken_or_left() -> None:
    for move, power, integrity in (("do", 2, 4), ("leave", 1, 5)):
        state = desk()
        run(state, A, "gain 1 power; may wound 1: gain 1 power")  # district.optional
        assert offers(state, A) == [("do",), ("leave",)]
        events = answer(state, A, move)
        assert (state.has(A, "power"), state.integrity[A]) == (power, integrity)
        assert (("declines", "district.optional") in told(events)) == (move == "leave")


def test_only_what_can_be_done_is_offered() -> None:
    state = desk()
    state.assets[A] = (0, 0, 1, 0)
    events = run(state, A, "may spend 2 power: gain 1 exp; gain 1 memory")  # asset.spend
    assert not state.frames and state.exp[A] == 0 and state.has(A, "memory") == 1
    assert told(events)[0] == ("left-out", "district.optional")


def test_one_of_several_parts_is_chosen_and_a_single_useful_one_is_nobodys_choice() -> None:
    state = desk()
    state.integrity[A] = 3
    run(state, A, "choose inhabit or recover 1")  # body.inhabit-swap: there is nothing to swap
    assert state.integrity[A] == 4 and not state.frames
    state.bodies[A] = ("tin-saint", "crown")
    run(state, A, "choose inhabit or recover 1")
    assert offers(state, A) == [("choose", 1), ("choose", 2)]
    assert refused(state, A, "choose", 3) == "district.optional"
    answer(state, A, "choose", 1)
    assert state.bodies[A] == ("crown", "tin-saint") and state.integrity[A] == 4


def test_a_choice_without_any_use_is_left_out() -> None:
    state = desk()
    events = run(state, A, "choose inhabit or recover 1; gain 1 power")
    assert told(events) == [("left-out", "district.optional"), ("gains", "asset.gain")]


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("lose 1 shield", "asset.lose"),
        ("lose 1 of each asset", "asset.lose"),
        ("recover 1", "kw.recover"),
        ("dump 1 ward", "data.dump"),
        ("discard 1 corrupted", "data.discard"),
        ("dump all", "data.dump"),
        ("dump one column", "data.dump"),
        ("program 1", "kw.program"),
        ("deal 2", "enemy.top"),
        ("discard top enemy", "enemy.top"),
        ("trace down 1", "district.optional"),
        ("set trace 0", "kw.set-trace"),
        ("inhabit", "body.inhabit-swap"),
        ("equip free", "aug.equip"),
        ("reveal tile within 1", "kw.reveal"),
        ("destabilize enemies 1", "destab.place"),
    ],
)
def test_what_cannot_be_done_is_left_out_and_told_with_its_rule(line: str, rule: str) -> None:
    state = desk()
    state.map = state.map.turned_up((1, 0))
    events = run(state, A, f"{line}; gain 1 exp")
    assert told(events)[0] == ("left-out", rule)
    assert state.exp[A] == 1 and not state.frames


def test_a_price_that_is_missing_ends_the_line() -> None:
    state = desk()
    run(state, A, "spend 1 memory and gain 1 exp")  # asset.spend
    run(state, A, "return faction augment and gain 1 exp")
    assert state.exp[A] == 0 and not state.frames


def test_amounts_are_counted_when_they_are_needed() -> None:
    state = desk(3)
    state.equipped[A] = ("sweep", "ledger", "tax", "phalanx")
    state.enemies[A] = (("drone", 2),)
    run(state, A, "gain 2n exp")
    assert state.exp[A] == 6  # scen.player-number
    run(state, A, "gain 1 exp per equipped augment, at most 3")
    assert state.exp[A] == 9
    run(state, A, "gain 2 exp per die", by="SSS")
    assert state.exp[A] == 15
    run(state, A, "clear damage and gain 1 exp per damage removed")
    assert state.exp[A] == 17 and state.enemies[A] == (("drone", 0),)
    run(state, A, "gain 2 (3 from 3 players) memory")
    assert state.has(A, "memory") == 3


def test_a_line_goes_on_behind_the_lines_that_it_sets_off() -> None:
    state = with_lines(desk(), tile__y="gain 1 power")
    state.grid[A] = laid("EW..")
    run(state, A, "dump 1 token; gain 1 memory")
    running.begin_line(state, A, "tile.y")
    go_on(state)
    assert state.has(A, "power") == 1 and state.has(A, "memory") == 0
    answer(state, A, "dump", "r1c1")
    assert state.has(A, "memory") == 1 and state.dump[A] == "E"


def test_whoever_skips_the_phase_is_left_out() -> None:
    state = desk(3)
    state.out = 1 << B  # reset.skip-phase
    run(state, A, "each player: gain 1 shield")
    assert [state.has(seat, "shield") for seat in (A, B, C)] == [1, 0, 1]
    run(state, B, "gain 1 power")
    assert state.has(B, "power") == 0


def test_a_scenarios_own_line_goes_on_without_its_reader() -> None:
    state = desk(2)
    state.out, state.time = 1 << A, 4
    run(state, A, "time down 1; each player: gain 1 exp", key="card.S01-1.world.0")
    assert (state.time, state.exp[A], state.exp[B]) == (3, 0, 1)


RULES = {
    "tile.x": "district.optional",
    "find.x.0": "explore.token-first",
    "frame.kindle.0": "combat.player-frame",
    "enemy.drone.fang": "combat.enemy-frame",
    "enemy.drone.pattern.0": "pattern.hack-repel",
    "card.S01-1.immediate": "quest.new-card",
    "card.S01-1.world.2": "quest.world",
    "card.S01-1.activity.0": "quest.activity",
    "card.S01-1.pattern": "pattern.other-places",
    "aug.phalanx.use.0": "aug.faction-launch",
    "aug.sweep.use.0": "pattern.augments",
    "aug.ledger.use.0": "aug.timing",
    "body.kindle.use.0": "body.ability",
    "body.tin-saint.use.0": "body.ability",
    "protocol.x.0": "learn.anytime",
    "diary.d01.use.0": "diary.one",
    "pvp.x.use.0": "comp.pvp",
    "enhancement.x.use.0": "comp.enhancement",
    "conditions.x": "comp.conditions",
    "reward.x": "city.heist-gain",
    "event.x.pay": "city.event",
}


@pytest.mark.parametrize("key", RULES)
def test_a_line_cites_the_place_where_it_is_printed(key: str) -> None:
    state = desk()
    events = run(state, A, "gain 1 exp", key=key)
    assert told(events) == [("gains-exp", RULES[key])]


def _tested(state: State, words: str) -> bool:
    return running.holds(state, A, language.read_tests(words))


def test_tests_about_the_table() -> None:
    state = desk(2)
    state.on_card, state.time = {"success": 2, "ascend": 1}, 4
    state.tally[A]["defeated-card"], state.tally[B]["defeated-card"] = 1, 2
    state.markers = {(0, 0): ("relay", "die:S"), (1, 0): ("relay",)}
    for words in (
        *("time = 4", "time is even", "not time is odd", "success here >= n", "ascend here < 2", "relays left = 2"),
        *("defeated since card = 3", "corrupted left <= 8", "players = 2", "no enemies attached", "relay here"),
        *("not guest waits", "not guest defeated", "tiles revealed >= 1", "not die here is strike"),
    ):
        assert _tested(state, words), words
    state.markers[(0, 0)] = ("relay", "die:S!")  # scen.dice-revealed
    assert _tested(state, "die here is strike") and not _tested(state, "die here is surge")


def test_tests_about_a_player() -> None:
    state = desk(2)
    state.assets[A], state.exp[A], state.trace[A], state.integrity[A] = (1, 2, 0, 5), 3, 4, 2
    state.enemies[A] = (("drone", 2), ("clerk", 0))
    state.equipped[A], state.bodies[A] = ("sweep", "phalanx"), ("crown",)
    state.grid[A], state.bag[A], state.dump[A] = laid("EO..", "...."), "OX", "N"
    state.launched[A] = ("basic.power", "basic.exp", "gone:enemy.drone.hack0", "aug.backdoor", "enemy.clerk.repel")
    state.tally[A] |= {"revealed": 2, "defeated": 4, "largest": 5, "quiet": 1, "resets": 1}
    for words in (
        *("assets = 8", "best asset = 5", "memory >= 2", "exp > 2", "trace = 4", "integrity < 3", "maximum = 5"),
        *("enemies = 2", "top damage = 2", "equipped augments = 2", "faction augments = 1", "new augments = 2"),
        *("bodies = 1", "unlocked slots = 0", "open in pool = 2", "corrupted in pool = 1", "inari in pool = 1"),
        *("patterns launched = 5", "asset patterns launched = 1", "hacks launched = 2", "tiles revealed by you = 2"),
        *("defeated this game = 4", "printed integrity defeated = 5", "quiet turns = 1", "resets = 1", "on shelter"),
        *("another here", "all on shelter", "not beside another"),
    ):
        assert _tested(state, words), words
    state.place[B] = (1, 0)
    assert _tested(state, "beside another") and not _tested(state, "all on shelter")
    assert not _tested(state, "another here")


def test_the_bot_counts_for_being_on_a_tile_and_its_figure_for_a_battery() -> None:
    state = desk(1, mode="solo")
    state.map = state.map.turned_up((1, 0))
    state.bot, state.batteries = (1, 0), 3
    assert _tested(state, "beside another") and not _tested(state, "all on shelter")  # solo.bot-presence
    assert _tested(state, "on shelter") and not _tested(state, "on hideout")
    state.bot_used = "launch"
    assert _tested(state, "on hideout")  # solo.bot-use, solo.bot-example


def test_players_whom_cards_mean() -> None:
    state = desk(3)
    state.trace = [2, 5, 5]
    state.enemies[B] = (("drone", 0),)
    state.dump[C] = "NN"
    state.tally[B]["ascended"] = 2
    state.guest, state.first = ("drone!guest", 0, C), A
    found = {who: counting.players_named(state, A, who) for who in vocabulary.WHO}
    assert found["player with most trace"] == [B]
    assert found["player with most inari"] == [C]
    assert found["giver"] == [B] and found["next holder"] == [A] and found["first player"] == [A]
    assert found["each player without enemies"] == [A, C]
    assert found["each other player"] == [B, C]
    state.place[C] = (1, 0)
    assert counting.players_named(state, A, "another player here") == [B]
    assert counting.players_named(state, A, "another player near") == [B, C]
    state.place[C] = (3, 0)
    assert counting.players_named(state, A, "another player near") == [B]
    assert counting.players_named(state, A, "each player here") == [A, B]


def test_a_failed_test_of_data_ends_its_line() -> None:
    state = desk(1, {"dice-0": [5]}, mode="solo")  # test.pass
    state.grid[A] = laid("L...")
    run(state, A, "test lore 1 and gain 1 exp", key="card.S01-1.activity.0")
    answer(state, A, "put", "r1c1")
    answer(state, A, "roll")
    assert state.exp[A] == 0 and not state.frames
    assert fact(run(state, A, "gain 1 exp"), "gains-exp", "exp") == 1

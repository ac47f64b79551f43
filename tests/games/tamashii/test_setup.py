"""Set-ups: boards, bags and classes; scenarios; alone; against each other; harder modes; what is locked."""

from __future__ import annotations

from collections import Counter

import pytest
from opened import begun, config, go_on, house, laid
from small_tables import A, B, C
from storyboard import DECISIONS, asked, data_of, kinds, moves, refused, rule_of

from tabletop_kernel.games.tamashii import setup
from tabletop_kernel.games.tamashii.components import EMPTY_LAUNCHER
from tabletop_kernel.games.tamashii.pack import decks
from tabletop_kernel.games.tamashii.phases import laying, setup_choices
from tabletop_kernel.games.tamashii.state import State

SCENARIOS = ("P00", "S01", "S02", "S03", "S04", "S05")


def rules_told(events: list) -> set[str]:
    return {event[1] for event in events}


# -- players -----------------------------------------------------------------------------------------------------------


def test_three_players_set_up() -> None:
    """W1: setup.bag, setup.integrity, setup.locks, setup.assets-zero, setup.trace-zero, setup.start-augments,
    setup.protocol, setup.market."""
    state, events = begun(3, scenario="S01")
    content = house()
    for seat in range(3):
        core = content.bodies[state.walker[seat]].core
        assert state.core[seat] == core
        assert Counter(state.bag[seat]) == {**dict.fromkeys("EWLF", 3), core: 4}
        assert (state.integrity[seat], state.maximum[seat]) == (5, 5)
        assert state.grid[seat] == EMPTY_LAUNCHER
        assert [state.grid[seat][slot] for slot in (4, 9, 14, 19)] == ["#"] * 4
        assert state.assets[seat] == (0, 0, 0, 0)
        assert state.trace[seat] == 0
        assert sorted(content.augments[one].start for one in state.equipped[seat]) == ["co-op", "plain"]
        assert {content.augments[one].owner for one in state.equipped[seat]} == {state.classes[seat]}
        assert state.protocol[seat] in content.protocols
    assert len(state.market) == 4
    assert len(set(state.walker)) == len(set(state.classes)) == len(set(state.protocol)) == 3
    assert state.supply["E"] == 24 - sum(bag.count("E") for bag in state.bag)
    assert len(content.protocols) - 3 == len(state.protocol_deck)
    for rule in (
        "setup.neutral-pool",
        "setup.board",
        "setup.locks",
        "setup.help",
        "setup.assets-zero",
        "setup.integrity",
        "setup.core",
        "setup.walker",
        "setup.bag",
        "setup.time-zero",
        "setup.trace-zero",
        "setup.class",
        "setup.start-augments",
        "setup.class-deck",
        "setup.protocol",
        "setup.market",
        "learn.one",
    ):
        assert rule in rules_told(events), rule


def test_class_decks_have_the_rest_of_the_class() -> None:
    """setup.class-deck, camp.locked-out: what is locked is not in it."""
    for unlocked, number in (("none", 5), ("all", 8)):
        state, _ = begun(2, scenario="S01", unlocked=unlocked)
        for seat in (A, B):
            cards = [house().augments[one] for one in state.class_deck[seat]]
            assert len(cards) == number
            assert {one.owner for one in cards} == {state.classes[seat]}
            assert not any(one.start for one in cards)


def test_who_begins() -> None:
    """scen.first-player, comp.first, ruling.setup.first-player."""
    for mode, rule in (({"scenario": "S01"}, "scen.first-player"), ({"mode": "versus"}, "comp.first")):
        state, _ = laid(3, **mode)
        assert asked(state) == ("first", [A])
        assert moves(state, A) == [("first", seat) for seat in range(3)]
        assert refused(state, A, "first", 3) == "table.form"
        events = play_on(state, A, "first", 2)
        assert state.first == 2
        assert rule_of(events, "first-player") == rule
    found = {laid(3, seed, {"ruling.setup.first-player": "random"}, scenario="S01")[0].first for seed in range(20)}
    assert found == {0, 1, 2}
    state, events = laid(3, rulings={"ruling.setup.first-player": "seat-1"}, scenario="S01")
    assert state.first == 0
    assert rule_of(events, "first-player") == "ruling.setup.first-player"


def play_on(state: State, seat: int, *move: object) -> list:
    """A move of the set-up; it is not carried on into the first turn."""
    from tabletop_kernel.contract.events import recorder

    assert refused(state, seat, *move) == ""
    events: list = []
    DECISIONS[state.frames[-1][0]].apply(state, seat, move, recorder(events))  # type: ignore[arg-type]
    go_on(state, events)
    return events


def test_boards_and_classes_are_picked_from_the_first_player_on() -> None:
    """setup.board, setup.class, ruling.setup.class-unique."""
    for shared in ("no", "yes"):
        state, _ = laid(2, rulings={"ruling.setup.class-unique": shared}, scenario="S01", draft="chosen")
        play_on(state, A, "first", B)
        assert asked(state) == ("board", [B])
        assert len(moves(state, B)) == 4
        play_on(state, B, "board", "kindle")
        assert asked(state) == ("board", [A])
        assert refused(state, A, "board", "kindle") == "setup.board"
        assert refused(state, A, "board", "tin-saint") == "table.form"  # no walker
        play_on(state, A, "board", "scribe")
        assert state.core == ["L", "E"]
        assert asked(state) == ("class", [B])
        play_on(state, B, "class", "Reaper")
        assert refused(state, A, "class", "Poet") == "table.form"
        assert refused(state, A, "class", "Reaper") == ("ruling.setup.class-unique" if shared == "no" else "")
        play_on(state, A, "class", "Brawler")
        assert state.classes == ["Brawler", "Reaper"]


def test_one_of_two_protocols_is_kept() -> None:
    """setup.protocol: two are dealt, one goes back."""
    state, events = laid(2, rulings={"ruling.setup.first-player": "seat-1"}, scenario="S01")
    assert asked(state) == ("protocol", [A])
    dealt = data_of(events, "protocols-dealt")["protocols"]
    assert moves(state, A) == [("protocol", name) for name in dealt]
    other = next(name for name in house().protocols if name not in dealt)
    assert refused(state, A, "protocol", other) == "setup.protocol"
    play_on(state, A, "protocol", dealt[1])
    assert state.protocol[A] == dealt[1]
    assert dealt[0] in state.protocol_deck


def test_starting_augments_may_have_to_be_equipped() -> None:
    """ruling.aug.start-equipped."""
    state, events = begun(2, rulings={"ruling.aug.start-equipped": "no"}, scenario="S01")
    assert state.equipped == [(), ()]
    assert [len(own) for own in state.unequipped] == [2, 2]
    assert rule_of(events, "start-unequipped") == "ruling.aug.start-equipped"


# -- scenarios ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", SCENARIOS)
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_every_scenario_is_laid_as_its_sheet_says(code: str, seats: int) -> None:
    """scen.choose, scen.map, scen.exploration, scen.cd-pool, scen.factions, scen.start-tile, scen.cards,
    scen.player-number, scen.first-card, scen.one-plot."""
    state, events = begun(seats, scenario=code)
    sheet = house().scenarios[code]
    assert set(state.tiles) == {one.place for one in sheet.map}
    assert state.up == {one.place for one in sheet.map if one.up}
    assert set(state.finds) == {one.place for one in sheet.map if one.find}
    assert len(state.finds) + len(state.finds_left) == sum(find.copies for find in house().finds.values())
    assert {place: state.tiles[place] for place in state.tiles if _named(sheet, place)} == {
        one.place: one.tile for one in sheet.map if one.tile
    }
    assert Counter(state.tiles.values()) == Counter([one.tile for one in sheet.map if one.tile] + [*sheet.shuffled])
    assert state.place == [sheet.start] * seats
    assert state.start_place == state.place
    assert set(state.faction_deck) == set(sheet.factions)
    assert state.card == sheet.first
    assert data_of(events, "corrupted-pool")["count"] == sheet.corrupted[0] + sheet.corrupted[1] * seats
    assert data_of(events, "player-number")["number"] == seats
    for rule in ("scen.choose", "scen.map", "scen.exploration", "scen.enemies", "scen.start-tile", "scen.cards"):
        assert rule in rules_told(events), rule
    assert ("scen.factions" in rules_told(events)) == bool(sheet.factions)
    assert ("scen.special-rules" in rules_told(events)) == bool(sheet.rules_text)
    assert rule_of(events, "first-card") == "scen.first-card"
    assert rule_of(events, "card-active") == "scen.one-plot"
    assert state.frames == [("turn", -1, (0,))]
    assert state.turn == 0


def _named(sheet: object, place: object) -> bool:
    return any(one.place == place and one.tile for one in sheet.map)  # type: ignore[attr-defined]


def test_the_prologue_skips_half_of_the_set_up() -> None:
    """setup.prologue-skips, ruling.setup.prologue-trace."""
    state, events = begun(2, scenario="P00")
    assert (state.classes, state.protocol, state.market, state.body_deck) == (["", ""], ["", ""], (), ())
    assert "setup.prologue-skips" in rules_told(events)
    for rule in ("setup.class", "setup.protocol", "setup.market", "setup.trace-zero"):
        assert rule not in rules_told(events)
    assert not state.rules.traced
    state, events = begun(2, rulings={"ruling.setup.prologue-trace": "yes"}, scenario="P00")
    assert "setup.trace-zero" in rules_told(events)


def test_enemies_as_listed_then_random_ones() -> None:
    """scen.enemies, ruling.scen.enemy-order."""
    state, events = begun(2, scenario="S01")
    deck = state.enemy_deck
    assert deck[:4] == ("adware-swarm", "adware-swarm", "stray-drone", "stray-drone")
    assert len(deck) == 12
    assert all(house().enemies[card].level == 1 for card in deck)
    assert max(Counter(deck).values()) <= 3  # no more than there are in the box
    assert rule_of(events, "enemy-deck") == "scen.enemies"
    orders = {
        begun(2, seed, {"ruling.scen.enemy-order": "shuffled"}, scenario="S01")[0].enemy_deck[:4] for seed in range(9)
    }
    assert len(orders) > 1
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(deck[:4]))}
    assert len({begun(2, seed, scenario="S01")[0].enemy_deck for seed in range(5)}) == 5


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_enemies_by_the_number_of_players(seats: int) -> None:
    """scen.enemies in the prologue: so many drones, filled up to 3N + 4; S04: 3N + 3, N of them small gods."""
    deck = begun(seats, scenario="P00")[0].enemy_deck
    assert len(deck) == 3 * seats + 4
    drones = min(3, seats)
    assert deck[:drones] == ("stray-drone",) * drones
    state = begun(seats, scenario="S04")[0]
    attached = tuple(card for stack in state.enemies for card, _ in stack)  # its first card attaches one to each
    deck = attached + state.enemy_deck
    assert len(attached) == seats
    assert len(deck) == 3 * seats + 3
    assert [card.endswith("!god") for card in deck] == [False] * (2 * seats + 3) + [True] * seats


def test_a_guest_is_set_aside() -> None:
    """scen.enemies in S03: Ash Kirin waits, also in insane mode, and is not in the deck."""
    for difficulty in ("normal", "insane"):
        state, events = begun(2, scenario="S03", difficulty=difficulty)
        assert state.guest == ("ash-kirin!guest", 0, -1)
        assert "ash-kirin" not in state.enemy_deck
        assert len(state.enemy_deck) == 13
        assert rule_of(events, "set-aside") == "scen.enemies"


def test_shuffled_tiles_are_not_always_the_same() -> None:
    """scen.map."""
    maps = {tuple(begun(2, seed, scenario="S03")[0].tiles.items()) for seed in range(6)}
    assert len(maps) == 6


def test_relays_carry_a_set_of_dice_tokens() -> None:
    """scen.dice-set: three different ones, face down; where they lie is by lot."""
    found = set()
    for seed in range(12):
        state, events = begun(2, seed, scenario="S02")
        assert sorted(token for tokens in state.markers.values() for token in tokens) == [
            *("die:D", "die:S", "die:T"),
            *["relay"] * 3,
        ]
        assert all(len(tokens) == 2 for tokens in state.markers.values())
        found.add(tuple(state.markers.values()))
    assert len(found) > 1
    assert rule_of(events, "dice-tokens") == "scen.dice-set"
    assert state.specials == ("S02-S",)
    assert rule_of(events, "special-card") == "scen.special-aside"
    assert rule_of(events, "special-cards") == "scen.plot-special"


def test_faction_decks() -> None:
    """scen.factions, ruling.scen.faction-decks, camp.locked-out."""
    state, events = begun(2, scenario="S02")
    assert {name: len(deck) for name, deck in state.faction_deck.items()} == {"Ninkyo": 6, "Seekers": 6}
    assert rule_of(events, "decks-aside") == "ruling.scen.faction-decks"
    state, events = begun(2, rulings={"ruling.scen.faction-decks": "from-start"}, scenario="S02", unlocked="all")
    assert {len(deck) for deck in state.faction_deck.values()} >= {8}
    assert "decks-in-play" in kinds(events)


def test_what_belongs_to_some_scenarios_only() -> None:
    """inari.special, yokai.bottom, destab.place as modules."""
    assert begun(2, scenario="S04")[0].rules.modules == {"yokai"}
    state, events = begun(2, scenario="S05")
    assert state.rules.modules == {"inari"}
    assert state.supply["N"] == 12 - sum(pool.count("N") for pool in (state.pool(A), state.pool(B)))
    assert rule_of(events, "inari-in") == "inari.special"
    assert begun(2, scenario="S01", unlocked="A02")[0].rules.modules == {"destabilization"}


# -- difficulty and modules --------------------------------------------------------------------------------------------


def test_harder_modes() -> None:
    """mode.hard, mode.insane-cost, mode.insane-enemies."""
    state, events = begun(2, scenario="S01", difficulty="hard")
    assert (rule_of(events, "hard"), state.rules.upgrade_cost) == ("mode.hard", 3)
    state, events = begun(2, scenario="S01", difficulty="insane")
    assert (rule_of(events, "insane"), state.rules.upgrade_cost) == ("mode.insane-cost", 3)
    assert rule_of(events, "enemies-replaced") == "mode.insane-enemies"
    assert {house().enemies[card].level for card in state.enemy_deck} == {2}
    assert len(state.enemy_deck) == 12


def test_more_level_2_enemies_than_there_are() -> None:
    """ruling.mode.insane-pool."""
    state, _ = begun(4, scenario="P00", difficulty="insane")
    assert len(state.enemy_deck) == 16
    everything = sum(one.copies for one in house().enemies.values() if one.level == 2 and one.code == "X00")
    for option, number in (("repeats", 2 * everything), ("smaller", everything)):
        rules = begun(2, rulings={"ruling.mode.insane-pool": option}, scenario="P00", difficulty="insane")[0]
        many = decks.EnemyLot("", 1, 2 * everything, 0)
        decks.lay_enemies(rules, (many,), (), "scen.enemies", None)
        assert len(rules.enemy_deck) == number


def test_difficulty_in_versus() -> None:
    """ruling.mode.scope."""
    assert begun(2, mode="versus", difficulty="hard")[0].rules.upgrade_cost == 3
    state, events = begun(2, rulings={"ruling.mode.scope": "no"}, mode="versus", difficulty="insane")
    assert state.rules.difficulty == "normal"
    assert rule_of(events, "as-normal") == "ruling.mode.scope"


def test_catie_tokens() -> None:
    """catie.include, catie.start: one in the place of the thirteenth token."""
    state, events = begun(2, scenario="S01", unlocked="C01", catie="on")
    for seat in (A, B):
        assert Counter(state.bag[seat]) == {**dict.fromkeys("EWLF", 3), "C": 1}
    assert state.supply["C"] == 6
    assert {rule_of(events, "catie-in"), rule_of(events, "catie-start")} == {"catie.include", "catie.start"}
    assert begun(2, scenario="S01", unlocked="C01")[0].supply["C"] == 0


def test_diary_and_city() -> None:
    """diary.draw, city.event; a diary card that was used before waits in the box."""
    state, events = begun(2, scenario="S01", unlocked="D01+D02+xD03", diary="on", city="on")
    assert sorted(state.diary) == ["d01", "d02"]
    assert (state.diary_deck, state.diary_box) == ((), ("d03",))
    assert len(state.event_deck) == len(house().events)
    assert len(state.reward_deck) == 14
    assert {"diary.include", "diary.draw", "city.event"} <= rules_told(events)


def test_cat_or_dog() -> None:
    """dog.swap, ruling.dog.meaning: never both."""
    for meaning, dog, there in (("body", "on", "cyberdog"), ("body", "off", "cybercat"), ("figure", "on", "cybercat")):
        state, events = begun(2, rulings={"ruling.dog.meaning": meaning}, scenario="S01", unlocked="A03", dog=dog)
        bodies = {*state.market, *state.body_deck}
        assert bodies & {"cyberdog", "cybercat"} == {there}
        assert ("dog.swap" in rules_told(events)) == (dog == "on")


def test_what_is_locked_takes_no_part() -> None:
    """camp.locked-out, camp.code."""
    state, events = begun(2, scenario="S01")
    used = {*state.market, *state.body_deck, *state.class_deck[A], *state.class_deck[B]}
    every = {**house().bodies, **house().augments}
    assert {every[one].code for one in used} == {"X00"}
    assert rule_of(events, "locked-out") == "camp.locked-out"
    assert "B02" in data_of(events, "locked-codes")["codes"]
    assert rule_of(events, "locked-codes") == "camp.code"
    state, events = begun(2, scenario="S01", unlocked="all")
    assert "locked-out" not in kinds(events)
    assert "borrowed-crown" in {*state.market, *state.body_deck}


# -- alone -------------------------------------------------------------------------------------------------------------


def test_alone_with_the_bot() -> None:
    """solo.augments, solo.bot-start, solo.batteries, solo.first, solo.scenario-rules, ruling.solo.number."""
    state, events = begun(1, scenario="S03")
    assert state.rules.mode == "solo"
    assert sorted(house().augments[one].start for one in state.equipped[A]) == ["plain", "solo"]
    assert (state.bot, state.batteries, state.first) == (state.place[A], 5, A)
    assert len(state.market) == 2
    for rule in ("solo.augments", "solo.bot-start", "solo.batteries", "solo.first", "solo.scenario-rules"):
        assert rule in rules_told(events), rule
    state, events = begun(1, rulings={"ruling.solo.number": "2"}, scenario="S03")
    assert len(state.market) == 3
    assert state.corrupted == 3 + 2 * 2
    assert data_of(events, "player-number")["number"] == 2


# -- against each other ------------------------------------------------------------------------------------------------


def test_versus_is_set_up() -> None:
    """comp.standard, comp.goal, comp.augments, comp.no-protocols, comp.length, comp.map, comp.start-tiles,
    comp.conditions, comp.enhancement, comp.pvp, comp.goals-start, comp.no-cd-pool, comp.no-cards, comp.order."""
    state, events = begun(3, mode="versus", length="medium")
    assert state.time == 7
    assert state.protocol == ["", "", ""]
    for seat in range(3):
        assert sorted(house().augments[one].start for one in state.equipped[seat]) == ["plain", "solo"]
        assert state.tile(state.place[seat]).kind in ("shelter", "damaged")
    assert len(set(state.place)) == 3
    assert state.start_place == state.place
    assert (state.corrupted, state.card) == (0, "")
    assert state.supply["X"] + sum(state.pool(seat).count("X") for seat in range(3)) == 20
    assert len(state.goals) == 3
    assert len(state.goal_deck) == len(house().goals) - 3
    assert state.enhancement in house().enhancements
    assert state.pvp in house().pvp
    for rule in (
        "comp.standard",
        "comp.goal",
        "comp.augments",
        "comp.no-protocols",
        "comp.length",
        "comp.first",
        "comp.map",
        "comp.start-tiles",
        "comp.conditions",
        "comp.enhancement",
        "comp.pvp",
        "comp.goals-start",
        "comp.no-cd-pool",
        "comp.no-cards",
        "comp.order",
    ):
        assert rule in rules_told(events), rule
    assert len(begun(2, mode="versus")[0].goals) == 2


@pytest.mark.parametrize("name", ["ring-road", "two-bridges", "long-quay", "clinic-square"])
def test_maps_of_versus(name: str) -> None:
    """comp.map: named tiles where the card says, random ones face down, none more often than there are."""
    for seed in range(4):
        state, _ = begun(4, seed, mode="versus", map=name)
        card = house().maps[name]
        assert set(state.tiles) == {one.place for one in card.map}
        counts = Counter(state.tiles.values())
        assert all(number <= house().tiles[tile].copies for tile, number in counts.items())
        down = [state.tile(place) for place in state.tiles if place not in state.up]
        assert {tile.kind for tile in down} <= {"plain", "hideout"}
        if card.hideouts:
            assert sum(tile.kind == "hideout" for tile in down) == card.hideouts
        assert set(state.faction_deck) == {"Spartans", "Ninkyo", "Seekers", "Commoners"}


def test_starting_tiles_are_chosen_from_the_first_player_on() -> None:
    """comp.start-tiles."""
    state, _ = laid(2, mode="versus", map="ring-road")
    play_on(state, A, "first", B)
    assert asked(state) == ("start", [B])
    assert len(moves(state, B)) == 5
    assert refused(state, B, "start", "1,0") == "comp.start-tiles"  # face down
    assert refused(state, B, "start") == "table.form"
    events = play_on(state, B, "start", "0,0")
    assert rule_of(events, "starts-on") == "comp.start-tiles"
    assert refused(state, A, "start", "0,0") == "comp.start-tiles"  # B is there
    play_on(state, A, "start", "2,0")
    assert state.place == [(2, 0), (0, 0)]


@pytest.mark.parametrize(
    ("name", "number"), [("quiet-season", 12), ("long-heat", 14), ("broken-glass", 14), ("blackout", 14)]
)
def test_conditions_give_enemies_and_bonuses(name: str, number: int) -> None:
    """comp.conditions: tokens go straight into the bags."""
    state, _ = begun(2, mode="versus", conditions=name)
    assert len(state.enemy_deck) == number
    for seat in (A, B):
        assert state.dump[seat] == ""
        if name == "quiet-season":
            assert state.has(seat, "memory") == 1
        elif name == "long-heat":
            assert state.bag[seat].count("O") == 1
        elif name == "broken-glass":
            assert (state.exp[seat], state.bag[seat].count("X")) == (2, 1)


def test_named_cards_of_versus() -> None:
    """comp.enhancement, comp.pvp: the table may agree on cards."""
    state, _ = begun(2, mode="versus", enhancement="overclock", pvp="tip-off")
    assert (state.enhancement, state.pvp) == ("overclock", "tip-off")
    found = {begun(2, seed, mode="versus")[0].pvp for seed in range(15)}
    assert len(found) > 2


# -- the same luck, the same table -------------------------------------------------------------------------------------


def test_steps_of_a_set_up_are_all_there() -> None:
    """Every step has something to do."""
    for chosen in ({"scenario": "P00"}, {"scenario": "S01"}, {"mode": "versus"}):
        rules = setup.work_out(config(2, None, **chosen), house())
        assert set(setup.steps_of(rules)) <= setup.STEPS.keys()


def test_hidden_orders_come_from_the_seed() -> None:
    one, two, other = (begun(2, seed, scenario="S01")[0] for seed in (1, 1, 2))
    for name in ("enemy_deck", "body_deck", "class_deck", "finds", "faction_deck", "bag"):
        assert getattr(one, name) == getattr(two, name)
    assert one.enemy_deck != other.enemy_deck
    assert laying.start_tiles(one) == [(0, 0)]
    assert setup_choices.free_boards(one) == [body.id for body in house().walkers if body.id not in one.walker]
    assert C not in range(one.rules.seats)

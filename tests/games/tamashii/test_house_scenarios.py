"""The scenarios of the house pack, written down a second time, and what every scenario must keep to."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import pytest
import small_tables
from transcripts import (
    check_enough_enemies,
    connected,
    deck_size,
    done,
    laid,
    number,
    pattern,
    places_named,
    rows,
    said,
)

from tabletop_kernel.games.tamashii.components import FREE_CODE, SUPPLY
from tabletop_kernel.games.tamashii.lines import grammar, operations
from tabletop_kernel.games.tamashii.pack.pieces import Card, Content

SEATS = (1, 2, 3, 4)
ALWAYS = {"C01"}  # the code of the Catie tokens, which are no card


@pytest.fixture(scope="module")
def house() -> Content:
    return small_tables.house()


# -- maps, decks and pools of the scenarios ----------------------------------------------------------------------------

# «*»: with an exploration token; «relay»: with a relay marker and a dice token, face down.
MAPS = {
    "P00": """Shelter 0,0 up · Damaged District 1,0 up · Cold Storage 0,1 down* · Riot Line 1,-1 down*""",
    "S01": """Shelter 0,0 up · Neon Arcade 1,0 up · Free Clinic 0,1 up · Back Alley -1,1 down* · Data Bazaar -1,0 down*
        · Commoner Canteen 0,-1 down · Broadcast Mast 1,-1 down*""",
    "S02": """Shelter 0,0 up · Cold Storage 1,0 down* · Riot Line 0,1 down* · Old Subway -1,1 up · Transit Hub -1,0 up
        · Ninkyo Teahouse 0,-1 down · Seeker Observatory 1,-1 down · Server Farm 2,-1 down* relay
        · Reactor Row -2,1 down* relay · Scrap Field 0,2 down* relay""",
    "S03": """Shelter 0,0 up · Neon Arcade 1,0 up · Foundry -1,1 up · any 0,1 down* · any -1,0 down* · any 0,-1 down*
        · any 1,-1 down* · any 2,-1 down* · any -2,1 down*""",
    "S04": """Shelter 0,0 up · Old Subway 1,0 up · Riot Line 0,1 up · Back Alley -1,1 down*
        · Seeker Observatory -1,0 down · Neon Arcade 0,-1 down* · Reactor Row 1,-1 down*""",
    "S05": """Shelter 0,0 up · Gardens 1,0 up · Commoner Canteen 0,1 down · Server Farm -1,1 down*
        · Data Bazaar -1,0 down* · Broadcast Mast 0,-1 down* · Cold Storage 1,-1 down*""",
}
SHEETS = """
P00 | Cold Boot              | prologue  | 2+1 | | |
S01 | First Light            | story     | 4+2 | Commoners | first-reset-one |
S02 | The Quiet Relay        | story     | 4+2 | Ninkyo, Seekers | |
S03 | Lantern Market         | story     | 3+2 | Spartans, Ninkyo, Commoners | |
S04 | Parade of Small Gods   | yokai     | 3+2 | Seekers | yokai, gods |
S05 | The Garden Under Glass | forbidden | 3+2 | Commoners | inari-success |
"""
DECKS = {  # for two players, from the top
    "P00": ["2 stray-drone", "fill 10 level 1"],
    "S01": ["2 adware-swarm", "2 stray-drone", "8 level 1"],
    "S02": ["6 level 1", "4 level 2", "6 level 1"],
    "S03": ["10 level 1", "3 level 2 shuffled", "1 ash-kirin aside guest"],
    "S04": ["7 level 1", "2 level 2 god"],
    "S05": ["8 level 1", "4 level 2"],
}


@pytest.mark.parametrize("code", MAPS)
def test_maps_of_scenarios(house: Content, code: str) -> None:
    """scen.map, scen.exploration"""
    scenario = house.scenarios[code]
    assert list(scenario.map) == [laid(row) for row in MAPS[code].split("·")]
    assert scenario.start == (0, 0)  # scen.start-tile
    shuffled = ("spartan-barracks", "ninkyo-teahouse", "commoner-canteen", "cold-storage", "free-clinic", "server-farm")
    assert scenario.shuffled == (shuffled if code == "S03" else ())


def test_sheets(house: Content) -> None:
    assert list(house.scenarios) == [row[0] for row in rows(SHEETS)]
    for code, name, kind, pool, factions, special, _ in rows(SHEETS):
        scenario = house.scenarios[code]
        assert (scenario.name, scenario.kind, scenario.seats, scenario.needs) == (name, kind, SEATS, "")
        assert "+".join(map(str, scenario.corrupted)) == pool  # scen.cd-pool
        assert ", ".join(scenario.factions) == factions  # scen.factions
        assert ", ".join(scenario.special_rules) == special  # scen.special-rules
        assert scenario.first == f"{code}-1"  # scen.first-card
        assert [said(lot, 2) for lot in scenario.enemies] == DECKS[code]  # scen.enemies
        assert len(scenario.rules_text) >= len(scenario.special_rules)
        assert scenario.modify == ((("guest-each", TUNED_GUEST),) if code == "S03" else ())
        assert scenario.without == (("ash-kirin",) if code == "S03" else ())


def test_decks_grow_with_the_players(house: Content) -> None:
    sizes = {code: [deck_size(scenario.enemies, n) for n in SEATS] for code, scenario in house.scenarios.items()}
    assert sizes == {
        "P00": [7, 10, 13, 16], "S01": [12] * 4, "S02": [16] * 4, "S03": [13] * 4, "S04": [6, 9, 12, 15],
        "S05": [12] * 4,
    }  # fmt: skip
    assert [number(house.scenarios["P00"].enemies[0], n) for n in SEATS] == [1, 2, 3, 3]  # as many drones as there are
    assert [number(house.scenarios["S04"].enemies[1], n) for n in SEATS] == [1, 2, 3, 4]  # small gods


# -- cards of the scenarios --------------------------------------------------------------------------------------------

# Code, name, immediate effect, player activity, world activity («·» between the signs).
CARDS = """
P00-1 | Wake | set time 6 | if on cold-storage: test lore 1; put 1 success here | if success here >= 1: draw card P00-2 · if time = 0: lost · time down 1; if time = 3: each player: attach 1
P00-2 | Fingers | each player: attach 1; set time 4 | | if defeated since card >= n: victory · if time = 0: lost · time down 1; each player without enemies: attach 1
S01-1 | Street Level | set time 4 | | if tiles revealed >= 3: draw card S01-2 · if time = 0: each player: gain 1 corrupted; draw card S01-2 · time down 1
S01-2 | A Voice on the Mast | set time 6; each player: gain 1 exp | if on broadcast-mast: group test lore 2n; put 1 success here | if success here >= 1: draw card S01-3 · if time = 0: lost · time down 1; if time is even: first player: attach 1
S01-3 | Answer | each player: attach 1; set time 4 | | if success here >= n: victory · if time = 0: lost · time down 1
S02-1 | Three Lamps | set time 9; put card S02-S into play | if relay here: turn up die here; if die here is strike: test ember 2 (3 from 3 players); if die here is surge: test flux 3 (4 from 3 players); if die here is static: test ward 2 (3 from 3 players); remove relay here; unlock 1 | if relays left = 0: draw card S02-2 · if time = 0: lost · time down 1; if relays left = 2: player with most trace: attach 1
S02-2 | Loud Now | set time 4; each player: attach 2 | | if all on shelter and defeated since card >= n: victory · if time = 0: lost · time down 1
S03-1 | Rumours | set time 8 | if on hideout and faction augments >= 1: return faction augment; put 1 ascend here | if ascend here >= 2 (3 from 3 players): draw card S03-2 · if time = 0: lost · time down 1; if corrupted left <= 2: time down 1
S03-2 | The Burning Guest | set time 5; giver: attach guest | | if guest defeated: victory · if time = 0: lost · time down 1; if guest waits: next holder: attach guest
S04-1 | Drums | set time 8; each player: attach 1 | | if success here >= n: victory · if time = 0: lost · time down 1; if no enemies attached: each player: attach 1; if time = 4: draw card S04-S
S05-1 | Seeds | set time 7; each player: gain 1 inari | | if success here >= 2n: draw card S05-2 · if time = 0: lost · time down 1; if time is odd: player with most inari: trace up 2
S05-2 | Glass | set time 3 | if on gardens: group test flux 2n+1; put 1 success here | if success here >= 1: victory · if time = 0: lost · time down 1; each player: attach 1
"""  # noqa: E501
# Numbers that bots found out to be too easy (NOTES.md): card, as the rules list it, as the pack has it.
TUNED = (
    ("P00-2", "set time 4", "set time 2"),
    ("P00-2", "defeated since card >= n", "defeated since card >= 2n"),
    ("S01-2", "group test lore 2n", "group test lore 3n+1"),
    ("S01-3", "success here >= n", "success here >= 2n"),
    ("S02-1", "set time 9", "set time 7"),
    ("S02-2", "set time 4", "set time 3"),
    ("S02-2", "defeated since card >= n", "defeated since card >= 4n"),
    ("S03-2", "set time 5", "set time 4"),
)
TUNED_GUEST = 7  # integrity for each player; the rules list 2


def tuned(row: tuple[str, ...]) -> tuple[str, ...]:
    """A row of the cards with the numbers of the pack; each of them stands in the list exactly once."""
    for code, listed, now in TUNED:
        if code == row[0]:
            assert sum(part.count(listed) for part in row) == 1, (code, listed)
            row = tuple(part.replace(listed, now) for part in row)
    return row


SPECIAL = {"S02-S": ("Listening Posts", ("listening", 1)), "S04-S": ("Torches", ("repel-memory", 1))}
WON = {
    "P00": "mark progress",
    "S01": "unlock code A01; unlock code A03; unlock code C01; mark progress",
    "S02": "unlock code B01; unlock code D04; mark progress",
    "S03": "unlock code B02; unlock code A02; "
    "unlock code D05; unlock code D06; unlock code D07; unlock code D08; mark progress",
    "S04": "unlock code D02; mark progress",
    "S05": "unlock code D03; mark progress",
}


def with_tests(tests: Iterable[operations.Test], line: str) -> str:
    written = grammar.written_tests(tuple(tests))
    return f"if {written}: {line}" if written else line


def every_card(house: Content) -> list[Card]:
    return [card for scenario in house.scenarios.values() for card in scenario.cards.values()]


def test_plot_cards(house: Content) -> None:
    plot = {card.code: card for card in every_card(house) if not (card.special or card.ends)}
    assert list(plot) == [row[0] for row in rows(CARDS)]
    for code, name, immediate, activities, world in (tuned(tuple(row)) for row in rows(CARDS)):
        card = plot[code]
        assert (card.name, done(card.immediate)) == (name, immediate)
        assert " · ".join(with_tests(part.where, done(part.line)) for part in card.activities) == activities
        assert [part.group for part in card.activities] == ["group test" in activities] * len(card.activities)
        assert " · ".join(with_tests(block.tests, done(block.line)) for block in card.world) == world
        assert not card.world[-1].tests  # the OTHERWISE
        assert (card.modify, card.stays) == ((), False)
        launch = with_tests(card.pattern_where, done(card.pattern_line)) if card.pattern else ""
        expected = ("@?@", "if on broadcast-mast: put 1 success here") if code == "S01-3" else ("", "")
        assert (pattern(card.pattern), launch) == expected


def test_special_cards(house: Content) -> None:
    """scen.plot-special"""
    there = {card.code: (card.name, *card.modify) for card in every_card(house) if card.special}
    assert there == SPECIAL
    for code in SPECIAL:
        card = house.scenarios[code[:3]].cards[code]
        assert (card.immediate.acts(), card.activities, card.world, card.ends) == ([], (), (), "")
        assert card.stays == (code == "S02-S")


def test_endings(house: Content) -> None:
    """end.scenario, camp.progress: a lost scenario marks nothing; losing S01 unlocks a page of the diary."""
    for code, scenario in house.scenarios.items():
        ends = [card for card in scenario.cards.values() if card.ends]
        assert [(card.name, card.ends) for card in ends] == [("Victory!", "won"), ("Scenario Lost", "lost")]
        won, lost = ends
        assert won.immediate.text == WON[code]
        assert lost.immediate.text == ("unlock code D01" if code == "S01" else "nothing")
        unlocked = tuple(str(act.args[0]) for act in won.immediate.acts() if act.verb == "unlock-code")
        assert scenario.unlocks == unlocked


def test_stories_are_short(house: Content) -> None:
    """One or two sentences each, none told twice."""
    stories = [card.story for card in every_card(house)]
    assert len(set(stories)) == len(stories) == 26
    for story in stories:
        assert len(re.findall(r"[.!?](?= |$)", story)) in (1, 2), story
        assert story.endswith((".", "!", "?"))
        assert 30 < len(story) < 160, story


def test_everything_locked_is_unlocked_by_a_card(house: Content) -> None:
    """camp.code, camp.by-play"""
    codes = {body.code for body in house.bodies.values()} | {enemy.code for enemy in house.enemies.values()}
    codes |= {augment.code for augment in house.augments.values()} | {card.code for card in house.diary.values()}
    named = {
        str(act.args[0])
        for card in every_card(house)
        for act in card.immediate.acts()
        if act.verb == "unlock-code"
    }  # fmt: skip
    assert codes - {FREE_CODE} == named - ALWAYS
    assert named >= ALWAYS


# -- what every pack must keep to --------------------------------------------------------------------------------------


def test_scenarios_are_playable(house: Content) -> None:
    """A Shelter, listed factions, three enemies a player, pools that last, no more cards and tiles than exist."""
    for code, scenario in house.scenarios.items():
        named = [place.tile for place in scenario.map if place.tile] + list(scenario.shuffled)
        tiles = [house.tiles[tile] for tile in named]
        assert len(named) == len(scenario.map) == len({place.place for place in scenario.map})
        assert connected({place.place for place in scenario.map})
        assert any(tile.kind == "shelter" for tile in tiles)
        assert {tile.faction for tile in tiles if tile.faction} == set(scenario.factions), code
        assert all(count <= house.tiles[tile].copies for tile, count in Counter(named).items())
        assert sum(place.find for place in scenario.map) <= 16
        for n in scenario.seats:
            assert deck_size(scenario.enemies, n) >= 3 * n
            pool, each = scenario.corrupted
            assert 2 + n <= pool + each * n <= SUPPLY["X"]
            check_enough_enemies(house, scenario.enemies, n)


def test_the_prologue_needs_nothing_that_it_lacks(house: Content) -> None:
    """setup.prologue-skips"""
    scenario = house.scenarios["P00"]
    lines = [card.immediate for card in scenario.cards.values()]
    lines += [block.line for card in scenario.cards.values() for block in card.world]
    tests = [test.left for card in scenario.cards.values() for block in card.world for test in block.tests]
    for text in (*(line.text for line in lines), *tests):
        assert not re.search("trace|augment|class|body|bodies|market|inhabit", text), text


def test_cards_name_tiles_of_their_map(house: Content) -> None:
    for scenario in house.scenarios.values():
        laid_out = [house.tiles[tile] for tile in (*(place.tile for place in scenario.map), *scenario.shuffled) if tile]
        known = {tile.id for tile in laid_out} | {tile.kind for tile in laid_out}
        for card in scenario.cards.values():
            tests = [test for part in card.activities for test in part.where] + list(card.pattern_where)
            tests += [test for block in card.world for test in block.tests]
            assert places_named(tests) <= known

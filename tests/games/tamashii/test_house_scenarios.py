"""The scenarios, the competitive cards and the modules of the house pack, written down a second time."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import pytest
from transcripts import done, pattern, price, rows, slug, without_price

from tabletop_kernel.games import house_folder
from tabletop_kernel.games.tamashii import content as contents
from tabletop_kernel.games.tamashii import grammar
from tabletop_kernel.games.tamashii.components import FREE_CODE, SUPPLY
from tabletop_kernel.games.tamashii.kinds import Card, Content, EnemyLot, Laid, Place, Use
from tabletop_kernel.games.tamashii.ops import Test

HOUSE = house_folder("tamashii")
SEATS = (1, 2, 3, 4)
NEIGHBOURS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
ALWAYS = {"C01"}  # the code of the Catie tokens, which are no card


@pytest.fixture(scope="module")
def house() -> Content:
    return contents.read(HOUSE)


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
    "S04": """Shelter 0,0 up · Old Subway 1,0 up · Riot Line 0,1 up · Back Alley -1,1 down* · Seeker Observatory -1,0 down
        · Neon Arcade 0,-1 down* · Reactor Row 1,-1 down*""",
    "S05": """Shelter 0,0 up · Gardens 1,0 up · Commoner Canteen 0,1 down · Server Farm -1,1 down* · Data Bazaar -1,0 down*
        · Broadcast Mast 0,-1 down* · Cold Storage 1,-1 down*""",
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


def laid(row: str) -> Laid:
    found = re.fullmatch(r"(.+) (-?\d),(-?\d) (up|down)(\*?)( relay)?", " ".join(row.split()))
    assert found is not None, row
    name, q, r, side, star, relay = found.groups()
    tile = "" if name == "any" else slug(name)
    return Laid((int(q), int(r)), tile, side == "up", bool(star), bool(relay), bool(relay))


def number(lot: EnemyLot, players: int) -> int:
    many = lot.number + lot.each * players
    return many if lot.most is None else min(many, lot.most)


def deck_size(lots: Sequence[EnemyLot], players: int) -> int:
    cards = 0
    for lot in lots:
        if not lot.aside:
            cards = number(lot, players) if lot.fill else cards + number(lot, players)
    return cards


def said(lot: EnemyLot, players: int) -> str:
    parts = ["fill"] * lot.fill + [str(number(lot, players)), lot.enemy or f"level {lot.level}"]
    return " ".join([*parts, *["shuffled"] * lot.shuffled, *["aside"] * lot.aside, *[lot.mark] * bool(lot.mark)])


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
        assert scenario.modify == ((("guest-each", 2),) if code == "S03" else ())
        assert scenario.without == (("ash-kirin",) if code == "S03" else ())


def test_decks_grow_with_the_players(house: Content) -> None:
    sizes = {code: [deck_size(scenario.enemies, n) for n in SEATS] for code, scenario in house.scenarios.items()}
    assert sizes == {
        "P00": [7, 10, 13, 16], "S01": [12] * 4, "S02": [16] * 4, "S03": [13] * 4, "S04": [6, 9, 12, 15], "S05": [12] * 4,
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
S04-1 | Drums | set time 8; each player: attach 1 | | if success here >= n: victory · if time = 0: lost · time down 1; if no enemies attached: each player: attach 1; if time = 4: put card S04-S into play
S05-1 | Seeds | set time 7; each player: gain 1 inari | | if success here >= 2n: draw card S05-2 · if time = 0: lost · time down 1; if time is odd: player with most inari: trace up 2
S05-2 | Glass | set time 3 | if on gardens: group test flux 2n+1; put 1 success here | if success here >= 1: victory · if time = 0: lost · time down 1; each player: attach 1
"""  # noqa: E501
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


def with_tests(tests: Iterable[Test], line: str) -> str:
    written = grammar.written_tests(tuple(tests))
    return f"if {written}: {line}" if written else line


def every_card(house: Content) -> list[Card]:
    return [card for scenario in house.scenarios.values() for card in scenario.cards.values()]


def test_plot_cards(house: Content) -> None:
    plot = {card.code: card for card in every_card(house) if not (card.special or card.ends)}
    assert list(plot) == [row[0] for row in rows(CARDS)]
    for code, name, immediate, activities, world in rows(CARDS):
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
    kinds: list[Iterable[object]] = [house.bodies.values(), house.enemies.values(), house.augments.values()]
    codes = {str(entry.code) for kind in kinds for entry in kind}  # type: ignore[attr-defined]
    codes |= {card.code for card in house.diary.values()}
    named = {
        str(act.args[0])
        for card in every_card(house)
        for act in card.immediate.acts()
        if act.verb == "unlock-code"
    }  # fmt: skip
    assert codes - {FREE_CODE} == named - ALWAYS
    assert ALWAYS <= named


# -- what every pack must keep to --------------------------------------------------------------------------------------


def connected(places: Collection[Place]) -> bool:
    first, *_ = places
    seen, todo = {first}, [first]
    while todo:
        q, r = todo.pop()
        for near in ((q + dq, r + dr) for dq, dr in NEIGHBOURS):
            if near in places and near not in seen:
                seen.add(near)
                todo.append(near)
    return len(seen) == len(places)


def test_scenarios_are_playable(house: Content) -> None:
    """A Shelter, listed factions, decks of three cards a player, pools that last, no more cards and tiles than exist."""
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


def check_enough_enemies(house: Content, lots: Sequence[EnemyLot], players: int) -> None:
    """No more cards of a kind, or of a level, than there are without unlocking anything."""
    wanted: Counter[str] = Counter()
    levels: Counter[int] = Counter()
    cards = 0
    for lot in lots:
        many = number(lot, players) - (cards if lot.fill else 0)
        cards += 0 if lot.aside else many
        wanted[lot.enemy] += many
        levels[house.enemies[lot.enemy].level if lot.enemy else lot.level] += many
    assert all(wanted[kind] <= house.enemies[kind].copies for kind in wanted if kind)
    for level, many in levels.items():
        free = (enemy for enemy in house.enemies.values() if enemy.code == FREE_CODE and enemy.level == level)
        assert many <= sum(enemy.copies for enemy in free)


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


def places_named(tests: Iterable[Test]) -> set[str]:
    return {test.left.split("on ", 1)[1] for test in tests if re.match("(all )?on ", test.left)}


# -- the competitive mode ----------------------------------------------------------------------------------------------

VERSUS_MAPS = {
    "Ring Road": """Shelter 0,0 up · Damaged District 2,0 up · Damaged District -2,0 up · Damaged District 0,2 up
        · Damaged District 0,-2 up · any 1,0 down · any 0,1 down · any -1,1 down · any -1,0 down · any 0,-1 down
        · any 1,-1 down · any 2,-2 down · any -2,2 down""",
    "Two Bridges": """Shelter 0,0 up · Shelter 4,-1 up · Damaged District -1,0 up · Damaged District -1,1 up
        · Damaged District 5,-1 up · Damaged District 5,-2 up · Transit Hub 2,-1 up · Old Subway 2,0 up · any 1,0 down
        · any 0,1 down · any 0,-1 down · any 1,-1 down · any 4,0 down · any 3,0 down · any 3,-1 down · any 4,-2 down""",
    "Long Quay": """Damaged District 0,0 up · Damaged District 3,0 up · Damaged District 0,2 up · Damaged District 3,2 up
        · any 1,0 down · any 2,0 down · any 0,1 down · any 1,1 down · any 2,1 down · any 3,1 down · any 1,2 down
        · any 2,2 down""",
}
CONDITIONS = """
Quiet Season | 12 level 1 | gain 1 memory
Long Heat    | 10 level 1, 4 level 2 shuffled | bag 1 open
Broken Glass | 8 level 1, 6 level 2 shuffled | gain 2 exp; bag 1 corrupted
"""
GOALS = [  # what it asks for, and its VP
    ("new augments >= 3", 3), ("bodies >= 2", 3), ("defeated this combat >= 2", 4), ("best asset >= 5", 2),
    ("patterns launched >= 4", 4), ("on hideout and trace = 0", 2), ("unlocked slots >= 2", 3),
    ("test L 4: on damaged", 4), ("maximum >= 7", 3), ("printed integrity defeated >= 4", 3),
]  # fmt: skip


def test_versus_maps(house: Content) -> None:
    """comp.map. Two Bridges has two clusters of seven, with two bridges between them."""
    assert [card.name for card in house.maps.values()][:3] == list(VERSUS_MAPS)
    for name, table in VERSUS_MAPS.items():
        card = house.maps[slug(name)]
        assert list(card.map) == [laid(row) for row in table.split("·")]
        assert card.hideouts == (None if name == "Long Quay" else 2)
    two = {place.place for place in house.maps["two-bridges"].map}
    for q, r in ((0, 0), (4, -1)):
        assert {(q, r), *((q + dq, r + dr) for dq, dr in NEIGHBOURS)} <= two


def test_versus_maps_are_fair(house: Content) -> None:
    """comp.start-tiles: four to choose from; two to four face-down tiles for each of two, three and four players."""
    random = {
        kind: sum(tile.copies for tile in house.tiles.values() if tile.kind == kind) for kind in ("plain", "hideout")
    }
    for card in house.maps.values():
        open_tiles = [house.tiles[place.tile] for place in card.map if place.up]
        hidden = [place for place in card.map if not place.up]
        assert sum(tile.kind in ("shelter", "damaged") for tile in open_tiles) >= 4
        assert all(2 * n <= len(hidden) <= 4 * n for n in (2, 3, 4))
        assert not any(place.tile for place in hidden)
        assert connected({place.place for place in card.map})
        counts = Counter(tile.id for tile in open_tiles)
        assert all(count <= house.tiles[tile].copies for tile, count in counts.items())
        used = sum(tile.kind == "plain" for tile in open_tiles)
        assert len(hidden) <= random["plain"] - used + (random["hideout"] if card.hideouts is None else card.hideouts)


def test_conditions(house: Content) -> None:
    """comp.conditions"""
    for name, lots, bonus in rows(CONDITIONS):
        card = house.conditions[slug(name)]
        assert (card.name, ", ".join(said(lot, 2) for lot in card.enemies), done(card.bonus)) == (name, lots, bonus)
    for card in house.conditions.values():
        assert deck_size(card.enemies, 4) == deck_size(card.enemies, 2) >= 3 * 4
        check_enough_enemies(house, card.enemies, 4)


def told(use: Use) -> tuple[str, str, str, str]:
    paid = price(use.pay)
    return use.when, paid, without_price(use.line, paid), use.limit


def test_enhancements_and_pvp(house: Content) -> None:
    """comp.enhancement, comp.pvp"""
    changes = {card.id: card.modify for card in (*house.enhancements.values(), *house.pvp.values()) if card.modify}
    given = {
        "cheap-steel": (("equip", -1),), "overclock": (("pro", 1),), "open-doors": (("hideout-twice", 1),),
        "bad-company": (("hand-over", 1),),
    }  # fmt: skip
    assert given.items() <= changes.items()
    for card in (*house.enhancements.values(), *house.pvp.values()):
        assert bool(card.uses) != bool(card.modify)
    uses = {card.id: told(card.uses[0]) for card in house.pvp.values() if card.uses}
    assert uses["pickpockets"] == ("district", "", "take 1 asset from another player here with 3", "")
    assert uses["tip-off"] == ("launch", "spend 2 reroll", "another player near: trace up 2", "turn")
    assert all(limit == "turn" for when, _, _, limit in uses.values() if when != "district")


def test_goals(house: Content) -> None:
    """comp.goal-take: six of them are tests."""
    goals = list(house.goals.values())
    there = []
    for goal in goals:
        asked = grammar.written_tests(goal.tests)
        if goal.test is not None:
            letter, many = goal.test
            assert not asked
            asked = f"test {letter} {many}: {grammar.written_tests(goal.where)}"
        there.append((asked, goal.vp))
    assert there[:10] == GOALS
    assert len({asked for asked, _ in there}) == 20
    assert sum(goal.test is not None for goal in goals) == 6
    assert {letter for goal in goals if goal.test for letter in goal.test[0]} == set("EWLF")
    assert all(2 <= goal.vp <= 5 for goal in goals)
    assert [goal.id for goal in goals if goal.when == "acted"] == ["unseen-visitor"]


def test_no_goal_names_what_a_table_may_lack(house: Content) -> None:
    """A map without hideouts gets one in the end (comp.last-tile); no other goal of ours counts on one."""
    for goal in house.goals.values():
        named = places_named((*goal.tests, *goal.where))
        assert named <= {"damaged", "plain", "hideout"}  # kinds, and no single tile
        assert "hideout" not in named or goal.id == "unseen-visitor"
        for card in house.maps.values():
            sure = {house.tiles[place.tile].kind for place in card.map if place.tile} | {"hideout"}
            if sum(not place.tile for place in card.map) > 4:
                sure.add("plain")  # there are only four hideouts
            assert named <= sure, (goal.id, card.id)


# -- modules -----------------------------------------------------------------------------------------------------------

EVENTS = [  # moment, what it asks for, price, number
    ("launch", "asset patterns launched >= 2", "", 6), ("move", "beside another", "", 4),
    ("defeat", "on hideout", "", 8), ("planning", "", "spend 3 memory", 7),
]  # fmt: skip
REWARDS = """
1 | gain 1 reroll | 2
1 | gain 1 shield | 2
2 | gain 1 memory | 2
2 | gain 1 power | 2
3 | gain 1 exp | 2
3 | recover 2 | 1
4 | gain 1 open | 1
5 | unlock 1 | 1
5 | gain 2 exp | 1
"""
DIARY = [
    ("any", "recover 2"), ("after-roll", "reroll all"), ("launch", "corrupted counts as open"),
    ("before-trace", "skip trace roll"),
]  # fmt: skip


def test_events(house: Content) -> None:
    """city.event"""
    there = [
        (event.when, grammar.written_tests(event.tests), event.pay.text if event.pay else "", event.number)
        for event in house.events.values()
    ]
    assert there[:4] == EVENTS
    assert len({entry[:3] for entry in there}) == 10
    for _, needs, pay, many in there:
        assert needs or pay
        assert 4 <= many <= 9


def test_rewards(house: Content) -> None:
    """city.heist-start: their mean number is 2.5."""
    there = [[str(reward.number), reward.line.text, str(reward.copies)] for reward in house.rewards.values()]
    assert there == list(rows(REWARDS))
    assert sum(reward.number * reward.copies for reward in house.rewards.values()) / 14 == 2.5


def test_diary(house: Content) -> None:
    """diary.one"""
    there = [(card.use.when, card.use.line.text) for card in house.diary.values()]
    assert there[:4] == DIARY
    assert len(set(there)) == 8
    assert all(len(card.use.line.acts()) == 1 for card in house.diary.values())

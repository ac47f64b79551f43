"""The competitive cards and the modules of the house pack, written down a second time."""

from __future__ import annotations

from collections import Counter

import pytest
import small_tables
from transcripts import (
    NEIGHBOURS,
    check_enough_enemies,
    connected,
    deck_size,
    done,
    laid,
    places_named,
    price,
    rows,
    said,
    slug,
    without_price,
)

from tabletop_kernel.games.tamashii.lines import grammar
from tabletop_kernel.games.tamashii.pack.pieces import Content, Use


@pytest.fixture(scope="module")
def house() -> Content:
    return small_tables.house()


# -- the competitive mode ----------------------------------------------------------------------------------------------

VERSUS_MAPS = {
    "Ring Road": """Shelter 0,0 up · Damaged District 2,0 up · Damaged District -2,0 up · Damaged District 0,2 up
        · Damaged District 0,-2 up · any 1,0 down · any 0,1 down · any -1,1 down · any -1,0 down · any 0,-1 down
        · any 1,-1 down · any 2,-2 down · any -2,2 down""",
    "Two Bridges": """Shelter 0,0 up · Shelter 4,-1 up · Damaged District -1,0 up · Damaged District -1,1 up
        · Damaged District 5,-1 up · Damaged District 5,-2 up · Transit Hub 2,-1 up · Old Subway 2,0 up · any 1,0 down
        · any 0,1 down · any 0,-1 down · any 1,-1 down · any 4,0 down · any 3,0 down · any 3,-1 down · any 4,-2 down""",
    "Long Quay": """Damaged District 0,0 up · Damaged District 3,0 up · Damaged District 0,2 up
        · Damaged District 3,2 up · any 1,0 down · any 2,0 down · any 0,1 down · any 1,1 down · any 2,1 down
        · any 3,1 down · any 1,2 down · any 2,2 down""",
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
        assert card.hideouts == (0 if name == "Long Quay" else 2)  # 0: as many as chance brings
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
        assert len(hidden) <= random["plain"] - used + (card.hideouts or random["hideout"])


def test_conditions(house: Content) -> None:
    """comp.conditions"""
    for name, lots, bonus in rows(CONDITIONS):
        card = house.conditions[slug(name)]
        assert (card.name, ", ".join(said(lot, 2) for lot in card.enemies), done(card.bonus)) == (name, lots, bonus)
    for card in house.conditions.values():
        assert deck_size(card.enemies, 4) == deck_size(card.enemies, 2) >= 3 * 4
        check_enough_enemies(house, card.enemies, 4)
        assert all(lot.shuffled for lot in card.enemies[1:])  # one deck, whatever the levels
        assert not any(act.verb.startswith("lose") for act in card.bonus.acts())


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

"""The house pack is what the rules say: counts, tables written down a second time, and what every pack must keep to."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
import small_tables
from transcripts import done, pattern, price, rows, size, slug, without_price

from tabletop_kernel.games.tamashii.components import CLASSES, FACTIONS, FREE_CODE
from tabletop_kernel.games.tamashii.lines import grammar
from tabletop_kernel.games.tamashii.pack.pieces import Augment, Content

HARM = ("wound", "lose-asset", "lose-exp", "lose-each", "trace-up", "destabilize", "dump-all", "dump-line")


@pytest.fixture(scope="module")
def house() -> Content:
    return small_tables.house()


def frames_of(text: str) -> list[tuple[str, bool, str]]:
    """«S*: deal 1 per die · D D: deal 5»."""
    found = []
    for frame in text.split(" · "):
        dice, line = frame.split(": ", 1)
        found.append((dice.replace(" ", "").rstrip("*"), dice.endswith("*"), line))
    return found


# -- how many there are ------------------------------------------------------------------------------------------------


def test_counts(house: Content) -> None:
    walkers = house.walkers
    advanced = [body for body in house.bodies.values() if not body.core]
    assert (len(walkers), len(advanced)) == (4, 12)
    assert Counter(body.code == FREE_CODE for body in advanced) == {True: 10, False: 2}
    free = [enemy for enemy in house.enemies.values() if enemy.code == FREE_CODE]
    assert Counter(enemy.level for enemy in free) == {1: 10, 2: 8}
    assert sum(enemy.copies for enemy in free) == 46
    assert sum(tile.copies for tile in house.tiles.values()) == 24
    assert sum(find.copies for find in house.finds.values()) == 16
    assert Counter(augment.owner for augment in house.augments.values()) == {
        **dict.fromkeys(CLASSES, 11),
        **dict.fromkeys(FACTIONS, 8),
    }
    assert len(house.protocols) == 10
    assert Counter(scenario.kind for scenario in house.scenarios.values()) == {
        "prologue": 1, "story": 3, "yokai": 1, "forbidden": 1,
    }  # fmt: skip
    assert (len(house.maps), len(house.conditions), len(house.enhancements)) == (4, 6, 6)
    assert (len(house.pvp), len(house.goals)) == (6, 20)
    assert (len(house.events), sum(reward.copies for reward in house.rewards.values())) == (10, 14)
    assert [(card.id, card.code) for card in house.diary.values()] == [(f"d0{n}", f"D0{n}") for n in range(1, 9)]


def test_names_differ(house: Content) -> None:
    """Nobody wants to ask which of two cards is meant."""
    kinds: list[list[str]] = [
        [body.name for body in house.bodies.values()],
        [enemy.name for enemy in house.enemies.values()],
        [tile.name for tile in house.tiles.values()],
        [augment.name for augment in house.augments.values()],
        [protocol.name for protocol in house.protocols.values()],
        [scenario.name for scenario in house.scenarios.values()],
        [card.name for card in house.maps.values()],
        [card.name for card in house.conditions.values()],
        [card.name for card in (*house.enhancements.values(), *house.pvp.values())],
        [goal.name for goal in house.goals.values()],
        [event.name for event in house.events.values()],
        [card.name for card in house.diary.values()],
    ]
    names = [name for kind in kinds for name in kind]
    assert [name for name, count in Counter(names).items() if count > 1] == []


# -- bodies ------------------------------------------------------------------------------------------------------------

WALKERS = """
Kindle  | E | 2 | 3 | 3 | S*: deal 1 per die · D*: deal 2 per die · T T: gain 1 power
Bulwark | W | 2 | 3 | 2 | S*: deal 1 per die · D: deal 2; gain 1 shield · T: gain 1 shield
Scribe  | L | 2 | 4 | 2 | S*: deal 1 per die · D*: deal 2 per die · T T: gain 1 memory
Runner  | F | 3 | 3 | 2 | S*: deal 1 per die · D*: deal 2 per die · T: trace down 1
"""
WALKER_USES = {  # when, price, effect, how often
    "kindle": ("before-attack", "dump 1 ember", "roll 1 more", "combat"),
    "bulwark": ("wounded", "dump 1 ward", "prevent 1", ""),
    "scribe": ("program", "dump 1 lore", "program 2", "turn"),
    "runner": ("after-roll", "dump 1 flux", "reroll 1", "roll"),
}
ADVANCED = """
Hollow Ronin      | X00 | 2/3/4 | EE./.EE | S*: deal 1 per die · D D: deal 5 · T: trace up 1; deal 1
Glass Courier     | X00 | 4/3/2 | FFF/..F | S*: deal 1 per die · D*: deal 2 per die · T: program 1
Choir Engine      | X00 | 1/5/3 | LLL/.L. | S S: deal 3 · D*: deal 2 per die · T T: prepare 1
Tin Saint         | X00 | 2/3/3 | WW/WW   | S*: deal 1 per die · D: gain 2 shield · T: recover 1
Paper Tiger       | X00 | 3/2/4 | E?E/.F. | S S S: deal 5 · S*: deal 1 per die · D: deal 3 · T: may spend 1 shield: deal 2
Static Widow      | X00 | 2/3/3 | L?L/.E. | T T: cancel next frame · S*: deal 1 per die · D: deal 2 · T: deal 1
Dockside Colossus | X00 | 1/2/5 | EEWW    | S S: deal 3 · S*: deal 1 per die · D*: deal 2 per die · T T: gain 1 shield
Lighthouse Unit   | X00 | 1/4/3 | WLW/.@. | S*: deal 1 per die · D: deal 2; another player here: gain 1 shield · T T: set trace 0
Night Florist     | X00 | 2/4/2 | F.W/.@. | S*: deal 1 per die · D*: deal 2 per die · T: recover 1 · S D: discard top enemy
Cybercat          | X00 | 4/3/2 | F?F/.F. | S*: deal 1 per die · D D: deal 4 · T: trace down 1
Cyberdog          | A03 | 3/3/3 | E?E/.E. | S*: deal 1 per die · D: deal 3 · T T: reveal tile within 1
Borrowed Crown    | B02 | 3/4/4 | @O/O@   | S*: deal 1 per die · D*: deal 3 per die · T: gain any 1 asset
"""  # noqa: E501
ADVANCED_USES = {
    "choir-engine": ("start-launch", "", "prepare 1", ""),
    "paper-tiger": ("after-attack", "", "reroll 1", "roll"),
}
ADVANCED_CHANGES = {
    "glass-courier": (("entry", -1),),
    "dockside-colossus": (("rooted", 1),),
    "lighthouse-unit": (("stationary", -1),),
    "cybercat": (("passes-face-down", 1),),
    "borrowed-crown": (("lost-on-any-reset", 1),),
}


def frames_there(house: Content, body: str) -> list[tuple[str, bool, str]]:
    return [(frame.dice, frame.repeat, done(frame.line)) for frame in house.bodies[body].frames]


def in_order(frames: list[tuple[str, bool, str]]) -> list[tuple[str, bool, str]]:
    """The dice of a frame have no order."""
    return [("".join(sorted(dice)), repeat, line) for dice, repeat, line in frames]


def uses_there(house: Content, body: str) -> list[tuple[str, str, str, str]]:
    return [
        (use.when, price(use.pay), without_price(use.line, price(use.pay)), use.limit)
        for use in house.bodies[body].uses
    ]  # fmt: skip


def test_walkers(house: Content) -> None:
    """setup.walker"""
    assert [body.name for body in house.walkers] == [row[0] for row in rows(WALKERS)]
    for name, core, mov, pro, att, frames in rows(WALKERS):
        body = house.bodies[slug(name)]
        assert (body.name, body.core, body.mov, body.pro, body.att) == (name, core, int(mov), int(pro), int(att))
        assert (body.code, body.pattern, body.modify) == (FREE_CODE, (), ())
        assert in_order(frames_there(house, body.id)) == in_order(frames_of(frames))
        assert uses_there(house, body.id) == [WALKER_USES[body.id]]


def test_advanced_bodies(house: Content) -> None:
    there = [body.name for body in house.bodies.values() if not body.core]
    assert there == [row[0] for row in rows(ADVANCED)]
    for name, code, values, cells, frames in rows(ADVANCED):
        body = house.bodies[slug(name)]
        assert f"{body.mov}/{body.pro}/{body.att}" == values
        assert (body.code, pattern(body.pattern), body.core) == (code, cells, "")
        assert in_order(frames_there(house, body.id)) == in_order(frames_of(frames))
        assert uses_there(house, body.id) == ([ADVANCED_USES[body.id]] if body.id in ADVANCED_USES else [])
        assert body.modify == ADVANCED_CHANGES.get(body.id, ())
        assert body.replaces == ("cybercat" if body.id == "cyberdog" else "")


def test_no_body_is_too_good(house: Content) -> None:
    """8 for three cells, 9 for four; more only for open cells; and none is better in everything for the same price."""
    advanced = [body for body in house.bodies.values() if not body.core]
    closed = [body for body in advanced if "O" not in pattern(body.pattern)]
    for body in advanced:
        total = body.mov + body.pro + body.att
        assert total <= ({3: 8, 4: 9}[size(body.pattern)] if body in closed else 11)
        assert len(body.frames) in (3, 4)
    for one, other in permutations(closed, 2):
        if size(one.pattern) == size(other.pattern):
            assert not (one.mov > other.mov and one.pro > other.pro and one.att > other.att), (one.id, other.id)


# -- enemies -----------------------------------------------------------------------------------------------------------

ENEMIES = """
Stray Drone      | 1 | 3 | wound 2 | trace up 1 | E?E: deal 2 | FF
Toll Clerk       | 1 | 3 | lose 1 shield | wound 1; lose 1 memory | L?L: deal 1; gain 1 memory | WWF
Gutter Hound     | 1 | 4 | wound 3 | wound 1 | EE/E.: deal 3 | F.F/.W.
Signal Leech     | 1 | 3 | gain 1 corrupted | wound 1; dump 2 token | W?W: deal 1; discard 1 corrupted | LLF
Riot Shell       | 1 | 5 | wound 2 | wound 1 | WEW: deal 3 | WW/.F
Adware Swarm     | 1 | 2 | wound 1; dump 1 token | trace up 2 | FL: deal 1 | F@
Pickpocket Sub   | 1 | 3 | lose 2 shield | wound 1; lose 1 reroll | F?E: deal 2 | FLF
Sleeper Clerk    | 1 | 4 | wound 2; trace up 1 | nothing | LEL: deal 2; program 1 | LL/.F
Rust Monk        | 1 | 4 | wound 2 | wound 1; heal 1 | EWE: deal 3 | WFW
Camera Kite      | 1 | 2 | trace up 2 | attach 1 | EF: deal 1 | L@
Warden Frame     | 2 | 7 | wound 3 | wound 2; lose 1 shield | EE/WE: deal 4 | WFW/.F.
Mourning Choir   | 2 | 6 | gain 1 corrupted | wound 2; dump 2 token | LL/EL: deal 3 | LFL/.L.
Knife Accountant | 2 | 5 | wound 4 | wound 1; lose 1 of each asset | E?E/.E.: deal 3 · LLE: gain 2 memory | FLF/.F.
Ash Kirin        | 2 | 8 | wound 3 | wound 3 | EEE/.W.: deal 5 | OFF
Grid Bailiff     | 2 | 6 | wound 2; trace up 2 | wound 2 | FEF: deal 2; trace down 2 | FF/FW
Mimic Kiosk      | 2 | 6 | wound 1 per equipped augment, at most 3 | wound 1; lose 2 memory | LWL: deal 3 | W@W
Black Envelope   | 2 | 5 | attach 1 | gain 1 corrupted | @L@: deal 2 | FLF/.W.
Undertow         | 2 | 6 | dump one column; wound 2 | wound 3 | FFE: deal 3 | FWF/F..
Rot Preacher     | 2 | 6 | wound 1; destabilize 1 | wound 2 | EL/E.: deal 3 | WLW/.L.
Long Hum         | 2 | 5 | destabilize 1 | wound 3 | W?E: deal 2 | FWL/.F.
"""


def test_enemies(house: Content) -> None:
    """pattern.hack-repel: hacks first, the repel last."""
    assert [enemy.name for enemy in house.enemies.values()] == [row[0] for row in rows(ENEMIES)]
    for name, level, integrity, fang, wire, hacks, repel in rows(ENEMIES):
        enemy = house.enemies[slug(name)]
        assert (enemy.level, enemy.integrity, enemy.copies) == (int(level), int(integrity), 4 - int(level))
        assert enemy.code == ("A02" if name in ("Rot Preacher", "Long Hum") else FREE_CODE)
        assert (done(enemy.fang), done(enemy.wire)) == (fang, wire)
        *hacking, last = enemy.patterns
        assert {one.kind for one in hacking} == {"hack"}
        assert [f"{pattern(one.cells)}: {done(one.line)}" for one in hacking] == hacks.split(" · ")
        assert (last.kind, pattern(last.cells)) == ("repel", repel)
        assert all(2 <= size(one.cells) <= 4 for one in enemy.patterns)


# -- districts and exploration tokens ----------------------------------------------------------------------------------

TILES = """
Shelter            | 2 | shelter | 0 | 1 | choose inhabit or recover 1
Damaged District   | 4 | damaged | 1 | 1 | gain 1 basic
Spartan Barracks   | 1 | hideout | 1 | 2 | draw spartans augment
Ninkyo Teahouse    | 1 | hideout | 1 | 2 | draw ninkyo augment
Seeker Observatory | 1 | hideout | 1 | 2 | draw seekers augment
Commoner Canteen   | 1 | hideout | 1 | 2 | draw commoners augment
Neon Arcade        | 1 | plain   | 1 | 2 | gain 1 reroll
Reactor Row        | 1 | plain   | 2 | 3 | gain 1 power; may wound 1: gain 1 power
Cold Storage       | 1 | plain   | 1 | 2 | gain 1 memory
Riot Line          | 1 | plain   | 2 | 2 | gain 2 shield
Data Bazaar        | 1 | plain   | 1 | 2 | discard 1 token; gain 1 basic
Free Clinic        | 1 | plain   | 1 | 3 | recover 2
Broadcast Mast     | 1 | plain   | 3 | 3 | gain 1 exp
Back Alley         | 1 | plain   | 0 | 1 | trace down 1
Transit Hub        | 1 | plain   | 1 | 2 | move 2
Server Farm        | 1 | plain   | 2 | 3 | prepare 2
Old Subway         | 1 | plain   | 0 | 2 | program 2
Foundry            | 1 | plain   | 1 | 2 | equip 1 cheaper
Scrap Field        | 1 | plain   | 1 | 1 | discard 1 corrupted
Gardens            | 1 | gardens | 0 | 2 | gain 1 inari
"""
FINDS = """
3 | gain 1 memory
3 | gain 1 shield
2 | gain 1 power
2 | gain 1 reroll
2 | gain 1 exp | gain 1 memory
2 | recover 1 | gain 1 basic
1 | gain 1 open
1 | trace down 2 | gain 1 shield
"""


def test_tiles(house: Content) -> None:
    assert [tile.name for tile in house.tiles.values()] == [row[0] for row in rows(TILES)]
    for name, copies, kind, entry, stationary, line in rows(TILES):
        tile = house.tiles[slug(name)]
        assert (tile.copies, tile.kind) == (int(copies), kind)
        assert (tile.entry, tile.stationary, done(tile.line)) == (int(entry), int(stationary), line)
    hideouts = [tile for tile in house.tiles.values() if tile.kind == "hideout"]
    assert [tile.faction for tile in hideouts] == list(FACTIONS)  # aug.hideout-draw
    for tile in hideouts:
        assert [act.args for act in tile.line.acts()] == [(tile.faction,)]
    assert not any(tile.faction for tile in house.tiles.values() if tile not in hideouts)


def test_finds(house: Content) -> None:
    there = [[str(find.copies), *(line.text for line in find.rewards)] for find in house.finds.values()]
    assert there == list(rows(FINDS))


# -- augments ----------------------------------------------------------------------------------------------------------

# Name, mark, cost, moment or pattern, effect, and what else is printed. Every moment without another limit is once per
# turn.
CLASS_AUGMENTS = """
Reaper | Clean Cut | plain | 1 | defeat | gain 1 memory |
Reaper | Shared Harvest | co-op | 1 | defeat | another player: gain 1 shield |
Reaper | Lone Harvest | solo | 1 | defeat | gain 1 shield |
Reaper | Sweep | | 2 | E.E/.E. | deal 1 to each enemy |
Reaper | Last Look | | 2 | before-attack | clear damage; roll 1 more per damage removed | needs top damage >= 1
Reaper | Quiet Ledger | | 3 | defeat | prepare 1 |
Reaper | Grave Tax | A01 | 3 | EEL | if defeated last turn >= 1: gain 1 exp |
Brawler | Thick Skin | plain | 1 | wounded | prevent 1 | limit combat
Brawler | Stand Behind Me | co-op | 1 | planning | pull enemy |
Brawler | Come and Try | solo | 1 | planning | gain 1 power; gain 1 shield | pay attach 1
Brawler | Second Wind | | 2 | WEW | recover 2 |
Brawler | Haymaker | | 2 | frame | deal 5 | dice SSS
Brawler | Crowd Control | | 3 | after-attack | number die down 1 | needs enemies >= 3
Brawler | Iron Debt | A01 | 3 | fatal | set integrity 1 | pay spend 3 power, limit game
Trickster | Loaded Dice | plain | 1 | after-roll | turn 1 static to strike |
Trickster | Loan of Luck | co-op | 1 | after-other-roll | lend reroll |
Trickster | Marked Cards | solo | 1 | planning | look at 2 enemies |
Trickster | Sidestep | | 2 | F?F | move 1 |
Trickster | Sleight | | 2 | program | program 1 diagonal |
Trickster | Scapegoat | | 3 | FL/F. | rotate enemies |
Trickster | Double Bluff | B01 | 3 | trace-roll | turn 1 strike to static |
Whisperer | Murmur | plain | 1 | hack | program 1 |
Whisperer | Chorus | co-op | 1 | hack | another player: may program 1 |
Whisperer | Soliloquy | solo | 1 | hack | gain 1 reroll |
Whisperer | Backdoor | | 2 | L@ | deal 1 | hack yes
Whisperer | Lullaby | | 2 | before-attack | blank number die | pay spend 2 memory
Whisperer | Open Source | | 3 | LLLL | gain 1 open |
Whisperer | Total Recall | B01 | 3 | launch | swap 2 with dump |
"""
FACTION_AUGMENTS = """
Spartans | Phalanx Protocol | | 1 | WW | gain 1 shield
Spartans | Spear Line | | 2 | EEEW | deal 3
Spartans | Oath | | 2 | W@W | gain 1 power; gain 1 shield
Spartans | Last Stand | break | 1 | EWE | deal 3; wound 1
Spartans | Slow Fuse | A02 | 2 | EFE | destabilize enemies 1
Ninkyo | Favour Owed | | 1 | L? | another player: gain 1 memory; gain 1 reroll
Ninkyo | Sealed Ledger | | 2 | LFL | gain 2 memory
Ninkyo | Knife in the Sleeve | | 2 | F@E | deal 2; trace down 1
Ninkyo | Debt Called In | break | 1 | LLF | equip free
Ninkyo | Bitter Tea | A02 | 2 | LFE | deal 1; destabilize enemies 1
Seekers | Star Chart | | 1 | F@ | reveal tile within 2
Seekers | Long Telescope | | 2 | FFL | look at 3 enemies to bury 1
Seekers | Cartographer | | 2 | ?F? | move 2
Seekers | Falling Star | break | 1 | FFF/.F. | discard top enemy; gain 1 exp
Commoners | Warm Soup | | 1 | WL | recover 1
Commoners | Market Day | | 2 | EWLF | gain 2 different assets
Commoners | Many Hands | | 2 | @?@ | each player: prepare 1
Commoners | Barricade | break | 1 | WWE | guard 3
"""


def test_class_augments(house: Content) -> None:
    for owner, name, mark, cost, when, line, more in rows(CLASS_AUGMENTS):
        augment = house.augments[slug(name)]
        (use,) = augment.uses
        printed = dict(part.split(" ", 1) for part in more.split(", ") if part)
        assert (augment.owner, augment.faction, augment.cost, augment.breaks) == (owner, False, int(cost), False)
        assert (augment.start or augment.code.replace(FREE_CODE, "")) == mark
        assert (pattern(use.pattern) or use.when) == when
        assert (use.when == "pattern") == bool(use.pattern)
        assert price(use.pay) == printed.get("pay", "")
        assert without_price(use.line, price(use.pay)) == line
        assert use.limit == printed.get("limit", "" if use.pattern else "turn"), name
        assert (grammar.written_tests(use.needs), use.dice) == (printed.get("needs", ""), printed.get("dice", ""))
        assert use.hack == ("hack" in printed)


def test_faction_augments(house: Content) -> None:
    for owner, name, mark, cost, cells, line in rows(FACTION_AUGMENTS):
        augment = house.augments[slug(name)]
        (use,) = augment.uses
        assert (augment.owner, augment.faction, augment.cost, augment.start) == (owner, True, int(cost), "")
        assert (augment.breaks, augment.code) == (mark == "break", "A02" if mark == "A02" else FREE_CODE)
        assert (pattern(use.pattern), done(use.line)) == (cells, line)


def authored(house: Content, owner: str) -> list[Augment]:
    """Those of a class or faction that the tables above leave to the pack."""
    given = {slug(row[1]) for row in (*rows(CLASS_AUGMENTS), *rows(FACTION_AUGMENTS))}
    return [augment for augment in house.augments.values() if augment.owner == owner and augment.id not in given]


@pytest.mark.parametrize("owner", CLASSES)
def test_each_class(house: Content, owner: str) -> None:
    """Three to start with, three locked; what is free to invent stays in the range of the others."""
    cards = [augment for augment in house.augments.values() if augment.owner == owner]
    starting = [card for card in cards if card.start]
    assert [card.start for card in starting] == ["plain", "co-op", "solo"]  # setup.start-augments, solo.augments
    assert {card.code for card in starting} == {FREE_CODE}
    assert Counter(card.code for card in cards) == {FREE_CODE: 8, "A01": 1, "B01": 1, "B02": 1}
    assert len(authored(house, owner)) == 4
    for card in authored(house, owner):
        (use,) = card.uses
        assert (card.cost in (2, 3), len(use.line.acts()), card.breaks) == (True, 1, False)
        (act,) = use.line.acts()
        assert act.verb not in HARM
        if use.pattern and size(use.pattern) < 3:
            assert act.verb not in ("deal", "deal-each") or act.args[0].number <= 1
        assert bool(use.limit) != bool(use.pattern)  # ruling.aug.use-per-turn


@pytest.mark.parametrize("owner", FACTIONS)
def test_each_faction(house: Content, owner: str) -> None:
    """Two break, two are locked, and all of them are launched."""
    cards = [augment for augment in house.augments.values() if augment.owner == owner]
    assert Counter(card.code for card in cards) == {FREE_CODE: 6, "A02": 1, "B02": 1}
    assert [card.code for card in cards if card.breaks] == [FREE_CODE, FREE_CODE]  # aug.break
    for card in cards:
        (use,) = card.uses
        assert (use.when, 1 <= card.cost <= 3, 2 <= size(use.pattern) <= 4) == ("pattern", True, True)
        assert (use.limit, use.pay, use.hack) == ("", (), False)  # aug.faction-launch, aug.stays


# -- protocols ---------------------------------------------------------------------------------------------------------

PROTOCOLS = """
Curiosity  | tiles revealed by you >= 2: gain 1 memory | tiles revealed by you >= 3: gain 1 reroll | tiles revealed by you >= 5: gain 1 open
Hunger     | defeated this game >= 1: gain 1 power | defeated this game >= 3: gain 1 shield | defeated this game >= 5: unlock 1
Discipline | patterns launched >= 2: gain 1 reroll | patterns launched >= 3: gain 1 memory | patterns launched >= 4: gain 1 exp
Vanity     | bodies >= 1: gain 1 shield | bodies >= 2: gain 1 power | bodies >= 2 and equipped augments >= 3: gain 1 exp
Thrift     | assets >= 3: gain 1 basic | assets >= 6: gain 1 memory | assets >= 9: raise max 1
Patience   | quiet turns >= 1: gain 1 reroll | quiet turns >= 2: gain 1 shield | quiet turns >= 3: gain 1 open
"""  # noqa: E501


def test_protocols(house: Content) -> None:
    """learn.order: three steps each."""
    given = list(rows(PROTOCOLS))
    assert [protocol.name for protocol in house.protocols.values()][:6] == [row[0] for row in given]
    for name, *steps in given:
        there = house.protocols[slug(name)].steps
        assert [f"{grammar.written_tests(tests)}: {line.text}" for tests, line in there] == steps
    for protocol in house.protocols.values():
        assert len(protocol.steps) == 3
        for tests, line in protocol.steps:
            assert tests
            (act,) = line.acts()
            assert act.verb not in HARM
            assert act.args[0].number == 1  # rewards are small: one of something

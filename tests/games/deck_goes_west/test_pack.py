"""The house pack is what the rules say; a fault of a pack is named with its place and rule, and so is a doubt."""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from dataclasses import replace
from itertools import combinations, product, zip_longest
from pathlib import Path

import pytest
from asking import edit
from telling import numbers_in

from tabletop_kernel import PackError
from tabletop_kernel.cli import main
from tabletop_kernel.content import packs
from tabletop_kernel.content.installed_games import house_folder
from tabletop_kernel.content.pack_diff import differences
from tabletop_kernel.content.packs import MAX_ENTRIES, MAX_PACK_ENTRIES
from tabletop_kernel.games.deck_goes_west.components import MOST_PLAYERS, PACK_FILES
from tabletop_kernel.games.deck_goes_west.jobs.language import read_job
from tabletop_kernel.games.deck_goes_west.pack import pack_warnings
from tabletop_kernel.games.deck_goes_west.pack.content import Content, count_pieces, read_content
from tabletop_kernel.games.deck_goes_west.telling import cards_in_words

HOUSE = house_folder("deck_goes_west")
BOARDS, PEOPLE, STARTERS, TRADE, DANGERS, TILES, _ = PACK_FILES
DISCOVERY, NIGHT_WATCH = "missions/discovery.toml", "missions/night_watch.toml"
SPEED, MEDICINE, TOWNS = (
    "missions/speed_of_the_slowest.toml",
    "missions/medicine_run.toml",
    "missions/hungry_towns.toml",
)


@pytest.fixture(scope="module")
def house() -> Content:
    return read_content(HOUSE)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the house pack, to be changed."""
    return Path(shutil.copytree(HOUSE, tmp_path / "mine"))


def refused(pack: Path) -> tuple[str, ...]:
    """What is said of a pack that cannot be played, each fault in a sentence."""
    with pytest.raises(PackError) as caught:
        read_content(pack)
    assert str(caught.value).startswith(caught.value.faults[0])
    for fault in caught.value.faults:
        assert fault.isprintable()
        assert fault.endswith((".", "?")), fault
    return caught.value.faults


def says(fault: str, where: str, *words: str) -> bool:
    """Whether a sentence names a place, and a rule, a number or a name."""
    return fault.startswith(where) and all(word in fault for word in words)


# -- the house pack ----------------------------------------------------------------------------------------------------


def test_counts(house: Content) -> None:
    """The components of the source."""
    said = count_pieces(house)
    there = {name.removesuffix("_count"): number for name, number in said.items() if name.endswith("_count")}
    assert there == {
        "board": 4, "character": 12, "mission": 15, "versus": 4, "coop": 8, "solo": 3,
        "starter": 50, "trade": 50, "pain": 30, "exhaustion": 30, "tile": 48,
    }  # fmt: skip
    assert (said["trade_row"], said["split_size"], said["scope_range"], said["players_most"]) == (5, 6, 2, 5)
    assert (said["job_dice"], said["job_die"], said["compass_die"]) == (10, "0, 0, 1, 1, 1, 2", "N, S, W, W, W, +")


def test_any_five_characters_get_their_decks(house: Content) -> None:
    starters = Counter(house.of_kind("starter"))
    for five in combinations(house.characters, MOST_PLAYERS):
        assert sum((Counter(house.deck(one)) for one in five), Counter()) <= starters
    for character in house.characters.values():
        assert len(house.deck(character.id)) in (8, 9)
        assert 4 <= character.hand <= 6


def test_kinds_of_cards(house: Content) -> None:
    """Starter and trade cards are items with a colour; the others are dangers, and have none."""
    for card in house.cards.values():
        assert card.is_item == (card.kind in ("starter", "trade")) == bool(card.colour)
        assert bool(card.buy) == (card.kind == "trade")
        assert all(job.on_item == card.is_item for job in card.jobs)
        assert not any(job.on_item for job in card.buy)


def test_printed_jobs(house: Content) -> None:
    """What the source prints is marked, and everything else is house content."""
    printed = {placed.job.line for placed in house.placed if placed.job.printed}
    assert printed == {
        "?forest, +2d food", "-1 food, walk 1", "discard 2 blue, scrap this", "-1 food, +3 wood", "-2x any, +x any",
        "-x gold, +x any", "?forest, +4d food", "scrap this, +5 food", "?mountain, discard 1, +2d metal",
        "?river, +1d gold", "discard 3, walk 1", "-4 vp, scrap 3 danger", "-1 gold, rail 5",
        "on reveal: +1 vp, ?furthest-west, +1 vp", "on build: +2 vp, ?furthest-west, +1 vp", "on clear: +2 vp",
    }  # fmt: skip
    assert [name for name, mission in house.missions.items() if mission.printed] == ["discovery"]


def test_discovery(house: Content) -> None:
    mission = house.missions["discovery"]
    assert (mission.mode, mission.boards, mission.removes) == ("versus", ("A", "B"), 3)
    assert [job.plain_move for job in mission.jobs] == [True, False, False, False, False, False]
    assert mission.night == ("row", "day", "exhaustion", "attack", "move", "remove 3", "appear", "pass-p1")
    assert (mission.extra, mission.bandits, mission.wagon, mission.leash, mission.fragile) == (
        {},
        "",
        False,
        None,
        False,
    )


def test_missions(house: Content) -> None:
    first = [mission for mission in house.missions.values() if mission.first]
    assert [(mission.id, mission.mode) for mission in first] == [
        ("discovery", "versus"), ("speed_of_the_slowest", "coop"), ("new_world", "solo"),
    ]  # fmt: skip
    assert [next(m.id for m in house.missions.values() if m.mode == mode) for mode in ("versus", "coop", "solo")] == [
        mission.id for mission in first
    ]
    wagons = {name: (m.leash, m.fragile) for name, m in house.missions.items() if m.wagon}
    assert wagons == {
        "speed_of_the_slowest": (1, False), "medicine_run": (None, True), "widows_wagon": (None, True),
    }  # fmt: skip
    limited = {name for name, m in house.missions.items() if any(job.limit for job in m.jobs)}
    assert limited == {"hungry_towns", "supper_for_a_thousand", "company_town"}
    assert {name: m.extra for name, m in house.missions.items() if m.extra} == {
        "iron_rivals": {"metal": 2}, "river_road": {"wood": 2},
    }  # fmt: skip
    assert {name: m.bandits for name, m in house.missions.items() if m.bandits} == {
        "bounty_posters": "west-column", "night_watch": "face-down",
    }  # fmt: skip
    assert house.missions["night_watch"].removes is None


def test_numbers_that_were_tuned(house: Content) -> None:
    """The first missions for one and for a team have the numbers with which bots win about as often as wanted."""
    jobs = {name: [job.line for job in house.missions[name].jobs] for name in ("new_world", "speed_of_the_slowest")}
    assert {"discard 4, walk 1", "on build: +2 vp", "on clear: +1 vp"} <= set(jobs["new_world"])
    assert "-1 food, wagon 1" in jobs["speed_of_the_slowest"]


def test_what_the_rulebook_says_of_missions_and_cards(house: Content) -> None:
    """Most missions score railways, revealing normally scores, clearing often; a telescope is cheap."""
    scored = Counter(
        event
        for mission in house.missions.values()
        for event in {job.event for job in mission.jobs if any(step.verb == "score" for step in job.steps)}
    )
    assert scored["build"] > 7
    assert scored["reveal"] > 7
    assert scored["clear"] > 5
    looks = [p.job for p in house.placed if p.job.final_kind == "telescope"]
    assert looks
    assert all(sum(step.amount.number for step in job.steps[:-1]) <= 2 for job in looks)


def test_tiles(house: Content) -> None:
    types = Counter("+".join([*tile.types, *["camp"] * tile.camp]) for tile in house.tiles.values())
    assert types == {
        "prairie": 7, "forest": 9, "mountain": 6, "water": 6, "prairie+river": 4, "forest+river": 3, "river": 1,
        "mountain+river": 1, "forest+mountain": 2, "village": 4, "village+river": 2, "mountain+camp": 1,
        "forest+camp": 1, "prairie+camp": 1,
    }  # fmt: skip
    assert Counter(tile.back for tile in house.tiles.values()) == dict.fromkeys(range(1, 13), 4)
    assert list(house.tiles) == list(range(1, 49))
    assert house.tiles[13].job == replace(read_job("-1 food, +3 wood"), printed=True)


def test_boards(house: Content) -> None:
    assert {board.id: (board.day_end, board.score_end) for board in house.boards.values()} == {
        "A": (9, 24), "B": (13, 36), "C": (11, 30), "D": (15, 44),
    }  # fmt: skip
    assert [(part.day, part.score, part.risk) for part in house.boards["A"].sections] == [
        (0, 0, 1), (4, 9, 2), (7, 17, 3),
    ]  # fmt: skip


def test_every_line_round_trips_and_has_words(house: Content) -> None:
    for placed in house.placed:
        again = read_job(placed.job.line)
        assert again.steps == placed.job.steps
        assert again.line == placed.job.line


def test_every_card_has_words(house: Content) -> None:
    said = cards_in_words.lines_by_name(house)
    assert len(said) == 15 + 4 + 12 + 7 + 25 + 8 + 48
    for card in house.of_kind("trade"):
        assert len(said[house.cards[card].name]) == 1 + len(house.cards[card].buy) + len(house.cards[card].jobs)


def test_two_of_one_name_are_both_told(pack: Path) -> None:
    edit(pack, TRADE, 'name = "Mule"', 'name = "Long Grass"')
    said = cards_in_words.lines_by_name(read_content(pack))
    assert {"Long Grass", "Long Grass (2)"} <= {*said}


# -- what is refused ---------------------------------------------------------------------------------------------------

COW = '{ do = "scrap this, +5 food", printed = true }'
MULE = 'jobs = ["walk 1", "scrap this, +2 any, +2 any"]'
JOSIAH = 'jobs = ["-1 food, walk 1", "discard 2, scrap 1 danger"]'
LONG_GRASS = 'types = ["prairie"]\nface = [8]\nback = 4'
EYE = 'jobs = ["discard 3, scrap this", "-1 gold, scrap this"]'
WATCH = '"-1 vp, scrap 1 pain"'
DISCOVERS = 'night = ["row", "day", "exhaustion", "attack", "move", "remove 3", "appear", "pass-p1"]'

Change = tuple[str, str, str, list[str]]  # in which file what becomes what, and the words that tell of it

FAULTS: list[Change] = [
    # jobs: where, what was expected, and the nearest word
    (TRADE, COW, '"scrap this, +5 fod"', ["trade 15 ('cow'): jobs 1: column 16", "'food'?"]),
    (TRADE, COW, '{ do = "scrap this, +5 fod" }', ["trade 15 ('cow'): jobs 1: column 16"]),
    (TRADE, COW, "{ doo = 1 }", ["'cow'", "unknown field 'doo'", "'do'?"]),
    (TRADE, COW, "5", ["'cow'", "expected text", "not 5"]),
    (TRADE, 'buy = ["-2 wood, discard 1"]', 'buy = ["-2 wod, discard 1"]', ["buy 1: column 4", "'wood'?"]),
    (PEOPLE, JOSIAH, 'jobs = ["-1 food, walkk 1"]', ["'josiah_crane'", "jobs 1: column 10", "'walk'?"]),
    (TILES, 'job = "telescope 1"', 'job = "telescop 1"', ["tile 17 ('Lookout Rock'): job: column 1", "'telescope'?"]),
    (DISCOVERY, '"on clear: +2 vp"', '"on claer: +2 vp"', ["mission 1 ('discovery'): jobs 6: column 4", "'clear'?"]),
    # jobs in their places
    (TRADE, MULE, 'jobs = ["on build: +1 food"]', ["'mule'", "column 1", "event.where"]),
    (TILES, 'job = "telescope 1"', 'job = "on clear: draw 1"', ["event.where"]),
    (PEOPLE, JOSIAH, 'jobs = ["walk 1", "scrap this, +1 food"]', ["jobs 2: column 1", "'scrap this'", "cards.this"]),
    (TRADE, 'buy = ["-2 wood, discard 1"]', 'buy = ["scrap this"]', ["buy 1", "cards.this"]),
    (TILES, 'job = "telescope 1"', 'job = "scrap this"', ["cards.this"]),
    (NIGHT_WATCH, WATCH, '"-1 vp, scrap this"', ["column 8", "cards.this"]),
    (TRADE, MULE, 'jobs = ["walk 1, discard this"]', ["column 9", "discard an item card", "job.item"]),
    (TRADE, MULE, 'jobs = ["walk 1, +1 vp"]', ["column 9", "'+1 vp'", "goal.score-source"]),
    (PEOPLE, JOSIAH, 'jobs = ["-1 vp, walk 1"]', ["goal.score-source"]),
    (TRADE, 'buy = ["-2 wood, discard 1"]', 'buy = ["-2 wood, walk 1"]', ["'walk 1' can't be a price", "job.buy"]),
    (DISCOVERY, '"on clear: +2 vp"', '"on clear: +2 vp, walk 1"', ["jobs 6: column 18", "event.must"]),
    (DISCOVERY, '"on clear: +2 vp"', '"on clear: telescope 1"', ["event.must"]),
    (TRADE, MULE, 'jobs = ["attack 1, walk 1"]', ["column 11", "doesn't work in a battle", "battle.jobs"]),
    (DANGERS, EYE, 'jobs = ["discard 3", "-1 gold, scrap this"]', ["'black_eye'", "column 1", "job.danger-last"]),
    (DANGERS, EYE, 'jobs = ["scrap this, draw 1", "-1 gold, scrap this"]', ["column 13", "job.danger-last"]),
    (DANGERS, EYE, 'jobs = ["-1 gold, scrap this"]', ["two jobs", "card.dangers"]),
    (DANGERS, EYE, 'jobs = ["?river, scrap this", "?forest, scrap this"]', ["work anywhere", "job.danger-stuck"]),
    (PEOPLE, JOSIAH, 'jobs = ["-1 food, sail 1", "rail 4"]', ["walk or climb", "char.mobility"]),
    # the wagon
    (NIGHT_WATCH, WATCH, '"-1 food, wagon 1"', ["jobs 2: column 10", "event.wagon"]),
    (NIGHT_WATCH, WATCH, '"on wagon-west: +1 vp"', ["jobs 2: column 1", "event.wagon"]),
    (TRADE, MULE, 'jobs = ["wagon 1"]', ["'mule'", "event.wagon"]),
    (SPEED, '"on clear: +1 any"', '"on wagon-damage: -1 vp"', ["jobs 5: column 1", "ruling.wagon-damage"]),
    (SPEED, "leash = 1", "leash = -1", ["wagon: leash", "ruling.wagon-move"]),
    (SPEED, "leash = 1", "leesh = 1", ["wagon", "unknown field 'leesh'", "'leash'?"]),
    # marks on jobs
    (TOWNS, '"village-day"', '"vilage-day"', ["jobs 3: limit", "'village-day'?"]),
    (TOWNS, '"?village, -3 food', '"-3 food', ["'village-day'", "'?village'"]),
    (TRADE, COW, '{ do = "scrap this, +5 food", limit = "village-day" }', ["'cow'", "limit"]),
    (DISCOVERY, "discard 3, walk 1", "discard 3, sail 1", ["jobs 1: plain_move", "ruling.discovery-move"]),
    (TRADE, COW, '{ do = "scrap this, walk 5", plain_move = true }', ["plain_move", "ruling.discovery-move"]),
    # scoreboards
    (BOARDS, "day_end = 9", "day_end = 0", ["scoreboard 1 ('A')", "day_end", "setup.day-zero"]),
    (BOARDS, "score_end = 24", "score_end = 900", ["score_end", "setup.score-zero"]),
    (BOARDS, "{ day = 0, score = 0,", "{ day = 1, score = 0,", ["day 0 and score 0", "night.risk"]),
    (BOARDS, "{ day = 4, score = 9,", "{ day = 0, score = 9,", ["sections 1", "rise", "night.risk"]),
    (BOARDS, "{ day = 7, score = 17,", "{ day = 7, score = 9,", ["sections 2", "rise"]),
    (BOARDS, "day_end = 9", "day_end = 7", ["sections 3", "rise"]),
    (BOARDS, "risk = 3", "risk = -3", ["sections 3: risk", "night.risk"]),
    (BOARDS, 'id = "B"', 'id = "A"', ["the same id"]),
    (BOARDS, 'id = "B"', 'id = "B b"', ["scoreboard 2", "id: use letters"]),
    # cards
    (STARTERS, 'colour = "blue"', 'colour = "bleu"', ["'boots'", "'bleu' isn't a colour", "'blue'?"]),
    (STARTERS, "copies = 13", "copies = 0", ["'boots'", "copies", "card.four-kinds"]),
    (STARTERS, "copies = 13", "copies = 12", ["starter 1 ('boots'): copies: there are 12", "may need 13"]),
    (STARTERS, "core = 2", "core = -1", ["core", "setup.deck"]),
    (STARTERS, 'name = "Knife"', 'name = "Boot"', ["too much like"]),
    (STARTERS, '[{ do = "-1 food, walk 1", printed = true }]', "[]", ["'boots'", "jobs", "job.everywhere"]),
    (TRADE, 'buy = ["-2 wood, discard 1"]', "buy = []", ["'log_raft'", "buy", "card.items"]),
    (TRADE, 'id = "mule"', 'id = "boots"', ["the same id", "starters.toml: starter 1 ('boots')"]),
    (TRADE, 'id = "mule"', 'id = "Mule!"', ["id: use letters"]),
    (DANGERS, 'kind = "pain"', 'kind = "pian"', ["'leg_wound'", "'pian' isn't a kind", "'pain'?"]),
    # characters
    (PEOPLE, "hand = 6", "hand = 0", ["'ada_quill'", "hand", "char.card"]),
    (PEOPLE, "difficulty = 1", "difficulty = 0", ["difficulty", "setup.character"]),
    (PEOPLE, "start = { metal = 1,", "start = { mettle = 1,", ["start", "'mettle'", "'metal'?"]),
    (PEOPLE, "start = { metal = 1,", "start = { metal = -1,", ["start metal", "setup.resources"]),
    (PEOPLE, 'extra = "boots"', 'extra = "bots"', ["no starter card 'bots'", "'boots'?"]),
    (PEOPLE, 'role = "surveyor"', 'role = ""', ["role"]),
    (PEOPLE, 'role = "surveyor"\n', "", ["'role' is missing"]),
    # tiles
    (TILES, LONG_GRASS, LONG_GRASS.replace("prairie", "prairy"), ["tile 1 ('Long Grass')", "'prairie'?"]),
    (TILES, LONG_GRASS, LONG_GRASS.replace('["prairie"]', '["camp"]'), ["types", "ruling.camp-terrain"]),
    (TILES, LONG_GRASS, LONG_GRASS.replace('["prairie"]', "[]"), ["types", "ruling.camp-terrain"]),
    (TILES, LONG_GRASS, LONG_GRASS.replace('["prairie"]', '["river", "river"]'), ["at most once", "cond.places"]),
    (TILES, LONG_GRASS, LONG_GRASS.replace("[8]", "[21]"), ["face: ", "1 to 20", "night.appear"]),
    (TILES, LONG_GRASS, LONG_GRASS.replace("[8]", "[8, 8]"), ["face: ", "at most once", "night.appear"]),
    (TILES, LONG_GRASS, LONG_GRASS.replace("back = 4", "back = 0"), ["back: ", "1 to 20", "night.appear"]),
    (TILES, "id = 2\n", "id = 1\n", ["tile 2 ('Buffalo Wallow')", "the same id", "tile 1 ('Long Grass')"]),
    (TILES, "id = 2\n", "id = 0\n", ["id: use a number", "setup.tiles"]),
    (TILES, 'name = "Buffalo Wallow"', 'name = "Long Grass"', ["tile 2: name", "too much like", "tile 1."]),
    (TILES, 'name = "Buffalo Wallow"', 'name = "Lоng Grass"', ["two scripts", "Latin", "Cyrillic"]),
    (TILES, 'name = "Buffalo Wallow"', 'name = "Ｌong Grass"', ["tile 2", "'Ｌ'"]),
    (DISCOVERY, "-1 gold, rail 5", "-1 gоld, rail 5", ["jobs 3: column 5:", "'о' isn't used"]),
    # missions
    (DISCOVERY, 'mode = "versus"', 'mode = "verses"', ["'verses' isn't a mode", "'versus'?"]),
    (DISCOVERY, 'boards = ["A", "B"]', 'boards = ["A", "E"]', ["no scoreboard 'E'"]),
    (DISCOVERY, 'boards = ["A", "B"]', "boards = []", ["boards", "setup.options"]),
    (DISCOVERY, 'boards = ["A", "B"]', 'boards = ["A", "A"]', ["each only once", "setup.options"]),
    (DISCOVERY, "difficulty = 1", "difficulty = 77", ["difficulty", "setup.mission"]),
    (DISCOVERY, 'id = "discovery"', 'id = "new_world"', ["missions/new_world.toml", "the same id", "missions/d"]),
    (NIGHT_WATCH, 'bandits = "face-down"', 'bandits = "facedown"', ["bandits", "'face-down'?"]),
    (NIGHT_WATCH, 'bandits = "face-down"', "extra = { wod = 2 }", ["extra", "'wood'?"]),
    (NIGHT_WATCH, 'mode = "coop"', 'mode = "coop"\nfirst = true', ["first: ", "missions/n", "setup.first-mission"]),
    (DISCOVERY, DISCOVERS, DISCOVERS.replace("attack", "atack"), ["night 4: 'atack'", "'attack'?"]),
    (DISCOVERY, DISCOVERS, DISCOVERS.replace('"attack"', '"row"'), ["'row' at most once", "night.mission-order"]),
    (DISCOVERY, DISCOVERS, DISCOVERS.replace('"day", ', ""), ["add 'day'", "night.day"]),
    (DISCOVERY, DISCOVERS, DISCOVERS.replace("remove 3", "remove"), ["night 6", "'remove 3'", "night.remove"]),
    (DISCOVERY, DISCOVERS, DISCOVERS.replace("remove 3", "remove far"), ["night 6", "night.remove"]),
    (DISCOVERY, DISCOVERS, DISCOVERS.replace('"attack"', '"attack 2"'), ["write just 'attack'"]),
    (DISCOVERY, DISCOVERS, DISCOVERS.replace(', "pass-p1"', ""), ["'pass-p1'", "night.pass-p1"]),
    (NIGHT_WATCH, '"move"]', '"move", "pass-p1"]', ["night.pass-p1"]),
    (MEDICINE, "fragile = true", "fragile = 1", ["fragile", "true or false"]),
]  # fmt: skip


def one_in_each_file(changes: list[Change]) -> list[list[Change]]:
    """All changes, at most one in each file at the same time."""
    by_file = [[one for one in changes if one[0] == file] for file in dict.fromkeys(file for file, *_ in changes)]
    return [[one for one in together if one] for together in zip_longest(*by_file)]


def change(pack: Path, changes: list[Change]) -> None:
    for file, old, new, _ in changes:
        edit(pack, file, old, new)


@pytest.mark.parametrize("faults", one_in_each_file(FAULTS))
def test_a_fault_is_named(pack: Path, faults: list[Change]) -> None:
    """With its file, whatever is wrong in other files."""
    change(pack, faults)
    told = refused(pack)
    for file, _, new, words in faults:
        found = [fault for fault in told if all(word in fault for word in words)]
        assert found and found[0].startswith((file, "missions/")), (new, words, told)


@pytest.mark.parametrize(
    ("file", "table", "words"),
    [
        (PEOPLE, "character", ["4 characters", "5", "(setup.character)"]),
        (TILES, "tile", ["4 tiles", "20", "(setup.tiles)"]),
        (DANGERS, "danger", ["one exhaustion card", "(setup.danger-piles)"]),
    ],
)
def test_too_few(pack: Path, file: str, table: str, words: list[str]) -> None:
    whole = (pack / file).read_text(encoding="utf-8")
    (pack / file).write_text(f"[[{table}]]".join(whole.split(f"[[{table}]]")[:5]), encoding="utf-8")
    assert any(says(fault, f"{file}: ", *words) for fault in refused(pack))


def test_none_at_all(pack: Path) -> None:
    (pack / BOARDS).write_text("scoreboard = []", encoding="utf-8")
    for path in (pack / "missions").iterdir():
        path.write_text("mission = []", encoding="utf-8")
    boards, missions = refused(pack)
    assert says(boards, f"{BOARDS}: ", "(setup.options)")
    assert says(missions, "missions/*.toml: ", "(setup.mission)")


def test_too_few_to_trade(pack: Path) -> None:
    whole = (pack / TRADE).read_text(encoding="utf-8")
    (pack / TRADE).write_text("[[trade]]".join(whole.split("[[trade]]")[:3]), encoding="utf-8")
    (fault,) = refused(pack)
    assert says(fault, f"{TRADE}: ", "(setup.trade-row)") and numbers_in(fault) == [5]


def test_nowhere_to_start(pack: Path) -> None:
    text = (pack / TILES).read_text(encoding="utf-8")
    for place in ("prairie", "forest", "river", "village"):
        text = text.replace(f'"{place}"', '"water"')
    (pack / TILES).write_text(text.replace('"water", "water"', '"water"'), encoding="utf-8")
    assert any(says(fault, f"{TILES}: ", "(ruling.start-tile)") for fault in refused(pack))


def test_no_deck(pack: Path) -> None:
    text = (pack / STARTERS).read_text(encoding="utf-8")
    (pack / STARTERS).write_text(text.replace("core = 2", "core = 0").replace("core = 1", "core = 0"), encoding="utf-8")
    assert any(says(fault, f"{STARTERS}: core: ", "(setup.deck)") for fault in refused(pack))


def test_a_mission_has_to_score(pack: Path) -> None:
    text = (pack / NIGHT_WATCH).read_text(encoding="utf-8")
    (pack / NIGHT_WATCH).write_text(text.replace("on clear: +4 vp", "on clear: draw 1"))
    (fault,) = refused(pack)
    assert says(fault, f"{NIGHT_WATCH}: mission 1 ('night_watch'): jobs: ", "(goal.score-source)")


def test_all_faults_are_told_at_once(pack: Path) -> None:
    edit(pack, TRADE, MULE, 'jobs = ["walkk 1", "scrap ths"]')
    edit(pack, DISCOVERY, 'mode = "versus"', 'mode = "verses"')
    edit(pack, TILES, LONG_GRASS, LONG_GRASS.replace("back = 4", "back = 40"))
    faults = refused(pack)
    assert [fault.partition(":")[0] for fault in faults] == [TRADE, TRADE, TILES, DISCOVERY]


# -- missions are files ------------------------------------------------------------------------------------------------


def test_a_group_adds_a_mission_by_adding_a_file(pack: Path, house: Content) -> None:
    text = (pack / DISCOVERY).read_text(encoding="utf-8")
    ours = text.replace("discovery", "our_way").replace("Discovery", "Our Way").replace("first = true\n", "")
    (pack / "missions" / "ours.toml").write_text(ours, encoding="utf-8")
    mine = read_content(pack)
    assert len(mine.missions) == 16
    assert mine.digest != house.digest
    assert differences(HOUSE, pack) == ["+ missions/ours.toml: mission 'our_way'"]
    edit(pack, "missions/ours.toml", "rail 5", "rail x")
    assert says(refused(pack)[0], "missions/ours.toml: mission 1 ('our_way'): jobs 3: column 10: ", "(train.move)")


def test_what_a_mission_file_is_called_is_not_content(pack: Path, house: Content) -> None:
    (pack / DISCOVERY).rename(pack / "missions" / "zzz.toml")
    again = read_content(pack)
    assert again.digest == house.digest
    assert list(again.missions) == list(house.missions)


def test_without_missions_there_is_no_pack(pack: Path) -> None:
    shutil.rmtree(pack / "missions")
    assert says(refused(pack)[0], "missions/*.toml: ", "no such file")


def test_a_file_in_the_wrong_folder(pack: Path) -> None:
    (pack / "mission").mkdir()
    (pack / DISCOVERY).rename(pack / "mission" / "discovery.toml")
    assert says(refused(pack)[0], "'mission/discovery.toml': ", "'missions/*.toml'?")


def test_a_mission_that_is_no_toml_is_named_with_its_folder(pack: Path) -> None:
    (pack / DISCOVERY).write_text("[[mission]\n", encoding="utf-8")
    assert says(refused(pack)[0], f"{DISCOVERY}: not TOML: ")
    (pack / DISCOVERY).write_text("[[mision]]\n", encoding="utf-8")
    assert says(refused(pack)[0], f"{DISCOVERY}: unknown table 'mision'", "'mission'?")
    (pack / DISCOVERY).write_bytes(b"\xff\xfe")
    assert says(refused(pack)[0], f"{DISCOVERY}: ", "UTF-16")


def test_too_many_files(pack: Path) -> None:
    for number in range(200):
        (pack / "missions" / f"m{number}.toml").write_text("", encoding="utf-8")
    assert any(says(fault, "missions/*.toml: ", "200 files") for fault in refused(pack))


def test_too_much_for_a_pack_is_told_once(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing more is read then, whatever lies in the other files."""
    text = (pack / DISCOVERY).read_text(encoding="utf-8")
    for number in range(10):
        (pack / f"missions/x{number}.toml").write_text(text * 60, encoding="utf-8")
    (fault,) = refused(pack)
    assert says(fault, "missions/x8.toml: ", f"{MAX_ENTRIES} entries", "[[mission]]")
    for number in range(30):
        (pack / f"missions/x{number}.toml").write_text(text * 60, encoding="utf-8")
    too_many = [fault for fault in refused(pack) if f"{MAX_PACK_ENTRIES:,} entries" in fault]
    assert len(too_many) == 1 and too_many[0].startswith("missions/x")
    monkeypatch.setattr(packs, "MAX_PACK_BYTES", 10_000)
    assert any("10,000 bytes" in fault for fault in refused(pack))


def test_a_card_has_not_hundreds_of_jobs(pack: Path) -> None:
    edit(pack, TRADE, "jobs = [", "jobs = [" + '"walk 1", ' * 30)
    assert says(refused(pack)[0], f"{TRADE}: ", "jobs: use at most 20", "(job.everywhere)")


def test_names_of_files_cannot_write_to_the_terminal(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = (b"\xff\xfe.toml", b"a\nTraceback\x1b[31m.toml")
    strange = [os.fsencode(pack / "missions") + b"/" + name for name in names]
    edit(pack, DISCOVERY, "-1 gold, rail 5", "+1 gold")
    edit(pack, NIGHT_WATCH, WATCH, '"+1 gold"')
    for file, name in zip((DISCOVERY, NIGHT_WATCH), strange, strict=True):
        os.rename(pack / file, name)
    assert main(["pack", "check", str(pack)]) == 0
    assert main(["pack", "diff", "house", str(pack)]) == 0
    said = capsys.readouterr().out
    assert "missions/??.toml" in said and "missions/a?Traceback?[31m.toml" in said
    assert all(line.isprintable() for line in said.splitlines()) and "Traceback" not in said.split("\n")
    for name in strange:
        with open(name, "ab") as file:
            file.write(b"[[mision]]\nx = 1\n")
    faults = refused(pack)
    assert len(faults) == len(strange) and all(fault.startswith("missions/") for fault in faults)


def test_many_doubts_are_counted_and_not_all_printed(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entry = '[[trade]]\nid = "c{0}"\nname = "{1}"\ncolour = "blue"\nbuy = ["-{2} food"]\njobs = ["walk {3}"]\n'
    names = ["".join(letters) for letters in product("abcdefgh", repeat=3)][:120]
    cards = [entry.format(n, name, 1 + n % 50, 1 + n % 7) for n, name in enumerate(names)]
    (pack / TRADE).write_text("".join(cards), encoding="utf-8")
    assert main(["pack", "check", str(pack)]) == 0
    *_, last_warning, end = capsys.readouterr().out.splitlines()
    assert last_warning.startswith("Warning: ")
    assert re.fullmatch(r"and [\d,]+ more\.", end)


@pytest.mark.parametrize("file", [file for file in PACK_FILES if "*" not in file])
def test_a_missing_file_is_named(pack: Path, file: str) -> None:
    (pack / file).unlink()
    assert says(refused(pack)[0], f"{file}: ", "missing")


# -- what is hardly meant ----------------------------------------------------------------------------------------------


def test_the_house_pack_raises_no_doubts(house: Content) -> None:
    assert pack_warnings.warnings(house) == []


DOUBTS: list[Change] = [
    (TRADE, MULE, 'jobs = ["draw 1"]', ["trade 1 ('mule'): jobs 1", "cards.draw"]),
    (TRADE, MULE, 'jobs = ["discard 1, draw 2"]', ["cards.draw"]),
    (TRADE, MULE, 'jobs = ["draw 1d"]', ["cards.draw"]),
    (TRADE, MULE, 'jobs = ["-x gold, draw 1"]', ["cards.draw"]),
    (NIGHT_WATCH, WATCH, '"discard x, draw x"', ["missions/night_watch.toml", "jobs 2", "cards.draw"]),
    (NIGHT_WATCH, WATCH, '"scrap 1 pain, draw 1"', ["cards.draw"]),
    (NIGHT_WATCH, WATCH, '"walk 1"', ["jobs 2", "day.actions"]),
    (NIGHT_WATCH, WATCH, '"-1 vp, +1 gold"', ["jobs 2", "day.actions"]),
    (NIGHT_WATCH, WATCH, '"discard x, walk 1"', ["jobs 2", "day.actions"]),
    (TRADE, 'buy = ["-2 wood, discard 1"]', 'buy = ["discard x"]', ["'log_raft'", "buy 1", "day.actions"]),
    (NIGHT_WATCH, "on clear: +4 vp", "on clear: +4 vp, ?moving-west, +1 vp",
     ["jobs 3: column 18", "event.moving-west"]),
    (TRADE, 'buy = ["-1 gold, -1 wood"]\njobs = ["-1 any, sail 1", "-1 gold, sail 3"]',
     'buy = ["-1 metal, -1 food"]\njobs = ["climb 1", "-1 food, climb 2"]',
     ["trade 3 ('rope_and_irons')", "'Ferryman'", "act.buy"]),
    (PEOPLE, "hand = 6", "hand = 3", ["'ada_quill'", "by day 4", "death.danger-hand"]),
    (PEOPLE, "hand = 6", "hand = 12", ["only 9 cards", "day.draw"]),
    (SPEED, '"discard 2, wagon 1", "-1 food, wagon 1", ', "", ["wagon", "no mission job", "ruling.wagon-move"]),
    (SPEED, "leash = 1", "fragile = true", ["fragile", "ruling.wagon-damage"]),
]  # fmt: skip


@pytest.mark.parametrize("doubted", one_in_each_file(DOUBTS))
def test_a_doubt_is_named(pack: Path, doubted: list[Change]) -> None:
    change(pack, doubted)
    warnings = pack_warnings.warnings(read_content(pack))
    assert len(warnings) == len(doubted)
    for file, _, _, words in doubted:
        (warning,) = (each for each in warnings if each.startswith(file))
        assert warning.endswith(".")
        assert warning.isprintable()
        for word in words:
            assert word in warning, warning


MEANT: list[Change] = [
    (TRADE, MULE, 'jobs = ["-1 food, draw 1"]', []),
    (TRADE, MULE, 'jobs = ["discard x, draw x"]', []),
    (TRADE, 'buy = ["-2 wood, discard 1"]', 'buy = ["gain 1 pain"]', []),
    (TILES, 'job = "telescope 1"', 'job = "draw 3"', []),
    (PEOPLE, JOSIAH, 'jobs = ["walk 1", "draw 2"]', []),
    (NIGHT_WATCH, WATCH, '"on reveal: draw 1"', []),
    (NIGHT_WATCH, WATCH, '"-x gold, +x any"', []),
]


@pytest.mark.parametrize("meant", one_in_each_file(MEANT))
def test_what_is_meant_raises_no_doubt(pack: Path, meant: list[Change]) -> None:
    change(pack, meant)
    assert pack_warnings.warnings(read_content(pack)) == []


def test_a_board_without_a_mission(pack: Path) -> None:
    for mission in ("last_spike", "night_watch", "river_road", "wide_country"):
        (pack / "missions" / f"{mission}.toml").unlink()
    (warning,) = pack_warnings.warnings(read_content(pack))
    assert says(warning, f"{BOARDS}: scoreboard 4 ('D'): ", "(setup.options)")


def test_decks_that_stand_still(pack: Path) -> None:
    edit(pack, STARTERS, "core = 2", "core = 1")
    said = pack_warnings.warnings(read_content(pack))
    assert len(said) == 9  # three characters have another Boot
    assert all(says(each, f"{PEOPLE}: ", "fewer than 2", "(move.pool)") for each in said)

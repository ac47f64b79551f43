"""Faults and doubts of packs of Tamashii: each change spoils one thing, and exactly that is told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tabletop_kernel.content.installed_games import house_folder
from tabletop_kernel.contract.errors import PackError, nearest
from tabletop_kernel.games.tamashii.pack import content, pack_warnings

HOUSE = house_folder("tamashii")

Fault = tuple[str, str, str, str]


def meant(word: str) -> str:
    """How a fault ends that names what was meant."""
    return nearest(word, [word])


# file, what stands there, what takes its place, what is told
FAULTS: list[Fault] = [
    # bodies
    ("bodies.toml", 'core = "E"', 'core = "Q"', "body 1 ('kindle'): core: 'Q' isn't a data type"),
    ("bodies.toml", 'core = "E"\n', "", "body 1 ('kindle'): give a walker a core, and an advanced body a pattern"),
    ("bodies.toml", "att = 3", "att = 30", "body 1 ('kindle'): att: use a number from 0 to 9"),
    ("bodies.toml", '"EE./.EE"', '"EE./.EX"', "column 7: 'X' isn't a pattern cell"),
    ("bodies.toml", '"EE./.EE"', '"EEEEEE"', "pattern: it must fit the launcher's 4 rows and 5 columns"),
    ("bodies.toml", '"EE./.EE"', '"EEE/EEE/EEE/EEE"', "pattern: use 1 to 10 cells"),
    ("bodies.toml", '"EE./.EE"', '"EE./.../.EE/..."', "pattern: a row or column at its edge is empty"),
    ("bodies.toml", '"EE./.EE"', '"E/E/E/E/E/E"', "pattern: it must fit the launcher"),
    (
        "bodies.toml",
        '"T T: gain 1 power"',
        '"T T gain 1 power"',
        "frames 3: expected a colon, as in 'S*: deal 1 per die'",
    ),
    ("bodies.toml", '"T T: gain 1 power"', '"T T: gain 1 powr"', "frames 3: column 13: expected"),
    ("bodies.toml", '"T T: gain 1 power"', '"T Q: gain 1 power"', "frames 3: column 1: use S, D and T for dice"),
    ("bodies.toml", '"T T: gain 1 power"', '"T*: gain 1 power"', "frames 3: column 1: only 'S*' and 'D*'"),
    (
        "bodies.toml",
        '"T T: gain 1 power"',
        '"T T: prevent 1"',
        "frames 3: column 6: 'prevent 1' belongs when = 'wounded'",
    ),
    ("bodies.toml", 'when = "before-attack", pay', 'when = "before-atack", pay', meant("before-attack")),
    ("bodies.toml", 'limit = "combat"', 'limit = "fight"', "use: limit: 'fight' isn't a limit"),
    (
        "bodies.toml",
        'pay = "dump 1 ember"',
        'pay = "recover 1"',
        "pay: 'recover 1' costs nothing, so it can't be a price",
    ),
    ("bodies.toml", '"entry -1"', '"entri -1"', f"modify 1: 'entri' changes nothing: {meant('entry')}"),
    ("bodies.toml", '"entry -1"', '"entry less"', "modify 1: use a sign and a number, as in 'entry +1'"),
    (
        "bodies.toml",
        'replaces = "cybercat"',
        'replaces = "cybercow"',
        f"there is no body 'cybercow': {meant('cyberdog')}",
    ),
    ("bodies.toml", 'code = "A03"', 'code = "a3"', "code: use a capital letter and two digits"),
    # enemies
    ("enemies.toml", 'fang = "wound 2"', 'fang = "wound two"', "enemy 1 ('stray-drone'): fang: column 7: expected 'n'"),
    (
        "enemies.toml",
        'fang = "wound 2"',
        'fang = "set time 2"',
        "fang: column 1: 'set time 2' belongs on scenario cards",
    ),
    ("enemies.toml", 'fang = "wound 2"', 'fang = "deal 1 per die"', "only combat frames take dice"),
    (
        "enemies.toml",
        'hacks = ["E?E: deal 2"]',
        'hacks = ["E?E: heal 2"]',
        "column 6: 'heal 2' belongs in the frames of en",
    ),
    ("enemies.toml", "level = 1", "level = 3", "enemy 1 ('stray-drone'): level: write 1 or 2"),
    ("enemies.toml", "integrity = 3", "integrity = 0", "integrity: use a number from 1 to 20"),
    # tiles and finds
    ("tiles.toml", 'kind = "shelter"', 'kind = "sheltr"', f"kind: 'sheltr' isn't a kind: {meant('shelter')}"),
    ("tiles.toml", 'faction = "Ninkyo"', 'faction = "Ninkio"', meant("Ninkyo")),
    ("tiles.toml", 'faction = "Ninkyo"\n', "", "faction: hideouts have one, and other tiles don't"),
    ("tiles.toml", 'id = "neon-arcade"', 'id = "memory"', "id: 'memory' is a word in the card language"),
    ("tiles.toml", 'id = "neon-arcade"', 'id = "Neon_Arcade"', "id: use lowercase letters, digits and hyphens"),
    ("finds.toml", "copies = 3", "copies = 0", "copies: use a number from 1 to 40"),
    # augments and protocols
    ("augments/reaper.toml", 'owner = "Reaper"', 'owner = "Reeper"', "owner: 'Reeper' isn't a class or faction"),
    ("augments/reaper.toml", 'start = "plain"\n', "", "Reaper: 0 starting augments with the mark 'plain'"),
    ("augments/reaper.toml", 'start = "plain"', 'start = "plane"', f"start: 'plane' isn't a mark: {meant('plain')}"),
    (
        "augments/spartans.toml",
        'pattern = "WW"',
        'when = "planning"',
        "pattern: a faction augment is used by launching",
    ),
    ("augments/reaper.toml", 'when = "defeat"\n', "", "when: the moment is missing"),
    ("augments/brawler.toml", 'dice = "SSS"\n', "", "dice: when = 'frame' needs them, and no other moment allows them"),
    ("augments/brawler.toml", "enemies >= 3", "enmies >= 3", "needs: column 1: expected"),
    (
        "protocols.toml",
        "if tiles revealed by you >= 2: gain 1 memory",
        "gain 1 memory",
        "steps 1: the condition is missing",
    ),
    # sheets
    ("scenarios/s01.toml", "start = [0, 0]", "start = [5, 5]", "start: there is no tile there (scen.start-tile)"),
    ("scenarios/s01.toml", "start = [0, 0]", "start = [0, -1]", "start: the tile there must be face up"),
    ("scenarios/s01.toml", 'tile = "shelter"', 'tile = "riot-line"', "map: there is no Shelter (reset.shelter)"),
    (
        "scenarios/s01.toml",
        'tile = "back-alley"',
        'tile = "back-ally"',
        f"map 4: tile: there is no tile 'back-ally': {meant('back-alley')}",
    ),
    ("scenarios/s01.toml", "at = [-1, 1]", "at = [-3, 3]", "map: its tiles aren't all connected (move.no-gaps)"),
    ("scenarios/s01.toml", "at = [-1, 1]", "at = [-1, 0]", "at: another tile is there"),
    ("scenarios/s01.toml", 'tile = "back-alley"', 'tile = "neon-arcade"', "2 of 'neon-arcade', but there are 1"),
    (
        "scenarios/s01.toml",
        'factions = ["Commoners"]',
        "factions = []",
        "add Commoners, since 'commoner-canteen' is",
    ),
    ("scenarios/s01.toml", 'factions = ["Commoners"]', 'factions = ["Comoners"]', meant("Commoners")),
    (
        "scenarios/s01.toml",
        "number = 4, each = 2",
        "number = 2, each = 0",
        "corrupted: 2 for 1 players, but it needs at least 3",
    ),
    ("scenarios/s01.toml", "number = 4, each = 2", "number = 14, each = 2", "corrupted: there are only 20 tokens"),
    (
        "scenarios/s01.toml",
        'special = ["first-reset-one"]',
        'special = ["first-reset"]',
        meant("first-reset-one"),
    ),
    (
        "scenarios/s04.toml",
        'special = ["yokai", "gods"]',
        'special = ["yokai"]',
        "special: 'gods' needs enemies with",
    ),
    ("scenarios/s03.toml", 'shuffled = ["spartan-barracks", ', "shuffled = [", "5 tiles for 6 places"),
    # enemy decks
    (
        "scenarios/s01.toml",
        'enemy = "adware-swarm"',
        'enemy = "adware-swam"',
        f"there is no enemy 'adware-swam': {meant('adware-swarm')}",
    ),
    (
        "scenarios/s01.toml",
        'enemy = "adware-swarm", number = 2',
        'enemy = "adware-swarm", number = 4',
        "but there are 3",
    ),
    (
        "scenarios/s01.toml",
        "{ level = 1, number = 8 }",
        "{ level = 1, number = 60 }",
        "60 random level 1 enemies with 1",
    ),
    (
        "scenarios/s01.toml",
        "{ level = 1, number = 8 }",
        "{ level = 1, number = 1 }",
        "5 cards with 2 players, but it needs at least 6",
    ),
    (
        "scenarios/s01.toml",
        "{ level = 1, number = 8 }",
        "{ number = 8 }",
        "enemies 3: write either an enemy or a level",
    ),
    (
        "scenarios/s03.toml",
        'aside = true, mark = "guest"',
        "aside = true",
        "mark = 'guest' and aside = true go together",
    ),
    (
        "scenarios/s02.toml",
        "{ level = 2, number = 4 }",
        '{ enemy = "long-hum", number = 2 }',
        "'long-hum' starts locked",
    ),
    # cards
    (
        "scenarios/s01.toml",
        "draw card S01-3",
        "draw card S01-4",
        "column 23: this scenario has no plot or special card 'S01-4'",
    ),
    (
        "scenarios/s01.toml",
        "draw card S01-3",
        "draw  card S01-4",
        "column 23: this scenario has no plot or special card 'S01-4'",
    ),
    ("scenarios/s01.toml", 'first = "S01-1"', 'first = "S01-9"', "first: there is no plot card 'S01-9'"),
    (
        "scenarios/s01.toml",
        'first = "S01-1"',
        'first = "S01-2"',
        "cards 1 ('S01-1'): no reachable card draws it",
    ),
    ("scenarios/s01.toml", "unlock code A01", "unlock code A09", f"nothing has the code 'A09': {meant('A03')}"),
    ("scenarios/s01.toml", "if on broadcast-mast: put", "if on brodcast-mast: put", meant("broadcast-mast")),
    ("scenarios/s01.toml", "if on broadcast-mast: put", "if on foundry: put", "there is no tile on this map 'foundry'"),
    ("scenarios/s01.toml", 'pattern = "@?@"\n', "", "pattern and launch go together"),
    ("scenarios/s01.toml", ": victory", ": lost", "cards: no reachable card says 'victory' (end.scenario)"),
    ("scenarios/s01.toml", 'ends = "won"', 'ends = "win"', "ends: 'win' isn't an end"),
    ("scenarios/s01.toml", 'ends = "won"\n', "", "add ends = 'won' (end.scenario)"),
    ("scenarios/s01.toml", 'code = "S01-3"', 'code = "S02-3"', "code: use 'S01-' and capitals or digits"),
    ("scenarios/s01.toml", '"if time = 0: lost"', '"lost"', "only the last block may have no 'if'"),
    ("scenarios/s01.toml", "set time 4", "giver: attach guest; set time 4", "the scenario doesn't set an enemy aside"),
    ("scenarios/p00.toml", "set time 6", "set time 6; each player: trace up 1", "the prologue doesn't use it"),
    ("scenarios/s01.toml", "set time 6", "set time 6; test lore 2", "belongs in the activities of scenario cards"),
    ("scenarios/s01.toml", "set time 6", "set time 13", "'set time 13': the time track ends at 12"),
    # the competitive mode and the modules
    ("goals.toml", 'test = "lore 4"', 'test = "lore 2n"', "test: use a plain number"),
    ("maps.toml", "hideouts = 2", "hideouts = 9", "hideouts: use a number from 0 to 4"),
    ("maps.toml", 'at = [3, 2], tile = "damaged-district", up = true', "at = [3, 2]", "4 or more face-up Shelters"),
    (
        "conditions.toml",
        "{ level = 1, number = 12 }",
        "{ level = 1, number = 5 }",
        "5 cards with 2 players, but it needs at least 6",
    ),
    ("conditions.toml", 'bonus = "gain 1 memory"', 'bonus = "victory"', "'victory' belongs on scenario cards"),
    ("goals.toml", 'needs = "bodies >= 2"', 'needs = "success here >= 2"', "'success here' belongs on scenario cards"),
    ("goals.toml", 'test = "lore 4"', 'test = "lor 4"', "test: column 1: expected"),
    ("goals.toml", 'needs = "bodies >= 2"\n', "", "give a goal either needs or a test"),
    ("events.toml", 'when = "launch"', 'when = "lunch"', meant("launch")),
    ("rewards.toml", "number = 1", "number = 0", "number: use a number from 1 to 20"),
    ("diary.toml", 'code = "D02"', 'code = "D01"', "each diary card needs its own (diary.relock)"),
    ("pvp.toml", 'modify = ["hand-over +1"]\n', "", "neither a use nor a modifier"),
    ("enhancements.toml", '"pro +1"', '"por +1"', f"'por' changes nothing: {meant('pro')}"),
]

COURIER = 'mov = 4\npro = 3\natt = 2\npattern = "FFF/..F"'
STRONG = 'mov = 4\npro = 5\natt = 5\npattern = "FFF/..F"'
BACKDOOR = 'do = "deal 1"\nhack = true'
DOUBTS: list[Fault] = [
    ("bodies.toml", COURIER, STRONG, "MOV, PRO and ATT add up to 14"),
    ("bodies.toml", COURIER, STRONG, "'Glass Courier' needs as many"),
    ("enemies.toml", 'fang = "wound 2"', 'fang = "wound 9"', "which is unusual for level 1"),
    ("enemies.toml", 'repel = "FF"', 'repel = "FFF/FFF"', "repel: it costs far more or far less"),
    ("enemies.toml", 'hacks = ["E?E: deal 2"]', 'hacks = ["EEE/EEE: deal 2"]', "hacks: one needs fewer than 2"),
    ("augments/spartans.toml", 'pattern = "WW"', 'pattern = "WWWWW"', "pattern: it has 5 cells; 2 to 4 are usual"),
    ("augments/whisperer.toml", BACKDOOR, BACKDOOR.replace("1", "4"), "2 cells are few for 4 damage"),
    ("scenarios/s01.toml", '["Commoners"]', '["Commoners", "Ninkyo"]', "there is no Ninkyo hideout on the map"),
    ("scenarios/s01.toml", "; mark progress", "", "'mark progress' is missing"),
    ("scenarios/s01.toml", 'tile = "neon-arcade"', 'tile = "gardens"', "only a Forbidden Chapter has them"),
    ("scenarios/s01.toml", "unlock code A03; ", "", "code: no scenario unlocks A03 (camp.by-play)"),
    ("goals.toml", 'where = "on damaged"', 'where = "on gardens"', "may have no such tile (comp.goal-take)"),
    ("goals.toml", "vp = 2", "vp = 9", "vp: 2 to 5 is usual"),
    ("events.toml", "number = 6", "number = 12", "number: 4 to 9 is usual"),
    ("rewards.toml", "number = 1\ncopies = 2", "number = 9\ncopies = 2", "about 2.5 is usual"),
]


def changed(tmp_path: Path, *changes: tuple[str, str, str]) -> Path:
    """The house pack with some changes, each at the first place where the old text stands."""
    folder = tmp_path / "pack"
    shutil.copytree(HOUSE, folder)
    for file, old, new in changes:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text, f"{file} does not say {old!r} any more"
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def dealt(faults: list[Fault]) -> list[list[Fault]]:
    """The faults in packs, at most one in each entry of a pack."""
    packs: list[dict[tuple[str, int], Fault]] = []
    for fault in faults:
        file, old = fault[:2]
        before, _, _ = (HOUSE / file).read_text(encoding="utf-8").partition(old)
        entry = file, before.count("\n[[")
        pack = next((pack for pack in packs if entry not in pack), None)
        if pack is None:
            packs.append({entry: fault})
        else:
            pack[entry] = fault
    return [list(pack.values()) for pack in packs]


@pytest.mark.parametrize("faults", dealt(FAULTS))
def test_each_fault_is_told_with_its_place(tmp_path: Path, faults: list[Fault]) -> None:
    with pytest.raises(PackError) as caught:
        content.read(changed(tmp_path, *(fault[:3] for fault in faults)))
    heard = set()
    for file, _, _, told in faults:
        found = [fault for fault in caught.value.faults if told in fault and fault.startswith(file.partition("/")[0])]
        assert found, (told, caught.value.faults)
        heard.add(found[0])
    assert len(heard) == len(faults)  # each in a line of its own
    assert len(caught.value.faults) <= 2 + 2 * len(faults)  # a fault is not told again by all that follow from it


@pytest.mark.parametrize("expected", dealt(DOUBTS))
def test_each_doubt_is_told_with_its_place(tmp_path: Path, expected: list[Fault]) -> None:
    told = pack_warnings.warnings(content.read(changed(tmp_path, *(doubt[:3] for doubt in expected))))
    for *_, words in expected:
        found = [doubt for doubt in told if words in doubt]
        assert found, words
        assert ".toml" in found[0]


def test_cards_that_draw_each_other_for_ever_are_a_fault(tmp_path: Path) -> None:
    folder = tmp_path / "pack"
    shutil.copytree(HOUSE, folder)
    path = folder / "scenarios" / "s01.toml"
    text = path.read_text(encoding="utf-8")
    for old, new in (
        ("set time 6;", "set time 6; draw card S01-3;"),
        ("each player: attach 1; set time 4", "draw card S01-2"),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PackError, match="S01-2 and S01-3 draw each other at once, in an endless loop"):
        content.read(folder)


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    folder = changed(tmp_path, ("bodies.toml", 'core = "E"', 'core = "Q"'))
    text = (folder / "enemies.toml").read_text()
    (folder / "enemies.toml").write_text(text.replace('fang = "wound 2"', 'fang = "woond 2"', 1))
    with pytest.raises(PackError) as caught:
        content.read(folder)
    told = " ".join(caught.value.faults)
    assert "core: 'Q'" in told
    assert meant("wound") in told

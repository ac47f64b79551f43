"""Packs of one's own: what is refused and why, what a changed card does, and that chains end with any cards."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from asking import edit

from tabletop_kernel import PackError, Session, load
from tabletop_kernel.cli import main
from tabletop_kernel.games import house_folder
from tabletop_kernel.games.the_north.abilities import CHAIN_LIMIT

OUTPOST = "use protocol of wastes ancient; other loses 1; if outposts >= 3: other loses 2"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the house pack, to be changed."""
    return Path(shutil.copytree(house_folder("the_north"), tmp_path / "mine"))


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("ancients.toml", 'spark = "draw 2"', 'spark = "drow 2"', ["'Lantern Child'", "spark", "column 1", "'draw'?"]),
        ("ancients.toml", 'spark = "draw 2"', 'spark = "may draw 2"', ["column 5", "ability.mandatory"]),
        (
            "ancients.toml",
            'spark = "draw 2"',
            'spark = "use spark of wastes ancient"',
            ["column 1", "Facilities only", "outpost.copy"],
        ),
        (
            "ancients.toml",
            'spark = "draw 2"',
            'spark = "if node >= 5: draw 2"',
            ["'node' is compared with 1 to 4", "node.cap"],
        ),
        ("ancients.toml", 'spark = "draw 2"', 'spark = "if 3 >= node: draw 2"', ["column 4", "expected"]),
        ("ancients.toml", 'spark = "draw 2"', 'spark = "if outpsts >= 3: draw 2"', ["did you mean 'outposts'?"]),
        ("ancients.toml", 'spark = "draw 2"', 'spark = "draw 2; use spark of it"', ["column 9", "'it'"]),
        ("ancients.toml", 'spark = "draw 2"', 'spark = "score 2 per gate"', ["expected", "'score'"]),
        ("ancients.toml", 'spark = "draw 2"', "spark = 2", ["'Lantern Child'", "spark", "expected a text"]),
        ("ancients.toml", 'spark = "draw 2"', 'sparc = "draw 2"', ["unknown field 'sparc'", "did you mean 'spark'?"]),
        ("ancients.toml", 'spark = "draw 2"\n', "", ["'Lantern Child'", "the field 'spark' is missing"]),
        ("ancients.toml", 'value = "II"', 'value = "III"', ["'Old Regent'", "ancient.value"]),
        ("ancients.toml", "copies = 3", "copies = 4", ["3 cards of 'Pale Drone'", "says 4"]),
        ("ancients.toml", "copies = 3", "copies = -1", ["copies", "from 0 to 40"]),
        ("ancients.toml", 'name = "Frost Widow"', 'name = "Ice Porter"', ["same id"]),
        ("ancients.toml", 'name = "Frost Widow"', 'name = "ice porter"', ["too much like"]),
        ("ancients.toml", 'name = "Frost Widow"', 'name = "Frost/Widow"', ["a name has"]),
        ("facilities.toml", OUTPOST, "draw 1", ["'Outpost'", "rules", "one for each step"]),
        ("facilities.toml", 'plural = "depots"', 'plural = "beacons"', ["'Depot'", "the plural of Beacon already"]),
        ("facilities.toml", 'plural = "depots"', 'plural = "node"', ["a word of the language already"]),
        ("facilities.toml", 'plural = "depots"', 'plural = "draw"', ["a word of the language already"]),
        ("facilities.toml", 'plural = "depots"', 'plural = "Dépôts"', ["letters from a to z"]),
        ("cards.toml", 'facility = "Depot"', 'facility = "Depott"', ["card 6", "did you mean 'Depot'?"]),
        ("cards.toml", 'ancient = "Old Regent"', 'ancient = "Old Regnt"', ["card 6", "did you mean 'Old Regent'?"]),
        ("node.toml", "level = 4", "level = 3", ["node.toml", "from 1 to 4", "node.table"]),
        ("node.toml", 'effect = "draw 1"', 'effect = "use spark of wastes ancient"', ["line 2", "Facilities only"]),
        ("node.toml", 'effect = "draw 1"', 'effect = "draw"', ["line 2: effect: column 5", "a number"]),
        ("setup.toml", "points = 30", "points = 0", ["points", "setup.points"]),
        ("setup.toml", "hand = 3", "hand = 11", ["hand", "turn.draw"]),
        ("setup.toml", 'printed_text = "Outpost"', 'printed_text = "Outpot"', ["did you mean 'Outpost'?"]),
        ("setup.toml", "[[setup]]", "[[setups]]", ["unknown table 'setups'"]),
        ("setup.toml", "[[setup]]", "[[setup]]\npoints = 1\n[[setup]]", ["missing"]),
    ],
)
def test_a_broken_pack_is_refused(pack: Path, file: str, old: str, new: str, words: list[str]) -> None:
    edit(pack, file, old, new)
    with pytest.raises(PackError) as caught:
        load("the_north", pack)
    text = str(caught.value)
    assert text.startswith(("cards.toml", file))
    assert text.isprintable()
    for word in words:
        assert word in text, text


def test_too_few_cards(pack: Path) -> None:
    blocks = (pack / "cards.toml").read_text().split("[[card]]")
    (pack / "cards.toml").write_text("[[card]]".join(blocks[:7]))
    text = (pack / "ancients.toml").read_text()
    head, *entries = text.split("[[ancient]]")
    kept = entries[:3] + [entry.replace("copies = 3", "copies = 0") for entry in entries[3:]]
    (pack / "ancients.toml").write_text("[[ancient]]".join([head, *kept]))
    with pytest.raises(PackError, match=r"0 cards for The Wastes.*setup.wastes"):
        load("the_north", pack)
    (pack / "cards.toml").write_text("[[card]]".join(blocks).replace("start = true\n", ""))
    (pack / "ancients.toml").write_text(text)
    with pytest.raises(PackError, match=r"start = true.*setup.decks"):
        load("the_north", pack)


@pytest.mark.parametrize("file", ["ancients.toml", "facilities.toml", "cards.toml", "node.toml", "setup.toml"])
def test_a_missing_file_is_named(pack: Path, file: str) -> None:
    (pack / file).unlink()
    with pytest.raises(PackError, match=f"{file}: this file is missing"):
        load("the_north", pack)


def test_a_changed_card_does_what_it_says(pack: Path) -> None:
    edit(pack, "ancients.toml", 'protocol = "other loses 1"', 'protocol = "other loses 5 and draw 1"')
    game: Any = load("the_north", pack)
    assert game.reads("pale-drone.protocol") == "The other player loses 5, and you draw one card."
    assert game.digest != load("the_north").digest
    session = Session.at(game, {"seats": 2, "now": "directive", "hand": [["pale-drone/outpost@1"], []]})
    session.submit(0, ("ancient", "pale-drone/outpost@1"))
    assert session.truth.points == [30, 25]
    assert len(session.truth.hand[0]) == 1


def test_two_cards_with_the_same_sides_are_two_cards(pack: Path) -> None:
    edit(
        pack,
        "cards.toml",
        'ancient = "Frost Widow"\nfacility = "Archive"',
        'ancient = "Frost Widow"\nfacility = "Outpost"',
    )
    session = Session(load("the_north", pack), 2, 1)
    assert {"frost-widow/outpost", "frost-widow/outpost#2"} <= set(session.truth.rules.cards)
    rng = random.Random(1)
    while session.deciders:
        session.submit(session.deciders[0], rng.choice(session.moves(session.deciders[0])))
    assert session.game.faults(session.truth) == []


# -- the command line --------------------------------------------------------------------------------------------------


def test_pack_check_and_diff(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", "check", str(pack)]) == 0
    assert "The North: this pack is in order" in (out := capsys.readouterr().out)
    assert "the same as the house pack" in out
    assert main(["pack", "diff", "house", str(pack)]) == 0
    assert "no difference" in capsys.readouterr().out
    edit(pack, "ancients.toml", 'spark = "draw 2"', 'spark = "draw 3"')
    edit(
        pack,
        "cards.toml",
        'ancient = "Frost Widow"\nfacility = "Archive"',
        'ancient = "Frost Widow"\nfacility = "Depot"',
    )
    assert main(["pack", "diff", "house", str(pack)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  ancients.toml: ancient 'Lantern Child': spark: 'draw 2' -> 'draw 3'" in lines
    assert "- cards.toml: card 'Frost Widow, Archive'" in lines
    assert "+ cards.toml: card 'Frost Widow, Depot'" in lines
    assert main(["pack", "check", str(pack), "--game", "the_north"]) == 0
    assert "Its digest is" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["check", "{pack}", "--game", "the_norht"], "did you mean 'the_north'?"),
        (["check", "{pack}", "--game", "royal_ascension"], "missing"),
        (["check", "{empty}"], "no TOML files"),
        (["check", "nowhere/at/all"], "no TOML files"),
        (["diff", "nowhere", "{pack}"], "There is no pack"),
        ([], "check or diff"),
    ],
)
def test_wrong_words_about_packs(
    pack: Path, tmp_path: Path, words: list[str], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    named = [word.format(pack=pack, empty=tmp_path / "empty") for word in words]
    assert main(["pack", *named]) == 2
    assert hint in capsys.readouterr().err


def test_a_broken_pack_on_the_command_line(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(pack, "ancients.toml", 'spark = "draw 2"', 'spark = "drow 2"')
    assert main(["pack", "check", str(pack)]) == 2
    assert "did you mean 'draw'?" in capsys.readouterr().err
    assert main(["pack", "diff", "house", str(pack)]) == 0, "what does not work can still be compared"


# -- chains end --------------------------------------------------------------------------------------------------------

VERBS = [
    "other loses 1", "lose 1", "draw 1", "discard 1", "recover another", "charge", "flip another", "take 1",
    "reprogram", "reprogram value I", "play top as facility", "play hand card as facility",
    "play discard card as facility", "exchange another ancient in zone for ancient in wastes",
    "exchange another facility in zone for wastes deck top",
    "exchange another ancient in discard for ancient in wastes", "exchange another ancient in zone for wastes deck top",
    "exchange ancient in wastes for another ancient in zone", "if facilities >= 2: flip another", "gain 1",
    "exchange wastes deck top for ancient in wastes", "recover 2", "take 2", "discard 2", "take 1; draw 1",
]  # fmt: skip
COPIES = [
    "use protocol of wastes ancient",
    "use spark of wastes ancient",
    "take 1; use spark of it",
    "reprogram; use spark of it",
]


def random_pack(pack: Path, rng: random.Random) -> None:
    """Other lines for every card, with as many links to other abilities as the language has."""
    for file, words in (("ancients.toml", VERBS), ("facilities.toml", [*VERBS, *COPIES]), ("node.toml", VERBS)):
        lines = []
        for line in (pack / file).read_text().splitlines():
            field = line.split(" = ")[0]
            if field in ("protocol", "spark", "effect"):
                line = f'{field} = "{"; ".join(rng.choice(words) for _ in range(rng.randint(1, 3)))}"'
            if field != "rules":
                lines.append(line)
        (pack / file).write_text("\n".join(lines))


@pytest.mark.parametrize("seed", range(12))
def test_chains_end_whatever_the_cards_say(pack: Path, seed: int) -> None:
    rng = random.Random(seed)
    random_pack(pack, rng)
    game = load("the_north", pack)
    for number in range(4):
        rulings = {i: rng.choice(list(r.options)) for i, r in game.rulings.items()} if number > 1 else {}
        session = Session(game, number % 2 + 1, seed, rulings)
        while session.deciders and session.length < 1500:
            seat = session.deciders[0]
            assert session.truth.chain <= CHAIN_LIMIT + 60
            session.submit(seat, rng.choice(session.moves(seat)))
            assert session.game.faults(session.truth) == []
        assert session.outcome is not None


def test_an_endless_chain_is_cut(pack: Path) -> None:
    """Every card flips another, and nothing forbids it: only the limit ends that."""
    for file in ("ancients.toml", "facilities.toml"):
        lines = []
        for line in (pack / file).read_text().splitlines():
            if line.startswith("protocol"):
                line = 'protocol = "flip another; other loses 1"'
            if not line.startswith("rules"):
                lines.append(line)
        (pack / file).write_text("\n".join(lines))
    position = {
        "seats": 2,
        "now": "directive",
        "rulings": {"ruling.flip-once": "unlimited"},
        "hand": [["frost-widow/outpost"], []],
        "facilities": [["frost-widow/beacon"], []],
        "points": [30, 500],
    }
    session = Session.at(load("the_north", pack), position)
    session.submit(0, ("ancient", "frost-widow/outpost"))
    told = []
    for _ in range(2 * CHAIN_LIMIT):
        if session.truth.frames[-1][0] != "flip":
            break
        told += session.submit(0, session.moves(0)[0])
    assert [event[1] for event in told if event[0] == "cut"] == ["ruling.flip-once"]
    assert session.truth.points[1] == 500 - CHAIN_LIMIT  # everything that had begun was carried out
    assert session.truth.frames[-1][0] in ("directive", "end")

"""Packs of one's own: what is refused and why, what a changed card does, and that chains end with any cards."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from asking import edit
from depth import draw
from telling import numbers_in

from tabletop_kernel import PackError, Session, load
from tabletop_kernel.cli import main
from tabletop_kernel.content.installed_games import house_folder
from tabletop_kernel.games.the_north.abilities import CHAIN_LIMIT

DEPOT = "exchange another facility in zone for wastes deck top; if depots >= 3: other loses 2"
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
            ["column 1", "only on Facilities", "outpost.copy"],
        ),
        (
            "ancients.toml",
            'spark = "draw 2"',
            'spark = "if node >= 5: draw 2"',
            ["'node'", "1 to 4", "node.cap"],
        ),
        ("ancients.toml", 'spark = "draw 2"', 'spark = "if 3 >= node: draw 2"', ["column 4", "expected"]),
        ("ancients.toml", 'spark = "draw 2"', 'spark = "if outpsts >= 3: draw 2"', ["'outposts'?"]),
        ("ancients.toml", 'spark = "draw 2"', 'spark = "draw 2; use spark of it"', ["column 9", "'it'"]),
        ("ancients.toml", 'spark = "draw 2"', 'spark = "score 2 per gate"', ["expected", "'score'"]),
        ("ancients.toml", 'spark = "draw 2"', "spark = 2", ["'Lantern Child'", "spark", "expected a text"]),
        ("ancients.toml", 'spark = "draw 2"', 'sparc = "draw 2"', ["unknown field 'sparc'", "'spark'?"]),
        ("ancients.toml", 'spark = "draw 2"\n', "", ["'Lantern Child'", "'spark' is missing"]),
        ("ancients.toml", 'value = "II"', 'value = "III"', ["'Old Regent'", "ancient.value"]),
        ("ancients.toml", "copies = 3", "copies = 4", ["3 cards", "'Pale Drone'", "says 4"]),
        ("ancients.toml", "copies = 3", "copies = -1", ["copies", "0 to 40"]),
        ("ancients.toml", 'name = "Frost Widow"', 'name = "Ice Porter"', ["same id"]),
        ("ancients.toml", 'name = "Frost Widow"', 'name = "ice porter"', ["too much like"]),
        ("ancients.toml", 'name = "Frost Widow"', 'name = "Frost/Widow"', ["a name has"]),
        ("facilities.toml", OUTPOST, "draw 1", ["'Outpost'", "rules", "each step"]),
        (
            "facilities.toml",
            "other loses 1; if outposts >= 3",
            "draw 1; if outposts >= 3",
            ["'Outpost'", "rules", "outpost.loss", "step 2"],
        ),
        (
            "facilities.toml",
            '"outpost.copy", "outpost.loss"',
            '"outpost.copy", "outpost.lost"',
            ["rules", "'outpost.loss'?"],
        ),
        (
            "facilities.toml",
            "for wastes deck top;",
            "for wastes deck top; use spark of it;",
            ["'Depot'", "column 56", "no Spark", "facility.protocol"],
        ),
        (
            "facilities.toml",
            'name = "Beacon"',
            'name = "Frost Widow"',
            ["facility 5", "'Frost Widow'", "ancients.toml: ancient 4"],
        ),
        ("facilities.toml", 'plural = "depots"', 'plural = "beacons"', ["'Depot'", "plural of 'Beacon'"]),
        ("facilities.toml", 'plural = "depots"', 'plural = "node"', ["already a word of the language"]),
        ("facilities.toml", 'plural = "depots"', 'plural = "draw"', ["already a word of the language"]),
        ("facilities.toml", 'plural = "depots"', 'plural = "Dépôts"', ["a to z"]),
        ("cards.toml", 'facility = "Depot"', 'facility = "Depott"', ["card 6", "'Depot'?"]),
        ("cards.toml", 'ancient = "Old Regent"', 'ancient = "Old Regnt"', ["card 6", "'Old Regent'?"]),
        ("node.toml", "level = 4", "level = 3", ["node.toml", "1 to 4", "node.table"]),
        ("node.toml", 'effect = "draw 1"', 'effect = "use spark of wastes ancient"', ["line 2", "only on Facilities"]),
        ("node.toml", 'effect = "draw 1"', 'effect = "draw"', ["line 2", "column 5", "a number"]),
        ("setup.toml", "points = 30", "points = 0", ["points", "setup.points"]),
        ("setup.toml", "hand = 3", "hand = 11", ["hand", "turn.draw"]),
        ("setup.toml", 'printed_text = "Outpost"', 'printed_text = "Outpot"', ["'Outpost'?"]),
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
    assert numbers_in(game.telling.reads("pale-drone.protocol")) == [5]
    assert game.telling.reads("pale-drone.protocol") != load("the_north").telling.reads("pale-drone.protocol")
    assert game.edition.digest != load("the_north").edition.digest
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


# -- what a line means -------------------------------------------------------------------------------------------------


def with_depot(pack: Path, protocol: str, **position: Any) -> Session:
    """A Depot with another Protocol is about to come in: the top of the Wastes Deck."""
    edit(pack, "facilities.toml", DEPOT, protocol)
    deck = {"wastes_deck": ["winter-crown/depot", "signal-keeper/archive"], "hand": [["ice-porter/foundry@1"], []]}
    session = Session.at(load("the_north", pack), {"seats": 2, "now": "directive", **deck, **position})
    session.submit(0, ("facility", "ice-porter/foundry@1"))
    return session


def test_it_is_nothing_where_the_step_before_was_left_out(pack: Path) -> None:
    """The card of an earlier step is not «it»: its Spark would take two points."""
    widow, marshal = "frost-widow/outpost", "snow-marshal/conduit"
    line = "take 1; if depots >= 3: take 1; use spark of it"
    session = with_depot(pack, line, wastes=[marshal, widow])
    events = session.submit(0, ("take", marshal))
    assert session.truth.points == [30, 30]
    assert [data["what"] for kind, _, _, data in events if kind == "nothing"] == ["no card was moved"]


def test_it_is_used_by_the_side_that_it_shows(pack: Path) -> None:
    """The card exchanged in shows its Facility, so it is the Facility's Protocol that is used once more."""
    line = "exchange another facility in zone for wastes deck top; use protocol of it"
    session = with_depot(pack, line, facilities=[["glass-titan/beacon"], []])
    session.submit(0, ("exchange", "glass-titan/beacon", "?/archive"))
    used = [event[3]["key"] for events in session._events for event in events if event[0] in ("protocol", "copy")]
    assert used == ["depot.protocol", "archive.protocol", "archive.protocol"]


def test_points_are_gained_where_the_cards_of_a_pack_say_so(pack: Path) -> None:
    assert load("the_north").rulebook.rulings["ruling.no-gain"].default == "no"
    edit(pack, "ancients.toml", 'protocol = "other loses 1"', 'protocol = "gain 2"')
    game = load("the_north", pack)
    assert game.rulebook.rulings["ruling.no-gain"].default == "pack"
    edit(pack, "ancients.toml", 'protocol = "gain 2"', 'protocol = "other loses 1"')
    assert load("the_north", pack).rulebook.rulings["ruling.no-gain"].default == "no", "packs share one book"
    for rulings, points in (({}, 32), ({"ruling.no-gain": "no"}, 30)):
        position = {"seats": 2, "now": "directive", "hand": [["pale-drone/outpost@1"], []], "rulings": rulings}
        session = Session.at(game, position)
        session.submit(0, ("ancient", "pale-drone/outpost@1"))
        assert session.truth.points[0] == points
        assert Session.load(session.save(), game).truth.points[0] == points


def test_the_book_speaks_of_the_pack(pack: Path) -> None:
    edit(pack, "setup.toml", "\npoints = 30", "\npoints = 1")
    edit(pack, "setup.toml", "solo_points = 25", "solo_points = 21")
    edit(pack, "setup.toml", "collector_easy = 36", "collector_easy = 7")
    edit(pack, "setup.toml", "hand = 3", "hand = 1")
    edit(pack, "facilities.toml", OUTPOST, OUTPOST.replace("loses 1", "loses 4").replace(">= 3", ">= 2"))
    edit(pack, "cards.toml", 'facility = "Depot"\nstart = true', 'facility = "Beacon"\nstart = true')
    game = load("the_north", pack)
    book = game.telling.book(game.agreement.configure(1, {"ruling.solo-level": "easy", "ruling.outpost-name": "no"}))
    assert numbers_in(book["setup.points"].text) == [1, 21, 7]
    assert "one card" in book["turn.draw"].text and "one card" in book["turn.draw"].why, "and not 1 cards"
    assert game.rulebook["turn.draw"].title.endswith(" one")
    assert "five" in book["setup.decks"].text, "kinds of Facilities on the backs"
    assert game.content.facilities["beacon"].name in book["outpost.loss"].title, "with «ruling.outpost-name»"
    assert numbers_in(book["outpost.loss"].text) == [4]
    assert "two Outposts" in book["outpost.trio"].text
    assert numbers_in(book.rulings["ruling.solo-level"].options["easy"]) == [7]


def test_a_choice_that_the_node_asks_for_cites_its_table(pack: Path) -> None:
    edit(pack, "node.toml", "other loses 1", "discard 1")
    game = load("the_north", pack)
    session = Session.at(game, {"seats": 2, "now": "directive", "hand": [["pale-drone/outpost@1"], []]})
    session.submit(0, ("discharge",))
    prompt = game.telling.prompt(session.config, session.view(0))
    assert prompt is not None
    assert session.truth.frames[-1][0] == "discard"
    assert prompt.rules == ("node.table",)


# -- what is doubtful --------------------------------------------------------------------------------------------------


def test_the_house_pack_leaves_no_doubts() -> None:
    assert load("the_north").telling.warnings() == []


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("draw 0", ["column 1", "'draw 0'", "never does"]),
        ("charge; other loses 0", ["column 9", "'other loses 0'", "never does"]),
        ("if node > 4: draw 1", ["column 14", "'if node > 4'", "is never true", "'draw 1'"]),
        ("if node < 1: draw 1", ["'if node < 1'", "is never true"]),
        ("if outposts >= 9 : draw 1", ["'if outposts >= 9'", "is never true"]),
        ("if outposts >= 3 and outposts < 3: draw 1", ["is never true"]),
        ("other loses 1 per facilities, at most 0", ["at most 0"]),
        ("other loses 1 per 99 ancients", ["that many ancients"]),
        ("exchange wastes deck top for wastes deck top", ["one top card"]),
        ("exchange another ancient in zone for ancient in wastes", ["'Wandering Engine'", "without end", "100"]),
    ],
)
def test_lines_that_can_hardly_be_meant(pack: Path, line: str, says: list[str]) -> None:
    edit(pack, "ancients.toml", 'protocol = "other loses 2"', f'protocol = "{line}"')
    found = load("the_north", pack).telling.warnings()
    assert found[0].startswith("ancients.toml: ancient 4 ('Frost Widow'): protocol: ")
    assert all(part in found[0] for part in says), found[0]


def test_the_node_has_no_level_while_its_lines_run(pack: Path) -> None:
    edit(pack, "node.toml", 'effect = "draw 1"', 'effect = "charge; if node >= 2: draw 1"')
    charge, draw = load("the_north", pack).telling.warnings()
    assert charge.startswith("node.toml: line 2: effect: column 1: 'charge'")
    assert draw.startswith("node.toml: line 2: effect: column 23: 'if node >= 2' is never true")


def test_an_exchanger_that_exchanges_twice_is_found(pack: Path) -> None:
    edit(pack, "facilities.toml", DEPOT, "exchange another facility in zone for wastes deck top; use protocol of it")
    (doubt,) = load("the_north", pack).telling.warnings()
    assert doubt.startswith("facilities.toml: facility 6 ('Depot'): protocol: column 1: ")
    assert "its equals" in doubt


def test_lines_that_may_do_something_are_not_doubted(pack: Path) -> None:
    lines = "if outposts >= 8: draw 1; if node >= 4: draw 1; if outposts > beacons: lose 1 per 2 outposts"
    edit(pack, "ancients.toml", 'protocol = "other loses 2"', f'protocol = "{lines}"')
    assert load("the_north", pack).telling.warnings() == []


def test_exchangers_that_go_on_for_ever_are_found(pack: Path) -> None:
    """Three Ancients of different names hand each other in and out until the chain is cut; the pack check says so."""
    swap = "exchange another ancient in zone for another ancient in discard; other loses 1"
    edit(pack, "ancients.toml", 'protocol = "other loses 2"', f'protocol = "{swap}"')
    edit(pack, "ancients.toml", 'protocol = "draw 2; discard 1"', f'protocol = "{swap}"')
    edit(pack, "ancients.toml", 'protocol = "reprogram value I"', f'protocol = "{swap}"')
    game = load("the_north", pack)
    named = {warning.split("'")[1] for warning in game.telling.warnings()}
    assert {"Frost Widow", "Lantern Child", "Deep Tinker"} <= named
    widow, child, tinker = "frost-widow/outpost", "lantern-child/conduit", "deep-tinker/depot"
    position = {
        "seats": 2, "now": "directive", "hand": [[widow], []], "ancients": [[child], []], "discard": [[tinker], []],
        "points": [30, 500],
    }  # fmt: skip
    session = Session.at(game, position)
    told = session.submit(0, ("ancient", widow))
    while session.truth.frames[-1][0] == "exchange":
        told += session.submit(0, session.moves(0)[0])
    assert "cut" in [event[0] for event in told]


# -- the command line --------------------------------------------------------------------------------------------------


def test_pack_check_and_diff(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", "check", str(pack)]) == 0
    out = capsys.readouterr().out
    assert "no faults" in out and "house pack" in out, "the same as the house pack"
    assert main(["pack", "diff", "house", str(pack)]) == 0
    assert "The packs are the same" in capsys.readouterr().out
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
    assert "  cards.toml: card 8 ('Frost Widow'): facility: 'Archive' -> 'Depot'" in lines
    assert main(["pack", "check", str(pack), "--game", "the_north"]) == 0
    assert "Its digest is" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["check", "{pack}", "--game", "the_norht"], "'the_north'?"),
        (["check", "{pack}", "--game", "royal_ascension"], "missing"),
        (["check", "{empty}"], "no TOML files"),
        (["check", "nowhere/at/all"], "no pack folder"),
        (["diff", "nowhere", "{pack}"], "no pack"),
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
    assert "'draw'?" in capsys.readouterr().err
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


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(draw(5, deep=12)))
def test_chains_end_whatever_the_cards_say(pack: Path, seed: int) -> None:
    rng = random.Random(seed)
    random_pack(pack, rng)
    game = load("the_north", pack)
    for number in range(4):
        rulings = {i: rng.choice(list(r.options)) for i, r in game.rulebook.rulings.items()} if number > 1 else {}
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

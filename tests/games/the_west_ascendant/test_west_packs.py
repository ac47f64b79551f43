"""Packs of one's own: what is refused and why, what a changed card does, and that games end with any cards."""

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

A, B = 0, 1
K, C, O, R = "kiln", "cistern", "orrery", "relay"  # noqa: E741
LOCI = "loci.toml"
DAWN = 'effect = "other loses 1"'
QUENCH = 'effect = "if locus action: other loses 2"'
FILES = ["facilities.toml", "gates.toml", "loci.toml", "cityengines.toml", "turn.toml", "setup.toml"]


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the house pack, to be changed."""
    return Path(shutil.copytree(house_folder("the_west_ascendant"), tmp_path / "mine"))


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        # the language: where, what was expected, and the nearest word
        (LOCI, DAWN, 'effect = "other losses 1"', ["'prime.dawnforge'", "effect", "column 7", "'loses'?"]),
        (LOCI, DAWN, 'effect = "drow 1"', ["column 1", "'draw'?"]),
        (LOCI, DAWN, 'effect = "draw"', ["column 5", "a number"]),
        (LOCI, DAWN, 'effect = "if your gate > other gats: draw 1"', ["'gats'", "mean 'gate"]),
        (LOCI, DAWN, 'effect = "discard another"', ["column 9", "expected a number"]),
        (LOCI, DAWN, 'effect = "charge"', ["column 1", "expected"]),
        (LOCI, DAWN, "effect = 1", ["'prime.dawnforge'", "effect", "expected a text"]),
        (LOCI, DAWN, 'efect = "draw 1"', ["unknown field 'efect'", "'effect'?"]),
        # the lint: words in their places
        (LOCI, DAWN, 'effect = "score 2"', ["column 1", "'score' belongs on Reference", "score.card"]),
        (LOCI, DAWN, 'effect = "if took >= 2: draw 1"', ["'took' belongs on Triggers", "trigger.when"]),
        (LOCI, DAWN, 'effect = "if types = 2: draw 1"', ["'types' belongs on Triggers"]),
        (LOCI, DAWN, 'effect = "if pulse used: draw 1"', ["'pulse used' belongs on Triggers"]),
        (LOCI, DAWN, 'effect = "if locus action: draw 1"', ["'locus action' belongs on Triggers"]),
        (LOCI, DAWN, 'effect = "if facility action: draw 1"', ["'facility action' belongs on Triggers"]),
        (LOCI, DAWN, 'effect = "other loses 1 per took"', ["column 1", "only Triggers can count"]),
        (LOCI, DAWN, 'effect = "recover 1 of paid type"', ["'of paid type'", "reaction.salvage"]),
        (LOCI, DAWN, 'effect = "flip this"', ["'flip this' belongs on the Plan", "city.result"]),
        (LOCI, DAWN, 'effect = "draw 1; radiate all"', ["column 9", "Plan side"]),
        (
            LOCI,
            DAWN,
            'effect = "discard 1 of each type"',
            ["cost of a Plan", "city.plan"],
        ),
        (LOCI, DAWN, 'effect = "discard 1: replace it"', ["column 10", "expected"]),
        (LOCI, DAWN, 'effect = "may discard 1: replace it"', ["column 16", "'discard 1 from middle'"]),
        (LOCI, DAWN, 'effect = "discard 2 from middle; replace it"', ["column 24", "prime.drift-exchange"]),
        (LOCI, DAWN, 'effect = "draw 1; replace it"', ["column 9", "'it'"]),
        (LOCI, 'required = ["kiln", "orrery"]', 'required = ["kiln"]', ["required", "2 types", "card.locus-required"]),
        (LOCI, 'required = ["kiln", "orrery"]', 'required = ["kiln", "ory"]', ["'orrery'?"]),
        (LOCI, 'required = ["kiln", "orrery"]', 'required = ["kiln", "lantern"]', ["there is no type 'lantern'"]),
        (LOCI, 'kind = "prime"', 'kind = "prim"', ["'prim' isn't a kind", "'prime'?"]),
        (LOCI, 'kind = "prime"', 'kind = "trigger"', ["many Primes", "card.locus-kind"]),
        (LOCI, 'id = "prime.dawnforge"', 'id = "Dawn Forge"', ["'Dawn Forge'", "lowercase letters"]),
        (LOCI, 'id = "prime.dawnforge"', 'id = "prime.signal-pyre"', ["the same id"]),
        (LOCI, 'name = "Dawnforge"', 'name = "Signal Pyre"', ["too much like"]),
        (LOCI, 'name = "Dawnforge"', 'name = "Dawn/forge"', ["a name has"]),
        # the constraints
        ("facilities.toml", '"kiln-1", ', "", ["'kiln'", "9 cards, not 8", "setup.components"]),
        ("facilities.toml", '"kiln-2"', '"kiln-1"', ["'kiln-1' appears twice"]),
        ("facilities.toml", 'back = "doppelgate"', 'back = "blank"', ["'kiln'", "back", "card.gate-back"]),
        ("facilities.toml", 'pulse = "draw 1"', 'pulse = "if took >= 2: draw 1"', ["'cistern'", "pulse", "Triggers"]),
        ("facilities.toml", 'id = "kiln"', 'id = "kiln.one"', ["can't have a dot"]),
        ("gates.toml", 'id = "doppelgate"', 'id = "dopplegate"', ["'doppelgate' and one gate", "card.first-gate"]),
        ("gates.toml", 'radiate = "other loses 1"', 'radiate = "radiate all"', ["Plan side"]),
        ("gates.toml", 'score = "score 5 per locus; score 2 per gate"\n', "", ["score", "score.card"]),
        ("gates.toml", "score 5 per locus", "draw 5", ["column 1", "can only score points"]),
        ("gates.toml", "score 5 per locus", "score 5 per hand", ["score.nothing-else"]),
        ("gates.toml", "score 5 per locus", "may score 5", ["column 5", "can only score points"]),
        ("cityengines.toml", "discard 1 of each type", "draw 1", ["write a price like", "city.plan"]),
        ("cityengines.toml", "discard 1 of each type", "may discard 1 of each type", ["write a price like"]),
        ("cityengines.toml", "score 6; score 2 per pair", "other loses 2", ["score", "can only score points"]),
        ("cityengines.toml", 'id = "cityengine-hauler"', 'id = "cityengine-strider"', ["the same id"]),
        ("turn.toml", "discard 3 of one type", "discard 1 of each type", ["gate_cost", "gate.cost"]),
        ("turn.toml", "discard 3 of one type", "discard 0 of one type", ["gate_cost", "write a price like"]),
        ("turn.toml", "may exchange hand card for middle card", "flip this", ["barter", "Plan side"]),
        ("turn.toml", "[[turn]]", "[[turns]]", ["unknown table 'turns'"]),
        ("setup.toml", "points = 40", "points = 0", ["points", "setup.points"]),
        ("setup.toml", "hand = 3", "hand = 11", ["hand", "setup.hand"]),
        ("setup.toml", "locus_decks = 3", "locus_decks = 5", ["equal decks", "setup.loci"]),
        ("setup.toml", "middle = 5", "middle = 50", ["setup.middle"]),
    ],
)
def test_a_broken_pack_is_refused(pack: Path, file: str, old: str, new: str, words: list[str]) -> None:
    edit(pack, file, old, new)
    with pytest.raises(PackError) as caught:
        load("the_west_ascendant", pack)
    text = str(caught.value)
    assert text.startswith(("loci.toml", file))
    assert text.isprintable()
    for word in words:
        assert word in text, text


def test_every_pair_of_types_is_required(pack: Path) -> None:
    for _ in range(2):
        edit(pack, LOCI, 'required = ["kiln", "orrery"]', 'required = ["kiln", "relay"]')
    with pytest.raises(PackError, match=r"no Locus requires 'kiln' and 'orrery'"):
        load("the_west_ascendant", pack)


def test_too_few_entries(pack: Path) -> None:
    for file, table, text in (
        (LOCI, "[[locus]]", "11 Loci, but there must be 12"),
        ("facilities.toml", "[[facility]]", "3 types, but there must be 4"),
        ("cityengines.toml", "[[cityengine]]", "1 Cityengines"),
        ("setup.toml", "[[setup]]", "0 entries"),
        ("turn.toml", "[[turn]]", "0 entries"),
    ):
        whole = (pack / file).read_text()
        (pack / file).write_text(table.join(whole.split(table)[:-1]))
        with pytest.raises(PackError, match=text.replace("[", r"\[")):
            load("the_west_ascendant", pack)
        (pack / file).write_text(whole)


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_named(pack: Path, file: str) -> None:
    (pack / file).unlink()
    with pytest.raises(PackError, match=f"{file}: this file is missing"):
        load("the_west_ascendant", pack)


# -- changed cards -----------------------------------------------------------------------------------------------------


def at(game: Any, **position: Any) -> Session:
    quiet = ["trigger.quench-yard", "trigger.undertow-wire", "trigger.cinder-almanac"]
    position.setdefault("loci", [[top] for top in quiet])
    position.setdefault("now", "choose")
    return Session.at(game, {"seats": 2, **position})


def test_a_changed_card_does_what_it_says(pack: Path) -> None:
    edit(pack, "facilities.toml", 'pulse = "other loses 2"', 'pulse = "other loses 1 per 2 hand, at most 3 and draw 1"')
    game: Any = load("the_west_ascendant", pack)
    assert numbers_in(game.telling.reads("kiln.pulse")) == [1, 3, 1]
    session = at(game, middle=[K, K, C], hand=[[C, C], []])
    session.submit(A, ("all", K))
    assert session.truth.points[B] == 40 - 2 - 2
    assert len(session.truth.hand[A]) == 5


def test_a_price_in_the_pack(pack: Path) -> None:
    edit(pack, "turn.toml", "discard 3 of one type", "discard 2 of one type")
    edit(pack, "cityengines.toml", "discard 1 of each type", "discard 5 of one type")
    edit(pack, "cityengines.toml", "discard 1 of each type", "discard 5 of one type")
    game = load("the_west_ascendant", pack)
    assert at(game, now="gate", hand=[[K, K], []]).moves(A) == [("gate", K, K), ("end",)]
    session = at(game, hand=[[O] * 5, []])
    assert ("city", *[O] * 5) in session.moves(A)
    flipped = at(game, now="gate", hand=[[K] * 4, []], rulings={"ruling.gate-cost": "4"})
    assert flipped.moves(A) == [("gate", K, K, K, K), ("end",)]


def test_a_setup_of_ones_own(pack: Path) -> None:
    edit(pack, "setup.toml", "points = 40", "points = 25")
    edit(pack, "setup.toml", "middle = 5", "middle = 6")
    edit(pack, "setup.toml", "locus_decks = 3", "locus_decks = 4")
    state = Session(load("the_west_ascendant", pack), 2, 1).truth
    assert (state.points, len(state.middle), [len(deck) for deck in state.loci]) == ([25, 25], 6, [3, 3, 3, 3])


def test_the_order_of_doppelgates_is_the_players(pack: Path) -> None:
    """Where it can matter: with gates that draw, First Gate may come before, between or after."""
    edit(pack, "gates.toml", 'radiate = "other loses 1"', 'radiate = "draw 1"')
    game = load("the_west_ascendant", pack)
    session = at(game, middle=[K, K, C], gates=[["?", "?"], []])
    session.submit(A, ("two", K, C))
    assert session.moves(A) == [("use", "gate"), ("use", "first-gate")]
    verdict = session.judge(A, ("use", "prime.dawnforge"))
    assert verdict is not None
    assert verdict.rule == "radiate.all"
    session.submit(A, ("use", "gate"))
    assert len(session.truth.hand[A]) == 3
    session.submit(A, ("use", "first-gate"))
    session.submit(A, ("leave",))
    assert len(session.truth.hand[A]) == 4  # the last one went by itself
    assert session.view(B)["waiting"] == []


def test_a_locus_that_uncovers_others(pack: Path) -> None:
    """The list of Primes is fixed, unless a ruling has it checked again."""
    edit(pack, LOCI, DAWN, 'effect = "put locus top under"')
    game = load("the_west_ascendant", pack)
    loci = [["prime.dawnforge"], ["trigger.quench-yard", "prime.farsight-mast"], ["trigger.undertow-wire"]]
    for choice, waiting in (("fixed", False), ("re-check", True)):
        rulings = {"ruling.effect-list": choice}
        session = at(game, now="prime", loci=loci, gates=[["?"], []], rulings=rulings)
        session.submit(A, ("use", "prime.dawnforge"))
        session.submit(A, ("under", "trigger.quench-yard"))
        assert (("use", "prime.farsight-mast") in session.moves(A)) == waiting


def test_several_cards_at_once(pack: Path) -> None:
    edit(pack, LOCI, DAWN, 'effect = "may discard 2 of one type: draw 2; recover 2; discard 1"')
    game = load("the_west_ascendant", pack)
    loci = [["prime.dawnforge"], ["trigger.quench-yard"], ["trigger.undertow-wire"]]
    session = at(game, now="prime", loci=loci, hand=[[K, K, C], []], deck=[O, O])
    session.submit(A, ("use", "prime.dawnforge"))
    assert session.moves(A) == [("discard", K), ("leave",)]
    session.submit(A, ("discard", K))
    assert session.truth.hand[A] == (C, O, O)
    session.submit(A, ("recover", K))
    session.submit(A, ("recover", K))
    session.submit(A, ("discard", C))
    assert session.truth.hand[A] == (K, K, O, O)
    assert session.truth.frames[-1][0] == "choose"


def test_cards_without_a_rule_of_their_own(pack: Path) -> None:
    edit(pack, LOCI, 'id = "prime.dawnforge"', 'id = "prime.red-tower"')
    edit(pack, LOCI, 'name = "Dawnforge"', 'name = "Red Tower"')
    game = load("the_west_ascendant", pack)
    loci = [["prime.red-tower"], ["trigger.quench-yard"], ["trigger.undertow-wire"]]
    session = at(game, now="prime", loci=loci)
    events = session.submit(A, ("use", "prime.red-tower"))
    assert ("loses", "prime.when") in [event[:2] for event in events]
    assert "Red Tower" in " ".join(entry.text for entry in session.log(B))


# -- any cards ---------------------------------------------------------------------------------------------------------

WORDS = [
    "other loses 2", "you lose 1", "draw 1", "draw 3", "discard 1", "discard 2", "discard 1 from middle", "recover 1",
    "recover 2", "exchange hand card for middle card", "put locus top under", "other loses 1 per locus",
    "may discard 1: draw 2", "may lose 2: recover 1 and draw 1", "may exchange hand card for middle card",
    "if other hand > your hand: draw 2", "if your gates >= 2: other loses 3 and you lose 1",
    "may discard 1 from middle: replace it", "may discard 2 of one type: other loses 3", "may draw 1",
    "if pairs > other loci: may put locus top under",
]  # fmt: skip
OF_TRIGGERS = ["if took >= 2 and types = 1: recover 1", "if pulse used: you lose 3", "if types < took: draw 1"]


def random_pack(pack: Path, rng: random.Random) -> None:
    """Every line of every card is something else."""
    trigger = False
    for file in (LOCI, "facilities.toml", "gates.toml", "turn.toml"):
        lines = []
        for line in (pack / file).read_text().splitlines():
            field = line.split(" = ")[0]
            if field == "kind":
                trigger = "trigger" in line
            if field in ("effect", "pulse", "radiate", "barter", "salvage"):
                words = WORDS + OF_TRIGGERS * (field == "effect" and trigger)
                line = f'{field} = "{"; ".join(rng.choice(words) for _ in range(rng.randint(1, 3)))}"'
            lines.append(line)
        (pack / file).write_text("\n".join(lines))


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(draw(5, deep=12)))
def test_games_end_whatever_the_cards_say(pack: Path, seed: int) -> None:
    rng = random.Random(seed)
    random_pack(pack, rng)
    game = load("the_west_ascendant", pack)
    for number in range(3):
        rulings = {i: rng.choice(list(r.options)) for i, r in game.rulebook.rulings.items()} if number else {}
        session = Session(game, 2, seed, rulings)
        while session.deciders and session.length < 4000:
            seat = session.deciders[0]
            moves = session.moves(seat)
            assert all(session.phrase(seat, move) for move in moves)
            session.submit(seat, rng.choice(moves))
            assert session.game.faults(session.truth) == []
        assert session.outcome is not None


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(draw(2, deep=4)))
def test_no_pack_tells_a_secret(pack: Path, seed: int) -> None:
    from tabletop_kernel.checks import compliance

    random_pack(pack, random.Random(100 + seed))
    compliance.check_secrets(load("the_west_ascendant", pack), draw(4, deep=8))


# -- from the command line ---------------------------------------------------------------------------------------------


def test_pack_check_and_diff(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", "check", str(pack)]) == 0
    assert "The West: Ascendant" in capsys.readouterr().out
    edit(pack, LOCI, DAWN, 'effect = "other loses 3"')
    assert main(["pack", "diff", str(house_folder("the_west_ascendant")), str(pack)]) == 0
    assert "'prime.dawnforge': effect: 'other loses 1' -> 'other loses 3'" in capsys.readouterr().out
    edit(pack, LOCI, 'effect = "other loses 3"', 'effect = "other losses 3"')
    assert main(["pack", "check", str(pack)]) != 0


def test_rules_and_simulate(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "the_west_ascendant", "barter"]) == 0
    assert "reaction.barter" in capsys.readouterr().out
    assert main(["simulate", "the_west_ascendant", "--games", "4", "--bots", "random"]) == 0
    assert "end.deck" in capsys.readouterr().out


# -- lines that do nothing ---------------------------------------------------------------------------------------------


def test_the_house_pack_has_no_idle_line() -> None:
    assert load("the_west_ascendant").telling.warnings() == []  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (DAWN, 'effect = "draw 0"', ["'prime.dawnforge'", "effect: column 1", "'draw 0'"]),
        (DAWN, 'effect = "draw 1; other loses 0"', ["column 9", "'other loses 0'"]),
        (DAWN, 'effect = "other loses 2 per 13 loci"', ["'other loses 2 per 13 loci'"]),
        (DAWN, 'effect = "other loses 2 per gate, at most 0"', ["'other loses 2 per gate, at most 0'"]),
        (DAWN, 'effect = "if your hand < 0: draw 1"', ["never true"]),
        (DAWN, 'effect = "if your gates > your gates: draw 1"', ["never true"]),
        (DAWN, 'effect = "if loci >= 3 and loci <= 2: draw 1"', ["never true"]),
        (QUENCH, 'effect = "if took > 5: draw 1"', ["'trigger.quench-yard'", "more than five"]),
        (QUENCH, 'effect = "if locus action and pulse used: draw 1"', ["never true"]),
        (QUENCH, 'effect = "if locus action and took >= 1: draw 1"', ["never true"]),
        (QUENCH, 'effect = "if types = 3: draw 1"', ["never true"]),
    ],
)
def test_a_line_that_never_does_anything_is_named(pack: Path, old: str, new: str, words: list[str]) -> None:
    edit(pack, LOCI, old, new)
    (warning,) = load("the_west_ascendant", pack).telling.warnings()  # type: ignore[attr-defined]
    assert warning.startswith("loci.toml: locus ")
    assert warning.endswith(".")
    for word in words:
        assert word in warning, warning


@pytest.mark.parametrize(
    "line",
    ["if took = 2 and types = 1: draw 1", "if pulse used and took >= 5: draw 1", "if facility action: other loses 1"],
)
def test_a_rare_line_is_no_idle_one(pack: Path, line: str) -> None:
    edit(pack, LOCI, QUENCH, f'effect = "{line}"')
    assert load("the_west_ascendant", pack).telling.warnings() == []  # type: ignore[attr-defined]


# -- the book of a pack ------------------------------------------------------------------------------------------------


COUNTED = {
    "setup.middle": ["six"],
    "setup.hand": ["one card", "28"],
    "setup.loci": ["four decks", "three"],
    "gate.cost": ["two"],
    "refill.five": ["six"],
    "city.plan": ["five"],
}


def test_the_book_has_the_numbers_of_the_pack(pack: Path) -> None:
    for old, new in (("points = 40", "points = 25"), ("middle = 5", "middle = 6"), ("hand = 3", "hand = 1")):
        edit(pack, "setup.toml", old, new)
    edit(pack, "setup.toml", "locus_decks = 3", "locus_decks = 4")
    edit(pack, "turn.toml", "discard 3 of one type", "discard 2 of one type")
    edit(pack, "gates.toml", "score 5 per locus", "score 7 per locus")
    edit(pack, "cityengines.toml", "discard 1 of each type", "discard 5 of one type")
    edit(pack, "facilities.toml", 'pulse = "other loses 2"', 'pulse = "other loses 3"')
    edit(pack, LOCI, 'name = "Dawnforge"', 'name = "Duskforge"')
    game = load("the_west_ascendant", pack)
    book = game.telling.book(game.agreement.configure())
    usual = load("the_west_ascendant").rulebook
    assert numbers_in(book["setup.points"].text) == [25]
    for rule, numbers in COUNTED.items():
        assert all(number in book[rule].text for number in numbers), rule
        assert not all(number in usual[rule].text for number in numbers), rule
    assert not numbers_in(book["score.locus"].text), "the cards differ: the other one still says 5"
    assert numbers_in(book["pulse.kiln"].text) == [3]
    assert book["prime.dawnforge"].title == "Duskforge"
    assert " two" in game.rulebook.rulings["ruling.gate-cost"].options["3"]
    assert " four" in game.telling.book(game.agreement.configure(rulings={"ruling.gate-cost": "4"}))["gate.cost"].text
    verdict = at(game, hand=[[K] * 4, []], loci=[[], [], [], []]).judge(A, ("city", K))
    assert verdict is not None
    assert verdict.rule == "city.plan" and verdict.facts["price"] == [5, "of one type"]
    assert " five " in verdict.text


def test_a_card_that_a_pack_has_not(pack: Path) -> None:
    edit(pack, LOCI, 'id = "prime.dawnforge"', 'id = "prime.red-tower"')
    game = load("the_west_ascendant", pack)
    rule = game.telling.book(game.agreement.configure())["prime.dawnforge"]
    assert rule.title == "Dawnforge" and rule.text != load("the_west_ascendant").rulebook[rule.id].text


def test_a_card_without_a_rule_asks_in_true_words(pack: Path) -> None:
    """What refuses a wrong answer is neither the start of a turn nor anything else that does not stand in the way."""
    edit(pack, LOCI, 'id = "prime.dawnforge"', 'id = "prime.red-tower"')
    edit(pack, LOCI, DAWN, 'effect = "discard 1"')
    game = load("the_west_ascendant", pack)
    loci = [["prime.red-tower"], ["trigger.quench-yard"], ["trigger.undertow-wire"]]
    session = at(game, now="prime", loci=loci, hand=[[K], []])
    session.submit(A, ("use", "prime.red-tower"))
    verdict = session.judge(A, ("discard", C))
    assert verdict is not None
    assert (verdict.rule, verdict.facts) == (
        "effect.best",
        {"effect": "prime.red-tower", "asks": ["discard", "holds", C, 0]},
    )
    assert "Dawnforge" in verdict.text, "the card by its name"

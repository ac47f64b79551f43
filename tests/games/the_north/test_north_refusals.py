"""Every rule that can refuse a move does so in a whole sentence that is true where it is said.

A `Situation` is a table and what is refused there. The sentences were read by a person, situation by situation;
`python tests/games/the_north/test_north_refusals.py` (with the package installed) prints them all for the next reader.
"""

from __future__ import annotations

import random
import runpy
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from asking import refusing
from depth import draw
from north import DRONE, DRONE_2, GAME, PORTER, REGENT, A, B, refused, table

from tabletop_kernel import Session
from tabletop_kernel.checks.true_sentence_checks import Case, english_fault
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.rulebook import TABLE_REFUSALS
from tabletop_kernel.games import the_north
from tabletop_kernel.games.the_north.rules import RULE_BY_VERB, SOLO_RULE

CLAIMS = runpy.run_path(str(Path(__file__).with_name("claims.py")))["CLAIMS"]  # other games have a module of this name
CROWN, TITAN, WIDOW = "winter-crown/conduit", "glass-titan/archive", "frost-widow/beacon"
WASTES = ["snow-marshal/depot", TITAN, WIDOW, "hollow-scout/conduit"]
SHEPHERD = "rust-shepherd/outpost"
ENGINE = "wandering-engine/archive"


@dataclass(frozen=True)
class Situation:
    """A position with its rulings, moves that lead on from there, and what is then refused: (rule, seat, move)."""

    name: str
    position: dict[str, Any]
    refusals: list[tuple[str, int, Move]]
    rulings: dict[str, str] = field(default_factory=dict)
    first: tuple[Move, ...] = ()

    def open(self) -> Session:
        session = table(self.rulings, **self.position)
        for move in self.first:
            session.submit(A, move)
        return session


SITUATIONS = [
    Situation(
        "a turn begins",
        {"now": "shuffle"},
        [
            ("turn.shuffle", A, ("shuffle", "zone")),
            ("turn.shuffle", A, ("ancient", DRONE)),
            ("turn.draw", A, ("draw",)),
            ("ability.spark", A, ("spark", TITAN)),
            ("back.pass", B, ("shuffle",)),
        ],
    ),
    Situation(
        "a Directive is to be chosen",
        {"hand": [DRONE, PORTER], "wastes": WASTES, "ancients": [DRONE_2], "facilities": ["signal-keeper/archive"]},
        [
            ("reprogram.different-value", A, ("reprogram", PORTER, "hollow-scout/conduit")),
            ("directive.reprogram", A, ("reprogram", REGENT, TITAN)),
            ("directive.reprogram", A, ("reprogram", DRONE)),
            ("directive.reprogram", A, ("reprogram", DRONE, CROWN)),
            ("directive.facility", A, ("facility", DRONE, PORTER)),
            ("ruling.discard-from", A, ("facility", DRONE_2)),
            ("directive.ancient", A, ("ancient", REGENT)),
            ("directive.discharge", A, ("discharge", 4)),
            ("ruling.must-three", A, ("end",)),
            ("zone.stays", A, ("take", DRONE_2)),
            ("zone.stays", A, ("recover", "signal-keeper/archive")),
            ("turn.three", A, ("discard", DRONE)),
            ("turn.three", A, ("take", TITAN)),
            ("flip.as-added", A, ("flip", DRONE_2)),
            ("facility.several-ways", A, ("play", DRONE)),
            ("outpost.copy", A, ("copy", TITAN)),
            ("ruling.exchange-meaning", A, ("exchange", DRONE_2, TITAN)),
            ("reprogram.move-first", A, ("spark", TITAN)),
            ("ability.mandatory", A, ("skip",)),
            ("node.charge", A, ("charge",)),
            ("turn.reset", A, ("reset",)),
            ("back.refill", A, ("refill",)),
            ("back.end-check", A, ("score",)),
            ("ruling.take-one-choice", A, ("decline",)),
            ("ruling.sequential", A, ("announce", "ancient")),
            ("turn.shuffle", A, ("shuffle",)),
            ("turn.draw", A, ("draw",)),
            ("back.pass", B, ("ancient", DRONE)),
            ("table.unknown", A, ("dance",)),
        ],
    ),
    Situation(
        "two were the same",
        {"hand": [DRONE], "wastes": WASTES, "used": ["reprogram", "reprogram"]},
        [("turn.one-twice", A, ("reprogram", DRONE, TITAN))],
    ),
    Situation(
        "nothing fits",
        {"hand": [PORTER], "wastes": ["hollow-scout/conduit"], "wastes_left": 0},
        [
            ("ruling.reprogram-needs-target", A, ("reprogram", PORTER)),
            ("ruling.facility-needs-card", A, ("facility", PORTER)),
        ],
    ),
    Situation(
        "the Node is Discharged",
        {"hand": [DRONE], "node": [0, 1], "used": ["discharge"]},
        [("ruling.discharge-twice", A, ("discharge",))],
    ),
    Situation(
        "the Directives are done with a Discharged Node",
        {"now": "end", "node": [0, 1]},
        [("turn.reset", A, ("charge",)), ("turn.reset", A, ("reset",))],
    ),
    Situation("the Node is full", {"hand": [DRONE], "node": [4, 1]}, [("node.cap", A, ("charge",))]),
    Situation(
        "the Directives are done",
        {"now": "end", "hand": [DRONE]},
        [
            ("turn.three", A, ("discard", DRONE)),
            ("turn.three", A, ("ancient", DRONE)),
            ("turn.charge", A, ("charge",)),
            ("turn.flip-card", A, ("end", "now")),
            ("turn.flip-card", A, ("take", TITAN)),
        ],
    ),
    Situation(
        "the other player takes one",
        {"now": "take-one", "wastes": [CROWN, WIDOW]},
        [
            ("back.take-one", B, ("take", TITAN)),
            ("back.no-spark", B, ("spark", CROWN)),
            ("back.no-spark", B, ("reprogram", CROWN)),
            ("ruling.take-one-choice", B, ("decline",)),
            ("back.take-one", B, ("end",)),
            ("back.take-one", B, ("charge",)),
            ("back.take-one", A, ("take", CROWN)),
        ],
    ),
    Situation(
        "a card is to be flipped",
        {"hand": [SHEPHERD], "facilities": [WIDOW, TITAN], "flipped": [WIDOW]},
        [
            ("ruling.flip-once", A, ("flip", WIDOW)),
            ("ability.mandatory", A, ("flip", SHEPHERD)),
            ("ability.mandatory", A, ("end",)),
        ],
        first=(("ancient", SHEPHERD),),
    ),
    Situation(
        "cards are to be exchanged",
        {"hand": [ENGINE], "ancients": ["frost-widow/outpost"], "wastes": [WIDOW, TITAN]},
        [
            ("exchange.same-name", A, ("exchange", "frost-widow/outpost", WIDOW)),
            ("ability.mandatory", A, ("exchange", ENGINE, TITAN)),
        ],
        first=(("ancient", ENGINE),),
    ),
    Situation(
        "an Ancient is to be used",
        {"hand": [DRONE], "wastes": [WIDOW], "wastes_deck": ["glass-titan/outpost"]},
        [("ruling.copy", A, ("take", WIDOW)), ("ability.mandatory", A, ("copy", TITAN))],
        first=(("facility", DRONE),),
    ),
    Situation(
        "an Ancient is to be Reprogrammed by an ability",
        {"hand": ["ember-choir/conduit"], "wastes": WASTES, "paid": 1},
        [
            ("ruling.free-reprogram", A, ("reprogram", "hollow-scout/conduit")),
            ("ability.mandatory", A, ("reprogram", CROWN)),
        ],
        {"free-reprogram": "yes"},
        (("ancient", "ember-choir/conduit"),),
    ),
    Situation(
        "Directives are announced",
        {"now": "announce", "hand": [DRONE], "announced": ["ancient", "ancient"]},
        [
            ("turn.one-twice", A, ("announce", "ancient")),
            ("ruling.sequential", A, ("announce", "dance")),
            ("ruling.sequential", A, ("ancient", DRONE)),
            ("ruling.must-three", A, ("end",)),
        ],
        {"sequential": "announce-all"},
    ),
    Situation(
        "a Discharge is announced already",
        {"now": "announce", "hand": [DRONE], "announced": ["discharge"]},
        [("ruling.discharge-twice", A, ("announce", "discharge"))],
        {"sequential": "announce-all"},
    ),
    Situation(
        "an announced Directive is due",
        {"hand": [DRONE], "announced": ["ancient"]},
        [("ruling.sequential", A, ("discharge",))],
        {"sequential": "announce-all"},
    ),
    Situation(
        "the other option of many rulings",
        {"hand": [DRONE], "wastes": WASTES, "ancients": [DRONE_2]},
        [
            ("ruling.must-three", A, ("end", "now")),
            ("zone.stays", A, ("take", DRONE_2)),
            ("directive.facility", A, ("facility",)),
            ("directive.reprogram", A, ("reprogram", DRONE)),
            ("back.end-check", A, ("score",)),
            ("back.refill", A, ("refill",)),
            ("ruling.take-one-choice", A, ("decline",)),
            ("outpost.copy", A, ("copy", TITAN)),
            ("turn.shuffle", A, ("shuffle",)),
        ],
        {
            "must-three": "may-stop",
            "discard-from": "hand-or-zone",
            "reprogram-needs-target": "yes",
            "zero-continues": "at-once",
            "take-one-choice": "may",
            "outpost-name": "no",
            "hand-waits": "discard",
        },
    ),
    Situation(
        "either side of two cards",
        {"hand": [ENGINE], "ancients": ["signal-keeper/beacon", DRONE_2], "wastes": [WIDOW]},
        [("exchange.same-name", A, ("exchange", "signal-keeper/beacon", WIDOW))],
        {"exchange-name": "either-side"},
        (("ancient", ENGINE),),
    ),
    Situation(
        "Facilities are to be exchanged",
        {
            "hand": [DRONE],
            "facilities": ["signal-keeper/archive", WIDOW],
            "wastes_deck": ["snow-marshal/depot", TITAN],
        },
        [("exchange.same-name", A, ("exchange", "signal-keeper/archive", "?/archive"))],
        first=(("facility", DRONE),),
    ),
    Situation(
        "an Ancient that will move is to be used",
        {"hand": [DRONE], "wastes": [WIDOW], "wastes_deck": ["glass-titan/outpost"]},
        [("ruling.copy", A, ("take", WIDOW))],
        {"copy": "moves"},
        (("facility", DRONE),),
    ),
    Situation(
        "one may decline",
        {"now": "take-one", "wastes": [CROWN, WIDOW]},
        [("ruling.take-one-choice", B, ("decline", CROWN)), ("back.take-one", A, ("end",))],
        {"take-one-choice": "may"},
    ),
    Situation(
        "alone",
        {"seats": 1, "now": "end", "wastes": [CROWN]},
        [
            ("solo.collect", A, ("take", CROWN)),
            ("solo.refill", A, ("refill",)),
            ("solo.end-check", A, ("score",)),
            ("solo.collect", A, ("decline",)),
        ],
    ),
    Situation(
        "over by points",
        {"now": "score", "frames": [["finish", -1, ["end.zero"]]], "points": [0, 9]},
        [("end.zero", A, ("shuffle",))],
    ),
    Situation("over by cards", {"now": "score", "wastes_left": 4}, [("end.deck", B, ("shuffle",))]),
]


def check_claim(session: Session, seat: int, move: Move) -> str:
    """What is refused is refused by a sentence that is true; the rule that refuses, if one does."""
    verdict = session.judge(seat, move)
    if verdict is None or verdict.rule in TABLE_REFUSALS:
        return ""
    facts, legal = verdict.facts, session.moves(seat)
    case = Case(session.config, session.view(seat), seat, move, verdict.rule, facts, verdict.text, legal)
    assert CLAIMS[verdict.rule](case), f"{verdict.text} ({verdict.rule}, {move}, {session.position()})"
    assert not english_fault(verdict.text), verdict.text
    return verdict.rule


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.name.replace(" ", "-"))
def test_refusals(situation: Situation) -> None:
    session = situation.open()
    for rule, seat, move in situation.refusals:
        assert refused(session, move, seat) == rule, move
        verdict = session.judge(seat, move)
        assert verdict is not None
        assert not english_fault(verdict.text)
        assert len(verdict.text) < 240
        check_claim(session, seat, move)


def test_every_rule_that_refuses_is_among_the_situations() -> None:
    shown = {rule for situation in SITUATIONS for rule, _, _ in situation.refusals}
    rules = refusing(the_north) | set(RULE_BY_VERB.values()) | set(SOLO_RULE.values())
    assert rules - shown == set()
    assert set(CLAIMS) == shown - set(TABLE_REFUSALS) | {"end.long"}


def attempts(session: Session, seat: int) -> Iterator[Move]:
    """Everything that could be tried with the cards that this seat sees: far more than random moves come upon."""
    view = session.view(seat)
    hand, zone = view["hand"][seat], [*view["ancients"][seat], *view["facilities"][seat]]
    yield from (("reprogram", card, face) for card in hand for face in view["wastes"])
    yield from (("reprogram", face) for face in (*hand, *view["wastes"]))
    yield from (("exchange", one, two) for one in (*zone, *view["discard"][seat]) for two in view["wastes"])
    yield from (("exchange", face, view["wastes_deck"][0]) for face in zone if view["wastes_deck"])
    yield from ((verb, face) for verb in ("flip", "take", "recover", "facility") for face in zone)
    yield from ((verb,) for verb in (*RULE_BY_VERB, "end", "discharge", "announce"))


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(draw(8, deep=24)))
def test_whatever_is_tried_is_refused_truly(seed: int) -> None:
    rng = random.Random(seed)
    rulings = {i: rng.choice(list(ruling.options)) for i, ruling in GAME.rulebook.rulings.items() if rng.random() < 0.4}
    session = Session(GAME, 1 + seed % 2, seed, rulings)
    while session.deciders:
        seat = session.deciders[0]
        tried = list(attempts(session, seat))
        for move in rng.sample(tried, min(12, len(tried))):
            check_claim(session, seat, move)
        session.submit(seat, rng.choice(session.moves(seat)))
    assert check_claim(session, A, ("shuffle",)) in ("end.deck", "end.zero")


@pytest.mark.parametrize("rule", [rule.id for rule in GAME.rulebook.values() if rule.why])
def test_every_refusal_can_be_told(rule: str) -> None:
    why = GAME.rulebook[rule].why
    assert why[0].isupper() or why[0] == "{"
    assert why.endswith((".", "}"))
    assert why != GAME.rulebook[rule].text


if __name__ == "__main__":
    for one in SITUATIONS:
        print(f"\n{one.name}")
        for wanted, who, what in one.refusals:
            found = one.open().judge(who, what)
            assert found is not None and found.rule == wanted, (found, wanted)
            print(f"  {' '.join(map(str, what)):50} {found.text} ({wanted})")

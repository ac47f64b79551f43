"""Whatever a person may try, the refusal is true: also for the verbs that only exist to be refused."""

from __future__ import annotations

import runpy
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from depth import draw
from west import GAME

from tabletop_kernel import Session
from tabletop_kernel.checks.random_play import place_text, tables, wander
from tabletop_kernel.checks.true_sentence_checks import Case, english_fault
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.rulebook import TABLE_REFUSALS

ORACLE = runpy.run_path(str(Path(__file__).with_name("claims.py")))  # other games have a module of this name
CLAIMS, REQUIRED, TYPES = ORACLE["CLAIMS"], ORACLE["REQUIRED"], ORACLE["TYPES"]
LOOKS = ("gates", "loci", "deck", "hand", "discard", "middle", "points", "sky")
NEVER = ("draw", "radiate", "refill", "shuffle", "stop", "score", "gain", "pass", "take", "end", "skip", "do", "leave")


def attempts(rng: Random) -> list[Move]:
    """A move of each kind, with cards at random."""
    name, locus = rng.choice(TYPES), rng.choice(list(REQUIRED))
    cards = rng.choices(TYPES, k=rng.randrange(5))
    price = rng.sample(REQUIRED[locus], 2)
    return [
        (rng.choice(NEVER),),
        ("look", rng.choice(LOOKS)),
        ("pulse", name),
        ("use", locus),
        ("use", rng.choice(["gate", "first-gate", "dance"])),
        ("under", locus),
        ("locus", locus, *rng.choice([cards, price, price, []])),
        ("gate", *[name] * rng.randrange(5)),
        ("gate", *cards),
        ("city", *rng.sample(TYPES, rng.randrange(5))),
        ("two", *cards[:3]),
        ("all", name, *cards[3:]),
        (rng.choice(["discard", "clear", "recover"]), name),
        ("exchange", *cards[:2]),
        ("end", "now"),
        ("dance",),
    ]


def check(session: Session, seat: int, move: Move) -> str:
    """A refusal is true, and so is its claim; empty if the move is allowed."""
    verdict = session.judge(seat, move)
    if verdict is None:
        return ""
    case = Case(
        session.config, session.view(seat), seat, move, verdict.rule, verdict.facts, verdict.text, session.moves(seat)
    )
    place = f"«{verdict.text}» ({verdict.rule} {verdict.facts}) to seat {seat} for {move} {place_text(session)}"
    assert not english_fault(verdict.text), place
    assert verdict.rule in TABLE_REFUSALS or CLAIMS[verdict.rule](case), place
    return verdict.rule


def check_attempts(games: int, seed: int, often: float) -> Counter[str]:
    found: Counter[str] = Counter()
    for session, rng in tables(GAME, games, seed):
        for mover in wander(session, rng):
            if rng.random() < often:
                seat = mover if rng.random() < 0.75 else 1 - mover
                found.update(check(session, seat, move) for move in attempts(rng))
    return found


@pytest.mark.deep
def test_whatever_is_tried() -> None:
    found = check_attempts(draw(11, deep=20), 3, 0.15)
    assert len(found) > 55


@pytest.mark.parametrize("rule", CLAIMS)
def test_claims_are_of_rules_that_exist(rule: str) -> None:
    assert rule in GAME.rulebook.rules or rule in GAME.rulebook.rulings
    assert (GAME.rulebook[rule].why if rule in GAME.rulebook.rules else GAME.rulebook.rulings[rule].why) != ""

"""The West: Ascendant passes every check that the kernel has for a game, and one of its own."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from west import GAME

from tabletop_kernel import Session, testing
from tabletop_kernel.chance import Chance

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize(
    "check",
    [
        testing.check_play,
        testing.check_law,
        testing.check_clones,
        testing.check_replay,
        testing.check_secrets,
    ],
    ids=lambda check: check.__name__,
)
def test_random_games_pass(check: object) -> None:
    check(GAME, 40)  # type: ignore[operator]


def test_the_book_is_complete() -> None:
    testing.check_book(GAME)
    assert len(GAME.rulebook) == 134
    assert len(GAME.rulings) == 31


def test_every_rule_is_cited() -> None:
    testing.check_citations(GAME, 24, GOLDEN)
    assert not any(rule.prose for rule in GAME.rulebook.values())


def test_no_set_decides_anything() -> None:
    testing.check_hash_seeds(GAME)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_golden_playthroughs_still_read_the_same(path: Path) -> None:
    testing.check_golden(GAME, path)


def test_there_are_golden_playthroughs() -> None:
    assert len(list(GOLDEN.glob("*.txt"))) >= 2


@pytest.mark.parametrize("seed", range(12))
def test_what_is_asked_next_tells_nothing_about_a_hand(seed: int) -> None:
    """Whoever watches a move of the other player sees the same decision follow, whatever is in that player's hand."""
    rng = random.Random(seed)
    rulings = {i: rng.choice(list(r.options)) for i, r in GAME.rulings.items()} if seed % 2 else {}
    session = Session(GAME, 2, seed, rulings)
    compared = 0
    while session.deciders:
        mover = session.deciders[0]
        move = rng.choice(session.moves(mover))
        watcher = 1 - mover
        other = GAME.imagine(session.config, session.view(watcher), Chance(rng.getrandbits(60)))
        if move in GAME.moves(other, mover):
            other.chance = session.truth.chance.clone()
            other.deck, other.loci = session.truth.deck, session.truth.loci[:]  # only hands differ
            GAME.apply(other, mover, move)
            session.submit(mover, move)
            assert json.dumps(GAME.table(other)["frames"]) == json.dumps(GAME.table(session.truth)["frames"]), move
            compared += 1
        else:
            session.submit(mover, move)
    assert compared > 20

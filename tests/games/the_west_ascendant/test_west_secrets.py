"""What The West: Ascendant promises besides: every rule acts, and what is asked next tells nothing."""

from __future__ import annotations

import json
import random

import pytest
from west import GAME

from tabletop_kernel import Session
from tabletop_kernel.chance import Chance


def test_no_rule_is_only_text() -> None:
    assert not any(rule.prose for rule in GAME.rulebook.values())


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

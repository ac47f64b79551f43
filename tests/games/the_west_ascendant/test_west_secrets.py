"""What The West: Ascendant promises besides: every rule acts, and what is asked next tells nothing."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from depth import draw
from west import GAME

from tabletop_kernel import Session
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.piles_and_points import without


def test_no_rule_is_only_text() -> None:
    assert not any(rule.prose for rule in GAME.rulebook.values())


def any_rulings(rng: random.Random) -> dict[str, str]:
    return {name: rng.choice(list(ruling.options)) for name, ruling in GAME.rulebook.rulings.items()}


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(draw(6, deep=12)))
def test_what_is_asked_next_tells_nothing_about_a_hand(seed: int) -> None:
    """Whoever watches a move of the other player sees the same decision follow, whatever is in that player's hand."""
    rng = random.Random(seed)
    session = Session(GAME, 2, seed, any_rulings(rng) if seed % 2 else {})
    compared = 0
    while session.deciders:
        mover = session.deciders[0]
        move = rng.choice(session.moves(mover))
        other = GAME.imagine(session.config, session.view(1 - mover), Chance(rng.getrandbits(60)))
        other.chance = session.truth.chance.clone()
        other.deck, other.loci = session.truth.deck, session.truth.loci[:]  # only hands differ
        compared += check_next(session, other, move)
        session.submit(mover, move)
    assert compared > 20


def check_next(session: Session, other: Any, move: Any) -> bool:
    """On both tables the same is decided after a move; False if it cannot be made on the other one."""
    mover = session.deciders[0]
    if move not in GAME.moves(other, mover):
        return False
    truth = session.truth.clone()
    for state in (truth, other):
        GAME.apply(state, mover, move)
    assert json.dumps(GAME.write(other)["frames"]) == json.dumps(GAME.write(truth)["frames"]), move
    return True


# -- where hands are not counted, their numbers are secrets, too -------------------------------------------------------


def covered(state: Any, seat: int) -> list[str]:
    """The cards of a hand that nobody else knows."""
    return list((Counter(state.hand[seat]) - Counter(state.known[seat])).elements())


def with_fewer(state: Any, seat: int, card: str) -> Any:
    """The same table, but for a card that has left a hand; it has to go somewhere."""
    twin = state.clone()
    twin.hand[seat] = without(twin.hand[seat], card)
    return twin


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(draw(6, deep=10)))
def test_numbers_of_hands_that_are_not_counted(seed: int) -> None:
    """Nobody sees how many cards a hand has, or is asked something else because of it."""
    rng = random.Random(seed)
    rulings = {**any_rulings(rng), "ruling.hand-count": "no", "ruling.hand-limit": "none"}
    session = Session(GAME, 2, seed, rulings)
    compared = 0
    while session.deciders:
        mover, state = session.deciders[0], session.truth
        move = rng.choice(session.moves(mover))
        if cards := covered(state, mover):
            card = rng.choice(cards)
            given = with_fewer(state, mover, card)
            given.hand[1 - mover] = given.in_order((*given.hand[1 - mover], card))
            assert GAME.view(given, None) == GAME.view(state, None)  # a projector
            under = with_fewer(state, mover, card)
            under.deck += (card,)
            one_more = {"deck": len(under.deck)}
            assert GAME.view(under, 1 - mover) == {**GAME.view(state, 1 - mover), **one_more}
            if len(state.deck) > 8:  # an end of the deck changes more than that
                compared += check_next(session, under, move)
        session.submit(mover, move)
    assert compared > 5

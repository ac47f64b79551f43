"""Check rulings together: play sets of rulings in which every option meets every option of every other ruling.

Tests of single rulings miss faults that need two flipped rulings. Random sets soon cover all pairs: a game with fifty
rulings has about six thousand pairs of options, and a hundred sets cover them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from tabletop_kernel.checks.compliance import check_seat_is_blind
from tabletop_kernel.checks.random_play import open_table, place_text, random_options
from tabletop_kernel.contract.chance import derive
from tabletop_kernel.contract.game import AnyGame
from tabletop_kernel.players.bots import forward
from tabletop_kernel.study.playing import MOVE_LIMIT
from tabletop_kernel.table.session import Session

Pair = tuple[tuple[str, str], tuple[str, str]]  # two rulings, each with one of its options


def pairs_of(rulings: dict[str, str]) -> set[Pair]:
    """Return the pairs of options in a set of rulings."""
    return set(combinations(sorted(rulings.items()), 2))


def all_pairs(game: AnyGame) -> set[Pair]:
    """Return every option of every ruling beside every option of every other ruling."""
    options = {ruling.id: list(ruling.options) for ruling in game.rulebook.rulings.values()}
    return {
        ((one, a), (other, b))
        for one, other in combinations(sorted(options), 2)
        for a in options[one]
        for b in options[other]
    }


def ruling_sets(game: AnyGame, seed: int = 1) -> Iterator[dict[str, str]]:
    """Yield random sets of all rulings, each with a new pair of options, until all pairs have appeared."""
    rng = Random(derive(seed, 0))
    left = all_pairs(game)
    while left:
        rulings = {ruling.id: rng.choice(list(ruling.options)) for ruling in game.rulebook.rulings.values()}
        rulings.update(rng.choice(sorted(left)))
        left -= pairs_of(rulings)
        yield rulings


def check_set(game: AnyGame, rulings: dict[str, str], seed: int) -> None:
    """Check that a random game by these rulings ends without a fault, and without showing a secret."""
    rng = Random(derive(seed, 1))
    session = _open_random_table(game, rulings, rng)
    while session.deciders:
        assert session.length < MOVE_LIMIT, f"no end {place_text(session)}"
        seat = rng.choice(session.deciders)
        moves = session.moves(seat)
        assert moves, f"seat {seat} decides, but has no move {place_text(session)}"
        if rng.random() < 0.05:
            for eyes in (None, *range(session.config.seats)):
                check_seat_is_blind(session, eyes, seat, rng)
        session.submit(seat, rng.choice(forward(moves)))
        wrong = game.faults(session.truth)
        assert not wrong, f"{wrong[0]} {place_text(session)}"
    assert session.outcome is not None, f"nobody decides, but there is no outcome {place_text(session)}"


def _open_random_table(game: AnyGame, rulings: dict[str, str], rng: Random) -> Session:
    """Open a table with these rulings, and random seats and options."""
    seats, seed = rng.choice(game.seats), rng.getrandbits(32)
    return open_table(game, seats, seed, rulings, random_options(game, seats, rng))

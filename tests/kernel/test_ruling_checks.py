"""Sets of rulings in which all pairs of options meet."""

from __future__ import annotations

from tabletop_kernel import load
from tabletop_kernel.ruling_checks import all_pairs, pairs_of, ruling_sets


def test_the_sets_have_every_pair_of_options() -> None:
    game = load("the_north")
    sets = list(ruling_sets(game))
    assert set().union(*map(pairs_of, sets)) == all_pairs(game)
    assert all(set(rulings) == set(game.rulings) for rulings in sets)


def test_the_pairs_are_those_of_different_rulings() -> None:
    game = load("the_north")
    counts = [len(ruling.options) for ruling in game.rulings.values()]
    assert len(all_pairs(game)) == (sum(counts) ** 2 - sum(count**2 for count in counts)) // 2

"""Sets of rulings in which all pairs of options meet."""

from __future__ import annotations

import faulty
import pytest
from tictactoe import TicTacToe

from tabletop_kernel import load
from tabletop_kernel.checks.ruling_pair_checks import all_pairs, check_set, pairs_of, ruling_sets


def test_the_sets_have_every_pair_of_options() -> None:
    game = load("the_north")
    sets = list(ruling_sets(game))
    assert set().union(*map(pairs_of, sets)) == all_pairs(game)
    assert all(set(rulings) == set(game.rulebook.rulings) for rulings in sets)


def test_the_pairs_are_those_of_different_rulings() -> None:
    game = load("the_north")
    counts = [len(ruling.options) for ruling in game.rulebook.rulings.values()]
    assert len(all_pairs(game)) == (sum(counts) ** 2 - sum(count**2 for count in counts)) // 2


def test_a_sound_game_comes_to_its_end() -> None:
    check_sets(faulty.Envelope())


@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        (faulty.Stuck(), "decides, but has no move"),
        (faulty.LosesAPiece(), "A mark is gone"),
        (faulty.NoOutcome(), "there is no outcome"),
        (faulty.TellsByItsMoves(), "the moves depend on a secret"),
    ],
)
def test_a_fault_on_the_way_is_found(game: TicTacToe, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_sets(game)


def check_sets(game: TicTacToe) -> None:
    for seed in range(40):
        check_set(game, {}, seed)

"""Quick judgement: what bots of several games have in common."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from tictactoe import MOVES, TicTacToe

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.game import DRAWN, Outcome, outcome_for, shares_when_alone
from tabletop_kernel.toolkit.quick_judgement import (
    SHARE_OF_CONDITIONS_MET,
    USUAL_RATE_COUNT,
    chance_by_lead,
    effect_worth,
    loss_worth,
    pick_plausible,
    try_out,
)


def test_a_lead_is_a_chance() -> None:
    assert chance_by_lead(0, 7) == 1 / 2
    assert chance_by_lead(7, 7) == pytest.approx(3 / 4, abs=0.01)
    for lead in (1, 5, 30):
        assert chance_by_lead(lead, 7) + chance_by_lead(-lead, 7) == pytest.approx(1)
    assert chance_by_lead(5, 3) > chance_by_lead(5, 7) > chance_by_lead(4, 7), (
        "a lead counts for more where less can happen"
    )


def test_winners_share() -> None:
    assert shares_when_alone(outcome_for("end", (1,), (3.0, 4.0))) == [0, 1]
    assert shares_when_alone(outcome_for("end", (0, 2), (4.0, 3.0, 4.0))) == [1 / 2, 0, 1 / 2]
    assert shares_when_alone(outcome_for("end", (), (3.0,))) == [0], "alone one can lose against the game"
    assert shares_when_alone(Outcome("end", (DRAWN,) * 4, (1.0,) * 4)) == [1 / 4] * 4


def test_a_plausible_move_is_the_best_by_a_glance() -> None:
    moves: list[Any] = [("a",), ("b",), ("c",)]
    worth = {("a",): -5.0, ("b",): -1.0, ("c",): -2.0}
    assert pick_plausible(moves, worth.__getitem__, 0.0, Random(1)) == ("b",)
    chosen = {pick_plausible(moves, worth.__getitem__, 2.0, Random(seed)) for seed in range(40)}
    assert chosen == {("b",), ("c",)}, "a little noise makes near ones plausible, and no others"


def test_an_effect_is_worth_its_acts_and_less_under_a_condition() -> None:
    sure, seldom = SimpleNamespace(tests=(), acts=(1, 3)), SimpleNamespace(tests=("x",), acts=(2,))
    effect: Any = SimpleNamespace(steps=(sure, seldom))
    assert effect_worth(effect, float) == 4 + SHARE_OF_CONDITIONS_MET * 2  # type: ignore[arg-type]


def test_a_loss_by_a_count_is_worth_its_average() -> None:
    assert loss_worth((3,)) == loss_worth((3, None)) == 3
    assert loss_worth((2, SimpleNamespace(most=None))) == 2 * USUAL_RATE_COUNT
    assert loss_worth((4, SimpleNamespace(most=3))) == 3


class Guess(TicTacToe):
    """Counts the tables that are imagined for a look."""

    imagined = 0

    def imagine(self, config: Any, view: Any, chance: Chance) -> Any:
        self.imagined += 1
        return super().imagine(config, view, chance)


def tried(game: Guess, met_luck: Any = None, hopeless: float = 100.0) -> list[float]:
    """The first three cells, tried on four tables; a cell is worth its number, and each mark a point."""
    config = game.agreement.configure()
    state = game.setup(config, Chance(1))

    def play_on(table: Any, seat: int, rng: Random) -> None:
        assert seat == 0 and table.marks == 1
        table.marks += 10

    def worth(table: Any, seat: int) -> float:
        return 50.0 + sum(cell for cell in range(9) if table.board[cell]) + table.marks

    return try_out(game, config, game.view(state, 0), MOVES[:3], play_on, worth, 4, hopeless, met_luck)


def test_moves_are_tried_with_all_that_they_set_off() -> None:
    game = Guess()
    assert tried(game) == [11, 12, 13]
    assert game.imagined == 4


def test_a_move_without_luck_is_tried_once() -> None:
    game = Guess()
    assert tried(game, lambda before, after, seat: False) == [11, 12, 13]
    assert game.imagined == 1


def test_a_hopeless_move_is_not_tried_again() -> None:
    seen: list[int] = []

    def met_luck(before: Any, after: Any, seat: int) -> bool:
        seen.append(after.board.index(1))
        return True

    assert tried(Guess(), met_luck, hopeless=1.0) == [11, 12, 13]
    assert [seen.count(cell) for cell in range(3)] == [1, 4, 4]

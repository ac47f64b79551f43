"""The kernel's own checks, on the two smallest games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from connect_four import ConnectFour
from tictactoe import State, TicTacToe

from tabletop_kernel import Config, Verdict
from tabletop_kernel.checks.compliance import comply
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.game import Move

GOLDEN = Path(__file__).parents[1] / "minigames" / "golden_connect_four"


def test_tic_tac_toe_complies() -> None:
    comply(TicTacToe(), games=40)


def test_connect_four_complies() -> None:
    comply(ConnectFour(), games=8, golden=GOLDEN)


class Forgetful(TicTacToe):
    """Gives no reason against a cell that is marked."""

    def refuse(self, state: Any, seat: int, move: Move) -> Any:
        verdict = super().refuse(state, seat, move)
        return None if verdict.rule == "line.empty" else verdict


class Sticky(TicTacToe):
    """Shares its board with every clone."""

    def setup(self, config: Config, chance: Chance, emit: Emit | None = None) -> Any:
        return SharedBoard(chance)


class SharedBoard(State):
    __slots__ = ()

    def clone(self) -> SharedBoard:
        twin = SharedBoard(self.chance.clone())
        twin.board, twin.marks, twin.turn, twin.winner = self.board, self.marks, self.turn, self.winner
        return twin


class Silent(TicTacToe):
    """Tells nothing about a full board."""

    def apply(self, state: Any, seat: int, move: Move, emit: Emit | None = None) -> None:
        super().apply(state, seat, move, None)

    def refuse(self, state: Any, seat: int, move: Move) -> Verdict:
        return Verdict("line.mark")


class Endless(TicTacToe):
    """Wipes the board when the game is over, and goes on."""

    def apply(self, state: Any, seat: int, move: Move, emit: Emit | None = None) -> None:
        super().apply(state, seat, move, emit)
        if self.outcome(state) is not None:
            state.board, state.marks, state.winner, state.turn = [0] * 9, 0, -1, (0,)


@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        (Forgetful(), "without a reason"),
        (Sticky(), "clone"),
        (Silent(), "cited"),
        (Endless(), "no end after 20,000 moves"),
    ],
)
def test_faulty_games_do_not_comply(game: TicTacToe, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        comply(game, games=8)

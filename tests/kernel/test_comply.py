"""The kernel's own checks, on the two smallest games."""

from __future__ import annotations

import pytest
from connect_four import ConnectFour
from tictactoe import TicTacToe

from tabletop_kernel.testing import comply


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour()], ids=lambda game: game.name)
def test_the_smallest_games_comply(game: object) -> None:
    comply(game, games=12)  # type: ignore[arg-type]

"""Where pieces are: what a game declares wrongly is told where it happens."""

from __future__ import annotations

from typing import Any

import pytest
from tictactoe import TicTacToe

from tabletop_kernel import Session, SetupError
from tabletop_kernel.contract.zones import Zone, everyone


class Counted(TicTacToe):
    """Its board is taken for a zone of a number: the turn, which is one."""

    zones = (Zone("marks", sees=everyone),)


class EachOne(TicTacToe):
    """What should be a list for each seat is one list for all."""

    zones = (Zone("board", per_seat=True, sees=everyone),)


@pytest.mark.parametrize(
    ("game", "told"), [(Counted(), "'marks'.* has 0"), (EachOne(), "'board'.*for each seat.* has 0")]
)
def test_a_zone_without_pieces_is_told_at_once(game: Any, told: str) -> None:
    """The author hears it when a table opens, and where an open number goes; nothing waits for the first view."""
    with pytest.raises(SetupError, match=rf"The zone {told}.*open_facts"):
        Session(game, seed=1)

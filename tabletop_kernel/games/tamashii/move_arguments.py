"""The arguments of a move: everything after its verb."""

from __future__ import annotations

from tabletop_kernel.contract.game import Move


def has_arguments(move: Move, number: int) -> bool:
    """Tell if a move has this many arguments after its verb: 1 for `("go", "1,0")`."""
    return len(move) == number + 1

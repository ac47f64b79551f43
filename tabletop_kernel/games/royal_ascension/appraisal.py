"""What a sensible player thinks of each move at first sight (the greedy bot)."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kernel.game import Move, View
from tabletop_kernel.games.royal_ascension.state import Rules


def appraise(rules: Rules, view: View, moves: Sequence[Move]) -> list[float]:
    return [0.0 for _ in moves]

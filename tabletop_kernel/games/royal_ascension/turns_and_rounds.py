"""The pace of The Royal Ascension."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import StackPace
from tabletop_kernel.games.royal_ascension.setup import KINDS_BEFORE_PLAY
from tabletop_kernel.games.royal_ascension.state import State


class RoyalPace(StackPace[State]):
    """Turns after a set-up in which the players choose their characters and first cards."""

    def is_opening(self, state: State) -> bool:
        return bool(state.frames) and state.frames[-1][0] in KINDS_BEFORE_PLAY

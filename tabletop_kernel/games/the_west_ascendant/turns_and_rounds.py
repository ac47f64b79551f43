"""The pace of The West: Ascendant."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import StackPace
from tabletop_kernel.games.the_west_ascendant.state import State

AT_REST = ("start", "engine", "choose", "gate")  # decisions that begin something; all others finish what has begun


class WestPace(StackPace[State]):
    """Turns with effects, reactions and discards inside them."""

    def is_resolving(self, state: State) -> bool:
        """Tell if an effect, a reaction or the discard to the hand limit is unfinished; each can take several moves."""
        return bool(state.frames) and state.frames[-1][0] not in AT_REST

    def is_opening(self, state: State) -> bool:
        """Tell if the players still choose who begins, or their Cityengines, under a ruling."""
        return bool(state.frames) and state.frames[0][0] in ("start", "engine")

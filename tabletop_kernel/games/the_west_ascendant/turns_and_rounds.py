"""The pace of The West: Ascendant."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import StackPace
from tabletop_kernel.games.the_west_ascendant.state import State

AT_REST = ("start", "engine", "choose", "gate")  # decisions outside effects and reactions


class WestPace(StackPace[State]):
    """Turns with effects and reactions inside them."""

    def is_resolving(self, state: State) -> bool:
        """Tell if an effect or a reaction is in progress."""
        return bool(state.frames) and state.frames[-1][0] not in AT_REST

    def is_opening(self, state: State) -> bool:
        """Tell if the players still choose who begins, or their Cityengines, under a ruling."""
        return bool(state.frames) and state.frames[0][0] in ("start", "engine")

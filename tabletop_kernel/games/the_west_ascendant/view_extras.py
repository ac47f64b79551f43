"""What a view says about the turn card."""

from __future__ import annotations

from tabletop_kernel.games.the_west_ascendant.state import State
from tabletop_kernel.games.the_west_ascendant.steps import is_in_front


def step_number(state: State) -> int:
    """Return the step's number on the turn card; 0 before the first turn and after the last."""
    return state.rules.number.get(state.step, 0)


def turn_card_side(state: State) -> str:
    """Return the visible side of the turn card: “front” or “back”."""
    how = state.ruling["ruling.turncard-sides"]
    if how == "two-halves":
        return "front" if not state.step or is_in_front(state.rules.steps, state.step) else "back"
    return "back" if state.dusk and how == "day-dusk" else "front"

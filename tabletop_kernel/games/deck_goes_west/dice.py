"""Job dice: for resources, for draws, and for both sides of a battle."""

from __future__ import annotations

from tabletop_kernel.games.deck_goes_west.components import JOB_DICE, JOB_DIE
from tabletop_kernel.games.deck_goes_west.state import State


def throw_job_dice(state: State, count: int) -> list[int]:
    """Return the faces of this many job dice; under a ruling, of no more than there are in the box."""
    if state.ruling["ruling.dice-cap"] == "cap-10":
        count = min(count, JOB_DICE)
    return [JOB_DIE[state.chance.roll("job", len(JOB_DIE)) - 1] for _ in range(count)]

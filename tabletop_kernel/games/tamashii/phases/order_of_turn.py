"""The order of a turn, as a list of steps for `turn` to carry out.

A step is its name, then a seat, a phase or a Planning window.
"""

from __future__ import annotations

from functools import lru_cache

from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.games.tamashii.phases import planning
from tabletop_kernel.games.tamashii.state import State

Step = tuple[str | int, ...]
OWN_STEPS = ("act", "move", "district", "launch", "acted")  # of each player's action, in order


def steps_of(state: State) -> tuple[Step, ...]:
    """Return all steps of this turn. Passing the first player token changes their seats, but not their number."""
    return _steps_for(
        tuple(state.clockwise()),
        state.rules.mode == "versus",
        state.ruling["ruling.plan.barrier"] == "per-player",
    )


@lru_cache(maxsize=64)
def _steps_for(seats: tuple[int, ...], versus: bool, one_by_one: bool) -> tuple[Step, ...]:
    ends: tuple[Step, ...] = (("tests",), ("token",), ("time",)) if versus else (("activity",), ("world",), ("token",))
    return (
        ("begin",),
        ("phase", "planning"),
        ("tick",),
        *(("start", seat) for seat in seats),
        *_planning_steps(seats, one_by_one),
        ("phase", "action"),
        *((step, seat) for seat in seats for step in OWN_STEPS),
        ("phase", "combat"),
        *(("combat", seat) for seat in seats),
        ("phase", "quest"),
        *ends,
    )


def _planning_steps(seats: tuple[int, ...], one_by_one: bool) -> tuple[Step, ...]:
    """Return trace roll, refill and program with windows between them, for all players at once or one after another."""
    groups = [(seat,) for seat in seats] if one_by_one else [seats]
    steps: list[Step] = []
    for group in groups:
        whose = group[0] if one_by_one else ANYONE
        steps.append(("window", planning.BEGIN, whose))
        steps += [("trace", seat) for seat in group]
        steps.append(("window", planning.ROLLED, whose))
        steps += [("refill", seat) for seat in group]
        steps.append(("window", planning.PROGRAM, whose))
    return tuple(steps)


def step_at(state: State) -> Step:
    """Return the current step; empty before the first one."""
    for kind, _, data in state.frames[:1]:
        if kind == "turn" and data[0] > 0:
            return steps_of(state)[data[0] - 1]
    return ()

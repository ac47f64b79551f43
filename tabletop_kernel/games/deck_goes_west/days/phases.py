"""The phases of a day and the steps of a night, in order."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.games.deck_goes_west.components import NIGHT_STEP_TEXT
from tabletop_kernel.games.deck_goes_west.state import Rules, State

PHASES = ("morning", "untap", "draw", "act", "rest", "evening", "night")
STANDARD_ORDER = tuple(NIGHT_STEP_TEXT)  # the order of a night's steps, where the mission doesn't decide


def begin_day(state: State) -> None:
    """Begin a new day."""
    state.frames[:] = [("round", ANYONE, ("morning",))]


def phase_after(state: State, phase: str) -> str:
    """Return the phase after another; under a ruling players draw before they untap."""
    order = list(PHASES)
    if state.ruling["ruling.day-order"] == "draw-untap":
        order[1], order[2] = order[2], order[1]
    return order[order.index(phase) + 1]


def night_steps(rules: Rules) -> tuple[str, ...]:
    """Return the steps of the mission's night in order: “row”, “day”, …, “remove 3”."""
    names, ruling = rules.mission.night, rules.config.rulings
    if rules.mission.printed and ruling["ruling.bandit-tracker"] == "none":
        names = tuple(name for name in names if name != "day")
    if ruling["ruling.night-order"] == "standard":
        return tuple(sorted(names, key=lambda name: STANDARD_ORDER.index(name.split()[0])))
    return names


def can_days_run_out(rules: Rules) -> bool:
    """Tell if the day tracker moves on; under a ruling it never does."""
    return "day" in night_steps(rules)

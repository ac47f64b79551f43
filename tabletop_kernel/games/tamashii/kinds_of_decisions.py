"""All kinds of frames on a state's stack: those with a decision, and those that run on their own."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.games.tamashii import setup
from tabletop_kernel.games.tamashii.fighting import combat, resetting, rolling, token_tests, wounds
from tabletop_kernel.games.tamashii.gear import bodies, swapping
from tabletop_kernel.games.tamashii.launch import launch_effects, launch_step
from tabletop_kernel.games.tamashii.lines import choices, running
from tabletop_kernel.games.tamashii.modes import destabilization_damage, living_city, versus_goals
from tabletop_kernel.games.tamashii.phases import (
    activity,
    district,
    exploring,
    moving,
    planning,
    quest,
    setup_choices,
    turn,
)
from tabletop_kernel.games.tamashii.state import State

DECISIONS: dict[str, Decision[State]] = {
    **setup_choices.DECISIONS,
    **planning.DECISIONS,
    **swapping.DECISIONS,
    **moving.DECISIONS,
    **exploring.DECISIONS,
    **district.DECISIONS,
    **launch_step.DECISIONS,
    **launch_effects.DECISIONS,
    **bodies.DECISIONS,
    **combat.DECISIONS,
    **rolling.DECISIONS,
    **wounds.DECISIONS,
    **resetting.DECISIONS,
    **choices.DECISIONS,
    **activity.DECISIONS,
    **token_tests.DECISIONS,
    **versus_goals.DECISIONS,
    **living_city.DECISIONS,
}

AUTOMATIC: dict[str, Callable[[State, Emit | None], None]] = {
    **setup.AUTOMATIC,
    **turn.AUTOMATIC,
    **planning.AUTOMATIC,
    **destabilization_damage.AUTOMATIC,
    **moving.AUTOMATIC,
    **exploring.AUTOMATIC,
    **district.AUTOMATIC,
    **launch_step.AUTOMATIC,
    **launch_effects.AUTOMATIC,
    **resetting.AUTOMATIC,
    **running.AUTOMATIC,
    **quest.AUTOMATIC,
    **versus_goals.AUTOMATIC,
}

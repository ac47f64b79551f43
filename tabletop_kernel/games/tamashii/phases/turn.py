"""The steps of a turn, run one after another by the frame at the bottom of the stack.

`("turn", ANYONE, (at,))` says which step of `order_of_turn` comes next. A step does everything automatic, and puts a
frame on the stack for each decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.fighting import combat
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.launch import launch_step
from tabletop_kernel.games.tamashii.modes import destabilization_damage, versus_goals
from tabletop_kernel.games.tamashii.phases import activity, order_of_turn, planning, quest
from tabletop_kernel.games.tamashii.state import State


def begin_game(state: State) -> None:
    """Begin the first turn; the others follow on their own."""
    state.frames.append(("turn", ANYONE, (0,)))


def carry_out_step(state: State, emit: Emit | None) -> None:
    """Carry out the next step; after the last one, begin the next turn."""
    kind, anyone, (at,) = state.frames[-1]
    steps = order_of_turn.steps_of(state)
    step = steps[at % len(steps)]
    state.frames[-1] = (kind, anyone, (at % len(steps) + 1,))
    FUNCTION_BY_STEP[step[0]](state, *step[1:], emit)


# -- turn and phases ---------------------------------------------------------------------------------------------------


def _begin_turn(state: State, emit: Emit | None) -> None:
    """Begin a new turn and reset what is counted per turn."""
    abilities.clear_scope(state, "turn")
    state.turn += 1
    if emit:
        emit("turn", "turn.phases", EVERYONE, number=state.turn, seat=state.first)


def _begin_phase(state: State, phase: str, emit: Emit | None) -> None:
    end_of_phase(state)
    state.phase = phase
    if emit and state.out:
        for seat in state.clockwise():
            if state.is_out(seat):
                emit("sits-out", "ruling.reset.quest", EVERYONE, seat=seat)
    if emit:
        story = state.rules.mode != "versus"
        emit("phase", "quest.steps" if phase == "quest" and story else "turn.phases", EVERYONE, phase=phase)


def end_of_phase(state: State) -> None:
    """Let players who skipped the rest of a phase take part again. After Combat, a ruling may keep them out."""
    if state.phase != "combat" or state.ruling["ruling.reset.quest"] == "takes-part":
        state.out = 0


# -- Planning ----------------------------------------------------------------------------------------------------------


def _start_planning(state: State, seat: int, emit: Emit | None) -> None:
    abilities.run_triggers(state, seat, "start-planning", emit)


def _open_window(state: State, name: str, seat: int, emit: Emit | None) -> None:
    planning.open_window(state, name, emit, seat)


# -- Action ------------------------------------------------------------------------------------------------------------


def _begin_action(state: State, seat: int, emit: Emit | None) -> None:
    state.active = seat
    if emit and not state.is_out(seat):
        emit("action", "act.order", EVERYONE, seat=seat)


def _begin_move_step(state: State, seat: int, emit: Emit | None) -> None:
    if not state.is_out(seat):
        state.frames.append(("move", seat, (0,)))


def _begin_district_step(state: State, seat: int, emit: Emit | None) -> None:
    if not state.is_out(seat):
        state.frames.append(("district", seat, (state.place[seat], 0)))


def _begin_launch_step(state: State, seat: int, emit: Emit | None) -> None:
    if not state.is_out(seat):
        launch_step.begin_step(state, seat, emit)


def _end_action(state: State, seat: int, emit: Emit | None) -> None:
    """End a player's action: count quiet actions, and check goals that look at this moment."""
    quiet = state.rules.traced and state.trace[seat] == 0
    state.tally[seat]["quiet"] = state.tally[seat].get("quiet", 0) + 1 if quiet else 0
    if state.rules.mode == "versus":
        versus_goals.check_goals_of_action(state, seat, emit)


# -- Combat ------------------------------------------------------------------------------------------------------------


def _begin_combat(state: State, seat: int, emit: Emit | None) -> None:
    state.active = seat
    if emit and state.rules.seats > 1 and state.enemies[seat] and not state.is_out(seat):
        emit("fights", "combat.order", EVERYONE, seat=seat)
    combat.begin_combat(state, seat, emit)


FUNCTION_BY_STEP: Mapping[str, Callable[..., None]] = {
    "begin": _begin_turn,
    "phase": _begin_phase,
    "tick": destabilization_damage.begin_damage,
    "start": _start_planning,
    "window": _open_window,
    "trace": planning.trace_roll,
    "refill": planning.begin_refill,
    "act": _begin_action,
    "move": _begin_move_step,
    "district": _begin_district_step,
    "launch": _begin_launch_step,
    "acted": _end_action,
    "combat": _begin_combat,
    "activity": activity.begin_activities,
    "world": quest.begin_world,
    "token": quest.pass_token,
    "tests": versus_goals.begin_goal_tests,
    "time": versus_goals.lower_time,
}
AUTOMATIC = {"turn": carry_out_step}

"""The order of a turn: a list of steps, carried out one after the other by the frame at the bottom of the stack.

`("turn", ANYONE, (at,))` says which step comes next. A step does what nobody decides, and lays a frame on the stack for
whatever somebody does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.frames import ANYONE
from tabletop_kernel.games.tamashii.fighting import combat
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.launch import launching
from tabletop_kernel.games.tamashii.modes import competing, destabilization_damage
from tabletop_kernel.games.tamashii.phases import activity, planning, quest
from tabletop_kernel.games.tamashii.state import State

Step = tuple[Any, ...]
OWN_STEPS = ("act", "move", "district", "launch", "acted")  # of each player's action, in order


def begin_game(state: State) -> None:
    """From now on turns follow one another."""
    state.frames.append(("turn", ANYONE, (0,)))


def steps_of(state: State) -> tuple[Step, ...]:
    """All steps of this turn. The list stays the same until the first player token is passed, and as long after."""
    return _steps(
        tuple(state.clockwise()),
        state.rules.mode == "versus",
        state.ruling["ruling.plan.barrier"] == "per-player",
    )


@lru_cache(maxsize=64)
def _steps(seats: tuple[int, ...], versus: bool, one_by_one: bool) -> tuple[Step, ...]:
    ends: tuple[Step, ...] = (("tests",), ("token",), ("time",)) if versus else (("activity",), ("world",), ("token",))
    return (
        ("begin",),
        ("phase", "planning"),
        ("tick",),
        *(("start", seat) for seat in seats),
        *_planning(seats, one_by_one),
        ("phase", "action"),
        *((step, seat) for seat in seats for step in OWN_STEPS),
        ("phase", "combat"),
        *(("combat", seat) for seat in seats),
        ("phase", "quest"),
        *ends,
    )


def _planning(seats: tuple[int, ...], one_by_one: bool) -> tuple[Step, ...]:
    """Trace roll, refill and program, with windows between them: all players in each step, or one after the other."""
    groups = [(seat,) for seat in seats] if one_by_one else [seats]
    found: list[Step] = []
    for group in groups:
        whose = group[0] if one_by_one else ANYONE
        found.append(("window", planning.BEGIN, whose))
        found += [("trace", seat) for seat in group]
        found.append(("window", planning.ROLLED, whose))
        found += [("refill", seat) for seat in group]
        found.append(("window", planning.PROGRAM, whose))
    return tuple(found)


def advance(state: State, emit: Emit | None) -> None:
    """The next step; after the last one the next turn begins."""
    kind, anyone, (at,) = state.frames[-1]
    steps = steps_of(state)
    step = steps[at % len(steps)]
    state.frames[-1] = (kind, anyone, (at % len(steps) + 1,))
    STEPS[step[0]](state, *step[1:], emit)


def step_at(state: State) -> Step:
    """The step that is being carried out; empty before the first one."""
    for kind, _, data in state.frames[:1]:
        if kind == "turn" and data[0] > 0:
            return steps_of(state)[data[0] - 1]
    return ()


# -- turn and phases ---------------------------------------------------------------------------------------------------


def _begin(state: State, emit: Emit | None) -> None:
    """A new turn: what was counted for the last one is forgotten."""
    abilities.clear(state, "turn")
    state.turn += 1
    if emit:
        emit("turn", "turn.phases", EVERYONE, number=state.turn, seat=state.first)


def _phase(state: State, phase: str, emit: Emit | None) -> None:
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
    """Whoever had to skip the rest of a phase takes part again; after Combat a ruling may say otherwise."""
    if state.phase != "combat" or state.ruling["ruling.reset.quest"] == "takes-part":
        state.out = 0


# -- Planning ----------------------------------------------------------------------------------------------------------


def _start(state: State, seat: int, emit: Emit | None) -> None:
    abilities.trigger(state, seat, "start-planning", emit)


def _window(state: State, name: str, seat: int, emit: Emit | None) -> None:
    planning.open_window(state, name, emit, seat)


# -- Action ------------------------------------------------------------------------------------------------------------


def _act(state: State, seat: int, emit: Emit | None) -> None:
    state.active = seat
    if emit and not state.is_out(seat):
        emit("action", "act.order", EVERYONE, seat=seat)


def _move(state: State, seat: int, emit: Emit | None) -> None:
    if not state.is_out(seat):
        state.frames.append(("move", seat, (0,)))


def _district(state: State, seat: int, emit: Emit | None) -> None:
    if not state.is_out(seat):
        state.frames.append(("district", seat, (state.place[seat], 0)))


def _launch(state: State, seat: int, emit: Emit | None) -> None:
    if not state.is_out(seat):
        launching.begin(state, seat, emit)


def _acted(state: State, seat: int, emit: Emit | None) -> None:
    """A player's action is over: quiet ones are counted, and goals that look at this moment do so."""
    quiet = state.rules.traced and state.trace[seat] == 0
    state.tally[seat]["quiet"] = state.tally[seat].get("quiet", 0) + 1 if quiet else 0
    if state.rules.mode == "versus":
        competing.acted(state, seat, emit)


# -- Combat ------------------------------------------------------------------------------------------------------------


def _combat(state: State, seat: int, emit: Emit | None) -> None:
    state.active = seat
    if emit and state.rules.seats > 1 and state.enemies[seat] and not state.is_out(seat):
        emit("fights", "combat.order", EVERYONE, seat=seat)
    combat.begin(state, seat, emit)


STEPS: Mapping[str, Callable[..., None]] = {
    "begin": _begin,
    "phase": _phase,
    "tick": destabilization_damage.tick,
    "start": _start,
    "window": _window,
    "trace": planning.trace_roll,
    "refill": planning.refill,
    "act": _act,
    "move": _move,
    "district": _district,
    "launch": _launch,
    "acted": _acted,
    "combat": _combat,
    "activity": activity.begin,
    "world": quest.world,
    "token": quest.pass_token,
    "tests": competing.tests,
    "time": competing.time_step,
}
AUTOMATIC = {"turn": advance}

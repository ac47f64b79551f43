"""The trace track: how much noise a player has made, and its price at the top."""

from __future__ import annotations

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.components import TRACE_TOP
from tabletop_kernel.games.tamashii.fighting import enemies
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Place
from tabletop_kernel.games.tamashii.state import State

TOP_ENEMIES = 2


def raise_trace(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> None:
    """Raise trace. The top space attaches two enemies at once and returns the marker to 0."""
    if not state.rules.traced:
        return
    left = number
    while left > 0:
        before = state.trace[seat]
        now = min(TRACE_TOP, before + left)
        left -= now - before
        state.trace[seat] = now
        if emit:
            emit("trace-up", rule, EVERYONE, seat=seat, count=now - before, trace=now)
        if now < TRACE_TOP:
            return
        _reach_top(state, seat, emit)
        if state.ruling["ruling.trace.overshoot"] == "lost":
            if left and emit:
                emit("trace-overshoot", "ruling.trace.overshoot", EVERYONE, seat=seat, count=left)
            return
        rule = "ruling.trace.overshoot"  # the rest counts on from 0


def _reach_top(state: State, seat: int, emit: Emit | None) -> None:
    if emit:
        count = min(TOP_ENEMIES, enemies.count_drawable(state))
        emit("trace-top" if count else "trace-top-alone", "trace.top", EVERYONE, seat=seat, count=count)
    enemies.draw_and_attach(state, seat, TOP_ENEMIES, "trace.top", emit)
    reset_trace(state, seat, "trace.top", emit)


def lower_trace(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """Lower trace, but never below 0. Return by how much."""
    steps = min(number, state.trace[seat]) if state.rules.traced else 0
    if steps > 0:
        state.trace[seat] -= steps
        if emit:
            emit("trace-down", rule, EVERYONE, seat=seat, count=steps, trace=state.trace[seat])
    return max(0, steps)


def reset_trace(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    if state.rules.traced and state.trace[seat]:
        state.trace[seat] = 0
        if emit:
            emit("trace-zero", rule, EVERYONE, seat=seat)


# -- what a tile adds --------------------------------------------------------------------------------------------------


def tile_trace(state: State, seat: int, place: Place, moved: bool) -> int:
    """Return what a tile adds to trace for a player who entered it or stayed on it."""
    tile = state.tile(place)
    printed, name = (tile.entry, line_keys.ENTRY) if moved else (tile.stationary, line_keys.STATIONARY)
    return max(0, printed + abilities.modifier(state, seat, name))


def added_without_relay(state: State, seat: int, place: Place) -> int:
    """Return what a special card adds to a move that ends without a relay, while a relay is left somewhere."""
    if "relay" in state.markers.get(place, ()) or not any("relay" in lying for lying in state.markers.values()):
        return 0
    return abilities.modifier(state, seat, line_keys.LISTENING)


def raise_by_step(state: State, seat: int, place: Place, moved: bool, emit: Emit | None) -> int:
    """Raise trace in the move & trace step by the tile of the step's figure. Return how much it adds."""
    first = tile_trace(state, seat, place, moved)
    more = added_without_relay(state, seat, place) if moved else 0
    own = "trace.entry" if moved else "trace.stationary"
    raise_trace(state, seat, first, "solo.bot-trace" if state.bot_used else own, emit)
    raise_trace(state, seat, more, "scen.special-aside", emit)
    return first + more

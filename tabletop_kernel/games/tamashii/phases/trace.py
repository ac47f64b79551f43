"""The trace track: how loud a player has been, and what comes of it at the top."""

from __future__ import annotations

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.components import TRACE_TOP
from tabletop_kernel.games.tamashii.fighting import enemies
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.pack import keys
from tabletop_kernel.games.tamashii.pack.kinds import Place
from tabletop_kernel.games.tamashii.state import State

TOP_ENEMIES = 2


def up(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> None:
    """Raise trace. On the top space two enemies come at once, and the marker goes back to 0."""
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
        _top(state, seat, emit)
        if state.ruling["ruling.trace.overshoot"] == "lost":
            if left and emit:
                emit("trace-overshoot", "ruling.trace.overshoot", EVERYONE, seat=seat, count=left)
            return
        rule = "ruling.trace.overshoot"  # what is left over is counted on from 0


def _top(state: State, seat: int, emit: Emit | None) -> None:
    if emit:
        count = min(TOP_ENEMIES, enemies.left(state))
        emit("trace-top" if count else "trace-top-alone", "trace.top", EVERYONE, seat=seat, count=count)
    enemies.attach(state, seat, TOP_ENEMIES, "trace.top", emit)
    to_zero(state, seat, "trace.top", emit)


def down(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """Lower trace, never below 0; by how much."""
    fallen = min(number, state.trace[seat]) if state.rules.traced else 0
    if fallen > 0:
        state.trace[seat] -= fallen
        if emit:
            emit("trace-down", rule, EVERYONE, seat=seat, count=fallen, trace=state.trace[seat])
    return max(0, fallen)


def to_zero(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    if state.rules.traced and state.trace[seat]:
        state.trace[seat] = 0
        if emit:
            emit("trace-zero", rule, EVERYONE, seat=seat)


# -- what a tile adds --------------------------------------------------------------------------------------------------


def value(state: State, seat: int, place: Place, moved: bool) -> int:
    """What a tile adds for a player who has entered it, or who has stayed on it."""
    tile = state.tile(place)
    printed, name = (tile.entry, keys.ENTRY) if moved else (tile.stationary, keys.STATIONARY)
    return max(0, printed + abilities.modifier(state, seat, name))


def overheard(state: State, seat: int, place: Place) -> int:
    """What a special card adds to a move that ends on a tile without a relay, while one is left somewhere."""
    if "relay" in state.markers.get(place, ()) or not any("relay" in lying for lying in state.markers.values()):
        return 0
    return abilities.modifier(state, seat, keys.LISTENING)


def of_step(state: State, seat: int, place: Place, moved: bool, emit: Emit | None) -> int:
    """The rise of the move & trace step, for the tile of the figure that is used in it; how much that was."""
    first = value(state, seat, place, moved)
    more = overheard(state, seat, place) if moved else 0
    own = "trace.entry" if moved else "trace.stationary"
    up(state, seat, first, "solo.bot-trace" if state.bot_used else own, emit)
    up(state, seat, more, "scen.special-aside", emit)
    return first + more

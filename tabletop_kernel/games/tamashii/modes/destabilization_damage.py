"""The damage that destabilization tokens deal at the beginning of every Planning phase, to enemies and to players.

The frame `("destabilization", ANYONE, hits)` holds those whose tokens are yet to deal damage, as `ticking` lists them.
"""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.decisions import ANYONE
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.fighting import enemies, wounds
from tabletop_kernel.games.tamashii.modes import destabilizing
from tabletop_kernel.games.tamashii.state import State


def tick(state: State, emit: Emit | None) -> None:
    """Let every token deal 1 damage to what bears it: one after the other, since shields are asked about."""
    hits = ticking(state)
    if hits:
        state.frames.append(("destabilization", ANYONE, hits))


def ticking(state: State) -> tuple[tuple[str, int], ...]:
    """Return whose tokens deal damage, as what they lie on and the seat, in the order of a ruling."""
    on = {
        "enemies": tuple(("enemies", seat) for seat in state.clockwise() if destabilizing.on_stack(state, seat)),
        "players": tuple(("players", seat) for seat in state.clockwise() if state.destabilized[seat]),
    }
    first = state.ruling["ruling.destab.order"]
    return on[first] + on["players" if first == "enemies" else "enemies"]


def advance(state: State, emit: Emit | None) -> None:
    """Deal the damage of the next seat's tokens."""
    kind, anyone, hits = state.frames.pop()
    if not hits:
        return
    state.frames.append((kind, anyone, hits[1:]))
    what, seat = hits[0]
    if what == "enemies":
        _hit_enemies(state, seat, emit)
    else:
        _hit_player(state, seat, emit)


def _hit_enemies(state: State, seat: int, emit: Emit | None) -> None:
    if emit and destabilizing.on_stack(state, seat):
        emit("fuses-burn", "destab.tick", EVERYONE, seat=seat, count=destabilizing.on_stack(state, seat))
    if destabilizing.on_cards(state):
        _hit_cards(state, seat, emit)
        return
    for _ in range(state.fuses[seat]):
        if state.enemies[seat]:
            enemies.deal(state, seat, 1, "destab.tick", emit)


def _hit_cards(state: State, seat: int, emit: Emit | None) -> None:
    """Deal each card what lies on it: from the bottom up, so that places above stay the same."""
    for index in reversed(range(len(state.enemies[seat]))):
        number = destabilizing.fuses_of(state.enemies[seat][index][0])
        if number:
            enemies.hit(state, seat, index, number, "ruling.destab.holder", emit)


def _hit_player(state: State, seat: int, emit: Emit | None) -> None:
    """Wound a player, who may use shields; under a ruling integrity drops, whatever shields there are."""
    number = state.destabilized[seat]
    if not number:
        return
    if emit:
        emit("destabilization-hurts", "destab.tick", EVERYONE, seat=seat, count=number)
    if state.ruling["ruling.destab.wound"] == "yes":
        wounds.wound(state, seat, number, "destab.tick", emit)
        return
    wounds.suffer(state, seat, number, "ruling.destab.wound", emit)


AUTOMATIC: dict[str, Callable[[State, Emit | None], None]] = {"destabilization": advance}

"""The damage from destabilization tokens to enemies and players, as each Planning phase begins.

The frame `("destabilization", ANYONE, hits)` has the seats whose tokens still deal damage, in the order of
`seats_with_tokens`.
"""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.fighting import enemies, wounds
from tabletop_kernel.games.tamashii.modes import destabilization_tokens
from tabletop_kernel.games.tamashii.state import State


def begin_damage(state: State, emit: Emit | None) -> None:
    """Let every token deal 1 damage to its enemy or player, one after another, since players may use shields."""
    hits = seats_with_tokens(state)
    if hits:
        state.frames.append(("destabilization", ANYONE, hits))


def seats_with_tokens(state: State) -> tuple[tuple[str, int], ...]:
    """Return the tokens that deal damage, as “enemies” or “players” and a seat, in the order of a ruling."""
    on = {
        "enemies": tuple(
            ("enemies", seat) for seat in state.clockwise() if destabilization_tokens.count_on_enemies(state, seat)
        ),
        "players": tuple(("players", seat) for seat in state.clockwise() if state.destabilized[seat]),
    }
    first = state.ruling["ruling.destab.order"]
    return on[first] + on["players" if first == "enemies" else "enemies"]


def damage_next_seat(state: State, emit: Emit | None) -> None:
    """Deal the damage from the next seat's tokens."""
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
    if emit and destabilization_tokens.count_on_enemies(state, seat):
        emit(
            "fuses-burn", "destab.tick", EVERYONE, seat=seat, count=destabilization_tokens.count_on_enemies(state, seat)
        )
    if destabilization_tokens.tokens_stay_on_card(state):
        _hit_cards(state, seat, emit)
        return
    for _ in range(state.fuses[seat]):
        if state.enemies[seat]:
            enemies.damage_top(state, seat, 1, "destab.tick", emit)


def _hit_cards(state: State, seat: int, emit: Emit | None) -> None:
    """Damage each enemy by its tokens, from the bottom up so that places don't shift."""
    for index in reversed(range(len(state.enemies[seat]))):
        number = destabilization_tokens.count_on_card(state.enemies[seat][index][0])
        if number:
            enemies.damage_at(state, seat, index, number, "ruling.destab.holder", emit)


def _hit_player(state: State, seat: int, emit: Emit | None) -> None:
    """Wound a player, who may use shields. Under a ruling, integrity drops regardless of shields."""
    number = state.destabilized[seat]
    if not number:
        return
    if emit:
        emit("destabilization-hurts", "destab.tick", EVERYONE, seat=seat, count=number)
    if state.ruling["ruling.destab.wound"] == "yes":
        wounds.wound_player(state, seat, number, "destab.tick", emit)
        return
    wounds.suffer_wounds(state, seat, number, "ruling.destab.wound", emit)


AUTOMATIC: dict[str, Callable[[State, Emit | None], None]] = {"destabilization": damage_next_seat}

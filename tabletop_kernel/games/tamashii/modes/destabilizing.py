"""Destabilization: tokens on boards and on enemies that hurt at the beginning of every Planning phase.

On enemies they lie on a player's stack as a whole (`state.fuses`) and hit whichever enemy is on top. Under a ruling
they lie on one card; then they are a mark of that card, `fuse2`, that leaves with it.
"""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.decisions import ANYONE
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.fighting import enemies, wounds
from tabletop_kernel.games.tamashii.state import State

TOKENS = "destabilization"  # in the supply
FUSE = "fuse"


# -- putting tokens down -----------------------------------------------------------------------------------------------


def on_player(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """Tokens onto a player's board; how many there were."""
    number = _taken(state, number)
    state.destabilized[seat] += number
    if emit and number:
        emit("destabilized", rule, EVERYONE, seat=seat, count=number, number=state.destabilized[seat])
    return number


def on_enemies(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """Tokens onto a player's enemies: they stack as long as there is an enemy; how many there were."""
    if not state.enemies[seat]:
        return 0
    number = _taken(state, number)
    if on_cards(state):
        card, damage = state.enemies[seat][0]
        state.enemies[seat] = ((_fused(card, fuses_of(card) + number), damage), *state.enemies[seat][1:])
    else:
        state.fuses[seat] += number
    if emit and number:
        emit("enemies-destabilized", rule, EVERYONE, seat=seat, count=number, number=on_stack(state, seat))
        if on_stack(state, seat) > number:
            emit("tokens-stack", "destab.stack", EVERYONE, seat=seat, number=on_stack(state, seat))
    return number


def _taken(state: State, number: int) -> int:
    """Take tokens from the supply, as far as there are any."""
    taken = max(0, min(number, state.supply.get(TOKENS, 0)))
    if taken:
        state.supply[TOKENS] -= taken
    return taken


def _back(state: State, number: int) -> None:
    if number:
        state.supply[TOKENS] = state.supply.get(TOKENS, 0) + number


def on_cards(state: State) -> bool:
    """Whether they lie on single cards at this table."""
    return state.ruling["ruling.destab.holder"] == "card"


def fuses_of(card: str) -> int:
    """The tokens that lie on one card."""
    return next((int(mark.removeprefix(FUSE)) for mark in card.split("!")[1:] if mark.startswith(FUSE)), 0)


def _fused(card: str, number: int) -> str:
    """A card with so many tokens on it. What the scenario has marked it with stays, and stays last."""
    name, *marks = card.split("!")
    return "!".join((name, *([f"{FUSE}{number}"] if number else []), *(m for m in marks if not m.startswith(FUSE))))


def on_stack(state: State, seat: int) -> int:
    """All tokens on a player's enemies."""
    return state.fuses[seat] + sum(fuses_of(card) for card, _ in state.enemies[seat])


# -- taking them away --------------------------------------------------------------------------------------------------


def clear_board(state: State, seat: int, emit: Emit | None) -> None:
    """A reset takes the tokens off the board."""
    number = state.destabilized[seat]
    _back(state, number)
    state.destabilized[seat] = 0
    if emit and number:
        emit("board-cleared", "destab.player-clear", EVERYONE, seat=seat, count=number)


def enemy_gone(state: State, seat: int, card: str, emit: Emit | None) -> None:
    """An enemy has left a stack: the tokens on it go along, those on the stack when it was the last one."""
    number = fuses_of(card)
    rule = "ruling.destab.holder"
    if not state.enemies[seat] and state.fuses[seat]:
        number, rule = number + state.fuses[seat], "destab.enemy-clear"
        state.fuses[seat] = 0
    _back(state, number)
    if emit and number:
        emit("enemies-cleared", rule, EVERYONE, seat=seat, count=number)


# -- the beginning of Planning -----------------------------------------------------------------------------------------


def tick(state: State, emit: Emit | None) -> None:
    """Every token deals 1 damage to what bears it: one after the other, since shields are asked about."""
    hits = ticking(state)
    if hits:
        state.frames.append(("destabilization", ANYONE, hits))


def ticking(state: State) -> tuple[tuple[str, int], ...]:
    """Whose tokens deal damage, from the first player, in the order of a ruling."""
    on = {
        "enemies": tuple(("enemies", seat) for seat in state.clockwise() if on_stack(state, seat)),
        "players": tuple(("players", seat) for seat in state.clockwise() if state.destabilized[seat]),
    }
    first = state.ruling["ruling.destab.order"]
    return on[first] + on["players" if first == "enemies" else "enemies"]


def advance(state: State, emit: Emit | None) -> None:
    """The next of those whose tokens deal damage."""
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
    if emit and on_stack(state, seat):
        emit("fuses-burn", "destab.tick", EVERYONE, seat=seat, count=on_stack(state, seat))
    if on_cards(state):
        _hit_cards(state, seat, emit)
        return
    for _ in range(state.fuses[seat]):
        if state.enemies[seat]:
            enemies.deal(state, seat, 1, "destab.tick", emit)


def _hit_cards(state: State, seat: int, emit: Emit | None) -> None:
    """Each card takes what lies on it. From the bottom up, so that places above stay the same."""
    for index in reversed(range(len(state.enemies[seat]))):
        number = fuses_of(state.enemies[seat][index][0])
        if number:
            enemies.hit(state, seat, index, number, "ruling.destab.holder", emit)


def _hit_player(state: State, seat: int, emit: Emit | None) -> None:
    """Wounds that shields help against; under a ruling integrity drops, whatever shields there are."""
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

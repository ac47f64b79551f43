"""Destabilization tokens: putting them on boards and on enemies, counting them, and taking them away again.

On enemies they lie on a player's stack as a whole (`state.fuses`) and hit whichever enemy is on top. Under a ruling
they lie on one card; then they are a mark of that card, `fuse2`, that leaves with it. The damage that they deal at the
beginning of Planning is in `destabilization_damage`.
"""

from __future__ import annotations

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.state import State

TOKENS = "destabilization"  # in the supply
FUSE = "fuse"


# -- putting tokens down -----------------------------------------------------------------------------------------------


def on_player(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """Put tokens onto a player's board; return how many there were."""
    number = _taken(state, number)
    state.destabilized[seat] += number
    if emit and number:
        emit("destabilized", rule, EVERYONE, seat=seat, count=number, number=state.destabilized[seat])
    return number


def on_enemies(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """Put tokens onto a player's enemies, where they stack while there is an enemy; return how many there were."""
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
    """Say whether they lie on single cards at this table."""
    return state.ruling["ruling.destab.holder"] == "card"


def fuses_of(card: str) -> int:
    """Return how many tokens lie on one card."""
    return next((int(mark.removeprefix(FUSE)) for mark in card.split("!")[1:] if mark.startswith(FUSE)), 0)


def _fused(card: str, number: int) -> str:
    """Return a card with so many tokens on it. What the scenario has marked it with stays, and stays last."""
    name, *marks = card.split("!")
    return "!".join((name, *([f"{FUSE}{number}"] if number else []), *(m for m in marks if not m.startswith(FUSE))))


def on_stack(state: State, seat: int) -> int:
    """Return how many tokens lie on all of a player's enemies."""
    return state.fuses[seat] + sum(fuses_of(card) for card, _ in state.enemies[seat])


# -- taking them away --------------------------------------------------------------------------------------------------


def clear_board(state: State, seat: int, emit: Emit | None) -> None:
    """Take the tokens off the board of a player who resets."""
    number = state.destabilized[seat]
    _back(state, number)
    state.destabilized[seat] = 0
    if emit and number:
        emit("board-cleared", "destab.player-clear", EVERYONE, seat=seat, count=number)


def enemy_gone(state: State, seat: int, card: str, emit: Emit | None) -> None:
    """Take the tokens off an enemy that has left a stack, and those off the stack if it was the last one."""
    number = fuses_of(card)
    rule = "ruling.destab.holder"
    if not state.enemies[seat] and state.fuses[seat]:
        number, rule = number + state.fuses[seat], "destab.enemy-clear"
        state.fuses[seat] = 0
    _back(state, number)
    if emit and number:
        emit("enemies-cleared", rule, EVERYONE, seat=seat, count=number)

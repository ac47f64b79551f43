"""Destabilization tokens: put on boards and enemies, counted, and removed.

On enemies, they belong to a player's whole stack (`state.fuses`) and hit the top enemy. Under a ruling, they are on one
card, as its mark `fuse2`, and leave with it. `destabilization_damage` has their damage in Planning.
"""

from __future__ import annotations

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.state import State

TOKENS = "destabilization"  # in the supply
FUSE = "fuse"


# -- putting tokens down -----------------------------------------------------------------------------------------------


def on_player(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """Put tokens on a player's board. Return how many were there."""
    number = _taken(state, number)
    state.destabilized[seat] += number
    if emit and number:
        emit("destabilized", rule, EVERYONE, seat=seat, count=number, number=state.destabilized[seat])
    return number


def on_enemies(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """Put tokens on a player's enemies, if there are any. Return how many were there."""
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
    """Take tokens from the supply, as far as there are any. Return how many."""
    taken = max(0, min(number, state.supply.get(TOKENS, 0)))
    if taken:
        state.supply[TOKENS] -= taken
    return taken


def _back(state: State, number: int) -> None:
    if number:
        state.supply[TOKENS] = state.supply.get(TOKENS, 0) + number


def on_cards(state: State) -> bool:
    """Tell if tokens are on single cards at this table."""
    return state.ruling["ruling.destab.holder"] == "card"


def fuses_of(card: str) -> int:
    """Return how many tokens are on one card."""
    return next((int(mark.removeprefix(FUSE)) for mark in card.split("!")[1:] if mark.startswith(FUSE)), 0)


def _fused(card: str, number: int) -> str:
    """Return a card with this many tokens on it. Marks from the scenario stay, and stay last."""
    name, *marks = card.split("!")
    return "!".join((name, *([f"{FUSE}{number}"] if number else []), *(m for m in marks if not m.startswith(FUSE))))


def on_stack(state: State, seat: int) -> int:
    """Return how many tokens are on all of a player's enemies."""
    return state.fuses[seat] + sum(fuses_of(card) for card, _ in state.enemies[seat])


# -- taking them away --------------------------------------------------------------------------------------------------


def clear_board(state: State, seat: int, emit: Emit | None) -> None:
    """Remove the tokens from the board of a player who resets."""
    number = state.destabilized[seat]
    _back(state, number)
    state.destabilized[seat] = 0
    if emit and number:
        emit("board-cleared", "destab.player-clear", EVERYONE, seat=seat, count=number)


def enemy_gone(state: State, seat: int, card: str, emit: Emit | None) -> None:
    """Remove the tokens of an enemy that has left a stack, and those of the stack if it was the last enemy."""
    number = fuses_of(card)
    rule = "ruling.destab.holder"
    if not state.enemies[seat] and state.fuses[seat]:
        number, rule = number + state.fuses[seat], "destab.enemy-clear"
        state.fuses[seat] = 0
    _back(state, number)
    if emit and number:
        emit("enemies-cleared", rule, EVERYONE, seat=seat, count=number)

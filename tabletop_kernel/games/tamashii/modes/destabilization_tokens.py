"""Destabilization tokens: put on boards and enemies, counted, and removed.

On enemies, they belong to a player's whole stack (`state.fuses`) and hit the top enemy. Under a ruling, they stay on
one card, as its mark `fuse2`, and leave with it. Those on boards are in `state.destabilized`. Their damage in Planning
is in `destabilization_damage`.
"""

from __future__ import annotations

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.state import State

SUPPLY_NAME = "destabilization"  # the tokens' key in `state.supply`
CARD_MARK = "fuse"  # before their number, in the mark of an enemy card


# -- putting tokens down -----------------------------------------------------------------------------------------------


def place_on_board(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """Put tokens on a player's board, as far as the supply has them. Return how many."""
    number = _take_from_supply(state, number)
    state.destabilized[seat] += number
    if emit and number:
        emit("destabilized", rule, EVERYONE, seat=seat, count=number, number=state.destabilized[seat])
    return number


def place_on_enemies(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """Put tokens on a player's enemies, as far as the supply has them. Return how many; 0 without enemies."""
    if not state.enemies[seat]:
        return 0
    number = _take_from_supply(state, number)
    if tokens_stay_on_card(state):
        card, damage = state.enemies[seat][0]
        state.enemies[seat] = ((_mark_card(card, count_on_card(card) + number), damage), *state.enemies[seat][1:])
    else:
        state.fuses[seat] += number
    if emit and number:
        emit("enemies-destabilized", rule, EVERYONE, seat=seat, count=number, number=count_on_enemies(state, seat))
        if count_on_enemies(state, seat) > number:
            emit("tokens-stack", "destab.stack", EVERYONE, seat=seat, number=count_on_enemies(state, seat))
    return number


def _take_from_supply(state: State, number: int) -> int:
    """Take tokens from the supply, as far as it has them. Return how many."""
    taken = max(0, min(number, state.supply.get(SUPPLY_NAME, 0)))
    if taken:
        state.supply[SUPPLY_NAME] -= taken
    return taken


def _return_to_supply(state: State, number: int) -> None:
    if number:
        state.supply[SUPPLY_NAME] = state.supply.get(SUPPLY_NAME, 0) + number


def tokens_stay_on_card(state: State) -> bool:
    """Tell if tokens stay on the enemy card they were put on, under this table's ruling."""
    return state.ruling["ruling.destab.holder"] == "card"


def count_on_card(card: str) -> int:
    """Return how many tokens are on one card: 2 for “toll-clerk!fuse2”."""
    return next((int(mark.removeprefix(CARD_MARK)) for mark in card.split("!")[1:] if mark.startswith(CARD_MARK)), 0)


def _mark_card(card: str, number: int) -> str:
    """Return a card with this many tokens on it. Marks from the scenario stay, and stay last."""
    name, *marks = card.split("!")
    tokens = [f"{CARD_MARK}{number}"] if number else []
    return "!".join((name, *tokens, *(mark for mark in marks if not mark.startswith(CARD_MARK))))


def count_on_enemies(state: State, seat: int) -> int:
    """Return how many tokens are on all of a player's enemies."""
    return state.fuses[seat] + sum(count_on_card(card) for card, _ in state.enemies[seat])


# -- taking them away --------------------------------------------------------------------------------------------------


def clear_board(state: State, seat: int, emit: Emit | None) -> None:
    """Remove the tokens from the board of a player who resets."""
    number = state.destabilized[seat]
    _return_to_supply(state, number)
    state.destabilized[seat] = 0
    if emit and number:
        emit("board-cleared", "destab.player-clear", EVERYONE, seat=seat, count=number)


def clear_enemy(state: State, seat: int, card: str, emit: Emit | None) -> None:
    """Remove the tokens of an enemy that has left a stack, and those of the stack if it was the last enemy."""
    number = count_on_card(card)
    rule = "ruling.destab.holder"
    if not state.enemies[seat] and state.fuses[seat]:
        number += state.fuses[seat]
        rule = "destab.enemy-clear"
        state.fuses[seat] = 0
    _return_to_supply(state, number)
    if emit and number:
        emit("enemies-cleared", rule, EVERYONE, seat=seat, count=number)

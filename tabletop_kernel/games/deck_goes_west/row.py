"""The trade row: cards on offer, closed up after a purchase and moved on at night.

The row is kept from left to right. Its front is the end where cards leave at night; new cards join at the other end.
"""

from __future__ import annotations

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.deck_goes_west.components import TRADE_ROW
from tabletop_kernel.games.deck_goes_west.state import State


def front(state: State) -> int:
    """The place in the row from which a card leaves at night."""
    return len(state.row) - 1 if _moves_right(state) else 0


def _moves_right(state: State) -> bool:
    return state.ruling["ruling.row-front"] == "right"


def refill(state: State, slot: int, emit: Emit | None) -> None:
    """A card that is bought leaves the row: the gap is closed, and a new card comes in at the back."""
    _out(state, slot)
    fill(state, "buy.refill", emit)


def night(state: State, emit: Emit | None) -> None:
    """The front card goes to the trade discard pile, the others move up, and a new card comes in at the back."""
    if state.row:
        card = _out(state, front(state))
        state.trade_discard = (card, *state.trade_discard)
        if emit:
            emit("row-loses", "night.row", EVERYONE, card=card)
    fill(state, "night.row", emit)


def _out(state: State, slot: int) -> str:
    card = state.row[slot]
    state.row = state.row[:slot] + state.row[slot + 1 :]
    return card


def fill(state: State, rule: str, emit: Emit | None) -> None:
    """Cards join the back of the row until it is full, as far as there are any."""
    while len(state.row) < TRADE_ROW and (state.trade or _reshuffle(state, emit)):
        card, state.trade = state.trade[0], state.trade[1:]
        state.row = (card, *state.row) if _moves_right(state) else (*state.row, card)
        if emit:
            emit("row-gets", rule, EVERYONE, card=card)
    if emit and len(state.row) < TRADE_ROW:
        emit("row-short", "ruling.trade-empty", EVERYONE, count=len(state.row))


def _reshuffle(state: State, emit: Emit | None) -> bool:
    """The trade discard pile becomes the draw pile; False if it is empty too, or a ruling says no."""
    cards = sorted(state.trade_discard)
    if not cards or state.ruling["ruling.trade-empty"] == "stay-short":
        return False
    state.chance.shuffle("trade", cards)
    state.trade, state.trade_discard = tuple(cards), ()
    if emit:
        emit("row-reshuffle", "buy.five", EVERYONE, count=len(cards))
    return True

"""The trade row: cards for sale. Gaps are closed after a purchase, and the row moves on at night.

The row is kept from left to right. Cards leave its front at night, and new cards join at the other end.
"""

from __future__ import annotations

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.deck_goes_west.components import TRADE_ROW_SIZE
from tabletop_kernel.games.deck_goes_west.state import State


def front_slot(state: State) -> int:
    """Return the place in the row from which a card leaves at night."""
    return len(state.row) - 1 if _is_front_right(state) else 0


def _is_front_right(state: State) -> bool:
    return state.ruling["ruling.row-front"] == "right"


def refill_after_purchase(state: State, slot: int, emit: Emit | None) -> None:
    """Take a bought card out of the row, close the gap, and add a new card at the back."""
    _take_from_row(state, slot)
    fill_row(state, "buy.refill", emit)


def move_on_at_night(state: State, emit: Emit | None) -> None:
    """Discard the front card, move the others up, and add a new card at the back."""
    if state.row:
        card = _take_from_row(state, front_slot(state))
        state.trade_discard = (card, *state.trade_discard)
        if emit:
            emit("row-loses", "night.row", EVERYONE, card=card)
    fill_row(state, "night.row", emit)


def _take_from_row(state: State, slot: int) -> str:
    card = state.row[slot]
    state.row = state.row[:slot] + state.row[slot + 1 :]
    return card


def fill_row(state: State, rule: str, emit: Emit | None) -> None:
    """Add cards at the back of the row until it is full, or until there are none."""
    while len(state.row) < TRADE_ROW_SIZE and (state.trade or _reshuffle(state, emit)):
        card, state.trade = state.trade[0], state.trade[1:]
        state.row = (card, *state.row) if _is_front_right(state) else (*state.row, card)
        if emit:
            emit("row-gets", rule, EVERYONE, card=card)
    if emit and len(state.row) < TRADE_ROW_SIZE:
        emit("row-short", "ruling.trade-empty", EVERYONE, count=len(state.row))


def _reshuffle(state: State, emit: Emit | None) -> bool:
    """Turn the trade discard pile into the draw pile; return False if it is empty too, or a ruling forbids it."""
    cards = sorted(state.trade_discard)
    if not cards or state.ruling["ruling.trade-empty"] == "stay-short":
        return False
    state.chance.shuffle("trade", cards)
    state.trade, state.trade_discard = tuple(cards), ()
    if emit:
        emit("row-reshuffle", "buy.five", EVERYONE, count=len(cards))
    return True

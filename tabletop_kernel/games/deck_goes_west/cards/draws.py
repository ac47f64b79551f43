"""Card draws from a player's own pile, and the deaths they can bring."""

from __future__ import annotations

from tabletop_kernel.contract.events import EVERYONE, Emit, all_but, only
from tabletop_kernel.games.deck_goes_west.days import ending
from tabletop_kernel.games.deck_goes_west.state import State


def draw_cards(state: State, seat: int, count: int, rule: str, emit: Emit | None) -> None:
    """Draw cards; too much danger may kill the player."""
    if draw_until_deadly(state, seat, count, rule, emit):
        ending.die(state, seat, "death.danger-hand", emit)


def draw_until_deadly(state: State, seat: int, count: int, rule: str, emit: Emit | None) -> bool:
    """Draw as many cards as possible, reshuffling the discard pile if needed. Return True if that was deadly."""
    size = state.character_of(seat).hand if state.ruling["ruling.over-hand"] == "stop-at-size" else None
    drawn: list[str] = []
    for _ in range(count):
        if size is not None and len(state.hand[seat]) >= size:
            _report_drawn(state, seat, drawn, rule, emit)
            if emit:
                emit("hand-full", "ruling.over-hand", EVERYONE, seat=seat, limit=size)
            return False
        if not state.draw[seat]:
            _report_drawn(state, seat, drawn, rule, emit)
            if not _reshuffle(state, seat, emit):
                return False
        drawn.append(_draw_card(state, seat))
        if state.ruling["ruling.danger-death-time"] == "at-once" and has_too_much_danger(state, seat):
            _report_drawn(state, seat, drawn, rule, emit)
            return True
    _report_drawn(state, seat, drawn, rule, emit)
    return False


def _draw_card(state: State, seat: int) -> str:
    card, state.draw[seat] = state.draw[seat][0], state.draw[seat][1:]
    state.top[seat] = max(0, state.top[seat] - 1)
    state.put_in_hand(seat, card)
    return card


def _report_drawn(state: State, seat: int, drawn: list[str], rule: str, emit: Emit | None) -> None:
    """Report the cards drawn so far, without their order, and clear the list."""
    if emit and drawn:
        open_hands = state.open_hands()
        cards = list(state.in_order(tuple(drawn)))
        emit("drew", rule, EVERYONE if open_hands else only(seat), seat=seat, cards=cards)
        if not open_hands:
            emit("draws", rule, all_but(seat), seat=seat, count=len(cards))
    drawn.clear()


def _reshuffle(state: State, seat: int, emit: Emit | None) -> bool:
    """Turn the discard pile into the draw pile; return False if it is empty too."""
    cards = list(state.in_order(state.discard[seat]))
    if not cards:
        if emit:
            emit("no-more", "day.no-more", EVERYONE, seat=seat)
        return False
    state.chance.shuffle(f"deck {seat}", cards)
    state.draw[seat], state.top[seat], state.discard[seat] = tuple(cards), 0, ()
    if emit:
        emit("reshuffles", "day.reshuffle", EVERYONE, seat=seat, count=len(cards))
    return True


def has_too_much_danger(state: State, seat: int) -> bool:
    """Tell if the danger cards in a hand have reached its limit."""
    return state.count_dangers(seat) >= state.danger_limit(seat)

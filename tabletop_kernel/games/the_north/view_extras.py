"""What a view says besides the faces of cards: whose cards everyone knows, and where hidden cards are."""

from __future__ import annotations

from tabletop_kernel.contract.game import OpenDecision, View
from tabletop_kernel.games.the_north.state import PER_SEAT, SHARED_ZONES, State


def list_owned(state: State) -> list[list[str]] | None:
    """Return the cards in each seat's Deck and hand together: everyone saw each card when it got there.

    None if a ruling forbids looking at other sides: then no one knows the cards for certain.
    """
    if state.ruling["ruling.inspect"] == "no":
        return None
    return [list(state.in_order((*state.deck[seat], *state.hand[seat]))) for seat in range(state.seats)]


def place_of_card(state: State, card: str) -> str:
    """Return a card's place, for a view that must not name its hidden side. A place in a Deck has no position."""
    for name in PER_SEAT:
        for seat, pile in enumerate(getattr(state, name)):
            if card in pile:
                return f"{name}.{seat}.{-1 if name == 'deck' else pile.index(card)}"
    for name in SHARED_ZONES:
        if card in getattr(state, name):
            return f"{name}..{getattr(state, name).index(card)}"
    return card


def mask_frames(state: State) -> list[list[object]]:
    """Return the frames as a view shows them, but with cards named by place: the table hides the other sides."""
    cards = state.rules.ancient
    return [
        [kind, seat, [place_of_card(state, p) if p in cards and p not in state.flipped else p for p in data]]
        for kind, seat, data in state.frames
    ]


def unmask_frames(piles: View, view: View) -> list[OpenDecision]:
    """Return the masked frames of a view, with the cards that are in those places now."""
    return [(kind, seat, tuple([_card_at(piles, part) for part in data])) for kind, seat, data in view["frames"]]


def _card_at(piles: View, part: object) -> object:
    name, *where = part.split(".") if isinstance(part, str) else ("",)
    if len(where) != 2 or name not in (*PER_SEAT, *SHARED_ZONES):
        return part
    pile = piles[name][int(where[0])] if where[0] else piles[name]
    return pile[int(where[1])]

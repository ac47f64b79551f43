"""Visibility of two-sided cards.

In a view every pile is a list of faces: "frost-widow/outpost" if both sides are known, "?/outpost" or "frost-widow/?"
if one is, "?/?" if neither is.
"""

from __future__ import annotations

from typing import Any

from tabletop_kernel.contract.game import View
from tabletop_kernel.contract.zones import FacedZone, Faces
from tabletop_kernel.games.the_north.state import NOTHING, State, one_side


def lying(side: str) -> Faces:
    """Return the faces of face-up piles that show this side."""

    def faces(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
        if state.ruling["ruling.inspect"] == "yes":
            return list(cards)
        return [state.face(card, side) for card in cards]

    return faces


def held(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return a hand: its owner sees everything, other players see backs."""
    if owner == viewer:
        return list(cards)
    # Sorted by back: the owner's order would give hints about the other sides.
    return sorted(state.back(card) for card in cards)


def decked(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return a player's Deck, Facility side up: only the top card's Facility is seen."""
    return [one_side(state.rules, cards[0], "facility"), *[NOTHING] * (len(cards) - 1)] if cards else []


def buried(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return the Wastes Deck, with its top as the ruling shows it."""
    return [state.top(), *[NOTHING] * (len(cards) - 1)] if cards else []


def collected(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return The Collector's Deck, face down until the game ends, unless a ruling opens it."""
    seen = state.result is not None or state.ruling["ruling.collector-deck"] == "yes"
    return list(cards) if seen else [NOTHING] * len(cards)


def boxed(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return the cards out of the game: they aren't secret."""
    return list(cards)


ZONES = (
    FacedZone("wastes", lying("ancient")),
    FacedZone("wastes_deck", buried),
    FacedZone("deck", decked, per_seat=True),
    FacedZone("hand", held, per_seat=True),
    FacedZone("discard", lying("ancient"), per_seat=True),
    FacedZone("ancients", lying("ancient"), per_seat=True),
    FacedZone("facilities", lying("facility"), per_seat=True),
    FacedZone("collector", collected),
    FacedZone("aside", lying("ancient")),
    FacedZone("box", boxed),
)
PER_SEAT = tuple(zone.name for zone in ZONES if zone.per_seat)
SHARED = tuple(zone.name for zone in ZONES if not zone.per_seat)


def open_facts(state: State) -> View:
    """Return the facts that everyone sees."""
    result = state.result
    return {
        "turn": state.turn,
        "active": state.active,
        "first": state.first,
        "frames": [[kind, seat, list(data)] for kind, seat, data in state.frames],
        "used": list(state.used),
        "announced": list(state.announced),
        "flipped": list(state.flipped),
        "paid": state.paid,
        "chain": state.chain,
        "points": list(state.points),
        "node": list(state.node),
        "primed": list(state.primed),
        "result": result and [result.rule, list(result.results), list(result.scores)],
    }


def owned(state: State) -> list[list[str]] | None:
    """Return the cards in each seat's Deck and hand together: everyone saw each card when it got there.

    None if a ruling forbids looking at other sides: then no one knows the cards for certain.
    """
    if state.ruling["ruling.inspect"] == "no":
        return None
    return [list(state.in_order((*state.deck[seat], *state.hand[seat]))) for seat in range(state.seats)]


def locate(state: State, card: str) -> str:
    """Return a card's place, for a view that must not name its hidden side. A place in a Deck has no position."""
    for name in PER_SEAT:
        for seat, pile in enumerate(getattr(state, name)):
            if card in pile:
                return f"{name}.{seat}.{-1 if name == 'deck' else pile.index(card)}"
    for name in SHARED:
        if card in getattr(state, name):
            return f"{name}..{getattr(state, name).index(card)}"
    return card


def masked(state: State, frames: list[Any]) -> list[Any]:
    """Return frames that name cards by place, for a table that hides the other sides."""
    cards = state.rules.ancient
    return [
        [kind, seat, [locate(state, p) if p in cards and p not in state.flipped else p for p in data]]
        for kind, seat, data in frames
    ]


def unmasked(piles: View, frames: list[Any]) -> list[Any]:
    """Return masked frames with the cards that are in those places now."""
    return [[kind, seat, [_found(piles, part) for part in data]] for kind, seat, data in frames]


def _found(piles: View, part: Any) -> Any:
    name, *where = part.split(".") if isinstance(part, str) else ("",)
    if len(where) != 2 or name not in (*PER_SEAT, *SHARED):
        return part
    pile = piles[name][int(where[0])] if where[0] else piles[name]
    return pile[int(where[1])]

"""Visibility, and the facts that a view adds to the pieces."""

from __future__ import annotations

from typing import Any

from tabletop_kernel.contract.game import View
from tabletop_kernel.contract.zones import FacedZone, Zone, everyone, nobody
from tabletop_kernel.games.the_west_ascendant.state import State
from tabletop_kernel.games.the_west_ascendant.steps import in_front

UNSEEN = "?"  # a hidden card


def held(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> Any:
    """Return a hand: cards for its owner, a number for others, or None if a ruling hides the number."""
    if owner == viewer:
        return list(cards)
    return len(cards) if state.ruling["ruling.hand-count"] == "yes" else None


def made(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return made Doppelgates: their Facility sides are hidden, but under a ruling not from their owner."""
    if owner == viewer and state.ruling["ruling.gate-peek"] == "owner":
        return list(cards)
    return [UNSEEN] * len(cards)


def stacked(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return a Locus deck: its top, or all of it if a ruling opens it."""
    if browsed(state):
        return list(cards)
    return [*cards[:1], *[UNSEEN] * (len(cards) - 1)]


def browsed(state: State) -> bool:
    """Tell if Locus decks are open."""
    return state.ruling["ruling.locus-browse"] == "yes" or state.ruling["ruling.face-up"] == "all"


def piled(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return the discard pile: all of it, or under a ruling its top card."""
    if state.ruling["ruling.discard-open"] == "yes":
        return list(cards)
    return [*cards[:1], *[UNSEEN] * (len(cards) - 1)]


ZONES = (
    Zone("deck", sees=nobody),
    Zone("middle", sees=everyone),
    FacedZone("discard", piled),
    FacedZone("loci", stacked, per_seat=True),  # one for each Locus deck, not for each seat
    FacedZone("hand", held, per_seat=True),
    Zone("zone", per_seat=True, sees=everyone),
    FacedZone("gates", made, per_seat=True),
    Zone("box", sees=everyone),
)
PILES = ("deck", "middle", "discard", "box")
PER_SEAT = ("hand", "zone", "gates")


def open_facts(state: State) -> View:
    """Return the facts that everyone sees."""
    result = state.result
    return {
        "turn": state.turn,
        "active": state.active,
        "first": state.first,
        "frames": [[kind, seat, _lists(data)] for kind, seat, data in state.frames],
        "dusk": state.dusk,
        "last": state.last,
        "action": state.action,
        "pulse": state.pulse,
        "took": list(state.took),
        "paid": list(state.paid),
        "made": state.made,
        "reacted": state.reacted,
        "declared": list(state.declared),
        "points": list(state.points),
        "known": [list(cards) for cards in state.known],
        "engine": list(state.engine),
        "city": list(state.city),
        "renewed": list(state.renewed),
        "result": result and [result.rule, list(result.results), list(result.scores)],
    }


def _lists(data: tuple[Any, ...]) -> list[Any]:
    return [_lists(part) if isinstance(part, tuple) else part for part in data]


def number(state: State) -> int:
    """Return the step's number on the turn card; 0 before the first turn and after the last."""
    return state.rules.number.get(state.step, 0)


def side(state: State) -> str:
    """Return the visible side of the turn card: “front” or “back”."""
    how = state.ruling["ruling.turncard-sides"]
    if how == "two-halves":
        return "front" if not state.step or in_front(state.rules.steps, state.step) else "back"
    return "back" if state.dusk and how == "day-dusk" else "front"

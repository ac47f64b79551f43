"""The zones and who sees them, with all else that a view shows."""

from __future__ import annotations

from typing import Any

from tabletop_kernel.contract.game import View
from tabletop_kernel.contract.zones import FacedZone, Zone, everyone, nobody, owner
from tabletop_kernel.games.deck_goes_west.state import State

UNSEEN = "?"  # a card that nobody can see


def held(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> Any:
    """Return the cards of a hand for its owner, or for everyone where hands are open; else their number."""
    return list(cards) if owner == viewer or state.open_hands() else len(cards)


def stacked(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return a draw pile with only the cards that were put on top openly."""
    assert owner is not None
    known = state.top[owner]
    return [*cards[:known], *[UNSEEN] * (len(cards) - known)]


def laid(state: State, ground: list[list[int]], owner: int | None, viewer: int | None) -> list[list[int]]:
    """Return the map with the faces of face-down tiles hidden."""
    return [tile if tile[3] else [*tile[:2], 0, *tile[3:]] for tile in ground]


ZONES = (
    FacedZone("ground", laid),
    FacedZone("hand", held, per_seat=True),
    FacedZone("draw", stacked, per_seat=True),
    Zone("discard", per_seat=True, sees=everyone),
    Zone("played", per_seat=True, sees=everyone),
    Zone("aside", per_seat=True, sees=owner),
    Zone("row", sees=everyone),
    Zone("trade", sees=nobody),
    Zone("trade_discard", sees=everyone),
    Zone("pain", sees=nobody),
    Zone("pain_scrap", sees=everyone),
    Zone("exhaustion", sees=nobody),
    Zone("exhaustion_scrap", sees=everyone),
    Zone("land", sees=nobody),
    Zone("land_discard", sees=everyone),
    Zone("box", sees=everyone),
)
PER_SEAT = ("hand", "draw", "discard", "played", "aside")
PILES = ("row", "trade", "trade_discard", "pain", "pain_scrap", "exhaustion", "exhaustion_scrap", "box")
LAND = ("land", "land_discard")
NUMBERS = ("day", "begun", "p1", "active", "acted", "passed", "dead", "reached", "lying", "tapped", "used")
LISTS = ("score", "character", "far", "top")


def open_facts(state: State) -> View:
    """Return everything on the table that isn't in a zone."""
    result = state.result
    return {
        **{name: getattr(state, name) for name in NUMBERS},
        **{name: list(getattr(state, name)) for name in LISTS},
        "frames": [_lists(frame) for frame in state.frames],
        "pending": [_lists(frame) for frame in state.pending],
        "refused": _lists(state.refused),
        "records": dict(state.records),
        "bandits": [[*place, count] for place, count in sorted(state.bandits.items())],
        "rails": [list(place) for place in sorted(state.rails)],
        "wagon": list(state.wagon) if state.wagon else None,
        "fed": _lists(state.fed),
        "worked": _lists(state.worked),
        "meeple": [*map(list, state.meeple)],
        "stock": [*map(list, state.stock)],
        "kept": [*map(_lists, state.kept)],
        "result": result and [result.rule, list(result.results), list(result.scores)],
    }


def _lists(data: tuple[Any, ...]) -> list[Any]:
    """Return nested tuples as lists."""
    return [_lists(part) if type(part) is tuple else part for part in data]

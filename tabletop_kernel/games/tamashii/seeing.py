"""Views: who sees what, and the open facts besides the pieces.

Nearly everything is open. Hidden are the order of decks, and the faces of face-down tiles, exploration tokens and dice
tokens. A player who looks at the top of the enemy deck sees those cards while deciding about them. Taken goals are face
down, but they were face up before, so everyone knows them.
"""

from __future__ import annotations

from typing import Any

from tabletop_kernel.contract.game import View
from tabletop_kernel.contract.zones import FacedZone, Zone, everyone, nobody
from tabletop_kernel.games.tamashii.state import State

UNSEEN = "?"  # a hidden piece
LOOK = "order"  # the decision of a player who looks at the enemy deck; its data starts with the number of cards


def laid(state: State, ground: list[list[Any]], owner: int | None, viewer: int | None) -> list[list[Any]]:
    """Return the map as seen by anyone: faces are hidden while face down."""
    return [
        [q, r, tile if up else UNSEEN, up, UNSEEN if find else "", [_marker(one) for one in markers]]
        for q, r, tile, up, find, markers in ground
    ]


def _marker(marker: str) -> str:
    """Return a marker, without the face of a face-down dice token."""
    return "die" if marker.startswith("die:") and not marker.endswith("!") else marker


def counted(state: State, decks: list[list[Any]], owner: int | None, viewer: int | None) -> list[list[Any]]:
    """Return decks by name, with their sizes."""
    return [[name, len(cards)] for name, cards in decks]


def first_up(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return a deck whose top card is face up."""
    return [*cards[:1], *[UNSEEN] * (len(cards) - 1)]


def looked_at(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return the enemy deck, with its top cards shown only to the player who looks at them."""
    known = seen_by(state, viewer)
    return [*cards[:known], *[UNSEEN] * (len(cards) - known)]


def seen_by(state: State, viewer: int | None) -> int:
    """Return how many top cards of the enemy deck a seat is looking at."""
    return max((int(data[0]) for kind, seat, data in state.frames if kind == LOOK and seat == viewer), default=0)


ZONES = (
    FacedZone("ground", laid),
    FacedZone("enemy_deck", looked_at),
    FacedZone("factions", counted),
    FacedZone("goal_deck", first_up),
    Zone("finds_left", sees=nobody),
    Zone("body_deck", sees=nobody),
    Zone("protocol_deck", sees=nobody),
    Zone("event_deck", sees=nobody),
    Zone("reward_deck", sees=nobody),
    Zone("diary_deck", sees=nobody),
    Zone("class_deck", per_seat=True, sees=nobody),
    Zone("goals_taken", per_seat=True, sees=everyone),
    Zone("enemy_discard", sees=everyone),
    Zone("market", sees=everyone),
    Zone("event_discard", sees=everyone),
    Zone("diary_box", sees=everyone),
    Zone("goals", sees=everyone),
    Zone("box", sees=everyone),
    Zone("bodies", per_seat=True, sees=everyone),
    Zone("equipped", per_seat=True, sees=everyone),
    Zone("unequipped", per_seat=True, sees=everyone),
    Zone("event", per_seat=True, sees=everyone),
)
PILES = tuple(zone.name for zone in ZONES if not zone.per_seat and zone.name not in ("ground", "factions"))
PER_SEAT = tuple(zone.name for zone in ZONES if zone.per_seat)

VALUES = (
    "turn",
    "phase",
    "first",
    "active",
    "out",
    "time",
    "card",
    "card_turn",
    "corrupted",
    "batteries",
    "bot_used",
    "enhancement",
    "pvp",
)
TEXTS = ("specials", "newly_unlocked", "newly_locked")  # several words each
LISTS = (
    "walker",
    "core",
    "grid",
    "bag",
    "dump",
    "exp",
    "integrity",
    "maximum",
    "trace",
    "classes",
    "protocol",
    "learned",
    "destabilized",
    "fuses",
    "moves_left",
    "diary",
)
TUPLES = ("assets", "place", "start_place", "enemies", "launched", "used")  # lists of tuples
COUNTS = ("on_card", "supply")


def open_facts(state: State) -> View:
    """Return the open facts."""
    result = state.result
    return {
        **{name: getattr(state, name) for name in VALUES},
        **{name: list(getattr(state, name)) for name in (*TEXTS, *LISTS)},
        **{name: [*map(list, getattr(state, name))] for name in TUPLES},
        "enemies": [*map(as_lists, state.enemies)],  # the only list with nested tuples
        **{name: dict(getattr(state, name)) for name in COUNTS},
        "tally": [dict(counts) for counts in state.tally],
        "guest": list(state.guest),
        "bot": list(state.bot) if state.bot is not None else None,
        "frames": [as_lists(frame) for frame in state.frames],
        "result": result and [result.rule, list(result.results), list(result.scores)],
    }


def as_lists(data: Any) -> Any:
    """Return nested tuples as lists."""
    return [as_lists(part) if isinstance(part, tuple) else part for part in data] if isinstance(data, tuple) else data

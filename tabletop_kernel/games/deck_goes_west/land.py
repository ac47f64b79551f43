"""The land under one's feet: what a step costs, how far two places are apart, and a meeple that is put somewhere."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tabletop_kernel import grid
from tabletop_kernel.events import EVERYONE, Emit
from tabletop_kernel.games.deck_goes_west.state import Place, State
from tabletop_kernel.rulebook import Verdict

WALK, CLIMB, SAIL = "walk", "climb", "sail"
WAYS = (WALK, CLIMB, SAIL)
MOUNTAIN, WATER, RIVER = "mountain", "water", "river"
PLAIN = "plain"  # land without any type: a camp, under a ruling
UPHILL = 2  # what walking onto a mountain costs


def named(state: State, place: Place) -> dict[str, Any]:
    """A place as facts for a sentence: where it is, and which tile lies there if that can be seen."""
    return {"place": place, "tile": state.tiles[place]} if place in state.up else {"place": place}


def distance(state: State, one: Place, other: Place) -> int:
    """How many spaces lie between two places, whatever is between them."""
    if state.ruling["ruling.range"] == "diagonal":
        return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
    return grid.steps(one, other)


# -- what a step costs -------------------------------------------------------------------------------------------------


def costs(state: State, origin: Place, place: Place) -> dict[str, int]:
    """What a step onto a face-up tile costs by each kind of movement that can make it."""
    found = {WALK: walking(state, place), CLIMB: _climbing(state, place), SAIL: _sailing(state, origin, place)}
    return {way: cost for way, cost in found.items() if cost}


def walking(state: State, place: Place) -> int:
    """What it costs to walk onto a face-up tile; 0 if nobody can.

    On a tile of several types the cheapest counts, and a railway is the cheapest of all.
    """
    dry, rail = _dry(state, place), place in state.rails
    if not dry:
        return int(rail and state.ruling["ruling.bridge-walk"] != "no")
    if set(dry) != {MOUNTAIN} or (rail and state.ruling["ruling.rail-mountain"] == "1-returned"):
        return 1
    return UPHILL


def _climbing(state: State, place: Place) -> int:
    dry = _dry(state, place)
    if state.ruling["ruling.move-costs"] == "climb-mountain-only":
        return int(MOUNTAIN in dry)
    return int(bool(dry) or (place in state.rails and state.ruling["ruling.bridge-walk"] == "yes"))


def _sailing(state: State, origin: Place, place: Place) -> int:
    """Onto Water and River from anywhere, onto other land only from there."""
    if _wet(state, place) or (place in state.rails and state.ruling["ruling.rail-sail"] == "anywhere"):
        return 1
    return int(_wet(state, origin) and not _too_steep_to_land(state, place))


def _dry(state: State, place: Place) -> tuple[str, ...]:
    """The types of a tile by which one can come on foot."""
    return _without_water(state.types(place) or (PLAIN,))


@lru_cache(maxsize=256)
def _without_water(types: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(kind for kind in types if kind != WATER)


def _wet(state: State, place: Place) -> bool:
    return place in state.up and bool({WATER, RIVER} & set(state.types(place)))


def _too_steep_to_land(state: State, place: Place) -> bool:
    """A boat does not land on a mountain; a ruling makes a railway there a landing."""
    rail = place in state.rails and state.ruling["ruling.rail-sail"] != "as-its-land"
    return set(_dry(state, place)) == {MOUNTAIN} and not rail


def returned(state: State, place: Place, way: str) -> int:
    """How much of what a step has cost is given back: walking onto a railway tile is."""
    bonus = (WALK, CLIMB) if state.ruling["ruling.climb-rail"] == "yes" else (WALK,)
    return int(place in state.rails and way in bonus)


def why_not(state: State, origin: Place, place: Place, way: str) -> Verdict:
    """Why a kind of movement cannot make a step, however much of it there is."""
    if way == SAIL:
        rule = "move.sail-mountain" if _too_steep_to_land(state, place) else "move.sail-land"
    elif not _dry(state, place) and place not in state.rails:
        rule = f"move.{way}-water"
    elif way == CLIMB and state.ruling["ruling.move-costs"] == "climb-mountain-only":
        rule = "ruling.move-costs"  # without it, climbing leads onto all land, and onto bridges
    else:
        rule = "ruling.bridge-walk"
    return Verdict(rule, type=way, **named(state, place))


def rule_of(state: State, origin: Place, place: Place, way: str) -> str:
    """The rule by which a step costs what it costs: the most particular one."""
    if returned(state, place, way):
        return "move.rail-bonus"
    dry = _dry(state, place)
    if (way == WALK and MOUNTAIN in dry and len(dry) > 1) or (way == SAIL and MOUNTAIN in dry):
        return "move.cheaper"
    if way == SAIL:
        return "move.sail" if _wet(state, place) else "move.sail-land"
    if not _dry(state, origin):
        return "move.off-water"
    downhill = _dry(state, origin) == (MOUNTAIN,) != dry  # the mountain that is left costs nothing
    return "move.onto" if downhill else f"move.{way}"


# -- meeples -----------------------------------------------------------------------------------------------------------


def put(state: State, seat: int, place: Place, emit: Emit | None) -> None:
    """A meeple has come to a tile: whatever brought it there, it stands."""
    state.meeple[seat] = place
    state.far[seat] = max(state.far[seat], place[0])
    if state.lying >> seat & 1:
        state.lying &= ~(1 << seat)
        if emit:
            emit("stands", "job.stand", EVERYONE, seat=seat)

"""The places where movement leads, each by the cheapest way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.deck_goes_west.land.map_drawing import chart
from tabletop_kernel.games.deck_goes_west.land.movement_points import (
    Moving,
    prices,
    ridden,
    short,
    stepped,
    trial_kinds,
)
from tabletop_kernel.games.deck_goes_west.state import Place, State
from tabletop_kernel.toolkit.maps import cheapest_ways


class Way(NamedTuple):
    """A way to a place: the movement it takes, not counting rides, and its moves."""

    cost: int
    moves: tuple[Move, ...]


class Stop(NamedTuple):
    """A place on the way, and the movement left there; None on a face-down tile, whose cost is unknown."""

    place: Place
    left: tuple[tuple[str, int], ...] | None


def ways(state: State, moving: Moving) -> dict[Place, Way]:
    """Return every place that this movement leads to. A way ends on a face-down tile."""
    start = Stop(state.meeple[moving.whom], moving.amounts())
    came: dict[Stop, tuple[Move, Moving]] = {start: ((), moving)}  # the move there, and the movement left

    def onward(stop: Stop) -> Iterator[tuple[Stop, int]]:
        left = came[stop][1]
        for move, there, after in _next(state, left, stop.place) if stop.left is not None else ():
            hidden = there not in state.up
            other = Stop(there, None if hidden else after.amounts())
            came.setdefault(other, (move, after))
            yield other, 1 if hidden else _steps(left) - _steps(after)

    found: dict[Place, Way] = {}
    for stop, way in cheapest_ways(start, onward).items():
        cost = _steps(moving) - _steps(came[stop][1]) + (stop.left is None)
        found.setdefault(stop.place, Way(cost, tuple([came[one][0] for one in way[1:]])))
    del found[start.place]
    return found


def _next(state: State, moving: Moving, here: Place) -> Iterator[tuple[Move, Place, Moving]]:
    """Yield each step and ride from a place, with its goal and the movement left there."""
    for there in chart(state).beside(here):
        if there not in state.up:
            if trial_kinds(state, moving):
                yield ("step", *there), there, moving
            continue
        for way, price in prices(state, here, there).items():
            if not short(moving, price):
                yield ("step", *there, way), there, stepped(state, moving, there, way, price)[0]
    for there in chart(state).rides(here, moving.rides[-1]) if moving.rides else ():
        yield ("ride", *there), there, ridden(state, moving, here, there)[0]


def _steps(moving: Moving) -> int:
    return moving.walk + moving.climb + moving.sail

"""The places where movement leads, each by the cheapest way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.deck_goes_west.land.map_drawing import chart
from tabletop_kernel.games.deck_goes_west.land.movement_points import (
    Moving,
    is_short,
    movement_after_ride,
    movement_after_step,
    prices,
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
    arrivals: dict[Stop, tuple[Move, Moving]] = {start: ((), moving)}  # the move there, and the movement left

    def onward(stop: Stop) -> Iterator[tuple[Stop, int]]:
        left = arrivals[stop][1]
        for move, there, after in _next_moves(state, left, stop.place) if stop.left is not None else ():
            is_hidden = there not in state.up
            next_stop = Stop(there, None if is_hidden else after.amounts())
            arrivals.setdefault(next_stop, (move, after))
            yield next_stop, 1 if is_hidden else _step_points(left) - _step_points(after)

    way_to: dict[Place, Way] = {}
    for stop, way in cheapest_ways(start, onward).items():
        cost = _step_points(moving) - _step_points(arrivals[stop][1]) + (stop.left is None)
        way_to.setdefault(stop.place, Way(cost, tuple([arrivals[earlier][0] for earlier in way[1:]])))
    del way_to[start.place]
    return way_to


def _next_moves(state: State, moving: Moving, here: Place) -> Iterator[tuple[Move, Place, Moving]]:
    """Yield each step and ride from a place, with its goal and the movement left there."""
    for there in chart(state).beside(here):
        if there not in state.up:
            if trial_kinds(state, moving):
                yield ("step", *there), there, moving
            continue
        for way, price in prices(state, here, there).items():
            if not is_short(moving, price):
                yield ("step", *there, way), there, movement_after_step(state, moving, there, way, price)[0]
    for there in chart(state).rides(here, moving.rides[-1]) if moving.rides else ():
        yield ("ride", *there), there, movement_after_ride(state, moving, here, there)[0]


def _step_points(moving: Moving) -> int:
    return moving.walk + moving.climb + moving.sail

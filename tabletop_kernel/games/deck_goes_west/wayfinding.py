"""Where movement leads to: every place within reach, by the cheapest way there."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from tabletop_kernel.game import Move
from tabletop_kernel.games.deck_goes_west import land
from tabletop_kernel.games.deck_goes_west.movement import Moving, prices, ridden, short, stepped, trial_kinds
from tabletop_kernel.games.deck_goes_west.state import Place, State


class Way(NamedTuple):
    """How to get to a place: how much movement it takes, rides not counted, and the moves."""

    cost: int
    moves: tuple[Move, ...]


def ways(state: State, moving: Moving) -> dict[Place, Way]:
    """Every place that this movement leads to. A face-down tile is where a way ends: nobody knows what it takes."""
    start = state.meeple[moving.whom]
    found = {start: Way(0, ())}
    waiting: list[tuple[int, int, Place, Moving, tuple[Move, ...]]] = [(0, 0, start, moving, ())]
    seen = {(start, moving.amounts())}
    while waiting:
        cost, _, here, left, moves = heappop(waiting)
        found.setdefault(here, Way(cost, moves))
        for step, there, after in _next(state, left, here):
            if there not in state.up:
                found.setdefault(there, Way(cost + 1, (*moves, step)))
            elif (there, after.amounts()) not in seen:
                seen.add((there, after.amounts()))
                total = cost + _steps(left) - _steps(after)
                heappush(waiting, (total, len(seen), there, after, (*moves, step)))
    del found[start]
    return found


def _next(state: State, moving: Moving, here: Place) -> Iterator[tuple[Move, Place, Moving]]:
    """Each step and each ride from a place, with where it leads and what is left then."""
    for there in state.neighbours(here):
        if there not in state.up:
            if trial_kinds(state, moving):
                yield ("step", *there), there, moving
            continue
        for way, price in prices(state, here, there).items():
            if not short(moving, price):
                yield ("step", *there, way), there, stepped(state, moving, there, way, price)[0]
    if here in state.rails and moving.rides:
        for there in sorted(state.rails - {here}):
            if land.distance(state, here, there) <= moving.rides[-1]:
                yield ("ride", *there), there, ridden(state, moving, here, there)[0]


def _steps(moving: Moving) -> int:
    return moving.walk + moving.climb + moving.sail

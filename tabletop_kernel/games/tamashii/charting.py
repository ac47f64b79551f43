"""The map as a graph: what lies beside what, how far it is, and how many turns it takes to get there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import networkx as nx

from tabletop_kernel import grid
from tabletop_kernel.games.tamashii.pack.kinds import Place
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.maps import Chart


def chart(state: State) -> Chart:
    """The places of the map, and the steps between them."""
    return state.map.once("chart", lambda: chart_of(tuple(state.tiles)))


@lru_cache(maxsize=64)
def chart_of(places: tuple[Place, ...]) -> Chart:
    """The same for all maps that are laid alike."""
    made: Chart = nx.freeze(Chart.of(places, hexes=True))
    return made


def beside(state: State, place: Place) -> Iterable[Place]:
    """The tiles next to one."""
    return chart(state).beside(place)


def distance(one: Place, two: Place) -> int:
    """How many steps lie between two places, with or without tiles on the way."""
    return grid.steps(one, two, hexes=True)


def steps(state: State, start: Place) -> Mapping[Place, int]:
    """How many steps it is to each tile, past tiles that lie face up or down."""
    return state.map.once(("steps", start), lambda: chart(state).steps(start))


def open_steps(state: State, start: Place) -> Mapping[Place, int]:
    """The same if a way ends at the first tile that lies face down."""
    return state.map.once(("open steps", start), lambda: chart(state).steps(start, ends=down(state)))


def down(state: State) -> frozenset[Place]:
    """The tiles that lie face down."""
    return state.map.once("down", lambda: frozenset(state.tiles) - state.up)


def turns(state: State, start: Place, steps: int) -> Mapping[Place, int]:
    """How many turns it takes to get to each tile, with so many steps a turn: face-down tiles end a move."""

    def in_one(here: Place) -> list[Place]:
        return [there for there, far in open_steps(state, here).items() if far <= max(1, steps)]

    return state.map.once(("turns", start, steps), lambda: chart(state).fewest(start, in_one))

"""Maps of squares and of hexes: who lies beside whom, how far it is, and where one can get to.

A place is `(column, row)`. On a map of squares columns are counted westwards and rows southwards, so West is column + 1
and North is row - 1. With `hexes=True` the two numbers are axial coordinates, and every place has six neighbours.
A map is whatever holds such places: a dict of tiles, a set. It is part of the state; a graph never is.

What a rule asks in every move is plain Python. `graph`, `parts`, `cut_off`, `distances` and `shortest` look at a map as
a whole and need networkx, which comes with the notebooks and is imported when one of them is first called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any

from tabletop_kernel.errors import SetupError, UnknownName

Place = tuple[int, int]
Cost = Callable[[Place, Place], float | None]  # of a step from a place to its neighbour; None: one cannot go there
Reach = dict[Place, tuple[float, Place | None]]  # what it costs to get to a place, and from where one steps onto it

COMPASS: dict[str, Place] = {"N": (0, -1), "E": (-1, 0), "S": (0, 1), "W": (1, 0)}
CORNERS = ((-1, -1), (-1, 1), (1, 1), (1, -1))
SQUARE = tuple(COMPASS.values())
HEX = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


# -- beside one another ------------------------------------------------------------------------------------------------


def neighbours(place: Place, hexes: bool = False) -> list[Place]:
    """The places one step away, whether or not the map has them."""
    column, row = place
    return [(column + across, row + down) for across, down in (HEX if hexes else SQUARE)]


def around(place: Place, eight: bool = False) -> list[Place]:
    """The squares around one: its neighbours, and with `eight` those at its corners too."""
    column, row = place
    ways = SQUARE + CORNERS if eight else SQUARE
    return [(column + across, row + down) for across, down in ways]


def toward(place: Place, compass: str) -> Place:
    """The next square in a direction: "N", "E", "S" or "W"."""
    if compass not in COMPASS:
        raise UnknownName(f"There is no direction {compass!r}: there are {', '.join(COMPASS)}.")
    across, down = COMPASS[compass]
    return place[0] + across, place[1] + down


def compass(start: Place, end: Place) -> str | None:
    """The direction in which the other square lies, however far; None if it is the same or lies askew."""
    across, down = end[0] - start[0], end[1] - start[1]
    if bool(across) == bool(down):
        return None
    if across:
        return "W" if across > 0 else "E"
    return "S" if down > 0 else "N"


def steps(one: Place, other: Place, hexes: bool = False) -> int:
    """How many steps lie between two places if nothing is in the way."""
    across, down = other[0] - one[0], other[1] - one[1]
    if hexes:
        return max(abs(across), abs(down), abs(across + down))
    return abs(across) + abs(down)


def within(place: Place, n: int, hexes: bool = False) -> list[Place]:
    """All places at most n steps away, the nearest first, the place itself among them."""
    column, row = place
    near = [(column + across, row + down) for across in range(-n, n + 1) for down in range(-n, n + 1)]
    distance = {each: steps(place, each, hexes) for each in near}
    return sorted((each for each in near if distance[each] <= n), key=lambda each: (distance[each], each))


# -- getting there -----------------------------------------------------------------------------------------------------


def reach(start: Place, points: float, cost: Cost, hexes: bool = False) -> Reach:
    """Every place that these points lead to, by the cheapest way. `cost` knows the map; no step costs less than 0."""
    found: Reach = {start: (0, None)}
    waiting: list[tuple[float, Place]] = [(0, start)]
    ways = HEX if hexes else SQUARE
    while waiting:
        spent, here = heappop(waiting)
        if spent > found[here][0]:
            continue  # a cheaper way was found while this one waited
        column, row = here
        for across, down in ways:
            there = (column + across, row + down)
            step = cost(here, there)
            if step is None or spent + step > points:
                continue
            if there not in found or spent + step < found[there][0]:
                found[there] = (spent + step, here)
                heappush(waiting, (spent + step, there))
    return found


def path_to(reached: Reach, place: Place) -> list[Place]:
    """The places on the way to one that can be reached, from the start to itself; none if it cannot."""
    path: list[Place] = []
    here = place if place in reached else None
    while here is not None:
        path.append(here)
        here = reached[here][1]
    return path[::-1]


# -- the map as a whole ------------------------------------------------------------------------------------------------


def graph(places: Iterable[Place], cost: Cost | None = None, hexes: bool = False) -> Any:
    """The map as a frozen networkx graph. With a cost it has two ways between neighbours, each with its own `cost`.

    Without a cost it is made once for the same places. A graph with costs is made anew: a cost is a function, and may
    look at things that have changed.
    """
    if cost is None:
        return _graph(frozenset(places), hexes)
    return _with_costs(frozenset(places), cost, hexes)


@lru_cache(maxsize=64)
def _graph(places: frozenset[Place], hexes: bool) -> Any:
    nx = _networkx()
    made = nx.Graph()
    made.add_nodes_from(sorted(places))
    made.add_edges_from(_steps_in(places, hexes))
    return nx.freeze(made)


def _with_costs(places: frozenset[Place], cost: Cost, hexes: bool) -> Any:
    nx = _networkx()
    made = nx.DiGraph()
    made.add_nodes_from(sorted(places))
    for here, there in _steps_in(places, hexes):
        step = cost(here, there)
        if step is not None:
            made.add_edge(here, there, cost=step)
    return nx.freeze(made)


def _steps_in(places: frozenset[Place], hexes: bool) -> Iterator[tuple[Place, Place]]:
    return ((here, there) for here in sorted(places) for there in neighbours(here, hexes) if there in places)


def parts(places: Iterable[Place], hexes: bool = False) -> list[set[Place]]:
    """The pieces that the map falls into, the largest first."""
    found = _networkx().connected_components(graph(places, hexes=hexes))
    return sorted(map(set, found), key=lambda part: (-len(part), min(part)))


def cut_off(places: Iterable[Place], home: Place, hexes: bool = False) -> set[Place]:
    """The places from which no way leads home: all of them where home is not on the map."""
    everything = set(places)
    return everything.difference(*(part for part in parts(everything, hexes) if home in part))


def distances(
    places: Iterable[Place], start: Place, cost: Cost | None = None, hexes: bool = False
) -> Mapping[Place, float]:
    """What it takes to get from one place to every other that can be reached: steps, or the sum of their costs."""
    nx, made = _networkx(), graph(places, cost, hexes)
    if start not in made:
        return {}
    if cost is None:
        return dict(nx.single_source_shortest_path_length(made, start))
    return dict(nx.single_source_dijkstra_path_length(made, start, weight="cost"))


def shortest(
    places: Iterable[Place], start: Place, end: Place, cost: Cost | None = None, hexes: bool = False
) -> list[Place]:
    """One of the shortest ways between two places, both among them; none if there is no way."""
    nx, made = _networkx(), graph(places, cost, hexes)
    if start not in made or end not in made or not nx.has_path(made, start, end):
        return []
    return list(nx.shortest_path(made, start, end, weight=None if cost is None else "cost"))


def _networkx() -> Any:
    try:
        import networkx
    except ImportError:
        raise SetupError("Looking at a map as a whole needs networkx: pip install networkx") from None
    return networkx

"""The map as a graph, as everyone sees it: the cost of a step, the length of a ride, and where ways lead.

A chart is drawn when the map has changed. Its nodes are the places of tiles, its edges the steps from each to those
beside it. A step says in which `direction` it goes, and what it costs by each kind of movement that can make it, such
as `walk`; a step onto a face-down tile has no costs, since nobody knows what it takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import networkx as nx

from tabletop_kernel.contract.game import View
from tabletop_kernel.games.deck_goes_west.ruling_types import Rulings, rulings_of
from tabletop_kernel.games.deck_goes_west.state import DIRECTIONS, Land, Place, Rules, State
from tabletop_kernel.toolkit import grid
from tabletop_kernel.toolkit.maps import Chart, Facts, Steps, position

WALK, CLIMB, SAIL = "walk", "climb", "sail"
WAYS = (WALK, CLIMB, SAIL)
MOUNTAIN, WATER, RIVER = "mountain", "water", "river"
PLAIN = "plain"  # land without any type: a camp, under a ruling
UPHILL = 2  # what walking onto a mountain costs
HIDDEN: Facts = {"face_up": False, "rail": False}  # what is known of a face-down tile
UNKNOWN: Steps = {direction: {"direction": direction} for direction in DIRECTIONS}


class LandChart(Chart):
    """The places of the map with what lies there openly, and the steps between them.

    A place knows whether its tile lies `face_up` and has a `rail`. Face up it also knows the `tile` and its `types`.
    """

    picture: Any  # all that everybody sees of the map: equal for charts that are alike
    diagonal: bool  # under a ruling spaces are counted askew, too

    def costs(self, origin: Place, place: Place) -> dict[str, int]:
        """List the cost of a step by each kind of movement that can make it."""
        step = self.edges[origin, place] if self.has_edge(origin, place) else {}
        return {way: step[way] for way in WAYS if way in step}

    def distance(self, one: Place, other: Place) -> int:
        """Count the spaces between two places, whatever lies there."""
        if self.diagonal:
            return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
        return grid.steps(one, other)

    def walk(self, origin: Place, place: Place) -> int:
        """Look up the cost to walk from a place to one beside it; 0 if you can't."""
        steps: Mapping[Place, Mapping[str, int]] = self._adj.get(origin, {})
        return steps[place].get(WALK, 0) if place in steps else 0

    def has_railway(self, place: Place) -> bool:
        return place in self and bool(self.nodes[place]["rail"])

    @cached_property
    def railways(self) -> nx.Graph:
        """The places with a railway, and between any two of them a ride over so many `spaces`."""
        lines = nx.Graph()
        lines.add_nodes_from(filter(self.has_railway, self))
        pairs = [(one, two) for one in lines for two in lines if one < two]
        lines.add_edges_from((one, two, {"spaces": self.distance(one, two)}) for one, two in pairs)
        return nx.freeze(lines)

    def rides(self, place: Place, most: int) -> list[Place]:
        """List the places in reach of a ride of this length, sorted."""
        if not self.has_railway(place):
            return []
        return sorted(other for other, ride in self.railways[place].items() if ride["spaces"] <= most)

    @cached_property
    def bottlenecks(self) -> frozenset[Place]:
        """The places that everyone East of them must pass to reach known land further West.

        Known ways are steps by any kind of movement, and rides however far. What lies face down may turn out to be
        another way, so nobody can say more than that no other is known.
        """
        ways = nx.Graph()
        for here, there, step in self.edges(data=True):
            if self.nodes[here]["face_up"] and any(way in step for way in WAYS):
                ways.add_edge(here, there)
        ways.add_edges_from(self.railways.edges)
        return frozenset(place for place in nx.articulation_points(ways) if _parts_west(ways, place))


def _parts_west(ways: nx.Graph, place: Place) -> bool:
    """Check that some land lies West of a place, and that without the place no other land leads there."""
    around = nx.node_connected_component(ways, place) - {place}
    parts = [{column > place[0] for column, _ in part} for part in nx.connected_components(ways.subgraph(around))]
    return {True} in parts and {False} in parts and {True, False} not in parts


# -- drawing it --------------------------------------------------------------------------------------------------------


def chart(state: State) -> LandChart:
    """Chart the map."""
    return state.map.once("chart", lambda: _remembered(state))


def _remembered(state: State) -> LandChart:
    """Reuse a chart of the same land: bots imagine it again and again."""
    tiles, charts = state.tiles, state.rules.charts
    picture = frozenset(tiles), frozenset([(place, tiles[place]) for place in state.up]), state.rails
    found = charts.get(picture)
    if found is None:
        found = charts.keep(picture, drawn(state.rules, state.map))
        found.picture = picture
    return found


def drawn(rules: Rules, land: Land) -> LandChart:
    """Draw a new chart. All it takes from a face-down tile is its place."""
    places: dict[Place, Facts] = {}
    by_land: dict[Place, Steps] = {}
    by_water: dict[Place, Steps] = {}  # onto the same places
    ruled, afloat = _ruled(rulings_of(rules.config)), set()
    for place, tile in sorted(land.tiles.items()):
        places[place], by_land[place], by_water[place] = HIDDEN, UNKNOWN, UNKNOWN
        if place in land.up:
            ground = Ground(rules.types[tile], place in land.rails)
            places[place] = _facts(tile, ground)
            by_land[place], by_water[place] = _steps(ruled, ground, False), _steps(ruled, ground, True)
            if ground.wet:
                afloat.add(place)
    made = LandChart.drawn(places, lambda here: by_water if here in afloat else by_land)
    made.diagonal = rulings_of(rules.config)["ruling.range"] == "diagonal"
    frozen: LandChart = nx.freeze(made)
    return frozen


@lru_cache(maxsize=512)
def _facts(tile: int, ground: Ground) -> Facts:
    return {"face_up": True, "rail": ground.rail, "tile": tile, "types": ground.types}


@lru_cache(maxsize=1024)
def _steps(ruled: Ruled, ground: Ground, afloat: bool) -> Steps:
    """The steps onto a tile by direction; `afloat`: from Water or a River."""
    costs = _costs(ruled, ground, afloat)
    return {direction: {"direction": direction, **costs} for direction in DIRECTIONS}


# -- for others --------------------------------------------------------------------------------------------------------


def seen(rules: Rules, view: View) -> nx.DiGraph:
    """Map a view: each tile with what is on it. No way leads on from a face-down tile."""
    chart, made = drawn(rules, Land.written(view)), nx.DiGraph()
    bandits = {(column, row): count for column, row, count in view["bandits"]}
    for column, row, _, up, back in view["ground"]:
        place, facts = (column, row), chart.nodes[column, row]
        known = _known(rules, facts["tile"]) if up else {"name": "", "face_up": False, "stars": [back]}
        made.add_node(place, pos=position(place), **known, railway=facts["rail"], bandits=bandits.get(place, 0))
        made.nodes[place].update(wagon=view["wagon"] == [column, row], players=_players(view, place))
    for here, there, step in chart.edges(data=True):
        costs = {way: step.get(way) if chart.nodes[here]["face_up"] else None for way in WAYS}
        hidden = not chart.nodes[there]["face_up"]
        passable = chart.nodes[here]["face_up"] and (hidden or any(costs.values()))
        made.add_edge(here, there, direction=step["direction"], passable=passable, **costs)
    return made


def _known(rules: Rules, number: int) -> dict[str, Any]:
    tile = rules.tiles[number]
    return {
        "name": tile.name,
        "face_up": True,
        "terrain": list(rules.types[number]),
        "camp": tile.camp,
        "stars": list(tile.face),
    }


def _players(view: View, place: Place) -> list[int]:
    """List the seats with a meeple there."""
    return [seat for seat, at in enumerate(view["meeple"]) if (*at,) == place and not view["dead"] >> seat & 1]


# -- what a step costs -------------------------------------------------------------------------------------------------


class Ruled(NamedTuple):
    """The rulings that change the cost of a step."""

    climbing: str
    bridge: str
    rail_mountain: str
    rail_sail: str


def _ruled(ruling: Rulings) -> Ruled:
    return Ruled(
        ruling["ruling.move-costs"],
        ruling["ruling.bridge-walk"],
        ruling["ruling.rail-mountain"],
        ruling["ruling.rail-sail"],
    )


class Ground(NamedTuple):
    """A face-up tile, as far as it matters for a step."""

    types: tuple[str, ...]
    rail: bool

    @property
    def dry(self) -> tuple[str, ...]:
        """The types that you can enter on foot."""
        return _without_water(self.types or (PLAIN,))

    @property
    def wet(self) -> bool:
        return WATER in self.types or RIVER in self.types

    @property
    def steep(self) -> bool:
        """True if the tile is a mountain and nothing else."""
        return set(self.dry) == {MOUNTAIN}


def ground(state: State, place: Place) -> Ground:
    """Look up the ground of a face-up tile."""
    return Ground(state.types(place), place in state.rails)


def from_land(state: State, place: Place) -> dict[str, int]:
    """List the costs of a step onto a face-up tile from dry land."""
    return _costs(_ruled(state.ruling), ground(state, place), False)


def is_only_way_west(state: State, place: Place) -> bool:
    """Check that every known way further West than a place passes it."""
    return place in chart(state).bottlenecks


@lru_cache(maxsize=256)
def _without_water(types: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(kind for kind in types if kind != WATER)


def _costs(ruled: Ruled, ground: Ground, afloat: bool) -> dict[str, int]:
    """List the costs of a step onto a face-up tile; `afloat`: from Water or a River."""
    found = {WALK: _walking(ruled, ground), CLIMB: _climbing(ruled, ground), SAIL: _sailing(ruled, ground, afloat)}
    return {way: cost for way, cost in found.items() if cost}


def _walking(ruled: Ruled, ground: Ground) -> int:
    """On a tile of several types the cheapest counts, and a railway is cheapest of all; 0: impossible."""
    if not ground.dry:
        return int(ground.rail and ruled.bridge != "no")
    return UPHILL if ground.steep and not (ground.rail and ruled.rail_mountain == "1-returned") else 1


def _climbing(ruled: Ruled, ground: Ground) -> int:
    if ruled.climbing == "climb-mountain-only":
        return int(MOUNTAIN in ground.dry)
    return int(bool(ground.dry) or (ground.rail and ruled.bridge == "yes"))


def _sailing(ruled: Ruled, ground: Ground, afloat: bool) -> int:
    """Onto Water and River from anywhere, onto other land only from there."""
    if ground.wet or (ground.rail and ruled.rail_sail == "anywhere"):
        return 1
    return int(afloat and not too_steep_to_land(ground, ruled.rail_sail))


def too_steep_to_land(ground: Ground, rail_sail: str) -> bool:
    """A boat does not land on a mountain; a ruling makes a railway there a landing."""
    return ground.steep and not (ground.rail and rail_sail != "as-its-land")

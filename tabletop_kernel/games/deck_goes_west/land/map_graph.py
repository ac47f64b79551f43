"""The chart of a map: the places of its tiles, and the steps and rides between them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import networkx as nx

from tabletop_kernel.toolkit import grid
from tabletop_kernel.toolkit.grid import Place
from tabletop_kernel.toolkit.maps import Chart

WALK, CLIMB, SAIL = "walk", "climb", "sail"
WAYS = (WALK, CLIMB, SAIL)


class LandChart(Chart):
    """The places of the map with everything open on them, and the steps between them.

    A place knows if its tile is `face_up` and has a `rail`. A face-up place also knows its `tile` and the `types`.
    """

    picture: tuple[object, ...]  # everything open on the map: equal for charts of the same land
    diagonal: bool  # a ruling counts diagonal spaces, too

    def costs(self, origin: Place, place: Place) -> dict[str, int]:
        """Return the cost of a step by each kind of movement that can make it."""
        step = self.edges[origin, place] if self.has_edge(origin, place) else {}
        return {way: step[way] for way in WAYS if way in step}

    def distance(self, one: Place, other: Place) -> int:
        """Return the number of spaces between two places, whatever lies there."""
        if self.diagonal:
            return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
        return grid.steps(one, other)

    def walk(self, origin: Place, place: Place) -> int:
        """Return the cost to walk from a place to one beside it; 0 if you can't."""
        steps: Mapping[Place, Mapping[str, int]] = self._adj.get(origin, {})
        return steps[place].get(WALK, 0) if place in steps else 0

    def has_railway(self, place: Place) -> bool:
        return place in self and bool(self.nodes[place]["rail"])

    @cached_property
    def railways(self) -> nx.Graph:
        """Return the places with a railway, and between any two of them a ride with its number of `spaces`."""
        lines = nx.Graph()
        lines.add_nodes_from(filter(self.has_railway, self))
        pairs = [(one, two) for one in lines for two in lines if one < two]
        lines.add_edges_from((one, two, {"spaces": self.distance(one, two)}) for one, two in pairs)
        return nx.freeze(lines)

    def rides(self, place: Place, most: int) -> list[Place]:
        """Return the places within reach of a ride of this length, sorted."""
        if not self.has_railway(place):
            return []
        return sorted(other for other, ride in self.railways[place].items() if ride["spaces"] <= most)

    @cached_property
    def bottlenecks(self) -> frozenset[Place]:
        """Return the places that everyone East of them must pass to reach known land further West.

        Known ways are steps by any kind of movement, and rides of any length. A face-down tile may turn out to be
        another way, so all this says is that no other way is known.
        """
        ways = nx.Graph()
        for here, there, step in self.edges(data=True):
            if self.nodes[here]["face_up"] and any(way in step for way in WAYS):
                ways.add_edge(here, there)
        ways.add_edges_from(self.railways.edges)
        return frozenset(place for place in nx.articulation_points(ways) if _separates_west(ways, place))


def _separates_west(ways: nx.Graph, place: Place) -> bool:
    """Tell if only this place connects the land West of it with the rest."""
    around = nx.node_connected_component(ways, place) - {place}
    parts = [{column > place[0] for column, _ in part} for part in nx.connected_components(ways.subgraph(around))]
    return {True} in parts and {False} in parts and {True, False} not in parts

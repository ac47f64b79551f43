"""Maps of tiles, as networkx graphs.

A `Map` is part of a state: the tile at each place, and which tiles are face up. It never changes, so copies of a state
share it. A `Chart` is the graph of a map: its nodes are places, its edges are steps. A game makes a new chart when the
map changes, and uses it for every route and distance. `draw` makes a picture of any graph whose nodes have a `pos`,
such as the one from `session.map()`.

    land = Session("deck_goes_west", seed=3).map()
    networkx.shortest_path(land, (0, 1), (4, 2), weight="walk")
    draw(land)
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from html import escape
from itertools import cycle
from math import sqrt
from typing import Any, Generic, Self, TypeVar

import networkx as nx

from tabletop_kernel.contract.html import CHART
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.toolkit.grid import COMPASS, HEX, Place

T = TypeVar("T")
V = TypeVar("V")
N = TypeVar("N", bound=Hashable)
Steps = Mapping[str, Facts]  # direction -> the facts of that step onto a place


# -- the map in a state ------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Map(Generic[T]):
    """The tile at each place, and which tiles are face up. It never changes: each change makes a new one."""

    tiles: Mapping[Place, T] = field(default_factory=dict)  # in the order they were laid
    up: frozenset[Place] = frozenset()
    answers: dict[Hashable, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def laid(self, tiles: Mapping[Place, T]) -> Self:
        """Return a map with these tiles added, or replaced at the same places."""
        return replace(self, tiles={**self.tiles, **tiles})

    def turned_up(self, *places: Place) -> Self:
        """Return a map with the tiles at these places face up."""
        return replace(self, up=self.up.union(places))

    def without(self, *places: Place) -> Self:
        """Return a map without the tiles at these places."""
        tiles = {place: tile for place, tile in self.tiles.items() if place not in places}
        return replace(self, tiles=tiles, up=self.up.difference(places))

    def once(self, question: Hashable, work: Callable[[], V]) -> V:
        """Return the answer to a question about this map, computed at most once."""
        if question not in self.answers:
            self.answers[question] = work()
        answer: V = self.answers[question]
        return answer

    def __reduce__(self) -> tuple[Callable[..., Map[T]], tuple[object, ...]]:
        """Leave the cached answers out of a copy."""
        return _rebuild, (type(self), {part.name: getattr(self, part.name) for part in fields(self) if part.init})


def _rebuild(kind: Callable[..., Map[T]], parts: dict[str, object]) -> Map[T]:
    return kind(**parts)


# -- its graph ---------------------------------------------------------------------------------------------------------


class Chart(nx.DiGraph):
    """The places of a map and the steps between them; each game adds its own facts to both."""

    @classmethod
    def of(cls, places: Iterable[Place], hexes: bool = False) -> Self:
        """Return a chart of these places, with a step from each to its neighbours."""
        steps_onto = {place: {way: {"direction": way} for way in (HEX if hexes else COMPASS)} for place in places}
        return cls.drawn({place: {} for place in steps_onto}, lambda here: steps_onto, hexes)

    @classmethod
    def drawn(
        cls, places: Mapping[Place, Facts], onto: Callable[[Place], Mapping[Place, Steps]], hexes: bool = False
    ) -> Self:
        """Return a chart of places with their facts; `onto(place)` returns the next places with the steps' facts.

        It fills networkx's own dicts, which is five times as fast as adding the steps one by one. Equal facts may share
        a dict, here and in other charts, since nobody changes them.
        """
        chart, ways = cls(), [(direction, *way) for direction, way in (HEX if hexes else COMPASS).items()]
        chart._node.update(places)
        ahead, behind = chart._adj, chart._pred
        behind.update((place, {}) for place in places)
        for here in places:
            (column, row), steps = here, onto(here)
            ahead[here] = steps_from_here = {}
            for direction, across, down in ways:
                if (there := (column + across, row + down)) in steps:
                    steps_from_here[there] = behind[there][here] = steps[there][direction]
        return chart

    def beside(self, place: Place) -> Iterable[Place]:
        """Return the places one step away, in compass order."""
        places: Iterable[Place] = self._adj.get(place, ())
        return places

    def toward(self, place: Place, direction: str) -> Place | None:
        """Return the next place in a direction, or None."""
        return next((there for there, step in self.adj[place].items() if step["direction"] == direction), None)

    def steps(self, start: Place, ends: Container[Place] = ()) -> dict[Place, int]:
        """Return the number of steps to each place in reach. Routes stop at the places in `ends`."""

        def onward(here: Place) -> Iterable[Place]:
            return () if here in ends and here != start else self.beside(here)

        return self.fewest(start, onward)

    def fewest(self, start: Place, onward: Callable[[Place], Iterable[Place]]) -> dict[Place, int]:
        """Return the fewest steps to each place, where `onward` lists the places one step from another."""
        steps_to = {start: 0} if start in self else {}
        for here, there in nx.generic_bfs_edges(self, start, onward) if steps_to else ():
            steps_to[there] = steps_to[here] + 1
        return steps_to


# -- the cheapest way --------------------------------------------------------------------------------------------------

Onward = Callable[[N], Iterable[tuple[N, float]] | Mapping[N, float]]  # node -> its next nodes and the cost to each


def cheapest(start: N, onward: Onward[N], most: float | None = None) -> dict[N, float]:
    """Return the lowest cost from a node to every other, cheapest first. Costs must not be negative."""
    costs: dict[N, float] = nx.multi_source_dijkstra_path_length(_GrowingGraph(onward), {start}, most, _cost_of_step)
    return costs


def cheapest_ways(start: N, onward: Onward[N]) -> dict[N, list[N]]:
    """Return the cheapest route from a node to every other, cheapest first. Each route begins at the start."""
    routes: dict[N, list[N]] = nx.multi_source_dijkstra_path(_GrowingGraph(onward), {start}, weight=_cost_of_step)
    return routes


class _GrowingGraph(nx.DiGraph, Generic[N]):
    """A graph that grows during a search, for nodes such as a place with the movement left there."""

    def __init__(self, onward: Onward[N]) -> None:
        super().__init__()
        self._adj = _StepsOnDemand(onward)

    def __contains__(self, node: object) -> bool:
        return True


class _StepsOnDemand(dict[N, dict[N, float]]):
    """The steps from each node, listed when the search gets there."""

    def __init__(self, onward: Onward[N]) -> None:
        super().__init__()
        self.onward = onward

    def __missing__(self, node: N) -> dict[N, float]:
        ways = self.onward(node)
        steps = self[node] = ways if isinstance(ways, dict) else dict(ways)
        return steps


def _cost_of_step(here: object, there: object, cost: float) -> float:
    return cost


# -- pictures ----------------------------------------------------------------------------------------------------------

INK, PAPER, BACK, MARK = "#2A241A", "#FFFDF6", "#8C8371", "#C8451B"
LAND_COLOURS = (
    "#BFD4B0",
    "#CFC8C0",
    "#EBDDA8",
    "#EACDB6",
    "#A9CFDE",
    "#D6CFE6",
    "#9FC4B4",
    "#E3B7A0",
)  # one for each kind
ATTRIBUTES_OF_KIND = ("terrain", "district")  # attributes that say what kind of place it is
STEP_PIXELS = 84  # pixels between two places in a static picture
MOST_LABEL_LETTERS = 15  # letters of a name that fit there
LEGEND_LINE_PIXELS = 18  # pixels of a line below the map that explains a colour
HALO = "stroke='#fff' stroke-width='3' paint-order='stroke'"  # around letters, so that lines don't cross them out


def drawing_position(place: Place, hexes: bool = False) -> tuple[float, float]:
    """Return a place's coordinates for drawing: x to the right, y up, North at the top."""
    column, row = place
    return (column + row / 2, -row * sqrt(3) / 2) if hexes else (float(-column), float(-row))


def _in_pixels(point: tuple[float, float]) -> tuple[float, float]:
    """Return coordinates for drawing in pixels, where y goes down."""
    return STEP_PIXELS * point[0], -STEP_PIXELS * point[1]


def draw(graph: nx.Graph, mark: Container[Hashable] = ()) -> Drawing:
    """Draw a map: its places and steps, with the places in `mark` in red."""
    return Drawing(graph, mark)


class Drawing:
    """A picture of a map. A notebook shows it as a plotly chart or, without plotly, as a static picture."""

    def __init__(self, graph: nx.Graph, mark: Container[Hashable]) -> None:
        self.graph, self.mark = graph, mark
        self.at: dict[Hashable, tuple[float, float]] = dict(nx.get_node_attributes(graph, "pos"))
        kinds = sorted({self._kind(place) for place in graph} - {""})
        self.colours = {"": PAPER, **dict(zip(kinds, cycle(LAND_COLOURS), strict=False))}

    def __repr__(self) -> str:
        return f"<A drawing of {len(self.graph)} places>"

    def _lines_to_draw(self) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """Return each step once, if it is passable in either direction."""
        passable = {frozenset(ends) for *ends, can in self.graph.edges(data="passable", default=True) if can}
        return [(self.at[one], self.at[two]) for one, two in map(sorted, sorted(passable, key=sorted))]

    def _name(self, place: Hashable) -> str:
        return str(self.graph.nodes[place].get("name") or "face down")

    def _kind(self, place: Hashable) -> str:
        """Return the kind of land at a place, as far as the map says; the first one if there are several."""
        kind = next(
            (self.graph.nodes[place][key] for key in ATTRIBUTES_OF_KIND if self.graph.nodes[place].get(key)), ""
        )
        return str(kind if isinstance(kind, str) else kind[0])

    def _fill(self, place: Hashable) -> str:
        if place in self.mark:
            return MARK
        return self.colours[self._kind(place)] if self.graph.nodes[place].get("face_up", True) else BACK

    @property
    def key(self) -> dict[str, str]:
        """Return the colours of the picture and what each means, as far as they occur in it."""
        named = {colour: kind for kind, colour in self.colours.items() if kind} | {BACK: "face down", MARK: "marked"}
        used = set(map(self._fill, self.at))
        return {name: colour for colour, name in named.items() if colour in used}

    def _all_facts(self, place: Hashable) -> str:
        """Return everything known about a place, one line each."""
        facts = {key: value for key, value in self.graph.nodes[place].items() if key not in ("pos", "name") and value}
        return "<br>".join([f"{self._name(place)} {place}", *(f"{key}: {value}" for key, value in facts.items())])

    @property
    def figure(self) -> dict[str, object]:
        """Return the picture as data for plotly."""
        gap = (None, None)  # between two lines
        ends: list[tuple[float | None, float | None]] = [end for line in self._lines_to_draw() for end in (*line, gap)]
        steps = {
            "type": "scatter",
            "mode": "lines",
            "x": [x for x, _ in ends],
            "y": [y for _, y in ends],
            "hoverinfo": "skip",
            "line": {"color": INK, "width": 1},
        }
        places = {
            "type": "scatter",
            "mode": "markers+text",
            "x": [x for x, _ in self.at.values()],
            "y": [y for _, y in self.at.values()],
            "text": [self._name(place) if self.graph.nodes[place].get("name") else "" for place in self.at],
            "textposition": "bottom center",
            "hovertext": [self._all_facts(place) for place in self.at],
            "hoverinfo": "text",
            "marker": {"size": 22, "color": [*map(self._fill, self.at)], "line": {"color": INK, "width": 1}},
        }
        hidden = {"visible": False}
        axes = {"xaxis": hidden, "yaxis": {**hidden, "scaleanchor": "x"}}
        margin = dict.fromkeys("lrtb", 10)
        keys = [
            {"type": "scatter", "mode": "markers", "x": [None], "y": [None], "name": name, "marker": {"color": colour}}
            for name, colour in self.key.items()
        ]
        layout = {**axes, "margin": margin, "height": 420, "legend": {"orientation": "h"}}
        return {"data": [{**steps, "showlegend": False}, {**places, "showlegend": False}, *keys], "layout": layout}

    @property
    def svg(self) -> str:
        """Return the picture as SVG."""
        spots = [_in_pixels(point) for point in self.at.values()] or [(0.0, 0.0)]
        left, top = (min(part) - STEP_PIXELS for part in zip(*spots, strict=True))
        width, height = (max(part) - min(part) + 2 * STEP_PIXELS for part in zip(*spots, strict=True))
        lines = [
            f"<path d='M{x:.0f} {y:.0f}L{u:.0f} {v:.0f}' stroke='currentColor'/>"
            for (x, y), (u, v) in (map(_in_pixels, line) for line in self._lines_to_draw())
        ]
        parts = "".join(
            [*lines, *map(self._spot_svg, self.at), *self._legend_parts(left + STEP_PIXELS / 2, top + height)]
        )
        height += LEGEND_LINE_PIXELS * len(self.key)
        box = f"viewBox='{left:.0f} {top:.0f} {width:.0f} {height:.0f}' role='img' aria-label='{self._description()}'"
        style = f"style='max-width:{width:.0f}px;width:100%;font:10px sans-serif'"
        return f"<svg xmlns='http://www.w3.org/2000/svg' {box} {style}>{parts}</svg>"

    def _legend_parts(self, x: float, y: float) -> Iterator[str]:
        for number, (name, colour) in enumerate(self.key.items()):
            down = y + LEGEND_LINE_PIXELS * number
            yield f"<circle cx='{x:.0f}' cy='{down:.0f}' r='6' fill='{colour}' stroke='{INK}'/>"
            yield f"<text x='{x + 12:.0f}' y='{down + 4:.0f}' fill='currentColor'>{escape(name)}</text>"

    def _description(self) -> str:
        marked = [self._name(place) for place in self.at if place in self.mark]
        return escape(f"A map of {len(self.at)} places" + (f"; marked: {', '.join(marked)}" if marked else ""), True)

    def _spot_svg(self, place: Hashable) -> str:
        x, y = _in_pixels(self.at[place])
        name = str(self.graph.nodes[place].get("name") or "")
        short = escape(name if len(name) <= MOST_LABEL_LETTERS else name[:MOST_LABEL_LETTERS] + "…")
        told = escape(self._all_facts(place).replace("<br>", "\n"))
        spot = f"<circle cx='{x:.0f}' cy='{y:.0f}' r='11' fill='{self._fill(place)}' stroke='{INK}'>"
        label = f"<text x='{x:.0f}' y='{y + 24:.0f}' text-anchor='middle' fill='{INK}' {HALO}>{short}</text>"
        return f"{spot}<title>{told}</title></circle>{label}"

    def _repr_mimebundle_(self, **_: object) -> dict[str, object]:
        """Offer IPython every form of the picture."""
        return {CHART: self.figure, "text/html": self.svg, "text/plain": repr(self)}

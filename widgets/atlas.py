"""An atlas of a game that was played on a map: where everybody went, what happened where, and how often.

Charts as in `charts.py`: plain data that plotly draws in the page; nothing of plotly is imported here. Each function
gives traces and a layout, and `charts.chart` puts them under a title. Land has the colours of its tiles, through which
the page shines; seats are painted by the page, and each has a mark of its own, so that nobody needs the colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin, sqrt
from typing import Any, NamedTuple

from tabletop_kernel.toolkit.grid import Place
from widgets.charts import Layout, Trace, layout
from widgets.look import count

Land = Mapping[Place, Sequence[str]]  # the terrains of every place; none where it lies face down
Journey = Sequence[tuple[int, Place]]  # (day, place), in order

FILLS = {
    "forest": "#BFD4B0",
    "prairie": "#EBDDA8",
    "mountain": "#CFC8C0",
    "water": "#A9CFDE",
    "river": "#A9CFDE",
    "village": "#EACDB6",
}
BACK = "#6E5A41"
OUTLINE = "#2A241A"
PAPER = "#FFFDF6"
OFTEN = "#1B556E"
SEAT_MARKS = ["circle", "diamond", "triangle-up", "square", "cross"]
KIND_MARKS = {
    "bandits": "x",
    "railway": "hash",
    "death": "star",
    "wagon": "hexagon",
    "village": "pentagon",
    "enemies": "x",
    "finds": "diamond-wide",
    "resets": "star",
}
ASIDE = 0.13  # of a tile: by so much the ways of two seats lie apart
BESIDE = 0.2  # of a hex: by so much the marks of two kinds lie apart
HEX = 1 / sqrt(3)  # the radius of a hex that is one wide


class Mark(NamedTuple):
    """Something that happened at a place: "bandits", "railway", "death" or another word of the game."""

    kind: str
    place: Place
    text: str


def journeys(
    land: Land, ways: Mapping[str, Journey], marks: Iterable[Mark] = (), hexes: bool = False, day: str = "day"
) -> tuple[list[Trace], Layout]:
    """The land, the way of each player by name in the order of the seats, and what happened along it.

    `day` is what the game counts its time in. Land without a colour of its own is given as names of its tiles.
    """
    middle = (len(ways) - 1) / 2
    asides = [ASIDE * (seat - middle) for seat in range(len(ways))]
    walked = [_way(seat, asides[seat], name, way, hexes, day) for seat, (name, way) in enumerate(ways.items())]
    kinds: dict[str, list[Mark]] = {}
    for mark in marks:
        kinds.setdefault(mark.kind, []).append(mark)
    middle = (len(kinds) - 1) / 2 if hexes else 0  # on a hex there is room for them side by side
    happened = [
        _marks(kind, some, hexes, BESIDE * (n - middle) * hexes) for n, (kind, some) in enumerate(kinds.items())
    ]
    return [_places(land, hexes), *walked, *happened], _map_layout(land, hexes, legend=True)


def counts(land: Land, found: Mapping[Place, float], what: str, hexes: bool = False) -> tuple[list[Trace], Layout]:
    """How often something happened at each place: the darker the more, and as a figure."""
    places = [place for place in land if found.get(place)]
    most = max((found[place] for place in places), default=1)
    x, y = _middles(places, hexes)
    trace: Trace = {
        "type": "scatter",
        "mode": "markers+text",
        "x": x,
        "y": y,
        "text": [f"{found[place]:g}" for place in places],
        "textfont": {"color": ["#FFFFFF" if found[place] > most / 2 else OUTLINE for place in places]},
        "marker": {
            "opacity": 1,
            "size": [22 + 14 * found[place] / most for place in places],
            "color": [found[place] for place in places],
            "cmin": 0,
            "cmax": most,
            "colorscale": [[0, PAPER], [0.5, "#A7C4CF"], [0.5001, "#4A7C91"], [1, OFTEN]],
            "line": {"color": OUTLINE, "width": 1},
        },
        "customdata": [_named(place, land) for place in places],
        "hovertemplate": f"%{{customdata}}: %{{text}} {what}<extra></extra>",
    }
    return [_places(land, hexes), trace], _map_layout(land, hexes)


def scores(points: Mapping[str, Sequence[tuple[int, float]]], unit: str = "Points") -> tuple[list[Trace], Layout]:
    """The score of each player, by day."""
    traces: list[Trace] = [
        {
            "type": "scatter",
            "mode": "lines+markers",
            "name": name,
            "x": [day for day, _ in line],
            "y": [score for _, score in line],
            "marker": {"symbol": SEAT_MARKS[seat % 5], "size": 9},
            "line": {"width": 2.5},
            "hovertemplate": f"{name}, day %{{x}}: %{{y:g}}<extra></extra>",
            "meta": {"tone": f"seat{seat % 5 + 1}"},
        }
        for seat, (name, line) in enumerate(points.items())
    ]
    made = layout("Day", unit)
    return traces, {**made, **_legend(), "xaxis": {**made["xaxis"], "dtick": 1}}


def survey(done: int, of: int, seconds: int, by_itself: bool = False) -> dict[str, Any]:
    """How far a count over many games has come; the page goes on with it when somebody asks, or by itself."""
    told = {"text": f"{of:,} games", "time": f"about {count(seconds, 'second')}"}
    return {"done": done, "of": of, **told, "by_itself": by_itself}


# -- what they are made of ---------------------------------------------------------------------------------------------


def _way(seat: int, aside: float, name: str, way: Journey, hexes: bool, day: str) -> Trace:
    """From place to place, a little aside from those of others, with the day at each."""
    x, y = _middles([place for _, place in way], hexes)
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": name,
        "x": [each + aside for each in x],
        "y": [each + aside for each in y],
        "marker": {"symbol": SEAT_MARKS[seat % 5], "size": 10},
        "line": {"width": 3},
        "customdata": [day for day, _ in way],
        "hovertemplate": f"{name}, {day} %{{customdata}}<extra></extra>",
        "meta": {"tone": f"seat{seat % 5 + 1}"},
    }


def _marks(kind: str, marks: Sequence[Mark], hexes: bool, beside: float) -> Trace:
    x, y = _middles([mark.place for mark in marks], hexes)
    return {
        "type": "scatter",
        "mode": "markers",
        "name": kind.capitalize(),
        "x": [each + beside for each in x],
        "y": [each - (0.26 if hexes else 0.34) for each in y],
        "marker": {"symbol": KIND_MARKS.get(kind, "asterisk-open"), "size": 11},
        "text": [mark.text for mark in marks],
        "hovertemplate": "%{text}<extra></extra>",
        "meta": {"tone": "ink"},
    }


def _places(land: Land, hexes: bool) -> Trace:
    """Nothing that is seen, but each place says what it is; on hexes there is room for the names of their tiles."""
    x, y = _middles(land, hexes)
    names = ["<br>".join(name.replace(" ", "<br>") for name in land[place]) for place in land]
    return {
        "type": "scatter",
        "mode": "markers+text" if hexes else "markers",
        "x": x,
        "y": y,
        "marker": {"size": 30, "opacity": 0},
        "text": names,
        "textposition": "bottom center",
        "textfont": {"size": 12},
        "customdata": [_named(place, land) for place in land],
        "hovertemplate": "%{customdata}<extra></extra>",
        "showlegend": False,
    }


def _named(place: Place, land: Land) -> str:
    return f"column {place[0]}, row {place[1]}, {' and '.join(land[place]) or 'face down'}"


def _map_layout(land: Land, hexes: bool, legend: bool = False) -> Layout:
    """Tiles as shapes under the traces; columns are counted to the left on squares, as at the table."""
    made = layout("" if hexes else "Column, from east to west")
    across = {**made["xaxis"], "showgrid": False, "zeroline": False, "dtick": 1, "constrain": "domain"}
    down = {**made["yaxis"], "showgrid": False, "zeroline": False, "dtick": 1, "scaleanchor": "x"}
    across |= {"autorange": True if hexes else "reversed", "visible": not hexes}
    down |= {"autorange": "reversed", "visible": not hexes}
    shapes = [shape for place, terrain in land.items() for shape in _tile(place, terrain, hexes)]
    return {**made, **(_legend() if legend else {}), "xaxis": across, "yaxis": down, "shapes": shapes}


def _legend() -> Layout:
    return {"showlegend": True, "legend": {"orientation": "h", "y": -0.18}}


def _tile(place: Place, terrain: Sequence[str], hexes: bool) -> list[dict[str, Any]]:
    """Its ground; a second terrain has the lower right half of a square, or the middle of a hex."""
    fills = [FILLS.get(kind, PAPER) for kind in terrain] or [BACK]
    shape = {"type": "path", "layer": "below", "opacity": 0.6, "line": {"color": OUTLINE, "width": 1}}
    return [
        {**shape, "path": _outline(place, hexes, second=number > 0), "fillcolor": fill}
        for number, fill in enumerate(fills[:2])
    ]


def _outline(place: Place, hexes: bool, second: bool) -> str:
    x, y = _middle(place, hexes)
    if hexes:
        radius = HEX / 2 if second else HEX
        corners = [(x + radius * cos(pi / 3 * (n + 0.5)), y + radius * sin(pi / 3 * (n + 0.5))) for n in range(6)]
    else:
        half = 0.48
        upper_left = [] if second else [(x + half, y - half)]  # the axis runs to the left
        corners = [*upper_left, (x - half, y - half), (x - half, y + half), (x + half, y + half)]
    return "M" + "L".join(f"{across:.3f},{down:.3f}" for across, down in corners) + "Z"


def _middles(places: Iterable[Place], hexes: bool) -> tuple[list[float], list[float]]:
    found = [_middle(place, hexes) for place in places]
    return [x for x, _ in found], [y for _, y in found]


def _middle(place: Place, hexes: bool) -> tuple[float, float]:
    column, row = place
    return (column + row / 2, row * sqrt(3) / 2) if hexes else (column, row)

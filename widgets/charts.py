"""What the charts of all games have in common. A chart is plain data that plotly draws in the page.

No colour is fixed here. A trace says in `meta["tone"]` whose it is ("seat1" is the first seat), and the page paints it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Chart = dict[str, Any]
Trace = dict[str, Any]
Layout = dict[str, Any]


def chart(title: str, lines: Sequence[str], traces: list[Trace], layout: Layout, rules: list[str]) -> Chart:
    """A chart with its sentences, and the rules that they rest on."""
    return {"title": title, "lines": list(lines), "figure": {"data": traces, "layout": layout}, "rules": rules}


def layout(across: str, up: str = "") -> Layout:
    """The frame: no zooming by accident, room for the labels, no legend."""
    return {
        "xaxis": {"title": {"text": across}, "fixedrange": True},
        "yaxis": {"title": {"text": up}, "fixedrange": True, "automargin": True},
        "showlegend": False,
        "margin": {"l": 10, "r": 40, "t": 10, "b": 44},  # to the right for the figure at the end of a long bar
    }


def chances(found: Mapping[str, float], tone: str) -> Trace:
    """Chances as bars that lie, each with its figure at the end; the first name lies at the bottom."""
    return {
        "type": "bar",
        "orientation": "h",
        "y": list(found),
        "x": list(found.values()),
        "text": [f"{chance:.0%}" for chance in found.values()],
        "textposition": "outside",
        "cliponaxis": False,
        "hovertemplate": "%{y}: %{x:.1%}<extra></extra>",
        "meta": {"tone": tone},
    }


def standing(names: Sequence[str], parts: Mapping[str, Sequence[float]]) -> tuple[list[Trace], Layout]:
    """The score as it would be now: a bar for each seat, stacked of the parts that it is made of."""
    traces: list[Trace] = [
        {
            "type": "bar",
            "orientation": "h",
            "y": list(names),
            "x": list(points),
            "name": part,
            "hovertemplate": f"%{{y}}, {part}: %{{x:.3g}}<extra></extra>",
            "meta": {"tone": f"seat{number}"},
        }
        for number, (part, points) in enumerate(parts.items(), 1)
    ]
    stacked = {"barmode": "stack", "showlegend": True, "legend": {"orientation": "h", "y": -0.3}}
    return traces, {**layout("Points"), **stacked}

"""Charts of a run, as plain data: each with the same figures as a table, and with games that can be looked at.

A chart has `rows`, one for each bar; `games` are the numbers of a few games of that bar, for each side. The page draws
the figure with plotly in its own colours, and the table for whoever does not see it, or comes by keyboard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tabletop_kernel.study.compare import IN_EVERY_PAIR, SECTIONS_OF_SHARES
from tabletop_kernel.study.reports import Report
from tabletop_kernel.study.statistics import ALL_ALIKE, Histogram, Mean, Share, round_roughly
from widgets import charts
from widgets.charts import Chart, Layout, Trace

Data = dict[str, Any]
Part = Share | Mean | None  # what a bar shows; None: this side has no such bar

TONES = {"a": "seat2", "b": "seat3"}
MOST_BARS = 20
BAR, FRAME = 30, 76  # pixels that a lying bar takes for each side, and what is around them
LONGEST_LABEL = 34


def per_cent(part: float) -> str:
    return f"{100 * part:.1f}%"


def interval(part: Share) -> str:
    return f"{100 * part.low:.1f} to {100 * part.high:.1f}%"


def share_said(part: Share) -> str:
    """«27.0 % (95 % interval 21.3 to 33.6 %)»."""
    return f"{per_cent(part.share)} (95% interval {interval(part)})"


def said(part: Part) -> str:
    """What a bar shows, in a cell of a table."""
    if part is None:
        return "-"
    if isinstance(part, Share):
        return f"{per_cent(part.share)} ({interval(part)})"
    return f"{part.mean:.2f} {ALL_ALIKE}" if part.alike else f"{part.mean:.2f} ± {part.reach:.2f}"


def bars(
    name: str,
    title: str,
    labels: Sequence[str],
    parts: Mapping[str, Sequence[Part]],
    axis: str,
    games: Mapping[str, Sequence[Sequence[int]]] | None = None,
    lying: bool = False,
    across: str = "",
    fair: float | None = None,
    more: Mapping[str, Sequence[str]] | None = None,
    whiskers: bool = True,
) -> Chart:
    """Bars with their intervals, one for each label and each side; `fair` is a line to compare them with.

    `lying` bars have room for long names; only the first of them are drawn, the table has all. `more` are further
    columns of the table. Where there are many bars, `whiskers` would hide them: then only the table has the intervals.
    """
    most = MOST_BARS if lying else len(labels)
    traces = [_trace(side, labels[:most], known[:most], lying) for side, known in parts.items()]
    if not whiskers:
        for trace in traces:
            trace.pop("error_y")
    shares = any(isinstance(part, Share) for known in parts.values() for part in known)
    layout = _layout(axis, across, lying, shares, len(parts), len(labels[:most]))
    if fair is not None:
        layout["shapes"] = [_line(fair, lying)]
    sides = [side.upper() for side in parts] if len(parts) > 1 else ["Value"]
    columns = more or {}
    rows = [
        {
            "cells": [label, *(said(known[n]) for known in parts.values()), *(texts[n] for texts in columns.values())],
            "games": {side: list(known[n]) for side, known in (games or {}).items() if known[n]},
        }
        for n, label in enumerate(labels)
    ]
    left_out = f"The picture shows the first {most} of {len(labels)}." if len(labels) > most else ""
    return {
        "name": name,
        "title": title,
        "figure": {"data": traces, "layout": layout},
        "head": [across or "What", *sides, *columns],
        "rows": rows,
        "note": left_out,
    }


def _trace(side: str, labels: Sequence[str], parts: Sequence[Part], lying: bool) -> Trace:
    values = [None if part is None else part.share if isinstance(part, Share) else part.mean for part in parts]
    reach = [_reach(part) for part in parts]
    along, across = ("x", "y") if lying else ("y", "x")
    names = _in_rows(labels) if lying else list(labels)
    percent = any(isinstance(part, Share) for part in parts)
    figure = f"%{{{along}:.1%}}" if percent else f"%{{{along}:.2f}}"
    trace: Trace = {
        "type": "bar",
        "name": side.upper(),
        along: values,
        across: names,
        f"error_{along}": {
            "type": "data",
            "array": [up for _, up in reach],
            "arrayminus": [down for down, _ in reach],
            "thickness": 1.5,
            "width": 3,
        },
        "customdata": list(labels),
        "hovertemplate": f"{side.upper()}, %{{customdata}}: {figure}<extra></extra>",
        "meta": {"tone": TONES[side], "side": side},
    }
    if lying:
        trace["orientation"] = "h"
    if side == "b":
        trace["marker"] = {"pattern": {"shape": "/", "size": 6}}  # nobody needs the colours
    return trace


def _reach(part: Part) -> tuple[float, float]:
    if part is None:
        return 0.0, 0.0
    value = part.share if isinstance(part, Share) else part.mean
    return value - part.low, part.high - value


def _layout(axis: str, across: str, lying: bool, shares: bool, sides: int, count: int) -> Layout:
    made = charts.layout(axis if lying else across, "" if lying else axis)
    numbers, names = ("xaxis", "yaxis") if lying else ("yaxis", "xaxis")
    made[numbers] |= {"rangemode": "tozero", **({"tickformat": ".0%"} if shares else {})}
    made[names] |= {"type": "category"}
    if lying:
        made[names] |= {"autorange": "reversed"}
        made["height"] = FRAME + count * (BAR if sides == 1 else 4 * BAR // 3)
    else:
        made["height"] = 300
    return {**made, "barmode": "group", "bargap": 0.25, **legend(sides)}


def legend(sides: int) -> Layout:
    """Above the picture, where there is more than one side."""
    if sides < 2:
        return {"showlegend": False}
    return {
        "showlegend": True,
        "legend": {"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0},
        "margin": {"l": 10, "r": 10, "t": 34, "b": 44},
    }


def _line(value: float, lying: bool) -> Data:
    along, across = ("x", "y") if lying else ("y", "x")
    ends = {f"{along}0": value, f"{along}1": value, f"{across}0": 0, f"{across}1": 1, f"{across}ref": "paper"}
    return {"type": "line", **ends, "line": {"width": 1.5, "dash": "dash"}, "meta": "edge"}


def _in_rows(labels: Sequence[str]) -> list[str]:
    """Shorten labels so that each still names a row of its own; what begins alike keeps its end, too."""
    ends = Counter(map(_beginning, labels))
    short = [
        one if ends[one] == 1 else _both_ends(label) for label, one in zip(labels, map(_beginning, labels), strict=True)
    ]
    again = Counter(short)
    return [one if again[one] == 1 else f"{number}. {one}" for number, one in enumerate(short, 1)]


def _beginning(label: str) -> str:
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"


def _both_ends(label: str) -> str:
    half = (LONGEST_LABEL - 1) // 2
    return label if len(label) <= LONGEST_LABEL else f"{label[:half]}…{label[-half:]}"


def histogram(name: str, title: str, reports: Mapping[str, Report], what: str, across: str, of: str) -> Chart:
    """How often each length, or whatever `what` is, came up; both sides have the same bars."""
    both = Histogram()
    for report in reports.values():
        both.take_all(report.histograms[what].counts)
    found = both.bars()
    labels = [str(bar.low) if bar.low == bar.high else f"{bar.low}–{bar.high}" for bar in found]
    known = {
        side: [report.histograms[what].bar(bar.low, bar.high) for bar in found] for side, report in reports.items()
    }
    parts = {side: [bar.share for bar in some] for side, some in known.items()}
    games = {side: [bar.games for bar in some] for side, some in known.items()}
    return bars(name, title, labels, parts, of, games=games, across=across, whiskers=False)


def changes(
    name: str, title: str, labels: Sequence[str], found: Sequence[Any], axis: str, scale: float, most: int
) -> Chart:
    """Differences with their intervals, as dots around a line at nothing; each has its two sides in the table.

    `most` is how many games a run can have.
    """
    rows = [{"cells": [label, *change_cells(one, most)], "games": {}} for label, one in zip(labels, found, strict=True)]
    trace: Trace = {
        "type": "scatter",
        "mode": "markers",
        "x": [one.change * scale for one in found],
        "y": _in_rows(labels),
        "error_x": {
            "type": "data",
            "array": [(one.high - one.change) * scale for one in found],
            "arrayminus": [(one.change - one.low) * scale for one in found],
            "thickness": 2,
        },
        "marker": {"size": 11, "symbol": ["diamond" if one.clear else "circle-open" for one in found]},
        "customdata": list(labels),
        "hovertemplate": "%{customdata}: %{x:+.2f}<extra></extra>",
        "meta": {"tone": "accent"},
    }
    layout = charts.layout(axis)
    layout["yaxis"] |= {"type": "category", "autorange": "reversed"}
    layout |= {"height": FRAME + len(labels) * BAR, "shapes": [_line(0, lying=True)]}
    return {
        "name": name,
        "title": title,
        "figure": {"data": [trace], "layout": layout},
        "head": ["Figure", "A", "B", "Difference", "95% interval", "Clear", "Games needed"],
        "rows": rows,
        "note": "A filled diamond marks a clear difference. An open circle marks one that may be chance (see table).",
    }


def mark(one: Any) -> str:
    """Say whether a difference is clear, and if not, why it may be chance."""
    if one.clear:
        return "clear"
    if not one.change:
        return "no difference"
    if one.low <= 0 <= one.high:
        return "may be chance, since 0 is in the interval"
    return "may be chance, since 1 unchanged figure in 20 looks like this"


def change_cells(one: Any, most: int) -> list[str]:
    """One figure of both sides, for a row of a table; what takes more games than a run has is not seen here."""
    needed = (
        ""
        if one.clear or not one.needed
        else f"{round_roughly(one.needed):,}"
        if one.needed <= most
        else f"over {most:,}"
    )
    between = IN_EVERY_PAIR if one.low == one.high else f"{one.said(one.low, '+')} to {one.said(one.high, '+')}"
    unit = "%" if one.section in SECTIONS_OF_SHARES else ""
    before, after = (f"{one.side(part)}{unit}" for part in (one.old, one.new))
    return [before, after, one.said(one.change, "+"), between, mark(one), needed]

"""Draw reports and comparisons for a cell of a notebook, as HTML and charts.

A chart is plain data that plotly's own code draws in the page. Importing plotly here would take seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.util import find_spec

from tabletop_kernel.contract.html import CHART, table, with_title
from tabletop_kernel.study.progress import is_in_notebook
from tabletop_kernel.study.statistics import Bar, Mean, Share, Spread

MOST_ROWS = 12  # rows of one kind that a cell shows; a file has them all
PICTURE_WIDTH, PICTURE_HEIGHT, LABEL_WIDTH = 640, 200, 44  # of a still chart

Row = Sequence[object]  # of a table: a text or a number for each column


# -- tables ------------------------------------------------------------------------------------------------------------


def largest_means(means: Mapping[str, Mean], number: int) -> tuple[dict[str, Mean], str]:
    """Return at most this many figures of one kind, the largest, and a text about the others; empty if all fit."""
    if len(means) <= number:
        return dict(means), ""
    most = sorted(means, key=lambda name: -means[name].mean)[:number]
    return {name: means[name] for name in means if name in most}, f"… and {len(means) - number} more: see to_csv()"


def share_rows(kind: str, shares: Mapping[str, Share]) -> list[Row]:
    """Return a row for each share of one kind, with its interval."""
    return [(kind, name, f"{one.share:.1%}", f"{one.low:.1%} to {one.high:.1%}") for name, one in shares.items()]


def mean_rows(kind: str, means: Mapping[str, Mean]) -> list[Row]:
    """Return a row for each of the largest means of one kind, and a row about the others."""
    most, rest = largest_means(means, MOST_ROWS)
    rows: list[Row] = [(kind, name, f"{one.mean:.2f}", one.between) for name, one in most.items()]
    return [*rows, (kind, rest, "", "")] if rest else rows


def report_html(
    heading: Sequence[str], rows: Iterable[Row], lengths: Mapping[str, Spread], legend: Mapping[str, str]
) -> str:
    """Return a report as HTML: its heading, the rows of its figures, the lengths of games, and the meaning of both."""
    title, *more = heading
    spreads = [
        (name, f"{one.mean:.1f}", f"{one.median:g}", f"{one.low} to {one.high}") for name, one in lengths.items()
    ]
    return with_title(
        title,
        *_lines(more),
        table(("kind", "figure", "value", "95% interval"), rows),
        table(("measure", "mean", "median", "at least 80% are within"), spreads),
        _legend(legend),
    )


def comparison_html(
    heading: Sequence[str], names: Sequence[str], rows: Iterable[Row], summary: str, notes: Iterable[str], more: int
) -> str:
    """Return a comparison as HTML: the rows of its clear differences, and how many more differences it has."""
    title, *changed = heading
    head = ("kind", "figure", *names, "difference [95%]", "clear", "games needed")
    last = [f"{more} more figures don't differ clearly."] if more else []
    return with_title(title, *_lines([*changed, summary]), table(head, rows), *_lines([*last, *notes]))


def _lines(lines: Iterable[str]) -> list[str]:
    """Return each line as a block of its own."""
    return [f"<div>{escape(line.strip())}</div>" for line in lines]


def _legend(meaning_of_kind: Mapping[str, str]) -> str:
    """Return the meaning of each kind of figures, folded until you open it."""
    if not meaning_of_kind:
        return ""
    meanings = table(("kind", "what these figures count"), meaning_of_kind.items())
    return f"<details><summary>What these figures count</summary>{meanings}</details>"


# -- charts ------------------------------------------------------------------------------------------------------------


def show_report(text: str, html: str, bars: Sequence[Bar], turns: Spread) -> None:
    """Show a report in IPython; in a notebook with plotly, also show a chart of the games' lengths.

    The notebook takes the best form of the chart that it can show: plotly's, the still picture, or the words.
    """
    from IPython.display import display

    display({"text/plain": text, "text/html": html}, raw=True)
    if is_in_notebook() and find_spec("plotly") is not None:
        words = f"A chart of how long these games are: {turns}"
        shown = {CHART: histogram_chart(bars), "text/html": histogram_svg(bars), "text/plain": words}
        display(shown, raw=True)


def histogram_chart(bars: Sequence[Bar], what: str = "turns") -> dict[str, object]:
    """Return a histogram as data for plotly; `customdata` has the numbers of a few games for each bar."""
    trace = {
        "type": "bar",
        "x": [_range(bar) for bar in bars],
        "y": [bar.share.share for bar in bars],
        "error_y": {
            "type": "data",
            "array": [bar.share.high - bar.share.share for bar in bars],
            "arrayminus": [bar.share.share - bar.share.low for bar in bars],
        },
        "customdata": [", ".join(map(str, bar.games)) for bar in bars],
        "hovertemplate": "%{x}: %{y:.1%}<br>games %{customdata}<extra></extra>",
    }
    axes = {
        "xaxis": {"title": {"text": what}, "type": "category"},
        "yaxis": {"title": {"text": "games" if what != "choices" else "decisions"}, "tickformat": ".0%"},
    }
    return {"data": [trace], "layout": {**axes, "showlegend": False, "height": 300}}


def histogram_svg(bars: Sequence[Bar], what: str = "turns") -> str:
    """Return a histogram as a still picture of a few kilobytes, for pages that can't draw charts, such as Voila's."""
    most = max((bar.share.high for bar in bars), default=0.0) or 1.0
    step = PICTURE_WIDTH / max(1, len(bars))
    every = max(1, round(LABEL_WIDTH / step))
    parts = [_svg_line(part, most) for part in (0.0, 0.5, 1.0)]
    for number, bar in enumerate(bars):
        x, name = (number + 0.5) * step, _range(bar)
        parts.append(_svg_bar(bar.share, name, x, 0.8 * step, most))
        if number % every == 0:
            parts.append(f"<text x='{x:.1f}' y='{PICTURE_HEIGHT + 16}' text-anchor='middle'>{name}</text>")
    parts.append(
        f"<text x='{PICTURE_WIDTH / 2:.0f}' y='{PICTURE_HEIGHT + 36}' text-anchor='middle'>{escape(what)}</text>"
    )
    said = escape(f"Games by {what}, with 95% intervals")
    box = f"-48 -10 {PICTURE_WIDTH + 56} {PICTURE_HEIGHT + 50}"
    style = "max-width:720px;width:100%;font:12px sans-serif"
    head = f"<svg viewBox='{box}' role='img' aria-label='{said}' fill='currentColor' style='{style}'>"
    return f"{head}{''.join(parts)}</svg>"


def _range(bar: Bar) -> str:
    """Return the values of a bar, such as 7 or 10-19."""
    return str(bar.low) if bar.low == bar.high else f"{bar.low}-{bar.high}"


def _svg_line(part: float, most: float) -> str:
    """Draw a line across the picture at this part of its height, with its share beside it."""
    y = PICTURE_HEIGHT * (1 - part)
    line = f"<path d='M0 {y:.0f}H{PICTURE_WIDTH}' stroke='currentColor' opacity='0.25'/>"
    return f"{line}<text x='-6' y='{y + 4:.0f}' text-anchor='end'>{part * most:.0%}</text>"


def _svg_bar(part: Share, name: str, x: float, width: float, most: float) -> str:
    """Draw a bar with its interval."""
    top, low, high = (PICTURE_HEIGHT * (1 - share / most) for share in (part.share, part.low, part.high))
    place = f"x='{x - width / 2:.1f}' y='{top:.1f}' width='{width:.1f}' height='{PICTURE_HEIGHT - top:.1f}'"
    told = f"<title>{name}: {part.share:.1%}</title>"
    interval = f"<path d='M{x:.1f} {low:.1f}V{high:.1f}' stroke='currentColor'/>"
    return f"<rect {place} fill='#3b7ea1'>{told}</rect>{interval}"

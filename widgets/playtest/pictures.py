"""Small charts for a page that must stand alone, drawn by the browser itself: each says its figures in words, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

WIDE = 720
HIGH, FOOT = 150, 22
SEATS = 5  # seats have a colour each

Bar = tuple[str, float, str]  # what it is of, how long it is, and its figure


def bars(rows: Sequence[Bar], most: float = 0) -> str:
    """One bar for each row, with its name and its figure; a full bar is `most`, or the longest of them."""
    most = most or max(value for _, value, _ in rows)
    drawn = (
        f'<li><span class="of">{escape(name)}</span>'
        f'<span class="bar"><i style="width: {100 * value / most:.1f}%"></i></span>'
        f'<span class="figure">{escape(figure)}</span></li>'
        for name, value, figure in rows
    )
    return f'<ul class="bars">{"".join(drawn)}</ul>'


def times(
    title: str, moves: int, decisions: Sequence[tuple[int, int | None, float]], number: Callable[[int], str] = str
) -> str:
    """Draw how long each decision took: a stroke for each, along the moves of the game, each by its number."""
    most = max((seconds for _, _, seconds in decisions), default=0) or 1
    step = WIDE / max(moves, 1)
    drawn = [f'<line x1="0" y1="{HIGH}" x2="{WIDE}" y2="{HIGH}" class="axis"/>']
    for move, seat, seconds in decisions:
        height = max(1.0, (HIGH - 14) * seconds / most)
        place = f'x="{(move - 1) * step:.1f}" y="{HIGH - height:.1f}"'
        size = f'width="{max(1.5, min(14, 0.8 * step)):.1f}" height="{height:.1f}"'
        who = "" if seat is None else f", seat {seat + 1}"
        drawn.append(
            f'<rect {place} {size} class="seat{(seat or 0) % SEATS + 1}">'
            f"<title>move {number(move)}{who}: {seconds:g} s</title></rect>"
        )
    drawn += [
        f'<text x="0" y="{HIGH + 16}">move 1</text>',
        f'<text x="{WIDE}" y="{HIGH + 16}" text-anchor="end">move {number(moves)}</text>',
        f'<text x="0" y="11">{most:g} s</text>',
    ]
    longest = max(decisions, key=lambda one: one[2])
    return _svg(title, f"Move {number(longest[0])} took the longest: {longest[2]:g} seconds.", HIGH + FOOT, drawn)


def _svg(title: str, spoken: str, height: int, drawn: Sequence[str]) -> str:
    props = f'viewBox="0 0 {WIDE} {max(height, 1)}" role="img" aria-label="{escape(f"{title}. {spoken}")}"'
    return f'<svg {props} class="chart">{"".join(drawn)}</svg>'

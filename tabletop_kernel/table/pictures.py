"""The picture of a table in a cell of a notebook.

An installed package may draw it: it says so by an entry point of the group `tabletop_kernel.pictures`, and
`draw_tables_with` names another. Where nobody draws it, the table is shown as text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

PICTURES = "tabletop_kernel.pictures"

Draw = Callable[[Any], str | None]  # the still picture of a table for everybody's eyes, as HTML or SVG
_drawn_by: list[Draw] | None = None  # None: nobody has looked yet who can draw


def draw_tables_with(*draw: Draw) -> None:
    """Have tables in cells drawn by these, or by nobody. They must show what everybody may see, and no more."""
    global _drawn_by
    _drawn_by = list(draw)


def drawn(session: Any) -> str | None:
    """Return a table's picture for all eyes; None if nobody draws this table."""
    return next((picture for draw in _drawers() if (picture := draw(session))), None)


def _drawers() -> list[Draw]:
    """Who can draw a table: those that were named, or those that are installed."""
    if _drawn_by is None:
        draw_tables_with(*_installed())
    return _drawn_by or []


def _installed() -> Iterable[Draw]:
    from importlib.metadata import entry_points

    for point in entry_points(group=PICTURES):
        with suppress(ImportError, AttributeError):  # what it needs is not there: then there is the text
            yield point.load()

"""The picture of a table in a notebook cell.

An installed package can draw it through an entry point of the group `tabletop_kernel.pictures`; `draw_tables_with`
overrides that. Without a picture, the cell shows the table as text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

ENTRY_POINT_GROUP = "tabletop_kernel.pictures"

Draw = Callable[[Any], str | None]  # a table's static picture that everyone may see, as HTML or SVG
_current_drawers: list[Draw] | None = None  # None: entry points not yet searched


def draw_tables_with(*draw: Draw) -> None:
    """Draw tables in cells with these functions, or as text if none is given.

    The functions must show only what everyone may see.
    """
    global _current_drawers
    _current_drawers = list(draw)


def draw_table(session: object) -> str | None:
    """Return a table's picture that everyone may see, or None if nothing draws this table."""
    return next((picture for draw in _drawers() if (picture := draw(session))), None)


def _drawers() -> list[Draw]:
    """Return the functions that draw tables: the ones set, or else the installed ones."""
    if _current_drawers is None:
        draw_tables_with(*_installed_drawers())
    return _current_drawers or []


def _installed_drawers() -> Iterable[Draw]:
    from importlib.metadata import entry_points

    for point in entry_points(group=ENTRY_POINT_GROUP):
        with suppress(ImportError, AttributeError):  # a missing dependency: the cell shows text instead
            yield point.load()

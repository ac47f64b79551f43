"""Tables as CSV text that a spreadsheet opens as text and numbers, never as formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

Row = dict[str, Any]

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a cell that begins like this is worked out


def as_csv(head: Sequence[Any], rows: Iterable[Sequence[Any]], line_end: str = "\n") -> str:
    """Write a head and rows of cells."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator=line_end)
    writer.writerows([harmless(cell) for cell in row] for row in (head, *rows))
    return text.getvalue()


def records_as_csv(rows: Sequence[Row]) -> str:
    """Write rows that name their columns; a column that a row does not have stays empty there."""
    columns = columns_of(rows)
    return as_csv(columns, ([row.get(column, "") for column in columns] for row in rows))


def columns_of(rows: Iterable[Row]) -> list[str]:
    """List all columns, in the order in which they first come."""
    return list(dict.fromkeys(key for row in rows for key in row))


def harmless(cell: Any) -> Any:
    """Put an apostrophe before a text that a spreadsheet would take for a formula; numbers stay as they are."""
    if not isinstance(cell, str) or not cell.startswith(FORMULA) or _is_number(cell):
        return cell
    return f"'{cell}"


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True

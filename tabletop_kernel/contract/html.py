"""Pieces of HTML for objects that show themselves in a notebook cell. All text in them is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

CHART = "application/vnd.plotly.v1+json"  # a chart as plain data, drawn by plotly's own code in the page


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a plain table."""
    top = "".join(f"<th style='text-align:left'>{escape(text)}</th>" for text in head)
    body = "".join("<tr>" + "".join(_cell(one) for one in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _cell(content: object) -> str:
    side = "right" if isinstance(content, (int, float)) else "left"
    return f"<td style='text-align:{side}'>{escape(str(content))}</td>"


def with_title(title: str, *parts: str) -> str:
    """Return a title, followed by parts that are already HTML."""
    return f"<div><strong>{escape(title)}</strong>{''.join(parts)}</div>"


def text_lines(lines: Iterable[str]) -> str:
    """Return lines of text, with their spacing kept."""
    return f"<pre>{escape(chr(10).join(lines))}</pre>"

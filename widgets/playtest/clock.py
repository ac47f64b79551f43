"""The clock by which decisions are timed, in the process where the table is. Tests put another one in its place."""

from __future__ import annotations

from datetime import date
from time import monotonic


def seconds() -> float:
    """Seconds that pass, from no particular moment on."""
    return monotonic()


def today() -> str:
    """The day on which a record is made."""
    return date.today().isoformat()

"""What happened, by which rule, for whose eyes.

An event is a plain tuple `(kind, rule, audience, data)`. There is one stream of them; a seat's log is a filter of it.
An audience is a set of seats as bits of an int, so that «all but» needs no list of seats and the test is one shift.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Event = tuple[str, str, int, dict[str, Any]]
Emit = Callable[..., None]

EVERYONE = -1
PROJECTOR = 62  # the bit of a viewer without a seat: it sees what everyone sees, never what one seat sees


def only(*seats: int) -> int:
    """An audience of just these seats."""
    audience = 0
    for seat in seats:
        audience |= 1 << seat
    return audience


def all_but(*seats: int) -> int:
    """An audience of everyone else, the projector included."""
    return ~only(*seats)


def sees(audience: int, seat: int | None) -> bool:
    """Whether a seat (None: the projector) belongs to an audience."""
    return bool(audience >> (PROJECTOR if seat is None else seat) & 1)


def recorder(events: list[Event]) -> Emit:
    """The `emit` that a game is given when its events are kept."""

    def emit(kind: str, rule: str, audience: int, **data: Any) -> None:
        events.append((kind, rule, audience, data))

    return emit


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log: one event in words."""

    at: int  # the number of the input that caused it; 0 is the setup
    kind: str
    rule: str
    text: str
    data: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"

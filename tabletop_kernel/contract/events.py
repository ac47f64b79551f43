"""Events: what happened, by which rule, and who may know.

An event is a plain tuple `(kind, rule, audience, data)`. A table has one stream of events, and each seat's log is a
filter of it. An audience is a set of seats as bits of an int, so “all but” needs no list of seats and the test is one
shift.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tabletop_kernel.contract.verdict import Facts

Event = tuple[str, str, int, Facts]
Emit = Callable[..., None]

EVERYONE = -1
PROJECTOR = 62  # the bit of a viewer without a seat: it sees what everyone sees, never what one seat sees


def only(*seats: int) -> int:
    """Return an audience of just these seats."""
    audience = 0
    for seat in seats:
        audience |= 1 << seat
    return audience


def all_but(*seats: int) -> int:
    """Return an audience of everyone but these seats, including the projector."""
    return ~only(*seats)


def sees(audience: int, seat: int | None) -> bool:
    """Tell if a seat (None: the projector) belongs to an audience."""
    return bool(audience >> (PROJECTOR if seat is None else seat) & 1)


def recorder(events: list[Event]) -> Emit:
    """Return an `emit` function that appends each event to `events`."""

    def emit(kind: str, rule: str, audience: int, /, **data: object) -> None:
        events.append((kind, rule, audience, data))

    return emit


@dataclass(frozen=True, slots=True, repr=False)
class Entry:
    """A line of the log: one event in words."""

    at: int  # the number of the input that caused it; 0 is the set-up
    kind: str
    rule: str
    text: str
    data: Facts

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"

    def __repr__(self) -> str:
        return f"<{self.at}: {self.text} ({self.rule})>"


def last_log_lines(events: list[list[Event]], seat: int | None, inputs: int, most: int) -> list[tuple[int, Event]]:
    """Return the last `most` lines of a seat's log after this many inputs, each with the number of its input."""
    lines: list[tuple[int, Event]] = []
    for at in range(inputs, -1, -1):
        for event in reversed(events[at]):
            if len(lines) >= most:
                return lines[::-1]
            if sees(event[2], seat):
                lines.append((at, event))
    return lines[::-1]


class SeatLog:
    """The events that one viewer may know, each with the number of its input; the list grows with the game."""

    def __init__(self, seat: int | None) -> None:
        self._seat = seat
        self._lines: list[tuple[int, Event]] = []
        self._counts: list[int] = []  # number of lines after the set-up, after the first input, …

    def go_on(self, events: list[list[Event]]) -> None:
        """Add the events of new inputs."""
        for at in range(len(self._counts), len(events)):
            self._lines += [(at, event) for event in events[at] if sees(event[2], self._seat)]
            self._counts.append(len(self._lines))

    def cut(self, inputs: int) -> None:
        """Forget all lines after this many inputs."""
        del self._counts[inputs + 1 :]
        del self._lines[self._counts[-1] if self._counts else 0 :]

    def count(self, inputs: int) -> int:
        """Return the number of lines after this many inputs."""
        return self._counts[inputs]

    def part(self, start: int, inputs: int) -> list[tuple[int, Event]]:
        """Return the lines up to an input, from line `start` on (negative: counts from the end)."""
        return self._lines[slice(*slice(start, None).indices(self.count(inputs)))]

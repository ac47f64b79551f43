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

    def emit(kind: str, rule: str, audience: int, /, **data: Any) -> None:
        events.append((kind, rule, audience, data))

    return emit


@dataclass(frozen=True, slots=True, repr=False)
class Entry:
    """A line of the log: one event in words."""

    at: int  # the number of the input that caused it; 0 is the setup
    kind: str
    rule: str
    text: str
    data: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"

    def __repr__(self) -> str:
        return f"<{self.at}: {self.text} ({self.rule})>"


def last_lines(events: list[list[Event]], seat: int | None, inputs: int, most: int) -> list[tuple[int, Event]]:
    """The last lines of a log after so many inputs, at most so many, each with the number of its input."""
    found: list[tuple[int, Event]] = []
    for at in range(inputs, -1, -1):
        for event in reversed(events[at]):
            if len(found) >= most:
                return found[::-1]
            if sees(event[2], seat):
                found.append((at, event))
    return found[::-1]


class Lines:
    """The events that one pair of eyes may know of, each with the number of its input; it grows with the game."""

    def __init__(self, seat: int | None) -> None:
        self._seat = seat
        self._lines: list[tuple[int, Event]] = []
        self._counts: list[int] = []  # how many lines there are after the set-up, after the first input, …

    def go_on(self, events: list[list[Event]]) -> None:
        """Take in the events of the inputs that are new."""
        for at in range(len(self._counts), len(events)):
            self._lines += [(at, event) for event in events[at] if sees(event[2], self._seat)]
            self._counts.append(len(self._lines))

    def cut(self, inputs: int) -> None:
        """Forget what came after so many inputs; nothing, if nobody has looked since."""
        del self._counts[inputs + 1 :]
        del self._lines[self._counts[-1] if self._counts else 0 :]

    def count(self, inputs: int) -> int:
        """How many lines there are after so many inputs."""
        return self._counts[inputs]

    def part(self, start: int, inputs: int) -> list[tuple[int, Event]]:
        """The lines up to an input, from the line `start` on (from the end if negative)."""
        return self._lines[slice(*slice(start, None).indices(self.count(inputs)))]

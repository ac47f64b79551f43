"""A chair at a table, and who sits on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

PERSON = "person"
OPEN = "open"  # nobody yet: a person at another screen may sit down here


@dataclass
class Chair:
    """Who sits on a chair: a person, perhaps with a name, or a bot. `place` is the screen where the person sits."""

    who: str = PERSON
    name: str = ""
    place: str = ""

    def __str__(self) -> str:
        return f"{self.who}:{self.name}" if self.name else self.who


def people(seats: Iterable[Chair]) -> list[int]:
    """The chairs with people on them."""
    return [number for number, seat in enumerate(seats) if seat.who == PERSON]

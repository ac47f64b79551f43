"""What the log of a shared table is made of: games, moves, what was taken back, who sits where."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

GAME = "game"  # a table as it was set, or as it was brought along: its save code
MOVE = "move"
BACK = "back"  # to how many moves the game has gone back
CHAIRS = "chairs"  # who sits where
ASK = "ask"  # somebody asks the others for something
ANSWER = "answer"
PAUSE = "pause"
KINDS = (GAME, MOVE, BACK, CHAIRS, ASK, ANSWER, PAUSE)

New = tuple[str, Any]  # an entry that has no number yet: its kind and its data


class Entry(NamedTuple):
    """One line of a log."""

    number: int
    kind: str
    data: Any


def written(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def read_entry(row: Sequence[Any]) -> Entry:
    number, kind, data = row
    return Entry(number, kind, json.loads(data))


def chairs_from_text(seats: str, place: str) -> list[dict[str, str]]:
    """Chairs as they were once written, in one line; all people at them sat at one screen."""
    chairs = []
    for part in seats.split(","):
        who, _, name = part.partition(":")
        chairs.append({"who": who, "name": name, "place": place if who == "person" else ""})
    return chairs

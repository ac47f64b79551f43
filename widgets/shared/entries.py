"""What the log of a shared table is made of: games, moves, what was taken back, who sits where, and what is jotted.

What is jotted (notes, answers after the game, what was counted) has a place in the log and no part in the game: it is
written without asking whether somebody was faster, and nobody's move is refused because of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from widgets.shared.chair import PERSON, Chair

GAME = "game"  # a table as it was set, or as it was brought along: its save code
ON = "on"  # of a game: the one that was played goes on with other cards, after so many moves
MOVE = "move"
BACK = "back"  # to how many moves the game has gone back
SEALED = "sealed"  # of a move, or of what is taken back: nobody but who made it has seen anything of it
AGAIN = "again"  # of a move: it stays, though something that was sealed before it is taken back
ASIDE = "aside"  # of a move: each acts before themselves, and whoever asks to take one back is not answered by it
CHAIRS = "chairs"  # who sits where
ASK = "ask"  # somebody would like to take a move back, and asks those who have seen it
ANSWER = "answer"
LINKED = "linked"  # of a game: it stood in a link and had a code, which hold all of it, before others could come
KNOWN = "known"  # of a game that nobody else had seen: somebody could copy all of it from now on
NEW_LINK = "new_link"  # a seat's person gets a new link, and the old one is worth nothing: `seat`
STOP = "stop"  # the host ends the game for everybody before its end, or lets it go on after all: `over`, `place`
HOSTS = "hosts"  # somebody hosts the table from now on, beside whoever does: their `place`
NOTE = "note"  # what somebody thought at a moment of the game
UNNOTE = "unnote"  # its writer has taken a note away
OPINION = "opinion"  # the answers of a seat after the game
TALLY = "tally"  # what was counted at a screen: how long decisions took, what was refused, which rules were looked up
JOTTED = frozenset({NOTE, UNNOTE, OPINION, TALLY})

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


def seated(chairs: Iterable[Chair]) -> New:
    """The entry that says who sits where."""
    return CHAIRS, [asdict(chair) for chair in chairs]


def chairs_from_text(seats: str, place: str) -> list[Chair]:
    """Chairs as they were once written, in one line; all people at them sat at one screen."""
    parts = [part.partition(":") for part in seats.split(",")]
    return [Chair(who, name, place if who == PERSON else "") for who, _, name in parts]

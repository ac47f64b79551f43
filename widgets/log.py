"""What happened, in blocks: one for each move, the newest first. Inside a block causes stand above effects.

A block is for the eyes of one viewer: it is made from that viewer's log, and speaks to them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from itertools import groupby
from typing import Any

from tabletop_kernel.events import Entry
from tabletop_kernel.session import Session

LINES = 60  # on screen; older ones come into sight when the table goes back in time

Data = dict[str, Any]


def told(session: Session, viewer: int | None, start: int = 0) -> list[Entry]:
    """The log as a page tells it: to whoever looks in the second person."""
    return session.log(viewer, start, you=True)


def blocks(session: Session, viewer: int | None, seen: int) -> list[Data]:
    """One block for each move that can be seen, newest first; those with lines after the first `seen` are new."""
    length = session.log_length(viewer)
    first = max(0, length - LINES)
    lines = list(enumerate(told(session, viewer, first), first))
    if first:  # the oldest move may have lost its beginning, and then it would begin with an effect
        lines = [(number, entry) for number, entry in lines if entry.at != lines[0][1].at] or lines
    turn_of = turns(session)
    ruled = _ruled(session)
    made = [_block(session, at, list(part), seen, ruled) for at, part in groupby(lines, lambda line: line[1].at)]
    return [{**block, "turn": turn_of(block["at"])} for block in reversed(made)]


def _block(session: Session, at: int, lines: list[tuple[int, Entry]], seen: int, ruled: dict[str, list[str]]) -> Data:
    """A move, and what came of it, in the order in which it came; whom its first line is about stands beside it."""
    about = lines[0][1].data.get("seat")
    mover = session.inputs[at - 1].seat if at else None
    return {
        "at": at,
        "seat": about if type(about) is int else mover,
        "new": 0 < seen <= lines[-1][0],  # what is there when a page opens is no news
        "lines": [_line(entry, ruled) for _, entry in lines],
    }


def _line(entry: Entry, ruled: dict[str, list[str]]) -> Data:
    line: Data = {"text": entry.text, "rule": entry.rule}
    if entry.rule in ruled:
        line["ruled"] = ruled[entry.rule]
    return line


def _ruled(session: Session) -> dict[str, list[str]]:
    """Which rules read or play differently here, by which of the rulings that this table has changed."""
    found: dict[str, list[str]] = {}
    for ruling in session.house_rulings:
        for rule in (ruling.id, *ruling.about):
            found.setdefault(rule, []).append(ruling.id)
    return found


def turns(session: Session) -> Callable[[int], int]:
    """In which turn a move was made, as people count them."""
    starts = [start for start in session.turn_starts if start <= session.at_input]
    before = session.game.turns(session.truth) - len(starts)
    return lambda at: before + bisect_left(starts, at)

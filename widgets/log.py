"""What happened, in blocks: one for each move, the newest first. Inside a block causes stand above effects.

A block is for the eyes of one viewer: it is made from that viewer's log, and speaks to them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any
from weakref import WeakKeyDictionary

from tabletop_kernel.contract.events import Entry, Event
from tabletop_kernel.table.session import Session
from widgets.moments import Moments, all_moments

_told: WeakKeyDictionary[Session, dict[int | None, tuple[object, list[Event], list[Entry]]]] = WeakKeyDictionary()
LINES = 60  # on screen; older ones come into sight when the table goes back in time

Data = dict[str, Any]


def told(session: Session, viewer: int | None, start: int = 0) -> list[Entry]:
    """The log as a page tells it, from a line on: to whoever looks in the second person.

    Putting lines into words is a quarter of the work for a screen, and nearly all of them stood on the last one: they
    are kept as long as everybody is called the same.
    """
    names = tuple(session.game.telling.word(session.truth, "seat", seat) for seat in range(session.config.seats))
    called = names, tuple(session.people.items()), tuple(session.others.items()), session.to_all
    kept = _told.setdefault(session, {})
    if viewer not in kept or kept[viewer][0] != called:
        kept[viewer] = called, [], []
    _, known, lines = kept[viewer]
    events = session.events(viewer)
    both = min(len(known), len(events))
    if list(map(id, known[:both])) != list(map(id, events[:both])):  # something was taken back
        both = next(number for number, one in enumerate(known) if one is not events[number])
    if both < len(events):  # else the table may stand in the past, of which everything is known
        known[both:], lines[both:] = events[both:], session.log(viewer, both, you=True)
    return lines[start : len(events)]


def of_others(held: Iterable[tuple[int, bool]]) -> tuple[range, ...]:
    """At which moves a chair was not with whoever has it now: it was held until so many, by them or by others. What
    comes before the first move belongs to it."""
    found, since = list[range](), 0
    for until, own in held:
        if until > since and not own:
            found.append(range(since + bool(since), until + 1))
        since = until
    return tuple(found)


def blocks(session: Session, viewer: int | None, seen: int, moments: Moments | None = None) -> list[Data]:
    """One block for each move that can be seen, newest first; those with lines after the first `seen` are new."""
    length = session.log_length(viewer)
    first = max(0, length - LINES)
    lines = list(enumerate(told(session, viewer, first), first))
    if first:  # the oldest move may have lost its beginning, and then it would begin with an effect
        lines = [(number, entry) for number, entry in lines if entry.at != lines[0][1].at] or lines
    turn_of, moments = turns(session), moments or all_moments(session)
    ruled = _ruled(session)
    made = [_block(session, at, list(part), seen, ruled) for at, part in groupby(lines, lambda line: line[1].at)]
    return [
        {**block, "at": at, "number": moments.name(at), "turn": turn_of(block["at"])}
        for block in reversed(made)
        for at in [moments.of(block["at"])]
    ]


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


def turns(session: Session) -> Callable[[int], int | None]:
    """In which turn a move was made, as people count them; None in the first one of a table that does not say which."""
    starts = [start for start in session.turn_starts if start <= session.at_input]
    before = session.game.pace.turns(session.truth) - len(starts)
    untold = (
        session.start is not None and {"turn", session.game.pace.round_word}.isdisjoint(session.start) and before > 0
    )

    def turn_of(at: int) -> int | None:
        later = bisect_left(starts, at)
        return None if untold and not later else before + later

    return turn_of

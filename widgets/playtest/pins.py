"""Where in a game something is pinned: to a moment, as one seat has seen the game up to there.

A game may change under a note. What is taken back and played in another way has another past, and the note stays with
the one in which its moment is. But what others have sealed is no part of that past: they may take it back, and neither
the note nor whoever wrote it hears of it, though the moves after it have other numbers then.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary
from zlib import crc32

from tabletop_kernel.contract.untrusted import MAX_INPUTS, dump
from tabletop_kernel.table.saves import Input
from tabletop_kernel.table.session import Session
from widgets.moments import shown_to

MOST_SEATS = 12
MAX_TRAIL = 0xFFFFFFFF


class Pin(NamedTuple):
    """A moment of a game, and the seat from which it was seen; None: from no seat."""

    seat: int | None
    at: int  # after how many inputs, when it was pinned
    trail: int  # what stands for the past of that moment


Known = dict[object, tuple[list[Input], list[int]]]  # for whom: the inputs, and what stands for the past after each

_known: WeakKeyDictionary[Session, Known] = WeakKeyDictionary()  # as far as worked out
ALL = object()  # for whoever knows all inputs


def trails(session: Session) -> list[int]:
    """A number for every moment of a game that stands for all inputs before it, the beginning first."""
    inputs, found = _begun(session, ALL)
    for made in session.inputs[len(inputs) :]:
        inputs.append(made)
        found.append(_next(found[-1], [made.seat, *made.move]))
    return found


def sights(session: Session, seat: int | None) -> list[int]:
    """The same for the eyes of a seat: what it did itself, and what it saw of others; nothing of what they sealed."""
    inputs, found = _begun(session, seat)
    shown = shown_to(session, seat)
    for number, made in enumerate(session.inputs[len(inputs) :], len(inputs) + 1):
        inputs.append(made)
        if made.seat == seat:
            found.append(_next(found[-1], [made.seat, *made.move]))
        elif shown[number - 1]:
            seen = [[kind, rule, data] for kind, rule, _, data in session.events_at(seat, number)]
            found.append(_next(found[-1], seen))
        else:
            found.append(found[-1])
    return found


def _begun(session: Session, whose: object) -> tuple[list[Input], list[int]]:
    """What was worked out before, as far as the game is still the same."""
    inputs, found = _known.setdefault(session, {}).setdefault(whose, ([], [0]))
    pairs = enumerate(zip(inputs, session.inputs, strict=False))
    same = next((n for n, (one, other) in pairs if one is not other), min(len(inputs), session.length))
    del inputs[same:], found[same + 1 :]
    return inputs, found


def _next(before: int, what: Any) -> int:
    return crc32(dump(what).encode(), before)


def pin(session: Session, seat: int | None, at: int) -> Pin:
    """A moment of this game, for what is only counted: nobody reads it before the game is over."""
    return Pin(seat, at, trails(session)[at])


def pin_note(session: Session, seat: int | None, at: int) -> Pin:
    """A moment of this game, for what its writer reads while others play."""
    return Pin(seat, at, sights(session, seat)[at])


def where(session: Session, note: Pin) -> int | None:
    """After how many inputs of this game the moment of a note is; None if it is not in this game."""
    return next(_places(session, note), None)


def _places(session: Session, note: Pin) -> Iterator[int]:
    if note.seat is None or note.seat < session.config.seats:
        known = sights(session, note.seat)
        if note.at < len(known) and known[note.at] == note.trail:
            yield note.at
        yield from (at for at in range(len(known) - 1, -1, -1) if known[at] == note.trail)
    known = trails(session)  # by which notes were pinned once
    if note.at < len(known) and known[note.at] == note.trail:
        yield note.at


def read_pin(value: Any) -> Pin | None:
    """A pin as it was written; None if this is none."""
    if not isinstance(value, list) or len(value) != 3:
        return None
    seat, at, trail = value
    fits = (seat is None or is_whole(seat, MOST_SEATS)) and is_whole(at, MAX_INPUTS) and is_whole(trail, MAX_TRAIL)
    return Pin(seat, at, trail) if fits else None


def is_whole(number: Any, most: int) -> bool:
    """Whether this is a whole number from 0 on, and not more than that."""
    return type(number) is int and 0 <= number <= most

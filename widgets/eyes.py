"""Whose eyes see what: whether a screen may change hands in the open, or a curtain must fall first."""

from __future__ import annotations

from typing import Any

from tabletop_kernel.table.session import Session

OWN = ("seat",)  # what a view says of its viewer, and everybody knows
UNKNOWN = "?"


def has_secrets(session: Session, seat: int, other: int | None) -> bool:
    """Whether a seat sees anything at the table, or in the log, that another pair of eyes may not see."""
    if holds_more(session.view(seat), session.view(other)):
        return True
    open_to_them = {id(event) for eyes in (other, None) for event in session.events(eyes)}  # the same objects for all
    return any(id(event) not in open_to_them for event in session.events(seat))


def holds_more(mine: Any, theirs: Any) -> bool:
    """Whether one view tells something that the other does not.

    A zone that a seat may not look into is a number or None in its view, and an unknown piece is «?». Wherever two
    views differ and it is not plain that mine knows less, it counts as knowing more.
    """
    if mine is None or mine in (theirs, UNKNOWN):
        return False
    if isinstance(mine, dict) and isinstance(theirs, dict):
        return any(key not in theirs or holds_more(mine[key], theirs[key]) for key in mine if key not in OWN)
    if isinstance(mine, list) and isinstance(theirs, list):
        return len(mine) != len(theirs) or any(map(holds_more, mine, theirs))
    if isinstance(theirs, list):
        return bool(mine != len(theirs))
    return bool(mine != [])  # an empty hand is no secret

"""Short ways to set up a table of The Royal Ascension and to ask it things."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_kernel import Refused, Session, load
from tabletop_kernel.contract.game import Move

GAME = load("royal_ascension")
A, B, C, D = range(4)  # the seats, as the examples name them


def table(rulings: dict[str, str] | None = None, dice: list[int] | None = None, **position: Any) -> Session:
    """A table that stands as described; `dice` are the next results, whoever rolls."""
    script = {"dice": dice or []}
    script.update(position.pop("script", {}))
    return Session.at(GAME, {"seats": 4, "rulings": rulings or {}, "chance": {"script": script}, **position})


def play(session: Session, seat: int, *moves: Move) -> list[Any]:
    """Make several moves for one seat; the events of all of them."""
    return [event for move in moves for event in session.submit(seat, move)]


def commit(session: Session, seat: int, *pieces: str) -> None:
    """Commit pieces and seal."""
    play(session, seat, *(("commit", piece) for piece in pieces), ("seal",))


def refused(session: Session, seat: int, move: Any) -> str:
    """The rule that refuses a move; the refusal must say something and change nothing."""
    before = session.position()
    with pytest.raises(Refused) as caught:
        session.submit(seat, move)
    verdict = caught.value.verdict
    assert verdict.text
    assert "{" not in verdict.text, verdict.text
    assert session.position() == before
    assert move not in session.moves(seat)
    return verdict.rule


def rules_of(events: list[Any]) -> list[str]:
    """The rules that a list of events cites."""
    return [event[1] for event in events]


def kinds_of(events: list[Any]) -> list[str]:
    return [event[0] for event in events]


def frame(session: Session) -> str:
    """What is being decided now."""
    return str(session.truth.frames[-1][0]) if session.truth.frames else "over"

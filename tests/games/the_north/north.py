"""Short ways to set up a table of The North and to ask it things."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_kernel import Refused, Session, load
from tabletop_kernel.events import Event
from tabletop_kernel.game import Move

GAME: Any = load("the_north")
A, B = 0, 1  # the seats; B is The Collector where A plays alone
OWN = ["pale-drone/outpost", "pale-drone/conduit", "pale-drone/archive", "ice-porter/foundry", "ice-porter/beacon"]

DRONE, DRONE_2, DRONE_3 = "pale-drone/outpost@1", "pale-drone/conduit@1", "pale-drone/archive@1"
PORTER, PORTER_2 = "ice-porter/foundry@1", "ice-porter/beacon@1"
REGENT = "old-regent/depot@1"


def table(rulings: dict[str, str] | None = None, seats: int = 2, **position: Any) -> Session:
    """A table that stands as described, at A's first Directive unless said otherwise. Rulings without «ruling.»."""
    named = {f"ruling.{key}": value for key, value in (rulings or {}).items()}
    script = position.pop("script", {})
    for name in ("hand", "discard", "deck", "ancients", "facilities"):  # a flat list is A's
        pile = position.get(name)
        if pile is not None and (not pile or isinstance(pile[0], str)):
            position[name] = [pile] if seats == 1 else [pile, None if name == "deck" else []]
    position.setdefault("now", "directive")
    if "frames" in position:
        position.pop("now")
    return Session.at(GAME, {"seats": seats, "rulings": named, "chance": {"script": script}, **position})


def play(session: Session, *moves: Move, seat: int = A) -> list[Event]:
    """Make several moves for one seat; the events of all of them."""
    return [event for move in moves for event in session.submit(seat, move)]


def refused(session: Session, move: Any, seat: int = A) -> str:
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


def rules_of(events: list[Event]) -> list[str]:
    return [event[1] for event in events]


def kinds_of(events: list[Event]) -> list[str]:
    return [event[0] for event in events]


def said(events: list[Event], kind: str) -> list[dict[str, Any]]:
    """What the events of one kind say."""
    return [event[3] for event in events if event[0] == kind]


def losses(events: list[Event]) -> list[tuple[int, int]]:
    """Who lost how much, in order."""
    return [(data["seat"], data["points"]) for data in said(events, "loses")]


def frame(session: Session) -> str:
    """What is being decided now."""
    return str(session.truth.frames[-1][0]) if session.truth.frames else "over"


def everything(session: Session) -> list[Event]:
    """All that happened at a table, for all eyes."""
    return [event for events in session._events for event in events]


def finish_turn(session: Session, seat: int = A) -> list[Event]:
    """End the Directives; the other player takes the first Ancient there is."""
    events = play(session, ("end",), seat=seat)
    if frame(session) == "take-one":
        other = session.deciders[0]
        events += play(session, session.moves(other)[0], seat=other)
    return events

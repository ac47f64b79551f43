"""Short ways to ask a table things, for the tests of any game."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tabletop_kernel import Refused, Session, piles
from tabletop_kernel.events import Event
from tabletop_kernel.game import Move


def play(session: Session, *moves: Move, seat: int = 0) -> list[Event]:
    """Make several moves for one seat; the events of all of them."""
    return [event for move in moves for event in session.submit(seat, move)]


def refused(session: Session, move: Any, seat: int = 0) -> str:
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


# -- what the code of a game says --------------------------------------------------------------------------------------


def _calls(package: Any, name: str) -> Iterator[ast.Call]:
    """The calls of a function anywhere in a package, and in what all games share."""
    for path in (*Path(package.__file__).parent.glob("*.py"), Path(piles.__file__)):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name and node.args:
                yield node


def emitted(package: Any) -> set[str]:
    """The kinds of events that the code of a game names."""
    kinds = (call.args[0] for call in _calls(package, "emit"))
    return {kind.value for kind in kinds if isinstance(kind, ast.Constant)}


def refusing(package: Any) -> set[str]:
    """The rules that the code of a game refuses by."""
    parts = (part for call in _calls(package, "Verdict") for part in ast.walk(call.args[0]))
    found = {part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)}
    return {rule for rule in found if "." in rule}

"""What a table tells, as rules and facts; sentences are compared in `reads.txt` and in each `test_wording.py`."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from tabletop_kernel import Session
from tabletop_kernel.contract.game import Move
from tabletop_kernel.learning.lesson_run import Lesson

Told = tuple[str, dict[str, Any]]


def told(session: Session, rule: str = "") -> list[Told]:
    """The kinds and facts of what everybody has read, by one rule or by all."""
    return [(entry.kind, entry.data) for entry in session.log(None) if rule in ("", entry.rule)]


def kinds_told(session: Session, rule: str = "") -> list[str]:
    return [kind for kind, _ in told(session, rule)]


def why(session: Session, move: Move, seat: int = 0) -> Told:
    """The rule that refuses a move, and the facts."""
    verdict = session.judge(seat, move)
    assert verdict is not None, move
    return verdict.rule, verdict.facts


def told_off(lesson: Lesson) -> str:
    """What a step has its sentence for about a way that leads away: moves that begin so, an event, or all («»)."""
    assert lesson.answer.kind == "off"
    (off,) = (off for off in lesson.step.off if off.says == lesson.answer.text)
    return " ".join(map(str, off.move)) or off.event


class Asked(NamedTuple):
    """What a seat is asked: the kind of decision, the facts of its prompt, and the rules."""

    kind: str
    facts: dict[str, Any]
    rules: tuple[str, ...]
    yours: bool


def asked(session: Session, seat: int | None = None) -> Asked:
    """What whoever decides is asked, or what another seat reads meanwhile."""
    game: Any = session.game
    view = session.view(session.deciders[0] if seat is None else seat)
    kind, _, facts = game.telling.topic(session.config, view)
    prompt = game.telling.prompt(session.config, view)
    return Asked(kind, dict(facts), prompt.rules, prompt.yours)


def names_in(text: str, *entries: Any) -> list[str]:
    """The ids of those entries of a pack (id -> entry) whose names a text has, in the order of the text."""
    found = {key: text.find(entry.name) for part in entries for key, entry in part.items()}
    return sorted((key for key, at in found.items() if at >= 0), key=found.__getitem__)


def numbers_in(text: str) -> list[int]:
    """The numbers that a text has in figures, in the order of the text."""
    return [int(number) for number in re.findall(r"-?\d+", text)]

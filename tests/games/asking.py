"""Short ways to ask a table things, for the tests of any game."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from strangers import check_playable, look, nearby, paths, removed, replaced

from tabletop_kernel import PositionError, Refused, Session, SetupError
from tabletop_kernel.checks.lesson_checks import answered_lesson
from tabletop_kernel.contract import piles_and_points
from tabletop_kernel.contract.events import Event
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.lessons import Step, find_step
from tabletop_kernel.learning.lesson_run import Lesson


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
    for path in (*Path(package.__file__).parent.rglob("*.py"), Path(piles_and_points.__file__)):
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


# -- lessons -----------------------------------------------------------------------------------------------------------


def follow(game: Any, step_id: str, *moves: tuple[Any, ...]) -> Lesson:
    """A step with everything pointed at, foreseen and laid, so that only its goals decide, and these moves made."""
    lesson = answered_lesson(game, find_step(game.teaching.chapters, step_id))
    for move in moves:
        lesson.submit(move)
    return lesson


def check_style(step: Step) -> None:
    """Short, friendly texts."""
    assert 1 <= len(step.title.split()) <= 6
    asked = [question for question in (step.point, step.predict) if question]
    told = [step.title, step.task, step.learned, step.say, step.nudge, *(off.says for off in step.off)]
    told += [text for question in asked for text in (question.ask, question.because)]
    told = [step.title, *filter(None, told[1:])]
    for text in told:
        assert "!" not in text, text
        assert "  " not in text, text
        assert "\n" not in text, text
        assert text == text.strip(), text
    for text in told[1:]:
        assert text.endswith((".", "?")), text


# -- positions and packs -----------------------------------------------------------------------------------------------


def fault_of(game: Any, position: Any) -> str:
    """The sentence with which a position for two is refused."""
    with pytest.raises((PositionError, SetupError)) as caught:
        Session.at(game, {"seats": 2, **position})
    text = str(caught.value)
    assert text.isprintable()
    assert len(text) < 400
    assert text.endswith((".", "?")), text
    return text


def check_damaged(game: Any, position: Any, seed: int) -> None:
    """A position, and many that are a little wrong: each is refused with a sentence, or can be played on."""
    rng = random.Random(seed)
    check_playable(Session.at(game, position), seed, 60)
    places = [path for path in paths(position) if path[0] not in ("seats", "rulings", "chance")]
    for number in range(25):
        path = rng.choice(places)
        value = look(position, path)
        damaged = (
            removed(position, path) if rng.random() < 0.25 else replaced(position, path, nearby(rng, position, value))
        )
        try:
            session = Session.at(game, damaged)
        except (PositionError, SetupError) as error:
            assert str(error).isprintable()
            continue
        check_playable(session, number, 60)


def edit(pack: Path, file: str, old: str, new: str) -> None:
    """Change one place in a file of a pack."""
    text = (pack / file).read_text(encoding="utf-8")
    assert old in text
    (pack / file).write_text(text.replace(old, new, 1), encoding="utf-8")

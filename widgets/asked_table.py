"""The table that a class is asked about, for its wall: to look at, with nothing to press and nothing that answers."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.lessons import Step, find_step
from tabletop_kernel.learning.lesson_run import Lesson
from tabletop_kernel.learning.question_answers import right_answers
from widgets import small_table
from widgets.face import face_of
from widgets.lesson_table import FORESEEN
from widgets.scene import Scene, pieces
from widgets.task import fits, name_of

TO_PRESS = ("button", "marks", "rule", "rules")  # besides pieces: what would open a drawer that a wall does not have


@cache
def asked_table(game: str, step: str, shown: bool) -> Scene:
    """The part of a step's table that is in play; with the right pieces marked, once the answer was `shown`."""
    scene, found = _scene(game, step)
    parts: list[Any] = [
        part for part in scene if part["part"] != "key" and not small_table.is_dimmed(part, found.zones)
    ]
    small_table.all_to_point_at(parts)
    for part in parts:
        _to_look_at(part)
        if part["part"] == "hand":
            part.pop("note", None)  # who sees the cards: here all do
    if shown:
        small_table.signed(parts, "right", _right(game, found))
    return parts


@cache
def right_by_name(game: str, step: str) -> dict[str, str]:
    """The right answers to what is asked at a step, with what a pupil's page calls them."""
    scene, found = _scene(game, step)
    question = found.predict
    if question is None:
        return {}
    names = {piece["id"]: name_of(piece) for piece in pieces(scene) if fits(question, piece["id"])}
    return {answer: names.get(answer, answer) for answer in _right(game, found)}


def _right(game: str, step: Step) -> list[str]:
    assert step.predict is not None
    return right_answers(load(game), Lesson(load(game), step.id).session.truth, step.predict)


def _scene(name: str, step: str) -> tuple[Scene, Step]:
    """The table as the step's learner first sees it, without what would answer."""
    game, face = load(name), face_of(name)
    session, found = Lesson(game, step).session, find_step(game.teaching.chapters, step)
    people = session.people if game.telling.nameless else {}
    look = face.look(game, session.config, session.view(found.seat), (), str, people, (*found.hide, *FORESEEN))
    look.told = partial(session.events, found.seat)
    scene = face.scene(look)
    small_table.without_odds(scene)
    return (small_table.without_totals(scene) if "totals" in found.hide else scene), found


def _to_look_at(data: Any) -> None:
    """Take away what could be pressed."""
    if isinstance(data, dict):
        for key in (*TO_PRESS, "point"):
            data.pop(key, None)
    for value in data.values() if isinstance(data, dict) else data:
        if isinstance(value, (dict, list)):
            _to_look_at(value)

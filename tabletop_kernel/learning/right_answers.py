"""The right answers to the questions of a course, as the rules compute them."""

from __future__ import annotations

from typing import Any

from tabletop_kernel.contract.errors import UnknownName, nearest
from tabletop_kernel.contract.game import Game
from tabletop_kernel.contract.lessons import Question


def right_answers(game: Game[Any], state: Any, question: Question) -> list[str]:
    """Compute the right answers to a question at a table; of pieces, their ids."""
    name, *arguments = question.fact
    if name not in game.facts:
        raise UnknownName(f"{game.title} doesn't compute the fact '{name}': {nearest(name, game.facts)}")
    found = game.facts[name](state, *arguments)
    answers = [str(one) for one in found] if isinstance(found, (list, tuple)) else [str(found)]
    return [question.piece.replace("{}", answer) for answer in answers] if question.piece else answers

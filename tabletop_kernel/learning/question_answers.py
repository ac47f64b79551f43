"""Right answers to a course's questions, computed by the rules."""

from __future__ import annotations

from tabletop_kernel.contract.errors import UnknownName, nearest
from tabletop_kernel.contract.game import AnyGame, State
from tabletop_kernel.contract.lessons import Question


def right_answers(game: AnyGame, state: State, question: Question) -> list[str]:
    """Return the right answers to a question at a table, as ids of pieces if it asks for pieces.

    Raise UnknownName if the game doesn't compute the question's fact.
    """
    name, *arguments = question.fact
    if name not in game.teaching.facts:
        raise UnknownName(f"{game.title} doesn't compute the fact '{name}': {nearest(name, game.teaching.facts)}")
    fact = game.teaching.facts[name](state, *arguments)
    answers = [str(value) for value in fact] if isinstance(fact, (list, tuple)) else [str(fact)]
    return [question.piece.replace("{}", answer) for answer in answers] if question.piece else answers

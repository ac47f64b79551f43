"""What the course says after a click or a move is so, whatever was clicked and whichever way was taken.

A sentence about tokens or patterns is bound to what the rules find there; a sentence that closes a step speaks of the
rule and not of the way, since nobody knows which way a learner took, and it stands alone in the chapter's recap.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

import pytest

from tabletop_kernel import load
from tabletop_kernel.games.tamashii.components import SLOTS
from tabletop_kernel.games.tamashii.launch import patterns
from tabletop_kernel.learner import Lesson
from tabletop_kernel.lesson_checks import ready
from tabletop_kernel.lessons import Question, Step, find_step, right_answers

GAME = load("tamashii")
STEPS = [step for chapter in GAME.lessons for step in chapter.steps]
POINTING = [step for step in STEPS if step.point and step.point.wrong]

# How a sentence begins or speaks that points back at something only this learner has seen.
POINTS_BACK = re.compile(r"^(?:That|It|They|This|These|Those|Both|Here|Now|Then|From now) ")
TELLS_A_WAY = re.compile(r"\b(?:gave|was|were|brought|took|went|drew)\b(?! \w+ed)")

Claim = Callable[[Lesson, str], bool]


def _lies_nowhere(lesson: Lesson, piece: str) -> bool:
    state, seat = lesson.session.truth, lesson.step.seat
    source = patterns.sources(state, seat)[piece.removeprefix("pattern:")]
    return not patterns.places(state, seat, source)


def _holds_none_of(letters: str) -> Claim:
    def is_so(lesson: Lesson, piece: str) -> bool:
        return _token(lesson, piece) not in letters

    return is_so


def _token(lesson: Lesson, piece: str) -> str:
    grid: str = lesson.session.view(lesson.step.seat)["grid"][lesson.step.seat]
    return grid[SLOTS.index(piece.removeprefix("slot:"))]


def _in_no_place_of(pattern: str) -> Claim:
    def is_so(lesson: Lesson, piece: str) -> bool:
        state, seat = lesson.session.truth, lesson.step.seat
        places = patterns.places(state, seat, patterns.sources(state, seat)[pattern])
        return SLOTS.index(piece.removeprefix("slot:")) not in {slot for place in places for slot in place}

    return is_so


def _is_not_refilled(lesson: Lesson, piece: str) -> bool:
    """Plain, locked or occupied."""
    lit = lesson.session.truth.lit(SLOTS.index(piece.removeprefix("slot:")))
    return not lit or _token(lesson, piece) != "."


CLAIMS: dict[str, Claim] = {
    "Nowhere do the tokens lie as that pattern shows, whichever way it is turned.": _lies_nowhere,
    "Nowhere do the tokens lie as that pattern shows.": _lies_nowhere,
    "Even with the open token, nowhere do the tokens lie as that pattern shows.": _lies_nowhere,
    "No line of core, any and core data goes through that slot.": _in_no_place_of("card.S01-3"),
    "That slot is one of the gaps, or lies outside the pattern.": _in_no_place_of("body.night-florist"),
    "Neither a token of your core type nor an open one lies there.": _holds_none_of("EO"),
    "Neither an Ember nor an open token lies there.": _holds_none_of("EO"),
    "Neither Lore nor an open token lies there.": _holds_none_of("LO"),
    "An effect on Lore takes nothing from that slot.": _holds_none_of("L"),
    "There is no token.": _holds_none_of("EWLFOXNCD"),
    "That slot is plain, locked or occupied.": _is_not_refilled,
    "Only slots that are light and empty are filled.": _is_not_refilled,
}


def answers_like(lesson: Lesson, question: Question) -> list[str]:
    """Every slot, or every pattern, that a learner may click."""
    if question.piece == "slot:{}":
        return [f"slot:{slot}" for slot in SLOTS]
    return [f"pattern:{key}" for key in patterns.sources(lesson.session.truth, lesson.step.seat)]


def on_the_launcher(step: Step) -> bool:
    return step.point is not None and step.point.piece in ("slot:{}", "pattern:{}")


CLAIMING = [step for step in POINTING if on_the_launcher(step) and step.id != "purpose.pattern"]


@pytest.mark.parametrize("step", CLAIMING, ids=[step.id for step in CLAIMING])
def test_what_a_wrong_click_hears_is_so(step: Step) -> None:
    question = step.point
    assert question is not None
    lesson = Lesson(GAME, step)
    right = right_answers(GAME, lesson._asked, question)
    wrong = [piece for piece in answers_like(lesson, question) if piece not in right]
    assert wrong
    for piece in wrong:
        verdict = lesson.point(piece)
        assert verdict is not None and verdict.text == question.wrong
        assert CLAIMS[question.wrong](lesson, piece), f"{piece}: «{question.wrong}»"


@pytest.mark.parametrize("step", STEPS, ids=[step.id for step in STEPS])
def test_what_a_step_has_taught_stands_alone_and_tells_of_no_way(step: Step) -> None:
    assert not POINTS_BACK.match(step.learned), step.learned
    if step.id != "exam.prologue":  # the game that it speaks of is over
        assert not TELLS_A_WAY.search(step.learned), step.learned


def wander(step: Step, depth: int) -> list[tuple[str, str]]:
    """What is said to every way of some moves that leads away, with the launcher as it lies then."""
    heard = []
    moves = ready(GAME, step).moves()
    for way in product([move for move in moves if move[0] in ("slide", "switch")], repeat=depth):
        lesson = ready(GAME, step)
        for move in way:
            if lesson.answer.kind == "off" or move not in lesson.moves():
                break
            lesson.submit(move)
        if lesson.answer.kind == "off":
            heard.append((lesson.answer.text, str(lesson.session.view(0)["grid"][0])))
    return heard


def test_a_line_that_is_not_broken_is_not_called_broken() -> None:
    """Whoever uses up all moves elsewhere has broken nothing, and cannot stop early any more."""
    step = find_step(GAME.lessons, "launcher.stop")
    lesson = ready(GAME, step)
    for move in (("slide", "r1c3", "r1c2"), ("slide", "r1c2", "r1c1"), ("slide", "r1c1", "r1c2")):
        answer = lesson.submit(move)
    assert answer.kind == "off" and lesson.session.view(0)["grid"][0][10:13] == "WWW"
    assert "or no move is left" in answer.text


def test_the_third_ember_is_missed_for_the_reason_that_is_given() -> None:
    heard = wander(find_step(GAME.lessons, "launcher.corner"), 1)
    assert heard
    for text, grid in heard:
        assert "three Embers cannot lie in the first three slots of row 1" in text
        assert grid[:3] != "EEE"


def test_a_district_that_was_left_alone_gave_nothing() -> None:
    step = find_step(GAME.lessons, "purpose.go")
    lesson = ready(GAME, step)
    for move in (("move", "1,-1"), ("no-district",), ("launch", "card.S01-3", "r1c1+r1c2+r1c3")):
        lesson.submit(move)
    assert lesson.done and lesson.session.view(0)["exp"][0] == 0
    assert "EXP" not in step.learned


def test_another_lock_or_another_board_is_not_what_was_asked_for() -> None:
    lesson = ready(GAME, find_step(GAME.lessons, "growing.exp"))
    lesson.submit(("upgrade", "unlock", "r1c5"))
    assert lesson.answer.kind == "off"
    lesson = ready(GAME, find_step(GAME.lessons, "table.board"))
    lesson.submit(("first", 1))
    assert lesson.submit(("board", "runner")).text == "A good board, but the task asks for Scribe."

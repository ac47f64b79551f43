"""What the course says after a click or a move is so, whatever was clicked and whichever way was taken.

A sentence about tokens or patterns is bound to what the rules find there; a sentence that closes a step speaks of the
rule and not of the way, since nobody knows which way a learner took, and it stands alone in the chapter's recap.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from tabletop_kernel import load
from tabletop_kernel.checks.lesson_checks import answered_lesson
from tabletop_kernel.contract.lessons import Question, Step, find_step
from tabletop_kernel.games.tamashii.components import SLOTS
from tabletop_kernel.games.tamashii.launch import pattern_list
from tabletop_kernel.learning.lesson_run import Lesson
from tabletop_kernel.learning.question_answers import right_answers

GAME = load("tamashii")
STEPS = [step for chapter in GAME.teaching.chapters for step in chapter.steps]
POINTING = [step for step in STEPS if step.point and step.point.wrong]

# How a sentence begins or speaks that points back at something only this learner has seen.
POINTS_BACK = re.compile(r"^(?:That|It|They|This|These|Those|Both|Here|Now|Then|From now) ")
TELLS_A_WAY = re.compile(r"\b(?:gave|was|were|brought|took|went|drew)\b(?! \w+ed)")

Claim = Callable[[Lesson, str], bool]


def _lies_nowhere(lesson: Lesson, piece: str) -> bool:
    state, seat = lesson.session.truth, lesson.step.seat
    source = pattern_list.sources_for(state, seat)[piece.removeprefix("pattern:")]
    return not pattern_list.places_of(state, seat, source)


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
        places = pattern_list.places_of(state, seat, pattern_list.sources_for(state, seat)[pattern])
        return SLOTS.index(piece.removeprefix("slot:")) not in {slot for place in places for slot in place}

    return is_so


def _is_not_refilled(lesson: Lesson, piece: str) -> bool:
    """Plain, locked or occupied."""
    lit = lesson.session.truth.lit(SLOTS.index(piece.removeprefix("slot:")))
    return not lit or _token(lesson, piece) != "."


CLAIMS: dict[str, Claim] = {  # by the step whose sentence claims it
    "launcher.turned": _lies_nowhere,
    "bodies.market": _lies_nowhere,
    "special.open": _lies_nowhere,
    "special.core": _in_no_place_of("card.S01-3"),
    "special.frame": _in_no_place_of("body.night-florist"),
    "special.open-core": _holds_none_of("EO"),
    "special.exam-bazaar": _holds_none_of("EO"),
    "special.exam": _holds_none_of("LO"),
    "tests.type": _holds_none_of("LO"),
    "special.immune": _holds_none_of("L"),
    "modules.dump": _holds_none_of("EWLFOXNCD"),
    "launcher.light": _is_not_refilled,
    "launcher.refill": _is_not_refilled,
}


def answers_like(lesson: Lesson, question: Question) -> list[str]:
    """Every slot, or every pattern, that a learner may click."""
    if question.piece == "slot:{}":
        return [f"slot:{slot}" for slot in SLOTS]
    return [f"pattern:{key}" for key in pattern_list.sources_for(lesson.session.truth, lesson.step.seat)]


def on_the_launcher(step: Step) -> bool:
    return step.point is not None and step.point.piece in ("slot:{}", "pattern:{}")


CLAIMING = [step for step in POINTING if on_the_launcher(step) and step.id != "purpose.pattern"]


@pytest.mark.parametrize("step", CLAIMING, ids=[step.id for step in CLAIMING])
def test_what_a_wrong_click_hears_is_so(step: Step) -> None:
    question = step.point
    assert question is not None
    lesson = Lesson(GAME, step)
    right = right_answers(GAME, lesson._table_of_questions, question)
    wrong = [piece for piece in answers_like(lesson, question) if piece not in right]
    assert wrong
    for piece in wrong:
        verdict = lesson.point(piece)
        assert verdict is not None and verdict.text == question.wrong
        assert CLAIMS[step.id](lesson, piece), f"{piece}: «{question.wrong}»"


def test_what_a_step_has_taught_stands_alone_and_tells_of_no_way() -> None:
    for step in STEPS:
        assert not POINTS_BACK.match(step.learned), step.learned
        if step.id != "exam.prologue":  # the game that it speaks of is over
            assert not TELLS_A_WAY.search(step.learned), step.learned


def wander(step: Step, depth: int) -> list[tuple[str, str]]:
    """What is said to every way of some moves that leads away, with the launcher as it lies then."""
    heard = []
    moves = answered_lesson(GAME, step).moves()
    for way in product([move for move in moves if move[0] in ("slide", "switch")], repeat=depth):
        lesson = answered_lesson(GAME, step)
        for move in way:
            if lesson.answer.kind == "off" or move not in lesson.moves():
                break
            lesson.submit(move)
        if lesson.answer.kind == "off":
            heard.append((lesson.answer.text, str(lesson.session.view(0)["grid"][0])))
    return heard


def test_a_line_that_is_not_broken_is_not_called_broken() -> None:
    """Whoever uses up all moves elsewhere has broken nothing, and cannot stop early any more."""
    step = find_step(GAME.teaching.chapters, "launcher.stop")
    lesson = answered_lesson(GAME, step)
    for move in (("slide", "r1c3", "r1c2"), ("slide", "r1c2", "r1c1"), ("slide", "r1c1", "r1c2")):
        answer = lesson.submit(move)
    assert answer.kind == "off" and lesson.session.view(0)["grid"][0][10:13] == "WWW"
    assert answer.text == next(off.says for off in step.off if off.move == ["slide"])


def test_the_third_ember_is_missed_for_the_reason_that_is_given() -> None:
    step = find_step(GAME.teaching.chapters, "launcher.corner")
    heard = wander(step, 1)
    assert heard
    for text, grid in heard:
        assert text == step.off[0].says
        assert grid[:3] != "EEE"


def test_a_district_that_was_left_alone_gave_nothing() -> None:
    step = find_step(GAME.teaching.chapters, "purpose.go")
    lesson = answered_lesson(GAME, step)
    for move in (("move", "1,-1"), ("no-district",), ("launch", "card.S01-3", "r1c1+r1c2+r1c3")):
        lesson.submit(move)
    assert lesson.done and lesson.session.view(0)["exp"][0] == 0
    assert "EXP" not in step.learned


def test_another_lock_or_another_board_is_not_what_was_asked_for() -> None:
    lesson = answered_lesson(GAME, find_step(GAME.teaching.chapters, "growing.exp"))
    lesson.submit(("upgrade", "unlock", "r1c5"))
    assert lesson.answer.kind == "off"
    step = find_step(GAME.teaching.chapters, "table.board")
    lesson = answered_lesson(GAME, step)
    lesson.submit(("first", 1))
    assert lesson.submit(("board", "runner")).text == next(off.says for off in step.off if off.move == ["board"])


# -- numbers -----------------------------------------------------------------------------------------------------------

WORDS = {"no": 0, "a single": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
NUMBER = r"(\d+|no|a single|one|two|three|four|five)"
ASSETS = ("shield", "memory", "power", "reroll")
OWNS = re.compile(r"\b(?:[Yy]ou have|with) ([^.:;]*)")
OWNED = re.compile(rf"\b{NUMBER} (?:of \d+ )?(integrity|EXP|memory|power|shield|reroll)s?\b(?! short)")
STATED: dict[str, Callable[[dict[str, Any]], int]] = {
    rf"\b[Tt]ime (?:is|at) {NUMBER}\b": lambda view: view["time"],
    rf"\b[Yy]our trace is (?:at )?{NUMBER}\b": lambda view: view["trace"][0],
    rf"\bYou have {NUMBER} integrity, which is your health\b": lambda view: view["integrity"][0],
    rf"\b{NUMBER} success token is on": lambda view: view["on_card"].get("success", 0),
    rf"\bcard has {NUMBER} success tokens?\b": lambda view: view["on_card"].get("success", 0),
    rf"\bYour bag holds {NUMBER}\b": lambda view: len(view["bag"][0]),
    rf"\bMOV on your body says [^.]*\. Yours is {NUMBER}\b": lambda view: 2,
    rf"\bhas {NUMBER} integrity,? and \d damage": lambda view: GAME.content.enemies[view["enemies"][0][0][0]].integrity,
    rf"\bhas \d integrity,? and {NUMBER} damage": lambda view: view["enemies"][0][0][1],
}


def before_acting(step: Step) -> str:
    asked = [question.ask for question in (step.point, step.predict) if question]
    return " ".join([step.say, step.task, *asked])


def owned(view: dict[str, Any], what: str) -> int:
    if what in ASSETS:
        return int(view["assets"][0][ASSETS.index(what)])
    return int(view[what.lower()][0])


def stated(step: Step) -> list[tuple[str, int, int]]:
    """The numbers that a step states of its own table: the words, what they say, and what is so."""
    view = Lesson(GAME, step).session.view(0)
    text, found = before_acting(step), []
    for pattern, is_so in STATED.items():
        found += [(hit[0], hit[1], is_so(view)) for hit in re.finditer(pattern, text)]
    for part in OWNS.finditer(text):
        found += [(hit[0], hit[1], owned(view, hit[2])) for hit in OWNED.finditer(part[1])]
    return [(words, WORDS.get(said) if said in WORDS else int(said), so) for words, said, so in found]


def test_the_numbers_that_a_step_states_are_those_of_its_table() -> None:
    every = [(step.id, *one) for step in STEPS if step.seat == 0 for one in stated(step)]
    assert len(every) > 30
    assert [one for one in every if one[2] != one[3]] == []


# -- the short way -----------------------------------------------------------------------------------------------------

SHORT = GAME.teaching.short_way.steps if GAME.teaching.short_way else []
MET_IN_A_FIRST_GAME = {
    *("launch.dump-then-effect", "refill.dump-back", "pattern.exp", "upg.exp-cost", "quest.world", "end.scenario"),
    *("test.contribute", "test.success", "test.pass", "combat.player-frame", "combat.enemy-frame", "combat.number-die"),
    *("reset.trigger", "asset.power-timing", "asset.shield-one", "trace.entry", "trace.dice", "enemy.defeat"),
}


def test_the_short_way_teaches_what_happens_in_a_first_game() -> None:
    assert set() == MET_IN_A_FIRST_GAME - {rule for step in SHORT for rule in step.teaches}


@pytest.mark.parametrize("step", SHORT, ids=[step.id for step in SHORT])
def test_no_step_of_the_short_way_leans_on_one_that_it_leaves_out(step: Step) -> None:
    assert not re.search(r"\b(?:again|once more|as before|this time)\b", step.say), step.say


def test_the_learner_of_the_short_way_keeps_one_body_and_hears_of_a_friend() -> None:
    """Nobody wakes up in another body; and the first step with two seats says who the other one is."""
    tables = [(step, Lesson(GAME, step).session.truth) for step in SHORT]
    assert {state.walker[step.seat] for step, state in tables} == {"kindle"}
    step, state = next((step, state) for step, state in tables if len(state.walker) > 1)
    assert GAME.content.bodies[state.walker[1]].name in step.say
    assert len({tuple(state.walker[1:]) for _, state in tables if len(state.walker) > 1}) == 1


FIRST_SAID = {  # a word, and the step that explains it
    "EXP": "launcher.many",
    "dump": "launcher.launch",
    "trace": "trace.entry",
    "Strike": "tests.first",
    "test": "tests.first",
    "integrity": "enemies.defeat",
    "frame": "combat.frame",
    "corrupted": "special.corrupted",
}


@pytest.mark.parametrize("word", FIRST_SAID)
def test_a_word_is_explained_where_the_short_way_first_asks_for_it(word: str) -> None:
    """Words that only follow an action may be new; those before it may not."""
    first = next(step for step in SHORT if re.search(rf"\b{word}s?\b", before_acting(step)))
    assert first.id == FIRST_SAID[word]


def test_one_press_leads_past_a_trace_roll_that_nobody_makes() -> None:
    """Nothing comes between two windows of Planning in a first turn, so the button for going on works at once."""
    lesson = Lesson(GAME, "trace.first")
    start = lesson.session.position()
    assert lesson.submit(("done",)).kind == "done"
    lesson.undo()
    assert lesson.session.position() == start and not lesson.done

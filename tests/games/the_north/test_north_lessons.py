"""The course of The North, played headless: every step, other ways that pass, ways that do not, and the first table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from asking import check_style, follow
from depth import draw
from north import GAME, A, B
from stage import Stage
from telling import told_off

from tabletop_kernel.checks.lesson_checks import answered_lesson, check_course, check_lesson_step, measure
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.lessons import Step, find_step
from tabletop_kernel.learning.lesson_run import Lesson, open_first_table, reply_once
from tabletop_kernel.learning.question_answers import right_answers
from tabletop_kernel.table.session import Session
from widgets.scene import pieces

STEPS = {step.id: step for chapter in GAME.teaching.chapters for step in chapter.steps}
STAGE = Stage("the_north")
DRONE, DRONE_2, DRONE_3 = "pale-drone/outpost@1", "pale-drone/conduit@1", "pale-drone/archive@1"
PORTER, PORTER_2, REGENT = "ice-porter/foundry@1", "ice-porter/beacon@1", "old-regent/depot@1"


def test_the_order_is_from_the_middle_outwards() -> None:
    chapters = ["machines", "goal", "facilities", "node", "chains", "end", "alone", "table"]
    assert [chapter.id for chapter in GAME.teaching.chapters] == chapters
    assert all(
        step.startswith(f"{chapter.id}.")
        for chapter in GAME.teaching.chapters
        for step in (s.id for s in chapter.steps)
    )


def test_the_course_as_a_whole() -> None:
    check_course(GAME)
    found = measure(GAME)
    assert found.moves > found.steps
    assert found.choices == 1
    assert found.exams == len(GAME.teaching.chapters)


@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_step(step: Step) -> None:
    check_lesson_step(GAME, step)


@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_style(step: Step) -> None:
    check_style(step)


# -- ways --------------------------------------------------------------------------------------------------------------

OTHER_WAYS: list[tuple[str, list[Move]]] = [
    ("machines.play", [("ancient", PORTER), ("ancient", DRONE)]),
    ("machines.fetch", [("reprogram", REGENT, "snow-marshal/depot")]),
    ("machines.value", [("reprogram", PORTER_2, "lantern-child/conduit")]),
    (
        "machines.exam",
        [
            ("shuffle",),
            ("reprogram", DRONE, "snow-marshal/depot"),
            ("reprogram", REGENT, "rust-shepherd/beacon"),
            ("ancient", "frost-widow/archive"),
        ],
    ),
    (
        "goal.exam",
        [
            ("shuffle",),
            ("reprogram", PORTER, "glass-titan/beacon"),
            ("reprogram", DRONE, "winter-crown/conduit"),
            ("ancient", REGENT),
            ("take", "ember-choir/foundry"),
            ("end",),
            ("take", "ember-choir/depot"),
        ],
    ),
    ("facilities.build", [("facility", DRONE_3)]),
    ("goal.zero", [("ancient", PORTER), ("end",)]),
    ("node.reset", [("reprogram", PORTER, "ember-choir/conduit"), ("end",)]),
    ("chains.must", [("discharge",), ("ancient", "lantern-child/conduit"), ("discard", PORTER)]),
    ("chains.exchange", [("facility", DRONE), ("exchange", "hollow-scout/conduit", "?/archive")]),
    (
        "chains.exam",
        [
            ("ancient", "rust-shepherd/archive"),
            ("flip", "frost-widow/archive"),
            ("reprogram", DRONE_3, "glass-titan/beacon"),
            ("facility", PORTER),
            ("exchange", DRONE_2, "?/outpost"),
            ("copy", "frost-widow/beacon"),
        ],
    ),
    ("end.check", [("end",), ("take", "frost-widow/beacon")]),
    ("end.deck", [("facility", DRONE), ("end",)]),
    ("end.long", [("take", "ember-choir/conduit")]),
    ("alone.lose", [("reprogram", PORTER, "ember-choir/conduit"), ("end",)]),
    (
        "alone.lose",
        [
            ("reprogram", PORTER, "frost-widow/beacon"),
            ("play", DRONE),
            ("copy", "hollow-scout/depot"),
            ("take", "ember-choir/conduit"),
            ("end",),
        ],
    ),
]


@pytest.mark.parametrize(("step", "moves"), OTHER_WAYS, ids=[step for step, _ in OTHER_WAYS])
def test_another_way_passes(step: str, moves: list[Move]) -> None:
    assert not follow(GAME, step, *moves[:-1]).done
    assert follow(GAME, step, *moves).done


WRONG_WAYS: list[tuple[str, list[Move], str]] = [
    ("machines.play", [("ancient", PORTER), ("ancient", PORTER_2)], "ancient"),
    ("machines.different", [("reprogram", DRONE, "glass-titan/archive")], "reprogram"),
    ("goal.take", [("take", "frost-widow/beacon")], "take"),
    ("goal.values", [("reprogram", PORTER, "frost-widow/beacon")], "reprogram"),
    ("goal.zone", [("ancient", REGENT)], "ancient"),
    ("facilities.build", [("ancient", DRONE_3)], "ancient"),
    ("facilities.outpost", [("facility", DRONE), ("copy", "signal-keeper/archive")], "copy"),
    ("node.discharge", [("ancient", DRONE)], ""),
    ("node.four", [("facility", DRONE)], ""),
    ("chains.far", [("ancient", PORTER)], "ancient"),
    (
        "chains.back",
        [("reprogram", REGENT, "grave-diver/outpost"), ("recover", DRONE)],
        "recover",
    ),
    ("chains.once", [("ancient", "rust-shepherd/beacon"), ("flip", "rust-shepherd/archive")], "flip"),
    ("end.deck", [("ancient", DRONE)], ""),
    ("alone.lose", [("ancient", DRONE)], ""),
]


@pytest.mark.parametrize(("step", "moves", "off"), WRONG_WAYS, ids=[step for step, _, _ in WRONG_WAYS])
def test_a_way_that_misses_the_task_is_told_so(step: str, moves: list[Move], off: str) -> None:
    lesson = follow(GAME, step, *moves)
    assert not lesson.done
    assert told_off(lesson) == off
    lesson.again()
    assert lesson.answer.kind == "on"
    assert lesson.next_move() is not None


def test_an_exam_that_is_lost_says_so_and_begins_anew() -> None:
    lesson = follow(GAME, "goal.exam", ("shuffle",), ("ancient", PORTER), ("ancient", REGENT))
    assert lesson.answer.kind == "on"
    while lesson.answer.kind == "on":
        lesson.submit(lesson.moves()[-1])
    assert told_off(lesson) == ""
    lesson.again()
    assert lesson.moves()


@pytest.mark.parametrize("step", [step for step in STEPS.values() if step.exam], ids=lambda step: step.id)
def test_an_exam_brings_up_all_that_it_asks(step: Step) -> None:
    lesson = answered_lesson(GAME, step)
    for move in step.way:
        lesson.submit(tuple(move))
    assert lesson.rules_missed == []


AVOIDABLE = {"deck.reshuffle", "score.tie", "solo.hand-loss"}  # by another way to the same goal


@pytest.mark.deep
@pytest.mark.parametrize("step", [step for step in STEPS.values() if step.exam and step.way], ids=lambda step: step.id)
def test_a_way_of_ones_own_through_an_exam_misses_only_what_it_can_avoid(step: Step) -> None:
    rng = Random(step.id)
    for _ in range(draw(20, deep=100)):
        lesson = answered_lesson(GAME, step)
        while lesson.moves() and lesson.answer.kind == "on":
            lesson.submit(rng.choice(lesson.moves()))
        assert not lesson.done or set(lesson.rules_missed) <= AVOIDABLE


# -- questions ---------------------------------------------------------------------------------------------------------


def answers(step_id: str) -> list[str]:
    step = find_step(GAME.teaching.chapters, step_id)
    question = step.point or step.predict
    assert question is not None
    return right_answers(GAME, Lesson(GAME, step).session.truth, question)


@pytest.mark.parametrize(
    ("step", "right"),
    [
        ("machines.read", ["wastes:snow-marshal/depot"]),
        ("machines.value", ["wastes:glass-titan/archive", "wastes:lantern-child/conduit"]),
        ("machines.shuffle", ["zone:0:ancients:pale-drone"]),
        ("goal.zero", ["seat:0"]),
        ("facilities.back", [f"hand:{DRONE_3}"]),
        ("facilities.bare", ["zone:0:facilities:outpost"]),
        ("facilities.decks", ["deck:0"]),
        ("facilities.trio", ["19"]),
        ("node.cap", ["node:0"]),
        ("chains.renew", ["discard:0"]),
        ("end.check", ["seat:1"]),
        ("end.tie", ["seat:0"]),
        ("end.long", ["seat:0"]),
        ("alone.collect", ["wastes-deck", "wastes:winter-crown/conduit", "wastes:hollow-scout/depot"]),
    ],
)
def test_what_is_right_is_computed(step: str, right: list[str]) -> None:
    assert answers(step) == right


ASKING = [step for step in STEPS.values() if step.point or step.predict]


@pytest.mark.parametrize("step", ASKING, ids=lambda step: step.id)
def test_a_task_names_what_is_asked_for(step: Step) -> None:
    """The task stands above its question, so nothing in it may refer to what is only said there."""
    begins = step.task.split(",")[0].rstrip(".")
    assert begins not in ("Point", "Point at it", "Point at them all", "Point at all of them", "Foresee it")
    asked = step.point or step.predict
    assert asked is not None
    assert len(asked.ask.split()) <= 12


@pytest.mark.parametrize("step", [step for step in STEPS.values() if step.point], ids=lambda step: step.id)
def test_pointing_wrong_is_told_why_and_not_where(step: Step) -> None:
    question = step.point
    assert question is not None and question.wrong
    lesson = Lesson(GAME, step)
    right = right_answers(GAME, lesson.session.truth, question)
    clicked = [str(piece["id"]) for piece in pieces(STAGE.scene(lesson.session, step.seat))]
    assert set(right) < set(clicked)
    for piece in clicked:
        verdict = lesson.point(piece)
        assert (verdict is None) == (piece in right)
        assert verdict is None or verdict.text == question.wrong
    names = [entry.name for entry in (*GAME.content.ancients.values(), *GAME.content.facilities.values())]
    told = [name for name in names if name in question.wrong and name not in f"{step.say} {step.task}"]
    assert told == []


def test_laying_wrong_is_told_where_such_things_lie() -> None:
    for step in STEPS.values():
        for number, thing in enumerate(step.lay):
            verdict = Lesson(GAME, step).lay(number, "directive:discharge")
            assert verdict is not None and verdict.text == thing.wrong != ""


def test_exams_with_the_same_words_end_at_the_same_moment() -> None:
    for step in STEPS.values():
        if step.exam and step.task.startswith("Bring the other player to 0"):
            turns_over = "turn the card over" in step.task
            assert [goal.event for goal in step.goals] == ["loses", *["turn-card"] * turns_over], step.id


def test_facts_follow_the_table() -> None:
    alone = Session.at(GAME, {"seats": 1, "now": "end", "points": [1, 40], "wastes": [], "wastes_left": 6}).truth
    assert GAME.teaching.facts["checker"](alone) == 0
    assert GAME.teaching.facts["winner"](alone, ["end"]) == "collector"
    drawing = Session.at(GAME, {"seats": 2}).truth
    assert GAME.teaching.facts["drawn_from"](drawing, B) == "deck:1"
    assert GAME.teaching.facts["full_nodes"](drawing) == []
    level = {"seats": 2, "now": "end", "active": 1, "wastes": [], "wastes_left": 6}
    assert GAME.teaching.facts["winner"](Session.at(GAME, level).truth, ["end"]) == "nobody"


@pytest.mark.parametrize("step", [step for step in STEPS.values() if step.wrong], ids=lambda step: step.id)
def test_the_tempting_move_can_be_clicked(step: Step) -> None:
    assert step.wrong is not None
    lesson = answered_lesson(GAME, step)
    for move in step.way[: step.wrong.after]:
        lesson.submit(tuple(move))
    there: list[Any] = list(pieces(STAGE.scene(lesson.session, step.seat)))
    tried = [piece["try"] for piece in there if "try" in piece]
    tried += [move for piece in there for move in (*piece.get("moves", ()), *piece.get("with", {}).values())]
    assert step.wrong.move in tried


@pytest.mark.parametrize("step", [step for step in STEPS.values() if ["end"] in step.way], ids=lambda step: step.id)
def test_where_the_card_is_to_be_turned_over_it_lies_there(step: Step) -> None:
    assert not step.zones or "directives" in step.zones
    lesson = answered_lesson(GAME, step)
    for move in step.way[: step.way.index(["end"])]:
        lesson.submit(tuple(move))
    assert STAGE.piece(lesson.session, step.seat, "turn-card")["moves"] == [["end"]]


# -- the first table ---------------------------------------------------------------------------------------------------


def play_first(choose: Any, turns: int = 3) -> Session:
    """The first table until the learner has had so many turns; where no line fits, the other player does anything."""
    session = open_first_table(GAME)
    while session.truth.turn < 2 * turns:
        if A in session.deciders:
            session.submit(A, choose(session.moves(A)))
        elif not reply_once(GAME.teaching.first_table, session):
            session.submit(B, session.moves(B)[0])
    return session


@pytest.mark.parametrize("seed", range(12))
def test_the_first_table_goes_well_whatever_is_clicked(seed: int) -> None:
    session = play_first(Random(seed).choice)
    mine, theirs = GAME.telling.tally(session.config, session.view(A))
    assert mine.total > theirs.total
    assert mine.points >= 18
    lost = [entry.kind for entry in session.log(A) if entry.kind == "loses"]
    assert len(lost) >= 4


def test_the_first_table_shows_the_game_at_once() -> None:
    session = open_first_table(GAME)
    assert session.deciders == (A,)
    verbs = {move[0] for move in session.moves(A)}
    assert verbs == {"reprogram", "facility", "ancient", "discharge"}
    for move in session.moves(A):
        twin = session.branch()
        kinds = {event[0] for event in twin.submit(A, move)}
        assert kinds & {"loses", "drew", "charge"}, f"nothing to see after {move}"

"""The course, step by step, without a page; that each task takes more than one way, but no wrong one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from asking import check_style, follow
from depth import draw
from telling import told_off
from west import GAME, K, R, play, table

from tabletop_kernel import Session
from tabletop_kernel.checks.lesson_checks import answered_lesson, check_course, check_lesson_step, measure
from tabletop_kernel.contract.lessons import Step
from tabletop_kernel.learning.lesson_run import Lesson, open_first_table, reply_while_possible
from tabletop_kernel.learning.question_answers import right_answers

STEPS = {step.id: step for chapter in GAME.teaching.chapters for step in chapter.steps}
PLAN = {  # steps of each chapter
    "take": 11, "goal": 6, "answers": 5, "gates": 5, "loci": 8, "triggers": 8, "city": 5, "dusk": 10, "setup": 8,
}  # fmt: skip


def test_the_whole_plan_is_there() -> None:
    assert {chapter.id: len(chapter.steps) for chapter in GAME.teaching.chapters} == PLAN
    assert all(
        step.startswith(f"{chapter.id}.")
        for chapter in GAME.teaching.chapters
        for step in (s.id for s in chapter.steps)
    )


@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_step(step: Step) -> None:
    check_lesson_step(GAME, step)


@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_style(step: Step) -> None:
    check_style(step)


def test_every_rule_is_taught_and_hardly_by_questions() -> None:
    check_course(GAME)
    found = measure(GAME)
    assert found.moves > 2 * found.steps - 10
    assert found.choices <= 8


def test_every_fact_is_asked_for() -> None:
    asked = {q.fact[0] for step in STEPS.values() for q in (step.point, step.predict) if q}
    assert asked == set(GAME.teaching.facts)


# -- ways of one's own -------------------------------------------------------------------------------------------------

OTHER_WAYS: list[tuple[str, list[tuple[Any, ...]]]] = [
    ("take.two", [("two", "kiln", "kiln")]),
    ("take.first-gate", [("two", "cistern", "relay"), ("discard", "orrery")]),
    ("goal.draw", [("two", "cistern", "orrery"), ("discard", "cistern"), ("end",)]),
    ("answers.exam", [("all", "cistern"), ("end",), ("exchange", "cistern", "orrery")]),
    ("gates.radiate", [("two", "kiln", "kiln"), ("discard", "kiln")]),
    ("gates.radiate", [("two", "orrery", "relay"), ("leave",)]),
    ("loci.primes", [("use", "prime.farsight-mast"), ("use", "prime.dawnforge")]),
    ("loci.order", [("use", "prime.signal-pyre"), ("discard", "orrery"), ("use", "prime.steamwright-hall")]),
    (
        "loci.row",
        [("use", "prime.drift-exchange"), ("clear", "kiln"), ("use", "prime.tidal-clock"), ("exchange", K, R)],
    ),
    ("triggers.after", [("all", "kiln"), ("use", "trigger.cinder-almanac"), ("use", "trigger.arc-foundry")]),
    ("triggers.basin", [("two", "kiln", "relay"), ("discard", "kiln"), ("use", "trigger.mirror-basin")]),
    ("city.complete", [("city", "kiln", "cistern", "orrery", "relay"), ("leave",)]),
    ("city.once", [("all", "kiln")]),
    ("city.once", [("locus", "prime.tidal-clock", "cistern", "orrery"), ("leave",)]),
    (
        "city.exam",
        [
            ("two", "kiln", "relay"), ("leave",), ("use", "trigger.mirror-basin"), ("end",), ("leave",),
            ("city", "kiln", "cistern", "orrery", "relay"), ("leave",),
        ],
    ),
    ("dusk.no-gate", [("all", "relay"), ("gate", "kiln", "kiln", "kiln")]),
    ("dusk.exam-seam", [("two", "kiln", "kiln"), ("leave",), ("end",), ("leave",)]),
    ("setup.begin", [("start", 0), ("engine", "cityengine-hauler")]),
]  # fmt: skip


@pytest.mark.parametrize(("step", "moves"), OTHER_WAYS)
def test_another_way_passes(step: str, moves: list[tuple[Any, ...]]) -> None:
    assert not follow(GAME, step, *moves[:-1]).done
    lesson = follow(GAME, step, *moves)
    assert lesson.done
    assert lesson.answer.kind == "done"


WRONG_WAYS: list[tuple[str, list[tuple[Any, ...]], str]] = [
    ("take.kilns", [("all", "relay")], "all"),
    ("take.cisterns", [("all", "kiln")], "all"),
    ("take.relay", [("all", "relay"), ("recover", "orrery")], "recover"),
    ("take.spare", [("all", "kiln")], "all kiln"),
    ("take.spare", [("two", "kiln", "kiln"), ("discard", "kiln")], "discard"),
    ("take.spare", [("all", "relay")], "all"),
    ("take.answer", [("leave",)], "leave"),
    ("goal.zero", [("two", "kiln", "kiln")], "two"),
    ("goal.draw", [("all", "cistern")], "all"),
    ("answers.decline", [("exchange", "kiln", "orrery")], "exchange"),
    ("answers.theirs", [("all", "relay")], "all"),
    ("gates.make", [("end",)], "end"),
    ("gates.once", [("gate", "relay", "relay", "relay")], "gate"),
    ("gates.when", [("all", "cistern")], "all"),
    ("gates.radiate", [("all", "kiln")], "all kiln"),
    ("loci.kinds", [("locus", "trigger.cinder-almanac", "kiln", "orrery")], "locus"),
    ("loci.order", [("use", "prime.steamwright-hall")], "condition"),
    ("loci.orrery", [("all", "orrery"), ("leave",)], "leave"),
    ("triggers.after", [("all", "cistern")], "all"),
    ("triggers.basin", [("two", "kiln", "kiln")], "two"),
    ("triggers.basin", [("all", "relay")], "all"),
    ("triggers.void", [("two", "relay", "relay")], "two"),
    ("loci.salvage", [("leave",)], "leave"),
    ("dusk.no-gate", [("all", "cistern")], "all cistern"),
    ("dusk.one-left", [("two", "kiln", "cistern")], "two"),
    ("dusk.nothing", [("city", "kiln", "cistern", "orrery", "relay")], "city"),
    ("setup.begin", [("start", 1)], "start"),
]


@pytest.mark.parametrize(("step", "moves", "off"), WRONG_WAYS)
def test_a_way_that_leads_away_is_told_so_and_taken_back(step: str, moves: list[tuple[Any, ...]], off: str) -> None:
    lesson = follow(GAME, step, *moves[:-1])
    before = lesson.session.position()
    lesson.submit(moves[-1])
    assert told_off(lesson) == off
    lesson.again()
    assert lesson.session.position() == before
    assert not lesson.done


LOST: list[tuple[str, list[tuple[Any, ...]], str]] = [
    ("answers.exam", [("all", "kiln"), ("end",), ("leave",)], "leave"),
    ("answers.exam", [("all", "relay"), ("end",), ("leave",)], "leave"),
    ("answers.exam", [("all", "kiln"), ("end",), ("exchange", "kiln", "relay")], "exchange"),
    ("take.exam-swap", [("all", "kiln"), ("end",)], "end"),
    ("take.exam-swap", [("two", "kiln", "kiln"), ("leave",), ("end",)], "end"),
    (
        "loci.exam",
        [
            ("use", "prime.dawnforge"), ("use", "prime.signal-pyre"), ("discard", "kiln"),
            ("use", "prime.steamwright-hall"), ("all", "relay"), ("recover", "kiln"), ("use", "trigger.arc-foundry"),
            ("end",),
        ],
        "end",
    ),
    (
        "triggers.exam-take",
        [("all", "orrery"), ("use", "trigger.null-meridian"), ("use", "trigger.arc-foundry"), ("end",)],
        "end",
    ),
    ("dusk.exam-seam", [("all", "cistern"), ("end",), ("leave",)], "wins"),
]  # fmt: skip


@pytest.mark.parametrize(("step", "moves", "off"), LOST)
def test_an_exam_that_is_lost_says_why(step: str, moves: list[tuple[Any, ...]], off: str) -> None:
    assert told_off(follow(GAME, step, *moves)) == off


@pytest.mark.deep
def test_no_way_of_ones_own_is_answered_in_general_words() -> None:
    """Whatever a learner does that leads away, the step has a sentence of its own for it."""
    rng = Random(7)
    for step in STEPS.values():
        for _ in range(draw(4, deep=12) if step.way else 0):
            lesson = answered_lesson(GAME, step)
            while not lesson.done and lesson.answer.kind == "on" and lesson.moves():
                lesson.submit(rng.choice(lesson.moves()))
            if lesson.answer.kind == "off":
                told_off(lesson)


@pytest.mark.parametrize("step", [step for step in STEPS.values() if step.exam], ids=lambda step: step.id)
def test_an_exam_is_about_what_its_solution_uses(step: Step) -> None:
    """Who takes the way that is written down is not told that rules were not needed on it."""
    lesson = answered_lesson(GAME, step)
    for move in step.way:
        lesson.submit(tuple(move))
    assert lesson.rules_missed == []


def test_a_wrong_answer_is_told_why() -> None:
    """Every question that is answered at the table and every thing to lay has its own sentence for what is wrong."""
    for step in STEPS.values():
        assert step.point is None or step.point.wrong, step.id
        assert all(thing.wrong for thing in step.lay), step.id
    lesson = Lesson(GAME, "take.dearest")
    verdict = lesson.point("middle:m0")
    assert verdict is not None and lesson.step.point is not None
    assert verdict.text == lesson.step.point.wrong


@pytest.mark.parametrize("name", ["Barter", "Salvage"])
def test_no_reaction_is_named_before_it_is_taught(name: str) -> None:
    rule = f"reaction.{name.lower()}"
    for step in STEPS.values():
        if rule in step.teaches:
            break
        lesson = answered_lesson(GAME, step)
        for move in step.way:
            lesson.submit(tuple(move))
        assert not [entry.text for entry in lesson.session.log(step.seat) if name in entry.text], step.id


def test_moves_of_later_chapters_come_later() -> None:
    lesson = Lesson(GAME, "take.kilns")
    verdict = lesson.judge(("two", "kiln", "kiln"))
    assert verdict is not None and verdict.rule == "table.later"


# -- questions ---------------------------------------------------------------------------------------------------------

ANSWERS = {
    "take.dearest": ["middle:m1"],
    "take.cisterns": ["middle:m0", "middle:m3"],
    "take.relay": ["discard:d-kiln", "discard:d-orrery"],
    "take.spare": ["2"],
    "take.turn": ["step:5"],
    "goal.zero": ["1"],
    "goal.last-turn": ["seat:1"],
    "goal.loci": ["seat:0"],
    "goal.gates": ["seat:0"],
    "answers.no-action": ["40"],
    "answers.nothing": ["0"],
    "answers.theirs": ["step:4"],
    "answers.exam": ["step:4"],
    "gates.make": ["deck:facility"],
    "gates.when": ["hand:h-kiln-0", "hand:h-kiln-1"],
    "gates.once": ["6"],
    "loci.pay": ["top:prime.steamwright-hall"],
    "loci.kinds": ["top:trigger.cinder-almanac", "top:trigger.mirror-basin", "1"],
    "loci.primes": ["zone:1:prime.tidal-clock"],
    "loci.orrery": ["top:prime.dawnforge", "top:trigger.mirror-basin", "top:trigger.undertow-wire"],
    "triggers.counted": ["top:trigger.arc-foundry"],
    "triggers.duty": ["seat:0", "seat:1"],
    "triggers.exam-take": ["step:3"],
    "city.complete": ["zone:0:engine0"],
    "city.quiet": ["seat:0"],
    "city.once": ["zone:0:engine0"],
    "city.score": ["seat:0"],
    "dusk.seam": ["discard:d-kiln", "discard:d-cistern", "discard:d-relay"],
    "dusk.bare": ["0"],
    "dusk.no-gate": ["middle:m1"],
    "dusk.one-left": ["middle:m1"],
    "dusk.must": ["middle:m0"],
    "dusk.nothing": ["step:5"],
    "dusk.long": ["seat:1"],
    "dusk.exam-last": ["middle:m0", "0"],
    "setup.box": ["deck:facility"],
    "setup.second": ["zone:1:second1"],
    "setup.reference": ["zone:0:first0"],
    "setup.ruling": ["hand:h-kiln-0", "hand:h-kiln-1"],
}


def test_what_is_right_is_computed() -> None:
    found = {}
    for step in STEPS.values():
        asked = [question for question in (step.point, step.predict) if question]
        if asked:
            state = Lesson(GAME, step)._table_of_questions
            found[step.id] = [answer for question in asked for answer in right_answers(GAME, state, question)]
    assert found == ANSWERS


def test_a_prediction_comes_true_or_not_and_the_move_is_made_either_way() -> None:
    for answer, true in (("step:5", True), ("step:4", False)):
        lesson = Lesson(GAME, "take.turn")
        assert lesson.moves() == []
        lesson.predict(answer)
        assert lesson.came_true == true
        assert lesson.submit(("all", "kiln")).kind == "on"


def test_both_losers_are_pointed_at() -> None:
    lesson = Lesson(GAME, "triggers.duty")
    assert lesson.point("seat:1") is None and lesson.must_point
    assert lesson.point("seat:0") is None and not lesson.must_point


def test_what_is_laid_in_a_wrong_place_is_told_where_it_goes() -> None:
    lesson = Lesson(GAME, "setup.decks")
    verdict = lesson.lay(1, "loci")
    assert verdict is not None and verdict.rule == "setup.middle" and verdict.text == lesson.step.lay[1].wrong
    for number, laid in enumerate(lesson.step.lay):
        assert lesson.lay(number, laid.place) is None
    assert lesson.done


def test_an_effect_or_a_reaction_under_way_is_not_the_end_of_a_step() -> None:
    session = table(middle="KKCOR", hand=("", "R"))
    assert not GAME.pace.is_resolving(session.truth)
    play(session, ("two", "kiln", "cistern"))
    assert GAME.pace.is_resolving(session.truth)  # First Gate is on offer
    play(session, ("leave",))
    assert GAME.pace.is_resolving(session.truth)  # the other player may Barter
    play(session, ("leave",), seat=1)
    assert not GAME.pace.is_resolving(session.truth)
    play(session, ("end",))
    assert not GAME.pace.is_resolving(session.truth)


def test_a_discard_to_the_hand_limit_is_not_the_end_of_a_step() -> None:
    session = table({"hand-limit": "5"}, now="gate", hand="KKKKKKC")
    assert not GAME.pace.is_resolving(session.truth)
    play(session, ("end",))
    assert GAME.pace.is_resolving(session.truth)  # two cards too many
    play(session, ("discard", "kiln"))
    assert GAME.pace.is_resolving(session.truth)
    play(session, ("discard", "kiln"))
    assert not GAME.pace.is_resolving(session.truth)


# -- the first table ---------------------------------------------------------------------------------------------------

TURNS = 3


def _played(choose: Any) -> Session:
    """The first table after three turns of a learner who chooses like this."""
    session = open_first_table(GAME)
    ended = 0
    while ended < TURNS:
        if session.deciders == (1,):  # its lines no longer fit: on the page a bot goes on
            session.submit(1, session.moves(1)[-1])
        else:
            move = choose(session)
            session.submit(0, move)
            ended += move[0] == "end"
        reply_while_possible(GAME.teaching.first_table, session)
    return session


def _preferring(*verbs: str) -> Any:
    """The first move of these kinds, in this order of liking; else whatever is on top."""

    def choose(session: Session) -> Any:
        moves = session.moves(0)
        return next((move for verb in verbs for move in moves if move[0] == verb), moves[0])

    return choose


@pytest.mark.parametrize(
    "liked",
    [
        ("gate", "all", "use", "leave"),
        ("gate", "two", "use", "leave"),
        ("locus", "gate", "all", "use", "leave"),
        ("locus", "two", "discard", "use", "exchange"),
        ("all", "exchange", "use", "end"),
    ],
    ids=lambda liked: liked[0] + "-" + liked[1],
)
def test_the_first_turns_go_well_whatever_one_likes(liked: tuple[str, ...]) -> None:
    session = _played(_preferring(*liked))
    mine, theirs = GAME.telling.tally(session.config, session.view(0))
    assert mine.total > theirs.total
    assert session.view(0)["points"][1] <= 35
    kinds = {entry.kind for entry in session.log(0)}
    assert {"takes", "loses", "refill"} <= kinds
    assert kinds & {"makes", "builds", "pulse", "drew"}


def test_even_without_a_thought_the_first_turns_do_not_hurt() -> None:
    ahead = 0
    for seed in range(40):
        rng = Random(seed)
        session = _played(lambda table, rng=rng: rng.choice(table.moves(0)))
        mine, theirs = GAME.telling.tally(session.config, session.view(0))
        ahead += mine.total > theirs.total
        assert session.view(0)["points"][0] >= 25
    assert ahead >= 34


def test_the_first_table_says_what_to_do() -> None:
    first = GAME.teaching.first_table
    assert len(first.say.split()) <= 40
    assert ("all", "kiln") in open_first_table(GAME).moves(0)

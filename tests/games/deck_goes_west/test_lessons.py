"""The course of Deck Goes West, played headless: every step, ways that pass and ways that do not, the first table."""

from __future__ import annotations

import re
from random import Random

import pytest
from asking import check_style, follow
from deck import GAME, A
from depth import draw
from telling import told_off

from tabletop_kernel.checks.lesson_checks import (
    RANDOM_WAYS_PER_STEP,
    answered_lesson,
    check_course,
    check_lesson_step,
    measure,
)
from tabletop_kernel.contract.game import TAKE_BACK, Move
from tabletop_kernel.contract.lessons import Step, find_step
from tabletop_kernel.games.deck_goes_west.days.events import LAST_STARTING_COLUMN
from tabletop_kernel.games.deck_goes_west.jobs.jobs_in_words import job_in_words
from tabletop_kernel.games.deck_goes_west.jobs.language import read_job
from tabletop_kernel.games.deck_goes_west.state import START
from tabletop_kernel.learning.lesson_run import Lesson, open_first_table
from tabletop_kernel.learning.question_answers import right_answers
from tabletop_kernel.table.session import Session

STEPS = {step.id: step for chapter in GAME.teaching.chapters for step in chapter.steps}
EXAMS = [step for step in STEPS.values() if step.exam]


def test_the_order_is_from_the_middle_outwards() -> None:
    chapters = ["work", "west", "day", "danger", "shop", "land", "rails", "bandits", "night", "team", "rivals", "table"]
    assert [chapter.id for chapter in GAME.teaching.chapters] == chapters
    assert all(step.id.startswith(f"{chapter.id}.") for chapter in GAME.teaching.chapters for step in chapter.steps)


def test_the_course_as_a_whole() -> None:
    check_course(GAME)
    found = measure(GAME)
    assert found.moves > 3 * found.steps
    assert found.choices < found.steps / 10
    assert found.exams >= len(GAME.teaching.chapters)


@pytest.mark.deep
@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_step(step: Step) -> None:
    check_lesson_step(GAME, step, draw(2, deep=RANDOM_WAYS_PER_STEP))
    check_style(step)


def test_a_tiny_game_is_played_to_its_end_early_on() -> None:
    assert [goal.event for goal in STEPS["west.exam"].goals] == ["won"]
    assert "day" in [goal.event for goal in STEPS["day.exam"].goals]


# -- ways --------------------------------------------------------------------------------------------------------------

KNIFE, BOOT = ("job", "knife", 0), ("job", "boots", 0)
WEST_TWICE = [("step", 2, 1), ("enter", "walk"), ("step", 3, 1), ("enter", "walk")]
CLIMBING = [("job", "character", 1), ("put", "discard"), ("step", 2, 1, "climb"), ("step", 3, 1, "climb")]
SAILING = [("job", "character", 0), ("step", 2, 1, "sail"), ("step", 3, 1, "sail")]
LOOKING = [("job", "character", 1), ("discard", "knife"), ("discard", "boots"), ("reveal", 3, 1)]
NORTH_AND_BACK = [("step", 0, -1), ("enter", "walk"), ("step", 0, 0, "walk")]
LOOK_TWICE = [("job", "mission", 0), ("discard", "pan"), ("also", "mission", 0)]
OTHER_WAYS: list[tuple[str, list[Move]]] = [
    ("work.together", [("job", "character", 1), ("also", "knife", 0), ("also", "knife", 0)]),
    ("work.tap", [BOOT, ("also", "character", 0), ("step", 1, 1, "walk"), ("step", 1, 2, "walk")]),
    ("work.land", [("job", "tile", 0), BOOT, ("also", "boots", 0), *NORTH_AND_BACK, ("job", "tile", 0)]),
    ("west.exam", [BOOT, ("also", "boots", 0), ("also", "character", 0), *WEST_TWICE, ("step", 4, 1)]),
    ("danger.twice", [("job", "short_rations", 1), ("discard", "hatchet"), ("discard", "cow")]),
    ("danger.full", [("pass",), ("drop", "hatchet"), ("drop", "pan"), ("put", "discard")]),
    ("shop.exam", [("job", "peddlers_pack", 0), ("x", 2), ("gain", "gold"), ("buy", 5, 0), ("put", "draw")]),
    ("land.climb", [("job", "character", 1), ("put", "draw"), ("step", 2, 1, "climb"), ("step", 3, 1, "climb")]),
    ("rails.double", [BOOT, ("step", 1, 0, "walk"), ("job", "spike_maul", 0)]),
    ("bandits.leave", [BOOT, ("step", 0, 1, "walk"), ("put", "draw")]),
    ("night.raid", [("pass",), ("drop", "pan"), ("keep",), ("put", "draw"), ("commit", "hatchet", 1)]),
    ("team.danger", [("trade", 1), ("cost", "boots"), ("give", "food", 2), ("offer",)]),
    ("team.order", [BOOT, ("step", 1, 1, "walk"), KNIFE]),
    ("land.climb", [("job", "mission", 0), ("reveal", 2, 0), *CLIMBING]),
    ("land.sail", [("job", "mission", 0), ("reveal", 1, -1), *SAILING]),
    ("land.ashore", [BOOT, ("step", 1, 3), ("enter", "walk")]),
    ("land.record", [("job", "mission", 0), ("discard", "pan"), ("go",), ("reveal", 4, 1)]),
    ("land.scope", [("job", "spyglass", 0), ("also", "mission", 0), ("reveal", 4, 1), ("reveal", 5, 1)]),
    ("land.shuffle", [BOOT, ("step", 6, 1), ("enter", "walk")]),
    ("rails.chased", [BOOT, ("step", 1, 0, "walk"), ("put", "draw"), ("job", "spike_maul", 0)]),
    ("team.score", [BOOT, ("step", 2, 2)]),
    (
        "team.exam",
        [KNIFE, ("invite", 1), ("job", "mission", 1), ("also", "mission", 0), ("haul", 2, 1), ("ride-along",)],
    ),
    ("rivals.exam", [("pass",), ("keep",), ("put", "discard"), *LOOKING[:-1], ("go",), LOOKING[-1]]),
    ("rivals.two", [BOOT, ("go",), ("step", 1, 0, "walk"), ("end",)]),
]


@pytest.mark.parametrize(("step", "moves"), OTHER_WAYS, ids=[step for step, _ in OTHER_WAYS])
def test_another_way_passes(step: str, moves: list[Move]) -> None:
    lesson = follow(GAME, step, *moves[:-1])
    assert not lesson.done
    lesson.submit(moves[-1])
    assert lesson.done


WRONG_WAYS: list[tuple[str, list[Move], str]] = [
    ("work.dig", [("job", "pickaxe", 0), ("discard", "boots")], "discard boots"),
    ("work.together", [KNIFE, ("go",)], "go"),
    ("work.together", [("job", "character", 0)], "job character 0"),
    ("west.better", [BOOT, ("step", 1, -1)], "step"),
    ("west.stop", [BOOT, ("go",)], "go"),
    ("day.drop", [("pass",), ("drop", "boots")], "drop boots"),
    ("day.tired", [("put", "draw")], "put draw"),
    ("danger.blue", [KNIFE], "job knife"),
    ("danger.full", [("pass",), ("keep",)], "keep"),
    ("danger.full", [("pass",), ("keep",), ("put", "discard")], "dies"),
    ("danger.death", [("pass",), ("keep",), ("put", "discard")], "dies"),
    ("shop.buy", [("buy", 2, 0), ("put", "discard")], "put discard"),
    ("shop.x", [("job", "peddlers_pack", 0), ("x", 1)], "x"),
    ("land.scope", [("job", "spyglass", 1), ("reveal", 3, 0)], ""),
    ("land.kinds", [("job", "mission", 0), ("reveal", 1, -1)], ""),
    ("land.record", [*LOOK_TWICE, ("reveal", 3, 0), ("reveal", 3, 2)], ""),
    ("rails.bridge", [("job", "trestle_plans", 1)], "job trestle_plans 1"),
    ("rails.chased", [("job", "spike_maul", 1)], "job spike_maul 1"),
    ("bandits.commit", [("job", "shotgun", 1), ("ready",)], ""),
    ("bandits.commit", [("job", "mission", 0)], "job mission"),
    ("bandits.camp", [BOOT, ("step", 2, 1), ("enter", "walk")], "enter"),
    ("night.raid", [("pass",), ("drop", "hatchet")], "drop hatchet"),
    ("team.bonus", [("job", "hunting_knife", 0), ("roll",)], "roll"),
    ("team.join", [("refuse",)], "refuse"),
    ("team.battle", [("job", "shotgun", 1), ("ready",), ("put", "discard")], ""),
    ("team.battle", [("job", "mission", 0)], "job mission"),
    ("rivals.race", [BOOT, ("go",), ("step", 2, 0)], ""),
    ("table.character", [("character", "ada_quill")], "character"),
]


@pytest.mark.parametrize(("step", "moves", "off"), WRONG_WAYS, ids=[step for step, _, _ in WRONG_WAYS])
def test_a_way_that_misses_the_task_is_told_so(step: str, moves: list[Move], off: str) -> None:
    lesson = follow(GAME, step, *moves)
    assert not lesson.done
    assert told_off(lesson) == off
    lesson.again()
    assert lesson.answer.kind == "on"
    assert lesson.next_move() is not None


LEFT_OUT = {"land.over": "move.sail-mountain", "land.exam": "move.climb-water", "rails.lake": "build.land"}


@pytest.mark.parametrize("step", EXAMS, ids=lambda step: step.id)
def test_an_exam_brings_up_all_that_it_asks(step: Step) -> None:
    """Apart from what is only ever refused. Places, prices and events of jobs were needed, named or not."""
    lesson = answered_lesson(GAME, step)
    for move in step.way:
        lesson.submit(tuple(move))
    assert lesson.rules_missed == [LEFT_OUT[step.id] for _ in range(step.id in LEFT_OUT)]


@pytest.mark.deep
@pytest.mark.parametrize("step", EXAMS, ids=lambda step: step.id)
def test_an_exam_lets_everything_be_finished_that_it_lets_begin(step: Step) -> None:
    """Any way will do, so nobody hears that a chance is gone because a kind of move was left out."""
    rng = Random(step.id)
    for _ in range(draw(4, deep=12) if step.way else 0):
        lesson = answered_lesson(GAME, step)
        while (moves := lesson.moves()) and lesson.session.length < 3 * len(step.way):
            lesson.submit(rng.choice(moves))
        possible = lesson.session.moves(step.seat)
        assert lesson.done or lesson.moves() or not possible or {("pass",), ("end",)} & set(possible), possible


def test_a_job_rests_on_where_it_stands_and_on_what_it_asks_for() -> None:
    lesson = answered_lesson(GAME, STEPS["work.hunt"])
    lesson.submit(("job", "knife", 0))
    assert {"job.item", "cond.place", "cond.no-bandits"} <= lesson._rules_cited
    assert not {"job.tap", "job.mission", "job.land", "cards.colour"} & lesson._rules_cited


def test_partners_act_when_it_is_time() -> None:
    lesson = follow(GAME, "team.order", KNIFE, BOOT)
    assert all(done.seat == A for done in lesson.session.inputs)
    lesson.submit(("step", 1, 1, "walk"))
    assert lesson.session.inputs[-1].seat == 1
    lesson.undo()
    assert all(done.seat == A for done in lesson.session.inputs)


# -- words -------------------------------------------------------------------------------------------------------------

QUOTED = re.compile(r"“([^”]+)”")


def test_what_is_quoted_stands_on_a_card() -> None:
    texts = [text for step in STEPS.values() for text in (step.say, step.task, step.nudge, step.learned)]
    quoted = [words.lower() for text in texts for words in QUOTED.findall(text)]
    assert {job_in_words(read_job(f"build {place}")).strip(".").lower() for place in ("land", "water")} <= set(quoted)
    jobs = [job for card in GAME.content.cards.values() for job in (*card.jobs, *card.buy)]
    jobs += [job for mission in GAME.content.missions.values() for job in mission.jobs]
    on_cards = " ".join(map(job_in_words, jobs))
    assert [words for words in quoted if words not in on_cards.lower()] == []


def test_tapped_is_explained_where_it_is_first_seen() -> None:
    seen = next(step for step in STEPS.values() if Lesson(GAME, step).session.truth.tapped & 1)
    assert "tapped" in seen.say


def test_whoever_is_asked_for_the_token_sees_it() -> None:
    """A plate has one sign: «passed» takes the place of P1."""
    truth = Lesson(GAME, find_step(GAME.teaching.chapters, "rivals.token")).session.truth
    assert (truth.p1, truth.passed) == (1, 0)


def test_no_railway_is_asked_for_where_none_can_be_built() -> None:
    """Whoever stands on a railway is asked for the railway, not for where the next one would be."""
    question = find_step(GAME.teaching.chapters, "rails.double").point
    assert question is not None and list(question.fact) == ["railways"]


# -- questions ---------------------------------------------------------------------------------------------------------

RIGHT = {
    "work.places": ["tile:1,1", "tile:0,0", "tile:0,1"],
    "work.read": ["hand:knife", "hand:pan"],
    "work.dice": ["8"],
    "west.score": ["mission:2", "mission:3", "mission:4"],
    "west.better": ["tile:2,0"],
    "west.gate": ["1"],
    "west.around": ["1"],
    "west.win": ["tile:2,2"],
    "day.row": ["row:5"],
    "day.tired": ["pile:exhaustion"],
    "day.cycle": ["discard:0"],
    "day.time": ["track:day"],
    "danger.kinds": ["hand:black_eye", "hand:blisters"],
    "danger.twice": ["hand:short_rations"],
    "danger.full": ["you die"],
    "danger.death": ["draw:0"],
    "shop.refill": ["row:1"],
    "land.record": ["mission:2", "mission:3", "mission:4"],
    "land.exam": ["tile:5,0", "tile:5,1"],
    "rails.build": ["tile:1,1"],
    "rails.double": ["tile:1,1"],
    "rails.walk": ["tile:3,1", "tile:2,1", "tile:1,1"],
    "bandits.leave": ["pile:pain"],
    "bandits.back": ["seat:0"],
    "night.first": ["tile:4,1"],
    "night.compass": ["tile:3,0", "tile:2,0"],
    "night.edge": ["tile:5,1", "tile:2,1"],
    "night.meet": ["tile:3,1"],
    "night.remove": ["tile:2,0", "tile:2,1"],
    "night.appear": ["tile:5,1", "tile:4,2", "tile:2,-1", "tile:2,0"],
    "west.stop": ["3"],
    "team.order": ["seat:0", "seat:1"],
    "team.bonus": ["4"],
    "team.danger": ["seat:1"],
    "team.exam": ["seat:0", "seat:1"],
    "rails.ride": ["tile:8,1", "tile:4,1", "tile:0,1"],
    "team.score": ["seat:0", "seat:1"],
    "rivals.pass": ["seat:1"],
    "rivals.token": ["seat:1"],
    "rivals.lose": ["0"],
    "rivals.race": ["seat:1"],
    "rivals.death": ["seat:1"],
    "rivals.night": ["seat:0"],
    "table.card": ["character:0"],
}


@pytest.mark.parametrize("step_id", RIGHT)
def test_what_is_right_is_computed(step_id: str) -> None:
    step = find_step(GAME.teaching.chapters, step_id)
    question = step.point or step.predict
    assert question is not None
    assert right_answers(GAME, Lesson(GAME, step).session.truth, question) == RIGHT[step_id]


ASKING = [step for step in STEPS.values() if step.point or step.predict]


@pytest.mark.parametrize("step", ASKING, ids=lambda step: step.id)
def test_a_task_names_what_is_asked_for(step: Step) -> None:
    """The task stands above its question, so nothing in it may refer to what is only said there."""
    assert step.task.split()[0] not in ("Point", "Answer", "Guess")
    for question in (step.point, step.predict):
        assert question is None or len(question.ask.split()) <= 12


@pytest.mark.parametrize("step", [step for step in STEPS.values() if step.point], ids=lambda step: step.id)
def test_pointing_wrong_is_told_why(step: Step) -> None:
    assert step.point is not None and step.point.wrong
    lesson = Lesson(GAME, step)
    verdict = lesson.point("nowhere")
    assert verdict is not None and verdict.text == step.point.wrong
    assert lesson.must_point


@pytest.mark.parametrize("step", [step for step in STEPS.values() if step.lay], ids=lambda step: step.id)
def test_laying_wrong_is_told_where_such_things_lie(step: Step) -> None:
    for number, thing in enumerate(step.lay):
        verdict = Lesson(GAME, step).lay(number, "nowhere")
        assert verdict is not None and verdict.text == thing.wrong != ""


# -- the first table ---------------------------------------------------------------------------------------------------


def play_first(rng: Random, days: int) -> Session:
    """The first table for some days, whatever is clicked."""
    session = open_first_table(GAME)
    while session.outcome is None and session.truth.day < days:
        session.submit(A, rng.choice([move for move in session.moves(A) if move[0] != TAKE_BACK]))
    return session


@pytest.mark.deep
def test_nobody_dies_at_the_first_table() -> None:
    for seed in range(draw(6, deep=60)):
        session = play_first(Random(seed), 2)
        assert session.outcome is None
        assert session.truth.count_dangers(A) <= 3


def test_the_first_table_can_be_played_at_once() -> None:
    session = open_first_table(GAME)
    assert session.deciders == (A,)
    moves = session.moves(A)
    assert {("job", "knife", 0), ("job", "boots", 0), ("buy", 1, 0), ("pass",)} <= set(moves)
    assert len(moves) <= 16, "a first table is small"


# -- positions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_the_records_of_a_position_have_come_about(step: Step) -> None:
    """Where the mission asks how far West something has happened: land was turned up, railways were built there."""
    state = Lesson(GAME, step)._table_of_questions
    asked = {job.event for job in state.rules.jobs if any(part.what == "furthest-west" for part in job.steps)}
    revealed = max((column for column, _ in state.up if column > LAST_STARTING_COLUMN), default=None)
    if "reveal" in asked:
        assert state.records.get("reveal") == revealed
    if "build" in asked:
        assert state.records.get("build", -1) >= max((column for column, _ in state.rails), default=-1)
    if "wagon-west" in asked and state.wagon and state.wagon != START:
        assert state.records.get("wagon-west", -1) >= state.wagon[0]


LEAST_WORDS = 5  # of a question: «Which one? Click it.» says nothing without its task


def test_no_chapter_asks_the_same_question_twice() -> None:
    """Each question names what it asks for, so that it can be read without the task above it."""
    for chapter in GAME.teaching.chapters:
        asked = [one.ask for step in chapter.steps for one in (step.point, step.predict) if one]
        assert len(asked) == len(set(asked)), chapter.id
        assert all(len(ask.split()) >= LEAST_WORDS for ask in asked), chapter.id


def test_the_short_way_tells_scrap_from_discard_before_it_is_used() -> None:
    """Where the first card is scrapped, the learner reads before the task what becomes of either card."""
    assert GAME.teaching.short_way is not None
    steps = GAME.teaching.short_way.steps
    scraps = next(step for step in steps if any(goal.event == "scraps" for goal in step.goals))
    assert all(word in scraps.say for word in ("Discarded", "come back", "scrapped", "leave your deck"))
    earlier = steps[: steps.index(scraps)]
    assert not any("scrap" in f"{step.say} {step.task}".lower() for step in earlier)

"""Check courses with plain asserts that name the step, for `compliance.comply` and for a game's tests.

A rule is *taught* where it happens: you make a move that it allows, meet its refusal, or predict its effect and see it.
`measure(game)` returns the figures of a course; `check_lessons` compares them with their limits.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tabletop_kernel.contract.errors import Refused
from tabletop_kernel.contract.game import AnyGame
from tabletop_kernel.contract.lessons import HIDEABLE_PARTS, MOST_SHORT_STEPS, Chapter, Question, Step
from tabletop_kernel.learning.lesson_run import Lesson, open_first_table, reply_while_possible
from tabletop_kernel.learning.question_answers import right_answers

MOST_WORDS_BEFORE_ACTING = 40  # before the learner acts
MOST_SHARE_WITH_CHOICES = 1 / 6  # at most this share of steps may ask a question with choices
LEAST_SHARE_EXAMINED = 2 / 3  # an exam must cover this share of its chapter's rules
RANDOM_WAYS_PER_STEP = 8  # random ways to try in each step


@dataclass(frozen=True, slots=True)
class Measures:
    """The figures of a course."""

    steps: int
    moves: int  # on all its ways
    choices: int  # steps with a question answered by a button
    most_words: int  # before acting, in any step
    exams: int

    def __str__(self) -> str:
        return (
            f"{self.steps} steps, {self.moves} moves, {self.choices} questions with choices, "
            f"at most {self.most_words} words before acting, {self.exams} exams"
        )


def measure(game: AnyGame) -> Measures:
    """Return the figures of a game's course."""
    steps = [step for chapter in game.teaching.chapters for step in chapter.steps]
    return Measures(
        len(steps),
        sum(len(step.way) for step in steps),
        sum(map(has_choices, steps)),
        max(map(count_words_before_acting, steps)),
        sum(step.exam for step in steps),
    )


def has_choices(step: Step) -> bool:
    """Return whether a question of this step is answered by a button, not at the table."""
    return any(question is not None and question.choices for question in (step.point, step.predict))


def count_words_before_acting(step: Step) -> int:
    """Count the words to read before you act."""
    asked = [question.ask for question in (step.point, step.predict) if question]
    return len(" ".join([step.say, step.task, *asked]).split())


def check_lessons(game: AnyGame) -> None:
    """Check all steps and the whole course; a game without lessons passes."""
    for chapter in game.teaching.chapters:
        for step in chapter.steps:
            check_lesson_step(game, step)
    if game.teaching.chapters:
        check_course(game)


def check_course(game: AnyGame) -> None:
    """Check the whole course: every rule is taught, chapters have exams, and its figures keep their limits."""
    steps = [step for chapter in game.teaching.chapters for step in chapter.steps]
    taught_rules = {rule for step in steps for rule in step.teaches}
    missing = [rule for rule in game.rulebook if rule not in taught_rules]
    assert not missing, f"no lesson teaches {', '.join(missing)}"
    for chapter in game.teaching.chapters:
        _check_exam(chapter)
        _check_questions_differ(chapter)
    check_first_table(game)
    check_short_way(game)
    figures = measure(game)
    assert figures.choices <= max(1, figures.steps * MOST_SHARE_WITH_CHOICES), (
        f"{figures.choices} of {figures.steps} steps are answered by a button"
    )


def _check_exam(chapter: Chapter) -> None:
    """Check that a chapter ends with an exam about most of its rules."""
    assert chapter.steps[-1].exam, f"chapter {chapter.id}: no exam at its end"
    taught_here = {rule for step in chapter.steps for rule in step.teaches if not step.exam}
    examined = {rule for step in chapter.steps for rule in step.teaches if step.exam}
    left_out = sorted(taught_here - examined)
    share = len(left_out) / max(1, len(taught_here))
    assert share <= 1 - LEAST_SHARE_EXAMINED + 1e-9, f"chapter {chapter.id}: its exam leaves out {', '.join(left_out)}"


def _check_questions_differ(chapter: Chapter) -> None:
    """Check that no question in a chapter repeats the words of another."""
    questions = [question.ask for step in chapter.steps for question in (step.point, step.predict) if question]
    repeated = sorted({words for words in questions if questions.count(words) > 1})
    assert not repeated, f"chapter {chapter.id}: asked more than once: {' / '.join(repeated)}"


def check_short_way(game: AnyGame) -> None:
    """Check that the short course is short, repeats no step, and ends with a move."""
    short_way = game.teaching.short_way
    if short_way is None:
        return
    ids = [step.id for step in short_way.steps]
    assert 0 < len(ids) <= MOST_SHORT_STEPS, f"the short way has {len(ids)} steps, and not 1 to {MOST_SHORT_STEPS}"
    assert len(set(ids)) == len(ids), "the short way takes a step twice"
    assert len(short_way.summary.split()) <= MOST_WORDS_BEFORE_ACTING, (
        f"the short way begins with {len(short_way.summary.split())} words"
    )
    assert short_way.steps[-1].way, f"the short way ends with {ids[-1]}, where nothing is played"


def check_first_table(game: AnyGame) -> None:
    """Check that the first table can be played, and that its events happen."""
    first = game.teaching.first_table
    if first is None:
        return
    assert len(first.say.split()) <= MOST_WORDS_BEFORE_ACTING, (
        f"the first table begins with {len(first.say.split())} words"
    )
    session = open_first_table(game)
    for move in first.way:
        session.submit(first.seat, tuple(move))
        reply_while_possible(first, session)
    seen = {entry.kind for entry in session.log(first.seat)}
    missing = [kind for kind in first.shows if kind not in seen]
    assert not missing, f"the first table does not show {', '.join(missing)}"


def check_lesson_step(game: AnyGame, step: Step, wanders: int = RANDOM_WAYS_PER_STEP) -> None:
    """Check one step: texts, questions, its wrong move, its way, its rules, and random ways.

    It uses one lesson, which goes back to its start each time.
    """
    _check_texts(game, step)
    for question in (step.point, step.predict):
        if question is not None:
            _check_question(game, step, question)
    lesson = answered_lesson(game, step)
    _check_taught(step, _check_way(lesson))
    _wander(lesson, wanders)


def _check_texts(game: AnyGame, step: Step) -> None:
    """Check that a step has all its texts, a short introduction, and rules that exist."""
    for name in ("title", "task", "learned"):
        assert getattr(step, name).strip(), f"step {step.id}: {name} is empty"
    assert step.exam or step.nudge, f"step {step.id}: no nudge"
    assert count_words_before_acting(step) <= MOST_WORDS_BEFORE_ACTING, (
        f"step {step.id}: {count_words_before_acting(step)} words before acting"
    )
    assert step.goals or step.lay or (step.point and step.point.piece), f"step {step.id}: nothing to do"
    assert bool(step.goals) == bool(step.way), f"step {step.id}: goals and way go together"
    for facet in step.hide:
        assert facet in HIDEABLE_PARTS, f"step {step.id}: '{facet}' cannot be hidden"
    assert step.teaches, f"step {step.id}: teaches nothing"
    for rule in step.teaches:
        assert rule in game.rulebook.rules, f"step {step.id}: teaches '{rule}', which is no rule"


def _check_question(game: AnyGame, step: Step, question: Question) -> None:
    """Check that a question has a right answer, a wrong one to choose, and an explanation."""
    right = right_answers(game, Lesson(game, step)._table_of_questions, question)
    assert right, f"step {step.id}: '{question.ask}' has no right answer"
    assert bool(question.piece) != bool(question.choices), f"step {step.id}: pieces or choices, not both"
    assert question.rule in game.rulebook.rules or question.rule in game.rulebook.rulings, (
        f"step {step.id}: {question.rule}"
    )
    assert question.because.strip(), f"step {step.id}: '{question.ask}' is not explained"
    assert not (question.wrong and question is step.predict), (
        f"step {step.id}: nobody hears what a prediction's `wrong` says"
    )
    if question.choices:
        offered = [choice for choice in question.choices if choice in right]
        assert offered, f"step {step.id}: right is {right}, which nobody can choose"
        assert len(offered) < len(question.choices), f"step {step.id}: '{question.ask}' has no wrong choice"


def answered_lesson(game: AnyGame, step: Step) -> Lesson:
    """Open a lesson with all its questions answered, so that only moves are missing."""
    lesson = Lesson(game, step)
    if step.point:
        for answer in right_answers(game, lesson._table_of_questions, step.point):
            assert lesson.point(answer) is None
    if step.predict:
        lesson.predict(right_answers(game, lesson._table_of_questions, step.predict)[0])
    for number, laid in enumerate(step.lay):
        assert lesson.lay(number, laid.place) is None
    return lesson


def _check_way(lesson: Lesson) -> set[str]:
    """Check that the way reaches the goal at its last move, and that you can take it all back.

    Return the rules that happened on the way, and those that its moves depend on.
    """
    step, start = lesson.step, lesson.session.position()
    for number, move in enumerate(step.way):
        _check_wrong(lesson, number)
        assert not lesson.done, f"step {step.id}: done before move {number + 1} of its way"
        assert lesson.next_move() == tuple(move), f"step {step.id}: the hint is {lesson.next_move()}, not {move}"
        answer = lesson.submit(tuple(move))
        assert answer.kind != "off", f"step {step.id}: its own way is called wrong, «{answer.text}»"
    _check_wrong(lesson, len(step.way))
    assert lesson.done, f"step {step.id}: its way does not lead to the goal"
    met_rules = _rules_met_in(lesson)
    while any(done.seat == step.seat for done in lesson.session.inputs):
        lesson.undo()
    assert lesson.session.position() == start, f"step {step.id}: taking back does not lead to the start"
    return met_rules | {rule for move in step.way for rule in lesson.game.teaching.rules_for_move(tuple(move))}


def _check_wrong(lesson: Lesson, number: int) -> None:
    """Check that the wrong move, if its time is now, is refused by the right rule and changes nothing."""
    step, wrong = lesson.step, lesson.step.wrong
    if wrong is None or number != min(wrong.after, len(step.way)):
        return
    before = lesson.session.position()
    try:
        lesson.submit(tuple(wrong.move))
    except Refused as refusal:
        verdict = refusal.verdict
    else:
        raise AssertionError(f"step {step.id}: the wrong move {wrong.move} is allowed")
    assert verdict.rule == wrong.rule, f"step {step.id}: {wrong.move} is refused by {verdict.rule}, not {wrong.rule}"
    assert lesson.session.position() == before, f"step {step.id}: a refused move changes the table"


def rules_met(game: AnyGame, step: Step) -> set[str]:
    """Return the rules that you meet in a step."""
    lesson = answered_lesson(game, step)
    for move in step.way:
        lesson.submit(tuple(move))
    return _rules_met_in(lesson)


def _rules_met_in(lesson: Lesson) -> set[str]:
    """Return the rules of all events, questions, laid pieces and the wrong move."""
    game, step = lesson.game, lesson.step
    rules = {rule for event in lesson.session.events(step.seat) for rule in game.teaching.rules_for_event(event)}
    rules |= {question.rule for question in (step.point, step.predict) if question}
    rules |= {laid.rule for laid in step.lay}
    return rules | ({step.wrong.rule} if step.wrong else set())


def _check_taught(step: Step, met_rules: set[str]) -> None:
    """Check that each rule that a step names was met in it."""
    not_met = [rule for rule in step.teaches if rule not in met_rules]
    assert not not_met, (
        f"step {step.id}: {', '.join(not_met)} is named, but it neither happens, refuses nor is foreseen"
    )


def _wander(lesson: Lesson, wanders: int) -> None:
    """Check that random moves in a lesson always get an answer and a way back."""
    step, start = lesson.step, lesson.session.length
    rng = Random(step.id)
    for _ in range(wanders if step.way else 0):
        lesson.session.cut(start)
        for _ in range(2 * len(step.way)):
            moves = lesson.moves()
            if not moves or lesson.done:
                break
            answer = lesson.submit(rng.choice(moves))
            assert answer.kind == "on" or answer.text, f"step {step.id}: silence after a move"
            if answer.kind == "off":
                lesson.again()
                assert lesson.next_move() is not None, f"step {step.id}: no way back from a way of one's own"

"""What every lesson must live up to: plain asserts that name the step, for `testing.comply` and for a game's tests."""

from __future__ import annotations

from typing import Any

from tabletop_kernel.errors import Refused
from tabletop_kernel.game import Game
from tabletop_kernel.lessons import Lesson, Question, Step

HINTS = 3  # a nudge, a pointer, the way
WANDERS = 8  # ways tried at random in each step, right or wrong


def check_lessons(game: Game[Any]) -> None:
    """All steps, and every rule of the book taught by one of them. A game without lessons passes."""
    steps = [step for chapter in game.lessons for step in chapter.steps]
    if not steps:
        return
    taught = {rule for step in steps for rule in step.teaches}
    missing = [rule for rule in game.rulebook if rule not in taught]
    assert not missing, f"no lesson teaches {', '.join(missing)}"
    for step in steps:
        check_lesson_step(game, step)


def check_lesson_step(game: Game[Any], step: Step) -> None:
    """One step: its texts, its start, its wrong move, its questions, its solution, and the way back."""
    _check_texts(game, step)
    _check_questions(game, step)
    _check_wrong(game, step)
    _check_solution(game, step)
    _wander(game, step)


def _check_texts(game: Game[Any], step: Step) -> None:
    texts = {name: getattr(step, name) for name in ("title", "text", "task", "learned")}
    texts |= {"wrong.says": step.wrong.says}
    texts |= {f"hint {number}": hint for number, hint in enumerate(step.hints, 1)}
    for name, text in texts.items():
        assert text.strip(), f"step {step.id}: {name} is empty"
    assert len(step.hints) == HINTS, f"step {step.id}: {len(step.hints)} hints, where {HINTS} are asked for"
    assert len(set(step.hints)) == HINTS, f"step {step.id}: a hint is given twice"
    lesson = Lesson(game, step)
    assert [lesson.hint() for _ in range(HINTS + 1)] == [*step.hints, step.hints[-1]], f"step {step.id}: hints"
    assert step.teaches, f"step {step.id}: teaches nothing"
    for rule in step.teaches:
        assert rule in game.rulebook.rules, f"step {step.id}: teaches '{rule}', which is no rule"
    assert step.goals or step.questions, f"step {step.id}: nothing to do"
    assert bool(step.goals) == bool(step.solution), f"step {step.id}: goals and solution go together"


def _check_questions(game: Game[Any], step: Step) -> None:
    lesson = Lesson(game, step)
    for number, question in enumerate(step.questions):
        right = _right(lesson, question)
        for choice in question.choices:
            verdict = lesson.answer(number, choice)
            assert (verdict is None) == (choice in right), f"step {step.id}: '{question.ask}' takes '{choice}'"
            if verdict is not None:
                named = question.refuse.get(choice)
                assert verdict.rule == named, f"step {step.id}: '{choice}' is wrong, but no rule says why"
                assert _is_sentence(verdict.text), f"step {step.id}: '{choice}' is refused without a sentence"
        for choice, rule in question.refuse.items():
            assert choice in question.choices, f"step {step.id}: refuses '{choice}', which nobody can choose"
            assert choice not in right, f"step {step.id}: refuses '{choice}', which is right"
            assert rule in game.rulebook.rules or rule in game.rulings, f"step {step.id}: '{rule}' is no rule"
    if step.predict is not None:
        right = _right(lesson, step.predict)
        for choice in step.predict.choices:
            assert lesson.predict(choice) == (choice in right), f"step {step.id}: the prediction '{choice}'"
        assert step.predict.because.strip(), f"step {step.id}: a prediction is explained afterwards"


def _right(lesson: Lesson, question: Question) -> list[str]:
    """The right choices; there must be one, and a wrong one too."""
    step, right = lesson.step, lesson.right(question)
    offered = [choice for choice in question.choices if choice in right]
    assert offered, f"step {step.id}: '{question.ask}' has no right choice; right is {right}"
    assert len(offered) < len(question.choices), f"step {step.id}: '{question.ask}' has no wrong choice"
    assert len(set(question.choices)) == len(question.choices), f"step {step.id}: '{question.ask}' repeats a choice"
    return right


def _check_wrong(game: Game[Any], step: Step) -> None:
    """The tempting wrong move or answer is refused by just the rule named, says why, and changes nothing."""
    lesson, wrong = Lesson(game, step), step.wrong
    assert bool(wrong.move) != bool(wrong.answer), f"step {step.id}: either a wrong move or a wrong answer"
    if wrong.answer:
        refusing = [question.refuse.get(wrong.answer) for question in step.questions]
        assert wrong.rule in refusing, f"step {step.id}: no question refuses '{wrong.answer}' by {wrong.rule}"
        lesson.answer(refusing.index(wrong.rule), wrong.answer)
        assert not lesson.answered, f"step {step.id}: a wrong answer counts"
        return
    assert wrong.after <= len(step.solution), f"step {step.id}: the wrong move comes after the solution is over"
    for move in step.solution[: wrong.after]:
        lesson.submit(tuple(move))
    before, length = lesson.session.position(), lesson.session.length
    try:
        lesson.submit(tuple(wrong.move))
    except Refused as refusal:
        verdict = refusal.verdict
    else:
        raise AssertionError(f"step {step.id}: the wrong move {wrong.move} is allowed")
    assert verdict.rule == wrong.rule, f"step {step.id}: {wrong.move} is refused by {verdict.rule}, not {wrong.rule}"
    assert _is_sentence(verdict.text), f"step {step.id}: the refusal says '{verdict.text}'"
    after = lesson.session.position(), lesson.session.length
    assert after == (before, length), f"step {step.id}: a refused move changes the table"


def _check_solution(game: Game[Any], step: Step) -> None:
    """Done at the end and not before; without the answers not at all; and undo leads back to the start."""
    lesson = Lesson(game, step)
    start = lesson.session.position()
    assert not lesson.done, f"step {step.id}: done before anything is done"
    assert not lesson.stuck, f"step {step.id}: nothing to decide at the start"
    for number, question in enumerate(step.questions):
        right = lesson.right(question)
        assert not lesson.done, f"step {step.id}: done before question {number + 1}"
        lesson.answer(number, next(choice for choice in question.choices if choice in right))
    _follow(lesson)
    assert lesson.done, f"step {step.id}: the solution does not reach the goal"
    _undo_all(lesson)
    assert lesson.session.position() == start, f"step {step.id}: undo does not lead back to the start"
    assert lesson.done == (not step.goals), f"step {step.id}: still done after everything is taken back"
    silent = Lesson(game, step)
    _follow(silent)
    assert silent.done == (not step.questions), f"step {step.id}: done without its answers"


def _follow(lesson: Lesson) -> None:
    step = lesson.step
    for number, move in enumerate(step.solution, 1):
        assert not lesson.done, f"step {step.id}: done before move {number} of the solution"
        lesson.submit(tuple(move))


def _undo_all(lesson: Lesson) -> None:
    seat = lesson.step.seat
    while any(done.seat == seat for done in lesson.session.inputs):
        lesson.undo()


def _wander(game: Game[Any], step: Step) -> None:
    """Whatever legal way a learner takes, the others find their answers, and there is a way back."""
    from random import Random

    rng = Random(step.id)
    for _ in range(WANDERS):
        lesson = Lesson(game, step)
        start = lesson.session.position()
        for _ in range(2 * len(step.solution)):
            moves = lesson.session.moves(step.seat)
            if not moves or lesson.done:
                break
            lesson.submit(rng.choice(moves))
        _undo_all(lesson)
        assert lesson.session.position() == start, f"step {step.id}: no way back from a way of one's own"


def _is_sentence(text: str) -> bool:
    return text.strip().endswith((".", "?")) and "{" not in text

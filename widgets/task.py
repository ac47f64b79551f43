"""The task card of a lesson as plain data: what to do, what is asked, what is to be laid, and what was learned."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from tabletop_kernel.contract.game import Game
from tabletop_kernel.contract.lessons import ASKING_WORDS, Chapter, Question, Step, find_step
from tabletop_kernel.learning.lesson_run import Lesson
from tabletop_kernel.table.session import Session
from widgets import panel

Data = dict[str, Any]


# -- where in the course -----------------------------------------------------------------------------------------------


def chapter_of(chapters: Sequence[Chapter], step: str) -> Chapter:
    return next(chapter for chapter in chapters if any(one.id == step for one in chapter.steps))


def following(chapters: Sequence[Chapter], chapter: Chapter, step: str) -> Step | None:
    """The step after this one, in the same chapter or the next. The short way just ends."""
    coming = chapter.steps[[one.id for one in chapter.steps].index(step) + 1 :]
    if coming or chapter not in chapters:
        return coming[0] if coming else None
    later = chapters[chapters.index(chapter) + 1 :]
    return later[0].steps[0] if later else None


def way_to(step: Step, short: bool) -> Data:
    """What leads to a step: along the short way, or in its chapter."""
    return {"do": "step", "id": step.id, **({"short": True} if short else {})}


def dot(step: Step, done: Collection[str], now: str, short: bool) -> Data:
    """A step as a dot or a line that leads to it; `short` if it leads along the short way."""
    shown = {"id": step.id, "title": step.title, "done": step.id in done, "now": step.id == now, "exam": step.exam}
    return {**shown, "do": way_to(step, short)}


def where(chapters: Sequence[Chapter], chapter: Chapter, done: Collection[str], now: str) -> Data:
    short = chapter not in chapters
    number = {} if short else {"number": chapters.index(chapter) + 1}
    return {
        "chapter": chapter.title,
        **number,
        "step": [step.id for step in chapter.steps].index(now) + 1,
        "steps": [dot(step, done, now, short) for step in chapter.steps],
        "chapters": [
            {
                "id": one.id,
                "title": one.title,
                "number": number,
                "steps": len(one.steps),
                "done": sum(step.id in done for step in one.steps),
                "now": one is chapter,
            }
            for number, one in enumerate(chapters, 1)
        ],
    }


TOGETHER = "You are done for now. Your class goes on together."


def onward(
    chapters: Sequence[Chapter], chapter: Chapter, step: str, wanted: str | None = None, first: bool = False
) -> Data:
    """The way on from a step: to the next one, to the next chapter, or out of the lessons into a game.

    A class may want another step next, or, where `wanted` is empty, none. `first`: the short way of this game leads to
    a game of its own.
    """
    if wanted == "":
        return {"kind": "wait", "text": TOGETHER, "do": None}
    coming = find_step(chapters, wanted) if wanted else following(chapters, chapter, step)
    if coming is None:
        own = {"first": True} if first and chapter not in chapters else {}
        return {"kind": "play", **panel.button("Play a real game", "play", fresh=True, **own)}
    to = chapter if coming in chapter.steps else chapter_of(chapters, coming.id)
    if to is chapter:
        return {"kind": "step", "text": f"Next: {coming.title}", "do": way_to(coming, chapter not in chapters)}
    return {"kind": "chapter", "chapter": to.id, **panel.button(f"Next chapter: {to.title}", "step", id=coming.id)}


def summary(chapters: Sequence[Chapter], chapter: Chapter, done: Collection[str]) -> Data:
    """What a chapter has taught, a sentence for each step; a step that was skipped can still be opened."""
    return {
        "chapter": chapter.title,
        "learned": [
            {
                "id": step.id,
                "text": step.learned,
                "done": step.id in done,
                "do": way_to(step, chapter not in chapters),
            }
            for step in chapter.steps
        ],
    }


def opening(game: Game[Any], chapter: Chapter, step: Step) -> str:
    """What the game is about and how you win, before the first task, on the short way or in the whole course."""
    begins = chapter in (game.teaching.short_way, game.teaching.chapters[0]) and step is chapter.steps[0]
    return game.teaching.short_way.summary if game.teaching.short_way and begins else ""


# -- what is asked -----------------------------------------------------------------------------------------------------


def pointing(lesson: Lesson, wrong: Collection[str]) -> Data | None:
    """What is to be pointed at; what is right is in it only once it was found."""
    question = lesson.step.point
    if question is None:
        return None
    asked: Data = {"ask": question.ask, "on_table": bool(question.piece), "open": lesson.must_point}
    asked["choices"] = [_choice(choice, wrong, lesson.pointed) for choice in question.choices]
    asked["found"] = len(lesson.pointed)
    asked["because"] = "" if lesson.must_point else question.because
    return asked


def predicting(lesson: Lesson, done: bool, said: str, may_change: bool, waits: bool) -> Data | None:
    """What is to be foreseen; whether it was right is in it only afterwards. `said` is the prediction in words; who
    `waits` for the rest of a class does not play yet."""
    question = lesson.step.predict
    if question is None or lesson.must_point or lesson.must_lay:
        return None
    asked: Data = {"ask": question.ask, "on_table": bool(question.piece), "open": lesson.must_predict}
    asked["choices"] = [{"text": choice, "said": choice == lesson.predicted} for choice in question.choices]
    asked["said"] = said
    asked["then"] = "Wait for your class." if waits else "Now play."
    asked["may_change"] = may_change
    if lesson.predicted and done:
        asked["came"] = lesson.came_true
        asked["right"] = next((choice for choice in question.choices if lesson.foretold(choice)), "")
        asked["because"] = question.because
    return asked


def name_of(piece: Data) -> str:
    """A piece that was chosen, in words: by its name, or all that it says, never the half of a sentence."""
    if piece.get("token"):  # on a slot: «Row 1, column 2: corrupted»
        what = str(piece["label"]).rpartition(": ")[2].split(",")[0]
        return f"{what[:1].upper()}{what[1:]} on {piece['at']}"
    said = piece.get("name") or piece.get("text") or str(piece["label"]).split(",")[0].split(".")[0]
    return str(said).rstrip(".")


def waits(lesson: Lesson, held: bool) -> bool:
    """Whether the task comes after a question that it does not name: then the question is what there is to do now.

    Whoever is `held` by a class has answered, and goes on when all have.
    """
    step = lesson.step
    asked = lesson.must_point or lesson.must_predict or held
    return bool(asked and step.goals) and not names_question(step)


def names_question(step: Step) -> bool:
    """Whether a task begins with the question that is asked: «Foresee it, then roll.»"""
    return bool(re.match(f"{ASKING_WORDS} ", step.task))


def _choice(text: str, wrong: Collection[str], right: Collection[str]) -> Data:
    return {"text": text, "wrong": text in wrong, "right": text in right}


def fits(question: Question, piece: str) -> bool:
    """Whether a piece can be an answer to a question about pieces like it, a right or a wrong one."""
    kinds = (".*".join(map(re.escape, kind.split("{}"))) for kind in (question.piece, *question.like))
    return bool(question.piece) and any(re.fullmatch(kind, piece) for kind in kinds)


def offered(step: Step, places: Mapping[str, str]) -> list[int]:
    """The order in which things are offered that are to be laid out, the same each time: never that of their places.

    `places` are the places as they lie on the table.
    """
    order = list(range(len(step.lay)))
    lie = {place: number for number, place in enumerate(places)}
    at = [lie[thing.place] for thing in step.lay]
    rng = Random(step.id)
    while len(set(at)) > 1 and [at[number] for number in order] == sorted(at):
        rng.shuffle(order)
    return order


def tray(lesson: Lesson, in_hand: int, order: Sequence[int]) -> Data | None:
    """What is to be laid out, and how much of it lies."""
    things = lesson.step.lay
    if not things:
        return None
    return {
        "laid": len(lesson.laid),
        "things": [
            {"n": number, "what": things[number].what, "laid": number in lesson.laid, "now": number == in_hand}
            for number in order
        ],
    }


# -- what was learned --------------------------------------------------------------------------------------------------


def rules(lesson: Lesson) -> Data:
    """The rules that were used, by their titles; for an exam also those that were missed."""
    used, missed = lesson.rules_used, lesson.rules_missed
    return {
        "used": titled(lesson.session, used or lesson.step.teaches),
        "missed": titled(lesson.session, missed) if lesson.step.exam else [],
    }


def titled(session: Session, found: Sequence[str]) -> list[Data]:
    return [{"id": rule, "title": session.book[rule].title} for rule in found]

"""What people answered after their games: how often each step of a rating was chosen, and what they wrote.

Every table may have asked something else, and a record may come from anybody: only what has the form of a question is
asked here, and answers are put together where the same was asked in the same words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import mean
from typing import Any

from widgets.look import count
from widgets.playtest.journal import is_said
from widgets.playtest.questions import LONGEST_ASK, LONGEST_STEP, STEPS
from widgets.playtest.reading import Record

Data = dict[str, Any]

MOST_WORDS = 30  # answers to one question that the page shows
RATING, QUESTION = "ratings", "questions"


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of one seat: to what, and what it was."""

    ask: str
    steps: tuple[str, ...]  # of a rating; a question that is answered in words has none
    step: int  # from 1
    text: str
    where: str


def answers_of(record: Record, seat_name: str = "seat") -> Iterator[Answer]:
    """All answers of a record to what was asked at its table."""
    for given in record.answers:
        where = f"{record.file}, {seat_name} {given.seat + 1}"
        for one in _asked(record, RATING):
            steps, step = tuple(one["steps"]), given.ratings.get(one["id"], 0)
            if 1 <= step <= len(steps):
                yield Answer(one["ask"], steps, step, "", where)
        for one in _asked(record, QUESTION):
            if text := given.words.get(one["id"], "").strip():
                yield Answer(one["ask"], (), 0, text, where)


def _asked(record: Record, kind: str) -> list[Data]:
    """The questions of a kind that have the form of one."""
    entries = record.questions.get(kind)
    found = [one for one in entries if isinstance(one, dict)] if isinstance(entries, list) else []
    return [one for one in found if _is_asked(one) and (kind == QUESTION or _are_steps(one.get("steps")))]


def _is_asked(one: Data) -> bool:
    return isinstance(one.get("id"), str) and is_said(one.get("ask"), LONGEST_ASK)


def _are_steps(steps: Any) -> bool:
    # the words of a step may have its number before them
    return isinstance(steps, list) and len(steps) in STEPS and all(is_said(one, LONGEST_STEP + 2) for one in steps)


def told(answers: Iterable[Answer]) -> list[Data]:
    """Each question with its answers in lines: first the ratings, then what was written."""
    found: dict[tuple[str, tuple[str, ...]], list[Answer]] = {}
    for one in answers:
        found.setdefault((one.ask, one.steps), []).append(one)
    ratings = [{"ask": ask, "lines": [_rated(steps, some)]} for (ask, steps), some in found.items() if steps]
    words = [{"ask": ask, "lines": _written(some)} for (ask, steps), some in found.items() if not steps]
    return ratings + words


def _rated(steps: tuple[str, ...], some: list[Answer]) -> str:
    """«4.5 of 5 on average: 4 (1 answer), 5 a lot (1 answer)»; steps that are no numbers have no average."""
    times = Counter(one.step for one in some)
    counts = ", ".join(f"{steps[step - 1]} ({count(times[step], 'answer')})" for step in sorted(times))
    numbered = all(step.startswith(str(number)) for number, step in enumerate(steps, 1))
    if not numbered or len(some) < 2:
        return counts
    average = f"{mean(one.step for one in some):.1f}"
    return f"{average} of {len(steps)} on average: {counts}"


def _written(some: list[Answer]) -> list[str]:
    lines = [f"“{one.text}” ({one.where})" for one in some[:MOST_WORDS]]
    left = len(some) - MOST_WORDS
    return [*lines, f"{count(left, 'more answer')} in the table (CSV)."] if left > 0 else lines

"""What people are asked after a game: a TOML file that a designer changes. `questions.toml` is the one of the house.

Everything in it is checked when a table is opened, so that a fault is told to whoever wrote it, and not to a player.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tabletop_kernel.contract.errors import PackError, TabletopError, clip, printed
from tabletop_kernel.contract.toml_files import read_toml
from tabletop_kernel.contract.typed_data import structure

HOUSE = Path(__file__).parent / "questions.toml"
VARIABLE = "TABLETOP_QUESTIONS"  # names the file for all tables of a server
MOST_QUESTIONS, MOST_RATINGS = 10, 12
STEPS = range(2, 8)
SCALE = 5  # steps of a rating that names only its ends
LONGEST_TITLE, LONGEST_ASK, LONGEST_STEP = 60, 120, 30
AN_ID = re.compile(r"[a-z][a-z0-9_]{0,29}")


class QuestionsError(TabletopError):
    """Questions with faults; the text is the first of them, and names the file, the entry and the field."""

    def __init__(self, *faults: str) -> None:
        more = len(faults) - 1
        count = f" There {'is 1 more fault' if more == 1 else f'are {more} more faults'} in this file." * bool(more)
        super().__init__(faults[0] + count)
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Question:
    """It is answered in words."""

    id: str
    ask: str


@dataclass(frozen=True, slots=True)
class Rating:
    """It is answered by one of a few steps, counted from 1."""

    id: str
    ask: str
    steps: list[str] = field(default_factory=list)
    low: str = ""
    high: str = ""

    @property
    def words(self) -> list[str]:
        """What each step is called; between two named ends a step is its number."""
        if self.steps:
            return list(self.steps)
        return [f"1 {self.low}", *(str(number) for number in range(2, SCALE)), f"{SCALE} {self.high}"]


@dataclass(frozen=True, slots=True)
class Questions:
    """All that is asked."""

    title: str
    questions: list[Question] = field(default_factory=list)
    ratings: list[Rating] = field(default_factory=list)

    def as_data(self) -> dict[str, Any]:
        """As a record keeps it: every rating with the words of its steps."""
        return {
            "title": self.title,
            "questions": [asdict(one) for one in self.questions],
            "ratings": [{"id": one.id, "ask": one.ask, "steps": one.words} for one in self.ratings],
        }


def the_questions(file: str | Path | None = None) -> Questions:
    """Those of a file, else those that the server was told, else the house's."""
    return read_questions(Path(file or os.environ.get(VARIABLE) or HOUSE))


def read_questions(path: Path) -> Questions:
    """The questions of a file; QuestionsError says what is wrong with it."""
    try:
        return _read(path, path.stat().st_mtime_ns)
    except OSError as error:
        why = (error.strerror or "unknown reason").lower()
        raise QuestionsError(f"{printed(str(path), 200)} can't be read: {why}.") from None


@cache
def _read(path: Path, changed: int) -> Questions:
    """Read once for all tables of a page, and again when the file has changed."""
    try:
        return check(read_toml(path), printed(path.name))
    except PackError as error:
        raise QuestionsError(*error.faults) from None


def check(data: dict[str, Any], name: str) -> Questions:
    """Data as questions; QuestionsError names everything that is wrong with them."""
    try:
        found: Questions = structure(data, Questions, name, "questions")
    except PackError as error:
        raise QuestionsError(*error.faults) from None
    faults = [f"{name}: {fault}" for fault in _faults(found)]
    if faults:
        raise QuestionsError(*faults)
    return found


def _faults(found: Questions) -> Iterator[str]:
    if not _is_line(found.title, LONGEST_TITLE):
        yield f"title: must be one line of 1 to {LONGEST_TITLE} characters."
    if not found.questions and not found.ratings:
        yield "the file has no questions or ratings: add [[questions]] or [[ratings]]."
    for what, entries, most in (
        ("questions", found.questions, MOST_QUESTIONS),
        ("ratings", found.ratings, MOST_RATINGS),
    ):
        if len(entries) > most:
            yield f"{what}: use at most {most}, not {len(entries)}."
    yield from _faults_of_names([*found.questions, *found.ratings])
    for rating in found.ratings:
        yield from (f"rating {clip(rating.id)}: {fault}" for fault in _faults_of_steps(rating))


def _faults_of_names(entries: Sequence[Question | Rating]) -> Iterator[str]:
    """Every entry has a name of its own, and a sentence."""
    known: set[str] = set()
    for entry in entries:
        kind = "rating" if isinstance(entry, Rating) else "question"
        if not AN_ID.fullmatch(entry.id):
            yield (
                f"{kind} {clip(entry.id)}: "
                "id: use 1 to 30 lowercase letters, digits and underscores, starting with a letter."
            )
        if entry.id in known:
            yield f"{kind} {clip(entry.id)}: id: another entry already has this id."
        known.add(entry.id)
        if not _is_line(entry.ask, LONGEST_ASK):
            yield f"{kind} {clip(entry.id)}: ask: must be one line of 1 to {LONGEST_ASK} characters."


def _faults_of_steps(rating: Rating) -> Iterator[str]:
    if rating.steps and (rating.low or rating.high):
        yield "steps: use steps, or low and high, but don't use both."
    elif rating.steps:
        if len(rating.steps) not in STEPS:
            yield f"steps: use {STEPS[0]} to {STEPS[-1]} steps, not {len(rating.steps)}."
        if len(set(rating.steps)) < len(rating.steps):
            yield "steps: two steps are the same."
    for key, words in (("steps", rating.steps), ("low", [rating.low]), ("high", [rating.high])):
        needed = bool(rating.steps) == (key == "steps")
        if needed and not all(_is_line(word, LONGEST_STEP) for word in words):
            yield f"{key}: {'each ' * (key == 'steps')}must be one line of 1 to {LONGEST_STEP} characters."


def _is_line(text: str, longest: int) -> bool:
    return bool(text.strip()) and len(text) <= longest and text.isprintable()

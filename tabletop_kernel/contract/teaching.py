"""What a game teaches: its course, the questions that lessons may ask, and the rules behind moves and events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tabletop_kernel.contract.basics import Move
from tabletop_kernel.contract.events import Event
from tabletop_kernel.contract.lessons import Chapter, Course, FirstTable, read_course


class Teaching:
    """The course of a game, read from its `lessons.toml` only when a course starts."""

    def __init__(
        self,
        file: Path | None = None,
        facts: Mapping[str, Callable[..., object]] | None = None,
        allowed_by: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """Teach the course in this file.

        `facts` are the questions that lessons may ask, name -> f(state, …). `allowed_by` has the rules that allow a
        move, by its verb.
        """
        self.file = file
        self.facts = facts or {}
        self.allowed_by = allowed_by or {}
        self._course: Course | None = None
        self._like: Teaching | None = None

    @property
    def course(self) -> Course:
        """Return the whole course; empty if the game has none."""
        if self._like is not None:
            return self._like.course
        if self._course is None:
            self._course = read_course(self.file) if self.file else Course()
        return self._course

    @property
    def chapters(self) -> Sequence[Chapter]:
        """Return the chapters of the course."""
        return self.course.chapters

    @property
    def short_way(self) -> Chapter | None:
        """Return the steps that make a first game fun, as one chapter; None if the course has no short way."""
        return self.course.short

    @property
    def first_table(self) -> FirstTable | None:
        """Return the table at the top of the game's notebook, or None if the course has none."""
        return self.course.first

    def teach_like(self, other: Teaching) -> None:
        """Teach the course of another game: a table's changes are not taught."""
        self._like = other

    def rules_for_move(self, move: Move) -> Sequence[str]:
        """Return the rules that allow this move. A game can name more than those of the verb."""
        return self.allowed_by.get(str(move[0]), ())

    def rules_for_event(self, event: Event) -> Sequence[str]:
        """Return the rules that an event shows in action: the rule it names, and any others behind it."""
        return (event[1],)

    def out_of_place(self, see: str, wanted: object, before: object, now: object) -> str:
        """Return what a move has put out of place, if a lesson's goal `see` wants a certain value; else empty."""
        return ""

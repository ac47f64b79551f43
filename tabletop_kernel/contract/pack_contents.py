"""What stands in the files of a pack, as plain data: so that it can be read again with something changed.

A game makes its pack itself, from a folder. Whoever wants to know what it reads there, or has it read something else,
says so around it:

    with reading(changed) as read:
        game = module.load(folder)
    read.contents
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Contents:
    """The files of one pack."""

    folder: Path
    files: dict[str, dict[str, Any]]  # what each file holds, as TOML says it
    shapes: dict[str, tuple[str, type]]  # for each table: where the game looks for it, and what an entry may hold

    def copy(self) -> Contents:
        """The same, for somebody who changes entries in it."""
        return Contents(self.folder, deepcopy(self.files), self.shapes)


class Reading:
    """One game being read: what it is given in place of its folder, if anything, and what it has read."""

    def __init__(self, given: Contents | None) -> None:
        self.given = given
        self._read: Contents | None = None

    @property
    def contents(self) -> Contents:
        assert self._read is not None, "no pack was read"
        return self._read

    def take(self, contents: Contents) -> None:
        self._read = contents


_now: ContextVar[Reading | None] = ContextVar("reading", default=None)


@contextmanager
def reading(given: Contents | None = None) -> Iterator[Reading]:
    """Follow the pack that is read in here, or have it read these contents."""
    now = Reading(given)
    before = _now.set(now)
    try:
        yield now
    finally:
        _now.reset(before)


def being_read() -> Contents | None:
    """What a pack is to read in place of its folder; None: its folder."""
    now = _now.get()
    return now.given if now else None


def tell_reader(contents: Contents) -> None:
    """A pack says what it has read. It may fill in more of it later."""
    if now := _now.get():
        now.take(contents)

"""The contents of a pack's files as plain data, so that a pack can be reread with changes.

A game loads its pack from a folder itself. To learn what it reads, or to make it read something else, wrap the call:

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

from tabletop_kernel.contract.toml_files import TomlTable


@dataclass(frozen=True, slots=True)
class Contents:
    """The files of one pack."""

    folder: Path
    files: dict[str, TomlTable]  # file name -> its data, as parsed from TOML
    shapes: dict[str, tuple[str, type]]  # table -> where the game looks for it, and its type of entry

    def copy(self) -> Contents:
        """Return a copy whose entries are safe to change."""
        return Contents(self.folder, deepcopy(self.files), self.shapes)


NO_CONTENTS = Contents(Path(), {}, {})  # of a game without a pack


class Reading:
    """One reading of a game: the contents given in place of its folder, if any, and the contents read."""

    def __init__(self, given: Contents | None) -> None:
        self.given = given
        self._read: Contents | None = None

    @property
    def contents(self) -> Contents:
        assert self._read is not None, "no pack was read"
        return self._read

    def take(self, contents: Contents) -> None:
        self._read = contents


_current_reading: ContextVar[Reading | None] = ContextVar("reading", default=None)


@contextmanager
def record_reading(given: Contents | None = None) -> Iterator[Reading]:
    """Record the pack that is read inside this block, or make it read these contents."""
    started = Reading(given)
    token = _current_reading.set(started)
    try:
        yield started
    finally:
        _current_reading.reset(token)


def given_contents() -> Contents | None:
    """Return the contents to read in place of the folder, or None to read the folder."""
    current = _current_reading.get()
    return current.given if current else None


def report_contents(contents: Contents) -> None:
    """Report the contents that a pack has read. The pack may still add to them later."""
    if current := _current_reading.get():
        current.take(contents)

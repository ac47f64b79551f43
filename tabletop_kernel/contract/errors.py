"""What can go wrong, as errors of our own.

Every one of them is a `TabletopError` whose text is one clear sentence for a person: what is wrong, and where.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from reprlib import Repr
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tabletop_kernel.contract.verdict import Verdict


class TabletopError(Exception):
    """The common ancestor: catch this to catch everything the kernel says on purpose."""


class UnknownName(TabletopError):
    """A game, rule, ruling or bot that does not exist."""


class SetupError(TabletopError):
    """A table that cannot be opened: seats, rulings or options that do not exist or do not go together."""

    def __init__(self, text: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.rule = rule


class PackError(TabletopError):
    """A content pack with faults; the text names file, entry and field of the first."""

    def __init__(self, *faults: str) -> None:
        more = len(faults) - 1
        found = "is 1 more fault" if more == 1 else f"are {more} more faults"
        count = f" There {found}: `tabletop pack check` lists them all."
        super().__init__(faults[0] + count * bool(more))
        self.faults = faults


class PositionError(TabletopError):
    """A written position that does not describe a possible table."""


class SaveError(TabletopError):
    """A save or a share code that cannot be read, was altered, or belongs to something else."""


class Refused(TabletopError):
    """A move that the rules refuse; `verdict` holds the rule and the facts.

    >>> from tabletop_kernel import Session
    >>> try:
    ...     Session("the_north", seed=3).play("discharge")
    ... except Refused as refused:
    ...     print(refused.verdict.rule)
    turn.shuffle
    """

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(f"{verdict.text} ({verdict.rule})")
        self.verdict = verdict


ALIKE, WORD_ALIKE = 0.6, 0.75  # of 1: how much a name, or a word of one, must be like what was typed to be meant


def close_to(word: object, known: Iterable[str]) -> str:
    """Find the known name that is nearest to a wrong one, as a whole or by one of its words; empty if none is near."""
    from difflib import get_close_matches

    typed, names = _written(word)[:80], list(known)
    if whole := get_close_matches(typed, names, n=1, cutoff=ALIKE):
        return whole[0]
    words = {part: name for name in reversed(names) for part in re.split(r"[\W_]+", name) if part}
    return next((words[part] for part in get_close_matches(typed, list(words), n=1, cutoff=WORD_ALIKE)), "")


def nearest(word: object, known: Iterable[str]) -> str:
    """The end of an error's sentence: «did you mean …?» or the list of what exists."""
    names = list(known)
    close = close_to(word, names)
    if close:
        return f"did you mean '{printed(close)}'?"
    if len(names) > 12:
        names = [*names[:12], "…"]
    return f"choose from {', '.join(map(printed, names))}." if names else "there are none."


def clip(value: object, limit: int = 60) -> str:
    """A stranger's value, short enough and safe enough to stand in a sentence."""
    return printed(f"'{value[:limit]}'" if isinstance(value, str) else _written(value), limit)


def printed(text: str, limit: int = 60) -> str:
    """A text that is short enough and can be printed."""
    text = "".join(c if c.isprintable() else "?" for c in text[: limit + 1])
    return text if len(text) <= limit else text[:limit] + "…"


_INVISIBLE = {"\t": "a tab", "\n": "a line break", "\r": "a line break", "\ufeff": "a byte-order mark"}


def sign(character: str) -> str:
    """One character in a sentence, by its name if it cannot be seen."""
    from unicodedata import name

    if character in _INVISIBLE:
        return _INVISIBLE[character]
    if character.isprintable():
        return f"'{character}'"
    return f"an invisible character ({name(character, f'U+{ord(character):04X}').lower()})"


_short = Repr()  # looks only at the beginning of long or deeply nested things
_short.maxstring = _short.maxother = 60


def _written(value: object) -> str:
    """Any value as text. Even repr() can fail: on a number of 5000 digits, or in a stranger's class."""
    try:
        return value if isinstance(value, str) else _short.repr(value)
    except Exception:
        return f"something of the type {type(value).__name__}"

"""The kernel's own errors.

Each is a `TabletopError` whose text is one clear sentence for people: what is wrong, and where.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from reprlib import Repr
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tabletop_kernel.contract.verdict import Verdict


class TabletopError(Exception):
    """The base class: catch it to catch every deliberate error of the kernel."""


class UnknownName(TabletopError):
    """A game, rule, ruling, bot or lesson step that doesn't exist."""


class SetupError(TabletopError):
    """A table that can't open: its seats, rulings or options don't exist or don't go together."""

    def __init__(self, text: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.rule = rule


class PackError(TabletopError):
    """A content pack with faults; the text names the file, entry and field of the first."""

    def __init__(self, *faults: str) -> None:
        more = len(faults) - 1
        number_of_others = "is 1 more fault" if more == 1 else f"are {more} more faults"
        count = f" There {number_of_others}: `tabletop pack check` lists them all."
        super().__init__(faults[0] + count if more else faults[0])
        self.faults = faults


class RulesError(TabletopError):
    """A fault in the rules of a game, such as a move that is refused without a reason."""


class PositionError(TabletopError):
    """A written position that doesn't describe a possible table."""


class SaveError(TabletopError):
    """A save or share code that is unreadable, altered, or from another game or version."""


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


LEAST_LIKENESS, LEAST_WORD_LIKENESS = (
    0.6,
    0.75,
)  # how similar (of 1) a name, or one of its words, must be to a typed word


def close_to(word: object, known: Iterable[str]) -> str:
    """Return the known name closest to a wrong one, as a whole or by one of its words; empty if none is close.

    "gredy" -> "greedy"; "widow" -> "frost-widow"
    """
    from difflib import get_close_matches

    typed, names = _any_text(word)[:80], list(known)
    if whole := get_close_matches(typed, names, n=1, cutoff=LEAST_LIKENESS):
        return whole[0]
    words = {part: name for name in reversed(names) for part in re.split(r"[\W_]+", name) if part}
    return next((words[part] for part in get_close_matches(typed, list(words), n=1, cutoff=LEAST_WORD_LIKENESS)), "")


def nearest(word: object, known: Iterable[str]) -> str:
    """Return the end of an error sentence: “did you mean …?”, or the list of known names."""
    names = list(known)
    close = close_to(word, names)
    if close:
        return f"did you mean '{printed(close)}'?"
    if len(names) > 12:
        names = [*names[:12], "…"]
    return f"choose from {', '.join(map(printed, names))}." if names else "there are none."


def clip(value: object, limit: int = 60) -> str:
    """Return a stranger's value as text that is short and safe enough for a sentence."""
    return printed(f"'{value[:limit]}'" if isinstance(value, str) else _any_text(value), limit)


def printed(text: str, limit: int = 60) -> str:
    """Return a text cut to `limit` characters, with “?” for those that can't be printed."""
    text = "".join(c if c.isprintable() else "?" for c in text[: limit + 1])
    return text if len(text) <= limit else text[:limit] + "…"


_NAMES_OF_INVISIBLE = {"\t": "a tab", "\n": "a line break", "\r": "a line break", "\ufeff": "a byte-order mark"}


def character_in_words(character: str) -> str:
    """Return one character for use in a sentence, by name if it is invisible."""
    from unicodedata import name

    if character in _NAMES_OF_INVISIBLE:
        return _NAMES_OF_INVISIBLE[character]
    if character.isprintable():
        return f"'{character}'"
    return f"an invisible character ({name(character, f'U+{ord(character):04X}').lower()})"


_short_repr = Repr()  # reads only the start of long or deeply nested values
_short_repr.maxstring = _short_repr.maxother = 60


def _any_text(value: object) -> str:
    """Return any value as text. Even repr() can fail: on a number of 5000 digits, or in a stranger's class."""
    try:
        return value if isinstance(value, str) else _short_repr.repr(value)
    except Exception:
        return f"something of the type {type(value).__name__}"

"""What a page may send, read as a stranger's.

Whoever can open the page can send any message to its kernel, whatever the page itself would send. An act of a desk
therefore declares each of its fields, and a message is taken only if it has exactly these:

    @act(moves_on=True, number=a_number)
    def goto(self, number: int) -> None: ...

A declaration is a reader: it gives the value as the act gets it, or says what belongs there. Everything is read here,
once and whole; nobody behind this looks at what was sent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Any, TypeVar

from tabletop_kernel.contract.errors import TabletopError, clip, nearest
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.untrusted import MAX_INPUTS, why_malformed
from tabletop_kernel.table.saves import MAX_CODE

Field = Callable[[Any], Any]  # what was sent, as the act gets it; Unfit says what belongs there
F = TypeVar("F", bound=Callable[..., None])

MAX_TEXT = 300
MAX_FILE = 20_000
CARDS_FILE = 40_000  # characters of a file of changed cards: three times what a code can carry, with comments
MAX_KEYS = 12  # of a link
MAX_KEY = 3_000  # a table of lessons is kept under the names of all its steps
MAX_ADDRESS = 500
ADDRESS = re.compile(r"https?://[^/\s?#@]+/[^\s?#]*")
MAX_SCREENS = 1 << 53  # no page sees more: from here on JavaScript no longer counts exactly


class BadMessage(TabletopError):
    """A message that no page of ours sends."""


class Unfit(ValueError):
    """A value that cannot stand in its field; the text says what can."""


@dataclass(frozen=True, slots=True)
class Act:
    """One thing a page may ask for."""

    method: str
    fields: Mapping[str, Field]
    needed: tuple[str, ...]  # fields without which it makes no sense
    moves_on: bool  # whether it changes the table, so that it must come from the page as it stands now


@dataclass(frozen=True, slots=True)
class Message:
    """A message that was read: what it asks for, and which screen it was sent from, with whose eyes."""

    act: Act
    fields: dict[str, Any]
    at: int | None
    seat: int | None


def act(moves_on: bool = False, **fields: Field) -> Callable[[F], F]:
    """Mark a method of a desk as something that a page may ask for."""

    def mark(method: F) -> F:
        parameters = signature(method).parameters
        needed = tuple(name for name in fields if parameters[name].default is Parameter.empty)
        method.act = Act(method.__name__, fields, needed, moves_on)  # type: ignore[attr-defined]
        return method

    return mark


OF_CLASS = frozenset({"obey", "back-to-class", "leave-class"})  # whatever table of the page happens to bring them
BY_ITSELF = frozenset({"go-on", "turning", "think", "survey", "progress", "record", "try-changed"})
OF_PAGE = frozenset({"hello", "close", "project", "library"})  # a page that is led elsewhere, or looks otherwise


def by_hand(content: Any) -> bool:
    """Whether somebody has done something at a table, and it is not the page that went on by itself."""
    return not isinstance(content, dict) or str(content.get("do")) not in BY_ITSELF | OF_CLASS | OF_PAGE


_ACTS: dict[type, dict[str, Act]] = {}


def acts_of(desk: type) -> dict[str, Act]:
    """Everything that a page may ask of this kind of desk, by its word in a message: `go_on` is "go-on"."""
    if desk not in _ACTS:
        found = (getattr(getattr(desk, name), "act", None) for name in dir(desk))
        _ACTS[desk] = {entry.method.replace("_", "-"): entry for entry in found if entry}
    return _ACTS[desk]


def read(content: Any, buffers: Any, acts: Mapping[str, Act]) -> Message:
    """The message as we use it; BadMessage says what is wrong with it."""
    if not isinstance(content, dict) or buffers:
        raise BadMessage("This table accepts only plain data.")
    word = content.get("do")
    if not isinstance(word, str) or word not in acts:
        raise BadMessage(f"This table has no action {clip(word)}: {nearest(word, acts)}")
    found = acts[word]
    given = {key: value for key, value in content.items() if key not in ("do", *ENVELOPE)}
    for key in found.needed:
        if key not in given:
            raise BadMessage(f"'{word}' needs a field '{key}'.")
    for key in given:
        if key not in found.fields:
            raise BadMessage(f"'{word}' has no field {clip(key)}.")
    fields = {key: _read(word, key, value, found.fields[key]) for key, value in given.items()}
    at, seat = (_read(word, key, content.get(key), reader) for key, reader in ENVELOPE.items())
    return Message(found, fields, at, seat)


def _read(word: str, key: str, value: Any, reader: Field) -> Any:
    try:
        return reader(value)
    except Unfit as problem:
        why = str(problem).rstrip(".")
        end = "" if why.endswith("?") else "."
        raise BadMessage(f"The field '{key}' of '{word}' can't be {clip(value)}: {why}{end}") from None


# -- what may stand in a field ----------------------------------------------------------------------------------------


def a_text(value: Any) -> str:
    """A line of text; blanks of all kinds count as one space."""
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise Unfit(f"it must be a text of at most {MAX_TEXT} characters")
    return _printable(" ".join(value.split()))


def a_code(value: Any) -> str:
    """A code or a link as somebody pasted it."""
    if not isinstance(value, str) or len(value) > MAX_CODE:
        raise Unfit(f"it must be a text of at most {MAX_CODE:,} characters")
    return _printable(value.strip())


def a_file(value: Any) -> str:
    """A short text of several lines, as somebody wrote it into a file."""
    if not isinstance(value, str) or len(value) > MAX_FILE:
        raise Unfit(f"it must be a text of at most {MAX_FILE:,} characters")
    _printable(value.replace("\r", "").replace("\n", " ").replace("\t", " "))
    return value.replace("\r\n", "\n")


def a_whole_file(most: int) -> Field:
    """A text file that was chosen in the page, of at most so many characters; whoever reads it says what is wrong."""

    def a_text_of_a_file(value: Any) -> str:
        if not isinstance(value, str) or len(value) > most:
            raise Unfit(f"it must be a text of at most {most:,} characters")
        return value

    return a_text_of_a_file


def _printable(text: str) -> str:
    """Halves of characters and the like can neither be shown nor be written to a file."""
    if not text.isprintable():
        raise Unfit("it has a character that can't be printed")
    return text


def an_address(value: Any) -> str:
    """Where a page stands, without anything behind it such as a server's token; empty if nobody else can go there."""
    if not isinstance(value, str) or len(value) > MAX_CODE:
        raise Unfit(f"it must be a text of at most {MAX_CODE:,} characters")
    return value if len(value) <= MAX_ADDRESS and ADDRESS.fullmatch(value) and value.isprintable() else ""


def a_number(value: Any) -> int:
    """A number as JSON writes it. Neither a text of digits nor a yes or no is one."""
    return _whole(value, MAX_INPUTS)


def _whole(value: Any, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise Unfit(f"it must be a whole number from 0 to {most:,}")
    return value


def a_flag(value: Any) -> bool:
    if type(value) is not bool:
        raise Unfit("it must be true or false")
    return value


def a_move(value: Any) -> Move:
    """Anything that has the form of a move; whether it is one, the rules say."""
    problem = why_malformed(value)
    if problem:
        raise Unfit(problem)
    return tuple(value)


def a_link(value: Any) -> dict[str, str]:
    """What the page's link keeps, key by key. Anybody may write anything there: that must not cost the table."""
    if not isinstance(value, dict) or len(value) > MAX_KEYS:
        raise Unfit(f"it must be a table of at most {MAX_KEYS} keys")
    for key, kept in value.items():
        if not isinstance(key, str) or len(key) > MAX_KEY or not isinstance(kept, str) or len(kept) > MAX_CODE:
            raise Unfit(f"a key can have at most {MAX_KEY:,} characters, and its text at most {MAX_CODE:,}")
    return {key: kept if kept.isprintable() else _marked(kept) for key, kept in value.items()}


def _marked(text: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def one_of(*words: str) -> Field:
    """One of a few words."""

    def a_choice(value: Any) -> str:
        if not isinstance(value, str) or value not in words:
            raise Unfit(nearest(value, words).rstrip("."))
        return value

    return a_choice


def _a_screen(value: Any) -> int | None:
    return None if value is None else _whole(value, MAX_SCREENS)


def _a_seat(value: Any) -> int | None:
    return None if value is None else a_number(value)


ENVELOPE: Mapping[str, Field] = {"at": _a_screen, "seat": _a_seat}

"""What a page may send, checked as a stranger's.

Whoever can open the page can send any message to its kernel, whatever the page itself would send. An act of a desk
therefore declares each of its fields, and a message is taken only if it has exactly these:

    @act(moves_on=True, move=a_move)
    def move(self, move: Move) -> None: ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Any, TypeVar

from tabletop_kernel.errors import TabletopError, clip, nearest
from tabletop_kernel.saves import MAX_CODE

Field = Callable[[Any], bool]  # whether a value may stand in this field
F = TypeVar("F", bound=Callable[..., None])

MAX_TEXT = 300
ENVELOPE = ("do", "at", "seat")


class BadMessage(TabletopError):
    """A message that no page of ours sends."""


@dataclass(frozen=True, slots=True)
class Act:
    """One thing a page may ask for."""

    method: str
    fields: Mapping[str, Field]
    needed: tuple[str, ...]  # fields without which it makes no sense
    moves_on: bool  # whether it changes the table, so that it must come from the page as it stands now


def act(moves_on: bool = False, **fields: Field) -> Callable[[F], F]:
    """Mark a method of a desk as something that a page may ask for."""

    def mark(method: F) -> F:
        parameters = signature(method).parameters
        needed = tuple(name for name in fields if parameters[name].default is Parameter.empty)
        method.act = Act(method.__name__, fields, needed, moves_on)  # type: ignore[attr-defined]
        return method

    return mark


def acts_of(desk: type) -> dict[str, Act]:
    """Everything that a page may ask of this kind of desk, by its word in a message: `go_on` is "go-on"."""
    found = (getattr(getattr(desk, name), "act", None) for name in dir(desk))
    return {entry.method.replace("_", "-"): entry for entry in found if entry}


def read(content: Any, buffers: Any, acts: Mapping[str, Act]) -> tuple[Act, dict[str, Any]]:
    """The act that a message asks for, with its fields; BadMessage says what is wrong with it."""
    if not isinstance(content, dict) or buffers:
        raise BadMessage("This table takes messages of plain data only.")
    word = content.get("do")
    if not isinstance(word, str) or word not in acts:
        raise BadMessage(f"This table does not know what to do with {clip(word)}: {nearest(word, acts)}")
    found = acts[word]
    given = {key: value for key, value in content.items() if key not in ENVELOPE}
    for key in found.needed:
        if key not in given:
            raise BadMessage(f"'{word}' needs a field '{key}'.")
    for key, value in given.items():
        if key not in found.fields:
            raise BadMessage(f"'{word}' has no field {clip(key)}.")
        if not found.fields[key](value):
            raise BadMessage(f"The field '{key}' of '{word}' cannot be {clip(value)}.")
    return found, given


# -- what may stand in a field ----------------------------------------------------------------------------------------


def a_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MAX_TEXT


def a_code(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MAX_CODE


def a_number(value: Any) -> bool:
    return type(value) is int and abs(value) <= 1_000_000


def a_flag(value: Any) -> bool:
    return type(value) is bool


def a_move(value: Any) -> bool:
    """Anything that has the form of a list; what is wrong inside, the table itself says."""
    return isinstance(value, list) and len(value) <= 20 and all(isinstance(part, (str, int)) for part in value)


def a_link(value: Any) -> bool:
    """The keys that a page keeps in its link."""
    return (
        isinstance(value, dict) and len(value) <= 8 and all(a_text(key) and a_code(kept) for key, kept in value.items())
    )

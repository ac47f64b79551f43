"""What may be chosen before a game, as the page asks for it.

A form is a list of entries: a question with its choices, a fold with more entries in it, or a line about something
that cannot be chosen now. Without wishes of its own a game has one question for each of its options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tabletop_kernel.contract.game import Option

Data = dict[str, Any]
Offered = Sequence[tuple[Option, str]]  # every option with what is chosen
Form = Callable[[Offered, int], list[Data]]  # for a table of so many


def question(option: Option, chosen: str, **more: Any) -> Data:
    """An option with its choices; it may have a `note`, and be a `select`, which shows what is chosen alone."""
    choices = [{"id": name, "text": text, "chosen": name == chosen} for name, text in option.choices.items()]
    return {"id": option.id, "question": option.question, "choices": choices, **more}


def fold(name: str, title: str, said: str, entries: list[Data]) -> Data:
    """Several entries that most people need not see; `said` is what is chosen in them, in a few words."""
    return {"id": name, "question": title, "text": said, "options": entries}


def told(name: str, title: str, note: str, why_not: str = "") -> Data:
    """Something that nobody chooses: what it is, and why it cannot be chosen at this table if others could."""
    return {"id": name, "question": title, "note": note, **({"off": why_not} if why_not else {})}


def plain_form(offered: Offered, seats: int) -> list[Data]:
    """One question after the other."""
    return [question(option, chosen) for option, chosen in offered]


def entries_in(form: Sequence[Data]) -> Iterator[Data]:
    """All entries of a form, those in folds included."""
    for entry in form:
        yield entry
        yield from entries_in(entry.get("options", ()))

"""Why something cannot be done: the words for what a verdict has found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabletop_kernel.games.the_north.naming import DIRECTIVE, ancient_name, card_name, seat_name
from tabletop_kernel.games.the_north.state import Rules
from tabletop_kernel.sentences import Number

LIES = {
    "hand": "in your hand",
    "hand-or-zone": "in your hand or among the Ancients in your Zone",
    "zone": "in your Zone",
    "ancients": "among the Ancients in your Zone",
    "facilities": "among the Facilities in your Zone",
    "discard": "in your Discard",
    "wastes": "in The Wastes",
    "top": "on top of the Wastes Deck",
    "aside": "aside until the Directive is done",
}
OTHERS = {
    "discard": "in the Discard",
    "ancients": "among the Ancients in the Zone",
    "facilities": "among the Facilities in the Zone",
}
OVER = {
    "": "",
    "done": ": all three have been performed",
    "impossible": ": no further one is possible",
    "stopped": ": you have stopped",
    "named": ": each one you named was performed or lost",
    "lost": ": the rest of those you named was lost",
}


def _lies(rules: Rules, place: str) -> str:
    pile, _, whose = place.partition(":")
    return f"{OTHERS[pile]} of {seat_name(rules, int(whose))}" if whose else LIES[place]


def _absent(rules: Rules, value: list[str]) -> str:
    """«Old Regent (Depot on the back) lies in your Discard, and not in your hand», as far as its player sees it."""
    face, place, wanted = value
    if not face:
        return f"no such card is to be seen {LIES[wanted]}"
    name = card_name(rules, face, "facility" if place.startswith("facilities") else "ancient")
    if place:
        return f"{name} lies {_lies(rules, place)}, and not {LIES[wanted]}"
    twin = "that " if "@" in face else ""  # starting cards are there twice
    return f"{twin}{name} is not {LIES[wanted]}"


def _where(rules: Rules, value: list[str]) -> str:
    """Before a sentence: what is wrong with the card that was named, if one was."""
    return f"{_absent(rules, value)}. " if value else ""


def _besides(rules: Rules, value: list[str]) -> str:
    """The same after a sentence."""
    said = _absent(rules, value) if value else ""
    return f" {said[:1].upper()}{said[1:]}." if said else ""


def _but(rules: Rules, value: list[str]) -> str:
    """What is wrong with an answer to an ability."""
    what, *more = value or [""]
    if what == "where":
        return f": {_absent(rules, more)}"
    if what == "itself":
        return f": another card is meant, and not {card_name(rules, *more)} itself"
    if what == "value":
        face, value_of, wanted = more
        return f": it asks for an Ancient of Value {wanted}, and {ancient_name(rules, face)} has {value_of}"
    return ", as far as that is possible: no part of it can be left out, put off or done otherwise"


def _stage(rules: Rules, value: int | str) -> str:
    """How many Directives are left, or why there are none."""
    if isinstance(value, int):
        return f"you have {Number(value):~Directive} left in this turn"
    return f"your Directives are over{OVER[value]}"


def _due(rules: Rules, value: int | str) -> str:
    """Which of the named Directives comes now, or how many are still to be named."""
    if isinstance(value, str):
        return f"now it is «{DIRECTIVE[value]}»" if value else ""
    left = Number(value)
    if rules.config.rulings["ruling.must-three"] == "must":
        return f"{left:~} {left:?is/are} still to be named"
    return "one more may be named" if left == 1 else f"up to {left:~} more may be named"


def _taker(rules: Rules, value: int | str) -> str:
    """Who has to take an Ancient on the back side."""
    return f"on the back side {seat_name(rules, value)} has" if isinstance(value, int) else "you have"


def _turner(rules: Rules, value: int | str) -> str:
    """Who has to turn the card over."""
    return f"not yet: {seat_name(rules, value)} has" if isinstance(value, int) else "you have"


def _then(rules: Rules, value: int | str) -> str:
    """What comes of it that the card has to be turned over, for whoever tries something else."""
    if isinstance(value, int):
        declines = rules.config.rulings["ruling.take-one-choice"] == "may"
        return f" first; then {seat_name(rules, value)} takes an Ancient{' or declines' if declines else ''}"
    return {"": ", and nothing comes along with that", "first": " first", "none": "; no Ancient is left to take"}[value]


def _along(rules: Rules, value: bool) -> str:
    return ", and nothing comes along with it" if value else ""


def _again(rules: Rules, value: bool) -> str:
    """After an exchange that came to nothing."""
    return "; another one has to be chosen" if value else ""


def _second(rules: Rules, value: bool) -> str:
    """Why somebody wins who is level in everything; The Collector is no second player."""
    return " as the second player" if value else ""


REASONS: dict[str, Callable[[Rules, Any], str]] = {
    "where": _where,
    "besides": _besides,
    "but": _but,
    "stage": _stage,
    "due": _due,
    "taker": _taker,
    "turner": _turner,
    "then": _then,
    "along": _along,
    "again": _again,
    "second": _second,
}

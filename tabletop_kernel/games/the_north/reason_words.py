"""The words that turn a verdict's facts into reasons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabletop_kernel.contract.sentences import Number
from tabletop_kernel.games.the_north.naming import DIRECTIVE_IN_WORDS, ancient_name, card_name, seat_name
from tabletop_kernel.games.the_north.ruling_types import rulings_of
from tabletop_kernel.games.the_north.state import Rules

WORDS_BY_PLACE = {
    "hand": "in your hand",
    "hand-or-zone": "in your hand or among the Ancients in your Zone",
    "zone": "in your Zone",
    "ancients": "among the Ancients in your Zone",
    "facilities": "among the Facilities in your Zone",
    "discard": "in your Discard",
    "wastes": "in The Wastes",
    "top": "on top of the Wastes Deck",
    "aside": "set aside until the Directive is done",
}
WORDS_BY_OTHERS_PLACE = {
    "discard": "in {}'s Discard",
    "ancients": "among the Ancients in {}'s Zone",
    "facilities": "among the Facilities in {}'s Zone",
}
WHY_NO_DIRECTIVE = {
    "": "your Directives are done",
    "done": "you have performed all three Directives",
    "impossible": "you can't perform any Directive",
    "stopped": "you have stopped",
    "named": "each Directive you named was performed or lost",
    "lost": "the last Directive you named was lost",
}


def _place_in_words(rules: Rules, place: str) -> str:
    pile, _, whose = place.partition(":")
    return WORDS_BY_OTHERS_PLACE[pile].format(seat_name(rules, int(whose))) if whose else WORDS_BY_PLACE[place]


def _why_absent(rules: Rules, value: list[str]) -> str:
    """Return why a card is missing, such as “Old Regent (Depot on the back) is in your Discard, not in your hand”."""
    face, place, wanted = value
    if not face:
        return f"you can't see that card {WORDS_BY_PLACE[wanted]}"
    name = card_name(rules, face, "facility" if place.startswith("facilities") else "ancient")
    if place:
        return f"{name} is {_place_in_words(rules, place)}, not {WORDS_BY_PLACE[wanted]}"
    twin = "that " if "@" in face else ""  # each starting card exists twice
    return f"{twin}{name} is not {WORDS_BY_PLACE[wanted]}"


def _where(rules: Rules, value: list[str]) -> str:
    """Return the fault of the named card, to put before a sentence; empty if there is none."""
    return f"{_why_absent(rules, value)}. " if value else ""


def _besides(rules: Rules, value: list[str]) -> str:
    """Return the fault of the named card, to put after a sentence; empty if there is none."""
    fault = _why_absent(rules, value) if value else ""
    return f" {fault[:1].upper()}{fault[1:]}." if fault else ""


def _but(rules: Rules, value: list[str]) -> str:
    """Return the fault of an answer to an ability."""
    what, *more = value or [""]
    if what == "where":
        return f": {_why_absent(rules, more)}"
    if what == "itself":
        return f": it needs another card, not {card_name(rules, *more)} itself"
    if what == "value":
        face, value_of, wanted = more
        return f": it needs an Ancient of Value {wanted}, but {ancient_name(rules, face)} has {value_of}"
    return ", as far as possible: you can't leave out, delay or change any part of it"


def _stage(rules: Rules, value: int | str) -> str:
    """Return how many Directives are left, or why there are none, and what to do now."""
    if isinstance(value, int):
        named = rules.config.rulings["ruling.sequential"] == "announce-all"
        now = "Carry out the next one you named" if named else "Choose a Directive"
        return f"you have {Number(value):~Directive} left this turn. {now}"
    return f"{WHY_NO_DIRECTIVE[value]}. Turn the turn card over"


def _due(rules: Rules, value: int | str) -> str:
    """Return the announced Directive that comes now, or how many are still to be named."""
    if isinstance(value, str):
        return f"now it is “{DIRECTIVE_IN_WORDS[value]}”" if value else ""
    left = Number(value)
    if rulings_of(rules.config)["ruling.must-three"] == "must":
        return f"you still have to name {left:~}"
    return "you may name one more" if left == 1 else f"you may name up to {left:~} more"


def _taker(rules: Rules, value: int | str) -> str:
    """Return the player who must take an Ancient on the back, with “has” or “have”."""
    return f"on the back of the turn card, {seat_name(rules, value)} has" if isinstance(value, int) else "you have"


def _turner(rules: Rules, value: int | str) -> str:
    """Return the player who must turn the card over, with “has” or “have”."""
    return f"not yet: {seat_name(rules, value)} has" if isinstance(value, int) else "you have"


def _then(rules: Rules, value: int | str) -> str:
    """Return what follows after the card is turned over."""
    if isinstance(value, int):
        declines = rulings_of(rules.config)["ruling.take-one-choice"] == "may"
        return f" first. Then {seat_name(rules, value)} takes an Ancient{' or declines' if declines else ''}"
    return {
        "": ", and you can't add anything to that",
        "first": " first",
        "none": ": there are no Ancients left",
    }[value]


def _along(rules: Rules, value: bool) -> str:
    return ", and you can't add anything to that" if value else ""


def _begin(rules: Rules, value: bool) -> str:
    """Return the words before the shuffle: at the start of a turn, or later."""
    return "do that yet: first" if value else "shuffle now: you"


def _once(rules: Rules, value: bool) -> str:
    """Return the words after the shuffle: at the start of a turn, or later."""
    return ", and draw" if value else " only once, at the start of your turn"


def _more(rules: Rules, value: bool) -> str:
    """Return “another” or “any”, for Directives that can't be performed."""
    return "another" if value else "any"


def _shared(rules: Rules, value: str) -> str:
    """Return the name that two cards share, if everyone can see it."""
    entry = rules.content.ancients.get(value) or rules.content.facilities.get(value)
    return f"the name {entry.name}" if entry else "a name"


def _again(rules: Rules, value: bool) -> str:
    """Return the words after a failed exchange."""
    return " and must choose another exchange" if value else ""


def _second(rules: Rules, value: bool) -> str:
    """Return the words for a win by the second player; empty for The Collector."""
    return " as the second player" if value else ""


REASON_BY_FACT: dict[str, Callable[[Rules, Any], str]] = {
    "where": _where,
    "besides": _besides,
    "but": _but,
    "stage": _stage,
    "due": _due,
    "taker": _taker,
    "turner": _turner,
    "then": _then,
    "along": _along,
    "begin": _begin,
    "once": _once,
    "more": _more,
    "shared": _shared,
    "again": _again,
    "second": _second,
}

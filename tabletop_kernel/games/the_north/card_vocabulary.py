"""The words of The North in the card language."""

from __future__ import annotations

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.toolkit.card_language import (
    SHARED_VERBS,
    Condition,
    Language,
    Verb,
    comparison_in_words,
    comparison_of_amounts,
    count_in_words,
)

LEVELS = 4  # of a Node
VALUES = ("0", "I", "II")  # of an Ancient, as printed; the index is the number

PLACES = {
    "another ancient in zone": "one other Ancient in your Zone",
    "another facility in zone": "one other Facility in your Zone",
    "another ancient in discard": "one other Ancient in your Discard",
    "ancient in wastes": "an Ancient in The Wastes",
    "wastes deck top": "the top card of the Wastes Deck",
}
TERMS = {
    "place": PLACES,
    "amount": {"node": "your Node", "facilities": "Facilities", "ancients": "Ancients"},
    "value": {value: f" of Value {value}" for value in VALUES},
    "source": {
        "top": "the top card of the Wastes Deck",
        "hand card": "one card from your hand",
        "discard card": "one card from your Discard",
    },
    "ability": {"protocol": "Protocol", "spark": "Spark"},
    "bearer": {"wastes ancient": "of an Ancient in The Wastes", "it": "its"},
}


def _says_use(ability: str, bearer: str) -> str:
    return f"use its {ability}" if bearer == "its" else f"use the {ability} {bearer}"


def _says_take(number: int) -> str:
    return f"move {count_in_words(number, 'Ancient')} from The Wastes to your Discard"


def _says_take_more(number: int) -> str:
    return f"move {count_in_words(number, 'more Ancient')} from The Wastes to your Discard"


VERBS = (
    *SHARED_VERBS,
    Verb(
        "gain",
        "[you] gain {number}",
        lambda number: f"you gain {number}",
        lambda number: f"you gain an additional {number}",
    ),
    Verb("charge", "charge", lambda: "charge your Node"),
    Verb("flip", "flip another", lambda: "flip one other card in your Zone"),
    Verb("take", "take {number}", _says_take, _says_take_more, moves=True),
    Verb(
        "reprogram",
        "reprogram [value {value}]",
        lambda value: f"reprogram an Ancient{value} in The Wastes",
        moves=True,
    ),
    Verb("play", "play {source} as facility", lambda source: f"play {source} to your Zone as a Facility"),
    Verb("use", "use {ability} of {bearer}", _says_use),
)

_SINGULAR_BY_AMOUNT = {"facilities": "Facility", "ancients": "Ancient"}


def printed_name(amount: str) -> str:
    """Return a name as printed: “ice-halls” becomes “Ice Halls”."""
    return " ".join(word.capitalize() for word in amount.split("-"))


def says_amount(amount: str, plural: bool) -> str:
    if amount == "node":
        return "levels of your Node" if plural else "level of your Node"
    if plural:
        return f"{printed_name(amount)} in your Zone"
    # For the cards of one name a pack gives only the plural.
    return (
        f"{_SINGULAR_BY_AMOUNT[amount]} in your Zone"
        if amount in _SINGULAR_BY_AMOUNT
        else f"of the {printed_name(amount)} in your Zone"
    )


def says_test(test: Condition) -> str:
    left, compare, right = test
    if left == "node" and isinstance(right, int):
        return f"your Node is {_levels_in_words(compare, right)}"
    if "node" in (left, right):
        return f"{_count_in_words(left)} is {_WORDS_BY_COMPARISON[compare]} {_count_in_words(str(right))}"
    if right == 1 and compare in ("=", "<=", ">"):
        if left not in _SINGULAR_BY_AMOUNT:
            return f"{_count_in_words(left)} is {comparison_in_words(compare, 1)}"
        return f"you have {comparison_in_words(compare, 1)} {says_amount(left, False)}"
    if isinstance(right, int):
        return f"you have {comparison_in_words(compare, right)} {says_amount(left, True)}"
    much, joint = comparison_of_amounts(compare)
    return f"you have {much} {says_amount(left, True)} {joint} {says_amount(right, True)}"


_WORDS_BY_COMPARISON = {">=": "at least", "<=": "at most", ">": "higher than", "<": "lower than", "=": "equal to"}


def _count_in_words(amount: str) -> str:
    return "the level of your Node" if amount == "node" else f"the number of {says_amount(amount, True)}"


def passing_levels(compare: str, level: int) -> range:
    """Return the Node levels that pass a test."""
    return {
        ">=": range(level, LEVELS + 1),
        "<=": range(1, level + 1),
        ">": range(level + 1, LEVELS + 1),
        "<": range(1, level),
        "=": range(level, level + 1),
    }[compare]


def _levels_in_words(compare: str, level: int) -> str:
    """Return a test in words, such as “at level 3 or 4” for “>= 3”."""
    if fitting := passing_levels(compare, level):
        return f"at level {listed(map(str, fitting), 'or')}"
    return f"above level {LEVELS}" if compare == ">" else "below level 1"


LANGUAGE = Language(
    VERBS,
    TERMS,
    says_test,
    says_amount,
    names="the plural of a Facility",
    no_may="every ability has to be carried out (ability.mandatory).",
)

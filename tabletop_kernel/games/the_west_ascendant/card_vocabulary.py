"""The words of The West: Ascendant in the card language."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tabletop_kernel.toolkit.card_language import (
    SHARED_VERBS,
    Condition,
    Language,
    Verb,
    comparison_in_words,
    comparison_of_amounts,
    in_words,
)

FACTS = {
    "facility action": "you used the FACILITY ACTION",
    "locus action": "you used the LOCUS ACTION",
    "pulse used": "you used a PULSE",
}
ACTION_WORDS = ("took", "types", *FACTS)  # facts of a turn's ACTION: they never change while Triggers are used
THING_BY_NOUN = {"hand": "hand", "locus": "loci", "loci": "loci", "gate": "gates", "gates": "gates"} | {
    "pair": "pairs",
    "pairs": "pairs",
}
OWNER_PREFIXES = ("", "your ", "other ")
WHICH_CARDS = {"from middle": "from the middle", "of each type": "of each type", "of one type": "of one type"}


class Amount(NamedTuple):
    """The meaning of a word: `thing` is took, types, hand, loci, gates or pairs; `other` is the other player's."""

    thing: str
    other: bool = False


@cache
def amount_of(word: str) -> Amount:
    """Return the meaning of a word such as “other gates” or “gate”."""
    if word in ACTION_WORDS:
        return Amount(word)
    return Amount(THING_BY_NOUN[word.split()[-1]], word.startswith("other "))


TERMS = {
    "amount": {
        word: word
        for word in ("took", "types", *(f"{who}{thing}" for who in OWNER_PREFIXES for thing in THING_BY_NOUN))
    },
    "which": WHICH_CARDS,
    "paid": {"of paid type": ", of a type just discarded as a Required Facility"},
    "fact": FACTS,
}


def facilities_in_words(number: int) -> str:
    """Return a number of Facilities in words: “one Facility”, “three Facilities”."""
    return f"{in_words(number)} {'Facility' if number == 1 else 'Facilities'}"


def cards_in_words(number: int) -> str:
    """Return a number of cards: “1 card”, “2 cards”."""
    return f"{number} card{'' if number == 1 else 's'}"


def more_cards_in_words(number: int) -> str:
    """Return a number of additional cards: “1 more card”, “2 more cards”."""
    return f"{number} more card{'' if number == 1 else 's'}"


def _says_discard(number: int, which: str) -> str:
    if which and which != WHICH_CARDS["from middle"]:
        return f"discard {facilities_in_words(number)} {which}"
    return f"discard {number} {'Facility' if number == 1 else 'Facilities'} {which or 'from your hand'}"


VERBS = (
    *(verb for verb in SHARED_VERBS if verb.id in ("other-loses", "lose")),
    Verb(
        "draw",
        "draw {number}",
        lambda number: f"draw {cards_in_words(number)}",
        lambda number: f"draw {more_cards_in_words(number)}",
    ),
    Verb("discard", "discard {number} [{which}]", _says_discard, moves=True),
    Verb(
        "recover",
        "recover {number} [{paid}]",
        lambda number, paid: f"recover {cards_in_words(number)} from the discard pile{paid}",
        lambda number, paid: f"recover {more_cards_in_words(number)} from the discard pile{paid}",
    ),
    Verb("exchange", "exchange hand card for middle card", lambda: "exchange 1 card with the middle"),
    Verb("score", "score {number} [{rate}]", lambda number, rate: f"score {number}{rate}"),
    Verb(
        "under",
        "put locus top under",
        lambda: "put the top card of a Locus deck with two or more cards under that deck",
    ),
    Verb("replace", "replace it", lambda: "put the top card of the Facility deck in its place", wants_it=True),
    Verb("flip", "flip this", lambda: "turn this card to its Complete side"),
    Verb("radiate", "radiate all", lambda: "all your Doppelgates RADIATE"),
)

# Thing -> its verb, singular and plural.
_OWNED_WORDS_BY_THING = {
    "hand": ("have", "card in hand", "cards in hand"),
    "loci": ("have", "Locus", "Loci"),
    "gates": ("have made", "Doppelgate", "Doppelgates"),
    "pairs": ("have", "Locus paired with a Doppelgate that was made", "Loci paired with Doppelgates that were made"),
    "took": ("took", "Facility", "Facilities"),
}
_COUNTED_WORDS_BY_THING = {
    "hand": ("card in {} hand", "cards in {} hand"),
    "loci": ("Locus in {} Zone", "Loci in {} Zone"),
    "gates": ("Doppelgate that was made in {} Zone", "Doppelgates that were made in {} Zone"),
    "pairs": (
        "Locus in {} Zone paired with a Doppelgate that was made",
        "Loci in {} Zone paired with Doppelgates that were made",
    ),
    "took": ("Facility that you took", "Facilities that you took"),
    "types": ("type that you took", "types that you took"),
}


def says_amount(word: str, plural: bool) -> str:
    amount = amount_of(word)
    return _COUNTED_WORDS_BY_THING[amount.thing][plural].format("the other player's" if amount.other else "your")


def _owner_and_verb(amount: Amount) -> str:
    """Return words such as “the other player has made”."""
    had = _OWNED_WORDS_BY_THING[amount.thing][0]
    return f"the other player {had.replace('have', 'has')}" if amount.other else f"you {had}"


def says_test(test: Condition) -> str:
    if not test.compare:
        return FACTS[test.left]
    left = amount_of(test.left)
    if left.thing == "types":
        right = (
            comparison_in_words(test.compare, test.right)
            if isinstance(test.right, int)
            else f"{test.compare} {test.right}"
        )
        return f"they are of {right.removeprefix('exactly ')} different types"
    _, _, nouns = _OWNED_WORDS_BY_THING[left.thing]
    if isinstance(test.right, int):
        noun = _OWNED_WORDS_BY_THING[left.thing][1] if test.right == 1 and test.compare == "=" else nouns
        return f"{_owner_and_verb(left)} {comparison_in_words(test.compare, test.right)} {noun}"
    much, joint = comparison_of_amounts(test.compare)
    right_amount = amount_of(test.right)
    if right_amount.thing == left.thing:
        return f"{_owner_and_verb(left)} {much} {nouns} {joint} {'the other player' if right_amount.other else 'you'}"
    return f"{_owner_and_verb(left)} {much} {nouns} {joint} there are {says_amount(test.right, True)}"


LANGUAGE = Language(VERBS, TERMS, says_test, says_amount)

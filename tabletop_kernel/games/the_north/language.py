"""The words of The North in the card language."""

from __future__ import annotations

from tabletop_kernel.effects import SHARED, Condition, Language, Verb, compared, in_words, measured

LEVELS = 4  # of a Node
VALUES = ("0", "I", "II")  # of an Ancient, as printed; the place in this tuple is the number

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
    return f"move {in_words(number)} Ancient{'' if number == 1 else 's'} from The Wastes to your Discard"


VERBS = (
    *SHARED,
    Verb("gain", "[you] gain {number}", lambda number: f"you gain {number}"),
    Verb("charge", "charge", lambda: "charge your Node"),
    Verb("flip", "flip another", lambda: "flip one other card in your Zone"),
    Verb("take", "take {number}", _says_take, moves=True),
    Verb(
        "reprogram",
        "reprogram [value {value}]",
        lambda value: f"reprogram an Ancient{value} in The Wastes",
        moves=True,
    ),
    Verb("play", "play {source} as facility", lambda source: f"play {source} to your Zone as a Facility"),
    Verb("use", "use {ability} of {bearer}", _says_use),
)

_COUNTED = {"facilities": "Facility", "ancients": "Ancient"}


def named(amount: str) -> str:
    """A name as it is printed: «ice-halls» are Ice Halls."""
    return " ".join(word.capitalize() for word in amount.split("-"))


def says_amount(amount: str, plural: bool) -> str:
    if amount == "node":
        return "levels of your Node" if plural else "level of your Node"
    if plural or amount not in _COUNTED:
        return f"{named(amount)} in your Zone"
    return f"{_COUNTED[amount]} in your Zone"


def says_test(test: Condition) -> str:
    if test.left == "node" and isinstance(test.right, int):
        return f"your Node is at level {_levels(test.compare, test.right)}"
    if isinstance(test.right, int):
        return f"you have {compared(test.compare, test.right)} {says_amount(test.left, True)}"
    much, joint = measured(test.compare)
    return f"you have {much} {says_amount(test.left, True)} {joint} {says_amount(test.right, True)}"


def _levels(compare: str, level: int) -> str:
    """«3 or 4» for «>= 3»."""
    fitting = {
        ">=": range(level, LEVELS + 1),
        "<=": range(1, level + 1),
        ">": range(level + 1, LEVELS + 1),
        "<": range(1, level),
        "=": range(level, level + 1),
    }[compare]
    numbers = [str(number) for number in fitting]
    return f"{', '.join(numbers[:-1])} or {numbers[-1]}" if len(numbers) > 1 else (numbers or ["none"])[0]


LANGUAGE = Language(
    VERBS,
    TERMS,
    says_test,
    says_amount,
    names="the plural of a Facility",
    no_may="every ability has to be carried out (ability.mandatory).",
)

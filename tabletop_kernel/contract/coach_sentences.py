"""A coach's reasons: the gain comes first, and the reader is “you”.

`Opinions.aims` builds a move's reasons with `reason`, in the third person. “Quoted words” are printed on a card and
stay as they are.
"""

from __future__ import annotations

import re

from tabletop_kernel.contract.sentences import second_person

QUOTED_WORDS = re.compile(r"(“[^”]*”)")
OTHER_PLAYER = "the other player"
BEFORE_A_COST = "but "


def reason(*gains: str, but: str = "") -> str:
    """Return what a move brings, then what it costs or leaves undone. Empty parts are left out."""
    brings = "; ".join(gain for gain in gains if gain)
    costs = f"{BEFORE_A_COST}{but}" if but else ""
    return f"{brings}, {costs}" if brings and costs else brings or costs


def gains_nothing(text: str) -> bool:
    """Tell if a reason names no gain."""
    return not text or text.startswith(BEFORE_A_COST)


def to_reader(text: str, name: str, *, two: bool) -> str:
    """Return a text about another player's move, reworded for the reader, whom it calls `name`.

    With `two` players, “the other player” is the reader too.
    """
    names = [name, OTHER_PLAYER] if two else [name]
    return "".join(part if part.startswith("“") else _address_reader(part, names) for part in QUOTED_WORDS.split(text))


def _address_reader(text: str, names: list[str]) -> str:
    """Return a text with “you” in place of these names: “Ann draws a card” -> “you draw a card”."""
    any_name = "|".join(re.escape(name) for name in names)
    subject_pattern = re.compile(rf"^(?:{any_name}) (\w+s)\b", re.IGNORECASE)
    # “the other player 1” doesn't mean player 1
    name_pattern = re.compile(rf"\b(?<!other )(?:{any_name})('s)?(?!\w)", re.IGNORECASE)
    text = subject_pattern.sub(lambda match: f"you {second_person(match[1])}", text)
    return name_pattern.sub(lambda match: "your" if match[1] else "you", text)


def quoted_words_note(text: str, mover: str) -> str:
    """Return a note on whom a card's printed words mean in a text about someone's move; empty if they mean nobody."""
    printed = " ".join(QUOTED_WORDS.findall(text)).lower()
    meanings = [f"“you” is {mover}"] if re.search(r"\byour?\b", printed) else []
    meanings += [f"“{OTHER_PLAYER}” is you"] if OTHER_PLAYER in printed else []
    return f"(On the card {' and '.join(meanings)}.)" if meanings else ""

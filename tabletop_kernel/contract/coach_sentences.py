"""A coach's reasons: the gain comes first, and the reader is “you”.

`Opinions.aims` builds a move's reasons with `reason`, in the third person. “Quoted words” are printed on a card and
stay as they are.
"""

from __future__ import annotations

import re

from tabletop_kernel.contract.sentences import second_person

QUOTED = re.compile(r"(“[^”]*”)")
OTHER = "the other player"
BUT = "but "


def reason(*gains: str, but: str = "") -> str:
    """Return what a move brings, then what it costs or leaves undone. Empty parts are left out."""
    brings = "; ".join(gain for gain in gains if gain)
    costs = f"{BUT}{but}" if but else ""
    return f"{brings}, {costs}" if brings and costs else brings or costs


def gains_nothing(reason: str) -> bool:
    """Tell if a reason names no gain."""
    return not reason or reason.startswith(BUT)


def to_reader(text: str, name: str, two: bool) -> str:
    """Return a text about another player's move, reworded for the reader, whom it calls `name`.

    With `two` players, “the other player” is the reader too.
    """
    names = [name, OTHER] if two else [name]
    return "".join(part if part.startswith("“") else _spoken(part, names) for part in QUOTED.split(text))


def _spoken(text: str, names: list[str]) -> str:
    called = "|".join(re.escape(name) for name in names)
    subject = re.compile(rf"^(?:{called}) (\w+s)\b", re.IGNORECASE)
    named = re.compile(
        rf"\b(?<!other )(?:{called})('s)?(?!\w)", re.IGNORECASE
    )  # “the other player 1” doesn't mean player 1
    text = subject.sub(lambda found: f"you {second_person(found[1])}", text)
    return named.sub(lambda found: "your" if found[1] else "you", text)


def whom_cards_mean(text: str, mover: str) -> str:
    """Return a note on whom a card's printed words mean in a text about someone's move; empty if they mean nobody."""
    printed = " ".join(QUOTED.findall(text)).lower()
    meant = [f"“you” is {mover}"] if re.search(r"\byour?\b", printed) else []
    meant += [f"“{OTHER}” is you"] if OTHER in printed else []
    return f"(On the card {' and '.join(meant)}.)" if meant else ""

"""Reasons as a coach gives them: what is gained comes first, and whoever reads is spoken to.

What a move aims for is said by its game (`Game.aims`), made by `reason`, and of everybody in the third person. “Quoted
words” are printed on a card: they stay as they are, whomever they speak to.
"""

from __future__ import annotations

import re

from tabletop_kernel.contract.sentences import second_person

QUOTED = re.compile(r"(“[^”]*”)")
OTHER = "the other player"
BUT = "but "


def reason(*gains: str, but: str = "") -> str:
    """What a move brings, and then what it costs or leaves undone. What is empty is left out."""
    brings = "; ".join(gain for gain in gains if gain)
    costs = f"{BUT}{but}" if but else ""
    return f"{brings}, {costs}" if brings and costs else brings or costs


def gains_nothing(reason: str) -> bool:
    """Whether there is no word of what a move is good for."""
    return not reason or reason.startswith(BUT)


def to_reader(text: str, name: str, two: bool) -> str:
    """A text about somebody else's move to the player who reads it and is called `name` there.

    Where two play and the other one moves, “the other player” is the reader, too.
    """
    names = [name, OTHER] if two else [name]
    return "".join(part if part.startswith("“") else _spoken(part, names) for part in QUOTED.split(text))


def _spoken(text: str, names: list[str]) -> str:
    called = "|".join(re.escape(name) for name in names)
    subject = re.compile(rf"^(?:{called}) (\w+s)\b", re.IGNORECASE)
    named = re.compile(
        rf"\b(?<!other )(?:{called})('s)?(?!\w)", re.IGNORECASE
    )  # “the other player 1” names no player 1
    text = subject.sub(lambda found: f"you {second_person(found[1])}", text)
    return named.sub(lambda found: "your" if found[1] else "you", text)


def whom_cards_mean(text: str, mover: str) -> str:
    """Who is meant by the printed words in a text about somebody's move, to the other player; empty if nobody is."""
    printed = " ".join(QUOTED.findall(text)).lower()
    meant = [f"“you” is {mover}"] if re.search(r"\byour?\b", printed) else []
    meant += [f"“{OTHER}” is you"] if OTHER in printed else []
    return f"(On the card {' and '.join(meant)}.)" if meant else ""

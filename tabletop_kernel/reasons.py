"""Reasons as a coach gives them: what is gained comes first, and whoever reads is spoken to.

What a move aims for is said by its game (`Game.aims`), in parts with a semicolon between them, and of everybody in the
third person. «Quoted words» are printed on a card: they stay as they are, whomever they speak to.
"""

from __future__ import annotations

import re

from tabletop_kernel.sentences import second_person

QUOTED = re.compile(r"(«[^»]*»)")
BETWEEN = re.compile(r"; (?![^«]*»)")  # the parts of a reason; a quotation is not taken apart
OTHER = "the other player"
DRAWBACK = re.compile(
    r"losing costs |gives away |uses up |.*\b(?:no longer|nothing|less at the end|used up|begins anew)\b"
    r"|.*, and not \d|.* is stronger$|.* not seen$|.* can fight only "
)


def parts_of(reason: str) -> list[str]:
    return BETWEEN.split(reason) if reason else []


def is_drawback(part: str) -> bool:
    """Whether a part of a reason only says what a move costs, or that it brings nothing."""
    return DRAWBACK.match(QUOTED.sub("«»", part)) is not None


def gains_first(reason: str) -> str:
    """The same parts, what a move brings before what it costs."""
    return "; ".join(sorted(parts_of(reason), key=is_drawback))


def gains_nothing(reason: str) -> bool:
    """Whether there is no word of what a move is good for."""
    return all(is_drawback(part) for part in parts_of(reason))


def to_reader(text: str, name: str, two: bool) -> str:
    """A text about somebody else's move to the player who reads it and is called `name` there.

    Where two play and the other one moves, «the other player» is the reader, too.
    """
    names = [name, OTHER] if two else [name]
    return "".join(part if part.startswith("«") else _spoken(part, names) for part in QUOTED.split(text))


def _spoken(text: str, names: list[str]) -> str:
    called = "|".join(re.escape(name) for name in names)
    subject = re.compile(rf"^(?:{called}) (\w+s)\b", re.IGNORECASE)
    named = re.compile(
        rf"\b(?<!other )(?:{called})('s)?(?!\w)", re.IGNORECASE
    )  # «the other player 1» names no player 1
    text = subject.sub(lambda found: f"you {second_person(found[1])}", text)
    return named.sub(lambda found: "your" if found[1] else "you", text)


def whom_cards_mean(text: str, mover: str) -> str:
    """Who is meant by the printed words in a text about somebody's move, to the other player; empty if nobody is."""
    printed = " ".join(QUOTED.findall(text)).lower()
    meant = [f"«you» is {mover}"] if re.search(r"\byour?\b", printed) else []
    meant += [f"«{OTHER}» is you"] if OTHER in printed else []
    return f"(On the card {' and '.join(meant)}.)" if meant else ""

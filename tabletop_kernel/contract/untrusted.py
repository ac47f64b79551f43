"""Plain data from outside: what they may hold, how deep and how much, asked before anything is made of them.

A few thousand characters of a stranger's can unfold to a million entries, so whatever arrives is counted before it is
unfolded and while it is read. The counts bound the work, so that no clock is needed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from tabletop_kernel.contract.chance import MAX_SEED
from tabletop_kernel.contract.errors import PositionError, SaveError

MAX_PARTS = 6  # of a move
MAX_WORD = 60
MAX_INPUTS = 10_000  # of a table; the longest of some thousand random games has 930
MAX_WORK = 100_000  # to play a table again: a unit for each input, each move it was chosen from and each event
MAX_DEPTH = 12  # of lists in lists; a real save has six levels


class Most(NamedTuple):
    """How much data there may be: of entries of lists and tables, and of characters of JSON."""

    entries: int
    characters: int


A_POSITION = Most(4_000, 30_000)  # the largest of a real game has 490 entries and 3,700 characters
A_HEAD = Most(5_000, 40_000)  # of a save or code: its position and a few lines
A_SAVE = Most(200_000, 1_000_000)  # 900 inputs, a very long game, have 9,000 entries and 25,000 characters


def dump(data: Any) -> str:
    """Plain data as JSON without blanks."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def unfit(data: Any, most: Most) -> str:
    """What in the data no save or position holds; empty if nothing. Layer by layer: deep data break recursion."""
    layer, entries, characters = [data], 0, 0
    for _ in range(MAX_DEPTH):
        deeper: list[Any] = []
        for value in layer:
            if isinstance(value, (dict, list, tuple)):
                entries += len(value)
                if entries > most.entries:
                    return f"it has more than {most.entries:,} entries"
                deeper += value  # of a table these are the keys
                deeper += value.values() if isinstance(value, dict) else ()
            elif isinstance(value, str):
                characters += len(value)
                if characters > most.characters:
                    return f"it has more than {most.characters:,} characters"
                if not value.isprintable():
                    return "it contains text that can't be printed"
            elif isinstance(value, (int, float)) and not abs(value) <= MAX_SEED:  # not a number is not smaller either
                return "it contains a number that is too large"
        if not deeper:
            return ""
        layer = deeper
    return "it is nested too deeply"


def copied(position: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of a position that is nobody else's, and is plain data through and through."""
    problem = unfit(dict(position), A_POSITION)
    if problem:
        raise PositionError(f"We don't recognise this position: {problem}.")
    try:
        text = dump(dict(position))
        copy: dict[str, Any] = json.loads(text)
    except (TypeError, ValueError):
        raise PositionError("A position may hold only text, numbers, lists and tables.") from None
    if len(text.encode()) > A_POSITION.characters:
        raise PositionError(f"This position has more than {A_POSITION.characters:,} characters.")
    return copy


def parsed(text: str, most: Most) -> dict[str, Any]:
    """The table of plain data that a text holds; SaveError if it is none, or too much."""
    if len(text) > most.characters:
        raise SaveError(
            f"We don't recognise this save: {len(text):,} characters, but the limit is {most.characters:,}."
        )
    if sum(map(text.count, ",[{")) > most.entries:  # no entry without one of these signs: nothing is unfolded yet
        raise SaveError(f"We don't recognise this save: it has more than {most.entries:,} entries.")
    try:
        body = json.loads(text, object_pairs_hook=_without_doubles)
    except (ValueError, RecursionError):
        raise SaveError("We can't read this save as JSON. Some of it may be missing.") from None
    if not isinstance(body, dict):
        raise SaveError("We don't recognise this save: it isn't a table of plain data.")
    problem = unfit(body, most)
    if problem:
        raise SaveError(f"We don't recognise this save: {problem}.")
    return body


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        raise SaveError("We don't recognise this save: it has the same field twice.")
    return table


def malformed(move: Any) -> str:
    """What is wrong with the form of a move that arrived from outside; empty if nothing is."""
    if not isinstance(move, (list, tuple)):
        return 'a move is a list such as ["roll", 1]'
    if not 1 <= len(move) <= MAX_PARTS:
        return f"a move has 1 to {MAX_PARTS} parts"
    if type(move[0]) is not str:
        return "a move begins with a verb"
    for part in move:
        if type(part) is int:
            if abs(part) > 1_000_000:
                return "it contains a number that is too large"
        elif type(part) is not str:
            return "its parts must be text or whole numbers"
        elif len(part) > MAX_WORD:
            return "it contains text that is too long"
        elif not part.isprintable():
            return "it contains text that can't be printed"
    return ""

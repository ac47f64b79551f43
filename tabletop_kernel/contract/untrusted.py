"""Checks for plain data from outside: its contents, depth and size, before anything is built from it.

A few thousand characters from a stranger can unfold to a million entries, so data are counted before they unfold and
while they are read. The counts bound the work, so no clock is needed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from tabletop_kernel.contract.basics import Position
from tabletop_kernel.contract.chance import MAX_SEED
from tabletop_kernel.contract.errors import PositionError, SaveError

JsonTable = dict[str, Any]  # plain data from a stranger: ask for the type of an entry before you use it
MAX_PARTS = 6  # parts of a move
MAX_WORD_LENGTH = 60
MAX_INPUTS = 10_000  # of a table; the longest of several thousand random games had 930
MAX_WORK = 100_000  # to replay a table: one unit per input, per move offered and per event
MAX_DEPTH = 12  # of nested lists; a real save has six levels


class SizeLimit(NamedTuple):
    """Limits on data: entries of lists and tables, and characters of JSON."""

    entries: int
    characters: int


POSITION_LIMIT = SizeLimit(4_000, 30_000)  # the largest real one has 490 entries and 3,700 characters
HEAD_LIMIT = SizeLimit(5_000, 40_000)  # the head of a save or code: its position and a few lines
SAVE_LIMIT = SizeLimit(200_000, 1_000_000)  # a very long game of 900 inputs has 9,000 entries and 25,000 characters


def dump(data: object) -> str:
    """Return plain data as compact JSON."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def why_unfit(data: object, limit: SizeLimit) -> str:
    """Return the first thing in the data that no save or position may hold; empty if all is well.

    It goes layer by layer, because deep data break recursion.
    """
    layer, entries, characters = [data], 0, 0
    for _ in range(MAX_DEPTH):
        deeper: list[object] = []
        for value in layer:
            if isinstance(value, (dict, list, tuple)):
                entries += len(value)
                if entries > limit.entries:
                    return f"it has more than {limit.entries:,} entries"
                deeper += value  # for a table these are the keys
                deeper += value.values() if isinstance(value, dict) else ()
            elif isinstance(value, str):
                characters += len(value)
                if characters > limit.characters:
                    return f"it has more than {limit.characters:,} characters"
                if not value.isprintable():
                    return "it contains text that can't be printed"
            elif isinstance(value, (int, float)) and not abs(value) <= MAX_SEED:  # `not <=` also catches NaN
                return "it contains a number that is too large"
        if not deeper:
            return ""
        layer = deeper
    return "it is nested too deeply"


def copy_position(position: Mapping[str, object]) -> Position:
    """Return an independent copy of a position. Raise PositionError if it isn't plain data or is too large."""
    problem = why_unfit(dict(position), POSITION_LIMIT)
    if problem:
        raise PositionError(f"We don't recognise this position: {problem}.")
    try:
        text = dump(dict(position))
        copy: Position = json.loads(text)
    except (TypeError, ValueError):
        raise PositionError("A position may hold only text, numbers, lists and tables.") from None
    if len(text.encode()) > POSITION_LIMIT.characters:
        raise PositionError(f"This position has more than {POSITION_LIMIT.characters:,} characters.")
    return copy


def parse_save(text: str, limit: SizeLimit) -> JsonTable:
    """Return the table of plain data in a JSON text. Raise SaveError if it isn't one or is too large."""
    if len(text) > limit.characters:
        raise SaveError(
            f"We don't recognise this save: {len(text):,} characters, but the limit is {limit.characters:,}."
        )
    if sum(map(text.count, ",[{")) > limit.entries:  # each entry needs one, so this counts before unfolding
        raise SaveError(f"We don't recognise this save: it has more than {limit.entries:,} entries.")
    try:
        body = json.loads(text, object_pairs_hook=_table_without_doubles)
    except (ValueError, RecursionError):
        raise SaveError("We can't read this save as JSON. Some of it may be missing.") from None
    if not isinstance(body, dict):
        raise SaveError("We don't recognise this save: it isn't a table of plain data.")
    problem = why_unfit(body, limit)
    if problem:
        raise SaveError(f"We don't recognise this save: {problem}.")
    return body


def _table_without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return pairs as a table. Raise SaveError if a key comes twice: JSON would keep only the last."""
    table = dict(pairs)
    if len(table) < len(pairs):
        raise SaveError("We don't recognise this save: it has the same field twice.")
    return table


def why_malformed(move: object) -> str:
    """Return the fault in the form of a move from outside; empty if there is none."""
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
        elif len(part) > MAX_WORD_LENGTH:
            return "it contains text that is too long"
        elif not part.isprintable():
            return "it contains text that can't be printed"
    return ""

"""Many launchers at once: which of them could be worth something?

A search makes hundreds of launchers, and a last move on each of them makes thousands, nearly all of which lead nowhere.
So they are looked at together: a number stands for one slot and one kind of cell, and each of its bits for a launcher
on which the token on that slot fills such a cell. Where a pattern lies is then found for all launchers by a few `&`,
and moving tokens means to read the numbers of two slots for each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tabletop_kernel.games.tamashii.components import EMPTY, LOCK, ON_LAUNCHER, SLOTS
from tabletop_kernel.games.tamashii.launch.launcher import PAIRS
from tabletop_kernel.games.tamashii.launch.matching import CELLS, bits, fillers, placements
from tabletop_kernel.games.tamashii.pack.kinds import Cells

Column = int  # the place of a number in the list of all: the kind of cell, then the slot
Ways = tuple[tuple[Column, ...], ...]  # where a pattern may lie, each way as the numbers that are needed for it
Chances = dict[int, set[tuple[int, int]]]  # launchers by number, each with the two slots of moves on it, in both orders
Pattern = tuple[float, Cells]  # what it is worth, and how it looks
_COLUMN = {(cell, slot): at * len(SLOTS) + slot for at, cell in enumerate(CELLS) for slot in range(len(SLOTS))}


@lru_cache(maxsize=128)
def _ways(cells: Cells, mirrors: bool) -> Ways:
    """Everywhere that a pattern could lie."""
    return tuple(tuple(_COLUMN[cell, slot] for slot, cell in way) for way in placements(cells, mirrors))


@lru_cache(maxsize=128)
def _ways_by_pair(cells: Cells, mirrors: bool) -> tuple[Ways, ...]:
    """For each two slots whose tokens change places: where a pattern lies thereafter, as it lay before."""
    return tuple(
        tuple(
            tuple(_COLUMN[cell, {a: b, b: a}.get(slot, slot)] for slot, cell in way)
            for way in placements(cells, mirrors)
            if any(slot in (a, b) for slot, _ in way)
        )
        for a, b in PAIRS
    )


@lru_cache(maxsize=64)
def _filled(cell: str, core: str) -> Mapping[int, str]:
    """For each token whether it fills a cell, as a digit."""
    return {ord(token): "1" if token in fillers(cell, core) else "0" for token in ON_LAUNCHER + EMPTY + LOCK}


def _columns(grids: Sequence[str], core: str, kinds: str) -> list[int]:
    """The numbers for these kinds of cells; the first launcher is the lowest bit."""
    lying = "".join(reversed(grids))
    columns = [0] * len(_COLUMN)
    for cell in kinds:
        digits = lying.translate(_filled(cell, core))
        for slot in range(len(SLOTS)):
            columns[_COLUMN[cell, slot]] = int(digits[slot :: len(SLOTS)] or "0", 2)
    return columns


def lowest(number: int) -> int:
    """The place of the lowest bit of a number: the first launcher of some."""
    return (number & -number).bit_length() - 1


def _lying(columns: Sequence[int], ways: Ways, among: int) -> int:
    """On which of some launchers a pattern lies."""
    found = 0
    for way in ways:
        fit = among
        for column in way:
            fit &= columns[column]
            if not fit:
                break
        else:
            found |= fit
    return found


class Look:
    """Some launchers as they lie now, and the patterns that somebody would like to see on them."""

    def __init__(self, grids: Sequence[str], core: str, mirrors: bool, patterns: Sequence[Pattern]) -> None:
        kinds = "".join(cell for cell in CELLS if any(cell in row for _, cells in patterns for row in cells))
        self._columns, self._all = _columns(grids, core, kinds), (1 << len(grids)) - 1
        self._mirrors, self._patterns = mirrors, patterns
        ways = [(worth, _ways(cells, mirrors)) for worth, cells in patterns]
        self._now = [(worth, _lying(self._columns, known, self._all)) for worth, known in ways]

    def promising(self, left: float, most: float) -> int:
        """The launchers, as bits, on which patterns lie that could be worth more than `most`.

        `left` is what all patterns would be worth together.
        """
        return _worth_more(self._now, self._all, left, most)

    def chances(self, left: float, most: float) -> Chances:
        """The same for launchers that one more move makes of these: their numbers, and the slots of each such move.

        A pattern that lies there already is taken to lie there still, so some of these moves bring nothing; of those
        that bring something none is missing.
        """
        by_pair = [_ways_by_pair(cells, self._mirrors) for _, cells in self._patterns]
        found: Chances = {}
        for at, pair in enumerate(PAIRS):
            then = [
                (worth, now | _lying(self._columns, ways[at], self._all & ~now))
                for (worth, now), ways in zip(self._now, by_pair, strict=True)
            ]
            for number in bits(_worth_more(then, self._all, left, most)):
                found.setdefault(number, set()).update((pair, pair[::-1]))
        return found


def _worth_more(lying: Sequence[tuple[float, int]], among: int, left: float, most: float) -> int:
    """Of some launchers those on which the patterns that lie there could be worth more than the best so far."""
    if not among or left <= most:
        return 0
    if not lying:
        return among
    (worth, there), *others = lying
    with_it = _worth_more(others, among & there, left, most)
    return with_it | _worth_more(others, among & ~there, left - worth, most)

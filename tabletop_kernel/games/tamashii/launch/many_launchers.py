"""A look at many launchers at once, to find those that could be worth something.

A search makes hundreds of launchers, and a last move on each makes thousands, nearly all useless. So they are checked
together: each number stands for one slot and one kind of cell, and each of its bits is a launcher whose token on that
slot fills such a cell. A few `&` then find a pattern on all launchers, and moving tokens means swapping the numbers of
two slots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tabletop_kernel.games.tamashii.components import EMPTY, LOCK, ON_LAUNCHER, SLOTS
from tabletop_kernel.games.tamashii.launch.launcher import NEIGHBOUR_PAIRS
from tabletop_kernel.games.tamashii.launch.pattern_matching import (
    CELLS,
    EMPTY_CELL,
    bit_indexes,
    placements,
    tokens_for_cell,
)
from tabletop_kernel.games.tamashii.pack.pieces import Cells

Column = int  # a number's index: the kind of cell, then the slot
Ways = tuple[tuple[Column, ...], ...]  # the numbers needed for each way that a pattern can be placed
Chances = dict[int, list[int]]  # launchers by number, each with the PAIRS of slots to move tokens between
_COLUMN = {(cell, slot): at * len(SLOTS) + slot for at, cell in enumerate(CELLS) for slot in range(len(SLOTS))}


@lru_cache(maxsize=128)
def _placements_as_columns(cells: Cells, mirrors: bool) -> Ways:
    """Return all placements of a pattern, as numbers."""
    return tuple(tuple(_COLUMN[cell, slot] for slot, cell in way) for way in placements(cells, mirrors))


@lru_cache(maxsize=128)
def _placements_by_pair(cells: Cells, mirrors: bool) -> tuple[Ways, ...]:
    """Return the placements through each pair of slots, as numbers from before the pair's tokens are swapped."""
    return tuple(
        tuple(
            tuple(_COLUMN[cell, {a: b, b: a}.get(slot, slot)] for slot, cell in way)
            for way in placements(cells, mirrors)
            if any(slot in (a, b) for slot, _ in way)
        )
        for a, b in NEIGHBOUR_PAIRS
    )


@lru_cache(maxsize=64)
def _digit_by_token(cell: str, core: str) -> Mapping[int, str]:
    """Return a digit for each token: “1” if it fills a cell, else “0”."""
    return {ord(token): "1" if token in tokens_for_cell(cell, core) else "0" for token in ON_LAUNCHER + EMPTY + LOCK}


def lowest_bit(number: int) -> int:
    """Return the index of a number's lowest bit, which is the first of some launchers."""
    return (number & -number).bit_length() - 1


def _launchers_with(columns: Sequence[int], ways: Ways, among: int) -> int:
    """Return the launchers, among these, on which a pattern is present."""
    launchers = 0
    for way in ways:
        fit = among
        for column in way:
            fit &= columns[column]
            if not fit:
                break
        else:
            launchers |= fit
    return launchers


class LauncherScan:
    """Some launchers as they are now, and the patterns wanted on them."""

    def __init__(self, grids: Sequence[str], core: str, mirrors: bool, patterns: Mapping[int, Cells]) -> None:
        self._core, self._mirrors = core, mirrors
        self._patterns = patterns  # by number; a pattern missing here counts as present everywhere
        self._number, self._all = len(grids), (1 << len(grids)) - 1
        tokens = "".join(reversed(grids))  # the first launcher is the lowest bit
        self._by_slot = "".join([tokens[slot :: len(SLOTS)] for slot in reversed(range(len(SLOTS)))])
        self._columns = [0] * len(_COLUMN)
        self._known: set[str] = set()  # the kinds of cells whose numbers are worked out
        self._now: dict[int, int] = {}  # the launchers with a pattern, by its number

    def promising(self, aims: Sequence[int]) -> int:
        """Return the launchers, as bits, with all patterns of at least one set; a set is bits of pattern numbers."""
        launchers = 0
        for members in aims:
            fit = self._all
            for number in bit_indexes(members):
                fit &= self._lies(number)
            launchers |= fit
        return launchers

    def chances(self, aims: Sequence[int], pairs: Sequence[int]) -> Chances:
        """Return the launchers on which one more move could complete a set, each with the slots of such moves.

        A pattern that is already present counts as still present. So some moves may turn out useless, but no useful
        move is missing.
        """
        sets = [
            tuple(sorted(bit_indexes(members), key=lambda number: self._lies(number).bit_count())) for members in aims
        ]
        launchers: Chances = {}
        for pair in pairs:
            then: dict[int, int] = {}  # launchers with the pattern after the move, worked out on demand
            for launcher in bit_indexes(self._common(sets, pair, then)):
                launchers.setdefault(launcher, []).append(pair)
        return launchers

    def _common(self, sets: Sequence[Sequence[int]], pair: int, then: dict[int, int]) -> int:
        """Return the launchers with all patterns of at least one set after a move between two slots."""
        launchers = 0
        for members in sets:
            fit = self._all
            for number in members:
                if number not in then:
                    then[number] = self._lies_then(number, pair)
                fit &= then[number]
                if not fit:
                    break
            launchers |= fit
        return launchers

    def _lies_then(self, number: int, pair: int) -> int:
        """Return the launchers with a pattern before or after a move between two slots."""
        now, cells = self._lies(number), self._patterns.get(number)
        if cells is None:
            return now
        return now | _launchers_with(self._columns, _placements_by_pair(cells, self._mirrors)[pair], self._all & ~now)

    def _lies(self, number: int) -> int:
        """Return the launchers with a pattern."""
        if number not in self._now:
            cells = self._patterns.get(number)
            if cells is None:
                self._now[number] = self._all
            else:
                self._count(cells)
                self._now[number] = _launchers_with(
                    self._columns, _placements_as_columns(cells, self._mirrors), self._all
                )
        return self._now[number]

    def _count(self, cells: Cells) -> None:
        """Work out the numbers for a pattern's kinds of cells, unless they are known."""
        for cell in {*"".join(cells)} - self._known - {EMPTY_CELL}:
            self._known.add(cell)
            digits = self._by_slot.translate(_digit_by_token(cell, self._core))
            slots = int(digits or "0", 2)  # all slots at once, the first one lowest
            first = _COLUMN[cell, 0]
            for column in range(first, first + len(SLOTS)):
                self._columns[column] = slots & self._all
                slots >>= self._number

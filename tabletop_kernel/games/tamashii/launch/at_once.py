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
from tabletop_kernel.games.tamashii.launch.matching import CELLS, FREE, bits, fillers, placements
from tabletop_kernel.games.tamashii.pack.kinds import Cells

Column = int  # the place of a number in the list of all: the kind of cell, then the slot
Ways = tuple[tuple[Column, ...], ...]  # where a pattern may lie, each way as the numbers that are needed for it
Chances = dict[int, list[int]]  # launchers by number, each with the PAIRS of slots between which tokens are moved
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

    def __init__(self, grids: Sequence[str], core: str, mirrors: bool, patterns: Mapping[int, Cells]) -> None:
        self._core, self._mirrors = core, mirrors
        self._patterns = patterns  # by their numbers; those that are not known here are taken to lie everywhere
        self._number, self._all = len(grids), (1 << len(grids)) - 1
        tokens = "".join(reversed(grids))  # the first launcher is the lowest bit
        self._by_slot = "".join([tokens[slot :: len(SLOTS)] for slot in reversed(range(len(SLOTS)))])
        self._columns = [0] * len(_COLUMN)
        self._known: set[str] = set()  # the kinds of cells for which there are numbers by now
        self._now: dict[int, int] = {}  # on which launchers a pattern lies, by its number

    def promising(self, aims: Sequence[int]) -> int:
        """The launchers, as bits, on which all patterns of one of these sets lie; a set is numbers as bits."""
        found = 0
        for members in aims:
            fit = self._all
            for number in bits(members):
                fit &= self._lies(number)
            found |= fit
        return found

    def chances(self, aims: Sequence[int], pairs: Sequence[int]) -> Chances:
        """The same for launchers that one more move makes of these: their numbers, and the slots of such moves.

        A pattern that lies there already is taken to lie there still, so some of these moves bring nothing; of those
        that bring something none is missing.
        """
        sets = [tuple(sorted(bits(members), key=lambda number: self._lies(number).bit_count())) for members in aims]
        found: Chances = {}
        for pair in pairs:
            then: dict[int, int] = {}  # on which launchers patterns lie after the move: worked out where it matters
            for launcher in bits(self._common(sets, pair, then)):
                found.setdefault(launcher, []).append(pair)
        return found

    def _common(self, sets: Sequence[Sequence[int]], pair: int, then: dict[int, int]) -> int:
        """The launchers on which all patterns of one of these sets lie once tokens are moved between two slots."""
        found = 0
        for members in sets:
            fit = self._all
            for number in members:
                if number not in then:
                    then[number] = self._lies_then(number, pair)
                fit &= then[number]
                if not fit:
                    break
            found |= fit
        return found

    def _lies_then(self, number: int, pair: int) -> int:
        """On which launchers a pattern lies once tokens are moved between two slots, or has lain before."""
        now, cells = self._lies(number), self._patterns.get(number)
        if cells is None:
            return now
        return now | _lying(self._columns, _ways_by_pair(cells, self._mirrors)[pair], self._all & ~now)

    def _lies(self, number: int) -> int:
        """On which launchers a pattern lies."""
        if number not in self._now:
            cells = self._patterns.get(number)
            if cells is None:
                self._now[number] = self._all
            else:
                self._count(cells)
                self._now[number] = _lying(self._columns, _ways(cells, self._mirrors), self._all)
        return self._now[number]

    def _count(self, cells: Cells) -> None:
        """Work out the numbers for the kinds of cells of a pattern, where that was not done before."""
        for cell in {*"".join(cells)} - self._known - {FREE}:
            self._known.add(cell)
            digits = self._by_slot.translate(_filled(cell, self._core))
            slots = int(digits or "0", 2)  # all of them at once, the first slot lowest
            first = _COLUMN[cell, 0]
            for column in range(first, first + len(SLOTS)):
                self._columns[column] = slots & self._all
                slots >>= self._number

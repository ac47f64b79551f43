"""Patterns: where on a launcher one lies, exactly.

A pattern is a few rows of cells (`kinds.Cells`). Letters of basic data want that data, `@` wants core data, `?` any
data, `O` a real open token and `C` a real Catie token; `.` wants nothing. Which of a player's patterns can be launched,
and why not the others, is said by `patterns`.

The launcher is turned into numbers, one for each kind of cell, in which a bit stands for every slot that could fill
such a cell. Rows lie so far apart that nothing wraps around: a pattern in one orientation then lies wherever its
shifted numbers have a bit in common, for all places at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import (
    BASIC,
    CATIE,
    CATIE_DAMAGE,
    COLUMNS,
    CORRUPTED,
    EMPTY,
    INARI,
    LOCK,
    ON_LAUNCHER,
    OPEN,
    ROWS,
    SLOTS,
)
from tabletop_kernel.games.tamashii.launch.launcher import BESIDE
from tabletop_kernel.games.tamashii.pack.kinds import Cells
from tabletop_kernel.games.tamashii.state import Rules

CORE, ANY, FREE = "@", "?", "."
CELLS = BASIC + CORE + ANY + OPEN + CATIE  # what a cell can ask for
Slots = tuple[int, ...]
Placed = tuple[tuple[int, str], ...]  # a pattern on the launcher: slots with the cells that lie on them

_STRIDE = COLUMNS + COLUMNS - 1  # between two rows of the numbers: the widest pattern never reaches the next row
_BIT = tuple(1 << (slot // COLUMNS * _STRIDE + slot % COLUMNS) for slot in range(len(SLOTS)))
_SLOT_AT = {bit.bit_length() - 1: slot for slot, bit in enumerate(_BIT)}


class Reading(NamedTuple):
    """How patterns are read at a table: what its rulings say about them."""

    mirrors: bool = True
    many_open: bool = True  # whether more than one open token may stand for other data


_READINGS = {
    (mirror, opens): Reading(mirror == "mirrors", opens == "yes")
    for mirror in ("mirrors", "rotations")
    for opens in ("yes", "one")
}


def reading(rules: Rules) -> Reading:
    """How patterns are read at this table."""
    rulings = rules.config.rulings
    return _READINGS[rulings["ruling.pattern.mirror"], rulings["ruling.pattern.open-everything"]]


# -- which token fills which cell --------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def fillers(cell: str, core: str) -> str:
    """The tokens that fill a cell: open data is anything but Catie, and Catie is core data."""
    if cell == OPEN:
        return OPEN
    if cell == CATIE:
        return CATIE + CATIE_DAMAGE
    if cell == ANY:
        return BASIC + OPEN + CATIE + CATIE_DAMAGE
    wanted = core if cell == CORE else cell
    return wanted + OPEN + (CATIE + CATIE_DAMAGE if wanted == core else "")


def misfit(cell: str, token: str, core: str) -> str:
    """The rule by which a token does not fill a cell; empty if it does."""
    if token in fillers(cell, core):
        return ""
    if token == CORRUPTED:
        return "data.any-cell" if cell == ANY else "data.corrupted-block"
    if token == INARI:
        return "inari.blank"
    if token in (EMPTY, LOCK) or cell == CATIE:
        return "pattern.exact"
    if token in (CATIE, CATIE_DAMAGE) and cell in BASIC:
        return "catie.counts-as"
    return {OPEN: "data.open-required", CORE: "data.core-cell"}.get(cell, "pattern.exact")


# -- shapes ------------------------------------------------------------------------------------------------------------


def trimmed(cells: Cells) -> Cells:
    """A pattern without empty rows and columns around it, all rows of one length."""
    width = max((len(row.rstrip(FREE)) for row in cells), default=0)
    rows = [row.ljust(width, FREE)[:width] for row in cells]
    while rows and not rows[0].strip(FREE):
        rows.pop(0)
    while rows and not rows[-1].strip(FREE):
        rows.pop()
    left = min((len(row) - len(row.lstrip(FREE)) for row in rows), default=0)
    return tuple(row[left:] for row in rows)


@lru_cache(maxsize=1024)
def orientations(cells: Cells, mirrors: bool) -> tuple[Cells, ...]:
    """A pattern turned in all ways, each look once, as it is printed first."""
    found: dict[Cells, None] = {}
    for shape in (trimmed(cells), tuple(row[::-1] for row in trimmed(cells))) if mirrors else (trimmed(cells),):
        for _ in range(4):
            found[shape] = None
            shape = tuple("".join(row) for row in zip(*shape[::-1], strict=True))
    return tuple(found)


def same(cells: Cells, others: Cells, mirrors: bool) -> bool:
    """Whether two patterns are one and the same, however they are turned."""
    return trimmed(others) in orientations(cells, mirrors)


@lru_cache(maxsize=1024)
def size(cells: Cells) -> int:
    """How many tokens a pattern takes."""
    return sum(cell != FREE for row in cells for cell in row)


class Turned(NamedTuple):
    """A pattern in one orientation that has room on the launcher."""

    corners: int  # where its top left corner may lie, as bits
    cells: tuple[tuple[str, int], ...]  # each with its distance from the corner, in bits
    slots: Mapping[int, Slots]  # by the corner: what it lies on then


@lru_cache(maxsize=1024)
def _turned(cells: Cells, mirrors: bool) -> tuple[Turned, ...]:
    """A pattern in all orientations for which the launcher has room."""
    found = []
    for shape in orientations(cells, mirrors):
        height, width = len(shape), len(shape[0]) if shape else 0
        if 0 < height <= ROWS and width <= COLUMNS:
            corners = sum(_BIT[r * COLUMNS + c] for r in range(ROWS - height + 1) for c in range(COLUMNS - width + 1))
            lying = [(cell, r * _STRIDE + c) for r, row in enumerate(shape) for c, cell in enumerate(row)]
            marked = tuple((cell, at) for cell, at in lying if cell != FREE)
            slots = {corner: tuple(sorted(_SLOT_AT[corner + at] for _, at in marked)) for corner in bits(corners)}
            found.append(Turned(corners, marked, slots))
    return tuple(found)


def placements(cells: Cells, mirrors: bool) -> Iterator[Placed]:
    """Everywhere that a pattern could lie, whatever lies on the launcher."""
    for turned in _turned(cells, mirrors):
        for corner in turned.slots:
            yield tuple(sorted((_SLOT_AT[corner + at], cell) for cell, at in turned.cells))


def bits(number: int) -> Iterator[int]:
    """The places of the bits of a number, the lowest first."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


# -- finding -----------------------------------------------------------------------------------------------------------


def fits(grid: str, cells: Cells, core: str, rules: Rules, connected: bool = False) -> tuple[Slots, ...]:
    """All sets of slots on which a pattern lies. `connected`: its cells are equal, and need only touch each other."""
    return found(grid, cells, core, reading(rules), connected)


@lru_cache(maxsize=65536)
def found(grid: str, cells: Cells, core: str, how: Reading, connected: bool = False) -> tuple[Slots, ...]:
    """`fits`, for a reading."""
    return search(grid, cells, core, how, connected)


def search(grid: str, cells: Cells, core: str, how: Reading, connected: bool = False) -> tuple[Slots, ...]:
    """`found`, worked out."""
    if connected:
        return _touching(grid, cells[0][0], len(cells[0]), core, how)
    able = _able(grid, core)
    sets: set[Slots] = set()
    for corners, marked, slots in _turned(cells, how.mirrors):
        for cell, at in marked:
            corners &= able[cell] >> at
            if not corners:
                break
        else:
            for corner in bits(corners):
                if how.many_open or _standing_in(grid, corner, marked) <= 1:
                    sets.add(slots[corner])
    return tuple(sorted(sets))


def _standing_in(grid: str, corner: int, marked: tuple[tuple[str, int], ...]) -> int:
    """How many open tokens stand for other data in a pattern that lies there."""
    return sum(cell != OPEN and grid[_SLOT_AT[corner + at]] == OPEN for cell, at in marked)


@lru_cache(maxsize=8192)
def _able(grid: str, core: str) -> Mapping[str, int]:
    """For each kind of cell the slots that could fill it, as bits."""
    able, cells = dict.fromkeys(CELLS, 0), _cells_for(core)
    for token, bit in zip(grid, _BIT, strict=True):
        for cell in cells[token]:
            able[cell] |= bit
    return able


@lru_cache(maxsize=16)
def _cells_for(core: str) -> Mapping[str, str]:
    """For each token the kinds of cells that it fills."""
    filling = {cell: fillers(cell, core) for cell in CELLS}
    return {token: "".join(cell for cell in CELLS if token in filling[cell]) for token in ON_LAUNCHER + EMPTY + LOCK}


def _touching(grid: str, cell: str, number: int, core: str, how: Reading) -> tuple[Slots, ...]:
    """All sets of so many slots that touch side by side, each with a token that fills this cell."""
    filling = fillers(cell, core)
    able = sum(1 << slot for slot, token in enumerate(grid) if token in filling)
    if able.bit_count() < number:
        return ()
    opens = sum(1 << slot for slot, token in enumerate(grid) if token == OPEN)
    most = number if how.many_open or cell == OPEN else 1
    return tuple(
        slots for slots, bits in connected_sets(number) if not bits & ~able and (bits & opens).bit_count() <= most
    )


@lru_cache(maxsize=8)
def connected_sets(number: int) -> tuple[tuple[Slots, int], ...]:
    """All sets of so many slots that touch each other side by side, each with its bits."""
    grown: set[Slots] = {(slot,) for slot in range(len(SLOTS))}
    for _ in range(number - 1):
        grown = {
            tuple(sorted((*slots, more)))
            for slots in grown
            for slot in slots
            for more in BESIDE[slot]
            if more not in slots
        }
    return tuple((slots, sum(1 << slot for slot in slots)) for slots in sorted(grown))


# -- why a pattern does not lie there ----------------------------------------------------------------------------------


def why_not_there(grid: str, cells: Cells, core: str, how: Reading, connected: bool, slots: Slots) -> Verdict | None:
    """Why a pattern does not lie on these slots; None if it does."""
    if slots in found(grid, cells, core, how, connected):
        return None
    if not how.mirrors and slots in found(grid, cells, core, how._replace(mirrors=True), connected):
        return Verdict("ruling.pattern.mirror", slot=listed(SLOTS[slot] for slot in slots))
    if not how.many_open and slots in found(grid, cells, core, how._replace(many_open=True), connected):
        return Verdict("ruling.pattern.open-everything")
    if slots in found(grid, cells, core, Reading(), connected):  # both rulings are in the way
        return Verdict("ruling.pattern.mirror", slot=listed(SLOTS[slot] for slot in slots))
    if connected:
        touching = any(slots == known for known, _ in connected_sets(len(cells[0])))
        ways = [tuple((slot, cells[0][0]) for slot in slots)] if touching else []
    else:
        ways = [way for way in placements(cells, how.mirrors) if tuple(slot for slot, _ in way) == slots]
    if not ways:
        covered = any(_covers(fit, slots) for fit in found(grid, cells, core, how, connected))
        turned = not connected and len(slots) == size(cells)  # so many tokens, but lying as no orientation shows
        return Verdict("pattern.empty-frame" if covered else "pattern.orientation" if turned else "pattern.exact")
    wrong = [[(slot, misfit(cell, grid[slot], core)) for slot, cell in way] for way in ways]
    nearest = min(wrong, key=lambda way: sum(bool(rule) for _, rule in way))
    slot, rule = next((slot, rule) for slot, rule in nearest if rule)
    return Verdict(rule, slot=SLOTS[slot], core=core)


def _covers(fit: Slots, slots: Slots) -> bool:
    """Whether somebody has named all slots of a pattern, and besides only such as lie within its frame."""
    rows, columns = [slot // COLUMNS for slot in fit], [slot % COLUMNS for slot in fit]
    inside = {
        row * COLUMNS + column
        for row in range(min(rows), max(rows) + 1)
        for column in range(min(columns), max(columns) + 1)
    }
    return set(fit) < set(slots) <= inside

"""Pattern matching: the exact places of a pattern on a launcher.

A pattern is a few rows of cells (`pieces.Cells`). A basic letter needs that data, `@` core data, `?` any data, `O` a
real open token, `C` a real Catie token; `.` needs nothing. `pattern_list` says which of a player's patterns can be
launched, and why the others can't.

The launcher becomes numbers, one for each kind of cell, with a bit for every slot that could fill such a cell. Rows
are far enough apart that nothing wraps around. So an oriented pattern fits wherever its shifted numbers share a bit,
for all places at once.
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
from tabletop_kernel.games.tamashii.launch.launcher import NEIGHBOURS
from tabletop_kernel.games.tamashii.pack.pieces import Cells
from tabletop_kernel.games.tamashii.state import Rules

CORE, ANY, EMPTY_CELL = "@", "?", "."
CELLS = BASIC + CORE + ANY + OPEN + CATIE  # everything that a cell can need
Slots = tuple[int, ...]
Placed = tuple[tuple[int, str], ...]  # a pattern on the launcher: its slots and cells

_STRIDE = COLUMNS + COLUMNS - 1  # the distance between two rows: the widest pattern never reaches the next row
_BIT = tuple(1 << (slot // COLUMNS * _STRIDE + slot % COLUMNS) for slot in range(len(SLOTS)))
_SLOT_AT = {bit.bit_length() - 1: slot for slot, bit in enumerate(_BIT)}


class Reading(NamedTuple):
    """A table's rulings on reading patterns."""

    mirrors: bool = True
    many_open: bool = True  # more than one open token may stand for other data


_READINGS = {
    (mirror, opens): Reading(mirror == "mirrors", opens == "yes")
    for mirror in ("mirrors", "rotations")
    for opens in ("yes", "one")
}


def reading_of(rules: Rules) -> Reading:
    """Return how this table reads patterns."""
    rulings = rules.config.rulings
    return _READINGS[rulings["ruling.pattern.mirror"], rulings["ruling.pattern.open-everything"]]


# -- which token fills which cell --------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def tokens_for_cell(cell: str, core: str) -> str:
    """Return the tokens that fill a cell. Open tokens are any data except Catie; Catie tokens are core data."""
    if cell == OPEN:
        return OPEN
    if cell == CATIE:
        return CATIE + CATIE_DAMAGE
    if cell == ANY:
        return BASIC + OPEN + CATIE + CATIE_DAMAGE
    wanted = core if cell == CORE else cell
    return wanted + OPEN + (CATIE + CATIE_DAMAGE if wanted == core else "")


def misfit_rule(cell: str, token: str, core: str) -> str:
    """Return the rule that keeps a token from filling a cell; empty if it fills it."""
    if token in tokens_for_cell(cell, core):
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


def trim_cells(cells: Cells) -> Cells:
    """Return a pattern without empty rows and columns around it, with rows of equal length."""
    width = max((len(row.rstrip(EMPTY_CELL)) for row in cells), default=0)
    rows = [row.ljust(width, EMPTY_CELL)[:width] for row in cells]
    while rows and not rows[0].strip(EMPTY_CELL):
        rows.pop(0)
    while rows and not rows[-1].strip(EMPTY_CELL):
        rows.pop()
    left = min((len(row) - len(row.lstrip(EMPTY_CELL)) for row in rows), default=0)
    return tuple(row[left:] for row in rows)


@lru_cache(maxsize=1024)
def orientations(cells: Cells, mirrors: bool) -> tuple[Cells, ...]:
    """Return a pattern in all its distinct orientations, starting as printed."""
    shapes: dict[Cells, None] = {}
    for shape in (
        (trim_cells(cells), tuple(row[::-1] for row in trim_cells(cells))) if mirrors else (trim_cells(cells),)
    ):
        for _ in range(4):
            shapes[shape] = None
            shape = tuple("".join(row) for row in zip(*shape[::-1], strict=True))
    return tuple(shapes)


def is_same_pattern(cells: Cells, others: Cells, mirrors: bool) -> bool:
    """Tell if two patterns are the same in some orientation."""
    return trim_cells(others) in orientations(cells, mirrors)


@lru_cache(maxsize=1024)
def token_count(cells: Cells) -> int:
    """Return how many tokens a pattern takes."""
    return sum(cell != EMPTY_CELL for row in cells for cell in row)


class OrientedPattern(NamedTuple):
    """A pattern in one orientation that fits on the launcher."""

    corners: int  # the possible places of its top left corner, as bits
    cells: tuple[tuple[str, int], ...]  # each with its distance from the corner, in bits
    slots: Mapping[int, Slots]  # the slots it covers, by corner


@lru_cache(maxsize=1024)
def _oriented_patterns(cells: Cells, mirrors: bool) -> tuple[OrientedPattern, ...]:
    """Return a pattern in all orientations that fit on the launcher."""
    patterns = []
    for shape in orientations(cells, mirrors):
        height, width = len(shape), len(shape[0]) if shape else 0
        if 0 < height <= ROWS and width <= COLUMNS:
            corners = sum(_BIT[r * COLUMNS + c] for r in range(ROWS - height + 1) for c in range(COLUMNS - width + 1))
            placed = [(cell, r * _STRIDE + c) for r, row in enumerate(shape) for c, cell in enumerate(row)]
            marked = tuple((cell, at) for cell, at in placed if cell != EMPTY_CELL)
            slots = {
                corner: tuple(sorted(_SLOT_AT[corner + at] for _, at in marked)) for corner in bit_indexes(corners)
            }
            patterns.append(OrientedPattern(corners, marked, slots))
    return tuple(patterns)


def placements(cells: Cells, mirrors: bool) -> Iterator[Placed]:
    """Yield every placement of a pattern, whatever is on the launcher."""
    for turned in _oriented_patterns(cells, mirrors):
        for corner in turned.slots:
            yield tuple(sorted((_SLOT_AT[corner + at], cell) for cell, at in turned.cells))


def bit_indexes(number: int) -> Iterator[int]:
    """Yield the indexes of a number's bits, lowest first."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


# -- finding -----------------------------------------------------------------------------------------------------------


def find_places(grid: str, cells: Cells, core: str, rules: Rules, connected: bool = False) -> tuple[Slots, ...]:
    """Return all sets of slots that match a pattern. `connected`: its cells are equal and only need to touch."""
    return find_places_by_reading(grid, cells, core, reading_of(rules), connected)


@lru_cache(maxsize=65536)
def find_places_by_reading(
    grid: str, cells: Cells, core: str, reading: Reading, connected: bool = False
) -> tuple[Slots, ...]:
    """Return what `find_places` does, for a reading; cached."""
    return search_places(grid, cells, core, reading, connected)


def search_places(grid: str, cells: Cells, core: str, reading: Reading, connected: bool = False) -> tuple[Slots, ...]:
    """Return what `find_places_by_reading` does, without a cache."""
    if connected:
        return _touching_sets(grid, cells[0][0], len(cells[0]), core, reading)
    able = _slots_by_cell(grid, core)
    sets: set[Slots] = set()
    for corners, marked, slots in _oriented_patterns(cells, reading.mirrors):
        for cell, at in marked:
            corners &= able[cell] >> at
            if not corners:
                break
        else:
            for corner in bit_indexes(corners):
                if reading.many_open or _count_stand_ins(grid, corner, marked) <= 1:
                    sets.add(slots[corner])
    return tuple(sorted(sets))


def _count_stand_ins(grid: str, corner: int, marked: tuple[tuple[str, int], ...]) -> int:
    """Return how many open tokens stand for other data in a pattern at this corner."""
    return sum(cell != OPEN and grid[_SLOT_AT[corner + at]] == OPEN for cell, at in marked)


@lru_cache(maxsize=8192)
def _slots_by_cell(grid: str, core: str) -> Mapping[str, int]:
    """Return the slots that could fill each kind of cell, as bits."""
    able, cells = dict.fromkeys(CELLS, 0), _cells_by_token(core)
    for token, bit in zip(grid, _BIT, strict=True):
        for cell in cells[token]:
            able[cell] |= bit
    return able


@lru_cache(maxsize=16)
def _cells_by_token(core: str) -> Mapping[str, str]:
    """Return the kinds of cells that each token fills."""
    filling = {cell: tokens_for_cell(cell, core) for cell in CELLS}
    return {token: "".join(cell for cell in CELLS if token in filling[cell]) for token in ON_LAUNCHER + EMPTY + LOCK}


def _touching_sets(grid: str, cell: str, number: int, core: str, reading: Reading) -> tuple[Slots, ...]:
    """Return all sets of `number` touching slots whose tokens fill this cell."""
    filling = tokens_for_cell(cell, core)
    able = sum(1 << slot for slot, token in enumerate(grid) if token in filling)
    if able.bit_count() < number:
        return ()
    opens = sum(1 << slot for slot, token in enumerate(grid) if token == OPEN)
    most = number if reading.many_open or cell == OPEN else 1
    return tuple(
        slots for slots, bits in connected_sets(number) if not bits & ~able and (bits & opens).bit_count() <= most
    )


@lru_cache(maxsize=8)
def connected_sets(number: int) -> tuple[tuple[Slots, int], ...]:
    """Return all sets of `number` slots that touch side by side, each with its bits."""
    sets: set[Slots] = {(slot,) for slot in range(len(SLOTS))}
    for _ in range(number - 1):
        sets = {
            tuple(sorted((*slots, more)))
            for slots in sets
            for slot in slots
            for more in NEIGHBOURS[slot]
            if more not in slots
        }
    return tuple((slots, sum(1 << slot for slot in slots)) for slots in sorted(sets))


# -- why a pattern doesn't match ---------------------------------------------------------------------------------------


def refuse_slots(grid: str, cells: Cells, core: str, reading: Reading, connected: bool, slots: Slots) -> Verdict | None:
    """Return why a pattern doesn't match these slots, or None if it does."""
    if slots in find_places_by_reading(grid, cells, core, reading, connected):
        return None
    if not reading.mirrors and slots in find_places_by_reading(
        grid, cells, core, reading._replace(mirrors=True), connected
    ):
        return Verdict("ruling.pattern.mirror", slot=listed(SLOTS[slot] for slot in slots))
    if not reading.many_open and slots in find_places_by_reading(
        grid, cells, core, reading._replace(many_open=True), connected
    ):
        return Verdict("ruling.pattern.open-everything")
    if slots in find_places_by_reading(grid, cells, core, Reading(), connected):  # both rulings forbid it
        return Verdict("ruling.pattern.mirror", slot=listed(SLOTS[slot] for slot in slots))
    if connected:
        touching = any(slots == known for known, _ in connected_sets(len(cells[0])))
        ways = [tuple((slot, cells[0][0]) for slot in slots)] if touching else []
    else:
        ways = [way for way in placements(cells, reading.mirrors) if tuple(slot for slot, _ in way) == slots]
    if not ways:
        covered = any(
            _covers_frame(fit, slots) for fit in find_places_by_reading(grid, cells, core, reading, connected)
        )
        turned = not connected and len(slots) == token_count(
            cells
        )  # the right number, but in no orientation of the pattern
        return Verdict("pattern.empty-frame" if covered else "pattern.orientation" if turned else "pattern.exact")
    wrong = [[(slot, misfit_rule(cell, grid[slot], core)) for slot, cell in way] for way in ways]
    nearest = min(wrong, key=lambda way: sum(bool(rule) for _, rule in way))
    slot, rule = next((slot, rule) for slot, rule in nearest if rule)
    return Verdict(rule, slot=SLOTS[slot], core=core)


def _covers_frame(fit: Slots, slots: Slots) -> bool:
    """Tell if someone named all slots of a pattern, plus others inside its frame."""
    rows, columns = [slot // COLUMNS for slot in fit], [slot % COLUMNS for slot in fit]
    inside = {
        row * COLUMNS + column
        for row in range(min(rows), max(rows) + 1)
        for column in range(min(columns), max(columns) + 1)
    }
    return set(fit) < set(slots) <= inside

"""The launcher of the second engine: light slots, refills, slides, switches and the patterns that lie there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from second.table import slot_name

ROWS, COLUMNS = 4, 5
LIGHT = {
    "checker-centre": "r1c1 r1c3 r2c2 r2c3 r2c4 r3c1 r3c2 r3c3 r4c2 r4c4",
    "checker": "r1c1 r1c3 r2c2 r2c4 r3c1 r3c3 r4c2 r4c4",
    "left-two": "r1c1 r1c2 r2c1 r2c2 r3c1 r3c2 r4c1 r4c2",
    "left-three": "r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 r3c1 r3c2 r3c3 r4c1 r4c2 r4c3",
}
Rulings = dict[str, str]
Cells = frozenset[tuple[int, int, str]]


def is_light(slot: int, grid: str, rulings: Rulings) -> bool:
    """Printed light, or in the fifth column and unlocked."""
    if slot % COLUMNS == 4:
        return grid[slot] != "#"
    return slot_name(slot) in LIGHT[rulings.get("launcher.light-slots", "checker-centre")].split()


def to_refill(grid: str, rulings: Rulings) -> list[int]:
    """The empty light slots, in the order in which they are filled."""
    slots = [slot for slot in range(20) if grid[slot] == "." and is_light(slot, grid, rulings)]
    if rulings.get("refill.direction") == "columns":
        slots.sort(key=lambda slot: (slot % COLUMNS, slot // COLUMNS))
    return slots


def neighbours(slot: int) -> Iterator[int]:
    row, column = divmod(slot, COLUMNS)
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        if 0 <= row + down < ROWS and 0 <= column + right < COLUMNS:
            yield (row + down) * COLUMNS + column + right


def program_moves(grid: str, rulings: Rulings) -> set[tuple[str, frozenset[int] | tuple[int, int]]]:
    """Every slide (from, to) and every switch (an unordered pair)."""
    stuck = ".#XN" if rulings.get("prog.corrupted-moves") == "no" else ".#"
    moves: set[tuple[str, frozenset[int] | tuple[int, int]]] = set()
    for slot in range(20):
        if grid[slot] in stuck:
            continue
        for other in neighbours(slot):
            if grid[other] not in stuck:
                moves.add(("switch", frozenset((slot, other))))
            elif grid[other] == ".":
                if rulings.get("prog.dark-slots") != "no" or is_light(other, grid, rulings):
                    moves.add(("slide", (slot, other)))
    return moves


def after(grid: str, one: int, other: int) -> str:
    """A slide and a switch do the same: two slots change what they hold."""
    tokens = list(grid)
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return "".join(tokens)


# -- Patterns ----------------------------------------------------------------------------------------------------------


def cells(pattern: str) -> Cells:
    return frozenset(
        (row, column, letter)
        for row, text in enumerate(pattern.split("/"))
        for column, letter in enumerate(text)
        if letter != "."
    )


@cache
def orientations(shape: Cells, mirrors: bool) -> frozenset[Cells]:
    """The pattern turned four ways, and its mirror image as well; each moved to the corner."""
    found = set()
    for flip in (False, True) if mirrors else (False,):
        turned = [(row, -column if flip else column, letter) for row, column, letter in shape]
        for _ in range(4):
            turned = [(column, -row, letter) for row, column, letter in turned]
            top, left = min(row for row, _, _ in turned), min(column for _, column, _ in turned)
            found.add(frozenset((row - top, column - left, letter) for row, column, letter in turned))
    return frozenset(found)


def fits(letter: str, token: str, core: str) -> bool:
    """May this token lie on this cell? Corrupted and Inari tokens fill none."""
    if token in ".#XN":
        return False
    if letter == "O":
        return token == "O"
    if letter == "C":
        return token in "CD"
    if token == "O" or letter == "?":
        return True
    kind = core if token in "CD" else token
    return kind == (core if letter == "@" else letter)


def places(pattern: str, grid: str, core: str, rulings: Rulings) -> set[frozenset[int]]:
    """Every set of slots whose tokens are this pattern."""
    found = set()
    shape = cells(pattern)
    asked = sum(letter == "O" for _, _, letter in shape)
    for turned in orientations(shape, rulings.get("pattern.mirror") != "rotations"):
        for row in range(ROWS):
            for column in range(COLUMNS):
                slots = {(row + down, column + right): letter for down, right, letter in turned}
                if any(r >= ROWS or c >= COLUMNS for r, c in slots):
                    continue
                if all(fits(letter, grid[r * COLUMNS + c], core) for (r, c), letter in slots.items()):
                    found.add(frozenset(r * COLUMNS + c for r, c in slots))
    return {slots for slots in found if _open_allowed(slots, grid, asked, rulings)}


def _open_allowed(slots: frozenset[int], grid: str, asked: int, rulings: Rulings) -> bool:
    standing_in = sum(grid[slot] == "O" for slot in slots) - asked
    return rulings.get("pattern.open-everything") != "one" or standing_in <= 1


def connected_fives(letter: str, grid: str, core: str, rulings: Rulings) -> set[frozenset[int]]:
    """Five tokens of one type that hang together, for the ruling that allows any such shape."""
    good = {slot for slot in range(20) if fits(letter, grid[slot], core)}
    shapes = {frozenset((slot,)) for slot in good}
    for _ in range(4):
        shapes = {
            shape | {other} for shape in shapes for slot in shape for other in neighbours(slot) if other in good - shape
        }
    return {shape for shape in shapes if _open_allowed(shape, grid, 0, rulings)}


def beside(slots: frozenset[int], grid: str, rulings: Rulings) -> set[int]:
    """Inari tokens that touch a pattern."""
    found = set()
    for slot in slots:
        row, column = divmod(slot, COLUMNS)
        for other in range(20):
            down, right = abs(other // COLUMNS - row), abs(other % COLUMNS - column)
            near = max(down, right) == 1 if rulings.get("inari.adjacent") == "diagonal" else down + right == 1
            if near and grid[other] == "N":
                found.add(other)
    return found

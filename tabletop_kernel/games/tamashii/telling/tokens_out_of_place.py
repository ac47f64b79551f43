"""Tokens that a move on the launcher has put out of place, in a lesson that says where they belong."""

from __future__ import annotations

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.games.tamashii.components import COLUMNS, ON_LAUNCHER, SLOTS
from tabletop_kernel.games.tamashii.telling.naming import token_name

Grid = str  # a letter for each slot, as a view has it


def astray_sentence(see: str, wanted: object, before: object, now: object) -> str:
    """Return a sentence on the tokens that are worse placed than before; empty if none is, or for another topic."""
    if not see.startswith("grid."):
        return ""
    if not (isinstance(wanted, str) and isinstance(before, str) and isinstance(now, str)):
        return ""
    moved = [slot for slot in _misplaced_slots(now, wanted) if now[slot] != before[slot]]
    if not moved or _steps_to_places(now, wanted) < _steps_to_places(before, wanted):
        return ""
    names = listed(f"{token_name(now[slot])} on {SLOTS[slot]}" for slot in moved)
    where = "is in the wrong slot" if len(moved) == 1 else "are in the wrong slots"
    return f"{names} {where} for this task. No harm done: you can still change that."


def _misplaced_slots(grid: Grid, wanted: Grid) -> list[int]:
    """Return the slots with a token that doesn't belong there."""
    return [slot for slot, token in enumerate(grid) if token in ON_LAUNCHER and token != wanted[slot]]


def _steps_to_places(grid: Grid, wanted: Grid) -> int:
    """Return how many steps all misplaced tokens are from the nearest slots that need them."""
    return sum(_steps_home(grid, wanted, slot) for slot in _misplaced_slots(grid, wanted))


def _steps_home(grid: Grid, wanted: Grid, slot: int) -> int:
    row, column = divmod(slot, COLUMNS)
    homes = [divmod(other, COLUMNS) for other, token in enumerate(wanted) if grid[slot] == token != grid[other]]
    return min((abs(row - down) + abs(column - across) for down, across in homes), default=len(SLOTS))

"""Places on square and hex maps: their neighbours and distances.

A place is `(column, row)`. On a square map, columns count westwards and rows southwards, so West is column + 1 and
North is row - 1. With `hexes=True` the two numbers are axial coordinates, and every place has six neighbours. For
routes over the tiles of a map, use `maps`.
"""

from __future__ import annotations

from tabletop_kernel.contract.errors import UnknownName

Place = tuple[int, int]

COMPASS: dict[str, Place] = {"N": (0, -1), "E": (-1, 0), "S": (0, 1), "W": (1, 0)}
HEX: dict[str, Place] = {
    "east": (1, 0),
    "south-east": (0, 1),
    "south-west": (-1, 1),
    "west": (-1, 0),
    "north-west": (0, -1),
    "north-east": (1, -1),
}
CORNER_STEPS = ((-1, -1), (-1, 1), (1, 1), (1, -1))
_SQUARE_STEPS, _HEX_STEPS = tuple(COMPASS.values()), tuple(HEX.values())


# -- beside one another ------------------------------------------------------------------------------------------------


def neighbours(place: Place, hexes: bool = False) -> list[Place]:
    """Return the places one step away, even those that the map doesn't have."""
    column, row = place
    return [(column + across, row + down) for across, down in (_HEX_STEPS if hexes else _SQUARE_STEPS)]


def neighbours_with_corners(place: Place, eight: bool = False) -> list[Place]:
    """Return the squares next to one, and with `eight` also those at its corners."""
    column, row = place
    ways = _SQUARE_STEPS + CORNER_STEPS if eight else _SQUARE_STEPS
    return [(column + across, row + down) for across, down in ways]


def toward(place: Place, compass: str) -> Place:
    """Return the next square in a direction: "N", "E", "S" or "W". Raise UnknownName for any other."""
    if compass not in COMPASS:
        raise UnknownName(f"There is no direction {compass!r}. The directions are {', '.join(COMPASS)}.")
    across, down = COMPASS[compass]
    return place[0] + across, place[1] + down


def compass(start: Place, end: Place) -> str | None:
    """Return the direction from one square to another at any distance; None if they are the same or not in line."""
    across, down = end[0] - start[0], end[1] - start[1]
    if bool(across) == bool(down):
        return None
    if across:
        return "W" if across > 0 else "E"
    return "S" if down > 0 else "N"


def steps(one: Place, other: Place, hexes: bool = False) -> int:
    """Return the number of steps between two places if nothing is in the way."""
    across, down = other[0] - one[0], other[1] - one[1]
    if hexes:
        return max(abs(across), abs(down), abs(across + down))
    return abs(across) + abs(down)

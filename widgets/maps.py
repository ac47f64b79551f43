"""Words for maps: what is said of a tile to those who do not see it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tabletop_kernel.toolkit.grid import Place


def where(place: Place, home: Place = (0, 0)) -> str:
    """Where a square lies, from home: "2 West 1 South". Columns are counted westwards."""
    west, south = place[0] - home[0], place[1] - home[1]
    ways = [
        f"{abs(west)} {'West' if west > 0 else 'East'}" if west else "",
        f"{abs(south)} {'South' if south > 0 else 'North'}" if south else "",
    ]
    return " ".join(filter(None, ways)) or "at the start"


def tile_label(name: str, terrain: Sequence[str], where: str, things: Iterable[str] = (), cost: str = "") -> str:
    """The sentence for a tile: "Pine Hollow, forest, 2 West 1 South, 1 bandit, Ada stands here; walk: 1"."""
    said = [name or "Face down", " and ".join(terrain), where, *things]
    return ", ".join(filter(None, said)) + (f"; {cost}" if cost else "")

"""The Royal Ascension: three or four kingdoms, twelve territories, one throne."""

from pathlib import Path

from tabletop_kernel.games.royal_ascension.rules import RoyalAscension


def load(folder: Path) -> RoyalAscension:
    return RoyalAscension(folder)

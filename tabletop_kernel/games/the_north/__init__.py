"""The North: two players, or one against The Collector, wake the machines of an ice-bound waste."""

from pathlib import Path

from tabletop_kernel.games.the_north.rules import TheNorth


def load(folder: Path) -> TheNorth:
    return TheNorth(folder)

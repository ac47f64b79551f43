"""The West: Ascendant: two players gather Facilities, found Loci, open Doppelgates and finish their Cityengines."""

from pathlib import Path

from tabletop_kernel.games.the_west_ascendant.rules import TheWest


def load(folder: Path) -> TheWest:
    return TheWest(folder)

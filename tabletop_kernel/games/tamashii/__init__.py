"""Tamashii: artificial minds hop between bodies, and arrange data into patterns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tabletop_kernel.games.tamashii.rules import Tamashii


def load(folder: Path) -> Tamashii:
    """The game with the content pack in a folder; only now are all its rooms read, each of which can be used alone."""
    from tabletop_kernel.games.tamashii.rules import Tamashii

    return Tamashii(folder)

"""Tamashii: artificial minds hop between bodies, and arrange data into patterns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tabletop_kernel.games.tamashii.rules import Tamashii


def load(folder: Path) -> Tamashii:
    """Return the game with the content pack in a folder. Its modules are only imported now; each also works alone."""
    from tabletop_kernel.games.tamashii.rules import Tamashii

    return Tamashii(folder)

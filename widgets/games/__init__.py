"""How each game looks at the table: one module for each, from a view to a scene."""

from __future__ import annotations

from pathlib import Path

from tabletop_kernel.content.installed_games import games


def drawn() -> list[str]:
    """The games that have a page: with rules alone a game can be played in the terminal, but not be seen."""
    here = Path(__file__).parent
    return [name for name in games() if (here / name / "__init__.py").exists()]

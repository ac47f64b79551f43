"""The rulings of a game as types, so that a type checker finds a ruling or an option that doesn't exist.

from tabletop_kernel.games.the_north.ruling_types import rulings_of

rulings_of(config)["ruling.inspect"] == "yse"      # mypy: non-overlapping equality check
"""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_kernel.contract.game import AnyGame
from tabletop_kernel.contract.rulebook import Ruling

TYPES_FILE = "ruling_types.py"  # beside a game's rulebook
LINE_WIDTH = 120
MODULE_HEAD = '''"""The rulings of {title} and their options, as types; written by tests/write_golden.py."""

from __future__ import annotations

from typing import Literal, TypedDict, cast

from tabletop_kernel.contract.game import Config

Rulings = TypedDict(
    "Rulings",
    {{
'''
MODULE_TAIL = '''    },
)


def rulings_of(config: Config) -> Rulings:
    """Return what was agreed about the rulings, as a type checker knows it."""
    return cast(Rulings, config.rulings)
'''


def ruling_types(game: AnyGame) -> str:
    """Return the code of the module that types a game's rulings."""
    rulings: Mapping[str, Ruling] = game.rulebook.rulings
    return MODULE_HEAD.format(title=game.title) + "".join(_line(rulings[key]) for key in sorted(rulings)) + MODULE_TAIL


def _line(ruling: Ruling) -> str:
    options = [f'"{option}"' for option in sorted(ruling.options)]
    line = f'        "{ruling.id}": Literal[{", ".join(options)}],\n'
    if len(line) <= LINE_WIDTH + 1:
        return line
    inside = f"            {', '.join(options)}\n"
    if len(inside) > LINE_WIDTH + 1:
        inside = "".join(f"            {option},\n" for option in options)
    return f'        "{ruling.id}": Literal[\n{inside}        ],\n'

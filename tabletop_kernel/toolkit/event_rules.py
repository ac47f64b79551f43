"""Rules by which something happens, and those by which nothing ever does: definitions, and limits that only refuse.

A game keeps the first in `happens.toml` beside its rulebook. The list is written by `tests/write_golden.py --happens`
from very many games, with all rulings and choices of content. A rule that is not in it may be at work all the time, and
no event will say so; so whoever counts events must not say that it never comes up.
"""

from __future__ import annotations

import tomllib
from functools import cache
from inspect import getfile
from pathlib import Path
from typing import Any

from tabletop_kernel.contract.game import Game

FILE = "happens.toml"


def can_happen(game: Game[Any]) -> list[str]:
    """The rules that an event may cite; of a game without such a list, all that are not mere prose."""
    known = _listed(Path(getfile(type(game))).with_name(FILE))
    if known is None:
        return [rule.id for rule in game.rulebook.values() if not rule.prose]
    return [rule for rule in game.rulebook if rule in known]


@cache
def _listed(path: Path) -> frozenset[str] | None:
    try:
        return frozenset(tomllib.loads(path.read_text(encoding="utf-8"))["rules"])
    except FileNotFoundError:
        return None

"""Rules that events can cite, as opposed to definitions and limits, which never cause an event.

A game lists the first kind in `happens.toml` beside its rulebook. `tests/write_golden.py --happens` writes the list
from very many games, with all rulings and choices of content. A rule outside the list may apply all the time without
any event, so event counts must not claim that it never comes up.
"""

from __future__ import annotations

import tomllib
from functools import cache
from inspect import getfile
from pathlib import Path

from tabletop_kernel.contract.game import AnyGame

LIST_FILE = "happens.toml"


def rules_that_happen(game: AnyGame) -> list[str]:
    """Return the rules that an event may cite. For a game without a list, return all rules that aren't mere prose."""
    listed_rules = _rules_in_list(Path(getfile(type(game))).with_name(LIST_FILE))
    if listed_rules is None:
        return [rule.id for rule in game.rulebook.values() if not rule.prose]
    return [rule for rule in game.rulebook if rule in listed_rules]


@cache
def _rules_in_list(path: Path) -> frozenset[str] | None:
    try:
        return frozenset(tomllib.loads(path.read_text(encoding="utf-8"))["rules"])
    except FileNotFoundError:
        return None

"""Every rule and every ruling is named by a test of this game, so that a new one needs a test."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from deck import GAME

HERE = Path(__file__)


@cache
def quoted() -> frozenset[str]:
    """All strings in the tests of this game; names that are given by keyword too, since rulings are."""
    return frozenset(name for path in HERE.parent.glob("test_*.py") if path != HERE for name in _names(path))


def _names(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg.replace("_", "-")


def test_a_test_names_each_rule() -> None:
    assert [rule for rule in GAME.rulebook if rule not in quoted()] == []


def test_a_test_names_each_ruling_and_its_options() -> None:
    """Rulings are mostly named without «ruling.»; the option that comes first is what is usual."""
    assert [ruling for ruling in GAME.rulebook.rulings if not {ruling, ruling.removeprefix("ruling.")} & quoted()] == []
    options = {option for ruling in GAME.rulebook.rulings.values() for option in list(ruling.options)[1:]}
    assert options - quoted() == set()

"""Every rule and every ruling is named by a test of this game, so that a new one needs a test."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
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


@pytest.mark.parametrize("rule", GAME.rulebook)
def test_a_test_names_the_rule(rule: str) -> None:
    assert rule in quoted()


@pytest.mark.parametrize("ruling", GAME.rulings)
def test_a_test_names_the_ruling_and_its_options(ruling: str) -> None:
    """Rulings are mostly named without «ruling.»"""
    assert {ruling, ruling.removeprefix("ruling.")} & quoted()
    assert set(list(GAME.rulings[ruling].options)[1:]) <= quoted()

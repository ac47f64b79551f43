"""Every rule and every ruling is named by a test of this game, so that a new one needs a test.

Many tests name the rules that they are about beside the function or in its first line, where the events and refusals
that they compare cite another one as well; so comments and docstrings count here as much as strings.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tabletop_kernel import load

HERE = Path(__file__)
GAME = load("tamashii")
WORD = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")


def sources() -> list[Path]:
    return [path for path in sorted(HERE.parent.glob("test_*.py")) if path != HERE]


@cache
def named() -> frozenset[str]:
    """All words with a dot or a hyphen, wherever they stand in the tests of this game."""
    return frozenset(word for path in sources() for word in WORD.findall(path.read_text(encoding="utf-8")))


@cache
def chosen() -> frozenset[tuple[str, str]]:
    """Rulings with an option that a test gives them: by keyword, `prog__must="must"`, or by their id."""
    return frozenset(pair for path in sources() for pair in _pairs(path))


def _pairs(path: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.keyword) and node.arg and "__" in node.arg:
            name = node.arg.replace("__", ".").replace("_", "-")
            yield from ((name, text) for text in _texts(node.value)) if _texts(node.value) else ((name, ""),)
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and str(key.value).startswith("ruling."):
                    name = str(key.value).removeprefix("ruling.")
                    yield from ((name, text) for text in _texts(value)) if _texts(value) else ((name, ""),)


def _texts(value: ast.expr) -> list[str]:
    return [str(value.value)] if isinstance(value, ast.Constant) else []


def test_a_test_names_each_rule() -> None:
    assert set(GAME.rulebook) - named() == set()


def test_a_test_flips_each_ruling() -> None:
    """With each option but the first one, or with one that the test goes through by name."""
    for ruling, written in GAME.rulebook.rulings.items():
        given = {option for one, option in chosen() if one == ruling.removeprefix("ruling.")}
        assert given, f"no test gives {ruling} an option"
        left = set(list(written.options)[1:]) - given
        assert "" in given or not left, f"no test plays {ruling} with {left}"
        assert not left or left <= named(), ruling

"""What the figures of each game mean: a sentence for every kind that the game can count, and for nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from connect_four import ConnectFour

from tabletop_kernel import load, simulate
from tabletop_kernel.content.installed_games import games

LONGEST = 27  # words of a sentence
VERSUS = {"mode": "versus", "city": "on"}
TABLES: list[tuple[str, int, dict[str, str]]] = [
    ("royal_ascension", 3, {}),
    ("the_north", 1, {}),
    ("the_north", 2, {}),
    ("the_west_ascendant", 2, {}),
    ("deck_goes_west", 1, {}),
    ("deck_goes_west", 2, {"mission": "discovery"}),  # versus
    ("tamashii", 1, {"scenario": "S01"}),
    ("tamashii", 2, {}),
    ("tamashii", 2, VERSUS),
]


def playtest_of(name: str) -> ModuleType:
    return import_module(f"tabletop_kernel.games.{name}.report_figures")


def of_tables(module: ModuleType) -> set[str]:
    """The kinds in the tables of a module, from an event to its figure."""
    tables = [table for table in vars(module).values() if isinstance(table, dict)]
    return {value[0] for table in tables for value in table.values() if isinstance(value, tuple)}


def first_parts(tree: ast.AST) -> Iterator[ast.expr]:
    """The first parts of all pairs that are made in some code; what is only compared with is not made."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Compare):
            continue
        if isinstance(node, ast.Tuple) and len(node.elts) == 2:
            yield node.elts[0]
        yield from first_parts(node)


def of_functions(module: ModuleType) -> set[str]:
    """The kinds that the functions of a module write down as they count: `("end", "day")`, `found["wins", name]`."""
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    firsts = [part for function in functions for node in function.body for part in first_parts(node)]
    either = [side for part in firsts if isinstance(part, ast.IfExp) for side in (part.body, part.orelse)]
    constants = [part.value for part in [*firsts, *either] if isinstance(part, ast.Constant)]
    return {value for value in constants if isinstance(value, str)}


def countable(name: str) -> set[str]:
    """Every kind of figures that a game can count."""
    module = playtest_of(name)
    return of_tables(module) | of_functions(module) | set(getattr(module, "DANGERS", ()))


@pytest.mark.parametrize("name", games())
def test_every_kind_that_can_be_counted_has_its_sentence_and_nothing_else_has(name: str) -> None:
    assert set(load(name).figures.legend()) == countable(name)


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_what_games_count_is_explained_in_their_reports(name: str, seats: int, options: dict[str, Any]) -> None:
    report = simulate(name, games=2, seats=seats, bots=["quick"], seed=3, options=options)
    assert report.figures and set(report.figures) <= countable(name), "else the test does not know how they are made"
    assert list(report.legend) == list(report.figures)
    assert report.plain()["legend"] == {kind: load(name).figures.legend()[kind] for kind in report.figures}


@pytest.mark.parametrize("name", games())
def test_sentences_are_short_and_whole(name: str) -> None:
    for kind, said in load(name).figures.legend().items():
        assert said[0].isupper() and said.endswith(".") and said.count(". ") == 0, kind
        assert len(said.split()) <= LONGEST, kind


def test_a_game_need_not_explain_anything() -> None:
    assert ConnectFour().figures.legend() == {} == simulate(ConnectFour(), games=2).legend

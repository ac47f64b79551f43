"""The rooms of the kernel: each imports only rooms above it, no game is imported by name, and nothing runs in a circle.

Every import counts: at the top of a file, inside a function, and those that only types need.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

import tabletop_kernel

ROOT = Path(tabletop_kernel.__file__).parent
ROOMS = ("contract", "toolkit", "content", "players", "table", "learning", "study", "checks", "games", "cli")
OF_GAMES = ("contract", "toolkit", "content", "games")  # all that a game may import


@cache
def modules() -> dict[str, Path]:
    """Find the modules of the kernel, by their dotted names below the package."""
    return {name_of(path): path for path in sorted(ROOT.rglob("*.py")) if path != ROOT / "__init__.py"}


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements in a piece of code. They lie in lists, and expressions hold none."""
    for name in ("body", "handlers", "orelse", "finalbody", "cases"):
        for inner in getattr(node, name, ()):
            yield inner
            yield from statements(inner)


@cache
def imports(name: str) -> list[str]:
    """Name everything that a module imports."""
    found: list[str] = []
    for node in statements(ast.parse(modules()[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, "relative imports would not be seen here"
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


@cache
def graph() -> nx.DiGraph[str]:
    """Draw which module imports which."""
    drawn: nx.DiGraph[str] = nx.DiGraph()
    for name in modules():
        drawn.add_node(name)
        for dotted in imports(name):
            package, _, found = dotted.partition(".")
            if package == "tabletop_kernel":
                drawn.add_edge(name, found if found in modules() else found.rpartition(".")[0])
    return drawn


def test_the_top_floor_has_ten_rooms() -> None:
    inside = {path.name for path in ROOT.iterdir() if not path.name.startswith("__pycache__")}
    assert inside == {"__init__.py", "py.typed", *ROOMS}


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_rooms_above_it(room: str) -> None:
    above = ROOMS[: ROOMS.index(room) + 1]
    steps = [(a, b) for a, b in graph().edges if a.split(".")[0] == room]
    assert [(a, b) for a, b in steps if b.split(".")[0] not in above] == []


def test_nothing_imports_the_games() -> None:
    entering = [(a, b) for a, b in graph().edges if b.startswith("games") and not a.startswith("games")]
    assert entering == []


def test_a_game_imports_no_other_game_and_only_what_games_are_built_with() -> None:
    for a, b in graph().edges:
        if a.startswith("games."):
            assert b.split(".")[0] in OF_GAMES, (a, b)
            assert not b.startswith("games.") or b.split(".")[1] == a.split(".")[1], (a, b)


def test_no_module_imports_itself_in_a_circle() -> None:
    assert [sorted(circle) for circle in nx.strongly_connected_components(graph()) if len(circle) > 1] == []


def test_the_kernel_imports_no_pages() -> None:
    for name in modules():
        assert all(not one.startswith("widgets") for one in imports(name)), name


def test_every_import_counts() -> None:
    """As a slow look at every piece of the code finds them."""
    text = (
        "".join(f"{head}:\n    import a{n}\n" for n, head in enumerate(HEADS))
        + "match x:\n    case 1:\n        import b"
    )
    tree = ast.parse(text)
    found = [node for node in statements(tree) if isinstance(node, ast.Import)]
    assert len(found) == len(HEADS) + 1
    assert {*map(id, found)} == {id(node) for node in ast.walk(tree) if isinstance(node, ast.Import)}


HEADS = (
    *("def f()", "async def g()", "class C", "if x", "elif y", "else", "for x in y", "else", "while x", "else"),
    *("with x", "try", "except E", "else", "finally"),
)

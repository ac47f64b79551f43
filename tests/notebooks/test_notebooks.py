"""The notebooks themselves: short, without outputs or logic, and true."""

from __future__ import annotations

import ast
import json
import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tabletop_kernel import load
from widgets.games import drawn
from widgets.plan import plan_of

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


READ = "skip-execution"  # the tag of cells that a page shows as code, and that run in JupyterLab


def cells(path: Path, kind: str, read: bool = False) -> list[str]:
    """The texts of the cells of a kind; of the code either what makes the page, or what is there to be read and run."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    wanted = [cell for cell in notebook["cells"] if cell["cell_type"] == kind and (READ in tags(cell)) == read]
    return ["".join(cell["source"]) for cell in wanted]


def tags(cell: dict[str, Any]) -> list[str]:
    return list(cell["metadata"].get("tags", []))


def test_there_is_a_door_a_class_a_lab_and_a_notebook_for_each_game() -> None:
    assert {path.stem for path in NOTEBOOKS} == {"index", "class", "lab", *drawn()}


def test_the_plan_that_teachers_are_shown_is_in_order() -> None:
    (shown,) = re.findall(r"```toml\n(.*?)```", "\n".join(cells(FOLDER / "class.ipynb", "markdown")), flags=re.DOTALL)
    assert plan_of(shown).minutes == 20


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_short_and_keeps_no_outputs(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    chapters = len(load(path.stem).teaching.chapters) + 1 if path.stem in drawn() else 0  # with the short way
    read = sum(READ in tags(cell) for cell in notebook["cells"])
    assert len(notebook["cells"]) - 2 * read <= max(25, 2 * chapters + 7)  # a chapter is a text and a table
    assert read <= 6
    assert sum(len(text.split()) for text in cells(path, "markdown")) <= 750
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"] and cell["execution_count"] is None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_code_cell_calls_and_does_nothing_else(path: Path) -> None:
    for text in cells(path, "code"):
        lines = [line for line in text.splitlines() if line.strip()]
        assert len(lines) <= 2, text
        assert re.fullmatch(r"(from [\w.]+ import [\w, ]+)|(\w+\(.*\))", lines[-1]), text


@pytest.mark.parametrize("name", drawn())
def test_a_notebook_has_every_chapter_in_order_and_its_board_first(name: str) -> None:
    code = cells(FOLDER / f"{name}.ipynb", "code")
    chapters = re.findall(r'learn\("\w+", "([\w-]+)"\)', "\n".join(code))
    assert chapters == ["short", *(chapter.id for chapter in load(name).teaching.chapters)], "the short way comes first"
    assert f'play("{name}", first=True)' in code[0], "a playable board comes first"
    assert "rulings(" in code[-1]


WORDS_TO_THE_FIRST_MOVE = 60


@pytest.mark.parametrize("name", drawn())
def test_the_first_move_comes_within_sixty_words(name: str) -> None:
    """Title, one line, and the table, whose one sentence says what to do."""
    notebook = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
    top, table = notebook["cells"][:2]
    assert (top["cell_type"], table["cell_type"]) == ("markdown", "code")
    first = load(name).teaching.first_table
    assert first is not None
    read = [*"".join(top["source"]).removeprefix("#").split(), *first.say.split()]
    assert len(read) <= WORDS_TO_THE_FIRST_MOVE, f"{len(read)} words"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_code_stands_in_cells_and_not_in_texts(path: Path) -> None:
    assert not re.findall(r"```python|>>> ", "\n".join(cells(path, "markdown")))
    if path.stem in drawn():
        assert len(cells(path, "code", read=True)) >= 3, "a look under the hood"


@pytest.mark.parametrize("name", drawn())
def test_what_a_notebook_shows_of_the_kernel_is_true(name: str) -> None:
    """The cells under the hood run one after the other, and what comes out is what their last comment says."""
    known: dict[str, Any] = {}
    exec(cells(FOLDER / f"{name}.ipynb", "code")[0].splitlines()[0], known)  # what the page has imported already
    for source in cells(FOLDER / f"{name}.ipynb", "code", read=True):
        lines = source.splitlines()
        expected = [line[2:] for line in lines if line.startswith("# ")]
        if expected:
            assert run(source, known) == expected, source
        else:
            run(source, known)


def run(source: str, known: dict[str, Any]) -> list[str]:
    """What a cell prints, and what it shows at its end."""
    *first, last = ast.parse(source).body
    with redirect_stdout(StringIO()) as printed:
        exec(compile(ast.Module(first, []), "cell", "exec"), known)
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), "cell", "eval"), known)
            if shown is not None:
                print(repr(shown))
        else:
            exec(compile(ast.Module([last], []), "cell", "exec"), known)
    return printed.getvalue().splitlines()

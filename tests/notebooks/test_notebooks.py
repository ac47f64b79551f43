"""The notebooks themselves: short, without outputs or logic, and true."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import pytest

from tabletop_kernel import load
from widgets.games import drawn
from widgets.plan import plan_of

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def cells(path: Path, kind: str) -> list[str]:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == kind]


def test_there_is_a_door_a_class_and_a_notebook_for_each_game() -> None:
    assert {path.stem for path in NOTEBOOKS} == {"index", "class", *drawn()}


def test_the_plan_that_teachers_are_shown_is_in_order() -> None:
    (shown,) = re.findall(r"```toml\n(.*?)```", "\n".join(cells(FOLDER / "class.ipynb", "markdown")), flags=re.DOTALL)
    assert plan_of(shown).minutes == 20


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_short_and_keeps_no_outputs(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    chapters = len(load(path.stem).lessons) if path.stem in drawn() else 0
    assert len(notebook["cells"]) <= max(25, 2 * chapters + 7)  # a chapter is a text and a table
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
    assert chapters == [chapter.id for chapter in load(name).lessons]
    assert f'play("{name}", first=True)' in code[0], "a playable board comes first"
    assert "rulings(" in code[-1]


WORDS_TO_THE_FIRST_MOVE = 60


@pytest.mark.parametrize("name", drawn())
def test_the_first_move_comes_within_sixty_words(name: str) -> None:
    """Title, one line, and the table, whose one sentence says what to do."""
    notebook = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
    top, table = notebook["cells"][:2]
    assert (top["cell_type"], table["cell_type"]) == ("markdown", "code")
    first = load(name).first_table
    assert first is not None
    read = [*"".join(top["source"]).removeprefix("#").split(), *first.say.split()]
    assert len(read) <= WORDS_TO_THE_FIRST_MOVE, f"{len(read)} words"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_a_notebook_shows_of_the_kernel_is_true(path: Path) -> None:
    text = "\n\n".join(re.findall(r"```python\n(.*?)```", "\n".join(cells(path, "markdown")), flags=re.DOTALL))
    test = doctest.DocTestParser().get_doctest(text, {}, path.stem, str(path), 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.failures == 0

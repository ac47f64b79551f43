"""The guides: every one of them runs from top to bottom, and shows what it says it shows."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jupyter_client.manager import KernelManager, start_new_kernel
from nbclient import NotebookClient

from tabletop_kernel import Session, load
from tabletop_kernel.cli.terminal import Terminal
from widgets.door import guides

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks" / "guides"
GUIDES = sorted(FOLDER.glob("*.ipynb"))
LONGEST_CELL = 62  # lines
A_TABLE = "<A table of "


def cells(path: Path, kind: str) -> list[str]:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == kind]


# -- as they are written ----------------------------------------------------------------------------------------------


def test_the_door_leads_to_every_guide_by_its_title(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER.parent)  # where the kernel of the first page is
    titles = {path.stem: cells(path, "markdown")[0].splitlines()[0].removeprefix("# ") for path in GUIDES}
    assert {guide["href"]: guide["title"] for guide in guides()} == {
        f"guides/{name}.ipynb": title for name, title in titles.items()
    }
    monkeypatch.chdir(FOLDER)
    assert guides() == [], "no links to pages that are not there"


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_a_guide_is_led_by_prose_and_keeps_no_outputs(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebook["metadata"]["tabletop"] == {"code": "shown"}, "its page would hide the code"
    first = notebook["cells"][0]
    assert first["cell_type"] == "markdown" and re.match(r"# [^\n]+\n\n[^\n]+", "".join(first["source"]))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"] and cell["execution_count"] is None
            assert len(cell["source"]) <= LONGEST_CELL
    prose = " ".join(cells(path, "markdown"))
    assert len(prose.split()) > 250, "prose leads"


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_links_and_files_that_a_guide_names_are_there(path: Path) -> None:
    text = "\n".join(cells(path, "markdown"))
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert (path.parent / link).exists(), link
    for named in re.findall(r"`((?:tabletop_kernel|widgets|tests|binder)/[\w./]*)`", text):
        assert (ROOT / named).exists(), named


# -- as they run ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KernelManager]:
    """One kernel for all guides: each begins with nothing in it, but the imports of the others are done."""
    state = str(tmp_path_factory.mktemp("state"))
    manager, client = start_new_kernel(env={**os.environ, "PYTHONPATH": str(ROOT), "TABLETOP_STATE": state})
    client.stop_channels()
    yield manager
    manager.shutdown_kernel(now=True)


@pytest.fixture(scope="module")
def outputs(kernel: KernelManager) -> dict[str, list[Any]]:
    """What each guide showed, once it was run."""
    return {}


def run(path: Path, kernel: KernelManager, outputs: dict[str, list[Any]]) -> list[Any]:
    """All outputs of a guide in order; a cell that fails ends the test with its error.

    What a cell prints is one output again: the kernel sends it in as many pieces as it takes time to print.
    """
    if path.stem not in outputs:
        notebook = nbformat.read(path, as_version=4)
        notebook.cells.insert(0, nbformat.v4.new_code_cell("%reset -f"))
        patience = {"timeout": 300, "iopub_timeout": 300}  # on a busy machine what a cell prints may come late
        folder = {"metadata": {"path": str(path.parent)}}
        client = NotebookClient(notebook, km=kernel, resources=folder, coalesce_streams=True, **patience)
        client.execute(cleanup_kc=False)
        client.kc.stop_channels()
        outputs[path.stem] = [one for cell in notebook.cells if cell.cell_type == "code" for one in cell.outputs]
    return outputs[path.stem]


def shown(found: list[Any]) -> str:
    """All that stands there as text, in each of its forms."""
    forms = [[one.text] if one.output_type == "stream" else one.data.values() for one in found]
    return unescape("\n".join(text for texts in forms for text in texts if isinstance(text, str)))


SAYS = {
    "add_a_game": [
        "You can't take that: the heaps hold 3, 4, 0 stones. (turn.take)",
        "nim: 20 games, 2 seats",
        "Nim doesn't say what a move is worth.",
        "Cell 5 has a mark already. (turn.empty)",
        "A move is a mark in one of the cells 1 to 9. (turn.mark)",
        "noughts: 100 games, 2 seats",
        "ruling.full: draw -> nought",
        "Mark the cell that makes it three.\nNo row is complete with that, and now Nought has one.\ndone",
    ],
    "change_a_card": [
        "'The other player loses 3.",
        "unknown field 'copys': did you mean 'copies'?\nancients.toml",
        "did you mean 'loses'?",
        "ancients.toml: ancient 'Frost Widow': protocol: 'other loses 2' -> 'other loses 3'",
    ],
    "languages": [
        "    Charge your Node. If your Node is at level 3 or 4, the other player loses 2.",
        "Wrong: column 5: this game has no 'may': every ability has to be carried out (ability.mandatory).",
        "'if node >= 3: other loses 2'",
        "You may discard two Facilities of one type; if you do, score 3.",
        "In a Forest, gain 2 dice's worth of Food.",
        "did you mean 'forest'?",
        "You may suffer 1 wound; if you do, gain 1 power.",
        "cards print 'suffer', but in a line you write 'wound 1'.",
    ],
    "play_a_game": [
        "(0,) [('roll', 2)]",
        "Eadric rolls 1 and 3 for the order of selection: 4. (setup.roll)",
        "for the order of selection. (setup.roll)",
        "[0, [], 0] True",
        "('attack', ",
    ],
    "run_a_playtest": ["discarded: After the losers' picks", "ruling.used-cards: kept -> discarded", "'who': 'greedy'"],
    "serve": ["'tabletop.log'"],
    "teach_a_class": [],
    "use_it_from_python": [
        "move.pool {",
        "DiGraph with ",
        "'face_up': True",
        "<svg",
        "True\n",
    ],
}
TABLES = {"add_a_game": 2, "change_a_card": 1, "play_a_game": 1, "run_a_playtest": 2}


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_a_guide_runs_and_shows_what_it_says(path: Path, kernel: KernelManager, outputs: dict[str, list[Any]]) -> None:
    found = run(path, kernel, outputs)
    for text in SAYS[path.stem]:
        assert text in shown(found)
    tables = [one for one in found if A_TABLE in one.get("data", {}).get("text/plain", "")]
    assert len(tables) == TABLES.get(path.stem, 0)
    assert "Traceback" not in shown(found)


# -- what they quote --------------------------------------------------------------------------------------------------

SHORT = 60  # lines of Python for a whole game with a ruling


def test_the_shortest_game_is_the_one_that_complies() -> None:
    written = next(text for text in cells(FOLDER / "add_a_game.ipynb", "code") if "class Nim" in text)
    shown = written.partition("\n")[2].replace("nim.toml", "rulebook_nim.toml")
    tested = (ROOT / "tests" / "minigames" / "nim.py").read_text(encoding="utf-8")
    assert tested.strip().endswith(shown.strip()) and len(shown.splitlines()) <= SHORT


PICTURE = {
    "seats": 3,
    "now": "attack",
    "tokens": [4, 9, 0],
    "excluded": [1],
    "hearts": [["QH", "5H"], ["2H", "3H", "9H"], ["4H", "8H"]],
    "diamonds": [["6D", "KD"], [], ["2D", "3D", "9D"]],
    "clubs": [["6C"], ["7C"], []],
}


def test_the_picture_of_a_terminal_is_what_it_shows() -> None:
    shown: list[str] = []
    lines = iter(["attack 1", "odds", "quit"])

    def ask(prompt: str) -> str:
        line = next(lines)
        shown.append(prompt + line)
        return line

    Terminal(Session.at(load("royal_ascension"), PICTURE), 1, "greedy", ask, shown.append).run()
    screen = "\n".join(shown).splitlines()
    text = "\n".join(cells(FOLDER / "play_a_game.ipynb", "markdown")).partition("## In the terminal")[2]
    picture = text.split("```")[1].strip("\n").splitlines()
    assert len(picture) > 6
    for line in picture:
        assert line in screen

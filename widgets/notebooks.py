"""Which notebooks are served: the project's, a folder of somebody's own, or single files of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns

from tabletop_kernel.contract.errors import SetupError, UnknownName, nearest

CHECKOUT = Path(__file__).parents[1] / "notebooks"
SHIPPED = Path(__file__).parent / "shipped"  # where they lie in a wheel
INDEX = "index.ipynb"
CLASS = "class.ipynb"
GUIDES = "guides"  # a folder beside them
LAB = "lab.ipynb"
HOW = "Give notebooks (files ending in .ipynb) or one folder of them: --notebooks FOLDER"


@dataclass(frozen=True, slots=True)
class Notebooks:
    """Notebooks of one folder: all that lie there, or only those in `names`."""

    folder: Path
    names: tuple[str, ...] = ()

    @property
    def pages(self) -> list[str]:
        """The files that can be opened, as they lie there now."""
        return list(self.names) or sorted(path.name for path in self.folder.glob("*.ipynb"))

    @property
    def first(self) -> str:
        """The file that is shown to whoever names none; empty if there are several, and none of them comes first."""
        pages = self.pages
        return INDEX if INDEX in pages else pages[0] if len(pages) == 1 else ""

    def of_game(self, game: str) -> str:
        """The file of a game's notebook."""
        names = [name.removesuffix(".ipynb") for name in self.pages if name not in (INDEX, CLASS, LAB)]
        if game not in names:
            raise UnknownName(f"There is no notebook for a game '{game}': {nearest(game, names)}")
        return f"{game}.ipynb"

    def titles(self) -> dict[str, str]:
        """What each page is called: the first heading in it, or the name of its file."""
        return {name: _title(self.folder / name) for name in self.pages}


def copy_notebooks(target: Path) -> list[Path]:
    """Copy the project's notebooks, guides included, for somebody to work on; nothing of theirs is written over."""
    folder = find_notebooks().folder
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise SetupError(f"{target} already exists. Choose a new or empty folder.")
    try:
        copytree(
            folder, target, ignore=ignore_patterns(".ipynb_checkpoints", "__pycache__", "pictures"), dirs_exist_ok=True
        )
    except OSError as error:
        raise SetupError(f"{target} can't be written: {error}.") from None
    return sorted(target.rglob("*.ipynb"))


def find_notebooks(wanted: Sequence[Path] = ()) -> Notebooks:
    """The notebooks that were named, or the project's; SetupError says what is wrong with a path."""
    if not wanted:
        return _in_folder(Path.cwd() / "notebooks", SHIPPED, CHECKOUT)
    for path in wanted:
        if not path.exists():
            raise SetupError(f"There is no file or folder {path}. {HOW}")
    if len(wanted) == 1 and wanted[0].is_dir():
        return _in_folder(wanted[0])
    for path in wanted:
        _check_file(path)
    folders = list(dict.fromkeys(path.resolve().parent for path in wanted))
    if len(folders) > 1:
        raise SetupError(f"Notebooks served together must be in one folder, not in {folders[0]} and {folders[1]}.")
    return Notebooks(folders[0], tuple(dict.fromkeys(path.resolve().name for path in wanted)))


def _in_folder(*places: Path) -> Notebooks:
    for place in places:
        if any(place.glob("*.ipynb")):
            return Notebooks(place.resolve())
    raise SetupError(f"There are no notebooks in {places[0]}. {HOW}")


def _check_file(path: Path) -> None:
    """That this is a notebook, before a browser is opened for it."""
    if path.is_dir():
        raise SetupError(f"{path} is a folder. Give only this folder, or give files from it.")
    if path.suffix != ".ipynb":
        raise SetupError(f"{path} isn't a notebook. {HOW}")
    try:
        cells = _cells(path)
    except OSError as error:
        raise SetupError(f"{path} can't be read: {error.strerror}.") from None
    except ValueError:
        cells = None
    if cells is None:
        raise SetupError(f"{path} is named like a notebook, but Jupyter can't read it.")


def _cells(path: Path) -> list[object] | None:
    """The cells of a notebook; None if it has no such thing."""
    content = json.loads(path.read_text(encoding="utf-8"))
    cells = content.get("cells") if isinstance(content, dict) else None
    return cells if isinstance(cells, list) else None


def _title(path: Path) -> str:
    try:
        cells = _cells(path) or []
    except (OSError, ValueError):
        cells = []
    for cell in cells:
        source = cell.get("source", "") if isinstance(cell, dict) and cell.get("cell_type") == "markdown" else ""
        for line in source.splitlines() if isinstance(source, str) else map(str, source):
            if line.startswith("# "):
                return line[2:].strip()
    return path.stem

"""How the notebooks come into a wheel; only whoever builds one needs this.

In a checkout they lie at the top, where people look for them. A wheel has packages only, so there they lie inside this
one (`widgets/shipped`, where `notebooks.py` looks for them): they are put there while it is built, and never in the
checkout. `pyproject.toml` names the class; it is loaded alone, when nothing else of the project can be imported.
"""

from __future__ import annotations

from pathlib import Path

from setuptools.command.build_py import build_py

FOLDER = Path("notebooks")  # seen from the top of the project, where builds run
LEFT_OUT = {"pictures", ".ipynb_checkpoints", "__pycache__"}  # the README's, and what others leave behind


def to_ship() -> list[Path]:
    """The files that go into a wheel."""
    found = [path for path in sorted(FOLDER.rglob("*")) if path.is_file()]
    return [path for path in found if not LEFT_OUT & set(path.parts)]


class WithNotebooks(build_py):
    """Builds the packages as always, and puts the notebooks into one of them."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return  # then the checkout itself is used, with the notebooks in it
        for file in to_ship():
            target = Path(self.build_lib, "widgets", "shipped", *file.parts[1:])
            self.mkpath(str(target.parent))
            self.copy_file(str(file), str(target), preserve_mode=False)

    def get_source_files(self) -> list[str]:
        return [*super().get_source_files(), *map(str, to_ship())]

"""Servers for the tests: started as people start them, watched from outside."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
import psutil

from widgets.voila.kernels import kernels_of

COUNTER = '''
import anywidget, traitlets

class Counter(anywidget.AnyWidget):
    _esm = """
    export default { render({ model, el }) {
      const root = document.createElement("div");
      const button = document.createElement("button");
      const draw = () => { button.textContent = "Count " + model.get("count"); };
      root.className = "tabletop";
      button.onclick = () => model.send({ do: "more" });
      model.on("change:count", draw);
      draw();
      root.append(button);
      el.append(root);
    } };
    """
    count = traitlets.Int(0).tag(sync=True)

    def __init__(self):
        super().__init__()
        self.on_msg(lambda *_: self.set_trait("count", self.count + 1))

Counter()
'''
PROSE = (
    "# A page\n\nText with a [link](broken.ipynb).\n\n## A part\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```"
)
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")  # without them there is no browser to be found
PAGES = {
    "index": [("markdown", PROSE), ("code", COUNTER)],
    "broken": [("markdown", "# Broken"), ("code", "secret = 1\nsecret / 0")],
}


GUIDE = [
    ("markdown", "# A guide\n\nIt shows its code."),
    ("code", "for number in range(2):  # a comment\n    print('it prints', number)"),
    ("code", "secret = 'a cell without output'"),
    ("code", "6 * 7"),
]


def write_notebooks(folder: Path, **more: str | list[str]) -> Path:
    """Small notebooks with everything a page can have: prose, a live part, and a part that fails; `more` are others,
    of one cell or of several."""
    folder.mkdir(parents=True, exist_ok=True)
    new = {"markdown": nbformat.v4.new_markdown_cell, "code": nbformat.v4.new_code_cell}
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    codes = {name: [code] if isinstance(code, str) else code for name, code in more.items()}
    others = {name: [("code", code) for code in cells] for name, cells in codes.items()}
    for name, cells in {**PAGES, **others}.items():
        notebook = nbformat.v4.new_notebook(cells=[new[kind](text) for kind, text in cells], metadata=kernel)
        nbformat.write(notebook, folder / f"{name}.ipynb")
    (folder / "guides").mkdir(exist_ok=True)
    shown = {**kernel, "tabletop": {"code": "shown"}}
    guide = nbformat.v4.new_notebook(cells=[new[kind](text) for kind, text in GUIDE], metadata=shown)
    nbformat.write(guide, folder / "guides" / "small.ipynb")
    return folder


def wait_until(what: Callable[[], object], seconds: float, step: float = 0.1) -> bool:
    """Whether it came true in this time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(step)
    return bool(what())


class Running:
    """A server as a process: its address, what it printed, and the kernels it has."""

    log_path = ""  # of another log than one in its folder

    def __init__(self, command: list[str], folder: Path, mark: str = r"http://\S+") -> None:
        self.out, self.err, self.log = (folder / name for name in ("out.txt", "err.txt", "log.txt"))
        kept = {
            name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
        }
        kept |= {"TABLETOP_LOG": self.log_path or str(self.log), "PYTHONUNBUFFERED": "1"}
        with self.out.open("w") as out, self.err.open("w") as err:
            self.process = subprocess.Popen(command, cwd=folder, env=kept, stdout=out, stderr=err)
        wait_until(lambda: re.search(mark, self.said()) or self.process.poll() is not None, 240)
        found = re.search(mark, self.said())
        assert found, self.said()
        self.address = found[0]

    def said(self) -> str:
        return self.out.read_text() + self.err.read_text()

    def logged(self) -> str:
        return self.log.read_text() if self.log.exists() else ""

    def kernels(self) -> list[int]:
        """The process numbers of the kernels that live under this server."""
        try:
            return [kernel.pid for kernel in kernels_of(psutil.Process(self.process.pid))]
        except psutil.Error:  # one ended while we looked: look again
            return [] if self.process.poll() is not None else self.kernels()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(60)


TABLETOP = str(Path(sys.executable).with_name("tabletop"))


@contextmanager
def played(folder: Path, *words: str, **more: str) -> Iterator[Running]:
    """`tabletop play` on our small notebooks, and on more of them, each with one cell of code."""
    notebooks = write_notebooks(folder / "notebooks", **more)
    server = Running([TABLETOP, "play", "--notebooks", str(notebooks), *words], folder)
    try:
        yield server
    finally:
        server.stop()

"""Servers for the tests: started as people start them, watched from outside."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from widgets.voila import nursery
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


SPECIAL = {  # pages for a single test each
    "talker": """
import anywidget

class Talker(anywidget.AnyWidget):
    _esm = "export default { render() {} }"

    def __init__(self):
        super().__init__()
        self.on_msg(lambda _, asked, __: self.send({}, [b"x" * asked["bytes"]]))

Talker()
""",
    "echo": """
import anywidget
from widgets.shared.guesses import caller

class Echo(anywidget.AnyWidget):
    _esm = "export default { render() {} }"

    def __init__(self):
        super().__init__()
        self.on_msg(lambda *_: self.send({"caller": caller()}))

Echo()
""",
    "told": """
import os, random, sys, subprocess
from tabletop_kernel import Session, load
table = Session(load("royal_ascension"))
ended = subprocess.run(["false"]).returncode
print("told", random.getrandbits(60), table.seed, os.getppid(), "" in sys.path, ended, "pydevd" in sys.modules, ".")
""",
    "talking": """
import os, sys
print("said" * 10_000, file=sys.__stdout__, flush=True)
print("said" * 10_000, file=sys.__stderr__, flush=True)
os.write(2, b"said by hand")
"the page goes on"
""",
}


GUIDE = [
    ("markdown", "# A guide\n\nIt shows its code."),
    ("code", "for number in range(2):  # a comment\n    print('it prints', number)"),
    ("code", "secret = 'a cell without output'"),
    ("code", "6 * 7"),
]


KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}


def write_notebooks(folder: Path, **more: str | list[str]) -> Path:
    """Small notebooks with everything a page can have: prose, a live part, and a part that fails; `more` are others,
    of one cell or of several."""
    (folder / "guides").mkdir(parents=True, exist_ok=True)
    codes = {name: [code] if isinstance(code, str) else code for name, code in more.items()}
    others = {name: [("code", code) for code in cells] for name, cells in codes.items()}
    for name, cells in {**PAGES, **others}.items():
        write_notebook(folder / f"{name}.ipynb", cells)
    write_notebook(folder / "guides" / "small.ipynb", GUIDE, tabletop={"code": "shown"})
    return folder


def write_notebook(path: Path, cells: list[tuple[str, str]], **metadata: object) -> None:
    """A notebook of cells, each of a kind and with a text."""
    written: list[dict[str, object]] = [{"cell_type": kind, "metadata": {}, "source": text} for kind, text in cells]
    for cell in written:
        if cell["cell_type"] == "code":
            cell |= {"execution_count": None, "outputs": []}
    whole = {"cells": written, "metadata": {**KERNEL, **metadata}, "nbformat": 4, "nbformat_minor": 4}
    path.write_text(json.dumps(whole), encoding="utf-8")


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
        kept = {name: value for name, value in os.environ.items() if name not in SCREENS}
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

    def process_of(self, kernel: str) -> psutil.Process:
        """The process of a kernel: its own name has the first signs of the kernel's."""
        found = map(psutil.Process, self.kernels())
        return next(one for one in found if one.name() == f"page {kernel[:8]}")

    def mother(self) -> psutil.Process:
        """The process that kernels are copied from."""
        found = [one for one in psutil.Process(self.process.pid).children() if nursery.MOTHER in one.cmdline()]
        (mother,) = [one for one in found if one.status() != psutil.STATUS_ZOMBIE]
        return mother

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

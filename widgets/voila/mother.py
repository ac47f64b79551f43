"""A process that has everything loaded which pages need: every kernel begins as a copy of it.

Python, Jupyter's kernel and five games with all their cards take a second or two to load, and as much memory for each
page. A copy takes some milliseconds, and what nobody changes is there once for all pages.

It reads requests from its standard input, a socket whose other end the server holds (`nursery`), and answers each with
the number of the new process. It has no threads, opens nothing, and plays nothing: there is nothing to be copied that
two processes must not both have. It ends with the server, and the kernels, whose parent it is, end with it.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import json
import os
import re
import select
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from widgets.voila.doing_without import without

NEEDED = (  # by every kernel: what a kernel imports only at its start, each copy would load for itself
    "ipykernel.ipkernel",
    "ipykernel.kernelapp",
    "ipykernel.debugger",
    "IPython.core.completerlib",
    "IPython.core.logger",
    "IPython.extensions.storemagic",
    "psutil",
    "tornado.platform.asyncio",
    "widgets.app",
)
DEBUGGER = "debugpy"  # no page uses it, and it takes 10 MB; Jupyter's kernel also runs without it
PR_SET_PDEATHSIG = 1  # as Linux calls it
REST = 5  # seconds of peace before a game is loaded: the first pages need the processor themselves
LARGEST_REQUEST = 1 << 20  # bytes; it is an environment, a folder and some words


def main() -> None:
    """Copy this process for everybody who asks; while nobody does, load what the next copies will need."""
    line = socket.socket(fileno=os.dup(0))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how a kernel has ended
    _leave_no_traces()
    with without(DEBUGGER):
        for name in NEEDED:
            importlib.import_module(name)
    games = _games()
    while True:
        gc.freeze()  # what is there now stays: looking through it for garbage would only make copies of it
        while not _is_asked(line, REST) and next(games, None):
            gc.freeze()
        request = line.recv(LARGEST_REQUEST)
        if not request:
            return  # the server has ended
        mother, kernel = os.getpid(), os.fork()
        if not kernel:
            line.close()
            if _ends_with(mother):
                _become_kernel(json.loads(request))
            return
        os.setpgid(kernel, kernel)
        line.send(str(kernel).encode())


def _leave_no_traces() -> None:
    """As Jupyter starts its kernels: the folder that the server was started in is no place to import from."""
    if sys.path[0] == os.getcwd():
        del sys.path[0]


def _is_asked(line: socket.socket, seconds: float) -> bool:
    return bool(select.select([line], [], [], seconds)[0])


def _games() -> Iterator[str]:
    """Load one game after the other, with all that its pages show."""
    from tabletop_kernel import load
    from widgets.games import drawn

    for game in drawn():
        load(game)
        importlib.import_module(f"widgets.games.{game}")
        yield game


def _ends_with(mother: int) -> bool:
    """Have the system end this process together with its parent; whether that still lives."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    return os.getppid() == mother


def _become_kernel(request: dict[str, Any]) -> None:
    """What `python -m ipykernel_launcher` does with these words, in this folder, with this environment."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(request["env"])
    os.chdir(request["cwd"])
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    sys.argv = request["argv"]
    _take_name(request["argv"])
    from ipykernel import kernelapp

    launch: Callable[[], None] = kernelapp.launch_new_instance
    launch()


def _take_name(words: list[str]) -> None:
    """Be told apart in a list of processes, by the beginning of the kernel's name."""
    name = re.search(r"kernel-([^/]{8})[^/]*$", words[words.index("-f") + 1])
    with suppress(OSError):
        Path("/proc/self/comm").write_text(f"page {name[1]}" if name else "page")


if __name__ == "__main__":
    main()

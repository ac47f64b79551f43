"""Voila and JupyterLab for tests: each on a free port, with its own state folder, gone when the tests are over."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
NOTEBOOKS = ROOT / "notebooks"
NAME = "tables.test"  # what others call this machine; the browser of the tests finds it under this name
PATIENCE = 120  # seconds until a server must answer on a busy machine

# A server's standard input is open as long as the tests run: if they are killed, it ends itself.
LEAVE_WITH_US = """
import os, signal, sys, threading
threading.Thread(target=lambda: (sys.stdin.read(), os.kill(os.getpid(), signal.SIGTERM)), daemon=True).start()
"""


@dataclass
class Server:
    """A server that runs: where it is, and where it keeps what it remembers."""

    url: str
    state: Path
    pid: int


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def voila(folder: Path, notebooks: Path = NOTEBOOKS) -> Iterator[Server]:
    """Voila as a teacher starts it: for others too, who know this machine by a name."""
    port = free_port()
    options = f"host='0.0.0.0', names=[{NAME!r}], port={port}, browser=False, notebooks=[Path({str(notebooks)!r})]"
    start = f"from pathlib import Path; from widgets.serve import serve; serve({options})"
    with running(start, f"http://localhost:{port}/", folder, answer="static/nothing") as server:
        yield server


@contextmanager
def jupyterlab(folder: Path, notebooks: Path = NOTEBOOKS) -> Iterator[Server]:
    """JupyterLab on a copy of the notebooks (it saves what it runs), with no settings of this machine's user."""
    port = free_port()
    copy = shutil.copytree(notebooks, folder / "notebooks")
    words = [str(copy), "--no-browser", f"--port={port}", "--IdentityProvider.token=", "--allow-root"]
    words += ["--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    start = f"from jupyterlab.labapp import main; main({words!r})"
    with running(start, f"http://localhost:{port}/", folder, answer="api/status") as server:
        yield server


@contextmanager
def running(start: str, url: str, folder: Path, answer: str) -> Iterator[Server]:
    """A server while it is needed; its kernels end with it, since it ends them, or they notice."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "server.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-c", LEAVE_WITH_US + start],
            cwd=ROOT,
            env=environment(folder),
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        wait_for(url + answer, process, log)
        yield Server(url, folder, process.pid)
    finally:
        stop(process)


def environment(folder: Path) -> dict[str, str]:
    """Everything that Jupyter or we would write goes into this folder."""
    places = {name: str(folder / name.lower()) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR")}
    ours = {"TABLETOP_STATE": str(folder), "TABLETOP_LOG": str(folder / "tabletop.log")}
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, **places, **ours, "PYTHONPATH": path, "JUPYTER_RUNTIME_DIR": str(folder / "runtime")}


def wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Until the server answers; if it does not, its last words are the error."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            urlopen(url, timeout=5).close()
            return
        except HTTPError:
            return  # "not found" is an answer too, and starts no kernel
        except (URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"{url} does not answer:\n{log.read_text()[-2000:]}")


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ask it to end, so that it ends its kernels; what is left of its group after that is ended too."""
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(PATIENCE)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(PATIENCE)

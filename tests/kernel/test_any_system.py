"""Systems other than the one these tests run on: what Windows does not have is not used, or does without it."""

from __future__ import annotations

import ast
import io
import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tabletop_kernel import simulate
from tabletop_kernel.cli import commands
from tabletop_kernel.content.game_loading import load
from tabletop_kernel.content.installed_games import house_folder
from tabletop_kernel.study import workers
from widgets.errors import QuietFile, state_folder
from widgets.shared.following import Follower

ROOT = Path(__file__).parents[2]
ONLY_ON_LINUX = (("widgets", "voila", "mother.py"), ("widgets", "voila", "nursery.py"))  # others start kernels as usual
SOURCES = [path for folder in ("tabletop_kernel", "widgets") for path in sorted((ROOT / folder).rglob("*.py"))]

# Modules that Windows does not have, and names of modules that it has without them.
MODULES = {"fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
NAMES = {
    "os": "fork forkpty getuid geteuid getgid getegid getpgid getpgrp setsid setuid setgid killpg nice chown lchown "
    "mkfifo mknod wait waitpid wait3 wait4 WNOHANG getloadavg sched_getaffinity sched_yield statvfs sysconf uname "
    "ttyname openpty register_at_fork O_CLOEXEC O_NONBLOCK O_NOFOLLOW O_DIRECTORY fchmod fchown pread pwrite",
    "signal": "SIGHUP SIGKILL SIGUSR1 SIGUSR2 SIGALRM SIGQUIT SIGCHLD SIGPIPE SIGSTOP SIGCONT alarm setitimer pause "
    "sigwait pthread_kill pthread_sigmask siginterrupt",
    "socket": "AF_UNIX AF_NETLINK AF_PACKET SO_REUSEPORT MSG_DONTWAIT",
    "time": "tzset clock_gettime clock_settime",
    "select": "poll epoll kqueue",
    "asyncio": "get_child_watcher",
}
ABSENT = {(module, name) for module, names in NAMES.items() for name in names.split()}
UNIX_LOOPS = {"add_reader", "add_writer", "add_signal_handler", "add_child_handler"}  # not all of Windows' loops do it


def guarded(path: list[ast.AST]) -> bool:
    """Whether a place in the code is for systems that have it: it asks first, or knows what to do without."""
    asks = [ast.unparse(node.test) for node in path if isinstance(node, ast.If)]
    caught = [ast.unparse(one.type) for node in path if isinstance(node, ast.Try) for one in node.handlers if one.type]
    first = any("hasattr" in ask or "platform" in ask for ask in asks)
    return first or any("ModuleNotFoundError" in one or "NotImplementedError" in one for one in caught)


def uses(node: ast.AST, path: list[ast.AST]) -> Iterator[tuple[int, str]]:
    """Every use of what only some systems have, outside of places that are made for them."""
    found = ""
    if isinstance(node, ast.Import):
        found = next((one.name for one in node.names if one.name in MODULES), "")
    elif isinstance(node, ast.ImportFrom):
        module = node.module or ""
        found = module if module in MODULES else next((n.name for n in node.names if (module, n.name) in ABSENT), "")
    elif isinstance(node, ast.Attribute):
        owner = node.value.id if isinstance(node.value, ast.Name) else ""
        found = node.attr if (owner, node.attr) in ABSENT or node.attr in UNIX_LOOPS else ""
    if found and not guarded(path):
        yield getattr(node, "lineno", 0), found
    for child in ast.iter_child_nodes(node):
        yield from uses(child, [*path, node])


def encodings(tree: ast.AST) -> Iterator[int]:
    """Lines that read or write text in whatever encoding the system happens to have."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        words = {one.arg for one in node.keywords}
        modes = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        text = name in ("read_text", "write_text") or (name == "open" and any(m in ("r", "w", "a", "x") for m in modes))
        if text and "encoding" not in words:
            yield node.lineno


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import os\nos.fork()", ["fork"]),
        ("import fcntl", ["fcntl"]),
        ("def f():\n    from signal import SIGHUP", ["SIGHUP"]),
        ("loop.add_reader(3, f)", ["add_reader"]),
        ("try:\n    import resource\nexcept ModuleNotFoundError:\n    pass", []),
        ("if hasattr(signal, 'SIGHUP'):\n    signal.signal(signal.SIGHUP, f)", []),
        ("os.path.join('a', 'b')", []),
    ],
)
def test_the_search_finds_what_it_is_for(code: str, found: list[str]) -> None:
    assert [name for _, name in uses(ast.parse(code), [])] == found


def test_nothing_is_used_that_windows_does_not_have() -> None:
    owned = [rf"{module}\.(?:{names.replace(' ', '|')})|from {module}" for module, names in NAMES.items()]
    others = (*MODULES, *UNIX_LOOPS, *(rf"{name}\(" for name in ("read_text", "write_text", "open")))
    worth_a_look = re.compile(rf"\b(?:{'|'.join([*owned, *sorted(others)])})")
    for path in SOURCES:
        if path.parts[-3:] in ONLY_ON_LINUX:
            continue
        source = path.read_text(encoding="utf-8")
        if worth_a_look.search(source):
            tree = ast.parse(source)
            assert not list(uses(tree, [])), path
            assert not list(encodings(tree)), path


HIDDEN = """
import os, random, signal, sys, concurrent.futures.process, multiprocessing
for name in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"):
    sys.modules[name] = None
for name in ("SIGHUP", "SIGUSR1", "SIGUSR2", "SIGALRM"):
    delattr(signal, name)
for name in ("fork", "getuid", "geteuid", "getpgid", "nice"):
    delattr(os, name)
"""
RUN = """
from tabletop_kernel.cli import commands
from tabletop_kernel.content.installed_games import games
for game in games():
    assert commands.main(["rules", game, "end"]) in (0, 2)
sys.exit(commands.main(["simulate", "royal_ascension", "--games", "3", "--seats", "3", "--bots", "random"]))
"""


def test_the_kernel_runs_where_nothing_of_posix_is() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "cp1252"}
    done = subprocess.run([sys.executable, "-c", HIDDEN + RUN], capture_output=True, env=environment, cwd=ROOT)
    assert done.returncode == 0, done.stderr.decode("cp1252")[-2000:]
    assert b"wins by seat" in done.stdout


def test_signs_that_a_terminal_does_not_know_are_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="cp437"))
    commands._replace_what_cannot_be_printed()
    print("«−» ★ ♥")
    sys.stdout.flush()
    assert raw.getvalue().startswith(b"\xae?\xaf")


def test_a_game_is_handed_to_processes_that_begin_with_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows starts each worker anew, and sends it the game."""
    import multiprocessing

    here = multiprocessing.get_start_method()
    multiprocessing.set_start_method("spawn", force=True)
    try:
        few = {"games": 40, "seats": 3, "bots": ["random"]}
        assert str(simulate("royal_ascension", workers=2, **few)) == str(simulate("royal_ascension", **few))  # type: ignore[arg-type]
    finally:
        multiprocessing.set_start_method(here, force=True)


def test_no_more_processes_than_windows_can_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    class Pool:
        _processes: dict[int, Any] = {}

        def __init__(self, workers: int, **_: Any) -> None:
            asked.append(workers)

        def shutdown(self, **_: Any) -> None: ...

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Pool)
    monkeypatch.setattr(workers, "MOST_PROCESSES", 61)
    assert list(workers._play_in_processes([], [], 100)) == [] and asked == [61]


def test_a_log_that_cannot_be_moved_grows_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows renames no file that another process has open."""
    handler = QuietFile(tmp_path / "log", maxBytes=200, backupCount=1, encoding="utf-8", delay=True)
    logger = logging.Logger("windows")
    logger.addHandler(handler)

    def refuse(*_: Any) -> None:
        raise PermissionError(13, "used by another process")

    monkeypatch.setattr(os, "rename", refuse)
    for number in range(20):
        logger.error("line %s of a log", number)
    handler.close()
    assert (tmp_path / "log").read_text(encoding="utf-8").splitlines() == [f"line {n} of a log" for n in range(20)]


class Bell:
    number = 0

    def fileno(self) -> int:
        return 7


def test_a_loop_that_waits_for_no_sockets_looks_now_and_then() -> None:
    """Windows' usual event loop has no `add_reader`."""

    class Loop:
        asked = 0

        def add_reader(self, *_: Any) -> None:
            self.asked += 1
            raise NotImplementedError

        def remove_reader(self, *_: Any) -> None:
            raise AssertionError("it never waited")

    follower: Any = Follower.__new__(Follower)
    follower._loop, follower._bell, follower._waits = Loop(), Bell(), -1
    follower._wait_for_bell()
    follower._wait_for_bell()
    assert follower._loop.asked == 2


def test_the_state_folder_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLETOP_STATE", raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "somewhere")
    assert state_folder() == Path("somewhere", "tabletop")


def test_line_ends_do_not_change_a_pack(tmp_path: Path) -> None:
    """Git writes files with other line ends on Windows: tables must be found again all the same."""
    for file in house_folder("the_north").glob("*.toml"):
        (tmp_path / file.name).write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert load("the_north", tmp_path).edition.digest == load("the_north").edition.digest

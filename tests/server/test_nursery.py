"""Kernels that begin as copies of one process."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import psutil
import pytest
from running import Running, played, wait_until

from widgets.voila.nursery import MOTHER, _can_copy

pytestmark = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="kernels are copied on Linux only")
CELL = """
import os, random, sys, subprocess
from tabletop_kernel import Session, load
table = Session(load("royal_ascension"))
ended = subprocess.run(["false"]).returncode
print("told", random.getrandbits(60), table.seed, os.getppid(), "" in sys.path, ended, ".")
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with played(tmp_path_factory.mktemp("nursery"), "--no-browser", told=CELL) as running:
        yield running


def told(server: Running) -> list[str]:
    """What the cell of a new page says: a random number, the seed of a table, its parent, two more."""
    with urlopen(f"{server.address}voila/render/told.ipynb", timeout=60) as answer:
        found = re.search(r"told ([^.]+) \.", answer.read().decode())
    assert found
    return found[1].split()


def mother(server: Running) -> psutil.Process:
    (found,) = (one for one in psutil.Process(server.process.pid).children() if MOTHER in one.cmdline())
    return found


def test_copies_share_a_parent_and_no_luck(server: Running) -> None:
    first, second, third = (told(server) for _ in range(3))
    assert first[2] == second[2] == third[2] == str(mother(server).pid)
    assert len({first[0], second[0], third[0]}) == 3
    assert len({first[1], second[1], third[1]}) == 3
    assert first[3:] == ["True", "1"], "a kernel imports from its notebook's folder, and learns how its children end"


def test_who_has_ended_has_a_successor(server: Running) -> None:
    told(server)
    before = mother(server)
    copies = before.children()
    before.kill()
    assert copies and wait_until(lambda: not any(one.is_running() for one in copies), 30), "kernels end with her"
    assert told(server)
    assert mother(server).pid != before.pid
    assert "Traceback" not in server.logged()


def test_nothing_stays_when_the_server_is_killed(tmp_path: Path) -> None:
    with played(tmp_path, "--no-browser", told=CELL) as running:
        told(running)
        family = psutil.Process(running.process.pid).children(recursive=True)
        assert len(family) >= 2
        running.process.send_signal(signal.SIGKILL)
        running.process.wait(20)
        assert wait_until(lambda: not any(one.is_running() for one in family), 30)


@pytest.mark.parametrize(
    "command",
    [["/usr/bin/python3", "-m", "ipykernel_launcher"], [sys.executable, "-m", "another_kernel"], ["R", "--slave"]],
)
def test_another_kind_of_kernel_is_started_by_itself(command: list[str]) -> None:
    assert not _can_copy(command)

"""Kernels that begin as copies of one process."""

from __future__ import annotations

import os
import re
import signal
import sys
from pathlib import Path
from urllib.request import urlopen

import psutil
import pytest
from running import SPECIAL, Running, played, wait_until

from widgets.voila.kernels import lives
from widgets.voila.nursery import _can_copy

pytestmark = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="kernels are copied on Linux only")


def told(server: Running) -> list[str]:
    """What the cell of a new page says: a random number, the seed of a table, its parent, three more."""
    with urlopen(f"{server.address}voila/render/told.ipynb", timeout=60) as answer:
        found = re.search(r"told ([^.]+) \.", answer.read().decode())
    assert found
    return found[1].split()


def test_copies_share_a_parent_and_no_luck(server: Running) -> None:
    first, second, third = (told(server) for _ in range(3))
    assert first[2] == second[2] == third[2] == str(server.mother().pid)
    assert len({first[0], second[0], third[0]}) == 3
    assert len({first[1], second[1], third[1]}) == 3
    assert first[3:5] == ["True", "1"], "a kernel imports from its notebook's folder, and learns how its children end"
    assert first[5:] == ["False"], "no page loads a debugger"


def test_kernels_end_with_their_mother_and_all_with_the_server(tmp_path: Path) -> None:
    with played(tmp_path, "--no-browser", told=SPECIAL["told"]) as server:
        told(server)
        before = server.mother()
        copies = before.children()
        before.kill()
        assert copies and wait_until(lambda: not any(map(lives, copies)), 30), "kernels end with her"

        assert told(server), "who has ended has a successor"
        assert server.mother().pid != before.pid
        assert "Traceback" not in server.logged()

        family = psutil.Process(server.process.pid).children(recursive=True)
        assert len(family) >= 2
        server.process.send_signal(signal.SIGKILL)
        server.process.wait(20)
        assert wait_until(lambda: not any(map(lives, family)), 30), "nothing stays when the server is killed"


@pytest.mark.parametrize(
    "command",
    [["/usr/bin/python3", "-m", "ipykernel_launcher"], [sys.executable, "-m", "another_kernel"], ["R", "--slave"]],
)
def test_another_kind_of_kernel_is_started_by_itself(command: list[str]) -> None:
    assert not _can_copy(command)

"""A disk that is full under the log alone costs the log; kernels that can't start cost no page its sentence."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from lines import Line, get, message
from running import Running, played, wait_until

from widgets.voila import nursery
from widgets.voila.kernels import NO_START

TALKING = """
import os, sys
print("said" * 10_000, file=sys.__stdout__, flush=True)
print("said" * 10_000, file=sys.__stderr__, flush=True)
os.write(2, b"said by hand")
"the page goes on"
"""
FULL = Path("/dev/full")  # every write to it fails as on a full disk
# Python looks for this in the folders of PYTHONPATH before anything else: no kernel that finds it lives.
DEADLY = """
import os, sys
if "ipykernel_launcher" in " ".join(sys.orig_argv) or "widgets.voila.mother" in sys.orig_argv:
    if os.path.exists({mark!r}):
        os._exit(1)
"""


@pytest.mark.skipif(not FULL.exists(), reason="the system has no /dev/full")
def test_a_full_disk_under_the_log_costs_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Running, "log_path", str(FULL))
    with played(tmp_path, "--no-browser", talking=TALKING) as server:
        for _ in range(2):  # one in the spare kernel, one in another
            status, html = get(f"{server.address}voila/render/talking.ipynb")
            assert status == 200 and "the page goes on" in html
        line = Line(server.address)
        line.send(message("kernel_info_request"))
        assert line.until("kernel_info_reply")
        line.socket.close()


def test_what_kernels_say_goes_to_the_log_which_only_its_owner_can_read(tmp_path: Path) -> None:
    with played(tmp_path, "--no-browser", talking=TALKING) as server:
        get(f"{server.address}voila/render/talking.ipynb")
        assert wait_until(lambda: "said by hand" in server.logged() and "saidsaid" in server.logged(), 60)
        if sys.platform != "win32":
            assert server.log.stat().st_mode & 0o077 == 0


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As long as there is such a file, no kernel comes to life."""
    there = tmp_path / "no_kernels"
    folder = tmp_path / "first"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(DEADLY.format(mark=str(there)))
    monkeypatch.setenv("PYTHONPATH", f"{folder}:{Path(__file__).parents[2]}")
    return there


def kill_mother(server: Running) -> None:
    for one in psutil.Process(server.process.pid).children():
        with suppress(psutil.Error):
            if nursery.MOTHER in one.cmdline():
                one.kill()


def test_a_page_that_cannot_start_says_so_and_later_ones_are_fine(tmp_path: Path, mark: Path) -> None:
    mark.touch()
    with played(tmp_path, "--no-browser") as server:
        assert wait_until(lambda: "did not start" in server.logged(), 60)
        status, html = get(f"{server.address}voila/render/index.ipynb")
        assert status == 503 and NO_START.replace("'", "&#39;") in html
        mark.unlink()
        assert wait_until(lambda: "model_id" in get(f"{server.address}voila/render/index.ipynb")[1], 60)


def test_a_page_whose_kernel_is_lost_while_it_is_made_says_so(tmp_path: Path, mark: Path) -> None:
    with played(tmp_path, "--no-browser") as server:
        assert get(f"{server.address}voila/render/index.ipynb")[0] == 200  # the spare kernel is used up
        mark.touch()
        kill_mother(server)
        status, html = get(f"{server.address}voila/render/index.ipynb")
        assert status in (200, 503) and (NO_START in html or NO_START.replace("'", "&#39;") in html)

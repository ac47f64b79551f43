"""Kernels that can't start, or are lost, cost no page its sentence; what kernels say goes to the log."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from lines import get
from running import Running, played, wait_until

from widgets.voila.kernels import NO_START, lives

# Python looks for this in the folders of PYTHONPATH before anything else: no kernel that finds it lives.
DEADLY = """
import os, sys
if "ipykernel_launcher" in " ".join(sys.orig_argv) or "widgets.voila.mother" in sys.orig_argv:
    if os.path.exists({mark!r}):
        os._exit(1)
"""


def test_what_kernels_say_goes_to_the_log_which_only_its_owner_can_read(server: Running) -> None:
    get(f"{server.address}voila/render/talking.ipynb")
    assert wait_until(lambda: "said by hand" in server.logged() and "saidsaid" in server.logged(), 60)
    if sys.platform != "win32":
        assert server.log.stat().st_mode & 0o077 == 0


def test_a_page_whose_kernel_does_not_come_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "no_kernels"  # as long as there is such a file, no kernel comes to life
    folder = tmp_path / "first"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(DEADLY.format(mark=str(mark)))
    monkeypatch.setenv("PYTHONPATH", f"{folder}:{Path(__file__).parents[2]}")
    mark.touch()
    with played(tmp_path, "--no-browser") as server:
        page = f"{server.address}voila/render/index.ipynb"
        assert wait_until(lambda: "did not start" in server.logged(), 60)
        status, html = get(page)
        assert status == 503 and NO_START.replace("'", "&#39;") in html, "nothing has begun yet"
        mark.unlink()
        assert wait_until(lambda: "model_id" in get(page)[1], 60), "later ones are fine"

        mark.touch()
        mother = server.mother()
        mother.kill()  # and with her the spare kernel, if there is one
        assert wait_until(lambda: not lives(mother), 30)
        status, html = get(page)
        assert status in (200, 503) and (NO_START in html or NO_START.replace("'", "&#39;") in html)

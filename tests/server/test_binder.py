"""Binder: its files fit the project, its Dockerfile can be written, and the pages work inside a Jupyter server."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page
from running import Running, wait_until, write_notebooks
from write_lock import BINDER, LOCK, binder_text, locked

from widgets.voila import code_files

ROOT = Path(__file__).parents[2]


def test_binder_has_the_versions_of_the_lock() -> None:
    assert BINDER.read_text(encoding="utf-8") == binder_text()
    assert all("==" in line and "/" not in line and "@" not in line for line in locked().values())
    assert "://" not in LOCK.read_text(encoding="utf-8") + BINDER.read_text(encoding="utf-8")


def test_repo2docker_understands_the_repository() -> None:
    assert os.access(ROOT / "binder" / "postBuild", os.X_OK)
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", str(ROOT)]
    dry = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert dry.returncode == 0, dry.stderr
    dockerfile = dry.stdout + dry.stderr
    assert 'pip install --no-cache-dir -r "binder/requirements.txt"' in dockerfile
    assert "RUN ./binder/postBuild" in dockerfile
    assert "python=3.11" in dockerfile


def test_the_pages_in_a_jupyter_server(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    write_notebooks(tmp_path / "notebooks")
    command = [sys.executable, "-m", "jupyter", "server", "--no-browser", "--allow-root", "--port=0"]
    settings = ["--ServerApp.base_url=/user/x/", "--IdentityProvider.token=secret", f"--ServerApp.root_dir={tmp_path}"]
    config = f"--config={ROOT / 'binder' / 'jupyter_server_config.py'}"
    server = Running([*command, *settings, config], tmp_path, mark=r"http://(localhost|127\.0\.0\.1):\d+/user/x/")
    try:
        page = open_page(f"{server.address}voila/render/notebooks/index.ipynb?token=secret")
        assert page.title() == "A page · Tabletop Notebooks"
        assert "secret" not in page.url, "whoever copies the address would give away the right to run code"
        for file in code_files.addresses("/user/x/").values():
            assert page.evaluate(f"fetch('{file}').then((answer) => answer.status)") == 200
        page.reload()
        page.get_by_role("button", name="Count 0").click()
        page.get_by_role("button", name="Count 1").wait_for(timeout=60_000)
        assert page.strangers == []  # type: ignore[attr-defined]
        assert wait_until(lambda: len(server.kernels()) == 1, 60), "a page that is reloaded leaves its kernel"
        page.goto("about:blank")
        assert wait_until(lambda: not server.kernels(), 60), "the closed page's farewell was refused"
    finally:
        server.stop()

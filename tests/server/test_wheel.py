"""The wheel: whoever has installed it, and nothing else of the project, plays from any folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from lines import get
from running import Running

from widgets import notebooks

ROOT = Path(__file__).parents[2]
SOURCES = ("pyproject.toml", "README.md", "LICENSE", "tabletop_kernel", "widgets", "notebooks")
# What Windows does not have must not be needed on the way to a page (psutil has a part of its own for each system).
AS_ON_WINDOWS = "import psutil, signal, sys; sys.modules['resource'] = None; del signal.SIGHUP; "
BUILD = "import setuptools.build_meta as build; print(build.build_wheel('dist'))"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy of the project, without the network; what it holds lies in a folder as if installed."""
    source, installed = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, source)
    built = subprocess.run([sys.executable, "-c", BUILD], cwd=source, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr[-2000:]
    (file,) = (source / "dist").glob("tabletop_notebooks-*.whl")
    zipfile.ZipFile(file).extractall(installed)
    assert not (source / "widgets" / "shipped").exists(), "the notebooks lie in the checkout once"
    return installed


def files_in(folder: Path) -> set[str]:
    """What git would know of; names with / on every system."""
    left_out = {"__pycache__", "pictures", ".ipynb_checkpoints", "shipped"}
    found = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    return {path.as_posix() for path in found if not left_out & set(path.parts)}


def test_the_wheel_has_all_that_the_checkout_has(wheel: Path) -> None:
    assert files_in(wheel / "widgets" / "shipped") == files_in(ROOT / "notebooks")
    for package in ("tabletop_kernel", "widgets"):
        missing = files_in(ROOT / package) - files_in(wheel / package)
        assert not {name for name in missing if not name.endswith((".md", ".d.ts"))}
    tops = {path.name for path in wheel.iterdir() if not path.name.endswith(".dist-info")}
    assert tops == {"tabletop_kernel", "widgets"}, "no other name is taken in somebody's site-packages"


def test_tabletop_play_works_in_an_empty_folder(wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(wheel))
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path / "state"))
    start = f"{AS_ON_WINDOWS}from tabletop_kernel.cli import main; sys.exit(main())"
    empty = tmp_path / "empty"
    empty.mkdir()
    server = Running([sys.executable, "-c", start, "play", "--no-browser"], empty)
    try:
        status, html = get(f"{server.address}voila/render/royal_ascension.ipynb")
        assert status == 200 and "<title>The Royal Ascension · Tabletop Notebooks</title>" in html, html[:500]
        assert 'class="waits"' in html, "its tables are set"
        assert "<pre><code>from tabletop_kernel import" in html, "what is there to be read and run is code on the page"
        used = os.readlink(f"/proc/{server.kernels()[0]}/cwd") if Path("/proc/self/cwd").exists() else str(wheel)
        assert Path(used).is_relative_to(wheel), "the page is the installed one, and not the checkout's"
    finally:
        server.stop()


def test_a_folder_of_ones_own_comes_before_those_that_are_shipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("shipped", "checkout"):
        (tmp_path / name).mkdir()
        monkeypatch.setattr(notebooks, name.upper(), tmp_path / name)
        (tmp_path / name / "index.ipynb").write_text("{}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert notebooks.find_notebooks().folder == tmp_path / "shipped"
    (tmp_path / "notebooks").mkdir()
    assert notebooks.find_notebooks().folder == tmp_path / "shipped", "an empty one is none"
    (tmp_path / "notebooks" / "mine.ipynb").write_text("{}", encoding="utf-8")
    assert notebooks.find_notebooks().folder == tmp_path / "notebooks"

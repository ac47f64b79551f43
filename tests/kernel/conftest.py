"""The tests of this folder share `strangers.py`, and ways to let several processes play."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(params=["fork", "forkserver", "spawn"])
def start_method(request: pytest.FixtureRequest) -> Iterator[str]:
    """Every way to start a process that some system has."""
    if request.param not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system starts no process by {request.param}")
    before = multiprocessing.get_start_method()
    multiprocessing.set_start_method(request.param, force=True)
    yield request.param
    multiprocessing.set_start_method(before, force=True)


@pytest.fixture
def little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games for each worker, so that four of them are enough to need two."""
    monkeypatch.setattr(import_module("tabletop_kernel.study.simulate"), "GAMES_PER_CHUNK", 2)

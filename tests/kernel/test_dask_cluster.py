"""More than one machine: a real Dask cluster of two worker processes plays the same games."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tabletop_kernel import SetupError, simulate
from tabletop_kernel.cli import main
from tabletop_kernel.study import dask_cluster as clusters

HOW: dict[str, Any] = {"games": 200, "seats": 3, "bots": ["random"], "seed": 5}
GAME = "royal_ascension"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with clusters.ignore_interrupts():
        started = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    yield started
    started.close()


def test_a_cluster_makes_the_same_report_even_if_a_worker_is_killed(cluster: Any) -> None:
    killed: list[int] = []

    def kill_one(done: int, games: int) -> None:
        if not killed:
            killed.append(next(iter(cluster.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)

    there = simulate(GAME, **HOW, cluster=cluster.scheduler_address, progress=kill_one)
    assert killed and there == simulate(GAME, **HOW)


def test_the_command_asks_a_cluster(cluster: Any, capsys: pytest.CaptureFixture[str]) -> None:
    words = f"simulate {GAME} --games 40 --seats 3 --bots random --flip ruling.used-cards=discarded"
    assert main([*words.split(), "--cluster", cluster.scheduler_address]) == 0
    there = capsys.readouterr().out
    assert main([*words.split(), "--workers", "1"]) == 0
    assert capsys.readouterr().out == there and "kept -> discarded" in there


def test_a_worker_with_another_kernel_is_noticed() -> None:
    with pytest.raises(SetupError, match=r"This worker has version .* needs version 0\.0\."):
        clusters.unpack_plans([], "0.0.")


def test_no_scheduler_and_no_dask_are_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(SetupError, match="We found no Dask scheduler at nonsense://x"):
        simulate(GAME, **HOW, cluster="nonsense://x")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SetupError, match=r"tabletop-notebooks\[cluster\]"):
        simulate(GAME, **HOW, cluster="local")

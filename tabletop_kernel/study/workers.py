"""Play many games in this process, in several, or on a cluster; the chunks come back in order."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tabletop_kernel.study import running_totals
from tabletop_kernel.study.playing import Chunk, Plan, play_chunk
from tabletop_kernel.study.progress import Progress
from tabletop_kernel.study.task_order import TASKS_PER_WORKER, Parts, Task, pack_plan, results_in_order

MOST_PROCESSES = 61 if sys.platform == "win32" else 1000  # Windows can't wait for more at once


@dataclass(frozen=True, slots=True)
class Run:
    """A run: the number of games, the workers, and where progress and single games go."""

    games: int = 1000
    workers: int = 1
    cluster: str | None = None
    progress: bool | Progress | None = None
    games_out: str | Path | None = None
    names: Sequence[str] = ()  # the sides of a comparison, for the file of single games


def play_in_chunks(plans: Sequence[Plan], run: Run, size: int, singles: bool = False) -> Parts:
    """Play all games and yield chunks of this size, in the order of the games.

    `singles` asks for the single games of every chunk. Raise SetupError if the game can't be sent to other processes,
    or if the cluster fails.
    """
    wants_singles = singles or run.games_out is not None
    chunks = range(0, run.games, size)
    games_kept = (
        run.games if wants_singles else running_totals.MOST_RECORDS
    )  # sums are enough for the games after these
    tasks = ((range(first, min(first + size, run.games)), first < games_kept) for first in chunks)
    if run.cluster is not None:
        from tabletop_kernel.study.dask_cluster import on_cluster

        return on_cluster(plans, tasks, run.cluster, run.workers)
    if run.workers == 1 or len(chunks) == 1:
        return _play_here(plans, tasks)
    return _play_in_processes(plans, tasks, min(run.workers, len(chunks)))


def _play_here(plans: Sequence[Plan], tasks: Iterable[Task]) -> Parts:
    """Play the chunks in this process."""
    for numbers, keep in tasks:
        yield play_chunk(plans, numbers, keep)


def _play_in_processes(plans: Sequence[Plan], tasks: Iterable[Task], workers: int) -> Parts:
    """Play the chunks in several processes, and end those at once if the run is stopped."""
    from concurrent.futures import ProcessPoolExecutor

    for plan in plans:
        _check_can_be_sent(plan)
    pool = ProcessPoolExecutor(min(workers, MOST_PROCESSES), initializer=_start_worker, initargs=(plans,))
    done = False
    try:
        yield from results_in_order(lambda task: pool.submit(_play_task, task), tasks, workers * TASKS_PER_WORKER)
        done = True
    finally:
        if not done:  # a stopped run doesn't wait for games that aren't wanted
            for process in list((pool._processes or {}).values()):
                process.terminate()
        pool.shutdown(cancel_futures=True)


def _check_can_be_sent(plan: Plan) -> None:
    """Raise SetupError if a plan can't be sent to processes that don't inherit it by a fork."""
    import multiprocessing

    if multiprocessing.get_start_method() != "fork":
        pack_plan(plan)


_plans_here: list[Plan] = []  # this worker process's plans


def _start_worker(plans: Sequence[Plan]) -> None:
    """Start a worker process with the plans; only the process that started it listens to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _plans_here[:] = plans


def _play_task(task: Task) -> Chunk:
    """Play one chunk in a worker process."""
    return play_chunk(_plans_here, *task)

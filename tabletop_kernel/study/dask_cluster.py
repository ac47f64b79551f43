"""Play chunks on several machines, the workers of a Dask cluster.

A chunk depends only on its plan and its numbers. If a worker dies, the scheduler gives its chunks to another one. Even
unpacking the plans is a task that can be repeated, so nothing is lost and the report is the same.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Lock
from typing import TYPE_CHECKING

from tabletop_kernel.contract.errors import SetupError, printed
from tabletop_kernel.contract.version import VERSION
from tabletop_kernel.study.interrupts import ignore_interrupts
from tabletop_kernel.study.playing import Chunk, Plan, play_chunk
from tabletop_kernel.study.task_order import TASKS_PER_WORKER, Parts, Task, pack_plan, results_in_order

if TYPE_CHECKING:
    from distributed import Client, Future, LocalCluster

START_HERE = "local"  # in place of an address: start a cluster here, for this run only
SECONDS_TO_CONNECT = 10  # seconds to find a scheduler, and to close one that was started here
SECONDS_TO_CLOSE = 1  # seconds to close a client
DASK_MISSING = 'A cluster needs Dask: pip install "tabletop-notebooks[cluster]".'

_one_at_a_time = Lock()  # a worker may have several threads, but two games at a time aren't faster


def on_cluster(plans: Sequence[Plan], tasks: Iterable[Task], address: str, workers: int) -> Parts:
    """Have the workers of a cluster play all games; yield the chunks in the order of the games.

    Raise SetupError if Dask is missing, the scheduler doesn't answer, or the workers lack a package or this version.
    """
    sent = [pack_plan(plan) for plan in plans]
    with _client(address, workers) as client:
        plans_there = client.submit(unpack_plans, sent, VERSION, pure=False)
        threads = sum(client.nthreads().values())
        handed_out: list[Future] = []

        def submit(task: Task) -> Future:
            numbers, keep = task
            handed_out[:] = [future for future in handed_out if not future.done()]
            handed_out.append(client.submit(play_chunk_at_worker, plans_there, numbers, keep, pure=False))
            return handed_out[-1]

        try:
            yield from _name_missing_package(
                results_in_order(submit, tasks, max(1, threads) * TASKS_PER_WORKER), address
            )
        finally:
            client.cancel([plans_there, *handed_out], force=True)


def unpack_plans(sent: Sequence[bytes], version: str) -> list[Plan]:
    """Unpack the plans at a worker, once for all its chunks; raise SetupError if it has another version."""
    import pickle

    if version != VERSION:
        raise SetupError(f"This worker has version {VERSION} of the kernel, but the run needs version {version}.")
    return [pickle.loads(one) for one in sent]


def play_chunk_at_worker(plans: Sequence[Plan], numbers: range, keep: bool) -> Chunk:
    """Play one chunk at a worker."""
    with _one_at_a_time:
        return play_chunk(plans, numbers, keep)


def _name_missing_package(parts: Iterator[Chunk], address: str) -> Iterator[Chunk]:
    """Yield the chunks; raise SetupError with the name of a package that the workers don't have."""
    try:
        yield from parts
    except ModuleNotFoundError as error:
        where = printed(address, 100)
        raise SetupError(f"The workers of cluster {where} don't have {error.name}. Install it there too.") from error


@contextmanager
def _client(address: str, workers: int) -> Iterator[Client]:
    """Connect to the cluster at this address, or to one started here; raise SetupError if that fails."""
    try:
        import distributed
    except ModuleNotFoundError:
        raise SetupError(DASK_MISSING) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # else it reports each worker that comes or goes
    if address == START_HERE:
        with _start_cluster_here(workers) as cluster, _close_at_end(distributed.Client(cluster)) as client:
            yield client
        return
    try:
        client_found = distributed.Client(address, timeout=SECONDS_TO_CONNECT)
    except (OSError, ValueError, TypeError) as error:
        why = str(error).partition("\n")[0] or "it doesn't answer"
        raise SetupError(f"We found no Dask scheduler at {printed(address, 100)}: {printed(why, 200)}") from None
    with _close_at_end(client_found) as client:
        if not client.nthreads():
            raise SetupError(f"Cluster {printed(address, 100)} has no workers. Start some there first.")
        yield client


@contextmanager
def _close_at_end(client: Client) -> Iterator[Client]:
    """Close a client at the end, without waiting for long."""
    try:
        yield client
    finally:
        client.close(timeout=SECONDS_TO_CLOSE)


@contextmanager
def _start_cluster_here(workers: int) -> Iterator[LocalCluster]:
    """Start a cluster for one run, and end it at once if the run is stopped."""
    from distributed import LocalCluster

    with ignore_interrupts():
        cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
    done = False
    try:
        yield cluster
        done = True
    finally:
        if not done:
            _kill_workers(cluster)
        with suppress(TimeoutError):
            cluster.close(timeout=SECONDS_TO_CONNECT)


def _kill_workers(cluster: LocalCluster) -> None:
    """Kill the workers of a cluster that was started here, even in the middle of a game."""
    import psutil

    for nanny in list(cluster.workers.values()):
        nanny.auto_restart = False
        with suppress(psutil.Error, TypeError):  # the process has ended, or hasn't started
            psutil.Process(nanny.pid).kill()

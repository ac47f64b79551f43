"""Who plays many games: this process, several of them, or the workers of a cluster. The chunks come back in order."""

from __future__ import annotations

import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Protocol

from tabletop_kernel.contract.errors import SetupError
from tabletop_kernel.study import tally
from tabletop_kernel.study.simulate import Chunk, Plan, Progress, Run, play_chunk

LONG_RUN = 100  # games from which a progress bar is worth its line
MOST_PROCESSES = 61 if sys.platform == "win32" else 1000  # Windows cannot wait for more at the same time
AHEAD = 4  # chunks that wait for each worker, so that it never has to

Task = tuple[range, bool]  # the numbers of some games, and whether the games themselves are wanted
Parts = Generator[Chunk, None, None]


class Promise(Protocol):
    """A chunk that somebody else is playing."""

    def result(self) -> Chunk: ...


def crew(plans: Sequence[Plan], run: Run, size: int, singles: bool = False) -> Parts:
    """Have all games played: the chunks of this size, in the order of the games, with the `singles` if wanted."""
    wants_singles = singles or run.games_out is not None
    chunks = range(0, run.games, size)
    tasks = (
        (
            range(first, min(first + size, run.games)),
            wants_singles or first < tally.MOST_RECORDS,
        )  # else the sums are enough
        for first in chunks
    )
    if run.cluster is not None:
        from tabletop_kernel.study.cluster import on_cluster

        return on_cluster(plans, tasks, run.cluster, run.workers)
    if run.workers == 1 or len(chunks) == 1:
        return _here(plans, tasks)
    return _in_processes(plans, tasks, min(run.workers, len(chunks)))


def _here(plans: Sequence[Plan], tasks: Iterable[Task]) -> Parts:
    for numbers, keep in tasks:
        yield play_chunk(plans, numbers, keep)


def _in_processes(plans: Sequence[Plan], tasks: Iterable[Task], workers: int) -> Parts:
    from concurrent.futures import ProcessPoolExecutor

    for plan in plans:
        _check_handing_over(plan)
    pool = ProcessPoolExecutor(min(workers, MOST_PROCESSES), initializer=_hire, initargs=(plans,))
    done = False
    try:
        yield from in_order(lambda task: pool.submit(_work, task), tasks, workers * AHEAD)
        done = True
    finally:
        if not done:  # whoever has stopped the run does not wait for games that nobody wants any more
            for process in list((pool._processes or {}).values()):
                process.terminate()
        pool.shutdown(cancel_futures=True)


def in_order(submit: Callable[[Task], Promise], tasks: Iterable[Task], ahead: int) -> Iterator[Chunk]:
    """Hand out tasks, a few ahead of what is needed, and take the chunks in the order of the tasks."""
    waiting: deque[Promise] = deque()
    for task in tasks:
        waiting.append(submit(task))
        if len(waiting) >= ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _check_handing_over(plan: Plan) -> None:
    """A forked worker has the plan already; elsewhere it is sent, and a game of somebody else may not allow that."""
    import multiprocessing

    if multiprocessing.get_start_method() != "fork":
        packed(plan)


def packed(plan: Plan) -> bytes:
    """A plan as it is sent to another process."""
    import pickle

    try:
        return pickle.dumps(plan)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        why = f"{plan.game.title} can't run in other processes on this system"
        raise SetupError(f"{why}: {error}. Use one worker instead.") from error


_hired: list[Plan] = []  # the plans of this worker process


def _hire(plans: Sequence[Plan]) -> None:
    """A worker begins. Ctrl-C reaches it too, but only who started it knows what to do then."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _hired[:] = plans


def _work(task: Task) -> Chunk:
    return play_chunk(_hired, *task)


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Processes that are started meanwhile never hear of Ctrl-C, as workers should not."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not the main thread: no signal is ours
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Interrupts:
    """Ctrl-C ends a run, but never in the middle of adding up: what was counted is counted as a whole.

    While games are played or waited for, it comes through at once; otherwise it is remembered until the next wait.
    """

    def __init__(self) -> None:
        self.asked = False
        self._may_break = False
        self._before: Any = None

    def __enter__(self) -> Interrupts:
        try:
            self._before = signal.signal(signal.SIGINT, self._heard)
        except ValueError:  # not the main thread, where none arrives
            self._before = None
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _heard(self, number: int, frame: FrameType | None) -> None:
        self.asked = True
        if self._may_break:
            raise KeyboardInterrupt

    def stopping(self, parts: Iterator[Chunk]) -> Iterator[Chunk]:
        """The parts until somebody asks for an end; a part that was cut short is the last one."""
        while not self.asked:
            try:
                self._may_break = True
                chunk = next(parts, None)
            except KeyboardInterrupt:
                return
            finally:
                self._may_break = False
            if chunk is None:
                return
            yield chunk
            if chunk.stopped:
                return


@contextmanager
def with_progress(games: int, wanted: bool | Progress | None) -> Iterator[Callable[[int], None]]:
    """Whom to tell how many games are done: nobody, somebody who asked for it, or a bar for a run that takes time."""
    if wanted is None:
        wanted = games >= LONG_RUN and (sys.stderr.isatty() or in_a_notebook())
    if callable(wanted):
        told: Progress = wanted
        yield lambda done: told(done, games)
    elif wanted:
        from tqdm.auto import tqdm

        with tqdm(total=games, unit="games", leave=False) as bar:
            yield lambda done: bar.update(done - bar.n)
    else:
        yield lambda done: None


def in_a_notebook() -> bool:
    """Whether this process is the kernel of a notebook; nothing is imported to find out."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None) is not None

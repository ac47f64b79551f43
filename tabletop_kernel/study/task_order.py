"""Hand out work to other processes: tasks in order, and plans as bytes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Protocol

from tabletop_kernel.contract.errors import SetupError
from tabletop_kernel.study.playing import Chunk, Plan

TASKS_PER_WORKER = 4  # tasks ready for each worker, so that it never waits
Task = tuple[range, bool]  # numbers of games; True if the single games are wanted
Parts = Generator[Chunk, None, None]


class Promise(Protocol):
    """A chunk that another process is playing."""

    def result(self) -> Chunk: ...


def results_in_order(submit: Callable[[Task], Promise], tasks: Iterable[Task], ahead: int) -> Iterator[Chunk]:
    """Hand out tasks, a few ahead of need, and yield the chunks in the order of the tasks."""
    waiting: deque[Promise] = deque()
    for task in tasks:
        waiting.append(submit(task))
        if len(waiting) >= ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def pack_plan(plan: Plan) -> bytes:
    """Return a plan as bytes for another process; raise SetupError if the game can't be sent."""
    import pickle

    try:
        return pickle.dumps(plan)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        why = f"{plan.game.title} can't run in other processes on this system"
        raise SetupError(f"{why}: {error}. Use one worker instead.") from error

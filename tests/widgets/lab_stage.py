"""Those who play for the lab, in the process of the tests."""

from __future__ import annotations

import pickle

from widgets.lab import worker
from widgets.lab.worker import Job, Told


class Steps:
    """Those who play, without a process: at each look they tell one thing more."""

    def __init__(self, job: Job) -> None:
        self._told: list[Told] = []
        clock = iter(range(10**6))
        if job.again is not None:
            worker.work(job, self._tell)
        else:
            worker.play(job, self._tell, lambda: float(next(clock)))

    def _tell(self, told: Told) -> None:
        self._told.append(pickle.loads(pickle.dumps(told)))

    def hear(self) -> list[Told]:
        return [self._told.pop(0)] if self._told else []

    def end(self) -> None:
        self._told = []

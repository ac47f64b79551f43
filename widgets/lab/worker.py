"""The process that plays the games of a run, beside the kernel of the page, which goes on answering.

It gets a job on its standard input and tells on its standard output how far it has come, each time with all that was
counted so far: whoever stops it keeps what was told last. When the page's kernel ends, its input ends, and it leaves.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tabletop_kernel.study.playing import Chunk, Plan, replay_game
from tabletop_kernel.study.running_totals import Pairs, Totals
from tabletop_kernel.study.simulate import GAMES_PER_CHUNK
from tabletop_kernel.study.workers import Run, play_in_chunks

OFTEN = 0.3  # seconds from one word to the next
KINDNESS = 10  # by so much tables that somebody plays at come first
LOOK = 0.3  # seconds between two looks for a free turn


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be played. `turns` is how many runs may play on this machine at once, each with a file in `folder`."""

    plans: list[Plan]
    sides: list[str]
    games: int
    workers: int = 1
    seconds: float = 600.0
    turns: int = 1
    folder: str = ""
    again: int | None = None  # the number of one game that is wanted once more, move by move, and nothing else


@dataclass(slots=True)
class Told:
    """How far a run has come: what whole chunks add up to, what the unfinished one does, and the lines that are new."""

    state: str  # "waiting" for a turn, "going", "done", "late" when the time was up, or "failed"
    total: Chunk | None = None
    part: Chunk | None = None
    lines: bytes = b""  # single games, one line of JSON each, packed
    error: str = ""
    save: str = ""  # the table of the game that was wanted once more


@dataclass(slots=True)
class Count:
    """What was counted, in the same chunks as by `tabletop simulate`, so that both come to the same report."""

    plans: Sequence[Plan]
    total: Chunk = field(init=False)
    part: Chunk = field(init=False)

    def __post_init__(self) -> None:
        self.total, self.part = self._empty(), self._empty()

    def _empty(self) -> Chunk:
        return Chunk([Totals() for _ in self.plans], Pairs())

    def take(self, chunk: Chunk) -> None:
        """The game that comes next."""
        self.part.add(chunk)
        if self.part.games == GAMES_PER_CHUNK:
            self.total.add(self.part)
            self.part = self._empty()


def play(job: Job, tell: Callable[[Told], None], clock: Callable[[], float] = time.monotonic) -> None:
    """Play the games, and tell now and then."""
    count, lines = Count(job.plans), list[str]()
    begun = told = clock()
    state = "done"

    def said(state: str) -> Told:
        packed = zlib.compress("".join(lines).encode())
        lines.clear()
        return Told(state, count.total, count.part, packed)

    tell(said("going"))  # so it is known since when games are played
    parts = play_in_chunks(job.plans, Run(job.games, job.workers), 1, singles=True)
    with closing(parts):
        for chunk in parts:
            count.take(chunk)
            for side, (single,) in zip(job.sides, chunk.singles, strict=True):
                lines.append(json.dumps({"side": side, **single.plain()}, ensure_ascii=False) + "\n")
            now = clock()
            if now - begun > job.seconds:
                state = "late"
                break
            if now - told > OFTEN:
                told = now
                tell(said("going"))
    tell(said(state))


def work(job: Job, tell: Callable[[Told], None]) -> None:
    """One game once more, or many as soon as it is their turn."""
    if job.again is not None:
        tell(Told("done", save=replay_game(job.plans[0], job.again).save()))
        return
    with a_turn(job, lambda: tell(Told("waiting"))):
        play(job, tell)


@contextmanager
def a_turn(job: Job, waits: Callable[[], None]) -> Iterator[None]:
    """One of the turns that there are; whoever finds none waits for one. A turn ends with its process, however it does.

    Without a folder, and where files cannot be locked or not be written, nobody waits for anybody.
    """
    if not job.folder:
        yield
        return
    try:
        import fcntl

        Path(job.folder).mkdir(parents=True, exist_ok=True)
        places = [Path(job.folder, f"turn-{number}") for number in range(job.turns)]
        files = [place.open("ab") for place in places]  # open, and so locked, as long as this process lives
    except (ModuleNotFoundError, OSError):
        yield
        return
    told = False
    while True:
        for file in files:
            with suppress(BlockingIOError):
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                yield
                return
        if not told:
            waits()
            told = True
        time.sleep(LOOK)


def _leave_with_the_page(line: int) -> None:
    """Nothing more ever comes: when the line ends, so do this process and those that play for it.

    The line is read below Python's own file: whoever waits in that holds its lock, and a worker that is forked
    meanwhile waits forever to close its copy.
    """
    while os.read(line, 1):
        pass
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def main() -> None:
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else is printed must not stand between our words
    if hasattr(os, "nice"):
        os.nice(KINDNESS)

    def tell(told: Told) -> None:
        pickle.dump(told, out)
        out.flush()

    try:
        job: Job = pickle.load(sys.stdin.buffer)
        threading.Thread(target=_leave_with_the_page, args=(sys.stdin.fileno(),), daemon=True).start()
        work(job, tell)
    except Exception as error:
        tell(Told("failed", error=f"{type(error).__name__}: {error}"))


if __name__ == "__main__":
    from widgets.lab import worker

    worker.main()  # under its own name: what is told is read by others

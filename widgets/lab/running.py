"""A run of many games, as the page's kernel knows it: started, looked at now and then, stopped, and kept."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol

from tabletop_kernel.contract.errors import SetupError
from tabletop_kernel.study.playing import Chunk
from widgets.errors import note
from widgets.lab.worker import Job, Told

ENDED = ("done", "late", "failed")
SOME = 4.0  # seconds of play after which it can be said how long the rest takes
FAILED = "Something went wrong, and the run ended early. Finished games are kept. The log file has the details."
NOT_STARTED = "We couldn't start the process that plays the games ({}). Try again in a moment."


class Line(Protocol):
    """The way to those who play."""

    def hear(self) -> list[Told]:
        """What was told since the last time."""
        ...

    def end(self) -> None:
        """Nobody wants to hear more."""
        ...


class Process:
    """A process that plays; a thread takes what it tells, so that it never waits for the page."""

    def __init__(self, job: Job) -> None:
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "widgets.lab.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
                start_new_session=True,
            )
            pickle.dump(job, self._input)
            self._input.flush()  # and open as long as somebody is here
        except OSError as error:
            raise SetupError(NOT_STARTED.format(error.strerror or "unknown reason")) from None
        self._told: list[Told] = []
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    @property
    def _input(self) -> Any:
        return self._process.stdin

    def _listen(self) -> None:
        while True:
            try:
                self._told.append(pickle.load(self._process.stdout))  # type: ignore[arg-type]
            except (EOFError, pickle.UnpicklingError, OSError, ValueError):
                break
        if not self._told or self._told[-1].state not in ENDED:
            self._told.append(Told("failed", error="it ended without an answer"))

    def hear(self) -> list[Told]:
        told = self._told
        number = len(told)  # more may come meanwhile
        found = told[:number]
        del told[:number]
        return found

    def end(self) -> None:
        if self._process.returncode is None:  # nobody has waited for it: its number is still its own
            with suppress(OSError):
                if hasattr(os, "killpg"):
                    os.killpg(self._process.pid, signal.SIGKILL)  # with the workers that it has
                else:
                    self._process.kill()
            self._process.wait()
        self._thread.join()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]


class Running:
    """One run: how far it is, and what was counted so far."""

    def __init__(self, job: Job, line: Line, clock: Callable[[], float] = time.monotonic) -> None:
        self.job, self._line, self._clock = job, line, clock
        self._began: float | None = None  # to play: until then it has waited for its turn
        self._counted_at = 0.0  # when the last game was counted
        self.state = "starting"
        self.trouble = ""
        self._total: Chunk | None = None
        self._part: Chunk | None = None
        self._lines: list[bytes] = []
        self.save = ""  # of the one game that was wanted once more

    @property
    def going(self) -> bool:
        return self.state not in (*ENDED, "stopped")

    @property
    def games(self) -> int:
        """How many are counted."""
        return sum(chunk.games for chunk in (self._total, self._part) if chunk is not None)

    @property
    def seconds_played(self) -> float:
        """How long games have been played."""
        return 0.0 if self._began is None else self._clock() - self._began

    @property
    def seconds_left(self) -> float | None:
        """How long the other games will take if they go on like this; None as long as nobody can say.

        The game that is being played counts as soon as it takes longer than those before it.
        """
        if not self.games or self._began is None or self.seconds_played < SOME:
            return None
        since = self._clock() - self._counted_at
        each = max((self._counted_at - self._began) / self.games, self.seconds_played / (self.games + 1))
        return max(0.0, (self.job.games - self.games) * each - since)

    def look(self) -> None:
        """Take what was told since the last look."""
        if not self.going:
            return
        self._take(self._line.hear())
        if not self.going:
            self._line.end()

    def stop(self) -> None:
        """No more games; those that were counted stay."""
        if not self.going:
            return
        self._take(self._line.hear())
        self._line.end()
        if self.going:
            self.state = "stopped"

    def _take(self, told: Sequence[Told]) -> None:
        before = self.games
        for one in told:
            self.state = one.state
            if self._began is None and one.state == "going":
                self._began = self._clock()
            if one.total is not None:
                self._total, self._part = one.total, one.part
                self._lines.append(one.lines)
            self.save = one.save
            if one.error:
                note(f"could not play the games in this run: {one.error}")
                self.trouble = FAILED
        if self.games > before:
            self._counted_at = self._clock()

    def counted(self) -> Chunk:
        """Everything that was counted."""
        assert self._total is not None and self._part is not None
        copy: Chunk = pickle.loads(pickle.dumps(self._total))
        copy.add(self._part)
        return copy

    def lines(self) -> str:
        """The single games, one line of JSON for each."""
        return "".join(zlib.decompress(packed).decode() for packed in self._lines)

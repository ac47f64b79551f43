"""Somebody who plays in peace while others attack: how long the table takes to answer.

A process of its own: the attackers must not take the time from it that it measures. It writes a line for each answer.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "server")]

REST = 0.1  # seconds between two clicks


def play(server: str) -> None:
    from lines import Line

    line = Line(server, "royal_ascension")
    line.say({"do": "hello", "link": {}, "prefers": ""})
    line.until("comm_msg")
    while True:
        for act in ({"do": "open", "drawer": "rules"}, {"do": "close"}):
            began = time.monotonic()
            line.say(act)
            line.until("comm_msg")
            print((time.monotonic() - began) * 1000, flush=True)
            drain(line)
            time.sleep(REST)


def drain(line: object) -> None:
    """Read what else belongs to the last answer: the kernel is idle again after it."""
    line.until("status")  # type: ignore[attr-defined]


@dataclass
class Answers:
    """Answer times in milliseconds."""

    times: list[float]

    @property
    def median(self) -> float:
        return statistics.median(self.times)

    @property
    def slow(self) -> float:
        return sorted(self.times)[int(len(self.times) * 0.95)]

    def __str__(self) -> str:
        return f"{len(self.times):,} answers, median {self.median:.0f} ms, 19 of 20 within {self.slow:.0f} ms"


class Bystander:
    """One who plays; `since` gives the answers since the last time somebody asked."""

    def __init__(self, server: str, folder: Path) -> None:
        self._file = folder / "answers.txt"
        self._read = 0
        with self._file.open("w") as out:
            self._process = subprocess.Popen([sys.executable, str(HERE / "bystander.py"), server], stdout=out)

    def since(self) -> Answers:
        lines = self._file.read_text().splitlines()
        fresh, self._read = lines[self._read :], len(lines)
        return Answers([float(line) for line in fresh] or [float("inf")])

    def leave(self) -> None:
        self._process.kill()
        self._process.wait()


if __name__ == "__main__":
    play(sys.argv[1])

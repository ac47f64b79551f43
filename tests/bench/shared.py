"""Tables that several people share, each with a page and a kernel of their own: how soon the others see a move.

    python tests/bench/shared.py            # a table; exit code 1 if a budget is missed
    python tests/bench/shared.py --quick    # fewer pages and moves

Pages are lines to real kernels, without a browser: sixty browsers would measure the browsers. What is counted is the
time from sending a move until the screen arrives, at the mover's page and at the others'; painting it costs the same at
both. Idle pages and what a page's kernel takes of memory are measured on the same tables.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import psutil

HERE = Path(__file__).parent
for folder in (HERE.parent, HERE.parent / "browser", HERE.parent / "server"):
    sys.path.insert(0, str(folder))

import servers
from running import write_notebooks
from seats import SHARED, Seat

PEOPLE, TABLES, AT_TABLE = 8, 15, 4  # at a table for four, the other four look on
LATER, ALONE, IDLE, MEMORY = 60.0, 150.0, 0.3, 50.0  # ms beyond one's own page, ms with 60 pages, % of a core, MB


class SharedTable:
    """People at one table."""

    def __init__(self, server: servers.Server, people: int) -> None:
        host = Seat(server.url).sits(0)
        host.say("invite")
        share = host.until(lambda screen: screen.get("drawer", {}).get("share"))["drawer"]["share"]
        link = share["link"].partition("#play=")[2]
        self.seats = [
            host,
            *(Seat(server.url).sits(chair if chair < AT_TABLE else None, link) for chair in range(1, people)),
        ]

    def move(self) -> tuple[float, list[float]] | None:
        """One move of whoever may: milliseconds until it is on the mover's screen, and on each of the others'."""
        mover = next((seat for seat in self.seats if seat.moves), None)
        if mover is None:
            for seat in self.seats:
                if seat.screen.get("next"):
                    seat.say("go-on")
            time.sleep(0.2)
            return None
        length, at = mover.screen["time"]["length"], mover.screen["at"]
        began = time.perf_counter()
        mover.say("move", move=mover.moves[0])
        mover.until(lambda screen: screen["at"] > at and (screen["time"]["length"] > length or screen["why"]))
        if mover.screen["why"]:  # somebody else was faster
            return None
        own = self._seen(mover, length) - began
        return own * 1000, [(self._seen(seat, length) - began) * 1000 for seat in self.seats if seat is not mover]

    @staticmethod
    def _seen(seat: Seat, length: int) -> float:
        with seat.news:
            if not seat.news.wait_for(lambda: any(one > length for one in seat.arrived), 30):
                raise TimeoutError(f"{seat.screen.get('why')}")
            return min(at for one, at in seat.arrived.items() if one > length)


def p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1] if len(values) > 1 else values[0]


def kernels(server: servers.Server) -> list[psutil.Process]:
    return [
        one for one in psutil.Process(server.pid).children(recursive=True) if "ipykernel" in " ".join(one.cmdline())
    ]


def idle_share(server: servers.Server, seconds: float) -> float:
    """How much of a core one page takes while nobody does anything, in percent."""
    pages = kernels(server)

    def used() -> float:
        return sum(sum(page.cpu_times()[:2]) for page in pages)

    before = used()
    time.sleep(seconds)
    return 100 * (used() - before) / seconds / len(pages)


def eight_at_a_table(server: servers.Server, moves: int) -> list[tuple[str, float, float, str]]:
    table = SharedTable(server, PEOPLE)
    own, beyond = [], []
    while len(own) < moves:
        found = table.move()
        if found:
            own.append(found[0])
            beyond += [other - found[0] for other in found[1]]
        time.sleep(0.1)
    idle = idle_share(server, 20)
    return [
        ("move to own screen", median(own), p95(own), ""),
        (f"beyond it at the others' ({PEOPLE} people)", median(beyond), p95(beyond), f"<= {LATER:g}"),
        ("an idle page, % of a core", idle, idle, f"<= {IDLE:g}"),
    ]


def many_tables(server: servers.Server, tables: int, seconds: int) -> list[tuple[str, float, float, str]]:
    with ThreadPoolExecutor(2) as doing:
        all_tables = list(doing.map(lambda _: SharedTable(server, AT_TABLE), range(tables)))
    times: list[float] = []

    def play(table: SharedTable) -> None:
        for _ in range(seconds):
            began = time.perf_counter()
            if found := table.move():
                times.extend([found[0], *found[1]])
            time.sleep(max(0.0, 1 - (time.perf_counter() - began)))

    with ThreadPoolExecutor(tables) as doing:
        list(doing.map(play, all_tables))
    memory = median(page.memory_full_info().pss for page in kernels(server)) / 2**20
    return [
        (f"a move at {tables} tables of {AT_TABLE}", median(times), p95(times), f"<= {ALONE:g}"),
        ("memory of a page's kernel, MB", memory, memory, f"<= {MEMORY:g}"),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    rows: list[tuple[str, float, float, str]] = []
    with TemporaryDirectory() as folder:
        notebooks = write_notebooks(Path(folder) / "notebooks", shared=SHARED)
        with servers.voila(Path(folder) / "one", notebooks) as server:
            rows += eight_at_a_table(server, 20 if quick else 60)
        with servers.voila(Path(folder) / "many", notebooks) as server:
            rows += many_tables(server, 4 if quick else TABLES, 10 if quick else 30)
    return report(rows)


def report(rows: list[tuple[str, float, float, str]]) -> int:
    missed = 0
    print(f"{'':46} {'median':>8} {'p95':>8}  budget (p95)")
    for text, middle, most, budget in rows:
        over = bool(budget) and most > float(budget.split()[-1])
        missed += over
        print(f"{text:46} {middle:8.1f} {most:8.1f}  {budget}{'  MISSED' if over else ''}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

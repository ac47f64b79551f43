"""Tables that several people share, each with a page and a kernel of their own: how soon the others see a move, how
soon a teacher sees what a pupil does, and what pages cost that wait.

    python tests/bench/shared.py                    # a table of figures; exit code 1 if a goal is missed
    python tests/bench/shared.py --quick            # fewer pages and moves
    python tests/bench/shared.py --only class       # one part: table, tables or class

Nearly all pages are lines to real kernels without a browser: sixty browsers would measure the browsers. For them a move
counts as shown when its screen arrives. Two people at one of the tables sit in front of real browsers, where a move
counts as shown when it is painted.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
for folder in (HERE, HERE.parent, HERE.parent / "browser", HERE.parent / "server"):
    sys.path.insert(0, str(folder))

import chromium
import servers
from crowd import BareSeat, Line, SharedTable, Shown, bare_table, figures, idle, invitation, kernels, memory, used
from playwright.sync_api import Browser, sync_playwright
from pupils import NOTEBOOKS, SchoolClass
from running import write_notebooks
from seats import SHARED
from servers import Server
from tables import new_context
from watching import BrowserSeat

PEOPLE, TABLES, AT_TABLE, PUPILS = 8, 15, 4, 30  # at a table for four, the other four look on
LATER, IN_A_CROWD = 60.0, 150.0  # milliseconds beyond one's own page: at one table, and with 60 pages
TEACHER = 1.0  # seconds
IDLE, MEMORY = 0.3, 50.0  # % of a core, MB
REST = 0.1  # seconds between two moves at a single table


def one_table(server: Server, quick: bool) -> list[Line]:
    """Eight people at one table."""
    table = bare_table(server, PEOPLE, AT_TABLE)
    moves: list[Shown] = []
    while len(moves) < (20 if quick else 60):
        if found := table.move():
            moves.append(found)
        time.sleep(REST)
    return [
        figures("one table: move to own screen, ms", [one.took for one in moves]),
        figures(f"  from there to the others' ({PEOPLE} people), ms", [ms for one in moves for ms in one.later], LATER),
        idle(server, 20)._replace(goal=IDLE),
    ]


# -- many tables -------------------------------------------------------------------------------------------------------


def table_with_browsers(server: Server, browser: Browser) -> SharedTable:
    """The host and a guest sit in front of browsers, the others are lines."""
    address = f"{server.url}voila/render/shared.ipynb"
    host = BrowserSeat(new_context(browser), address)
    link = invitation(host, host.until)
    guest = BrowserSeat(new_context(browser), address, link).sits(1)
    others = [BareSeat(server.url) for _ in range(2, AT_TABLE)]
    for chair, other in enumerate(others, 2):
        other.sits(chair, link)
    return SharedTable([host, guest, *others])


def play(table: SharedTable, until: threading.Event, moves: list[Shown]) -> None:
    """A move a second, each table at its own moment of a second."""
    until.wait(Random(id(table)).random())
    while not until.is_set():
        began = time.perf_counter()
        if found := table.move():
            moves.append(found)
        until.wait(max(0.0, 1 - (time.perf_counter() - began)))


def many_tables(server: Server, quick: bool) -> list[Line]:
    """Tables of four at which somebody moves once a second."""
    tables, seconds = (4, 15) if quick else (TABLES, 60)
    with sync_playwright() as playwright, ThreadPoolExecutor(tables) as doing:
        browser = playwright.chromium.launch(executable_path=chromium.chromium(), args=chromium.ARGUMENTS)
        crowd = [bare_table(server, AT_TABLE, AT_TABLE) for _ in range(tables - 1)]
        watched = table_with_browsers(server, browser)
        pages, over = kernels(server), threading.Event()
        before, server_before = sum(used(pages)), used_by(server)
        lists: list[list[Shown]] = [[] for _ in crowd]
        began = time.perf_counter()
        playing = [doing.submit(play, table, over, found) for table, found in zip(crowd, lists, strict=True)]
        painted = in_browsers(watched, began + seconds)
        over.set()
        for one in playing:
            one.result()
        moves = [one for found in lists for one in found]
        took = time.perf_counter() - began
        work = 1000 * (sum(used(pages)) - before), 1000 * (used_by(server) - server_before)
        lines = [
            *_latencies(f"{tables} tables of {AT_TABLE}", moves, painted),
            Line("  moves a second", len(moves + painted) / took, len(moves + painted) / took),
            *(Line(f"  processor time of {who} for a move, ms", ms, ms) for who, ms in _each(work, moves, painted)),
            figures("  memory of a page's kernel, PSS, MB", memory(server), MEMORY),
        ]
        time.sleep(5)  # until the last bots have thought
        return [*lines, idle(server, 10 if quick else 30)._replace(goal=IDLE)]


def in_browsers(table: SharedTable, end: float) -> list[Shown]:
    """The moves of the table with browsers, which belong to this thread."""
    found: list[Shown] = []
    while time.perf_counter() < end:
        began = time.perf_counter()
        if one := table.move():
            found.append(one)
        time.sleep(max(0.0, 1 - (time.perf_counter() - began)))
    return found


def used_by(server: Server) -> float:
    import psutil

    return sum(used([psutil.Process(server.pid)]))


def _each(work: tuple[float, float], *moves: list[Shown]) -> list[tuple[str, float]]:
    many = max(1, sum(map(len, moves)))
    return [("all kernels", work[0] / many), ("the server", work[1] / many)]


def _latencies(name: str, moves: list[Shown], painted: list[Shown]) -> list[Line]:
    lines = [
        figures(f"{name}: move to own screen, ms", [one.took for one in moves]),
        figures("  from there to the others', ms", [ms for one in moves for ms in one.later], IN_A_CROWD),
    ]
    between = [
        1000 * (at - one.own)
        for one in painted
        if isinstance(one.mover, BrowserSeat)
        for other, at in one.others.items()
        if isinstance(other, BrowserSeat)
    ]
    if between:
        lines.append(figures(f"  from paint to paint in two browsers, ms ({len(between)} moves)", between, IN_A_CROWD))
    return lines


# -- a class -----------------------------------------------------------------------------------------------------------


def a_class(server: Server, quick: bool) -> list[Line]:
    """A teacher and thirty pupils, one of whom does something now and then."""
    school = SchoolClass(server.url, 6 if quick else PUPILS)
    chance = Random(1)
    times = []
    for _ in range(10 if quick else 40):
        times.append(school.sees(chance.randrange(len(school.pupils))))
        time.sleep(chance.random() * 2)  # a page tells its class something once a second at most
    kernels_of_pupils = [pupil.line.kernel for pupil in school.pupils]
    return [
        figures(f"a class of {len(school.pupils)}: what a pupil does to the teacher's page, s", times, TEACHER),
        figures("  memory of a pupil's kernel, PSS, MB", memory(server, kernels_of_pupils), MEMORY),
        idle(server, 10 if quick else 30)._replace(goal=IDLE),
    ]


PARTS = {"table": one_table, "tables": many_tables, "class": a_class}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer pages and moves")
    parser.add_argument("--only", choices=PARTS, help="one part of it")
    options = parser.parse_args()
    print("Pages are lines to real kernels without a browser, but for two people at one of the many tables.")
    print(f"{'':66}{'median':>9}{'p95':>9}{'goal':>9}")
    missed = False
    for name, part in PARTS.items():
        if options.only not in (None, name):
            continue
        with TemporaryDirectory() as folder:
            notebooks = write_notebooks(Path(folder) / "notebooks", shared=SHARED, **NOTEBOOKS)
            with servers.voila(Path(folder) / "state", notebooks) as server:
                missed |= report(part(server, options.quick))
    return 1 if missed else 0


def report(lines: list[Line]) -> bool:
    """Print figures beside their goals; whether a goal was missed."""
    missed = False
    for what, middle, most, goal in lines:
        over = goal is not None and most > goal
        missed |= over
        text = f"{what:66}{middle:9.2f}{most:9.2f}{'' if goal is None else f'{goal:9g}'}"
        print(text + "  missed" * over, flush=True)
    return missed


if __name__ == "__main__":
    sys.exit(main())

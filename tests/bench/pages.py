"""How fast the pages are and what they cost, beside a bare page of Voila with the same template on this machine.

    python tests/bench/pages.py            # a table; exit code 1 if a budget is missed
    python tests/bench/pages.py --quick    # fewer repetitions

Ours and the bare page are measured in turns, so that a busy machine disturbs both alike.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from urllib.parse import quote

import psutil
from playwright.sync_api import Browser, Locator, Page, Position, sync_playwright

HERE = Path(__file__).parent
for folder in (HERE.parent, HERE.parent / "browser"):
    sys.path.insert(0, str(folder))

import chromium
import servers
from servers import Server
from tables import AT_ONCE, Table, find_tables

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.table.session import Session
from widgets.links import write_table
from widgets.shared.chair import Chair
from widgets.voila.kernels import kernels_of

GAME, DECK, CITY, INDEX, BARE, BUTTON = (
    f"voila/render/{name}.ipynb"
    for name in ("royal_ascension", "deck_goes_west", "tamashii", "index", "bare", "button")
)
READY = {
    GAME: ".tabletop .frame.table",
    DECK: ".tabletop .frame.table",
    CITY: ".tabletop .frame.table",
    INDEX: ".tabletop .frame.door",
    BARE: ".widget-label",
    BUTTON: "button.widget-button",
}
NOTEBOOKS = {
    "bare": 'import ipywidgets\n\nipywidgets.Label("hello")',
    "button": """import ipywidgets

label, button = ipywidgets.Label("0"), ipywidgets.Button(description="more")
button.on_click(lambda _: setattr(label, "value", str(int(label.value) + 1)))
ipywidgets.VBox([label, button])""",
}
WINDOW = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}

REST = 100  # milliseconds between pointing and pressing: nobody's hand does both at once

# From a click or a press to the frame in which the answer is painted, measured inside the page.
STOPWATCH = """(start) => {
  window.times = [];
  let began = null;
  addEventListener(start, (event) => { began = event.timeStamp; }, { capture: true });
  window.answered = () => {
    const from = began;
    began = null;
    if (from !== null) requestAnimationFrame(() => setTimeout(() => window.times.push(performance.now() - from)));
  };
}"""
WATCH_TABLE = "(slot) => window.tablesInTest[slot].on('change:screen', window.answered)"
WATCH_LABEL = """() => new MutationObserver(window.answered)
  .observe(document.querySelector(".widget-label"), { childList: true, characterData: true, subtree: true })"""


# -- servers -----------------------------------------------------------------------------------------------------------


@contextmanager
def bare_voila(folder: Path) -> Iterator[Server]:
    """Voila with stock settings and our template, on notebooks with one widget."""
    notebooks = folder / "bare"
    notebooks.mkdir(parents=True)
    for name, source in NOTEBOOKS.items():
        (notebooks / f"{name}.ipynb").write_text(json.dumps(notebook(source)))
    port = servers.free_port()
    words = [str(notebooks), "--no-browser", f"--port={port}", "--template=tabletop"]
    start = f"from widgets.voila.server import find_template as f; f(); from voila.app import main; main({words!r})"
    with servers.running(start, f"http://localhost:{port}/", folder / "state", answer="static/nothing") as server:
        yield server


def notebook(source: str) -> dict[str, object]:
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    cell = {"cell_type": "code", "id": "a", "execution_count": None, "metadata": {}, "outputs": [], "source": source}
    return {"cells": [cell], "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}


# -- clicking ----------------------------------------------------------------------------------------------------------


class Click:
    """A click that the page makes itself: what the answer costs, without the way of a mouse through the browser."""

    start = "click"

    def __call__(self, target: Locator, position: Position | None = None) -> None:
        target.hover(position=position)
        target.page.wait_for_timeout(REST)
        self.press(target, position)

    def press(self, target: Locator, position: Position | None) -> None:
        target.dispatch_event("click")


class Mouse(Click):
    """A mouse: the press, the release and the way of both through the browser count as well."""

    start = "pointerdown"

    def press(self, target: Locator, position: Position | None) -> None:
        target.click(position=position)


# -- measuring ---------------------------------------------------------------------------------------------------------


class Bench:
    """A browser, our server and the bare one; every method measures one thing."""

    def __init__(self, browser: Browser, ours: Server, bare: Server) -> None:
        self.browser = browser
        self.ours, self.bare = ours, bare

    @contextmanager
    def page(self, server: Server, path: str) -> Iterator[Page]:
        """A page in a new window, so that nothing is in its cache."""
        context = self.browser.new_context(**WINDOW)
        context.add_init_script(AT_ONCE)
        page = context.new_page()
        page.goto(server.url + path, wait_until="commit", timeout=120_000)
        page.locator(READY[path.partition("#")[0]]).first.wait_for(timeout=120_000)
        yield page
        page.goto("about:blank")
        context.close()

    def ready(self, server: Server, path: str) -> float:
        """Seconds from the address to the first table."""
        begin = perf_counter()
        with self.page(server, path):
            return perf_counter() - begin

    def in_turns(self, rounds: int, *what: Callable[[], float]) -> list[float]:
        """The median of each, measured in turns."""
        times = [[one() for one in what] for _ in range(rounds)]
        return [median(column) for column in zip(*times, strict=True)]

    def moves(self, count: int, click: Click, path: str = GAME, slot: str = "first") -> list[float]:
        """Milliseconds from the click to the paint of moves at a table, by default the first one of the game."""
        with self.page(self.ours, path) as page:
            find_tables(page)
            table, choose = Table(page, slot).arrive(), Random(1).choice
            table.click = click  # type: ignore[method-assign]
            page.evaluate(STOPWATCH, click.start)
            page.evaluate(WATCH_TABLE, table.slot)
            while len(page.evaluate("() => window.times")) < count:
                if table.settle()["now"]["kind"] == "over":
                    table.press("Play again")
                    page.evaluate("() => window.times.pop()")  # a new table is no move
                else:
                    table.play(choose(useful(table.forward_moves())))
            return list(page.evaluate("() => window.times"))[:count]

    def presses(self, count: int, click: Click) -> list[float]:
        """The same of a button that adds one to a label."""
        with self.page(self.bare, BUTTON) as page:
            page.evaluate(STOPWATCH, click.start)
            page.evaluate(WATCH_LABEL)
            for number in range(1, count + 1):
                click(page.locator(READY[BUTTON]))
                page.wait_for_function("(number) => window.times.length >= number", arg=number)
            return list(page.evaluate("() => window.times"))

    def memory(self, server: Server, path: str) -> float:
        """Megabytes that the kernel of a page takes, shared pages counted in part (PSS)."""
        with self.page(server, path) as page:
            kernel = page.evaluate(
                "() => JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId"
            )
            return pss(kernel_process(server, kernel))

    def many(self, server: Server, path: str, count: int) -> float:
        """Seconds until so many pages, opened at once, are all ready."""
        context = self.browser.new_context(**WINDOW)
        pages = [context.new_page() for _ in range(count)]
        begin = perf_counter()
        for page in pages:
            page.evaluate("(url) => { setTimeout(() => location.assign(url)); }", server.url + path)
        for page in pages:
            page.locator(READY[path]).first.wait_for(timeout=300_000)
        seconds = perf_counter() - begin
        for page in pages:
            page.goto("about:blank")
        context.close()
        return seconds


def useful(moves: list[list[Any]]) -> list[list[Any]]:
    """All moves but a pass, as long as there is anything else: who passes is not asked again."""
    return [move for move in moves if move[0] != "pass"] or moves


def crowded_map() -> str:
    """A link to a table with all 48 tiles on the map, where five people act in open order."""
    game: Any = load("deck_goes_west")
    places = [(column, row) for column in range(8) for row in range(-1, 5)]
    names = [tile.name for tile in game.content.tiles.values()]
    ground = [
        [column, row, name, int(column < 7 and 0 <= row < 4)] for (column, row), name in zip(places, names, strict=True)
    ]
    position = {
        "seats": 5,
        "options": {"mission": "wide_country"},
        "character": ["ada_quill", "tobias_reed", "marguerite_vale", "silas_hark", "li_wen"],
        "ground": ground,
        "meeple": [[0, 1], [1, 1], [2, 1], [3, 2], [4, 1]],
        "hand": [["boots", "boots", "knife", "pan", "hatchet"]] * 5,
        "stock": [[9, 9, 9, 9]] * 5,
    }
    return link(DECK, Session.at(game, position))


def crowded_city() -> str:
    """A link to a table with all 24 districts, full launchers and three enemies on each of four people, all modules."""
    game: Any = load("tamashii")
    content = game.content
    places = [(column, row) for column in range(-2, 3) for row in range(-3, 3) if -3 <= column + row <= 2]
    names = [tile.id for tile in content.tiles.values() for _ in range(tile.copies)]
    classes = ["Brawler", "Reaper", "Trickster", "Whisperer"]
    cards = {name: [one.id for one in content.augments.values() if one.owner == name] for name in classes}
    enemies, bodies = list(content.enemies), [one.id for one in content.bodies.values() if not one.core]
    position = {
        "seats": 4,
        "options": {"scenario": "S05", "unlocked": "all", "city": "on", "catie": "on", "diary": "on"},
        "now": "program",
        "ground": [[*place, name] for place, name in zip(places, names, strict=False)],
        "place": [[0, 0], [1, 0], [0, 1], [-1, 0]],
        "classes": classes,
        "grid": ["EWLFO WLFEE LFEWX FEWLO"] * 4,
        "assets": [[3, 3, 3, 3]] * 4,
        "exp": [6] * 4,
        "trace": [6] * 4,
        "bodies": [bodies[2 * seat : 2 * seat + 2] for seat in range(4)],
        "equipped": [cards[name][:3] for name in classes],
        "unequipped": [cards[name][3:6] for name in classes],
        "enemies": [enemies[3 * seat : 3 * seat + 3] for seat in range(4)],
    }
    return link(CITY, Session.at(game, position))


def link(path: str, session: Session) -> str:
    """A link to a table where everybody is a person."""
    kept = write_table([Chair()] * session.config.seats, session)
    return f"{path}#play={quote(kept, safe=',')}"


def kernel_process(server: Server, kernel: str) -> int:
    """The process of a kernel: a copy has its name, and one that was started by itself a file with that name."""
    kernels = kernels_of(psutil.Process(server.pid))
    return next(one.pid for one in kernels if kernel[:8] in one.name() or kernel in " ".join(one.cmdline()))


def pss(process: int) -> float:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


# -- the table ---------------------------------------------------------------------------------------------------------


class Report:
    """Prints line by line, and remembers whether a budget was missed."""

    def __init__(self) -> None:
        self.missed = False
        print(f"{'':46}{'ours':>10}{'bare':>10}{'ratio':>8}{'budget':>10}")

    def line(self, what: str, unit: str, ours: float, bare: float, ratio: float = 0, most: float = 0) -> None:
        """One thing; the budget is a ratio to the bare page, or an absolute number."""
        missed = bool((ratio and ours > bare * ratio) or (most and ours > most))
        self.missed |= missed
        budget = f"{ratio:g}x" if ratio else f"{most:g} {unit}" if most else ""
        print(
            f"{what:46}{ours:>7.1f} {unit:2}{bare:>7.1f} {unit:2}{ours / bare:>7.2f}{budget:>10}{'  missed' * missed}",
            flush=True,
        )


def run(bench: Bench, quick: bool) -> bool:
    """All measurements; whether every budget was kept."""
    rounds, moves, pages = (2, 40, 5) if quick else (5, 60, 20)
    report = Report()
    bench.ready(bench.ours, GAME), bench.ready(bench.bare, BARE)  # the first visit compiles and warms the disk
    index, game, bare = bench.in_turns(
        rounds,
        lambda: bench.ready(bench.ours, INDEX),
        lambda: bench.ready(bench.ours, GAME),
        lambda: bench.ready(bench.bare, BARE),
    )
    report.line("first page ready, empty cache", "s", index, bare, ratio=2)
    report.line("game's page ready, empty cache", "s", game, bare, ratio=2)
    for name, click, most in (("click to paint", Click(), 50), ("press of a mouse to paint", Mouse(), 0)):
        ours, plain = bench.moves(moves, click), bench.presses(moves, click)
        report.line(f"{name}, half of {moves} moves", "ms", median(ours), median(plain))
        report.line(f"{name}, 95 %", "ms", p95(ours), p95(plain), most=most)
    for name, path in (("48 tiles and 5 players", crowded_map()), ("24 districts, 4 launchers", crowded_city())):
        ours, plain = bench.moves(moves, Click(), path, "play"), bench.presses(moves, Click())
        report.line(f"click to paint, {name}, 95 %", "ms", p95(ours), p95(plain), most=80)
    ours_memory, bare_memory = bench.in_turns(
        min(rounds, 3), lambda: bench.memory(bench.ours, GAME), lambda: bench.memory(bench.bare, BARE)
    )
    report.line("memory of a page's kernel before a chart", "MB", ours_memory, bare_memory, ratio=1.5)
    report.line(
        f"{pages} game pages at once, all ready",
        "s",
        bench.many(bench.ours, GAME, pages),
        bench.many(bench.bare, BARE, pages),
    )
    return not report.missed


def p95(times: list[float]) -> float:
    return quantiles(times, n=20, method="inclusive")[-1]


def main() -> int:
    parser = argparse.ArgumentParser(description="How fast the pages are and what they cost.")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    quick = parser.parse_args().quick
    with (
        TemporaryDirectory() as folder,
        servers.voila(Path(folder) / "ours") as ours,
        bare_voila(Path(folder) / "bare") as bare,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.chromium(), args=chromium.ARGUMENTS)
        return 0 if run(Bench(browser, ours, bare), quick) else 1


if __name__ == "__main__":
    sys.exit(main())

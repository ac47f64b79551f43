"""A real browser in front of pages without a server, or of real servers; browser and servers are one per worker.

Without a server (see `here.py`; a page takes a moment, so this is the rule):
  visit(link)           the Royal Ascension, opened once for all tests of a file that look at it
  page, open_context    a window of its own, for `open_page(page, game_here + link)`, or `index_here`, or `here.url`
  table_here(cell)      a page with one cell of the test's own, and the table on it
With the real one, for tests of what a server does (a page takes seconds): `voila`, `lab`, `game_url`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

for folder in (Path(__file__).parent, Path(__file__).parents[1]):
    sys.path.insert(0, str(folder))

import chromium
import servers
from here import HOUSE, RENDER, House, Kernel, pages_here
from servers import Server
from tables import ANSWER, OpenContext, Table, TableHere, Visit, leave, new_context, open_page

expect.set_options(timeout=ANSWER)  # where a test says nothing else; a busy machine needs more than the usual 5 seconds


@pytest.fixture(scope="session")
def voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with servers.voila(tmp_path_factory.mktemp("voila")) as server:
        yield server


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with servers.jupyterlab(tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The one Chromium of this worker; between two files of browser tests its event loop rests."""
    with chromium.driven() as browser, pages_here():
        yield browser


@pytest.fixture(scope="session")
def here(tmp_path_factory: pytest.TempPathFactory) -> House:
    """In place of a server: `f"{here.url}voila/render/..."`, and what `here.py` tells."""
    HOUSE.folder = tmp_path_factory.mktemp("here")
    return HOUSE


@pytest.fixture(autouse=True)
def nothing_goes_wrong() -> Iterator[None]:
    """What goes wrong behind a page fails the test, though the page may look well."""
    HOUSE.wrong.clear()
    yield
    wrong = HOUSE.forgive()
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def open_context(browser: Browser) -> Iterator[OpenContext]:
    """A browser window of its own: nothing is remembered from other tests."""
    opened: list[BrowserContext] = []

    def open_one(**wishes: Any) -> BrowserContext:
        opened.append(new_context(browser, **wishes))
        return opened[-1]

    yield open_one
    for context in opened:
        leave(context)


@pytest.fixture
def page(open_context: OpenContext) -> Page:
    """One page at 1280 x 900, for somebody who wants no motion."""
    return open_context().new_page()


@pytest.fixture(scope="module")
def visit(browser: Browser, here: House) -> Iterator[Visit]:
    """The game's page with a link, opened once for all tests of a file that want to look at it.

    It has nine tables. Tests that share a page take one each, or leave it as they found it.
    """
    contexts: dict[str, BrowserContext] = {}

    def open_one(link: str = "", **wishes: Any) -> Page:
        key = f"{link} {sorted(wishes.items())}"
        if key not in contexts:
            contexts[key] = new_context(browser, **wishes)
            open_page(contexts[key].new_page(), f"{RENDER}royal_ascension.ipynb{link}")
        return contexts[key].pages[0]

    yield open_one
    for context in contexts.values():
        leave(context)


@pytest.fixture
def table_here(open_context: OpenContext, here: House) -> TableHere:
    """A page with one cell of one's own, with a link and in a window as wished; the table on it."""

    def open_one(cell: str, link: str = "", **wishes: Any) -> Table:
        page = open_context(**wishes).new_page()
        open_page(page, here.cell(cell) + link, tables=1)
        return Table(page, here.kernel(page).views[0].slot).arrive()

    return open_one


@pytest.fixture
def desks_here(here: House) -> Iterator[None]:
    """Tables of which the desks are here, and not behind a server: they keep nothing of each other, as pages do."""
    here.resident = Kernel(here)
    yield
    here.resident.close()
    here.resident = None


@pytest.fixture
def game_here(here: House) -> str:
    return f"{RENDER}royal_ascension.ipynb"


@pytest.fixture
def index_here(here: House) -> str:
    return f"{RENDER}index.ipynb"


@pytest.fixture
def game_url(voila: Server) -> str:
    return f"{voila.url}voila/render/royal_ascension.ipynb"


@pytest.fixture
def index_url(voila: Server) -> str:
    return f"{voila.url}voila/render/index.ipynb"

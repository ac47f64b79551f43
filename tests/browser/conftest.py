"""A real browser in front of real servers. Servers are started once per worker, and end with the tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ipywidgets import Widget
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

for folder in (Path(__file__).parent, Path(__file__).parents[1]):
    sys.path.insert(0, str(folder))

import chromium
import friends
import servers
from servers import Server
from tables import ANSWER, OpenContext, Visit, leave, new_context, open_page

from widgets.app import _progress
from widgets.campaigns import memory_of
from widgets.classroom import attendance
from widgets.knowing import knowledge_of
from widgets.shared.store import the_store

expect.set_options(timeout=ANSWER)  # where a test says nothing else; a busy machine needs more than the usual 5 seconds


@pytest.fixture(scope="session")
def voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with servers.voila(tmp_path_factory.mktemp("voila")) as server:
        yield server


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with servers.jupyterlab(tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Pages with one table each, for several people at once."""
    with friends.small_pages(tmp_path_factory.mktemp("small"), **friends.PAGES) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Per file of tests, not per session: its event loop must not run under the tests of others."""
    with sync_playwright() as playwright:
        words = [*chromium.ARGUMENTS, f"--host-resolver-rules=MAP {servers.NAME} 127.0.0.1"]
        launched = playwright.chromium.launch(executable_path=chromium.chromium(), args=words)
        yield launched
        launched.close()


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
def visit(browser: Browser, voila: Server) -> Iterator[Visit]:
    """The game's page with a link, opened once for all tests of a file that want to look at it.

    It has nine tables. Tests that share a page take one each, or leave it as they found it.
    """
    contexts: dict[str, BrowserContext] = {}

    def open_one(link: str = "", **wishes: Any) -> Page:
        key = f"{link} {sorted(wishes.items())}"
        if key not in contexts:
            contexts[key] = new_context(browser, **wishes)
            open_page(contexts[key].new_page(), f"{voila.url}voila/render/royal_ascension.ipynb{link}")
        return contexts[key].pages[0]

    yield open_one
    for context in contexts.values():
        leave(context)


@pytest.fixture
def desks_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tables of which the desks are here, and not behind a server: they keep nothing of each other, as pages do."""
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))
    caches = (_progress, the_store, knowledge_of, memory_of, attendance)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()
    Widget.close_all()


@pytest.fixture
def game_url(voila: Server) -> str:
    return f"{voila.url}voila/render/royal_ascension.ipynb"


@pytest.fixture
def index_url(voila: Server) -> str:
    return f"{voila.url}voila/render/index.ipynb"

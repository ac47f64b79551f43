"""A browser and a server for the tests of this folder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

for folder in (Path(__file__).parent, Path(__file__).parents[1]):
    sys.path.insert(0, str(folder))

import chromium
from running import SPECIAL, Running, played


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The product as it is, for all tests of a worker: they look at it, and open pages of their own."""
    with played(tmp_path_factory.mktemp("server"), "--no-browser", **SPECIAL) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The one Chromium of this worker."""
    with chromium.driven() as browser:
        yield browser


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """A page in a window of its own that may ask its own host only; `page.strangers` lists what it asked others."""
    contexts = []

    def open_one(address: str, ready: bool = True, **wishes: object) -> Page:
        context = browser.new_context(**wishes)  # type: ignore[arg-type]
        contexts.append(context)
        host = "/".join(address.split("/")[:3])
        page = context.new_page()
        page.strangers = []  # type: ignore[attr-defined]

        def check(route, request):  # type: ignore[no-untyped-def]
            if request.url.startswith(host):
                return route.continue_()
            page.strangers.append(request.url)  # type: ignore[attr-defined]
            return route.abort()

        context.route(lambda url: url.startswith("http"), check)
        page.goto(address, wait_until="commit")
        if ready:
            page.get_by_role("button", name="Count 0").wait_for(timeout=60_000)
        return page

    yield open_one
    for context in contexts:
        for page in context.pages:
            page.goto("about:blank")  # leaves as people do: with a farewell
        context.close()

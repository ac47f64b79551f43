"""The page around the tables in a real browser: its frame, its manners, and the life of its kernel."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from axe_playwright_python.sync_playwright import Axe
from jupyter_client.session import utcnow
from jupyter_server.services.kernels.kernelmanager import ServerKernelManager
from lines import is_there, say_farewell
from playwright.sync_api import Browser, Page, Request
from running import GUIDE, Running, wait_until

from widgets.notebooks import Notebooks
from widgets.voila.kernels import PageKernels
from widgets.voila.server import LOOK, PATIENCE, server_settings, shape_page

OpenPage = Callable[..., Page]
GONE_WITHIN = 60  # seconds in which kernels come and go on a busy machine
DESK, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}
GROUNDS = {"light": "rgb(243, 238, 226)", "dark": "rgb(18, 22, 23)"}


def count(page: Page, number: int) -> None:
    """Press the button and see that Python has counted."""
    page.get_by_role("button", name=f"Count {number - 1}").click()
    page.get_by_role("button", name=f"Count {number}").wait_for(timeout=60_000)


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['html']}" for one in found for node in one["nodes"]]


def looks_right(page: Page) -> None:
    """For everybody: on a large screen, in the dark, and on a phone."""
    for ground, size in (("light", DESK), ("dark", DESK), ("light", PHONE)):
        page.emulate_media(color_scheme=ground)
        page.set_viewport_size(size)
        assert violations(page) == []
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == GROUNDS[ground]


def test_a_page_for_players(server: Running, open_page: OpenPage) -> None:
    page = open_page(server.address, ready=False)
    page.get_by_text("Setting up the table …").wait_for(timeout=60_000)  # before its kernel is there
    page.get_by_role("button", name="Count 0").wait_for(timeout=60_000)
    assert not page.get_by_text("Setting up the table").is_visible()
    assert page.title() == "A page · Tabletop Notebooks"
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.get_by_role("main").count() == 1
    assert page.locator(".code").count() == 0
    count(page, 1)
    looks_right(page)
    assert page.strangers == []  # type: ignore[attr-defined]


def test_a_guide_shows_its_code_and_what_it_prints(server: Running, open_page: OpenPage) -> None:
    page = open_page(f"{server.address}voila/render/guides/small.ipynb", ready=False)
    page.get_by_text("42", exact=True).wait_for(timeout=60_000)
    page.locator("#loading").wait_for(state="hidden")
    code = page.locator(".code").all_inner_texts()
    assert [text.strip() for text in code] == [text for kind, text in GUIDE if kind == "code"]
    assert page.get_by_text("it prints 1").is_visible()
    assert page.locator("#page-bar .home").get_attribute("href") == "/"
    looks_right(page)


@pytest.mark.parametrize(
    ("notebook", "home"),
    [("notebooks/the_north.ipynb", "index.ipynb"), ("notebooks/guides/serve.ipynb", "../index.ipynb")],
)
def test_the_way_home_where_nobody_says_where_it_is(notebook: str, home: str) -> None:
    """As on Binder."""
    assert shape_page({}, notebook_path=notebook)["home"] == home


def test_a_page_knows_whether_the_lab_is_beside_it(tmp_path: Path) -> None:
    (tmp_path / "mine.ipynb").touch()
    hook = server_settings(Notebooks(tmp_path), "/", 1, 1).VoilaConfiguration.page_config_hook
    assert hook({})["lab"] is False
    (tmp_path / "lab.ipynb").touch()
    assert server_settings(Notebooks(tmp_path), "/", 1, 1).VoilaConfiguration.page_config_hook({})["lab"] is True


def test_pages_that_are_not_there_or_broken(server: Running, open_page: OpenPage) -> None:
    for path, title in (("nothing/here", "There is no such page"), ("voila/render/broken.ipynb", "Broken")):
        page = open_page(server.address + path, ready=False)
        page.get_by_role("heading", name=title).wait_for()
        page.wait_for_load_state("networkidle")
        assert violations(page) == []
        assert page.strangers == []  # type: ignore[attr-defined]
        assert not page.get_by_text("Setting up the table").is_visible()


def kernel_behind(page: Page) -> str:
    return str(page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId"))


def test_kernels_leave_with_their_pages(server: Running, browser: Browser) -> None:
    """A page that is reloaded has another, too."""
    context = browser.new_context()
    pages = [context.new_page() for _ in range(3)]
    for page in pages:
        page.goto(server.address, wait_until="commit")
    before = [kernel_behind(page) for page in set_up(pages)]
    pages[0].reload(wait_until="commit")
    kernels = [kernel_behind(page) for page in set_up(pages)]
    assert before[1:] == kernels[1:] and before[0] != kernels[0]
    assert wait_until(lambda: not is_there(server.address, before[0]), GONE_WITHIN)
    assert all(is_there(server.address, kernel) for kernel in kernels)
    for page in pages:
        page.close(run_before_unload=True)
    assert wait_until(lambda: not any(is_there(server.address, kernel) for kernel in kernels), GONE_WITHIN)
    context.close()


def set_up(pages: list[Page]) -> list[Page]:
    """The pages, once each has its table."""
    for page in pages:
        page.get_by_role("button", name="Count 0").wait_for(timeout=90_000)
    return pages


def test_a_page_that_stays_keeps_its_kernel_and_without_it_says_so(server: Running, open_page: OpenPage) -> None:
    """A download fires `beforeunload` too, and a page that is kept for the way back is hidden as `persisted`."""
    page = open_page(server.address)
    farewells: list[Request] = []
    page.on("request", lambda request: farewells.append(request) if "/shutdown/" in request.url else None)
    page.evaluate("window.dispatchEvent(new Event('beforeunload', { cancelable: true }))")
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    with page.expect_response("**/api/kernels/*") as answer:  # it looks whether the kernel is there
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert answer.value.status == 200 and farewells == []
    count(page, 1)

    assert say_farewell(server.address, kernel_behind(page))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.get_by_text("its tables were cleared").wait_for(timeout=60_000)
    assert violations(page) == []
    page.get_by_role("button", name="Set up tables again").click()
    page.get_by_role("button", name="Count 0").wait_for(timeout=60_000)
    count(page, 1)


def test_a_kernel_that_is_still_starting_is_left_alone(tmp_path: Path) -> None:
    kernels = PageKernels(connection_dir=str(tmp_path))
    kernels._kernels["k"] = ServerKernelManager()
    with pytest.raises(StopIteration):  # it is done at once: there is nothing to wait for
        kernels.cull_kernel_if_idle("k").send(None)
    assert "k" in kernels._kernels
    kernels._kernels.clear()


def test_the_products_own_patience() -> None:
    settings = server_settings(Notebooks(Path()), "/", PATIENCE, LOOK).MappingKernelManager
    assert (settings.cull_idle_timeout, settings.cull_interval, settings.cull_connected) == (PATIENCE, LOOK, False)


def test_patience_begins_when_the_page_leaves(tmp_path: Path) -> None:
    """A page that was idle for an hour and loses its connection for a second must not lose its kernel."""
    kernels = PageKernels(connection_dir=str(tmp_path))
    long_ago = utcnow().replace(year=2000)
    kernels._kernels["k"] = SimpleNamespace(last_activity=long_ago)
    kernels._kernel_connections["k"] = 1
    kernels.notify_disconnect("k")
    assert kernels._kernels["k"].last_activity > long_ago
    kernels._kernels.clear()

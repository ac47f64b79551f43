"""The page around the tables in a real browser: its frame, its manners, and the life of its kernel."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from axe_playwright_python.sync_playwright import Axe
from jupyter_client.session import utcnow
from jupyter_server.services.kernels.kernelmanager import ServerKernelManager
from playwright.sync_api import Browser, Page
from running import GUIDE, Running, wait_until

from widgets.notebooks import Notebooks
from widgets.voila.kernels import PageKernels
from widgets.voila.server import LOOK, PATIENCE, server_settings, shape_page

OpenPage = Callable[..., Page]
GONE_WITHIN = 60  # seconds in which kernels come and go on a busy machine
WAYS = {
    "desk": {},
    "dark": {"color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
}


def count(page: Page, number: int) -> None:
    """Press the button and see that Python has counted."""
    page.get_by_role("button", name=f"Count {number - 1}").click()
    page.get_by_role("button", name=f"Count {number}").wait_for(timeout=60_000)


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['html']}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize("way", WAYS)
def test_the_frame_is_for_everybody(server: Running, open_page: OpenPage, way: str) -> None:
    page = open_page(server.address, **WAYS[way])
    page.locator("#loading").wait_for(state="hidden")
    assert page.title() == "A page · Tabletop Notebooks"
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.get_by_role("main").count() == 1
    assert violations(page) == []
    assert page.strangers == []  # type: ignore[attr-defined]
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert colour == ("rgb(18, 22, 23)" if way == "dark" else "rgb(243, 238, 226)")
    count(page, 1)


@pytest.mark.parametrize("way", WAYS)
def test_a_guide_shows_its_code_and_what_it_prints(server: Running, open_page: OpenPage, way: str) -> None:
    page = open_page(f"{server.address}voila/render/guides/small.ipynb", ready=False, **WAYS[way])
    page.get_by_text("42", exact=True).wait_for(timeout=60_000)
    page.locator("#loading").wait_for(state="hidden")
    code = page.locator(".code").all_inner_texts()
    assert [text.strip() for text in code] == [text for kind, text in GUIDE if kind == "code"]
    assert page.get_by_text("it prints 1").is_visible()
    assert page.locator("#page-bar .home").get_attribute("href") == "/"
    assert violations(page) == []
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


def test_a_page_for_players_has_no_code_on_it(server: Running, open_page: OpenPage) -> None:
    page = open_page(server.address)
    assert page.locator(".code").count() == 0


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
        assert not page.get_by_text("Setting the table").is_visible()


def test_the_start_is_announced_before_the_kernel_is_there(server: Running, open_page: OpenPage) -> None:
    page = open_page(server.address, ready=False)
    page.get_by_text("Setting the table …").wait_for(timeout=60_000)
    page.get_by_role("button", name="Count 0").wait_for(timeout=60_000)
    assert not page.get_by_text("Setting the table").is_visible()


def has_kernels(server: Running, pages: int, seconds: float) -> bool:
    """Whether there is, in this time, one kernel for each page and the spare one for the next."""
    return wait_until(lambda: len(server.kernels()) == pages + 1, seconds)


def test_many_pages_leave_no_kernel(server: Running, browser: Browser) -> None:
    assert has_kernels(server, 0, GONE_WITHIN)
    context = browser.new_context()
    pages = [context.new_page() for _ in range(6)]
    for turn in (pages, pages[:3]):  # the first three are reloaded
        for page in turn:
            page.goto(server.address, wait_until="commit") if turn is pages else page.reload(wait_until="commit")
        for page in turn:
            page.get_by_role("button", name="Count 0").wait_for(timeout=90_000)
        assert has_kernels(server, 6, GONE_WITHIN)
    for page in pages:
        page.close(run_before_unload=True)
    assert has_kernels(server, 0, GONE_WITHIN)
    context.close()


def test_a_page_that_vanishes_loses_its_kernel_and_an_idle_one_keeps_it(server: Running, open_page: OpenPage) -> None:
    """With the product's own settings: a farewell that is lost, as in a crash; a page closed before it was there."""
    assert has_kernels(server, 0, GONE_WITHIN)
    idle = open_page(server.address)
    began = time.monotonic()
    lost = open_page(server.address)
    lost.context.route("**/voila/api/shutdown/**", lambda route: route.abort())
    early = open_page(server.address, ready=False)
    assert has_kernels(server, 3, GONE_WITHIN)
    for page in (lost, early):
        page.context.close()
    assert has_kernels(server, 1, GONE_WITHIN)
    idle.wait_for_timeout(max(0.0, PATIENCE + 2 * LOOK - (time.monotonic() - began)) * 1000)
    count(idle, 1)
    assert idle.locator("#lost").text_content() == ""


def test_a_page_that_stays_keeps_its_kernel(server: Running, open_page: OpenPage) -> None:
    """A download fires `beforeunload` too, and a page that is kept for the way back is hidden as `persisted`."""
    page = open_page(server.address)
    page.evaluate("window.dispatchEvent(new Event('beforeunload', { cancelable: true }))")
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(1500)
    count(page, 1)


def test_a_page_whose_kernel_is_gone_says_so_and_comes_back(server: Running, open_page: OpenPage) -> None:
    page = open_page(server.address)
    page.evaluate(
        """async () => {
          const { baseUrl, kernelId } = JSON.parse(document.getElementById("jupyter-config-data").textContent);
          const form = new FormData();
          form.append("_xsrf", document.cookie.match(/_xsrf=([^;]*)/)[1]);
          await fetch(`${baseUrl}voila/api/shutdown/${kernelId}`, { method: "POST", body: form });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    page.get_by_text("its tables were cleared").wait_for(timeout=60_000)
    assert violations(page) == []
    page.get_by_role("button", name="Set the tables again").click()
    page.get_by_role("button", name="Count 0").wait_for(timeout=60_000)
    count(page, 1)


def test_a_kernel_that_is_still_starting_is_left_alone(tmp_path: Path) -> None:
    kernels = PageKernels(connection_dir=str(tmp_path))
    kernels._kernels["k"] = ServerKernelManager()
    with pytest.raises(StopIteration):  # it is done at once: there is nothing to wait for
        kernels.cull_kernel_if_idle("k").send(None)
    assert "k" in kernels._kernels
    kernels._kernels.clear()


def test_patience_begins_when_the_page_leaves(tmp_path: Path) -> None:
    """A page that was idle for an hour and loses its connection for a second must not lose its kernel."""
    kernels = PageKernels(connection_dir=str(tmp_path))
    long_ago = utcnow().replace(year=2000)
    kernels._kernels["k"] = SimpleNamespace(last_activity=long_ago)
    kernels._kernel_connections["k"] = 1
    kernels.notify_disconnect("k")
    assert kernels._kernels["k"].last_activity > long_ago
    kernels._kernels.clear()

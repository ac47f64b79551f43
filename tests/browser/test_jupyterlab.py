"""The same notebooks in JupyterLab: run there, the tables appear, and a move works."""

from __future__ import annotations

from urllib.parse import urlparse

from playwright.sync_api import Locator, Page, expect
from servers import Server
from tables import READY


class Asked:
    """Every request of a page."""

    def __init__(self, page: Page) -> None:
        self.urls: list[str] = []
        page.on("request", lambda request: self.urls.append(request.url))

    def outside(self, home: str) -> list[str]:
        own = urlparse(home).netloc
        return [url for url in self.urls if url.startswith(("http", "ws")) and urlparse(url).netloc != own]


def run_notebook(page: Page, lab: Server, name: str, cell: int) -> Locator:
    """Open a notebook, run all its cells from the menu, and scroll to the table of a cell."""
    page.goto(f"{lab.url}lab/tree/{name}?reset", timeout=READY)
    expect(page.locator(".jp-Notebook .jp-Cell").first).to_be_visible(timeout=READY)
    wait_for_kernel(page, lab, name)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    table = page.locator(f".jp-Cell[data-windowed-list-index='{cell}'] .tabletop")
    expect(table).to_be_attached(timeout=READY)
    table.scroll_into_view_if_needed()
    return table


def wait_for_kernel(page: Page, lab: Server, name: str) -> None:
    """JupyterLab shows a notebook before it has a kernel, and asks for one if it is run too early."""
    while not any(one["path"] == name for one in page.request.get(f"{lab.url}api/sessions").json()):
        page.wait_for_timeout(100)
    expect(page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]")).to_be_attached(timeout=READY)


def test_the_game_is_played_in_jupyterlab(page: Page, lab: Server) -> None:
    """A move works, a refusal comes, and keys at the table are no commands of JupyterLab (`d d` deletes a cell)."""
    asked = Asked(page)
    table = run_notebook(page, lab, "royal_ascension.ipynb", 1)
    now, why = table.locator(".pane.now"), table.locator(".pane.why")
    expect(now).to_contain_text("Roll the die to begin", timeout=READY)
    table.locator("[data-piece].is-legal").first.click()
    expect(now).not_to_contain_text("Roll the die to begin")
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    table.locator("[data-piece^='hand:']").first.focus()
    for key in ("d", "d", "x", "b", "ArrowRight", "?"):
        page.keyboard.press(key)
    expect(why.locator(".rule").first).to_be_visible()
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    assert table.evaluate("(root) => root.contains(document.activeElement)")
    assert not asked.outside(lab.url)


def test_the_first_page_stands_in_jupyterlab(page: Page, lab: Server) -> None:
    asked = Asked(page)
    door = run_notebook(page, lab, "index.ipynb", 0)
    expect(door.get_by_role("heading", name="The Royal Ascension")).to_be_visible()
    expect(door.get_by_role("textbox", name="Save code or link")).to_be_visible()
    assert not asked.outside(lab.url)

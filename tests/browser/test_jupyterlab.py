"""The same notebooks in JupyterLab: run there, the tables appear, and a move works."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlparse

import nbformat
from playwright.sync_api import Locator, Page, expect
from servers import NOTEBOOKS, Server
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


# anywidget's two seconds are over before anything could be loaded, as on a very busy machine.
TOO_LATE = """
AbortSignal.timeout = () => {
  const over = new AbortController();
  setTimeout(() => over.abort(), 0);
  return over.signal;
};
"""
CODE = [
    "from tabletop_kernel import Session\nfrom widgets.app import play\n\n"
    "table = play(Session('royal_ascension', seats=3, seed=7))\ntable",
    "print(*[done.move for done in table.session.inputs[:1]], table.session.length > 1)",
    "table.session",
]
AGAIN = ".tabletop-again"
# The table knows how much of it can be seen at once: no more than the notebook's part of the window.
FITS = """() => parseFloat(document.querySelector(".tabletop").style.getPropertyValue("--app"))
  <= document.querySelector(".jp-WindowedPanel-outer").clientHeight"""


def write_own(lab: Server) -> str:
    """A notebook of somebody's own: a table made in code, what became of it, and what stands on our first page."""
    codes = [*CODE, *(cell.source for cell in nbformat.read(NOTEBOOKS / "index.ipynb", 4).cells)]
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code) for code in codes], metadata=kernel)
    nbformat.write(notebook, Path(lab.state) / "notebooks" / "own.ipynb")
    return "own.ipynb"


def run_cell(page: Page, number: int) -> Locator:
    """Run one cell again; what it shows."""
    cell = page.locator(f".jp-Cell[data-windowed-list-index='{number}']")
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    return cell.locator(".jp-OutputArea-output")


def save_and_reload(page: Page) -> None:
    with page.expect_response(lambda answer: answer.request.method == "PUT" and "/api/contents/" in answer.url):
        page.keyboard.press("Control+s")
    expect(page.locator(".jp-mod-dirty")).to_have_count(0)
    page.reload(timeout=READY)
    expect(page.locator(".jp-Notebook .jp-Cell").first).to_be_visible(timeout=READY)


def keys_are_no_commands(page: Page, table: Locator) -> None:
    """They are the table's: `d d` would delete a cell. A refusal comes."""
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    table.locator("[data-piece]:not(.is-legal)").first.focus()
    for key in ("d", "d", "x", "b", "ArrowRight", "?"):
        page.keyboard.press(key)
    expect(table.locator(".pane.why .rule").first).to_be_visible()
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    assert table.evaluate("(root) => root.contains(document.activeElement)")


def end_kernels(page: Page, lab: Server) -> None:
    token = next(one["value"] for one in page.context.cookies() if one["name"] == "_xsrf")
    for session in page.request.get(f"{lab.url}api/sessions").json():
        ended = page.request.delete(f"{lab.url}api/sessions/{session['id']}", headers={"X-XSRFToken": token})
        assert ended.ok, ended.status


def test_a_table_made_in_code_lives_with_its_notebook(page: Page, lab: Server) -> None:
    """It comes however late, its moves are there for the next cell, it outlives a reload, and fits a narrow window.

    Without its kernel it cannot: then a sentence stands there.
    """
    page.add_init_script(TOO_LATE)
    asked = Asked(page)
    name = write_own(lab)
    table = run_notebook(page, lab, name, 0)
    expect(page.locator(f"{AGAIN}:visible")).to_have_count(0, timeout=READY)
    now = table.locator(".pane.now")
    expect(now).to_contain_text("Roll", timeout=READY)
    table.locator("[data-piece].is-legal").first.click()
    expect(table.locator(".log")).to_contain_text("for the order of selection", timeout=READY)
    keys_are_no_commands(page, table)
    assert "play=" not in page.evaluate("() => location.hash"), "it is the address of all notebooks"
    expect(run_cell(page, 1)).to_contain_text("('roll', 2) True", timeout=READY)
    expect(run_cell(page, 2)).to_contain_text("The Royal Ascension: 3 seats, move", timeout=READY)
    page.set_viewport_size({"width": 760, "height": 640})
    table.scroll_into_view_if_needed()
    expect(table.locator(".frame")).to_have_attribute("data-layout", "narrow", timeout=READY)
    assert table.evaluate("(root) => root.scrollWidth <= root.clientWidth + 1")
    page.wait_for_function(FITS, timeout=READY)
    page.set_viewport_size({"width": 1280, "height": 900})

    save_and_reload(page)
    table = page.locator(".jp-Cell[data-windowed-list-index='0'] .tabletop")
    expect(table.locator(".log")).to_contain_text("for the order of selection", timeout=READY)
    expect(page.locator(f"{AGAIN}:visible")).to_have_count(0)

    door = page.locator(f".jp-Cell[data-windowed-list-index='{len(CODE)}'] .tabletop")
    door.scroll_into_view_if_needed()
    expect(door.get_by_role("heading", name="The Royal Ascension")).to_be_visible()
    expect(door.get_by_role("textbox", name="Save code or link")).to_be_visible()

    end_kernels(page, lab)
    page.reload(timeout=READY)
    expect(page.get_by_text("model not found").first).to_be_visible(timeout=READY)
    expect(page.locator(AGAIN).first).to_contain_text("run this cell again")
    expect(page.locator(AGAIN).first).to_be_visible()
    assert not asked.outside(lab.url)

"""Nothing is asked of any other host, charts included."""

from __future__ import annotations

from urllib.parse import urlparse

from playwright.sync_api import BrowserContext, expect
from prepared import GAME, THIRD_HEALTH, chapter, link, may
from tables import READY, OpenContext, Table, Visit, find_tables, open_page

IN_BATTLE = may("commit")
THEMES = ("Light", "Dark", "High contrast", "System")


def record_requests(context: BrowserContext) -> list[str]:
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    context.on("page", lambda page: page.on("websocket", lambda socket: asked.append(socket.url)))
    return asked


def outside(asked: list[str], home: str) -> list[str]:
    """Requests to anywhere but the server itself; data and blobs never leave the page."""
    own = urlparse(home).netloc
    return [url for url in asked if urlparse(url).scheme not in ("data", "blob") and urlparse(url).netloc != own]


def open_odds(table: Table) -> None:
    table.press("Odds")
    bars = table.root.locator("[data-plot] svg .bars path, [data-plot] svg .point path")
    expect(bars.first).to_be_visible(timeout=READY)


def test_no_request_leaves_the_host(open_context: OpenContext, index_url: str) -> None:
    context = open_context()
    asked = record_requests(context)
    page = context.new_page()
    open_page(page, index_url, tables=1)
    for theme in THEMES:
        page.get_by_role("button", name="Theme").click()
        page.get_by_role("menuitemradio", name=theme).click()
    page.get_by_role("link", name="Learn").first.click(no_wait_after=True)
    page.wait_for_url(lambda url: "index.ipynb" not in url, timeout=READY)
    find_tables(page)
    for one in GAME.teaching.chapters[:6]:
        table = Table.chapter(page, one).arrive()
    table.press("Rules")
    table.press("Close")
    open_odds(table)
    assert len(asked) > 20
    assert not outside(asked, index_url)


def test_the_first_chart_brings_its_library_and_the_next_ones_have_it(visit: Visit) -> None:
    page = visit(link(play=IN_BATTLE, learn=THIRD_HEALTH))
    table = Table.chapter(page, chapter("battle")).arrive()
    assert not page.evaluate("() => Boolean(window.Plotly)"), "a page without a chart does not pay for charts"
    open_odds(table)
    expect(table.drawer).to_contain_text("%")
    table.press("Close")
    page.evaluate("() => { window.plotlyBefore = window.Plotly; }")
    other = Table(page, "play").arrive()
    open_odds(other)
    assert page.evaluate("() => window.plotlyBefore === window.Plotly")
    see_other_colours_in_another_theme(other)


def see_other_colours_in_another_theme(table: Table) -> None:
    colours = []
    for theme in ("Light", "Dark"):
        table.button("Theme").click()
        table.root.get_by_role("menuitemradio", name=theme, exact=True).click()
        colours.append(table.root.locator("[data-plot] svg text").first.evaluate("(t) => getComputedStyle(t).fill"))
    assert colours[0] != colours[1]

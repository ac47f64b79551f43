"""What draws charts comes with the first of them, and charts have the colours of the theme, which axe finds good."""

from __future__ import annotations

from playwright.sync_api import expect
from prepared import THIRD_HEALTH, chapter, link, may
from tables import READY, Table, Visit, complaints_in_every_theme

IN_BATTLE = may("commit")


def open_odds(table: Table) -> None:
    table.press("Odds")
    bars = table.root.locator("[data-plot] svg .bars path, [data-plot] svg .point path")
    expect(bars.first).to_be_visible(timeout=READY)


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
    assert complaints_in_every_theme(page, other, new=("dialog.drawer", ".masthead")) == {}


def see_other_colours_in_another_theme(table: Table) -> None:
    colours = []
    for theme in ("Light", "Dark"):
        table.button("Theme").click()
        table.root.get_by_role("menuitemradio", name=theme, exact=True).click()
        colours.append(table.root.locator("[data-plot] svg text").first.evaluate("(t) => getComputedStyle(t).fill"))
    assert colours[0] != colours[1]

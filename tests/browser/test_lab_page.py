"""The playtest lab in a real browser: choose, run, stop, from a bar to its game and back, by keys alone; nobody is left
out, in no theme and at no width."""

from __future__ import annotations

import re

from here import House
from playwright.sync_api import Page, expect
from tables import OpenContext, Table, complaints, open_page, set_theme

LATE = 60_000  # milliseconds: a process must start, on a busy machine
LAB = "lab"


def change_a_ruling(page: Page) -> None:
    """The first doubtful rule is another in B."""
    rules = page.locator(".lab-fold:has(h3:text-is('Rulings'))")
    rules.locator("summary").click()
    expect(rules.locator("li")).not_to_have_count(1)
    question = rules.locator("li .lab-question").nth(1).inner_text()
    rules.get_by_role("searchbox").fill(question)
    expect(rules.locator("li:not(.lab-chapter)")).to_have_count(1)
    rules.locator("li:not(.lab-chapter)").first.get_by_role("combobox").nth(1).select_option(index=1)
    expect(page.locator(".lab-summary li")).to_have_count(1)


def run_and_stop(page: Page) -> int:
    """Begin far more games than anybody waits for, and end them by hand; how many there are then."""
    page.get_by_label("Games", exact=True).fill("2000")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Play games").click()
    expect(page.locator(".lab-run")).to_contain_text(re.compile(r"[1-9][0-9,]* of 2,000 games"), timeout=LATE)
    page.get_by_role("button", name="Stop and keep results").click()
    expect(page.locator(".lab-results")).to_be_visible()
    expect(page.locator(".lab-told")).to_contain_text("Stopped")
    return int(Table(page, LAB).screen["result"]["games"])


def test_a_designer_compares_stops_and_looks_at_a_game(open_context: OpenContext, here: House) -> None:
    page = open_context(viewport={"width": 1280, "height": 720}).new_page()
    open_page(page, f"{here.url}voila/render/lab.ipynb")
    table = Table(page, LAB)
    table.wait(lambda screen: screen["keep"] and screen["at"] > 0)
    change_a_ruling(page)
    assert 0 < run_and_stop(page) < 2000
    sought = page.get_by_role("searchbox")
    assert sought.input_value(), "what was searched for is still there after a run"
    sought.fill("")
    expect(page.locator(".lab-chart .main-svg").first).to_be_visible(timeout=LATE)

    table.after(lambda: page.get_by_role("button", name="What was used").click())
    assert table.screen["result"]["legend"]
    expect(page.locator(".lab-legend")).to_have_text(table.screen["result"]["legend"])
    table.after(lambda: page.get_by_role("button", name="How long").click())  # other pages have charts with bars, too
    assert table.screen["result"]["page"] == "length"
    bars = page.locator(".lab-chart").first.locator("path[role=button]")
    expect(bars.first).to_be_attached(timeout=LATE)
    page.locator(".lab-chart .lab-table summary").first.click()
    expect(page.get_by_role("button", name="Show A").first).to_be_visible()
    assert complaints(page, table) == []
    for theme in ("dark", "contrast"):
        set_theme(page, theme)
        assert complaints(page, table, colours=True) == [], theme

    bars.first.focus()
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") != label
    page.keyboard.press("Enter")
    shown = table.wait(lambda screen: screen["kind"] == "table", LATE)
    assert shown["time"]["at"] == shown["time"]["length"] > 0 and ", from “" in shown["now"]["text"]
    # by keys, as the turning point comes by itself, and moves a button away from under the mouse
    table.after(lambda: table.button("Go to start").press("Enter"))
    expect(table.root.get_by_role("button", name="Play on from here")).to_be_visible()

    table.after(lambda: table.button("Back to results").press("Enter"))
    assert table.screen["kind"] == LAB and table.screen["result"]["page"] == "length"
    expect(page.locator("[data-land=results]")).to_be_focused()
    expect(page.get_by_role("button", name="Show A").first).to_be_visible()

    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".frame[data-layout=narrow]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "nothing stands over the edge of a phone"

    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.reload()
    assert asked == ["beforeunload"], "runs do not go without a word"

"""A designer without Python: changes a card at a table, plays on, saves it, and sees in the lab what it does."""

from __future__ import annotations

from pathlib import Path

import pytest
from bare import open_bare
from here import House
from page import Page as DeskPage
from playwright.sync_api import Locator, Page, expect
from tables import OpenContext, Table, complaints, open_page

from widgets.app import play

LATE = 60_000  # milliseconds: a process must start, on a busy machine
LAB = "lab"
CHANGE = "Jiggy Jungle: value: 13 → 20"


def box(place: Locator) -> dict[str, float]:
    found = place.bounding_box()
    assert found is not None
    return dict(found)


def change_a_card(page: Page, here: House) -> Table:
    """A table of The Royal Ascension whose Jiggy Jungle is worth more."""
    open_page(page, f"{here.url}voila/render/royal_ascension.ipynb#play")
    table = Table(page, "play").arrive()
    expect(table.root.locator(".moves")).to_contain_text("Your moves appear here")
    table.press("Start after the draft")
    table.press("Cards")
    table.drawer.get_by_label("Find a card").fill("jung")
    expect(table.drawer.locator("details:visible .chosen-text")).to_have_text("1 found of 12 entries")
    table.after(table.drawer.get_by_role("button", name="Jiggy Jungle", exact=True).click)
    foot = box(table.drawer.locator(".edit-foot"))
    table.after(lambda: table.drawer.get_by_label("Value", exact=True).fill("20"))
    expect(table.drawer.get_by_role("button", name="Use cards now")).to_be_visible()
    assert box(table.drawer.locator(".edit-foot")) == foot, "nothing jumps while somebody writes"
    return table


def save_the_cards(table: Table, folder: Path) -> Path:
    with table.page.expect_download() as download:
        table.drawer.get_by_role("button", name="Save as file").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def test_a_changed_card_is_played_saved_and_compared_in_the_lab(
    open_context: OpenContext, here: House, tmp_path: Path
) -> None:
    page = open_context(viewport={"width": 1280, "height": 720}, accept_downloads=True).new_page()
    table = change_a_card(page, here)
    table.after(table.drawer.get_by_role("button", name="Restart game").click)
    file = save_the_cards(table, tmp_path)
    link = table.drawer.get_by_role("link", name="Compare in the lab").get_attribute("href")
    table.press("Close")
    slider, line = box(table.root.locator(".slider")), box(table.root.get_by_label("Line of play"))
    assert slider["x"] + slider["width"] <= line["x"], "one lies beside the other"

    open_page(page, f"{here.url}voila/render/{link}")
    expect(page.locator(".lab-summary li").last).to_have_text(CHANGE)

    page = open_context(viewport={"width": 1280, "height": 720}).new_page()
    open_page(page, f"{here.url}voila/render/lab.ipynb")
    lab = Table(page, LAB)
    lab.wait(lambda screen: screen["keep"] and screen["at"] > 0)
    cards = page.get_by_label("Open a file of changed cards")
    wrong = tmp_path / "notes.toml"
    wrong.write_text("what?", encoding="utf-8")
    cards.set_input_files(wrong)
    expect(page.locator(".cards-file .problem")).to_contain_text("notes.toml: this isn't a file of changed cards")
    cards.set_input_files(file)
    expect(page.locator(".lab-summary li")).to_have_text([f"Cards: The game's own cards → {file.name}", CHANGE])
    expect(page.locator(".cards-file .problem")).to_have_count(0)

    games = page.get_by_label("Games", exact=True)
    games.fill("0")
    page.keyboard.press("Tab")
    expect(page.locator(".lab-what .problem")).to_contain_text("whole number of games, from 1 to 2,000")
    expect(page.get_by_role("button", name="Play games")).to_be_disabled()
    assert complaints(page, lab) == []
    games.fill("6")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Play games").click()
    expect(page.locator(".lab-results")).to_contain_text("6 games per side", timeout=LATE)
    expect(page.locator(".lab-changed")).to_contain_text(CHANGE)

    page.get_by_role("button", name="How long").click()
    lab.wait(lambda screen: screen["result"]["page"] == "length")
    expect(page.locator(".lab-tab[aria-pressed=true]")).to_have_text("How long")  # it is drawn, too
    page.locator(".lab-chart .lab-table summary").first.click()
    page.get_by_role("button", name="Show B").first.click()
    shown = lab.wait(lambda screen: screen["kind"] == "table", LATE)
    assert f"{file.name}: 1 entry differs" in shown["pack"] and " of B, from “" in shown["now"]["text"]


def test_a_trial_covers_nothing_and_can_be_stopped(open_context: OpenContext, here: House) -> None:
    page = open_context(viewport={"width": 1280, "height": 720}).new_page()
    table = change_a_card(page, here)
    foot = box(table.drawer.locator(".edit-foot"))
    table.drawer.get_by_role("button", name="Simulate 60 games").click()
    expect(table.drawer.locator("progress")).to_be_visible()
    figures = table.drawer.locator(".edit-figures")
    expect(figures).to_be_visible(timeout=LATE)
    assert box(table.drawer.locator(".edit-foot"))["height"] == foot["height"]
    table.drawer.get_by_role("button", name="Stop", exact=True).click()
    expect(table.drawer.locator("progress")).to_have_count(0)
    expect(figures.locator("th[scope=col]")).to_have_text(["Figure", "as in the pack", "changed", "Difference"])


LONGEST = "Hollow Scout"  # the one card whose foot must be scrolled to in so low a window


@pytest.mark.parametrize("seed", [0, 27, 28])
def test_nothing_in_the_middle_of_the_north_is_cut_off_before_the_first_decision(page: Page, seed: int) -> None:
    """At 1280 x 720, of which the bar of the page takes 40."""
    page.set_viewport_size({"width": 1280, "height": 680})
    desk = DeskPage(play("the_north", seed=seed))
    open_bare(page, desk.screen)
    over = page.locator(".field").evaluate("field => field.scrollHeight - field.clientHeight")
    has_longest = LONGEST in page.locator(".centre").inner_text().replace("\n", " ")
    assert has_longest == (seed == 28)
    assert over <= (34 if has_longest else 1)

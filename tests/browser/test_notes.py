"""A note by keyboard alone, back after a reload, and the record given to the browser; on a phone in the dark, too."""

from __future__ import annotations

import json
from pathlib import Path

from here import House
from playwright.sync_api import expect
from tables import OpenContext, Table, complaints, find_tables, open_page, set_theme

TEXT = "No end in sight, and nothing to do."  # the key of notes is in it: whoever types it types an n


def test_a_note_by_keys_survives_a_reload_and_is_in_the_record(
    open_context: OpenContext, here: House, tmp_path: Path
) -> None:
    page = open_context(accept_downloads=True).new_page()
    open_page(page, f"{here.url}voila/render/royal_ascension.ipynb#play")
    table = Table(page, "play")
    table.wait(lambda screen: screen["kind"] == "table")
    table.press("Start after the draft")
    at = table.settle()["time"]["length"]

    table.root.locator("[data-land=now]").focus()
    page.keyboard.press("n")
    marks = table.drawer.get_by_role("radio")
    expect(marks.first).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.type(TEXT)
    page.keyboard.press("Enter")
    expect(table.drawer.locator(".note")).to_contain_text(TEXT)
    expect(table.drawer.locator(".note")).to_contain_text("Boring")
    expect(marks.first).to_be_focused()  # ready for the next one
    expect(table.root.locator(".ticks .noted")).to_have_count(1)
    assert complaints(page, table) == []
    page.keyboard.press("Escape")
    table.wait(lambda screen: not screen.get("drawer"))
    table.play(table.forward_moves()[0])

    page.reload()
    find_tables(page)
    table.wait(lambda screen: screen["kind"] == "table")
    table.press("Note")
    expect(table.drawer.locator(".note")).to_contain_text(TEXT)
    with page.expect_download() as download:
        table.button("Download record").click()
    download.value.save_as(tmp_path / "record.json")
    record = json.loads((tmp_path / "record.json").read_text("utf-8"))
    assert [(note["at"], note["text"]) for note in record["notes"]] == [(at, TEXT)]

    table.press("What was it like?")
    table.drawer.get_by_role("textbox").first.fill(TEXT)
    table.drawer.get_by_role("radio").nth(1).check(force=True)
    table.press("Close")
    table.press("Note")
    table.press("What was it like?")
    expect(table.drawer.get_by_role("textbox").first).to_have_value(TEXT)  # whoever has closed it has lost nothing
    expect(table.drawer.get_by_role("radio").nth(1)).to_be_checked()
    table.press("Close")
    table.press("Note")

    page.set_viewport_size({"width": 390, "height": 844})
    set_theme(page, "dark")
    assert complaints(page, table) == []
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, "nothing stands over the edge of a phone"
    table.after(table.drawer.get_by_role("button", name="Look at the table").click)
    assert table.screen["time"]["at"] == at
    expect(table.drawer).to_have_count(0)  # on a phone it would hide what one wants to look at

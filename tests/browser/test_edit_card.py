"""A designer changes a card in a real browser: in words, by keyboard; the game goes on with it, here and elsewhere."""

from __future__ import annotations

from playwright.sync_api import expect
from tables import TableHere, complaints

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.table.session import Session

WEST = 'play("the_west_ascendant", seed=1, seats=2)'


def test_a_card_is_changed_played_saved_and_opened_elsewhere_by_its_code(table_here: TableHere) -> None:
    table = table_here(WEST)
    page = table.page
    table.press("Start")
    table.press("Cards")
    expect(table.drawer).to_contain_text("Change cards")

    table.drawer.get_by_label("Find a card").fill("kiln")
    table.after(table.drawer.get_by_role("button", name="Kiln", exact=True).click)
    pulse = table.drawer.get_by_label("Pulse")
    table.after(lambda: pulse.fill("other looses 3"))
    expect(table.drawer).to_contain_text("did you mean 'loses'?")
    expect(table.drawer.get_by_role("button", name="Use cards now")).to_have_count(0)
    pulse.focus()
    page.keyboard.press("Control+A")
    table.after(lambda: page.keyboard.type("other loses 3"))
    expect(table.drawer).to_contain_text("PULSE: The other player loses 3.")
    expect(pulse).to_be_focused()
    assert complaints(page, table) == []

    screen = table.after(table.drawer.get_by_role("button", name="Use cards now").click)
    assert "changed cards" in screen["pack"]
    with page.expect_download() as download:
        table.drawer.get_by_role("button", name="Save as file").click()
    file = download.value.path().rename(download.value.path().with_suffix(".toml"))
    game = load("the_west_ascendant", file)
    assert game.edition.change == {"facility": {"kiln": {"pulse": "other loses 3"}}}

    table.press("Close")
    table.press("Save")
    code = table.drawer.locator("textarea.code").first.input_value()
    assert Session.from_code(code).game.edition.digest == game.edition.digest
    other = table_here(WEST, viewport={"width": 390, "height": 844})
    other.press("Save")
    other.drawer.get_by_label("Table code, save code or link").fill(code)
    screen = other.after(other.drawer.get_by_role("button", name="Open", exact=True).click)
    assert "changed cards" in screen["pack"]
    other.click(other.root.get_by_role("button", name="More", exact=True))
    other.after(other.root.get_by_role("menuitem", name="Cards").click)
    expect(other.drawer).to_contain_text("What differs from the pack")
    expect(other.drawer).to_contain_text("other loses 3")

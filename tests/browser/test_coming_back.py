"""Every visit is a new kernel: the link, or a code, brings the table back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from prepared import chapter, link, my_turn
from servers import NAME
from tables import READY, Data, OpenContext, Table, Visit, find_tables, hash_of, open_page

SAME = ("scene", "moves", "log", "time", "now")
WALKING = chapter("walking")
STEPS = WALKING.steps


def what_one_sees(table: Table) -> dict[str, Any]:
    """The table with its panels; which moves are new, and who moved last, is a matter of the visit."""
    screen = table.screen
    for block in screen["log"]:
        block["new"] = False
    return {key: screen[key] for key in SAME}


@dataclass
class Reloaded:
    """A page before and after it was loaded anew."""

    page: Page
    seen: Data
    link: dict[str, str]
    code: str


@pytest.fixture(scope="module")
def reloaded(visit: Visit) -> Reloaded:
    """Somebody plays a little, learns a little, and loads the page anew."""
    page = visit()
    table = Table(page, "play").arrive()
    table.press("Start")
    for _ in range(6):
        table.settle()
        table.play(table.forward_moves()[0])
    table.settle()
    table.press("Save")
    code = table.drawer.get_by_role("textbox", name="Save code", exact=True).input_value()
    table.press("Close")
    seen = what_one_sees(table)
    lesson = Table.chapter(page, WALKING).arrive()
    for move in STEPS[0].way:
        lesson.play(move)
    lesson.press("Next: ")
    kept = hash_of(page)
    page.reload()
    find_tables(page)
    return Reloaded(page, seen, kept, code)


def test_a_reload_comes_back_to_the_same_table(reloaded: Reloaded) -> None:
    table = Table(reloaded.page, "play").arrive()
    assert hash_of(reloaded.page)["play"] == reloaded.link["play"]
    assert what_one_sees(table) == reloaded.seen


def test_a_reload_comes_back_to_the_same_step_of_a_lesson(reloaded: Reloaded) -> None:
    table = Table.chapter(reloaded.page, WALKING).arrive()
    assert table.screen["task"]["id"] == STEPS[1].id
    dots = table.screen["where"]["steps"]
    assert [dot["done"] for dot in dots] == [True] + [False] * (len(dots) - 1)
    expect(table.root.locator(".dots [aria-current=step]").first).to_be_visible()


def test_the_first_page_remembers_how_far_the_lessons_have_come(reloaded: Reloaded, index_here: str) -> None:
    page = reloaded.page.context.new_page()
    open_page(page, index_here, tables=1)
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "1")
    page.get_by_role("link", name="Continue learning").click(no_wait_after=True)
    page.wait_for_url(lambda url: "index.ipynb" not in url, timeout=READY)
    find_tables(page)
    table = Table.chapter(page, WALKING)
    expect(table.root.locator(".masthead")).to_be_in_viewport()
    assert table.arrive().screen["task"]["id"] == STEPS[1].id


def test_a_save_code_pasted_on_the_first_page_opens_the_same_table(
    reloaded: Reloaded, open_context: OpenContext, index_here: str
) -> None:
    page = open_context().new_page()
    open_page(page, index_here, tables=1)
    page.get_by_role("textbox", name="Save code or link").fill(reloaded.code)
    page.get_by_role("button", name="Open").click()
    page.wait_for_url("**/royal_ascension.ipynb#play=*", timeout=READY)
    find_tables(page)
    assert what_one_sees(Table(page, "play").arrive()) == reloaded.seen


def test_a_link_leads_to_its_table_without_searching(page: Page, game_here: str) -> None:
    """The page has nine tables; the one that the link keeps is in sight once it stands."""
    open_page(page, game_here + link(play=my_turn))
    table = Table(page, "play")
    expect(table.root.locator(".masthead")).to_be_in_viewport()
    table.wait(lambda screen: screen["kind"] == "table")
    assert table.screen["time"]["length"] > 40


def test_a_code_that_is_none_is_answered_with_a_sentence(page: Page, index_here: str) -> None:
    open_page(page, index_here, tables=1)
    page.get_by_role("textbox", name="Save code or link").fill("TN1.nonsense")
    page.get_by_role("button", name="Open").click()
    expect(page.locator(".problem")).to_contain_text("code")
    assert page.url == index_here


def test_a_damaged_link_still_gives_a_table(page: Page, game_here: str) -> None:
    open_page(page, f"{game_here}#play=person,greedy,greedy~TN1.broken")
    table = Table(page, "play").arrive()
    expect(table.panel("now")).to_contain_text("You can start a new game here.")
    table.press("Start")
    assert table.settle()["now"]["kind"] == "yours"


# -- a link for somebody else ------------------------------------------------------------------------------------------


def for_others(address: str) -> str:
    """The same address as others know it."""
    return address.replace("localhost", NAME)


def saving(page: Page, url: str) -> Table:
    """A table that was started, with its drawer open."""
    open_page(page, url)
    table = Table(page, "play").arrive()
    table.press("Start")
    table.press("Save")
    return table


def test_a_copied_link_is_one_that_others_can_open_and_has_no_token_in_it(
    open_context: OpenContext, game_here: str
) -> None:
    """On Binder the address of a page may hold the server's token, which is the right to run code there."""
    page = open_context(permissions=["clipboard-read", "clipboard-write"]).new_page()
    table = saving(page, f"{game_here}?token=secret&from=class")
    assert "secret" not in page.url
    page.evaluate("history.replaceState(null, '', '?token=secret' + location.hash)")
    table.drawer.get_by_role("button", name="Copy the link").click()
    expect(table.drawer.get_by_text("The link was copied.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"{for_others(game_here)}#play=") and "secret" not in copied
    expect(table.drawer.get_by_role("img", name="The link as a QR code")).to_be_visible()
    page.goto(copied)
    find_tables(page)
    assert Table(page, "play").arrive().screen["where"]["text"] == "Setting up"


def test_without_https_it_is_copied_all_the_same(open_context: OpenContext, game_here: str) -> None:
    """Browsers hand out their clipboard to secure pages only, and over the network ours are none."""
    page = open_context(permissions=["clipboard-read", "clipboard-write"]).new_page()
    table = saving(page, for_others(game_here))
    assert page.evaluate("() => !isSecureContext && navigator.clipboard === undefined")
    for what in ("code", "link"):
        table.drawer.get_by_role("button", name=f"Copy the {what}").click()
        expect(table.drawer.get_by_text(f"The {what} was copied.")).to_be_visible()
        shown = table.drawer.get_by_role("textbox", name="Save code" if what == "code" else "Link", exact=True)
        table.drawer.get_by_role("textbox", name="Save code or link").focus()
        page.keyboard.press("Control+A")
        page.keyboard.press("Control+V")
        expect(table.drawer.get_by_role("textbox", name="Save code or link")).to_have_value(shown.input_value())


def test_what_cannot_be_copied_is_selected_and_says_so(page: Page, game_here: str) -> None:
    table = saving(page, for_others(game_here))
    page.evaluate("() => { document.execCommand = () => false; }")
    table.drawer.get_by_role("button", name="Copy the link").click()
    expect(table.drawer.get_by_text("The link is selected, so copy it yourself.")).to_be_visible()
    selected = page.evaluate("() => document.activeElement.value.slice(document.activeElement.selectionStart)")
    assert selected == table.screen["drawer"]["share"]["link"]
    table.press("Close")
    table.press("Save")
    expect(table.drawer.get_by_text("The link is selected")).to_have_count(0)

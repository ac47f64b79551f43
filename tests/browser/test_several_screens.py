"""Two people in two browsers come to one table: by its code at the door, or by its link, and see each other there."""

from __future__ import annotations

import re

from here import House
from playwright.sync_api import Page, expect
from tables import OpenContext, Table, find_tables, hash_of, open_page

SEALED = ("commit", "seal")  # what the others hear of when all have done so


def a_page(open_context: OpenContext, address: str) -> Page:
    page = open_context().new_page()
    open_page(page, address)
    return page


def the_asked(*tables: Table) -> Table:
    """The one whose turn it is, as soon as a page says so: what happened elsewhere may still be on its way to all."""
    for _ in range(600):
        for table in tables:
            screen = table.screen
            if screen["now"]["kind"] == "yours" and not screen.get("next"):
                return table
        tables[0].page.wait_for_timeout(100)
    raise AssertionError("Nobody is asked for a whole minute.")


def test_a_friend_comes_by_the_code_and_sees_every_move_at_once(open_context: OpenContext, here: House) -> None:
    host = a_page(open_context, f"{here.url}voila/render/royal_ascension.ipynb#play")
    table = Table(host, "play")
    table.wait(lambda screen: screen["kind"] == "table")
    table.press("Start after the draft")
    table.settle()
    table.press("Who plays")
    table.press("Invite others")
    code = table.drawer.locator(".table-code").inner_text()

    friend = a_page(open_context, f"{here.url}voila/render/index.ipynb")
    field = friend.get_by_label("Table code, save code or link")
    field.fill(code.lower())
    friend.get_by_role("button", name="Open", exact=True).click()
    friend.wait_for_url("**/royal_ascension.ipynb*")
    find_tables(friend)
    theirs = Table(friend, "play")
    theirs.wait(lambda screen: screen.get("drawer", {}).get("kind") == "company")
    friend.get_by_label("Your name (optional)").fill("Mara")
    theirs.drawer.locator(".company-seat").nth(1).get_by_role("button", name="Sit down here").click()
    theirs.wait(lambda screen: screen["viewer"] == 1)
    assert hash_of(friend)["play"].startswith("TT1.")

    expect(table.drawer.locator(".company-seat").nth(1)).to_contain_text("Mara")  # without a word from this page
    expect(table.drawer.locator(".company-seat").nth(1)).to_contain_text("at another screen")
    table.key("Escape")
    table.wait(lambda screen: not screen.get("drawer"))

    seen = 0
    while seen < 4:
        mover = the_asked(table, theirs)
        other = theirs if mover is table else table
        length = other.screen["time"]["length"]
        expect(mover.page).to_have_title(re.compile("^● Your turn · "))
        if other.screen["now"]["kind"] != "yours":  # in a battle both are asked
            expect(other.page).to_have_title(re.compile("^(?!●)"))
        move = mover.forward_moves()[0]
        mover.play(move)
        if move[0] not in SEALED:
            other.wait(lambda screen, length=length: screen["time"]["length"] > length)
            seen += 1

    theirs.press("Who plays")
    theirs.after(theirs.drawer.get_by_role("button", name="Stand up").click)
    expect(friend.get_by_label("Your name (optional)")).to_have_value("Mara")


def test_seats_and_a_link_for_friends_are_one_step(open_context: OpenContext, here: House) -> None:
    address = here.cell('play("royal_ascension", seed=1)')
    host = open_context().new_page()
    open_page(host, address, tables=1)
    table = Table(host, "play").arrive()
    table.press("Play with friends")
    table.press("3 seats")
    link = table.wait(lambda screen: screen.get("drawer", {}).get("code"))["drawer"]["share"]["link"]
    friend = open_context().new_page()
    open_page(friend, link, tables=1)
    theirs = Table(friend, "play")
    theirs.wait(lambda screen: screen.get("drawer", {}).get("kind") == "company")
    theirs.drawer.locator(".company-seat").nth(1).get_by_role("button", name="Sit down here").click()
    theirs.wait(lambda screen: screen["viewer"] == 1)
    expect(table.drawer.locator(".company-seat").nth(1)).to_contain_text("at another screen")

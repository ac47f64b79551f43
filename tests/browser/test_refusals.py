"""The table says no: with the reason, the rule and a way on. And what is not meant for it changes nothing."""

from __future__ import annotations

import json
import re
from typing import Any

from bare import open_at
from playwright.sync_api import Locator, Page, expect
from prepared import GAME, link, my_turn
from tables import Table, Visit, said

from widgets.app import play
from widgets.rulebook import lesson_of

GARBAGE: list[Any] = [
    {},
    {"do": "nonsense"},
    {"do": "move", "move": ["roll", 1]},
    {"do": "move", "move": ["roll", 1], "at": 0, "seat": 0},
    {"do": "move", "move": "roll", "at": -1, "seat": None},
    {"do": "move", "move": [["roll"]], "at": 10**9, "seat": "0"},
    {"do": "sit", "chair": "0", "who": "__class__"},
    {"do": "goto", "number": "3"},
    {"do": "open", "drawer": "../../etc/passwd"},
    {"do": "_take"},
    {"do": "library", "name": "os"},
    {"do": "hello", "link": {"play": 7}},
    ["do", "undo"],
    "undo",
    7,
]


MIDDLE = link(first=my_turn, play=my_turn)  # half a game was played at each, and it is my turn


def open_table(visit: Visit, slot: str = "play") -> Table:
    return Table(visit(MIDDLE), slot).arrive()


def refused_piece(table: Table) -> str:
    """A card in the hand that has no move now."""
    return next(p["id"] for p in table.pieces() if p["id"].startswith("hand:") and p.get("try") and not p.get("moves"))


def outline(piece: Locator) -> str:
    """How the refused piece is marked."""
    return str(piece.evaluate("(one) => one.className.baseVal ?? one.className"))


def test_a_card_that_may_not_be_used_says_why(visit: Visit) -> None:
    table = open_table(visit)
    before = table.screen
    piece = refused_piece(table)
    why = table.click_piece(piece)["why"]
    assert why["what"] and why["text"] and why["rules"] and why["piece"] == piece
    panel = table.panel("why")
    for part in (why["what"], why["text"], table.title(why["rules"][0])):
        expect(panel).to_contain_text(part)
    assert "is-refused" in outline(table.piece(piece))
    assert why["text"] in said(table)
    assert table.screen["time"] == before["time"]


def test_a_refusal_offers_what_can_be_done_instead(visit: Visit) -> None:
    table = open_table(visit)
    why = table.click_piece(refused_piece(table))["why"]
    assert 1 <= len(why["can"]) <= 3
    offer = table.panel("why").get_by_role("button", name=why["can"][0]["text"])
    length = table.screen["time"]["length"]
    assert table.after(offer.click)["time"]["length"] > length
    expect(table.panel("why")).to_have_count(0)


def test_from_a_refusal_to_the_rule_the_lesson_and_back_to_the_game(visit: Visit) -> None:
    table = open_table(visit)
    why = table.click_piece(refused_piece(table))["why"]
    before = table.screen
    table.after(table.panel("why").get_by_role("button", name=table.title(why["rules"][0])).click)
    entry = table.drawer.locator(f'[data-entry="{why["rules"][0]}"]')
    expect(entry).to_be_in_viewport()
    expect(entry).to_be_focused()
    lesson = table.after(entry.get_by_role("button", name="Show me").click)
    assert lesson["task"]["id"] == lesson_of(GAME, why["rules"][0])
    table.press("Back to the game")
    after = table.screen
    assert (after["scene"], after["time"]) == (before["scene"], before["time"])


def test_searching_the_rulebook(visit: Visit) -> None:
    table = open_table(visit)
    table.press("Rules")
    everything = table.drawer.locator("[data-entry]").count()
    table.drawer.get_by_role("searchbox").press_sequentially("alliance")
    found = table.wait(lambda screen: screen["drawer"]["query"] == "alliance")["drawer"]["entries"]
    assert 0 < len(found) < everything
    expect(table.drawer.locator("[data-entry]")).to_have_count(len(found))
    expect(table.drawer.get_by_role("searchbox")).to_be_focused()
    table.press("Close")
    expect(table.drawer).to_have_count(0)


# -- what strangers send -----------------------------------------------------------------------------------------------


def test_forged_messages_change_nothing_and_are_answered_with_a_sentence(visit: Visit) -> None:
    table = open_table(visit, "first")
    before = table.screen
    for message in GARBAGE:
        screen = table.forge(message)
        assert screen["keep"] == before["keep"] and screen["scene"] == before["scene"], json.dumps(message)
        expect(table.panel("why")).to_contain_text(
            re.compile("That did not work|Too late: ")
        )  # of a screen before this
        told = table.panel("why").inner_text()
        assert len(told) < 500 and "Traceback" not in told and "Error" not in told, told
    after = table.play(table.forward_moves()[0])
    assert after["time"]["length"] == before["time"]["length"] + 1, "the table still works"


def test_a_page_cannot_put_a_screen_of_its_own_onto_the_table(visit: Visit) -> None:
    table = open_table(visit, "first")
    before = table.settle()
    table.page.evaluate(
        """(slot) => {
          const model = window.tablesInTest[slot];
          model.set("screen", { ...model.get("screen"), scene: [], keep: { play: "" }, at: 0 });
          model.save_changes();
        }""",
        table.slot,
    )
    screen = table.forge({"do": "close", "at": before["at"], "seat": 0})
    assert (screen["scene"], screen["keep"], screen["time"]) == (before["scene"], before["keep"], before["time"])


NAMES = ("<img src=x>", "<b>Anna<b>", '" onclick="x()')


def test_a_name_is_text_wherever_it_stands(page: Page, desks_here: None) -> None:
    table = open_at(page, play("royal_ascension", seed=1))  # a game in which each of them comes to hold cards
    table.press("Set up")
    for number, name in enumerate(NAMES):
        who = table.drawer.get_by_role("combobox", name="Who plays").nth(number)
        if number:
            table.after(lambda who=who: who.select_option("person"))
        box = table.drawer.get_by_role("textbox", name="Player name").nth(number)
        box.fill(name)
        table.after(lambda box=box: box.press("Tab"))
    table.press("Close")
    table.press("Start after the draft")
    passed = set()
    while len(passed) < len(NAMES):
        while table.screen["kind"] != "curtain":
            table.play(table.forward_moves()[0])
        screen = table.screen
        passed.add(screen["person"])
        expect(table.root.get_by_role("heading", name=screen["person"])).to_be_visible()
        lift = table.root.get_by_role("button", name=f"I am {screen['person']}")
        assert not table.root.locator("img, [onclick], b b").count()
        table.after(lift.click)

"""The coach in a browser: a first game with its cards, two questions, the map of what one knows, and forgetting."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from bare import open_at
from playwright.sync_api import Page, expect
from prepared import kept, may, my_turn
from tables import OpenContext, Table, ask_axe, complaints, open_page
from test_playing import HOLD_FRAMES

from tabletop_kernel.table.session import Session
from widgets.app import play

CARD = ".coach-card"
# Whether the card lies over anything that may be used, or over the piece that it speaks of.
COVERS = """(root) => {
  const card = root.querySelector(".coach-card");
  const mine = card.getBoundingClientRect();
  const used = [...root.querySelectorAll(".mat .is-legal, .mat [data-coached]")];
  return used.some((piece) => {
    const box = piece.getBoundingClientRect();
    return box.left < mine.right && mine.left < box.right && box.top < mine.bottom && mine.top < box.bottom;
  });
}"""
STORED = "() => Object.keys(localStorage).filter((key) => key.startsWith('tabletop.') && key !== 'tabletop.look')"


def may_choose_whom_to_attack(session: Session) -> bool:
    return may("attack")(session) and len(session.moves(0)) > 1


@pytest.fixture
def table(page: Page, desks_here: None) -> Table:
    """Somebody's first game, in the middle of it."""
    return at_the_moment(page, my_turn)


def at_the_moment(page: Page, until: Callable[[Session], bool]) -> Table:
    return open_at(page, play("royal_ascension"), f"#play={kept(until)}")


def test_a_coached_first_game(table: Table) -> None:
    """One card at a time, beside its piece, gone with the next move; it covers nothing that may be used."""
    seen = set()
    for _ in range(14):
        screen = table.settle()
        if screen["now"]["kind"] == "over":
            break
        card = screen.get("card")
        cards = table.root.locator(CARD)
        expect(cards).to_have_count(1 if card else 0)
        if card:
            expect(cards).to_contain_text(card["title"])
            expect(cards).to_contain_text(card["text"])
            assert card["rule"] not in seen
            seen.add(card["rule"])
            assert not table.root.evaluate(COVERS)
        table.play(table.forward_moves(screen)[0])
    assert len(seen) > 5


def test_a_card_is_closed_by_its_button_by_escape_and_for_good(table: Table) -> None:
    card = table.root.locator(CARD)
    expect(card).to_have_count(1)
    card.get_by_role("button", name="Close this card").click()
    expect(card).to_have_count(0)
    table.play(table.forward_moves()[0])
    table.settle()
    expect(card).to_have_count(1)
    table.root.locator("[data-land=now]").focus()
    table.page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    table.play(table.forward_moves()[0])
    table.settle()
    table.after(lambda: card.get_by_role("button", name="Coach off").click())
    table.play(table.forward_moves()[0])
    table.settle()
    expect(card).to_have_count(0)
    assert "know=TK1.royal_ascension." in table.page.evaluate("() => location.hash")


def test_ask_the_coach(page: Page, desks_here: None) -> None:
    """Two or three moves, each with its aim and its chances; one of them is made from there."""
    table = at_the_moment(page, may_choose_whom_to_attack)
    table.press("Ask the coach")
    screen = table.wait(lambda screen: (screen.get("coach") or {}).get("kind") == "advice")
    panel = table.panel("coach")
    rows = screen["coach"]["rows"]
    assert len(rows) > 1
    expect(panel.get_by_role("listitem")).to_have_count(len(rows))
    for row in rows:
        expect(panel).to_contain_text(row["text"])
        expect(panel).to_contain_text(row["aim"])
        expect(panel).to_contain_text(row["stands"])
    assert re.search(r"\d+% to win, but losing costs ", panel.inner_text())
    assert "stimate" in panel.inner_text() and not re.search(r"of 100|imagined games", panel.inner_text())
    before = screen["time"]["length"]
    after = table.after(lambda: panel.get_by_role("button", name="Do it").first.click())
    assert after["time"]["length"] == before + 1
    expect(panel).to_have_count(0)


def test_a_move_ends_a_thought_and_a_look_into_the_rules_does_not(page: Page, desks_here: None) -> None:
    """More thought is asked for only when the last screen is painted, and a click comes before it."""
    table = at_the_moment(page, may_choose_whom_to_attack)
    expect(table.root.locator(CARD)).to_have_count(1)
    page.evaluate(HOLD_FRAMES)
    assert table.press("Ask the coach")["coach"]["kind"] == "thinking"
    screen = table.press("Rules")
    assert screen["coach"]["kind"] == "thinking"
    move = {"do": "move", "move": table.forward_moves(screen)[0], "at": screen["at"], "seat": screen["viewer"]}
    screen = table.forge(move)
    assert "think" not in screen and screen.get("coach", {}).get("kind") != "thinking"
    page.evaluate("() => window.letGo()")
    expect(table.panel("log")).to_be_visible()


def test_why_did_they_do_that(table: Table) -> None:
    for _ in range(8):
        table.play(table.forward_moves(table.settle())[0])
        screen = table.settle()
        if any(button["text"] == "Why did they do that?" for button in screen["now"]["buttons"]):
            break
    table.press("Why did they do that?")
    screen = table.wait(lambda screen: screen.get("why"))
    expect(table.panel("why")).to_contain_text("Why did they do that?")
    expect(table.panel("why")).to_contain_text(screen["why"]["text"])
    expected = ("estimate", "too few games", "they had no choice", "chosen in secret")
    assert any(words in screen["why"]["text"] for words in expected)


def test_the_map_by_keyboard_and_what_a_square_opens(table: Table) -> None:
    table.play(table.forward_moves(table.settle())[0])
    table.press("What you know")
    drawer = table.drawer
    expect(drawer.locator("button.know-cell.used").first).to_be_visible()
    expect(drawer.get_by_text("of 87 rules met")).to_be_visible()
    first = drawer.locator("button.know-cell").first
    first.focus()
    table.page.keyboard.press("ArrowRight")
    second = drawer.locator("button.know-cell").nth(1)
    expect(second).to_be_focused()
    expect(drawer.locator(".cell-caption")).to_have_text(second.get_attribute("aria-label") or "")
    table.after(lambda: table.page.keyboard.press("Enter"))
    expect(drawer.locator(".entry.focused")).to_be_visible()
    assert not ask_axe(table.page, ".entry.focused")  # the other rules look alike, and axe takes long for all of them


def test_axe_finds_nothing_at_card_advice_and_map(page: Page, desks_here: None) -> None:
    table = at_the_moment(page, may_choose_whom_to_attack)
    expect(table.root.locator(CARD)).to_have_count(1)
    table.press("Ask the coach")
    table.wait(lambda screen: (screen.get("coach") or {}).get("kind") == "advice")
    assert not complaints(page, table)
    table.press("What you know")
    assert not ask_axe(page, "dialog.drawer")


def test_forget_me(table: Table) -> None:
    """One question, then nothing of it is left: neither in the map nor in the link nor in the browser."""
    page = table.page
    for _ in range(3):
        table.play(table.forward_moves(table.settle())[0])
    table.settle()
    page.wait_for_function(
        "() => location.hash.includes('know=TK1.') && localStorage.getItem('tabletop.know.royal_ascension')"
    )
    assert page.evaluate(STORED)
    table.press("What you know")
    table.drawer.get_by_role("button", name="Forget me").click()
    table.drawer.get_by_role("button", name="No, keep it").click()
    assert table.drawer.locator("button.know-cell:not(.new)").count()
    table.drawer.get_by_role("button", name="Forget me").click()
    table.after(lambda: table.drawer.get_by_role("button", name="Yes, forget me").click())
    expect(table.drawer.locator("button.know-cell:not(.new)")).to_have_count(0)
    page.wait_for_function("() => !location.hash.includes('know=') && !location.hash.includes('learn=')")
    page.wait_for_function(f"() => !({STORED})().length")
    assert "play=" in page.evaluate("() => location.hash"), "the game goes on"


def test_the_browser_remembers_without_a_link(page: Page, game_here: str) -> None:
    open_page(page, f"{game_here}#play={kept(my_turn)}")
    table = Table(page, "play").arrive()
    table.play(table.forward_moves(table.settle())[0])
    table.settle()
    page.wait_for_function("() => localStorage.getItem('tabletop.know.royal_ascension')")
    page.goto("about:blank")
    open_page(page, game_here)
    again = Table(page, "first").arrive()
    again.press("What you know")
    expect(again.drawer.locator("button.know-cell.used").first).to_be_visible()


def test_on_a_phone_the_card_stands_in_the_column(open_context: OpenContext, desks_here: None) -> None:
    page = open_context(viewport={"width": 390, "height": 844}).new_page()
    table = at_the_moment(page, my_turn)
    expect(table.root.locator(f".coach-spot {CARD}")).to_be_visible()
    box = table.root.locator(CARD).bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390
    table.after(lambda: table.click(table.root.locator("[data-main]")))
    table.settle()
    table.root.get_by_role("button", name="More", exact=True).click()
    table.after(lambda: page.get_by_role("menuitem", name="What you know").click())
    expect(table.drawer.locator("button.know-cell.used").first).to_be_visible()
    width = page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= 390, "nothing stands over the edge"

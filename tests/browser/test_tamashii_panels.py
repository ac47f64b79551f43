"""Tamashii beside its table: puzzles by mouse, finger and keys; a campaign carried by its code; the set-up of a game.

No server is needed: the desk is here, and a page of its own stands for every visit.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from bare import LiveTable, open_live
from campaign_stage import at_the_brink
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from tables import complaints_in_every_theme, leave, new_context
from test_launcher import TOUCH, drag, slot

from tabletop_kernel.games.tamashii.launch import puzzles
from tabletop_kernel.games.tamashii.modes import campaign
from widgets.app import play, puzzle
from widgets.campaigns import memory_of
from widgets.games.tamashii.puzzle import FIRST, named

WIDTH = "() => document.documentElement.scrollWidth"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = new_context(browser, viewport={"width": 1280, "height": 720})
    yield made
    leave(made)


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    made = new_context(browser, viewport={"width": 390, "height": 844}, has_touch=True)
    yield made
    leave(made)


# -- puzzles -----------------------------------------------------------------------------------------------------------


def steps_of(table: LiveTable) -> tuple[puzzles.Step, ...]:
    moves, number = named(table.screen["level"]["name"])
    return puzzles.make_puzzle(number, moves).solution


def open_puzzle(page: Page) -> LiveTable:
    table = open_live(page, puzzle("tamashii"))
    table.wait(lambda screen: screen["kind"] == "puzzle")
    return table


def test_a_puzzle_is_solved_by_mouse_and_the_next_by_keys(context: BrowserContext) -> None:
    page = context.new_page()
    table = open_puzzle(page)
    first, *others = steps_of(table)
    table.after(lambda: drag(page, first[1], first[2]))
    expect(page.locator(".puzzle-moves")).to_contain_text("2 of 3 moves left")
    for step in others:  # click and click
        slot(page, step[1]).click()
        table.after(slot(page, step[2]).click)
    expect(page.locator(".pane.now")).to_contain_text("Solved")
    expect(page.locator(".lit-pill")).to_have_text("made")
    page.locator("[data-main]").focus()
    table.after(lambda: page.keyboard.press("Enter"))
    expect(page.locator(".puzzle-name input")).to_have_value(f"3-{FIRST + 1}")
    for step in steps_of(table):
        move_by_keys(page, table, step)
    expect(page.locator(".puzzle-target.is-solved")).to_have_count(1)
    page.keyboard.press("u")
    table.wait(lambda screen: not screen["solved"])
    expect(page.locator(".puzzle-trail li")).to_have_count(2)


def move_by_keys(page: Page, table: LiveTable, step: puzzles.Step) -> None:
    """Walk to the token, pick it up, walk on, and put it down."""
    _, start, end = step
    way = {(0, 1): "ArrowRight", (0, -1): "ArrowLeft", (1, 0): "ArrowDown", (-1, 0): "ArrowUp"}
    slot(page, start).focus()
    page.keyboard.press("Space")
    page.keyboard.press(way[int(end[1]) - int(start[1]), int(end[3]) - int(start[3])])
    table.after(lambda: page.keyboard.press("Enter"))


def test_a_puzzle_says_why_not_and_gives_hints(context: BrowserContext) -> None:
    page = context.new_page()
    table = open_puzzle(page)
    table.after(lambda: drag(page, "r1c1", "r2c2"))
    expect(page.locator(".pane.why")).to_contain_text("can't move tokens diagonally")
    expect(page.locator(".puzzle-moves")).to_contain_text("3 of 3")
    table.press("Hint")
    table.press("Hint")
    expect(page.locator(".lit-pill")).to_have_text(steps_of(table)[0][0])
    table.press("Harder")
    expect(page.locator(".puzzle-moves")).to_contain_text("4 of 4 moves left")
    box = page.locator(".puzzle-name input")
    box.fill("nonsense")
    table.after(lambda: box.press("Enter"))
    expect(page.locator(".puzzle-name .problem")).to_contain_text("as in 3-17")
    box.fill("2-5")
    table.after(page.locator(".puzzle-name").get_by_role("button", name="Open").click)
    expect(page.locator(".puzzle-name .problem")).to_have_count(0)
    expect(page.locator(".puzzle-moves")).to_contain_text("2 of 2")
    page.locator(".pane.now .rules a, .pane.now .rules button").first.click()
    expect(table.drawer).to_contain_text("Rulebook")


def test_a_puzzle_comes_back_with_its_moves_after_a_reload(context: BrowserContext) -> None:
    page = context.new_page()
    table = open_puzzle(page)
    step = steps_of(table)[0]
    table.after(lambda: drag(page, step[1], step[2]))
    page.wait_for_function("() => location.hash.includes('puzzle=')")
    again = context.new_page()
    other = open_live(again, puzzle("tamashii"), page.evaluate("() => location.hash"))
    other.wait(lambda screen: screen["kind"] == "puzzle")
    assert other.screen["scene"] == table.screen["scene"] and other.screen["level"]["left"] == 2


def test_a_puzzle_under_a_finger(phone: BrowserContext) -> None:
    page = phone.new_page()
    table = open_puzzle(page)
    for _, start, end in steps_of(table):
        table.after(lambda start=start, end=end: page.evaluate(TOUCH, [start, end]))  # type: ignore[misc]
    expect(page.locator(".puzzle-target.is-solved")).to_have_count(1)
    boxes = [one.bounding_box() for one in page.locator(".launcher-slot").all()]
    assert all(box and min(box["width"], box["height"]) >= 44 for box in boxes)
    assert page.evaluate(WIDTH) == 390


# -- a campaign --------------------------------------------------------------------------------------------------------


def visit(context: BrowserContext, kept: str = "") -> tuple[Page, LiveTable]:
    """Somebody opens the page, which is a new kernel; the browser is the same."""
    memory_of.cache_clear()
    page = context.new_page()
    table = open_live(page, play("tamashii"), f"#play={quote(kept, safe=',')}" if kept else "")
    table.wait(lambda screen: screen["kind"] == "table")
    return page, table


def fold(table: LiveTable, name: str) -> Locator:
    """Open a fold of the set-up."""
    found = table.drawer.locator("details.setup-fold").filter(has=table.page.locator("summary", has_text=name))
    found.locator("summary").first.click()
    return found


def end_of(table: LiveTable, move: Any) -> Locator:
    """Make the last move of a game; what stands of the campaign then."""
    table.play(list(move))
    panel = table.root.locator(".campaign-end")
    expect(panel).to_be_visible()
    return panel


def test_two_scenarios_are_carried_by_the_code(context: BrowserContext, phone: BrowserContext, tmp_path: Path) -> None:
    kept, move = at_the_brink("P00")
    page, table = visit(context, kept)
    panel = end_of(table, move)
    expect(panel).to_contain_text("You won Cold Boot, and P00 is marked.")
    first = panel.locator("input").input_value()
    assert campaign.read(first).marked == ("P00",)
    panel.get_by_role("button", name="Copy code").click()
    expect(panel.get_by_role("status")).not_to_be_empty()
    with page.expect_download() as download:
        panel.get_by_role("link", name="Download").click()
    download.value.save_as(tmp_path / "code.txt")
    assert (tmp_path / "code.txt").read_text().strip() == first
    table.press("Next: First Light")
    expect(table.drawer.get_by_label("Which scenario?")).to_have_value("S01")
    table.press("Start new game")
    assert "First Light" in table.screen["where"]["text"] or table.screen["where"]["text"] == "Setting up"

    kept, move = at_the_brink("S01", won=False)  # some evenings later, on the same machine
    _, table = visit(context, kept)
    panel = end_of(table, move)
    expect(panel).to_contain_text("You didn't win First Light, so it isn't marked.")
    expect(panel).to_contain_text("Unlocked: D01 (the diary card Warm Milk).")
    second = panel.locator("input").input_value()
    assert campaign.read(second) == campaign.Progress(("P00",), ("D01",))

    page, table = visit(phone)  # another machine, which knows nothing
    table.after(lambda: page.get_by_role("button", name="Seats, board and rulings").click())
    part = fold(table, "Campaign")
    for wrong in ("T1-P00", second[:-2], second.replace("D01", "D02")):
        part.locator("form input").fill(wrong)
        table.after(part.get_by_role("button", name="Use code").click)
        expect(part.locator(".problem")).to_be_visible()
        assert table.screen["drawer"]["campaign"]["code"] == ""
    part.locator("form input").fill(second)
    table.after(part.get_by_role("button", name="Use code").click)
    expect(part.locator(".problem")).to_have_count(0)
    expect(part).to_contain_text("1 scenario won, 1 code unlocked")
    expect(table.drawer.get_by_label("Which scenario?")).to_have_value("S01")
    expect(fold(table, "Modules").get_by_role("group", name="Catie's Diary").get_by_label("With it")).to_be_visible()
    assert page.evaluate(WIDTH) == 390
    table.after(lambda: table.drawer.get_by_role("button", name="Start").click())

    _, table = visit(phone)  # and a reload of that
    assert table.screen["remember"]["campaign"] == second


def test_a_campaign_is_put_away_in_two_steps(context: BrowserContext) -> None:
    code = campaign.write(campaign.Progress(("P00",)))
    page, table = visit(context)
    table.press("Set up")
    part = fold(table, "Campaign")
    part.locator("form input").fill(code)
    table.after(part.get_by_role("button", name="Use code").click)
    part.get_by_role("button", name="New campaign").click()
    part.get_by_role("button", name="No", exact=True).click()
    part.get_by_role("button", name="New campaign").click()
    table.after(part.get_by_role("button", name="Yes, start a new one").click)
    expect(part).to_contain_text(f"The old code was {code}")
    page.wait_for_function("() => localStorage.getItem('tabletop.campaign.tamashii') === '\"\"'")


# -- the set-up --------------------------------------------------------------------------------------------------------


def test_a_game_against_each_other_is_set_up_by_hand(context: BrowserContext) -> None:
    page, table = visit(context)
    table.press("Set up")
    table.after(table.drawer.get_by_label("Compete for victory points").check)
    part = fold(table, "Map and cards")
    table.after(lambda: part.get_by_label("Which PvP card?").select_option("tip-off"))
    expect(part).to_contain_text("spend 2 rerolls")
    expect(part.locator("summary")).to_contain_text("Tip-off, the rest at random")
    modules = fold(table, "Modules")
    table.after(modules.get_by_role("group", name="Living City").get_by_label("With it").check)
    expect(modules.locator("summary")).to_contain_text("Living City")
    expect(modules).to_contain_text("Locked: winning First Light (S01) unlocks it.")
    table.after(lambda: table.drawer.get_by_role("button", name="Start").click())
    options = table.view._receive.__self__.room.session.config.options  # type: ignore[attr-defined]
    assert (options["mode"], options["pvp"], options["city"]) == ("versus", "tip-off", "on")
    assert page.evaluate(WIDTH) == 1280


def test_axe_finds_nothing_in_any_theme(context: BrowserContext) -> None:
    found = {}
    for name in ("puzzle", "set-up", "end"):
        if name == "puzzle":
            page = context.new_page()
            open_puzzle(page)
        elif name == "set-up":
            page, table = visit(context)
            table.press("Set up")
            for title in ("Difficulty", "Modules", "Campaign"):
                fold(table, title)
        else:
            kept, move = at_the_brink("P00")
            page, table = visit(context, kept)
            end_of(table, move)
        found[name] = complaints_in_every_theme(page)
    assert found == {"puzzle": {}, "set-up": {}, "end": {}}

"""Tamashii under people's hands: a scenario to its end, two people at one screen, marks, refusals, and keys.

No server is needed: the desks behind the tables are here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from bare import LiveTable, open_live, show
from here import House
from playwright.sync_api import Browser, Page, expect
from tables import Table, complaints, leave, new_context, open_page

from tabletop_kernel import Session, load
from widgets.app import _progress, play
from widgets.links import Chair, write_table
from widgets.table import TableView

GAME = load("tamashii")
SHIFTS = ("slide", "switch")
ENOUGH = 60  # moves that a round of two people never takes
FIRST = ("roll", "end", "done", "stay", "no-district", "keep", "pass", "suffer", "no-go")  # what brings a turn on


@pytest.fixture(autouse=True)
def own_state(tmp_path, monkeypatch) -> Iterator[None]:
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))
    yield
    _progress.cache_clear()


@pytest.fixture(scope="module")
def windows(browser: Browser) -> Iterator[Any]:
    """A window for each size, opened once."""
    opened: dict[int, Any] = {}

    def open_one(width: int = 1280, height: int = 720) -> Page:
        if width not in opened:
            opened[width] = new_context(browser, viewport={"width": width, "height": height}, has_touch=width < 500)
        return opened[width].new_page()

    yield open_one
    for context in opened.values():
        leave(context)


def tell(view: TableView, do: str, **fields: Any) -> dict[str, Any]:
    """What a page sends, before there is one."""
    screen = view.screen
    message = {"do": do, "at": screen["at"], "seat": screen.get("viewer"), **fields}
    view._handle_msg({"content": {"data": {"method": "custom", "content": message}}, "buffers": []})
    return dict(view.screen)


def two_people(page: Page, mode: str) -> LiveTable:
    """Two people at one screen, after the draft."""
    view = play("tamashii", seed=3, seats=2)
    table = open_live(page, view)
    table.wait(lambda screen: screen["kind"] == "table")
    tell(view, "option", id="mode", choice=mode)
    for chair in (0, 1):
        tell(view, "sit", chair=chair, who="person")
    tell(view, "start", dealt=True)
    show(page, view.screen)
    return table


@pytest.fixture(scope="module")
def lessons(browser: Browser, here: House) -> Iterator[Table]:
    """A page on which one step of the lessons after another is begun."""
    page = new_context(browser, viewport={"width": 1280, "height": 720}).new_page()
    open_page(page, here.cell('learn("tamashii")'), tables=1)
    yield Table(page, here.kernel(page).views[0].slot).arrive()
    leave(page.context)


def step(table: Table, name: str) -> Table:
    """A step of the lessons, which no other test in this file takes."""
    table.forge({"do": "step", "id": name, "at": table.at, "seat": table.screen["viewer"]})
    expect(table.root.locator(".launcher").first).to_be_visible()
    return table


def drag(table: Table, start: str, end: str) -> None:
    """A token from one slot to another, by a hand that moves in steps."""
    boxes = [table.piece(f"slot:{slot}").bounding_box() for slot in (start, end)]
    (x, y), (to_x, to_y) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    mouse = table.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + (to_x - x) / 3, y + (to_y - y) / 3)
    mouse.move(to_x, to_y, steps=3)
    mouse.up()


# -- a scenario to its end ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_the_first_scenario_is_won_by_mouse(windows: Any, width: int, height: int) -> None:
    """Every token by a drag, everything else by clicks on pieces, or on a button where no piece stands for it."""
    page = windows(width, height)
    table = open_live(page, play("tamashii", first=True))
    table.wait(lambda screen: screen["kind"] == "table" and screen["moves"])
    for number, move in enumerate(GAME.teaching.first_table.way):
        if move[0] in SHIFTS and (number % 2 or width > 500):
            table.piece(f"slot:{move[1]}").scroll_into_view_if_needed()
            table.after(lambda move=move: drag(table, move[1], move[2]))
        else:
            table.play(list(move))
        assert not table.screen["why"], (move, table.screen["why"])
        expect(table.root.locator(".fault")).to_have_count(0)
        assert table.page.evaluate("() => document.documentElement.scrollWidth") <= width, move
    assert table.screen["now"]["kind"] == "over"
    expect(table.panel("now")).to_contain_text("Cold Boot is won in turn")
    expect(table.root.locator(".is-holding")).to_have_count(0)


def test_a_scenario_by_keys_alone(windows: Any) -> None:
    """Tokens are picked up, carried and put down by keys; a pattern and what ends a step by Enter."""
    table = open_live(windows(), play("tamashii", first=True))
    table.wait(lambda screen: screen["kind"] == "table" and screen["moves"])
    table.tab_to('[data-slot="r1c1"]')
    for key in ("ArrowDown", "ArrowRight", " ", "ArrowUp"):
        table.key(key)
    table.after(lambda: table.key("Enter"))
    assert table.view.screen["scene"] and table.piece("slot:r1c2").locator(".data-token").count() == 1
    table.tab_to(".ends button")
    table.after(lambda: table.key("Enter"))  # done with planning
    table.tab_to(".map [data-piece]")
    assert table.has_focus()
    table.tab_to(".ends button")
    table.after(lambda: table.key("Enter"))  # stay
    while ["no-district"] in table.all_moves():
        table.play(["no-district"])
    table.tab_to('[data-piece="pattern:basic.power"]')
    expect(table.root.locator(".lit")).to_have_count(1)
    table.after(lambda: table.key("Enter"))
    expect(table.panel("log")).to_contain_text("gain 1 power")


# -- two people at one screen ------------------------------------------------------------------------------------------


def forward(table: Table) -> list[Any]:
    moves = table.forward_moves()
    return next((move for verb in FIRST for move in moves if move == [verb]), moves[0])


def test_two_people_plan_at_the_same_time_in_a_scenario(windows: Any) -> None:
    """Everything is open, so there are chairs and no curtain: each plans in any order, and sees the other planning."""
    table = two_people(windows(), "story")
    chairs = table.root.locator(".chair")
    expect(chairs).to_have_count(2)
    other = table.root.locator(".board-who")
    expect(other).to_contain_text("planning")
    shift = next(move for move in table.all_moves() if move[0] == "slide")
    table.after(lambda: drag(table, shift[1], shift[2]))
    table.after(chairs.nth(1).click)
    assert table.screen["viewer"] == 1
    second = next(move for move in table.all_moves() if move[0] == "slide")
    table.after(lambda: drag(table, second[1], second[2]))
    table.play(["done"])
    assert table.screen["kind"] == "table" and table.screen["viewer"] == 0, "who is not done is asked"
    expect(other).to_contain_text("done")
    table.play(["done"])
    session = table.view._receive.__self__.room.session
    assert session.truth.phase == "action"
    assert [done.move[0] for done in session.inputs[-4:]] == ["slide", "slide", "done", "done"]
    assert {done.seat for done in session.inputs[-4:-2]} == {0, 1}


def test_a_round_of_two_people_against_each_other(windows: Any) -> None:
    """Everybody saw which goals were taken, so no curtain falls for them; their points lie face down until the end."""
    taken = [["virtuoso"], ["open-mind"]]
    versus = next(chapter for chapter in GAME.teaching.chapters if chapter.id == "versus")
    session = Session.at(GAME, {**versus.position, "goal_deck": [], "goals_taken": taken})
    view = play("tamashii")
    table = open_live(windows(), view)
    table.wait(lambda screen: screen["kind"] == "table")
    tell(view, "restore", code=write_table([Chair(), Chair()], session))
    show(table.page, view.screen)
    room = view._receive.__self__.room
    begun, looked = room.session.truth.turn, set()
    for _ in range(ENOUGH):
        if room.session.truth.turn > begun + 1:
            break
        assert table.screen["kind"] == "table" and table.screen["viewer"] in room.session.deciders
        looked.add(table.screen["viewer"])
        goals = next(part for part in table.screen["scene"] if part.get("zone") == "goals")
        face_down = [one for one in goals["items"] if one["id"].startswith("taken:")]
        assert len(face_down) == 2 and not any("point" in str(one) for one in face_down)
        table.play(forward(table))
    assert room.session.truth.turn > begun + 1 and looked == {0, 1}


def test_no_curtain_falls_as_long_as_nobody_has_a_secret(windows: Any) -> None:
    table = two_people(windows(), "versus")
    table.play(["done"])
    assert table.screen["kind"] == "table" and table.screen["viewer"] == 1


# -- what is tried -----------------------------------------------------------------------------------------------------


def test_tokens_are_marked_and_a_pattern_is_tried_with_just_these(lessons: Table) -> None:
    table = step(lessons, "special.any")
    sweep = table.screen["task"]
    drag(table, "r1c1", "r1c3")
    expect(table.root.locator(".launcher-slot.is-marked")).to_have_count(3)
    expect(table.root.locator(".launcher-foot")).to_contain_text("3 tokens marked")
    table.after(lambda: table.piece("pattern:card.S01-3").click())
    expect(table.panel("why")).to_contain_text(table.title("data.any-cell"))
    expect(table.root.locator(".is-marked")).to_have_count(0)
    assert table.screen["task"]["say"] == sweep["say"]
    slot = table.piece("slot:r1c1")  # by keys: Space marks, Escape lets go
    slot.focus()
    table.key(" ")
    expect(slot).to_have_attribute("aria-pressed", "true")
    table.key("Escape")
    expect(table.root.locator(".is-marked")).to_have_count(0)


def test_an_answer_to_something_else_goes_when_a_token_is_taken(lessons: Table) -> None:
    table = step(lessons, "launcher.slide")
    table.after(lambda: table.piece("plot").click())
    expect(table.panel("why")).to_contain_text("That is not part of this task.")
    table.choose("slot:r1c4")
    expect(table.panel("why")).to_have_count(0)
    table.page.keyboard.press("Escape")
    table.after(lambda: table.piece("plot").click())  # asked again, it is said again
    expect(table.panel("why")).to_contain_text("That is not part of this task.")


def test_the_sign_of_an_answer_stands_beside_the_number_and_the_log_needs_no_scrolling_aside(lessons: Table) -> None:
    table = step(lessons, "launcher.launch")
    table.after(lambda: table.piece("dump").click())
    number, sign = (table.piece("dump").locator(one).bounding_box() for one in ("b", ".corner"))
    assert number and sign and sign["x"] >= number["x"] + number["width"]
    table.play(["launch", "basic.power", "r1c1+r1c2+r1c3"])
    log = table.panel("log").locator(".blocks")
    assert log.evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_the_box_to_type_in_says_what_it_is_and_goes_with_the_next_click(windows: Any) -> None:
    table = two_people(windows(), "story")
    table.root.locator("button[data-type]").click()
    box = table.root.locator("input[data-type]")
    expect(box).to_have_attribute("placeholder", re.compile("^Type a move: "))
    table.play(["done"])
    expect(box).to_have_count(0)


def test_what_cannot_be_dragged_says_why(lessons: Table) -> None:
    """A token before the program step is refused with the order of Planning, and goes back."""
    table = step(lessons, "trace.first")
    table.after(lambda: drag(table, "r1c3", "r1c4"))
    expect(table.panel("why")).to_contain_text(table.title("plan.steps"))
    expect(table.piece("slot:r1c3").locator(".data-token")).to_have_count(1)


def test_a_menu_holds_what_may_be_taken_for_a_move(lessons: Table) -> None:
    """An augment that can be equipped has «Use» in its menu too: it is refused with the rule of the two states."""
    table = step(lessons, "augments.equip")
    table.after(lambda: table.piece("aug:open-window").click())  # what the step asks for first
    table.root.get_by_role("tab", name="Cards").click()
    table.piece("aug:open-window").click()
    menu = table.root.get_by_role("menu")
    expect(menu.get_by_role("menuitem")).to_have_count(3)
    table.after(lambda: menu.get_by_role("menuitem", name="Use Open Window").click())
    expect(table.panel("why")).to_contain_text(table.title("aug.two-states"))


def test_the_odds_of_an_attack_are_one_click_away(lessons: Table) -> None:
    table = step(lessons, "combat.exam")
    button = table.root.locator(".part-fight .part-button")
    table.after(button.click)
    expect(table.drawer).to_contain_text("The attack")
    assert complaints(table.page, table) == []

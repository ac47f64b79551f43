"""A launcher at work: tokens are moved by mouse, touch, click and click, and keys; what could be launched lights up.

No server is needed: the code that draws gets a screen written by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import launcher_stage
import pytest
from bare import open_bare, sent, show
from playwright.sync_api import Browser, Locator, Page, expect
from tables import complaints_in_every_theme, leave, new_context

# A finger on a slot that goes to another one, as a browser tells it.
TOUCH = """([from, to]) => {
  const slot = (at) => document.querySelector(`[data-slot="${at}"]`);
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { clientX: left + width / 2, clientY: top + height / 2 };
  };
  const finger = { pointerId: 7, pointerType: "touch", isPrimary: true, bubbles: true, button: 0 };
  const [start, end] = [slot(from), slot(to)];
  start.setPointerCapture = () => {};
  const tell = (type, at) => start.dispatchEvent(new PointerEvent(type, { ...finger, ...middle(at) }));
  tell("pointerdown", start);
  tell("pointermove", end);
  const lit = document.querySelectorAll(".lit").length;
  tell("pointerup", end);
  return lit;
}"""


@pytest.fixture(scope="module")
def table(browser: Browser) -> Iterator[Page]:
    context = new_context(browser, viewport={"width": 1280, "height": 720})
    page = context.new_page()
    open_bare(page, launcher_stage.screen("program"))
    yield page
    leave(context)


@pytest.fixture
def page(table: Page) -> Page:
    """The Program step, nothing held."""
    table.mouse.move(5, 5)
    show(table, launcher_stage.screen("program"))
    table.keyboard.press("Escape")
    sent(table)
    return table


def slot(page: Page, at: str) -> Locator:
    return page.locator(f'[data-slot="{at}"]')


def piece(page: Page, name: str) -> Locator:
    return page.locator(f'[data-piece="{name}"]')


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def moves(page: Page) -> list[Any]:
    return [message["move"] for message in sent(page) if message["do"] == "move"]


def pills(page: Page) -> list[str]:
    return page.locator(".lit-pill").all_text_contents()


def focused(page: Page) -> str:
    return str(page.evaluate("() => document.activeElement.dataset.slot || document.activeElement.dataset.piece"))


# -- mouse -------------------------------------------------------------------------------------------------------------


def drag(page: Page, start: str, end: str, let_go: bool = True) -> None:
    page.mouse.move(*middle(slot(page, start)))
    page.mouse.down()
    x, y = middle(slot(page, start))
    page.mouse.move(x + 9, y + 2)
    page.mouse.move(*middle(slot(page, end)), steps=3)
    if let_go:
        page.mouse.up()


def test_a_drag_slides_or_switches(page: Page) -> None:
    drag(page, "r1c1", "r1c2")
    assert moves(page) == [["slide", "r1c1", "r1c2"]]
    show(page, launcher_stage.screen("program"))
    drag(page, "r2c4", "r2c3")
    assert moves(page) == [["switch", "r2c3", "r2c4"]], "a switch names the first slot first"


def test_while_a_token_is_dragged_all_that_would_be_ready_lights_up(page: Page) -> None:
    drag(page, "r1c1", "r1c2", let_go=False)
    assert pills(page) == ["+1 EXP", "deal 1"]
    expect(page.locator(".lit.is-coming")).to_have_count(2)
    expect(page.locator(".pattern.is-coming .pattern-name b")).to_have_text(["Hack", "Learn"])
    expect(slot(page, "r1c2").locator(".data-ember")).to_have_count(1)  # it lies there already, for the eye
    assert sent(page) == [], "nobody had to be asked"
    page.mouse.move(5, 5)
    assert pills(page) == []
    page.mouse.up()
    assert moves(page) == []
    expect(page.locator(".is-holding")).to_have_count(0)


def test_a_token_let_go_where_it_cannot_lie_hears_why(page: Page) -> None:
    drag(page, "r1c1", "r2c2")
    assert moves(page) == [["switch", "r1c1", "r2c2"]], "never diagonal: the table will say so"
    show(page, launcher_stage.screen("program"))
    drag(page, "r1c1", "r4c3")
    assert moves(page) == [["slide", "r1c1", "r4c3"]]


def test_click_and_click(page: Page) -> None:
    slot(page, "r1c1").click()
    expect(slot(page, "r1c1")).to_have_attribute("aria-pressed", "true")
    targets = page.locator(".is-target").evaluate_all("(all) => all.map((one) => one.dataset.slot)")
    assert targets == ["r1c2", "r2c1"]
    expect(slot(page, "r1c2").locator(".slot-gain")).to_have_text("2")
    slot(page, "r1c2").hover()
    assert pills(page) == ["+1 EXP", "deal 1"]
    slot(page, "r1c2").click()
    assert moves(page) == [["slide", "r1c1", "r1c2"]]


def test_another_token_is_taken_instead_and_the_same_one_is_put_back(page: Page) -> None:
    slot(page, "r1c1").click()
    slot(page, "r2c4").click()
    expect(slot(page, "r2c4")).to_have_attribute("aria-pressed", "true")
    slot(page, "r2c4").click()
    expect(page.locator(".is-held")).to_have_count(0)
    assert moves(page) == []


def test_an_empty_slot_can_be_chosen_first(page: Page) -> None:
    slot(page, "r1c2").click()
    slot(page, "r1c3").click()
    assert moves(page) == [["slide", "r1c3", "r1c2"]]


# -- touch -------------------------------------------------------------------------------------------------------------


def test_a_finger_drags_a_token(browser: Browser) -> None:
    context = new_context(browser, viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    open_bare(page, launcher_stage.screen("program"))
    assert page.evaluate(TOUCH, ["r1c1", "r1c2"]) == 2, "it lights up under the finger"
    assert moves(page) == [["slide", "r1c1", "r1c2"]]
    show(page, launcher_stage.screen("program"))
    slot(page, "r1c1").tap()
    slot(page, "r2c1").tap()
    assert moves(page) == [["switch", "r1c1", "r2c1"]]
    boxes = [one.bounding_box() for one in page.locator(".launcher-slot").all()]
    assert all(box and min(box["width"], box["height"]) >= 44 for box in boxes)
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    leave(context)


# -- keys --------------------------------------------------------------------------------------------------------------


def test_keys_pick_up_move_and_drop(page: Page) -> None:
    slot(page, "r2c1").focus()
    page.keyboard.press("ArrowUp")
    assert focused(page) == "r1c1"
    page.keyboard.press("Space")
    expect(slot(page, "r1c1")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowRight")
    assert focused(page) == "r1c2"
    assert pills(page) == ["+1 EXP", "deal 1"]
    expect(slot(page, "r1c2")).to_have_attribute(
        "aria-description", "slide r1c1 r1c2. ready after this: +1 EXP, deal 1"
    )
    page.keyboard.press("Enter")
    assert moves(page) == [["slide", "r1c1", "r1c2"]]


def test_escape_gives_up_and_brings_the_focus_back(page: Page) -> None:
    slot(page, "r1c1").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    assert focused(page) == "r1c1"
    expect(page.locator(".is-held")).to_have_count(0)
    assert pills(page) == [] and moves(page) == []


def test_enter_far_away_is_tried(page: Page) -> None:
    slot(page, "r1c1").focus()
    for key in ("Space", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert moves(page) == [["switch", "r1c1", "r1c3"]]


# -- launching ---------------------------------------------------------------------------------------------------------


def test_whoever_looks_at_a_pattern_sees_where_it_lies(page: Page) -> None:
    show(page, launcher_stage.screen("launch", at=2))
    piece(page, "pattern:exp").hover()
    assert pills(page) == ["+1 EXP"]
    page.mouse.move(5, 5)
    assert pills(page) == []
    piece(page, "pattern:exp").click()
    assert moves(page) == [["launch", "exp", "r2c2+r2c3+r3c2+r3c3"]]


def several(page: Page) -> Locator:
    """The button beside a pattern that lies in several places."""
    return page.get_by_role("button", name="Show the next place")


def test_a_press_launches_with_several_places_as_with_one(page: Page) -> None:
    """A hand that reads «1 of 2» presses the pattern, and it is launched there."""
    show(page, launcher_stage.screen("launch", at=2))
    hack = piece(page, "pattern:hack")
    hack.hover()
    expect(several(page)).to_contain_text("1 of 2")
    hack.click()
    assert moves(page) == [["launch", "hack", "r3c2+r3c3"]]


def test_a_hand_goes_on_to_the_next_place_and_launches_there(page: Page) -> None:
    """It moves as a hand does, step by step: what is shown must not be lost on the way."""
    show(page, launcher_stage.screen("launch", at=2))
    hack = piece(page, "pattern:hack")
    page.mouse.move(*middle(several(page)), steps=4)
    page.mouse.down()
    page.mouse.up()
    expect(several(page)).to_contain_text("2 of 2")
    assert moves(page) == []
    page.mouse.move(*middle(hack), steps=8)
    page.mouse.down()
    page.mouse.up()
    assert moves(page) == [["launch", "hack", "r2c4+r3c4"]]


def test_several_matches_by_the_pill(page: Page) -> None:
    show(page, launcher_stage.screen("launch", at=2))
    several(page).click()
    page.locator("button.lit-pill").click()
    assert moves(page) == [["launch", "hack", "r2c4+r3c4"]]


def test_a_finger_goes_through_the_places(browser: Browser) -> None:
    context = new_context(browser, viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    open_bare(page, launcher_stage.screen("launch", at=2))
    box = several(page).bounding_box()
    assert box and min(box["width"], box["height"]) >= 44
    for place in ("2 of 2", "1 of 2", "2 of 2"):
        several(page).tap()
        expect(several(page)).to_contain_text(place)
    piece(page, "pattern:hack").tap()
    assert moves(page) == [["launch", "hack", "r2c4+r3c4"]]
    leave(context)


def test_several_matches_by_arrows(page: Page) -> None:
    show(page, launcher_stage.screen("launch", at=2))
    piece(page, "pattern:hack").focus()
    page.keyboard.press("ArrowRight")
    expect(several(page)).to_contain_text("2 of 2")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    assert moves(page) == [["launch", "hack", "r2c4+r3c4"]]


# -- how it looks ------------------------------------------------------------------------------------------------------


def test_everything_is_in_sight_on_a_small_screen(page: Page) -> None:
    for step in ("launch", "move", "fight", "program"):
        show(page, launcher_stage.screen(step, at=3))
        expect(page.locator(".fault")).to_have_count(0)
        for part in ("launcher", "map", "patterns", "stack", "meters"):
            box = page.locator(f".part-{part}").bounding_box()
            assert box and box["y"] >= 40 and box["y"] + min(box["height"], 40) <= 665, (step, part)
        assert page.evaluate("() => document.documentElement.scrollHeight") <= 720, step


def test_slots_keep_place_and_size_whatever_is_asked_for(page: Page) -> None:
    """A hand that goes to a slot finds it there, also while the map or a fight is what matters."""
    places = set()
    for at, step in enumerate(("program", "move", "launch", "fight", "move"), 4):
        show(page, launcher_stage.screen(step, at=at))
        box = slot(page, "r2c3").bounding_box()
        assert box
        places.add(tuple(round(box[side]) for side in ("x", "y", "width", "height")))
    assert len(places) == 1, places


def test_another_board_opens_and_closes(page: Page) -> None:
    page.get_by_label("Open Scribe's board").click()
    sheet = page.get_by_role("group", name="Scribe's board")
    expect(sheet.locator(".mini-slot")).to_have_count(20)
    expect(sheet).to_contain_text("Enemies: Toll Clerk")
    page.keyboard.press("Escape")
    page.get_by_label("Close Scribe's board").click()
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize("step", ["program", "launch", "fight"])
def test_axe_finds_nothing_in_any_theme(page: Page, step: str) -> None:
    show(page, launcher_stage.screen(step, at=5))
    assert complaints_in_every_theme(page) == {}

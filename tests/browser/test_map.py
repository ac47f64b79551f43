"""A map at work: keys in two dimensions, a camera that follows, fits and can be moved, and clicks that mean moves.

No server is needed: the code that draws gets a screen written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import map_stage
import pytest
from bare import open_bare, sent, show
from playwright.sync_api import Browser, Locator, Page, expect
from tables import complaints_in_every_theme, leave, new_context

FOLLOW, FIT = "Follow the action", "Show the whole map"
# Which tiles and tokens the page touches while it draws a new screen.
TOUCHED = """async (screen) => {
  const touched = new Set();
  const watch = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const piece = (target.closest ? target : target.parentElement).closest("[data-piece]");
      if (piece) touched.add(piece.dataset.piece);
    }
  });
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  watch.observe(document.querySelector(".map"), all);
  window.model.set("screen", screen);
  await new Promise((done) => setTimeout(done, 50));
  watch.disconnect();
  return [...touched];
}"""
ALL_INSIDE = """(tiles) => {
  const map = document.querySelector(".map").getBoundingClientRect();
  const boxes = tiles.map((tile) => tile.getBoundingClientRect());
  const across = boxes.every(({ left, right }) => left >= map.left && right <= map.right);
  return across && boxes.every(({ top, bottom }) => top >= map.top && bottom <= map.bottom);
}"""
# Two fingers on the map that part to twice their distance.
PINCH = """(board) => {
  const { left, top, width, height } = board.getBoundingClientRect();
  const middle = board.querySelector(".map");
  const touch = (type, pointerId, x) => middle.dispatchEvent(new PointerEvent(type, {
    pointerId, bubbles: true, button: 0, pointerType: "touch", clientX: left + width / 2 + x, clientY: top + height / 2,
  }));
  board.setPointerCapture = () => {};
  touch("pointerdown", 1, -40);
  touch("pointerdown", 2, 40);
  touch("pointermove", 1, -80);
  touch("pointermove", 2, 80);
  touch("pointerup", 1, -80);
  touch("pointerup", 2, 80);
}"""


@pytest.fixture(scope="module")
def table(browser: Browser) -> Iterator[Page]:
    context = new_context(browser, viewport={"width": 1280, "height": 720})
    page = context.new_page()
    open_bare(page, map_stage.screen())
    yield page
    leave(context)


@pytest.fixture
def page(table: Page) -> Page:
    """The table as it was at first: Ada acts, and the map follows her."""
    show(table, map_stage.screen())
    table.get_by_label(FOLLOW).click()
    sent(table)
    return table


def piece(page: Page, name: str) -> Locator:
    return page.locator(f'[data-piece="{name}"]')


def box(thing: Locator) -> dict[str, float]:
    found = thing.bounding_box()
    assert found
    return dict(found)


def middle(thing: Locator) -> tuple[float, float]:
    found = box(thing)
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def is_inside(thing: Locator, board: Locator) -> bool:
    (x, y), frame = middle(thing), box(board)
    return frame["x"] <= x <= frame["x"] + frame["width"] and frame["y"] <= y <= frame["y"] + frame["height"]


def width(page: Page) -> float:
    """How wide a tile is drawn."""
    return box(piece(page, "tile:4,1"))["width"]


def drag(page: Page, across: float, down: float) -> None:
    x, y = middle(page.locator(".map"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across / 2, y + down / 2)
    page.mouse.move(x + across, y + down)
    page.mouse.up()


def focused(page: Page) -> str:
    return str(page.evaluate("() => document.activeElement.dataset.piece"))


# -- what one may do ---------------------------------------------------------------------------------------------------


def test_only_what_can_be_reached_is_outlined_and_says_its_cost(page: Page) -> None:
    outlined = page.locator(".tile:has(.tile-line:visible)").evaluate_all(
        "(all) => all.map((one) => one.dataset.piece)"
    )
    assert set(outlined) == {f"tile:{column},{row}" for column, row in map_stage.COSTS}
    assert sorted(page.locator(".map-cost").all_text_contents()) == sorted(map_stage.COSTS.values())
    expect(piece(page, "tile:5,1")).to_have_attribute("aria-label", "Mill Town, village, 5 West; walk: 2")


def test_a_click_means_the_move_and_what_ends_a_drag_means_nothing(page: Page) -> None:
    piece(page, "tile:3,1").click()
    assert [message["move"] for message in sent(page)] == [["walk", "3,1"]]
    show(page, map_stage.screen())
    piece(page, "tile:4,1").click(position={"x": 50, "y": 8})  # past the meeples: they stand there, and take no clicks
    assert [message["move"] for message in sent(page)] == [["walk", "4,1"]]
    show(page, map_stage.screen())
    drag(page, 60, 30)
    assert sent(page) == []


def test_arrow_keys_walk_in_two_dimensions(page: Page) -> None:
    piece(page, "tile:4,1").focus()
    walked = []
    for key in ("ArrowLeft", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
        walked.append(focused(page))
    assert walked == ["tile:5,1", "tile:5,2", "tile:4,2", "tile:3,2", "tile:3,1"]
    assert page.locator(".tile[tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    assert [message["move"] for message in sent(page)] == [["walk", "3,1"]]
    show(page, map_stage.screen())
    assert focused(page) == "tile:3,1", "the focus survives what Python answers"
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    assert focused(page) == "tile:0,1", "at the edge one stays"
    assert is_inside(piece(page, "tile:0,1"), page.locator(".map"))


# -- looking -----------------------------------------------------------------------------------------------------------


def test_the_map_follows_until_somebody_pans(page: Page) -> None:
    board, follow = page.locator(".map"), page.get_by_label(FOLLOW)
    expect(follow).to_have_attribute("aria-pressed", "true")
    show(page, map_stage.screen(map_stage.scene((1, 1)), at=2))
    assert is_inside(piece(page, "meeple:0"), board)
    there = middle(piece(page, "tile:4,1"))
    drag(page, 150, 0)
    assert middle(piece(page, "tile:4,1"))[0] == pytest.approx(there[0] + 150, abs=2)
    expect(follow).to_have_attribute("aria-pressed", "false")
    panned = middle(piece(page, "tile:4,1"))
    show(page, map_stage.screen(map_stage.scene((7, 3)), at=3))
    assert middle(piece(page, "tile:4,1")) == panned, "nobody is pulled away from where they look"
    follow.click()
    assert is_inside(piece(page, "meeple:0"), board)


def test_zoom_and_fit(page: Page) -> None:
    usual = width(page)
    page.get_by_label("Zoom in").click()
    assert width(page) > usual * 1.2
    page.get_by_label(FIT).click()
    assert page.locator(".tile").evaluate_all(ALL_INSIDE)
    expect(page.locator(".tile-plate").first).to_be_hidden()  # too small to be read
    at = middle(piece(page, "tile:2,2"))
    page.mouse.move(*at)
    page.mouse.wheel(0, -400)
    page.wait_for_timeout(100)
    expect(page.get_by_label(FIT)).to_have_attribute("aria-pressed", "true")  # the wheel is the page's
    page.keyboard.down("Control")
    page.mouse.wheel(0, -400)
    page.keyboard.up("Control")
    expect(page.get_by_label(FIT)).to_have_attribute("aria-pressed", "false")
    assert width(page) > usual * 0.9
    assert middle(piece(page, "tile:2,2")) == pytest.approx(at, abs=2), "what is under the mouse stays there"


def test_a_map_that_follows_shows_what_is_told(browser: Browser) -> None:
    context = new_context(browser, viewport={"width": 1280, "height": 720})
    context.add_init_script("localStorage.setItem('tabletop.look', JSON.stringify({ pace: 'step' }))")
    page = context.new_page()
    open_bare(page, map_stage.screen())
    board, told, frame = page.locator(".map"), piece(page, "tile:0,1"), page.locator(".stage-frame")
    assert not is_inside(told, board)
    beat = {"text": "A bandit appears.", "rule": "night.appear", "pieces": ["tile:0,1"]}
    night = {**map_stage.screen(at=2), "play": [{"text": "The night.", "seat": 1, "beats": [beat]}]}
    show(page, night)
    expect(frame).to_have_count(1)
    assert is_inside(told, board) and middle(frame) == pytest.approx(middle(told), abs=2)
    show(page, map_stage.screen(at=3))
    assert not is_inside(told, board) and is_inside(piece(page, "meeple:0"), board)
    drag(page, 60, 60)
    show(page, {**night, "at": 4})
    expect(page.locator(".playback")).to_contain_text("A bandit appears.")
    expect(frame).to_have_count(0)  # whoever looks elsewhere is left there, and nothing is framed that is not in sight
    leave(context)


def test_a_walk_in_the_middle_moves_nothing_under_the_pointer(page: Page) -> None:
    """What is followed may walk about; the map moves only when it would come too near to the edge."""
    page.mouse.move(5, 5)
    at = middle(piece(page, "tile:3,1"))
    show(page, map_stage.screen(map_stage.scene((3, 1)), at=2))
    assert middle(piece(page, "tile:3,1")) == pytest.approx(at, abs=1)
    show(page, map_stage.screen(map_stage.scene((0, 3)), at=3))
    assert middle(piece(page, "tile:3,1")) != pytest.approx(at, abs=1)
    assert is_inside(piece(page, "meeple:0"), page.locator(".map"))


def test_numbers_of_columns_and_rows_stay_at_the_edges(page: Page) -> None:
    column, row = (page.locator(f"[data-{axis}]") for axis in ("column", "row"))
    column, row = column.filter(has_text=re.compile("^4$")), row.filter(has_text=re.compile("^1$"))
    board = box(page.locator(".map"))
    for _ in range(2):
        tile = middle(piece(page, "tile:4,1"))
        assert middle(column)[0] == pytest.approx(tile[0], abs=2) and middle(row)[1] == pytest.approx(tile[1], abs=4)
        assert middle(column)[1] < board["y"] + 22 and middle(row)[0] < board["x"] + 24
        drag(page, 60, 30)


def test_a_click_walks_the_whole_way(page: Page) -> None:
    """Move by move, each once the one before is answered; where the next is not possible any more, one stays."""
    parts = map_stage.scene()
    far: dict[str, Any] = next(one for part in parts for one in part.get("tiles", []) if one["id"] == "tile:6,1")
    far |= {"route": [["walk", "5,1"], ["walk", "6,1"], ["walk", "7,1"]], "state": "legal"}
    move = {"text": "On", "do": {"do": "move", "move": ["walk", "6,1"]}}
    show(page, map_stage.screen(parts, at=2))
    page.get_by_label(FIT).click()
    piece(page, "tile:6,1").click()
    assert [message["move"] for message in sent(page)] == [["walk", "5,1"]]
    show(page, {**map_stage.screen(at=3), "moves": [{"label": "Go", "buttons": [move]}]})
    assert [message["move"] for message in sent(page)] == [["walk", "6,1"]]
    show(page, {**map_stage.screen(at=4), "moves": []})
    assert sent(page) == []


# -- drawing -----------------------------------------------------------------------------------------------------------


def test_only_what_has_changed_is_drawn_again(page: Page) -> None:
    parts = map_stage.scene((4, 2))
    changed: dict[str, Any] = next(part for part in parts if part["part"] == "map")
    changed["tiles"][3]["stars"] = ["20"]
    touched = page.evaluate(TOUCHED, map_stage.screen(parts, at=2))
    assert set(touched) == {"meeple:0", "meeple:1", changed["tiles"][3]["id"]}  # Tobias has the square for himself now


def test_axe_finds_nothing_in_any_theme(page: Page) -> None:
    assert complaints_in_every_theme(page) == {}


def test_hexes_and_tracks_are_drawn(page: Page) -> None:
    show(page, map_stage.screen([map_stage.hex_part(), *map_stage.track_parts()], at=2))
    expect(page.locator(".tile")).to_have_count(24)
    piece(page, "hex:2,1").focus()
    page.keyboard.press("ArrowRight")
    assert focused(page) == "hex:3,1"
    day = page.get_by_role("img", name="Day 3 of 9: risk 1. After day 9 the game ends.")
    expect(day.locator(".track-space.is-now")).to_have_text("33")  # in the space, and below it
    expect(page.locator(".track-seat")).to_have_count(5)
    expect(page.locator(".fault")).to_have_count(0)


def test_names_of_a_long_track_never_touch(page: Page) -> None:
    """Whoever stands between two names pushes them aside."""
    track: dict[str, Any] = {"part": "track", "place": "top", "title": "Score", "label": "Score", "zone": "score"}
    for at in (18, 19, 22, 23, 24):
        part = {**track, "spaces": [str(number) for number in range(25)], "trackers": [{"at": at}]}
        short: dict[str, Any] = {**track, "title": "Day", "label": "Day", "spaces": ["0", "1"], "trackers": []}
        parts = [short, {**part, "share": True}, {**short, "title": "Third", "share": True}, map_stage.map_part((4, 1))]
        show(page, map_stage.screen(parts, at=at))
        names = page.locator("[aria-label=Score] .track-name").all()
        boxes = [box(one) for one in names]
        assert str(at) in [one.inner_text() for one in names]
        ends = [(one["x"] + one["width"], other["x"]) for one, other in pairwise(boxes)]
        assert [pair for pair in ends if pair[0] > pair[1]] == [], at


def test_on_a_phone_the_map_has_the_whole_width(browser: Browser) -> None:
    context = new_context(browser, viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    open_bare(page, map_stage.screen())
    board = page.locator(".map-board")
    assert box(board)["width"] == 390
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    assert all(min(box(tool)["width"], box(tool)["height"]) >= 44 for tool in page.locator(".map-tools button").all())
    assert is_inside(piece(page, "meeple:0"), board)
    piece(page, "tile:4,2").tap()
    assert [message["move"] for message in sent(page)] == [["walk", "4,2"]]
    before = width(page)
    board.evaluate(PINCH)
    assert width(page) == pytest.approx(2 * before, rel=0.2)
    assert sent(page) == []
    leave(context)

"""A table on the wall of a classroom: all of it at once at every usual size, and nothing that not everybody may see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import pytest
from here import RENDER, House
from playwright.sync_api import Browser, Page, expect
from prepared import in_the_middle
from tables import Table, open_page

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.table.saves import CODE_PREFIX
from widgets.games import drawn

# Tables by a word each: every game as it usually is, and the other ways in which one of them can be played.
TABLES: dict[str, dict[str, Any]] = {
    **{game: {"name": game} for game in drawn()},
    "versus": {"name": "deck_goes_west", "seats": 3, "mission": "discovery"},
    "together": {"name": "deck_goes_west", "seats": 4, "mission": "speed_of_the_slowest"},
    "rivals": {"name": "tamashii", "seats": 4, "mode": "versus"},
}
OPEN = {"deck_goes_west", "together", "tamashii"}  # all hands are open there: a projector has nothing to hide
WHOLE = {"royal_ascension", "the_north"}  # on the page of their game, with lessons; the others alone
SIZES = [(1280, 720), (1280, 800), (1366, 768), (1024, 768), (1920, 1080)]
REMEMBERED = """if (location.origin !== "null") {
  localStorage.setItem("tabletop.look", JSON.stringify({ theme: "light", projector: true }));
}"""
HAND, TASK = re.compile(r'"part": ?"hand"'), re.compile(r'"task": ?{')

# What of the table lies outside the window, or is cut off by what it lies in. A map may show a part of its land.
OUT_OF_SIGHT = """(root) => {
  const inside = (box, frame) => box.left >= frame.left - 2 && box.right <= frame.right + 2
    && box.top >= frame.top - 2 && box.bottom <= frame.bottom + 2;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const mat = root.querySelector(".mat").getBoundingClientRect();
  const bar = root.querySelector(".bar").getBoundingClientRect();
  const table = { left: mat.left, top: mat.top, right: mat.right, bottom: bar.top };
  const lost = [];
  for (const panel of root.querySelectorAll(".masthead, .pane.now, .bar")) {
    if (!inside(panel.getBoundingClientRect(), screen)) lost.push(panel.className);
  }
  for (const piece of root.querySelectorAll(".mat [data-piece], .map-board")) {
    const isLand = Boolean(piece.parentElement.closest(".map-board"));
    const box = piece.getBoundingClientRect();
    if (piece.checkVisibility() && !isLand && !inside(box, table)) lost.push(piece.dataset.piece || piece.className);
  }
  return lost;
}"""
# Parts of the table that lie on each other.
OVERLAPS = """(root) => {
  const parts = [...root.querySelectorAll(".mat .part")].filter((part) => part.checkVisibility());
  const boxes = parts.map((part) => [part.className, part.getBoundingClientRect()]);
  const shared = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 4
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  return boxes.flatMap(([one, box], n) => boxes.slice(n + 1).filter(([, other]) => shared(box, other)).map(([other]) =>
    `${one} and ${other}`));
}"""
SMALLEST = """(root) => Math.min(...[...root.querySelectorAll(".pane.now *, .mat *")]
  .filter((one) => one.checkVisibility() && !one.closest("svg, .hidden, .tip")
    && [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
  .map((one) => parseFloat(getComputedStyle(one).fontSize) * one.currentCSSZoom))"""
# Players whose resources stand out of their panel.
CHIPS_OUT = """(root) => [...root.querySelectorAll(".part-seats .seat")].filter((seat) => {
  const edge = seat.getBoundingClientRect().right + 1;
  return [...seat.querySelectorAll(".counter, .pill")].some((chip) =>
    chip.checkVisibility() && chip.getBoundingClientRect().right > edge);
}).map((seat) => seat.dataset.piece)"""

ABOVE = "() => document.querySelector('[data-slot=play]').getBoundingClientRect().top > 20"


@dataclass
class Wall:
    """One page on the projector, for all games, and everything that was ever sent to it."""

    page: Page
    here: House
    shown: str = ""

    @property
    def frames(self) -> list[str]:
        return self.here.kernel(self.page).said

    def show(self, name: str) -> Table:
        if name != self.shown:
            self.page.goto("about:blank")  # else another link to the same page would be no new visit
            game, kept = TABLES[name]["name"], quote(in_the_middle(**TABLES[name]), safe=",")
            page, tables = (f"{RENDER}{game}.ipynb", 0) if name in WHOLE else (self.here.cell(f'play("{game}")'), 1)
            open_page(self.page, f"{page}#play={kept}", tables)
            self.shown = name
        return Table(self.page, "play").arrive()


@pytest.fixture(scope="module")
def wall(browser: Browser, here: House) -> Iterator[Wall]:
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(REMEMBERED)
    yield Wall(context.new_page(), here)
    context.close()


@pytest.mark.parametrize("name", sorted(TABLES))
def test_a_table_on_the_wall(wall: Wall, name: str) -> None:
    """On one page: the whole table at every size, and then what may be seen and done there."""
    for size in SIZES:
        wall.page.set_viewport_size({"width": size[0], "height": size[1]})
        the_whole_table_is_in_sight(wall.show(name), size)
    if name in OPEN:
        one_plays_where_hands_are_open(wall, name)
    else:
        nothing_but_what_is_public_was_ever_sent(wall, name)


def the_whole_table_is_in_sight(table: Table, size: tuple[int, int]) -> None:
    expect(table.root.locator(".frame")).to_have_attribute("data-layout", "wide")
    table.page.wait_for_function("(root) => root.getBoundingClientRect().height <= innerHeight + 2", arg=root_of(table))
    assert table.page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth"), size
    assert table.root.evaluate(OUT_OF_SIGHT) == [], size
    assert table.root.evaluate(OVERLAPS) == [], size
    assert table.root.evaluate(SMALLEST) >= 8, size
    assert table.root.evaluate(CHIPS_OUT) == [], size


def root_of(table: Table):
    return table.root.element_handle()


def nothing_but_what_is_public_was_ever_sent(wall: Wall, name: str) -> None:
    table = wall.show(name)
    screen = table.screen
    assert screen["viewer"] is None and not screen["moves"]
    expect(table.root.locator(".part-hand")).to_have_count(0)
    expect(table.panel("now")).to_contain_text("turn the projector off")
    screens = [frame for frame in wall.frames if '"scene"' in frame]
    assert screens
    for frame in screens:
        assert CODE_PREFIX not in frame
        assert not HAND.search(frame) or TASK.search(frame), "only a lesson shows the cards that it is about"
    wall.page.wait_for_function(f"() => !location.hash.includes('{CODE_PREFIX}')")


def one_plays_where_hands_are_open(wall: Wall, name: str) -> None:
    """What one plays with is on the screen and a move is made with it; what lies face down is in no frame."""
    wall.page.set_viewport_size({"width": 1280, "height": 720})
    table = wall.show(name)
    expect(table.root.locator(".part-launcher" if name == "tamashii" else ".part-hand")).to_be_visible()
    expect(table.panel("now")).not_to_contain_text("turn the projector off")
    before = table.screen["time"]["length"]
    assert table.play(table.forward_moves()[0])["time"]["length"] > before
    assert not any(CODE_PREFIX in frame for frame in wall.frames if '"scene"' in frame)
    wall.shown = ""  # the table is no longer as it was


# Parts of a player's own panel that stand out of their place, into the next one.
STANDS_OUT = """(root) => [...root.querySelectorAll(".place.hand .player > *")]
  .filter((part) => part.scrollWidth > part.clientWidth + 2).map((part) => part.className)"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_lesson_shows_the_own_panel_whole(wall: Wall, size: tuple[int, int]) -> None:
    """Only a lesson has somebody's hand on a projector, and the panel beside it."""
    wall.page.set_viewport_size({"width": size[0], "height": size[1]})
    wall.show("the_north")
    steps = ",".join(step.id for step in load("the_north").teaching.chapters[1].steps)
    table = Table(wall.page, f"learn:{steps}").arrive()
    table.wait(lambda screen: screen["kind"] == "table")
    expect(table.root.locator(".place.hand .player")).to_be_visible()
    assert table.root.evaluate(STANDS_OUT) == []
    assert table.root.evaluate(OVERLAPS) == []


def test_the_button_asks_for_other_eyes(wall: Wall) -> None:
    table = wall.show("royal_ascension")
    table.button("Projector").click()
    assert table.wait(lambda screen: not screen["projector"])["viewer"] == 0
    expect(table.root.locator(".part-hand")).to_be_visible()
    assert any(HAND.search(frame) and not TASK.search(frame) for frame in wall.frames), "this is how a hand is sent"
    wall.page.evaluate("() => window.scrollBy(0, -150)")  # something of the page stands above the table
    wall.page.wait_for_function(ABOVE)
    table.button("Projector").click()
    assert table.wait(lambda screen: screen["projector"])["viewer"] is None
    expect(table.root.locator(".part-hand")).to_have_count(0)
    wall.page.wait_for_function(f"() => !({ABOVE})()")

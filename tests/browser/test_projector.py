"""A table on the wall of a classroom: all of it at once at every usual size, and nothing that not everybody may see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect
from prepared import in_the_middle
from servers import Server
from tables import FIND, READY, Table

from tabletop_kernel.games import load
from tabletop_kernel.saves import CODE_PREFIX
from widgets.games import drawn

WIDE_GAME = "deck_goes_west"  # its map shows a part of the land, and its trade row ends below the wall: not mended yet
WIDE = pytest.param(WIDE_GAME, marks=pytest.mark.xfail(reason="its trade row ends below the wall", run=False))
SIZES = [(1280, 720), (1280, 800), (1366, 768), (1024, 768), (1920, 1080)]
REMEMBERED = "() => localStorage.setItem('tabletop.look', JSON.stringify({ theme: 'light', projector: true }))"
HAND, TASK = re.compile(r'"part": ?"hand"'), re.compile(r'"task": ?{')

# What of the table lies outside the window, or is cut off by what it lies in.
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
  for (const piece of root.querySelectorAll(".mat [data-piece]")) {
    if (piece.checkVisibility() && !inside(piece.getBoundingClientRect(), table)) lost.push(piece.dataset.piece);
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

ABOVE = "() => document.querySelector('[data-slot=play]').getBoundingClientRect().top > 20"


@dataclass
class Wall:
    """One page on the projector, for all games, and everything that was ever sent to it."""

    page: Page
    url: str
    frames: list[str]
    game: str = ""

    def show(self, game: str) -> Table:
        if game != self.game:
            self.page.goto("about:blank")
            self.frames.clear()
            kept = quote(in_the_middle(game), safe=",")
            self.page.goto(f"{self.url}voila/render/{game}.ipynb#play={kept}", timeout=READY)
            self.page.locator("[data-slot=play]").wait_for(timeout=READY)
            self.page.wait_for_function("() => !document.querySelector('.waits:not(.is-set)')", timeout=READY)
            self.page.evaluate(FIND)
            self.game = game
        return Table(self.page, "play").arrive()


@pytest.fixture(scope="module")
def wall(browser: Browser, voila: Server) -> Iterator[Wall]:
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(f"({REMEMBERED})()")
    page = context.new_page()
    frames: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: frames.append(data if isinstance(data, str) else data.decode("latin1")))

    page.on("websocket", listen)
    yield Wall(page, voila.url, frames)
    page.goto("about:blank")
    context.close()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", [WIDE if game == WIDE_GAME else game for game in sorted(drawn())])
def test_the_whole_table_is_in_sight(wall: Wall, game: str, size: tuple[int, int]) -> None:
    wall.page.set_viewport_size({"width": size[0], "height": size[1]})
    table = wall.show(game)
    expect(table.root.locator(".frame")).to_have_attribute("data-layout", "wide")
    wall.page.wait_for_function("(root) => root.getBoundingClientRect().height <= innerHeight + 2", arg=root_of(table))
    assert wall.page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
    assert table.root.evaluate(OUT_OF_SIGHT) == []
    assert table.root.evaluate(OVERLAPS) == []
    assert table.root.evaluate(SMALLEST) >= 8


def root_of(table: Table):
    return table.root.element_handle()


# Parts of a player's own panel that stand out of their place, into the next one.
STANDS_OUT = """(root) => [...root.querySelectorAll(".place.hand .player > *")]
  .filter((part) => part.scrollWidth > part.clientWidth + 2).map((part) => part.className)"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_lesson_shows_the_own_panel_whole(wall: Wall, size: tuple[int, int]) -> None:
    """Only a lesson has somebody's hand on a projector, and the panel beside it."""
    wall.page.set_viewport_size({"width": size[0], "height": size[1]})
    wall.show("the_north")
    steps = ",".join(step.id for step in load("the_north").lessons[1].steps)
    table = Table(wall.page, f"learn:{steps}").arrive()
    table.wait(lambda screen: screen["kind"] == "table")
    expect(table.root.locator(".place.hand .player")).to_be_visible()
    assert table.root.evaluate(STANDS_OUT) == []
    assert table.root.evaluate(OVERLAPS) == []


@pytest.mark.parametrize("game", sorted(drawn()))
def test_nothing_but_what_is_public_was_ever_sent(wall: Wall, game: str) -> None:
    table = wall.show(game)
    screen = table.screen
    assert screen["viewer"] is None and not screen["moves"]
    expect(table.root.locator(".part-hand")).to_have_count(0)
    expect(table.panel("now")).to_contain_text("switch the projector off")
    screens = [frame for frame in wall.frames if '"scene"' in frame]
    assert screens
    for frame in screens:
        assert CODE_PREFIX not in frame
        assert not HAND.search(frame) or TASK.search(frame), "only a lesson shows the cards that it is about"
    wall.page.wait_for_function(f"() => !location.hash.includes('{CODE_PREFIX}')")


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

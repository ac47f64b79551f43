"""A table in use has the window: one bar above it, the whole hand in sight, and in a large window larger pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest
from here import House
from playwright.sync_api import Browser, Page, expect
from prepared import in_the_middle
from tables import Data, Table, leave, new_context, open_page

from tabletop_kernel.content.game_loading import load
from widgets.games import drawn

GAMES = list(drawn())
LOW = (1280, 720)
LARGE = (1920, 1080)
BAR = 40
HEAD = 42  # of a table in a low window
HAIR = 2  # pixels

# The title of a game wherever it is in sight: every element that says it and nothing else.
TITLES = """(title) => [...document.querySelectorAll("h1, h2, h3, #page-bar *, .masthead *")].filter((one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return one.textContent.trim() === title && one.checkVisibility() && bottom > 0 && top < innerHeight;
}).length"""
NAVS = (
    """() => [...document.querySelectorAll("nav, [role=navigation]")].filter((one) => one.checkVisibility()).length"""
)
SCROLLED = "() => Math.round(scrollY)"

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def opened(browser: Browser, here: House) -> Iterator[Open]:
    """A game's page with a link, opened once for all tests here, in a window of a size."""
    pages: dict[tuple[str, str], Page] = {}

    def open_one(game: str, link: str = "", window: tuple[int, int] = LOW) -> Page:
        size = {"width": window[0], "height": window[1]}
        if (game, link) not in pages:
            page = new_context(browser, viewport=size).new_page()
            open_page(page, f"{here.url}voila/render/{game}.ipynb{link}")
            pages[game, link] = page
        page = pages[game, link]
        if page.viewport_size != size:
            page.set_viewport_size({"width": window[0], "height": window[1]})
        return page

    yield open_one
    for page in pages.values():
        leave(page.context)


def box(page: Page, selector: str) -> Data:
    found = page.locator(selector).first.bounding_box()
    assert found, f"{selector} is not on the screen"
    return {**found, "bottom": found["y"] + found["height"], "right": found["x"] + found["width"]}


def in_play(game: str) -> str:
    return f"#play={quote(in_the_middle(game, 30), safe=',')}"


def look_at(table: Table) -> Table:
    """Scroll to a table by hand: the page no longer stays where a button has led."""
    table.page.keyboard.press("Shift")
    table.root.evaluate("(root) => root.scrollIntoView()")
    return leads(table)


def leads(table: Table) -> Table:
    """It fills the window from edge to edge, as soon as the page has settled."""
    table.page.wait_for_function(
        """(slot) => {
          const { top, bottom } = document.querySelector(`[data-slot="${slot}"]`).getBoundingClientRect();
          const joined = document.documentElement.hasAttribute("data-tabletop-joined");
          return joined && Math.abs(top) <= 2 && Math.abs(bottom - innerHeight) <= 2;
        }""",
        arg=table.slot,
    )
    return table


def has_one_bar(table: Table, title: str) -> None:
    page = table.page
    head = box(page, f'[data-slot="{table.slot}"] .masthead')
    bar = box(page, "#page-bar")
    emblem = box(page, f'[data-slot="{table.slot}"] .emblem')
    assert head["y"] == pytest.approx(0, abs=HAIR) and head["height"] <= 1.3 * HEAD
    assert bar["y"] >= 0 and bar["bottom"] <= head["bottom"] + HAIR, "the bar lies in the head"
    assert bar["right"] <= emblem["x"], "and covers nothing of it"
    tools = [tool.bounding_box() for tool in table.root.locator(".masthead .tool").all()]
    assert all(tool and tool["x"] + tool["width"] <= head["right"] for tool in tools)
    assert page.evaluate(TITLES, title) == 1
    assert page.evaluate(NAVS) == 1


def hand_is_whole(table: Table) -> None:
    page = table.page
    moves = box(page, f'[data-slot="{table.slot}"] .moves')
    assert moves["bottom"] <= page.evaluate("() => innerHeight") + HAIR
    for part in table.root.locator(".place.hand > .part, .place.hand .card").all():
        bounds = part.bounding_box()
        assert bounds and bounds["y"] + bounds["height"] <= moves["y"] + HAIR, f"{part} is cut off"
    hand = table.root.locator(".mat > .hand")
    assert not hand.count() or hand.evaluate("(hand) => hand.scrollHeight - hand.clientHeight") <= HAIR
    assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("window", [LOW, LARGE], ids=["low", "large"])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_from_a_link_has_the_window_and_one_bar(opened: Open, game: str, window: tuple[int, int]) -> None:
    page = opened(game, in_play(game), window)
    table = Table(page, "play")
    title = table.wait(lambda screen: screen["kind"] == "table")["title"]
    leads(table)
    has_one_bar(table, title)
    hand_is_whole(table)
    assert box(page, '[data-slot="play"]')["width"] == pytest.approx(window[0], abs=20), "the whole width"


@pytest.mark.parametrize("game", GAMES)
def test_in_a_large_window_pieces_are_larger(opened: Open, game: str) -> None:
    page = opened(game, in_play(game), LOW)
    leads(Table(page, "play"))
    small = {name: box(page, f'[data-slot="play"] {name}')["width"] for name in (".mat", ".emblem", ".rail")}
    leads(Table(opened(game, in_play(game), LARGE), "play"))
    large = {name: box(page, f'[data-slot="play"] {name}')["width"] for name in small}
    assert large[".emblem"] >= 1.2 * small[".emblem"]
    assert large[".mat"] - small[".mat"] > 4 * (large[".rail"] - small[".rail"]), "the width is the table's"


@pytest.mark.parametrize("game", GAMES)
def test_a_first_table_shows_its_hand_at_once_and_takes_the_window_when_used(opened: Open, game: str) -> None:
    page = opened(game)
    table = Table(page, "first")
    title = table.wait(lambda screen: screen["kind"] == "table")["title"]
    assert page.evaluate(SCROLLED) == 0
    hand_is_whole(table)
    assert table.root.get_attribute("data-leads") is None, "nobody has pressed anything yet"
    before = box(page, '[data-slot="first"] .moves')
    table.use()
    leads(table)
    has_one_bar(table, title)
    hand_is_whole(table)
    assert box(page, '[data-slot="first"] .moves') == before, "what is at the lower edge stays there"


def test_away_from_the_table_the_bar_is_itself_again(opened: Open) -> None:
    page = opened("royal_ascension", in_play("royal_ascension"))
    table = Table(page, "play")
    leads(table)
    height = box(page, '[data-slot="play"]')["height"]
    page.evaluate("() => scrollBy(0, 300)")
    expect(page.locator("#page-bar .parts")).to_be_visible()
    assert box(page, "#page-bar")["width"] == LOW[0]
    assert box(page, '[data-slot="play"]')["height"] == height, "nothing below it moves"
    page.locator("#page-bar .parts button", has_text="Rulings").click()
    heading = page.locator("h2:focus")
    expect(heading).to_be_in_viewport(ratio=0.9)
    assert (heading.bounding_box() or {"y": 0})["y"] >= BAR - HAIR, "the bar lies over nothing"
    page.locator("#page-bar .parts button", has_text="Whole game").click()
    look_at(table)


def test_the_parts_of_the_page_are_reached_from_the_one_bar_by_keyboard(opened: Open) -> None:
    page = opened("royal_ascension", in_play("royal_ascension"))
    table = look_at(Table(page, "play"))
    home = page.get_by_role("link", name="All games")
    home.focus()
    page.keyboard.press("Tab")
    expect(page.locator("#page-bar .menu-button")).to_be_focused()
    leads(table)
    page.keyboard.press("Enter")
    menu = page.locator("#page-menu")
    expect(menu.get_by_role("button", name="Rulings")).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    table.button("Rules").focus()
    leads(table)
    page.locator("#page-bar .menu-button").click()
    menu.get_by_role("button", name="Under the hood").click()
    expect(page.locator("#page-bar .parts [aria-current]")).to_contain_text("Under the hood")


def test_the_second_half_of_a_double_click_means_nothing_else(opened: Open) -> None:
    """The first click brings the table to its place: another piece lies under the second one."""
    page = opened("the_north", "#fresh")
    table = Table(page, "first")
    table.wait(lambda screen: screen["kind"] == "table")
    clicks = """(root) => {
      window.clicksInTest = [];
      root.addEventListener("click", (event) => window.clicksInTest.push(event.detail));
    }"""
    table.root.evaluate(clicks)
    rules = table.button("Rules").bounding_box()
    assert rules
    page.mouse.dblclick(rules["x"] + 10, rules["y"] + 10)
    leads(table)
    assert page.evaluate("() => window.clicksInTest") == [1]


def test_in_a_large_window_a_menu_opens_at_its_button(opened: Open) -> None:
    game = "the_north"
    table = leads(Table(opened(game, in_play(game), LARGE), "play"))
    button = table.button("Theme")
    button.click()
    at, menu = button.bounding_box(), table.root.locator(".menu").bounding_box()
    assert at and menu
    assert menu["y"] == pytest.approx(at["y"] + at["height"] + 6, abs=HAIR)
    assert menu["x"] <= at["x"] + HAIR and menu["x"] + menu["width"] >= at["x"] + at["width"]
    table.page.keyboard.press("Escape")


def test_a_chapter_keeps_its_heading_until_it_is_used(opened: Open) -> None:
    """Where there is room for both; the first press gives the window to the table."""
    game = "the_north"
    page = opened(game, "#heading", (1280, 900))
    chapter = load(game).teaching.chapters[1]
    table = Table.chapter(page, chapter)
    table.root.get_by_role("button", name="Open").click()
    title = table.wait(lambda screen: screen["kind"] == "table")["title"]
    expect(page.locator("h2", has_text=chapter.title).first).to_be_in_viewport(ratio=0.9)
    table.use()
    leads(table)
    has_one_bar(table, title)
    hand_is_whole(table)


def test_on_a_phone_the_page_keeps_its_own_bar(opened: Open) -> None:
    page = opened("royal_ascension", in_play("royal_ascension"))
    look_at(Table(page, "play"))
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("html[data-tabletop-joined]")).to_have_count(0)
    assert box(page, "#page-bar")["width"] == 390
    assert box(page, '[data-slot="play"]')["y"] == pytest.approx(BAR, abs=HAIR)

"""The page around the tables: its bar, one open chapter at a time, tables that fit the window, and the phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from here import House
from playwright.sync_api import Browser, Page, expect
from prepared import in_the_middle
from tables import Data, Table, open_page

from tabletop_kernel.content.game_loading import load
from widgets.games import drawn

GAMES = list(drawn())
LOW = {"viewport": {"width": 1280, "height": 720}, "reduced_motion": "reduce"}
PHONE = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce", "has_touch": True}
BAR = 40
HAIR = 2  # pixels

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def opened(browser: Browser, here: House) -> Iterator[Open]:
    """A game's page in a window of a size, with a link; each is opened once for all tests here."""
    pages: dict[str, Page] = {}

    def open_one(game: str, link: str = "", **window: object) -> Page:
        key = f"{game} {link} {window}"
        if key not in pages:
            page = browser.new_context(**{**LOW, **window}).new_page()
            open_page(page, f"{here.url}voila/render/{game}.ipynb{link}")
            pages[key] = page
        return pages[key]

    yield open_one
    for page in pages.values():
        page.goto("about:blank")
        page.context.close()


def chapters(game: str) -> list[list[str]]:
    """The steps of each chapter."""
    return [[step.id for step in chapter.steps] for chapter in load(game).teaching.chapters]


def chapter_table(page: Page, game: str, number: int) -> Table:
    return Table(page, f"learn:{','.join(chapters(game)[number])}")


def box(page: Page, selector: str) -> Data:
    found = page.locator(selector).first.bounding_box()
    assert found, f"{selector} is not on the screen"
    return {**found, "bottom": found["y"] + found["height"], "right": found["x"] + found["width"]}


def parts(page: Page) -> list[str]:
    return page.locator("#page-bar .parts .name").all_inner_texts()


def go_to(page: Page, part: str) -> None:
    """To a part of the page by its button, or by the menu where a table in use has the window."""
    way = page.locator("#page-bar .parts button", has_text=part)
    if not way.is_visible():
        page.locator("#page-bar .menu-button").click()
        way = page.locator("#page-menu").get_by_role("button", name=part)
    way.click()


def open_the_menu(page: Page) -> None:
    """The list of chapters, from the bar or from the head of a table in use."""
    learn = page.locator("#page-bar .parts button", has_text="Learn")
    (learn if learn.is_visible() else page.locator("#page-bar .menu-button")).click()


def here(page: Page) -> str:
    return page.locator("#page-bar .parts [aria-current]").inner_text().strip()


# -- the bar -----------------------------------------------------------------------------------------------------------


def test_the_bar_has_the_parts_of_the_page_and_says_where_one_is(opened: Open) -> None:
    page = opened("royal_ascension")
    assert parts(page) == ["Play now", "The short way", "Learn", "Whole game", "Rulings", "Under the hood"]
    for part in ("Whole game", "Under the hood", "Rulings", "The short way", "Play now"):
        go_to(page, part)
        page.wait_for_function(
            "(part) => document.querySelector('#page-bar .parts [aria-current]')?.textContent.includes(part)", arg=part
        )
        assert 0 <= box(page, "#page-bar")["y"] <= HAIR, "it stays in sight"
    assert box(page, "#page-bar")["height"] <= BAR
    assert box(page, '[data-slot="first"]')["y"] == pytest.approx(BAR, abs=HAIR), "the table begins below the bar"


def test_the_bar_keeps_the_tables_in_the_address(opened: Open) -> None:
    """Going from part to part is no link: the fragment of the address belongs to the tables."""
    page = opened("royal_ascension")
    before = page.url
    go_to(page, "Rulings")
    assert page.url == before


def test_the_bar_by_keyboard(opened: Open) -> None:
    page = opened("royal_ascension")
    go_to(page, "Play now")
    page.locator("#page-bar .home").focus()
    for _ in ("Play now", "The short way", "Learn"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#page-menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#page-menu")).to_be_hidden()
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.textContent") == "Whole game"
    page.keyboard.press("Enter")
    expect(page.locator('[data-slot="play"]')).to_be_in_viewport()
    assert page.evaluate("() => document.activeElement.tagName") == "H2"


def test_home_is_the_door(opened: Open, here: House) -> None:
    page = opened("the_north")
    address = page.locator("#page-bar .home").get_attribute("href")
    assert address
    door = page.context.new_page()
    door.goto(f"{here.url.rstrip('/')}{address}")
    expect(door.locator(".lids")).to_be_visible(timeout=60_000)
    assert not door.locator("#page-bar").count(), "the door needs no way to itself"
    door.goto("about:blank")
    door.close()


def test_on_a_phone_the_bar_is_a_menu(opened: Open) -> None:
    page = opened("royal_ascension", **PHONE)
    expect(page.locator("#page-bar .parts")).to_be_hidden()
    page.locator("#page-bar .menu-button").click()
    menu = page.locator("#page-menu")
    expect(menu).to_be_visible()
    assert min(menu.locator("button").evaluate_all(HEIGHTS)) >= 43.9
    assert box(page, "#page-menu")["x"] >= 0 and box(page, "#page-menu")["right"] <= 390
    menu.get_by_role("button", name="Whole game").click()
    expect(menu).to_be_hidden()
    expect(page.locator("#page-bar .menu-button")).to_contain_text("Whole game")


HEIGHTS = "(all) => all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().height)"


# -- chapters ----------------------------------------------------------------------------------------------------------


def test_one_chapter_is_open_at_a_time_and_the_others_cost_nothing(opened: Open) -> None:
    page = opened("the_north")
    count = len(chapters("the_north")) + 1  # and the short way
    expect(page.locator(".closed-chapter")).to_have_count(count)
    first, second = (chapter_table(page, "the_north", number) for number in (0, 1))
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    assert first.screen["kind"] == "waiting", "whoever only scrolls by asks for nothing"
    expect(first.root).to_contain_text(f"0 of {len(chapters('the_north')[0])} steps")
    first.arrive()
    expect(page.locator(".closed-chapter")).to_have_count(count - 1)
    at = first.at
    second.arrive()
    expect(page.locator(".closed-chapter")).to_have_count(count - 1)
    expect(first.root.locator(".closed-chapter")).to_be_visible()
    assert first.at == at, "it stays as it was"
    first.arrive()
    expect(first.panel("task")).to_be_visible()
    expect(second.root.locator(".closed-chapter")).to_be_visible()


def test_the_next_chapter_opens_in_its_own_place(opened: Open) -> None:
    game = "royal_ascension"
    last = chapters(game)[0][-1]
    page = opened(game, f"#learn=TL1.{game}/{last}/")
    first, second = (chapter_table(page, game, number) for number in (0, 1))
    first.wait(lambda screen: screen["kind"] == "table")
    assert first.screen["task"]["id"] == last
    first.button("Skip this step").click()
    screen = second.wait(lambda screen: screen["kind"] == "table")
    assert screen["task"]["id"] == chapters(game)[1][0]
    expect(first.root.locator(".closed-chapter")).to_be_visible()
    expect(second.panel("task")).to_be_in_viewport()
    assert box(page, f'[data-slot="{second.slot}"]')["y"] == pytest.approx(0, abs=HAIR), "as much as fits"
    expect(second.root.locator("[data-land=task]")).to_be_focused()
    assert first.screen["task"]["id"] == last, "nothing was opened in the old place"


def test_from_the_last_step_one_comes_to_the_table_for_whole_games(opened: Open) -> None:
    game = "royal_ascension"
    page = opened(game)
    table = chapter_table(page, game, -1).arrive()
    last = chapters(game)[-1][-1]
    table.forge({"do": "step", "id": last, "at": table.at, "seat": table.screen["viewer"]})
    assert table.screen["task"]["onward"]["text"] == "Play a real game"
    table.button("Skip this step").click()
    expect(page.locator("#page-bar .parts [aria-current]")).to_contain_text("Whole game")
    expect(page.locator("h2", has_text="A whole game")).to_be_in_viewport()
    assert table.screen["task"]["id"] == last, "nothing was opened in the old place"


@pytest.mark.parametrize("window", [{"viewport": {"width": 1280, "height": 900}}, PHONE], ids=["desk", "phone"])
def test_a_chapter_opens_with_its_own_words(opened: Open, window: Data) -> None:
    """Where there is room for both, heading and table are in sight together; a phone begins with the heading."""
    game = "the_north"
    page = opened(game, **window)
    table = chapter_table(page, game, 1)
    table.root.get_by_role("button", name="Open").click()
    table.wait(lambda screen: screen["kind"] == "table")
    expect(table.root.locator("[data-land=task]")).to_be_focused()
    expect(page.locator("h2", has_text=load(game).teaching.chapters[1].title)).to_be_in_viewport(ratio=0.9)
    if "has_touch" not in window:
        expect(table.root).to_be_in_viewport(ratio=0.99)


def test_the_menu_of_the_bar_opens_a_chapter_and_counts(opened: Open) -> None:
    game = "the_west_ascendant"
    done = chapters(game)[0][:2]
    page = opened(game, f"#learn=TL1.{game}/{done[1]}/{'~'.join(done)}")
    chapter_table(page, game, 0).wait(lambda screen: screen["kind"] == "table")
    open_the_menu(page)
    entries = page.locator("#page-menu .chapter-way")
    expect(entries.first).to_contain_text(f"2 of {len(chapters(game)[0])}")
    entries.nth(2).get_by_role("button").click()
    third = chapter_table(page, game, 2)
    third.wait(lambda screen: screen["kind"] == "table")
    expect(third.panel("task")).to_be_in_viewport()
    expect(page.locator("#page-bar .parts [aria-current]")).to_contain_text("Learn")


def test_chapters_that_share_a_heading_have_names_of_their_own(opened: Open) -> None:
    game = "tamashii"
    page = opened(game)
    names = [f"{number} · {chapter.title}" for number, chapter in enumerate(load(game).teaching.chapters, 1)]
    open_the_menu(page)
    expect(page.locator("#page-menu .chapter-way .name")).to_have_text(names)
    expect(page.locator("#page-menu .chapter-way").last).to_be_in_viewport(ratio=0.95)
    page.locator("#page-menu .chapter-way").nth(2).get_by_role("button").click()
    third = chapter_table(page, game, 2)
    third.wait(lambda screen: screen["kind"] == "table")
    expect(third.panel("task")).to_be_in_viewport()
    assert box(page, f'[data-slot="{third.slot}"]')["y"] == pytest.approx(0, abs=HAIR), "other chapters lie between"
    expect(page.locator(".closed-chapter h3")).to_have_text([name for name in names if name != names[2]])


def test_without_a_table_of_its_own_a_step_opens_in_place(opened: Open) -> None:
    """A lesson that was opened in the middle of a game goes on there: the game waits at this table."""
    page = opened("the_north")
    table = Table(page, "first").arrive()
    rule = next(iter(load("the_north").teaching.chapters[0].steps[-1].teaches))
    table.forge({"do": "show", "rule": rule, "at": table.at, "seat": table.screen["viewer"]})
    before = table.screen["task"]["id"]
    table.press("Skip this step")
    assert table.screen["task"]["id"] != before
    table.after(lambda: table.button("Back to the game").click())


# -- the table fits the window -----------------------------------------------------------------------------------------

IN_ONE_ROW = """(bar) => new Set([...bar.querySelectorAll(".group .btn, .groups > .btn")]
  .map((one) => Math.round(one.getBoundingClientRect().top))).size <= 1"""
CUT = """(groups) => groups.scrollWidth - groups.clientWidth"""


def fits(table: Table) -> None:
    """Bar, table, own row, hand and moves are in the window at once, and nothing lies on anything else."""
    page = table.page
    root = table.root.bounding_box()
    leads = table.root.get_attribute("data-leads") is not None
    assert root and root["y"] == pytest.approx(0 if leads else BAR, abs=HAIR)
    assert root["y"] + root["height"] <= 720 + HAIR
    moves = box(page, f'[data-slot="{table.slot}"] .moves')
    for part in table.root.locator(".place.hand > .part").all():
        bounds = part.bounding_box()
        assert bounds and bounds["y"] + bounds["height"] <= moves["y"] + HAIR, f"{part} is out of sight"
    assert table.root.locator(".moves").evaluate(IN_ONE_ROW)
    groups = table.root.locator(".moves > .groups")
    assert not groups.count() or groups.evaluate(CUT) <= HAIR, "nothing of the row is cut off"
    assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")


def test_a_game_that_begins_comes_into_sight(opened: Open) -> None:
    page = opened("royal_ascension")
    table = Table(page, "play")
    go_to(page, "Whole game")
    table.wait(lambda screen: screen["kind"] == "table")
    table.press("Start")
    fits(table)


def stand(table: Table, game: str, length: int) -> None:
    """A game that is on its way comes to this table, as from a code."""
    table.arrive()
    here = {"at": table.at, "seat": table.screen["viewer"]}
    table.forge({"do": "restore", "code": in_the_middle(game, length), **here})
    assert len(table.screen["log"]) > 1, table.screen["why"]


@pytest.mark.parametrize("length", [8, 30, 42])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_fits_a_low_window(opened: Open, game: str, length: int) -> None:
    page = opened(game)
    table = Table(page, "play")
    stand(table, game, length)
    fits(table)
    if table.root.get_attribute("data-leads") is None:
        table.use()
        assert table.root.get_attribute("data-leads") is not None
        fits(table)
    bands = [box(page, f'[data-slot="play"] {band}') for band in (".mat", ".field", ".moves")]
    refused(table)
    fits(table)
    after = [box(page, f'[data-slot="play"] {band}') for band in (".mat", ".field", ".moves")]
    assert after == bands, "nothing jumps when an answer comes"


@pytest.mark.parametrize("game", GAMES)
def test_a_first_table_fits_a_low_window(opened: Open, game: str) -> None:
    fits(Table(opened(game), "first").arrive())


def refused(table: Table) -> None:
    """Click a piece that has no move, and be told why."""
    for piece in table.pieces():
        if (
            not piece.get("moves")
            and piece.get("try")
            and piece["try"][0] != "read"
            and table.piece(piece["id"]).count()
        ):
            table.after(lambda piece=piece: table.piece(piece["id"]).dispatch_event("click"))
            if table.screen["why"]:
                return
    raise AssertionError("nothing was refused")


# -- the phone ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_scores_and_board_stay_and_answers_come_from_below(opened: Open, game: str) -> None:
    page = opened(game, **PHONE)
    table = Table(page, "play")
    stand(table, game, 30)
    strip = table.root.locator(".strip-bar")
    page.mouse.move(200, 500)
    page.mouse.wheel(0, 600)  # past what is said above the board
    expect(strip).to_be_in_viewport(ratio=0.95)
    scores = [part["score"] for part in table.pieces() if "score" in part]
    teams = [part["figure"] for part in table.screen["scene"] if part["part"] == "track" and "figure" in part]
    assert strip.locator("li").count() == len(scores) + len(teams)
    assert len(scores) >= 2 or len(teams) == 1
    if table.root.locator(".shelf.leads").count() and table.root.get_attribute("data-stays") is not None:
        expect(table.root.locator(".shelf.leads")).to_be_in_viewport(ratio=0.9)
    refused(table)
    sheet = table.root.locator(".answer-sheet")
    expect(sheet).to_be_in_viewport(ratio=0.95)
    assert abs(box(page, ".answer-sheet")["bottom"] - 844) < HAIR
    expect(sheet).to_be_focused()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    assert table.has_focus()
    refused(table)
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)


def test_on_a_phone_the_board_stays_where_there_is_room(opened: Open) -> None:
    page = opened("the_north", **PHONE)
    table = Table(page, "play")
    stand(table, "the_north", 30)
    assert table.root.get_attribute("data-stays") is not None
    last = table.root.locator(".place.top [data-piece]").last
    last.scroll_into_view_if_needed()
    expect(table.root.locator(".shelf.leads")).to_be_in_viewport(ratio=0.9)
    board, piece = table.root.locator(".shelf.leads").bounding_box(), last.bounding_box()
    assert board and piece and piece["y"] >= board["y"] + board["height"] - HAIR, "what is reached lies under nothing"


def test_a_menu_of_the_look_stays_open_whatever_comes_meanwhile(browser: Browser, here: House) -> None:
    page = browser.new_context(**LOW).new_page()
    open_page(page, f"{here.url}voila/render/index.ipynb", tables=1)
    door = Table(page, "door")
    door.wait(lambda screen: screen["at"] > 0)  # the answer to the page's greeting
    door.button("Theme").click()
    dark = door.root.get_by_role("menuitemradio", name="Dark")
    expect(dark).to_be_visible()
    door.forge({"do": "hello"})
    expect(dark).to_be_visible()
    dark.click()
    expect(dark).to_have_count(0)
    page.goto("about:blank")
    page.context.close()

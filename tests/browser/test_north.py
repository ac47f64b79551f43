"""The North in a real browser: a whole game by mouse, half-moves, cards turned over and read, own packs, axe."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from bare import open_bare
from here import House
from page import Page as DeskPage
from playwright.sync_api import Browser, Page, expect
from prepared import follow, in_the_middle, lay_out, may, near_the_end, played, table_link, wandered
from tables import (
    Data,
    OpenContext,
    Table,
    TableHere,
    complaints,
    complaints_in_every_theme,
    leave,
    new_context,
    open_page,
)

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.content.installed_games import house_folder
from tabletop_kernel.table.session import Session
from widgets.app import play
from widgets.links import write_table
from widgets.shared.chair import Chair

NAME = "the_north"
SHORT = 16  # the seed of a short game
AGAINST_A_BOT = (Chair(), Chair("greedy"))
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SELECTED = '.part-hand [aria-pressed="true"][data-piece]'


def test_two_people_play_a_game_from_its_setup_to_its_end(table_here: TableHere) -> None:
    table = table_here(f'play("{NAME}", seed={SHORT})')
    table.press("Set up")
    who = table.drawer.get_by_role("combobox", name="Who plays").nth(1)
    table.after(lambda: who.select_option("person"))
    table.press("Close")
    table.press("Start")
    fell = follow(table, wandered(NAME, 2, SHORT).inputs)
    assert {one["seat"] for one in fell} == {0, 1}
    for score in table.screen["now"]["result"]["scores"]:
        expect(table.panel("now")).to_contain_text(score["name"])
        for addend in score["addends"]:
            assert addend["rule"]


def test_the_end_of_a_game_alone(table_here: TableHere) -> None:
    link, moves = near_the_end(NAME, 14, ["person"], seed=3)
    table = table_here(f'play("{NAME}", seats=1)', link)
    assert not follow(table, moves)
    expect(table.panel("now")).to_contain_text("The Collector")
    assert table.screen["now"]["result"]["rule"] in ("end.zero", "end.deck")


@pytest.fixture(scope="module")
def shared(browser: Browser, here: House) -> Iterator[Table]:
    """A table on which the tests below lay out one game after another."""
    page = new_context(browser).new_page()
    open_page(page, here.cell(f'play("{NAME}")'), tables=1)
    yield Table(page, "play").arrive()
    leave(page.context)


def at_a_directive() -> str:
    return write_table(AGAINST_A_BOT, played(may("reprogram"), name=NAME, seats=2))


@pytest.fixture
def directive(shared: Table) -> Table:
    """A moment at which a move takes a card from the hand and another one."""
    return lay_out(shared, at_a_directive())


def test_half_moves_and_cards_by_keyboard(directive: Table) -> None:
    """Enter chooses a card, Escape takes it back, T turns it over: Python hears of none of it."""
    before = directive.at
    directive.tab_to(".part-hand [data-piece]")
    directive.key("Enter")
    expect(directive.root.locator(SELECTED)).to_have_count(1)
    expect(directive.panel("now")).to_contain_text("You are choosing")
    directive.key("t")
    expect(directive.root.locator('.part-hand .card-foot[aria-pressed="true"]')).to_have_count(1)
    directive.key("t")
    directive.key("Escape")
    expect(directive.root.locator(SELECTED)).to_have_count(0)
    assert directive.at == before
    directive.key("Enter")
    directive.tab_to(".part-cards .is-legal[data-piece]")
    directive.after(lambda: directive.key("Enter"))
    assert directive.screen["time"]["length"] > 0


def test_a_wrong_half_is_refused_with_its_rule(directive: Table) -> None:
    wrong = next((piece, chosen) for piece in directive.pieces() for chosen in piece.get("with", {}))
    directive.choose(wrong[1])
    directive.click_piece(wrong[0])
    expect(directive.panel("why")).to_contain_text(directive.title("reprogram.different-value"))
    expect(directive.root.locator(SELECTED)).to_have_count(1)
    assert "is-refused" in (directive.piece(wrong[0]["id"]).get_attribute("class") or "")


def test_axe_finds_nothing(directive: Table) -> None:
    directive.choose(next(piece["id"] for piece in directive.pieces() if piece.get("choose")))
    assert complaints_in_every_theme(directive.page, directive) == {}


# -- reading -----------------------------------------------------------------------------------------------------------


def something_to_read(table: Table) -> Data:
    """A card in a Zone, with no move but its text."""
    lay_out(table, in_the_middle(NAME, 40))
    return next(one for one in table.pieces() if one["id"].startswith("zone:") and not one.get("moves"))


def assert_it_is_read(table: Table, piece: Data) -> None:
    panel = table.panel("why")
    expect(panel).to_contain_text("A closer look")
    expect(panel).to_contain_text("Protocol: ")
    expect(panel).to_contain_text(piece["name"])
    expect(panel).to_be_in_viewport()
    assert "is-refused" not in (table.piece(piece["id"]).get_attribute("class") or "")


def test_on_a_phone_nothing_is_wider_than_the_screen_and_a_card_in_a_zone_is_read_by_tapping(
    open_context: OpenContext, here: House
) -> None:
    page = open_context(**PHONE).new_page()
    open_page(page, f"{here.url}voila/render/{NAME}.ipynb")
    table = lay_out(Table(page, "play").arrive(), at_a_directive())
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    piece = something_to_read(table)
    length = table.screen["time"]["length"]
    table.after(table.piece(piece["id"]).tap)
    assert_it_is_read(table, piece)
    assert table.screen["time"]["length"] == length
    table.after(table.panel("why").get_by_role("button", name="Close").tap)
    expect(table.panel("why")).to_have_count(0)


def test_a_card_in_a_zone_is_read_by_keyboard(shared: Table) -> None:
    table, piece = shared, something_to_read(shared)
    table.piece(piece["id"]).focus()
    table.after(lambda: table.key("Enter"))
    assert_it_is_read(table, piece)
    expect(table.piece(piece["id"])).to_be_focused()


def test_cards_can_be_read_whole_without_scrolling(table_here: TableHere) -> None:
    """Neither cut by the move bar nor by their neighbours; a projector, with its large type, shows no hand."""
    link = table_link(AGAINST_A_BOT, played(may("reprogram"), name=NAME, seats=2))
    table = table_here(f'play("{NAME}")', link)
    for width, height in ((1280, 900), (1920, 1080)):
        table.page.set_viewport_size({"width": width, "height": height})
        bar = table.arrive().root.locator(".bar").bounding_box()
        hand = table.root.locator(".part-hand .slot-text").all()
        boxes = [card.bounding_box() for card in hand]
        assert bar and boxes and all(box and box["y"] + box["height"] <= bar["y"] + 1 for box in boxes)
        assert_row_is_whole(table)
    table.button("Projector").click()
    expect(table.root.locator(".part-hand .slot-text")).to_have_count(0)
    assert_row_is_whole(table.arrive())


def assert_row_is_whole(table: Table) -> None:
    turn_card = table.root.locator(".part-list").bounding_box()
    boxes = [card.bounding_box() for card in table.root.locator(".part-cards .slot-text").all()]
    assert turn_card and boxes and all(box and box["x"] + box["width"] <= turn_card["x"] for box in boxes)


# -- a pack of one's own -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def own_pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cards of the house with a changed Frost Widow."""
    pack = Path(shutil.copytree(house_folder("the_north"), tmp_path_factory.mktemp("own") / "my_cards"))
    file = pack / "ancients.toml"
    changed = file.read_text(encoding="utf-8").replace('protocol = "other loses 2"', 'protocol = "other loses 4"', 1)
    file.write_text(changed, encoding="utf-8")
    return pack


@pytest.fixture(scope="module")
def own_cards(browser: Browser, here: House, own_pack: Path) -> Iterator[Table]:
    """A table with this pack."""
    page = new_context(browser).new_page()
    open_page(page, here.cell(f'play("{NAME}", slot="own", seed=7, pack={str(own_pack)!r})'), tables=1)
    yield Table(page, "own").arrive()
    leave(page.context)


def test_a_table_with_own_cards_says_so_and_shows_what_differs(own_cards: Table) -> None:
    expect(own_cards.panel("now")).to_contain_text("This table uses my_cards: 1 entry differs from the house pack.")
    own_cards.press("Card changes")
    expect(own_cards.drawer).to_contain_text("ancient 'Frost Widow': protocol")
    expect(own_cards.drawer).to_contain_text("'other loses 2'")
    expect(own_cards.drawer).to_contain_text("'other loses 4'")
    expect(own_cards.drawer).to_contain_text("from the house pack")
    assert complaints(own_cards.page, own_cards) == []
    own_cards.press("Close")


def test_the_changed_card_is_no_longer_the_houses(own_cards: Table) -> None:
    cards = [piece for piece in own_cards.pieces() if piece["id"].startswith("wastes:")]
    widow = next(card for card in cards if card["name"] == "Frost Widow")
    others = [card for card in cards if card["name"] != "Frost Widow"]
    expect(own_cards.piece(widow["id"])).to_contain_text("The other player loses 4.")
    expect(own_cards.piece(widow["id"]).locator(".card-house")).to_have_count(0)
    for card in others:
        expect(own_cards.piece(card["id"]).locator(".card-house")).to_have_count(1)
    own_cards.press("Start")
    own_cards.settle()
    own_cards.play(own_cards.forward_moves()[0])
    assert own_cards.screen["time"]["length"] > 0


OVERLAPS = """() => {
  const box = (element) => element.getBoundingClientRect();
  const beside = box(document.querySelector(".place.beside"));
  const across = ({ left, right }) => left < beside.right && right > beside.left;
  const down = ({ top, bottom }) => top < beside.bottom && bottom > beside.top;
  return [...document.querySelectorAll(".card-row > .slot")].map(box).filter((one) => across(one) && down(one)).length;
}"""


def test_the_turn_card_lies_on_no_card_of_the_wastes(page: Page) -> None:
    session = Session(load(NAME), seats=2, seed=0)
    session.play_on("random", moves=1)
    assert session.next_up == 0 and len(session.view(0)["wastes"]) == 4
    desk = DeskPage(play(NAME), {"play": write_table(AGAINST_A_BOT, session)})
    open_bare(page, desk.screen)
    for width, height in ((768, 1024), (1024, 768), (1100, 800), (1250, 720), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        Table(page, "bare").steady()
        expect(page.locator(".card-row > .slot")).not_to_have_count(0)
        assert page.evaluate(OVERLAPS) == 0, width

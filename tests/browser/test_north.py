"""The North in a real browser: whole games by mouse, half-moves, cards turned over and read, own packs, axe."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random

import pytest
from bare import open_at, open_bare
from page import Page as DeskPage
from playwright.sync_api import Page, expect
from servers import Server
from tables import Data, OpenContext, Table, complaints, open_page, set_theme

from tabletop_kernel.games import house_folder, load
from tabletop_kernel.session import Session
from widgets.app import play
from widgets.links import write_table
from widgets.shared.chair import Chair

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SELECTED = '.part-hand [aria-pressed="true"][data-piece]'


@pytest.fixture
def north(page: Page, voila: Server) -> Page:
    open_page(page, f"{voila.url}voila/render/the_north.ipynb")
    return page


def play_to_the_end(table: Table, rng: Random, limit: int = 400) -> tuple[Data, list[int]]:
    """Play by clicking until the game is over, through every curtain; the seats that it fell for."""
    fell: list[int] = []
    for _ in range(limit):
        screen = table.settle()
        if screen["kind"] == "curtain":
            fell.append(screen["seat"])
            assert_no_hand(table)
            table.after(table.root.locator("[data-land=lift]").click)
        elif screen["now"]["kind"] == "over":
            return screen, fell
        else:
            table.play(rng.choice(table.forward_moves()))
    raise AssertionError(f"the game was not over after {limit} moves")


def assert_no_hand(table: Table) -> None:
    """While the curtain is down no hand is in the page, and none was sent."""
    expect(table.root.locator(".part-hand")).to_have_count(0)
    assert '"hand:' not in json.dumps(table.screen)


def test_two_people_play_a_game_to_its_end(north: Page) -> None:
    table = Table(north, "play").arrive()
    table.press("Set up")
    who = table.drawer.get_by_role("combobox", name="Who plays").nth(1)
    table.after(lambda: who.select_option("person"))
    table.press("Close")
    table.press("Start")
    screen, fell = play_to_the_end(table, Random(3))
    assert set(fell) == {0, 1}
    for score in screen["now"]["result"]["scores"]:
        expect(table.panel("now")).to_contain_text(score["name"])
        for addend in score["addends"]:
            assert addend["rule"]


def test_a_game_alone_to_its_end(page: Page, desks_here: None) -> None:
    table = open_at(page, play("the_north", slot="solo", seats=1))
    table.press("Start")
    screen, fell = play_to_the_end(table, Random(5))
    assert not fell
    expect(table.panel("now")).to_contain_text("The Collector")
    assert screen["now"]["result"]["rule"] in ("end.zero", "end.deck")


@pytest.fixture
def first(page: Page, desks_here: None) -> Page:
    """The table with which the page begins, and nothing around it."""
    open_at(page, play("the_north", first=True))
    return page


def at_a_directive(page: Page) -> Table:
    table = Table(page, "first")
    table.wait(lambda screen: screen["kind"] == "table")
    while not any(piece.get("choose") for piece in table.pieces()):
        table.settle()
        table.play(table.forward_moves()[0])
    return table


def test_half_moves_and_cards_by_keyboard(first: Page) -> None:
    """Enter chooses a card, Escape takes it back, T turns it over: Python hears of none of it."""
    table = at_a_directive(first)
    before = table.at
    table.tab_to(".part-hand [data-piece]")
    table.key("Enter")
    expect(table.root.locator(SELECTED)).to_have_count(1)
    expect(table.panel("now")).to_contain_text("You are choosing")
    table.key("t")
    expect(table.root.locator('.part-hand .card-foot[aria-pressed="true"]')).to_have_count(1)
    table.key("t")
    table.key("Escape")
    expect(table.root.locator(SELECTED)).to_have_count(0)
    assert table.at == before
    table.key("Enter")
    table.tab_to(".part-cards .is-legal[data-piece]")
    table.after(lambda: table.key("Enter"))
    assert table.screen["time"]["length"] > 0


def test_a_wrong_half_is_refused_with_its_rule(first: Page) -> None:
    table = at_a_directive(first)
    wrong = next((piece, chosen) for piece in table.pieces() for chosen in piece.get("with", {}))
    table.choose(wrong[1])
    table.click_piece(wrong[0])
    expect(table.panel("why")).to_contain_text(table.title("reprogram.different-value"))
    expect(table.root.locator(SELECTED)).to_have_count(1)
    assert "is-refused" in (table.piece(wrong[0]["id"]).get_attribute("class") or "")


def test_axe_finds_nothing(first: Page) -> None:
    table = at_a_directive(first)
    table.choose(next(piece["id"] for piece in table.pieces() if piece.get("choose")))
    for theme in ("light", "dark", "contrast"):
        set_theme(first, theme)
        assert complaints(first, table) == [], theme


def test_on_a_phone_nothing_is_wider_than_the_screen(open_context: OpenContext, voila: Server) -> None:
    page = open_context(viewport={"width": 390, "height": 844}).new_page()
    open_page(page, f"{voila.url}voila/render/the_north.ipynb")
    at_a_directive(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


# -- reading -----------------------------------------------------------------------------------------------------------


def with_something_to_read(page: Page) -> tuple[Table, Data]:
    """Play until a card lies in a Zone, with no move but its text."""
    table = Table(page, "first")
    table.wait(lambda screen: screen["kind"] == "table")
    rng = Random(2)
    for _ in range(80):
        table.settle()
        for piece in table.pieces():
            if piece["id"].startswith("zone:") and not piece.get("moves"):
                return table, piece
        table.play(rng.choice(table.forward_moves()))
    raise AssertionError("no card came into a Zone")


def assert_it_is_read(table: Table, piece: Data) -> None:
    panel = table.panel("why")
    expect(panel).to_contain_text("Reading")
    expect(panel).to_contain_text("Protocol: ")
    expect(panel).to_contain_text(piece["name"])
    expect(panel).to_be_in_viewport()
    assert "is-refused" not in (table.piece(piece["id"]).get_attribute("class") or "")


def test_a_card_in_a_zone_is_read_by_tapping_on_a_phone(open_context: OpenContext, desks_here: None) -> None:
    page = open_context(**PHONE).new_page()
    open_at(page, play("the_north", first=True))
    table, piece = with_something_to_read(page)
    length = table.screen["time"]["length"]
    table.after(table.piece(piece["id"]).tap)
    assert_it_is_read(table, piece)
    assert table.screen["time"]["length"] == length
    table.after(table.panel("why").get_by_role("button", name="Close").tap)
    expect(table.panel("why")).to_have_count(0)


def test_a_card_in_a_zone_is_read_by_keyboard(first: Page) -> None:
    table, piece = with_something_to_read(first)
    table.piece(piece["id"]).focus()
    table.after(lambda: table.key("Enter"))
    assert_it_is_read(table, piece)
    expect(table.piece(piece["id"])).to_be_focused()


@pytest.mark.parametrize("width", [1280, 1920])
def test_hand_cards_can_be_read_whole_without_scrolling(open_context: OpenContext, voila: Server, width: int) -> None:
    """At a desk, and on a projector with its large type: neither cut by the move bar nor by their neighbours."""
    height = {1280: 900, 1920: 1080}[width]
    page = open_context(viewport={"width": width, "height": height}).new_page()
    open_page(page, f"{voila.url}voila/render/the_north.ipynb")
    table = at_a_directive(page)
    if width == 1920:
        table.button("Projector").click()
    table.arrive()
    bar = table.root.locator(".bar").bounding_box()
    turn_card = table.root.locator(".part-list").bounding_box()
    assert bar and turn_card
    for card in table.root.locator(".part-hand .slot-text").all():
        box = card.bounding_box()
        assert box and box["y"] + box["height"] <= bar["y"] + 1
    for card in table.root.locator(".part-cards .slot-text").all():
        box = card.bounding_box()
        assert box and box["x"] + box["width"] <= turn_card["x"]


# -- a pack of one's own -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def own_pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cards of the house with a changed Frost Widow."""
    pack = Path(shutil.copytree(house_folder("the_north"), tmp_path_factory.mktemp("own") / "my_cards"))
    file = pack / "ancients.toml"
    changed = file.read_text(encoding="utf-8").replace('protocol = "other loses 2"', 'protocol = "other loses 4"', 1)
    file.write_text(changed, encoding="utf-8")
    return pack


def test_a_table_with_own_cards_says_so_and_shows_what_differs(page: Page, desks_here: None, own_pack: Path) -> None:
    table = open_at(page, play("the_north", slot="first", seed=7, pack=own_pack))
    expect(table.panel("now")).to_contain_text("This table uses my_cards: 1 entry differs from the house pack.")
    table.press("Own cards")
    expect(table.drawer).to_contain_text("ancient 'Frost Widow': protocol")
    expect(table.drawer).to_contain_text("'other loses 2'")
    expect(table.drawer).to_contain_text("'other loses 4'")
    expect(table.drawer).to_contain_text("the house pack's own")
    assert complaints(page, table) == []
    table.press("Close")


def test_the_changed_card_is_no_longer_the_houses(page: Page, desks_here: None, own_pack: Path) -> None:
    table = open_at(page, play("the_north", slot="first", seed=7, pack=own_pack))
    cards = [piece for piece in table.pieces() if piece["id"].startswith("wastes:")]
    widow = next(card for card in cards if card["name"] == "Frost Widow")
    others = [card for card in cards if card["name"] != "Frost Widow"]
    expect(table.piece(widow["id"])).to_contain_text("The other player loses 4.")
    expect(table.piece(widow["id"]).locator(".card-house")).to_have_count(0)
    for card in others:
        expect(table.piece(card["id"]).locator(".card-house")).to_have_count(1)
    table.press("Start")
    table.settle()
    table.play(table.forward_moves()[0])
    assert table.screen["time"]["length"] > 0


OVERLAPS = """() => {
  const box = (element) => element.getBoundingClientRect();
  const beside = box(document.querySelector(".place.beside"));
  const across = ({ left, right }) => left < beside.right && right > beside.left;
  const down = ({ top, bottom }) => top < beside.bottom && bottom > beside.top;
  return [...document.querySelectorAll(".card-row > .slot")].map(box).filter((one) => across(one) && down(one)).length;
}"""


@pytest.mark.parametrize("size", [(768, 1024), (1024, 768), (1100, 800), (1250, 720), (1280, 720)], ids=str)
def test_the_turn_card_lies_on_no_card_of_the_wastes(page: Page, size: tuple[int, int]) -> None:
    session = Session(load("the_north"), seats=2, seed=0)
    session.play_on("random", moves=1)
    assert session.next_up == 0 and len(session.view(0)["wastes"]) == 4
    page.set_viewport_size({"width": size[0], "height": size[1]})
    desk = DeskPage(play("the_north"), {"play": write_table([Chair(), Chair("greedy")], session)})
    open_bare(page, desk.screen)
    expect(page.locator(".card-row > .slot")).not_to_have_count(0)
    assert page.evaluate(OVERLAPS) == 0

"""The North in a real browser: whole games by mouse, half-moves, cards that are turned over, and axe."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from servers import Server
from tables import Data, Table, open_page

TABLES = 11
SELECTED = '.part-hand [aria-pressed="true"][data-piece]'


class NorthTable(Table):
    """A table where a move may take two pieces: one is chosen in the page, the other finishes it."""

    def _play_by_piece(self, piece: Data, number: int) -> Data:
        if not piece.get("choose"):
            return super()._play_by_piece(piece, number)
        self.choose(piece["id"])
        return self.finish(piece, piece["moves"][number])

    def choose(self, piece: str) -> None:
        if self.piece(piece).get_attribute("aria-pressed") != "true":
            self.piece(piece).click()
        expect(self.piece(piece)).to_have_attribute("aria-pressed", "true")

    def finish(self, chosen: Data, move: list[Any]) -> Data:
        other = next(one for one in self.legal_pieces() if not one.get("choose") and move in one["moves"])
        common = [one for one in other["moves"] if one in chosen["moves"]]
        if len(common) == 1:
            return self.click_piece(other)
        self.piece(other["id"]).click()
        return self.after(self.root.get_by_role("menu").get_by_role("menuitem").nth(common.index(move)).click)


@pytest.fixture
def north(page: Page, voila: Server) -> Page:
    open_page(page, f"{voila.url}voila/render/the_north.ipynb", TABLES)
    return page


def play_to_the_end(table: NorthTable, rng: Random, limit: int = 400) -> tuple[Data, list[int]]:
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


def assert_no_hand(table: NorthTable) -> None:
    """While the curtain is down no hand is in the page, and none was sent."""
    expect(table.root.locator(".part-hand")).to_have_count(0)
    assert '"hand:' not in json.dumps(table.screen)


def test_two_people_play_a_game_to_its_end(north: Page) -> None:
    table = NorthTable(north, "play").arrive()
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


def test_a_game_alone_to_its_end(north: Page) -> None:
    table = NorthTable(north, "solo").arrive()
    table.press("Start")
    screen, fell = play_to_the_end(table, Random(5))
    assert not fell
    expect(table.panel("now")).to_contain_text("The Collector")
    assert screen["now"]["result"]["rule"] in ("end.zero", "end.deck")


def at_a_directive(page: Page) -> NorthTable:
    table = NorthTable(page, "first")
    table.wait(lambda screen: screen["kind"] == "table")
    while not any(piece.get("choose") for piece in table.pieces()):
        table.settle()
        table.play(table.forward_moves()[0])
    return table


def test_half_moves_and_cards_by_keyboard(north: Page) -> None:
    """Enter chooses a card, Escape takes it back, T turns it over: Python hears of none of it."""
    table = at_a_directive(north)
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


def test_a_wrong_half_is_refused_with_its_rule(north: Page) -> None:
    table = at_a_directive(north)
    wrong = next((piece, chosen) for piece in table.pieces() for chosen in piece.get("with", {}))
    table.choose(wrong[1])
    table.click_piece(wrong[0])
    expect(table.panel("why")).to_contain_text("reprogram.different-value")
    expect(table.root.locator(SELECTED)).to_have_count(1)
    assert "is-refused" in (table.piece(wrong[0]["id"]).get_attribute("class") or "")


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_axe_finds_nothing(north: Page, theme: str) -> None:
    table = at_a_directive(north)
    table.choose(next(piece["id"] for piece in table.pieces() if piece.get("choose")))
    north.evaluate(
        "(theme) => document.querySelectorAll('.tabletop').forEach((r) => { r.dataset.theme = theme; })", theme
    )
    found = Axe().run(north, '[data-slot="first"]', {"resultTypes": ["violations"]}).response["violations"]
    assert [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found] == []


def test_on_a_phone_nothing_is_wider_than_the_screen(open_context: Any, voila: Server) -> None:
    page = open_context(viewport={"width": 390, "height": 844}).new_page()
    open_page(page, f"{voila.url}voila/render/the_north.ipynb", TABLES)
    at_a_directive(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390

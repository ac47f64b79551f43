"""Deck Goes West in a real browser: a mission to its end and a round of three by mouse, tabs, atlas, phone, axe."""

from __future__ import annotations

import re
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from bare import open_live
from playwright.sync_api import Page, expect
from servers import Server
from tables import SEND, Table, open_page, set_theme

from tabletop_kernel.bots import forward
from tabletop_kernel.games import load
from tabletop_kernel.session import Session
from widgets.app import play
from widgets.games.deck_goes_west import journey
from widgets.links import Chair, write_table

GAME: Any = load("deck_goes_west")
LAST = 22  # moves of a game that are made by mouse
DAYS = 7  # that the game before them has lasted


def wandering(seats: int, mission: str, seed: int) -> Session:
    """A game in which everybody acts at random, to its end."""
    session, rng = Session(GAME, seats=seats, seed=seed, options={"mission": mission}), Random(seed)
    while session.deciders:
        seat = session.deciders[0]
        session.submit(seat, rng.choice(forward(session.moves(seat))))
    return session


def cut(session: Session, length: int) -> Session:
    """The same game up to so many moves."""
    again = Session(GAME, seats=session.config.seats, seed=session.seed, options=session.config.options)
    for one in session.inputs[:length]:
        again.submit(one.seat, one.move)
    return again


def opened(page: Page, voila: Server, session: Session, chairs: list[Chair]) -> Table:
    kept = quote(write_table(chairs, session), safe=",")
    open_page(page, f"{voila.url}voila/render/deck_goes_west.ipynb#play={kept}")
    return Table(page, "play").arrive()


def test_a_solo_mission_to_its_end(page: Page, voila: Server) -> None:
    """The last days of a mission: each move on the table, if a piece has it, up to the sentence that ends it."""
    whole = next(one for seed in range(1, 200) if (one := wandering(1, "new_world", seed)).truth.day >= DAYS)
    table = opened(page, voila, cut(whole, whole.length - LAST), [Chair()])
    for one in whole.inputs[-LAST:]:
        table.play(list(one.move))
    screen = table.settle()
    assert screen["now"]["kind"] == "over"
    assert str(whole.truth.score[0]) in screen["now"]["text"]
    table.press("Atlas")
    expect(table.drawer).to_contain_text("furthest West column")
    table.after(table.drawer.get_by_role("button", name="Scores by day").click)
    expect(table.drawer).to_contain_text(f"{whole.truth.score[0]} of 24")


def test_a_round_of_three(page: Page, voila: Server) -> None:
    """A day of each against all, from the first turn through the night; two of them are quick bots."""
    session = Session(GAME, seats=3, seed=2, options={"mission": "discovery"})
    table = opened(page, voila, session, [Chair(), Chair("random"), Chair("random")])
    tabs = table.root.get_by_role("tab")
    tabs.filter(has_text="Mission").click()
    expect(table.root.locator('[data-piece="mission:0"]')).to_be_visible()
    assert len(table.root.locator('[data-piece^="seat:"]').all()) == 3
    for _ in range(30):
        screen = table.settle()
        if "day 2" in screen["where"]["text"]:
            break
        moves = table.forward_moves(screen)
        table.play(next((move for move in moves if move[0] in ("pass", "drop")), moves[0]))  # a full hand would kill
    assert "day 2" in table.screen["where"]["text"]
    hands = table.root.locator('[data-piece^="hand:"]')
    assert hands.count() >= 1 and not table.root.locator('[data-piece^="held:"]').count()


# What of the hand, the map and the players is cut off, or stands out of what it lies in.
CUT_OFF = """(root) => {
  const cut = [];
  const check = (selector, frame) => {
    const { left, right, top, bottom } = frame.getBoundingClientRect();
    for (const one of root.querySelectorAll(selector)) {
      const box = one.getBoundingClientRect();
      const inside = box.left >= left - 1 && box.right <= right + 1 && box.top >= top - 1 && box.bottom <= bottom + 1;
      if (one.checkVisibility() && !inside) cut.push(one.dataset.piece || one.className);
    }
  };
  check(".part-hand [data-piece], .part-list.is-sharer [data-piece]", root.querySelector(".place.hand"));
  check(".part-hand [data-piece]", root.querySelector(".part-hand"));
  check(".map-board", root.querySelector(".field"));
  for (const seat of root.querySelectorAll(".part-seats .seat")) {
    check(`[data-piece="${seat.dataset.piece}"] .counter`, seat);
  }
  return cut;
}"""
SIX = 6  # cards in hand that differ; with others at the table one fewer


def with_a_large_hand(seats: int, mission: str) -> Session:
    """A moment at which the first seat may act and holds many cards."""
    for seed in range(1, 200):
        session, rng = Session(GAME, seats=seats, seed=seed, options={"mission": mission}), Random(seed)
        while session.deciders:
            acts = session.truth.frames[-1][0] == "act" and 0 in session.deciders
            if acts and len(set(session.truth.hand[0])) == SIX - (seats > 1):
                return session
            seat = rng.choice(session.deciders)
            session.submit(seat, rng.choice(forward(session.moves(seat))))
    raise AssertionError("nobody had so many cards")


@pytest.mark.parametrize(
    ("seats", "mission", "people"),
    [(1, "new_world", 1), (4, "speed_of_the_slowest", 4), (3, "discovery", 1), (5, "wide_country", 1)],
)
def test_in_a_low_window_the_hand_is_whole(open_context: Any, seats: int, mission: str, people: int) -> None:
    """1280 x 720, less the bar of the page: nothing that one holds is cut off, and the map has what is left."""
    page = open_context(viewport={"width": 1280, "height": 680}).new_page()
    chairs = [Chair() if seat < people else Chair("random") for seat in range(seats)]
    table = open_live(page, play("deck_goes_west"))
    table.wait(lambda screen: screen["kind"] == "table")
    kept = write_table(chairs, with_a_large_hand(seats, mission))
    table.page.evaluate(SEND, [table.slot, {"do": "restore", "code": kept, "at": table.at, "seat": 0}])
    table.wait(lambda screen: screen["kind"] == "table" and screen["time"])
    if table.screen["viewer"] != 0:
        page.keyboard.press("1")
        table.wait(lambda screen: screen["viewer"] == 0)
    expect(table.root.locator(".part-hand [data-piece]").nth(4)).to_be_visible()
    assert table.root.evaluate(CUT_OFF) == []
    page.set_viewport_size({"width": 390, "height": 844})
    expect(table.root.locator(".frame")).to_have_attribute("data-layout", "narrow")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_a_place_without_land_answers_a_click(page: Page) -> None:
    """East of the start nothing lies: it can be clicked, says why nobody goes there, and is marked."""
    table = open_live(page, play("deck_goes_west", seed=5))
    table.wait(lambda screen: screen["kind"] == "table")
    table.press("Start")
    empty = next(gap for part in table.screen["scene"] for gap in part.get("gaps", []))
    table.after(table.piece(empty["id"]).click)
    expect(table.panel("why")).to_be_visible()
    assert table.screen["why"]["piece"] == empty["id"]
    expect(table.piece(empty["id"])).to_have_class(re.compile("is-refused"))


def test_the_atlas_counts_on_by_itself(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """One press plays many games, portion by portion, with a bar; it can be stopped, and ends by itself."""
    for name, games in {"FIRST": 2, "ENOUGH": 12, "PORTION": 2, "_surveys": {}}.items():
        monkeypatch.setattr(journey, name, games)
    table = open_live(page, play("deck_goes_west", seed=5))
    table.wait(lambda screen: screen["kind"] == "table")
    table.press("Start")
    table.press("Atlas")
    table.after(table.drawer.get_by_role("button", name="Where people die").click)
    table.drawer.get_by_role("button", name="Play 12 games").click()
    table.wait(lambda screen: screen["drawer"]["survey"]["done"] == 12)
    expect(table.drawer).to_contain_text("In 12 games")
    expect(table.drawer.locator("progress")).to_have_count(0)


def test_axe_finds_nothing(page: Page, voila: Server) -> None:
    open_page(page, f"{voila.url}voila/render/deck_goes_west.ipynb")
    table = Table(page, "first").arrive()
    table.play(["job", "boots", 0])
    for theme in ("light", "dark"):
        set_theme(page, theme)
        found = Axe().run(page, '[data-slot="first"]', {"resultTypes": ["violations"]}).response["violations"]
        assert [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found] == [], theme


def test_on_a_phone_nothing_is_wider_than_the_screen(open_context: Any, voila: Server) -> None:
    page = open_context(viewport={"width": 390, "height": 844}).new_page()
    open_page(page, f"{voila.url}voila/render/deck_goes_west.ipynb")
    table = Table(page, "first").arrive()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    table.play(["job", "boots", 0])
    expect(table.root.locator(".part-map")).to_be_visible()

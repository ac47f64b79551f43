"""Deck Goes West in a real browser: a mission to its end and a round of three by mouse, tabs, atlas, phone, axe."""

from __future__ import annotations

from random import Random
from typing import Any
from urllib.parse import quote

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from servers import Server
from tables import Table, open_page, set_theme

from tabletop_kernel.bots import forward
from tabletop_kernel.games import load
from tabletop_kernel.session import Session
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
        table.play(next((move for verb in ("pass", "keep") if (move := [verb]) in moves), moves[0]))
    assert "day 2" in table.screen["where"]["text"]
    hands = table.root.locator('[data-piece^="hand:"]')
    assert hands.count() >= 1 and not table.root.locator('[data-piece^="held:"]').count()


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

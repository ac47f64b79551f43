"""Tamashii as it is drawn from real games: every kind of decision fits its screen, and nothing is missing.

No server is needed: the code that draws gets screens made from random games.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from bare import open_bare, show
from playwright.sync_api import Browser, Page, expect
from tables import leave, new_context

from tabletop_kernel import Session, load
from tabletop_kernel.testing import tables as random_tables
from tabletop_kernel.testing import wander
from widgets.face import face_of
from widgets.panel import now

# What is cut off at its right edge; an outline may stand over it.
CUT_OFF = """() => [...document.querySelectorAll(".mat .place, .mat .part, .foe, .pattern, .item, .board-line, .meter")]
  .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 12)
  .map((one) => `${one.className}: ${one.textContent.slice(0, 60)}`)"""
# Columns of the table that would have to be scrolled.
SCROLLED = """() => [...document.querySelectorAll(".has-launcher > :is(.near, .beside), .has-launcher .beside > .part")]
  .filter((one) => one.scrollHeight > one.clientHeight + 12).map((one) => one.className)"""
SIZE = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
GAME = load("tamashii")
FACE = face_of("tamashii")


def screen(session: Session, seat: int | None, at: int) -> dict[str, Any]:
    """As a room would send it, without what does not belong to the table."""
    moves = session.moves(seat) if seat is not None else []

    def look() -> Any:
        return FACE.look(GAME, session.config, session.view(seat), moves, lambda move: session.phrase(seat or 0, move))

    return {
        "kind": "table",
        "game": "tamashii",
        "title": "Tamashii",
        "at": at,
        "viewer": seat,
        "scene": FACE.scene(look()),
        "now": now(session, seat),
        "moves": FACE.groups(look()),
        "log": [],
    }


def moments(games: int, seed: int) -> Iterator[tuple[str, Session, int]]:
    """The first time that each kind of decision is met, and by whom."""
    met = set()
    for session, rng in random_tables(GAME, games, seed):
        for _ in wander(session, rng):
            kind = session.truth.frames[-1][0] if session.deciders else "over"
            if kind not in met and session.deciders:
                met.add(kind)
                yield kind, session, session.deciders[0]
    assert {"plan", "move", "launch", "combat", "district", "roll", "test"} <= met


@pytest.mark.parametrize(("width", "height", "projector"), [(1280, 720, False), (390, 844, False), (1920, 1080, True)])
def test_every_kind_of_decision_fits_its_screen(browser: Browser, width: int, height: int, projector: bool) -> None:
    context = new_context(browser, viewport={"width": width, "height": height}, has_touch=width < 500)
    if projector:
        look = "JSON.stringify({ pace: 'once', projector: true })"
        context.add_init_script(f"localStorage.setItem('tabletop.look', {look})")
    page = context.new_page()
    for number, (kind, session, seat) in enumerate(moments(8, 9), 1):
        made = screen(session, None if projector else seat, number)
        open_bare(page, made) if number == 1 else show(page, made)
        expect(page.locator(".fault"), kind).to_have_count(0)
        page.wait_for_timeout(50)
        across, down = page.evaluate(SIZE)
        assert across <= width, kind
        assert width < 500 or down <= height, kind
        assert page.evaluate(CUT_OFF) == [], kind
        assert not projector or page.evaluate(SCROLLED) == [], kind
    leave(context)


def test_a_launch_that_is_looked_at_in_the_bar_is_outlined(browser: Browser) -> None:
    context = new_context(browser, viewport={"width": 1280, "height": 720})
    page = context.new_page()
    session = next(one for kind, one, seat in launches() if kind)
    open_bare(page, screen(session, session.deciders[0], 1))
    button = first_launch(page)
    expect(page.locator(".lit")).to_have_count(0)
    button.hover()
    expect(page.locator(".lit")).to_have_count(1)
    page.mouse.move(5, 5)
    expect(page.locator(".lit")).to_have_count(0)
    button.focus()
    expect(page.locator("button.lit-pill")).to_have_count(1)
    leave(context)


def launches() -> Iterator[tuple[bool, Session, int]]:
    for session, rng in random_tables(GAME, 12, 3):
        for _ in wander(session, rng):
            seat = session.deciders[0] if session.deciders else 0
            if session.deciders and any(move[0] == "launch" for move in session.moves(seat)):
                yield True, session, seat


def first_launch(page: Page) -> Any:
    return page.get_by_role("group", name="Launch", exact=True).get_by_role("button").first

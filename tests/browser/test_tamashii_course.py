"""What surrounds the tables of a long course: rings for what is not begun, and tips that go with their pieces."""

from __future__ import annotations

from typing import Any

from bare import open_bare, show
from playwright.sync_api import expect
from test_tamashii_page import GAME, screen

from tabletop_kernel import Session

CLOSED = '<div class="closed-chapter"><span class="pips">' + "<i></i>" * 14 + "</span><p>0 of 14 steps</p></div>"
# Which of the marks are seen to be empty: wide enough, and of another colour inside than at their edge.
EMPTY = """() => [...document.querySelectorAll(".pips i")].map((one) => {
  const { backgroundColor, borderTopColor } = getComputedStyle(one);
  return backgroundColor !== borderTopColor && one.getBoundingClientRect().width > 5;
})"""


def planned() -> Session:
    """A table of one in its first Planning, with a token on r1c1 and none beside it."""
    position = {"seats": 1, "options": {"scenario": "P00"}, "now": "program", "grid": ["E.E. .W.. ..L. ...."]}
    return Session.at(GAME, position)


def test_what_is_not_begun_has_empty_rings(open_context: Any) -> None:
    page = open_context(viewport={"width": 390, "height": 844}).new_page()
    open_bare(page, screen(planned(), 0, 1))
    page.locator(".tabletop").evaluate("(root, html) => root.insertAdjacentHTML('beforeend', html)", CLOSED)
    assert page.evaluate(EMPTY) == [True] * 14


def test_a_tip_says_what_lies_there_now(open_context: Any) -> None:
    page = open_context(viewport={"width": 1280, "height": 720}).new_page()
    session = planned()
    open_bare(page, screen(session, 0, 1))
    page.locator('[data-piece="slot:r1c1"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    tip = page.locator(".tip:not(:empty)")
    expect(tip).to_contain_text("light: Ember")
    session.submit(0, ("slide", "r1c1", "r2c1"))
    show(page, screen(session, 0, 2))
    expect(tip).to_contain_text("light: empty")


def test_tab_goes_from_an_open_tab_to_what_lies_under_it(open_context: Any) -> None:
    page = open_context(viewport={"width": 1280, "height": 720}).new_page()
    open_bare(page, screen(planned(), 0, 1))
    page.get_by_role("tab", name="Scenario").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("() => Boolean(document.activeElement.closest('.part-plot'))")
    page.get_by_role("tab", name="Scenario").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Upgrades")).to_be_focused()

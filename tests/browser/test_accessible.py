"""Everybody: axe finds nothing to complain of, in any theme, at any of the screens; and nothing moves for those who
asked for no motion."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from here import House
from playwright.sync_api import Page, expect
from prepared import THIRD_HEALTH, chapter, lay_out, link, may, my_turn, over, played
from tables import OpenContext, Table, Visit, complaints, complaints_in_every_theme, open_page, refused_third_health

from widgets.links import write_table
from widgets.shared.chair import Chair

VISIT = link(first=over, play=may("commit"), learn=THIRD_HEALTH)
HIGHLIGHT = 1200  # milliseconds: what has just happened is marked for so long


def a_table(page: Page) -> Table:
    return Table(page, "play").arrive()


def a_refusal_in_a_lesson(page: Page) -> Table:
    return refused_third_health(Table.chapter(page, chapter("battle")).arrive())


def the_rulebook(page: Page) -> Table:
    table = Table.chapter(page, chapter("walking")).arrive()
    table.press("Rules")
    table.drawer.get_by_role("searchbox").fill("alliance")  # the rules look alike, and axe takes long for all of them
    table.wait(lambda screen: screen["drawer"]["query"] == "alliance")
    return table


def the_rulings(page: Page) -> Table:
    return Table(page, "table").arrive()


def the_end(page: Page) -> Table:
    table = Table(page, "first").arrive()
    assert table.screen["now"]["kind"] == "over"
    return table


def the_setup(page: Page) -> Table:
    table = Table(page, "first").arrive()
    table.press("Set up")
    return table


def the_curtain(page: Page) -> Table:
    """Three people at one screen, of whom one is about to commit a card."""
    return lay_out(Table(page, "play").arrive(), write_table([Chair(), Chair(), Chair()], played(may("commit"))))


SCREENS = (a_table, a_refusal_in_a_lesson, the_rulebook, the_rulings, the_end, the_setup, the_curtain)
DRAWERS = (the_rulebook, the_setup)  # the tables under them are seen here and in `test_learning.py`
NEW = ("dialog.drawer", ".masthead")
TWICE = """() => {
  const all = [...document.querySelectorAll("[id]")].map((one) => one.id);
  return all.filter((id, number) => all.indexOf(id) !== number);
}"""


@pytest.mark.parametrize("show", SCREENS, ids=lambda show: show.__name__)
def test_axe_finds_nothing_at(visit: Visit, show: Callable[[Page], Table]) -> None:
    page = visit(VISIT)
    table = show(page)
    assert page.evaluate(TWICE) == []
    assert complaints_in_every_theme(page, table, new=NEW if show in DRAWERS else ()) == {}
    if show in DRAWERS:
        table.press("Close")


def test_axe_finds_nothing_on_the_first_page(page: Page, index_here: str) -> None:
    open_page(page, index_here, tables=1)
    guides = page.get_by_role("navigation", name="Guides").get_by_role("link", name="Teach a class")
    expect(guides).to_have_attribute("href", "guides/teach_a_class.ipynb")
    assert complaints_in_every_theme(page) == {}


@pytest.mark.parametrize("game", ["royal_ascension", "tamashii"])  # a heading for each chapter, one for several
def test_axe_finds_nothing_on_the_whole_page_of_a_game(page: Page, here: House, game: str) -> None:
    open_page(page, f"{here.url}voila/render/{game}.ipynb")
    Table(page, "first").wait(lambda screen: screen["kind"] == "table")
    assert complaints(page) == []


def test_axe_finds_nothing_on_a_phone(open_context: OpenContext, game_here: str) -> None:
    page = open_context(viewport={"width": 390, "height": 844}).new_page()
    open_page(page, game_here + link(learn=THIRD_HEALTH))
    assert complaints(page, a_refusal_in_a_lesson(page)) == []


# Everything that moves on the page, caught frame by frame: which property, for how long.
WATCH_MOTION = """() => {
  window.motions = {};
  const look = () => {
    for (const one of document.getAnimations()) {
      const frames = one.effect.getKeyframes().flatMap(Object.keys);
      const what = one.transitionProperty ? [one.transitionProperty] : frames;
      const moves = what.some((name) => /^(transform|translate|rotate|scale|left|top|width|height)$/.test(name));
      const name = one.animationName || one.transitionProperty;
      const { duration } = one.effect.getComputedTiming();
      const scrolled = moves ? Infinity : 0; // what follows somebody's own scrolling takes no time, but moves nothing
      window.motions[name] = { moves, ms: one.timeline === document.timeline ? duration : scrolled };
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def test_nothing_moves_for_those_who_want_no_motion(page: Page, game_here: str) -> None:
    open_page(page, game_here + link(play=my_turn))
    table = Table(page, "play").arrive()
    page.evaluate(WATCH_MOTION)
    table.click_piece(next(p["id"] for p in table.pieces() if p["id"].startswith("hand:") and not p.get("moves")))
    for _ in range(6):
        table.play(table.forward_moves()[0])
        table.settle()
    table.press("Rules")
    table.press("Close")
    for name, motion in page.evaluate("() => window.motions").items():
        assert motion["ms"] <= HIGHLIGHT, f"{name} takes {motion['ms']} ms"
        assert not motion["moves"] or motion["ms"] <= 10, f"{name} moves for {motion['ms']} ms"


def test_the_theme_follows_the_system_until_one_is_chosen(open_context: OpenContext, game_here: str) -> None:
    page = open_context(color_scheme="dark").new_page()
    open_page(page, game_here)
    table = Table(page, "first")
    paper = "(root) => getComputedStyle(root).getPropertyValue('--page').trim().toUpperCase()"
    body = page.locator("body")
    assert table.root.evaluate(paper) == body.evaluate(paper) == "#121617"
    table.wait(lambda screen: screen["kind"] == "table")
    table.button("Theme").click()
    table.root.get_by_role("menuitemradio", name="Light").click()
    for slot in ("first", "play"):
        assert Table(page, slot).root.evaluate(paper) == "#F3EEE2", "the choice holds for all tables"
    assert body.evaluate(paper) == "#F3EEE2", "and for the page around them"
    kept = page.evaluate("() => JSON.parse(localStorage.getItem('tabletop.look')).theme")
    assert kept == "light", "and for the next visit"

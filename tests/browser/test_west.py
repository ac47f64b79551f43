"""The West: Ascendant in a real browser: ends of games by mouse, hand-overs for reactions, a chapter, secrets, axe."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from here import House
from learner import Learner
from playwright.sync_api import Browser, expect
from prepared import assert_no_hand, follow, in_the_middle, lay_out, may, near_the_end, played, table_link
from tables import (
    OpenContext,
    Table,
    TableHere,
    complaints_in_every_theme,
    leave,
    lines_of,
    new_context,
    open_page,
    play_to_the_end,
)

from tabletop_kernel.content.game_loading import load
from widgets.links import write_table
from widgets.shared.chair import Chair

NAME = "the_west_ascendant"
GAME: Any = load(NAME)
PLAY = f'play("{NAME}")'
TYPES = ("Kiln", "Cistern", "Orrery", "Orreries", "Relay")


def assert_scores_are_told(table: Table) -> None:
    for score in table.screen["now"]["result"]["scores"]:
        expect(table.panel("now")).to_contain_text(score["name"])
        assert sum(int(addend["figure"]) for addend in score["addends"]) == int(score["figure"])
        assert all(addend["rule"].startswith("score.") for addend in score["addends"])


def test_two_people_play_the_end_of_a_game(table_here: TableHere) -> None:
    """The curtain falls between turns, and in the middle of one: for the reaction, and back again."""
    link, moves = near_the_end(NAME, 18, ("person", "person"), seed=366)
    table = table_here(PLAY, link)
    fell = follow(table, moves)
    assert {one["seat"] for one in fell} == {0, 1}
    where = [one["where"]["text"] for one in fell]
    assert any("Reaction" in text for text in where) and any("Doppelgate" in text for text in where)
    assert_scores_are_told(table)


def test_the_end_of_a_game_against_a_bot(table_here: TableHere) -> None:
    link, _ = near_the_end(NAME, 6, ("person", "greedy"), seed=3)
    table = table_here(PLAY, link)
    screen = play_to_the_end(table, Random(5).choice)
    assert screen["now"]["result"]["rule"] in ("end.zero", "end.deck")
    assert_scores_are_told(table)


# -- nothing hidden ----------------------------------------------------------------------------------------------------


def test_the_public_table_shows_backs_only(table_here: TableHere) -> None:
    table = two_people(table_here(PLAY))
    table.wait(lambda screen: screen["kind"] == "curtain")
    table.press("Public table")
    expect(table.root.locator(".part-player")).to_have_count(2)
    assert_no_hand(table)
    expect(table.root.locator('[data-piece^="held:"]')).to_have_count(6)


def two_people(table: Table) -> Table:
    table.press("Set up")
    who = table.drawer.get_by_role("combobox", name="Who plays").nth(1)
    table.after(lambda: who.select_option("person"))
    table.press("Close")
    table.press("Start")
    return table


# -- pieces ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shared(browser: Browser, here: House) -> Iterator[Table]:
    """A table on which the tests below lay out one game after another."""
    page = new_context(browser).new_page()
    open_page(page, here.cell(PLAY), tables=1)
    yield Table(page, "play").arrive()
    leave(page.context)


@pytest.fixture
def choice(shared: Table) -> Table:
    """Step 2 of somebody's turn."""
    return lay_out(shared, write_table([Chair(), Chair("greedy")], played(may("two"), name=NAME, seats=2)))


def test_any_two_are_two_clicks(choice: Table) -> None:
    """The first click chooses and says what either way costs; the second one takes both cards."""
    before, row = choice.at, [piece for piece in choice.pieces() if piece.get("ends")]
    one, other = next((a, b) for a in row for b in row if len(b["ends"].get(a["id"], ())) == 1)
    choice.choose(one["id"])
    expect(choice.panel("now")).to_contain_text("2 (cards)")
    expect(choice.panel("now")).to_contain_text(choice.title("facility.loss"))
    assert choice.at == before, "Python has not heard of it"
    screen = choice.click_piece(other["id"])
    assert any(line["rule"] == "facility.any-two" for line in lines_of(screen)[:8])


def test_all_of_one_type_is_one_click_on_its_line(choice: Table) -> None:
    line = next(piece for piece in choice.legal_pieces() if piece["id"].startswith("cost:all-"))
    screen = choice.click_piece(line)
    assert any(line["rule"] == "facility.all-of-type" for line in lines_of(screen)[:10])


def test_by_keyboard(choice: Table) -> None:
    """Enter chooses a card of the middle, Escape takes that back, Enter on a line of costs makes that choice."""
    choice.tab_to('[data-piece^="middle:"]')
    choice.key("Enter")
    expect(choice.root.locator('.part-cards [aria-pressed="true"]')).to_have_count(1)
    choice.key("Escape")
    expect(choice.root.locator('.part-cards [aria-pressed="true"]')).to_have_count(0)
    choice.tab_to(".is-choice .item.is-legal")
    choice.walk_to('[data-piece="cost:two"]')
    choice.key("Enter")
    expect(choice.root.get_by_role("menu").get_by_role("menuitem").first).to_contain_text("2 (cards)")
    choice.key("Escape")
    choice.walk_to('[data-piece^="cost:all-"]')
    screen = choice.after(lambda: choice.key("Enter"))
    assert any(line["rule"] == "facility.all-of-type" for line in lines_of(screen)[:10])


def test_a_top_that_cannot_be_paid_is_refused_with_its_rule(shared: Table) -> None:
    table = lay_out(shared, in_the_middle(NAME, 21))
    top = next(piece for piece in table.pieces() if piece["id"].startswith("top:") and not piece.get("moves"))
    assert top["note"].startswith("you lack")
    table.click_piece(top["id"])
    expect(table.panel("why")).to_contain_text(table.title("locus.pay"))


# -- a chapter ---------------------------------------------------------------------------------------------------------


def test_the_chapter_on_doppelgates(table_here: TableHere) -> None:
    chapter = next(one for one in GAME.teaching.chapters if one.id == "gates")
    learner = Learner(table_here(f'learn("{NAME}", "{chapter.id}")'), GAME)
    for step in chapter.steps:
        learner.take(step)
        if step is not chapter.steps[-1]:
            learner.table.press("Next: ")
    expect(learner.table.panel("task").locator(".summary")).to_contain_text(chapter.steps[0].learned)


# -- for everybody -----------------------------------------------------------------------------------------------------


def test_axe_finds_nothing(choice: Table) -> None:
    choice.choose(next(piece["id"] for piece in choice.pieces() if piece.get("ends")))
    assert complaints_in_every_theme(choice.page, choice) == {}


def test_on_a_phone_nothing_is_wider_than_the_screen_and_the_tab_that_is_asked_for_opens(
    open_context: OpenContext, here: House
) -> None:
    page = open_context(viewport={"width": 390, "height": 844}).new_page()
    link = table_link([Chair(), Chair("greedy")], played(may("under"), name=NAME, seats=2))
    open_page(page, f"{here.url}voila/render/{NAME}.ipynb{link}")
    table = Table(page, "play").arrive()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    tabs = table.root.get_by_role("tab")
    expect(tabs.filter(has_text="Loci")).to_have_attribute("aria-selected", "true")
    tabs.filter(has_text="Middle").click()
    expect(tabs.filter(has_text="Middle")).to_have_attribute("aria-selected", "true")  # by hand, and it stays

"""Learning Tamashii: slots keep their place, drawn tokens are on the table, and nobody is left without a reason.

No server is needed: the desks behind the tables are here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from bare import open_bare, show
from here import House
from learner import Learner
from playwright.sync_api import Browser, Page, expect
from tables import OpenContext, Table, TableHere, leave, new_context, open_page
from test_tamashii_page import GAME, screen

from tabletop_kernel import Session
from tabletop_kernel.contract.lessons import find_step
from widgets.task import fits

LESSONS = 'learn("tamashii")'
WINDOW = {"width": 1280, "height": 720}


@pytest.fixture(scope="module")
def shared(browser: Browser, here: House) -> Iterator[Learner]:
    page = new_context(browser, viewport=WINDOW).new_page()
    open_page(page, here.cell(LESSONS), tables=1)
    yield Learner(Table(page, here.kernel(page).views[0].slot).arrive(), GAME)
    leave(page.context)


@pytest.fixture
def learner(shared: Learner) -> Learner:
    """Somebody who goes from test to test on one page; a step that one comes to is begun anew."""
    shared.go_to(GAME.teaching.chapters[-1].steps[-1])
    return shared


@pytest.fixture
def newcomer(table_here: TableHere) -> Learner:
    """Somebody on a page of their own."""
    return Learner(table_here(LESSONS, viewport=WINDOW), GAME)


@pytest.fixture
def page(open_context: OpenContext) -> Page:
    return open_context(viewport=WINDOW).new_page()


def go(learner: Learner, name: str) -> Page:
    learner.go_to(find_step(GAME.teaching.chapters, name))
    return learner.table.page


def place_of_slot(table: Table) -> tuple[int, ...]:
    box = table.steady().piece("slot:r2c3").bounding_box()
    assert box
    return tuple(round(box[side]) for side in ("x", "y", "width", "height"))


def test_what_the_game_is_about_comes_before_the_first_task(newcomer: Learner) -> None:
    """Beside the table, in its first step alone, and gone once that is done."""
    page = go(newcomer, "launcher.slide")
    about = page.locator(".pane.task .opening")
    expect(about).to_contain_text("how you win.")
    below, above = page.locator(".pane.task .goal").bounding_box(), about.bounding_box()
    assert above and below and above["y"] + above["height"] <= below["y"]
    newcomer.take(newcomer.step)
    expect(about).to_have_count(0)
    newcomer.go_to(find_step(GAME.teaching.chapters, "launcher.launch"))
    expect(about).to_have_count(0)


def test_a_frame_with_a_star_shows_one(learner: Learner) -> None:
    page = go(learner, "combat.repeat")
    learner.get_ready()
    learner.play(["roll"])
    expect(page.locator('[data-piece="frame:0"]')).to_contain_text("★")
    expect(page.locator('[data-piece="frame:2"]')).not_to_contain_text("★")


def test_slots_keep_their_place_through_a_step_and_to_the_next(learner: Learner) -> None:
    """Through moves of tokens and of the figure, launches, what is drawn, and the end of each step."""
    go(learner, "launcher.stop")
    places = {place_of_slot(learner.table)}
    for name in ("launcher.stop", "launcher.refill", "launcher.unlock", "special.prepare", "purpose.go"):
        learner.go_to(find_step(GAME.teaching.chapters, name))
        places.add(place_of_slot(learner.table))
        learner.get_ready()
        for move in learner.step.way:
            learner.play(move)
            places.add(place_of_slot(learner.table))
    assert len(places) == 1, places


def test_slots_keep_their_place_while_the_table_is_laid(learner: Learner) -> None:
    go(learner, "table.alone")
    learner.play(learner.step.way[0])
    places = {place_of_slot(learner.table)}
    for move in learner.step.way[1:]:
        learner.play(move)
        places.add(place_of_slot(learner.table))
    assert len(places) == 1, places


def test_drawn_tokens_are_on_the_table_and_go_from_there_to_a_slot(learner: Learner) -> None:
    page = go(learner, "special.prepare")
    learner.play(["district"])
    drawn = page.locator(".drawn-token")
    expect(drawn).to_have_count(2)
    expect(page.locator(".drawn-token .data-ward")).to_have_count(1)
    expect(page.locator(".drawn-token .data-flux")).to_have_count(1)
    page.get_by_role("group", name="Choose a token").get_by_role("button", name="Ward").click()
    learner.table.after(learner.table.piece("slot:r1c2").click)
    expect(drawn).to_have_count(1)
    expect(learner.table.piece("slot:r1c2").locator(".data-ward")).to_have_count(1)


def test_a_card_in_play_is_in_sight_where_any_piece_may_be_the_answer(learner: Learner) -> None:
    page = go(learner, "harder.relock")
    expect(page.get_by_role("tab", name="Cards")).to_have_attribute("aria-selected", "true")
    learner.get_ready()


# -- the same pattern once more ----------------------------------------------------------------------------------------


def test_a_launched_pattern_stays_in_sight_and_marking_it_again_says_why_not(learner: Learner) -> None:
    page = go(learner, "launcher.many")
    learner.play(learner.step.way[0])
    used = page.locator('[data-piece="pattern:basic.power"]')
    box, frame = used.bounding_box(), page.locator(".patterns").bounding_box()
    assert box and frame and box["y"] + box["height"] <= frame["y"] + frame["height"]
    expect(used).to_contain_text("launched")
    for slot in ("r2c1", "r2c2", "r2c3"):
        learner.table.piece(f"slot:{slot}").focus()
        page.keyboard.press("Space")
    pill = page.locator("button.lit-pill")
    expect(pill).to_have_text("Power: already launched")
    learner.table.after(pill.click)
    expect(learner.table.panel("why")).to_contain_text(learner.table.title("pattern.once"))


# -- buttons -----------------------------------------------------------------------------------------------------------


def rich() -> Session:
    """A table of one who may upgrade before the Program step, and in it."""
    position: dict[str, Any] = {
        "seats": 1,
        "options": {"scenario": "S01"},
        "walker": ["Kindle"],
        "turn": 3,
        "trace": [1],
    }
    position["grid"] = ["E.W. .... .... ...."]
    return Session.at(GAME, {**position, "exp": [4], "assets": [{"memory": 3}], "now": "planning"})


def test_headings_fit_what_is_under_them_and_the_way_on_stays(page: Page) -> None:
    session = rich()
    open_bare(page, screen(session, 0, 1))
    upgrades = page.get_by_role("group", name="Choose an upgrade")
    expect(upgrades.get_by_role("button")).to_have_count(2)
    expect(page.get_by_role("group", name="Choose a token")).to_have_count(0)
    upgrades.get_by_role("button", name="Remove a lock").click()
    expect(page.locator(".piece.is-selected")).to_have_count(1)
    expect(page.locator(".moves [data-main]")).to_have_text("Roll for traceEnter")


def test_enter_ends_nothing_while_dice_can_be_used(learner: Learner) -> None:
    page = go(learner, "combat.repeat")
    learner.get_ready()
    learner.play(["roll"])
    expect(page.locator(".moves [data-main]")).to_have_count(0)
    expect(page.locator(".moves .ends").get_by_role("button", name="End Combat")).to_be_visible()


# -- lists that scroll -------------------------------------------------------------------------------------------------

# Those of some pieces that are not there, or are cut off by a box around them.
CUT_OFF = """(ids) => ids.filter((id) => {
  const piece = document.querySelector(`[data-piece="${id}"]`);
  const own = piece?.getBoundingClientRect();
  for (let box = piece?.parentElement; box && !box.matches(".tabletop"); box = box.parentElement) {
    const frame = box.getBoundingClientRect();
    const clips = getComputedStyle(box).overflowY !== "visible" && box.clientHeight > 2;
    if (clips && (own.bottom > frame.bottom + 3 || own.top < frame.top - 3)) return true;
  }
  return !piece;
})"""


@pytest.mark.parametrize("name", ["launcher.turned", "special.open", "bodies.market", "augments.many"])
def test_a_question_about_a_list_shows_all_of_it(learner: Learner, name: str) -> None:
    go(learner, name)
    question = learner.step.point
    assert question is not None
    asked = [one["id"] for one in learner.table.pieces() if fits(question, one["id"])]
    assert len(asked) > 4
    assert learner.table.steady().page.evaluate(CUT_OFF, asked) == []


def box_of_patterns(page: Page) -> Any:
    return page.locator(".patterns")


def test_a_wheel_at_the_end_of_a_list_leaves_the_page_where_it_is(newcomer: Learner) -> None:
    page = go(newcomer, "launcher.slide")
    page.evaluate("() => document.querySelector('main').style.setProperty('min-height', '3000px')")
    box = box_of_patterns(page)
    box.hover()
    for _ in range(12):
        page.mouse.wheel(0, 400)
        page.wait_for_function("() => new Promise((seen) => requestAnimationFrame(() => seen(true)))")
    top, most = box.evaluate("(one) => [one.scrollTop, one.scrollHeight - one.clientHeight]")
    assert most > 0 and top >= most - 1, "the list goes to its end"
    assert page.evaluate("() => window.scrollY") == 0
    page.locator(".launcher-head").hover()
    page.mouse.wheel(0, 400)
    page.wait_for_function("() => window.scrollY > 0")


def test_a_list_goes_back_to_where_it_was_before_a_hint(page: Page) -> None:
    made = screen(rich(), 0, 1)
    open_bare(page, made)
    box = box_of_patterns(page)
    last = box.locator(".pattern").last.get_attribute("data-piece")
    hint = {"pieces": [last], "move": ["launch"]}
    assert box.evaluate("(one) => one.scrollTop") == 0
    show(page, {**made, "at": 2, "hint": hint})
    page.wait_for_function("() => document.querySelector('.patterns').scrollTop > 0")
    assert page.evaluate(CUT_OFF, [last]) == []
    show(page, {**made, "at": 3})
    page.wait_for_function("() => document.querySelector('.patterns').scrollTop === 0")

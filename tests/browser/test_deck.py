"""Deck Goes West in a real browser: a mission to its end and a round of three by mouse, tabs, atlas, phone, axe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from bare import open_at, open_bare, open_live
from here import House
from page import Page as DeskPage
from playwright.sync_api import Browser, Page, expect
from prepared import follow, lay_out, near_the_end, table_link, wandered
from tables import SEND, OpenContext, Table, TableHere, complaints_in_every_theme, leave, new_context, open_page

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.players.bots import forward
from tabletop_kernel.table.session import Session
from widgets.app import play
from widgets.games.deck_goes_west import journey
from widgets.links import write_table
from widgets.shared.chair import Chair

NAME = "deck_goes_west"
GAME: Any = load(NAME)
LAST = 22  # moves of a game that are made by mouse
DAYS = 7  # that the game before them has lasted


LOW = {"width": 1280, "height": 680}  # what a window of 1280 x 720 has under the bar of the page
PHONE = {"width": 390, "height": 844}


def test_a_solo_mission_to_its_end(table_here: TableHere) -> None:
    """The last days of a mission: each move on the table, if a piece has it, up to the sentence that ends it."""
    seed, whole = next(
        (seed, one) for seed in range(1, 200) if (one := wandered(NAME, 1, seed, mission="new_world")).truth.day >= DAYS
    )
    link, moves = near_the_end(NAME, LAST, ["person"], seed, mission="new_world")
    table = table_here(f'play("{NAME}")', link)
    follow(table, moves)
    screen = table.settle()
    assert screen["now"]["kind"] == "over"
    assert str(whole.truth.score[0]) in screen["now"]["text"]
    table.press("Atlas")
    expect(table.drawer).to_contain_text("furthest West: column")
    table.after(table.drawer.get_by_role("button", name="Scores by day").click)
    expect(table.drawer).to_contain_text(f"{whole.truth.score[0]} of 24")


def test_a_round_of_three(table_here: TableHere) -> None:
    """A day of each against all, from the first turn through the night; two of them are quick bots."""
    session = Session(GAME, seats=3, seed=2, options={"mission": "discovery"})
    table = table_here(f'play("{NAME}")', table_link([Chair(), Chair("random"), Chair("random")], session))
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
FULL_BAR = 9  # moves that do not fit into one row
SIX = 6  # cards in hand that differ; with others at the table one fewer


def dealt(mission: str, seed: int) -> Session:
    """A game of three that has just begun: bots have picked the characters."""
    session, rng = Session(GAME, seats=3, seed=seed, options={"mission": mission}), Random(seed)
    while GAME.pace.is_opening(session.truth):
        seat = session.deciders[0]
        session.submit(seat, rng.choice(forward(session.moves(seat))))
    return session


@pytest.fixture(scope="module")
def opened(browser: Browser, here: House) -> Iterator[Table]:
    page = new_context(browser).new_page()
    open_page(page, here.cell(f'play("{NAME}")'), tables=1)
    yield Table(page, "play").arrive()
    leave(page.context)


@pytest.fixture
def low(opened: Table) -> Table:
    """A table in a low window, on which the tests below lay out one game after another."""
    opened.page.set_viewport_size({"width": 1280, "height": 720})
    return opened.arrive()


def restored(table: Table, session: Session, chairs: list[Chair]) -> Table:
    """The table stands like this."""
    return lay_out(table, write_table(chairs, session)).steady()


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
def test_in_a_low_window_the_hand_is_whole(low: Table, seats: int, mission: str, people: int) -> None:
    """Nothing that one holds is cut off, and the map has what is left."""
    chairs = [Chair() if seat < people else Chair("random") for seat in range(seats)]
    table = restored(low, with_a_large_hand(seats, mission), chairs)
    if table.screen["viewer"] != 0:
        low.page.keyboard.press("1")
        table.wait(lambda screen: screen["viewer"] == 0)
    expect(table.root.locator(".part-hand [data-piece]").nth(4)).to_be_visible()
    assert table.root.evaluate(CUT_OFF) == []
    low.page.set_viewport_size(PHONE)
    expect(table.root.locator(".frame")).to_have_attribute("data-layout", "narrow")
    assert low.page.evaluate("() => document.documentElement.scrollWidth") <= 390


HAND = ["boots", "pickaxe", "hatchet", "peddlers_pack", "spike_maul", "knife"]
# What can be read of each sentence on the cards in hand: as many words as stand there whole, with none behind the dots.
READ = """(sentences) => sentences.map((one) => {
  const { bottom, right } = one.getBoundingClientRect();
  if (getComputedStyle(one).webkitLineClamp !== "none") return "cut off within a word";
  const range = document.createRange();
  const words = [...one.textContent.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    range.setStart(one.firstChild, index);
    range.setEnd(one.firstChild, index + word.length);
    const box = range.getBoundingClientRect();
    return box.bottom <= bottom + 2 && box.right <= right - 7;
  });
  return words.map(([word]) => word).join(" ");
})"""


@pytest.mark.parametrize(
    ("seats", "mission", "whole"),
    [(1, "new_world", ["2 dice's worth of Food.", "1 defence die."]), (2, "discovery", ["1 defence die."])],
)
def test_sentences_on_a_large_hand_end_with_a_word(low: Table, seats: int, mission: str, whole: list[str]) -> None:
    """With six cards: what has no room is left out by words, and what has room is there."""
    people = ["ada_quill", "tobias_reed"][:seats]
    hands = [HAND, ["boots", "knife"]][:seats]
    position = {"seats": seats, "options": {"mission": mission}, "character": people, "hand": hands}
    table = restored(low, Session.at(GAME, position), [Chair(), Chair("random")][:seats])
    sentences = table.root.locator(".part-hand .sign-line ~ span")
    expect(sentences).to_have_count(10)
    pairs = zip(sentences.evaluate_all(READ), sentences.all_text_contents(), strict=True)
    for read, text in pairs:
        assert len(read) > 10 and f"{text} ".startswith(f"{read} "), (read, text)
    assert all(any(read.endswith(end) for read in sentences.evaluate_all(READ)) for end in whole)
    box = table.root.locator(".map-board").bounding_box()
    assert box and box["height"] >= LEAST


def test_what_ends_the_day_is_never_folded_away(low: Table) -> None:
    """However many moves there are, the pass stands by itself, behind them, and Enter does not mean it."""
    session = next(
        one for seed in range(1, 99) if len((one := dealt("speed_of_the_slowest", seed)).moves(0)) >= FULL_BAR
    )
    table = restored(low, session, [Chair(), Chair(), Chair()])
    more, last = table.root.locator("[data-more]"), table.root.locator(".moves > .ends button")
    expect(more).to_be_visible()
    expect(last).to_have_text(["Pass for today"])
    assert not more.inner_text().startswith("1 more")
    before = table.screen["time"]["length"]
    table.page.keyboard.press("Enter")
    table.after(table.root.get_by_role("button", name="Rules").click)
    assert table.screen["time"]["length"] == before


LEAST = 270  # pixels of a map's height at which three rows of tiles can be seen
# How many lines of a list stand in its place, and which of them are cut off.
IN_PLACE = """(items) => items.map((one) => {
  const { top, bottom } = one.closest(".place").getBoundingClientRect();
  const box = one.getBoundingClientRect();
  return box.top >= top - 1 && box.bottom <= bottom + 1;
})"""


def until(seats: int, mission: str, kind: str, frames: int = 0, together: bool = False) -> Session:
    """A game of random moves, up to a decision of this kind; `together`: all stand on one tile."""
    for seed in range(1, 200):
        session, rng = Session(GAME, seats=seats, seed=seed, options={"mission": mission}), Random(seed)
        while session.deciders:
            near = not together or len(set(session.truth.meeple)) == 1
            if session.truth.frames[-1][0] == kind and len(session.truth.frames) >= frames and near:
                return session
            seat = rng.choice(session.deciders)
            session.submit(seat, rng.choice(forward(session.moves(seat))))
    raise AssertionError("no game came to this moment")


def test_three_people_at_a_low_window(low: Table) -> None:
    """The map is large enough, and everybody is named."""
    people = [Chair("person", name) for name in ("Papa", "Lea", "Tom")]
    table = restored(low, until(3, "speed_of_the_slowest", "act"), people)
    box = table.root.locator(".map-board").bounding_box()
    assert box and box["height"] >= LEAST
    for seat, name in zip(table.root.locator(".seat").all(), ("Papa", "Lea", "Tom"), strict=True):
        expect(seat).to_contain_text(name)
    expect(table.root.locator(".track-figure")).to_have_text("0 / 24")
    log = table.panel("log").bounding_box()
    assert log and log["height"] >= 150


def test_a_battle_of_three_is_seen_whole(low: Table) -> None:
    table = restored(low, until(3, "speed_of_the_slowest", "commit", together=True), [Chair(), Chair(), Chair()])
    expect(table.root.locator(".sheet thead th")).to_have_count(4)
    dice = table.root.locator(".sheet tfoot tr")
    expect(dice.first).to_be_visible()
    assert all(dice.evaluate_all(IN_PLACE))


def test_all_steps_of_the_night_are_seen_while_it_is_played(open_context: OpenContext) -> None:
    """The one at work is marked, those before it say what they did, and no frame is drawn across the hand."""
    context = open_context(viewport=LOW)
    context.add_init_script("localStorage.setItem('tabletop.look', JSON.stringify({ pace: 'step' }))")
    page = context.new_page()
    session = until(3, "speed_of_the_slowest", "danger", frames=3)
    while session.truth.frames[1][0] != "night" or any(frame[0] == "tired" for frame in session.truth.frames):
        seat = session.deciders[0]
        session.submit(seat, forward(session.moves(seat))[0])
    table = open_at(page, play(NAME), table_link([Chair(), Chair(), Chair()], session))
    table.page.evaluate(
        SEND,
        [table.slot, {"do": "move", "move": ["put", "discard"], "at": table.at, "seat": table.screen["viewer"]}],
    )
    steps = table.root.locator(".is-steps .item")
    text = page.locator(".playback-text")
    for _ in range(30):
        expect(text).to_be_visible()
        if "Bandits appear" in text.inner_text():
            break
        page.get_by_role("button", name="Next").click()
    expect(steps).to_have_count(7)
    assert all(steps.evaluate_all(IN_PLACE))
    expect(table.root.locator(".is-steps .is-current")).to_contain_text("Bandits appear")
    expect(steps.first).to_contain_text("days over")
    expect(table.root.locator(".part-track")).to_have_count(2)


def test_a_tip_does_not_stay_where_the_page_has_left(open_context: Any) -> None:
    page = open_context(viewport=LOW).new_page()
    table = open_live(page, play("deck_goes_west", seed=5))
    table.wait(lambda screen: screen["kind"] == "table")
    page.add_style_tag(content="main { padding-bottom: 900px; }")
    table.tab_to(".part-hand [data-piece], .tile")
    tip = table.root.locator(".tip:not(:empty)")
    expect(tip).to_have_count(1)
    page.evaluate("() => window.scrollBy(0, 400)")
    expect(tip).to_have_count(0)


def test_play_again_is_in_sight_below_a_long_story(open_context: OpenContext) -> None:
    """The end of a game with its turning point may be longer than its column."""
    kept = write_table([Chair()], wandered(NAME, 1, 3, mission="new_world"))
    over = DeskPage(play(NAME), {"play": kept}).screen
    told = "You passed with four Food in hand, and the night brought the card that filled it. " * 5
    turning = {"head": "The turning point", "text": told, "rule": "goal.win", "note": told, "buttons": []}
    page = open_context(viewport=LOW).new_page()
    open_bare(page, {**over, "now": {**over["now"], "turning": turning}, "ask": None})
    expect(page.locator(".turning")).to_be_attached()
    again, rail = (one.bounding_box() for one in (page.get_by_role("button", name="Play again"), page.locator(".rail")))
    assert again and rail and again["y"] + again["height"] <= rail["y"] + rail["height"]


def test_start_is_in_sight_below_the_words_of_a_page(open_context: Any) -> None:
    """A table that begins below a heading reaches under the edge of the window; its set-up brings it up."""
    page = open_context(viewport={"width": 1280, "height": 720}).new_page()
    table = open_live(page, play("deck_goes_west", seed=5))
    table.wait(lambda screen: screen["kind"] == "table")
    page.evaluate(
        "() => document.querySelector('main').insertAdjacentHTML('afterbegin', '<p style=\"height: 120px\">')"
    )
    table.press("Set up")
    expect(table.drawer.get_by_role("button", name="Start")).to_be_in_viewport(ratio=1)
    assert page.evaluate("() => document.querySelector('.tip:not(:empty)')") is None


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
    expect(table.piece(empty["id"]).locator(".open-place")).to_have_css("stroke", "none")


def test_after_a_boot_a_click_on_a_tile_walks_there(page: Page, desks_here: None) -> None:
    """On its picture or on its name; a tile that nobody can enter says why, and the walk is still open."""
    table = open_at(page, play("deck_goes_west", first=True))
    table.play(["job", "boots", 0])
    too_steep = table.after(table.piece("tile:0,2").click)
    assert too_steep["why"]["rules"] == ["move.walk"] and too_steep["why"].get("head") != "A closer look"
    assert ["go"] in moves_of(too_steep)
    table.click_piece("tile:1,1")
    screen = table.wait(lambda now: ["job", "boots", 0] in moves_of(now))
    assert next(one["at"] for one in table.pieces(screen) if one["id"] == "meeple:0") == [1, 1]


def moves_of(screen: dict[str, Any]) -> list[Any]:
    return [button["do"]["move"] for group in screen["moves"] for button in group["buttons"]]


@pytest.mark.parametrize("narrow", [False, True], ids=["low", "phone"])
def test_a_deadly_press_is_asked_about_in_red(low: Table, narrow: bool) -> None:
    """By mouse and by keyboard; the way back is the one that Enter means."""
    page = low.page
    ground = [[0, 0, "Berry Thicket"], [0, 1, "Pine Hollow"], [1, 1, "Beaver Run"]]
    hand = [["boots", "boots", "knife", "pan", "blisters", "hatchet"]]
    evening = {"seats": 1, "options": {"mission": "new_world"}, "character": ["ada_quill"], "hand": hand}
    table = restored(low, Session.at(GAME, {**evening, "ground": ground}), [Chair()])
    if narrow:
        page.set_viewport_size(PHONE)
        expect(table.root.locator(".frame")).to_have_attribute("data-layout", "narrow")
    table.play(["pass"])
    table.after(table.root.locator(".ends .btn, .btn.go").last.click)
    sure = table.panel("why").get_by_role("button", name="Do it anyway")
    expect(sure).to_be_in_viewport(ratio=1)
    expect(table.panel("why")).to_contain_text("This ends your game")
    table.after(lambda: page.keyboard.press("Enter"))
    assert table.screen["why"] is None and ["keep"] in moves_of(table.screen)
    table.after(table.root.locator(".ends .btn, .btn.go").last.click)
    sure.focus()
    table.after(lambda: page.keyboard.press("Enter"))
    assert table.screen["why"] is None and ["keep"] not in moves_of(table.screen)


# The blocks of the table as they stand below one another, and whether the map may be seen.
BLOCKS = """(root) => [...root.querySelectorAll(".mat > :is(.place, .shelf)")].map((one) =>
  one.classList.contains("shelf") ? "map" : one.dataset.place)"""


def test_on_a_phone_the_blocks_keep_their_order_and_the_map_stays(open_context: OpenContext, desks_here: None) -> None:
    """What is asked comes and goes; map, cards and the rest stay where they are, and so do the figures at the top."""
    page = open_context(viewport=PHONE).new_page()
    table = open_at(page, play(NAME, first=True))
    expect(table.root.locator(".strip-bar [title='4 Food'], .strip-bar [title='3 Food']")).to_be_visible()
    for move in (["job", "boots", 0], ["go"], ["step", 1, 1, "walk"], ["pass"], ["keep"]):
        blocks = table.root.evaluate(BLOCKS)
        assert [one for one in blocks if one != "asked"] == ["map", "hand", "own", "beside", "top"], move
        table.root.locator(".place.top").scroll_into_view_if_needed()
        expect(table.root.locator(".shelf.leads")).to_be_in_viewport(ratio=0.9)
        table.root.locator(".mat").evaluate("(mat) => mat.scrollIntoView()")
        table.play(move)


def test_on_a_phone_nothing_is_wider_than_the_screen_and_no_button_lies_on_a_tile(
    open_context: OpenContext, here: House
) -> None:
    page = open_context(viewport=PHONE).new_page()
    open_page(page, f"{here.url}voila/render/{NAME}.ipynb")
    table = Table(page, "first").arrive()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    land, buttons = (table.root.locator(one).bounding_box() for one in (".map", ".map-tools"))
    assert land and buttons and land["y"] + land["height"] <= buttons["y"]
    table.play(["job", "boots", 0])
    expect(table.root.locator(".part-map")).to_be_visible()


def short_way(page: Page) -> Table:
    """The table of the short way, reached by the bar of the page."""
    way = page.locator("#page-bar .parts").get_by_role("button", name="The short way")
    if not way.is_visible():
        page.locator("#page-bar .menu-button").click()
        way = page.locator("#page-menu").get_by_role("button", name="The short way")
    way.click()
    table = Table(page, f"short:{','.join(step.id for step in GAME.teaching.short_way.steps)}")
    table.wait(lambda screen: screen["kind"] == "table")
    return table.steady()


def test_the_short_way_is_seen_whole_and_its_rulebook_leaves_the_page_where_it_is(
    open_context: OpenContext, here: House
) -> None:
    page = open_context(viewport={"width": 1280, "height": 720}).new_page()
    open_page(page, f"{here.url}voila/render/{NAME}.ipynb")
    table = short_way(page)
    expect(table.root.locator(".part-hand [data-piece]").first).to_be_in_viewport(ratio=1)
    expect(table.root.locator("[data-main]")).to_be_in_viewport(ratio=1)
    before = page.evaluate("() => scrollY")
    table.press("Rules")
    table.drawer.locator(".book-chapters > button").click()
    expect(table.drawer.locator("[data-chapter=Glossary]")).to_be_in_viewport(ratio=1)
    assert page.evaluate("() => scrollY") == before


def test_on_a_phone_the_map_stays_in_sight_while_a_lesson_is_taken(open_context: OpenContext, here: House) -> None:
    """Also when the hints and the moves take their room: every step of a walk is made on the map."""
    page = open_context(viewport=PHONE, has_touch=True).new_page()
    open_page(page, f"{here.url}voila/render/{NAME}.ipynb")
    table = short_way(page)
    table.forge({"do": "step", "id": "work.tap", "short": True, "at": table.at, "seat": 0})
    for move in (["job", "character", 0], ["go"], ["step", 1, 1, "walk"], ["job", "boots", 0]):
        table.play(move)
        table.root.locator(".place.own").scroll_into_view_if_needed()
        expect(table.root.locator(".shelf.leads")).to_be_in_viewport(ratio=0.9)
    south = table.piece("tile:1,2")
    box = south.bounding_box()
    assert box
    table.after(lambda: south.click(position={"x": box["width"] / 2, "y": box["height"] * 0.3}))
    assert table.screen["task"]["done"]


def test_the_atlas_counts_on_by_itself(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """One press plays many games, portion by portion, with a bar; it can be stopped, and ends by itself."""
    for name, games in {"FIRST": 2, "ENOUGH": 12, "PORTION": 2, "_surveys": {}}.items():
        monkeypatch.setattr(journey, name, games)
    table = open_live(page, play("deck_goes_west", seed=5))
    table.wait(lambda screen: screen["kind"] == "table")
    table.press("Start")
    table.press("Atlas")
    table.after(table.drawer.get_by_role("button", name="Where characters die").click)
    table.drawer.get_by_role("button", name="Play 12 games").click()
    table.wait(lambda screen: screen["drawer"]["survey"]["done"] == 12)
    expect(table.drawer).to_contain_text("In 12 games")
    expect(table.drawer.locator("progress")).to_have_count(0)


def test_axe_finds_nothing(page: Page, desks_here: None) -> None:
    table = open_at(page, play(NAME, first=True))
    table.play(["job", "boots", 0])
    assert complaints_in_every_theme(page, table) == {}

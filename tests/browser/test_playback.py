"""What others do, followed in front of the page: step by step, paused, skipped, without motion, by mouse and by keys.

Step by step nothing goes on by itself, so no test waits for a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any
from urllib.parse import quote

import pytest
from bare import open_at, open_bare, sent, show
from here import RENDER
from page import Page
from playwright.sync_api import Browser, BrowserContext, Locator, expect
from playwright.sync_api import Page as BrowserPage
from prepared import AGAINST_BOTS, in_the_middle, kept, my_turn, over, played
from tables import ANSWER, READY, Data, Table, leave, lines_of, open_page

from tabletop_kernel.table.session import Session
from widgets.app import play
from widgets.links import write_table
from widgets.shared.chair import Chair

Follow = Callable[..., Table]
# The pace that somebody has chosen before.
CHOSEN = """(() => {
  try {
    if (!localStorage.getItem("tabletop.look")) localStorage.setItem("tabletop.look", JSON.stringify(%s));
  } catch {
    // an empty page remembers nothing
  }
})()"""
STEP_BY_STEP = "localStorage.setItem('tabletop.look', JSON.stringify({ pace: 'step' }))"
MOVING = "(root) => document.getAnimations().filter((one) => root.contains(one.effect.target)).length"
TOP = "(root) => Math.round(root.querySelector('.mat').getBoundingClientRect().height)"


@pytest.fixture
def follow(browser: Browser, desks_here: None) -> Iterator[Follow]:
    """A table at some moment, in a window with a pace of its own. Its page is its own, or the whole one of its game."""
    opened: list[BrowserContext] = []

    def open_one(
        table: str,
        pace: str = "step",
        game: str = "royal_ascension",
        whole: bool = False,
        clock: bool = False,
        **wishes: object,
    ) -> Table:
        window = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "no-preference", **wishes}
        context = browser.new_context(**window)
        context.add_init_script(CHOSEN % f"{{theme: 'light', projector: false, pace: '{pace}'}}")
        opened.append(context)
        page = context.new_page()
        if clock:  # its time can be made to run ahead
            page.clock.install()
        if whole:
            open_page(page, f"{RENDER}{game}.ipynb#play={quote(table, safe=',')}")
            return Table(page, "play").arrive()
        return open_at(page, play(game), f"#play={quote(table, safe=',')}")

    yield open_one
    for context in opened:
        leave(context)


def last_of_my_turn(session: Session) -> bool:
    """Nothing is left to do but to end the turn: the others are next."""
    return session.length > 40 and session.deciders == (0,) and session.moves(0) == [("end",)]


def late(session: Session) -> bool:
    """A turn of mine from which it is not far to the end, and yet several thoughts."""
    return my_turn(session) and session.length > 150


def my_dice(session: Session) -> bool:
    """The other fighter has rolled, and I am the last."""
    battle = session.truth.battle
    rolled = battle is not None and sum(map(bool, battle.dice)) == len(battle.fighters) - 1
    return bool(rolled) and session.deciders == (0,) and ("roll", 2) in session.moves(0)


def draft(session: Session) -> bool:
    """A territory is to be chosen, and the others choose after me."""
    return session.deciders == (0,) and session.moves(0)[0][0] == "take" and session.length > 4


def band(table: Table) -> Locator:
    return table.root.locator(".playback")


def sentence(table: Table) -> Locator:
    return table.root.locator(".playback-text")


def end_my_turn(table: Table) -> list[str]:
    """End the turn; the sentences of the first thing that another does, of which the first is on the table now."""
    table.play(["end"])
    screen = table.wait(lambda screen: any(stage["beats"] for stage in screen.get("play", ())), READY)
    texts = [beat["text"] for stage in screen["play"] for beat in stage["beats"]]
    expect(sentence(table)).to_contain_text(texts[0])
    return texts


NEXT_FRAME = "() => new Promise(requestAnimationFrame)"
STEP = "(root) => root.querySelector('.playback .btn')?.click()"


def go_on_until(table: Table, selector: str) -> None:
    """Play by the first move, and step through what others do, until such a thing is on the stage."""
    for _ in range(300):
        if table.root.locator(selector).count():
            return
        screen = table.screen
        if band(table).count():
            table.root.evaluate(STEP)
        elif moves := table.forward_moves(screen):
            table.forge({"do": "move", "move": moves[0], "at": screen["at"], "seat": screen["viewer"]})
        table.page.wait_for_timeout(30)
    raise AssertionError(f"{selector} was never on the stage")


# -- step by step ------------------------------------------------------------------------------------------------------


def test_step_by_step_nothing_goes_on_by_itself(follow: Follow) -> None:
    """The table stays as it was until all sentences have been read; only then the next move is asked for."""
    table = follow(kept(last_of_my_turn))
    height = table.root.evaluate(TOP)
    texts, screen = end_my_turn(table), table.screen
    assert table.root.evaluate(TOP) == height, "the band takes the place of the moves, and nothing jumps"
    news = lines_of(screen)[0]["text"]
    expect(table.panel("log")).not_to_contain_text(news)
    for text in texts:
        expect(sentence(table)).to_contain_text(text)
        assert table.at == screen["at"]
        table.click(band(table).get_by_role("button", name="Next"))
    table.wait(lambda now: now["at"] > screen["at"])
    expect(table.panel("log")).to_contain_text(news)


def test_what_it_is_about_is_marked_and_read_out(follow: Follow) -> None:
    table = follow(kept(last_of_my_turn))
    texts = end_my_turn(table)
    expect(table.root.locator(".stage-frame").first).to_be_visible()
    expect(table.root.locator("[aria-live=polite]")).to_contain_text(texts[0])
    expect(sentence(table).locator("button.rule")).to_be_visible()


def test_space_makes_a_step_and_enter_leads_to_my_decision(follow: Follow) -> None:
    table = follow(kept(last_of_my_turn))
    first = end_my_turn(table)[0]
    table.root.focus()
    table.page.keyboard.press("Space")
    expect(sentence(table)).not_to_contain_text(first)
    table.page.keyboard.press("Enter")
    screen = table.settle()
    assert screen["now"]["kind"] == "yours" and table.has_focus()
    expect(band(table)).to_have_count(0)
    expect(table.panel("now")).to_contain_text(screen["now"]["text"])


def test_keys_that_are_typed_are_letters(follow: Follow) -> None:
    table = follow(kept(last_of_my_turn), pace="slow")
    table.play(["end"])
    table.click(band(table).get_by_role("button", name="Pause"))
    table.after(table.button("Rules").click)
    search = table.drawer.get_by_role("searchbox")
    search.focus()
    table.page.keyboard.type("my turn")
    expect(search).to_have_value("my turn")
    assert table.screen.get("next"), "nothing was skipped"
    expect(band(table).get_by_role("button", name="Continue")).to_be_visible()


# -- pause, skip, pace -------------------------------------------------------------------------------------------------


def test_a_pause_holds_until_one_goes_on(follow: Follow) -> None:
    table = follow(kept(last_of_my_turn), pace="slow", clock=True)
    end_my_turn(table)
    table.root.focus()
    table.page.keyboard.press("Space")
    pause = band(table).get_by_role("button", name="Continue")
    expect(pause).to_have_attribute("aria-pressed", "true")
    held, at = sentence(table).inner_text(), table.at
    table.page.clock.run_for(60_000)  # longer than any sentence stays: a pause that does not hold shows here
    assert sentence(table).inner_text() == held and table.at == at
    table.page.keyboard.press("Space")
    expect(sentence(table)).not_to_have_text(held)


def test_a_click_on_a_piece_is_done_with_all_of_it(follow: Follow) -> None:
    table = follow(kept(last_of_my_turn))
    end_my_turn(table)
    table.click(table.piece("pile:hearts"))
    assert table.settle()["now"]["kind"] == "yours"
    expect(band(table)).to_have_count(0)


PILE = "pile:hearts"


def with_pile(screen: Data, **changes: Any) -> Data:
    """The same screen with one pile that can do something else."""

    def changed(part: Any) -> Any:
        if isinstance(part, list):
            return [changed(one) for one in part]
        if not isinstance(part, dict):
            return part
        inner = {key: changed(value) for key, value in part.items()}
        return {**inner, "moves": [], "try": None, **changes} if part.get("id") == PILE else inner

    return dict(changed(screen))


def own_turn() -> Data:
    """The screen of somebody who decides."""
    desk = Page(play("royal_ascension"), {"play": kept(my_turn)})
    return {**desk.screen, "recap": None}


def test_a_piece_that_was_pressed_while_others_move_is_taken_as_it_lies_now(page: BrowserPage) -> None:
    """What it could do before is not possible any more; what it can do now, nobody has read yet: so it is shown."""
    screen = own_turn()
    new = {"moves": [["new"]], "texts": ["The new move"]}
    before = with_pile(screen, **{"try": ["old"]})
    page.add_init_script(STEP_BY_STEP)
    open_bare(page, before)
    beats = [{"text": "Somebody moves.", "rule": "", "about": []}]
    show(
        page, {**with_pile(screen, **new), "at": screen["at"] + 1, "play": [{"beats": beats, "scene": before["scene"]}]}
    )
    sent(page)
    page.locator(f"[data-piece='{PILE}']").first.click()
    assert not [one for one in sent(page) if one["do"] == "move"]
    page.get_by_role("menuitem", name="The new move").click()
    assert [one["move"] for one in sent(page) if one["do"] == "move"] == [["new"]]


def test_a_menu_beside_what_others_do_has_the_moves_that_there_are_now(page: BrowserPage) -> None:
    screen = {**own_turn(), "freely": True}
    open_bare(page, with_pile(screen, moves=[["one"], ["two"]], texts=["The first", "The second"]))
    page.locator(f"[data-piece='{PILE}']").first.click()
    expect(page.get_by_role("menuitem", name="The first")).to_be_visible()
    show(page, {**with_pile(screen, moves=[["two"], ["three"]], texts=["The second", "The third"]), "at": 900})
    expect(page.get_by_role("menuitem", name="The first")).to_have_count(0)
    page.get_by_role("menuitem", name="The third").click()
    assert [one["move"] for one in sent(page) if one["do"] == "move"] == [["three"]]
    page.locator(f"[data-piece='{PILE}']").first.click()
    show(page, {**with_pile(screen), "at": 901})
    expect(page.get_by_role("menu")).to_have_count(0)


def test_the_second_half_of_a_double_click_asks_for_no_reason(page: BrowserPage) -> None:
    screen = own_turn()
    open_bare(page, with_pile(screen, moves=[["draw"]]))
    pile = page.locator(f"[data-piece='{PILE}']").first
    page.evaluate("() => Object.assign(performance, { now: () => window.clock ?? 0 })")  # no machine is too busy for it
    pile.click()
    used = with_pile(screen, **{"try": ["draw"]})
    show(page, {**used, "at": screen["at"] + 1})
    pile.click()
    assert [one["move"] for one in sent(page) if one["do"] == "move"] == [["draw"]]
    page.evaluate("() => Object.assign(window, { clock: 600 })")
    pile.click()
    assert [one["move"] for one in sent(page) if one["do"] == "move"] == [["draw"]], "who asks later is told why not"


def test_keys_do_not_reach_a_table_behind_something_that_is_open(page: BrowserPage) -> None:
    """Whoever looks who plays, or types a name there, does not end their turn."""
    screen = own_turn()
    end = {"text": "End it", "do": {"do": "move", "move": ["end"]}, "main": True}
    table = {**screen, "now": {**screen["now"], "buttons": [end]}, "time": {**screen["time"], "undo": True}}
    drawer = {"kind": "company", "text": "Who plays.", "seats": [], "watchers": 0, "buttons": []}
    open_bare(page, {**table, "drawer": drawer})
    page.locator(".drawer p").first.click()
    for key in ("Enter", "u"):
        page.keyboard.press(key)
    assert not sent(page)
    show(page, {**table, "at": screen["at"] + 1})
    page.locator(".mat").click(position={"x": 2, "y": 2})
    for key in ("Enter", "u"):
        page.keyboard.press(key)
        assert sent(page), "nothing is open: they mean the table"
        show(page, {**table, "at": screen["at"] + 2})


def test_a_click_beside_the_pieces_moves_on(follow: Follow) -> None:
    table = follow(kept(last_of_my_turn))
    texts = end_my_turn(table)
    at = table.at
    table.root.locator(".mat").click(position={"x": 4, "y": 4})
    if len(texts) > 1:
        expect(sentence(table)).to_contain_text(texts[1])
    else:
        table.wait(lambda screen: screen["at"] > at)


def test_reading_a_rule_meanwhile_ends_what_is_played(follow: Follow) -> None:
    table = follow(kept(last_of_my_turn))
    end_my_turn(table)
    news = lines_of(table.screen)[0]["text"]
    table.after(sentence(table).locator("button.rule").click)
    expect(table.drawer).to_be_visible()
    expect(table.panel("log")).to_contain_text(news)


def test_the_pace_is_remembered(follow: Follow) -> None:
    table = follow(kept(last_of_my_turn), whole=True)
    end_my_turn(table)
    band(table).get_by_role("button", name="Pace: step by step").click()
    choices = table.root.get_by_role("menu", name="Pace").get_by_role("menuitemradio")
    expect(choices).to_have_text(["Slow", "Normal", "Fast", "Step by step", "At once"])
    choices.filter(has_text="At once").click()
    table.settle()
    assert table.page.evaluate("() => JSON.parse(localStorage.getItem('tabletop.look')).pace") == "once"
    table.page.reload()
    table.page.locator("[data-slot=play] .frame.table").wait_for(timeout=READY)
    assert table.page.evaluate("() => JSON.parse(localStorage.getItem('tabletop.look')).pace") == "once"


def test_at_any_other_pace_it_goes_on_by_itself(follow: Follow) -> None:
    table = follow(kept(last_of_my_turn), pace="fast")
    table.play(["end"])
    assert table.settle()["now"]["kind"] == "yours"
    expect(band(table)).to_have_count(0)


def test_one_skip_is_enough_however_long_the_bots_think(follow: Follow) -> None:
    """Python takes a breath after a few thoughts, so that the page stays alive; the page asks on by itself."""
    table = follow(write_table([Chair("mcts")] * 3, played(late)), pace="slow")
    table.press("Skip to the end")
    screen, breaths = table.wait(lambda screen: screen["next"]["all"]), 0  # a move may have been on its way
    while screen.get("next"):
        assert screen["next"]["all"]
        breaths, at = breaths + 1, screen["at"]
        screen = table.wait(lambda screen, at=at: screen["at"] > at, READY)
    assert breaths and screen["now"]["kind"] == "over"


# -- moments -----------------------------------------------------------------------------------------------------------


def test_the_dice_of_a_battle_stay_until_they_are_read(follow: Follow) -> None:
    """All sides' dice, from the roll until somebody has won; then they lie on the sheet, and nothing covers them."""
    table = follow(kept(my_dice))
    table.play(["roll", 2])
    throws = table.root.locator(".stage-throws .stage-throw")
    fighters = len(table.screen["play"][0]["beats"][0]["throws"])
    expect(throws).to_have_count(fighters)
    expect(throws.last.locator(".die")).to_have_count(4)
    step = band(table).get_by_role("button", name="Next")
    ends = (table.title("battle.high-wins"), table.title("battle.tie"))
    while not any(end in sentence(table).inner_text() for end in ends):
        expect(throws).to_have_count(fighters)
        said = sentence(table).inner_text()
        table.click(step)
        expect(sentence(table)).not_to_have_text(said)
    expect(throws).to_have_count(fighters)
    assert ends[0] in sentence(table).inner_text(), "this battle is won at once"
    unrolled = table.root.locator(".sheet [aria-label*='not rolled yet']")
    expect(unrolled).to_have_count(0)  # what follows is told over a sheet that shows why
    table.root.focus()
    table.page.keyboard.press("Enter")
    expect(table.root.locator(".stage-throws")).to_have_count(0)
    assert table.root.evaluate(COVERED) == []


# Dice of a sheet of which the middle is hidden by something else that is drawn.
COVERED = """(root) => [...root.querySelectorAll(".sheet tfoot .die")].filter((die) => {
  const { left, top, width, height } = die.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + height / 2);
  return seen && !die.contains(seen);
}).map((die) => die.dataset.piece)"""


def test_a_drawn_card_is_shown_large(follow: Follow) -> None:
    table = follow(in_the_middle("the_north", 30), game="the_north")
    go_on_until(table, ".stage-cards .card")
    lying = table.root.locator(".mat .slot-text .card").first.bounding_box()
    assert lying
    large = "([card, width]) => card.getBoundingClientRect().width > width"  # it grows until it is
    card = table.root.locator(".stage-cards .card").first.element_handle()
    table.page.wait_for_function(large, arg=[card, 1.2 * lying["width"]], timeout=ANSWER)


def test_a_loss_stands_at_the_score_it_changes(follow: Follow) -> None:
    """Beside the figure, and never over it."""
    table = follow(in_the_middle("the_west_ascendant", 20), game="the_west_ascendant")
    go_on_until(table, ".stage-delta")
    delta = table.root.locator(".stage-delta").first
    assert delta.inner_text().startswith("−")
    chip = delta.bounding_box()
    figures = [one.bounding_box() for one in table.root.locator(".player-points > b").all()]
    near = [box for box in figures if box and abs(box["y"] + box["height"] / 2 - chip["y"] - chip["height"] / 2) < 4]
    assert near and all(chip["x"] >= box["x"] + box["width"] for box in near)


def test_without_motion_there_are_steps_but_nothing_travels(follow: Follow) -> None:
    table = follow(kept(last_of_my_turn), reduced_motion="reduce")
    end_my_turn(table)
    for _ in range(12):
        assert table.root.locator(".stage-ghost").count() == 0
        assert table.root.locator(".stage").evaluate(MOVING) == 0
        table.root.evaluate(STEP)
        table.page.evaluate(NEXT_FRAME)


# -- afterwards --------------------------------------------------------------------------------------------------------


def test_what_happened_meanwhile_leads_to_its_moments(follow: Follow) -> None:
    table = follow(kept(last_of_my_turn), pace="once")
    table.play(["end"])
    recap = table.settle()["recap"]
    panel = table.panel("recap")
    expect(panel).to_contain_text(recap["head"], ignore_case=True)
    expect(panel.locator("li")).to_have_count(len(recap["lines"]))
    past = table.after(panel.locator("li button.moment").first.click)
    assert past["time"]["at"] == recap["lines"][0]["at"] and past["now"]["kind"] == "past"


@cache
def last_move() -> str:
    """A game that one more move of mine ends."""

    def ends(session: Session) -> bool:
        if session.deciders != (0,) or len(session.moves(0)) != 1:
            return False
        twin = session.branch()
        twin.submit(0, session.moves(0)[0])
        return over(twin)

    return write_table(AGAINST_BOTS, played(ends))


def test_the_end_names_its_turning_point(follow: Follow) -> None:
    """It is asked for when the end is on the screen, and leads to another line of play."""
    table = follow(last_move(), pace="once")
    table.play(table.forward_moves()[0])
    screen = table.wait(lambda screen: screen["now"]["kind"] == "over" and "ask" not in screen)
    turning = screen["now"]["turning"]
    expect(table.panel("now")).to_contain_text(turning["head"], timeout=ANSWER)
    table.press("Play on from there")
    assert [line["now"] for line in table.settle()["time"]["lines"]] == [False, True]


def test_cards_that_travel_from_the_middle_of_the_table_arrive(follow: Follow) -> None:
    """While one card is still on its way, the next table is drawn."""
    table = follow(kept(draft), pace="fast")
    broken: list[str] = []
    table.page.on("pageerror", lambda error: broken.append(str(error)))
    table.page.on("console", lambda line: broken.append(line.text) if line.type == "error" else None)
    table.play(table.forward_moves()[0])
    table.settle()
    expect(table.root.locator(".moves.playback")).to_have_count(0, timeout=READY)
    assert not broken


def test_the_first_press_of_a_move_is_done_with_what_others_do(page: BrowserPage) -> None:
    """Also where the table that is still shown offered none: the press skips, and shows what there is to choose."""
    screen = own_turn()
    new = {"moves": [["one"], ["two"]], "texts": ["The first", "The second"]}
    before = with_pile(screen, rule="turn.order")
    page.add_init_script(STEP_BY_STEP)
    open_bare(page, before)
    beats = [{"text": "Somebody moves.", "rule": "", "about": []}]
    show(
        page, {**with_pile(screen, **new), "at": screen["at"] + 1, "play": [{"beats": beats, "scene": before["scene"]}]}
    )
    expect(page.get_by_role("button", name="Skip")).to_be_visible()
    page.locator(f"[data-piece='{PILE}']").first.click()
    expect(page.get_by_role("button", name="Skip")).to_have_count(0)
    page.get_by_role("menuitem", name="The second").click()
    assert [one["move"] for one in sent(page) if one["do"] == "move"] == [["two"]]

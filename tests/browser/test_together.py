"""Won or lost together, in a real browser: chairs in place of a curtain, bots that are let act, and two days by four.

No server is needed: the desk of a table answers the page in this process.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from bare import LiveTable, open_live, show
from plain_pages import open_plain, plain_page
from playwright.sync_api import Locator, Page, expect
from tables import Data, OpenContext, Table, ask_axe, complaints
from two_lanterns import TwoLanterns

from tabletop_kernel import load
from tabletop_kernel.table.session import Session
from widgets.app import play
from widgets.table import TableView

LANTERNS, DECK = TwoLanterns(), load("deck_goes_west")
LAST_DAY = 2
ORDER = ("job", "pass", "drop", "keep", "roll", "ready", "go", "stop")
ENOUGH = 150  # moves that two days never take


@pytest.fixture(autouse=True)
def own_state(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))


def sit(page: Page, view: TableView, who: str, mission: str) -> LiveTable:
    """A table that is set up on the page: a letter for each chair, p for a person and b for a bot."""
    table = open_live(page, view)
    table.wait(lambda screen: screen["kind"] == "table")
    table.press("Set up")
    choose(table, f"{len(who)} players")
    for number, letter in enumerate(who[1:], 1):
        seat = table.drawer.get_by_role("combobox", name="Who plays").nth(number)
        table.after(lambda seat=seat, letter=letter: seat.select_option({"p": "person", "b": "random"}[letter]))
    choose(table, mission)
    table.after(table.drawer.locator("[data-main]").click)
    return table


def choose(table: Table, text: str) -> None:
    label = table.drawer.locator("label").filter(has_text=text)
    if not label.get_by_role("radio").is_checked():
        table.after(label.click)


def lanterns(page: Page, who: str) -> LiveTable:
    """The same, set up already."""
    return open_live(page, open_plain(LANTERNS, who).view)


def chair(table: Table, number: int) -> Locator:
    return table.root.locator(".chair").nth(number - 1)


def tell(table: LiveTable, move: list[Any]) -> None:
    """What a page sends when a move is made; the page itself is not there yet."""
    screen = table.screen
    message = {"do": "move", "move": move, "at": screen["at"], "seat": screen["viewer"]}
    table.view._handle_msg({"content": {"data": {"method": "custom", "content": message}}, "buffers": []})


# -- chairs ------------------------------------------------------------------------------------------------------------


def test_chairs_by_mouse_and_by_key(page: Page) -> None:
    table = sit(page, plain_page(LANTERNS, 2).view, "ppp", "harbour")
    expect(chair(table, 1)).to_have_attribute("aria-pressed", "true")
    assert table.after(chair(table, 3).click)["viewer"] == 2
    expect(chair(table, 3)).to_contain_text("your seat now")
    assert table.after(lambda: page.keyboard.press("2"))["viewer"] == 1
    expect(chair(table, 2)).to_have_attribute("aria-pressed", "true")
    table.play(["rest"])
    expect(table.panel("chairs")).to_contain_text("Walker 3 may act: you now sit in for them.")
    expect(chair(table, 2)).to_contain_text("done")
    expect(table.root.locator("[aria-live=polite]")).to_contain_text("Walker 3 may act")
    assert complaints(page, table) == []


def test_a_digit_in_the_box_for_moves_is_a_digit(page: Page) -> None:
    table = lanterns(page, "ppp")
    table.root.focus()
    page.keyboard.press("/")
    table.root.locator("input[data-type]").fill("")
    page.keyboard.press("2")
    expect(table.root.locator("input[data-type]")).to_have_value("2")
    assert table.screen["viewer"] == 0


def test_bots_are_let_act_and_finish(page: Page) -> None:
    table = lanterns(page, "pbb")
    table.after(chair(table, 2).click)
    assert table.settle()["time"]["length"] == 1
    table.after(lambda: page.keyboard.press("3"))
    assert table.settle()["time"]["length"] == 2
    table.press("Let the bots finish the hour")
    table.settle()
    for number in (2, 3):
        expect(chair(table, number)).to_contain_text("done")
        expect(chair(table, number)).to_be_disabled()
    assert table.screen["now"]["kind"] == "yours"
    assert ask_axe(page, ".pane.chairs") == []


def test_the_end_on_a_phone(open_context: OpenContext) -> None:
    page = open_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    table = lanterns(page, "pp")
    assert table.after(chair(table, 2).click)["viewer"] == 1
    box = chair(table, 2).bounding_box()
    assert box and box["height"] >= 44
    while table.screen["now"]["kind"] != "over":
        tell(table, ["rest"])
    show(page, table.screen)
    expect(table.panel("now")).to_contain_text("You have lost together.")


# -- before the game ---------------------------------------------------------------------------------------------------


def test_what_is_chosen_changes_what_can_be_chosen(page: Page) -> None:
    """Whoever plays alone has missions of their own, and the mission decides about the board and the hands."""
    table = open_live(page, play("deck_goes_west", seed=5))
    table.wait(lambda screen: screen["kind"] == "table")
    table.press("Set up")
    texts = table.drawer.get_by_role("group", name="Which mission?").locator("label")
    assert not any("solo" in text for text in texts.all_inner_texts())
    for mission in (DECK.content.missions["river_road"], DECK.content.missions["discovery"]):
        choose(table, f"{mission.name}: ")
        boards = table.drawer.get_by_role("group", name="Which scoreboard?").get_by_role("radio")
        assert boards.evaluate_all("(all) => all.map((one) => one.value)") == list(mission.boards)
        hands = table.drawer.get_by_role("group", name="Who can see each player's cards?")
        expect(hands).to_have_count(int(mission.mode == "coop"))
    choose(table, "1 player")
    assert all("solo" in text for text in texts.all_inner_texts())
    table.after(table.drawer.locator("[data-main]").click)
    assert table.screen["now"]["kind"] == "yours" and "chairs" not in table.screen


# -- Deck Goes West ----------------------------------------------------------------------------------------------------


def test_the_first_two_days_by_four_people(page: Page) -> None:
    """Everybody sits in their chair, does a job and passes; whoever is asked in between finds the page there."""
    view = play("deck_goes_west", seed=5)
    table = sit(page, view, "pppp", "Speed of the Slowest")
    expect(table.panel("now")).to_contain_text("Act if you have not passed")
    session: Session = view._receive.__self__.room.session
    done: set[tuple[int, int, str]] = set()
    asked = 0
    for _ in range(ENOUGH):
        screen, day = table.screen, session.truth.day
        if day == LAST_DAY:
            break
        assert screen["kind"] == "table" and screen["viewer"] in session.deciders
        asked += "must decide" in screen["chairs"]["note"]
        idle = [seat for seat in session.deciders if (day, seat, "job") not in done]
        if idle and ["pass"] in table.all_moves(screen):
            show(page, table.screen)
            screen = take_seat(table, idle[-1], by_key=day == 1)
        move = likely(table.forward_moves(screen), [verb for *who, verb in done if who == [day, screen["viewer"]]])
        done.add((day, screen["viewer"], str(move[0])))
        if move == ["pass"] or (move[0] == "job" and day == 0):
            show(page, table.screen)
            table.play(move)
        else:
            tell(table, move)
    show(page, table.screen)
    assert session.truth.day == LAST_DAY and asked
    assert {(day, seat) for day, seat, verb in done if verb == "job"} == set(product(range(LAST_DAY), range(4)))
    expect(table.panel("chairs")).to_be_visible()
    expect(table.root).to_contain_text("day 2 of 9, night")


def likely(moves: list[list[Any]], done: list[str]) -> list[Any]:
    """A job of a card, then pass; in the evening a card is put away, lest a hand is full; else what ends it soon."""
    jobs = [move for move in moves if move[0] == "job" and move[1] in DECK.content.cards]
    verbs = {move[0]: move for move in [*reversed(moves), *jobs]}
    wanted = [verb for verb in ORDER if verb in verbs and not (verb in ("job", "drop") and verb in done)]
    return verbs[wanted[0]] if wanted else moves[0]


def take_seat(table: Table, seat: int, by_key: bool) -> Data:
    if table.screen["viewer"] != seat:
        table.after((lambda: table.page.keyboard.press(str(seat + 1))) if by_key else chair(table, seat + 1).click)
    assert table.screen["viewer"] == seat
    return table.screen

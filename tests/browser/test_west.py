"""The West: Ascendant in a real browser: whole games by mouse, hand-overs for reactions, a chapter, secrets, axe."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from bare import open_at
from learner import Learner
from playwright.sync_api import Page, expect
from prepared import in_the_middle
from servers import Server
from tables import Data, Table, complaints, lines_of, open_page, set_theme, truth

from tabletop_kernel.bots import forward, make_bot
from tabletop_kernel.chance import Chance
from tabletop_kernel.games import load
from tabletop_kernel.session import Session
from widgets.app import play
from widgets.games.the_west_ascendant import FACE
from widgets.links import write_table
from widgets.shared.chair import Chair

GAME: Any = load("the_west_ascendant")
TYPES = ("Kiln", "Cistern", "Orrery", "Orreries", "Relay")


@pytest.fixture
def page_of_west(page: Page, voila: Server) -> Page:
    open_page(page, f"{voila.url}voila/render/the_west_ascendant.ipynb")
    return page


def two_people(page: Page) -> Table:
    table = Table(page, "play")
    table.arrive()
    table.press("Set up")
    who = table.drawer.get_by_role("combobox", name="Who plays").nth(1)
    table.after(lambda: who.select_option("person"))
    table.press("Close")
    table.press("Start")
    return table


def play_to_the_end(table: Table, rng: Random, limit: int = 600) -> tuple[Data, list[Data]]:
    """Play by clicking until the game is over, through every curtain; the curtains that fell."""
    fell: list[Data] = []
    for _ in range(limit):
        screen = table.settle()
        if screen["kind"] == "curtain":
            fell.append(screen)
            assert_no_hand(table)
            table.after(table.root.locator("[data-land=lift]").click)
        elif screen["now"]["kind"] == "over":
            return screen, fell
        else:
            table.play(costly(table.forward_moves(screen), screen, rng))
    raise AssertionError(f"the game was not over after {limit} moves")


def costly(moves: list[list[Any]], screen: Data, rng: Random) -> list[Any]:
    """The choice that costs the other player most, so that the game ends soon; else any move."""
    buttons = [button for group in screen["moves"] for button in group["buttons"] if "strong" in button]
    if not buttons:
        return list(rng.choice(moves))
    return list(max(buttons, key=lambda button: int(button["strong"].removeprefix("−")))["do"]["move"])


def assert_no_hand(table: Table) -> None:
    """While the curtain is down no hand is in the page, and none was sent."""
    expect(table.root.locator(".part-hand")).to_have_count(0)
    assert '"hand:' not in json.dumps(table.screen)


def assert_scores_are_told(table: Table, screen: Data) -> None:
    for score in screen["now"]["result"]["scores"]:
        expect(table.panel("now")).to_contain_text(score["name"])
        assert sum(int(addend["figure"]) for addend in score["addends"]) == int(score["figure"])
        assert all(addend["rule"].startswith("score.") for addend in score["addends"])


def test_two_people_play_a_game_to_its_end(page_of_west: Page) -> None:
    """The curtain falls between turns, and in the middle of one: for the reaction, and back again."""
    table = two_people(page_of_west)
    screen, fell = play_to_the_end(table, Random(3))
    assert {one["seat"] for one in fell} == {0, 1}
    where = [one["where"]["text"] for one in fell]
    assert any("Reaction" in text for text in where) and any("Doppelgate" in text for text in where)
    assert_scores_are_told(table, screen)


def test_a_game_against_a_bot_to_its_end(page: Page, desks_here: None) -> None:
    table = open_at(page, play("the_west_ascendant"))
    table.press("Start")
    screen, fell = play_to_the_end(table, Random(5))
    assert not fell
    assert screen["now"]["result"]["rule"] in ("end.zero", "end.deck")
    assert_scores_are_told(table, screen)


# -- nothing hidden ----------------------------------------------------------------------------------------------------


class Traffic:
    """All screens that reach the page, and whatever else does."""

    def __init__(self, page: Page) -> None:
        self.screens: list[Data] = []
        self.rest: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._read))

    def _read(self, data: str | bytes) -> None:
        frame = data if isinstance(data, str) else data.decode("utf-8", "replace")
        found = re.search(r'"screen": ?(?={)', frame)
        if not found:
            self.rest.append(frame)
            return
        screen, end = json.JSONDecoder().raw_decode(frame, found.end())
        self.screens.append(screen)
        self.rest.append(frame[: found.start()] + frame[end:])

    def take(self) -> list[Data]:
        taken, self.screens = self.screens, []
        return taken


def assert_nothing_hidden(screen: Data, session: Session, seed: int) -> None:
    """The screen is the one of another table, where all that these eyes do not see has been dealt anew."""
    viewer = screen["viewer"]
    view, moves = session.view(viewer), session.moves(viewer) if viewer is not None else []
    if screen["kind"] == "curtain":
        assert "scene" not in screen and not screen.get("log")
        return
    twin = GAME.imagine(session.config, view, Chance(seed))

    def phrase(move: Any) -> str:
        return session.phrase(viewer, move)

    expected = FACE.scene(FACE.look(GAME, session.config, GAME.view(twin, viewer), moves, phrase))
    assert json.dumps(screen["scene"], sort_keys=True) == json.dumps(expected, sort_keys=True)
    told = [entry.text for entry in session.log(viewer, you=True)]
    assert all(line["text"] in told for line in lines_of(screen))


def with_doppelgates() -> Session:
    """A game in its middle: both have made a Doppelgate."""
    session = Session(GAME, seats=2, seed=1)
    bots = [make_bot("greedy", GAME, session.config, seat, 1) for seat in (0, 1)]
    while not all(session.truth.gates):
        seat = session.deciders[0]
        session.submit(seat, bots[seat].choose(session.view(seat), session.moves(seat)))
    return session


def test_no_hidden_card_reaches_the_page(page: Page, voila: Server) -> None:
    """Hands, the deck, Facility sides of Doppelgates, Loci under the tops: in no screen, in no frame of the traffic."""
    traffic = Traffic(page)
    kept = f"play=person,person~{with_doppelgates().code()}"
    open_page(page, f"{voila.url}voila/render/the_west_ascendant.ipynb#{kept}")
    table = Table(page, "play")
    table.arrive()
    traffic.take()
    traffic.rest.clear()
    rng, looked = Random(11), set()
    for number in range(45):
        screen = table.screen
        session = truth(voila.state, page)
        assert_nothing_hidden(screen, session, number)
        looked.add(screen["viewer"])
        if screen["kind"] == "curtain":
            table.after(table.root.locator("[data-land=lift]").click)
        elif screen["now"]["kind"] == "over":
            break
        else:
            table.play(rng.choice(table.forward_moves(screen)))
        if table.screen.get("now", {}).get("kind") == "over":
            break  # the page goes on to ask for the turning point by itself
        sent = traffic.take()
        assert [one["at"] for one in sent] == [table.at], "every screen that was sent is one that was looked at"
    assert looked == {None, 0, 1}
    assert not [frame for frame in traffic.rest if any(name in frame for name in TYPES)]


def test_the_public_table_shows_backs_only(page: Page, desks_here: None) -> None:
    open_at(page, play("the_west_ascendant"))
    table = two_people(page)
    table.wait(lambda screen: screen["kind"] == "curtain")
    table.press("Public table")
    expect(table.root.locator(".part-player")).to_have_count(2)
    assert_no_hand(table)
    expect(table.root.locator('[data-piece^="held:"]')).to_have_count(6)


# -- pieces ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def first(page: Page, desks_here: None) -> Page:
    """The table with which the page begins, and nothing around it."""
    open_at(page, play("the_west_ascendant", first=True))
    return page


def at_the_choice(page: Page) -> Table:
    """The first table, at step 2 of somebody's first turn."""
    table = Table(page, "first")
    table.wait(lambda screen: screen["kind"] == "table")
    while not any(piece.get("ends") for piece in table.pieces()):
        table.settle()
        waiting = [piece for piece in table.legal_pieces() if piece["id"].startswith("effect:")]
        table.click_piece(waiting[0]) if waiting else table.play(["leave"])
    return table


def test_any_two_are_two_clicks(first: Page) -> None:
    """The first click chooses and says what either way costs; the second one takes both cards."""
    table = at_the_choice(first)
    before, row = table.at, [piece for piece in table.pieces() if piece.get("ends")]
    one, other = next((a, b) for a in row for b in row if len(b["ends"].get(a["id"], ())) == 1)
    table.choose(one["id"])
    expect(table.panel("now")).to_contain_text("2 (cards)")
    expect(table.panel("now")).to_contain_text(table.title("facility.loss"))
    assert table.at == before, "Python has not heard of it"
    screen = table.click_piece(other["id"])
    assert any(line["rule"] == "facility.any-two" for line in lines_of(screen)[:8])


def test_all_of_one_type_is_one_click_on_its_line(first: Page) -> None:
    table = at_the_choice(first)
    line = next(piece for piece in table.legal_pieces() if piece["id"].startswith("cost:all-"))
    screen = table.click_piece(line)
    assert any(line["rule"] == "facility.all-of-type" for line in lines_of(screen)[:10])


def test_by_keyboard(first: Page) -> None:
    """Enter chooses a card of the middle, Escape takes that back, Enter on a line of costs makes that choice."""
    table = at_the_choice(first)
    table.tab_to('[data-piece^="middle:"]')
    table.key("Enter")
    expect(table.root.locator('.part-cards [aria-pressed="true"]')).to_have_count(1)
    table.key("Escape")
    expect(table.root.locator('.part-cards [aria-pressed="true"]')).to_have_count(0)
    table.tab_to(".is-choice .item.is-legal")
    table.walk_to('[data-piece="cost:two"]')
    table.key("Enter")
    expect(table.root.get_by_role("menu").get_by_role("menuitem").first).to_contain_text("2 (cards)")
    table.key("Escape")
    table.walk_to('[data-piece^="cost:all-"]')
    screen = table.after(lambda: table.key("Enter"))
    assert any(line["rule"] == "facility.all-of-type" for line in lines_of(screen)[:10])


def test_a_top_that_cannot_be_paid_is_refused_with_its_rule(page: Page, desks_here: None) -> None:
    kept = quote(in_the_middle("the_west_ascendant", 21), safe=",")
    table = open_at(page, play("the_west_ascendant"), f"#play={kept}")
    top = next(piece for piece in table.pieces() if piece["id"].startswith("top:") and not piece.get("moves"))
    assert top["note"].startswith("you lack")
    table.click_piece(top["id"])
    expect(table.panel("why")).to_contain_text(table.title("locus.pay"))


# -- a chapter ---------------------------------------------------------------------------------------------------------


def test_the_chapter_on_doppelgates(page_of_west: Page) -> None:
    chapter = next(one for one in GAME.lessons if one.id == "gates")
    learner = Learner.at(page_of_west, GAME, chapter)
    for step in chapter.steps:
        learner.take(step)
        if step is not chapter.steps[-1]:
            learner.table.press("Next: ")
    expect(learner.table.panel("task").locator(".summary")).to_contain_text(chapter.steps[0].learned)


# -- for everybody -----------------------------------------------------------------------------------------------------


def test_axe_finds_nothing(first: Page) -> None:
    table = at_the_choice(first)
    table.choose(next(piece["id"] for piece in table.pieces() if piece.get("ends")))
    for theme in ("light", "dark", "contrast"):
        set_theme(first, theme)
        assert complaints(first, table) == [], theme


def test_on_a_phone_nothing_is_wider_than_the_screen(open_context: Any, voila: Server) -> None:
    page = open_context(viewport={"width": 390, "height": 844}).new_page()
    open_page(page, f"{voila.url}voila/render/the_west_ascendant.ipynb")
    at_the_choice(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


def asked_for_a_locus() -> str:
    """A table, as a link keeps it, at which the first seat may put the top of a Locus deck under it."""
    for seed in range(1, 40):
        session = Session(GAME, 2, seed=seed)
        bots = [make_bot("greedy", GAME, session.config, seat, seed) for seat in range(2)]
        while session.deciders:
            seat = session.deciders[0]
            if seat == 0 and any(move[0] == "under" for move in session.moves(0)):
                return write_table((Chair(), Chair("greedy")), session)
            session.submit(seat, bots[seat].choose(session.view(seat), forward(session.moves(seat))))
    raise AssertionError("nobody was asked for a Locus")


def test_on_a_phone_the_tab_that_is_asked_for_opens(open_context: Any, desks_here: None) -> None:
    page = open_context(viewport={"width": 390, "height": 844}).new_page()
    kept = quote(asked_for_a_locus(), safe=",")
    table = open_at(page, play("the_west_ascendant"), f"#play={kept}")
    tabs = table.root.get_by_role("tab")
    expect(tabs.filter(has_text="Loci")).to_have_attribute("aria-selected", "true")
    tabs.filter(has_text="Middle").click()
    expect(tabs.filter(has_text="Middle")).to_have_attribute("aria-selected", "true")  # by hand, and it stays

"""What is asked only so that nobody learns of a hidden hand: the table does it for its people, as an input."""

from __future__ import annotations

from typing import Any

import pytest
from page import Page, room_of

from tabletop_kernel import Session, load
from widgets.app import play
from widgets.shared.chair import Chair

GAME = load("deck_goes_west")
GROUND = [[0, 0, "Berry Thicket"], [0, 1, "Pine Hollow"], [1, 0, "Long Grass"], [1, 1, "Beaver Run"]]


def a_page(hand: list[str], who: str = "greedy", **position: Any) -> Page:
    """A table of two with closed hands, where a person is to act."""
    page = Page(play("deck_goes_west", seed=3))
    seats = {"seats": 2, "options": {"mission": "discovery"}, "character": ["tobias_reed", "marguerite_vale"]}
    base = {**seats, "hand": [hand, ["boots", "knife"]], "stock": [[0, 1, 2, 4], [0, 0, 0, 4]], "ground": GROUND}
    session = Session.at(GAME, {**base, **position})
    room_of(page)._take(session, [Chair(), Chair(who)])
    room_of(page)._sit_down()
    page.send("close")
    return page


def made(page: Page) -> list[tuple[Any, ...]]:
    return [done.move for done in room_of(page).session.inputs]


def test_whoever_has_nothing_to_add_is_not_asked_for_it() -> None:
    page = a_page(["boots", "spike_maul"])
    page.send("move", move=["job", "boots", 0])
    assert made(page) == [("job", "boots", 0), ("go",)], "an input as always: their number tells nothing"
    assert any(one["do"]["move"][0] == "step" for one in page.buttons())


def test_whoever_has_something_to_add_decides() -> None:
    page = a_page(["boots", "boots", "spike_maul"])
    page.send("move", move=["job", "boots", 0])
    assert made(page) == [("job", "boots", 0)]
    assert {one["do"]["move"][0] for one in page.buttons()} == {"also", "go"}
    page.send("move", move=["also", "boots", 0])
    assert made(page)[1:] == [("also", "boots", 0), ("go",)], "after the last there is nothing to add any more"


def test_what_was_done_for_a_person_is_taken_back_with_their_move() -> None:
    page = a_page(["boots", "spike_maul"])
    before = room_of(page).session.position()
    page.send("move", move=["job", "boots", 0])
    page.send("undo")
    assert made(page) == [] and room_of(page).session.position() == before


def test_a_decision_to_go_on_is_taken_back_alone() -> None:
    page = a_page(["boots", "boots", "spike_maul"])
    for move in (["job", "boots", 0], ["go"]):
        page.send("move", move=move)
    page.send("undo")
    assert made(page) == [("job", "boots", 0)]


def test_what_cannot_be_taken_back_leaves_nobody_at_a_formality(monkeypatch: pytest.MonkeyPatch) -> None:
    page = a_page(["boots", "spike_maul"])
    page.send("move", move=["job", "boots", 0])
    session = room_of(page).session
    monkeypatch.setattr(session, "_reveals", lambda number: number == 1)  # as if the job had shown something
    position, screen = session.position(), page.send("undo")
    assert screen["why"]["rules"] == ["table.undo"]
    assert made(page) == [("job", "boots", 0), ("go",)] and session.position() == position


def test_nobody_is_spared_a_decision_elsewhere() -> None:
    """Neither where it is another's, nor before the game, nor in a game that has no such questions."""
    session = room_of(a_page(["boots", "spike_maul"])).session
    assert GAME.pace.forced_move(session.truth, 0) is None and GAME.pace.forced_move(session.truth, 1) is None
    session.submit(0, ("job", "boots", 0))
    assert GAME.pace.forced_move(session.truth, 0) == ("go",) and GAME.pace.forced_move(session.truth, 1) is None
    other = load("the_north")
    assert other.pace.forced_move(Session(other, seed=1).truth, 0) is None

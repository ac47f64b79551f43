"""The table at the top of a notebook: prepared, followed by the others, kept by the link, and ordinary afterwards."""

from __future__ import annotations

import pytest
from page import Page, play_on, room_of

from tabletop_kernel import load
from widgets.app import play
from widgets.games import drawn
from widgets.keeping import read_table

GAMES = list(drawn())


def first(game: str, link: dict[str, str] | None = None) -> Page:
    return Page(play(game, first=True), link)


def settle(page: Page) -> None:
    """Let the others play until the newcomer is asked."""
    while page.screen.get("next"):
        page.send("go-on", all=False)


def follow(page: Page, moves: int | None = None) -> None:
    """Do what the prepared table has in mind for a newcomer."""
    table = load(page.screen["game"]).teaching.first_table
    assert table is not None
    for move in table.way[:moves]:
        settle(page)
        screen = page.send("move", move=move)
        assert not screen["why"], screen["why"]
    settle(page)


@pytest.mark.parametrize("game", GAMES)
def test_it_says_what_to_do_and_the_first_move_is_there(game: str) -> None:
    page = first(game)
    settle(page)
    table = load(game).teaching.first_table
    assert table is not None
    assert page.screen["kind"] == "table" and page.view.slot == "first"
    assert page.screen["now"]["text"] == table.say
    assert page.buttons(), "something can be done at once"
    follow(page, 1)
    assert page.screen["now"]["text"] != table.say


@pytest.mark.parametrize("game", GAMES)
def test_what_was_prepared_happens(game: str) -> None:
    page = first(game)
    follow(page)
    table = load(game).teaching.first_table
    assert table is not None
    happened = {kind for kind, _, _, _ in room_of(page).session.events(table.seat)}
    assert set(table.shows) <= happened


@pytest.mark.parametrize("game", GAMES)
def test_the_others_are_ordinary_bots_in_the_end(game: str) -> None:
    """A way of one's own leads to the end of the game too."""
    page = first(game)
    play_on(page, 2000)
    assert page.screen["now"]["kind"] == "over"
    page.press(page.button("Play again"))
    assert room_of(page).session.start is None, "an ordinary game"
    assert page.screen["now"]["text"] != load(game).teaching.first_table.say


@pytest.mark.parametrize("game", GAMES)
def test_a_link_brings_it_back_and_the_others_go_on_as_written(game: str) -> None:
    table = load(game).teaching.first_table
    assert table is not None
    half = len(table.way) // 2
    page = first(game)
    follow(page, half)
    again = first(game, {"first": page.screen["keep"]["first"]})
    assert room_of(again).session.save() == room_of(page).session.save()
    assert again.screen["viewer"] == table.seat
    for move in table.way[half:]:
        settle(again)
        assert not again.send("move", move=move)["why"]
    settle(again)
    assert set(table.shows) <= {kind for kind, _, _, _ in room_of(again).session.events(table.seat)}
    code = again.send("open", drawer="save")["drawer"]["code"]
    assert read_table(code)[1].inputs == room_of(again).session.inputs


@pytest.mark.parametrize("game", GAMES)
def test_everything_can_be_taken_back_with_the_answers(game: str) -> None:
    page = first(game)
    settle(page)
    start = room_of(page).session.save()
    follow(page, 3)
    for _ in range(3):
        assert not page.send("undo")["why"]
        settle(page)
    assert room_of(page).session.save() == start
    assert page.send("undo")["why"]["rules"] == ["table.first"]
    assert room_of(page).session.save() == start


@pytest.mark.parametrize("game", GAMES)
def test_time_can_be_turned_back_and_another_way_begun(game: str) -> None:
    page = first(game)
    follow(page, 2)
    length = room_of(page).session.length
    assert page.send("goto", number=1)["now"]["kind"] == "past"
    page.send("branch")
    settle(page)
    assert page.screen["time"]["at"] <= length and len(page.screen["time"]["lines"]) == 2
    page.press(page.buttons()[0])
    assert not page.screen["why"]


def test_a_link_that_is_of_no_use_leaves_the_prepared_table() -> None:
    page = first("the_north", {"first": "person,greedy~TN2.nonsense"})
    assert page.screen["why"]["what"] == "That link did not work."
    assert page.screen["now"]["text"] == load("the_north").teaching.first_table.say


def test_a_move_that_was_written_down_has_no_reasons() -> None:
    page = first("the_west_ascendant")
    follow(page, 1)
    room = room_of(page)
    assert any(done.seat != room.viewer for done in room.session.inputs)
    assert all("Why did they" not in button["text"] for button in page.screen["now"]["buttons"])


@pytest.mark.parametrize("game", GAMES)
def test_a_pasted_code_of_it_can_be_taken_back_like_the_table_itself(game: str) -> None:
    page = first(game)
    follow(page, 1)
    code = room_of(page).session.code()
    page.send("restore", code=code)
    length = room_of(page).session.length
    page.send("undo")
    assert not page.screen["why"] and room_of(page).session.length < length

"""A table that is made in code, shown on a page, and taken back from it with what was played there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from page import Page, plays, room_of

from tabletop_kernel import Session, games, load
from tabletop_kernel.contract.errors import SetupError
from widgets.app import classroom, door, learn, play
from widgets.drawing import SERVED
from widgets.errors import Notice
from widgets.shared.chair import PERSON

sys.path.insert(0, str(Path(__file__).parents[1] / "minigames"))

ROYAL = load("royal_ascension")
WALK = {"seats": 3, "now": "walk", "die": 4, "active": 1}


def table_of(session: Any, **more: Any) -> Any:
    """What `play` gives for a table that is in order."""
    view = play(session, **more)
    assert not isinstance(view, Notice), view
    return view


def test_rulings_and_options_are_agreed_in_the_cell_and_can_still_be_changed() -> None:
    page = Page(play("royal_ascension", seats=4, rulings={"ruling.ace-value": "14"}))
    room = room_of(page)
    assert room.session.config.rulings["ruling.ace-value"] == "14" and room.session.config.seats == 4
    page.send("ruling", id="ruling.ace-value", choice="1")
    page.send("start")
    assert room_of(page).session.config.rulings["ruling.ace-value"] == "1"
    wrong = play("royal_ascension", rulings={"ruling.ace-valu": "14"})
    assert isinstance(wrong, Notice) and "ruling.ace-value" in str(wrong)


@pytest.mark.parametrize("name", games())
def test_a_table_made_in_code_is_shown_and_given_back(name: str) -> None:
    session = Session(load(name), seed=5)
    for _ in range(6):
        session.submit(session.next_up, session.moves(session.next_up)[0])
    table = table_of(session)
    assert table.session.position() == session.position(), "before any page shows it"
    page = Page(table)
    assert page.screen["kind"] == "table" and page.screen["title"] == session.game.title
    for _ in plays(page, 12):
        pass
    now = table.session
    assert now.length > session.length == 6, "what was played is in the copy alone"
    assert now.inputs[:6] == session.inputs
    assert Session.from_code(now.code()).position() == now.position()


def test_the_person_sits_where_something_is_to_be_decided() -> None:
    page = Page(table_of(Session.at(ROYAL, WALK)))
    assert page.screen["viewer"] == 1 and page.screen["now"]["kind"] == "yours"
    assert [chair.who for chair in room_of(page).seats] == ["greedy", PERSON, "greedy"]


def test_people_whom_the_table_names_sit_there() -> None:
    session = Session.at(ROYAL, WALK)
    session.people = {0: "Ann", 2: "Ben"}
    page = Page(table_of(session))
    seated = [(chair.who, chair.name) for chair in room_of(page).seats]
    assert seated == [(PERSON, "Ann"), ("greedy", ""), (PERSON, "Ben")]


def test_a_game_that_is_over_can_be_looked_at() -> None:
    north = load("the_north")
    session = Session(north, seed=2)
    while session.outcome is None:
        session.submit(session.next_up, session.moves(session.next_up)[0])
    assert Page(table_of(session)).screen["now"]["kind"] == "over"


def test_what_is_given_back_is_the_whole_game_and_a_copy() -> None:
    session = Session(ROYAL, 3, seed=1)
    table = table_of(session)
    page = Page(table)
    for _ in plays(page, 10):
        pass
    length = table.session.length
    page.send("goto", number=1)
    assert table.session.length == table.session.at_input == length
    taken = table.session
    taken.submit(taken.next_up, taken.moves(taken.next_up)[0])
    assert table.session.length == length, "nobody's page changes behind their back"


def test_another_table_is_laid_out_from_a_cell() -> None:
    table = table_of(Session(ROYAL, 3, seed=1))
    other = Session.at(ROYAL, WALK)
    table.session = other
    assert table.session.position() == other.position(), "before any page shows it"
    page = Page(table)
    assert page.screen["viewer"] == 1
    table.session = Session(ROYAL, 4, seed=2)
    assert page.screen["viewer"] == 0 and table.session.config.seats == 4
    assert page.traffic, "the page is told"
    with pytest.raises(SetupError, match="accepts only"):
        table.session = Session(load("the_north"), seed=1)


def test_the_code_has_the_last_word_in_a_notebook_and_the_link_on_our_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(ROYAL, 3, seed=1)
    page = Page(table_of(session))
    for _ in plays(page, 10):
        pass
    kept = page.screen["keep"]
    again = table_of(session)
    Page(again, link=kept)
    assert again.session.length == 0
    monkeypatch.setenv(SERVED, "1")
    again = table_of(session)
    Page(again, link=kept)
    assert again.session.length == page.view.session.length > 0


def test_a_lesson_gives_back_its_table() -> None:
    view = learn("royal_ascension", "walking")
    with pytest.raises(SetupError, match="No page shows this table yet"):
        _ = view.session
    Page(view)
    assert view.session.game is ROYAL and view.session.config.seats in ROYAL.seats


def test_a_loaded_game_is_as_good_as_its_name(tmp_path: Path) -> None:
    assert Page(play(ROYAL)).screen["title"] == ROYAL.title
    assert Page(learn(ROYAL, "walking")).screen["title"] == ROYAL.title


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"seats": 4}, "has already set"),
        ({"seed": 4}, "has already set"),
        ({"first": True}, "has already set"),
        ({"pack": "my_cards"}, "has already set"),
    ],
)
def test_what_was_agreed_in_code_is_agreed(wish: dict[str, Any], said: str) -> None:
    notice = play(Session(ROYAL, 3, seed=1), **wish)
    assert isinstance(notice, Notice) and said in str(notice)
    with pytest.raises(SetupError, match=said):
        _ = notice.session


def test_a_game_without_a_page_is_shown_in_lines() -> None:
    from tictactoe import TicTacToe

    page = Page(play(Session(TicTacToe())))
    assert page.screen["title"] == "Tic-tac-toe" and page.screen["moves"]
    assert "can't use 7" in str(play(7))  # type: ignore[arg-type]


def test_pages_without_a_table_say_so() -> None:
    for view in (door(), classroom()):
        with pytest.raises(SetupError, match="isn't a single game's table"):
            _ = view.session
        with pytest.raises(SetupError, match="isn't a single game's table"):
            view.session = Session(ROYAL, 3, seed=1)


def test_a_table_has_a_short_name() -> None:
    assert repr(table_of(Session(ROYAL, 3, seed=1))) == "<A table of The Royal Ascension>"
    assert repr(door()) == "<A page of Tabletop Notebooks>"

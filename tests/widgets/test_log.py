"""What a page tells of the past: blocks, one for each move, in the second person; and what rules are called."""

from __future__ import annotations

import json
from typing import Any

import pytest
from page import Page, lines_of, room_of

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.game import Game
from tabletop_kernel.table.session import Session
from widgets import log
from widgets.app import learn, play
from widgets.moments import all_moments

GAMES = ["royal_ascension", "the_north", "the_west_ascendant"]


def some_way(page: Page, moves: int = 10) -> Page:
    for _ in range(moves):
        page.press(page.buttons()[0])
        while page.screen.get("next"):
            page.send("go-on", all=True)
    return page


@pytest.mark.parametrize("game", GAMES)
def test_a_block_is_a_move_and_the_newest_is_on_top(game: str) -> None:
    page = some_way(Page(play(game, seed=3, dealt=True)))
    session: Session = room_of(page).session
    blocks = page.screen["log"]
    numbers = [block["at"] for block in blocks]
    assert numbers == sorted(numbers, reverse=True) and len(set(numbers)) == len(numbers)
    assert numbers[0] <= session.length and len(blocks) > 3
    told = [(entry.at, entry.text) for entry in session.log(0, you=True)]
    for block in blocks:
        assert block["seat"] == (session.inputs[block["at"] - 1].seat if block["at"] else None)
        assert [line["text"] for line in block["lines"]] == [text for at, text in told if at == block["at"]]


def test_the_reader_is_spoken_to_and_the_projector_is_not() -> None:
    page = some_way(Page(play("royal_ascension", seed=3, dealt=True)))
    texts = [line["text"] for line in lines_of(page.screen)]
    assert any(text.startswith("You ") for text in texts)
    assert not any("Eadric" in text for text in texts)
    page.send("project", on=True)
    texts = [line["text"] for line in lines_of(page.screen)]
    assert any("Eadric" in text for text in texts) and not any(" you" in text.lower() for text in texts)


def test_turns_are_told_apart_as_people_count_them() -> None:
    game: Game[Any] = load("royal_ascension")
    session = Session(game, seed=3)
    while session.length < 60:
        seat = session.deciders[0]
        turn = game.pace.turns(session.truth)
        session.submit(seat, session.moves(seat)[0])
        newest = log.blocks(session, None, 0, all_moments(session))[0]
        if newest["at"] == session.length:
            assert newest["turn"] == turn, "a move belongs to the turn in which it was made"
    session.goto(30)
    assert log.blocks(session, None, 0, all_moments(session))[0]["turn"] == session.branch(29).game.pace.turns(
        session.branch(29).truth
    )


def test_what_was_there_when_the_page_opened_is_no_news() -> None:
    page = Page(play("the_north", seed=3, dealt=True))
    assert not any(block["new"] for block in page.screen["log"])
    before = page.screen["log"][0]["at"]
    page.press(page.buttons()[0])
    assert [block["new"] for block in page.screen["log"]] == [block["at"] > before for block in page.screen["log"]]


def test_an_old_move_is_told_from_its_beginning_or_not_at_all() -> None:
    page = some_way(Page(play("royal_ascension", seed=3, dealt=True)), 25)
    session: Session = room_of(page).session
    oldest = page.screen["log"][-1]
    assert session.log_length(0) > log.LINES
    first = next(entry for entry in session.log(0, you=True) if entry.at == oldest["at"])
    assert oldest["lines"][0]["text"] == first.text


# -- rules by their names ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_on_the_screen_has_a_title(game: str) -> None:
    page = some_way(Page(play(game, seed=3, dealt=True)))
    titles = page.view.titles
    for drawer in ("rules", "odds", "setup"):
        page.send("open", drawer=drawer)
        cited = set(_cited(page.screen))
        assert cited and cited <= set(titles), cited - set(titles)
    assert all(title and title != rule for rule, title in titles.items())


def _cited(part: Any) -> Any:
    """The rules that a screen names."""
    if isinstance(part, list):
        for one in part:
            yield from _cited(one)
    elif isinstance(part, dict):
        yield from (one for key in ("rule", "cite") if isinstance(one := part.get(key), str) and one)
        lists = [part[key] for key in ("rules", "about", "ruled") if isinstance(part.get(key), list)]
        yield from (one for found in lists for one in found if isinstance(one, str))
        for value in part.values():
            yield from _cited(value)


def test_titles_are_those_of_the_table_and_go_to_the_page_once() -> None:
    page = Page(play("royal_ascension", seed=3))
    assert page.view.titles["end.majority"] == "Win with seven territories"
    sent = sum('"titles"' in text for text in page.traffic)
    page.press(page.button("Start"))
    some_way(page, 5)
    assert sum('"titles"' in text for text in page.traffic) == sent == 1
    page.send("ruling", id="ruling.repeat-initiator", choice="yes")
    page.send("start")
    book = room_of(page).session.book
    assert {rule: page.view.titles[rule] for rule in book} == {rule: book[rule].title for rule in book}


# -- rulings that a table has changed ----------------------------------------------------------------------------------


def test_changed_rulings_are_on_the_screen_and_mark_what_depends_on_them() -> None:
    page = Page(play("royal_ascension", seed=3))
    assert page.screen["house"] == []
    page.send("ruling", id="ruling.one-direction", choice="yes")
    page.send("start", dealt=True)
    some_way(page, 4)
    ruling = load("royal_ascension").rulebook.rulings["ruling.one-direction"]
    assert page.screen["house"] == [{"id": ruling.id, "question": ruling.question, "text": ruling.options["yes"]}]
    for line in lines_of(page.screen):
        assert line.get("ruled", []) == ([ruling.id] if line["rule"] in ruling.about else [])
    assert any("ruled" in line for line in lines_of(page.screen))


def test_a_usual_table_has_no_marks() -> None:
    page = some_way(Page(play("the_north", seed=3, dealt=True)))
    assert page.screen["house"] == [] and not any("ruled" in line for line in lines_of(page.screen))
    assert Page(learn("royal_ascension", "walking")).screen["house"] == []


# -- the search --------------------------------------------------------------------------------------------------------


def test_the_drawer_answers_a_question_and_knows_pieces() -> None:
    page = Page(play("the_north", seed=3, dealt=True))
    found = page.send("search", text="what does the node do")["drawer"]["entries"]
    assert "node.table" in [entry["id"] for entry in found[:3]]
    card = page.send("search", text="frost widow")["drawer"]["entries"][0]
    assert card["kind"] == "piece" and card["title"] == "Frost Widow" and any("Spark" in line for line in card["lines"])
    assert page.send("search", text="xyzzy")["drawer"]["entries"] == []
    assert page.send("search", text="\u0000" * 40)["kind"] == "table"
    assert json.dumps(page.screen)


def test_no_turn_is_named_where_a_table_does_not_say_which_one_it_begins_in() -> None:
    game = load("tamashii")
    position = {"seats": 1, "options": {"scenario": "P00"}, "now": "launch"}
    for written, turn in ((position, None), ({**position, "turn": 1}, 1)):
        session = Session.at(game, written)
        first = session.moves(0)[-1]
        session.submit(0, first)
        blocks = log.blocks(session, 0, 0, all_moments(session))
        assert [block["turn"] for block in blocks if block["at"] == 1] == [turn]
    fresh = Session(game, 2, seed=3)
    assert {block["turn"] for block in log.blocks(fresh, 0, 0, all_moments(fresh))} == {0}, "the set-up"

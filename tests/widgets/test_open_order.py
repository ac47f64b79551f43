"""All act in any order and hands are open: one screen for all people, chairs in place of a curtain, bots that wait."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from page import Page, room_of
from plain_pages import open_plain, plain_page
from two_lanterns import TwoLanterns

from tabletop_kernel import load

LANTERNS, DECK = TwoLanterns(), load("deck_goes_west")
SLOWEST = {"mission": "speed_of_the_slowest"}
VERSUS = next(name for name, mission in DECK.content.missions.items() if mission.mode == "versus")


def chair(page: Page, seat: int) -> dict[str, Any]:
    return dict(page.screen["chairs"]["seats"][seat])


def states(page: Page) -> list[str]:
    return [one["state"] for one in page.screen["chairs"]["seats"]]


def movers(page: Page, after: int = 0) -> list[int]:
    return [done.seat for done in room_of(page).session.inputs[after:]]


def refused(page: Page, do: str, **fields: Any) -> str:
    """What a message is answered that changes nothing."""
    room = room_of(page)
    before = (room.session.save(), room.viewer)
    screen = page.send(do, **fields)
    assert (room.session.save(), room.viewer) == before
    return str(screen["why"]["text"])


# -- chairs ------------------------------------------------------------------------------------------------------------


def test_one_sits_in_for_anybody_and_stays_there() -> None:
    page = open_plain(LANTERNS, "ppp", names={1: "Anna"})
    assert page.screen["kind"] == "table" and page.screen["viewer"] == 0
    assert [one["here"] for one in page.screen["chairs"]["seats"]] == [True, False, False]
    assert chair(page, 1)["text"] == "Sit in for Walker 2 (Anna)" and "do" not in chair(page, 0)
    page.press(chair(page, 1))
    assert page.screen["viewer"] == 1 and chair(page, 1)["here"]
    page.send("move", move=["go", "a2"])
    assert movers(page) == [1] and page.screen["viewer"] == 1, "after an action one stays in the chair"
    assert page.screen["now"]["kind"] == "yours" and not page.screen["chairs"]["note"]
    assert "recap" not in page.screen, "everybody has seen it"


@pytest.mark.parametrize(("seats", "by_name"), [("ppp", True), ("pbb", False)])
def test_lines_name_everybody_where_chairs_change(seats: str, by_name: bool) -> None:
    """Whoever sits there now is not the one whom a line of some moves ago was about."""
    page = open_plain(LANTERNS, seats)
    page.send("move", move=["go", "a2"])
    lines = [line["text"] for block in page.screen["log"] for line in block["lines"]]
    assert any("Walker 1" in line for line in lines) == by_name
    assert any(line.startswith("You ") for line in lines) != by_name
    if by_name:
        page.send("sit-in", chair=1)
        assert [line["text"] for block in page.screen["log"] for line in block["lines"]] == lines


def test_who_has_nothing_more_to_do_makes_room_for_others() -> None:
    page = open_plain(LANTERNS, "ppp", names={2: "Cleo"})
    page.send("sit-in", chair=1)
    page.send("move", move=["rest"])
    assert page.screen["kind"] == "table" and page.screen["viewer"] == 2
    assert page.screen["chairs"]["note"] == "Walker 3 (Cleo) may act: you now sit in for them."
    assert page.screen["say"]["text"] == page.screen["chairs"]["note"]
    assert states(page) == ["asked", "done", "asked"]
    page.send("sit-in", chair=1)
    assert not page.buttons() and page.screen["now"]["kind"] == "wait", "one may look from there all the same"
    page.send("sit-in", chair=0)
    assert not page.screen["chairs"]["note"] and page.buttons()


def test_a_new_hour_finds_one_where_one_was() -> None:
    page = open_plain(LANTERNS, "pp")
    page.send("sit-in", chair=1)
    page.send("move", move=["rest"])
    page.send("move", move=["rest"])
    assert states(page) == ["asked", "asked"] and page.screen["viewer"] == 0


def test_undo_takes_back_what_anybody_at_the_screen_did() -> None:
    page = open_plain(LANTERNS, "ppb")
    page.send("move", move=["go", "a2"])
    page.send("sit-in", chair=1)
    page.send("undo")
    assert movers(page) == [] and page.screen["viewer"] == 0, "and sits in the chair of whoever did it"
    page.send("let", chair=2)
    assert movers(page) == [2]
    assert "You can only undo your own moves" in refused(page, "undo")


def test_looking_back_and_playing_on_keep_the_chair() -> None:
    page = open_plain(LANTERNS, "pp")
    page.send("move", move=["go", "a2"])
    page.send("sit-in", chair=1)
    page.send("goto", number=0)
    page.send("sit-in", chair=0)
    assert page.screen["viewer"] == 0 and page.screen["now"]["kind"] == "past"
    page.send("branch")
    assert page.screen["now"]["kind"] == "yours" and len(page.screen["time"]["lines"]) == 2


def test_what_is_new_in_the_log_stays_new_in_another_chair() -> None:
    page = open_plain(LANTERNS, "pp")
    page.send("move", move=["go", "a2"])
    page.send("move", move=["rest"])
    assert page.screen["viewer"] == 1
    assert [block["new"] for block in page.screen["log"]][:2] == [True, False]


def test_a_reload_brings_back_the_table_without_a_curtain(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))
    page = open_plain(LANTERNS, "pp")
    page.send("move", move=["rest"])
    again = plain_page(LANTERNS, 2, link={"play": page.screen["keep"]["play"]})
    assert again.screen["kind"] == "table" and again.screen["viewer"] == 1


def test_the_coach_explains_a_rule_once_to_all_who_look() -> None:
    page = open_plain(LANTERNS, "pp")
    room = room_of(page)
    room._explained.add("map.ways")
    page.send("sit-in", chair=1)
    assert "map.ways" in room._explained


def test_on_a_projector_one_sits_where_one_sat() -> None:
    page = open_plain(LANTERNS, "ppb")
    page.send("sit-in", chair=1)
    page.send("project", on=True)
    assert page.screen["viewer"] == 1 and chair(page, 1)["here"]
    page.send("sit-in", chair=0)
    page.send("let", chair=2)
    page.send("project", on=False)
    assert page.screen["kind"] == "table" and page.screen["viewer"] == 0 and movers(page) == [2]


def test_on_a_projector_nobody_sits_anywhere_where_hands_are_closed() -> None:
    page = open_plain(DECK, "ppb", {**SLOWEST, "hands": "closed"})
    page.send("lift")
    page.send("project", on=True)
    assert page.screen["viewer"] is None and "chairs" not in page.screen
    assert "own cards" in refused(page, "sit-in", chair=1)


# -- what nobody may do ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "reason"), [(2, "for Walker 3: a bot plays there"), (3, "There is no seat 3"), (9, "There is no seat 9")]
)
def test_a_chair_that_is_not_for_people_here(seat: int, reason: str) -> None:
    assert reason in refused(open_plain(LANTERNS, "ppb"), "sit-in", chair=seat)


def test_a_message_with_the_eyes_of_another_chair() -> None:
    page = open_plain(LANTERNS, "pp")
    page.raw({"do": "move", "move": ["rest"], "at": page.screen["at"], "seat": 1})
    assert movers(page) == [] and "another player's seat" in page.screen["why"]["text"]


def test_alone_among_bots_there_is_one_chair() -> None:
    assert "own cards" in refused(open_plain(LANTERNS, "pbb"), "sit-in", chair=1)


@pytest.mark.parametrize("options", [{**SLOWEST, "hands": "closed"}, {"mission": VERSUS}])
def test_where_hands_are_closed_the_curtain_falls(options: dict[str, str]) -> None:
    page = open_plain(DECK, "pp", options)
    assert page.screen["kind"] == "curtain"
    page.send("lift")
    assert "own cards" in refused(page, "sit-in", chair=1)


# -- bots --------------------------------------------------------------------------------------------------------------


def test_bots_wait_until_they_are_let() -> None:
    page = open_plain(LANTERNS, "pbb")
    assert "next" not in page.screen and page.screen["now"]["kind"] == "yours"
    assert chair(page, 1)["text"] == "Let Walker 2 act" and chair(page, 2)["text"] == "Let Walker 3 act"
    page.press(chair(page, 1))
    assert movers(page) == [1] and "next" not in page.screen
    assert page.screen["viewer"] == 0 and page.screen["play"], "it is played back"


def test_the_bots_finish_the_hour() -> None:
    page = open_plain(LANTERNS, "pbb")
    (finish,) = page.screen["chairs"]["buttons"]
    assert finish["text"] == "Let the bots finish the hour"
    page.press(finish)
    while page.screen.get("next"):
        page.send("go-on")
    assert set(movers(page)) == {1, 2} and states(page) == ["asked", "done", "done"]
    assert not page.screen["chairs"]["buttons"] and page.screen["viewer"] == 0
    page.send("move", move=["rest"])
    assert states(page) == ["asked"] * 3 and "next" not in page.screen, "in the next hour they wait again"


def test_a_move_of_ones_own_stops_those_who_finish() -> None:
    page = open_plain(LANTERNS, "pbb")
    page.send("finish")
    assert page.screen["next"]
    page.send("move", move=["go", "a2"])
    assert "next" not in page.screen and page.screen["chairs"]["buttons"]


def test_bots_go_on_by_themselves_when_the_people_are_done() -> None:
    page = open_plain(LANTERNS, "pbb")
    page.send("move", move=["rest"])
    assert page.screen["next"]["text"] == "Walker 3 is thinking."
    page.send("go-on", all=True)
    assert states(page) == ["asked"] * 3 and page.screen["viewer"] == 0


def test_only_a_bot_that_waits_can_be_let() -> None:
    page = open_plain(LANTERNS, "ppb")
    assert "No bot in seat 1" in refused(page, "let", chair=1)
    assert "No bot in seat 7" in refused(page, "let", chair=7)
    page.send("finish")
    while page.screen.get("next"):
        page.send("go-on")
    assert "No bot in seat 2" in refused(page, "let", chair=2)
    assert "No bot at this table" in refused(page, "finish")


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("good", "sentence"), [(True, "You have won together."), (False, "You have lost together.")])
def test_the_end_is_the_same_for_all(good: bool, sentence: str) -> None:
    page = open_plain(LANTERNS, "pp")
    while page.screen["now"]["kind"] != "over":
        page.send("move", move=next_step(page) if good else ["rest"])
    assert page.screen["now"]["text"] == sentence and "chairs" not in page.screen
    page.send("turning")
    if page.screen["now"].get("turning"):
        assert "the chances of all" in page.screen["now"]["turning"]["note"]


def next_step(page: Page) -> list[str]:
    """The first walker goes to the first lantern, the second to the other, and there each lights one."""
    view, seat = room_of(page).session.view(None), page.screen["viewer"]
    (column, row), goal = view["places"][seat], ("c1", "a3")[seat]
    if column + row == goal:
        return ["rest"] if goal in view["lit"] else ["light"]
    return ["go", chr(ord(column) + 1) + row if column < goal[0] else column + str(int(row) + 1)]


# -- Deck Goes West ----------------------------------------------------------------------------------------------------


def test_four_people_and_whoever_is_asked() -> None:
    """Whatever happens in the first days, the page sits where somebody is asked, and comes back from there."""
    page, rng = open_plain(DECK, "pppp", SLOWEST), Random(2)
    session = room_of(page).session
    went = came_back = 0
    home = None
    for _ in range(220):
        if session.outcome is not None or session.truth.day > 2:
            break
        assert page.screen["kind"] == "table" and page.screen["viewer"] in session.deciders
        resting, here = not DECK.pace.is_resolving(session.truth), page.screen["viewer"]
        if resting and home is not None and home in session.deciders:
            assert here == home
            came_back, home = came_back + 1, None
        forward = [button for button in page.buttons() if button["do"]["move"][0] != "take-back"]
        page.press(rng.choice(forward))
        if page.screen["viewer"] != here and DECK.pace.is_resolving(session.truth):
            assert page.screen["chairs"]["note"].endswith("must decide: you now sit in for them.")
            went, home = went + 1, here if home is None else home
        elif not DECK.pace.is_resolving(session.truth) and page.screen["viewer"] != here and home is None:
            assert page.screen["chairs"]["note"].endswith("may act: you now sit in for them.")
    assert session.truth.day > 0 and went and came_back


def test_a_bot_acts_once_with_all_that_its_action_brings() -> None:
    page = open_plain(DECK, "pbbb", SLOWEST)
    session = room_of(page).session
    page.send("let", chair=2)
    answers = 0
    while page.screen.get("next") or DECK.pace.is_resolving(session.truth):
        if not page.screen.get("next"):  # the action asks the person, who is the only one to answer
            answers += 1
            page.press(page.buttons()[0])
        else:
            page.send("go-on")
    assert session.inputs[0].seat == 2 and session.truth.acted == 1
    assert answers == movers(page).count(0), "the other bots have answered for themselves"
    assert page.screen["viewer"] == 0 and 0 in session.deciders


def answered_by_bots(page: Page) -> bool:
    """Play at random until an action of the person at the screen asks a bot."""
    session, rng = room_of(page).session, Random(1)
    for _ in range(80):
        if page.screen.get("next") and DECK.pace.is_resolving(session.truth):
            return True
        if page.screen.get("next"):
            page.send("go-on", all=True)
        forward = [button for button in page.buttons() if button["do"]["move"] not in (["pass"], ["take-back"])]
        wagon = [button for button in forward if button["do"]["move"][:2] == ["job", "mission"]]
        page.press(rng.choice(wagon or forward or page.buttons()))
    return False


def test_what_only_a_bot_can_answer_is_answered_at_once() -> None:
    page = open_plain(DECK, "pbb", SLOWEST)
    assert answered_by_bots(page)
    session = room_of(page).session
    before = session.length
    while page.screen.get("next"):
        page.send("go-on")
    assert session.length > before and 0 not in movers(page, before) and page.screen["viewer"] == 0
    assert 0 in session.deciders


def test_what_a_bot_begins_is_played_back_to_whoever_it_asks() -> None:
    """The page changes chairs and still shows how it came to that; what people do at their own screen it does not."""
    page = open_plain(DECK, "ppb", SLOWEST)
    page.send("sit-in", chair=1)
    page.send("let", chair=2)
    while page.screen.get("next"):
        page.send("go-on")
    assert page.screen["viewer"] == 0
    assert page.screen["chairs"]["note"].endswith("must decide: you now sit in for them.")
    assert [stage["seat"] for stage in page.screen["play"]] == [2] and page.screen["play"][0]["beats"]
    page.press(page.buttons()[0])
    assert all(not stage["beats"] for stage in page.screen.get("play", [])), "whoever did it has seen it"


def test_the_coach_answers_in_every_chair() -> None:
    page = open_plain(LANTERNS, "pp")
    for seat in (0, 1):
        page.send("sit-in", chair=seat)
        page.send("coach")
        while page.screen.get("think"):
            page.send("think")
        assert page.screen["coach"]["rows"]


def test_one_person_plays_alone() -> None:
    page = open_plain(DECK, "p")
    assert page.screen["kind"] == "table" and "chairs" not in page.screen

"""While one puts a trade together, the others play on: nobody hears of it before the offer, and no piece is lost."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from page import Page, room_of
from screens import invite, link_of, look, state, table_of, ticket, visit

from tabletop_kernel.session import Session
from widgets.classroom import attendance
from widgets.knowing import knowledge_of
from widgets.room import News

__all__ = ["state"]  # a folder for each test, and a new store

DECK, CITY = "deck_goes_west", "tamashii"
TRADE = {"trade", "cost", "give", "ask", "carry", "offer"}


def visit_alone(kept: str = "") -> Page:
    """A page of somebody who has learned nothing from the other pages."""
    knowledge_of.cache_clear()
    attendance.cache_clear()
    return visit(kept, DECK, seats=3)


def trio(**rulings: str) -> list[Page]:
    """Three people in open order, each at a screen of their own, on one tile."""
    host = visit_alone()
    for key, choice in rulings.items():
        host.send("ruling", id="ruling." + key.replace("_", "-"), choice=choice)
    host.send("start", dealt=True)
    link, pages = link_of(invite(host)), [host]
    for number in (1, 2):
        guest = visit_alone(link)
        guest.send("sit-down", chair=number)
        pages.append(guest)
    look(*pages, *pages)
    return pages


def session_of(page: Page) -> Session:
    session = room_of(page).session
    assert isinstance(session, Session)
    return session


def do(page: Page, *move: str | int) -> dict[str, Any]:
    screen = page.send("move", move=list(move))
    assert not screen["why"], screen["why"]
    return screen


def first(page: Page, verb: str) -> list[str | int]:
    return next(list(move) for move in room_of(page).legal() if move[0] == verb)


def compose(page: Page, partner: int = 1) -> list[tuple[str | int, ...]]:
    """Begin a trade and name its price and something to give; what was said."""
    before = session_of(page).length
    do(page, "trade", partner)
    do(page, *first(page, "cost"))
    do(page, *first(page, "give"))
    return pieces(page, before)


def pieces(page: Page, after: int = 0) -> list[tuple[str | int, ...]]:
    """What one has said of a trade."""
    seat = page.screen["viewer"]
    return [made.move for made in session_of(page).inputs[after:] if made.seat == seat and made.move[0] in TRADE]


def act(page: Page) -> None:
    """Do one whole action that needs nobody else, after which all are still on one tile."""
    for move in plan(page):
        do(page, *move)


def plan(page: Page) -> list[tuple[str | int, ...]]:
    """The moves of such an action."""
    seat = page.screen["viewer"]
    for begins in room_of(page).legal():
        session = session_of(page).branch()
        done, places, move = session.truth.acted, list(session.truth.meeple), begins
        while move[0] not in (*TRADE, "pass"):
            session.submit(seat, move)
            if session.truth.acted > done and session.truth.meeple == places:
                return [one.move for one in session.inputs[session_of(page).length :]]
            if session.asked != (seat,) or session.truth.acted > done:
                break
            move = next(iter(session.moves(seat)))
    raise AssertionError("nothing to do without the others")


def note_of(page: Page) -> str:
    return str(page.send("close")["now"]["note"])


def in_accord(*pages: Page) -> bool:
    return len({session_of(page).code() for page in pages}) == 1


def sent(page: Page, since: int) -> list[str]:
    """What a page was sent, but for what is another at each table."""
    return [re.sub(r'TT1\.[\w-]+|"id": "[\w-]{12}"', "", text) for text in page.traffic[since:]]


def test_others_play_on_while_one_puts_a_trade_together() -> None:
    pages = a, b, c = trio()
    before = [len(page.traffic) for page in pages]
    said = compose(a)
    look(b, c)
    assert [len(page.traffic) for page in (b, c)] == before[1:], "they hear nothing"
    for page in (b, c):
        assert page.screen["now"]["kind"] == "yours" and 0 in session_of(page).asked, "the open order goes on"
        act(page)
        look(*pages)
        assert pieces(a) == said and a.screen["now"]["kind"] == "yours" and not a.screen["why"]
    heard = "".join(text for page, since in zip((b, c), before[1:], strict=True) for text in page.traffic[since:])
    assert '"trade", 0' not in heard.replace('["trade", 0]', ""), "but for their own buttons"
    assert f'"{said[1][1]}", "{said[2][1]}"' not in heard
    do(a, "offer")
    look(b, c)
    assert in_accord(*pages) and session_of(b).asked == (1,)
    do(b, "accept")
    look(*pages)
    assert in_accord(*pages) and session_of(a).truth.discard[0], "the price is paid"


def test_nothing_that_others_are_sent_tells_of_it() -> None:
    """Neither that one puts something together, nor what, nor how long; nor after it is dropped."""

    def heard(puts_together: bool) -> list[list[str]]:
        pages = a, b, c = trio()
        before = [len(page.traffic) for page in pages]
        for page in (b, c):
            if puts_together:
                compose(a)
            look(*pages, *pages)
            act(page)
            look(*pages)
            if puts_together:
                do(a, "drop")
            look(*pages)
            page.send("goto", number=1)
            page.send("goto", number=page.screen["time"]["length"])
            page.send("undo")
            page.send("open", drawer="company")
        return [sent(page, since) for page, since in zip((b, c), before[1:], strict=True)]

    nothing = heard(puts_together=False)
    assert sum(map(len, nothing)) > 10
    assert heard(puts_together=True) == nothing


def test_a_dropped_trade_leaves_no_trace() -> None:
    a, b, _ = pages = trio()
    code, name = session_of(a).code(), a.screen["now"]["text"]
    compose(a)
    assert session_of(a).code() != code
    do(a, "drop")
    assert session_of(a).code() == code and a.screen["now"]["text"] == name
    act(b)
    look(*pages)
    assert in_accord(*pages) and not pieces(a)


def test_pieces_that_are_taken_back_are_never_written() -> None:
    a, b, _ = trio()
    said = compose(a)
    do(a, "take-back", *said[2][:2])
    assert pieces(a) == said[:2]
    do(a, *said[2])
    a.send("undo")
    assert pieces(a) == said[:2] and not a.screen["why"]
    do(a, "take-back", "cost")
    do(a, *said[1])
    do(a, *said[2])
    do(a, "offer")
    look(b)
    assert pieces(a) == [*said, ("offer",)] and in_accord(a, b)


def test_undo_stops_at_the_beginning_of_the_trade() -> None:
    a, b, _ = pages = trio()
    said = compose(a)
    act(b)
    look(*pages)
    for left in range(len(said) - 1, -1, -1):
        assert not a.send("undo")["why"] and pieces(a) == said[:left]
    assert in_accord(*pages)
    a.send("undo")
    look(*pages)
    assert in_accord(*pages), "what others know is taken back as ever, or not"


def test_what_one_puts_together_is_counted_apart() -> None:
    a, b, _ = pages = trio()

    def number(page: Page) -> str:
        moments = room_of(page).moments
        return str(moments.name(moments.length))

    begun = int(number(a))
    compose(a)
    assert number(a) == f"{begun}+3" and number(b) == str(begun)
    made = session_of(b).length
    act(b)
    look(*pages)
    begun += session_of(b).length - made
    assert number(a) == f"{begun}+3" and number(b) == str(begun)
    do(a, "offer")
    look(*pages)
    assert number(a) == number(b) == str(begun + 4)


def test_whose_partner_passes_reads_why_there_is_no_trade() -> None:
    a, b, c = pages = trio(invite_passed="no")
    compose(a)
    do(b, "pass")
    look(*pages)
    assert not pieces(a) and in_accord(*pages)
    name = room_of(a).name(1)
    assert f"“Trade with {name}” is off. You cannot work or trade with {name} now" in note_of(a)
    act(c)
    look(*pages)
    assert "is off" in note_of(a), "until they do something themselves"
    act(a)
    assert not note_of(a)


def test_a_piece_that_is_gone_is_left_out_and_named() -> None:
    """What one asked of the partner, the partner has given to somebody else meanwhile."""
    a, b, c = pages = trio()
    compose(a)
    truth = session_of(b).truth
    kind = next(kind for kind in ("wood", "metal", "food", "gold") if truth.has(1, kind))
    count = truth.has(1, kind)
    do(a, "ask", kind, count)
    said = pieces(a)
    do(b, "trade", 2)
    do(b, *first(b, "cost"))
    do(b, "give", kind, 1)
    do(b, "offer")
    look(*pages)
    do(c, "accept")
    look(*pages)
    assert pieces(a) == said[:-1] and "Left out: “" in note_of(a) and "comes back" not in note_of(a)
    do(a, "offer")
    look(*pages)
    assert in_accord(*pages)


def test_what_is_put_together_waits_while_others_carry_something_out() -> None:
    a, b, c = pages = trio()
    said = compose(a)
    other = compose(b, partner=2)
    do(b, "offer")
    look(*pages)
    assert session_of(a).asked == (2,) and not pieces(a) and in_accord(*pages)
    assert "comes back when this is over" in note_of(a)
    a.send("goto", number=1)
    do(c, "accept")
    look(*pages)
    assert a.screen["now"]["kind"] == "past"
    a.send("goto", number=a.screen["time"]["length"])
    assert pieces(a) == said and a.screen["now"]["kind"] == "yours"
    assert [one.move for one in session_of(a).inputs if one.seat == 1][-4:] == [*other, ("offer",)]
    do(a, "offer")
    look(*pages)
    assert in_accord(*pages)


def test_two_put_something_together_for_each_other() -> None:
    """The partner answers first, and then goes on where they were."""
    a, b, _ = pages = trio()
    compose(a)
    said = compose(b, partner=0)
    do(a, "offer")
    look(*pages)
    assert ("refuse",) in room_of(b).legal() and not pieces(b)
    do(b, "refuse")
    assert pieces(b) == said and b.screen["now"]["kind"] == "yours"
    do(b, "offer")
    look(*pages)
    assert in_accord(*pages) and session_of(a).asked == (0,)


def test_whoever_offers_too_late_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page has not heard of what others did, until it writes."""
    a, b, _ = pages = trio()
    said = compose(a)
    act(b)
    with monkeypatch.context() as patch:
        patch.setattr(room_of(a), "catch_up", lambda: News.NONE)
        a.send("move", move=["offer"])
    assert "has moved on" in a.screen["why"]["text"] and pieces(a) == said
    do(a, "offer")
    look(*pages)
    assert in_accord(*pages) and pieces(b, 0) == [] and session_of(b).asked == (1,)


def test_a_reload_begins_anew_and_the_table_goes_on() -> None:
    a, b, _ = pages = trio()
    compose(a)
    again = visit(ticket(a), DECK)
    assert not pieces(again) and in_accord(again, b)
    act(again)
    look(*pages, again)
    assert in_accord(again, b)


def test_a_chair_that_is_given_away_takes_it_along() -> None:
    host, b, c = pages = trio()
    compose(b, partner=0)
    host.send("give", chair=1, who="greedy")
    look(*pages)
    assert in_accord(*pages) and not pieces(c)


def test_an_answer_to_others_leaves_it_alone() -> None:
    """Whoever puts something together is asked whether another may take a move back, and is the last to agree."""
    a, b, c = pages = trio()
    do(b, "pass")
    look(*pages)
    said = compose(a)
    b.send("undo")
    look(*pages)
    for page in (c, a):
        assert not page.send("answer", yes=True)["why"]
    look(*pages)
    assert pieces(a) == said and in_accord(b, c) and ("pass",) in room_of(b).legal()
    assert not [one for one in session_of(b).inputs if one.move[0] in TRADE]


def test_the_host_ends_the_game_in_the_middle_of_it() -> None:
    """The record tells of what was played."""
    a, b, _ = pages = trio()
    code = session_of(b).code()
    compose(a)
    compose(b, partner=2)
    a.send("break-off", sure=True)
    look(*pages)
    assert in_accord(*pages) and session_of(a).code() == code
    a.send("record", what="json")
    file = next(one for one in reversed(a.traffic) if "tabletop record" in one)
    assert json.loads(json.loads(file)["content"]["text"])["moves"] == session_of(b).length


def test_a_note_is_about_what_all_know() -> None:
    a, b, _ = pages = trio()
    compose(a)
    a.send("note", mark="fun", text="While I think.")
    act(b)
    look(*pages)
    do(a, "drop")
    assert a.send("open", drawer="notes")["drawer"]["notes"][0]["here"]


def test_what_others_do_is_played_back_once() -> None:
    a, b, _ = pages = trio()
    compose(a)
    act(b)
    look(*pages)
    assert {stage["seat"] for stage in a.screen["play"]} == {1}
    assert not do(a, *first(a, "carry")).get("play")


def test_at_a_single_screen_all_is_as_it_was() -> None:
    page = visit(game=DECK, seats=2)
    page.send("sit", chair=1, who="person")
    page.send("start", dealt=True)
    before = session_of(page).length
    do(page, "trade", 1)
    do(page, "drop")
    assert session_of(page).length == before + 2


# -- Tamashii ----------------------------------------------------------------------------------------------------------


def planning() -> list[Page]:
    """Two people who plan at the same time, and have something to trade."""
    host, guest = pages = table_of(1, CITY, 2)
    for _ in range(400):
        asked = [page for page in pages if page.screen["now"]["kind"] == "yours"]
        room = room_of(host)
        if room.any_order and all(any(move[0] == "trade" for move in room_of(page).legal()) for page in pages):
            return pages
        page = asked[0]
        forward = [move for move in room_of(page).legal() if move[0] not in ("take-back", "trade")]
        done = [move for move in forward if move == ("done",)]
        do(page, *(done or forward)[0])
        look(host, guest)
    raise AssertionError("nobody has anything to trade")

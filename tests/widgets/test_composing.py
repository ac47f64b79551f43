"""While one puts a trade together, the others play on: nobody hears of it before the offer, and no piece is lost."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest
from page import Page, room_of
from screens import invite, link_of, look, state, ticket, visit

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.players.bots import forward, make_bot
from tabletop_kernel.table.session import Session
from widgets.classroom import attendance
from widgets.knowing import knowledge_of
from widgets.links import write_table
from widgets.room import News
from widgets.shared.chair import Chair
from widgets.shared.database import CannotKeep

__all__ = ["state"]  # a folder for each test, and a new store

DECK, CITY = "deck_goes_west", "tamashii"
TRADE = {"trade", "cost", "give", "ask", "carry", "offer", "drop"}
ASIDE = ("learn", "diary", "anytime")


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
    page = visit(game=DECK, seats=2)  # at a screen of their own all is as it was
    page.send("sit", chair=1, who="person")
    page.send("start", dealt=True)
    before = session_of(page).length
    do(page, "trade", 1)
    do(page, "drop")
    assert session_of(page).length == before + 2


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
    assert f"“Trade with {name}” no longer works. You can't work or trade with {name} now" in note_of(a)
    act(c)
    look(*pages)
    assert "no longer works" in note_of(a), "until they do something themselves"
    act(a)
    assert not note_of(a)


def test_a_piece_that_is_gone_is_left_out_and_named() -> None:
    """What one asked of the partner, the partner has given to somebody else meanwhile."""
    a, b, c = pages = trio()
    compose(a)
    truth = session_of(b).truth
    kind = next(kind for kind in ("wood", "metal", "food", "gold") if truth.resource_count(1, kind))
    count = truth.resource_count(1, kind)
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
    assert "will come back when the current move is over" in note_of(a)
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
    assert "has changed since" in a.screen["why"]["text"] and pieces(a) == said
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
    assert in_accord(*pages) and session_of(c).asked == (0, 1, 2), "the table is as if nothing had been begun"


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


def test_changed_cards_leave_it_where_it_was() -> None:
    """The host changes a card while they and another put something together."""
    a, b, _ = pages = trio()
    said, others = compose(a), compose(b, partner=2)
    code = session_of(a).branch(room_of(a).told).length
    a.send("reword", table="starter", entry="knife", field="jobs", text="?forest, +3d food\nattack 1d")
    assert not a.send("play-changed", how="on")["why"]
    look(*pages)
    assert pieces(a) == said and pieces(b) == others
    assert [room_of(page).told for page in pages] == [code] * 3
    assert session_of(b).game.edition.change and not b.screen["why"]
    do(a, "drop")
    do(b, "drop")
    assert in_accord(*pages)


def test_an_offer_that_cannot_be_written_is_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    a, b, _ = pages = trio()
    said = compose(a)

    def refuse(*_: object) -> None:
        raise CannotKeep("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(room_of(a)._keeping.table.store, "append", refuse)
        assert "the disk is full" in a.send("move", move=["offer"])["why"]["text"]
    look(b)
    assert pieces(a) == said and session_of(b).asked == (0, 1, 2), "and nobody waits for it"
    do(a, "offer")
    look(*pages)
    assert in_accord(*pages) and session_of(b).asked == (1,)


# -- Tamashii ----------------------------------------------------------------------------------------------------------


@cache
def before_planning(aside: bool) -> str:
    """What a link keeps of a table at which two plan at the same time, and both have something to trade; or the second,
    who may also do something that is possible at any time."""
    game = load(CITY)
    session = Session(
        game, seats=2, seed=2 if aside else 3, options={"scenario": "S03", "unlocked": "all" if aside else "none"}
    )
    bots = [make_bot("greedy", game, session.config, seat, 1) for seat in range(2)]
    while not (
        game.pace.is_any_order(session.truth)
        and trades(session, 1)
        and (asides(session, 1) if aside else trades(session, 0))
    ):
        seat = session.next_up
        moves = forward(session.moves(seat))
        now = [move for move in moves if move[0] not in ASIDE]
        session.submit(seat, bots[seat].choose(session.view(seat), now or moves))
    return write_table([Chair(), Chair("greedy")], session)


def trades(session: Session, seat: int) -> list[Any]:
    return [move for move in session.moves(seat) if move[0] == "trade"]


def asides(session: Session, seat: int) -> list[Any]:
    return [move for move in session.moves(seat) if move[0] in ASIDE]


def planning(aside: bool = False) -> list[Page]:
    host = visit(before_planning(aside), CITY)
    guest = visit(link_of(invite(host)), CITY)
    guest.send("sit-down", chair=1)
    look(host, guest, host)
    return [host, guest]


def in_city(page: Page, partner: int) -> list[tuple[str | int, ...]]:
    """Begin a trade and name a card of each."""
    before = session_of(page).length
    do(page, "trade", partner)
    do(page, *first(page, "give"))
    do(page, *first(page, "ask"))
    return pieces(page, before)


def test_in_planning_others_go_on_as_well() -> None:
    pages = a, b = planning()
    said, since = in_city(a, 1), len(b.traffic)
    look(b)
    assert len(b.traffic) == since and b.screen["freely"] and a.screen["freely"]
    do(b, *first(b, "slide"))
    look(a)
    assert pieces(a)[-3:] == said and not a.screen["why"]
    do(a, "take-back", *said[2])
    do(a, *said[2])
    do(a, "propose")
    look(b)
    assert in_accord(*pages) and [one.move for one in session_of(b).inputs[-4:]] == [*said, ("propose",)]
    do(b, "accept")
    look(a)
    assert in_accord(*pages) and said[1][1] in session_of(a).truth.unequipped[1]


@pytest.mark.parametrize("heard", [True, False])
def test_in_planning_a_click_counts_though_others_were_faster(heard: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each plans before themselves, so what one was about to say still holds: heard of, or only when it is written."""
    a, b = planning()
    said, seen = in_city(a, 1), a.screen["at"]
    do(b, *first(b, "slide"))
    if not heard:
        monkeypatch.setattr(room_of(a), "catch_up", lambda: News.NONE)
    a.raw({"do": "move", "at": seen, "seat": 0, "move": ["propose"]})
    assert not a.screen["why"] and pieces(a)[-3:] == said
    look(b)
    assert in_accord(a, b) and session_of(b).asked == (1,)


def test_an_offer_is_not_made_that_others_have_changed() -> None:
    """One has pressed to propose what is no longer all there."""
    a, b = planning()
    said, seen = in_city(a, 1), a.screen["at"]
    card = said[2][1]
    do(b, "trade", 0)
    do(b, "give", card)
    do(b, "propose")
    twin = visit(ticket(a), CITY)  # accepts at another screen, while the first one hears nothing
    do(twin, "accept")
    a.raw({"do": "move", "at": seen, "seat": 0, "move": ["propose"]})
    assert a.screen["why"] and pieces(a)[-2:] == said[:2] and "Left out: “" in note_of(a)
    assert ("propose",) not in [one.move for one in session_of(b).inputs if one.seat == 0]


def test_what_is_possible_at_any_time_is_written_at_once() -> None:
    """It has nothing to do with the trade, which stays."""
    a, b = planning(aside=True)
    said, aside = in_city(b, 0), asides(session_of(b), 1)[0]
    do(b, *aside)
    look(a)
    assert pieces(b)[-3:] == said and aside in [one.move for one in session_of(a).inputs]
    assert not [one for one in session_of(a).inputs if one.move in said]


def test_the_pieces_of_a_trade_tell_nothing_and_meet_no_luck() -> None:
    """Else they could not be played again after what others did."""
    deck, city = session_of(trio()[0]).branch(), session_of(planning()[0]).branch()
    for session in (deck, city):
        game, begins = session.game, trades(session, 0)[0]
        before = session.length
        session.submit(0, begins)
        while (drops := game.pace.move_that_drops_composition(session.truth)) is not None:
            assert drops in session.moves(0)
            unsaid = [move for move in forward(session.moves(0)) if move != drops]
            session.submit(0, unsaid[0] if unsaid else drops)
        assert all(not one.results for one in session.inputs[before:-1])
        assert not any(session.events_at(0, number) for number in range(before + 1, session.length))

"""Several people seal something at the same time, each at a screen of their own: nobody hears of it or is disturbed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from depth import draw
from page import Page, room_of
from screens import a_move_of, invite, link_of, look, screens_with_choices, state, ticket, visit

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.players.bots import forward, make_bot
from tabletop_kernel.table.session import Session
from widgets.classroom import attendance
from widgets.knowing import knowledge_of
from widgets.links import write_table
from widgets.moments import number_of, shown_to
from widgets.room import News
from widgets.shared.chair import Chair

__all__ = ["state"]  # a folder for each test, and a new store

SECRET = ("commit", "take-back")
ENOUGH = 40  # games of which one comes to a battle of the first two


@cache
def before_a_battle(sharing: bool = False) -> str:
    """What a link keeps of a table at which the first two commit cards in secret, and nothing is committed yet."""
    game = load("royal_ascension")
    for seed in range(ENOUGH):
        session = Session(game, seats=3, seed=seed)
        bots = [make_bot("random", game, session.config, seat, seed) for seat in range(3)]
        while session.outcome is None and session.length < 200:
            if {0, 1} <= set(session.deciders) and all(len(commits(session, seat)) > 2 for seat in (0, 1)):
                return write_table([Chair(), Chair("random"), Chair() if sharing else Chair("random")], session)
            seat = session.next_up
            session.submit(seat, bots[seat].choose(session.view(seat), forward(session.moves(seat))))
    raise AssertionError("no battle of the first two")


def commits(session: Session, seat: int) -> list[Any]:
    return [list(move) for move in session.moves(seat) if move[0] == "commit"]


def visit_alone(kept: str) -> Page:
    """A page of somebody who has learned nothing from the other pages."""
    knowledge_of.cache_clear()
    attendance.cache_clear()
    return visit(kept)


def battle() -> list[Page]:
    """The two who fight and somebody who does not, each at a screen of their own."""
    host = visit_alone(before_a_battle())
    link = link_of(invite(host))
    pages = [host]
    for number in (1, 2):
        guest = visit_alone(link)
        guest.send("sit-down", chair=number)
        pages.append(guest)
    look(*pages, *pages)
    return pages


def commit(page: Page, number: int = 0) -> dict[str, Any]:
    seat = page.screen["viewer"]
    return page.send("move", move=commits(room_of(page).session, seat)[number])


def test_what_is_sealed_is_not_even_on_its_way() -> None:
    first, second, third = battle()
    before = [len(page.traffic) for page in (second, third)]
    for _ in range(2):
        assert not commit(first)["why"]
        look(second, third)
    assert [len(page.traffic) for page in (second, third)] == before
    assert room_of(second).session.code() == room_of(first).session.code(), "their copies have it all the same"


def test_whoever_was_about_to_seal_something_still_can() -> None:
    first, second, _ = battle()
    commit(first)
    assert not commit(second)["why"], "nothing that they could see has changed"
    look(first)
    sessions = [room_of(page).session for page in (first, second)]
    assert [one.seat for one in sessions[0].inputs[-2:]] == [0, 1]
    assert sessions[0].code() == sessions[1].code()


def test_two_seal_at_the_very_same_moment(monkeypatch) -> None:
    """The page of the slower one has looked, and heard of the other's move only when it wrote its own."""
    first, second, _ = battle()
    commit(first)
    with monkeypatch.context() as patch:
        patch.setattr(room_of(second), "catch_up", lambda: News.NONE)
        assert not commit(second)["why"]
    look(first)
    sessions = [room_of(page).session for page in (first, second)]
    assert [one.seat for one in sessions[0].inputs[-2:]] == [0, 1]
    assert sessions[0].code() == sessions[1].code()


def test_a_reason_stays_while_others_seal_something() -> None:
    first, second, _ = battle()
    said = second.send("move", move=["roll", 1])["why"]
    assert said
    commit(first)
    look(second)
    assert second.send("open", drawer="rules")["why"] == said


def test_back_to_now_leads_to_now() -> None:
    """The page has not heard how many moves there are by now."""
    first, second, _ = battle()
    length = room_of(second).session.length
    second.send("goto", number=1)
    commit(first)
    look(second)
    assert second.screen["now"]["kind"] == "past"
    assert second.send("goto", number=length)["now"]["kind"] == "yours"


def test_trouble_is_read_out_once_and_goes_when_the_table_moves_on() -> None:
    first, second, _ = battle()
    at = second.screen["at"]
    screen = second.raw({"do": "move", "at": at - 1, "seat": 1, "move": ["seal"]})
    assert "has changed since" in screen["why"]["text"] and screen["say"]["assertive"]
    visit(link_of(invite(first)))  # somebody comes to look on
    look(second)
    second.view._receive.__self__.draw(False)
    assert second.screen["say"]["n"] == screen["say"]["n"] and second.screen["why"] == screen["why"]
    first.send("start", dealt=True)  # another game
    look(second)
    assert not second.screen["why"]


def test_who_sits_where_is_in_nobodys_way() -> None:
    """A chair goes to a bot while somebody is about to move: their page knows it, and their move counts."""
    first, second, _ = battle()
    first.send("give", chair=2, who="greedy")
    at = second.screen["at"]
    look(second)
    assert second.screen["at"] == at and room_of(second).seats[2].who == "greedy"
    first.send("give", chair=2, who="open")
    assert not commit(second)["why"]


def test_a_curtain_stays_as_it_is_while_others_seal_something() -> None:
    """Two share a screen, and look at the public table behind the curtain between them."""
    host = visit(before_a_battle(sharing=True))
    host.send("lift")
    guest = visit(link_of(invite(host)))
    guest.send("sit-down", chair=1)
    look(host)
    host = visit(ticket(host))  # a reload comes back behind the curtain
    assert host.screen["kind"] == "curtain" and host.screen["seat"] == 0
    assert host.send("public")["scene"]
    assert not commit(guest)["why"]
    look(host)
    host.view._receive.__self__.draw(False)
    assert host.screen["kind"] == "curtain" and host.screen.get("scene")


# -- what can be told from numbers -------------------------------------------------------------------------------------


def secretly(page: Page, rng: Random) -> None:
    """Somebody does something that nobody else may know of: commits, takes a card back, takes that back, or notes."""
    found: list[Any] = [list(move) for move in room_of(page).session.moves(0) if move[0] in SECRET]
    chosen = rng.choice([*found, "undo", "undo", "note"])
    if chosen == "note":
        page.send("note", mark="fun", text="A secret.")
    elif chosen == "undo":
        page.send("undo")
    else:
        page.send("move", move=chosen)


def openly(page: Page, trick: str) -> Iterator[None]:
    """All that one may do in the middle of a battle to find out what others do; a breath between any two of it.

    Whoever notes does all that others do, too; whoever asks has a question open meanwhile.
    """
    length, own = page.screen["time"]["length"], page.screen["viewer"] == 1
    if trick == "asking":
        page.send("undo")  # the others have seen that a battle began, and do not answer
        yield
    for _ in range(2 if own else 0):
        commit(page)
        yield
    page.send("undo")
    yield
    if own:
        commit(page)
    for number in (length, length + 1, 1, 0, 9_999):
        page.send("goto", number=number)
        yield
        page.send("ask", move=["roll", 1])
        page.send("undo")
        if trick == "notes":
            page.send("note", mark="confusing", text="", number=number)
            page.send("open", drawer="notes")
        yield
        page.send("goto", number=page.screen["time"]["length"])
        yield
        page.send("close")
    page.send("coach")
    yield
    if own:
        page.send("undo")
        yield
    if trick == "notes":
        for note in page.send("open", drawer="notes")["drawer"]["notes"]:
            page.send("see-note", id=note["id"])
            yield
    page.send("close")


def learned(seed: int, who: int, trick: str) -> list[str]:
    """All that one page is sent while another does secret things at moments that chance chooses; seed 0: nothing."""
    pages = battle()
    page, rng = pages[who], Random(seed)
    before = len(page.traffic)
    for _ in openly(page, trick):
        for _ in range(rng.choice([0, 0, 1, 2]) if seed else 0):
            secretly(pages[0], rng)
        if seed and rng.random() < 0.5:
            look(page)
    return [re.sub(r'TT1\.[\w-]+|"id": "[\w-]{12}"', "", text) for text in page.traffic[before:]]


@pytest.mark.deep
@pytest.mark.parametrize("who", [1, 2], ids=["fights", "looks on"])
@pytest.mark.parametrize("trick", ["notes", "asking"])
def test_nothing_that_a_page_is_sent_tells_how_much_others_have_sealed(who: int, trick: str) -> None:
    nothing = learned(0, who, trick)
    assert len(nothing) > 15
    for seed in range(1, draw(4, deep=13)):
        assert learned(seed, who, trick) == nothing, f"seed {seed}"


def test_a_note_stays_where_it_is_when_another_takes_back_what_was_sealed() -> None:
    first, second, _ = battle()
    commit(first)
    commit(second)
    second.send("note", mark="fun", text="After my first card.")
    commit(second)
    noted = second.send("open", drawer="notes")["drawer"]["notes"][0]
    assert noted["here"] and "move" in noted["when"]
    first.send("undo")
    look(second)
    assert second.send("open", drawer="notes")["drawer"]["notes"][0] == noted
    for _ in range(2):
        second.send("undo")
    assert not second.send("open", drawer="notes")["drawer"]["notes"][0]["here"], "their own move was taken back"


def test_who_asks_to_take_back_is_not_answered_by_what_another_takes_back_in_secret() -> None:
    """And what is asked for stays the same, though the moves have other numbers by then."""
    first, second, third = battle()
    commit(first)
    second.send("undo")
    look(first, third)
    asked = [page.screen["now"]["text"] for page in (second, third)]
    assert "asked to take" in asked[0] and "wants to take" in asked[1]
    assert "wants to take" in first.send("undo")["now"]["text"]
    look(second, third)
    assert [page.send("close")["now"]["text"] for page in (second, third)] == asked
    for page in (first, third):
        assert not page.send("answer", yes=True)["why"]
        look(first, second, third)
    assert all(not commits(room_of(second).session, seat) for seat in (0, 1)), "there is no battle any more"
    assert len({room_of(page).session.code() for page in (first, second, third)}) == 1


def test_a_rule_is_known_by_ones_own_moves_whatever_others_take_back() -> None:
    """The move has the number of one that another had sealed, and has taken back meanwhile."""
    first, second, _ = battle()
    commit(first)
    look(second)
    before = second.send("close")["keep"]["know"]
    first.send("undo")
    assert commit(second)["keep"]["know"] != before


def test_the_question_why_a_bot_did_that_is_not_answered_by_what_others_seal() -> None:
    host = visit_alone(before_a_battle())
    guest = visit_alone(link_of(invite(host)))
    guest.send("sit-down", chair=2)
    look(host, guest)
    shown = guest.send("close")["now"]
    assert any(button["text"].startswith("Why did they") for button in shown["buttons"])
    why = guest.send("reason")["why"]
    commit(host)
    look(guest)
    assert guest.send("close")["now"] == shown
    assert guest.send("reason")["why"] == why


def test_whoever_asks_to_take_back_still_asks_when_another_seals_something() -> None:
    first, second, third = battle()
    assert "asked to take" in second.send("undo")["now"]["text"], "the others have seen that a battle began"
    commit(first)
    look(second)
    assert "asked to take" in second.send("close")["now"]["text"]
    for page in (first, third):
        assert not page.send("answer", yes=True)["why"]
        look(second)
    assert "asked to take" not in second.screen["now"]["text"]
    assert all(not commits(room_of(second).session, seat) for seat in (0, 1)), "there is no battle any more"


def test_numbers_go_on_as_everybody_sees_them() -> None:
    first, second, _ = battle()
    length = second.screen["time"]["length"]
    for _ in range(2):
        commit(first)
    assert first.screen["time"]["length"] == length + 2
    assert commit(second)["time"]["length"] == length + 1
    assert second.screen["log"][0]["at"] == length + 1
    assert room_of(second).session.length > length + 1


def test_what_others_have_sealed_stays_when_somebody_takes_back() -> None:
    first, second, _ = battle()
    commit(second)
    commit(first)
    before = room_of(first).session.view(0)
    assert not second.send("undo")["why"]
    look(first)
    session = room_of(second).session
    assert session.inputs[-1].seat == 0, "the move of the other is still there, and nothing of their own"
    assert room_of(first).session.code() == session.code() and room_of(first).session.view(0) == before


def test_one_moment_has_one_number_on_every_screen_and_in_the_record() -> None:
    """What each has sealed is counted apart, for their own eyes; everybody counts what all have seen."""
    pages = battle()
    rng = Random(4)
    for _ in range(60):
        for page in screens_with_choices(list(pages)):
            a_move_of(page, rng)
            look(*pages)
    watcher = visit(link_of(invite(pages[0])))
    session = room_of(watcher).session
    lengths = {room_of(page).moments.length for page in pages}
    assert len(lengths | {session.length}) > 1, "else there is nothing to agree about"
    number = number_of(session, session.length)
    for page in (*pages, watcher):
        moments = room_of(page).moments
        assert moments.name(moments.length).split("+")[0] == number
        seen = shown_to(session, None)
        for at in (one for one in range(1, session.length + 1) if seen[one - 1]):
            assert moments.named(at) == number_of(session, at), "what all have seen has the same number for all"
    assert all("+" not in block["number"] for block in watcher.screen["log"])
    host = pages[0]
    host.send("break-off", sure=True)
    host.send("record", what="json")
    sent = json.loads(next(one for one in reversed(host.traffic) if "tabletop record" in one))
    made = json.loads(sent["content"]["text"])
    assert made["number"] == number and f"at move {number}" in host.screen["now"]["text"]

"""Several screens at one table: one order of moves, people who act at once, and taking back what others have seen."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from depth import draw
from page import Page, room_of
from screens import a_move_of, look, screens_with_choices, state, table_of, ticket, visit

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.content.installed_games import games
from widgets import desk
from widgets.room import News

__all__ = ["state"]  # a folder for each test, and a new store


def test_moves_are_seen_at_all_screens_and_in_one_order() -> None:
    pages = table_of(2)
    for _ in range(20):
        for page in pages:
            if page.screen.get("next"):
                page.send("go-on")
            elif page.buttons() and page.screen["now"]["kind"] == "yours":
                forward = [one for one in page.buttons() if one["do"]["move"][0] != "take-back"]
                page.press(forward[0])
            look(*pages)
        codes = {room_of(page).session.code() for page in pages}
        assert len(codes) == 1
    assert room_of(pages[0]).session.length > 20


def test_two_at_the_same_moment_give_one_move() -> None:
    """The page of the slower one had not heard of the other's move."""
    host, guest = table_of(1)
    twin = visit(ticket(host))  # the host at another screen
    movers = [page for page in (host, twin) if page.screen["now"]["kind"] == "yours"]
    while not movers:
        page = next(page for page in (host, guest, twin) if page.screen.get("next") or page.buttons())
        page.send("go-on") if page.screen.get("next") else page.press(page.buttons()[0])
        look(host, guest, twin)
        movers = [page for page in (host, twin) if page.screen["now"]["kind"] == "yours" and page.buttons()]
    length = room_of(host).session.length
    host.press(host.buttons()[0])
    screen = twin.press(twin.buttons()[-1])
    assert "has changed since" in screen["why"]["text"] and screen["why"]["what"].startswith("Too late: “")
    assert room_of(twin).session.code() == room_of(host).session.code()
    assert room_of(host).session.length > length


def take_one_back(pages: list[Page]) -> tuple[Page, int]:
    """Somebody moves and then wants it back; their page, and how many moves there were before."""
    for _ in range(200):
        page = next(page for page in pages if page.screen.get("next") or page.screen["now"]["kind"] == "yours")
        length = room_of(page).session.length
        if page.screen.get("next"):
            page.send("go-on")
        else:
            page.press(page.buttons()[0])
            look(*pages)
            session = room_of(page).session
            own = session.inputs and session.inputs[-1].seat == page.screen["viewer"]
            seen = any(session.events_at(seat, session.length) for seat in (0, 1) if seat != page.screen["viewer"])
            if own and seen and not session._reveals(session.length) and not page.screen.get("next"):
                page.send("undo")
                look(*pages)
                return page, length
        look(*pages)
    raise AssertionError("nobody could take anything back")


@pytest.mark.parametrize("yes", [True, False])
def test_what_others_have_seen_is_taken_back_if_they_agree(yes: bool) -> None:
    pages = table_of(1)
    asker, before = take_one_back(pages)
    other = next(page for page in pages if page is not asker)
    length = room_of(asker).session.length
    assert f"Waiting for {room_of(asker).name(other.screen['viewer'])}." in asker.screen["now"]["text"]
    assert "wants to take back their last move" in other.screen["now"]["text"]
    other.send("goto", number=0)
    assert other.screen["now"]["kind"] == "past" and "wants to take" in other.screen["now"]["text"], "in the past, too"
    other.press(other.button("Allow" if yes else "No"))
    look(*pages)
    assert room_of(asker).session.length == (before if yes else length)
    assert (asker.screen["now"]["note"] == "Your move was taken back.") == yes
    assert ("said no, so you can't take your move back" in asker.screen["now"]["text"]) == (not yes)
    assert room_of(asker).session.code() == room_of(other).session.code()
    assert "take back their last move" not in other.screen["now"]["text"]


def test_whoever_looks_back_reads_how_far_the_others_are() -> None:
    pages = table_of(1)
    mover = next(page for page in pages if page.screen["now"]["kind"] == "yours")
    other = next(page for page in pages if page is not mover)
    other.send("goto", number=0)
    mover.press(mover.buttons()[0])
    before = other.screen["time"]["length"]
    look(other)
    length = other.screen["time"]["length"]
    assert other.screen["time"]["at"] == 0 and length == room_of(other).moments.length > before
    assert f"of {room_of(other).moments.name(length)}." in other.screen["now"]["text"]


def test_whoever_has_asked_may_let_the_move_stand() -> None:
    """Those who saw it may be away, and never answer."""
    pages = table_of(1)
    asker, _ = take_one_back(pages)
    length = room_of(asker).session.length
    assert "No one is asking you" in asker.send("answer", yes=True)["why"]["text"]
    asker.press(asker.button("Keep the move"))
    look(*pages)
    assert room_of(asker).session.length == length
    for page in pages:
        assert "take" not in page.screen["now"]["text"] and "said no" not in page.screen["now"]["text"]


def test_an_end_by_the_host_withdraws_the_question() -> None:
    """A late yes must not wake a game that is over."""
    pages = table_of(1)
    host = pages[0]
    asker, _ = take_one_back(pages)
    other = next(page for page in pages if page is not asker)
    length = room_of(host).session.length
    host.send("break-off", sure=True)
    look(*pages)
    assert "No one is asking you about taking a move back" in other.send("answer", yes=True)["why"]["text"]
    look(*pages)
    assert all(room_of(page).is_broken_off and room_of(page).session.length == length for page in pages)


def test_whoever_is_asked_and_stands_up_leaves_no_question_behind() -> None:
    pages = table_of(2)
    asker, _ = take_one_back(pages)
    host, other = pages[0], next(page for page in pages[1:] if page is not asker)
    length = room_of(asker).session.length
    host.send("give", chair=other.screen["viewer"], who="open")
    look(*pages)
    assert room_of(asker).session.length == length
    assert "players at the table have changed" in asker.screen["now"]["text"]
    assert not any("wants to take" in page.screen["now"]["text"] for page in pages)


def test_who_asks_twice_keeps_the_answers_that_were_given() -> None:
    pages = table_of(2)
    asker, _ = take_one_back(pages)
    first = next(page for page in pages if "wants to take" in page.screen["now"]["text"])
    first.press(first.button("Allow"))
    look(*pages)
    if "Waiting for" not in asker.screen["now"]["text"]:
        pytest.fail("two were to be asked")
    asker.send("undo")
    look(*pages)
    assert "wants to take" not in first.screen["now"]["text"], "they have said yes"


@pytest.mark.deep
@pytest.mark.parametrize("game", games())
def test_any_game_is_played_at_several_screens(game: str) -> None:
    """Sealed choices, open order, hidden hands, reactions, planning at the same time: one table, whoever moves."""
    seats = max(count for count in load(game).agreement.seats_for({}) if count <= 4)
    pages = table_of(seats - 1, game, seats)
    rng = Random(5)
    for _ in range(draw(30, deep=120)):
        movers = screens_with_choices(pages)
        if not movers:
            assert room_of(pages[0]).session.outcome is not None, [page.screen["now"]["text"] for page in pages]
            break
        page = rng.choice(movers)
        a_move_of(page, rng)
        assert not page.screen["why"], page.screen["why"]
        look(*pages)
        assert len({room_of(one).session.branch(room_of(one).told).code() for one in pages}) == 1
        for seat, one in enumerate(pages):
            assert one.screen["viewer"] == seat and one.screen["kind"] == "table"
    assert room_of(pages[0]).session.length > 20


def at_once() -> tuple[Page, Page]:
    """Two people at two screens who plan at the same time."""
    host, guest = table_of(1, "tamashii", 2)
    for page in (host, guest) * 6:
        session = room_of(page).session
        if not session.game.pace.is_any_order(session.truth):
            page.send("move", move=["done"])
            look(host, guest)
    session = room_of(host).session
    assert session.game.pace.is_any_order(session.truth)
    return host, guest


def a_slide(page: Page) -> list[Any]:
    session = room_of(page).session
    return next(list(move) for move in session.moves(page.screen["viewer"]) if move[0] == "slide")


def test_where_all_act_at_once_a_click_counts_though_others_were_faster() -> None:
    """Whether the page's kernel has heard of it before the click, or hears of it only then; the same click once."""
    host, guest = at_once()
    for heard in (True, False):
        move, seen = a_slide(guest), guest.screen["at"]
        host.send("move", move=a_slide(host))
        if heard:
            look(guest)
        length = room_of(host).session.length
        guest.raw({"do": "move", "at": seen, "seat": 1, "move": move})
        assert not guest.screen["why"] and room_of(guest).session.length == length + 1
        guest.raw({"do": "move", "at": seen, "seat": 1, "move": move})
        assert "has changed since" in guest.screen["why"]["text"] and room_of(guest).session.length == length + 1
        look(host, guest)
    seen = guest.screen["at"]
    host.send("move", move=a_slide(host))
    guest.raw({"do": "undo", "at": seen, "seat": 1})
    assert "has changed since" in guest.screen["why"]["text"], "what was to be taken back may be another move now"


def test_where_all_act_at_once_ones_own_move_is_taken_back_whatever_others_did_since() -> None:
    """It is asked of those who saw it, as ever; what they have done themselves stays."""
    host, guest = at_once()

    def slides(page: Page) -> list[Any]:
        page.send("move", move=a_slide(page))
        look(host, guest)
        return list(room_of(page).session.inputs[-1].move)

    own, others = slides(host), slides(guest)
    host.send("undo")
    look(host, guest)
    assert not host.screen["why"] and f"Waiting for {room_of(host).name(1)}" in host.screen["now"]["text"]
    guest.press(guest.button("Allow"))
    look(host, guest)
    made = [(one.seat, list(one.move)) for one in room_of(host).session.inputs]
    assert (1, others) in made and (0, own) not in made
    assert room_of(guest).session.code() == room_of(host).session.code()


def test_whoever_plays_on_beside_a_wish_does_not_answer_it() -> None:
    """In Tamashii all plan at once: what one does before themselves says nothing about another's wish."""
    host, guest = table_of(1, "tamashii", 2)
    asker, _ = take_one_back([host, guest])
    other = guest if asker is host else host
    before = room_of(other).session.length
    a_move_of(other, Random(1))
    look(host, guest)
    assert room_of(asker).session.length > before
    assert "Waiting for" in asker.screen["now"]["text"], "the wish still stands"
    length = room_of(asker).session.length
    other.press(other.button("Allow"))
    look(host, guest)
    assert room_of(asker).session.length == length - 1
    assert room_of(asker).session.code() == room_of(other).session.code()


def test_a_game_that_goes_on_says_that_the_move_stays() -> None:
    pages = table_of(2)
    asker, _ = take_one_back(pages)
    asked = [page for page in pages if page is not asker and "wants to take" in page.screen["now"]["text"]]
    other = next(page for page in screens_with_choices(pages) if page is not asker)
    a_move_of(other, Random(1))
    look(*pages)
    third = [page for page in asked if page is not other]
    told = [page.screen["now"]["note"] for page in third]
    assert told and all("was not taken back." in note for note in told), "whoever was asked is told"
    assert "went on before everyone agreed" in asker.screen["now"]["text"]
    assert "went on before" not in other.screen["now"]["text"]


@pytest.mark.deep
def test_a_question_that_is_none_is_asked_of_nobody() -> None:
    """In the prologue of Tamashii no trace roll comes between two windows: whoever goes on in one is in neither."""
    host, guest = table_of(1, "tamashii", 2)
    spared = 0
    for _ in range(draw(50, deep=150)):
        session = room_of(host).session
        asking = [page for page in screens_with_choices([host, guest]) if ("done",) in room_of(page).legal()]
        page = asking[0] if asking else screens_with_choices([host, guest])[0]
        before = session.length
        page.send("move", move=["done"]) if asking else a_move_of(page, Random(before))
        look(host, guest)
        session, game = room_of(host).session, room_of(host).game
        if session.outcome is not None:
            break
        assert not [seat for seat in (0, 1) if game.pace.forced_move(session.truth, seat) in session.moves(seat)]
        spared += session.length - before > 1 and session.inputs[-1].move == ("done",)
    assert spared


def test_at_the_end_of_a_day_each_goes_through_a_hand_of_their_own() -> None:
    """In Deck Goes West nobody's cards are another's business then: two at the same moment both count."""
    pages = table_of(2, "deck_goes_west", 3)
    for turn in range(300):
        session = room_of(pages[0]).session
        resting = session.truth.frames[-1][0] == "rest"
        asked = [page for page in pages if page.screen["now"]["kind"] == "yours" and not page.screen.get("next")]
        if resting and len(asked) > 1:
            break
        page = screens_with_choices(pages)[0]
        passing = [move for move in room_of(page).legal() if move[0] == "pass"]
        page.send("move", move=list(passing[0])) if passing and asked else a_move_of(page, Random(turn))
        look(*pages)
    assert resting and len(asked) > 1 and room_of(asked[0]).each_apart
    for page in asked[:2]:  # the second has not seen what the first has done
        before = room_of(page).session.length
        a_move_of(page, Random(1))
        assert not page.screen["why"] and room_of(page).session.length > before
    look(*pages)
    assert len({room_of(page).session.code() for page in pages}) == 1


def test_one_wish_comes_after_the_other() -> None:
    host, guest = table_of(1, "tamashii", 2)
    asker, _ = take_one_back([host, guest])
    other = guest if asker is host else host
    a_move_of(other, Random(1))
    look(host, guest)
    assert "is already asking to take a move back" in other.send("undo")["why"]["text"]
    assert "Waiting for" in asker.screen["now"]["text"]


def twins() -> tuple[Page, Page, Page]:
    """A chair that is open at two screens, and somebody else, when that chair has several moves."""
    host, guest = table_of(1)
    twin = visit(ticket(host))
    for turn in range(60):
        if host.screen["now"]["kind"] == "yours" and len(room_of(host).legal()) > 1:
            return host, twin, guest
        a_move_of(screens_with_choices([host, guest])[0], Random(turn))
        look(host, guest, twin)
    raise AssertionError("the host was never asked")


def test_a_press_meant_for_what_a_chair_has_decided_elsewhere_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The buttons have changed under a hand that was on its way: the next question is not answered by it."""
    monkeypatch.setattr(desk, "LOOK_FIRST", 1000.0)
    host, twin, guest = twins()
    host.send("move", move=list(room_of(host).legal()[0]))
    look(twin, guest)
    length = room_of(twin).session.length
    answer = room_of(twin).legal()
    assert answer and twin.screen["now"]["kind"] == "yours", "the same chair goes on"
    twin.send("move", move=list(answer[0]))
    assert "another screen" in twin.screen["why"]["text"] and room_of(twin).session.length == length
    monkeypatch.setattr(desk, "monotonic", lambda: float("inf"))
    twin.send("move", move=list(answer[0]))
    assert not twin.screen["why"] and room_of(twin).session.length > length, "whoever has looked decides"


def test_where_all_act_at_once_one_chair_decides_once() -> None:
    """Others' presses count though one has not seen what they did; those of the same chair would count twice."""
    _, guest = at_once()
    twin = visit(ticket(guest), "tamashii")
    move, seen = a_slide(twin), twin.screen["at"]
    guest.send("move", move=a_slide(guest))
    length = room_of(guest).session.length
    twin.raw({"do": "move", "at": seen, "seat": 1, "move": move})
    assert "has changed since" in twin.screen["why"]["text"] and room_of(twin).session.length == length


def test_where_all_act_at_once_whoever_writes_later_is_heard_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other's move was written after one had listened and before one's own was."""
    host, guest = at_once()
    twin = visit(ticket(guest), "tamashii")
    host.send("move", move=a_slide(host))
    monkeypatch.setattr(room_of(guest), "catch_up", lambda: News.NONE)
    length = room_of(host).session.length
    guest.send("move", move=a_slide(guest))
    assert not guest.screen["why"] and room_of(guest).session.length == length + 1
    monkeypatch.setattr(room_of(twin), "catch_up", lambda: News.NONE)
    twin.send("move", move=a_slide(twin))
    assert "has changed since" in twin.screen["why"]["text"], "one chair decides once"
    assert room_of(twin).session.length == length + 1

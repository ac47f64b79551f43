"""Several screens at one table: invitations, chairs, who is there, one order of moves, secrets, and taking back."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from page import Page, room_of
from test_curtain import cards_in, hidden

from tabletop_kernel.games import games, load
from tabletop_kernel.saves import CODE_PREFIX
from widgets.app import play
from widgets.shared import store

ADDRESS = "http://tables.example:8866/voila/render/royal_ascension.ipynb"


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))
    store.the_store.cache_clear()
    return tmp_path


def visit(kept: str = "", game: str = "royal_ascension", **options: Any) -> Page:
    """A page with a kernel of its own, and so with a store of its own."""
    store.the_store.cache_clear()
    page = Page(play(game, seed=3, **options), greet=False)
    page.send("hello", link={"play": kept} if kept else {}, address=ADDRESS.replace("royal_ascension", game))
    return page


def ticket(page: Page) -> str:
    return str(page.screen["keep"]["play"])


def look(*pages: Page) -> None:
    """What the bell does between messages."""
    for page in pages:
        page.view._receive.__self__.look_again()


def invite(page: Page) -> dict[str, Any]:
    """What the host's page shows of the way here."""
    return dict(page.send("invite")["drawer"])


def link_of(drawer: dict[str, Any]) -> str:
    return str(drawer["share"]["link"]).partition("#play=")[2]


def chairs(page: Page) -> list[dict[str, Any]]:
    return list(page.send("open", drawer="company")["drawer"]["seats"])


def states(page: Page) -> list[str]:
    return [one["state"] for one in chairs(page)]


def table_of(guests: int, game: str = "royal_ascension", seats: int = 3) -> list[Page]:
    """A host and some guests, each at a screen of their own, after the draft."""
    host = visit(game=game, seats=seats)
    host.send("start", dealt=True)
    link = link_of(invite(host))
    pages = [host]
    for number in range(1, guests + 1):
        guest = visit(link, game)
        guest.send("sit-down", chair=number, name=f"Guest {number}")
        pages.append(guest)
    look(*pages)
    return pages


def test_an_invitation_is_a_link_a_picture_and_a_code() -> None:
    host = visit()
    host.send("start", dealt=True)
    assert CODE_PREFIX in ticket(host)
    drawer = invite(host)
    assert drawer["share"]["link"].startswith(f"{ADDRESS}#play=TJ1.") and drawer["share"]["qr"]
    assert len(drawer["code"]) == 8 and drawer["code"][3] == "-"
    assert invite(host) == drawer, "the same for as long as it is good"


def test_a_guest_looks_on_and_then_sits_down() -> None:
    host = visit()
    host.send("start", dealt=True)
    guest = visit(link_of(invite(host)))
    assert guest.screen["kind"] == "table" and guest.screen["viewer"] is None
    assert "looking on" in guest.send("open", drawer="company")["drawer"]["text"]
    guest.send("sit-down", chair=1, name="Mara")
    assert guest.screen["viewer"] == 1 and ticket(guest).startswith("TT1.")
    look(host)
    assert states(host) == ["here", "there", "bot"] and chairs(host)[1]["person"] == "Mara"
    assert ticket(host).startswith("TT1.") and ticket(host) != ticket(guest)
    again = visit(ticket(guest))
    assert again.screen["viewer"] == 1, "coming back by one's own link, one sits down again"


def test_moves_are_seen_at_all_screens_and_in_one_order() -> None:
    pages = table_of(2)
    for _ in range(60):
        for page in pages:
            if page.screen.get("next"):
                page.send("go-on")
            elif page.buttons() and page.screen["now"]["kind"] == "yours":
                forward = [one for one in page.buttons() if one["do"]["move"][0] != "take-back"]
                page.press(forward[0])
            look(*pages)
        codes = {room_of(page).session.code() for page in pages}
        assert len(codes) == 1
    assert room_of(pages[0]).session.length > 60


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
    assert "moved on" in screen["why"]["text"]
    assert room_of(twin).session.code() == room_of(host).session.code()
    assert room_of(host).session.length > length


def test_nobody_gets_what_they_may_not_see() -> None:
    pages = table_of(2)
    watcher = visit(link_of(invite(pages[0])))
    for _ in range(25):
        for number, page in enumerate((*pages, watcher)):
            viewer = number if number < 3 else None
            assert page.screen["viewer"] == viewer
            told = " ".join(entry.text for entry in room_of(page).session.log(viewer))
            secrets = hidden(page, viewer) - cards_in(told)
            assert secrets
            assert not cards_in(json.dumps(page.screen, ensure_ascii=False)) & secrets
            assert CODE_PREFIX not in json.dumps(page.screen)
        mover = next(page for page in pages if page.screen.get("next") or page.screen["now"]["kind"] == "yours")
        if mover.screen.get("next"):
            mover.send("go-on")
        else:
            mover.press(mover.buttons()[0])
        look(*pages, watcher)


def test_a_save_code_stays_on_the_server_while_others_play() -> None:
    host, guest = table_of(1)
    for page in (host, guest):
        drawer = page.send("open", drawer="save")["drawer"]
        assert drawer["code"] == "" and "others play" in drawer["warning"]
        screen = page.send("branch", number=1)
        assert "others play" in screen["why"]["text"]
        assert CODE_PREFIX not in json.dumps(page.screen)


@pytest.mark.parametrize("link", ["TJ1.", "TJ1.x", "TJ1.AAAAAAAAAAAAAAAAAAAAAA", "TT1.x", "TT1.BBBBBBBBBBBBBBBBBBBBBB"])
def test_a_forged_link_is_a_sentence_and_nothing_else(link: str) -> None:
    table_of(1)
    page = visit(link)
    assert page.screen["now"]["head"] == "Ready to start"
    assert (
        "no longer good" in page.screen["now"]["text"]
        or "link" in page.screen["now"]["text"]
        or "kept" in (page.screen["now"]["text"])
    )


def test_a_withdrawn_invitation_keeps_those_who_are_there() -> None:
    host, guest = table_of(1)
    link = link_of(invite(host))
    late = visit(link)
    host.send("uninvite")
    assert "no longer good" in late.send("sit-down", chair=2)["why"]["text"]
    assert "no longer good" in visit(link).screen["now"]["text"]
    look(guest)
    assert guest.screen["viewer"] == 1


def test_two_guests_want_the_same_chair() -> None:
    host = visit()
    host.send("start", dealt=True)
    link = link_of(invite(host))
    first, second = visit(link), visit(link)
    first.send("sit-down", chair=2)
    assert "moved on" in second.send("sit-down", chair=2)["why"]["text"]
    assert second.screen["viewer"] is None
    assert "is taken" in second.send("sit-down", chair=2)["why"]["text"]
    second.send("sit-down", chair=1)
    assert second.screen["viewer"] == 1


def test_the_host_gives_a_chair_away_and_its_person_looks_on() -> None:
    host, guest = table_of(1)
    host.send("give", chair=1, who="greedy")
    look(guest)
    assert guest.screen["viewer"] is None and states(host) == ["here", "bot", "bot"]
    guest.send("sit-down", chair=1)
    look(host)
    assert guest.screen["viewer"] == 1, "they may sit down again"
    host.send("give", chair=1, who="open")
    look(guest)
    assert states(host)[1] == "open" and guest.screen["viewer"] is None


def test_a_lost_link_is_replaced_and_the_old_one_is_worth_nothing() -> None:
    host, guest = table_of(1)
    old = ticket(guest)
    drawer = host.send("relink", chair=1) and host.send("open", drawer="company")["drawer"]
    new = drawer["seats"][1]["link"].partition("#play=")[2]
    look(guest)
    assert guest.screen["viewer"] is None, "the page with the old link only looks on"
    assert "another machine, or too long ago" in visit(old).screen["now"]["text"]
    assert visit(new).screen["viewer"] == 1


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("invite", {}),
        ("uninvite", {}),
        ("give", {"chair": 0, "who": "open"}),
        ("relink", {"chair": 0}),
        ("stand-up", {"chair": 0}),
        ("sit-down", {"chair": 0}),
        ("sit-down", {"chair": 2}),
        ("answer", {"yes": True}),
        ("behind", {"on": True}),
    ],
)
def test_a_guest_does_nothing_that_is_the_hosts(do: str, fields: dict[str, Any]) -> None:
    host, guest = table_of(1)
    before = json.dumps([str(chair) for chair in room_of(host).seats])
    screen = guest.send(do, **fields)
    assert screen["why"]["text"], "a sentence"
    look(host)
    assert json.dumps([str(chair) for chair in room_of(host).seats]) == before
    assert host.screen["viewer"] == 0 and guest.screen["viewer"] == 1


def test_an_empty_chair_is_waited_for() -> None:
    host, guest = table_of(1)
    guest.send("stand-up", chair=1)
    look(host)
    for _ in range(40):
        if 1 in room_of(host).session.asked:
            break
        host.send("go-on") if host.screen.get("next") else host.press(host.buttons()[0])
    assert "nobody on the chair yet" in host.screen["now"]["text"]


def test_bots_are_played_by_one_page_and_by_another_when_it_falls_silent(monkeypatch) -> None:
    host, guest = table_of(1)
    now = store.time.time()
    for _ in range(60):
        pages = [page for page in (host, guest) if page.screen.get("next")]
        assert len(pages) <= 1
        if pages:
            break
        page = next(page for page in (host, guest) if page.screen["now"]["kind"] == "yours")
        page.press(page.buttons()[0])
        look(host, guest)
    silent = pages[0]
    other = guest if silent is host else host
    monkeypatch.setattr(store.time, "time", lambda: now + 3600)
    look(other)
    assert other.screen.get("next"), "whoever is still there goes on with them"


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
            if own and seen and not session._final(session.length) and not page.screen.get("next"):
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
    assert "wait for an answer" in asker.screen["now"]["text"]
    assert "would like to take the last move back" in other.screen["now"]["text"]
    other.press(other.button("Allow it" if yes else "No"))
    look(*pages)
    assert room_of(asker).session.length == (before if yes else length)
    assert room_of(asker).session.code() == room_of(other).session.code()
    assert "take the last move back" not in other.screen["now"]["text"]


def test_a_guest_may_bring_two_people() -> None:
    """Hot seat and several browsers mixed: two friends share a screen, and a curtain falls between them only."""
    host = visit(seats=3)
    host.send("sit", chair=1, who="person")
    host.send("start", dealt=True)
    host.send("lift")
    guest = visit(link_of(invite(host)))
    guest.send("sit-down", chair=2)
    look(host)
    assert states(host) == ["here", "here", "there"] and states(guest) == ["there", "there", "here"]
    assert guest.screen["kind"] == "table" and guest.screen["viewer"] == 2
    assert host.screen["kind"] == "curtain" or host.screen["viewer"] in (0, 1)


def test_looking_on_one_round_behind() -> None:
    pages = table_of(2)
    watcher = visit(link_of(invite(pages[0])))
    for _ in range(40):
        mover = next(page for page in pages if page.screen.get("next") or page.screen["now"]["kind"] == "yours")
        mover.send("go-on") if mover.screen.get("next") else mover.press(mover.buttons()[0])
        look(*pages, watcher)
    watcher.send("behind", on=True)
    session = room_of(watcher).session
    assert session.at_input < session.length == room_of(pages[0]).session.length
    watcher.send("behind", on=False)
    assert session.at_input == session.length


def test_a_cut_wire_changes_nothing_and_says_so(monkeypatch) -> None:
    host, guest = table_of(1)
    mover = next(page for page in (host, guest) if page.screen["now"]["kind"] == "yours")
    length = room_of(mover).session.length

    def fail(self: store.Store, *given: object) -> None:
        raise store.CannotKeep("its database does not answer")

    monkeypatch.setattr(store.Store, "append", fail)
    screen = mover.press(mover.buttons()[0])
    assert "cannot be reached just now" in screen["why"]["text"] and "nothing was changed" in screen["why"]["text"]
    assert room_of(mover).session.length == length
    monkeypatch.undo()


def test_friends_at_other_screens_are_part_of_the_set_up() -> None:
    host = visit(seats=3)
    host.send("sit", chair=1, who="open")
    assert host.screen["now"]["text"].startswith("You and 1 friend at another screen play against 1 bot.")
    host.send("start", dealt=True)
    drawer = host.screen["drawer"]
    assert drawer["kind"] == "company" and [one["state"] for one in drawer["seats"]] == ["here", "open", "bot"]
    assert ticket(host).startswith("TT1.")


def test_the_same_people_play_again() -> None:
    host, guest = table_of(1)
    screen = guest.send("again")
    assert "Only the host" in screen["why"]["text"]
    before = room_of(host).session.code()
    host.send("again")
    look(guest)
    assert room_of(guest).session.code() == room_of(host).session.code() != before
    assert states(host) == ["here", "there", "bot"] and guest.screen["viewer"] == 1
    host.send("start")
    look(guest)
    assert states(host) == ["here", "there", "bot"] and guest.screen["viewer"] == 1


def test_where_a_token_lets_people_run_code_the_host_is_asked_first(monkeypatch) -> None:
    monkeypatch.setenv("BINDER_LAUNCH_HOST", "https://mybinder.example/")
    host = visit()
    host.send("start", dealt=True)
    drawer = host.send("open", drawer="company")["drawer"]
    assert "may run any code here" in drawer["warning"]
    assert "may run any code here" in host.send("invite")["why"]["text"] and CODE_PREFIX in ticket(host)
    drawer = host.press(drawer["buttons"][0])["drawer"]
    assert drawer["code"] and drawer["share"]["qr"] is None and "token" in drawer["share"]["note"]


def screens_with_choices(pages: list[Page]) -> list[Page]:
    return [page for page in pages if page.screen.get("next") or (page.screen["now"]["kind"] == "yours")]


def a_move_of(page: Page, rng: Random) -> None:
    """Whatever can be done at a screen: bots go on, or one of the moves that are offered."""
    if page.screen.get("next"):
        page.send("go-on")
        return
    room = room_of(page)
    forward = [move for move in room.legal() if move[0] != "take-back"]
    page.send("move", move=list(rng.choice(forward)))


@pytest.mark.parametrize("game", games())
def test_any_game_is_played_at_several_screens(game: str) -> None:
    """Sealed choices, open order, hidden hands, reactions, planning at the same time: one table, whoever moves."""
    seats = max(count for count in load(game).seats_for({}) if count <= 4)
    pages = table_of(seats - 1, game, seats)
    rng = Random(5)
    for _ in range(60):
        movers = screens_with_choices(pages)
        if not movers:
            assert room_of(pages[0]).session.outcome is not None, [page.screen["now"]["text"] for page in pages]
            break
        page = rng.choice(movers)
        a_move_of(page, rng)
        assert not page.screen["why"], page.screen["why"]
        look(*pages)
        assert len({room_of(one).session.code() for one in pages}) == 1
        for seat, one in enumerate(pages):
            assert one.screen["viewer"] == seat and one.screen["kind"] == "table"
    assert room_of(pages[0]).session.length > 20

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
from widgets.app import play, rulings
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


def test_before_the_start_nobody_is_invited_and_the_drawer_says_so() -> None:
    host = visit()
    drawer = host.send("open", drawer="company")["drawer"]
    assert "Start the game first" in drawer["text"] and [one["text"] for one in drawer["buttons"]] == ["Start"]
    assert "trouble" not in drawer
    assert "Start the game first" in host.send("invite")["drawer"]["trouble"], "in sight, though a drawer is open"


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
    assert "You are looking on." in guest.screen["now"]["text"]
    assert "notes" not in guest.screen["tools"] and not guest.screen["time"]["undo"]
    assert "looking on" in guest.press(guest.button("Sit down"))["drawer"]["text"]
    guest.send("sit-down", chair=1, name="Mara")
    assert guest.screen["viewer"] == 1 and ticket(guest).startswith("TT1.")
    look(host)
    assert states(host) == ["here", "there", "bot"] and chairs(host)[1]["person"] == "Mara"
    assert ticket(host).startswith("TT1.") and ticket(host) != ticket(guest)
    again = visit(ticket(guest))
    assert again.screen["viewer"] == 1, "coming back by one's own link, one sits down again"


def test_who_comes_back_without_their_link_is_told_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the code one only looks on: a chair is not given to whoever says that it is theirs."""
    host, guest = table_of(1)
    assert next(page for page in (host, guest) if page.screen["now"]["kind"] == "wait").screen["now"]["head"] == (
        "Waiting for others"
    )
    again = visit(link_of(invite(host)))
    assert "history" not in again.send("open", drawer="company")["drawer"]["text"], "everybody is there"
    state = type(room_of(again))._state
    monkeypatch.setattr(type(room_of(again)), "_state", lambda room, seat: "away" if seat == 1 else state(room, seat))
    told = again.send("open", drawer="company")["drawer"]
    assert "history of this browser" in told["text"] and not told["seats"][1]["buttons"]


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


def test_two_windows_of_the_host_are_one_host() -> None:
    """What is done in one of them holds in the other, and neither shows what is no longer true."""
    host, guest = table_of(1)
    twin = visit(ticket(host))
    code = invite(twin)["code"]
    assert invite(host)["code"] == code and twin.screen["viewer"] == host.screen["viewer"] == 0
    twin.send("give", chair=2, who="open")
    look(host, guest)
    assert states(host) == states(twin) == ["here", "there", "open"]
    for chair, page in ((1, host), (2, twin)):  # both at the same moment: each chair is given once
        page.send("give", chair=chair, who="greedy")
    look(host, twin, guest)
    assert states(host) == states(twin) == ["here", "bot", "bot"] and guest.screen["viewer"] is None
    host.send("uninvite")
    look(twin)
    drawer = twin.send("open", drawer="company")["drawer"]
    assert "code" not in drawer and [button["do"]["do"] for button in drawer["buttons"]] == ["invite"]
    assert invite(twin)["code"] != code


def test_two_guests_want_the_same_chair() -> None:
    host = visit()
    host.send("start", dealt=True)
    link = link_of(invite(host))
    first, second = visit(link), visit(link)
    first.send("sit-down", chair=2)
    assert second.send("sit-down", chair=2)["why"]["text"] == "Thaddeus is taken."
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
    assert "has given your chair" in guest.screen["now"]["text"]


def test_a_lost_link_is_replaced_and_the_old_one_is_worth_nothing() -> None:
    host, guest = table_of(1)
    old = ticket(guest)
    drawer = host.send("relink", chair=1) and host.send("open", drawer="company")["drawer"]
    new = drawer["seats"][1]["link"].partition("#play=")[2]
    look(guest)
    assert guest.screen["viewer"] is None, "the page with the old link only looks on"
    assert "was given to another link" in guest.screen["now"]["text"]
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
    assert f"and wait for {room_of(asker).name(other.screen['viewer'])}." in asker.screen["now"]["text"]
    assert "would like to take their own last move back" in other.screen["now"]["text"]
    other.press(other.button("Allow it" if yes else "No"))
    look(*pages)
    assert room_of(asker).session.length == (before if yes else length)
    assert (asker.screen["now"]["note"] == "Your move is taken back.") == yes
    assert ("said no: your move stays" in asker.screen["now"]["text"]) == (not yes)
    assert room_of(asker).session.code() == room_of(other).session.code()
    assert "take their own last move back" not in other.screen["now"]["text"]


def test_whoever_has_asked_may_let_the_move_stand() -> None:
    """Those who saw it may be away, and never answer."""
    pages = table_of(1)
    asker, _ = take_one_back(pages)
    length = room_of(asker).session.length
    assert "Nobody asks you for that" in asker.send("answer", yes=True)["why"]["text"]
    asker.press(asker.button("Let the move stand"))
    look(*pages)
    assert room_of(asker).session.length == length
    for page in pages:
        assert "take" not in page.screen["now"]["text"] and "said no" not in page.screen["now"]["text"]


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
    assert "one turn behind" in watcher.screen["now"]["text"]
    assert [one["text"] for one in watcher.screen["now"]["buttons"]] == ["Look on as it happens"]
    session = room_of(watcher).session
    assert session.at_input < session.length == room_of(pages[0]).session.length
    began, rng = session.at_input, Random(5)
    for _ in range(60):
        if not (movers := screens_with_choices(pages)):
            break
        a_move_of(movers[0], rng)
        look(*pages, watcher)
    session = room_of(watcher).session
    assert began < session.at_input, "it goes on, one round behind"
    watcher.send("behind", on=False)
    assert session.at_input == session.length


def test_whoever_sits_down_sees_the_table_as_it_stands() -> None:
    pages = table_of(1)
    watcher = visit(link_of(invite(pages[0])))
    for _ in range(40):
        mover = next(page for page in pages if page.screen.get("next") or page.screen["now"]["kind"] == "yours")
        mover.send("go-on") if mover.screen.get("next") else mover.press(mover.buttons()[0])
        look(*pages, watcher)
    watcher.send("behind", on=True)
    assert watcher.screen["now"]["kind"] == "past"
    watcher.send("sit-down", chair=2)
    assert watcher.screen["now"]["kind"] != "past" and watcher.screen["viewer"] == 2


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


def test_a_table_whose_host_is_away_finds_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only then, only somebody who plays, and whoever was the host is it still when they come back."""
    host, guest = table_of(1)
    assert "Host this table" not in [one["text"] for one in guest.send("open", drawer="company")["drawer"]["buttons"]]
    assert "is there" in guest.send("take-over")["drawer"]["trouble"]
    room, back = room_of(guest), ticket(host)
    monkeypatch.setattr(type(room), "_there", property(lambda room: (), lambda room, there: None))
    drawer = guest.send("open", drawer="company")["drawer"]
    assert "host of this table is away" in drawer["text"] and not drawer["seats"][0]["buttons"]
    watcher = visit(link_of(invite(host)))
    assert "trouble" in watcher.send("take-over")["drawer"], "who only looks on does not"
    drawer = guest.press(drawer["buttons"][-1])["drawer"]
    assert [one["text"] for one in drawer["seats"][0]["buttons"]][:1] == ["New link"] and drawer["code"]
    assert room_of(visit(ticket(guest)))._is_host and room_of(visit(back))._is_host


def at_once() -> tuple[Page, Page]:
    """Two people at two screens who plan at the same time."""
    host, guest = table_of(1, "tamashii", 2)
    for page in (host, guest) * 6:
        session = room_of(page).session
        if not session.game.any_order(session.truth):
            page.send("move", move=["done"])
            look(host, guest)
    session = room_of(host).session
    assert session.game.any_order(session.truth)
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
        assert "has moved on" in guest.screen["why"]["text"] and room_of(guest).session.length == length + 1
        look(host, guest)
    seen = guest.screen["at"]
    host.send("move", move=a_slide(host))
    guest.raw({"do": "undo", "at": seen, "seat": 1})
    assert "has moved on" in guest.screen["why"]["text"], "what was to be taken back may be another move now"


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
    assert not host.screen["why"] and f"wait for {room_of(host).name(1)}" in host.screen["now"]["text"]
    guest.press(guest.button("Allow it"))
    look(host, guest)
    made = [(one.seat, list(one.move)) for one in room_of(host).session.inputs]
    assert (1, others) in made and (0, own) not in made
    assert room_of(guest).session.code() == room_of(host).session.code()


def test_whom_the_table_waits_for_in_vain_is_said_once() -> None:
    host = visit(seats=3)
    for chair in (1, 2):
        host.send("sit", chair=chair, who="open")
    host.send("start", dealt=True)
    room = room_of(host)
    asked = property(lambda session: (1, 2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(room.session), "asked", asked)
        said = room.waiting_for()
    assert said.endswith("have nobody on their chairs yet.") and said.count("chair") == 1 and " and " in said


def test_a_chair_that_was_given_up_at_the_hosts_screen_can_be_taken_again_there() -> None:
    """Others sit at that screen still. A guest with a chair is offered no second one."""
    host = visit(seats=3)
    for chair in (0, 1):
        host.send("sit", chair=chair, who="person")
    host.send("start", dealt=True)
    host.send("lift")
    guest = visit(link_of(invite(host)))
    guest.send("sit-down", chair=2, name="Cleo")
    look(host)
    host.send("give", chair=1, who="open")
    sit = [one for one in chairs(host)[1]["buttons"] if one["text"] == "Sit down here"]
    look(guest)
    assert not any(one["text"] == "Sit down here" for seat in chairs(guest) for one in seat["buttons"])
    assert "have a chair" in guest.send("sit-down", chair=1, name="Cleo")["why"]["text"]
    host.press(sit[0])
    assert room_of(host)._people == [0, 1]


def test_a_host_who_has_reloaded_deals_again_and_everybody_keeps_their_chair() -> None:
    host, one, other = table_of(2)
    back = visit(ticket(host))
    assert back.screen["viewer"] == 0
    back.send("again")
    look(one, other)
    assert [page.screen["viewer"] for page in (back, one, other)] == [0, 1, 2]
    assert states(back) == ["here", "there", "there"]


# -- a wish to take back, and a new game, are not passed over in silence -----------------------------------------------


def test_whoever_plays_on_beside_a_wish_does_not_answer_it() -> None:
    """In Tamashii all plan at once: what one does before themselves says nothing about another's wish."""
    host, guest = table_of(1, "tamashii", 2)
    asker, _ = take_one_back([host, guest])
    other = guest if asker is host else host
    before = room_of(other).session.length
    a_move_of(other, Random(1))
    look(host, guest)
    assert room_of(asker).session.length > before
    assert "and wait for" in asker.screen["now"]["text"], "the wish still stands"
    length = room_of(asker).session.length
    other.press(other.button("Allow it"))
    look(host, guest)
    assert room_of(asker).session.length == length - 1
    assert room_of(asker).session.code() == room_of(other).session.code()


def test_a_game_that_goes_on_says_that_the_move_stays() -> None:
    pages = table_of(1)
    asker, _ = take_one_back(pages)
    other = next(page for page in pages if page is not asker)
    a_move_of(other, Random(1))
    look(*pages)
    assert "gone on before all had allowed it" in asker.screen["now"]["text"]
    assert "gone on before" not in other.screen["now"]["text"]


def test_a_new_game_among_others_is_asked_about_and_told() -> None:
    host, guest = table_of(1)
    assert "gone for everybody" in host.send("open", drawer="setup")["drawer"]["loses"]
    assert "loses" not in guest.send("open", drawer="setup")["drawer"]
    host.send("start", dealt=True)
    look(guest)
    assert "host of this table has dealt again" in guest.screen["now"]["note"] and not host.screen["now"]["note"]
    for _ in range(60):
        if any(made.seat == 1 for made in room_of(guest).session.inputs[room_of(guest)._noticed_at :]):
            break
        a_move_of(screens_with_choices([host, guest])[0], Random(1))
        look(host, guest)
    assert not guest.screen["now"]["note"], "whoever has moved since knows it"
    alone = visit()
    alone.send("start", dealt=True)
    assert "loses" not in alone.send("open", drawer="setup")["drawer"]


def test_nobody_gets_a_chair_unnoticed() -> None:
    host, guest = table_of(1)
    late = visit(link_of(invite(host)))
    late.send("sit-down", chair=2, name="Mara")
    look(host, guest)
    said = guest.screen["now"]["note"]
    assert said.startswith("Mara plays ") and host.screen["now"]["note"] == said
    assert not late.screen["now"]["note"], "whoever sits down knows it"
    host.send("give", chair=2, who="greedy")
    look(host, guest)
    assert guest.screen["now"]["note"].endswith("is a bot now.")


def test_a_question_that_is_none_is_asked_of_nobody() -> None:
    """In the prologue of Tamashii no trace roll comes between two windows: whoever goes on in one is in neither."""
    host, guest = table_of(1, "tamashii", 2)
    spared = 0
    for _ in range(150):
        session = room_of(host).session
        asking = [page for page in screens_with_choices([host, guest]) if ("done",) in room_of(page).legal()]
        page = asking[0] if asking else screens_with_choices([host, guest])[0]
        before = session.length
        page.send("move", move=["done"]) if asking else a_move_of(page, Random(before))
        look(host, guest)
        session, game = room_of(host).session, room_of(host).game
        if session.outcome is not None:
            break
        assert not [seat for seat in (0, 1) if game.formal(session.truth, seat) in session.moves(seat)]
        spared += session.length - before > 1 and session.inputs[-1].move == ("done",)
    assert spared


def test_a_new_game_is_offered_to_those_who_may_deal_it() -> None:
    host, guest = table_of(1, "the_north", 2)
    for turn in range(900):
        if room_of(host).session.outcome is not None:
            break
        a_move_of(screens_with_choices([host, guest])[0], Random(turn))
        look(host, guest)
    assert host.screen["now"]["kind"] == guest.screen["now"]["kind"] == "over"
    offered = [[one["text"] for one in page.screen["now"]["buttons"]] for page in (host, guest)]
    assert "Play again" in offered[0] and "Play again" not in offered[1] and offered[1]


def test_whoever_comes_back_by_the_invitation_in_the_same_browser_sits_down_again() -> None:
    host, guest = table_of(1)
    link, kept = link_of(invite(host)), ticket(guest)
    store.the_store.cache_clear()
    again = Page(play("royal_ascension", seed=3), greet=False)
    again.send("hello", link={"play": link, "sat": kept}, address=ADDRESS)
    assert again.screen["viewer"] is None, "nobody sits down without wanting to"
    text = f"Sit down again as {room_of(guest).name(1)}"
    assert again.press(again.button(text))["viewer"] == 1 and ticket(again) == kept
    for forged in (f"TT1.{'x' * 22}", "nonsense", ticket(table_of(1)[1])):
        other = Page(play("royal_ascension", seed=3), greet=False)
        other.send("hello", link={"play": link, "sat": forged}, address=ADDRESS)
        assert not [one for one in other.buttons() if "again" in one["text"]]
        assert "No chair at this table is yours" in other.send("sit-again")["why"]["text"]


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


def test_a_link_of_no_use_says_so_where_a_game_is_agreed_on() -> None:
    page = Page(rulings("royal_ascension"), greet=False)
    page.send("hello", link={"table": f"TT1.{'x' * 22}"}, address=ADDRESS)
    assert "leads to no table here any more" in page.screen["setup"]["said"]


def test_whoever_has_lost_a_chair_reads_who_has_it() -> None:
    host, guest = table_of(1)
    host.send("give", chair=1, who="greedy")
    look(guest)
    assert "given your chair to a bot" in guest.screen["now"]["text"]
    guest.send("sit-down", chair=1, name="Guest")
    look(host, guest)
    assert guest.screen["viewer"] == 1 and not guest.screen["now"]["note"], "and who sits there again has it"


def test_one_wish_comes_after_the_other() -> None:
    host, guest = table_of(1, "tamashii", 2)
    asker, _ = take_one_back([host, guest])
    other = guest if asker is host else host
    a_move_of(other, Random(1))
    look(host, guest)
    assert "asks to take a move back already" in other.send("undo")["why"]["text"]
    assert "and wait for" in asker.screen["now"]["text"]

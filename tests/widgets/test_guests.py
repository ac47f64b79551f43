"""Several screens at one table: invitations, chairs, who is there, what nobody may see, and new games."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random

import pytest
from page import Page, late, room_of
from screens import (
    ADDRESS,
    a_move_of,
    chairs,
    invite,
    link_of,
    look,
    screens_with_choices,
    state,
    states,
    table_of,
    ticket,
    visit,
)
from test_curtain import cards_in, hidden

from tabletop_kernel.table.saves import CODE_PREFIX
from widgets.app import play, rulings
from widgets.log import of_others
from widgets.shared import store
from widgets.shared.bell import LocalBell
from widgets.shared.following import Follower

__all__ = ["state"]  # a folder for each test, and a new store


def test_seats_and_the_code_for_friends_are_one_step_from_the_start() -> None:
    host = visit(seed=None)
    drawer = host.press(host.button("Play with friends"))["drawer"]
    assert "How many seats?" in drawer["text"]
    assert [one["text"] for one in drawer["buttons"]] == ["3 seats", "4 seats"]
    before = room_of(host).session.seed
    drawer = host.press(next(one for one in drawer["buttons"] if one["text"] == "3 seats"))["drawer"]
    assert len(drawer["code"]) == 8 and [one["state"] for one in drawer["seats"]] == ["here", "open", "open"]
    assert room_of(host).session.seed != before, "nobody knows what is to come"
    guest = visit(link_of(drawer))
    guest.send("sit-down", chair=2, name="Mara")
    assert guest.screen["viewer"] == 2
    assert "has started" in host.send("with-friends", count=2)["why"]["text"]
    fresh = visit()
    assert "Start the game first" in fresh.send("invite")["why"]["text"]
    assert "a table for 99" in fresh.send("with-friends", count=99)["why"]["text"]
    fresh.send("project", on=True)
    assert fresh.send("with-friends", count=2)["why"] and not room_of(fresh).started


def test_whoever_closes_their_page_is_away_at_once_and_everybody_reads_it() -> None:
    host, guest = table_of(1)
    places = [room_of(page)._keeping.place for page in (host, guest)]
    stores = [room_of(page)._keeping.table.store for page in (host, guest)]
    for store_, place in zip(stores, places, strict=True):
        store_.arrive(room_of(host)._keeping.table.place.table, place, 0, 1000.0)
    look(host)
    assert states(host)[1] == "there"
    closing = Follower(stores[1], LocalBell())
    closing.follow(room_of(guest)._keeping.table.place.table, places[1], lambda: None)
    closing.farewell()
    look(host)
    assert states(host)[1] == "away" and "(Guest 1) has left." in host.screen["now"]["note"]
    stores[1].arrive(room_of(guest)._keeping.table.place.table, places[1], 0, 1000.0)
    look(host)
    assert states(host)[1] == "there" and "(Guest 1) is back." in host.screen["now"]["note"]


def test_a_kernel_that_ends_says_farewell(state) -> None:
    """As when its page is closed: a process of its own, which comes to a table and ends."""
    host, _ = table_of(1)
    table = room_of(host)._keeping.table
    script = (
        "from widgets.shared.following import follower; from widgets.shared.store import the_store; "
        f"follower(the_store()).follow({table.place.table!r}, 'elsewhere', print); "
        f"assert any(one.place == 'elsewhere' for one in the_store().present({table.place.table!r}))"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
    assert not any(one.place == "elsewhere" for one in table.store.present(table.place.table))


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
    assert "You are watching." in guest.screen["now"]["text"]
    assert "notes" not in guest.screen["tools"] and not guest.screen["time"]["undo"]
    assert "You are watching" in guest.press(guest.button("Sit down"))["drawer"]["text"]
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
    assert "this browser's history" in told["text"] and not told["seats"][1]["buttons"]


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
        assert drawer["code"] == "" and "others have joined" in drawer["warning"]
        screen = page.send("branch", number=1)
        assert "others have joined" in screen["why"]["text"]
        past = page.send("goto", number=0)
        assert past["now"]["kind"] == "past" and [one["do"]["do"] for one in past["now"]["buttons"]] == ["goto"]
        assert not past["time"]["branches"], "what is refused is not offered"
        page.send("goto", number=past["time"]["length"])
        assert CODE_PREFIX not in json.dumps(page.screen)


@pytest.mark.parametrize("link", ["TJ1.", "TJ1.x", "TJ1.AAAAAAAAAAAAAAAAAAAAAA", "TT1.x", "TT1.BBBBBBBBBBBBBBBBBBBBBB"])
def test_a_forged_link_is_a_sentence_and_nothing_else(link: str) -> None:
    table_of(1)
    page = visit(link)
    assert page.screen["now"]["head"] == "Ready to start"
    assert (
        "no longer valid" in page.screen["now"]["text"]
        or "link" in page.screen["now"]["text"]
        or "kept" in (page.screen["now"]["text"])
    )


def test_a_withdrawn_invitation_keeps_those_who_are_there() -> None:
    host, guest = table_of(1)
    link = link_of(invite(host))
    late = visit(link)
    host.send("uninvite")
    assert "no longer valid" in late.send("sit-down", chair=2)["why"]["text"]
    assert "no longer valid" in visit(link).screen["now"]["text"]
    look(guest)
    assert guest.screen["viewer"] == 1


def test_whose_chair_was_given_to_a_bot_sits_down_again_only_while_others_are_invited() -> None:
    host, guest = table_of(1)
    host.send("give", chair=1, who="greedy")
    look(guest)
    assert "Sit down here" in texts_of_chairs(guest)
    host.send("uninvite")
    look(guest)
    assert "Sit down here" not in texts_of_chairs(guest)
    assert "has stopped inviting" in guest.send("sit-down", chair=1)["why"]["text"] and states(host)[1] == "bot"
    host.send("give", chair=1, who="open")
    look(guest)
    guest.send("sit-down", chair=1)
    assert guest.screen["viewer"] == 1, "a chair that is kept free is for whoever has a way here"


def texts_of_chairs(page: Page) -> list[str]:
    seats = page.send("open", drawer="company")["drawer"]["seats"]
    return [button["text"] for seat in seats for button in seat["buttons"]]


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
    assert "code" not in drawer and [button["do"]["do"] for button in drawer["buttons"]] == ["invite", "break-off"]
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
    assert "gave your seat" in guest.screen["now"]["text"]


def test_a_lost_link_is_replaced_and_the_old_one_is_worth_nothing() -> None:
    host, guest = table_of(1)
    old = ticket(guest)
    drawer = host.send("relink", chair=1) and host.send("open", drawer="company")["drawer"]
    new = drawer["seats"][1]["link"].partition("#play=")[2]
    look(guest)
    assert guest.screen["viewer"] is None, "the page with the old link only looks on"
    assert "now has a new link" in guest.screen["now"]["text"]
    assert "been replaced or expired" in visit(old).screen["now"]["text"]
    assert visit(new).screen["viewer"] == 1


def test_a_guest_does_nothing_that_is_the_hosts() -> None:
    host, guest = table_of(1)
    before = [str(chair) for chair in room_of(host).seats]
    for do, fields in (
        ("invite", {}),
        ("uninvite", {}),
        ("give", {"chair": 0, "who": "open"}),
        ("relink", {"chair": 0}),
        ("stand-up", {"chair": 0}),
        ("sit-down", {"chair": 0}),
        ("sit-down", {"chair": 2}),
        ("answer", {"yes": True}),
        ("behind", {"on": True}),
    ):
        assert not guest.send("close")["why"]
        assert guest.send(do, **fields)["why"]["text"], do
        look(host)
        assert [str(chair) for chair in room_of(host).seats] == before, do
        assert host.screen["viewer"] == 0 and guest.screen["viewer"] == 1


def test_an_empty_chair_is_waited_for() -> None:
    host, guest = table_of(1)
    guest.send("stand-up", chair=1)
    look(host)
    for _ in range(40):
        if 1 in room_of(host).session.asked:
            break
        host.send("go-on") if host.screen.get("next") else host.press(host.buttons()[0])
    assert "has no player yet" in host.screen["now"]["text"]


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
    pages = table_of(2, kept=late(left=100))
    watcher = visit(link_of(invite(pages[0])))
    watcher.send("behind", on=True)
    assert "one turn behind" in watcher.screen["now"]["text"]
    assert [one["text"] for one in watcher.screen["now"]["buttons"]] == ["Watch live"]
    session = room_of(watcher).session
    assert session.at_input < session.length == room_of(pages[0]).session.length
    began, rng = session.at_input, Random(5)
    while room_of(watcher).session.at_input <= began and (movers := screens_with_choices(pages)):
        a_move_of(movers[0], rng)
        look(*pages, watcher)
    session = room_of(watcher).session
    assert began < session.at_input < session.length, "it goes on, one round behind"
    watcher.send("behind", on=False)
    assert session.at_input == session.length


def test_whoever_sits_down_sees_the_table_as_it_stands() -> None:
    pages = table_of(1, kept=late(left=100))
    watcher = visit(link_of(invite(pages[0])))
    watcher.send("behind", on=True)
    assert watcher.screen["now"]["kind"] == "past"
    watcher.send("sit-down", chair=2)
    assert watcher.screen["now"]["kind"] != "past" and watcher.screen["viewer"] == 2


def test_a_cut_wire_changes_nothing_and_says_so(monkeypatch) -> None:
    host, guest = table_of(1)
    mover = next(page for page in (host, guest) if page.screen["now"]["kind"] == "yours")
    length = room_of(mover).session.length

    def fail(self: store.Store, *given: object) -> None:
        raise store.CannotKeep("its database isn't responding")

    monkeypatch.setattr(store.Store, "append", fail)
    screen = mover.press(mover.buttons()[0])
    assert "can't reach the table right now" in screen["why"]["text"] and "Nothing has changed" in screen["why"]["text"]
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
    assert "can run any code here" in drawer["warning"]
    assert "can run any code here" in host.send("invite")["why"]["text"] and CODE_PREFIX in ticket(host)
    drawer = host.press(drawer["buttons"][0])["drawer"]
    assert drawer["code"] and drawer["share"]["qr"] is None and "token" in drawer["share"]["note"]


def test_a_table_whose_host_is_away_finds_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only then, only somebody who plays, and whoever was the host is it still when they come back."""
    host, guest = table_of(1)
    assert "Host this table" not in [one["text"] for one in guest.send("open", drawer="company")["drawer"]["buttons"]]
    assert "the host is here" in guest.send("take-over")["drawer"]["trouble"]
    room, back = room_of(guest), ticket(host)
    monkeypatch.setattr(type(room), "_there", property(lambda room: (), lambda room, there: None))
    drawer = guest.send("open", drawer="company")["drawer"]
    assert "The host is away" in drawer["text"] and not drawer["seats"][0]["buttons"]
    watcher = visit(link_of(invite(host)))
    assert "trouble" in watcher.send("take-over")["drawer"], "who only looks on does not"
    drawer = guest.press(drawer["buttons"][-1])["drawer"]
    assert [one["text"] for one in drawer["seats"][0]["buttons"]][:1] == ["New link"] and drawer["code"]
    came_back = visit(back)
    assert room_of(visit(ticket(guest)))._is_host and room_of(came_back)._is_host
    assert "now also hosts this table" in came_back.screen["now"]["text"], "whoever was the host is told"
    guest.send("break-off", sure=True)
    look(came_back)
    name = room_of(came_back).name(1)
    assert f"{name} ended this game early" in came_back.screen["now"]["text"], "and not «the host»"


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
    assert said.endswith("have no players yet.") and said.count("players") == 1 and " and " in said


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
    assert "already have a seat" in guest.send("sit-down", chair=1, name="Cleo")["why"]["text"]
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


def test_a_new_game_among_others_is_asked_about_and_told() -> None:
    host, guest = table_of(1)
    assert "end it for everyone" in host.send("open", drawer="setup")["drawer"]["loses"]
    assert "loses" not in guest.send("open", drawer="setup")["drawer"]
    host.send("start", dealt=True)
    look(guest)
    assert "host has started a new game" in guest.screen["now"]["note"] and not host.screen["now"]["note"]
    for _ in range(60):
        if any(made.seat == 1 for made in room_of(guest).session.inputs[room_of(guest)._noticed_at :]):
            break
        for page in screens_with_choices([host, guest])[:1]:  # on a busy machine the bots may just change screens
            a_move_of(page, Random(1))
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
    assert said.startswith("Mara now plays ") and host.screen["now"]["note"] == said
    assert not late.screen["now"]["note"], "whoever sits down knows it"
    host.send("give", chair=2, who="greedy")
    look(host, guest)
    assert guest.screen["now"]["note"].startswith("A bot now plays ")


def test_a_new_game_is_offered_to_those_who_may_deal_it() -> None:
    host = visit(late("the_north"), "the_north")
    guest = visit(link_of(invite(host)), "the_north")
    guest.send("sit-down", chair=1)
    look(host)
    while movers := screens_with_choices([host, guest]):
        a_move_of(movers[0], Random(1))
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
    offered = [button["text"] for seat in chairs(again) for button in seat["buttons"]]
    assert "Sit down again" in offered, "in the drawer too, which is open when somebody comes"
    again.send("close")
    text = f"Sit down again as {room_of(guest).name(1)}"
    assert again.press(again.button(text))["viewer"] == 1 and ticket(again) == kept
    for forged in (f"TT1.{'x' * 22}", "nonsense", ticket(table_of(1)[1])):
        other = Page(play("royal_ascension", seed=3), greet=False)
        other.send("hello", link={"play": link, "sat": forged}, address=ADDRESS)
        assert not [one for one in other.buttons() if "again" in one["text"]]
        assert "never had a seat at this table" in other.send("sit-again")["why"]["text"]


def test_a_link_of_no_use_says_so_where_a_game_is_agreed_on() -> None:
    page = Page(rulings("royal_ascension"), greet=False)
    page.send("hello", link={"table": f"TT1.{'x' * 22}"}, address=ADDRESS)
    assert "no longer leads to a table" in page.screen["setup"]["said"]


def test_whoever_has_lost_a_chair_reads_who_has_it() -> None:
    host, guest = table_of(1)
    host.send("give", chair=1, who="greedy")
    look(guest)
    assert "gave your seat to a bot" in guest.screen["now"]["text"]
    guest.send("sit-down", chair=1, name="Guest")
    look(host, guest)
    assert guest.screen["viewer"] == 1 and not guest.screen["now"]["note"], "and who sits there again has it"


def test_nobody_who_plays_gets_the_hidden_hand_of_another() -> None:
    """Not by giving it to a bot and sitting down there, and not by standing up first."""
    host, guest = table_of(1, "the_north", 2)
    host.send("give", chair=1, who="greedy")
    look(guest)
    assert not [button for button in chairs(host)[1]["buttons"] if button["do"]["do"] == "sit-down"]
    assert "someone else has played its hand" in host.send("sit-down", chair=1)["drawer"]["trouble"]
    host.send("give", chair=0, who="open")
    assert "someone else has played its hand" in host.send("sit-down", chair=1)["drawer"]["trouble"]
    guest.send("sit-down", chair=1, name="Guest")
    assert guest.screen["viewer"] == 1, "whose it was gets it back"
    newcomer = visit(link_of(invite(host)), "the_north")
    look(host, guest)
    host.send("give", chair=1, who="greedy")
    look(guest, newcomer)
    newcomer.send("sit-down", chair=1)
    assert newcomer.screen["viewer"] == 1, "and somebody who has seen no other hand may go on with it"


def test_what_a_bot_did_on_a_chair_is_not_told_as_of_whoever_comes_later() -> None:
    host = visit("", "the_west_ascendant")
    host.send("start", dealt=True)
    for _ in range(400):
        if any(move.seat == 1 for move in room_of(host).session.inputs) and host.screen["now"]["kind"] == "yours":
            break
        host.send("go-on") if host.screen.get("next") else host.press(host.buttons()[0])
    made = room_of(host).session.length
    guest = visit(link_of(invite(host)), "the_west_ascendant")
    guest.send("sit-down", chair=1, name="Ben")
    look(host)
    for page, name in ((guest, "You "), (host, "Ben ")):
        texts = [line["text"] for block in page.screen["log"] for line in block["lines"]]
        assert any(text.startswith("Player 2 ") for text in texts)
        assert not any(text.startswith(name) for text in texts)
    for _ in range(60):
        if any(move.seat == 1 for move in room_of(guest).session.inputs[made:]):
            break
        for page in (host, guest):
            look(page)
            if page.screen["now"]["kind"] == "yours":
                page.press(page.buttons()[0])
    look(host, guest)
    newest = [block for block in host.screen["log"] if block["at"] > made]
    assert any(line["text"].startswith("Ben ") for block in newest for line in block["lines"])
    guest.send("stand-up", chair=1)
    look(host)
    guest.send("sit-down", chair=1, name="Ben")
    look(host)
    newest = [block for block in host.screen["log"] if block["at"] > made]
    assert any(line["text"].startswith("Ben ") for block in newest for line in block["lines"]), (
        "it was Ben all the same"
    )


@pytest.mark.parametrize(
    ("held", "ranges"),
    [
        ([], ()),
        ([(0, False)], ()),  # before the first move
        ([(7, False)], (range(8),)),
        ([(7, True), (9, False)], (range(8, 10),)),  # one's own, then a bot's
        ([(3, False), (5, True), (9, False)], (range(4), range(6, 10))),
    ],
)
def test_moves_of_others_on_a_chair(held: list[tuple[int, bool]], ranges: tuple[range, ...]) -> None:
    assert of_others(held) == ranges


def test_whoever_has_a_chair_can_say_how_they_are_called() -> None:
    host, guest = table_of(1)
    assert host.send("open", drawer="company")["drawer"]["called"] == ""
    host.send("call-me", name="Ada")
    assert chairs(host)[0]["person"] == "Ada"
    room_of(guest).catch_up()
    assert chairs(guest)[0]["person"] == "Ada", "others read it, too"
    assert host.send("open", drawer="company")["drawer"]["called"] == "Ada"
    watcher = visit(link_of(invite(host)))
    assert "called" not in watcher.send("open", drawer="company")["drawer"]
    guest.send("open", drawer="company")
    for taken in ("ada", chairs(host)[0]["name"]):
        assert "Someone else at this table is called" in guest.send("call-me", name=taken)["drawer"]["trouble"]
    assert "playing at this screen" in watcher.send("call-me", name="Eve")["drawer"]["trouble"]
    assert "drawer" in host.send("call-me", name="x" * 200) and chairs(host)[0]["person"] == "Ada"


def test_what_was_to_be_known_before_friends_were_expected_does_not_tell_their_luck() -> None:
    """The save code of a table that is being set holds all of its luck."""
    alone, host = Page(play("royal_ascension")), Page(play("royal_ascension"))
    for page in (alone, host):
        page.send("players", count=3)
    host.send("sit", chair=1, who="open")
    before = [room_of(page).session.seed for page in (alone, host)]
    for page in (alone, host):
        page.send("start")
    after = [room_of(page).session.seed for page in (alone, host)]
    assert after[0] == before[0], "whoever plays alone has the cards that lay there"
    assert after[1] != before[1]
    chosen = Page(play("royal_ascension", seed=7))
    chosen.send("sit", chair=1, who="open")
    chosen.send("start")
    assert room_of(chosen).session.seed == 7, "a teacher or a designer has chosen it"


def test_a_table_is_dealt_anew_for_those_who_come_unless_somebody_has_decided_something() -> None:
    """The address of a table at one screen holds all that is to come."""
    host = Page(play("royal_ascension", seats=3), greet=False)
    host.send("hello", link={}, address=ADDRESS)
    host.send("start", dealt=True)
    known = room_of(host).session.seed
    drawer = invite(host)
    assert room_of(host).session.seed != known and "may know" not in drawer["text"]
    guest = visit(link_of(drawer))
    assert "may know" not in guest.screen["now"]["text"] + guest.screen["drawer"]["text"]

    noted = Page(play("royal_ascension", seats=3), greet=False)
    noted.send("hello", link={}, address=ADDRESS)
    noted.send("start", dealt=True)
    noted.send("note", mark="idea", text="Kept")
    known = room_of(noted).session.seed
    invite(noted)
    assert room_of(noted).session.seed == known and [one.text for one in room_of(noted).journal.notes] == ["Kept"]

    host = visit(seats=3)
    host.send("start", dealt=True)
    while not room_of(host)._has_decided:
        host.press(host.buttons()[0]) if host.buttons() else host.send("go-on")
    known = room_of(host).session.seed
    guest = visit(link_of(invite(host)))
    assert room_of(guest).session.seed == known
    guest.send("sit-down", chair=1)
    look(host)
    for page in (host, guest):
        assert "may know hidden cards" in page.send("open", drawer="company")["drawer"]["text"]


def test_that_a_game_was_ended_once_is_told_to_whoever_comes_back() -> None:
    host, guest = table_of(1)
    host.send("break-off", sure=True)
    host.send("let-go-on")
    look(guest)
    back = visit(ticket(guest))
    assert "was ended and then resumed" in back.screen["now"]["text"]
    assert "was ended and then resumed" in host.send("open", drawer="company")["drawer"]["text"]


def test_a_new_game_takes_no_answers_that_others_still_write() -> None:
    """Only the host is asked, and only while somebody else may be writing."""
    host, guest = table_of(1)
    host.send("break-off", sure=True)
    look(guest)
    before = room_of(host).session.code()
    asked = host.send("again")["why"]
    assert room_of(guest).name(1) in asked["text"] and room_of(host).session.code() == before
    assert [button["do"]["do"] for button in asked["can"]] == ["move", "open", "again"]
    guest.send("open", drawer="asked")
    guest.send("opinion", chair=1, ratings={}, words={})
    look(host)
    host.send("again")
    assert room_of(host).session.code() != before
    host.send("break-off", sure=True)
    before = room_of(host).session.code()
    host.press(host.send("again")["why"]["can"][-1])
    assert room_of(host).session.code() != before

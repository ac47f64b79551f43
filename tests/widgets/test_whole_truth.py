"""Who may get all of a game: nobody, as long as somebody else knows a hand in it, has known one or is invited to it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from page import Page, room_of
from screens import invite, link_of, look, state, ticket, visit

from tabletop_kernel.table.saves import CODE_PREFIX

__all__ = ["state"]  # a folder for each test, and a new store

GAMES = ("royal_ascension", "deck_goes_west")
COPIED = "could have copied this game"


def dealt_unseen(game: str = "royal_ascension", seats: int = 3) -> tuple[Page, Page]:
    """A host, and a guest who has come before anything was decided, so that nobody knows what is to come."""
    host = visit(game=game, seats=seats, seed=None)
    host.send("start")
    guest = visit(link_of(invite(host)), game)
    guest.send("sit-down", chair=1, name="Mara")
    look(host, guest)
    assert not room_of(host)._keeping.table.linked
    return host, guest


def all_that_it_can_get(page: Page) -> str:
    """Whatever is sent to a page that asks for the whole game in every way, also by forged messages."""
    before = len(page.traffic)
    for do, fields in (
        ("open", {"drawer": "save"}),
        ("open", {"drawer": "company"}),
        ("open", {"drawer": "cards"}),
        ("record", {"what": "json"}),
        ("record", {"what": "html"}),
        ("branch", {}),
        ("branch", {"number": 0}),
        ("line", {"id": 1}),
        ("play-changed", {"how": "on"}),
        ("play-changed", {"how": "there"}),
        ("goto", {"number": 0}),
        ("opinion", {"chair": 0, "ratings": {}, "words": {}}),
        ("project", {"on": True}),
        ("open", {"drawer": "save"}),
        ("project", {"on": False}),
        ("open", {"drawer": "save"}),
    ):
        page.send(do, **fields)
    return "\n".join(page.traffic[before:])


def assert_withheld(page: Page) -> None:
    lines, sent = len(room_of(page).lines), all_that_it_can_get(page)
    assert CODE_PREFIX not in sent and '"file"' not in sent and '\\"seed' not in sent
    assert len(room_of(page).lines) == lines
    assert "Wait until the game is over" in page.screen["drawer"]["warning"]


def give_all_to_bots(host: Page, guest: Page) -> None:
    host.send("give", chair=1, who="greedy")
    look(host, guest)


def keep_free(host: Page, guest: Page) -> None:
    host.send("give", chair=1, who="open")
    look(host, guest)


def invite_nobody_else(host: Page, guest: Page) -> None:
    give_all_to_bots(host, guest)
    host.send("uninvite")


def stand_up(host: Page, guest: Page) -> None:
    guest.send("stand-up", chair=1)
    look(host, guest)
    invite_nobody_else(host, guest)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("gone", [give_all_to_bots, keep_free, invite_nobody_else, stand_up])
def test_a_host_whose_guests_have_gone_gets_nothing_of_their_game(
    game: str, gone: Callable[[Page, Page], None]
) -> None:
    host, guest = dealt_unseen(game)
    gone(host, guest)
    assert_withheld(host)
    assert_withheld(guest)
    again = visit(ticket(host), game)  # another page, as after a restart of the server: the log says the same
    assert_withheld(again)


def test_a_game_with_changed_cards_is_the_same_game() -> None:
    """At its very beginning too, where a log cannot tell it from a new one by its moves."""
    host, guest = dealt_unseen("deck_goes_west")
    give_all_to_bots(host, guest)
    room = room_of(host)
    seed = room.session.seed
    assert room.session.length == 0 and room._open, "then cards may be changed though others have played"
    ruling = next(one for one in room.game.rulebook.rulings.values() if one.id.endswith("trade-empty"))
    host.send("reword", table="ruling", entry=ruling.id, field="", text="stay-short")
    host.send("play-changed", how="on")
    look(host, guest)
    for page in (host, guest, visit(ticket(host), "deck_goes_west")):
        session = room_of(page).session
        assert session.seed == seed and session.config.rulings[ruling.id] == "stay-short"
        assert_withheld(page)


def test_only_a_new_game_is_the_hosts_own_again() -> None:
    host, guest = dealt_unseen()
    invite_nobody_else(host, guest)
    seed = room_of(host).session.seed
    host.send("again")
    assert room_of(host).session.seed != seed
    assert host.send("open", drawer="save")["drawer"]["code"]


def test_whoever_is_left_alone_at_a_hosts_table_gets_nothing_and_deals_nothing() -> None:
    host, guest = dealt_unseen()
    host.send("give", chair=0, who="greedy")
    look(guest)
    assert_withheld(guest)
    seed = room_of(guest).session.seed
    guest.send("again")
    assert room_of(guest).session.seed == seed
    guest.send("stand-up", chair=1)
    host.send("give", chair=1, who="greedy")
    look(host, guest)
    assert_withheld(guest)


def test_a_guest_who_hosts_the_table_gets_nothing_either() -> None:
    host, guest = dealt_unseen()
    room = room_of(guest)
    room._table.store.make_host(room._table.place.table, room._table.place.name)
    deputy = visit(ticket(guest))
    deputy.send("give", chair=0, who="greedy")
    look(host, deputy)
    assert_withheld(deputy)
    assert_withheld(host)


def test_who_takes_a_seat_by_the_own_invitation_gets_nothing_either() -> None:
    """A second window of the host is somebody else to the table, and everybody reads that a seat has changed hands."""
    host, guest = dealt_unseen()
    link = link_of(invite(host))
    give_all_to_bots(host, guest)
    second = visit(link)
    second.send("sit-down", chair=1, name="Nobody")
    look(host, guest)
    for page in (second, host, guest):
        assert_withheld(page)
        told = page.send("open", drawer="company")["drawer"]["text"]
        assert "A bot took " in told and re.search(r"Nobody took .+'s seat", told)


def test_between_an_invitation_and_the_first_guest_nothing_is_to_be_had() -> None:
    host = visit(seed=None)
    host.send("start")
    link = link_of(invite(host))
    assert_withheld(host)
    other = visit(ticket(host))
    assert_withheld(other)
    guest = visit(link)
    guest.send("sit-down", chair=1)
    assert COPIED not in guest.send("open", drawer="company")["drawer"]["text"]


@pytest.mark.parametrize(
    ("do", "fields"), [("open", {"drawer": "save"}), ("record", {"what": "json"}), ("branch", {"number": 0})]
)
def test_whoever_comes_later_is_told_that_all_of_the_game_could_be_copied(do: str, fields: dict[str, object]) -> None:
    host = visit(seed=None)
    host.send("start")
    invite(host)
    host.send("uninvite")
    host.send(do, **fields)
    host.send("close")
    guest = visit(link_of(invite(host)))
    assert COPIED in guest.screen["now"]["text"]
    guest.send("sit-down", chair=1)
    assert COPIED in guest.send("open", drawer="company")["drawer"]["text"]
    look(host)
    assert_withheld(host)


def test_several_at_one_screen_may_save_and_who_comes_later_is_told() -> None:
    host = visit(seed=None)
    host.send("sit", chair=1, who="person")
    host.send("start")
    assert host.send("open", drawer="save")["drawer"]["code"]
    host.send("close")
    guest = visit(link_of(invite(host)))
    guest.send("sit-down", chair=2)
    assert COPIED in guest.send("open", drawer="company")["drawer"]["text"]


def test_everybody_reads_when_a_seat_passes_to_a_bot_and_back() -> None:
    host, guest = dealt_unseen(seats=4)
    link = link_of(invite(host))
    other, watcher = visit(link), visit(link)
    other.send("sit-down", chair=2, name="Tom")
    look(host, guest, other, watcher)
    host.send("give", chair=1, who="greedy")
    look(host, guest, other, watcher)
    for page in (other, watcher):
        assert "A bot now plays" in page.screen["now"]["note"]
    host.send("give", chair=1, who="open")
    guest.send("sit-down", chair=1, name="Mara")
    look(host, guest, other, watcher)
    for page in (host, other, watcher):
        assert "Mara now plays" in page.screen["now"]["note"]
    late = visit(ticket(other))
    assert re.search(r"A bot took .+'s seat after move", late.screen["now"]["text"])
    assert re.search(r"Mara took .+'s seat after move", guest.send("open", drawer="company")["drawer"]["text"])


def test_everybody_reads_that_the_host_has_made_a_link_to_a_seat() -> None:
    host, guest = dealt_unseen()
    other = visit(link_of(invite(host)))
    other.send("sit-down", chair=2, name="Tom")
    look(host, guest, other)
    host.send("relink", chair=1)
    look(guest, other)
    assert "has made a new link to" in other.screen["now"]["note"]


def test_another_way_to_play_is_no_way_back_for_those_who_came_later() -> None:
    host = visit(seed=None)
    host.send("start")
    for _ in range(3):
        host.press(host.buttons()[0])
        while host.screen.get("next"):
            host.send("go-on", all=True)
    host.send("branch", number=0)
    guest = visit(link_of(invite(host)))
    guest.send("sit-down", chair=1)
    look(host)
    length = room_of(host).session.length
    assert "another line of play" in host.send("line", id=0)["why"]["text"]
    assert len(host.screen["time"]["lines"]) == 1 and room_of(host).session.length == length


def test_only_the_host_plays_a_finished_game_of_several_on() -> None:
    from page import play_on

    host, guest = dealt_unseen()
    watcher = visit(link_of(invite(host)))
    host.send("give", chair=1, who="greedy")
    host.send("give", chair=0, who="greedy")
    play_on(host)
    look(guest, watcher)
    for page in (guest, watcher):
        past = page.send("goto", number=3)
        assert [one["do"]["do"] for one in past["now"]["buttons"]] == ["goto"]
        page.send("branch", number=3)
        assert len(room_of(page).lines) == 1
    host.send("branch", number=3)
    late = visit(link_of(invite(host)))
    assert COPIED in late.send("open", drawer="company")["drawer"]["text"]

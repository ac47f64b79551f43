"""Several people at one screen: a curtain between them, and nothing of anybody else's on the page or in its traffic."""

from __future__ import annotations

import json
import re

import pytest
from page import Page, open_table, room_of

from tabletop_kernel.games.royal_ascension.names_and_moves import card_name
from tabletop_kernel.table.saves import CODE_PREFIX
from widgets.app import play
from widgets.eyes import holds_more

CARD = re.compile(r"\b(?:10|[2-9AJQK])[HDC]\b")
NAMES = {card_name(rank + suit): rank + suit for rank in ("A", *map(str, range(2, 11)), *"JQK") for suit in "HDC"}


def cards_in(text: str) -> set[str]:
    """Cards by their codes or in words."""
    return set(CARD.findall(text)) | {code for name, code in NAMES.items() if name in text}


def hidden(page: Page, viewer: int | None) -> set[str]:
    """The cards that this pair of eyes may not see: those in the truth that are not in its view."""
    session = room_of(page).session
    everything = set(CARD.findall(json.dumps(session.position())))
    return everything - set(CARD.findall(json.dumps(session.view(viewer))))


def test_the_curtain_names_the_person() -> None:
    page = open_table(3)
    screen = page.screen
    assert screen["kind"] == "curtain" and screen["viewer"] is None
    names = [room_of(page).name(seat) for seat in range(3)]
    assert screen["name"] in names[screen["seat"]]
    if screen["seat"] == 1:
        assert screen["person"] == "Anna"


def test_nothing_private_is_behind_the_curtain() -> None:
    page = open_table(3)
    page.traffic.clear()
    page.send("public")
    for text in page.traffic:
        assert not cards_in(text) & hidden(page, None)
    assert page.screen["scene"], "the public table may be seen"


@pytest.mark.parametrize("game", ["royal_ascension", "the_north", "the_west_ascendant"])
def test_whoever_passes_the_screen_looks_no_longer(game: str) -> None:
    """From the move on that lets down the curtain, the page is as it is for everybody, and says so."""
    page = Page(play(game, seed=3))
    for chair in (0, 1):
        page.send("sit", chair=chair, who="person")
    page.send("start", dealt=True)
    page.send("lift")
    passed = set()
    while passed != {0, 1} and room_of(page).session.length < 200:
        looked = page.screen["viewer"]
        page.traffic.clear()
        forward = [button for button in page.buttons() if button["do"]["move"][0] != "take-back"]
        page.send("go-on", all=True) if page.screen.get("next") else page.press(forward[0])
        if page.screen["kind"] == "curtain":
            assert page.screen["viewer"] is None and room_of(page).viewer is None
            assert page.screen["say"]["text"].startswith("Pass the screen to")
            told = CARD.findall(json.dumps([entry.data for entry in room_of(page).session.log(None)]))
            assert not cards_in("".join(page.traffic)) & hidden(page, None) - set(told)
            passed.add(looked)
            assert page.send("lift")["viewer"] == 1 - looked
    assert passed == {0, 1}


def test_no_move_is_made_through_the_curtain() -> None:
    page = open_table(3)
    before = room_of(page).session.save()
    screen = page.send("move", move=["roll", 1])
    assert room_of(page).session.save() == before and screen["kind"] == "curtain"
    screen = page.raw({"do": "move", "move": ["roll", 1], "at": page.screen["at"], "seat": page.screen["seat"]})
    assert room_of(page).session.save() == before


@pytest.mark.parametrize("drawer", ["odds", "save", "setup"])
def test_only_the_rules_can_be_read_while_it_is_down(drawer: str) -> None:
    page = open_table(3)
    assert "drawer" not in page.send("open", drawer=drawer)
    assert page.send("open", drawer="rules")["drawer"]["entries"]


def test_time_stands_still_behind_the_curtain() -> None:
    """Going back in time shows what the public saw, and no hand."""
    page = open_table(3)
    page.traffic.clear()
    page.send("goto", number=2)
    assert page.screen["kind"] == "curtain"
    page.send("goto", number=room_of(page).session.length)
    for text in page.traffic:
        assert not cards_in(text) & hidden(page, None)


def test_a_whole_hot_seat_game_shows_each_seat_only_its_own() -> None:
    """Every message that leaves the kernel is read: no card in it that the eyes in front of the page may not see."""
    page = open_table(3)
    for _ in range(300):
        page.traffic.clear()
        screen = page.screen
        if screen["kind"] == "curtain":
            page.send("lift")
        elif screen["now"]["kind"] == "over":
            break
        else:
            page.press(page.buttons()[0])
        viewer = page.screen["viewer"]
        if named := cards_in("".join(page.traffic)):
            known = set(CARD.findall(json.dumps([data for *_, data in room_of(page).session.events(viewer)])))
            leaked = named & hidden(page, viewer) - known - tried(page)
            assert not leaked, f"{leaked} shown to {viewer}"


def tried(page: Page) -> set[str]:
    """Cards that the page names because everybody may name them: what a shop sells or a verb asks for."""
    session = room_of(page).session
    return set(CARD.findall(json.dumps([session.moves(s) for s in session.deciders if s == page.screen["viewer"]])))


def test_the_link_of_a_shared_screen_holds_only_a_ticket(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))
    page = open_table(3)
    kept = page.screen["keep"]["play"]
    assert CODE_PREFIX not in "".join(page.traffic)
    assert re.fullmatch(r"TT1\.[\w-]{22}", kept), "who sits where is kept with the table"
    again = Page(play("royal_ascension"), link={"play": kept})
    assert again.screen["kind"] == "curtain"
    assert room_of(again).session.save() == room_of(page).session.save()


def test_a_ticket_from_elsewhere(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))
    page = Page(play("royal_ascension"), link={"play": "TT1.nowhere-to-be-found"})
    assert "another machine" in page.screen["now"]["text"]
    page = Page(play("royal_ascension"), link={"play": "TT1.../../x"})
    assert "Copy it again in full" in page.screen["now"]["text"]


FORBIDDEN = {"goto": {"number": 0}, "branch": {}, "again": {}, "start": {}, "players": {"count": 2}}


def test_behind_the_curtain_nothing_is_changed() -> None:
    """Whatever the page offers, a hand-made message could ask for more: another game, another moment, another line."""
    page = Page(play("the_north", seed=3))
    for chair in (0, 1):
        page.send("sit", chair=chair, who="person")
    page.send("start", dealt=True)
    while page.screen["kind"] != "curtain":
        page.press(page.buttons()[0])
    room = page.view._receive.__self__.room
    before = room.session
    for act, fields in FORBIDDEN.items():
        page.send(act, **fields)
        assert page.screen["kind"] == "curtain" and room.session is before and len(room.lines) == 1
    page.send("play", fresh=True)
    assert page.view._receive.__self__.room is room
    page.send("lift")
    assert page.screen["kind"] == "table"


# -- only where something secret changes eyes --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs", "more"),
    [
        ({"seat": 0, "points": [3, 4]}, {"seat": 1, "points": [3, 4]}, False),
        ({"hand": [["a"], 2]}, {"hand": [1, ["b", "c"]]}, True),
        ({"hand": [[], 2]}, {"hand": [0, ["b", "c"]]}, False),
        ({"laid": [[], None]}, {"laid": [None, ["b"]]}, False),
        ({"laid": [["a"], None]}, {"laid": [None, []]}, True),
        ({"deck": ["?", "x"]}, {"deck": ["y", "x"]}, False),
        ({"deck": ["y", "x"]}, {"deck": ["?", "x"]}, True),
        ({"peeked": "x"}, {}, True),
    ],
)
def test_which_view_holds_more(mine, theirs, more) -> None:
    assert holds_more(mine, theirs) is more


def test_public_rolls_and_choices_need_no_curtain() -> None:
    """At the start of The Royal Ascension nobody holds a card: people roll and choose in turn, in the open."""
    page = Page(play("royal_ascension", seed=3))
    for chair in range(3):
        page.send("sit", chair=chair, who="person")
    page.send("start")
    looked = []
    while not room_of(page).session.view(0)["hearts"][0] and room_of(page).session.length < 60:
        assert page.screen["kind"] == "table"
        assert page.screen["viewer"] in room_of(page).session.deciders
        looked.append(page.screen["viewer"])
        page.press(page.buttons()[0])
    assert set(looked) == {0, 1, 2}
    while page.screen["kind"] == "table" and room_of(page).session.length < 200:
        page.press(page.buttons()[0])
    assert page.screen["kind"] == "curtain", "once there are hands it falls"


def test_without_a_curtain_the_others_eyes_show_nothing_new() -> None:
    """Whenever the screen changes eyes in the open, all that is sent was open to those who looked before."""
    for seed in range(3):
        page = Page(play("the_west_ascendant", seed=seed))
        for chair in (0, 1):
            page.send("sit", chair=chair, who="person")
        page.send("start")
        for _ in range(40):
            before = page.screen["viewer"]
            if page.screen["kind"] == "curtain":
                page.send("lift")
                continue
            page.press(page.buttons()[0])
            after = page.screen["viewer"]
            if page.screen["kind"] == "table" and after != before:
                session = room_of(page).session
                assert not holds_more(session.view(after), session.view(before))

"""A table on a projector: everybody sees it, so it is as nobody's eyes see it, and nothing else is sent."""

from __future__ import annotations

import pytest
from page import Page, lines_of, open_table, room_of

from tabletop_kernel.saves import CODE_PREFIX
from widgets.app import learn, play
from widgets.games import drawn

GAMES = sorted(drawn())


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))


def in_the_middle(game: str) -> Page:
    """One person against bots, asked for something some moves after the beginning."""
    page = Page(play(game, seed=5, dealt=True))
    for _ in range(8):
        page.press(page.buttons()[0])
        while page.screen.get("next"):
            page.send("go-on", all=True)
    return page


def is_public(page: Page) -> None:
    """What is on the screen is what nobody in particular sees, and so is all that was sent since."""
    room, screen = room_of(page), page.screen
    assert screen["viewer"] is None and not screen["moves"]
    assert screen["scene"] == room.desk.face.scene(room.look(None))
    told, public = lines_of(screen), [entry.text for entry in room.session.log(None)][::-1]
    assert [line["text"] for line in told] == public[: len(told)] and (len(told) > 40 or len(told) == len(public))
    for text in page.traffic:
        assert '"part": "hand"' not in text and CODE_PREFIX not in text


@pytest.mark.parametrize("game", GAMES)
def test_a_projector_looks_as_nobody(game: str) -> None:
    page = in_the_middle(game)
    assert '"part": "hand"' in page.traffic[-1] and CODE_PREFIX in page.screen["keep"]["play"]
    seat = page.screen["viewer"]
    page.traffic.clear()
    page.send("project", on=True)
    is_public(page)
    assert page.screen["keep"]["play"].startswith("TT1."), "the link holds no secrets either"
    for drawer in ("save", "odds", "setup", "rules"):
        page.send("open", drawer=drawer)
        is_public(page)
    page.send("close")
    page.send("goto", number=1)
    is_public(page)
    page.send("project", on=False)
    assert page.screen["viewer"] == seat and page.screen["moves"]


@pytest.mark.parametrize("game", GAMES)
def test_a_page_that_opens_on_a_projector_never_had_a_secret(game: str) -> None:
    kept = in_the_middle(game).screen["keep"]
    page = Page(play(game), greet=False)
    page.send("hello", link=kept, projector=True)
    assert page.screen["kind"] == "table" and room_of(page).session.length
    is_public(page)
    assert "switch the projector off" in page.screen["now"]["text"]


def test_what_was_kept_on_a_projector_comes_back() -> None:
    page = in_the_middle("royal_ascension")
    kept = page.send("project", on=True)["keep"]
    again = Page(play("royal_ascension"), link=kept)
    assert room_of(again).session.save() == room_of(page).session.save()
    assert again.screen["viewer"] == 0 and CODE_PREFIX in again.screen["keep"]["play"]


def test_a_link_on_a_projector_leads_to_the_page_and_to_nobodys_hand() -> None:
    page = Page(play("the_north", dealt=True), greet=False)
    address = "http://tables.school:8866/voila/render/the_north.ipynb"
    page.send("hello", address=address)
    assert page.send("open", drawer="save")["drawer"]["share"]["link"].startswith(f"{address}#play=")
    drawer = page.send("project", on=True)["drawer"]
    assert drawer["share"]["link"] == address and drawer["code"] == ""


def test_no_move_is_made_for_everybody() -> None:
    page = in_the_middle("royal_ascension")
    move = page.buttons()[0]["do"]["move"]
    page.send("project", on=True)
    length = room_of(page).session.length
    assert page.send("move", move=move)["why"]["rules"] == ["table.wait"]
    assert room_of(page).session.length == length


def test_after_the_projector_the_curtain_is_down() -> None:
    """Several people at one screen: whoever switched the projector off is perhaps not the one whose turn it is."""
    page = open_table(3)
    page.send("lift")
    page.send("project", on=True)
    assert page.screen["kind"] == "table" and page.screen["viewer"] is None
    page.send("goto", number=1)
    page.send("project", on=False)
    assert page.screen["kind"] == "curtain"


def test_bots_play_on_before_everybody() -> None:
    page = Page(play("royal_ascension", seed=3))
    page.send("sit", chair=0, who="greedy")
    page.send("project", on=True)
    page.send("start", dealt=True)
    for _ in range(5):
        page.send("go-on")
        is_public(page)
    assert room_of(page).session.length > 5


def test_a_lesson_shows_its_cards_to_a_class() -> None:
    page = Page(learn("royal_ascension", "battle"))
    before = page.screen["scene"]
    screen = page.send("project", on=True)
    assert screen["scene"] == before and screen["projector"] is True
    page.send("play", fresh=True)
    assert page.screen["viewer"] is None, "the game after it is for everybody's eyes"

"""A table on a projector: everybody sees it, so it is as nobody's eyes see it, and nothing else is sent.

Where hands are open to all there is nothing to hide, and one plays on.
"""

from __future__ import annotations

import pytest
from page import Page, lines_of, open_table, room_of

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.table.saves import CODE_PREFIX
from widgets.app import learn, play
from widgets.games import drawn
from widgets.log import LINES

GAMES = sorted(drawn())
# What is chosen so that hands are closed, where usually they are open; and what the table has for one's own eyes only.
CLOSED = {"deck_goes_west": ("mission", "discovery"), "tamashii": ("mode", "versus")}
OWN = dict.fromkeys(GAMES, '"part": "hand"') | {"tamashii": '"tab": "Upgrades"'}


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))


def in_the_middle(game: str) -> Page:
    """One person against bots, asked for something some moves after the beginning; hands are closed."""
    page = Page(play(game, seed=5))
    if game in CLOSED:
        page.send("players", count=2)
        option, choice = CLOSED[game]
        page.send("option", id=option, choice=choice)
    page.send("start", dealt=True)
    assert not room_of(page)._open
    some_moves(page)
    return page


def some_moves(page: Page) -> None:
    for _ in range(8):
        while page.screen.get("next"):
            page.send("go-on", all=True)
        page.press(page.buttons()[0])
    while page.screen.get("next"):
        page.send("go-on", all=True)


def is_public(page: Page) -> None:
    """What is on the screen is what nobody in particular sees, and so is all that was sent since."""
    room, screen = room_of(page), page.screen
    assert screen["viewer"] is None and not screen["moves"]
    assert screen["scene"] == room.desk.face.scene(room.look(None))
    told, public = [line["text"] for line in lines_of(screen)], room.session.log(None)[::-1]
    assert told == [entry.text for entry in public[: len(told)]]
    through_next_move = [entry for entry in public if entry.at >= public[min(len(told), len(public) - 1)].at]
    assert len(told) == len(public) or len(through_next_move) > LINES, "as many whole moves as there is room for"
    for text in page.traffic:
        assert OWN[room.game.name] not in text and CODE_PREFIX not in text


@pytest.mark.parametrize("game", GAMES)
def test_a_projector_looks_as_nobody(game: str) -> None:
    page = in_the_middle(game)
    assert OWN[game] in page.traffic[-1] and CODE_PREFIX in page.screen["keep"]["play"]
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
    assert "turn the projector off" in page.screen["now"]["text"]


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


# -- open hands --------------------------------------------------------------------------------------------------------


def in_the_open(people: int) -> Page:
    """A mission that all play together, or one alone; everybody may see every hand."""
    page = Page(play("deck_goes_west", seed=5))
    if people > 1:
        page.send("players", count=people)
        page.send("option", id="mission", choice="speed_of_the_slowest")
    for chair in range(people):
        page.send("sit", chair=chair, who="person")
    page.send("start")
    assert load("deck_goes_west").agreement.has_open_hands(room_of(page).session.config)
    return page


@pytest.mark.parametrize("people", [1, 4])
def test_open_hands_stay_on_a_projector_and_one_plays_on(people: int) -> None:
    page = in_the_open(people)
    some_moves(page)
    before = page.screen
    screen = page.send("project", on=True)
    assert screen["projector"] and screen["viewer"] == before["viewer"] is not None
    assert screen["scene"] == before["scene"] and screen["moves"] == before["moves"]
    assert "projector" not in screen["now"]["text"] and screen["now"]["kind"] == "yours"
    length = room_of(page).session.length
    some_moves(page)
    assert room_of(page).session.length > length
    if people > 1:
        assert page.send("sit-in", chair=2)["viewer"] == 2 and page.screen["chairs"]["shared"]
    assert page.send("project", on=False)["viewer"] == page.screen["viewer"] is not None


def test_what_lies_face_down_is_not_sent_with_open_hands() -> None:
    """The code of a table tells what nobody at it knows: the land to come, and the order of the piles."""
    page = in_the_open(1)
    page.traffic.clear()
    page.send("project", on=True)
    assert page.screen["keep"]["play"].startswith("TT1.")
    assert page.send("open", drawer="save")["drawer"]["code"] == ""
    assert not any(CODE_PREFIX in text for text in page.traffic)


def test_a_page_that_opens_on_a_projector_shows_an_open_hand() -> None:
    kept = in_the_open(1).screen["keep"]
    page = Page(play("deck_goes_west"), greet=False)
    page.send("hello", link=kept, projector=True)
    assert page.screen["viewer"] == 0 and page.screen["moves"]
    assert '"part": "hand"' in page.traffic[-1]


def test_the_next_game_on_a_projector_may_have_closed_hands() -> None:
    """What was open in one game is nobody's in the next, and open again in the one after it."""
    page = in_the_open(1)
    page.send("project", on=True)
    page.traffic.clear()
    page.send("players", count=2)
    page.send("option", id="mission", choice=CLOSED["deck_goes_west"][1])
    page.traffic.clear()
    page.send("start")
    is_public(page)
    page.send("players", count=1)
    page.send("start")
    assert page.screen["viewer"] == 0 and page.screen["moves"]


def test_a_class_at_a_projector_is_no_learner() -> None:
    page = in_the_open(1)
    assert room_of(page).learner == 0
    page.send("project", on=True)
    assert room_of(page).learner is None

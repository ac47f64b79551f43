"""Still pictures of tables: sound HTML of every game, with what everybody may see and nothing else."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from tabletop_kernel import Session, games, load
from widgets.games import drawn
from widgets.scene import pieces
from widgets.still import LEFT_OUT, draw, picture


class Sound(HTMLParser):
    """Reads HTML, and knows what is open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.titles: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.titles += [value or "" for name, value in attrs if name == "title"]
        assert not any(name.startswith("on") or name in ("src", "href") for name, _ in attrs), (
            "nothing runs or is fetched"
        )

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None: ...

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "title":
            self.titles.append(data)


@pytest.mark.parametrize("name", games())
def test_every_table_has_a_picture_from_beginning_to_end(name: str) -> None:
    table = Session(name, seed=4)
    for _ in range(6):
        html = draw(table)
        assert html is not None
        sound = Sound()
        sound.feed(html)
        assert not sound.open and sound.titles
        table.play_on("random", moves=9)
    assert len(sound.titles) > 5, "pieces say what they are"


def test_nobodys_hand_is_on_it() -> None:
    table = Session.at("royal_ascension", {"seats": 3, "now": "walk", "die": 4, "hearts": [["QH"], [], []]})
    html = draw(table) or ""
    assert "Queen of" not in html and "Q♥" not in html and "King Eadric" in html


def test_what_people_write_is_text() -> None:
    html = picture(
        [{"part": "seats", "place": "top", "seats": [{"id": "a", "label": "<b>'", "name": "<i>", "seat": 0}]}]
    )  # type: ignore[typeddict-unknown-key]
    assert "<b>" not in html and "<i>" not in html and "&lt;i&gt;" in html


def test_a_game_without_a_face_has_none() -> None:
    class Bare:
        name = "nothing"

    class Table:
        game = Bare()

    assert draw(Table()) is None  # type: ignore[arg-type]


def test_what_is_left_out_is_only_there_to_look_things_up() -> None:
    """Every part of a first scene is drawn, but for those."""
    from functools import partial

    from widgets.face import face_of

    for name in drawn():
        table = Session(load(name), seed=1)
        face = face_of(name)
        look = face.look(table.game, table.config, table.view(None))
        look.told = partial(table.events, None)
        for part in face.scene(look):
            if part["part"] not in LEFT_OUT and any(pieces(part)):
                assert len(picture([part])) > 200, (name, part["part"])

"""A game that nobody registered: given as an object, or brought by another package."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from page import Page, plays
from tictactoe import TicTacToe

from tabletop_kernel import SetupError, UnknownName, games, load, simulate
from tabletop_kernel.content import installed_games
from tabletop_kernel.content.game_loading import find_by_digest
from tabletop_kernel.contract.errors import PackError
from widgets import face as faces
from widgets.app import learn, play, rulings
from widgets.errors import Notice
from widgets.face import face_of
from widgets.plain_face import PlainFace


class CrossFace(PlainFace):
    emblem = "map"


def test_a_game_is_given_as_an_object_and_shows_what_a_terminal_would() -> None:
    page = Page(play(TicTacToe(), seed=3))
    page.send("start")
    lines = [item["text"] for item in page.screen["scene"][0]["items"]]
    assert "board: [0, 0, 0, 0, 0, 0, 0, 0, 0]" in lines
    page.send("move", move=["mark", 4])
    list(plays(page, 20))
    assert page.screen["now"]["kind"] == "over"


def test_a_refusal_at_such_a_table_names_the_rule_of_that_game() -> None:
    page = Page(learn(TicTacToe(), "rows"))
    page.send("move", move=["mark", 4])
    assert (page.screen["why"]["text"], page.screen["why"]["rules"]) == ("Cell 4 is taken already.", ["line.empty"])


def test_the_first_table_is_that_of_the_course() -> None:
    assert "board: [1, 2, 0, 0, 0, 0, 0, 0, 0]" in str(Page(play(TicTacToe(), first=True)).screen["scene"])


@pytest.mark.parametrize("make", [play, learn, rulings])
def test_a_face_of_ones_own_is_used(make: Any) -> None:
    assert Page(make(TicTacToe(), face=CrossFace())).screen["emblem"] == "map"
    assert Page(make(TicTacToe())).screen["emblem"] == PlainFace.emblem


def test_what_was_learned_counts_for_all_tables_of_one_object() -> None:
    game = TicTacToe()
    first = Page(learn(game, "rows"))
    first.send("move", move=["mark", 2])
    done = [step["done"] for step in Page(learn(game, "rows")).screen["where"]["steps"]]
    assert done == [True, False, False, False]
    assert not any(step["done"] for step in Page(learn(TicTacToe(), "rows")).screen["where"]["steps"])


def test_a_table_comes_back_from_its_link() -> None:
    game = TicTacToe()
    page = Page(play(game, seed=3))
    page.send("start")
    page.send("move", move=["mark", 4])
    again = Page(play(game), link=page.screen["keep"])
    assert again.screen["log"] and again.screen["log"][-1]["lines"] == page.screen["log"][-1]["lines"]


def test_a_game_that_is_given_whole_takes_no_pack() -> None:
    notice = play(TicTacToe(), pack="my_cards")
    assert isinstance(notice, Notice)
    assert "already has its pack" in str(notice)


# -- brought by another package ---------------------------------------------------------------------------------------


@pytest.fixture
def brought(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A way to let a package bring games: their names, and where they are."""

    def bring(**entries: str) -> None:
        found = {
            installed_games.ENTRY_POINT_GROUP: [
                *ours,
                *(EntryPoint(name, value, installed_games.ENTRY_POINT_GROUP) for name, value in entries.items()),
            ],
            faces.GROUP: [EntryPoint("tictactoe", f"{__name__}:CrossFace", faces.GROUP)],
        }

        def entry_points(group: str, name: str = "") -> list[EntryPoint]:
            return [entry for entry in found[group] if name in ("", entry.name)]

        monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
        monkeypatch.setattr("widgets.face.entry_points", entry_points)
        monkeypatch.setitem(sys.modules, __name__, sys.modules.get(__name__) or type(sys)(__name__))
        monkeypatch.setattr(sys.modules[__name__], "CrossFace", CrossFace, raising=False)
        installed_games._installed.cache_clear()
        face_of.cache_clear()

    ours = list(installed_games._installed().values())
    for remembered in (
        "_load_entry_point",
        "_cached_with_house_pack",
    ):  # the games that other tests know stay those that are loaded
        monkeypatch.setattr(installed_games, remembered, cache(getattr(installed_games, remembered).__wrapped__))
    yield bring
    monkeypatch.undo()
    installed_games._installed.cache_clear()
    face_of.cache_clear()


def test_a_package_brings_a_game_and_its_face(brought: Any) -> None:
    brought(tictactoe="tictactoe:TicTacToe")
    assert "tictactoe" in games()
    game = load("tictactoe")
    assert isinstance(game, TicTacToe) and load("tictactoe") is game
    assert find_by_digest("tictactoe", game.edition.digest) is game and find_by_digest("tictactoe", "another") is None
    assert Page(play("tictactoe")).screen["emblem"] == "map"
    assert simulate("tictactoe", games=3).games == 3


def test_a_package_cannot_take_the_place_of_a_game_of_ours(brought: Any) -> None:
    brought(the_north="tictactoe:TicTacToe")
    assert load("the_north").title == "The North"


def test_what_is_wrong_with_such_a_game_is_a_sentence(brought: Any, tmp_path: Path) -> None:
    brought(tictactoe="tictactoe:TicTacToe", gone="no_such_module:Game", other="tictactoe:TicTacToe")
    with pytest.raises(PackError, match="comes with fixed content"):
        load("tictactoe", tmp_path)
    with pytest.raises(PackError, match="comes with fixed content"):
        installed_games.house_folder("tictactoe")
    with pytest.raises(SetupError, match=r"'gone' .* can't be loaded"):
        load("gone")
    with pytest.raises(SetupError, match="should make the game 'other'"):
        load("other")
    with pytest.raises(UnknownName, match="did you mean 'tictactoe'"):
        load("tictacto")

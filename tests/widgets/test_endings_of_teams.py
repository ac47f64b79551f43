"""How a game has ended, in a sentence for whoever looks."""

from __future__ import annotations

from typing import Any

import pytest
from tictactoe import TicTacToe
from two_lanterns import TwoLanterns

from tabletop_kernel import Outcome, Session
from tabletop_kernel.contract.game import DRAWN, LOST, WON
from widgets import panel


def test_a_team_is_told_in_its_heading_where_a_game_has_words_of_its_own() -> None:
    game: Any = TwoLanterns()
    session = Session(game, 2, seed=1)
    game.outcome = lambda state: Outcome("end.light", (WON, WON), (2.0, 2.0))
    over = panel.over(session, 0, str, [], "Both lanterns burn.")
    assert (over["head"], over["text"]) == ("You have won together", "Both lanterns burn.")
    assert panel.over(session, 0, str, [])["head"] == "The game is over"


def said(game: Any, seats: int, viewer: int | None, rule: str, *results: str) -> str:
    session = Session(game, seats, seed=1)
    game.outcome = lambda state: Outcome(rule, results, (0.0,) * seats)
    return str(panel.over(session, viewer, lambda seat: f"Player {seat + 1}", [])["text"])


@pytest.mark.parametrize(
    ("viewer", "results", "sentence"),
    [
        (0, (WON, LOST), "You have won."),
        (1, (WON, LOST), "Player 1 has won."),
        (None, (LOST, WON), "Player 2 has won."),
        (0, (WON, WON), "Player 1 and Player 2 share the victory."),
        (0, (DRAWN, DRAWN), "It is a draw between Player 1 and Player 2."),
        (0, (LOST, LOST), "You have not won."),
        (None, (LOST, LOST), "No one at this table has won."),
    ],
)
def test_each_for_oneself(viewer: int | None, results: tuple[str, ...], sentence: str) -> None:
    assert said(TicTacToe(), 2, viewer, "line.full", *results) == sentence


@pytest.mark.parametrize(
    ("results", "sentence"),
    [
        ((WON, WON), "You have won together."),
        ((LOST, LOST), "You have lost together."),
        ((WON,), "You have won."),
        ((LOST,), "You have not won."),
    ],
)
def test_together(results: tuple[str, ...], sentence: str) -> None:
    assert said(TwoLanterns(), len(results), 0, "end.light", *results) == sentence


def test_a_team_without_points_has_no_row_of_them() -> None:
    """A scenario is won or lost: «Kindle 1» would read as a score."""
    game: Any = TwoLanterns()
    session = Session(game, 2, seed=1)
    game.outcome = lambda state: Outcome("end.light", (WON, WON), (1.0, 1.0))
    assert panel.over(session, 0, str, [], "Both lanterns burn.")["result"]["scores"] == []
    own = [{"seat": 0, "name": "The team", "figure": "2", "addends": []}]
    assert panel.over(session, 0, str, own)["result"]["scores"]
    rivals: Any = TicTacToe()
    session = Session(rivals, 2, seed=1)
    rivals.outcome = lambda state: Outcome("line.full", (WON, LOST), (1.0, 0.0))
    assert len(panel.over(session, 0, str, [])["result"]["scores"]) == 2

"""The check of what a table says, on the smallest game: true sentences pass, each kind of false one is found."""

from __future__ import annotations

from typing import Any

import pytest
from tictactoe import TicTacToe

from tabletop_kernel import Session, Verdict
from tabletop_kernel.checks.true_sentence_checks import Case, broken_promise, check_refusals, english_fault
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.telling import Telling


def _over(case: Case) -> bool:
    return not case.legal and ("winner" in case.view)


CLAIMS = {
    "line.mark": lambda case: case.move not in [("mark", cell) for cell in range(9)],
    "line.empty": lambda case: bool(case.view["board"][case.facts["cell"]]),
    "line.turns": lambda case: not case.legal and case.view["winner"] < 0 and 0 in case.view["board"],
    "line.full": lambda case: _over(case) and 0 not in case.view["board"],
    "line.three": lambda case: _over(case) and case.view["winner"] >= 0,
}


def test_true_refusals_pass_and_are_counted() -> None:
    found = check_refusals(TicTacToe(), CLAIMS, 600)
    assert found.total() == 600
    assert {"line.mark", "line.empty", "line.turns"} <= set(found)
    assert {"line.full", "line.three"} <= set(found), "refusals at the end of a game are asked for as well"


class Liar(TicTacToe):
    """Calls every fault a taken cell."""

    def refuse(self, state: Any, seat: int, move: Move) -> Verdict:
        return Verdict("line.empty", cell=0)


class Forgetful(Telling):
    """Its log speaks of the table as it stands now."""

    def word(self, state: Any, key: str, value: Any, you: int | None = None) -> str:
        return f"{value} of {state.marks}" if key == "cell" else str(value)


class Mumbling(Telling):
    def phrase(self, state: Any, seat: int, move: Move) -> str:
        return "1 cards"


def saying(telling: type[Telling]) -> TicTacToe:
    """Tic-tac-toe in other words."""
    game = TicTacToe()
    game.telling = telling(game)
    return game


@pytest.mark.parametrize(
    ("game", "complaint"),
    [(Liar(), "^false:"), (saying(Forgetful), "and now it says"), (saying(Mumbling), "^one of many")],
)
def test_what_is_false_is_found(game: TicTacToe, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_refusals(game, CLAIMS, 300)


def test_a_rule_without_a_claim_is_found() -> None:
    with pytest.raises(AssertionError, match="nothing is claimed"):
        check_refusals(TicTacToe(), {}, 10)


@pytest.mark.parametrize(
    "text",
    [
        "You have 1 cards.",
        "You draw two card.",
        "It is a action.",
        "It is an die.",
        "It is an Sword.",
        "It is a NPC event.",
        "It is refilled with none.",
        "Player 1 loses 0, and has 0 left.",
        "You may pay the the price.",
        "Pay {price}.",
        "it begins small.",
        "It does not end",
    ],
)
def test_bad_english_is_found(text: str) -> None:
    assert english_fault(text)


@pytest.mark.parametrize(
    "text",
    [
        "Player 1 turns the card over.",
        "There is none left.",
        "You pay one card of an odd value, 11 in all.",
        "An NPC event is no Sword, and an X marks it.",
    ],
)
def test_good_english_is_left_alone(text: str) -> None:
    assert not english_fault(text)


def test_what_is_offered_is_the_nearest_of_the_same_kind() -> None:
    session = Session(TicTacToe(), seed=1)
    session.submit(0, ("mark", 4))
    assert session.instead(1, ("mark", 4)) == [("mark", 0), ("mark", 1), ("mark", 2)]
    assert session.instead(0, ("mark", 4)) == []


def test_moves_of_another_kind_are_offered_only_if_they_are_few() -> None:
    session = Session(TicTacToe(), seed=1)
    assert session.instead(0, "nonsense") == []
    for number, cell in enumerate((0, 1, 2, 4, 3, 5)):
        session.submit(number % 2, ("mark", cell))
    assert session.instead(0, "nonsense") == [("mark", 6), ("mark", 7), ("mark", 8)]


def test_a_prompt_that_promises_too_much_is_found() -> None:
    assert broken_promise("Mark a cell, or resign.", [("mark", 1)], {r"\bresign": ("resign", "draw")}) == "resign"
    assert not broken_promise("Mark a cell, or resign.", [("mark", 1), ("draw",)], {r"\bresign": ("resign", "draw")})
    assert not broken_promise("Mark a cell.", [("mark", 1)], {r"\bresign": ("resign",)})

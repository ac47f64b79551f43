"""Every game ends: by a majority, when nobody can ever battle again, or after 300 turns."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from royal import GAME, A, B, C, kinds_of, play, table
from test_examples import said

from tabletop_kernel import Session
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.games.royal_ascension.content import Content
from tabletop_kernel.games.royal_ascension.state import full_suit
from tabletop_kernel.games.royal_ascension.turn import MOST_TURNS
from tabletop_kernel.study.playing import play_random

CONTENT: Content = vars(GAME)["content"]
LANDS = [territory.name for territory in CONTENT.territories]  # four worth 13, six worth 15, then 18 and 20
SHARES = [LANDS[0:4], LANDS[4:8], LANDS[8:10], LANDS[10:12]]  # worth 52, 60, 30 and 38
STANDSTILL = {"ruling.repeat-scope": "ever", "ruling.space-when-deck-empty": "no-draw"}

# The spades are gone for good, and everybody but D has lost a battle since the last Royal Decree.
SPENT: dict[str, Any] = {"rulings": STANDSTILL, "discard": full_suit("spades"), "excluded": [A, B, C]}


def ended(**position: Any) -> tuple[Session, list[Any]]:
    """A ends a turn in which nothing happened."""
    session = table(**{"now": "end", "tokens": [1, 2, 3, 5], "territories": SHARES, **position})
    return session, play(session, A, ("end",))


@pytest.mark.parametrize(
    "change",
    [
        {"excluded": [A, B]},  # C and D may fight
        {"rulings": STANDSTILL | {"ruling.repeat-initiator": "yes"}},  # A, B and C may choose D
        {"rulings": STANDSTILL | {"ruling.repeat-clears": "one-spade"}},  # the next Spades landing clears
        {"rulings": {"ruling.repeat-scope": "ever"}},  # the spades come back, Royal Decrees with them
        {"discard": full_suit("spades")[:-1]},  # one more may come
        {"excluded": [A], "out": [0, 0, 1, 1], "territories": [LANDS[:6], LANDS[6:], [], []]},  # two are left
    ],
)
def test_while_a_battle_can_still_come_the_game_goes_on(change: dict[str, Any]) -> None:
    session, events = ended(**{**SPENT, **change})
    assert "battles-over" not in kinds_of(events)
    assert session.outcome is None


@pytest.mark.parametrize(
    "change",
    [
        {"excluded": [A, B, C, 3], "rulings": STANDSTILL | {"ruling.repeat-initiator": "yes"}},
        {
            "excluded": [A], "out": [0, 0, 1, 1], "territories": [LANDS[:6], LANDS[6:], [], []],
            "rulings": STANDSTILL | {"ruling.repeat-last-two": "kept"},
        },
        {"truces": [[A, 3, 0, 0]]},
    ],
)  # fmt: skip
def test_where_no_battle_can_come_the_game_is_over(change: dict[str, Any]) -> None:
    session, _ = ended(**{**SPENT, **change})
    assert session.outcome is not None
    assert (session.outcome.rule, session.outcome.winners) == ("end.no-majority", (B,))


def test_equal_kingdoms_share_the_throne() -> None:
    lands = [[*LANDS[0:2], *LANDS[4:6]], [*LANDS[2:4], *LANDS[6:8]], LANDS[8:10], LANDS[10:12]]
    session, events = ended(**SPENT, territories=lands)
    assert said(events, "most-shared", "end.no-majority") == {"seats": [A, B], "count": 4, "points": 56}
    assert session.outcome is not None
    assert session.outcome.winners == (A, B)
    assert GAME.opinions.prospects(session.truth) == [0.5, 0.5, 0, 0]


@pytest.mark.parametrize(("turn", "over"), [(MOST_TURNS - 1, False), (MOST_TURNS, True)])
def test_after_so_many_turns_the_game_is_over(turn: int, over: bool) -> None:
    session, events = ended(turn=turn)
    assert (session.outcome is not None) == over
    assert (("too-long", "end.no-majority") in [event[:2] for event in events]) == over


def test_the_book_says_how_many_turns() -> None:
    assert f"after {MOST_TURNS} turns" in GAME.rulebook["end.no-majority"].text
    assert GAME.rulebook["end.no-majority"].house


def test_hidden_territories_are_laid_open_when_the_game_is_over() -> None:
    session, _ = ended(**{**SPENT, "rulings": STANDSTILL | {"ruling.hidden-territories": "hidden"}})
    for viewer in (A, C, None):
        assert session.view(viewer)["territories"] == SHARES


@pytest.mark.parametrize("number", [35, 39, 113, 134])
def test_random_games_that_went_on_for_ever_end(number: int) -> None:
    """Each of these came to a standstill before there was a rule for it."""
    config = GAME.agreement.configure(3 + number % 2, STANDSTILL)
    state = GAME.setup(config, Chance(number))
    play_random(GAME, state, Random(number).random)
    assert state.turn < MOST_TURNS
    assert state.result is not None
    assert state.result.rule == "end.no-majority"

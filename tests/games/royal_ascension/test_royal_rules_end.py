"""Elimination and end: every rule by its id, as the table does it."""

from __future__ import annotations

import pytest
from royal import GAME, A, B, C, play, refused
from royal_rules import LANDS, challenging, fought, says
from test_ending import SPENT, ended
from test_examples import said

from tabletop_kernel import Session


@says("elim.zero", "elim.surrender", "elim.resources")
def test_without_a_territory_a_player_is_out() -> None:
    session, events = fought(
        territories=[["Jiggy Jungle", "Mewtopia"], ["Dragon Dominion"], None, None], hearts=[[], ["2H", "3H"], [], []],
        diamonds=[[], ["4D"], [], []], clubs=[[], ["5C"], [], []],
    )  # fmt: skip
    assert said(events, "out", "elim.zero") == {"seat": B}
    assert said(events, "surrender", "elim.surrender") == {"seat": B, "winner": A}
    assert said(events, "resources", "elim.resources")["cards"] == ["2H", "3H", "4D", "5C"]
    state = session.truth
    assert state.discard == ["2H", "3H", "4D", "5C"]
    assert [state.hands_of(suit)[B] for suit in ("hearts", "diamonds", "clubs")] == [(), (), ()]
    assert [state.hands_of(suit)[A] for suit in ("hearts", "diamonds", "clubs")] == [(), (), ()]
    assert "Dragon Dominion" in state.territories[A]
    assert state.pool == []
    assert refused(session, B, ("roll", 1)) == "elim.zero"
    play(session, A, ("end",))
    assert session.deciders == (C,)
    assert refused(challenging(territories=[None, [], None, None], out=[0, 1, 0, 0]), A, ("attack", B)) == "elim.zero"


@says("end.majority")
@pytest.mark.parametrize(("before", "over"), [(5, False), (6, True)])
def test_the_seventh_territory_ends_the_game(before: int, over: bool) -> None:
    own = ["Jiggy Jungle", *LANDS[4 : 3 + before]]
    rest = [land for land in LANDS if land not in own and land != "Dragon Dominion"]
    session, events = fought(
        territories=[own, ["Dragon Dominion", rest[0]], rest[1:3], rest[3:]], hearts=[["2H"], [], [], []]
    )
    assert (session.outcome is not None) == over
    if not over:
        assert session.deciders == (B,)  # the picks go on
        return
    assert said(events, "over", "end.majority") == {"seat": A, "count": 7}
    assert session.deciders == ()
    assert session.outcome is not None
    assert (session.outcome.rule, session.outcome.winners, session.outcome.scores[A]) == ("end.majority", (A,), 7)
    for seat in range(4):
        assert refused(session, seat, ("roll", 1)) == "end.majority"


@says("end.no-majority")
def test_a_game_in_which_nobody_can_battle_again_is_over() -> None:
    session, events = ended(**SPENT)
    assert ("battles-over", "end.no-majority") in [event[:2] for event in events]
    assert said(events, "most", "end.no-majority") == {"seat": B, "count": 4, "points": 60}
    assert session.outcome is not None
    assert (session.outcome.rule, session.outcome.winners) == ("end.no-majority", (B,))
    assert session.outcome.scores == (4, 4, 2, 2)
    assert session.deciders == ()
    for seat in range(4):
        assert refused(session, seat, ("roll", 1)) == "end.no-majority"
    assert Session.at(GAME, session.position()).position() == session.position()

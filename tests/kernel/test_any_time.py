"""Moves that are possible at any time, beside the decision at hand: for those too who are not asked."""

from __future__ import annotations

from tabletop_kernel.checks.compliance import check_law, check_play, check_positions, check_replay, check_secrets
from tabletop_kernel.table.session import Session
from tests.minigames.warm_lanterns import WarmLanterns

GAME = WarmLanterns()


def rested() -> Session:
    """The first walker rests, the second one goes on."""
    session = Session(GAME, seats=2, seed=1)
    session.submit(0, ("rest",))
    return session


def test_the_game_waits_for_those_who_are_asked() -> None:
    session = rested()
    assert GAME.asked(session.truth) == (1,)
    assert session.deciders == (1, 0)
    assert session.next_up == 1


def test_who_is_not_asked_may_do_only_that() -> None:
    session = rested()
    assert session.moves(0) == [("warm",)]
    refused = session.judge(0, ("go", "a2"))
    assert refused is not None and refused.rule == "hour.order"


def test_it_is_refused_by_its_own_rule() -> None:
    session = rested()
    refused = session.judge(1, ("warm",))
    assert refused is not None and refused.rule == "warm.once"


def test_what_lies_below_goes_on() -> None:
    session = rested()
    session.submit(0, ("warm",))
    assert ("go", "a2") in session.moves(0)
    assert GAME.asked(session.truth) == (0, 1)
    session.submit(0, ("go", "a2"))
    assert session.log(None)[-2].rule == "warm.once"


def test_the_laws_hold_with_such_moves() -> None:
    for check in (check_play, check_law, check_replay, check_positions, check_secrets):
        check(GAME)

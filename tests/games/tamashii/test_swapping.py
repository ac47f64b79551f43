"""Trade of faction augments."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from judging import judged
from small_tables import A, B, C, cited, lawful, rule, table

from tabletop_kernel import Session, load
from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.tamashii.phases import planning
from tabletop_kernel.games.tamashii.state import State

D = planning.DECISIONS
GAME = load("tamashii")


def trading(seats: int = 2, **agreed: str) -> State:
    """Two players with augments; the first one has begun to trade."""
    state = table(seats, **agreed)
    state.equipped[A], state.unequipped[A] = ("phalanx", "sweep"), ("triple",)
    state.equipped[B], state.unequipped[B] = ("favour",), ("spare", "ledger")
    state.place[B] = (1, 0)  # upg.trade: wherever they are
    planning.open_window(state, "begin", None)
    return state


def do(state: State, seat: int, *moves: Move) -> list[Event]:
    events: list[Event] = []
    for move in moves:
        decision = D[state.frames[-1][0]]
        assert judged(decision, state, seat, move) is None, (move, judged(decision, state, seat, move))
        decision.apply(state, seat, move, recorder(events))
    return events


def refused(state: State, seat: int, *move: str | int) -> str:
    wrong = judged(D[state.frames[-1][0]], state, seat, move)
    return f"{wrong.rule} {wrong.facts.get('what', '')}".strip() if wrong else ""


def test_what_is_traded_becomes_unequipped() -> None:
    state = trading()  # upg.trade, upg.trade-unequips
    events = do(state, A, ("trade", B), ("give", "phalanx"), ("ask", "spare"), ("ask", "favour"), ("propose",))
    assert cited(events) == [("offers-trade", "upg.trade")] and state.frames[-1][:2] == ("offered", B)
    lawful(D["offered"], state, B, [("accept",), ("decline",), ("accept", 1)])
    events = do(state, B, ("accept",))
    assert (state.equipped[A], state.unequipped[A]) == (("sweep",), ("triple", "spare", "favour"))
    assert (state.equipped[B], state.unequipped[B]) == ((), ("ledger", "phalanx"))
    assert cited(events) == [
        ("accepts-trade", "upg.trade"),
        ("hands-over", "upg.trade"),
        ("unequipped", "upg.trade-unequips"),
        ("hands-over", "upg.trade"),
        ("hands-over", "upg.trade"),
        ("unequipped", "upg.trade-unequips"),
    ]
    assert state.frames[-1][0] == "plan"


def test_what_was_said_can_be_taken_back() -> None:
    state = trading()
    do(state, A, ("trade", B), ("give", "phalanx"), ("ask", "spare"), ("take-back", "give", "phalanx"))
    assert state.frames[-1][2] == (A, B, (), ("spare",))
    assert refused(state, A, "take-back", "give", "phalanx") == "upg.trade trade-not-named"
    do(state, A, ("drop",))
    assert state.frames[-1][0] == "plan" and state.used[A] == ()


@pytest.mark.parametrize(
    ("move", "by"),
    [
        (("give", "sweep"), "upg.trade-no-class"),
        (("ask", "ledger"), "upg.trade-no-class"),
        (("give", "spare"), "upg.trade trade-not-yours"),
        (("ask", "phalanx"), "upg.trade trade-not-theirs"),
        (("give", "triple"), "upg.trade trade-named"),
        (("give", "a coin"), "upg.trade trade-card"),
        (("give", 7), "upg.trade trade-card"),
        (("give",), "upg.trade trade-card"),
        (("propose", 1), "upg.trade trade-answer"),
        (("drop", "it"), "upg.trade trade-answer"),
    ],
)
def test_what_cannot_be_offered(move: Move, by: str) -> None:
    state = trading()
    do(state, A, ("trade", B))
    assert refused(state, A, "propose") == "upg.trade trade-nothing"
    do(state, A, ("give", "triple"))
    assert refused(state, A, *move) == by


def test_a_gift_is_a_trade_unless_the_ruling_wants_equal_numbers() -> None:
    for choice, by in (("yes", ""), ("equal", "ruling.upg.trade-gift")):
        state = trading(upg__trade_gift=choice)
        do(state, A, ("trade", B), ("give", "triple"))
        assert refused(state, A, "propose") == by
        do(state, A, ("ask", "spare"))
        assert refused(state, A, "propose") == ""
        state = trading(upg__trade_gift=choice)
        state.equipped[B], state.unequipped[B] = (), ("ledger",)
        assert refused(state, A, "trade", B) == by


def test_with_whom_one_can_trade() -> None:
    state = trading(3)
    assert refused(state, A, "trade", C) == ""
    for whom in (A, 3, -1, True, "B"):
        assert refused(state, A, "trade", whom) == "upg.trade trade-whom"
    state.out = 1 << B
    assert refused(state, A, "trade", B) == "upg.trade trade-out"
    assert refused(state, C, "trade", A) == ""
    state.equipped[A] = state.unequipped[A] = ()
    assert refused(state, C, "trade", A) == "upg.trade trade-no-cards"
    alone = table(1, mode="solo")
    alone.equipped[A] = ("phalanx",)
    planning.open_window(alone, "program", None)
    assert refused(alone, A, "trade", B) == "upg.trade trade-alone"


def test_who_has_declined_is_not_asked_again_in_this_turn() -> None:
    state = trading(3)
    do(state, A, ("trade", B), ("give", "triple"), ("propose",))
    assert cited(do(state, B, ("decline",))) == [("declines-trade", "upg.trade")]
    assert state.unequipped[A] == ("triple",)
    assert refused(state, A, "trade", B) == "upg.trade trade-declined"
    assert refused(state, A, "trade", C) == "" and refused(state, B, "trade", A) == ""


def test_every_move_of_a_trade_that_is_offered_is_allowed_and_no_other() -> None:
    rng = Random(4)
    cards = ["phalanx", "triple", "favour", "spare", "sweep", "ledger"]
    tried: list[Move] = [(verb, card) for verb in ("give", "ask") for card in cards]
    tried += [("take-back", verb, card) for verb in ("give", "ask") for card in cards] + [("propose",), ("drop",)]
    for _ in range(40):
        state = trading(upg__trade_gift=rng.choice(["yes", "equal"]))
        do(state, A, ("trade", B))
        for _ in range(6):
            lawful(D["trade"], state, A, tried)
            move = rng.choice(D["trade"].moves(state, A))
            if move[0] in ("drop", "propose"):
                break
            do(state, A, move)
    assert rule(judged(D["trade"], trading_in(state), A, ("give", "sweep"))) == "upg.trade-no-class"


def trading_in(state: State) -> State:
    fresh = trading()
    do(fresh, A, ("trade", B))
    return fresh


# -- nobody is waited for who could only trade -------------------------------------------------------------------------


def planning_with(**position: Any) -> Session:
    """Two rivals of whom the first has a faction augment, where Planning begins."""
    rivals = {
        "seats": 2,
        "options": {"mode": "versus"},
        "turn": 3,
        "equipped": [["Phalanx Protocol"], []],
        "now": "planning",
    }
    return Session.at(GAME, {**rivals, "exp": [0, 0], "assets": [{}, {}], **position})


def test_a_window_does_not_wait_for_those_who_could_only_trade() -> None:
    session = planning_with()
    assert planning.in_program(session.truth), "neither before the trace roll nor before the refill"
    assert all(any(move[0] == "trade" for move in session.moves(seat)) for seat in (A, B)), "but there they may"


def test_while_it_waits_for_somebody_the_others_may_trade() -> None:
    session = planning_with(assets=[{}, {"memory": 1}])
    assert planning.window_of(session.truth).name == "begin"
    assert session.asked == (B,) and session.deciders == (B, A)
    assert session.moves(A) == [("trade", B), ("done",)]
    verdict = session.judge(A, ("upgrade", "integrity"))
    assert verdict is not None and verdict.rule == "upg.exp-cost"
    session.submit(A, ("trade", B))
    session.submit(A, ("drop",))
    session.submit(B, ("done",))
    assert planning.window_of(session.truth).name == "rolled" and session.asked == (B,)

"""Every game ends: what stops a day in which actions cost nothing, and a game whose days do not run out."""

from __future__ import annotations

from random import Random

import pytest
from deck import GAME, A, B, everything, kinds_of, play, rules_of, table, why
from depth import draw
from scenes import PAIR

from tabletop_kernel import Session
from tabletop_kernel.players.bots import forward

FREE = {"job-exact": "lenient", "pass-final": "no"}  # actions that cost nothing, and passes that do not count


def free_action(session: Session, seat: int) -> list[str]:
    """The mission's job that loses points and scraps danger, where there are neither."""
    events = play(session, ("job", "mission", 1), seat=seat)
    while session.deciders and session.truth.frames[-1][0] not in ("act", "rest"):
        events += session.submit(session.next_up, session.moves(session.next_up)[-1])
    return kinds_of(events)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_day_of_actions_that_cost_nothing_ends(seats: int) -> None:
    session = table("discovery", seats, FREE, ground=PAIR, hand=[["pan"]] * seats)
    for done in range(20 * seats):
        assert session.truth.frames[-1][0] == "act", f"the day is over after {done} actions"
        told = free_action(session, session.deciders[0])
    assert "actions-enough" in told and "day.most-actions" in rules_of(everything(session))
    assert session.truth.frames[-1][0] == "rest"


def test_a_team_does_not_act_for_ever_either() -> None:
    session = table("wide_country", 2, FREE, ground=PAIR, hand=[["pan"]] * 2, acted=39)
    play(session, ("job", "pan", 0))
    assert session.truth.frames[-1][0] == "rest"


def test_days_that_do_not_run_out_come_to_an_end() -> None:
    rulings = {"bandit-tracker": "none", "versus-death": "respawn"}
    scene = {"ground": PAIR, "now": "rest", "score": [3, 1], "hand": [["pan"], ["pan"]]}
    session = table("discovery", 2, rulings, begun=40, **scene)
    while session.deciders:
        assert session.truth.begun == 40, "no day begins after the fortieth"
        session.submit(session.next_up, session.moves(session.next_up)[-1])
    assert session.outcome is not None and session.outcome.rule == "versus.day-end"
    assert session.outcome.winners == (A,)
    assert why(session, ("pass",), B) == ("ruling.bandit-tracker", {"count": 40})


ENDLESS = [1764, 2809, 1514, 3293]  # the first ends by deaths, the second by its days


@pytest.mark.deep
@pytest.mark.parametrize("seed", ENDLESS[: draw(2, deep=4)])
def test_random_games_that_went_on_and_on(seed: int) -> None:
    """Random play with the rulings that made endless games."""
    rng, seats = Random(seed), 2 + seed % 3
    rulings = {f"ruling.{name}": option for name, option in FREE.items()} | {"ruling.bandit-tracker": "none"}
    state = Session(GAME, seats, seed, rulings, {"mission": "discovery"}).truth.clone()
    moves = 0
    while deciders := GAME.deciders(state):
        seat, moves = rng.choice(list(deciders)), moves + 1
        GAME.apply(state, seat, rng.choice(forward(GAME.moves(state, seat))), None)
        assert moves < 20_000 and state.begun <= 40 and state.acted <= 20 * seats
    assert state.result is not None

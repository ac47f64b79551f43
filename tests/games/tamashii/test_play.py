"""Whole games in every mode: they keep the law, come to their end, and can be played again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tabletop_kernel import Session, load, testing
from tabletop_kernel.bots import forward
from tabletop_kernel.games.tamashii import facts
from tabletop_kernel.ruling_checks import check_set, ruling_sets

GAME = load("tamashii")
SCENARIOS = list(GAME.content.scenarios)
TABLES: list[tuple[int, dict[str, str]]] = [
    *((seats, {"scenario": code}) for code in SCENARIOS for seats in (1, 2, 4)),
    *((seats, {"mode": "versus"}) for seats in (2, 3, 4)),
    (1, {"scenario": "S01", "unlocked": "all", "catie": "on", "diary": "on", "dog": "on", "city": "on"}),
    (3, {"scenario": "S03", "unlocked": "all", "catie": "on", "diary": "on", "city": "on", "difficulty": "insane"}),
    (2, {"mode": "versus", "unlocked": "all", "catie": "on", "diary": "on", "city": "on", "difficulty": "hard"}),
]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_random_game_comes_to_its_end(seats: int, options: dict[str, str]) -> None:
    session, rng = Session(GAME, seats, seats, {}, options), Random(len(str(options)))
    while session.deciders:
        assert session.length < 4000
        seat = rng.choice(session.deciders)
        session.submit(seat, rng.choice(forward(session.moves(seat))))
    assert session.outcome is not None
    assert session.outcome.rule in ("end.scenario", "end.cd-out", "comp.end")
    assert Session.load(session.save(), GAME).position() == session.position()


@pytest.mark.parametrize("check", [testing.check_play, testing.check_clones, testing.check_replay, testing.check_law])
def test_random_tables_pass(check: Any) -> None:
    check(GAME, 2)


def test_some_rulings_go_together() -> None:
    for number, rulings in enumerate(ruling_sets(GAME, 5)):
        check_set(GAME, rulings, number)
        if number == 2:
            return


def test_facts_of_a_table() -> None:
    position = {"options": {"scenario": "S01"}, "now": "launch", "grid": ["EEE. .... .... ....", ".... .... .... ...."]}
    state = Session.at(GAME, {"seats": 2, **position}).truth
    assert facts.launchable(state, 0) == ["basic.power"]
    assert facts.holding(state, 0, "E") == ["r1c1", "r1c2", "r1c3"]
    assert facts.after(GAME, state, "power", 0, ["launch", "basic.power", "r1c1+r1c2+r1c3"]) == 1
    assert facts.grid_after(GAME, state, 0, ["launch", "basic.power", "r1c1+r1c2+r1c3"]) == "....#" * 4
    assert facts.outcome_after(GAME, state) == "it goes on"
    assert set(GAME.facts) >= {"launchable", "after", "reachable"}


def test_options_are_worked_out_once() -> None:
    assert GAME.options_for(2, {"mode": "versus"}) is GAME.options_for(2, {"mode": "versus"})

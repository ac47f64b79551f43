"""Whole games in every mode: they keep the law, come to their end, and can be played again."""

from __future__ import annotations

from random import Random

import pytest
from depth import draw

from tabletop_kernel import Session, load
from tabletop_kernel.games.tamashii import lesson_facts
from tabletop_kernel.players.bots import forward

GAME = load("tamashii")
SIZES = (1, 2, 4)
TABLES: list[tuple[int, dict[str, str]]] = [
    *(
        (SIZES[(number + turned) % len(SIZES)], {"scenario": code})
        for number, code in enumerate(GAME.content.scenarios)
        for turned in range(draw(1, deep=len(SIZES)))
    ),
    *((seats, {"mode": "versus"}) for seats in (4, 2, 3)[: draw(1, deep=3)]),
    (1, {"scenario": "S01", "unlocked": "all", "catie": "on", "diary": "on", "dog": "on", "city": "on"}),
    (3, {"scenario": "S03", "unlocked": "all", "catie": "on", "diary": "on", "city": "on", "difficulty": "insane"}),
    (2, {"mode": "versus", "unlocked": "all", "catie": "on", "diary": "on", "city": "on", "difficulty": "hard"}),
]


@pytest.mark.deep
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


def test_facts_of_a_table() -> None:
    position = {"options": {"scenario": "S01"}, "now": "launch", "grid": ["EEE. .... .... ....", ".... .... .... ...."]}
    state = Session.at(GAME, {"seats": 2, **position}).truth
    assert lesson_facts.launchable(state, 0) == ["basic.power"]
    assert lesson_facts.holding(state, 0, "E") == ["r1c1", "r1c2", "r1c3"]
    assert lesson_facts.after(GAME, state, "power", 0, ["launch", "basic.power", "r1c1+r1c2+r1c3"]) == 1
    assert lesson_facts.grid_after(GAME, state, 0, ["launch", "basic.power", "r1c1+r1c2+r1c3"]) == "....#" * 4
    assert lesson_facts.outcome_after(GAME, state) == "it goes on"
    assert set(GAME.teaching.facts) >= {"launchable", "after", "reachable"}


def test_options_are_worked_out_once() -> None:
    assert GAME.agreement.options_for(2, {"mode": "versus"}) is GAME.agreement.options_for(2, {"mode": "versus"})

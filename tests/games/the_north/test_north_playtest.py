"""What playtests count of The North, worked out here a second time from the table that is left at the end."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from north import GAME

from tabletop_kernel import Session, compare_rulings, simulate
from tabletop_kernel.games.the_north import scoring
from tabletop_kernel.players.bots import forward


def played_out(seats: int, seed: int) -> Session:
    session, rng = Session(GAME, seats, seed), Random(seed)
    while session.deciders:
        seat = session.deciders[0]
        session.submit(seat, rng.choice(forward(session.moves(seat))))
    return session


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("seed", range(4))
def test_the_parts_of_the_scores(seats: int, seed: int) -> None:
    session = played_out(seats, seed)
    truth, outcome = session.truth, session.outcome
    figures = GAME.figures.at_end(truth)
    zones = sum(len(truth.ancients[seat]) + len(truth.facilities[seat]) for seat in range(seats))
    assert figures["a player's score", "total"] == sum(outcome.scores) / seats
    assert figures["a player's score", "points left"] == sum(truth.points[:seats]) / seats
    assert figures["a player's score", "cards in the Zone"] == zones / seats
    assert figures["a player's score", "cards in the Deck"] == sum(map(len, truth.deck[:seats])) / seats
    parts = ("points left", "Values in the Deck", "cards in the Zone")
    added = sum(figures["a player's score", part] for part in parts)
    assert added == pytest.approx(figures["a player's score", "total"])
    names = [Counter(card.split("/")[1].split("@")[0] for card in truth.facilities[seat]) for seat in range(seats)]
    sets = sum(number >= 3 for found in names for number in found.values())
    assert figures["a player's score", "sets of three in the Zone"] == sets / seats


@pytest.mark.parametrize("seed", range(4))
def test_who_was_ahead_and_who_had_begun(seed: int) -> None:
    session = played_out(2, seed)
    figures, outcome = GAME.figures.at_end(session.truth), session.outcome
    assert figures["score", "winner ahead by"] == max(outcome.scores) - min(outcome.scores)
    assert figures["wins", "first player"] == GAME.agreement.shares(session.config, outcome)[session.truth.first]


def test_alone_nobody_is_ahead() -> None:
    names = {name for _, name in GAME.figures.at_end(played_out(1, 1).truth)}
    assert not names & {"winner ahead by", "first player"}


def test_alone_no_lead_is_told_since_the_sides_do_not_begin_level() -> None:
    start = [score.total for score in scoring.scores(Session(GAME, 1, 1).truth)]
    assert start[0] < start[1]
    alone, two = (simulate(GAME, games=2, seats=seats, bots=["quick"], seed=5) for seats in (1, 2))
    assert alone.comebacks is None and alone.made_up is None and two.comebacks is not None
    for told in (str(alone), alone.to_csv(), alone._repr_html_()):
        assert "comeback" not in told and "lead change" not in told.replace("histogram of lead changes", "")
    flipped = compare_rulings(GAME, {"ruling.solo-score": "points-values-cards"}, games=2, seats=1, bots=["quick"])
    assert not [row for row in flipped.differences if "lead" in row.name or row.section == "leads"]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_reckoned_fast_is_the_score(seed: int) -> None:
    session, rng = Session(GAME, 2, seed), Random(seed)
    while session.deciders:
        state = session.truth
        assert [scoring.total_score(state, seat) for seat in (0, 1)] == [score.total for score in scoring.scores(state)]
        mover = session.deciders[0]
        session.submit(mover, rng.choice(forward(session.moves(mover))))


def test_every_point_that_is_gone_was_counted() -> None:
    report = simulate(GAME, games=10, seats=2, bots=["random"], seed=4)
    start = sum(Session(GAME, 2, 1).truth.points)
    for record in report.records:
        lost = sum(number for (section, _), number in record.items() if section == "points lost")
        assert lost + 2 * record["a player's score", "points left"] == start
        assert ("points lost", "otherwise") not in record


@pytest.mark.parametrize(
    ("kind", "rule", "data", "figure", "number"),
    [
        ("directive", "x", {"directive": "facility"}, ("Directives", "Facility"), 1),
        ("loses", "ability.spark", {"points": 2}, ("points lost", "to Sparks"), 2),
        ("loses", "node.table", {"points": 3}, ("points lost", "to the Node"), 3),
        ("loses", "other.x", {"points": 3}, ("points lost", "otherwise"), 3),
        ("spark", "ability.spark", {"key": "frost-widow.spark"}, ("cards used", "Frost Widow, Spark"), 1),
        ("protocol", "ability.protocol", {"key": "outpost.protocol"}, ("cards used", "Outpost, Protocol"), 1),
        (
            "copy",
            "x",
            {"key": "frost-widow.spark"},
            ("cards used", "Frost Widow, Spark copied"),
            1,
        ),
        ("discharge", "x", {"level": 3}, ("Discharges", "at level 3"), 1),
    ],
)
def test_what_is_counted_of_an_event(kind: str, rule: str, data: Any, figure: Any, number: float) -> None:
    assert GAME.figures.count(kind, rule, data) == (figure, number)


def test_most_events_are_not_counted() -> None:
    assert GAME.figures.count("discharge", "x", {"level": 0}) is None
    assert GAME.figures.count("draws", "x", {"seat": 0}) is None

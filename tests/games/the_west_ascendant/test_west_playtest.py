"""What playtests count of The West: Ascendant, worked out here a second time from the table that is left at the end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from west import GAME

from tabletop_kernel import Session, simulate
from tabletop_kernel.bots import forward
from tabletop_kernel.games.the_west_ascendant import appraisal, scoring


@pytest.mark.parametrize("seed", range(8))
def test_the_end_of_a_game(seed: int) -> None:
    session, rng = Session(GAME, 2, seed), Random(seed)
    while session.deciders:
        seat = session.deciders[0]
        session.submit(seat, rng.choice(forward(session.moves(seat))))
    truth, outcome, figures = session.truth, session.outcome, GAME.figures(session.truth)
    parts = [figures["score of a player", name] for name in ("Points left", "Loci", "Doppelgates", "Cityengine")]
    assert sum(parts) == figures["score of a player", "total"] == sum(outcome.scores) / 2
    assert figures["score", "margin"] == max(outcome.scores) - min(outcome.scores)
    assert figures["score of a player", "Points left"] == sum(truth.points) / 2
    assert figures["Zone of a player", "Loci"] == sum(map(len, truth.zone)) / 2
    assert figures["Zone of a player", "made Doppelgates"] == sum(map(len, truth.gates)) / 2
    assert figures["Zone of a player", "Complete Cityengines"] == sum(truth.city) / 2
    assert figures["hand of a player", "cards at the end"] == sum(map(len, truth.hand)) / 2
    assert figures["wins", "first player"] == GAME.worth(session.config, outcome)[truth.first]
    for seat in (0, 1):
        sure = (seat in outcome.winners) - (1 - seat in outcome.winners)
        assert appraisal._worth(truth, seat) == appraisal.CERTAIN * sure
    ahead = {seat for seat in (0, 1) if truth.points[seat] > truth.points[1 - seat]}
    assert figures["order", "leader on points loses"] == bool(ahead & set(outcome.seats_with("lost")))


@pytest.mark.parametrize("seed", range(4))
def test_what_is_reckoned_fast_is_the_score(seed: int) -> None:
    session, rng = Session(GAME, 2, seed), Random(seed)
    while session.deciders:
        state = session.truth
        assert [scoring.total(state, seat) for seat in (0, 1)] == [score.total for score in scoring.scores(state)]
        for seat in (0, 1):
            totals = []
            for complete in (False, True):
                twin = state.clone()
                twin.city[seat] = complete
                totals.append(scoring.scores(twin)[seat].total)
            assert scoring.gain_of_city(state, seat) == totals[1] - totals[0]
        mover = session.deciders[0]
        session.submit(mover, rng.choice(forward(session.moves(mover))))


def test_pulses_are_counted_however_often_one_is_used() -> None:
    """All of one type, and two of one type that are all there are, have a PULSE: once, or once for each card taken."""
    for how, least in (("once", 1), ("per-card", 2)):
        session, rng, pulses, told = Session(GAME, 2, 5, {"ruling.pulse-count": how}), Random(5), 0.0, 0
        while session.deciders:
            seat = session.deciders[0]
            session.submit(seat, rng.choice(forward(session.moves(seat))))
            for kind, rule, _, data in session.last_events:
                figure = GAME.count(kind, rule, data)
                pulses += figure[1] if figure and figure[0][0] == "PULSE" else 0
                told += data.get("count", 1) if kind in ("pulse", "pulses") else 0
        assert pulses == told >= least, how


def test_every_point_that_is_gone_was_counted() -> None:
    report = simulate(GAME, games=10, bots=["random"], seed=4)
    start = sum(Session(GAME, 2, 1).truth.points)
    for record in report.records:
        lost = sum(number for (section, _), number in record.items() if section == "points lost")
        assert lost + 2 * record["score of a player", "Points left"] == start
        assert ("points lost", "otherwise") not in record


@pytest.mark.parametrize(
    ("kind", "rule", "data", "figure", "number"),
    [
        ("chooses-all", "choose.all", {"type": "kiln"}, ("choices", "all of one type"), 1),
        ("chooses-city", "choose.city", {}, ("choices", "Cityengine"), 1),
        ("loses", "facility.loss", {"points": 3}, ("points lost", "for cards taken"), 3),
        ("loses", "trigger.x", {"points": 2}, ("points lost", "to Triggers"), 2),
        ("loses", "other.x", {"points": 2}, ("points lost", "otherwise"), 2),
        ("reacts", "reaction.may", {}, ("reactions", "used"), 1),
        ("no-reaction", "reaction.may", {}, ("reactions", "impossible"), 1),
        ("declines", "reaction.may", {}, ("reactions", "declined"), 1),
        ("pulse", "pulse.kiln", {"type": "kiln"}, ("PULSE", "Kiln"), 1),
        ("pulse-void", "pulse.kiln", {"type": "kiln"}, ("PULSE without effect", "Kiln"), 1),
        ("builds", "locus.build", {"locus": "trigger.quench-yard"}, ("Loci built", "Quench Yard"), 1),
        ("uses-top", "x", {"key": "trigger.quench-yard"}, ("use of Loci", "Quench Yard, from the top"), 1),
        ("uses-zone", "x", {"key": "trigger.quench-yard"}, ("use of Loci", "Quench Yard, from a Zone"), 1),
    ],
)
def test_what_is_counted_of_an_event(kind: str, rule: str, data: Any, figure: Any, number: float) -> None:
    assert GAME.count(kind, rule, data) == (figure, number)


def test_most_events_are_not_counted() -> None:
    assert GAME.count("declines", "trigger.quench-yard", {}) is None
    assert GAME.count("hand", "setup.hand", {"seat": 0, "cards": []}) is None

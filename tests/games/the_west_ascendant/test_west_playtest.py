"""What playtests count of The West: Ascendant, worked out here a second time from the table that is left at the end."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from west import GAME, QUIET, A, B, C, K, R, everything, play, table

from tabletop_kernel import Session, simulate
from tabletop_kernel.contract.events import Event
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.report_figures import Figure
from tabletop_kernel.games.the_west_ascendant import appraisal, report_figures, scoring
from tabletop_kernel.players.bots import forward


@pytest.mark.parametrize("seed", range(8))
def test_the_end_of_a_game(seed: int) -> None:
    session, rng = Session(GAME, 2, seed), Random(seed)
    while session.deciders:
        seat = session.deciders[0]
        session.submit(seat, rng.choice(forward(session.moves(seat))))
    truth, outcome, figures = session.truth, session.outcome, GAME.figures.at_end(session.truth)
    parts = [figures["a player's score", name] for name in ("Points left", "Loci", "Doppelgates", "Cityengine")]
    assert sum(parts) == figures["a player's score", "total"] == sum(outcome.scores) / 2
    assert figures["score", "margin"] == max(outcome.scores) - min(outcome.scores)
    assert figures["a player's score", "Points left"] == sum(truth.points) / 2
    assert figures["a player's Zone", "Loci"] == sum(map(len, truth.zone)) / 2
    assert figures["a player's Zone", "made Doppelgates"] == sum(map(len, truth.gates)) / 2
    assert figures["a player's Zone", "Complete Cityengines"] == sum(truth.city) / 2
    assert figures["a player's hand", "cards at the end"] == sum(map(len, truth.hand)) / 2
    assert figures["wins", "first player"] == GAME.agreement.shares(session.config, outcome)[truth.first]
    for seat in (0, 1):
        sure = (seat in outcome.winners) - (1 - seat in outcome.winners)
        assert appraisal._lead_worth(truth, seat) == appraisal.WIN_WORTH * sure
    ahead = {seat for seat in (0, 1) if truth.points[seat] > truth.points[1 - seat]}
    assert figures["order", "leader on points loses"] == bool(ahead & set(outcome.seats_with("lost")))


@pytest.mark.parametrize("seed", range(4))
def test_what_is_reckoned_fast_is_the_score(seed: int) -> None:
    session, rng = Session(GAME, 2, seed), Random(seed)
    while session.deciders:
        state = session.truth
        assert [scoring.total_score(state, seat) for seat in (0, 1)] == [score.total for score in scoring.scores(state)]
        for seat in (0, 1):
            totals = []
            for complete in (False, True):
                twin = state.clone()
                twin.city[seat] = complete
                totals.append(scoring.scores(twin)[seat].total)
            assert scoring.points_for_city(state, seat) == totals[1] - totals[0]
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
                figure = GAME.figures.count(kind, rule, data)
                pulses += figure[1] if figure and figure[0][0] == "PULSE" else 0
                told += data.get("count", 1) if kind in ("pulse", "pulses") else 0
        assert pulses == told >= least, how


@pytest.mark.parametrize(("discard", "void"), [("K", 0), ("", 1)])
def test_a_pulse_is_without_effect_if_its_first_use_can_do_nothing(discard: str, void: int) -> None:
    """A Relay recovers a card: with one in the pile, the first of four PULSEs finds one, and the others do not."""
    session = table({"pulse-count": "per-card"}, middle="RRRRK", discard=discard)
    play(session, ("all", R))
    while session.deciders == (A,) and session.moves(A)[0][0] == "recover":
        play(session, session.moves(A)[0])
    found: Counter[Figure] = Counter()
    for kind, rule, _, data in everything(session):
        if counted := GAME.figures.count(kind, rule, data):
            found[counted[0]] += int(counted[1])
    assert found["PULSE", "Relay"] == 4 and found["PULSE without effect", "Relay"] == void
    assert len([kind for kind, *_ in everything(session) if kind == "recover"]) == len(discard)
    assert "nothing on its first use" in GAME.figures.legend()["PULSE without effect"]


@pytest.mark.parametrize("rulings", [{}, {"ruling.took-counts": "yes"}])
def test_every_point_that_is_gone_was_counted(rulings: dict[str, str]) -> None:
    report = simulate(GAME, games=10, bots=["random"], seed=4, rulings=rulings)
    assert ("for cards gained by effects" in report.figures["points lost"]) == bool(rulings)
    start = sum(Session(GAME, 2, 1).truth.points)
    for record in report.records:
        lost = sum(number for (section, _), number in record.items() if section == "points lost")
        assert lost + 2 * record["a player's score", "Points left"] == start
        assert ("points lost", "otherwise") not in record


@pytest.mark.parametrize(
    ("kind", "rule", "data", "figure", "number"),
    [
        ("chooses-all", "choose.all", {"type": "kiln"}, ("what was chosen", "all of one type"), 1),
        ("chooses-city", "choose.city", {}, ("what was chosen", "Cityengine"), 1),
        ("loses", "facility.loss", {"points": 3}, ("points lost", "for cards taken"), 3),
        ("loses", "trigger.x", {"points": 2}, ("points lost", "to Triggers"), 2),
        ("loses", "ruling.took-counts", {"points": 2}, ("points lost", "for cards gained by effects"), 2),
        ("loses", "facility.pulse", {"points": 2}, ("points lost", "to PULSE"), 2),
        ("loses", "radiate.gate", {"points": 2}, ("points lost", "to RADIATE"), 2),
        ("loses", "radiate.first-gate", {"points": 2}, ("points lost", "to RADIATE"), 2),
        ("loses", "other.x", {"points": 2}, ("points lost", "otherwise"), 2),
        ("reacts", "reaction.may", {}, ("reactions", "used"), 1),
        ("no-reaction", "reaction.may", {}, ("reactions", "impossible"), 1),
        ("pulse", "pulse.kiln", {"type": "kiln"}, ("PULSE", "Kiln"), 1),
        ("pulse-void", "pulse.kiln", {"type": "kiln"}, ("PULSE without effect", "Kiln"), 1),
        ("builds", "locus.build", {"locus": "trigger.quench-yard"}, ("Loci built", "Quench Yard"), 1),
    ],
)
def test_what_is_counted_of_an_event(kind: str, rule: str, data: Any, figure: Any, number: float) -> None:
    assert GAME.figures.count(kind, rule, data) == (figure, number)


def test_most_events_are_not_counted() -> None:
    assert GAME.figures.count("declines", "trigger.quench-yard", {}) is None
    assert GAME.figures.count("hand", "setup.hand", {"seat": 0, "cards": []}) is None


# -- what several events tell together ---------------------------------------------------------------------------------

DAWNFORGE, PYRE, CLOCK = "prime.dawnforge", "prime.signal-pyre", "prime.tidal-clock"
HALL = "prime.steamwright-hall"


def followed(events: list[Event]) -> list[tuple[Figure, float, int]]:
    """What a report counts of these events as they follow each other."""
    follower = GAME.figures.follower()
    return [found for kind, rule, _, data in events if (found := follower(kind, rule, data))]


@pytest.mark.parametrize(
    ("locus", "moves", "used"),
    [
        (DAWNFORGE, [], True),
        (PYRE, [("discard", K)], True),
        (PYRE, [("leave",)], False),  # declined
        (CLOCK, [("exchange", K, C)], True),
        (CLOCK, [("leave",)], False),
        (HALL, [], False),  # its «if» is false: nobody else holds more
    ],
)
@pytest.mark.parametrize("place", ["from the top", "from a Zone"])
def test_a_locus_is_used_when_its_effect_does_something(locus: str, moves: list[Move], used: bool, place: str) -> None:
    other = CLOCK if locus == PYRE else PYRE  # waits, so that nothing goes ahead by itself
    tops, zone = ([locus, other, QUIET[0]], []) if place == "from the top" else ([other, *QUIET[:2]], [locus])
    session = table(now="prime", hand="K", middle="CCCKK", tops=tops, zone=zone)
    play(session, ("use", locus), *moves)
    name = GAME.content.loci[locus].name
    assert followed(everything(session)) == [(("use of Loci", f"{name}, {place}"), 1.0, A)] * used


def test_what_others_do_later_is_no_use_of_what_was_declined() -> None:
    session = table(now="prime", hand="K", middle="KKKCC", tops=[CLOCK, *QUIET[:2]])
    play(session, ("use", CLOCK), ("leave",), ("all", K))
    assert ("loses", "facility.loss") in [(kind, rule) for kind, rule, *_ in everything(session)]
    assert not followed(everything(session))


def test_a_locus_that_hits_somebody_without_points_does_nothing() -> None:
    session = table(now="prime", hand="K", points=[5, 0], tops=[DAWNFORGE, PYRE, QUIET[0]])
    play(session, ("use", DAWNFORGE))
    assert "at-zero" in [kind for kind, *_ in everything(session)]
    assert not followed(everything(session))


@pytest.mark.parametrize("seed", range(3))
def test_reports_count_uses_as_the_table_changes(seed: int) -> None:
    """Worked out from the events of one game: of those between a use and the next thing, one is a deed."""
    report = simulate(GAME, games=1, bots=["quick"], seed=seed)
    session, uses, deeds = report.replay(0), 0, []
    for at in range(session.length + 1):
        session.goto(at)
        deeds += [kind for kind, *_ in session.last_events]
    void = {"condition", "no-offer", "declines", "nothing", "cannot", "draw-short", "hands-compared"}
    void |= {"floor", "at-zero"}
    for number, kind in enumerate(deeds):
        if kind in ("uses-top", "uses-zone"):
            uses += (
                next(one for one in deeds[number + 1 :] if one not in void or one == "declines")
                in report_figures.EFFECT_EVENTS
            )
    counted = sum(number for (section, _), number in report.records[0].items() if section == "use of Loci")
    assert 0 < counted == uses < sum(kind.startswith("uses-") for kind in deeds)


@pytest.mark.parametrize(("theirs", "said"), [("KK", "impossible"), ("KR", "declined")])
def test_a_reaction_that_only_a_hidden_hand_forbids_is_impossible(theirs: str, said: str) -> None:
    session = table(middle="CK", hand=("", theirs))
    play(session, ("all", C))
    play(session, ("leave",), seat=B)
    assert followed(everything(session)) == [(("reactions", said), 1.0, B)]


def test_what_a_hidden_hand_forbids_of_a_locus_makes_no_reaction_impossible() -> None:
    session = table(now="prime", middle="KKK", hand=("KK", "RC"), tops=[CLOCK, *QUIET[:2]])
    events = play(session, ("use", CLOCK), ("leave",))
    assert "cannot" in [kind for kind, *_ in events]
    other = table(middle="CK", hand=("", "KR"))
    events += [*play(other, ("all", C)), *play(other, ("leave",), seat=B)]
    assert followed(events) == [(("reactions", "declined"), 1.0, B)]


def test_a_report_counts_reactions_as_they_were_possible() -> None:
    report = simulate(GAME, games=1, bots=["quick"], seed=3)
    session, unable = report.replay(0), 0
    for at in range(session.length + 1):
        session.goto(at)
        unable += sum(kind == "cannot" and rule == "reaction.impossible" for kind, rule, *_ in session.last_events)
    assert unable == 1 == report.records[0]["reactions", "impossible"]
    assert report.records[0]["reactions", "declined"] == 5

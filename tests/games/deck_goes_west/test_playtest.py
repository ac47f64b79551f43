"""What playtests count of Deck Goes West, worked out here a second time from events and from the table at the end."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tabletop_kernel import Session, load, simulate
from tabletop_kernel.bots import forward
from tabletop_kernel.games.deck_goes_west import playtest

GAME = load("deck_goes_west")
TABLES = [(1, "new_world"), (2, "speed_of_the_slowest"), (2, "discovery")]


def played_out(seats: int, mission: str, seed: int) -> tuple[Session, Counter[str]]:
    """A game in which quick judgement decides, with the points by what they were for."""
    session, rng = Session(GAME, seats, seed, options={"mission": mission}), Random(seed)
    points: Counter[str] = Counter()
    while session.deciders:
        seat = GAME.next_up(session.truth)
        for kind, rule, _, data in session.submit(
            seat, GAME.quick(session.truth, seat, forward(session.moves(seat)), rng)
        ):
            figure, number = GAME.count(kind, rule, data) or (("", ""), 0.0)
            points[figure[1]] += number if figure[0] == "points" else 0.0
    return session, points


@pytest.mark.parametrize(("seats", "mission"), TABLES)
def test_points_by_what_they_were_for_are_all_the_points(seats: int, mission: str) -> None:
    session, totals = played_out(seats, mission, 3)
    end = session.truth.rules.board.score_end
    assert sum(totals.values()) >= sum(session.truth.score) > 0
    assert sum(totals.values()) - sum(session.truth.score) <= end


@pytest.mark.parametrize(("seats", "mission"), TABLES)
def test_the_figures_of_a_finished_game(seats: int, mission: str) -> None:
    truth = played_out(seats, mission, 4)[0].truth
    figures = GAME.figures(truth)
    assert figures["end", "day"] == truth.day and figures["end", "best score"] == max(truth.score)
    assert sum(value for (kind, _), value in figures.items() if kind == "played") == seats
    won = sum(value for (kind, _), value in figures.items() if kind == "won")
    assert won == len(truth.result.winners)


def test_who_began_is_found_back_from_the_token() -> None:
    options = {"mission": "discovery", "first": "player-2"}
    session, rng = Session(GAME, 3, 6, options=options), Random(6)
    days = 0
    while session.deciders and days < 3:
        seat = GAME.next_up(session.truth)
        session.submit(seat, GAME.quick(session.truth, seat, forward(session.moves(seat)), rng))
        if session.truth.day > days:
            days = session.truth.day
    truth = session.truth
    while truth.frames and truth.frames[-1][0] != "act":
        seat = GAME.next_up(truth)
        session.submit(seat, forward(session.moves(seat))[0])
    assert (truth.p1 - truth.day) % 3 == 1


def test_danger_is_counted_by_kind_and_items_are_not() -> None:
    assert playtest.count(GAME.content, "takes", "cards.gain", {"card": "blisters"}) == (("exhaustion", "taken"), 1.0)
    assert playtest.count(GAME.content, "scraps", "cards.scrap-home", {"card": "leg_wound"}) == (
        ("pain", "scrapped"),
        1.0,
    )
    assert playtest.count(GAME.content, "discards", "cards.discard", {"card": "boots"}) is None


def test_a_simulation_reports_them() -> None:
    report = simulate(GAME, games=4, seats=1, bots=["random"], options={"mission": "new_world"})
    assert {"points", "end", "played", "exhaustion"} <= set(report.figures)

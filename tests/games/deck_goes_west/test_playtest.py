"""What playtests count of Deck Goes West, worked out here a second time from events and from the table at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from random import Random

import pytest
from deck import GAME, A, everything, kinds_of, play, said, table
from scenes import FULL

from tabletop_kernel import Session, simulate
from tabletop_kernel.contract.events import Event
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.report_figures import Figure
from tabletop_kernel.games.deck_goes_west import report_figures
from tabletop_kernel.games.deck_goes_west.days import ending
from tabletop_kernel.players.bots import forward

TABLES = [(1, "new_world"), (2, "speed_of_the_slowest"), (2, "discovery")]


@cache
def played_out(seats: int, mission: str) -> tuple[Session, Counter[str]]:
    """A game in which quick judgement decides, with the points by what they were for."""
    session, rng = Session(GAME, seats, 3, options={"mission": mission}), Random(3)
    points: Counter[str] = Counter()
    while session.deciders:
        seat = GAME.pace.next_up(session.truth)
        for kind, rule, _, data in session.submit(
            seat, GAME.opinions.quick(session.truth, seat, forward(session.moves(seat)), rng)
        ):
            figure, number = GAME.figures.count(kind, rule, data) or (("", ""), 0.0)
            points[figure[1]] += number if figure[0] == "points" else 0.0
    return session, points


@pytest.mark.parametrize(("seats", "mission"), TABLES)
def test_points_by_what_they_were_for_are_all_the_points(seats: int, mission: str) -> None:
    session, totals = played_out(seats, mission)
    assert totals.total() - 2 * totals["lost"] == sum(session.truth.score) > 0


def counted(events: Iterable[Event]) -> dict[Figure, float]:
    """What a report counts of these events."""
    figures: Counter[Figure] = Counter()
    for kind, rule, _, data in events:
        if found := GAME.figures.count(kind, rule, data):
            figures[found[0]] += found[1]
    return dict(figures)


def test_points_beyond_the_end_of_the_track_are_not_scored() -> None:
    end = table("wide_country").truth.rules.board.score_end
    session = table("wide_country", hand=["spike_maul"], stock={"metal": 2, "wood": 1}, score=[end - 1])
    events = play(session, ("job", "spike_maul", 0))
    assert session.truth.result.rule == "coop.shared-score"
    assert counted(events)["points", "build"] == 1
    assert [data["points"] for data in said(events, "scores")] == [1]


def test_points_lost_are_told_as_a_number_of_points() -> None:
    facts = {"seat": 0, "who": 0, "points": 3, "count": 4, "total": 0}
    assert GAME.figures.count("loses-points", "vp.lose", facts) == (("points", "lost"), 3.0)


def test_points_lost_by_a_death_are_counted() -> None:
    hands = [["pan", "knife", "boots", "hatchet", "pickaxe", "pan"], [], []]
    rulings = {"versus-death": "respawn"}
    session = table("discovery", 3, rulings, now="rest", p1=A, score=[5, 2, 1], hand=hands)
    while session.truth.score[A]:
        session.submit(session.next_up, session.moves(session.next_up)[-1])
    assert counted(everything(session))["points", "lost"] == 5
    (loss,) = said(everything(session), "loses-points")
    assert (loss["who"], loss["points"], loss["total"]) == (A, 5, 0)


def test_a_step_onto_a_railway_tile_is_a_step() -> None:
    session = table(hand=["boots"], stock={"food": 1}, rails=[[1, 1]])
    events = play(session, ("job", "boots", 0), ("step", 1, 1, "walk"), ("step", 2, 1, "walk"))
    assert kinds_of(events).count("steps-free") == 1
    assert counted(events)["movement", "steps"] == 2


@pytest.mark.parametrize("ruling", ["played-test", "either"])
def test_a_death_in_the_evening_is_not_one_of_a_full_hand(ruling: str) -> None:
    session = table(hand=["boots"], rulings={"idle-death": ruling})
    events = play(session, ("pass",), ("keep",))
    assert counted(events)["deaths", "a day without using a card"] == 1
    assert session.truth.result.rule == "death.full-hand"


@pytest.mark.parametrize(("ruling", "dropped"), [("draw-test", []), ("either", [("drop", "mule")]), ("both", [])])
def test_a_death_in_the_morning_is_one_of_a_full_hand(ruling: str, dropped: list[Move]) -> None:
    session = table(hand=[*FULL, "mule"], rulings={"idle-death": ruling})
    events = play(session, ("pass",), *dropped, ("keep",), ("put", "discard"))
    assert counted(events)["deaths", "a full hand in the morning"] == 1


def test_an_attack_on_a_wagon_alone_is_no_battle() -> None:
    def night(place: tuple[int, int]) -> list[Event]:
        session = table("medicine_run", at=place, bandits=[[1, 1, 2]], wagon=[1, 1], hand=[[], []])
        while session.truth.day == 0 or session.truth.at_night:
            session.submit(session.next_up, session.moves(session.next_up)[-1])
        return everything(session)

    events = night((0, 1))
    figures = counted(events)
    assert figures["bandits", "attacks on a lone wagon"] == 1
    assert ("battles", "by night") not in figures
    assert [rule for kind, rule, *_ in events if kind == "attacked"] == ["ruling.wagon-damage"]
    figures = counted(night((1, 1)))
    assert figures["battles", "by night"] == 1
    assert ("bandits", "attacks on a lone wagon") not in figures


@pytest.mark.parametrize(("seats", "mission"), TABLES)
def test_the_figures_of_a_finished_game(seats: int, mission: str) -> None:
    truth = played_out(seats, mission)[0].truth
    figures = GAME.figures.at_end(truth)
    assert figures["end", "day"] == GAME.pace.turns(truth) and figures["end", "best score"] == max(truth.score)
    assert sum(value for (kind, _), value in figures.items() if kind == "played") == seats
    won = sum(value for (kind, _), value in figures.items() if kind == "won")
    assert won == len(truth.result.winners)


def test_who_began_is_found_back_from_the_token() -> None:
    options = {"mission": "discovery", "first": "player-2"}
    session, rng = Session(GAME, 3, 6, options=options), Random(6)
    days = 0
    while session.deciders and days < 3:
        seat = GAME.pace.next_up(session.truth)
        session.submit(seat, GAME.opinions.quick(session.truth, seat, forward(session.moves(seat)), rng))
        if session.truth.day > days:
            days = session.truth.day
    truth = session.truth
    while truth.frames and truth.frames[-1][0] != "act":
        seat = GAME.pace.next_up(truth)
        session.submit(seat, forward(session.moves(seat))[0])
    assert report_figures.first_day_seat(truth) == 1


def test_a_game_that_ends_at_night_counts_no_day_that_never_began() -> None:
    truth = table("night_watch", now="night attack", day=3, bandits=[[0, 1, 1]], hand=[["hatchet"], []]).truth
    assert GAME.pace.turns(truth) == 3
    ending.end_game(truth, "coop.shared-score", [0, 1], None)
    assert GAME.pace.turns(truth) == GAME.figures.at_end(truth)["end", "day"] == 3


def test_a_game_that_somebody_had_to_leave_says_nothing_of_who_began() -> None:
    how = {"games": 2, "seats": 3, "bots": ["random", "quick", "quick"], "options": {"mission": "iron_rivals"}}
    report = simulate(GAME, **how, seed=39, coverage=False)
    left = [bool(report.replay(number).truth.dead) for number in range(2)]
    assert set(left) == {True, False}
    won = [record.get(("wins", "first player")) for record in report.records]
    assert [one is None for one in won] == left
    told = [one for one in won if one is not None]
    assert any(told), "else all means are the same"
    assert report.figures["wins"]["first player"].mean == pytest.approx(sum(told) / len(told))


@pytest.mark.parametrize("ruling", ["eliminate", "game-over"])
def test_those_who_are_out_are_not_players_with_nothing(ruling: str) -> None:
    stock, hands = [{"food": 1}, {"food": 4, "wood": 1}, {"wood": 2}], [["pan"], ["blisters", "pan"], ["leg_wound"] * 2]
    truth = table("discovery", 3, {"versus-death": ruling}, stock=stock, hand=hands, score=[9, 2, 1]).truth
    ending.die(truth, A, "death.danger-hand", None)
    if truth.result is None:
        ending.end_game(truth, "versus.first-wins", [1], None)
    figures = GAME.figures.at_end(truth)
    assert figures["end", "danger cards in a deck"] == (1 + 2) / 2
    assert figures["end", "resources per player"] == (5 + 2) / 2
    assert figures["end", "best score"] == 9


def test_where_all_are_out_nobody_has_anything() -> None:
    truth = table("discovery", 2, hand=[["pan"], ["boots"]]).truth
    ending.die_together(truth, dict.fromkeys((0, 1), "death.danger-hand"), None)
    assert truth.result is not None and not truth.result.winners
    assert not {("end", "danger cards in a deck"), ("end", "resources per player")} & set(GAME.figures.at_end(truth))


def test_who_dies_alone_had_what_they_had() -> None:
    truth = table(hand=["blisters", "pan"], stock={"food": 3}).truth
    ending.die(truth, A, "death.danger-hand", None)
    figures = GAME.figures.at_end(truth)
    assert figures["end", "danger cards in a deck"] == 1 and figures["end", "resources per player"] == 3


def test_how_far_west_anybody_was_is_not_where_they_end() -> None:
    session = table("discovery", 2, {"versus-death": "respawn"}, at=(2, 1), hand=[["pan"], ["boots"]])
    for seat in (0, 1):
        ending.die(session.truth, seat, "death.danger-hand", None)
    assert [place[0] for place in session.truth.meeple] == [0, 0]
    ending.end_game(session.truth, "versus.first-wins", [1], None)
    assert GAME.figures.at_end(session.truth)["end", "furthest column"] == 2
    assert "furthest column reached" in GAME.figures.legend()["end"] and "days begun" in GAME.figures.legend()["end"]


def test_days_are_counted_where_the_tracker_stands_still() -> None:
    options = {"mission": "discovery", "first": "player-2"}
    session = Session(GAME, 2, 1, {"ruling.bandit-tracker": "none"}, options)
    while GAME.pace.turns(session.truth) < 3:
        session.submit(
            session.next_up,
            GAME.opinions.quick(session.truth, session.next_up, session.moves(session.next_up), Random(1)),
        )
    told = kinds_of(everything(session))
    assert "day-track-still" in told and "day-track" not in told
    assert [data["gone"] for data in said(everything(session), "day")] == [(0,), (1,), (2,)]
    assert session.truth.day == 0
    again = Session.at(GAME, session.position())
    assert GAME.pace.turns(again.truth) == 3
    ending.end_game(session.truth, "versus.first-wins", [1], None)
    figures = GAME.figures.at_end(session.truth)
    assert figures["end", "day"] == 3 and figures["wins", "first player"] == 1


def test_a_written_day_is_the_one_that_the_tracker_tells_of() -> None:
    for now, turns in (("morning", 4), ("act", 4), ("night row", 3), ("night exhaustion", 3)):
        assert GAME.pace.turns(table(now=now, day=3, hand=["pan"]).truth) == turns


def test_danger_is_counted_by_kind_and_items_are_not() -> None:
    assert GAME.figures.count("takes", "cards.gain", {"card": "blisters"}) == (
        ("exhaustion", "taken"),
        1.0,
    )
    assert GAME.figures.count("scraps", "cards.scrap-home", {"card": "leg_wound"}) == (
        ("pain", "scrapped"),
        1.0,
    )
    assert GAME.figures.count("discards", "cards.discard", {"card": "boots"}) is None


def test_a_simulation_reports_them() -> None:
    report = simulate(GAME, games=4, seats=1, bots=["random"], options={"mission": "new_world"})
    assert {"points", "end", "played", "exhaustion"} <= set(report.figures)

"""Winning and losing, rule by rule: where points come from, who wins at the end, and what a team shares."""

from __future__ import annotations

from typing import Any

import pytest
from deck import GAME, A, B, everything, play, rules_of, said, table, text_of
from night_table import Table, ruled

from tabletop_kernel import Session

UNKNOWN_LAND = [[0, 1, "Long Grass"], [1, 1, "Owl Wood", 0]]
WALK = (("job", "boots", 0), ("step", 1, 1))


def explorer(mission: str, **position: Any) -> Session:
    """Somebody who is about to turn up a tile."""
    return table(mission, hand=["boots"], stock={"food": 1}, ground=UNKNOWN_LAND, **position)


# -- points ------------------------------------------------------------------------------------------------------------


def test_ways_to_score() -> None:
    """Land, railways, bandits, a wagon that goes West, villages: missions score for these, and for nothing else."""
    ways = {"reveal", "build", "clear", "wagon-west", "village"}
    found = {
        job.event or next(step.what for step in job.steps if step.verb == "if")
        for mission in GAME.content.missions.values()
        for job in mission.jobs
        if any(step.verb == "score" for step in job.steps)
    }
    assert found == ways
    words = ("land", "railways", "bandits", "wagon West", "village")
    assert all(way in text_of("goal.ways") for way in words)


@pytest.mark.parametrize(("mission", "points"), [("wide_country", 1), ("night_watch", 0), ("discovery", 2)])
def test_only_the_ways_of_the_own_mission_count(mission: str, points: int) -> None:
    session = explorer(mission)
    play(session, *WALK)
    assert session.truth.score[0] == points
    assert "your own mission" in text_of("goal.ways")


@pytest.mark.parametrize(("before", "after", "lost"), [(6, 2, 4), (4, 0, 4), (3, 0, 3), (0, 0, 0)])
def test_points_are_lost_down_to_zero(before: int, after: int, lost: int) -> None:
    session = table("discovery", score=[before, 7], hand=[["black_eye", "blisters", "leg_wound"], []])
    events = play(session, ("job", "mission", 1), ("go",))
    assert session.truth.score == [after, 7]
    assert session.truth.hand[A] == ()
    told, *rest = [event for event in events if event[1] == "vp.lose"]
    assert (told[3]["points"], told[3]["count"]) == (lost, 4)
    assert [event[0] for event in rest] == ["loses-rest"] * (0 < lost < 4)


@pytest.mark.parametrize(("before", "over"), [(21, False), (22, True), (23, True)])
def test_the_end_of_the_score_track_wins(before: int, over: bool) -> None:
    """New World gives 2 points for land in the West, and its first board ends at 24."""
    session = explorer("new_world", score=[before])
    play(session, *WALK)
    assert session.truth.score == [min(before + 2, 24)]
    assert (session.outcome is not None) is over
    assert session.outcome is None or session.outcome.results == ("won",)
    assert "score track" in text_of("goal.win")


# -- equal points ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "meeple", "stock", "winners"),
    [
        ([5, 4], [(0, 1), (2, 1)], [(0, 0, 0, 0), (9, 9, 9, 9)], [A]),  # points come first
        ([5, 5], [(1, 1), (2, 1)], [(9, 9, 9, 9), (0, 0, 0, 0)], [B]),  # then the distance West
        ([5, 5], [(2, 0), (2, 2)], [(0, 0, 0, 3), (2, 0, 0, 0)], [A]),  # then resources of all kinds together
        ([5, 5], [(2, 0), (2, 2)], [(0, 1, 1, 0), (2, 0, 0, 0)], [A, B]),
    ],
)
def test_equal_points(score: list[int], meeple: Any, stock: Any, winners: list[int]) -> None:
    end = Table("discovery", 2, board="A")
    state = end.state
    state.day, state.score, state.meeple, state.stock = 8, score, meeple, stock
    end.night("day")
    assert state.result is not None
    assert [seat for seat, result in enumerate(state.result.results) if result == "won"] == winners
    assert ("versus.tiebreak" in end.rules()) == (score[A] == score[B])


@pytest.mark.parametrize(("option", "winner"), [("now", B), ("ever", A)])
def test_ruling_west_measure(option: str, winner: int) -> None:
    """Ann has been further West, but Ben is now."""
    end = Table("discovery", 2, ruled(west_measure=option), board="A")
    state = end.state
    state.day, state.score, state.meeple, state.far = 8, [5, 5], [(0, 1), (1, 1)], [3, 1]
    end.night("day")
    assert state.result is not None
    assert state.result.results[winner] == "won"
    assert state.result.results[1 - winner] == "lost"


# -- one team ----------------------------------------------------------------------------------------------------------


def test_a_team_has_one_score() -> None:
    session = explorer("wide_country", score=[4], meeple=[[0, 1], [0, 1]])
    play(session, *WALK)
    assert session.truth.score == [5]
    assert [session.truth.points_of(seat) for seat in (A, B)] == [5, 5]


def test_a_team_wins_together() -> None:
    session = explorer("wide_country", score=[35])
    assert session.truth.rules.board.score_end == 36
    events = play(session, *WALK)
    assert rules_of(events)[-1] == "coop.shared-score"
    assert session.outcome is not None
    assert session.outcome.results == ("won", "won")
    verdict = session.judge(B, ("pass",))
    assert verdict is not None
    assert verdict.rule == "coop.shared-score"


def test_a_team_loses_with_any_one_of_them() -> None:
    """The second has a hand that cannot draw in the morning."""
    full = ["boots", "boots", "knife", "pan", "pickaxe", "hatchet"]
    session = table("wide_country", hand=[[], full], now="morning")
    assert session.truth.result.results == ("lost", "lost")
    session = table("wide_country", hand=[[], full])
    play(session, ("pass",))
    play(session, ("pass",), ("keep",), seat=B)
    while session.outcome is None:
        seat = session.deciders[0]
        session.submit(seat, ("put", "discard"))
    assert session.outcome.results == ("lost", "lost")
    assert (said(everything(session), "dies")[0]["seat"], rules_of(everything(session))[-1]) == (
        B,
        "coop.lose-together",
    )


def test_a_team_loses_on_the_last_day() -> None:
    end = Table("wide_country", 2, board="B")
    end.state.day, end.state.score = 12, [35]
    end.night("day")
    assert end.state.result is not None
    assert end.state.result.results == ("lost", "lost")
    assert end.rules()[-1] == "coop.lose-together"


@pytest.mark.parametrize(("hands", "seen"), [({}, True), ({"hands": "open"}, True), ({"hands": "closed"}, False)])
def test_a_team_may_lay_its_hands_open(hands: dict[str, str], seen: bool) -> None:
    session = table("wide_country", hand=[["knife"], ["pan"]], options=hands)
    assert (session.view(A)["hand"][B] == ["pan"]) is seen
    assert session.view(A)["hand"][A] == ["knife"]
    assert "face up" in text_of("coop.open-hand")


def test_rivals_keep_their_hands_closed() -> None:
    assert table("discovery", hand=[["knife"], ["pan"]]).view(A)["hand"][B] != ["pan"]
    assert "hands" not in GAME.agreement.configure(2, {}, {"mission": "discovery"}).options

"""Scenes of the wagon, and of who is moved along, written from the rules alone, without a look at the code."""

from __future__ import annotations

import pytest
from deck import B, play, refused, table
from scenes import wounds

WAGON_LAND = [
    [2, 1, "Long Grass"],
    [3, 1, "Pine Hollow"],
    [4, 1, "Sod House Claim"],
    [2, 0, "Snowline"],
    [2, 2, "Owl Wood", 0],
    [1, 1, "Deer Run"],
]


def test_the_slowest_holds_the_wagon() -> None:
    scene = {"mission": "speed_of_the_slowest", "ground": WAGON_LAND, "hand": [["pan", "pan"], ["pan", "pan"]]}
    session = table(meeple=[[2, 1], [3, 1]], wagon=[2, 1], **scene)
    play(session, ("job", "mission", 0))
    assert refused(session, ("haul", 2, 0)) in ("ruling.wagon-move", "move.walk")
    assert refused(session, ("haul", 2, 2)) == "ruling.wagon-move"
    play(session, ("haul", 3, 1), ("stay",))
    assert session.truth.score[0] == 4
    assert session.truth.wagon == (3, 1)
    assert session.truth.meeple[0] == (2, 1)
    session = table(meeple=[[2, 1], [3, 1]], wagon=[3, 1], **scene)
    assert refused(session, ("job", "mission", 0))
    play(session, ("job", "mission", 0), seat=B)
    assert refused(session, ("haul", 4, 1), seat=B) == "setup.mission"


def test_the_crew_by_railway_and_back_east() -> None:
    scene = {
        "mission": "medicine_run",
        "ground": [*WAGON_LAND, [5, 1, "Burnt Wood"]],
        "meeple": [[2, 1], [2, 1]],
        "wagon": [2, 1],
        "rails": [[3, 1], [4, 1]],
        "hand": [["boots"], ["pan", "pan"]],
        "stock": {"food": 2},
    }
    session = table(**scene)
    play(session, ("job", "mission", 0), ("go",), ("haul", 3, 1), ("ride-along",))
    play(session, ("ride-along",), seat=B)
    play(session, ("haul", 4, 1), ("ride-along",))
    play(session, ("ride-along",), seat=B)
    play(session, ("haul", 5, 1), ("ride-along",))
    play(session, ("ride-along",), seat=B)
    assert session.truth.wagon == (5, 1)
    assert session.truth.score[0] == 9
    assert session.truth.meeple == [(5, 1), (5, 1)]
    session = table(score=[5], **scene)
    play(session, ("job", "mission", 1), ("go",), ("haul", 1, 1), ("stay",))
    play(session, ("stay",), seat=B)
    assert session.truth.score[0] == 2


def test_damage_at_night() -> None:
    scene = {
        "mission": "medicine_run",
        "ground": WAGON_LAND,
        "wagon": [2, 1],
        "bandits": [[2, 1, 2]],
        "hand": [["deputy_badge"], ["pan"]],
        "now": "night attack",
        "pain": ["leg_wound"] * 4,
        "score": [5],
    }
    session = table(meeple=[[3, 1], [3, 1]], roll=[2, 1], **scene)
    assert session.truth.score[0] == 2
    session = table(meeple=[[2, 1], [3, 1]], roll=[2, 1], **scene)
    play(session, ("commit", "deputy_badge", 1), ("put", "discard"), ("put", "discard"))
    assert session.truth.score[0] == 3
    session = table(meeple=[[3, 1], [3, 1]], rulings={"wagon-damage": "leaving"}, roll=[2, 1], **scene)
    assert session.truth.score[0] == 5


@pytest.mark.parametrize(("ruling", "score"), [("attack-step", 8), ("leaving", 7)])
def test_hauling_away_from_bandits(ruling: str, score: int) -> None:
    session = table(
        "medicine_run",
        rulings={"wagon-damage": ruling},
        ground=WAGON_LAND,
        wagon=[2, 1],
        bandits=[[2, 1, 1]],
        meeple=[[2, 1], [2, 1]],
        hand=[["boots"], ["pan"]],
        stock={"food": 1},
        pain=["leg_wound", "black_eye"],
        score=[5],
    )
    play(session, ("job", "mission", 0), ("go",), ("haul", 3, 1), ("ride-along",), ("put", "discard"))
    play(session, ("stay",), seat=B)
    assert wounds(session) == [1, 0]
    assert session.truth.score[0] == score


def test_the_wagon_goes_with_a_meeple() -> None:
    session = table(
        "speed_of_the_slowest",
        ground=WAGON_LAND,
        meeple=[[2, 1], [2, 1]],
        wagon=[2, 1],
        hand=[["boots"], ["pan"]],
        stock={"food": 1},
        rulings={"wagon-move": "with-meeple"},
    )
    play(session, ("job", "boots", 0), ("step", 3, 1, "walk"), ("take-wagon",))
    play(session, ("ride-along",), seat=B)
    assert session.truth.wagon == (3, 1)
    assert session.truth.score[0] == 4


def test_who_is_moved_stands() -> None:
    session = table(
        "medicine_run",
        ground=[[2, 1, "Timber Stand"], [3, 1, "Pine Hollow"]],
        meeple=[[2, 1], [2, 1]],
        lying=3,
        wagon=[2, 1],
        hand=[["pan"], ["pan"]],
        stock={"food": 1},
    )
    play(session, ("job", "mission", 0), ("haul", 3, 1), ("ride-along",))
    play(session, ("stay",), seat=B)
    assert session.truth.lying == 2
    session = table(
        "wide_country",
        ground=[[0, 1, "Timber Stand"], [1, 1, "Long Grass"]],
        lying=3,
        hand=[["knife", "boots"], ["pan"]],
        stock={"food": 1},
    )
    play(session, ("trade", 1), ("cost", "knife"), ("carry", 1), ("offer",))
    play(session, ("accept",), seat=B)
    play(session, ("use", "boots", 0), ("step", 1, 1, "walk"))
    assert session.truth.lying == 1
    land = [
        [0, 0, "Pine Hollow"],
        [0, 1, "Owl Wood"],
        [0, 2, "Timber Stand"],
        [1, 1, "Long Grass"],
        [2, 1, "Sod House Claim"],
        [3, 1, "Larkspur Meadow", 0],
    ]
    session = table(
        "wide_country", ground=land, meeple=[[2, 1], [0, 2]], lying=2, land_left=0, land=[], hand=[["mule"], ["pan"]]
    )
    play(session, ("job", "mule", 0), ("step", 3, 1))
    play(session, ("put", "discard"), seat=B)
    play(session, ("enter", "walk"))
    assert session.truth.lying == 0


def test_no_way_for_the_wagon() -> None:
    session = table(
        "medicine_run",
        ground=[[2, 1, "Timber Stand"], [3, 1, "Snowline"], [2, 0, "Mirror Lake"], [2, 2, "Deer Run", 0]],
        meeple=[[2, 1], [2, 1]],
        wagon=[2, 1],
        hand=[["pan"], ["pan"]],
        stock={"food": 3},
    )
    assert refused(session, ("job", "mission", 0))


def test_the_wagon_shifts_west() -> None:
    land = [
        [0, 0, "Pine Hollow"],
        [0, 1, "Owl Wood"],
        [0, 2, "Timber Stand"],
        [1, 1, "Long Grass"],
        [2, 1, "Sod House Claim"],
        [3, 1, "Larkspur Meadow", 0],
    ]
    session = table(
        "medicine_run",
        ground=land,
        meeple=[[2, 1], [2, 1]],
        wagon=[0, 1],
        land_left=0,
        land=[],
        hand=[["mule"], ["pan"]],
    )
    play(session, ("job", "mule", 0), ("step", 3, 1))
    assert session.truth.wagon == (1, 1)
    assert session.truth.score[0] == 0

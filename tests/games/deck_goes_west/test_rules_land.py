"""Land and railways, rule by rule."""

from __future__ import annotations

import pytest
from deck import A, B, discard, play, refused, rules_of, said, stock, table, text_of

ROAD = [[0, 1, "Long Grass"], [1, 1, "Pine Hollow"], [2, 1, "Snowline"], [3, 1, "Owl Wood"]]


@pytest.mark.parametrize(
    ("ground", "at", "way", "rulings", "laid"),
    [
        # in the first column nothing is laid behind the tile
        ([[0, 1, "Long Grass"], [0, 0, "Owl Wood", 0]], (0, 1), (0, 0), {}, {(0, -1), (1, 0)}),
        # further West the place behind it is filled like the others
        (
            [[0, 1, "Long Grass"], [1, 1, "Deer Run"], [1, 0, "Owl Wood", 0]],
            (1, 1),
            (1, 0),
            {},
            {(1, -1), (0, 0), (2, 0)},
        ),
        # a face-down tile does not show anything, unless a ruling counts it
        ([[1, 1, "Deer Run"], [1, 0, "Owl Wood", 0], [0, 1, "Long Grass", 0]], (1, 1), (1, 0), {}, {(1, -1), (2, 0)}),
        (
            [[1, 1, "Deer Run"], [1, 0, "Owl Wood", 0], [0, 1, "Long Grass", 0]],
            (1, 1),
            (1, 0),
            {"east-limit": "any-tile"},
            {(1, -1), (0, 0), (2, 0)},
        ),
    ],
)
def test_no_tile_is_laid_further_east(
    ground: list[list[object]],
    at: tuple[int, int],
    way: tuple[int, int],
    rulings: dict[str, str],
    laid: set[tuple[int, int]],
) -> None:
    session = table(ground=ground, at=at, hand=["boots"], stock={"food": 1}, rulings=rulings)
    events = play(session, ("job", "boots", 0), ("step", *way))
    assert {tuple(place) for told in said(events, "lays") for place in told["places"]} == laid
    assert ("reveal.not-east" in rules_of(events)) is (len(laid) == 2)


def test_a_railway_serves_everybody() -> None:
    """Ann builds the second of two railway tiles; Ben rides, walks and trades on them."""
    goods = [{"metal": 2, "wood": 1}, {"food": 1}]
    hands = [["spike_maul", "pan"], ["handcar", "boots", "knife"]]
    session = table("wide_country", ground=ROAD, meeple=[[3, 1], [0, 1]], rails=[[0, 1]], hand=hands, stock=goods)
    assert refused(session, ("trade", A), B) == "trade.where"
    play(session, ("job", "spike_maul", 0))
    assert ("trade", A) in session.moves(B)
    play(session, ("trade", A), ("cost", "knife"), ("give", "food", 1), ("offer",), seat=B)
    play(session, ("accept",))
    assert stock(session) == {"food": 1}
    play(session, ("job", "handcar", 0), ("ride", 3, 1), seat=B)
    assert session.truth.meeple[B] == (3, 1)
    assert {"travel", "trade"} <= set(text_of("rail.everyone").strip(".").split())


def test_walking_on_the_railway_of_another_player_is_given_back() -> None:
    session = table("wide_country", ground=ROAD, meeple=[[0, 1], [1, 1]], hand=[["spike_maul"], ["boots"]],
                    stock=[{"metal": 2, "wood": 1}, {"food": 1}])  # fmt: skip
    play(session, ("job", "spike_maul", 0))
    play(session, ("job", "boots", 0), ("step", 0, 1, "walk"), ("step", 1, 1, "walk"), seat=B)
    assert session.truth.meeple[B] == (1, 1)


def test_telescope_reveals_follow_each_other() -> None:
    """Two of them: the second may be of a tile that the first has brought."""
    ground = [[0, 1, "Long Grass"], [1, 1, "Pine Hollow", 0]]
    session = table(ground=ground, hand=["spyglass", "pan"])
    assert refused(session, ("reveal", 2, 1)) == "job.everywhere"
    play(session, ("job", "spyglass", 1))
    assert session.moves(A) == [("reveal", 1, 1)]
    assert refused(session, ("reveal",)) == "scope.one-by-one"
    first = play(session, ("reveal", 1, 1))
    assert set(session.moves(A)) == {("reveal", 2, 1), ("reveal", 1, 0), ("reveal", 1, 2)}
    second = play(session, ("reveal", 2, 1))
    assert ("scope.one-by-one" in rules_of(first), "scope.range" in rules_of(second)) == (True, True)
    assert session.truth.up == {(0, 1), (1, 1), (2, 1)}
    assert discard(session) == ["pan", "spyglass"]
    assert refused(session, ("reveal", 2, 0)) == "job.everywhere"


@pytest.mark.parametrize(("ride", "rule"), [(4, ""), (5, ""), (3, "train.between"), (2, "train.between")])
def test_a_ride_passes_fewer_places_than_its_number(ride: int, rule: str) -> None:
    """Three places lie between, and whether there is land does not matter."""
    ground = [[0, 1, "Long Grass"], [4, 1, "Owl Wood"], [0, 0, "Deer Run"]]
    frames = [["round", -1, ["act"]], ["act", -1, [0, 0]], ["action", 0, []]]
    frames.append(["moving", 0, [0, [[0, 1]], 1, 0, 0, [ride], [], 0]])
    session = table(ground=ground, rails=[[0, 1], [4, 1]], frames=frames)
    if rule:
        assert refused(session, ("ride", 4, 1)) == rule
    else:
        play(session, ("ride", 4, 1))
        assert session.truth.meeple[A] == (4, 1)


@pytest.mark.parametrize(("option", "enters"), [("no", True), ("yes", False)])
def test_ruling_entry_cost(option: str, enters: bool) -> None:
    """One step for a prairie: it is enough, unless the reveal costs something beside it."""
    ground = [[0, 1, "Long Grass"], [1, 1, "Larkspur Meadow", 0]]
    session = table(ground=ground, hand=["boots"], stock={"food": 1}, rulings={"entry-cost": option})
    play(session, ("job", "boots", 0), ("step", 1, 1))
    assert any(move[0] == "enter" for move in session.moves(A)) is enters

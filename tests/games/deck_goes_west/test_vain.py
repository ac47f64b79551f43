"""Jobs that would be used up for nothing: a player is told before, and never of one that may serve."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from trail import GAME, HERE, NORTH, WEST, Tile, meeple, play, table

from tabletop_kernel import Session
from tabletop_kernel.checks.random_play import wander

RIDE = ("job", "mission", 1)  # New World: pay 1 Gold, ride the railway up to 5
FAR = (8, 1)
LAND = {HERE: Tile.FOREST, WEST: Tile.PRAIRIE}


def lost(session: Session, move: tuple[Any, ...]) -> tuple[str, str] | None:
    """By which rule and for which reason a legal move would be lost; None if it may serve."""
    assert move in session.moves(0)
    verdict = session.wasted(0, move)
    return verdict and (verdict.rule, verdict.facts["what"])


NO_RAILS, NONE_NEAR, NOT_ON_ONE = (("train.move", what) for what in ("no-rails", "ride-none", "ride-from"))
NOWHERE, NOTHING_TO_SEE = ("move.pool", "leads-nowhere"), ("scope.range", "no-telescope")


@pytest.mark.parametrize(
    ("rails", "hand", "why"),
    [
        ([], [], NO_RAILS),
        ([], ["boots"], NO_RAILS),
        ([HERE], [], NONE_NEAR),
        ([WEST], [], NOT_ON_ONE),
        ([WEST, NORTH], [], NOT_ON_ONE),
        ([WEST, FAR], ["boots"], NOT_ON_ONE),
        ([HERE, FAR], ["boots"], NONE_NEAR),
        ([HERE, WEST], [], None),
        ([WEST, NORTH], ["boots"], None),  # a step leads to a railway from which a ride goes
    ],
)
def test_a_ride(rails: list[tuple[int, int]], hand: list[str], why: tuple[str, str] | None) -> None:
    land = {**LAND, NORTH: Tile.PRAIRIE_2, FAR: Tile.PRAIRIE_3}
    stock = [{"gold": 1, "food": 1}]
    position: dict[str, Any] = {"rails": [list(place) for place in rails], "hand": [hand], "stock": stock, "tapped": 1}
    session = table(land, **position)
    assert lost(session, RIDE) == why


def test_setting_out_with_a_ride_and_no_steps_is_told_too() -> None:
    rails = [list(WEST), list(NORTH)]
    land = {**LAND, NORTH: Tile.PRAIRIE_2}
    session = table(land, rails=rails, hand=[["boots"]], stock=[{"gold": 1, "food": 1}], tapped=1)
    play(session, RIDE)
    assert lost(session, ("go",)) == NOT_ON_ONE
    play(session, ("also", "boots", 0))
    assert ("step", *NORTH, "walk") in session.moves(0)  # nothing else can be added, so they set out


def test_a_ride_that_joins_steps() -> None:
    session = table(LAND, hand=[["boots"]], stock=[{"gold": 1, "food": 1}], tapped=1)
    play(session, ("job", "boots", 0))
    assert lost(session, ("also", "mission", 1)) == NO_RAILS


def test_sailing_without_water() -> None:
    land = {HERE: Tile.FOREST, WEST: Tile.PRAIRIE, NORTH: Tile.MOUNTAIN}
    session = table(land, character=["marguerite_vale"], stock=[{"food": 1}])
    assert lost(session, ("job", "character", 0)) == NOWHERE
    wet = table({**land, WEST: Tile.FORD}, character=["marguerite_vale"], stock=[{"food": 1}])
    assert not lost(wet, ("job", "character", 0))
    hidden = table(land, {(0, 1): Tile.PRAIRIE_2}, character=["marguerite_vale"], stock=[{"food": 1}])
    assert not lost(hidden, ("job", "character", 0))


def test_one_step_before_mountains() -> None:
    land = {HERE: Tile.FOREST, WEST: Tile.MOUNTAIN}
    alone = table(land, hand=[["boots"]], stock=[{"food": 2}], tapped=1)
    assert lost(alone, ("job", "boots", 0)) == NOWHERE
    two = table(land, hand=[["boots", "boots"]], stock=[{"food": 2}], tapped=1)
    assert not lost(two, ("job", "boots", 0))
    play(two, ("job", "boots", 0))
    assert lost(two, ("go",)) == NOWHERE


def test_a_telescope_that_finds_nothing() -> None:
    hand = [["pan", "knife"]]
    session = table(LAND, character=["ada_quill"], hand=hand)
    assert lost(session, ("job", "character", 1)) == NOTHING_TO_SEE
    session = table(LAND, {NORTH: Tile.PRAIRIE_2}, character=["ada_quill"], hand=hand)
    assert not lost(session, ("job", "character", 1))


def test_movement_that_is_kept_is_not_lost() -> None:
    session = table(LAND, rulings={"unused-movement": "kept"}, stock=[{"gold": 1}])
    assert not lost(session, RIDE)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_said_to_be_lost_is_lost(seed: int) -> None:
    """On any table: by doing it all the same, and nothing else, nobody gets anywhere and nothing is revealed."""
    session = Session(GAME, seats=1, seed=seed, options={"mission": "new_world"})
    for seat in wander(session, Random(seed), 150):
        for move in session.moves(seat):
            if move[0] == "also" or session.wasted(seat, move) is None:
                continue
            twin = session.branch(session.length)
            twin.submit(seat, move)
            while twin.truth.frames[-1][0] in ("job", "gather"):
                twin.submit(seat, ("go",) if ("go",) in twin.moves(seat) else twin.moves(seat)[0])
            assert (meeple(twin), len(twin.truth.up)) == (meeple(session), len(session.truth.up))

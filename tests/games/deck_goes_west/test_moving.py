"""Moving: what steps cost, what is refused by which rule, rides, and the rulings about them."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from asking import frame, kinds_of, refused, rules_of, said
from telling import numbers_in, why
from trail import EAST, HERE, NORTH, SOUTH, WEST, Tile, left, meeple, play, step, steps, table

from tabletop_kernel.games.deck_goes_west.land import movement_points, step_costs
from tabletop_kernel.games.deck_goes_west.land.map_graph import WAYS

# -- what a step costs -------------------------------------------------------------------------------------------------


def costs(tile: str, origin: str = Tile.FOREST, rail: bool = False, **rulings: str) -> dict[str, int]:
    session = table({HERE: origin, WEST: tile}, rulings=rulings, rails=[list(WEST)] if rail else [])
    return step_costs.costs(session.truth, HERE, WEST)


@pytest.mark.parametrize(
    ("tile", "origin", "rail", "rulings", "found"),
    [
        (Tile.PRAIRIE, Tile.FOREST, False, {}, {"walk": 1, "climb": 1}),
        (Tile.PRAIRIE, Tile.LAKE, False, {}, {"walk": 1, "climb": 1, "sail": 1}),
        (Tile.MOUNTAIN, Tile.FOREST, False, {}, {"walk": 2, "climb": 1}),
        (Tile.MOUNTAIN, Tile.LAKE, False, {}, {"walk": 2, "climb": 1}),
        (Tile.RIDGE, Tile.FORD, False, {}, {"walk": 1, "climb": 1, "sail": 1}),
        (Tile.FORD, Tile.FOREST, False, {}, {"walk": 1, "climb": 1, "sail": 1}),
        (Tile.LAKE, Tile.FOREST, False, {}, {"sail": 1}),
        (Tile.MOUNTAIN, Tile.FOREST, True, {}, {"walk": 1, "climb": 1}),
        (Tile.MOUNTAIN, Tile.FOREST, True, {"rail-mountain": "2-1-returned"}, {"walk": 2, "climb": 1}),
        (Tile.LAKE, Tile.FOREST, True, {}, {"walk": 1, "climb": 1, "sail": 1}),
        (Tile.LAKE, Tile.FOREST, True, {"bridge-walk": "walk-only"}, {"walk": 1, "sail": 1}),
        (Tile.LAKE, Tile.FOREST, True, {"bridge-walk": "no"}, {"sail": 1}),
        (Tile.MOUNTAIN, Tile.LAKE, True, {}, {"walk": 1, "climb": 1, "sail": 1}),
        (Tile.MOUNTAIN, Tile.LAKE, True, {"rail-sail": "as-its-land"}, {"walk": 1, "climb": 1}),
        (Tile.PRAIRIE, Tile.LAKE, True, {"rail-sail": "as-its-land"}, {"walk": 1, "climb": 1, "sail": 1}),
        (Tile.MOUNTAIN, Tile.FOREST, True, {"rail-sail": "anywhere"}, {"walk": 1, "climb": 1, "sail": 1}),
        (Tile.PRAIRIE, Tile.FOREST, False, {"move-costs": "climb-mountain-only"}, {"walk": 1}),
        (Tile.RIDGE, Tile.FOREST, False, {"move-costs": "climb-mountain-only"}, {"walk": 1, "climb": 1}),
        (Tile.LAKE, Tile.FOREST, True, {"move-costs": "climb-mountain-only"}, {"walk": 1, "sail": 1}),
        (Tile.GULCH, Tile.FOREST, False, {}, {"walk": 2, "climb": 1}),
        (Tile.GULCH, Tile.LAKE, False, {"camp-terrain": "else-tile"}, {"walk": 1, "climb": 1, "sail": 1}),
    ],
)
def test_costs(tile: str, origin: str, rail: bool, rulings: dict[str, str], found: dict[str, int]) -> None:
    assert costs(tile, origin, rail, **rulings) == found


@pytest.mark.parametrize(
    ("tile", "origin", "way", "rule"),
    [
        (Tile.GATE, Tile.FOREST, "sail", "move.cheaper"),
        (Tile.FORD, Tile.FOREST, "sail", "move.sail"),
        (Tile.LAKE, Tile.FOREST, "sail", "move.sail"),
        (Tile.PRAIRIE, Tile.LAKE, "sail", "move.sail-land"),
        (Tile.RIDGE, Tile.FOREST, "walk", "move.cheaper"),
        (Tile.RIDGE, Tile.FOREST, "climb", "move.climb"),
        (Tile.FORD, Tile.FOREST, "walk", "move.walk"),
        (Tile.MOUNTAIN, Tile.LAKE, "climb", "move.off-water"),
        (Tile.FOREST_2, Tile.FORD, "climb", "move.climb"),
    ],
)
def test_the_rule_of_a_step(tile: str, origin: str, way: str, rule: str) -> None:
    session = table({HERE: origin, WEST: tile}, walk=2, climb=1, sail=1)
    assert rules_of(play(session, step(WEST, way)))[0] == rule


# -- refusals ----------------------------------------------------------------------------------------------------------

LAND = {HERE: Tile.FOREST, WEST: Tile.MOUNTAIN, SOUTH: Tile.LAKE, EAST: Tile.PRAIRIE, (2, 2): Tile.PRAIRIE_2}


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (step((2, 2), "walk"), "move.cardinal"),
        (step(HERE, "walk"), "move.cardinal"),
        (step((3, 1), "walk"), "move.cardinal"),
        (("step",), "move.cardinal"),
        (("step", 2), "move.cardinal"),
        (("step", "2", "1", "walk"), "move.cardinal"),
        (("step", 2, 1, "walk", "walk"), "move.cardinal"),
        (step((1, 0), "walk"), "move.tile-needed"),
        (step(WEST, "walk"), "move.walk"),
        (step(EAST, "climb"), "move.climb"),
        (step(SOUTH, "walk"), "move.walk-water"),
        (step(SOUTH, "climb"), "move.climb-water"),
        (step(SOUTH, "sail"), "move.sail"),
        (step(WEST, "sail"), "move.sail-mountain"),
        (step(EAST, "sail"), "move.sail-land"),
        (step(EAST, "walk+climb"), "ruling.mix-types"),
        (step(EAST, "fly"), "move.pool"),
        (step(EAST), "move.pool"),
        (step(WEST), "move.onto"),
        (step(SOUTH), "move.onto"),
        (("ride", *EAST), "train.move"),
        (("ride",), "train.move"),
        (("enter", "walk"), "reveal.decline"),
        (("decline", "walk"), "reveal.decline"),
        (("more", "boots", 0), "reveal.more-jobs"),
        (("more",), "reveal.more-jobs"),
        (("stop", 1), "job.steps"),
        (("job", "boots", 0), "move.pool"),
    ],
)
def test_refused(move: tuple[Any, ...], rule: str) -> None:
    assert refused(table(LAND, walk=1, hand=[["boots"]], stock=[{"food": 1}]), move) == rule


def test_numbers_are_numbers() -> None:
    session = table({HERE: Tile.FOREST, (1, 0): Tile.PRAIRIE}, walk=1)
    decision = session.game.decisions["moving"]
    assert decision.refuse(session.truth, 0, ("step", True, False, "walk")).rule == "move.cardinal"


def test_facts_of_a_refusal() -> None:
    rule, facts = why(table(LAND, walk=1), step(WEST, "walk"))
    assert (rule, facts["type"], facts["place"]) == ("move.walk", "walk", WEST)
    assert (facts["cost"], facts["have"]) == (2, 1)


def test_the_moves_are_those_that_are_not_refused() -> None:
    session = table({**LAND, NORTH: Tile.FORD}, walk=2, climb=1, sail=1)
    assert steps(session) == [
        step(NORTH, "walk"), step(NORTH, "climb"), step(NORTH, "sail"),
        step(EAST, "walk"), step(EAST, "climb"),
        step(SOUTH, "sail"),
        step(WEST, "walk"), step(WEST, "climb"),
    ]  # fmt: skip


def test_stopping_loses_what_is_left() -> None:
    session = table({HERE: Tile.FOREST, WEST: Tile.PRAIRIE}, walk=2)
    events = play(session, ("stop",))
    assert said(events, "movement-lost")[0]["movement"] == (("walk", 2),)
    assert frame(session) == "act"
    assert refused(session, ("move",)) == "ruling.unused-movement"


def test_movement_that_leads_nowhere_ends_by_itself() -> None:
    session = table({HERE: Tile.FOREST, WEST: Tile.LAKE}, hand=[["boots"]], stock=[{"food": 1}])
    assert kinds_of(play(session, ("job", "boots", 0)))[-2:] == ["movement", "movement-lost"]
    assert frame(session) == "act"


def test_a_lying_meeple_stands_when_it_moves() -> None:
    session = table({HERE: Tile.FOREST, WEST: Tile.PRAIRIE}, walk=1, lying=1)
    assert "job.stand" in rules_of(play(session, step(WEST, "walk")))
    assert session.truth.lying == 0


def test_the_furthest_column_is_remembered() -> None:
    session = table({HERE: Tile.FOREST, WEST: Tile.PRAIRIE}, walk=2)
    play(session, step(WEST, "walk"), step(HERE, "walk"))
    assert session.truth.far == [2]


# -- railways ----------------------------------------------------------------------------------------------------------

LINE = {
    HERE: Tile.FOREST,
    WEST: Tile.PRAIRIE,
    (5, 1): Tile.PRAIRIE_2,
    (9, 1): Tile.PRAIRIE_3,
    (1, 5): Tile.FOREST_2,
    (3, 3): Tile.LAKE,
}
RAILS = [[*HERE], [5, 1], [9, 1], [3, 3]]


@pytest.mark.parametrize(
    ("rides", "place", "rule"),
    [
        ([4], (9, 1), "train.between"),
        ([4, 4], (9, 1), "train.no-stack"),
        ([4], HERE, "train.move"),
        ([4], (1, 5), "train.move"),
        ([4], (7, 7), "train.move"),
    ],
)
def test_no_ride(rides: list[int], place: tuple[int, int], rule: str) -> None:
    session = table(LINE, rails=RAILS, rides=rides)
    assert refused(session, ("ride", *place)) == rule


def test_a_ride_begins_on_a_railway() -> None:
    session = table(LINE, rails=RAILS, meeple=[[2, 1]], rides=[9], walk=1)
    assert refused(session, ("ride", 5, 1)) == "train.move"


def test_the_shortest_ride_is_used() -> None:
    session = table(LINE, rails=RAILS, rides=[8, 4])
    events = play(session, ("ride", 5, 1))
    assert said(events, "rides")[0]["limit"] == 4
    assert rules_of(events)[0] == "train.between"
    play(session, ("ride", 9, 1))
    assert (meeple(session), frame(session)) == ((9, 1), "act")


def test_a_ride_before_a_step_is_combined_with_it() -> None:
    session = table(LINE, rails=RAILS, rides=[4], walk=1)
    assert rules_of(play(session, ("ride", 5, 1)))[0] == "train.combine"


def test_riding_away_from_bandits() -> None:
    session = table(LINE, rails=RAILS, rides=[4], bandits=[[*HERE, 1]])
    play(session, ("ride", 5, 1))
    assert session.truth.frames[-1][2][:3] == ("pain", 1, "train.leave-bandits")


def test_range() -> None:
    for how, near in (("steps", []), ("diagonal", [("ride", 3, 3)])):
        session = table(LINE, rails=[[*HERE], [3, 3]], rulings={"range": how}, rides=[3], walk=1)
        assert [move for move in steps(session) if move[0] == "ride"] == near


def test_climbing_onto_a_railway() -> None:
    for how, there in (("no", {}), ("yes", {"climb": 1})):
        session = table(
            {HERE: Tile.FOREST, WEST: Tile.PRAIRIE}, rails=[[*WEST]], rulings={"climb-rail": how}, climb=1, walk=1
        )
        play(session, step(WEST, "climb"))
        assert left(session) == {"walk": 1, **there}


def test_a_railway_on_a_mountain_gives_one_back() -> None:
    for how, there in (("1-returned", 2), ("2-1-returned", 1)):
        rulings = {"rail-mountain": how}
        session = table({HERE: Tile.FOREST, WEST: Tile.MOUNTAIN}, rails=[[*WEST]], rulings=rulings, walk=2)
        play(session, step(WEST, "walk"))
        assert left(session) == {"walk": there}


def test_rail_circle() -> None:
    circle = (step(WEST, "walk"), step(HERE, "walk"))
    session = table({HERE: Tile.FOREST, WEST: Tile.PRAIRIE}, rails=[[*HERE], [*WEST]], walk=1)
    play(session, *circle, *circle, *circle)
    assert left(session) == {"walk": 1}
    session = table(
        {HERE: Tile.FOREST, WEST: Tile.PRAIRIE}, rails=[[*HERE], [*WEST]], rulings={"rail-circle": "once"}, walk=1
    )
    events = play(session, *circle, step(WEST, "walk"))
    assert kinds_of(events)[:3] == ["steps-free", "steps-free", "steps"]
    assert [event[1] for event in events[:3]] == ["move.rail-bonus", "move.rail-bonus", "ruling.rail-circle"]
    assert frame(session) == "act"


# -- bandits behind one's back -----------------------------------------------------------------------------------------


def test_leave_when() -> None:
    way = {HERE: Tile.FOREST, WEST: Tile.PRAIRIE, (3, 1): Tile.PRAIRIE_2}
    for how, cards in (("each-leaving", 2), ("start-only", 1)):
        session = table(way, bandits=[[*HERE, 1], [*WEST, 1]], rulings={"leave-when": how}, walk=2)
        for place in (WEST, (3, 1)):
            play(session, step(place, "walk"))
            if frame(session) == "danger":
                play(session, ("put", "discard"))
        assert len(session.truth.discard[0]) == cards


def test_the_pain_comes_before_the_next_step() -> None:
    session = table({HERE: Tile.FOREST, WEST: Tile.PRAIRIE}, bandits=[[*HERE, 1]], walk=2)
    play(session, step(WEST, "walk"))
    assert refused(session, step(HERE, "walk")) == "move.leave-bandits"


# -- rulings about movement --------------------------------------------------------------------------------------------


def test_mix_types() -> None:
    session = table({HERE: Tile.FOREST, WEST: Tile.MOUNTAIN}, rulings={"mix-types": "yes"}, walk=1, climb=1)
    assert steps(session) == [step(WEST, "climb"), step(WEST, "walk+climb")]
    play(session, step(WEST, "walk+climb"))
    assert (meeple(session), frame(session)) == (WEST, "act")
    session = table({HERE: Tile.FOREST, WEST: Tile.MOUNTAIN, EAST: Tile.PRAIRIE}, rulings={"mix-types": "yes"}, walk=1)
    assert refused(session, step(WEST, "walk+climb")) == "move.onto"


MIXING = {
    "rail-mountain": ("1-returned", "2-1-returned"),
    "climb-rail": ("no", "yes"),
    "move-costs": ("table", "climb-mountain-only"),
    "rail-sail": ("railway-column", "as-its-land", "anywhere"),
}


@pytest.mark.parametrize("options", list(product(*MIXING.values())), ids=" ".join)
def test_mixing_kinds_never_leads_further(options: tuple[str, ...]) -> None:
    """Whoever can add a kind to walking can go by that kind alone, and has no less left: it only opens a dearer way."""
    rulings = {"mix-types": "yes", **dict(zip(MIXING, options, strict=True))}
    moving, mixed = movement_points.Moving(0, (HERE,), 1, 1, 1), 0
    for tile, origin, rail in product((Tile.MOUNTAIN, Tile.GULCH), (Tile.FOREST, Tile.LAKE), (False, True)):
        state = table({HERE: origin, WEST: tile}, rulings=rulings, rails=[list(WEST)] if rail else []).truth
        prices = movement_points.prices(state, HERE, WEST)
        left = {
            way: movement_points.movement_after_step(state, moving, WEST, way, price)[0]
            for way, price in prices.items()
        }
        for way in (way for way in prices if "+" in way):
            alone = way.removeprefix("walk+")
            assert prices[alone] == {alone: 1}
            assert all(left[alone].amount_of(kind) >= left[way].amount_of(kind) for kind in WAYS)
            mixed += 1
    assert mixed


def test_unused_movement() -> None:
    land = {HERE: Tile.FOREST, WEST: Tile.PRAIRIE, (3, 1): Tile.PRAIRIE_2}
    session = table(land, rulings={"unused-movement": "kept"}, walk=2, rides=[4])
    events = play(session, step(WEST, "walk"), ("stop",))
    assert kinds_of(events)[-1] == "movement-kept"
    assert session.truth.kept == [(1, 0, 0, 4)]
    play(session, ("move",), step((3, 1), "walk"))
    assert (meeple(session), session.truth.kept) == ((3, 1), [(0, 0, 0, 4)])
    assert ("move",) not in session.moves(0)


def test_kept_movement_joins_the_next() -> None:
    land = {HERE: Tile.FOREST, WEST: Tile.MOUNTAIN}
    kept = {"kept": [[1, 0, 0]], "rulings": {"unused-movement": "kept"}}
    session = table(land, hand=[["boots"]], stock=[{"food": 1}], **kept)
    assert ("move",) not in session.moves(0)  # one step of walking leads nowhere
    play(session, ("job", "boots", 0), step(WEST, "walk"))
    assert (meeple(session), session.truth.kept) == (WEST, [()])


# -- somebody else's meeple --------------------------------------------------------------------------------------------


def test_moving_a_partner() -> None:
    ground = {HERE: Tile.FOREST, WEST: Tile.PRAIRIE}
    session = table(ground, seats=2, whom=1, walk=1, bandits=[[*HERE, 1]])
    play(session, step(WEST, "walk"))
    assert (meeple(session, 0), meeple(session, 1)) == (HERE, WEST)
    assert session.truth.frames[-1][:2] == ("danger", 1)  # whoever is moved takes the pain


def test_who_reveals_with_a_partners_meeple() -> None:
    for how, score in (("card-owner", [2, 0]), ("meeple-owner", [0, 2])):
        session = table(
            {HERE: Tile.FOREST}, {WEST: Tile.PRAIRIE}, "discovery", {"trade-move-credit": how}, seats=2, whom=1, walk=1
        )
        play(session, step(WEST))
        assert session.truth.score == score


def test_more_movement_for_a_partner() -> None:
    cards = {"hand": [["boots", "knife", "pan"], []], "stock": [{"food": 1, "wood": 1}, {}]}
    for how, rule in (("movement-cards", "trade.move"), ("any-movement-job", None)):
        session = table(
            {HERE: Tile.FOREST},
            {WEST: Tile.MOUNTAIN},
            rulings={"trade-move-jobs": how},
            seats=2,
            whom=1,
            walk=1,
            **cards,
        )
        play(session, step(WEST))
        verdict = session.judge(0, ("more", "character", 0))
        assert (verdict and verdict.rule) == rule
        play(session, ("more", "boots", 0))
        if frame(session) == "gather":
            play(session, ("go",))
        play(session, ("enter", "walk"))
        assert meeple(session, 1) == WEST


def test_nobody_is_moved_after_their_death() -> None:
    session = table({HERE: Tile.FOREST, WEST: Tile.PRAIRIE}, None, "discovery", seats=3, dead=2, whom=1, walk=1)
    assert frame(session) == "act"


def test_a_lake_between_lakes_is_sailed() -> None:
    session = table({HERE: Tile.LAKE, WEST: Tile.LAKE_2, NORTH: Tile.MOUNTAIN_2}, sail=1, walk=2)
    assert steps(session) == [step(NORTH, "walk"), step(WEST, "sail")]
    assert "move.sail" in rules_of(play(session, step(WEST, "sail")))


def test_a_ride_aims_for_a_place_and_is_used_up() -> None:
    session = table({HERE: Tile.FOREST, (3, 1): Tile.PRAIRIE}, rails=[list(HERE), [3, 1]], rides=[4, 7])
    aim = session.game.opinions.aims(session.config, session.view(0), 0, ("ride", 3, 1))
    assert Tile.PRAIRIE in aim and "West" in aim and numbers_in(aim) == [4]

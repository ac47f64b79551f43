"""The worked examples of moving, revealing, riding and the wagon, one by one."""

from __future__ import annotations

from asking import frame, refused, rules_of, said
from trail import EAST, HERE, NORTH, SOUTH, WEST, Tile, left, meeple, play, step, table

BESIDE = {HERE: Tile.FOREST, WEST: Tile.PRAIRIE}


def test_s2_a_boot() -> None:
    session = table(BESIDE, hand=[["boots"]], stock=[{"food": 2}], lying=1)
    events = play(session, ("job", "boots", 0), step(WEST, "walk"))
    state = session.truth
    assert (state.has(0, "food"), meeple(session), state.lying, state.discard[0][0]) == (1, WEST, 0, "boots")
    assert {"move.pool", "move.walk", "res.pay", "job.stand"} <= set(rules_of(events))
    assert frame(session) == "act"  # nothing is left to go on with


def test_s12_two_boots_for_a_mountain() -> None:
    session = table({HERE: Tile.FOREST, NORTH: Tile.MOUNTAIN}, hand=[["boots", "boots"]], stock=[{"food": 2}])
    play(session, ("job", "boots", 0), ("also", "boots", 0))
    assert left(session) == {"walk": 2}
    play(session, step(NORTH, "walk"))
    assert (meeple(session), session.truth.has(0, "food"), frame(session)) == (NORTH, 0, "act")


def test_s13_revealing_and_entering() -> None:
    session = table(BESIDE, {(3, 1): Tile.PRAIRIE_2}, "discovery", seats=2, meeple=[[2, 1], [1, 1]], walk=1)
    events = play(session, step((3, 1)), ("enter", "walk"))
    assert meeple(session) == (3, 1)
    assert {(3, 0), (3, 2), (4, 1)} <= set(session.truth.tiles) - session.truth.up
    assert session.truth.score == [2, 0]
    assert {"reveal.flip", "reveal.surround", "reveal.event", "reveal.by-move"} <= set(rules_of(events))


def test_s15_moving_west() -> None:
    for place, points in ((WEST, 1), (NORTH, 0)):
        session = table(
            {HERE: Tile.FOREST}, {WEST: Tile.PRAIRIE, NORTH: Tile.PRAIRIE_2}, "hungry_towns", seats=2, walk=1
        )
        play(session, step(place), ("enter", "walk"))
        assert session.truth.score == [points, 0]


def test_s16_a_chain_of_reveals() -> None:
    session = table({HERE: Tile.FOREST}, {WEST: Tile.PRAIRIE}, hand=[["spyglass", "knife"]])
    play(session, ("job", "spyglass", 1), ("reveal", *WEST))
    assert (3, 1) in session.truth.tiles
    assert (3, 1) not in session.truth.up
    play(session, ("reveal", 3, 1))
    assert (3, 1) in session.truth.up
    assert frame(session) == "act"


def test_s19_an_ability() -> None:
    session = table(BESIDE, stock=[{"wood": 1}])
    play(session, ("job", "character", 0), step(WEST, "walk"))
    assert (session.truth.has(0, "wood"), session.truth.tapped, meeple(session)) == (0, 1, WEST)


def test_w1_a_line_of_railways() -> None:
    line = {
        (1, 1): Tile.FOREST,
        (2, 1): Tile.PRAIRIE,
        (3, 1): Tile.PRAIRIE_2,
        (4, 1): Tile.PRAIRIE_3,
        (5, 1): Tile.PRAIRIE_4,
    }
    session = table(line, rails=[[2, 1], [3, 1], [4, 1]], walk=1)
    events = play(session, *(step((column, 1), "walk") for column in range(2, 6)))
    assert (meeple(session), rules_of(events).count("move.rail-bonus"), frame(session)) == ((5, 1), 3, "act")


def test_w2_a_lake() -> None:
    session = table({HERE: Tile.FOREST, WEST: Tile.LAKE, EAST: Tile.PRAIRIE}, walk=3)
    assert refused(session, step(WEST, "walk")) == "move.walk-water"
    play(session, step(EAST, "walk"))
    assert left(session) == {"walk": 2}


def test_w3_the_cheaper_type() -> None:
    session = table({HERE: Tile.FOREST, WEST: Tile.GATE}, walk=1)
    assert "move.cheaper" in rules_of(play(session, step(WEST, "walk")))
    assert meeple(session) == WEST


def test_w15_landing() -> None:
    session = table({HERE: Tile.PRAIRIE, WEST: Tile.FOREST, NORTH: Tile.LAKE}, sail=1)
    assert refused(session, step(WEST, "sail")) == "move.sail-land"
    session = table({HERE: Tile.FORD, WEST: Tile.FOREST}, sail=1)
    assert "move.sail-land" in rules_of(play(session, step(WEST, "sail")))


def test_w16_no_new_record() -> None:
    session = table(
        BESIDE, {(2, 2): Tile.PRAIRIE_2}, "discovery", seats=2, meeple=[[2, 1]] * 2, records={"reveal": 3}, walk=1
    )
    play(session, step((2, 2)))
    assert session.truth.score == [1, 0]


def test_w18_won_on_the_way() -> None:
    session = table(BESIDE, {(3, 1): Tile.PRAIRIE_2}, "discovery", seats=2, meeple=[[2, 1]] * 2, score=[23, 0], walk=3)
    play(session, step((3, 1)))
    assert session.truth.result.winners == (0,)
    assert (meeple(session), frame(session)) == (WEST, "over")


def test_w19_left_alone() -> None:
    session = table({HERE: Tile.FOREST}, {NORTH: Tile.MOUNTAIN}, bandits=[[*HERE, 1]], walk=1)
    events = play(session, step(NORTH))
    assert refused(session, ("enter", "walk")) == "move.walk"
    assert session.moves(0) == [("decline", "walk")]
    events += play(session, ("decline", "walk"))
    assert NORTH in session.truth.up
    assert (meeple(session), frame(session)) == (HERE, "act")
    assert {"reveal.event", "reveal.decline-cost"} <= set(rules_of(events))
    assert "move.leave-bandits" not in rules_of(events)


def test_w20_running_away() -> None:
    session = table({HERE: Tile.FOREST, WEST: Tile.PRAIRIE, (3, 1): Tile.PRAIRIE_2}, bandits=[[*HERE, 3]], walk=2)
    play(session, step(WEST, "walk"))
    assert frame(session) == "danger"
    play(session, ("put", "draw"), step((3, 1), "walk"))
    assert session.truth.is_danger(session.truth.draw[0][0])
    assert (meeple(session), frame(session), session.truth.discard[0]) == ((3, 1), "act", ())


def test_w24_not_further_east() -> None:
    grid = {(0, 0): Tile.FOREST, (0, 1): Tile.PRAIRIE, (1, 0): Tile.FOREST_2, (1, 1): Tile.PRAIRIE_3}
    session = table(grid, {(0, -1): Tile.PRAIRIE_2, (1, -1): Tile.PRAIRIE_4}, meeple=[[0, 0]], walk=1)
    before = set(session.truth.tiles)
    play(session, step((0, -1)), ("enter", "walk"))
    assert set(session.truth.tiles) - before == {(0, -2)}
    assert meeple(session) == (0, -1)


def test_w30_a_ride_between_two_steps() -> None:
    land = {HERE: Tile.FOREST, WEST: Tile.PRAIRIE, (6, 1): Tile.PRAIRIE_2, (6, 2): Tile.PRAIRIE_3}
    session = table(land, rails=[[2, 1], [6, 1]], hand=[["boots", "handcar"]], stock=[{"food": 1}])
    events = play(session, ("job", "boots", 0), ("also", "handcar", 0), step(WEST, "walk"))
    events += play(session, ("ride", 6, 1), step((6, 2), "walk"))
    assert (meeple(session), frame(session)) == ((6, 2), "act")
    assert {"move.rail-bonus", "train.combine", "act.same-final"} <= set(rules_of(events))


def test_w32_a_railway_on_a_mountain() -> None:
    rail = {"rails": [list(WEST)], "sail": 1}
    session = table({HERE: Tile.LAKE, WEST: Tile.MOUNTAIN}, **rail)
    play(session, step(WEST, "sail"))
    assert meeple(session) == WEST
    session = table({HERE: Tile.PRAIRIE, WEST: Tile.MOUNTAIN, NORTH: Tile.LAKE}, **rail)
    assert refused(session, step(WEST, "sail")) == "move.sail-land"


def test_w33_a_camp() -> None:
    session = table(
        {HERE: Tile.FOREST, EAST: Tile.PRAIRIE},
        {WEST: Tile.GULCH},
        hand=[["knife", "boots"]],
        stock=[{"food": 1}],
        walk=2,
    )
    play(session, step(WEST), ("enter", "walk"))
    assert session.truth.bandits == {WEST: 1}
    assert (meeple(session), frame(session)) == (WEST, "act")
    assert refused(session, ("job", "tile", 0)) == "job.land"
    play(session, ("job", "boots", 0), step(HERE, "walk"))
    assert frame(session) == "danger"


def test_w34_speed_of_the_slowest() -> None:
    land = {(2, 1): Tile.FOREST, (3, 1): Tile.PRAIRIE, (4, 1): Tile.PRAIRIE_2, (3, 0): Tile.PRAIRIE_3}
    for column, points in ((2, 4), (3, 0)):
        cards = {"hand": [["knife", "pan"], ["knife", "pan"]], "meeple": [[2, 1], [3, 1]], "wagon": [column, 1]}
        session = table(land, None, "speed_of_the_slowest", seats=2, **cards)
        seat = column - 2
        play(session, ("job", "mission", 0), seat=seat)
        if points:
            events = play(session, ("haul", 3, 1), ("stay",), seat=seat)
            assert {"event.must", "ruling.wagon-move"} <= set(rules_of(events))
        else:
            assert refused(session, ("haul", 4, 1), seat) == "setup.mission"
        assert session.truth.score == [points]


def test_w35_off_the_water() -> None:
    session = table({HERE: Tile.LAKE, NORTH: Tile.PRAIRIE, SOUTH: Tile.LAKE_2}, walk=1, climb=1)
    assert refused(session, step(SOUTH, "climb")) == "move.climb-water"
    assert refused(session, step(EAST, "walk")) == "move.tile-needed"
    events = play(session, step(NORTH, "walk"))
    assert said(events, "steps")[0]["place"] == NORTH
    assert "move.off-water" in rules_of(events)

"""Revealing: by a step and by telescope, what is laid around a tile, and what happens when no land is left."""

from __future__ import annotations

from typing import Any

import pytest
from asking import frame, kinds_of, refused, rules_of, said
from trail import EAST, HERE, NORTH, SOUTH, WEST, Tile, left, meeple, play, step, table

from tabletop_kernel import Session

# -- by a step ---------------------------------------------------------------------------------------------------------


def test_no_kind_is_named_for_a_tile_that_nobody_knows() -> None:
    session = table({HERE: Tile.FOREST}, {WEST: Tile.PRAIRIE}, walk=1)
    assert refused(session, step(WEST, "walk")) == "move.face-down-ok"
    assert session.moves(0) == [step(WEST), ("stop",)]


def test_nothing_hidden_is_told_before() -> None:
    session = table({HERE: Tile.FOREST}, {WEST: Tile.PRAIRIE}, walk=1)
    events = play(session, step(WEST))
    tried, shown = said(events, "tries")[0], said(events, "reveals")[0]
    assert "tile" not in tried
    assert (shown["place"], shown["tile"]) == (WEST, 1)
    assert set(said(events, "lays")[0]) == {"seat", "count", "places"}


def test_a_tile_is_named_from_where_one_comes() -> None:
    """Its Southern neighbour has a name too, but it was a step West that was made."""
    session = table({HERE: Tile.FOREST, (WEST[0], WEST[1] + 1): Tile.MOUNTAIN}, {WEST: Tile.PRAIRIE}, walk=1)
    here = session.truth.tile(HERE).name
    assert said(play(session, step(WEST)), "tries")[0]["spot"].endswith(f"West of {here}")


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (("enter", "walk"), "move.walk-water"),
        (("enter", "climb"), "move.climb-water"),
        (("enter", "sail"), "move.sail"),
        (("enter",), "move.pool"),
        (("decline", "sail"), "reveal.decline-cost"),
        (("decline",), "reveal.decline-cost"),
        (("decline", "rail"), "ruling.reveal-by-rail"),
        (("stop",), "reveal.decline-cost"),
        (step(EAST, "walk"), "reveal.decline-cost"),
        (("ride", *EAST), "reveal.decline-cost"),
        (("more", "boots", 0), "move.walk-water"),
        (("more", "knife", 0), "reveal.more-jobs"),
        (("more", "handcar", 0), "reveal.more-jobs"),
        (("more", "log_raft", 7), "job.everywhere"),
        (("more", "cow", 0), "act.job"),
        (("more", "row 9", 0), "act.job"),
        (("more", "log_raft"), "reveal.more-jobs"),
        (("more", "log_raft", "0"), "reveal.more-jobs"),
    ],
)
def test_before_a_lake(move: tuple[Any, ...], rule: str) -> None:
    hand = [["boots", "knife", "handcar", "log_raft"]]
    session = table(
        {HERE: Tile.FOREST, EAST: Tile.PRAIRIE}, {WEST: Tile.LAKE}, hand=hand, stock=[{"food": 1}], walk=2, rides=[4]
    )
    play(session, step(WEST))
    assert refused(session, move) == rule


def test_more_movement_of_the_right_kind() -> None:
    session = table({HERE: Tile.FOREST, EAST: Tile.PRAIRIE}, {WEST: Tile.LAKE}, hand=[["log_raft", "pan"]], walk=1)
    play(session, step(WEST))
    assert session.moves(0) == [("more", "log_raft", 0), ("more", "log_raft", 1), ("decline", "walk")]
    events = play(session, ("more", "log_raft", 0))
    assert "reveal.more-jobs" in rules_of(events)
    assert left(session) == {"walk": 1, "sail": 1}
    assert refused(session, ("more", "log_raft", 1)) == "reveal.more-jobs"  # it is enough now
    play(session, ("enter", "sail"))
    assert (meeple(session), left(session)) == (WEST, {"walk": 1})


def test_more_movement_that_must_be_paid_for() -> None:
    session = table({HERE: Tile.FOREST}, {WEST: Tile.MOUNTAIN}, hand=[["boots"]], walk=1)
    play(session, step(WEST))
    assert refused(session, ("more", "boots", 0)) == "res.pay"


def test_going_on_elsewhere() -> None:
    session = table({HERE: Tile.FOREST, EAST: Tile.PRAIRIE}, {WEST: Tile.LAKE}, walk=2)
    events = play(session, step(WEST), ("decline", "walk"))
    assert "reveal.go-on" in rules_of(events)
    play(session, step(EAST, "walk"))
    assert (meeple(session), frame(session)) == (EAST, "act")


def test_a_ride_does_not_try() -> None:
    rails = {"rails": [[*HERE], [5, 1]]}
    session = table({HERE: Tile.FOREST, (5, 1): Tile.PRAIRIE_2}, {WEST: Tile.PRAIRIE}, rides=[4], **rails)
    assert refused(session, step(WEST)) == "reveal.by-move"
    as_one = {"reveal-by-rail": "as-one"}
    session = table(
        {HERE: Tile.FOREST, (5, 1): Tile.PRAIRIE_2}, {WEST: Tile.PRAIRIE}, rulings=as_one, rides=[4], **rails
    )
    play(session, step(WEST))
    assert session.moves(0) == [("decline", "rail")]
    events = play(session, ("decline", "rail"))
    assert said(events, "declines")[0]["movement"] == (("rail", 4),)
    assert frame(session) == "act"


def test_entry_cost() -> None:
    session = table({HERE: Tile.FOREST}, {WEST: Tile.PRAIRIE}, rulings={"entry-cost": "yes"}, walk=1, climb=1)
    play(session, step(WEST))
    assert refused(session, ("enter", "walk")) == "reveal.decline-cost"
    assert refused(session, ("enter", "walk", "walk")) == "ruling.entry-cost"
    assert session.moves(0)[:2] == [("enter", "walk", "climb"), ("enter", "climb", "walk")]
    play(session, ("enter", "walk", "climb"))
    assert (meeple(session), frame(session)) == (WEST, "act")


def test_moving_west_decline() -> None:
    for how, entered, points in (("yes", False, 1), ("no", False, 0), ("no", True, 1), ("yes", True, 1)):
        rulings = {"moving-west-decline": how}
        session = table({HERE: Tile.FOREST}, {WEST: Tile.PRAIRIE}, "hungry_towns", rulings, seats=2, walk=1)
        play(session, step(WEST), ("enter", "walk") if entered else ("decline", "walk"))
        assert session.truth.score == [points, 0]


def test_a_tile_of_two_types_is_entered_by_the_cheaper() -> None:
    session = table({HERE: Tile.FOREST}, {WEST: Tile.RIDGE}, walk=1)
    play(session, step(WEST), ("enter", "walk"))
    assert meeple(session) == WEST


# -- what is laid around -----------------------------------------------------------------------------------------------


def laid_by_revealing(place: tuple[int, int], **position: Any) -> set[tuple[int, int]]:
    session = table({HERE: Tile.FOREST, EAST: Tile.PRAIRIE}, {place: Tile.PRAIRIE_2}, walk=1, **position)
    before = set(session.truth.tiles)
    play(session, step(place))
    return set(session.truth.tiles) - before


def test_around() -> None:
    assert laid_by_revealing(NORTH) == {(1, -1), (2, 0), (0, 0)}
    corners = {(0, -1), (2, -1), (2, 1)}
    assert laid_by_revealing(NORTH, rulings={"around": "eight"}) == {(1, -1), (2, 0), (0, 0), *corners}


def test_east_limit() -> None:
    for how, laid in (("face-up", {(1, -1), (2, 0)}), ("any-tile", {(1, -1), (2, 0), (0, 0)})):
        session = table(
            {HERE: Tile.FOREST}, {NORTH: Tile.PRAIRIE_2, EAST: Tile.PRAIRIE_3}, rulings={"east-limit": how}, walk=1
        )
        before = set(session.truth.tiles)
        play(session, step(NORTH))
        assert set(session.truth.tiles) - before == laid


def test_a_camp_with_bandits_from_elsewhere() -> None:
    session = table({HERE: Tile.FOREST}, {WEST: Tile.GULCH}, bandits=[[*WEST, 2]], walk=1)
    events = play(session, step(WEST))
    assert session.truth.bandits == {WEST: 3}
    assert "reveal.camp" in rules_of(events)


# -- the telescope -----------------------------------------------------------------------------------------------------

SKY = {HERE: Tile.FOREST, EAST: Tile.PRAIRIE}
DARK = {WEST: Tile.PRAIRIE_2, (3, 1): Tile.PRAIRIE_3, (4, 1): Tile.PRAIRIE_4, (2, 2): Tile.FORD, (2, 3): Tile.LAKE}


def spying(count: int, **position: Any) -> Session:
    frames = [["round", -1, ["act"]], ["act", -1, [0, 0]], ["action", 0, []], ["telescope", 0, [count]]]
    return table(SKY, DARK, frames=frames, **position)


def test_the_telescope_reaches_two_spaces() -> None:
    session = spying(2)
    assert session.moves(0) == [("reveal", 3, 1), ("reveal", 2, 1), ("reveal", 2, 2)]
    assert refused(session, ("reveal", 4, 1)) == "scope.range"
    assert refused(session, ("reveal", 9, 9)) == "scope.range"
    assert refused(session, ("reveal", *EAST)) == "reveal.flip"
    assert refused(session, ("reveal",)) == "scope.one-by-one"
    assert refused(session, ("reveal", 3, 1, 2, 1)) == "scope.one-by-one"
    session = spying(1, rulings={"range": "diagonal"})
    assert session.moves(0) == [("reveal", 3, 1), ("reveal", 2, 1), ("reveal", 2, 2), ("reveal", 2, 3)]


def test_a_telescope_is_no_move_to_the_west() -> None:
    session = spying(1)
    play(session, ("reveal", *WEST))
    assert session.truth.score == [1]  # New World: 1 more only for a reveal by moving West


def test_the_telescope_ends_when_there_is_nothing_to_see() -> None:
    session = table(SKY, hand=[["spyglass"]])
    events = play(session, ("job", "spyglass", 0))
    assert kinds_of(events)[-1] == "sees-nothing"
    assert frame(session) == "act"


# -- no land left ------------------------------------------------------------------------------------------------------

WIDE = {(0, 1): Tile.FOREST_2, (1, 1): Tile.FOREST, (1, 0): Tile.PRAIRIE_3}
FAR = {(2, 1): Tile.PRAIRIE, (0, 2): Tile.MOUNTAIN_2, (0, 0): Tile.FORD}


def at_the_end(land: dict[tuple[int, int], str] = WIDE, **position: Any) -> Session:
    """A step to the West with an empty pile of land."""
    position.setdefault("land_left", 0)
    return table(land, FAR, walk=1, **position)


def test_removed_tiles_come_back_first() -> None:
    session = at_the_end(land_discard=[Tile.LAKE, Tile.MOUNTAIN, Tile.THICKET, Tile.RIDGE])
    events = play(session, step(WEST))
    assert "night.tile-discard" in rules_of(events)
    assert "reveal.run-out" not in rules_of(events)
    assert (len(session.truth.land), session.truth.land_discard) == (1, ())


def test_then_the_eastmost_line() -> None:
    session = at_the_end()
    events = play(session, step(WEST))
    state = session.truth
    assert said(events, "line-gone")[0]["places"] == [(0, 0), (0, 1), (0, 2)]
    assert sorted(state.tiles) == [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 1)]
    assert (state.land, frame(session)) == ((), "moving")


def test_always_east() -> None:
    session = at_the_end(
        land_discard=[Tile.LAKE, Tile.MOUNTAIN, Tile.THICKET, Tile.RIDGE], rulings={"run-out": "always-east"}
    )
    events = play(session, step(WEST))
    assert "reveal.run-out" in rules_of(events)
    assert len(session.truth.land_discard) == 4


def test_a_single_tile() -> None:
    session = at_the_end(rulings={"eastmost-line": "single-tile"})
    events = play(session, step(WEST))
    assert [told["places"] for told in said(events, "line-gone")] == [[(0, 0)], [(0, 1)], [(0, 2)]]


def test_a_player_on_a_single_tile_goes_west_all_the_same() -> None:
    rulings = {"eastmost-line": "single-tile"}
    land = {(0, 0): Tile.FORD, (0, 1): Tile.FOREST_2, (1, 1): Tile.FOREST, (1, 0): Tile.PRAIRIE_3}
    session = table(
        land, {(2, 1): Tile.PRAIRIE}, rulings=rulings, seats=2, meeple=[[1, 1], [0, 0]], land_left=2, walk=1
    )
    play(session, step(WEST))
    assert (meeple(session, 1), (0, 1) in session.truth.tiles) == ((1, 0), True)


def test_players_there_move_west_and_are_exhausted() -> None:
    session = at_the_end(seats=2, meeple=[[1, 1], [0, 1]], lying=2)
    events = play(session, step(WEST))
    assert meeple(session, 1) == (1, 1)
    assert session.truth.lying == 0
    assert session.truth.frames[-1] == ("danger", 1, ("exhaustion", 1, "reveal.run-out", 1))
    assert said(events, "shifts")[0]["seat"] == 1
    play(session, ("put", "discard"), seat=1)
    assert frame(session) == "moving"


def test_the_nearest_row_north_first() -> None:
    land = {(0, 1): Tile.FOREST_2, (1, 0): Tile.FOREST, (1, 2): Tile.PRAIRIE_3}
    far = {(2, 0): Tile.PRAIRIE, (0, 5): Tile.LAKE, (0, 6): Tile.MOUNTAIN}
    session = table(land, far, seats=2, meeple=[[1, 0], [0, 1]], land_left=0, walk=1)
    play(session, step((2, 0)))
    assert meeple(session, 1) == (1, 0)


def test_shifted_onto_a_face_down_tile() -> None:
    for how, points in (("free-shift", 2), ("normal-reveal", 4)):
        session = table(
            {(0, 1): Tile.FOREST_2, (2, 1): Tile.FOREST},
            {
                (1, 1): Tile.PRAIRIE,
                (2, 0): Tile.PRAIRIE_2,
                (0, 2): Tile.LAKE,
                (0, 3): Tile.MOUNTAIN,
                (0, 4): Tile.FORD,
                (0, 5): Tile.RIDGE,
                (0, 6): Tile.GULCH,
            },
            "discovery",
            {"shift-west": how},
            seats=2,
            meeple=[[2, 1], [0, 1]],
            land_left=0,
            walk=1,
        )
        play(session, step((2, 0)))
        assert (1, 1) in session.truth.up
        assert meeple(session, 1) == (1, 1)
        play(session, ("put", "discard"), seat=1)
        assert sum(session.truth.score) == points


def test_land_is_not_taken_away_for_tiles_that_turn_up_because_it_was() -> None:
    for how, now in (("gap", "danger"), ("game-end", "over")):
        session = table(
            {(0, 1): Tile.FOREST_2, (2, 1): Tile.FOREST},
            {(1, 1): Tile.PRAIRIE, (2, 0): Tile.PRAIRIE_2},
            rulings={"no-tiles-left": how},
            seats=2,
            meeple=[[2, 1], [0, 1]],
            land_left=0,
            walk=1,
        )
        events = play(session, step((2, 0)))
        assert len(said(events, "line-gone")) == 1  # its only tile goes beside the one that turned up
        assert len(said(events, "no-land")) == 2  # so nothing is left for the others around both of them
        assert ((1, 0) in session.truth.tiles, frame(session)) == (True, now)


def test_things_on_the_line() -> None:
    for how, there in (("supply", {}), ("follow", {(1, 1): 2})):
        session = at_the_end(
            mission="widows_wagon",
            rulings={"removed-things": how},
            bandits=[[0, 1, 2]],
            rails=[[0, 1]],
            wagon=[0, 1],
        )
        events = play(session, step(WEST))
        state = session.truth
        assert (state.bandits, state.rails, state.wagon) == (there, set(), (1, 1))
        assert "ruling.removed-things" in rules_of(events)
        assert state.score == [0]


def test_no_tiles_left() -> None:
    one_column = {(1, 1): Tile.FOREST, (1, 0): Tile.PRAIRIE_3}
    session = table(one_column, {(1, 2): Tile.PRAIRIE}, land_left=0, walk=1)
    assert "ruling.no-tiles-left" in rules_of(play(session, step(SOUTH)))
    assert frame(session) == "moving"
    session = table(one_column, {(1, 2): Tile.PRAIRIE}, rulings={"no-tiles-left": "game-end"}, land_left=0, walk=1)
    play(session, step(SOUTH))
    assert frame(session) == "over"


def test_the_walker_is_moved_onto_the_tile_that_was_tried() -> None:
    session = table({EAST: Tile.FOREST}, {HERE: Tile.PRAIRIE}, meeple=[[0, 1]], land_left=0, walk=1)
    play(session, step(HERE))
    play(session, ("put", "discard"))
    assert (meeple(session), HERE in session.truth.up) == (HERE, True)
    assert left(session) == {"walk": 1}  # nobody has paid for it, and nobody is asked to enter


def test_then_it_has_moved_west() -> None:
    rulings = {"moving-west-decline": "no"}
    session = table({EAST: Tile.FOREST}, {HERE: Tile.PRAIRIE}, rulings=rulings, meeple=[[0, 1]], land_left=0, walk=1)
    play(session, step(HERE), ("put", "discard"))
    assert (session.truth.score, frame(session)) == ([2], "moving")


def test_the_tried_tile_goes_with_the_line() -> None:
    session = table(
        {(0, 1): Tile.FOREST, (1, 1): Tile.FOREST_2}, {(0, 2): Tile.PRAIRIE}, meeple=[[0, 1]], land_left=0, walk=1
    )
    play(session, step((0, 2)))
    play(session, ("put", "discard"))
    assert (0, 2) not in session.truth.tiles
    assert meeple(session) == (1, 1)
    assert refused(session, ("enter", "walk")) == "move.tile-needed"
    assert session.moves(0) == [("decline", "walk")]
    play(session, ("decline", "walk"))
    assert frame(session) == "act"


def test_the_walker_is_moved_away_from_the_tile_that_was_tried() -> None:
    rulings = {"eastmost-line": "single-tile"}
    session = table(
        {(0, 0): Tile.FOREST, (1, 0): Tile.FOREST_2, (1, -1): Tile.PRAIRIE_3},
        {(0, 1): Tile.PRAIRIE},
        rulings=rulings,
        meeple=[[0, 0]],
        land_left=1,
        walk=2,
    )
    play(session, step((0, 1)))
    play(session, ("put", "discard"))
    assert ((0, 1) in session.truth.up, meeple(session)) == (True, (1, 0))
    assert refused(session, ("enter", "walk")) == "move.cardinal"
    assert refused(session, ("more", "character", 0)) == "reveal.more-jobs"
    assert session.moves(0) == [("decline", "walk")]

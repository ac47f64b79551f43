"""Scenes of revealing land, written from the rules alone, without a look at the code."""

from __future__ import annotations

from typing import Any

import pytest
from deck import A, B, discard, play, refused, table
from scenes import bandits


def test_more_movement_for_a_lake() -> None:
    scene = {
        "ground": [[0, 1, "Long Grass"], [1, 1, "Pine Hollow"], [2, 1, "Mirror Lake", 0], [1, 0, "Sod House Claim"]],
        "meeple": [[1, 1]],
        "hand": ["boots", "boots", "ferryman"],
        "stock": {"food": 3, "gold": 1},
        "land": ["Owl Wood", "Deer Run", "Snowline"],
    }
    session = table(**scene)
    play(session, ("job", "boots", 0), ("also", "boots", 0), ("go",), ("step", 2, 1))
    assert session.truth.score[0] == 2
    assert set(session.moves(0)) == {("more", "ferryman", 0), ("more", "ferryman", 1), ("decline", "walk")}
    assert refused(session, ("enter", "walk")) == "move.walk-water"
    play(session, ("more", "ferryman", 1), ("enter", "sail"))
    assert session.truth.meeple[0] == (2, 1)
    assert ("step", 1, 1, "walk") in session.moves(0) and ("step", 1, 1, "sail") in session.moves(0)
    session = table(**scene)
    play(
        session,
        ("job", "boots", 0),
        ("also", "boots", 0),
        ("go",),
        ("step", 2, 1),
        ("decline", "walk"),
        ("step", 1, 0, "walk"),
    )
    assert session.truth.meeple[0] == (1, 0)
    assert (2, 1) in session.truth.up
    assert set(session.truth.tiles) - {(0, 1), (1, 1), (2, 1), (1, 0)} == {(3, 1), (2, 0), (2, 2)}


def test_revealing_costs_extra() -> None:
    scene = {
        "ground": [[0, 1, "Long Grass"], [1, 1, "Pine Hollow"], [2, 1, "Sod House Claim", 0]],
        "meeple": [[1, 1]],
        "stock": {"food": 3},
        "rulings": {"entry-cost": "yes"},
    }
    session = table(hand=["boots"], **scene)
    play(session, ("job", "boots", 0), ("step", 2, 1))
    assert session.truth.meeple[0] == (1, 1)
    assert session.truth.score[0] == 2
    session = table(hand=["boots", "boots"], **scene)
    play(session, ("job", "boots", 0), ("also", "boots", 0), ("step", 2, 1), ("enter", "walk", "walk"))
    assert session.truth.meeple[0] == (2, 1)


def test_a_camp_is_revealed() -> None:
    session = table(
        ground=[[0, 1, "Long Grass"], [1, 1, "Rustlers' Gulch", 0]],
        hand=["boots", "boots", "boots", "pan"],
        stock={"food": 3},
        pain=["leg_wound"],
    )
    play(session, ("job", "boots", 0), ("also", "boots", 0), ("go",), ("step", 1, 1), ("enter", "walk"))
    assert bandits(session) == {(1, 1): 1}
    assert refused(session, ("job", "tile", 0)) == "job.land"
    play(session, ("job", "boots", 0), ("step", 0, 1, "walk"), ("put", "discard"))
    assert "leg_wound" in session.truth.discard[0]


def test_a_decline_of_either_kind() -> None:
    session = table(
        ground=[[0, 1, "Long Grass"], [1, 1, "Mirror Lake", 0]],
        hand=["boots", "rope_and_irons", "pan"],
        stock={"food": 1},
    )
    play(session, ("job", "boots", 0), ("also", "rope_and_irons", 0), ("step", 1, 1))
    assert {move for move in session.moves(A) if move[0] == "decline"} == {("decline", "walk"), ("decline", "climb")}
    assert ("stop",) not in session.moves(A)
    play(session, ("decline", "climb"))


def laid(place: tuple[int, int], scene: dict[str, Any], **rulings: str) -> set[tuple[int, int]]:
    """Where tiles are laid when a Boot reveals a place."""
    session = table(rulings={name.replace("_", "-"): option for name, option in rulings.items()}, **scene)
    before = set(session.truth.tiles)
    play(session, ("job", "boots", 0), ("step", *place))
    return set(session.truth.tiles) - before


def test_a_reveal_in_the_north_is_not_moving_west() -> None:
    session = table(ground=[[0, 1, "Long Grass"], [0, 0, "Deer Run", 0]], hand=["boots"], stock={"food": 1})
    play(session, ("job", "boots", 0), ("step", 0, 0))
    assert session.truth.score[0] == 1


def test_tiles_laid_around() -> None:
    north = [[0, -1, "Sod House Claim", 0], [1, -1, "Deer Run", 0]]
    ground = [[0, 0, "Long Grass"], [0, 1, "Pine Hollow"], [1, 0, "Owl Wood"], *north]
    scene = {"ground": ground, "meeple": [[0, 0]], "hand": ["boots"], "stock": {"food": 1}}
    assert laid((0, -1), scene) == {(0, -2)}
    ground = [[1, 1, "Long Grass"], [1, 0, "Owl Wood", 0], [0, 1, "Deer Run", 0]]
    scene = {"ground": ground, "meeple": [[1, 1]], "hand": ["boots"], "stock": {"food": 1}}
    assert laid((1, 0), scene) == {(2, 0), (1, -1)}
    assert laid((1, 0), scene, east_limit="any-tile") == {(2, 0), (1, -1), (0, 0)}
    assert laid((1, 0), scene, around="eight") == {(2, 0), (1, -1), (2, -1), (2, 1)}
    assert laid((0, 1), scene) == {(0, 0), (0, 2)}, "the eastmost tile itself becomes the limit"


def test_moving_west_without_entering() -> None:
    scene = {"hand": ["boots"], "stock": {"food": 1}}
    lake, wood = ([[0, 1, "Long Grass"], [1, 1, name, 0]] for name in ("Mirror Lake", "Owl Wood"))
    session = table(ground=lake, **scene)
    play(session, ("job", "boots", 0), ("step", 1, 1))
    assert session.truth.score[0] == 2
    session = table(ground=lake, rulings={"moving-west-decline": "no"}, **scene)
    play(session, ("job", "boots", 0), ("step", 1, 1), ("decline", "walk"))
    assert session.truth.score[0] == 1
    session = table(ground=wood, rulings={"moving-west-decline": "no"}, **scene)
    play(session, ("job", "boots", 0), ("step", 1, 1), ("enter", "walk"))
    assert session.truth.score[0] == 2


def test_two_reveals_in_a_chain() -> None:
    down = [[2, 1, "Hollow Oak Camp", 0], [0, 0, "Owl Wood", 0], [0, -1, "Deer Run", 0], [0, -2, "Cold Lake", 0]]
    session = table(
        "lone_surveyor",
        ground=[[0, 1, "Long Grass"], [1, 1, "Pine Hollow"], *down],
        meeple=[[1, 1]],
        hand=["spyglass", "pan", "pan"],
        land=["Mirror Lake"],
    )
    play(session, ("job", "spyglass", 1), ("go",))
    assert set(session.moves(A)) == {("reveal", 2, 1), ("reveal", 0, 0)}
    play(session, ("reveal", 2, 1))
    assert bandits(session) == {(2, 1): 1}
    assert session.truth.score[0] == 3
    assert refused(session, ("reveal", 3, 2))
    assert refused(session, ("reveal", 0, -1)) == "scope.range"
    play(session, ("reveal", 3, 1))
    assert session.truth.score[0] == 6
    assert session.truth.records.get("reveal") == 3


def test_a_telescope_looks_diagonally() -> None:
    scene = {
        "ground": [[0, 1, "Long Grass"], [1, 1, "Pine Hollow"], [2, 2, "Owl Wood", 0], [3, 3, "Deer Run", 0]],
        "meeple": [[1, 1]],
        "hand": ["spyglass", "pan"],
    }
    session = table(**scene)
    play(session, ("job", "spyglass", 0), ("reveal", 2, 2))
    assert session.truth.score[0] == 1
    session = table(rulings={"range": "diagonal"}, **scene)
    play(session, ("job", "spyglass", 0))
    assert set(session.moves(A)) == {("reveal", 2, 2), ("reveal", 3, 3)}


def test_a_map_and_a_boot() -> None:
    session = table(
        ground=[[0, 1, "Long Grass"], [1, 1, "Pine Hollow", 0]],
        hand=["surveyors_map", "boots"],
        stock={"food": 1},
        land=["Owl Wood", "Deer Run", "Burnt Wood", "Aspen Stand", "Old Growth", "Cedar Brake"],
    )
    play(session, ("job", "surveyors_map", 1), ("reveal", 1, 1), ("reveal", 2, 1), ("reveal", 1, 0))
    assert session.truth.score[0] == 3
    play(session, ("also", "boots", 0), ("step", 1, 1, "walk"))


def test_the_eastmost_line_goes() -> None:
    land = [
        [0, 0, "Pine Hollow"],
        [0, 1, "Owl Wood"],
        [0, 2, "Deer Run"],
        [1, 1, "Long Grass"],
        [2, 1, "Sod House Claim"],
        [3, 1, "Larkspur Meadow", 0],
    ]
    scene = {
        "mission": "wide_country",
        "ground": land,
        "meeple": [[2, 1], [0, 2]],
        "land_left": 0,
        "land": [],
        "hand": [["boots"], ["pan"]],
        "stock": {"food": 1},
        "exhaustion": ["homesick"],
        "bandits": [[0, 0, 2]],
        "rails": [[0, 1]],
    }
    session = table(**scene)
    play(session, ("job", "boots", 0), ("step", 3, 1))
    play(session, ("put", "discard"), seat=B)
    play(session, ("enter", "walk"))
    assert set(session.truth.tiles) == {(1, 1), (2, 1), (3, 1), (4, 1), (3, 0), (3, 2)}
    assert session.truth.meeple[1] == (1, 1)
    assert "homesick" in session.truth.discard[1]
    assert session.truth.meeple[0] == (3, 1)
    assert bandits(session) == {}
    assert set(session.truth.rails) == set()
    assert {session.truth.tiles[place] for place in ((4, 1), (3, 0), (3, 2))} == {8, 12, 16}
    session = table(rulings={"removed-things": "follow"}, **scene)
    play(session, ("job", "boots", 0), ("step", 3, 1))
    play(session, ("put", "discard"), seat=B)
    play(session, ("enter", "walk"))
    assert bandits(session) == {(1, 1): 2}
    session = table(land_discard=["Mirror Lake", "Cold Lake", "Long Lake"], **scene)
    play(session, ("job", "boots", 0), ("step", 3, 1), ("enter", "walk"))
    assert len(session.truth.tiles) == 9
    assert session.truth.meeple[1] == (0, 2)
    session = table(land_discard=["Mirror Lake", "Cold Lake", "Long Lake"], rulings={"run-out": "always-east"}, **scene)
    play(session, ("job", "boots", 0), ("step", 3, 1))
    play(session, ("put", "discard"), seat=B)
    play(session, ("enter", "walk"))
    assert len(session.truth.tiles) == 6
    assert session.truth.meeple[1] == (1, 1)


def test_the_own_column_goes() -> None:
    session = table(
        ground=[[2, 1, "Sod House Claim"], [3, 1, "Larkspur Meadow", 0]],
        meeple=[[2, 1]],
        land_left=0,
        land=[],
        hand=["boots"],
        stock={"food": 1},
        exhaustion=["homesick"],
    )
    play(session, ("job", "boots", 0), ("step", 3, 1), ("put", "discard"))
    assert session.truth.meeple[0] == (3, 1), "shifted West, onto the tile that was to be entered"
    assert (2, 1) not in session.truth.tiles
    assert "homesick" in discard(session)


def test_shifted_onto_a_face_down_tile() -> None:
    land = [
        [0, 1, "Owl Wood"],
        [1, 0, "Tent Ring", 0],
        [1, 2, "Deer Run"],
        [2, 0, "Sod House Claim"],
        [3, 0, "Larkspur Meadow", 0],
    ]
    session = table(
        "wide_country",
        ground=land,
        meeple=[[2, 0], [0, 1]],
        land=["Mirror Lake", "Cold Lake"],
        land_left=2,
        hand=[["boots"], ["pan"]],
        stock={"food": 1},
        exhaustion=["homesick"],
    )
    play(session, ("job", "boots", 0), ("step", 3, 0))
    play(session, ("put", "discard"), seat=B)
    play(session, ("enter", "walk"))
    assert session.truth.meeple[1] == (1, 0)
    assert session.truth.score[0] == 1
    assert bandits(session).get((1, 0)) == 1


def test_points_after_the_job() -> None:
    scene = {
        "ground": [[0, 1, "Long Grass"], [1, 1, "Deer Run", 0]],
        "hand": ["boots", "mule"],
        "stock": {"food": 1},
        "rulings": {"event-time": "after-job"},
    }
    session = table(**scene)
    play(session, ("job", "boots", 0), ("also", "mule", 0), ("step", 1, 1), ("enter", "walk"))
    assert session.truth.score[0] == 0
    play(session, ("stop",))
    assert session.truth.score[0] == 2


@pytest.mark.parametrize(("scope", "scores"), [("shared", [1, 0]), ("per-player", [1, 1])])
def test_a_record_for_each(scope: str, scores: list[int]) -> None:
    session = table(
        "iron_rivals",
        rulings={"west-scope": scope},
        ground=[[0, 1, "Long Grass"], [1, 1, "Deer Run", 0], [0, 0, "Owl Wood"], [1, 0, "Pine Hollow", 0]],
        meeple=[[0, 1], [0, 0]],
        hand=[["boots"], ["boots"]],
        stock=[{"food": 1}, {"food": 1}],
        character=["silas_hark", "hester_pike"],
    )
    play(session, ("job", "boots", 0), ("step", 1, 1), ("enter", "walk"))
    play(session, ("job", "boots", 0), ("step", 1, 0), seat=B)
    assert list(session.truth.score) == scores


def test_a_single_tile_in_the_east() -> None:
    land = [[0, 0, "Pine Hollow"], [0, 1, "Owl Wood"], [1, 1, "Long Grass"], [2, 1, "Larkspur Meadow", 0]]
    session = table(
        ground=land,
        meeple=[[1, 1]],
        land_left=2,
        land=["Mirror Lake", "Cold Lake"],
        hand=["boots"],
        stock={"food": 1},
        rulings={"eastmost-line": "single-tile"},
    )
    play(session, ("job", "boots", 0), ("step", 2, 1))
    assert set(session.truth.tiles) == {(0, 1), (1, 1), (2, 1), (3, 1), (2, 0), (2, 2)}


def test_no_tiles_end_the_game() -> None:
    session = table(
        ground=[[2, 1, "Sod House Claim"], [3, 1, "Larkspur Meadow", 0]],
        meeple=[[2, 1]],
        land_left=0,
        land=[],
        hand=["boots"],
        stock={"food": 1},
        rulings={"no-tiles-left": "game-end"},
    )
    play(session, ("job", "boots", 0), ("step", 3, 1))
    assert session.truth.result.rule == "reveal.run-out"


def test_a_shift_that_reveals() -> None:
    land = [
        [0, 1, "Owl Wood"],
        [1, 1, "Deer Run", 0],
        [1, 0, "Pine Hollow"],
        [2, 0, "Sod House Claim"],
        [3, 0, "Larkspur Meadow", 0],
    ]
    session = table(
        "wide_country",
        ground=land,
        meeple=[[2, 0], [0, 1]],
        land=["Mirror Lake", "Cold Lake"],
        land_left=2,
        hand=[["boots"], ["pan"]],
        stock={"food": 1},
        exhaustion=["homesick"],
        rulings={"shift-west": "normal-reveal"},
    )
    play(session, ("job", "boots", 0), ("step", 3, 0))
    play(session, ("put", "discard"), seat=B)
    play(session, ("enter", "walk"))
    assert session.truth.score[0] == 2


def test_a_condition_in_the_middle() -> None:
    scene = {
        "mission": "discovery",
        "ground": [[0, 1, "Long Grass"], [1, 1, "Deer Run", 0]],
        "hand": ["boots"],
        "stock": {"food": 1},
        "records": {"reveal": 3},
    }
    for rulings, score in (({}, 1), ({"mid-condition": "never-start"}, 0), ({"mid-condition": "always-stop"}, 1)):
        session = table(rulings=rulings, **scene)
        play(session, ("job", "boots", 0), ("step", 1, 1))
        assert session.truth.score[0] == score


def test_declined_and_entered_later() -> None:
    session = table(ground=[[0, 1, "Long Grass"], [1, 1, "Snowline", 0]], hand=["pony", "pan"], stock={"food": 1})
    play(session, ("job", "pony", 0), ("step", 1, 1), ("decline", "walk"), ("step", 1, 1, "walk"))
    assert session.truth.meeple[0] == (1, 1)
    assert session.truth.score[0] == 2


def test_a_reveal_by_sailing() -> None:
    session = table(
        ground=[[0, 1, "Long Grass"], [1, 1, "Deer Run", 0], [0, 0, "Ferry Landing"], [0, -1, "Larkspur Meadow"]],
        hand=["ferryman"],
        stock={"gold": 1},
    )
    play(session, ("job", "ferryman", 1), ("step", 1, 1))
    assert refused(session, ("enter", "sail")) == "move.sail-land"
    play(session, ("decline", "sail"), ("step", 0, 0, "sail"), ("step", 0, -1, "sail"))
    assert session.truth.meeple[0] == (0, -1)


def test_a_camp_where_bandits_are() -> None:
    session = table(ground=[[0, 1, "Long Grass"], [1, 1, "Tent Ring", 0]], bandits=[[1, 1, 2]], hand=["mule"])
    play(session, ("job", "mule", 0), ("step", 1, 1))
    assert bandits(session) == {(1, 1): 3}


def test_the_first_reveal_counts() -> None:
    session = table("discovery", ground=[[0, 1, "Long Grass"], [0, 0, "Deer Run", 0]], hand=["mule"])
    play(session, ("job", "mule", 0), ("step", 0, 0))
    assert session.truth.score[0] == 2

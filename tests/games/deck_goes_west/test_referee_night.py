"""Scenes of the night, written from the rules alone, without a look at the code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from deck import GAME, A, B, play, table
from scenes import LANDS, PAIR, bandits, grid, wounds
from telling import told

from tabletop_kernel import Session

Groups = list[list[int]]
Bandits = dict[tuple[int, int], int]


def dusk(
    step: str, compass: Sequence[int] = (), rolls: Sequence[int] = (), mission: str = "new_world", **position: Any
) -> Session:
    """A step of a night; the bandit dice show what is said and then nothing that counts. Nobody has cards."""
    script = {"compass": list(compass), "bandit": [*rolls, *[20] * 8]}
    ground = position.pop("ground", PAIR)
    return table(mission, ground=ground, hand=[], now=f"night {step}".strip(), script=script, **position)


@pytest.mark.parametrize(
    ("groups", "compass", "after", "rulings"),
    [
        ([[2, 1, 1], [2, 2, 2], [0, 3, 3]], [1, 2, 3], {(2, 0): 1, (2, 3): 2, (1, 3): 3}, {}),
        ([[2, 0, 1], [2, 1, 2], [2, 2, 3]], [2, 2, 3], {(2, 1): 1, (2, 2): 2, (3, 2): 3}, {}),  # a chain
        ([[2, 0, 1], [2, 1, 2]], [2, 6], {(2, 1): 4}, {}),  # the group that is met grows
        ([[2, 0, 1], [2, 1, 2]], [2, 1], {(2, 1): 1, (2, 0): 2}, {}),  # they change places
        ([[2, 0, 1], [2, 2, 2], [1, 1, 1]], [2, 1, 3, 1, 1], {(2, 1): 4}, {}),  # the first one has moved before
        ([[2, 0, 1], [2, 2, 2]], [2, 1, 3], {(3, 1): 1, (2, 1): 2}, {"group-once": "yes"}),
        (
            [[3, 1, 1], [2, 0, 1], [2, 1, 1]],
            [1, 4, 2, 4, 6],
            {(3, 0): 1, (3, 1): 2},
            {"group-once": "yes"},
        ),  # not thrice
        ([[1, 0, 1], [1, 1, 2], [1, 2, 1]], [2, 6, 1], {(1, 1): 5}, {"meet-plus": "merge-at-once"}),
    ],
)
def test_groups_move(groups: Groups, compass: list[int], after: Bandits, rulings: dict[str, str]) -> None:
    session = dusk("move", compass, ground=grid(range(4), range(4)), meeple=[[0, 0]], bandits=groups, rulings=rulings)
    assert bandits(session) == after


def test_stuck_and_opposite() -> None:
    row = [[0, 1, "Snowline"], [1, 1, "Deer Run"]]
    session = dusk("move", [1], ground=[*row, [2, 1, "Owl Wood"]], bandits=[[1, 1, 1]])
    assert bandits(session) == {(1, 1): 2}
    session = dusk("move", [3], ground=[*row, [2, 1, "Owl Wood", 0]], bandits=[[2, 1, 1]])
    assert bandits(session) == {(1, 1): 1}


@pytest.mark.parametrize(
    ("groups", "after", "rulings"),
    [
        ([[1, 1, 2], [1, 0, 1]], {(1, 1): 3}, {}),  # in a camp
        ([[1, 1, 2], [1, 0, 1]], {(1, 1): 1, (2, 1): 2}, {"meet-fixed": "roll-anyway"}),
        ([[0, 1, 2], [0, 0, 1]], {(0, 1): 3}, {}),  # with a player
        ([[0, 1, 2], [0, 0, 1]], {(0, 1): 1, (1, 1): 2}, {"meet-fixed": "roll-anyway"}),
    ],
)
def test_groups_that_stay(groups: Groups, after: Bandits, rulings: dict[str, str]) -> None:
    east = [[0, 0, "Berry Thicket"], [0, 1, "Snowline"]]
    west = [[1, 0, "Owl Wood"], [1, 1, "Tent Ring"], [1, 2, "Pine Hollow"], [2, 1, "Deer Run"]]
    session = dusk("move", [2, 3], ground=east + west, bandits=groups, rulings=rulings)
    assert bandits(session) == after


def test_eastern_tiles_are_removed() -> None:
    scene = {"ground": [[c, 1, LANDS[c]] for c in range(7)], "meeple": [[5, 1], [6, 1]]}
    session = dusk("remove", mission="discovery", bandits=[[0, 1, 2]], rails=[[1, 1], [2, 1]], **scene)
    assert set(session.truth.tiles) == {(c, 1) for c in range(2, 7)}
    assert session.truth.rails == {(2, 1)}
    assert bandits(session) == {}
    assert len(session.truth.land_discard) == 2
    session = dusk("remove", mission="medicine_run", wagon=[3, 1], **scene)
    assert set(session.truth.tiles) == {(c, 1) for c in range(7)}
    session = dusk("remove", mission="medicine_run", wagon=[3, 1], rulings={"remove-wagon": "no"}, **scene)
    assert set(session.truth.tiles) == {(c, 1) for c in range(2, 7)}


# Faces: 8; 7 and 9; none. Backs: 4; 8.
STARS = [
    [0, 1, "Long Grass"],
    [0, 2, "Tent Ring"],
    [0, 0, "Cottonwood Bend"],
    [1, 0, "Iron Knob", 0],
    [1, 1, "Oxbow", 0],
]
EIGHTS = {(0, 1): 1, (1, 1): 1}
FOUR = {(1, 0): 1}


@pytest.mark.parametrize(
    ("rolls", "after", "position", "rulings"),
    [
        ([8, 4], EIGHTS | FOUR, {"score": [13], "day": 2}, {}),
        ([8, 4], EIGHTS, {"score": [12], "day": 4}, {}),
        ([7, 9, 4], {(0, 2): 2} | FOUR, {"day": 9}, {}),
        ([7, 9, 4], {(0, 2): 1} | FOUR, {"day": 9}, {"multi-star": "first-star"}),
        ([8, 4], {(0, 1): 1}, {"score": [13]}, {"star-side": "front-only"}),
        ([15, 4], FOUR, {}, {"roll-high": "reroll"}),
        ([8, 4], EIGHTS | FOUR, {"dice": "both"}, {}),
        ([8, 4], FOUR, {"dice": "both"}, {"both-dice": "choose-lower"}),
        ([8, 4], EIGHTS | FOUR, {"dice": "both", "score": [13]}, {"both-dice": "alternate"}),
        ([8, 4], EIGHTS, {"mission": "discovery", "score": [0, 25]}, {"risk-token": "last"}),
        ([8, 4, 8], {(0, 1): 2, (1, 1): 2} | FOUR, {"mission": "discovery", "score": [0, 25]}, {}),
    ],
)
def test_bandits_appear(rolls: list[int], after: Bandits, position: dict[str, Any], rulings: dict[str, str]) -> None:
    """On board B the risk is 1, from day 5 or 13 points 2, from day 9 or 25 points 3."""
    session = dusk("appear", rolls=rolls, ground=STARS, board="B", rulings=rulings, **position)
    assert bandits(session) == after


def in_the_end(tiles: set[tuple[int, int]], groups: Groups) -> Bandits:
    """Where the bandits are when no group of 6 is left: in whatever order they split, it comes out the same."""
    count = Counter({(c, r): n for c, r, n in groups})
    while large := [place for place, n in count.items() if n >= 6]:
        c, r = large[0]
        ways = {(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)} & tiles
        count.update(ways)
        count[c, r] -= len(ways)
    return dict(+count)


@pytest.mark.parametrize(
    "groups",
    [[[1, 1, 6]], [[1, 1, 6], [1, 2, 5]], [[0, 0, 9], [0, 1, 5], [1, 0, 4]], [[2, 2, 17], [0, 0, 8]]],
)
def test_large_groups_split(groups: Groups) -> None:
    session = dusk("appear", ground=grid(range(4), range(4)), meeple=[[3, 3]], bandits=groups)
    assert bandits(session) == in_the_end(set(session.truth.tiles), groups)


def test_other_ways_to_split() -> None:
    scene = {"ground": grid(range(4), range(4)), "meeple": [[0, 1]]}
    session = dusk("appear", bandits=[[0, 0, 9]], rulings={"split-repeat": "once-per-tile"}, **scene)
    assert bandits(session) == {(0, 0): 7, (1, 0): 1, (0, 1): 1}
    session = dusk("appear", bandits=[[0, 0, 7]], rulings={"split-where": "no-players"}, **scene)
    assert bandits(session) == {(0, 0): 5, (1, 0): 2}


def test_the_trade_row_at_night() -> None:
    scene = {"row": ["pony", "cow", "mule", "shotgun", "bedroll"], "trade": ["bandages"]}
    session = dusk("row", **scene)
    assert list(session.truth.row) == ["bandages", "pony", "cow", "mule", "shotgun"]
    assert list(session.truth.trade_discard) == ["bedroll"]
    session = dusk("row", rulings={"row-front": "left"}, **scene)
    assert list(session.truth.row) == ["cow", "mule", "shotgun", "bedroll", "bandages"]
    assert list(session.truth.trade_discard) == ["pony"]


ALL = ["attack", "move", "remove", "appear", "pass-p1"]


@pytest.mark.parametrize(
    ("mission", "rulings", "day", "p1", "steps"),
    [
        ("discovery", {}, 1, B, ALL),
        ("discovery", {"night-order": "standard"}, 1, B, ALL),
        ("discovery", {"bandit-tracker": "none"}, 0, B, ALL),
        ("night_watch", {}, 1, A, ["appear", "attack", "move"]),
        ("night_watch", {"night-order": "standard"}, 1, A, ["attack", "move", "appear"]),
    ],
)
def test_a_whole_night(mission: str, rulings: dict[str, str], day: int, p1: int, steps: list[str]) -> None:
    session = dusk("", mission=mission, rulings=rulings)
    for seat in (A, B):
        play(session, ("put", "discard"), seat=seat)
    assert (session.truth.day, session.truth.p1) == (day, p1)
    assert [facts["step"] for kind, facts in told(session) if kind == "night-step"] == steps


def test_a_hidden_camp() -> None:
    ground = [[0, 1, "Snowline"], [1, 1, "Tent Ring", 0], [1, 0, "Owl Wood"], [2, 1, "Deer Run"]]
    session = dusk("move", [3], ground=ground, bandits=[[1, 1, 1]])
    assert bandits(session) == {(2, 1): 1}
    session = dusk("move", [3], ground=ground, bandits=[[1, 1, 1]], rulings={"camp-hidden": "yes"})
    assert bandits(session) == {(1, 1): 1}


def test_removal_by_steps() -> None:
    ground = [*([c, 1, LANDS[c]] for c in range(6)), [2, 0, LANDS[10]], [2, 2, LANDS[11]]]
    session = dusk("remove", ground=ground, meeple=[[5, 1]], rulings={"remove-column": "steps"})
    assert set(session.truth.tiles) == {(2, 1), (3, 1), (4, 1), (5, 1)}
    session = dusk("remove", ground=ground, meeple=[[5, 1]])
    assert set(session.truth.tiles) == {(2, 0), (2, 1), (2, 2), (3, 1), (4, 1), (5, 1)}


def test_an_empty_danger_pile() -> None:
    session = dusk("exhaustion", exhaustion_scrap=GAME.content.of_kind("exhaustion"))
    play(session, ("put", "discard"))
    assert len(session.truth.exhaustion) == 29
    assert not session.truth.exhaustion_scrap


@pytest.mark.parametrize(
    ("score", "day", "risk"), [(12, 0, 1), (0, 4, 1), (13, 0, 2), (0, 5, 2), (24, 8, 2), (25, 0, 3), (0, 9, 3)]
)
def test_the_sections_of_the_board(score: int, day: int, risk: int) -> None:
    ground = [[0, 1, "Long Grass"]]
    session = dusk("appear", rolls=[8] * 4, board="B", ground=ground, score=[score], day=day)
    assert bandits(session) == {(0, 1): risk}


def test_the_day_moves_before_bandits_appear() -> None:
    session = dusk("day", rolls=[8] * 4, board="B", ground=[[0, 1, "Long Grass"]], day=4)
    play(session, ("put", "discard"))
    assert bandits(session) == {(0, 1): 2}


def test_bandits_appear_and_attack() -> None:
    ground = [[0, 1, "Long Grass"], [1, 1, "Deer Run"]]
    scene = {"mission": "night_watch", "board": "C", "ground": ground, "roll": [2], "pain": ["leg_wound"] * 4}
    session = dusk("appear", rolls=[8], **scene)
    for seat in (A, A, B, B):
        play(session, ("put", "discard"), seat=seat)
    assert wounds(session) == [2, 2]
    session = dusk("appear", rolls=[8], rulings={"night-order": "standard"}, **scene)
    assert wounds(session) == [0, 0]


def test_no_split_after_a_move() -> None:
    scene = {"mission": "night_watch", "board": "C", "ground": grid(range(3), range(3)), "meeple": [[0, 0], [0, 0]]}
    session = dusk("move", [2, 6], bandits=[[1, 0, 3], [1, 1, 3]], **scene)
    assert bandits(session) == {(1, 1): 7}


def test_an_old_line_of_the_log_stays() -> None:
    """Bandits go back from a face-down tile; that it is revealed later changes nothing in what was told."""
    session = table(
        ground=[[0, 1, "Snowline"], [1, 1, "Deer Run"], [1, 0, "Owl Wood", 0], [0, 0, "Pine Hollow"]],
        meeple=[[1, 1]],
        bandits=[[0, 0, 1]],
        hand=[],
        draw=["mule"],
        script={"compass": [3], "bandit": [20] * 8},
    )
    play(session, ("pass",), ("put", "discard"))
    night = [entry.text for entry in session.log(A)]
    play(session, ("job", "mule", 0), ("go",), ("step", 1, 0))
    assert [entry.text for entry in session.log(A)][: len(night)] == night

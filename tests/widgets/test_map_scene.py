"""Maps and tracks as data: what a page could not draw is named, and every tile can be spoken of."""

from __future__ import annotations

from typing import Any

import map_stage
import pytest

from widgets.maps import tile_label, where
from widgets.scene import check, pieces


def test_a_large_map_and_its_tracks_are_fine() -> None:
    scene = map_stage.scene()
    check(scene)
    check([map_stage.hex_part()])  # type: ignore[list-item]
    tiles = next(part for part in scene if part["part"] == "map")["tiles"]
    assert len(tiles) == 48
    assert len({piece["label"] for piece in pieces(tiles)}) == 48, "no two tiles are called the same"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"tiles": []}, "is at"),
        ({"tiles": [*map_stage.tiles(), {"id": "x", "label": "x", "at": [0, 0]}]}, r"two tiles at \[0, 0\]"),
        ({"tiles": [{"id": "x", "label": "x", "at": [1]}], "tokens": []}, "a place has a column and a row"),
        ({"tiles": [{"id": "x", "label": "x", "at": [0, 0], "terrain": ["swamp"]}]}, "terrain.*one of forest"),
        ({"tokens": [{"id": "x", "label": "x", "kind": "ghost", "at": [0, 0]}]}, "kind: one of meeple"),
        ({"tokens": [{"id": "x", "label": "x", "kind": "wagon", "at": [99, 0]}]}, "x is at .* which has no tile"),
        ({"follow": [99, 0]}, "which has no tile"),
        ({"shape": "triangles"}, "shape: one of squares, hexes"),
        ({"open": [[1, 2, 3]]}, "isn't a place"),
        ({"ways": [{"at": [[1, 2], [3]]}]}, "isn't a place"),
    ],
)
def test_what_is_wrong_with_a_map_is_named(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        check([{**map_stage.map_part(), **change}])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"trackers": [{"at": 10}]}, "there is no space 10"),
        ({"stretches": [{"first": 8, "last": 10, "text": "risk 4"}]}, "'risk 4' doesn't fit"),
        ({"stretches": [{"first": 3, "last": 2, "text": "risk 4"}]}, "'risk 4' doesn't fit"),
        ({"spaces": [1, 2]}, "spaces.*str, not 1"),
    ],
)
def test_what_is_wrong_with_a_track_is_named(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        check([{**map_stage.track_parts()[0], **change}])  # type: ignore[list-item]


def test_a_map_that_nobody_is_on_needs_nothing_to_follow() -> None:
    check([{**map_stage.map_part(), "tokens": [], "follow": None}])  # type: ignore[list-item]


def test_where_a_tile_lies() -> None:
    places = [(2, 2), (0, 1), (3, 1), (-1, 0), (0, 5)]
    said = ["2 West 1 South", "at the start", "3 West", "1 East 1 North", "4 South"]
    assert [where(place, home=(0, 1)) for place in places] == said


def test_what_is_said_of_a_tile() -> None:
    things = ["1 bandit", "Ada stands here"]
    said = "Pine Hollow, forest, 2 West 1 South, 1 bandit, Ada stands here; walk: 1"
    assert tile_label("Pine Hollow", ["forest"], "2 West 1 South", things, "walk: 1") == said
    assert tile_label("Wide Ford", ["prairie", "river"], "1 West") == "Wide Ford, prairie and river, 1 West"
    assert tile_label("", [], "3 West", ["star 6"]) == "Face down, 3 West, star 6"

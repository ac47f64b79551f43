"""The atlas: plain data that plotly takes, in which every way, mark and figure is where it happened."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import map_stage
import pytest
from plotly.graph_objects import Figure

from widgets import atlas
from widgets.atlas import Mark

LAND = {tuple(tile["at"]): tile.get("terrain", []) for tile in map_stage.tiles()}
WAYS = {"Ada": [(1, (0, 1)), (1, (1, 1)), (2, (2, 1))], "Tobias": [(1, (0, 1)), (2, (0, 2))]}
MARKS = [
    Mark("bandits", (2, 1), "2 bandits appeared"),
    Mark("railway", (1, 1), "Ada built"),
    Mark("bandits", (3, 3), "1"),
]


def drawn(made: tuple[list[Any], Any]) -> tuple[list[Any], Any]:
    Figure(data=made[0], layout=made[1])  # plotly itself says what it does not know
    return made


@pytest.mark.parametrize("hexes", [False, True])
def test_journeys_lie_on_the_land(hexes: bool) -> None:
    traces, layout = drawn(atlas.journeys(LAND, WAYS, MARKS, hexes))
    places, ada, tobias, bandits, railway = traces
    assert len(places["x"]) == 48
    assert len(layout["shapes"]) == 48 + sum(len(terrain) == 2 for terrain in LAND.values())
    assert ada["customdata"] == [1, 1, 2]
    assert [trace["meta"]["tone"] for trace in (ada, tobias)] == ["seat1", "seat2"]
    assert ada["marker"]["symbol"] != tobias["marker"]["symbol"], "colour is never alone"
    assert (ada["x"][0], ada["y"][0]) != (tobias["x"][0], tobias["y"][0]), "nobody covers anybody"
    assert bandits["text"] == ["2 bandits appeared", "1"] and railway["name"] == "Railway"
    assert bandits["marker"]["symbol"] != railway["marker"]["symbol"]


def test_columns_are_counted_to_the_left_as_at_the_table() -> None:
    assert atlas.journeys(LAND, WAYS)[1]["xaxis"]["autorange"] == "reversed"
    assert atlas.journeys(LAND, WAYS, hexes=True)[1]["xaxis"]["autorange"] is True


def test_counts_are_figures_and_shades() -> None:
    (_, heat), _ = drawn(atlas.counts(LAND, {(2, 1): 8, (1, 1): 2, (0, 0): 0, (99, 99): 3}, "bandits"))
    assert dict(zip(zip(heat["x"], heat["y"], strict=True), heat["text"], strict=True)) == {(2, 1): "8", (1, 1): "2"}
    assert heat["marker"]["cmax"] == 8
    drawn(atlas.counts(LAND, {}, "bandits"))


def test_scores_by_day() -> None:
    (ada, _), layout = drawn(atlas.scores({"Ada": [(1, 0), (2, 3)], "Tobias": [(1, 1), (2, 1)]}))
    assert (ada["x"], ada["y"]) == ([1, 2], [0, 3])
    assert layout["showlegend"]


def test_nothing_of_plotly_is_imported_for_it() -> None:
    code = "import sys, widgets.atlas; print([name for name in ('plotly', 'networkx') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"

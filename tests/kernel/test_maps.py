"""Maps as values, their graphs, and the pictures of them; ways are held against a search that is written out here."""

from __future__ import annotations

import pickle
import subprocess
import sys

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as some

from tabletop_kernel import Session
from tabletop_kernel.contract.errors import TabletopError
from tabletop_kernel.contract.html import CHART
from tabletop_kernel.toolkit.grid import Place, neighbours
from tabletop_kernel.toolkit.maps import Chart, Map, cheapest, cheapest_ways, draw, drawing_position

places = some.tuples(some.integers(-3, 3), some.integers(-3, 3))
terrains = some.dictionaries(places, some.sampled_from([0, 1, 1, 2, 3]), min_size=1, max_size=30)


# -- the map in a state ------------------------------------------------------------------------------------------------


def test_a_change_makes_another_map() -> None:
    land = Map({(0, 0): "forest"}, frozenset({(0, 0)}))
    more = land.laid({(1, 0): "river", (2, 0): "prairie"}).turned_up((2, 0))
    assert (dict(land.tiles), land.up) == ({(0, 0): "forest"}, {(0, 0)})
    assert list(more.tiles) == [(0, 0), (1, 0), (2, 0)] and more.up == {(0, 0), (2, 0)}
    less = more.without((0, 0), (1, 0))
    assert less == Map({(2, 0): "prairie"}, frozenset({(2, 0)})) != more
    assert more.laid({(0, 0): "camp"}).tiles[0, 0] == "camp"


def test_what_was_worked_out_of_a_map_is_kept_until_it_changes() -> None:
    land, asked = Map({(0, 0): "forest"}), []
    for _ in range(2):
        assert land.once("how many", lambda: asked.append(1) or len(land.tiles)) == 1
    assert asked == [1]
    assert land.laid({(1, 0): "river"}).once("how many", lambda: 2) == 2
    assert pickle.loads(pickle.dumps(land)) == land and not pickle.loads(pickle.dumps(land)).answers


# -- ways --------------------------------------------------------------------------------------------------------------


def slowly(places: dict[Place, int], start: Place, ends: set[Place], hexes: bool) -> dict[Place, int]:
    """The steps to each place, found by going on and on from all places that are known."""
    found = {start: 0}
    while True:
        near = {
            there: far + 1
            for here, far in found.items()
            if here == start or here not in ends
            for there in neighbours(here, hexes)
            if there in places and there not in found
        }
        if not near:
            return found
        found |= {there: far for there, far in near.items() if far == min(near.values())}


@given(terrains, some.data(), some.booleans())
def test_steps_are_the_fewest_there_are(tiles: dict[Place, int], data: some.DataObject, hexes: bool) -> None:
    start = data.draw(some.sampled_from(sorted(tiles)))
    ends = {place for place, cost in tiles.items() if cost == 3}
    chart = Chart.of(tiles, hexes)
    assert chart.steps(start) == slowly(tiles, start, set(), hexes)
    assert chart.steps(start, ends) == slowly(tiles, start, ends, hexes)
    assert chart.steps((9, 9)) == {} and list(chart.beside((9, 9))) == []


@given(terrains, some.data())
def test_the_cheapest_way_costs_what_networkx_says(tiles: dict[Place, int], data: some.DataObject) -> None:
    start, chart = data.draw(some.sampled_from(sorted(tiles))), Chart.of(tiles)
    nx.set_edge_attributes(chart, {(here, there): tiles[there] for here, there in chart.edges}, "cost")
    found = cheapest(start, lambda here: [(there, tiles[there]) for there in chart.beside(here)])
    assert found == nx.single_source_dijkstra_path_length(chart, start, weight="cost")
    near = cheapest(start, lambda here: [(there, tiles[there]) for there in chart.beside(here)], most=2)
    assert near == {place: cost for place, cost in found.items() if cost <= 2}
    ways = cheapest_ways(start, lambda here: [(there, tiles[there]) for there in chart.beside(here)])
    for place, way in ways.items():
        assert way[0] == start and way[-1] == place and nx.path_weight(chart, way, "cost") == found[place]


def test_a_search_may_go_over_more_than_places() -> None:
    """Nodes are a place and what is left; the search makes them as it goes."""
    found = cheapest((0, 3), lambda node: [((node[0] + 1, node[1] - 1), 1)] if node[1] else [])
    assert found == {(0, 3): 0, (1, 2): 1, (2, 1): 2, (3, 0): 3}


def test_a_chart_knows_its_directions() -> None:
    squares, hexes = Chart.of([(0, 0), (1, 0), (0, 1)]), Chart.of([(0, 0), (1, 0), (1, -1)], hexes=True)
    assert squares.toward((0, 0), "W") == (1, 0) and squares.toward((0, 0), "S") == (0, 1)
    assert squares.toward((0, 0), "N") is None
    assert hexes.edges[(0, 0), (1, -1)]["direction"] == "north-east"
    assert hexes.has_edge((1, 0), (1, -1)) and not squares.has_edge((1, 0), (0, 1))


# -- pictures and sessions ---------------------------------------------------------------------------------------------


def test_a_drawing_shows_places_steps_and_what_is_marked() -> None:
    graph = nx.DiGraph()
    graph.add_node((0, 0), pos=drawing_position((0, 0)), name="Shelter <1>", face_up=True, terrain=["hill", "town"])
    graph.add_node((1, 0), pos=drawing_position((1, 0)), name="", face_up=False)
    graph.add_node((1, 1), pos=drawing_position((1, 1)), name="Camp", face_up=True)
    graph.add_edge((0, 0), (1, 0), passable=True)
    graph.add_edge((1, 0), (0, 0), passable=False)
    graph.add_edge((1, 0), (1, 1), passable=False)
    drawing = draw(graph, mark=[(1, 1)])
    shown = drawing._repr_mimebundle_()
    lines, spots, *keys = shown[CHART]["data"]
    assert lines["x"] == [0.0, -1.0, None]  # West is left; one line for both ways, none where nobody can go
    assert spots["y"] == [0.0, 0.0, -1.0] and spots["text"] == ["Shelter <1>", "", "Camp"]
    assert spots["hovertext"][0] == "Shelter <1> (0, 0)<br>face_up: True<br>terrain: ['hill', 'town']"
    assert len(set(spots["marker"]["color"])) == 3  # face up, face down, marked
    assert "Shelter &lt;1&gt;" in shown["text/html"] and "marked: Camp" in shown["text/html"]
    assert [key["name"] for key in keys] == [*drawing.key] == ["hill", "face down", "marked"]
    assert shown["text/html"].count("<circle") == 3 + 3 and shown["text/html"].count("<path") == 1
    assert draw(nx.DiGraph()).svg.startswith("<svg")


def test_hexes_lie_half_a_place_aside() -> None:
    assert drawing_position((2, 0), hexes=True) == (2.0, 0.0)
    x, y = drawing_position((0, 2), hexes=True)
    assert x == 1.0 and y < -1.7


def test_a_game_without_a_map_says_so() -> None:
    with pytest.raises(TabletopError, match="The North has no map"):
        Session("the_north", seed=1).map()


def test_the_kernel_loads_without_networkx() -> None:
    code = "import sys, tabletop_kernel; tabletop_kernel.load('the_north'); print('networkx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"

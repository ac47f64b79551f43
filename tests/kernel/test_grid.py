"""Maps: who lies beside whom, how far it is, and where one can get to, held against what networkx says."""

from __future__ import annotations

import subprocess
import sys

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as some

from tabletop_kernel import grid
from tabletop_kernel.errors import SetupError, UnknownName
from tabletop_kernel.grid import Place, cut_off, distances, neighbours, parts, path_to, reach, shortest, steps, within

places = some.tuples(some.integers(-4, 4), some.integers(-4, 4))
terrains = some.dictionaries(places, some.sampled_from([0, 1, 1, 2, 3]), min_size=1, max_size=40)
HERE = (5, 2)


def walking(tiles: dict[Place, int]) -> grid.Cost:
    """A step costs what the tile stepped onto asks for, and one more against the wind: no two ways need be alike."""

    def cost(here: Place, there: Place) -> float | None:
        return tiles[there] + (there[0] > here[0]) if there in tiles else None

    return cost


# -- beside one another ------------------------------------------------------------------------------------------------


def test_columns_are_counted_westwards_and_rows_southwards() -> None:
    assert {way: grid.toward(HERE, way) for way in "NESW"} == {"N": (5, 1), "E": (4, 2), "S": (5, 3), "W": (6, 2)}
    assert neighbours(HERE) == [grid.toward(HERE, way) for way in "NESW"]
    assert [grid.compass(HERE, there) for there in ((9, 2), (0, 2), (5, -3), (5, 4))] == ["W", "E", "N", "S"]
    assert grid.compass(HERE, HERE) is None
    assert grid.compass(HERE, (6, 3)) is None
    with pytest.raises(UnknownName, match="no direction 'NW': there are N, E, S, W"):
        grid.toward(HERE, "NW")


def test_around_a_square_lie_four_or_eight() -> None:
    assert grid.around(HERE) == neighbours(HERE)
    eight = grid.around(HERE, eight=True)
    assert len(set(eight)) == 8 and HERE not in eight
    assert all(max(abs(column - 5), abs(row - 2)) == 1 for column, row in eight)


@given(places, places, some.booleans())
def test_steps_are_a_distance(one: Place, other: Place, hexes: bool) -> None:
    assert steps(one, other, hexes) == steps(other, one, hexes)
    assert (steps(one, other, hexes) == 0) == (one == other)
    assert (steps(one, other, hexes) == 1) == (other in neighbours(one, hexes))
    around_it = [steps(there, other, hexes) for there in neighbours(one, hexes)]
    assert one == other or min(around_it) == steps(one, other, hexes) - 1


@pytest.mark.parametrize(("hexes", "counts"), [(False, [1, 5, 13, 25]), (True, [1, 7, 19, 37])])
def test_within_so_many_steps(hexes: bool, counts: list[int]) -> None:
    assert [len(within(HERE, n, hexes)) for n in range(4)] == counts
    found = [steps(HERE, there, hexes) for there in within(HERE, 3, hexes)]
    assert found == sorted(found) and found[-1] == 3


# -- getting there -----------------------------------------------------------------------------------------------------


@given(terrains, some.data(), some.integers(0, 9), some.booleans())
def test_reach_finds_what_networkx_finds(
    tiles: dict[Place, int], data: some.DataObject, points: int, hexes: bool
) -> None:
    start, cost = data.draw(some.sampled_from(sorted(tiles))), walking(tiles)
    reached = reach(start, points, cost, hexes)
    made = grid.graph(tiles, cost, hexes)
    expected = nx.single_source_dijkstra_path_length(made, start, cutoff=points, weight="cost")
    assert {place: spent for place, (spent, _) in reached.items()} == expected
    for place, (spent, _) in reached.items():
        path = path_to(reached, place)
        assert (path[0], path[-1]) == (start, place)
        assert nx.path_weight(made, path, "cost") == spent


def test_the_way_round_may_be_the_cheaper_one() -> None:
    tiles = {(0, 0): 1, (1, 0): 9, (2, 0): 1, (0, 1): 1, (1, 1): 1, (2, 1): 1}
    reached = reach((0, 0), 9, lambda here, there: tiles.get(there))
    assert reached[2, 0] == (4, (2, 1))
    assert path_to(reached, (2, 0)) == [(0, 0), (0, 1), (1, 1), (2, 1), (2, 0)]
    assert path_to(reached, (7, 7)) == []
    assert set(reach((0, 0), 0, lambda here, there: tiles.get(there))) == {(0, 0)}


# -- the map as a whole ------------------------------------------------------------------------------------------------


@given(terrains, some.data(), some.booleans())
def test_whoever_cannot_walk_home_is_cut_off(tiles: dict[Place, int], data: some.DataObject, hexes: bool) -> None:
    home = data.draw(some.sampled_from(sorted(tiles)))
    walkable = reach(home, len(tiles), lambda here, there: 1 if there in tiles else None, hexes)
    assert cut_off(tiles, home, hexes) == tiles.keys() - walkable.keys()
    assert {place: spent for place, (spent, _) in walkable.items()} == distances(tiles, home, hexes=hexes)
    found = parts(tiles, hexes)
    assert sum(map(len, found)) == len(tiles) and set().union(*found) == set(tiles)
    assert [len(part) for part in found] == sorted(map(len, found), reverse=True)


def test_ways_with_and_without_a_cost() -> None:
    tiles = {(0, 0): 1, (1, 0): 9, (2, 0): 1, (0, 1): 1, (1, 1): 1, (2, 1): 1, (8, 8): 1}
    cost: grid.Cost = lambda here, there: tiles[there]  # noqa: E731
    assert shortest(tiles, (0, 0), (2, 0)) == [(0, 0), (1, 0), (2, 0)]
    assert shortest(tiles, (0, 0), (2, 0), cost) == [(0, 0), (0, 1), (1, 1), (2, 1), (2, 0)]
    assert distances(tiles, (0, 0), cost)[2, 0] == 4
    assert shortest(tiles, (0, 0), (8, 8)) == shortest(tiles, (0, 0), (9, 9)) == []
    assert distances(tiles, (9, 9)) == {}
    assert cut_off(tiles, (0, 0)) == {(8, 8)}
    assert cut_off(tiles, (9, 9)) == set(tiles)


def test_a_graph_is_made_once_for_the_same_places_and_cannot_be_changed() -> None:
    made = grid.graph({(0, 0): "forest", (1, 0): "water"})
    assert grid.graph([(1, 0), (0, 0)]) is made
    assert grid.graph([(1, 0), (0, 0)], hexes=True) is not made
    with pytest.raises(nx.NetworkXError):
        made.add_node((2, 0))


def test_rules_do_without_networkx() -> None:
    asked = "grid.reach((0, 0), 2, lambda a, b: 1); grid.within((0, 0), 2); grid.steps((0, 0), (1, 1))"
    code = f"import sys; from tabletop_kernel import grid; {asked}; print('networkx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"


def test_without_networkx_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(SetupError, match="needs networkx"):
        parts([(0, 0)])

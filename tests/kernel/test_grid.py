"""Places: who lies beside whom, and how far apart two of them are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tabletop_kernel.contract.errors import UnknownName
from tabletop_kernel.toolkit import grid
from tabletop_kernel.toolkit.grid import Place, neighbours, steps

places = some.tuples(some.integers(-4, 4), some.integers(-4, 4))
HERE = (5, 2)


# -- beside one another ------------------------------------------------------------------------------------------------


def test_columns_are_counted_westwards_and_rows_southwards() -> None:
    assert {way: grid.toward(HERE, way) for way in "NESW"} == {"N": (5, 1), "E": (4, 2), "S": (5, 3), "W": (6, 2)}
    assert neighbours(HERE) == [grid.toward(HERE, way) for way in "NESW"]
    assert [grid.compass(HERE, there) for there in ((9, 2), (0, 2), (5, -3), (5, 4))] == ["W", "E", "N", "S"]
    assert grid.compass(HERE, HERE) is None
    assert grid.compass(HERE, (6, 3)) is None
    with pytest.raises(UnknownName, match=r"no direction 'NW'\. The directions are N, E, S, W"):
        grid.toward(HERE, "NW")


def test_around_a_square_lie_four_or_eight() -> None:
    assert grid.neighbours_with_corners(HERE) == neighbours(HERE)
    eight = grid.neighbours_with_corners(HERE, eight=True)
    assert len(set(eight)) == 8 and HERE not in eight
    assert all(max(abs(column - 5), abs(row - 2)) == 1 for column, row in eight)


@given(places, places, some.booleans())
def test_steps_are_a_distance(one: Place, other: Place, hexes: bool) -> None:
    assert steps(one, other, hexes) == steps(other, one, hexes)
    assert (steps(one, other, hexes) == 0) == (one == other)
    assert (steps(one, other, hexes) == 1) == (other in neighbours(one, hexes))
    around_it = [steps(there, other, hexes) for there in neighbours(one, hexes)]
    assert one == other or min(around_it) == steps(one, other, hexes) - 1

"""The map as a graph: neighbours, distances, and turns between places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import networkx as nx

from tabletop_kernel.contract.game import View
from tabletop_kernel.games.tamashii.pack.pieces import Content, Place
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.toolkit import grid
from tabletop_kernel.toolkit.maps import Chart, drawing_position


def chart_of_state(state: State) -> Chart:
    """Return the map's graph: its places, and the steps between them."""
    return state.map.once("chart", lambda: chart_of(tuple(state.tiles)))


@lru_cache(maxsize=64)
def chart_of(places: tuple[Place, ...]) -> Chart:
    """Return the graph of these places. Maps of the same shape share one."""
    made: Chart = nx.freeze(Chart.of(places, hexes=True))
    return made


def places_beside(state: State, place: Place) -> Iterable[Place]:
    """Return the tiles next to a place."""
    return chart_of_state(state).beside(place)


def steps_apart(one: Place, two: Place) -> int:
    """Return the number of steps between two places, even across gaps."""
    return grid.steps(one, two, hexes=True)


def steps_to_tiles(state: State, start: Place) -> Mapping[Place, int]:
    """Return the number of steps to each tile, even through face-down tiles."""
    return state.map.once(("steps", start), lambda: chart_of_state(state).steps(start))


def steps_to_open_tiles(state: State, start: Place) -> Mapping[Place, int]:
    """Return the number of steps to each tile; a path ends at its first face-down tile."""
    return state.map.once(
        ("open steps", start), lambda: chart_of_state(state).steps(start, ends=face_down_places(state))
    )


def face_down_places(state: State) -> frozenset[Place]:
    """Return the face-down tiles."""
    return state.map.once("down", lambda: frozenset(state.tiles) - state.up)


def turns_to_tiles(state: State, start: Place, steps: int) -> Mapping[Place, int]:
    """Return the number of turns to each tile, at this many steps a turn; a face-down tile ends a move."""

    def in_one(here: Place) -> list[Place]:
        return [there for there, far in steps_to_open_tiles(state, here).items() if far <= max(1, steps)]

    return state.map.once(("turns", start, steps), lambda: chart_of_state(state).fewest(start, in_one))


# -- for views ---------------------------------------------------------------------------------------------------------


def graph_of_view(content: Content, view: View) -> nx.DiGraph:
    """Return a view's map: each tile with its contents.

    A path ends at a face-down tile, so steps from it aren't passable.
    """
    made = nx.DiGraph()
    for q, r, tile, up, find, markers in view["ground"]:
        made.add_node((q, r), pos=drawing_position((q, r), hexes=True), **_tile_data(content, tile if up else None))
        made.nodes[q, r].update(exploration_token=bool(find), markers=list(markers))
        made.nodes[q, r]["players"] = [seat for seat, place in enumerate(view["place"]) if place == [q, r]]
        made.nodes[q, r]["bot"] = view["bot"] == [q, r]
    for here, there, step in Chart.of(made, hexes=True).edges.data():
        passable = made.nodes[here]["face_up"]
        made.add_edge(here, there, **step, passable=passable, walk=1 if passable else None)
    return made


def _tile_data(content: Content, name: str | None) -> dict[str, object]:
    """Return a tile's data; a face-down tile shows nothing else."""
    if name is None:
        return {"name": "", "face_up": False}
    tile = content.tiles[name]
    return {"name": tile.name, "face_up": True, "district": tile.kind, "hideout_of": tile.faction}

"""The chart of a map, as everyone sees it, and the cost of each step.

The chart is drawn again after each change of the map. Its nodes are the places of tiles; its edges are the steps from
each place to those beside it. A step has a `direction`, and a cost for each kind of movement that can make it, such as
`walk`. A step onto a face-down tile has no costs, since nobody knows them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import networkx as nx

from tabletop_kernel.contract.game import View
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.games.deck_goes_west.land.map_graph import CLIMB, SAIL, WALK, WAYS, LandChart
from tabletop_kernel.games.deck_goes_west.ruling_types import Rulings, rulings_of
from tabletop_kernel.games.deck_goes_west.state import DIRECTIONS, Land, Place, Rules, State
from tabletop_kernel.toolkit.maps import Steps, drawing_position

MOUNTAIN, WATER, RIVER = "mountain", "water", "river"
PLAIN = "plain"  # land without any type: a camp, under a ruling
UPHILL = 2  # the cost to walk onto a mountain
HIDDEN: Facts = {"face_up": False, "rail": False}  # all that is known of a face-down tile
UNKNOWN: Steps = {direction: {"direction": direction} for direction in DIRECTIONS}


# -- drawing it --------------------------------------------------------------------------------------------------------


def chart(state: State) -> LandChart:
    """Return the chart of the map."""
    return state.map.once("chart", lambda: _cached_chart(state))


def _cached_chart(state: State) -> LandChart:
    """Return the chart from a cache, since bots imagine the same land again and again."""
    tiles, charts = state.tiles, state.rules.charts
    picture = frozenset(tiles), frozenset([(place, tiles[place]) for place in state.up]), state.rails
    land_chart = charts.get(picture)
    if land_chart is None:
        land_chart = charts.keep(picture, draw_chart(state.rules, state.map))
        land_chart.picture = picture
    return land_chart


def draw_chart(rules: Rules, land: Land) -> LandChart:
    """Draw a new chart. From a face-down tile it takes nothing but the place."""
    places: dict[Place, Facts] = {}
    by_land: dict[Place, Steps] = {}
    by_water: dict[Place, Steps] = {}  # steps onto the same places, from water
    rulings, afloat = _step_rulings(rulings_of(rules.config)), set()
    for place, tile in sorted(land.tiles.items()):
        places[place], by_land[place], by_water[place] = HIDDEN, UNKNOWN, UNKNOWN
        if place in land.up:
            ground = Ground(rules.types[tile], place in land.rails)
            places[place] = _node_facts(tile, ground)
            by_land[place], by_water[place] = _steps(rulings, ground, False), _steps(rulings, ground, True)
            if ground.wet:
                afloat.add(place)
    land_chart = LandChart.drawn(places, lambda here: by_water if here in afloat else by_land)
    land_chart.diagonal = rulings_of(rules.config)["ruling.range"] == "diagonal"
    frozen: LandChart = nx.freeze(land_chart)
    return frozen


@lru_cache(maxsize=512)
def _node_facts(tile: int, ground: Ground) -> Facts:
    return {"face_up": True, "rail": ground.rail, "tile": tile, "types": ground.types}


@lru_cache(maxsize=1024)
def _steps(rulings: StepRulings, ground: Ground, is_afloat: bool) -> Steps:
    """Return the steps onto a tile by direction; `is_afloat` if they begin on Water or a River."""
    costs = _costs(rulings, ground, is_afloat)
    return {direction: {"direction": direction, **costs} for direction in DIRECTIONS}


# -- for others --------------------------------------------------------------------------------------------------------


def map_of_view(rules: Rules, view: View) -> nx.DiGraph:
    """Return the map of a view as a graph, each tile with everything on it. Face-down tiles can't be left."""
    chart, graph = draw_chart(rules, Land.written(view)), nx.DiGraph()
    bandits = {(column, row): count for column, row, count in view["bandits"]}
    for column, row, _, up, back in view["ground"]:
        place, facts = (column, row), chart.nodes[column, row]
        facts_known = _tile_facts(rules, facts["tile"]) if up else {"name": "", "face_up": False, "stars": [back]}
        graph.add_node(
            place, pos=drawing_position(place), **facts_known, railway=facts["rail"], bandits=bandits.get(place, 0)
        )
        graph.nodes[place].update(wagon=view["wagon"] == [column, row], players=_seats_on_tile(view, place))
    for here, there, step in chart.edges(data=True):
        costs = {way: step.get(way) if chart.nodes[here]["face_up"] else None for way in WAYS}
        is_hidden = not chart.nodes[there]["face_up"]
        passable = chart.nodes[here]["face_up"] and (is_hidden or any(costs.values()))
        graph.add_edge(here, there, direction=step["direction"], passable=passable, **costs)
    return graph


def _tile_facts(rules: Rules, number: int) -> dict[str, object]:
    tile = rules.tiles[number]
    return {
        "name": tile.name,
        "face_up": True,
        "terrain": list(rules.types[number]),
        "camp": tile.camp,
        "stars": list(tile.face),
    }


def _seats_on_tile(view: View, place: Place) -> list[int]:
    """Return the seats with a meeple on a tile."""
    return [seat for seat, at in enumerate(view["meeple"]) if (*at,) == place and not view["dead"] >> seat & 1]


# -- what a step costs -------------------------------------------------------------------------------------------------


class StepRulings(NamedTuple):
    """The rulings that change the cost of a step."""

    climbing: str
    bridge: str
    rail_mountain: str
    rail_sail: str


def _step_rulings(ruling: Rulings) -> StepRulings:
    return StepRulings(
        ruling["ruling.move-costs"],
        ruling["ruling.bridge-walk"],
        ruling["ruling.rail-mountain"],
        ruling["ruling.rail-sail"],
    )


class Ground(NamedTuple):
    """A face-up tile, as far as it matters for a step."""

    types: tuple[str, ...]
    rail: bool

    @property
    def dry(self) -> tuple[str, ...]:
        """Return the types that you can enter on foot."""
        return _without_water(self.types or (PLAIN,))

    @property
    def wet(self) -> bool:
        return WATER in self.types or RIVER in self.types

    @property
    def steep(self) -> bool:
        """Tell if all dry land on the tile is mountain."""
        return set(self.dry) == {MOUNTAIN}


def ground(state: State, place: Place) -> Ground:
    """Return the ground of a face-up tile."""
    return Ground(state.types(place), place in state.rails)


def costs_from_land(state: State, place: Place) -> dict[str, int]:
    """Return the costs of a step onto a face-up tile from dry land."""
    return _costs(_step_rulings(state.ruling), ground(state, place), False)


def is_only_way_west(state: State, place: Place) -> bool:
    """Tell if every known way further West than a place leads through it."""
    return place in chart(state).bottlenecks


@lru_cache(maxsize=256)
def _without_water(types: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(kind for kind in types if kind != WATER)


def _costs(rulings: StepRulings, ground: Ground, is_afloat: bool) -> dict[str, int]:
    """Return the costs of a step onto a face-up tile; `is_afloat` if it begins on Water or a River."""
    cost_by_way = {
        WALK: _walk_cost(rulings, ground),
        CLIMB: _climb_cost(rulings, ground),
        SAIL: _sail_cost(rulings, ground, is_afloat),
    }
    return {way: cost for way, cost in cost_by_way.items() if cost}


def _walk_cost(rulings: StepRulings, ground: Ground) -> int:
    """Return the cost to walk onto a tile by its cheapest type or its railway; 0 if you can't."""
    if not ground.dry:
        return int(ground.rail and rulings.bridge != "no")
    return UPHILL if ground.steep and not (ground.rail and rulings.rail_mountain == "1-returned") else 1


def _climb_cost(rulings: StepRulings, ground: Ground) -> int:
    if rulings.climbing == "climb-mountain-only":
        return int(MOUNTAIN in ground.dry)
    return int(bool(ground.dry) or (ground.rail and rulings.bridge == "yes"))


def _sail_cost(rulings: StepRulings, ground: Ground, is_afloat: bool) -> int:
    """Return the cost to sail onto a tile; 0 if you can't. Boats reach dry land only from Water or a River."""
    if ground.wet or (ground.rail and rulings.rail_sail == "anywhere"):
        return 1
    return int(is_afloat and not is_too_steep_to_land(ground, rulings.rail_sail))


def is_too_steep_to_land(ground: Ground, rail_sail: str) -> bool:
    """Tell if a tile is a mountain where no boat can land; under a ruling a railway makes it possible."""
    return ground.steep and not (ground.rail and rail_sail != "as-its-land")

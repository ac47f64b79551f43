"""The chart of the map: a second, plain map answers every question alike, and nothing hidden is on it."""

from __future__ import annotations

import random
from typing import Any

import networkx as nx
import pytest
from depth import draw
from plain_map import Going, PlainMap, Tile
from trail import GAME, HERE, NORTH, SOUTH, WEST, step, table
from trail import Tile as Named

from tabletop_kernel import Session
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.games.deck_goes_west import lesson_facts
from tabletop_kernel.games.deck_goes_west.cards import trade_offers
from tabletop_kernel.games.deck_goes_west.jobs import wasted
from tabletop_kernel.games.deck_goes_west.jobs.language import read_job
from tabletop_kernel.games.deck_goes_west.land import bandits, cheapest_ways, map_drawing, wagon_limits
from tabletop_kernel.games.deck_goes_west.land.map_graph import WAYS
from tabletop_kernel.games.deck_goes_west.land.movement_points import Moving
from tabletop_kernel.games.deck_goes_west.opinions import table_worth
from tabletop_kernel.games.deck_goes_west.opinions.table_worth import MOST_ROWS_ASIDE, PAIN, STEP
from tabletop_kernel.games.deck_goes_west.state import Land, Place, State

COLUMNS, ROWS = 5, 4
RULINGS = (
    "move-costs", "bridge-walk", "rail-mountain", "rail-sail", "camp-terrain", "climb-rail", "mix-types", "range",
    "split-where", "reveal-by-rail", "wagon-move",
)  # fmt: skip


def some_land(rng: random.Random, rows: int = ROWS) -> tuple[State, PlainMap]:
    """A table with any land under any rulings: some of it is gone, some lies face down; and the plain map of it."""
    rulings = {
        name: rng.choice([*GAME.rulebook.rulings[name].options]) for name in (f"ruling.{one}" for one in RULINGS)
    }
    seats, mission = rng.choice([(1, "widows_wagon"), (2, "speed_of_the_slowest")])
    config = GAME.agreement.configure(seats, rulings, {"mission": mission})
    state = State(GAME.rules_for(config), Chance(1))
    east, gaps, dark = rng.randrange(2), rng.choice([0.0, 0.2, 0.4]), rng.choice([0.0, 0.3])
    places = [(column, row) for column in range(east, COLUMNS) for row in range(rows) if rng.random() >= gaps]
    places = rng.sample(places, len(places)) or [(0, 0)]
    tiles = dict(zip(places, rng.sample([*state.rules.tiles], len(places)), strict=True))
    up = [place for place in places if rng.random() >= dark] or places[:1]
    state.map = Land(tiles, frozenset(up), frozenset(place for place in up if rng.random() < 0.3))
    state.bandits = {place: rng.randrange(1, 9) for place in places if rng.random() < 0.3}
    state.meeple, state.wagon = [rng.choice(up) for _ in range(seats)], rng.choice(up)
    return state, plain(state)


def plain(state: State) -> PlainMap:
    def types(place: Place) -> tuple[str, ...] | None:
        tile = state.rules.tiles[state.tiles[place]]
        bare = tile.camp and state.ruling["ruling.camp-terrain"] == "else-tile"
        return None if place not in state.up else () if bare else tile.types

    return PlainMap([Tile(place, types(place), place in state.rails) for place in state.tiles], state.ruling)


# -- the same answers --------------------------------------------------------------------------------------------------


@pytest.mark.deep
def test_a_plain_map_knows_the_same_steps_and_rides() -> None:
    for seed in range(draw(60, deep=10_000)):
        state, land = some_land(random.Random(seed))
        chart = map_drawing.chart(state)
        for here in state.tiles:
            assert list(chart.beside(here)) == land.beside(here), seed
            assert [chart.costs(here, there) for there in state.tiles] == [land.costs(here, at) for at in state.tiles]
            assert [chart.distance(here, at) for at in state.tiles] == [land.spaces(here, at) for at in state.tiles]
            assert all(chart.rides(here, most) == land.rides(here, most) for most in (1, 2, 4)), seed
        assert [lesson_facts.ways_on(state, seat) for seat in state.living_seats()] == [
            len(land.beside(place)) for place in state.meeple
        ]
        assert lesson_facts.lands(state, "water", "river") == [
            f"{c},{r}" for c, r in state.places() if {"water", "river"} & set(dict(known(land)).get((c, r), ()))
        ]


def known(land: PlainMap) -> list[tuple[Place, tuple[str, ...]]]:
    return [(tile.place, tile.types) for tile in land.tiles if tile.types is not None]


@pytest.mark.deep
def test_a_plain_map_knows_the_same_ways_for_movement() -> None:
    for seed in range(draw(60, deep=10_000)):
        rng = random.Random(seed)
        state, land = some_land(rng)
        pool = {kind: rng.randrange(3) for kind in WAYS}
        rides = tuple(sorted(rng.choices((1, 2, 4), k=rng.randrange(3))))
        start = Going(state.meeple[0], **pool, rides=rides)
        found = cheapest_ways.ways(state, Moving(0, (start.place,), **pool, rides=rides))
        assert {place: way.cost for place, way in found.items()} == land.reach(start), seed
        for place, way in found.items():
            going = start
            for move in way.moves[:-1] if land.is_hidden(place) else way.moves:
                going = dict(land.onward(going))[move]
            assert start.points - going.points + land.is_hidden(place) == way.cost, seed
            assert going.place == place or ("step", *place) == way.moves[-1], seed


@pytest.mark.deep
def test_a_plain_map_knows_the_same_ways_for_bandits_and_wagons() -> None:
    for seed in range(draw(60, deep=10_000)):
        rng = random.Random(seed)
        state, land = some_land(rng)
        free = state.ruling["ruling.split-where"] == "any-tile"
        for place in state.tiles:
            empty = [other for other in land.beside(place) if free or other not in state.meeple]
            assert bandits._tiles_to_split_to(state, place) == empty, seed
            for face, opposite in ("NS", "SN", "EW", "WE"):
                sides = dict(zip("NESW", [(0, -1), (-1, 0), (0, 1), (1, 0)], strict=True))
                ahead, back = ((place[0] + sides[one][0], place[1] + sides[one][1]) for one in (face, opposite))
                to = ahead if land.at(ahead) else back if land.at(back) else None
                assert bandits._way_of_roll(state, place, face)[0] == to, seed
        assert state.wagon is not None
        leash, left = state.rules.mission.leash, rng.randrange(1, 3)
        last = min(column for column, _ in state.meeple) + (99 if leash is None else leash)
        goals = [
            place
            for place in land.beside(state.wagon)
            if 0 < land.walk(place) <= left and not (place[0] > state.wagon[0] and place[0] > last)
        ]
        assert [
            place for place in map_drawing.chart(state).beside(state.wagon) if wagon_limits.can_haul(state, place, left)
        ] == goals
        by_job = state.ruling["ruling.wagon-move"] != "with-meeple" and state.meeple[0] == state.wagon
        assert wagon_limits.can_begin(state, 0, left) == (by_job and bool(goals)), seed


@pytest.mark.deep
def test_a_plain_map_knows_the_same_railways() -> None:
    for seed in range(draw(60, deep=10_000)):
        state, land = some_land(random.Random(seed))
        rails = [tile.place for tile in land.tiles if tile.rail]
        near = [(one, two) for one in rails for two in rails if one < two and land.spaces(one, two) <= 2]
        ride = read_job("rail 2").final
        assert wasted._can_ride(state, ride) == (state.ruling["ruling.reveal-by-rail"] == "as-one" or bool(near)), seed
        ends = state.meeple
        joined = ends[0] == ends[-1] or (ends[0] in rails and ends[-1] in rails)
        assert trade_offers._is_in_reach(state, 0, len(ends) - 1) == joined, seed


@pytest.mark.deep
def test_a_plain_map_hopes_for_the_same() -> None:
    for seed in range(draw(60, deep=10_000)):
        state, land = some_land(random.Random(seed), rows=MOST_ROWS_ASIDE + 2)
        plan, start = state.rules.plan, state.wagon
        assert start is not None
        each = 0.35 * plan.gain("wagon-west", "furthest-west")
        for goal in (start[0] + 1, start[0] + 2):
            cost = land.way_west(start, goal, MOST_ROWS_ASIDE, each, plan.step)
            points = (goal - start[0]) * plan.gain("wagon-west") + plan.gains.get(("wagon-west", "furthest-west"), 0.0)
            hope = 0.0 if cost is None else max(0.0, points - cost)
            assert table_worth._way_west(state, start, goal) == pytest.approx(hope), seed
        price = STEP * plan.step
        promises = table_worth._promises(state, 0, price)
        hopes = land.hopes(promises, price, dict.fromkeys(state.bandits, PAIN))
        assert table_worth._outlook(state, 0) == pytest.approx(hopes), seed


@pytest.mark.deep
def test_a_plain_map_knows_the_same_only_way_west() -> None:
    said = 0
    for seed in range(draw(150, deep=10_000)):
        state, land = some_land(random.Random(seed))
        for place in state.tiles:
            only = map_drawing.is_only_way_west(state, place)
            assert only == land.is_only_way_west(place), (seed, place)
            said += only
    assert said > 50


# -- one chart for a map -----------------------------------------------------------------------------------------------


def test_a_chart_is_drawn_once_for_all_that_look_alike() -> None:
    state, _ = some_land(random.Random(5))
    chart = map_drawing.chart(state)
    assert nx.is_frozen(chart)
    twin = state.clone()
    assert map_drawing.chart(twin) is chart
    backwards = dict(reversed(state.tiles.items()))
    twin.map = Land(backwards, state.up, state.rails)  # the same land, laid in another order
    assert map_drawing.chart(twin) is chart
    twin.map = twin.map.with_railway(next(place for place in sorted(state.up) if place not in state.rails))
    assert map_drawing.chart(twin) is not chart
    assert map_drawing.chart(state) is chart
    assert len(state.rules.charts) <= state.rules.charts.most == 24


def test_railways_go_with_their_tiles() -> None:
    land = Land({(0, 0): 1, (1, 0): 2, (2, 0): 3}, frozenset({(0, 0), (1, 0)}), frozenset({(0, 0), (1, 0)}))
    assert land.without((0, 0)) == Land({(1, 0): 2, (2, 0): 3}, frozenset({(1, 0)}), frozenset({(1, 0)}))
    assert list(land.laid({(0, 0): 9, (3, 0): 4}).tiles) == [(0, 0), (1, 0), (2, 0), (3, 0)]


# -- what everybody may see of it --------------------------------------------------------------------------------------


def dealt_anew(state: State, rng: random.Random) -> State:
    """The same table, but other tiles lie face down: any with the same numbers on their backs."""
    twin, tiles = state.clone(), state.rules.tiles
    down = [place for place in state.tiles if place not in state.up]
    hidden = [*(state.tiles[place] for place in down), *state.land]
    rng.shuffle(hidden)
    changed = {}
    for place in down:
        back = state.tile(place).back
        changed[place] = next(tile for tile in hidden if tiles[tile].back == back)
        hidden.remove(changed[place])
    twin.map, twin.land = state.map.laid(changed), tuple(hidden)
    return twin


@pytest.mark.parametrize("mission", ["widows_wagon", "new_world"])
def test_nothing_hidden_is_on_the_map(mission: str) -> None:
    rng = random.Random(2)
    session = Session(GAME, 1, 4, options={"mission": mission})
    others = 0
    while session.deciders and session.length < 120:
        state = session.truth
        twin = dealt_anew(state, rng)
        others += twin.tiles != state.tiles
        for seat in (0, None):
            shown = GAME.telling.map(session.config, GAME.view(twin, seat))
            assert nx.utils.graphs_equal(session.map(seat), shown)
        assert map_drawing.chart(twin) is map_drawing.chart(state)
        session.submit(0, rng.choice(session.moves(0)))
    assert others > 50


def test_the_map_tells_what_lies_where() -> None:
    ground = {HERE: Named.FOREST, WEST: Named.MOUNTAIN, NORTH: Named.LAKE}
    session = table(ground, {SOUTH: Named.PRAIRIE}, rails=[[*WEST]], bandits=[[*NORTH, 2]])
    shown = session.map(0)
    assert type(shown) is nx.DiGraph
    assert not nx.is_frozen(shown)
    here = {"pos": (-1.0, -1.0), "name": Named.FOREST, "face_up": True, "terrain": ["forest"], "camp": False}
    assert shown.nodes[HERE].items() >= here.items()
    assert [shown.nodes[place]["players"] for place in (HERE, WEST)] == [[0], []]
    assert [shown.nodes[place]["bandits"] for place in (HERE, NORTH)] == [0, 2]
    assert [shown.nodes[place]["railway"] for place in (HERE, WEST)] == [False, True]
    assert shown.nodes[SOUTH]["name"] == "" and "terrain" not in shown.nodes[SOUTH]
    assert shown.edges[HERE, NORTH] == {"direction": "N", "passable": True, "walk": None, "climb": None, "sail": 1}
    assert shown.edges[HERE, WEST] == {"direction": "W", "passable": True, "walk": 1, "climb": 1, "sail": None}
    assert shown.edges[HERE, SOUTH] == {"direction": "S", "passable": True, "walk": None, "climb": None, "sail": None}
    assert not shown.edges[SOUTH, HERE]["passable"]
    assert nx.shortest_path(shown, NORTH, WEST, weight="walk") == [NORTH, HERE, WEST]
    shown.clear()
    assert len(session.map(0)) == 4


@pytest.mark.deep
def test_the_map_has_the_costs_of_the_plain_one() -> None:
    for seed in range(draw(30, deep=10_000)):
        state, land = some_land(random.Random(seed))
        shown = map_drawing.map_of_view(state.rules, {**GAME.view(state, None)})
        assert set(shown) == set(state.tiles)
        for here, there, facts_of_it in shown.edges(data=True):
            costs = {kind: cost for kind in WAYS if (cost := facts_of_it[kind])}
            assert costs == ({} if land.is_hidden(here) else land.costs(here, there)), seed
            assert facts_of_it["passable"] == (not land.is_hidden(here)), seed


# -- what the coach says -----------------------------------------------------------------------------------------------

BEYOND, AROUND, BACK = (3, 1), (2, 0), (0, 1)
LINE = {BACK: Named.PRAIRIE_3, HERE: Named.FOREST, WEST: Named.PRAIRIE, BEYOND: Named.PRAIRIE_2}
ONLY = "the only known way West"


def aim(session: Session, move: tuple[Any, ...]) -> str:
    found: str = GAME.opinions.aims(session.config, session.view(0), 0, move)
    return found


def test_the_coach_names_the_only_known_way_west() -> None:
    session = table(LINE, walk=2)
    assert aim(session, step(WEST, "walk")) == f"leads to {Named.PRAIRIE}, {ONLY}"
    assert aim(session, step(BACK, "walk")) == f"leads to {Named.PRAIRIE_3}"
    there = table(LINE, meeple=[[*BEYOND]], walk=2)
    assert aim(there, step(WEST, "walk")) == f"leads to {Named.PRAIRIE}"  # back East
    hidden = table(LINE, {AROUND: Named.LAKE, NORTH: Named.LAKE_2, (3, 0): Named.FORD}, walk=2)
    assert ONLY in aim(hidden, step(WEST, "walk"))  # whether there is a way through what lies face down nobody knows


@pytest.mark.parametrize(
    ("more", "rails"),
    [
        ({NORTH: Named.LAKE, AROUND: Named.LAKE_2, (3, 0): Named.FORD}, []),  # by boat
        ({NORTH: Named.MOUNTAIN, AROUND: Named.FOREST_2, (3, 0): Named.FORD}, []),
        ({}, [HERE, BEYOND]),  # by rail
        ({NORTH: Named.FOREST_2, AROUND: Named.THICKET, (3, 0): Named.RIDGE, (3, 1): Named.LAKE}, []),
    ],
)
def test_the_coach_does_not_where_there_is_another(more: dict[Place, str], rails: list[Place]) -> None:
    for camp in ("no", "else-tile"):
        for bridges in ("yes", "no"):
            rulings = {"camp-terrain": camp, "bridge-walk": bridges}
            session = table({**LINE, **more}, rails=[[*place] for place in rails], rulings=rulings, walk=2)
            assert ONLY not in aim(session, step(WEST, "walk"))


def test_the_end_of_the_known_land_is_no_way_west() -> None:
    session = table({BACK: Named.PRAIRIE_3, HERE: Named.FOREST, WEST: Named.PRAIRIE}, {BEYOND: Named.FORD}, walk=2)
    assert aim(session, step(WEST, "walk")) == f"leads to {Named.PRAIRIE} further West"

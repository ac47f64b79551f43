"""The map of Tamashii, held against a second one that knows no graphs: loops over places, and nothing else."""

from __future__ import annotations

from itertools import product
from random import Random

import networkx as nx
import pytest
from depth import draw
from small_tables import A, table

from tabletop_kernel import Session, load
from tabletop_kernel.games.tamashii import map_graph
from tabletop_kernel.games.tamashii.lines import choices_of_pieces
from tabletop_kernel.games.tamashii.pack.pieces import Place
from tabletop_kernel.games.tamashii.phases import moving
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.toolkit.maps import Map

FAR = 99
SIDE = range(-3, 4)


def apart(one: Place, two: Place) -> int:
    """The steps between two hexagons: along one axis, then the other; both at once where the two are opposed."""
    q, r = two[0] - one[0], two[1] - one[1]
    return max(abs(q), abs(r)) if q * r < 0 else abs(q) + abs(r)


def all_ways(state: State, through: bool, over_gaps: bool = False) -> dict[tuple[Place, Place], int]:
    """The steps from every place to every other: each pair is made better by each place between, until none is."""
    pairs = list(product(state.tiles, repeat=2))
    if over_gaps:
        return {pair: apart(*pair) for pair in pairs}
    far = {(one, two): 1 if apart(one, two) == 1 else FAR * (one != two) for one, two in pairs}
    for between in [place for place in state.tiles if through or place in state.up]:
        for one, two in pairs:
            far[one, two] = min(far[one, two], far[one, between] + far[between, two])
    return far


def random_table(luck: Random) -> State:
    """A table with a map of any shape, in pieces too, some of it face down, and people on it."""
    rulings = {"move__same_tile": "yes", "move__share": "no", "move__effect_reveal": "no", "solo__bot_limits": "no"}
    alone = luck.random() < 0.3
    agreed = {name: option for name, option in rulings.items() if luck.random() < 0.3}
    state = table(1 if alone else 3, mode="solo" if alone else "story", **agreed)
    hexes = [place for place in product(SIDE, repeat=2) if apart((0, 0), place) <= 3]
    tiles = dict.fromkeys(luck.sample(hexes, luck.randint(2, 14)), "barracks")
    state.map = Map(tiles, frozenset(place for place in tiles if luck.random() < 0.6))
    state.place = [luck.choice(list(tiles)) for _ in state.place]
    if alone:
        state.bot, state.batteries, state.bot_used = luck.choice(list(tiles)), 3, luck.choice(["", "move"])
    return state


def ends_of(state: State, start: Place, steps: int, by: str) -> set[Place]:
    """Where a move may end, worked out from the rules without the game's own map."""
    bots = by == moving.BOT or (by == moving.MOVE and bool(state.bot_used))
    free_bot = bots and state.ruling["ruling.solo.bot-limits"] == "no"
    effect = by == moving.EFFECT and state.ruling["ruling.move.effect-reveal"] == "no"
    through = free_bot or (effect and not bots)
    far = all_ways(state, through, over_gaps=free_bot)
    found = {place for place in state.tiles if place != start and far[start, place] <= steps}
    turning = any(apart(start, other) == 1 and (through or other in state.up) for other in found)
    if by == moving.MOVE and state.ruling["ruling.move.same-tile"] == "yes" and steps > 1 and turning:
        found.add(start)
    if effect:
        found &= state.up
    if state.ruling["ruling.move.share"] == "no" and not bots:
        found -= {place for seat, place in enumerate(state.place) if seat != A}
    return found


@pytest.mark.deep
def test_a_second_map_agrees() -> None:
    for number in range(draw(60, deep=10_000)):
        luck = Random(number)
        state = random_table(luck)
        _agree_on_distances(state)
        start, steps = luck.choice(list(state.tiles)), luck.randint(0, 4)
        for by in (moving.MOVE, moving.EFFECT, *([moving.BOT] if state.bot is not None else [])):
            assert set(moving.reachable_places(state, A, start, steps, by)) == ends_of(state, start, steps, by), (
                number,
                by,
            )
        _agree_on_turns(state, start, max(1, steps))
        near = choices_of_pieces.face_down_within(state, A, steps)
        here = state.figure(A)
        assert near == sorted(place for place in state.tiles if place not in state.up and apart(place, here) <= steps)


def _agree_on_distances(state: State) -> None:
    over, along = all_ways(state, through=True), all_ways(state, through=False)
    for one, two in product(state.tiles, repeat=2):
        assert map_graph.steps_apart(one, two) == apart(one, two)
        assert map_graph.steps_to_tiles(state, one).get(two, FAR) == min(over[one, two], FAR)
        assert map_graph.steps_to_open_tiles(state, one).get(two, FAR) == min(along[one, two], FAR)
    assert {place: set(map_graph.places_beside(state, place)) for place in state.tiles} == {
        place: {other for other in state.tiles if apart(place, other) == 1} for place in state.tiles
    }
    whole = all(far < FAR for far in over.values())
    assert nx.is_weakly_connected(map_graph.chart_of_state(state)) == whole


def _agree_on_turns(state: State, start: Place, steps: int) -> None:
    """Turn after turn, from everywhere that was reached until then."""
    far, turns, reached = all_ways(state, through=False), 0, {start}
    expected = {start: 0}
    while True:
        turns += 1
        reached = {place for place in state.tiles for here in reached if far[here, place] <= steps}
        new = reached - expected.keys()
        if not new:
            break
        expected |= dict.fromkeys(new, turns)
    assert map_graph.turns_to_tiles(state, start, steps) == expected


def test_a_chart_is_kept_until_tiles_come_and_ways_until_one_is_turned_up() -> None:
    state = table()
    chart = map_graph.chart_of_state(state)
    assert state.clone().map is state.map and map_graph.chart_of_state(state.clone()) is chart
    assert set(map_graph.steps_to_open_tiles(state, (0, 0))) == {(0, 0), (1, 0)}
    state.map = state.map.laid({(2, 0): "barracks"})
    assert map_graph.chart_of_state(state) is not chart
    assert set(map_graph.steps_to_open_tiles(state, (0, 0))) == {(0, 0), (1, 0)}
    state.map = state.map.turned_up((1, 0))
    assert map_graph.steps_to_open_tiles(state, (0, 0))[2, 0] == 2
    with pytest.raises(nx.NetworkXError):
        map_graph.chart_of_state(state).add_node((5, 5))


# -- what a notebook gets ----------------------------------------------------------------------------------------------


def test_the_map_tells_what_is_seen_and_nothing_else() -> None:
    session = Session(load("tamashii"), 2, seed=3, options={"scenario": "S02"})
    session.play_on("greedy", 40)
    state = session.truth
    for seat in (None, 0, 1):
        graph = session.map(seat)
        assert list(graph) == list(state.tiles)
        for place, known in graph.nodes.items():
            assert known["face_up"] == (place in state.up)
            assert known["name"] == (state.tile(place).name if place in state.up else "")
            assert ("district" in known) == (place in state.up)
            assert known["exploration_token"] == (place in state.finds)
            assert known["players"] == [one for one in range(2) if state.place[one] == place]
        for here, _, step in graph.edges.data():
            assert (step["passable"], step["walk"]) == ((True, 1) if here in state.up else (False, None))
    shuffled = state.clone()
    down = sorted(map_graph.face_down_places(state))
    assert len({state.tiles[place] for place in down}) > 1
    turned = dict(zip(down, [state.tiles[place] for place in [*down[1:], *down[:1]]], strict=True))
    shuffled.map = state.map.laid(turned)
    shuffled.finds = dict.fromkeys(state.finds, "anything")
    hidden = session.game.telling.map(session.config, session.game.view(shuffled, 0))
    assert dict(hidden.nodes.items()) == dict(session.map(0).nodes.items())


def test_the_map_is_yours_to_change() -> None:
    session = Session("tamashii", seed=3)
    session.map().clear()
    assert len(session.map()) == len(session.truth.tiles)

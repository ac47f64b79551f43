"""The land under a meeple: what a step costs and by which rule, and what a telescope shows."""

from __future__ import annotations

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.verdict import Facts, Verdict
from tabletop_kernel.games.deck_goes_west.jobs.language import SCOPE_RANGE
from tabletop_kernel.games.deck_goes_west.land.map_drawing import MOUNTAIN, chart, ground, is_too_steep_to_land
from tabletop_kernel.games.deck_goes_west.land.map_graph import CLIMB, SAIL, WALK
from tabletop_kernel.games.deck_goes_west.state import Place, State


def place_facts(state: State, place: Place) -> Facts:
    """Return the facts of a place for a sentence: where it is, and its tile if that is face up."""
    return {"place": place, "tile": state.tiles[place]} if place in state.up else {"place": place}


# -- what a step costs -------------------------------------------------------------------------------------------------


def costs(state: State, origin: Place, place: Place) -> dict[str, int]:
    """Return the costs of a step onto a face-up tile, by each kind of movement that can make it."""
    return chart(state).costs(origin, place)


def movement_returned(state: State, place: Place, way: str) -> int:
    """Return the movement that a step gives back: walking onto a railway tile does."""
    ways_returned = (WALK, CLIMB) if state.ruling["ruling.climb-rail"] == "yes" else (WALK,)
    return int(place in state.rails and way in ways_returned)


def refuse_way(state: State, origin: Place, place: Place, way: str) -> Verdict:
    """Return why a kind of movement can't make a step, however much of it there is."""
    if way == SAIL:
        is_steep = is_too_steep_to_land(ground(state, place), state.ruling["ruling.rail-sail"])
        rule = "move.sail-mountain" if is_steep else "move.sail-land"
    elif not ground(state, place).dry and place not in state.rails:
        rule = f"move.{way}-water"
    elif way == CLIMB and state.ruling["ruling.move-costs"] == "climb-mountain-only":
        rule = "ruling.move-costs"  # without this ruling, climbing leads onto all land, and onto bridges
    else:
        rule = "ruling.bridge-walk"
    return Verdict(rule, type=way, **place_facts(state, place))


def step_rule(state: State, origin: Place, place: Place, way: str) -> str:
    """Return the most specific rule for the cost of a step."""
    if movement_returned(state, place, way):
        return "move.rail-bonus"
    dry, left = ground(state, place).dry, ground(state, origin).dry
    if (way == WALK and MOUNTAIN in dry and len(dry) > 1) or (way == SAIL and MOUNTAIN in dry):
        return "move.cheaper"
    if way == SAIL:
        return "move.sail" if ground(state, place).wet else "move.sail-land"
    if not left:
        return "move.off-water"
    downhill = left == (MOUNTAIN,) != dry  # leaving a mountain costs nothing extra
    return "move.onto" if downhill else f"move.{way}"


# -- the telescope -----------------------------------------------------------------------------------------------------


def tiles_in_sight(state: State, seat: int) -> list[Place]:
    """Return the face-down tiles that a telescope can reveal from where the meeple is."""
    here, distance = state.meeple[seat], chart(state).distance
    return [place for place in state.hidden_places() if distance(here, place) <= SCOPE_RANGE]


# -- meeples -----------------------------------------------------------------------------------------------------------


def put_meeple(state: State, seat: int, place: Place, emit: Emit | None) -> None:
    """Put a meeple on a tile, standing up."""
    state.meeple[seat] = place
    state.far[seat] = max(state.far[seat], place[0])
    if state.lying >> seat & 1:
        state.lying &= ~(1 << seat)
        if emit:
            emit("stands", "job.stand", EVERYONE, seat=seat)

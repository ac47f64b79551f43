"""The places where the wagon of some missions can go, and the reasons if it can't."""

from __future__ import annotations

from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.land import step_costs
from tabletop_kernel.games.deck_goes_west.land.map_drawing import chart
from tabletop_kernel.games.deck_goes_west.land.map_graph import WALK
from tabletop_kernel.games.deck_goes_west.state import Place, State
from tabletop_kernel.toolkit import grid


def refuse_wagon(state: State, seat: int, count: int) -> Verdict | None:
    """Return why a player can't move the wagon at all; None if they can."""
    if state.wagon is None:
        return Verdict("event.wagon")
    if state.ruling["ruling.wagon-move"] == "with-meeple":
        return Verdict("ruling.wagon-move", what="wagon-no-job", **step_costs.place_facts(state, state.wagon))
    if state.meeple[seat] != state.wagon:
        return Verdict("ruling.wagon-move", what="wagon-away", **step_costs.place_facts(state, state.wagon))
    if can_begin(state, seat, count):
        return None
    west = grid.toward(state.wagon, "W")
    if west in state.tiles and west not in state.up:
        return Verdict("ruling.wagon-move", what="wagon-shut-in", **step_costs.place_facts(state, west))
    return refuse_haul(state, west, count)


def can_begin(state: State, seat: int, count: int) -> bool:
    """Tell if a player can move the wagon at all: like `refuse_wagon`, but without the reason."""
    wagon = state.wagon
    if wagon is None or state.ruling["ruling.wagon-move"] == "with-meeple" or state.meeple[seat] != wagon:
        return False
    return any(can_haul(state, place, count) for place in chart(state).beside(wagon))


def can_haul(state: State, place: Place, left: int) -> bool:
    """Tell if the wagon can go to a place beside it with this movement: like `refuse_haul`, but without the reason."""
    return 0 < step_cost(state, place) <= left and not is_beyond_leash(state, place)


def step_cost(state: State, place: Place) -> int:
    """Return the cost of a step of the wagon, as if it walked; 0 if it can't go there."""
    assert state.wagon is not None
    return chart(state).walk(state.wagon, place)


def refuse_haul(state: State, place: Place, left: int) -> Verdict | None:
    """Return why the wagon can't go to a place with this much movement; None if it can."""
    assert state.wagon is not None
    if grid.steps(state.wagon, place) != 1:
        return Verdict("move.cardinal", place=place)
    if place not in state.tiles:
        return Verdict("move.tile-needed", place=place)
    if place not in state.up:
        return Verdict("ruling.wagon-move", what="wagon-hidden", **step_costs.place_facts(state, place))
    cost = step_cost(state, place)
    if not cost:
        return step_costs.refuse_way(state, state.wagon, place, WALK)
    if is_beyond_leash(state, place):
        return Verdict(
            "setup.mission", what="leash", limit=state.rules.mission.leash, **step_costs.place_facts(state, place)
        )
    if cost <= left:
        return None
    return Verdict("move.walk", type=WALK, cost=cost, have=left, **step_costs.place_facts(state, place))


def is_beyond_leash(state: State, place: Place) -> bool:
    """Tell if a place is too far West for the wagon: a mission can keep it near the slowest player."""
    leash = state.rules.mission.leash
    assert state.wagon is not None
    if leash is None or place[0] <= state.wagon[0]:
        return False
    return place[0] > min(state.meeple[seat][0] for seat in state.living_seats()) + leash

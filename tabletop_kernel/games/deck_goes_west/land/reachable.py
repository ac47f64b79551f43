"""The places where movement leads: movement in use, or gathered and only waiting for “go”."""

from __future__ import annotations

from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.jobs import joined_jobs, under_way
from tabletop_kernel.games.deck_goes_west.land import cheapest_ways, map_drawing, wagon
from tabletop_kernel.games.deck_goes_west.land.movement_points import Moving
from tabletop_kernel.games.deck_goes_west.land.moving import MOVING
from tabletop_kernel.games.deck_goes_west.land.wagon import HAULING
from tabletop_kernel.games.deck_goes_west.land.wagon_limits import can_haul
from tabletop_kernel.games.deck_goes_west.state import Place, State

GO: Move = ("go",)


def table_after_setting_out(state: State, seat: int) -> State | None:
    """Return the table once a player adds no more to the movement they have gathered; None if they gather none.

    This rolls, draws and shows nothing, so it can be known in advance.
    """
    kind, asked, data = state.frames[-1] if state.frames else ("", seat, ())
    if kind != "gather" or asked != seat:
        return None
    gathered = under_way.Gathered(*data)
    first = under_way.Part(*gathered.parts[0])
    job = under_way.job_of(state, first.seat, first.source, first.n)
    if not (job.is_movement or job.final.verb == "wagon"):
        return None
    twin = state.clone()
    twin.frames.pop()
    joined_jobs.finish_together(twin, seat, gathered, None)
    return twin


def reachable_places(state: State, seat: int) -> dict[Place, cheapest_ways.Way]:
    """Return the places where the movement at hand leads, each by the cheapest way; empty if there is none."""
    twin = table_after_setting_out(state, seat)
    if twin is not None and twin.frames[-1][0] == "haul":
        return _places_for_wagon(twin)
    if twin is not None:
        return {place: way._replace(moves=(GO, *way.moves)) for place, way in reachable_places(twin, seat).items()}
    if not state.frames or state.frames[-1][:2] != ("moving", seat):
        return {}
    moving = Moving(*state.frames[-1][2])
    return {} if moving.tried else cheapest_ways.ways(state, moving)


def _places_for_wagon(state: State) -> dict[Place, cheapest_ways.Way]:
    """Return the tiles beside the wagon where it can go."""
    _, hauling = wagon.current_haul(state)
    assert state.wagon is not None
    beside = map_drawing.chart(state).beside(state.wagon)
    places = [place for place in beside if can_haul(state, place, hauling.left)]
    return {place: cheapest_ways.Way(wagon.price(state, place), (GO, ("haul", *place))) for place in places}


def refuse_destination(state: State, seat: int, move: Move) -> Verdict | None:
    """Return why a meeple or the wagon can't go there, even if a player adds no more jobs; None if it can."""
    twin = table_after_setting_out(state, seat)
    kind, refuse = ("haul", HAULING.refuse) if move[0] == "haul" else ("moving", MOVING.refuse)
    return refuse(twin, seat, move) if twin is not None and twin.frames[-1][0] == kind else None

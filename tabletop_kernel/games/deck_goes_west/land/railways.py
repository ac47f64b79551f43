"""Building railways."""

from __future__ import annotations

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.deck_goes_west.days import events
from tabletop_kernel.games.deck_goes_west.jobs.can_be_done import refuse_building
from tabletop_kernel.games.deck_goes_west.jobs.language import Step
from tabletop_kernel.games.deck_goes_west.state import State


def build_railway(state: State, seat: int, step: Step, emit: Emit | None) -> None:
    """Build a railway on the tile of a player's meeple, or emit why none can be built."""
    place = state.meeple[seat]
    costs_own_metal = state.ruling["ruling.build-token"] == "own"
    refusal = refuse_building(state, seat, step, 0)
    if refusal:
        if emit:
            emit("no-building", refusal.rule, EVERYONE, seat=seat, place=place)
        return
    if costs_own_metal and not state.resource_count(seat, "metal"):
        if emit:
            emit("no-own-metal", "ruling.build-token", EVERYONE, seat=seat, place=place)
        return
    if costs_own_metal:
        state.add(seat, "metal", -1)
        if emit:
            emit("pays", "ruling.build-token", EVERYONE, seat=seat, kind="metal", count=1)
    state.map = state.map.with_railway(place)
    if emit:
        emit("builds", f"build.{step.what}", EVERYONE, seat=seat, place=place)
        emit("rail-token", "build.token", EVERYONE, place=place)
    events.fire(state, "build", [seat], place, emit)

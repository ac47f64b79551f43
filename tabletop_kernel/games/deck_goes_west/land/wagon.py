"""The wagon of some missions: it is hauled like a walker, its crew may ride along, and its moves are events.

A wagon on the move is a frame `("haul", seat, Hauling)`. Under a ruling no job moves it: when a meeple walks off its
tile, the meeple's player decides if it comes along.
"""

from __future__ import annotations

from typing import NamedTuple

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.cards import danger_cards
from tabletop_kernel.games.deck_goes_west.days import events
from tabletop_kernel.games.deck_goes_west.land import step_costs
from tabletop_kernel.games.deck_goes_west.land.map_drawing import chart
from tabletop_kernel.games.deck_goes_west.land.revealing import read_place
from tabletop_kernel.games.deck_goes_west.land.wagon_limits import (
    can_haul,
    is_beyond_leash,
    refuse_haul,
    refuse_wagon,
    step_cost,
)
from tabletop_kernel.games.deck_goes_west.state import Place, State
from tabletop_kernel.toolkit import grid


class Hauling(NamedTuple):
    """A wagon on the move."""

    left: int  # movement left, counted as walking
    been: tuple[Place, ...]  # the tiles it has been on during this move
    news: tuple[str, ...] = ()  # events that are due once everyone is on their tile


# -- on its way --------------------------------------------------------------------------------------------------------


def begin_haul(state: State, seat: int, count: int, emit: Emit | None) -> None:
    """Begin to move the wagon for a step of a job, or emit that it can't move."""
    if state.wagon is not None and count and not refuse_wagon(state, seat, count):
        state.frames.append(("haul", seat, Hauling(count, (state.wagon,))))
    elif emit:
        emit("no-haul", "ruling.wagon-move", EVERYONE, seat=seat)


def current_haul(state: State) -> tuple[int, Hauling]:
    """Return the wagon's move on top of the stack, and the seat that decides about it."""
    _, seat, data = state.frames[-1]
    return seat, Hauling(*data)


class Haul(Decision[State]):
    """A player's choice of the wagon's next tile; after its first step it may stop."""

    verbs = ("haul", "stop")

    def due(self, state: State, emit: Emit | None) -> bool:
        seat, hauling = current_haul(state)
        if hauling.news:
            _fire_next_event(state, seat, hauling, emit)
            return False
        assert state.wagon is not None
        if any(can_haul(state, place, hauling.left) for place in chart(state).beside(state.wagon)):
            return True
        state.frames.pop()
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        _, hauling = current_haul(state)
        assert state.wagon is not None
        places = (place for place in chart(state).beside(state.wagon) if can_haul(state, place, hauling.left))
        return [*(("haul", *place) for place in places), *([("stop",)] if hauling.been[1:] else [])]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        _, hauling = current_haul(state)
        if move[0] == "stop":
            if len(move) > 1:
                return Verdict("ruling.wagon-move", what="wagon-stop")
            return Verdict("ruling.wagon-move", what="wagon-unmoved")
        place = read_place(move[1:])
        return refuse_haul(state, place, hauling.left) if place else Verdict("move.cardinal")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if move[0] == "stop":
            state.frames.pop()
            return
        _, hauling = current_haul(state)
        place = read_place(move[1:])
        assert place is not None
        is_returned = _is_returned(state, hauling, place)
        left = hauling.left - price(state, place)
        _move_wagon(
            state,
            seat,
            hauling._replace(left=left),
            place,
            "move.rail-bonus" if is_returned else "ruling.wagon-move",
            emit,
        )


def price(state: State, place: Place) -> int:
    """Return the movement that a step of the wagon takes, less what a railway gives back."""
    return step_cost(state, place) - _is_returned(state, current_haul(state)[1], place)


def _is_returned(state: State, hauling: Hauling, place: Place) -> bool:
    """Tell if a railway gives a step back: never twice, or the wagon could score points for nothing."""
    return place in state.rails and place not in hauling.been


def _move_wagon(state: State, seat: int, hauling: Hauling, place: Place, rule: str, emit: Emit | None) -> None:
    """Move the wagon one tile, and ask those who were with it if they ride along."""
    origin = state.wagon
    assert origin is not None
    state.wagon = place
    if emit:
        emit("hauls", rule, EVERYONE, seat=seat, origin=origin, **step_costs.place_facts(state, place))
    news = ["wagon-damage"] if _is_hurt_by_leaving(state, origin) else []
    news += {1: ["wagon-west"], -1: ["wagon-east"]}.get(place[0] - origin[0], [])
    been = hauling.been if place in hauling.been else (*hauling.been, place)
    state.frames[-1] = ("haul", seat, hauling._replace(been=been, news=tuple(news)))
    if state.ruling["ruling.wagon-crew"] == "yes":
        crew = [other for other in state.clockwise(seat) if state.meeple[other] == origin]
        state.frames += [("crew", other, (origin, place)) for other in reversed(crew)]


def _is_hurt_by_leaving(state: State, origin: Place) -> bool:
    """Tell if a fragile wagon is damaged by leaving bandits behind, under a ruling."""
    is_fragile = state.rules.mission.fragile and state.ruling["ruling.wagon-damage"] == "leaving"
    return is_fragile and origin in state.bandits


def _fire_next_event(state: State, seat: int, hauling: Hauling, emit: Emit | None) -> None:
    """Fire the next event that the wagon's move has caused."""
    assert state.wagon is not None
    event, *later = hauling.news
    state.frames[-1] = ("haul", seat, hauling._replace(news=tuple(later)))
    if emit and event == "wagon-damage":
        emit("wagon-hit", "ruling.wagon-damage", EVERYONE)
    events.fire(state, event, [seat], state.wagon, emit, west=event == "wagon-west")


HAULING = Haul()


# -- along with a meeple -----------------------------------------------------------------------------------------------


def offer_wagon(state: State, seat: int, origin: Place, place: Place, emit: Emit | None) -> None:
    """Ask a player who walked off the wagon's tile if it comes along, where a ruling and the mission allow it."""
    if state.ruling["ruling.wagon-move"] != "with-meeple" or state.wagon != origin:
        return
    if not is_beyond_leash(state, place):  # the wagon can roll wherever a meeple walks, and the step is paid for
        state.frames.append(("wagon", seat, place))
    elif emit:
        emit("wagon-held", "setup.mission", EVERYONE, seat=seat, place=place)


def refuse_wagon_on_leash(state: State, seat: int) -> Verdict | None:
    """Return why the wagon didn't come along with a meeple beside it, if the mission holds it back; else None."""
    place = state.meeple[seat]
    if state.ruling["ruling.wagon-move"] != "with-meeple" or state.wagon is None or grid.steps(state.wagon, place) != 1:
        return None
    if not is_beyond_leash(state, place):
        return None
    return Verdict(
        "setup.mission", what="leash", limit=state.rules.mission.leash, **step_costs.place_facts(state, place)
    )


class TakeWagon(Decision[State]):
    """The choice of a player who walked off the wagon's tile: take it along or leave it."""

    verbs = ("take-wagon", "leave-wagon")

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("take-wagon",), ("leave-wagon",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("ruling.wagon-move", what="wagon-asked")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        column, row = state.frames[-1][2]
        if move[0] == "leave-wagon" or state.wagon is None:
            state.frames.pop()
        else:
            _move_wagon(state, seat, Hauling(0, (state.wagon,)), (column, row), "ruling.wagon-move", emit)


# -- the crew ----------------------------------------------------------------------------------------------------------


class Crew(Decision[State]):
    """The choice of a player on the wagon's tile: ride along for free, or stay. Leaving bandits hurts as usual."""

    verbs = ("ride-along", "stay")

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("ride-along",), ("stay",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("ruling.wagon-crew")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        _, _, (origin, place) = state.frames.pop()
        if move[0] == "stay":
            return
        if emit:
            emit("rides-along", "ruling.wagon-crew", EVERYONE, seat=seat, **step_costs.place_facts(state, tuple(place)))
        step_costs.put_meeple(state, seat, tuple(place), emit)
        if tuple(origin) in state.bandits:
            danger_cards.take_danger(state, seat, "pain", 1, "move.leave-bandits", emit)

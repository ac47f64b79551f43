"""The worth of movement at a glance: steps, rides, and looks at hidden land."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.deck_goes_west.land import map_drawing, step_costs
from tabletop_kernel.games.deck_goes_west.land.movement_points import Moving, prices
from tabletop_kernel.games.deck_goes_west.opinions.guess_caches import NEVER_WORTH, UNPAID_SHARE, Guesses
from tabletop_kernel.games.deck_goes_west.opinions.table_worth import PAIN, reveal_worth
from tabletop_kernel.games.deck_goes_west.state import Place

EAGERNESS = 2.0  # factor for what a place promises beyond another: a player who goes there also acts there today
UNKNOWN_SHARE = 0.6  # share of a step's worth, for whatever is behind unknown land


def best_step_worth(guesses: Guesses, whom: int, pool: Mapping[str, int]) -> float:
    """Return the worth of the best next step that this movement makes, or helps to make."""
    state = guesses.state
    here = state.meeple[whom]
    worths = [0.0]
    feet = {kind: number for kind, number in pool.items() if kind != "rail" and number}
    if feet:
        worths += [_step_worth(guesses, whom, here, place, feet) for place in map_drawing.chart(state).beside(here)]
    if pool.get("rail"):
        worths += [arrival_worth(guesses, whom, place) for place in map_drawing.chart(state).rides(here, pool["rail"])]
    return max(worths)


def _step_worth(guesses: Guesses, whom: int, here: Place, place: Place, feet: Mapping[str, int]) -> float:
    """Return the worth of one step: onto known land, as far as the movement pays for it, or a look at hidden land."""
    state = guesses.state
    if place not in state.up:
        return _trial_worth(guesses, whom, here, place)
    worth = arrival_worth(guesses, whom, place)
    if worth <= 0:
        return 0.0
    shares = [feet.get(way, 0) / cost for way, cost in step_costs.costs(state, here, place).items()]
    best = max(shares, default=0.0)
    return worth if best >= 1 else UNPAID_SHARE * worth * best


def _trial_worth(guesses: Guesses, whom: int, here: Place, place: Place) -> float:
    """Return the worth of a step onto a face-down tile: the reveal, and an average place behind it."""
    behind = UNKNOWN_SHARE * guesses.plan.step * (1.0 if place[0] > here[0] else 0.5 if place[0] == here[0] else 0.0)
    stay = guesses.outlook(whom).get(here, 0.0)
    return reveal_worth(guesses.state, whom, here, place) + max(0.0, behind - stay)


def arrival_worth(guesses: Guesses, whom: int, place: Place) -> float:
    """Return how much better a tile is than the meeple's own, less the pain of leaving bandits."""
    outlook, here = guesses.outlook(whom), guesses.state.meeple[whom]
    pain = PAIN if here in guesses.state.bandits else 0.0
    return EAGERNESS * (outlook.get(place, -3.0) - outlook.get(here, -3.0)) - pain


def current_moving(guesses: Guesses) -> Moving:
    return Moving(*guesses.state.frames[-1][2])


def rate_step(guesses: Guesses, move: Move) -> float:
    """Return the worth of a step; NEVER if the same movement has been there."""
    moving = current_moving(guesses)
    place = (int(move[1]), int(move[2]))
    here = guesses.state.meeple[moving.whom]
    if place not in guesses.state.up:
        return _trial_worth(guesses, moving.whom, here, place) + 0.02
    if place in moving.been:
        return NEVER_WORTH
    price = sum(prices(guesses.state, here, place)[str(move[3])].values())
    thrift = 0.01 * price + 0.01 * (move[3] == "climb")
    return arrival_worth(guesses, moving.whom, place) - thrift


def rate_ride(guesses: Guesses, move: Move) -> float:
    moving = current_moving(guesses)
    place = (int(move[1]), int(move[2]))
    return NEVER_WORTH if place in moving.been else arrival_worth(guesses, moving.whom, place) - 0.05


def rate_entry(guesses: Guesses, move: Move) -> float:
    moving = current_moving(guesses)
    leaves_wagon = guesses.state.wagon == guesses.state.meeple[moving.whom]
    return arrival_worth(guesses, moving.whom, moving.place()) - (1.0 if leaves_wagon else 0.0)


def rate_decline(guesses: Guesses, move: Move) -> float:
    """Return the worth of declining: the movement left may still do something else."""
    movement = current_moving(guesses).without({str(move[1]): 1}) if move[1] != "rail" else current_moving(guesses)
    next_worth = 0.5 * best_step_worth(guesses, movement.whom, dict(movement.amounts()))
    return next_worth + {"sail": 0.03, "climb": 0.0, "walk": 0.02}.get(str(move[1]), 0.0)


def rate_reveal(guesses: Guesses, move: Move) -> float:
    return reveal_worth(guesses.state, guesses.seat, None, (int(move[1]), int(move[2])))

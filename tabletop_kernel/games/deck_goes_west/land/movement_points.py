"""Movement that is added up: how much there is of each kind, what a step takes, and what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.piles_and_points import without
from tabletop_kernel.contract.sentences import Number
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.land import step_costs
from tabletop_kernel.games.deck_goes_west.land.map_drawing import chart
from tabletop_kernel.games.deck_goes_west.land.map_graph import WALK, WAYS
from tabletop_kernel.games.deck_goes_west.state import Place, State

RAIL = "rail"  # a ride, besides the ways to go step by step
NOWHERE: tuple[int, ...] = ()
Price = dict[str, int]  # how much of each kind of movement


class Moving(NamedTuple):
    """Movement in use."""

    whom: int  # whose meeple moves
    been: tuple[Place, ...]  # the start, then each tile entered, once
    walk: int = 0
    climb: int = 0
    sail: int = 0
    rides: tuple[int, ...] = ()  # how far each goes, the shortest first
    tried: tuple[int, ...] = NOWHERE  # the tile just revealed, to be entered or declined
    owed: int = 0  # 1 if a ruling makes the Reveal event wait for that answer
    returned: tuple[Place, ...] = ()  # railway tiles that have given a step back

    def amount_of(self, kind: str) -> int:
        """Return how much there is of one kind of movement; of rides, how many."""
        return len(self.rides) if kind == RAIL else int(getattr(self, kind))

    def place(self) -> Place:
        """Return the place that was tried."""
        column, row = self.tried
        return column, row

    def without(self, price: Price) -> Moving:
        """Return the movement left after a payment; of rides, the shortest go first."""
        walk, climb, sail = (self.amount_of(kind) - price.get(kind, 0) for kind in WAYS)
        return self._replace(walk=walk, climb=climb, sail=sail, rides=self.rides[price.get(RAIL, 0) :])

    def plus(self, pool: Sequence[tuple[str, int]]) -> Moving:
        """Return this and more movement."""
        rides = sorted([*self.rides, *(count for kind, count in pool if kind == RAIL)])
        walk, climb, sail = (self.amount_of(kind) + sum(n for other, n in pool if other == kind) for kind in WAYS)
        return self._replace(walk=walk, climb=climb, sail=sail, rides=tuple(rides))

    def amounts(self) -> tuple[tuple[str, int], ...]:
        """Return the movement in pairs: a kind and how much, or a ride and how far."""
        steps = ((kind, self.amount_of(kind)) for kind in WAYS if self.amount_of(kind))
        return (*steps, *((RAIL, ride) for ride in self.rides))


MOVEMENT_NAMES = {"walk": "walking", "climb": "climbing", "sail": "sailing", RAIL: "a ride"}


def movement_in_words(amounts: Sequence[Sequence[str | int]]) -> str:
    """Return movement in words: “2 walking points and a ride of 4”, “two rides of 4”."""
    return listed(
        (f"{Number(same):~ride}" if same > 1 else MOVEMENT_NAMES[RAIL]) + f" of {count}"
        if kind == RAIL
        else f"{count} {MOVEMENT_NAMES[str(kind)]} point{'s' * (count != 1)}"
        for (kind, count), same in Counter((kind, count) for kind, count in amounts).items()
    )


def way_in_words(way: str) -> str:
    """Return ways of moving in words: “walking”, “walking and climbing”."""
    return listed(MOVEMENT_NAMES.get(kind, kind) for kind in str(way).split("+"))


# -- what a step takes -------------------------------------------------------------------------------------------------


def prices(state: State, origin: Place, place: Place) -> dict[str, Price]:
    """Return each way to pay for a step onto a face-up tile; for a mountain, a ruling allows two kinds together."""
    costs = step_costs.costs(state, origin, place)
    price_by_way = {way: {way: cost} for way, cost in costs.items()}
    if state.ruling["ruling.mix-types"] == "yes" and costs.get(WALK, 0) > 1:
        price_by_way |= {f"{WALK}+{way}": {WALK: costs[WALK] - 1, way: 1} for way in costs if way != WALK}
    return price_by_way


def is_short(moving: Moving, price: Price) -> bool:
    """Tell if the movement isn't enough for a price."""
    return any(count > moving.amount_of(kind) for kind, count in price.items())


def refuse_step(state: State, moving: Moving, origin: Place, place: Place, way: str) -> Verdict | None:
    """Return why a meeple can't step onto a face-up tile beside it this way; None if it can."""
    price = prices(state, origin, place).get(way)
    facts = step_costs.place_facts(state, place)
    if price and not is_short(moving, price):
        return None
    if price and way in WAYS:
        return Verdict(f"move.{way}", type=way, cost=price[way], have=moving.amount_of(way), **facts)
    if way in WAYS:
        return step_costs.refuse_way(state, origin, place, way)
    if refusal := _refuse_mixture(state, origin, place, way):
        return refusal
    return Verdict("move.onto", **facts) if price else Verdict("move.pool", what="which-way")


def _refuse_mixture(state: State, origin: Place, place: Place, way: str) -> Verdict | None:
    """Return why two kinds of movement can't pay for a step: a ruling, one of the kinds, or a step that costs 1.

    Return None if the reason is something else.
    """
    first, _, second = way.partition("+")
    if second and state.ruling["ruling.mix-types"] == "no":
        return Verdict("ruling.mix-types", **step_costs.place_facts(state, place))
    if first != WALK or second not in WAYS or second == WALK:
        return None
    costs = step_costs.costs(state, origin, place)
    for kind in (first, second):
        if kind not in costs:
            return step_costs.refuse_way(state, origin, place, kind)
    return Verdict("ruling.mix-types", **step_costs.place_facts(state, place)) if costs[WALK] == 1 else None


def trial_kinds(state: State, moving: Moving) -> list[str]:
    """Return the kinds of movement that can try a face-down tile: rides only under a ruling."""
    rides = [RAIL] if state.ruling["ruling.reveal-by-rail"] == "as-one" else []
    return [kind for kind in (*WAYS, *rides) if moving.amount_of(kind)]


def entry_price(state: State, moving: Moving, way: str, look: str) -> Price:
    """Return the price of entering the revealed tile, with the look itself if a ruling says so."""
    price = dict(prices(state, state.meeple[moving.whom], moving.place()).get(way, {}))
    if look:
        price[look] = price.get(look, 0) + 1
    return price


# -- what is left of it ------------------------------------------------------------------------------------------------


def movement_after_step(state: State, moving: Moving, place: Place, way: str, price: Price) -> tuple[Moving, int]:
    """Return the movement after a step, and how much came back: walking onto a railway tile gives some back."""
    left, kind = moving.without(price), way.split("+")[0]
    is_repeated = state.ruling["ruling.rail-circle"] == "once" and place in moving.returned
    given_back = 0 if is_repeated else step_costs.movement_returned(state, place, kind)
    returned = (*moving.returned, place) if given_back and place not in moving.returned else moving.returned
    return left.plus([(kind, given_back)])._replace(been=_been_after(moving, place), returned=returned), given_back


def movement_after_ride(state: State, moving: Moving, origin: Place, place: Place) -> tuple[Moving, int]:
    """Return the movement after a ride, and the ride that was used: the shortest that is long enough."""
    distance = chart(state).distance(origin, place)
    ride = next(ride for ride in moving.rides if ride >= distance)
    return moving._replace(rides=without(moving.rides, ride), been=_been_after(moving, place)), ride


def _been_after(moving: Moving, place: Place) -> tuple[Place, ...]:
    return moving.been if place in moving.been[1:] else (*moving.been, place)

"""The worth of a table to a bot, in points: its place, its belongings, and the threats.

This is a look at a single moment, and never at hidden things, so a view serves as well as a whole state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import comb
from typing import Any

from tabletop_kernel.games.deck_goes_west.components import JOB_DIE
from tabletop_kernel.games.deck_goes_west.days import events
from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS
from tabletop_kernel.games.deck_goes_west.land.map_drawing import MOUNTAIN, WATER, chart
from tabletop_kernel.games.deck_goes_west.land.map_graph import LandChart
from tabletop_kernel.games.deck_goes_west.state import Place, State, Stock
from tabletop_kernel.toolkit.maps import cheapest

WIN = 200.0  # the worth of a victory: more than all that a table can promise, or nobody would end a game
DEATH = 25.0
STEP = 0.55  # the cost of a step that leads nowhere new, as a share of a step's worth
NEW_LAND = 0.3  # an unknown tile, on any mission
MOST_STEPS_AWAY = 7  # how many steps around it a bot looks
MOST_ROWS_ASIDE = 4  # how many rows aside it looks for a way around a lake
Spot = Any  # a point on the way: a place, or a point before places
ANYWHERE: Spot = "anywhere"  # the point before all places that promise something
BEFORE_BANDITS = "before"  # together with the bandits' place
FOOD = KINDS.index("food")
PAIN = 0.8  # a pain card
BANDIT = 0.55  # each bandit on the tile for the night
SCARCITY = 0.88  # the worth of each further resource of a kind, as a share of the one before
CLOG_PER_DAY = 0.09  # a danger card in the deck, for each day to come
KEPT_DANGER = 0.5  # a danger card that stays in hand: it takes up a place tomorrow
MOST_CLOG = 8  # days
PLACE_SHARE = 0.75  # share of a place's promise: tomorrow is another day
BOUGHT_SHARE = 0.75  # share of a card's promise


def days_left(state: State) -> int:
    """Return how many days come after this one."""
    return max(0, state.rules.board.day_end - 1 - state.day)


# -- the worth of a table ----------------------------------------------------------------------------------------------


def worth(state: State, seat: int) -> float:
    """Return the worth of a table to a seat; in a team, to the whole team."""
    team = state.rules.mode != "versus"
    if state.result is not None:
        return WIN + days_left(state) if seat in state.result.winners else -DEATH
    if state.dead >> seat & 1:
        return -DEATH
    seats = state.living_seats() if team else [seat]
    return _points(state, seat) + sum(worth_without_points(state, one) for one in seats) + _wagon_worth(state)


def _points(state: State, seat: int) -> float:
    """Return a seat's points, less a part of the best opponent's in versus."""
    own = float(state.points_of(seat))
    others = [state.points_of(other) for other in state.living_seats() if other != seat]
    return own - 0.3 * max(others) if others and state.rules.mode == "versus" else own


def worth_without_points(state: State, seat: int) -> float:
    """Return the worth of everything but points that a player has at the end of a day."""
    left = days_left(state)
    if not left:
        return 0.0
    soon = min(1.0, left / 3)
    place = outlook(state, seat).get(state.meeple[seat], -2.0)
    goods = stock_worth(state, state.stock[seat])
    return soon * (PLACE_SHARE * place + goods) + deck_worth(state, seat) - danger_worth(state, seat)


def stock_worth(state: State, stock: Stock) -> float:
    """Return the worth of a stock."""
    return sum(_resource_worth(each, number) for each, number in zip(state.rules.plan.kinds, stock, strict=True))


@lru_cache(maxsize=4096)
def _resource_worth(each: float, number: int) -> float:
    """Return the worth of several of a resource; the more there are, the less another one is worth."""
    return each * (1 - SCARCITY**number) / (1 - SCARCITY)


def kind_worth(state: State, seat: int, kind: str, number: float) -> float:
    """Return how much the worth of a player's stock changes with more or less of a resource."""
    at = KINDS.index(kind)
    each, have = state.rules.plan.kinds[at], state.stock[seat][at]
    return _resource_worth(each, max(0, round(have + number))) - _resource_worth(each, have) if number else 0.0


def deck_worth(state: State, seat: int) -> float:
    """Return the worth of a deck's bought cards for the days to come, and of good cards in hand."""
    plan, cards = state.rules.plan, state.rules.cards
    owned = state.hand[seat] + state.discard[seat] + state.draw[seat] + state.played[seat]
    better = sum(plan.cards[card] - plan.usual for card in owned if cards[card].kind == "trade")
    size = state.character_of(seat).hand
    often = days_left(state) * min(1.0, size / max(1, len(owned)))
    return BOUGHT_SHARE * often * better + 0.2 * _hand_worth(state, seat)


def card_worth(state: State, seat: int, card: str) -> float:
    """Return the worth that a card adds to a deck which gets it now."""
    plan = state.rules.plan
    owned = len(state.hand[seat]) + len(state.discard[seat]) + len(state.draw[seat]) + 1
    often = days_left(state) * min(1.0, state.character_of(seat).hand / owned)
    return BOUGHT_SHARE * often * (plan.cards[card] - plan.usual)


def _hand_worth(state: State, seat: int) -> float:
    """Return the worth of good cards that may be kept for tomorrow."""
    worths = state.rules.plan.cards
    return sum(max(0.0, worths.get(card, 0.0) - state.rules.plan.usual) for card in state.hand[seat])


def danger_worth(state: State, seat: int) -> float:
    """Return the cost of danger: cards that do nothing, and the chance to die from them tomorrow."""
    others = sum(map(state.is_danger, state.discard[seat] + state.draw[seat]))
    return danger_cost(state, seat, state.count_dangers(seat), others)


def danger_cost(state: State, seat: int, held: int, others: int) -> float:
    """Return the cost of this many danger cards in hand, and this many in the piles."""
    left = min(MOST_CLOG, days_left(state))
    if not left:
        return 0.0
    return KEPT_DANGER * held + CLOG_PER_DAY * left * (held + others) + DEATH * death_risk(state, seat, held, others)


def death_risk(state: State, seat: int, held: int, dangers: int) -> float:
    """Return the chance that tomorrow's hand is deadly if no item card is kept; tonight adds a danger card."""
    size, limit = state.character_of(seat).hand, state.danger_limit(seat)
    if held >= size:
        return 1.0
    rest = len(state.discard[seat]) + len(state.draw[seat]) + len(state.hand[seat]) - held
    return chance_of_too_many(rest + 1, dangers + 1, size - held, limit - held)


@lru_cache(maxsize=8192)
def chance_of_too_many(cards: int, danger: int, draws: int, limit: int) -> float:
    """Return the chance to draw at least a deadly number of bad cards."""
    draws = min(draws, cards)
    if limit <= 0:
        return 1.0
    if min(danger, draws) < limit:
        return 0.0
    ways = sum(comb(danger, hit) * comb(cards - danger, draws - hit) for hit in range(limit, min(danger, draws) + 1))
    return ways / comb(cards, draws)


# -- where to go -------------------------------------------------------------------------------------------------------


def outlook(state: State, seat: int) -> dict[Place, float]:
    """Return what each tile within reach promises to a player there, less what it takes to get to it.

    A bot imagines many days, and most of its tables are alike in all that matters here, so results are cached. Of a
    hand only the cards with something to do at some place matter, and the weapons if there are bandits.
    """
    at = state.rules.plan.at
    hand = tuple([card for card in state.hand[seat] if at[card]])
    attack_dice = weapons(state, seat) if state.bandits else 0
    table = (tuple(state.bandits.items()), events.furthest_record(state, "reveal", seat), state.wagon, state.fed)
    case = (seat, state.meeple[seat], hand, attack_dice, _food_share(state, seat), table, chart(state).picture)
    cached = state.rules.outlooks.get(case)
    return state.rules.outlooks.keep(case, _outlook(state, seat)) if cached is None else cached


def _outlook(state: State, seat: int) -> dict[Place, float]:
    """Work out an outlook, by a search from every promising place at once."""
    price = STEP * state.rules.plan.step
    promises = _promises(state, seat, price)
    land, bandits = chart(state), state.bandits
    away = _away_from(land, price)
    feared = {there for place in bandits for there in land.beside(place)}

    def onward(here: Spot) -> Mapping[Spot, float]:
        if here in away:
            ahead = away[here]
            if here not in feared:
                return ahead
            return {(BEFORE_BANDITS, there) if there in bandits else there: cost for there, cost in ahead.items()}
        if here == ANYWHERE:
            return {place: -promise for place, promise in promises.items()}
        return {here[1]: PAIN}

    costs = cheapest(ANYWHERE, onward)
    return {here: -bad for here, bad in costs.items() if here in away}


@lru_cache(maxsize=24)
def _away_from(land: LandChart, price: float) -> dict[Place, dict[Place, float]]:
    """Return the cost to come to each known tile from the known ones beside it, as ways away from it."""
    toil, ways_away = toil_of(land), {}
    for here, trouble in toil.items():
        ahead = [there for there in land.beside(here) if there in toil] if trouble else ()
        ways_away[here] = dict.fromkeys(ahead, price * trouble)
    return ways_away


def _promises(state: State, seat: int, price: float) -> dict[Place, float]:
    """Return what there is to do on each tile nearby: land to reveal, people to feed, bandits to fear or beat."""
    middle = state.meeple[seat]
    land, work = chart(state), _work_worth(state, seat)
    promises: dict[Place, float] = {}
    from_unknown: dict[Place, float] = {}
    for place, facts in land.nodes(data=True):
        if abs(place[0] - middle[0]) + abs(place[1] - middle[1]) > MOST_STEPS_AWAY:
            continue
        if facts["face_up"]:
            promises[place] = work.get(facts["types"], 0.0)
        else:
            _note_unknown_tile(state, seat, place, price, land.beside(place), from_unknown)
    for place, promise in from_unknown.items():
        if place in promises:
            promises[place] += promise
    for place in state.bandits:
        if place in promises:
            promises[place] -= _threat(state, seat, place)
    for _, place in state.fed:
        if place in promises:
            promises[place] = from_unknown.get(place, 0.0)
    if state.wagon in promises:
        promises[state.wagon] += 0.5 * state.rules.plan.gain("wagon-west", events.FURTHEST)
    return promises


def _note_unknown_tile(
    state: State, seat: int, place: Place, price: float, beside: Iterable[Place], new: dict[Place, float]
) -> None:
    """Note what a face-down tile promises to a player beside it: most if it lies West."""
    aside = reveal_worth(state, seat, place, place) - price
    for other in beside:
        promise = aside
        if place[0] > other[0]:
            promise += state.rules.plan.gains.get(("reveal", events.WESTWARDS), 0.0) + 0.6 * NEW_LAND
        if promise > new.get(other, 0.0):
            new[other] = promise


@lru_cache(maxsize=4096)
def _dry_cost(types: tuple[str, ...]) -> float:
    dry = [kind for kind in types if kind != WATER]
    if not dry and types:
        return 0.0
    return 2.0 if dry and set(dry) == {MOUNTAIN} else 1.0


@lru_cache(maxsize=24)
def toil_of(land: LandChart) -> dict[Place, float]:
    """Return the cost to walk onto each known tile, lowest by far with a railway; 0 if nobody can."""
    known = ((place, facts) for place, facts in land.nodes(data=True) if facts["face_up"])
    return {place: 0.1 if facts["rail"] else _dry_cost(facts["types"]) for place, facts in known}


def reveal_worth(state: State, seat: int, origin: Place | None, place: Place) -> float:
    """Return the worth of revealing a tile, from the tile beside it or by telescope."""
    conditions = [events.FURTHEST] if events.is_furthest(state, "reveal", seat, place[0]) else []
    west = origin is not None and place[0] > origin[0]
    plan = state.rules.plan
    points = plan.gain("reveal", *conditions, *([events.WESTWARDS] if west else []))
    land_worth = NEW_LAND * (1.0 if west else 0.4)
    if state.wagon is not None:
        land_worth += 1.1 * plan.step * (place[0] > state.wagon[0]) / (1 + abs(place[1] - state.wagon[1]))
    return points + land_worth - 0.4 * state.bandits.get(place, 0)


def _work_worth(state: State, seat: int) -> dict[tuple[str, ...], float]:
    """Return the worth of what the mission and the hand can do on tiles, by their types."""
    plan = state.rules.plan
    kinds = dict.fromkeys(plan.places, 0.0)
    for kind, points in plan.places.items():
        kinds[kind] += 0.5 * points * _food_share(state, seat)
    for card in state.hand[seat]:
        for kind, worth in plan.at[card].items():
            kinds[kind] += 0.35 * worth
    return {types: sum(kinds[kind] for kind in types) for types in plan.types}


def _food_share(state: State, seat: int) -> float:
    """Return how far a player's food goes to feed people, from 0 to 1."""
    return min(1.0, 0.3 + state.stock[seat][FOOD] / 5)


def _threat(state: State, seat: int, place: Place) -> float:
    """Return the threat of bandits on a tile, less the worth of beating them."""
    number = state.bandits.get(place, 0)
    if not number:
        return 0.0
    plan = state.rules.plan
    chance = chance_to_clear(weapons(state, seat), 0, number)
    return BANDIT * number + PAIN * (1 - chance) - chance * plan.gain("clear")


# -- battle ------------------------------------------------------------------------------------------------------------


def weapons(state: State, seat: int) -> int:
    """Return the attack dice in a player's hand, roughly."""
    plan = state.rules.plan
    return sum(plan.weapons.get(card, 0) for card in state.hand[seat])


@lru_cache(maxsize=4096)
def sum_chances(dice: int) -> tuple[float, ...]:
    """Return the chance of each sum of this many job dice."""
    if not dice:
        return (1.0,)
    before = sum_chances(dice - 1)
    sums = [0.0] * (len(before) + max(JOB_DIE))
    for total, chance in enumerate(before):
        for face in JOB_DIE:
            sums[total + face] += chance / len(JOB_DIE)
    return tuple(sums)


@lru_cache(maxsize=8192)
def chance_to_clear(dice: int, hits: int, bandits: int) -> float:
    """Return the chance that this many attack dice and sure hits remove all bandits from a tile at once."""
    return sum(
        chance * saved
        for total, chance in enumerate(sum_chances(min(dice, 20)))
        for save, saved in enumerate(sum_chances(min(bandits, 12)))
        if total + hits - save >= bandits
    )


@lru_cache(maxsize=8192)
def average_pain(dice: int, sure: int, against: int) -> float:
    """Return the average pain that is left when `dice` attack against `against` dice and `sure` saves."""
    return sum(
        chance * saved * max(0, total - save - sure)
        for total, chance in enumerate(sum_chances(min(dice, 12)))
        for save, saved in enumerate(sum_chances(min(against, 12)))
    )


# -- the wagon ---------------------------------------------------------------------------------------------------------


def _wagon_worth(state: State) -> float:
    """Return the worth of the wagon's place; 0 without a wagon."""
    if state.wagon is None or not days_left(state):
        return 0.0
    hurt = state.rules.plan.gain("wagon-damage") * state.bandits.get(state.wagon, 0)
    return way_west(state, state.wagon) + 0.7 * hurt


def way_west(state: State, start: Place) -> float:
    """Return what the wagon can hope for from a tile: the points of the nearest way to a new column, less its cost."""
    goal = max(start[0], state.records.get("wagon-west", 0)) + 1
    case = (start, goal, chart(state).picture)
    cached = state.rules.ways_west.get(case)
    return state.rules.ways_west.keep(case, _way_west(state, start, goal)) if cached is None else cached


def _way_west(state: State, start: Place, goal: int) -> float:
    """Work out `way_west`, by a search for the goal column."""
    plan, land = state.rules.plan, chart(state)
    each = max(0.0, 0.35 * plan.gain("wagon-west", events.FURTHEST))
    steps = _steps_west(land, each, each + plan.step)

    def onward(here: Place) -> Mapping[Place, float]:
        if here[0] == goal:
            return {}
        if abs(here[1] - start[1]) < MOST_ROWS_ASIDE:
            return steps[here]
        return {there: cost for there, cost in steps[here].items() if abs(there[1] - start[1]) <= MOST_ROWS_ASIDE}

    hope = (goal - start[0]) * plan.gain("wagon-west") + plan.gains.get(("wagon-west", events.FURTHEST), 0.0)
    costs = (cost for place, cost in cheapest(start, onward, most=hope).items() if place[0] == goal)
    return max(0.0, hope - next(costs, hope))


@lru_cache(maxsize=24)
def _steps_west(land: LandChart, each: float, unknown: float) -> dict[Place, dict[Place, float]]:
    """Return the cost for a wagon to go from each place to those beside it, known or not."""
    toil = toil_of(land)
    costs = {place: each * toil[place] if place in toil else unknown for place in land}
    return {here: {there: costs[there] for there in land.beside(here) if costs[there]} for here in land}

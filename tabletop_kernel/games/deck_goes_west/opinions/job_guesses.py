"""The worth of jobs at a glance: the sum of what their steps bring as the table stands, or a whole battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tabletop_kernel.games.deck_goes_west.battle import current_battle
from tabletop_kernel.games.deck_goes_west.days import events
from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS, Job, Step
from tabletop_kernel.games.deck_goes_west.jobs.sources import CHARACTER, MISSION, TILE, jobs_on
from tabletop_kernel.games.deck_goes_west.land import map_drawing, step_costs
from tabletop_kernel.games.deck_goes_west.land.wagon_limits import can_haul, step_cost
from tabletop_kernel.games.deck_goes_west.opinions import table_worth
from tabletop_kernel.games.deck_goes_west.opinions.guess_caches import CARD_COST, NEVER_WORTH, UNPAID_SHARE, Guesses
from tabletop_kernel.games.deck_goes_west.opinions.movement_guesses import best_step_worth
from tabletop_kernel.games.deck_goes_west.opinions.piece_worth import DANGER_TAKEN, DIE
from tabletop_kernel.games.deck_goes_west.opinions.table_worth import BANDIT, DEATH, PAIN, kind_worth, reveal_worth
from tabletop_kernel.games.deck_goes_west.state import Place, State

ABILITY_COST = 0.12  # the cost of the day's only ability


def job_worth(guesses: Guesses, source: str, n: int) -> float:
    """Return the worth of a job, with the best X."""
    state, seat = guesses.state, guesses.seat
    job = jobs_on(state, seat, source)[n]
    if job.is_battle:
        return _fight_worth(guesses, job) - source_cost(guesses, source)
    if not job.uses_x:
        return steps_worth(guesses, source, job, 0) - source_cost(guesses, source)
    return (
        max(steps_worth(guesses, source, job, x) for x in (1, 2, 3, 5) if _can_pay_x(guesses, source, job, x))
        - CARD_COST
    )


def _can_pay_x(guesses: Guesses, source: str, job: Job, x: int) -> bool:
    """Tell if X isn't too much; 1 is always worth a look."""
    if x == 1:
        return True
    stock, hand = guesses.state.stock[guesses.seat], guesses.state.hand[guesses.seat]
    for step in job.steps:
        if step.amount.x and step.verb == "pay":
            have = max(stock) if step.what == "any" else stock[KINDS.index(step.what)]
            if have < step.amount.value(x):
                return False
        elif step.amount.x and step.verb in ("discard", "scrap") and len(hand) <= step.amount.value(x):
            return False
    return True


def source_cost(guesses: Guesses, source: str) -> float:
    return {CHARACTER: ABILITY_COST, MISSION: 0.0, TILE: 0.0}.get(source, CARD_COST)


def steps_worth(guesses: Guesses, source: str, job: Job, x: int) -> float:
    return sum(step_worth(guesses, source, step, step.amount.value(x)) for step in job.steps)


def _pay_worth(guesses: Guesses, step: Step, number: int) -> float:
    if step.what != "any":
        return kind_worth(guesses.state, guesses.seat, step.what, -number)
    stock = guesses.state.stock[guesses.seat]
    enough = [kind for at, kind in enumerate(KINDS) if stock[at] >= number]
    return max((kind_worth(guesses.state, guesses.seat, kind, -number) for kind in enough), default=NEVER_WORTH)


def _gain_worth(guesses: Guesses, step: Step, number: int) -> float:
    count = number * DIE if step.amount.dice else float(number)
    if step.what != "any":
        return kind_worth(guesses.state, guesses.seat, step.what, count)
    return max(kind_worth(guesses.state, guesses.seat, kind, count) for kind in KINDS)


def _score_worth(guesses: Guesses, step: Step, number: int) -> float:
    return float(number)


def _lose_worth(guesses: Guesses, step: Step, number: int) -> float:
    return -float(min(number, guesses.state.points_of(guesses.seat)))


def _move_worth(guesses: Guesses, step: Step, number: int) -> float:
    return best_step_worth(guesses, guesses.seat, {step.what: number})


def _telescope_worth(guesses: Guesses, step: Step, number: int) -> float:
    sight = step_costs.tiles_in_sight(guesses.state, guesses.seat)
    worths = sorted((reveal_worth(guesses.state, guesses.seat, None, place) for place in sight), reverse=True)
    return sum(worths[:number])


def _build_worth(guesses: Guesses, step: Step, number: int) -> float:
    place = guesses.state.meeple[guesses.seat]
    conditions = [events.FURTHEST] if events.is_furthest(guesses.state, "build", guesses.seat, place[0]) else []
    return guesses.plan.gain("build", *conditions) + 0.1


def _draw_worth(guesses: Guesses, step: Step, number: int) -> float:
    """Return the worth of new cards: as good as usual, but some are danger, and one may be too many."""
    state, seat = guesses.state, guesses.seat
    pile = state.draw[seat] or state.discard[seat]
    danger_count = sum(map(state.is_danger, pile))
    count = round(number * DIE) if step.amount.dice else number
    risk = (
        table_worth.chance_of_too_many(
            len(pile), danger_count, count, state.danger_limit(seat) - state.count_dangers(seat)
        )
        if pile
        else 0.0
    )
    share = danger_count / max(1, len(pile))
    return count * (guesses.plan.usual * (1 - share) - 0.3 * share) - DEATH * risk


def _leaving_worth(guesses: Guesses, source: str, step: Step, number: int) -> float:
    """Return the worth of cards that leave the hand: the least useful items, or danger."""
    state, seat = guesses.state, guesses.seat
    if step.what == "this":
        if not state.is_danger(source):
            lost = guesses.plan.cards[source] - guesses.plan.usual
            return -max(0.3, 0.5 * lost * min(3, table_worth.days_left(state))) if step.verb == "scrap" else 0.0
        return relief_worth(state, seat, step.verb == "scrap", 1)
    if step.what in ("danger", "pain", "exhaustion"):
        return relief_worth(state, seat, step.verb == "scrap", min(number, state.count_dangers(seat)))
    worths = sorted(
        guesses.discard_loss(card) for card in state.hand[seat] if card in guesses.plan.cards and card != source
    )
    return -sum(worths[:number])


def relief_worth(state: State, seat: int, scrap: bool, number: int) -> float:
    """Return the worth of danger that leaves the hand: for good with `scrap`, otherwise only for now."""
    held = state.count_dangers(seat)
    others = sum(map(state.is_danger, state.discard[seat] + state.draw[seat]))
    before = table_worth.danger_cost(state, seat, held, others)
    return before - table_worth.danger_cost(state, seat, held - number, others + (0 if scrap else number))


def _danger_worth(guesses: Guesses, step: Step, number: int) -> float:
    return -DANGER_TAKEN * number


def wagon_worth(guesses: Guesses, step: Step, number: int) -> float:
    """Return the worth of the wagon's best step from here, or a share of it if that takes more movement."""
    state = guesses.state
    if state.wagon is None:
        return NEVER_WORTH
    worths = [NEVER_WORTH]
    for place in map_drawing.chart(state).beside(state.wagon):
        if can_haul(state, place, map_drawing.UPHILL):
            share, worth = number / step_cost(state, place), haul_worth(guesses, place)
            worths.append(worth if share >= 1 or worth < 0 else UNPAID_SHARE * worth * share)
    return max(worths)


def haul_worth(guesses: Guesses, place: Place) -> float:
    state = guesses.state
    assert state.wagon is not None
    if not table_worth.toil_of(map_drawing.chart(state))[place]:
        return NEVER_WORTH
    event = {1: "wagon-west", -1: "wagon-east"}.get(place[0] - state.wagon[0], "")
    conditions = [events.FURTHEST] if event and events.is_furthest(state, event, guesses.seat, place[0]) else []
    gain = guesses.plan.gain(event, *conditions) if event else 0.0
    if gain < 0:
        gain = -min(-gain, float(state.points_of(guesses.seat)))
    hurt = guesses.plan.gain("wagon-damage") * state.bandits.get(place, 0)
    return gain + (guesses.way_west(place) - guesses.way_west(state.wagon)) + hurt


def _no_worth(guesses: Guesses, step: Step, number: int) -> float:
    return 0.0


WORTH_BY_VERB: Mapping[str, Callable[[Guesses, Step, int], float]] = {
    "if": _no_worth,
    "pay": _pay_worth,
    "gain": _gain_worth,
    "score": _score_worth,
    "lose": _lose_worth,
    "move": _move_worth,
    "telescope": _telescope_worth,
    "build": _build_worth,
    "draw": _draw_worth,
    "take": _danger_worth,
    "attack": _no_worth,
    "defend": _no_worth,
    "wagon": wagon_worth,
}


def step_worth(guesses: Guesses, source: str, step: Step, number: int) -> float:
    """Return the worth of a job's step; for most steps the card behind it doesn't matter, so results are cached."""
    verb = step.verb
    if verb in ("discard", "scrap"):
        return _leaving_worth(guesses, source, step, number)
    case = (verb, step.what, number, step.amount.dice)
    worth = guesses.step_worths.get(case)
    if worth is None:
        worth = guesses.step_worths[case] = WORTH_BY_VERB[verb](guesses, step, number)
    return worth


# -- battle ------------------------------------------------------------------------------------------------------------


def _fight_worth(guesses: Guesses, job: Job) -> float:
    """Return the worth of starting a battle with all there is, less what it may cost."""
    state = guesses.state
    place = state.meeple[guesses.seat]
    if not any(step.verb == "attack" for step in job.steps):
        return NEVER_WORTH
    number = state.bandits[place]
    dice = sum(table_worth.weapons(state, seat) for seat in state.seats_on(place))
    mine = sum(step.amount.value(1) for step in job.steps if step.verb == "attack")
    return 0.01 * mine + battle_worth(guesses, place, number, max(dice, mine), 0, 0, 0) - 0.15


def battle_worth(guesses: Guesses, place: Place, number: int, dice: int, hits: int, defence: int, saves: int) -> float:
    """Return the worth of a battle with this much on the players' side: bandits gone, less the pain."""
    state = guesses.state
    conditions = [events.FURTHEST] if events.is_furthest(state, "clear", guesses.seat, place[0]) else []
    chance = table_worth.chance_to_clear(dice, hits, number)
    current = current_battle(state)
    bandits_attack_first = current is not None and current.starter < 0
    pain = table_worth.average_pain(number, saves, defence) * (1.0 if bandits_attack_first else 1 - chance)
    won = guesses.plan.gain("clear", *conditions) + BANDIT * number + 0.5 * PAIN
    return chance * won - PAIN * pain * len(state.seats_on(place)) + 0.05 * (dice + hits)

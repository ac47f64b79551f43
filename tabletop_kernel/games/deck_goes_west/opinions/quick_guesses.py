"""The worth of a move at a glance, in points: for bots without time, and to find the moves that deserve a look.

Almost every action is a job, so most glances add up what its steps bring as the table stands. A move that gets on with
the game is worth a little more than one that doesn't. Taking no action is worth `PASS_WORTH`, less than nothing:
cards left in hand tonight have done nothing, and a bot that waits for something better may be stuck for days.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tabletop_kernel.contract.game import TAKE_BACK, Move
from tabletop_kernel.games.deck_goes_west.battle import Side, current_battle
from tabletop_kernel.games.deck_goes_west.cards.trade_offers import Proposal
from tabletop_kernel.games.deck_goes_west.jobs import under_way
from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS, Job
from tabletop_kernel.games.deck_goes_west.jobs.sources import jobs_on
from tabletop_kernel.games.deck_goes_west.land import step_costs
from tabletop_kernel.games.deck_goes_west.opinions import table_worth
from tabletop_kernel.games.deck_goes_west.opinions.guess_caches import CARD_COST, NEVER_WORTH, Guesses
from tabletop_kernel.games.deck_goes_west.opinions.job_guesses import (
    battle_worth,
    haul_worth,
    job_worth,
    source_cost,
    step_worth,
    steps_worth,
    wagon_worth,
)
from tabletop_kernel.games.deck_goes_west.opinions.movement_guesses import (
    arrival_worth,
    best_step_worth,
    current_moving,
    rate_decline,
    rate_entry,
    rate_reveal,
    rate_ride,
    rate_step,
)
from tabletop_kernel.games.deck_goes_west.opinions.piece_worth import DIE
from tabletop_kernel.games.deck_goes_west.opinions.table_worth import PAIN, kind_worth

PASS_WORTH = -0.4  # an action has to be worth more than this


def glance(guesses: Guesses, move: Move) -> float:
    """Return the worth of a move at a glance."""
    case = guesses.state.frames[-1][0], str(move[0])
    rate = RATING_BY_DECISION[case] if case in RATING_BY_DECISION else RATING_BY_VERB[case[1]]
    return rate(guesses, move)


# -- movement and battle -----------------------------------------------------------------------------------------------


def _rate_more(guesses: Guesses, move: Move) -> float:
    """Return the worth of another job to get onto the revealed tile, less its price."""
    moving = current_moving(guesses)
    job = jobs_on(guesses.state, guesses.seat, str(move[1]))[int(move[2])]
    costs = step_costs.costs(guesses.state, guesses.state.meeple[moving.whom], moving.place())
    way = job.final.what
    is_enough = way in costs and moving.amount_of(way) + job.final.amount.value(1) >= costs[way]
    gain = arrival_worth(guesses, moving.whom, moving.place()) if is_enough else 0.0
    price = sum(step_worth(guesses, str(move[1]), step, step.amount.value(1)) for step in job.steps[:-1])
    return gain + price - CARD_COST


def _rate_commit(guesses: Guesses, move: Move) -> float:
    """Return how much better the battle looks with one more job, less the job's price."""
    job = jobs_on(guesses.state, guesses.seat, str(move[1]))[int(move[2])]
    current = current_battle(guesses.state)
    if current is None:
        return 0.0
    sides = [Side(*side) for side in current.sides]
    totals = [sum(getattr(side, field) for side in sides) for field in ("attack_dice", "hits", "defence_dice", "saves")]
    totals_after = totals[:]
    for step in job.steps:
        if step.verb in ("attack", "defend"):
            at = (0 if step.verb == "attack" else 2) + (not step.amount.dice)
            totals_after[at] += step.amount.value(1)
    number = guesses.state.bandits.get(current.place, 0)
    costs = sum(step_worth(guesses, str(move[1]), step, step.amount.value(1)) for step in job.steps)
    gain = battle_worth(guesses, current.place, number, *totals_after) - battle_worth(
        guesses, current.place, number, *totals
    )
    return gain + costs - 0.5 * source_cost(guesses, str(move[1]))


# -- choices within a job ----------------------------------------------------------------------------------------------


def _rate_x(guesses: Guesses, move: Move) -> float:
    _, doing, job = under_way.current_job(guesses.state)
    return steps_worth(guesses, doing.source, job, int(move[1]))


def _rate_pay(guesses: Guesses, move: Move) -> float:
    return kind_worth(guesses.state, guesses.seat, str(move[1]), -_usual_number(guesses))


def _rate_gain(guesses: Guesses, move: Move) -> float:
    return kind_worth(guesses.state, guesses.seat, str(move[1]), max(1.0, _usual_number(guesses)))


def _usual_number(guesses: Guesses) -> float:
    """Return roughly how many resources a choice is about."""
    if guesses.state.frames[-1][0] != "job":
        return 2.0
    _, doing, job = under_way.current_job(guesses.state)
    step = job.steps[min(doing.at, len(job.steps) - 1)]
    return step.amount.value(doing.x) * (DIE if step.amount.dice else 1.0)


def _rate_discard(guesses: Guesses, move: Move) -> float:
    """Return the worth of letting a card go: the least useful item, or the worst danger."""
    card = str(move[1])
    if guesses.state.is_danger(card):
        return 1.0 + 0.1 * (guesses.state.rules.cards[card].kind == "pain")
    if move[0] == "discard":
        return -guesses.discard_loss(card) + 0.1 * (guesses.state.hand[guesses.seat].count(card) > 1)
    return -guesses.plan.cards[card] + 0.3 * (guesses.state.hand[guesses.seat].count(card) > 1)


def _rate_also(guesses: Guesses, move: Move) -> float:
    """Return the worth of combining one more job: to pay for a step. Anything else can wait for its own action."""
    state = guesses.state
    job = jobs_on(state, guesses.seat, str(move[1]))[int(move[2])]
    gathered = under_way.Gathered(*state.frames[-1][2])
    if job.final.verb == "wagon":
        return _rate_also_haul(guesses, str(move[1]), job, gathered)
    if not job.is_movement:
        return 0.1 if job.is_cooperation and len(state.seats_on(state.meeple[guesses.seat])) > 1 else -0.1
    pool: dict[str, int] = {}
    for part in (under_way.Part(*one) for one in gathered.parts):
        step = under_way.job_of(state, part.seat, part.source, part.n).final
        pool[step.what] = pool.get(step.what, 0) + step.amount.value(part.x)
    before = best_step_worth(guesses, gathered.whom, pool)
    final = job.final
    pool[final.what] = pool.get(final.what, 0) + final.amount.value(1)
    costs = sum(step_worth(guesses, str(move[1]), step, step.amount.value(1)) for step in job.steps[:-1])
    return best_step_worth(guesses, gathered.whom, pool) - before + costs - CARD_COST - 0.1


def _rate_also_haul(guesses: Guesses, source: str, job: Job, gathered: under_way.Gathered) -> float:
    """Return the worth of one more job for the wagon: a mountain takes the movement of two."""
    parts = [under_way.Part(*one) for one in gathered.parts]
    finals = [(under_way.job_of(guesses.state, part.seat, part.source, part.n).final, part.x) for part in parts]
    pool = sum(step.amount.value(x) for step, x in finals)
    more = wagon_worth(guesses, job.final, pool + job.final.amount.value(1)) - wagon_worth(guesses, job.final, pool)
    costs = sum(step_worth(guesses, source, step, step.amount.value(1)) for step in job.steps[:-1])
    return more + costs - CARD_COST


def _rate_pile(guesses: Guesses, move: Move) -> float:
    """Return the worth of a pile: a bought card should be drawn tomorrow, danger should wait."""
    bought = guesses.state.frames[-1][0] == "bought"
    return 0.1 if (move[1] == "draw") == bought else 0.0


# -- buying, trading, rolling together ---------------------------------------------------------------------------------


def _rate_job(guesses: Guesses, move: Move) -> float:
    return job_worth(guesses, str(move[1]), int(move[2]))


def _rate_buy(guesses: Guesses, move: Move) -> float:
    """Return the worth of a card as often as it comes, less its price."""
    state = guesses.state
    card = state.rules.cards[state.row[int(move[1]) - 1]]
    price = sum(step_worth(guesses, "", step, step.amount.value(1)) for step in card.buy[int(move[2])].steps)
    return table_worth.card_worth(state, guesses.seat, card.id) + price - 0.2


def _always(worth: float) -> Callable[[Guesses, Move], float]:
    return lambda look, move: worth


def _rate_drop(guesses: Guesses, move: Move) -> float:
    """Return the worth of a discard at the end of the day: good cards are kept, but a full hand is deadly."""
    state, seat = guesses.state, guesses.seat
    card = str(move[1])
    if state.rules.plan.weapons.get(card) and state.meeple[seat] in state.bandits:
        return -1.0
    full = 5.0 if len(state.hand[seat]) >= state.character_of(seat).hand else 0.0
    return full + 1.2 * _card_worth_tomorrow(guesses) - guesses.plan.cards[card]


def _card_worth_tomorrow(guesses: Guesses) -> float:
    """Return the average worth of a card drawn tomorrow."""
    state, seat = guesses.state, guesses.seat
    cards = state.draw[seat] + state.discard[seat]
    worth = guesses.plan.cards
    return sum(worth.get(card, -0.3) for card in cards) / len(cards) if cards else 0.0


def _rate_join(guesses: Guesses, move: Move) -> float:
    return job_worth(guesses, str(move[1]), int(move[2])) + 0.3


def _rate_accept(guesses: Guesses, move: Move) -> float:
    """Return the worth of a trade: what comes, less what goes. In a team, the partner's gain counts too."""
    proposal = Proposal(*guesses.state.frames[-1][2])
    comes, goes = _goods_worth(guesses, proposal.give), _goods_worth(guesses, proposal.ask)
    team = guesses.state.rules.mode != "versus"
    carried = 0.5 * (guesses.seat in proposal.carry) + (0.2 if team else -0.5) * (proposal.seat in proposal.carry)
    return comes - goes * (0.5 if team else 1.1) + carried


def _goods_worth(guesses: Guesses, goods: Sequence[tuple[str, int]]) -> float:
    plan = guesses.plan
    return sum(
        number * (plan.kinds[KINDS.index(what)] if what in KINDS else plan.cards.get(what, 0.0))
        for what, number in goods
    )


def _rate_invite(guesses: Guesses, move: Move) -> float:
    return 0.3 if guesses.state.rules.mode != "versus" else -0.1


def _rate_haul(guesses: Guesses, move: Move) -> float:
    return haul_worth(guesses, (int(move[1]), int(move[2])))


def _rate_ride_along(guesses: Guesses, move: Move) -> float:
    """Return the worth of riding along: a player who stays behind must walk."""
    _, _, (origin, place) = guesses.state.frames[-1]
    pain = PAIN if tuple(origin) in guesses.state.bandits else 0.0
    better = guesses.outlook(guesses.seat).get(tuple(place), -1.0) - guesses.outlook(guesses.seat).get(
        tuple(origin), -1.0
    )
    ahead = guesses.plan.step if place[0] > origin[0] else 0.0
    return better + ahead - pain


RATING_BY_VERB: Mapping[str, Callable[[Guesses, Move], float]] = {
    "character": _always(0.0),
    "job": _rate_job,
    "buy": _rate_buy,
    "trade": _always(NEVER_WORTH),
    "move": _always(0.2),
    "end": _always(PASS_WORTH - 0.01),
    "pass": _always(PASS_WORTH),
    "drop": _rate_drop,
    "keep": _always(0.0),
    "x": _rate_x,
    "pay": _rate_pay,
    "gain": _rate_gain,
    "discard": _rate_discard,
    "scrap": _rate_discard,
    "type": lambda look, move: float(move[1] == "exhaustion"),
    "put": _rate_pile,
    "go": _always(0.0),
    "also": _rate_also,
    "who": _always(0.0),
    "step": rate_step,
    "ride": rate_ride,
    "enter": rate_entry,
    "decline": rate_decline,
    "more": _rate_more,
    "stop": _always(0.0),
    "reveal": rate_reveal,
    "haul": _rate_haul,
    "take-wagon": _always(0.5),
    "leave-wagon": _always(0.0),
    "ride-along": _rate_ride_along,
    "stay": _always(0.0),
    "commit": _rate_commit,
    "ready": _always(0.0),
    "invite": _rate_invite,
    "roll": _always(0.0),
    "join": _rate_join,
    "refuse": _always(0.0),
    "accept": _rate_accept,
    "cost": _rate_discard,
    "give": _always(-1.0),
    "ask": _always(-1.0),
    "carry": _always(-1.0),
    "offer": _always(-2.0),
    "use": _always(0.1),
    TAKE_BACK: _always(NEVER_WORTH),
}
RATING_BY_DECISION: Mapping[tuple[str, str], Callable[[Guesses, Move], float]] = {
    ("trade", "drop"): _always(1.0),
    ("carry", "go"): _always(0.0),
}

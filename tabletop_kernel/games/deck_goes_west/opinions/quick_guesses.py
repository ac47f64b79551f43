"""The worth of a move at a glance, in points: for bots without time, and to find the moves that deserve a look.

Almost every action is a job, so most glances add up what its steps bring as the table stands. A move that gets on with
the game is worth a little more than one that doesn't. To take no action at all is worth `PASS`, less than nothing:
cards left in hand tonight have done nothing, and a bot that waits for something better may be stuck for days.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tabletop_kernel.contract.game import TAKE_BACK, Move
from tabletop_kernel.games.deck_goes_west import battle
from tabletop_kernel.games.deck_goes_west.cards.trade_offers import Proposal
from tabletop_kernel.games.deck_goes_west.days import events
from tabletop_kernel.games.deck_goes_west.jobs import under_way
from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS, Job, Step
from tabletop_kernel.games.deck_goes_west.jobs.sources import CHARACTER, MISSION, TILE, jobs_on
from tabletop_kernel.games.deck_goes_west.land import map_drawing, step_costs
from tabletop_kernel.games.deck_goes_west.land.movement_points import Moving, prices
from tabletop_kernel.games.deck_goes_west.land.wagon_limits import can_haul, step_cost
from tabletop_kernel.games.deck_goes_west.opinions import table_worth as looking
from tabletop_kernel.games.deck_goes_west.opinions.piece_worth import DANGER_TAKEN, DIE
from tabletop_kernel.games.deck_goes_west.opinions.table_worth import BANDIT, DEATH, PAIN, kind_worth, reveal_worth
from tabletop_kernel.games.deck_goes_west.state import Place, State

PASS = -0.4  # an action has to be worth more than this
EAGER = 2.0  # factor for what a place promises beyond another: a player who goes there also acts there today
NEVER = -50.0
PLAYED = 0.08  # a played card: it could have been discarded for something
TODAY = 0.4  # share of a card's average worth that a discard for a job costs
MISSED = 0.8  # share of what a card does where its player is: it could still be done today
ABILITY = 0.12  # the cost of the day's only ability
UNPAID = 0.45  # share of a step's worth if it takes more movement than there is: more can be added
HALF_KNOWN = 0.6  # share of a step's worth, for whatever is behind unknown land


class Guesses:
    """A table through the eyes of one seat during one decision, with caches."""

    __slots__ = ("_missed", "_outlook", "_steps", "_ways_west", "plan", "seat", "state")

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat, self.plan = state, seat, state.rules.plan
        self._outlook: dict[int, dict[Place, float]] = {}
        self._ways_west: dict[Place, float] = {}
        self._missed: dict[str, float] = {}
        self._steps: dict[tuple[str, str, int, bool], float] = {}

    def outlook(self, whom: int) -> dict[Place, float]:
        """Return what each tile within reach promises to a seat, from a cache."""
        if whom not in self._outlook:
            self._outlook[whom] = looking.outlook(self.state, whom)
        return self._outlook[whom]

    def way_west(self, start: Place) -> float:
        """Return what the wagon can hope for from a tile; cached, since each haul is compared with staying."""
        found = self._ways_west.get(start)
        if found is None:
            found = self._ways_west[start] = looking.way_west(self.state, start)
        return found

    def step(self, source: str, step: Step, number: int) -> float:
        """Return the worth of a job's step; for most steps the card behind it doesn't matter."""
        verb = step.verb
        if verb in ("discard", "scrap"):
            return _leaving(self, source, step, number)
        case = (verb, step.what, number, step.amount.dice)
        found = self._steps.get(case)
        if found is None:
            found = self._steps[case] = _STEPS[verb](self, step, number)
        return found

    def missed(self, card: str) -> float:
        """Return the loss if an item card is discarded today: more if it has something to do right here."""
        found = self._missed.get(card)
        if found is None:
            at, place = self.plan.at[card], self.state.meeple[self.seat]
            kinds = () if place in self.state.bandits or place not in self.state.up else self.state.types(place)
            here = [MISSED * at[kind] for kind in kinds if kind in at]
            found = self._missed[card] = max(TODAY * self.plan.cards[card], *here, 0.0)
        return found

    def glance(self, move: Move) -> float:
        """Return the worth of a move at a glance."""
        kind = self.state.frames[-1][0]
        return (
            _GLANCES[str(move[0])](self, move)
            if (kind, move[0]) not in _HERE
            else _HERE[kind, str(move[0])](self, move)
        )


# -- jobs --------------------------------------------------------------------------------------------------------------


def of_job(guesses: Guesses, source: str, n: int) -> float:
    """Return the worth of a job, with the best X."""
    state, seat = guesses.state, guesses.seat
    job = jobs_on(state, seat, source)[n]
    if job.is_battle:
        return _fight(guesses, job) - _used(guesses, source)
    if not job.uses_x:
        return _steps(guesses, source, job, 0) - _used(guesses, source)
    return max(_steps(guesses, source, job, x) for x in (1, 2, 3, 5) if _can_pay(guesses, source, job, x)) - PLAYED


def _can_pay(guesses: Guesses, source: str, job: Job, x: int) -> bool:
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


def _used(guesses: Guesses, source: str) -> float:
    return {CHARACTER: ABILITY, MISSION: 0.0, TILE: 0.0}.get(source, PLAYED)


def _steps(guesses: Guesses, source: str, job: Job, x: int) -> float:
    return sum(guesses.step(source, step, step.amount.value(x)) for step in job.steps)


def _pay(guesses: Guesses, step: Step, number: int) -> float:
    if step.what != "any":
        return kind_worth(guesses.state, guesses.seat, step.what, -number)
    stock = guesses.state.stock[guesses.seat]
    enough = [kind for at, kind in enumerate(KINDS) if stock[at] >= number]
    return max((kind_worth(guesses.state, guesses.seat, kind, -number) for kind in enough), default=NEVER)


def _gain(guesses: Guesses, step: Step, number: int) -> float:
    count = number * DIE if step.amount.dice else float(number)
    if step.what != "any":
        return kind_worth(guesses.state, guesses.seat, step.what, count)
    return max(kind_worth(guesses.state, guesses.seat, kind, count) for kind in KINDS)


def _score(guesses: Guesses, step: Step, number: int) -> float:
    return float(number)


def _lose(guesses: Guesses, step: Step, number: int) -> float:
    return -float(min(number, guesses.state.points_of(guesses.seat)))


def _move(guesses: Guesses, step: Step, number: int) -> float:
    return best_way(guesses, guesses.seat, {step.what: number})


def _telescope(guesses: Guesses, step: Step, number: int) -> float:
    sight = step_costs.tiles_in_sight(guesses.state, guesses.seat)
    found = sorted((reveal_worth(guesses.state, guesses.seat, None, place) for place in sight), reverse=True)
    return sum(found[:number])


def _build(guesses: Guesses, step: Step, number: int) -> float:
    place = guesses.state.meeple[guesses.seat]
    met = [events.FURTHEST] if events.is_furthest(guesses.state, "build", guesses.seat, place[0]) else []
    return guesses.plan.gain("build", *met) + 0.1


def _draw(guesses: Guesses, step: Step, number: int) -> float:
    """Return the worth of new cards: as good as usual, but some are danger, and one may be too many."""
    state, seat = guesses.state, guesses.seat
    pile = state.draw[seat] or state.discard[seat]
    bad = sum(map(state.is_danger, pile))
    count = round(number * DIE) if step.amount.dice else number
    risk = (
        looking.chance_of_too_many(len(pile), bad, count, state.danger_limit(seat) - state.count_dangers(seat))
        if pile
        else 0.0
    )
    share = bad / max(1, len(pile))
    return count * (guesses.plan.usual * (1 - share) - 0.3 * share) - DEATH * risk


def _leaving(guesses: Guesses, source: str, step: Step, number: int) -> float:
    """Return the worth of cards that leave the hand: the least useful items, or danger."""
    state, seat = guesses.state, guesses.seat
    if step.what == "this":
        if not state.is_danger(source):
            lost = guesses.plan.cards[source] - guesses.plan.usual
            return -max(0.3, 0.5 * lost * min(3, looking.days_left(state))) if step.verb == "scrap" else 0.0
        return relief(state, seat, step.verb == "scrap", 1)
    if step.what in ("danger", "pain", "exhaustion"):
        return relief(state, seat, step.verb == "scrap", min(number, state.count_dangers(seat)))
    worths = sorted(guesses.missed(card) for card in state.hand[seat] if card in guesses.plan.cards and card != source)
    return -sum(worths[:number])


def relief(state: State, seat: int, scrap: bool, number: int) -> float:
    """Return the worth of danger that leaves the hand: for good with `scrap`, otherwise only for now."""
    held = state.count_dangers(seat)
    others = sum(map(state.is_danger, state.discard[seat] + state.draw[seat]))
    before = looking.danger_cost(state, seat, held, others)
    return before - looking.danger_cost(state, seat, held - number, others + (0 if scrap else number))


def _take(guesses: Guesses, step: Step, number: int) -> float:
    return -DANGER_TAKEN * number


def _wagon(guesses: Guesses, step: Step, number: int) -> float:
    """Return the worth of the wagon's best step from here, or a share of it if that takes more movement."""
    state = guesses.state
    if state.wagon is None:
        return NEVER
    found = [NEVER]
    for place in map_drawing.chart(state).beside(state.wagon):
        if can_haul(state, place, map_drawing.UPHILL):
            share, worth = number / step_cost(state, place), _hauled(guesses, place)
            found.append(worth if share >= 1 or worth < 0 else UNPAID * worth * share)
    return max(found)


def _hauled(guesses: Guesses, place: Place) -> float:
    state = guesses.state
    assert state.wagon is not None
    if not looking.toil_of(map_drawing.chart(state))[place]:
        return NEVER
    event = {1: "wagon-west", -1: "wagon-east"}.get(place[0] - state.wagon[0], "")
    met = [events.FURTHEST] if event and events.is_furthest(state, event, guesses.seat, place[0]) else []
    gain = guesses.plan.gain(event, *met) if event else 0.0
    if gain < 0:
        gain = -min(-gain, float(state.points_of(guesses.seat)))
    hurt = guesses.plan.gain("wagon-damage") * state.bandits.get(place, 0)
    return gain + (guesses.way_west(place) - guesses.way_west(state.wagon)) + hurt


def _nothing(guesses: Guesses, step: Step, number: int) -> float:
    return 0.0


_STEPS: Mapping[str, Callable[[Guesses, Step, int], float]] = {
    "if": _nothing,
    "pay": _pay,
    "gain": _gain,
    "score": _score,
    "lose": _lose,
    "move": _move,
    "telescope": _telescope,
    "build": _build,
    "draw": _draw,
    "take": _take,
    "attack": _nothing,
    "defend": _nothing,
    "wagon": _wagon,
}


# -- movement ----------------------------------------------------------------------------------------------------------


def best_way(guesses: Guesses, whom: int, pool: Mapping[str, int]) -> float:
    """Return the worth of the best next step that this movement makes, or helps to make."""
    state = guesses.state
    here = state.meeple[whom]
    found = [0.0]
    feet = {kind: number for kind, number in pool.items() if kind != "rail" and number}
    if feet:
        found += [_step_worth(guesses, whom, here, place, feet) for place in map_drawing.chart(state).beside(here)]
    if pool.get("rail"):
        found += [arriving(guesses, whom, place) for place in map_drawing.chart(state).rides(here, pool["rail"])]
    return max(found)


def _step_worth(guesses: Guesses, whom: int, here: Place, place: Place, feet: Mapping[str, int]) -> float:
    """Return the worth of one step: onto known land, as far as the movement pays for it, or a look at hidden land."""
    state = guesses.state
    if place not in state.up:
        return _trying(guesses, whom, here, place)
    worth = arriving(guesses, whom, place)
    if worth <= 0:
        return 0.0
    shares = [feet.get(way, 0) / cost for way, cost in step_costs.costs(state, here, place).items()]
    best = max(shares, default=0.0)
    return worth if best >= 1 else UNPAID * worth * best


def _trying(guesses: Guesses, whom: int, here: Place, place: Place) -> float:
    """Return the worth of a step onto a face-down tile: the reveal, and an average place behind it."""
    behind = HALF_KNOWN * guesses.plan.step * (1.0 if place[0] > here[0] else 0.5 if place[0] == here[0] else 0.0)
    stay = guesses.outlook(whom).get(here, 0.0)
    return reveal_worth(guesses.state, whom, here, place) + max(0.0, behind - stay)


def arriving(guesses: Guesses, whom: int, place: Place) -> float:
    """Return how much better a tile is than the meeple's own, less the pain of leaving bandits."""
    outlook, here = guesses.outlook(whom), guesses.state.meeple[whom]
    pain = PAIN if here in guesses.state.bandits else 0.0
    return EAGER * (outlook.get(place, -3.0) - outlook.get(here, -3.0)) - pain


def _moving(guesses: Guesses) -> Moving:
    return Moving(*guesses.state.frames[-1][2])


def _step(guesses: Guesses, move: Move) -> float:
    """Return the worth of a step; NEVER if the same movement has been there."""
    moving = _moving(guesses)
    place = (int(move[1]), int(move[2]))
    here = guesses.state.meeple[moving.whom]
    if place not in guesses.state.up:
        return _trying(guesses, moving.whom, here, place) + 0.02
    if place in moving.been:
        return NEVER
    price = sum(prices(guesses.state, here, place)[str(move[3])].values())
    thrift = 0.01 * price + 0.01 * (move[3] == "climb")
    return arriving(guesses, moving.whom, place) - thrift


def _ride(guesses: Guesses, move: Move) -> float:
    moving = _moving(guesses)
    place = (int(move[1]), int(move[2]))
    return NEVER if place in moving.been else arriving(guesses, moving.whom, place) - 0.05


def _enter(guesses: Guesses, move: Move) -> float:
    moving = _moving(guesses)
    alone = guesses.state.wagon == guesses.state.meeple[moving.whom]
    return arriving(guesses, moving.whom, moving.place()) - (1.0 if alone else 0.0)


def _decline(guesses: Guesses, move: Move) -> float:
    """Return the worth of declining: the movement left may still do something else."""
    left = _moving(guesses).without({str(move[1]): 1}) if move[1] != "rail" else _moving(guesses)
    more = 0.5 * best_way(guesses, left.whom, dict(left.amounts()))
    return more + {"sail": 0.03, "climb": 0.0, "walk": 0.02}.get(str(move[1]), 0.0)


def _more(guesses: Guesses, move: Move) -> float:
    """Return the worth of another job to get onto the revealed tile, less its price."""
    moving = _moving(guesses)
    job = jobs_on(guesses.state, guesses.seat, str(move[1]))[int(move[2])]
    costs = step_costs.costs(guesses.state, guesses.state.meeple[moving.whom], moving.place())
    way = job.final.what
    enough = way in costs and moving.amount_of(way) + job.final.amount.value(1) >= costs[way]
    gain = arriving(guesses, moving.whom, moving.place()) if enough else 0.0
    price = sum(guesses.step(str(move[1]), step, step.amount.value(1)) for step in job.steps[:-1])
    return gain + price - PLAYED


def _reveal(guesses: Guesses, move: Move) -> float:
    return reveal_worth(guesses.state, guesses.seat, None, (int(move[1]), int(move[2])))


# -- battle ------------------------------------------------------------------------------------------------------------


def _fight(guesses: Guesses, job: Job) -> float:
    """Return the worth of starting a battle with all there is, less what it may cost."""
    state = guesses.state
    place = state.meeple[guesses.seat]
    if not any(step.verb == "attack" for step in job.steps):
        return NEVER
    number = state.bandits[place]
    dice = sum(looking.weapons(state, seat) for seat in state.seats_on(place))
    mine = sum(step.amount.value(1) for step in job.steps if step.verb == "attack")
    return 0.01 * mine + of_battle(guesses, place, number, max(dice, mine), 0, 0, 0) - 0.15


def of_battle(guesses: Guesses, place: Place, number: int, dice: int, hits: int, defence: int, saves: int) -> float:
    """Return the worth of a battle with this much on the players' side: bandits gone, less the pain."""
    state = guesses.state
    met = [events.FURTHEST] if events.is_furthest(state, "clear", guesses.seat, place[0]) else []
    chance = looking.chance_to_clear(dice, hits, number)
    fought = battle.current_battle(state)
    first = fought is not None and fought.starter < 0
    pain = looking.average_pain(number, saves, defence) * (1.0 if first else 1 - chance)
    won = guesses.plan.gain("clear", *met) + BANDIT * number + 0.5 * PAIN
    return chance * won - PAIN * pain * len(state.seats_on(place)) + 0.05 * (dice + hits)


def _commit(guesses: Guesses, move: Move) -> float:
    """Return how much better the battle looks with one more job, less the job's price."""
    job = jobs_on(guesses.state, guesses.seat, str(move[1]))[int(move[2])]
    now = battle.current_battle(guesses.state)
    if now is None:
        return 0.0
    sides = [battle.Side(*side) for side in now.sides]
    have = [sum(getattr(side, field) for side in sides) for field in ("attack_dice", "hits", "defence_dice", "saves")]
    more = have[:]
    for step in job.steps:
        if step.verb in ("attack", "defend"):
            at = (0 if step.verb == "attack" else 2) + (not step.amount.dice)
            more[at] += step.amount.value(1)
    number = guesses.state.bandits.get(now.place, 0)
    costs = sum(guesses.step(str(move[1]), step, step.amount.value(1)) for step in job.steps)
    gain = of_battle(guesses, now.place, number, *more) - of_battle(guesses, now.place, number, *have)
    return gain + costs - 0.5 * _used(guesses, str(move[1]))


# -- choices within a job ----------------------------------------------------------------------------------------------


def _choose_x(guesses: Guesses, move: Move) -> float:
    _, now, job = under_way.current_job(guesses.state)
    return _steps(guesses, now.source, job, int(move[1]))


def _choose_pay(guesses: Guesses, move: Move) -> float:
    return kind_worth(guesses.state, guesses.seat, str(move[1]), -_number(guesses))


def _choose_gain(guesses: Guesses, move: Move) -> float:
    return kind_worth(guesses.state, guesses.seat, str(move[1]), max(1.0, _number(guesses)))


def _number(guesses: Guesses) -> float:
    """Return roughly how many resources a choice is about."""
    if guesses.state.frames[-1][0] != "job":
        return 2.0
    _, now, job = under_way.current_job(guesses.state)
    step = job.steps[min(now.at, len(job.steps) - 1)]
    return step.amount.value(now.x) * (DIE if step.amount.dice else 1.0)


def _let_go(guesses: Guesses, move: Move) -> float:
    """Return the worth of letting a card go: the least useful item, or the worst danger."""
    card = str(move[1])
    if guesses.state.is_danger(card):
        return 1.0 + 0.1 * (guesses.state.rules.cards[card].kind == "pain")
    if move[0] == "discard":
        return -guesses.missed(card) + 0.1 * (guesses.state.hand[guesses.seat].count(card) > 1)
    return -guesses.plan.cards[card] + 0.3 * (guesses.state.hand[guesses.seat].count(card) > 1)


def _also(guesses: Guesses, move: Move) -> float:
    """Return the worth of combining one more job: to pay for a step. Anything else can wait for its own action."""
    state = guesses.state
    job = jobs_on(state, guesses.seat, str(move[1]))[int(move[2])]
    gathered = under_way.Gathered(*state.frames[-1][2])
    if job.final.verb == "wagon":
        return _also_haul(guesses, str(move[1]), job, gathered)
    if not job.is_movement:
        return 0.1 if job.is_cooperation and len(state.seats_on(state.meeple[guesses.seat])) > 1 else -0.1
    pool: dict[str, int] = {}
    for part in (under_way.Part(*one) for one in gathered.parts):
        step = under_way.job_of(state, part.seat, part.source, part.n).final
        pool[step.what] = pool.get(step.what, 0) + step.amount.value(part.x)
    before = best_way(guesses, gathered.whom, pool)
    final = job.final
    pool[final.what] = pool.get(final.what, 0) + final.amount.value(1)
    costs = sum(guesses.step(str(move[1]), step, step.amount.value(1)) for step in job.steps[:-1])
    return best_way(guesses, gathered.whom, pool) - before + costs - PLAYED - 0.1


def _also_haul(guesses: Guesses, source: str, job: Job, gathered: under_way.Gathered) -> float:
    """Return the worth of one more job for the wagon: a mountain takes the movement of two."""
    parts = [under_way.Part(*one) for one in gathered.parts]
    finals = [(under_way.job_of(guesses.state, part.seat, part.source, part.n).final, part.x) for part in parts]
    pool = sum(step.amount.value(x) for step, x in finals)
    more = _wagon(guesses, job.final, pool + job.final.amount.value(1)) - _wagon(guesses, job.final, pool)
    costs = sum(guesses.step(source, step, step.amount.value(1)) for step in job.steps[:-1])
    return more + costs - PLAYED


def _put(guesses: Guesses, move: Move) -> float:
    """Return the worth of a pile: a bought card should be drawn tomorrow, danger should wait."""
    bought = guesses.state.frames[-1][0] == "bought"
    return 0.1 if (move[1] == "draw") == bought else 0.0


# -- buying, trading, rolling together ---------------------------------------------------------------------------------


def _job(guesses: Guesses, move: Move) -> float:
    return of_job(guesses, str(move[1]), int(move[2]))


def _buy(guesses: Guesses, move: Move) -> float:
    """Return the worth of a card as often as it comes, less its price."""
    state = guesses.state
    card = state.rules.cards[state.row[int(move[1]) - 1]]
    price = sum(guesses.step("", step, step.amount.value(1)) for step in card.buy[int(move[2])].steps)
    return looking.card_worth(state, guesses.seat, card.id) + price - 0.2


def _flat(worth: float) -> Callable[[Guesses, Move], float]:
    return lambda look, move: worth


def _drop(guesses: Guesses, move: Move) -> float:
    """Return the worth of a discard at the end of the day: good cards are kept, but a full hand is deadly."""
    state, seat = guesses.state, guesses.seat
    card = str(move[1])
    if state.rules.plan.weapons.get(card) and state.meeple[seat] in state.bandits:
        return -1.0
    full = 5.0 if len(state.hand[seat]) >= state.character_of(seat).hand else 0.0
    return full + 1.2 * _tomorrow(guesses) - guesses.plan.cards[card]


def _tomorrow(guesses: Guesses) -> float:
    """Return the average worth of a card drawn tomorrow."""
    state, seat = guesses.state, guesses.seat
    cards = state.draw[seat] + state.discard[seat]
    worth = guesses.plan.cards
    return sum(worth.get(card, -0.3) for card in cards) / len(cards) if cards else 0.0


def _join(guesses: Guesses, move: Move) -> float:
    return of_job(guesses, str(move[1]), int(move[2])) + 0.3


def _accept(guesses: Guesses, move: Move) -> float:
    """Return the worth of a trade: what comes, less what goes. In a team, the partner's gain counts too."""
    said = Proposal(*guesses.state.frames[-1][2])
    comes, goes = _goods(guesses, said.give), _goods(guesses, said.ask)
    team = guesses.state.rules.mode != "versus"
    carried = 0.5 * (guesses.seat in said.carry) + (0.2 if team else -0.5) * (said.seat in said.carry)
    return comes - goes * (0.5 if team else 1.1) + carried


def _goods(guesses: Guesses, goods: Sequence[tuple[str, int]]) -> float:
    plan = guesses.plan
    return sum(
        number * (plan.kinds[KINDS.index(what)] if what in KINDS else plan.cards.get(what, 0.0))
        for what, number in goods
    )


def _invite(guesses: Guesses, move: Move) -> float:
    return 0.3 if guesses.state.rules.mode != "versus" else -0.1


def _haul(guesses: Guesses, move: Move) -> float:
    return _hauled(guesses, (int(move[1]), int(move[2])))


def _ride_along(guesses: Guesses, move: Move) -> float:
    """Return the worth of riding along: a player who stays behind must walk."""
    _, _, (origin, place) = guesses.state.frames[-1]
    pain = PAIN if tuple(origin) in guesses.state.bandits else 0.0
    better = guesses.outlook(guesses.seat).get(tuple(place), -1.0) - guesses.outlook(guesses.seat).get(
        tuple(origin), -1.0
    )
    ahead = guesses.plan.step if place[0] > origin[0] else 0.0
    return better + ahead - pain


_GLANCES: Mapping[str, Callable[[Guesses, Move], float]] = {
    "character": _flat(0.0),
    "job": _job,
    "buy": _buy,
    "trade": _flat(NEVER),
    "move": _flat(0.2),
    "end": _flat(PASS - 0.01),
    "pass": _flat(PASS),
    "drop": _drop,
    "keep": _flat(0.0),
    "x": _choose_x,
    "pay": _choose_pay,
    "gain": _choose_gain,
    "discard": _let_go,
    "scrap": _let_go,
    "type": lambda look, move: float(move[1] == "exhaustion"),
    "put": _put,
    "go": _flat(0.0),
    "also": _also,
    "who": _flat(0.0),
    "step": _step,
    "ride": _ride,
    "enter": _enter,
    "decline": _decline,
    "more": _more,
    "stop": _flat(0.0),
    "reveal": _reveal,
    "haul": _haul,
    "take-wagon": _flat(0.5),
    "leave-wagon": _flat(0.0),
    "ride-along": _ride_along,
    "stay": _flat(0.0),
    "commit": _commit,
    "ready": _flat(0.0),
    "invite": _invite,
    "roll": _flat(0.0),
    "join": _join,
    "refuse": _flat(0.0),
    "accept": _accept,
    "cost": _let_go,
    "give": _flat(-1.0),
    "ask": _flat(-1.0),
    "carry": _flat(-1.0),
    "offer": _flat(-2.0),
    "use": _flat(0.1),
    TAKE_BACK: _flat(NEVER),
}
_HERE: Mapping[tuple[str, str], Callable[[Guesses, Move], float]] = {
    ("trade", "drop"): _flat(1.0),
    ("carry", "go"): _flat(0.0),
}

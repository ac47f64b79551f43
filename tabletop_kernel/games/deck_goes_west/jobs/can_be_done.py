"""Tests if a player can do a job to its end with this hand and this stock, on this tile.

Dice and card draws don't count in advance. A job, or several done together, is a list of pairs (step, X).
`first_impossible_step` finds the first step that must fail, whatever the player chooses on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.jobs import unmet_step
from tabletop_kernel.games.deck_goes_west.jobs.language import COLOURS, KINDS, PLACE_WORDS, THIS, Job, Step
from tabletop_kernel.games.deck_goes_west.jobs.unmet_step import ALL_POSSIBLE, Todo
from tabletop_kernel.games.deck_goes_west.land.step_costs import tiles_in_sight
from tabletop_kernel.games.deck_goes_west.land.wagon_limits import can_begin, refuse_wagon
from tabletop_kernel.games.deck_goes_west.state import DANGERS, Place, State, Stock

COST_VERBS = ("pay", "discard", "scrap")
TAKING_VERBS = (*COST_VERBS, "build")  # steps that fail if something is missing
STOCK_VERBS = (*TAKING_VERBS, "gain")  # steps that change what you can pay with


class Means(NamedTuple):
    """A player's means for the steps of a job: resources and cards."""

    stock: Stock
    hand: tuple[str, ...]
    paid: tuple[str, ...] = ()  # kinds paid earlier in this job
    waiting: Sequence[Todo] = ()  # last steps of other jobs done together with this one
    recycled: int = 0  # 1 if the played card is on the discard pile by then
    x: int = -1  # the X that a ruling makes all jobs share; -1: free


def current_means(state: State, seat: int) -> Means:
    """Return what a player has now."""
    return Means(state.stock[seat], state.hand[seat])


def steps_of(state: State, job: Job) -> tuple[Step, ...]:
    """Return the steps of a job in the order of the rulings."""
    steps = job.steps
    if state.ruling["ruling.step-order"] != "printed":
        steps = (*sorted(steps[:-1], key=lambda step: step.verb not in COST_VERBS), steps[-1])
    if job.is_battle and state.ruling["ruling.battle-extra-steps"] == "after":
        steps = tuple(sorted(steps, key=must_wait_for_battle))
    return steps


def must_wait_for_battle(step: Step) -> bool:
    """Tell if this step of a battle job waits for the battle's end, under the ruling for extra steps.

    Costs, conditions and weapons don't wait, but discarding or scrapping the card itself does.
    """
    return step.what == THIS or step.verb not in (*COST_VERBS, "if", "attack", "defend")


def choices_of_x(state: State, seat: int, job: Job, means: Means) -> list[int]:
    """Return the numbers that X can be; [0] if the job has no X."""
    return list(_iter_choices_of_x(state, seat, job, means)) if job.uses_x else [0]


def _iter_choices_of_x(state: State, seat: int, job: Job, means: Means) -> Iterator[int]:
    """Return an iterator over the numbers that X can be, for callers that need only the first."""
    steps = _steps_to_check(state, seat, job)
    largest = min((_most_x(state, step, means) for step in steps), default=0)
    if not any(step.amount.x for step in steps):
        largest = least_x(state)  # no step to be done has an X
    numbers = range(least_x(state), largest + 1) if means.x < 0 else [means.x]
    return (x for x in numbers if _is_possible_with(state, seat, job, steps, x, means))


def _most_x(state: State, step: Step, means: Means) -> int:
    """Return the largest X that one step can pay for; MOST_X if it sets no limit."""
    if not step.amount.x or step.verb not in COST_VERBS:
        return MOST_X
    if step.verb == "pay":
        available = max(means.stock) if step.what == "any" else means.stock[KINDS.index(step.what)]
    else:
        available = len(means.hand)
    return available // step.amount.number


MOST_X = 200  # for steps without a limit: another step of the job has one


# -- the first step that fails -----------------------------------------------------------------------------------------


def first_impossible_step(state: State, seat: int, todo: Sequence[Todo], means: Means) -> int:
    """Return the index of the first step that can't be done; FINE if all can."""
    todo = [*todo[:-1], *means.waiting, *todo[-1:]]
    indexes = [
        index
        for index, (step, x) in enumerate(todo)
        if (test := REFUSAL_BY_VERB.get(step.verb)) and test(state, seat, step, x)
    ]
    indexes += [
        _first_short_of_cards(state, todo, means.hand),
        _first_short_of_stock(state, seat, todo, means),
        _first_incomplete(state, seat, todo, means)[0],
        _second_railway(todo),
    ]
    return min((index for index in indexes if index != ALL_POSSIBLE), default=ALL_POSSIBLE)


def can_do(state: State, seat: int, todo: Sequence[Todo], means: Means) -> bool:
    """Tell if all steps can be done: like `first_impossible_step`, but faster."""
    todo = [*todo[:-1], *means.waiting, *todo[-1:]] if means.waiting else todo
    return _can_pay(state, seat, todo, means) and _can_do_here(state, seat, todo, means)


def _can_pay(state: State, seat: int, todo: Sequence[Todo], means: Means) -> bool:
    """Tell if hand and stock are enough for all steps."""
    if (
        not means.paid
        and not any(step.verb in TAKING_VERBS for step, _ in todo)
        and not unmet_step.supply_limits(state, seat)
    ):
        return True
    return (
        _second_railway(todo)
        == _first_short_of_cards(state, todo, means.hand)
        == _first_short_of_stock(state, seat, todo, means)
        == ALL_POSSIBLE
    )


def _can_do_here(state: State, seat: int, todo: Sequence[Todo], means: Means) -> bool:
    """Tell if all steps find what they need on the table."""
    for step, x in todo:
        test = HINDRANCE_BY_VERB.get(step.verb)
        if test is not None and test(state, seat, step, x):
            return False
    return _first_incomplete(state, seat, todo, means)[0] == ALL_POSSIBLE


def _first_short_of_cards(state: State, todo: Sequence[Todo], hand: tuple[str, ...]) -> int:
    """Return the index of the first step that needs more cards than the hand has; FINE if there is none."""
    needed: dict[str, int] = {}
    for index, (step, x) in enumerate(todo):
        if step.verb not in ("discard", "scrap") or step.what == "this":
            continue
        group = "danger" if step.what in ("danger", *DANGERS) else "item"
        for name in {step.what, group}:
            needed[name] = needed.get(name, 0) + step.amount.value(x)
            if needed[name] > count_cards(state, hand, name):
                return index
    return ALL_POSSIBLE


def count_cards(state: State, hand: Sequence[str], what: str) -> int:
    """Count the cards of a hand that fit a step: item cards, one colour, danger, or one type of danger."""
    return sum(can_serve(state, card, what) for card in hand)


def can_serve(state: State, card: str, what: str) -> bool:
    """Tell if a card fits a step: an item card, its colour, any danger, or its type of danger."""
    card_kind = state.rules.cards[card]
    if what == "danger":
        return card_kind.kind in DANGERS
    if what in DANGERS:
        return card_kind.kind == what
    return card_kind.kind not in DANGERS and (what == "item" or card_kind.colour == what)


def _first_short_of_stock(state: State, seat: int, todo: Sequence[Todo], means: Means) -> int:
    """Return the index of the first step short of resources, even with the best choices; FINE if there is none."""
    limits = unmet_step.supply_limits(state, seat)
    must_differ = state.ruling["ruling.any-equal"] == "different"
    costs_own_metal = state.ruling["ruling.build-token"] == "own"

    def deepest(index: int, stock: Stock, paid: tuple[str, ...]) -> int:
        """Return the index of the first step that fails from here on, with the best choice of kinds."""
        while index < len(todo):
            step, x = todo[index]
            count = step.amount.value(x)
            if step.verb == "build" and costs_own_metal:
                step, count = Step("pay", "metal", step.amount, step.column), 1
            if step.verb not in ("pay", "gain") or step.amount.dice or not count:
                index += 1
                continue
            if step.what == "any":
                return max(
                    (deepest(index + 1, after, (*paid, kind) if step.verb == "pay" else paid)
                     for kind in KINDS
                     if (after := stock_after(stock, kind, count if step.verb == "gain" else -count, limits))
                     and not (step.verb == "gain" and must_differ and kind in paid)),
                    default=index + 1 if step.verb == "gain" and not limits else index,
                )  # fmt: skip
            after = stock_after(stock, step.what, count if step.verb == "gain" else -count, limits)
            if not after:
                return index
            stock, paid = after, (*paid, step.what) if step.verb == "pay" else paid
            index += 1
        return index

    reached = deepest(0, means.stock, means.paid)
    return ALL_POSSIBLE if reached == len(todo) else reached


def stock_after(stock: Stock, kind: str, count: int, limits: Sequence[int] | None = None) -> Stock | None:
    """Return the stock with more or less of a kind; None if the stock or the supply is too small."""
    index = KINDS.index(kind)
    if stock[index] + count < 0 or (limits and count > 0 and stock[index] + count > limits[index]):
        return None
    counts = list(stock)
    counts[index] += count
    gold, metal, wood, food = counts
    return gold, metal, wood, food


def _first_incomplete(state: State, seat: int, todo: Sequence[Todo], means: Means) -> tuple[int, str]:
    return unmet_step.first_incomplete_step(state, seat, todo, means.hand, means.recycled)


def _second_railway(todo: Sequence[Todo]) -> int:
    """Return the index of a second railway for the same tile; FINE if there is none."""
    builds = [index for index, (step, _) in enumerate(todo) if step.verb == "build"]
    return builds[1] if len(builds) > 1 else ALL_POSSIBLE


# -- steps that look at the table --------------------------------------------------------------------------------------


def refuse_place(state: State, seat: int, step: Step, x: int) -> Verdict | None:
    """Return why a place condition isn't met; None if it is, or if an event decides it."""
    if step.what not in PLACE_WORDS:
        return None  # the event itself decides this condition
    place = state.meeple[seat]
    if place not in state.up or step.what not in state.types(place):
        return Verdict(_missing_place_rule(state, place, step.what), place=step.what, tile=place)
    return Verdict("cond.no-bandits", place=step.what, tile=place) if place in state.bandits else None


def _missing_place_rule(state: State, place: Place, what: str) -> str:
    """Return the rule that refuses a tile: a ruling, if the tile fails only because it is a camp."""
    tile = state.tile(place) if place in state.up else None
    return "ruling.camp-terrain" if tile and tile.camp and what in tile.types else "cond.place"


def refuse_building(state: State, seat: int, step: Step, x: int) -> Verdict | None:
    """Return why no railway can be built here; None if one can."""
    place = state.meeple[seat]
    if place in state.bandits:
        return Verdict("build.no-bandits", tile=place)
    if place in state.rails:
        return Verdict("build.no-double", tile=place)
    types = state.types(place)
    is_water = "water" in types
    can_be_either = is_water and len(types) > 1 and state.ruling["ruling.water-type"] == "either"
    if step.what == "land" and is_water and not can_be_either:
        return Verdict("build.land", tile=place)
    return Verdict("build.water", tile=place) if step.what == "water" and not is_water else None


def _refuse_wagon(state: State, seat: int, step: Step, x: int) -> Verdict | None:
    return refuse_wagon(state, seat, step.amount.value(x))


def _refuse_telescope(state: State, seat: int, step: Step, x: int) -> Verdict | None:
    if not unmet_step.must_be_in_full(state) or tiles_in_sight(state, seat):
        return None
    return Verdict("ruling.never-block", what="no-telescope", need=step.amount.value(x), have=0)


REFUSAL_BY_VERB: dict[str, Callable[[State, int, Step, int], Verdict | None]] = {
    "if": refuse_place,
    "build": refuse_building,
    "wagon": _refuse_wagon,
    "telescope": _refuse_telescope,
}


def can_work(state: State, seat: int, step: Step) -> bool:
    """Tell if a step finds what it needs on the table, whatever stock and hand hold."""
    test = REFUSAL_BY_VERB.get(step.verb)
    return test is None or test(state, seat, step, 0) is None


def _is_wagon_stuck(state: State, seat: int, step: Step, x: int) -> bool:
    return not can_begin(state, seat, step.amount.value(x))


# The same tests without reasons where those are slow to find.
HINDRANCE_BY_VERB: dict[str, Callable[[State, int, Step, int], object]] = {**REFUSAL_BY_VERB, "wagon": _is_wagon_stuck}


# -- why ---------------------------------------------------------------------------------------------------------------


def is_possible(state: State, seat: int, job: Job, means: Means) -> bool:
    """Tell if a job can be done to its end, without looking for reasons: lists of moves test many jobs."""
    if state.ruling["ruling.job-exact"] == "lenient":
        return True
    if job.uses_x and next(_iter_choices_of_x(state, seat, job, means), None) is not None:
        return True
    return _is_possible_with(state, seat, job, _steps_to_check(state, seat, job), _first_x(state, job, means), means)


def _is_possible_with(state: State, seat: int, job: Job, steps: Sequence[Step], x: int, means: Means) -> bool:
    """Tell if these steps of a job can be done with this X; the payments are cached."""
    waiting = means.waiting
    if (
        means.paid
        or (waiting and any(step.verb in STOCK_VERBS for step, _ in waiting))
        or unmet_step.supply_limits(state, seat)
    ):
        return can_do(state, seat, [(step, x) for step in steps], means)
    stock, hand = means.stock if job.costs_stock else None, means.hand if job.costs_cards else None
    case = (job.line, len(steps), x, stock, hand)  # the same hand meets the same job all day
    can_pay = state.rules.affordable.get(case)
    if can_pay is None:
        can_pay = state.rules.affordable.keep(case, _can_pay(state, seat, [(step, x) for step in steps], means))
    if not can_pay:
        return False
    todo = [(step, x) for step in steps]
    return _can_do_here(state, seat, [*todo[:-1], *waiting, *todo[-1:]] if waiting else todo, means)


def refuse_job(state: State, seat: int, job: Job, means: Means) -> Verdict | None:
    """Return why a job can't be started; None if it can be done to its end."""
    return (
        None if is_possible(state, seat, job, means) else refuse_x(state, seat, job, means, _first_x(state, job, means))
    )


def _first_x(state: State, job: Job, at: Means) -> int:
    """Return the X to judge a job by: the shared X, or the smallest one allowed."""
    return max(at.x, least_x(state) if job.uses_x else 0)


def least_x(state: State) -> int:
    """Return the smallest X that a player may choose."""
    return 0 if state.ruling["ruling.x-zero"] == "zero-ok" else 1


def refuse_x(state: State, seat: int, job: Job, means: Means, x: int) -> Verdict | None:
    """Return why a job can't be done with this X; None if it can."""
    todo = [(step, x) for step in _steps_to_check(state, seat, job)]
    index = first_impossible_step(state, seat, todo, means)
    if index == ALL_POSSIBLE:
        return None
    for step, _ in todo:  # a blocked railway or wagon matters more than a missing price
        if step.verb in ("build", "wagon") and (refusal := REFUSAL_BY_VERB[step.verb](state, seat, step, x)):
            return refusal
    return _refuse_last_step(state, seat, [*todo[:-1], *means.waiting, *todo[-1:]][: index + 1], means)


def _steps_to_check(state: State, seat: int, job: Job) -> tuple[Step, ...]:
    """Return the steps that must be possible before a job starts."""
    steps = steps_of(state, job)
    if state.ruling["ruling.mid-condition"] != "always-stop":
        return steps
    first = next((index for index, step in enumerate(steps) if step.verb != "if"), 0)
    return (*steps[:first], *_until_stop(state, seat, steps[first:]))


def steps_ahead(state: State, seat: int, job: Job, index: int) -> tuple[Step, ...]:
    """Return the steps that will follow the current one."""
    return _until_stop(state, seat, steps_of(state, job)[index + 1 :])


def _until_stop(state: State, seat: int, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the steps before the first unmet condition, if a ruling stops there; else all."""
    if state.ruling["ruling.mid-condition"] != "always-stop":
        return steps
    return tuple(takewhile(lambda step: step.verb != "if" or refuse_place(state, seat, step, 0) is None, steps))


def _refuse_last_step(state: State, seat: int, todo: Sequence[Todo], means: Means) -> Verdict:
    """Return why the last of these steps can't be done after the others."""
    step, x = todo[-1]
    if test := REFUSAL_BY_VERB.get(step.verb):
        if refusal := test(state, seat, step, x):
            is_gate = refusal.rule == "cond.place" and len(todo) > 1
            return Verdict("cond.gate", **refusal.facts) if is_gate else refusal
    count = step.amount.value(x)
    if lacks := _first_incomplete(state, seat, todo, means)[1]:
        return Verdict("ruling.never-block", what=lacks, need=count)
    if step.verb == "gain":
        return Verdict("ruling.never-block", what="no-supply", need=count, kind=step.what)
    if step.verb == "pay":
        return _refuse_payment(todo, means, count)
    if step.verb == "build" and refuse_building(state, seat, step, x) is None and _costs_own_metal(state):
        return Verdict("build.token")
    if step.verb == "build":
        return Verdict("build.no-double", tile=state.meeple[seat])
    return _refuse_cards(state, step, count, means)


def _refuse_payment(todo: Sequence[Todo], means: Means, count: int) -> Verdict:
    """Return what is missing: of one kind, or of the job's whole cost."""
    step, _ = todo[-1]
    costs = [one.amount.value(x) for one, x in todo if one.verb == "pay"]
    if len(costs) > 1 and sum(means.stock) < sum(costs):
        return Verdict("res.pay", kind="in all", need=sum(costs), have=sum(means.stock))
    if step.what == "any":
        is_split = sum(means.stock) >= count > max(means.stock)
        return Verdict(
            "res.any-same" if is_split or len(costs) > 1 else "res.pay", need=count, have=max(means.stock), kind="any"
        )
    have = means.stock[KINDS.index(step.what)]
    need = sum(one.amount.value(x) for one, x in todo if one.verb == "pay" and one.what == step.what)
    if need <= have:  # an earlier payment of a chosen kind takes too much
        return Verdict("job.steps", what="leaves-too-little")
    return Verdict("res.pay", kind=step.what, need=need, have=have)


def _costs_own_metal(state: State) -> bool:
    """Tell if a railway's token costs the player a metal."""
    return state.ruling["ruling.build-token"] == "own"


def _refuse_cards(state: State, step: Step, count: int, means: Means) -> Verdict:
    available = count_cards(state, means.hand, step.what)
    facts = {"need": count, "have": available, "what": [count, step.what]}
    if step.what in COLOURS:
        return Verdict("cards.colour", colour=step.what, **facts)
    return Verdict("cards.item-any" if step.what == "item" else "cards.danger-type", **facts)

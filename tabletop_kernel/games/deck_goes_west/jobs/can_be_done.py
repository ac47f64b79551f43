"""Tests if a player can do a job to its end with this hand and this stock, on this tile.

Dice and card draws don't count in advance. A job, or several done together, is a list of pairs (step, X); `stuck` finds
the first step that must fail, whatever the player chooses on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.jobs import unmet_step
from tabletop_kernel.games.deck_goes_west.jobs.language import COLOURS, KINDS, PLACES, THIS, Job, Step
from tabletop_kernel.games.deck_goes_west.jobs.unmet_step import FINE, Todo
from tabletop_kernel.games.deck_goes_west.land.step_costs import in_sight
from tabletop_kernel.games.deck_goes_west.land.wagon_limits import can_begin, no_wagon
from tabletop_kernel.games.deck_goes_west.state import DANGERS, Place, State, Stock

COSTS = ("pay", "discard", "scrap")
TAKING = (*COSTS, "build")  # steps that fail if something is missing
COUNTED = (*TAKING, "gain")  # steps that change what you can pay with


class Means(NamedTuple):
    """A player's means for the steps of a job: resources and cards."""

    stock: Stock
    hand: tuple[str, ...]
    paid: tuple[str, ...] = ()  # kinds paid earlier in this job
    waiting: Sequence[Todo] = ()  # last steps of other jobs done together with this one
    recycled: int = 0  # 1 if the played card is on the discard pile by then
    x: int = -1  # the X that a ruling makes all jobs share; -1: free


def means(state: State, seat: int) -> Means:
    """Return what a player has now."""
    return Means(state.stock[seat], state.hand[seat])


def steps_of(state: State, job: Job) -> tuple[Step, ...]:
    """Return the steps of a job in the order of the rulings."""
    steps = job.steps
    if state.ruling["ruling.step-order"] != "printed":
        steps = (*sorted(steps[:-1], key=lambda step: step.verb not in COSTS), steps[-1])
    if job.is_battle and state.ruling["ruling.battle-extra-steps"] == "after":
        steps = tuple(sorted(steps, key=after_battle))
    return steps


def after_battle(step: Step) -> bool:
    """Tell if this step of a battle job waits for the battle's end, under the ruling for extra steps.

    Costs, conditions and weapons don't wait, but discarding or scrapping the card itself does.
    """
    return step.what == THIS or step.verb not in (*COSTS, "if", "attack", "defend")


def choices_of_x(state: State, seat: int, job: Job, at: Means) -> list[int]:
    """Return the numbers that X can be; [0] if the job has no X."""
    return list(_choices_of_x(state, seat, job, at)) if job.uses_x else [0]


def _choices_of_x(state: State, seat: int, job: Job, at: Means) -> Iterator[int]:
    """Return an iterator over the numbers that X can be, for callers that need only the first."""
    steps = _decisive(state, seat, job)
    most = min((_most_x(state, step, at) for step in steps), default=0)
    if not any(step.amount.x for step in steps):
        most = least_x(state)  # no step to be done has an X
    numbers = range(least_x(state), most + 1) if at.x < 0 else [at.x]
    return (x for x in numbers if _possible_with(state, seat, job, steps, x, at))


def _most_x(state: State, step: Step, at: Means) -> int:
    """Return the largest X that one step can pay for; MOST_X if it sets no limit."""
    if not step.amount.x or step.verb not in COSTS:
        return MOST_X
    if step.verb == "pay":
        there = max(at.stock) if step.what == "any" else at.stock[KINDS.index(step.what)]
    else:
        there = len(at.hand)
    return there // step.amount.number


MOST_X = 200  # for steps without a limit: another step of the job has one


# -- the first step that fails -----------------------------------------------------------------------------------------


def stuck(state: State, seat: int, todo: Sequence[Todo], at: Means) -> int:
    """Return the index of the first step that can't be done; FINE if all can."""
    todo = [*todo[:-1], *at.waiting, *todo[-1:]]
    fails = [
        index for index, (step, x) in enumerate(todo) if (test := _TESTS.get(step.verb)) and test(state, seat, step, x)
    ]
    fails += [
        _no_cards(state, todo, at.hand),
        _no_stock(state, seat, todo, at),
        _short(state, seat, todo, at)[0],
        _double(todo),
    ]
    return min((index for index in fails if index != FINE), default=FINE)


def can_do(state: State, seat: int, todo: Sequence[Todo], at: Means) -> bool:
    """Tell if all steps can be done: like `stuck`, but faster."""
    todo = [*todo[:-1], *at.waiting, *todo[-1:]] if at.waiting else todo
    return _can_pay(state, seat, todo, at) and _can_do_here(state, seat, todo, at)


def _can_pay(state: State, seat: int, todo: Sequence[Todo], at: Means) -> bool:
    """Tell if hand and stock are enough for all steps."""
    if not at.paid and not any(step.verb in TAKING for step, _ in todo) and not unmet_step.most_of(state, seat):
        return True
    return _double(todo) == _no_cards(state, todo, at.hand) == _no_stock(state, seat, todo, at) == FINE


def _can_do_here(state: State, seat: int, todo: Sequence[Todo], at: Means) -> bool:
    """Tell if all steps find what they need on the table."""
    for step, x in todo:
        test = _HINDERED.get(step.verb)
        if test is not None and test(state, seat, step, x):
            return False
    return _short(state, seat, todo, at)[0] == FINE


def _no_cards(state: State, todo: Sequence[Todo], hand: tuple[str, ...]) -> int:
    """Return the index of the first step that needs more cards than the hand has; FINE if there is none."""
    need: dict[str, int] = {}
    for index, (step, x) in enumerate(todo):
        if step.verb not in ("discard", "scrap") or step.what == "this":
            continue
        group = "danger" if step.what in ("danger", *DANGERS) else "item"
        for name in {step.what, group}:
            need[name] = need.get(name, 0) + step.amount.value(x)
            if need[name] > count_cards(state, hand, name):
                return index
    return FINE


def count_cards(state: State, hand: Sequence[str], what: str) -> int:
    """Count the cards of a hand that fit a step: item cards, one colour, danger, or one type of danger."""
    return sum(serves(state, card, what) for card in hand)


def serves(state: State, card: str, what: str) -> bool:
    """Tell if a card fits a step: an item card, its colour, any danger, or its type of danger."""
    kind = state.rules.cards[card]
    if what == "danger":
        return kind.kind in DANGERS
    if what in DANGERS:
        return kind.kind == what
    return kind.kind not in DANGERS and (what == "item" or kind.colour == what)


def _no_stock(state: State, seat: int, todo: Sequence[Todo], at: Means) -> int:
    """Return the index of the first step short of resources, even with the best choices; FINE if there is none."""
    most = unmet_step.most_of(state, seat)
    different = state.ruling["ruling.any-equal"] == "different"
    own_token = state.ruling["ruling.build-token"] == "own"

    def deepest(index: int, stock: Stock, paid: tuple[str, ...]) -> int:
        """Return the index of the first step that fails from here on, with the best choice of kinds."""
        while index < len(todo):
            step, x = todo[index]
            count = step.amount.value(x)
            if step.verb == "build" and own_token:
                step, count = Step("pay", "metal", step.amount, step.column), 1
            if step.verb not in ("pay", "gain") or step.amount.dice or not count:
                index += 1
                continue
            if step.what == "any":
                return max(
                    (deepest(index + 1, after, (*paid, kind) if step.verb == "pay" else paid)
                     for kind in KINDS
                     if (after := changed(stock, kind, count if step.verb == "gain" else -count, most))
                     and not (step.verb == "gain" and different and kind in paid)),
                    default=index + 1 if step.verb == "gain" and not most else index,
                )  # fmt: skip
            after = changed(stock, step.what, count if step.verb == "gain" else -count, most)
            if not after:
                return index
            stock, paid = after, (*paid, step.what) if step.verb == "pay" else paid
            index += 1
        return index

    reached = deepest(0, at.stock, at.paid)
    return FINE if reached == len(todo) else reached


def changed(stock: Stock, kind: str, count: int, most: Sequence[int] | None = None) -> Stock | None:
    """Return the stock with more or less of a kind; None if the stock or the supply is too small."""
    at = KINDS.index(kind)
    if stock[at] + count < 0 or (most and count > 0 and stock[at] + count > most[at]):
        return None
    then = list(stock)
    then[at] += count
    gold, metal, wood, food = then
    return gold, metal, wood, food


def _short(state: State, seat: int, todo: Sequence[Todo], at: Means) -> tuple[int, str]:
    return unmet_step.first_short(state, seat, todo, at.hand, at.recycled)


def _double(todo: Sequence[Todo]) -> int:
    """Return the index of a second railway for the same tile; FINE if there is none."""
    builds = [index for index, (step, _) in enumerate(todo) if step.verb == "build"]
    return builds[1] if len(builds) > 1 else FINE


# -- steps that look at the table --------------------------------------------------------------------------------------


def no_place(state: State, seat: int, step: Step, x: int) -> Verdict | None:
    """Return why a place condition isn't met; None if it is, or if an event decides it."""
    if step.what not in PLACES:
        return None  # the event itself decides this condition
    place = state.meeple[seat]
    if place not in state.up or step.what not in state.types(place):
        return Verdict(_missing_place(state, place, step.what), place=step.what, tile=place)
    return Verdict("cond.no-bandits", place=step.what, tile=place) if place in state.bandits else None


def _missing_place(state: State, place: Place, what: str) -> str:
    """Return the rule that refuses a tile: a ruling, if the tile fails only because it is a camp."""
    tile = state.tile(place) if place in state.up else None
    return "ruling.camp-terrain" if tile and tile.camp and what in tile.types else "cond.place"


def no_building(state: State, seat: int, step: Step, x: int) -> Verdict | None:
    """Return why no railway can be built here; None if one can."""
    place = state.meeple[seat]
    if place in state.bandits:
        return Verdict("build.no-bandits", tile=place)
    if place in state.rails:
        return Verdict("build.no-double", tile=place)
    types = state.types(place)
    wet = "water" in types
    either = wet and len(types) > 1 and state.ruling["ruling.water-type"] == "either"
    if step.what == "land" and wet and not either:
        return Verdict("build.land", tile=place)
    return Verdict("build.water", tile=place) if step.what == "water" and not wet else None


def _no_wagon(state: State, seat: int, step: Step, x: int) -> Verdict | None:
    return no_wagon(state, seat, step.amount.value(x))


def _nothing_to_reveal(state: State, seat: int, step: Step, x: int) -> Verdict | None:
    if not unmet_step.demanded(state) or in_sight(state, seat):
        return None
    return Verdict("ruling.never-block", what="no-telescope", need=step.amount.value(x), have=0)


_TESTS: dict[str, Callable[[State, int, Step, int], Verdict | None]] = {
    "if": no_place,
    "build": no_building,
    "wagon": _no_wagon,
    "telescope": _nothing_to_reveal,
}


def works(state: State, seat: int, step: Step) -> bool:
    """Tell if a step finds what it needs on the table, whatever stock and hand hold."""
    test = _TESTS.get(step.verb)
    return test is None or test(state, seat, step, 0) is None


def _wagon_stays(state: State, seat: int, step: Step, x: int) -> bool:
    return not can_begin(state, seat, step.amount.value(x))


# The same tests without reasons where those are slow to find.
_HINDERED: dict[str, Callable[[State, int, Step, int], object]] = {**_TESTS, "wagon": _wagon_stays}


# -- why ---------------------------------------------------------------------------------------------------------------


def possible(state: State, seat: int, job: Job, at: Means) -> bool:
    """Tell if a job can be done to its end, without looking for reasons: lists of moves test many jobs."""
    if state.ruling["ruling.job-exact"] == "lenient":
        return True
    if job.uses_x and next(_choices_of_x(state, seat, job, at), None) is not None:
        return True
    return _possible_with(state, seat, job, _decisive(state, seat, job), _first_x(state, job, at), at)


def _possible_with(state: State, seat: int, job: Job, steps: Sequence[Step], x: int, at: Means) -> bool:
    """Tell if these steps of a job can be done with this X; the payments are cached."""
    waiting = at.waiting
    if at.paid or (waiting and any(step.verb in COUNTED for step, _ in waiting)) or unmet_step.most_of(state, seat):
        return can_do(state, seat, [(step, x) for step in steps], at)
    stock, hand = at.stock if job.costs_stock else None, at.hand if job.costs_cards else None
    case = (job.line, len(steps), x, stock, hand)  # the same hand meets the same job all day
    enough = state.rules.affordable.get(case)
    if enough is None:
        enough = state.rules.affordable.keep(case, _can_pay(state, seat, [(step, x) for step in steps], at))
    if not enough:
        return False
    todo = [(step, x) for step in steps]
    return _can_do_here(state, seat, [*todo[:-1], *waiting, *todo[-1:]] if waiting else todo, at)


def refusal(state: State, seat: int, job: Job, at: Means) -> Verdict | None:
    """Return why a job can't be started; None if it can be done to its end."""
    return None if possible(state, seat, job, at) else refusal_of_x(state, seat, job, at, _first_x(state, job, at))


def _first_x(state: State, job: Job, at: Means) -> int:
    """Return the X to judge a job by: the shared X, or the smallest one allowed."""
    return max(at.x, least_x(state) if job.uses_x else 0)


def least_x(state: State) -> int:
    """Return the smallest X that a player may choose."""
    return 0 if state.ruling["ruling.x-zero"] == "zero-ok" else 1


def refusal_of_x(state: State, seat: int, job: Job, at: Means, x: int) -> Verdict | None:
    """Return why a job can't be done with this X; None if it can."""
    todo = [(step, x) for step in _decisive(state, seat, job)]
    index = stuck(state, seat, todo, at)
    if index == FINE:
        return None
    for step, _ in todo:  # a blocked railway or wagon matters more than a missing price
        if step.verb in ("build", "wagon") and (wrong := _TESTS[step.verb](state, seat, step, x)):
            return wrong
    return _why(state, seat, [*todo[:-1], *at.waiting, *todo[-1:]][: index + 1], at)


def _decisive(state: State, seat: int, job: Job) -> tuple[Step, ...]:
    """Return the steps that must be possible before a job starts."""
    steps = steps_of(state, job)
    if state.ruling["ruling.mid-condition"] != "always-stop":
        return steps
    first = next((index for index, step in enumerate(steps) if step.verb != "if"), 0)
    return (*steps[:first], *_until_stop(state, seat, steps[first:]))


def ahead(state: State, seat: int, job: Job, at: int) -> tuple[Step, ...]:
    """Return the steps that will follow the current one."""
    return _until_stop(state, seat, steps_of(state, job)[at + 1 :])


def _until_stop(state: State, seat: int, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the steps before the first unmet condition, if a ruling stops there; else all."""
    if state.ruling["ruling.mid-condition"] != "always-stop":
        return steps
    return tuple(takewhile(lambda step: step.verb != "if" or no_place(state, seat, step, 0) is None, steps))


def _why(state: State, seat: int, todo: Sequence[Todo], at: Means) -> Verdict:
    """Return why the last of these steps can't be done after the others."""
    step, x = todo[-1]
    if test := _TESTS.get(step.verb):
        if wrong := test(state, seat, step, x):
            gated = wrong.rule == "cond.place" and len(todo) > 1
            return Verdict("cond.gate", **wrong.facts) if gated else wrong
    count = step.amount.value(x)
    if lacks := _short(state, seat, todo, at)[1]:
        return Verdict("ruling.never-block", what=lacks, need=count)
    if step.verb == "gain":
        return Verdict("ruling.never-block", what="no-supply", need=count, kind=step.what)
    if step.verb == "pay":
        return _why_no_stock(todo, at, count)
    if step.verb == "build" and no_building(state, seat, step, x) is None and _own_metal(state):
        return Verdict("build.token")
    if step.verb == "build":
        return Verdict("build.no-double", tile=state.meeple[seat])
    return _why_no_card(state, step, count, at)


def _why_no_stock(todo: Sequence[Todo], at: Means, count: int) -> Verdict:
    """Return what is missing: of one kind, or of the job's whole cost."""
    step, _ = todo[-1]
    costs = [one.amount.value(x) for one, x in todo if one.verb == "pay"]
    if len(costs) > 1 and sum(at.stock) < sum(costs):
        return Verdict("res.pay", kind="in all", need=sum(costs), have=sum(at.stock))
    if step.what == "any":
        split = sum(at.stock) >= count > max(at.stock)
        return Verdict(
            "res.any-same" if split or len(costs) > 1 else "res.pay", need=count, have=max(at.stock), kind="any"
        )
    have = at.stock[KINDS.index(step.what)]
    need = sum(one.amount.value(x) for one, x in todo if one.verb == "pay" and one.what == step.what)
    if need <= have:  # an earlier payment of a chosen kind takes too much
        return Verdict("job.steps", what="leaves-too-little")
    return Verdict("res.pay", kind=step.what, need=need, have=have)


def _own_metal(state: State) -> bool:
    """Tell if a railway's token costs the player a metal."""
    return state.ruling["ruling.build-token"] == "own"


def _why_no_card(state: State, step: Step, count: int, at: Means) -> Verdict:
    there = count_cards(state, at.hand, step.what)
    facts = {"need": count, "have": there, "what": [count, step.what]}
    if step.what in COLOURS:
        return Verdict("cards.colour", colour=step.what, **facts)
    return Verdict("cards.item-any" if step.what == "item" else "cards.danger-type", **facts)

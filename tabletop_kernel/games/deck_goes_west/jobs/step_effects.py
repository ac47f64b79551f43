"""The effects of job steps, and the choices that still let a player do the job to its end."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.piles_and_points import without
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.cards import danger_cards, draws
from tabletop_kernel.games.deck_goes_west.days import ending
from tabletop_kernel.games.deck_goes_west.days.events import TEAM
from tabletop_kernel.games.deck_goes_west.jobs import can_be_done, dice_bonus, unmet_step
from tabletop_kernel.games.deck_goes_west.jobs.language import ANY, KINDS, THIS, Amount, Job, Step
from tabletop_kernel.games.deck_goes_west.jobs.sources import MISSION
from tabletop_kernel.games.deck_goes_west.jobs.under_way import (
    EVENT,
    GATHER,
    UNKNOWN,
    Doing,
    Part,
    give_resources,
    go_to_next_step,
    is_done_in_part,
    job_of,
    means_now,
    step_count,
    update_job,
)
from tabletop_kernel.games.deck_goes_west.land import moving, railways, wagon
from tabletop_kernel.games.deck_goes_west.state import DANGERS, State

# -- choices -----------------------------------------------------------------------------------------------------------


CHOICE_VERB = {"pay": "pay", "gain": "gain", "discard": "discard", "scrap": "scrap", "take": "type"}  # step -> move


def choices(state: State, seat: int, doing: Doing, job: Job, step: Step) -> list[str]:
    """Return the choices for a step that still let the player do the job to its end."""
    if step.verb == "pay":
        return [kind for kind in KINDS if _leaves_rest_possible(state, seat, doing, job, step, kind)]
    if step.verb == "gain":
        can_repeat = state.ruling["ruling.any-equal"] == "allowed"
        kinds = [kind for kind in KINDS if can_repeat or kind not in doing.paid]
        return [kind for kind in kinds if _can_gain_in_full(state, seat, doing, job, step, kind)]
    if step.verb == "take":
        return [
            kind for kind in DANGERS if is_done_in_part(state, doing) or not _is_danger_short(state, doing, step, kind)
        ]
    cards = dict.fromkeys(card for card in state.hand[seat] if can_be_done.can_serve(state, card, step.what))
    return [card for card in cards if _leaves_rest_possible(state, seat, doing, job, step, card)]


def _leaves_rest_possible(state: State, seat: int, doing: Doing, job: Job, step: Step, choice: str) -> bool:
    """Tell if everything after a choice can still be done."""
    if step.verb == "pay" and state.resource_count(seat, choice) < step_count(doing, step):
        return is_done_in_part(state, doing) and state.resource_count(seat, choice) == max(state.stock[seat]) > 0
    if is_done_in_part(state, doing):
        return True
    means = means_now(state, seat, doing)
    if step.verb == "pay":
        stock_left = can_be_done.stock_after(means.stock, choice, -step_count(doing, step))
        assert stock_left is not None
        means = means._replace(stock=stock_left, paid=(*doing.paid, choice))
    else:
        means = means._replace(hand=without(means.hand, choice))
    todo = [(step, doing.x) for step in can_be_done.steps_ahead(state, seat, job, doing.at)]
    if step.verb != "pay" and doing.left > 1:  # more cards for this same step
        todo.insert(0, (Step(step.verb, step.what, Amount(doing.left - 1)), 0))
    if doing.mode == GATHER and not todo:
        todo = [*means.waiting]
        means = means._replace(waiting=())
    return can_be_done.can_do(state, seat, todo, means)


def _can_gain_in_full(state: State, seat: int, doing: Doing, job: Job, step: Step, kind: str) -> bool:
    """Tell if a kind can be gained in full and leaves enough in the supply, if a ruling demands that."""
    if is_done_in_part(state, doing) or step.amount.dice or not (most := unmet_step.supply_limits(state, seat)):
        return True
    means = means_now(state, seat, doing)
    stock_then = can_be_done.stock_after(means.stock, kind, step_count(doing, step), most)
    todo = [(step, doing.x) for step in can_be_done.steps_ahead(state, seat, job, doing.at)]
    return stock_then is not None and can_be_done.can_do(state, seat, todo, means._replace(stock=stock_then))


def _is_danger_short(state: State, doing: Doing, step: Step, kind: str) -> bool:
    """Tell if there are too few danger cards of a kind, if a ruling demands that all are taken."""
    can_be_partial = not unmet_step.must_be_in_full(state) or state.ruling["ruling.danger-empty"] == "lose"
    return not can_be_partial and unmet_step.count_danger_left(state, kind) < step_count(doing, step)


def refuse_choice(state: State, seat: int, doing: Doing, job: Job, move: Move) -> Verdict:
    """Return why something else can't be chosen now."""
    verb = str(move[0])
    choice = move[1] if len(move) == len(("verb", "choice")) else None
    if verb == "x" and not job.uses_x:
        return Verdict("x.choose", what="no-x")
    if doing.x == UNKNOWN and verb != "x":
        return Verdict("job.order", what="the-x")
    if doing.x == UNKNOWN:
        refusal = None
        if isinstance(choice, int) and choice >= can_be_done.least_x(state):
            refusal = can_be_done.refuse_x(state, seat, job, means_now(state, seat, doing), choice)
            if refusal and is_done_in_part(state, doing):  # a shortage is no reason if players pay what they have
                return Verdict("x.choose", what="x-in-full")
        return refusal or Verdict("x.choose", what="which-x")
    step = can_be_done.steps_of(state, job)[doing.at]
    if verb == "x" and job.uses_x:
        return Verdict("x.same", x=doing.x)
    if verb != CHOICE_VERB[step.verb]:
        count = step_count(doing, step) if doing.left == UNKNOWN else doing.left
        return Verdict("job.order", what=[count, f"{step.verb} {step.what}"])
    if step.verb == "pay":
        return _refuse_payment(state, seat, doing, step, choice)
    if step.verb == "gain":
        if choice in KINDS and (choice not in doing.paid or state.ruling["ruling.any-equal"] == "allowed"):
            return Verdict("ruling.never-block", what="no-supply", kind=choice)
        return Verdict("ruling.any-equal", kind=choice) if choice in KINDS else Verdict("res.four")
    if step.verb == "take" and choice in DANGERS:
        return Verdict("ruling.never-block", what="no-danger")
    if step.verb == "take":
        return Verdict("cards.danger-type", what=[1, "danger"])
    return _refuse_card(state, seat, doing, step, choice)


def _refuse_payment(state: State, seat: int, doing: Doing, step: Step, kind: str | int | None) -> Verdict:
    if kind not in KINDS:
        return Verdict("res.four")
    need, have = step_count(doing, step), state.resource_count(seat, kind)
    if is_done_in_part(state, doing):
        return Verdict("event.must" if doing.mode == EVENT else "job.steps", what="most-of")
    if have < need:
        is_split = sum(state.stock[seat]) >= need
        return Verdict("res.any-same" if is_split else "res.pay", kind=kind, need=need, have=have)
    return Verdict("job.steps", what="later")


def _refuse_card(state: State, seat: int, doing: Doing, step: Step, card: str | int | None) -> Verdict:
    """Return why a card can't be chosen."""
    if card not in state.hand[seat]:
        if card == doing.source and card in state.rules.cards:
            return Verdict("job.item-other", card=card)
        return Verdict("cards.discard" if step.verb == "discard" else "cards.scrap", card=card)
    facts = {"need": doing.left, "what": [doing.left, step.what], "card": card}
    if state.is_danger(card) != (step.what in ("danger", "pain", "exhaustion")):
        return Verdict("cards.kinds-apart", **facts)
    if state.is_danger(card):
        return Verdict("cards.danger-type", **facts)
    if not can_be_done.can_serve(state, card, step.what):
        return Verdict("cards.colour", colour=step.what, **facts)
    return Verdict("job.steps", what="later")


# -- what the steps do -------------------------------------------------------------------------------------------------


def _job_of(state: State, seat: int, doing: Doing) -> Job:
    return job_of(state, seat, doing.source, doing.n)


Effect = Callable[[State, int, Doing, Step, Emit | None], bool]  # True: the player must choose


def _if(state: State, seat: int, doing: Doing, step: Step, emit: Emit | None) -> bool:
    return go_to_next_step(state, doing)


def _pay(state: State, seat: int, doing: Doing, step: Step, emit: Emit | None) -> bool:
    count = step_count(doing, step)
    if step.what != ANY or not count or not any(state.stock[seat]):
        return _choose_pay(state, seat, doing, step, step.what, emit)
    job = _job_of(state, seat, doing)
    kinds = choices(state, seat, doing, job, step)
    return len(kinds) != 1 or _choose_pay(state, seat, doing, step, kinds[0], emit)


def _choose_pay(state: State, seat: int, doing: Doing, step: Step, kind: str, emit: Emit | None) -> bool:
    """Pay this much of a kind, or as much as there is if steps are done as far as possible."""
    need = step_count(doing, step)
    count = 0 if kind == ANY else min(need, state.resource_count(seat, kind))  # ANY only if there is nothing to pay
    if count:
        state.add(seat, kind, -count)
    if emit and count == need:
        if count:
            emit("pays", "res.pay", EVERYONE, seat=seat, kind=kind, count=count)
    elif emit:
        kind_of_event = "pays-less" if count else "pays-nothing" if kind == ANY else "pays-none"
        emit(kind_of_event, partial_step_rule(doing), EVERYONE, seat=seat, kind=kind, count=count, need=need)
    return go_to_next_step(state, doing._replace(paid=(*doing.paid, kind)) if count else doing)


def partial_step_rule(doing: Doing) -> str:
    """Return the rule by which a step of this job may be done only in part."""
    return "ruling.event-cannot" if doing.mode == EVENT else "ruling.job-exact"


def _gain(state: State, seat: int, doing: Doing, step: Step, emit: Emit | None) -> bool:
    """Gain resources from the supply; roll the dice here if nobody else can join in."""
    count = step_count(doing, step)
    if not count:
        return go_to_next_step(state, doing)
    if doing.mode == EVENT and step.amount.dice and doing.at == len(_job_of(state, seat, doing).steps) - 1:
        go_to_next_step(state, doing)  # an event's last step is like an action's: others may join in
        dice_bonus.begin_roll(state, seat, [Part(seat, doing.source, doing.n, doing.x, doing.paid)], "act", emit)
        return False
    is_kind_chosen_late = step.amount.dice and state.ruling["ruling.any-dice"] == "after"
    if step.what == ANY and is_kind_chosen_late and doing.rolled == UNKNOWN:
        return update_job(state, doing._replace(rolled=dice_bonus.roll_job_dice(state, seat, count, emit)))
    if step.what != ANY:
        return _choose_gain(state, seat, doing, step, step.what, emit)
    job = _job_of(state, seat, doing)
    kinds = choices(state, seat, doing, job, step)
    if not kinds:
        return go_to_next_step(state, doing)
    return len(kinds) != 1 or _choose_gain(state, seat, doing, step, kinds[0], emit)


def _choose_gain(state: State, seat: int, doing: Doing, step: Step, kind: str, emit: Emit | None) -> bool:
    count = step_count(doing, step)
    if step.amount.dice:
        count = dice_bonus.roll_job_dice(state, seat, count, emit) if doing.rolled == UNKNOWN else doing.rolled
    rule = (
        "dice.worth"
        if step.amount.dice
        else "res.any-separate"
        if _is_another_free_choice(state, seat, doing)
        else "res.gain"
    )
    give_resources(state, seat, kind, count, rule, emit)
    return go_to_next_step(state, doing)


def _is_another_free_choice(state: State, seat: int, doing: Doing) -> bool:
    """Tell if this step and an earlier one of the job both let the player choose a kind."""
    chosen = [step.what == ANY for step in can_be_done.steps_of(state, _job_of(state, seat, doing))[: doing.at + 1]]
    return chosen[-1] and any(chosen[:-1])


def _score(state: State, seat: int, doing: Doing, step: Step, emit: Emit | None) -> bool:
    go_to_next_step(state, doing)
    ending.score_points(state, seat, step_count(doing, step), emit, _scoring_source(state, seat, doing))
    return False


def _scoring_source(state: State, seat: int, doing: Doing) -> str:
    """Return what a job scores for: its event or the mission, and the conditions met for this step."""
    job = _job_of(state, seat, doing)
    conditions = [step.what for step in job.steps[: doing.at] if step.verb == "if"]
    return " ".join([job.event or MISSION, *conditions])


def _lose(state: State, seat: int, doing: Doing, step: Step, emit: Emit | None) -> bool:
    ending.lose_points(state, seat, step_count(doing, step), emit, team=TEAM in doing.facts)
    return go_to_next_step(state, doing)


def _move(state: State, seat: int, doing: Doing, step: Step, emit: Emit | None) -> bool:
    """Use movement at once, in the middle of a job or an event."""
    go_to_next_step(state, doing)
    moving.begin_movement(state, seat, seat, [(step.what, step_count(doing, step))], emit)
    return False


def _telescope(state: State, seat: int, doing: Doing, step: Step, emit: Emit | None) -> bool:
    go_to_next_step(state, doing)
    state.frames.append(("telescope", seat, (step_count(doing, step),)))
    return False


def _build(state: State, seat: int, doing: Doing, step: Step, emit: Emit | None) -> bool:
    go_to_next_step(state, doing)
    railways.build_railway(state, seat, step, emit)
    return False


def _draw(state: State, seat: int, doing: Doing, step: Step, emit: Emit | None) -> bool:
    go_to_next_step(state, doing)
    count = (
        dice_bonus.roll_job_dice(state, seat, step_count(doing, step), emit)
        if step.amount.dice
        else step_count(doing, step)
    )
    draws.draw_cards(state, seat, count, "cards.draw", emit)
    return False


def _discard_or_scrap(state: State, seat: int, doing: Doing, step: Step, emit: Emit | None) -> bool:
    """Discard or scrap this card, or cards that the player picks one by one."""
    if step.what == THIS:
        _put_away_this_card(state, seat, doing, step, emit)
        return go_to_next_step(state, doing)
    left = step_count(doing, step) if doing.left == UNKNOWN else doing.left
    if not left:
        return go_to_next_step(state, doing)
    doing = doing._replace(left=left)
    update_job(state, doing)
    job = _job_of(state, seat, doing)
    cards = choices(state, seat, doing, job, step)
    if not cards:  # only if steps are done as far as possible
        if emit:
            what = [left, step.what]
            emit(f"{step.verb}s-less", partial_step_rule(doing), EVERYONE, seat=seat, what=what)
        return go_to_next_step(state, doing)
    takes_all = can_be_done.count_cards(state, state.hand[seat], step.what) <= left
    return not (takes_all or len(cards) == 1) or _choose_card(state, seat, doing, step, cards[0], emit)


def _choose_card(state: State, seat: int, doing: Doing, step: Step, card: str, emit: Emit | None) -> bool:
    state.take_from_hand(seat, card)
    _put_away_card(state, seat, step.verb, card, emit)
    return update_job(state, doing._replace(left=doing.left - 1))


def _put_away_this_card(state: State, seat: int, doing: Doing, step: Step, emit: Emit | None) -> None:
    """Discard or scrap the card that the job is on; under a ruling an item card is only discarded."""
    card = doing.source
    if card not in state.played[seat]:
        return
    index = state.played[seat].index(card)
    state.played[seat] = state.played[seat][:index] + state.played[seat][index + 1 :]
    only_discards = not state.is_danger(card) and state.ruling["ruling.scrap-this-item"] == "discard-only"
    rule = "job.danger-last" if state.is_danger(card) else "cards.this"
    _put_away_card(
        state,
        seat,
        "discard" if only_discards else step.verb,
        card,
        emit,
        "ruling.scrap-this-item" if only_discards else rule,
    )


def _put_away_card(state: State, seat: int, verb: str, card: str, emit: Emit | None, rule: str = "") -> None:
    if verb == "discard":
        state.put_on_discard(seat, card)
    else:
        state.send_home(card)
    if emit:
        returns_danger = state.is_danger(card) and verb == "discard"
        usual_rule = "job.danger-to" if returns_danger else "cards.discard" if verb == "discard" else "cards.scrap-home"
        emit(f"{verb}s", rule or usual_rule, EVERYONE, seat=seat, card=card)


def _take(state: State, seat: int, doing: Doing, step: Step, emit: Emit | None) -> bool:
    if step.what == "danger":
        return True
    return _choose_take(state, seat, doing, step, step.what, emit)


def _choose_take(state: State, seat: int, doing: Doing, step: Step, kind: str, emit: Emit | None) -> bool:
    go_to_next_step(state, doing)
    danger_cards.take_danger(state, seat, kind, step_count(doing, step), "cards.gain", emit)
    return False


def _battle(state: State, seat: int, doing: Doing, step: Step, emit: Emit | None) -> bool:
    from tabletop_kernel.games.deck_goes_west import battle

    go_to_next_step(state, doing)
    battle.commit_step(state, seat, step, doing.x, emit)
    return False


def _wagon(state: State, seat: int, doing: Doing, step: Step, emit: Emit | None) -> bool:
    go_to_next_step(state, doing)
    wagon.begin_haul(state, seat, step_count(doing, step), emit)
    return False


EFFECT_BY_VERB: dict[str, Effect] = {
    "if": _if,
    "pay": _pay,
    "gain": _gain,
    "score": _score,
    "lose": _lose,
    "move": _move,
    "telescope": _telescope,
    "build": _build,
    "draw": _draw,
    "discard": _discard_or_scrap,
    "scrap": _discard_or_scrap,
    "take": _take,
    "attack": _battle,
    "defend": _battle,
    "wagon": _wagon,
}

CHOICE_EFFECT_BY_VERB: dict[str, Callable[[State, int, Doing, Step, str, Emit | None], bool]] = {
    "pay": _choose_pay,
    "gain": _choose_gain,
    "discard": _choose_card,
    "scrap": _choose_card,
    "take": _choose_take,
}

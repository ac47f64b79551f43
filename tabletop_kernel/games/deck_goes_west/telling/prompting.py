"""The words above a decision: its prompt and facts, from what one seat sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.game import View
from tabletop_kernel.contract.sentences import Seat, list_seats, seat_or_you
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.games.deck_goes_west.cards.draws import has_too_much_danger
from tabletop_kernel.games.deck_goes_west.cards.trade_offers import Proposal, sides_that_give
from tabletop_kernel.games.deck_goes_west.jobs.can_be_done import steps_of
from tabletop_kernel.games.deck_goes_west.jobs.dice_bonus import Bonus
from tabletop_kernel.games.deck_goes_west.jobs.joined_jobs import forced_move, loses_invitation
from tabletop_kernel.games.deck_goes_west.jobs.under_way import UNKNOWN, Doing, Gathered, Part, job_of
from tabletop_kernel.games.deck_goes_west.land.movement_points import Moving
from tabletop_kernel.games.deck_goes_west.land.movement_points import movement_in_words as in_words_of
from tabletop_kernel.games.deck_goes_west.land.moving import needs_movement
from tabletop_kernel.games.deck_goes_west.opinions.imagining import imagine
from tabletop_kernel.games.deck_goes_west.ruling_types import rulings_of
from tabletop_kernel.games.deck_goes_west.state import PlainList, Rules, State
from tabletop_kernel.games.deck_goes_west.telling.words import (
    another_job_text,
    card_name,
    goods_in_words,
    job_words,
    moved_meeples_text,
    resource_name,
)
from tabletop_kernel.toolkit import grid


def topic(rules: Rules, view: View) -> tuple[str, Sequence[int], Facts]:
    """Return the prompt's key for a view, the seats it asks, and facts for its braces."""
    kind, seat, data = view["frames"][-1]
    asked = _open_order_seats(rules, view) if seat == ANYONE else (seat,)
    facts: Facts = {"seat": _names(rules, view, asked or (0,))}
    if kind == "job":
        kind, more_facts = _job_topic(rules, view, seat, data)
        facts.update(more_facts)
    elif kind == "act":
        kind = f"act-{rules.mode}{_turn_part_suffix(*data)}"
    elif kind == "moving":
        kind, more_facts = _movement_topic(rules, view, seat, data)
        facts.update(more_facts)
    elif kind == "telescope":
        facts["count"] = data[0]
    elif kind in TOPIC_BY_KIND:
        kind, more_facts = TOPIC_BY_KIND[kind](rules, view, kind, data)
        facts.update(more_facts)
    elif kind == "gather" and seat == view["seat"]:
        kind, more_facts = _gather_topic(rules, view, seat, data)
        facts.update(more_facts)
    elif kind == "danger":
        facts.update(what=data[0], count=data[1])
        is_one_by_one = data[1] > 1 and rulings_of(rules.config)["ruling.gain-choice"] == "per-card"
        kind = "danger-each" if is_one_by_one else kind
    elif kind == "crew" and _is_chased(view, seat):
        kind = "crew-chased"
    elif kind == "rest" and view["seat"] in asked:
        kind = _rest_key(rules, view, view["seat"])
    return kind, asked, facts


def _rest_key(rules: Rules, view: View, seat: int) -> str:
    """Return the key of the prompt at the end of the day: it warns if the hand as it is would be deadly."""
    if rulings_of(rules.config)["ruling.danger-death-time"] == "end-of-day" and has_too_much_danger(
        _imagined(rules, view), seat
    ):
        return "rest-danger"
    ruling, is_idle = rulings_of(rules.config)["ruling.idle-death"], not view["used"] >> seat & 1
    if is_idle and view["hand"][seat] and ruling in ("played-test", "either"):
        return "rest-idle"
    is_full = len(view["hand"][seat]) >= rules.characters[view["character"][seat]].hand
    return "rest-full" if is_full and (ruling in ("draw-test", "either") or (ruling == "both" and is_idle)) else "rest"


def _is_chased(view: View, seat: int) -> bool:
    """Tell if bandits are on a player's tile."""
    return any([column, row] == list(view["meeple"][seat]) for column, row, _ in view["bandits"])


def _turn_part_suffix(done: int, most: int) -> str:
    """Return the suffix for the part of a turn: the day's single first action, or a second one."""
    return "-second" if done else "-first" if most == 1 else ""


def _open_order_seats(rules: Rules, view: View) -> Sequence[int]:
    """Return the seats that may act in open order."""
    out = view["dead"] | (view["passed"] if view["frames"][-1][0] in ("act", "rest") else 0)
    return [seat for seat in range(rules.seats) if not out >> seat & 1]


def _names(rules: Rules, view: View, asked: Sequence[int]) -> Seat:
    """Return the seats asked, as words; just “you” if the viewer is among them."""
    if len(asked) == 1 or view["seat"] in asked:
        return _name(rules, view, view["seat"] if view["seat"] in asked else asked[0])
    return list_seats(_name(rules, view, seat) for seat in asked)


def _name(rules: Rules, view: View, seat: int) -> Seat:
    person = rules.characters.get(view["character"][seat])
    return seat_or_you(person.name if person else f"player {seat + 1}", seat == view["seat"])


def _job_topic(rules: Rules, view: View, seat: int, data: PlainList) -> tuple[str, Facts]:
    """Return the key and facts of the prompt within a job."""
    state = _imagined(rules, view)
    doing = Doing(*state.frames[-1][2])
    job = job_of(state, seat, doing.source, doing.n)
    facts: Facts = {"job": job_words(rules, job)}
    if doing.x == UNKNOWN:
        return "job-x", facts
    step = steps_of(state, job)[doing.at]
    facts["count"] = doing.left if doing.left != UNKNOWN else step.amount.value(doing.x)
    if step.verb == "pay":  # players who pay only what they have may pay less
        facts["count"] = min(step.amount.value(doing.x), max(state.stock[seat]))
    facts["what"] = step.what
    return f"job-{step.verb}", facts


def _gather_topic(rules: Rules, view: View, seat: int, data: PlainList) -> tuple[str, Facts]:
    """Return the key and facts of the prompt for more jobs: it says if none fit, or if one costs an invitation."""
    state, gathered = _imagined(rules, view), Gathered(*data)
    first = Part(*gathered.parts[0])
    facts: Facts = {"another": another_job_text(rules, job_of(state, first.seat, first.source, first.n))}
    if forced_move(state, seat):
        return "gather-done", facts
    allows_several = rulings_of(rules.config)["ruling.bonus-several"] != "one"
    return "gather" if allows_several or not loses_invitation(state, seat, gathered) else "gather-alone", facts


def _imagined(rules: Rules, view: View) -> State:
    return imagine(rules, view, Chance(0))


def _movement_topic(rules: Rules, view: View, seat: int, data: PlainList) -> tuple[str, Facts]:
    """Return the key and facts of the prompt for movement in use, or for a tile it has revealed."""
    moving = Moving(*data)
    facts: Facts = {
        "movement": in_words_of(moving.amounts()) or "no movement",
        "partner": _name(rules, view, moving.whom),
    }
    if not moving.tried:
        return "moving" if moving.whom == seat else "moving-other", facts
    tile = next((tile for tile in view["ground"] if list(tile[:2]) == list(moving.tried) and tile[3]), None)
    if tile is None or grid.steps(view["meeple"][moving.whom], moving.place()) != 1:
        return "moving-gone", facts
    is_short = seat == view["seat"] and needs_movement(_imagined(rules, view), moving)
    suffix = "-dear" if rulings_of(rules.config)["ruling.entry-cost"] == "yes" else ""
    return f"moving-{'short' if is_short else 'tried'}{suffix}", {**facts, "tile": rules.tiles[tile[2]].name}


# -- with others -------------------------------------------------------------------------------------------------------


def _roll_topic(rules: Rules, view: View, kind: str, data: PlainList) -> tuple[str, Facts]:
    return kind, {"kind": resource_name(Bonus(*data).kind)}


def _invited_topic(rules: Rules, view: View, kind: str, data: PlainList) -> tuple[str, Facts]:
    inviter, what = data
    return kind, {"partner": _name(rules, view, inviter), "kind": resource_name(what)}


def _trade_topic(rules: Rules, view: View, kind: str, data: PlainList) -> tuple[str, Facts]:
    """Return the key and facts of the prompt for a proposal; its partner is the other player."""
    proposal = Proposal(*data)
    facts: Facts = {
        "partner": _name(rules, view, proposal.partner if kind == "trade" else proposal.seat),
        "card": card_name(rules, proposal.cost),
        "give": goods_in_words(rules, proposal.give),
        "ask": goods_in_words(rules, proposal.ask),
        "carry": moved_meeples_text(_name(rules, view, seat) for seat in proposal.carry),
    }
    goods = f"{facts['give']} for {facts['ask']}" if proposal.give or proposal.ask else ""
    facts |= {"deal": goods or "a trade", "goods": f": {goods}" if goods else ""}
    if not proposal.cost:
        return f"{kind}-price", facts
    if kind == "trade" and not (proposal.give or proposal.ask or proposal.carry):
        return "trade-new", facts
    must_both_give = rulings_of(rules.config)["ruling.trade-gift"] == "no"
    return "trade-half" if kind == "trade" and must_both_give and not all(sides_that_give(proposal)) else kind, facts


def _carry_topic(rules: Rules, view: View, kind: str, data: PlainList) -> tuple[str, Facts]:
    whom = Gathered(*data).whom
    is_own = view["frames"][-1][1] == whom
    return f"{kind}-own" if is_own else kind, {"partner": _name(rules, view, whom)}


TOPIC_BY_KIND: dict[str, Callable[[Rules, View, str, PlainList], tuple[str, Facts]]] = {
    "bonus": _roll_topic,
    "invited": _invited_topic,
    "trade": _trade_topic,
    "offered": _trade_topic,
    "carry": _carry_topic,
}

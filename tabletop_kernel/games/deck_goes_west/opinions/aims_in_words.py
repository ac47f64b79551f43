"""The aim of a move in words: first what it brings, then what it costs or leaves undone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.coach_sentences import reason
from tabletop_kernel.contract.common_words import listed, percent
from tabletop_kernel.contract.game import Move, View
from tabletop_kernel.contract.piles_and_points import without
from tabletop_kernel.contract.sentences import Number
from tabletop_kernel.games.deck_goes_west import battle
from tabletop_kernel.games.deck_goes_west.cards.trade_offers import Proposal
from tabletop_kernel.games.deck_goes_west.days import events
from tabletop_kernel.games.deck_goes_west.jobs import can_be_done
from tabletop_kernel.games.deck_goes_west.jobs.language import MOST, Job, Step
from tabletop_kernel.games.deck_goes_west.jobs.sources import jobs_on
from tabletop_kernel.games.deck_goes_west.land import map_drawing, movement_points
from tabletop_kernel.games.deck_goes_west.land.wagon_limits import can_haul
from tabletop_kernel.games.deck_goes_west.opinions import imagining, table_worth
from tabletop_kernel.games.deck_goes_west.state import Place, Rules, State
from tabletop_kernel.games.deck_goes_west.telling import words

DANGER = ("danger", "pain", "exhaustion")


def aims(rules: Rules, view: View, seat: int, move: Move) -> str:
    """Return the words for one move; empty if there are none.

    They use only what is open on an imagined table, so any imagined table will do.
    """
    said = _AIMS.get(str(move[0]))
    return said(imagining.imagine(rules, view, Chance(1)), seat, move) if said else ""


# -- points ------------------------------------------------------------------------------------------------------------


def points_for(state: State, event: str, met: Sequence[str]) -> int:
    """Return the points an event brings if these conditions are met."""
    total = 0
    for job in state.rules.jobs:
        for step in job.steps if job.event == event else ():
            if step.verb == "if" and step.what not in met:
                break
            total += {"score": 1, "lose": -1}.get(step.verb, 0) * step.amount.number
    return total


def _for_event(state: State, seat: int, event: str, place: Place, west: bool = False) -> str:
    points = points_for(state, event, events.seat_facts(state, event, seat, place, west))
    lost = min(-points, state.points(seat))
    if lost > 0:
        return f"which loses {Number(lost):~point}"
    return f"for {Number(points):~point}" if points > 0 else "for no points"


def _reveals(state: State, seat: int, place: Place, origin: Place | None) -> str:
    west = origin is not None and place[0] > origin[0]
    return f"reveals land {_for_event(state, seat, 'reveal', place, west)}"


# -- jobs --------------------------------------------------------------------------------------------------------------


def _of_job(state: State, seat: int, job: Job, source: str) -> tuple[str, str]:
    """Return what a job brings, and its drawbacks: costs, and danger for the deck."""
    steps = list(_done(state, seat, job, source))
    brings = [said for step in steps if (said := _brings(state, seat, step))]
    costs = [said for step in steps if (said := _costs(step))]
    danger = [f"{Number(step.amount.number):~{step.what} card}" for step in steps if step.verb == "take"]
    bad = [f"costs {listed(costs)}"] * bool(costs) + [f"adds {listed(danger)} to the deck"] * bool(danger)
    return "; ".join(brings) or "does nothing here" * (len(steps) < len(job.steps)), listed(bad)


def _done(state: State, seat: int, job: Job, source: str) -> Iterator[Step]:
    """Yield the steps that will be done, each as far as possible; a ruling allows jobs that can't be done in full."""
    hand = without(state.hand[seat], source) if source in state.hand[seat] else state.hand[seat]
    for step in can_be_done.steps_of(state, job):
        if step.verb == "if" and can_be_done.no_place(state, seat, step, 0):
            return
        most = _most(state, seat, step, hand)
        if step.verb == "if" or most:
            yield replace(step, amount=replace(step.amount, number=min(step.amount.number, most)))


def _most(state: State, seat: int, step: Step, hand: tuple[str, ...]) -> int:
    """Return how much of a step can be done now.

    Under the strict ruling the whole job has passed the test already, so nothing but points limits a step.
    """
    if step.verb == "lose":
        return state.points(seat)
    if state.ruling["ruling.job-exact"] == "strict":
        return MOST
    if step.verb == "pay":
        return max(state.stock[seat]) if step.what == "any" else state.has(seat, step.what)
    if step.verb in ("discard", "scrap") and step.what != "this":
        return can_be_done.count_cards(state, hand, step.what)
    return MOST if can_be_done.works(state, seat, step) else 0


def _brings(state: State, seat: int, step: Step) -> str:
    """Return the use of one step; empty for conditions and costs."""
    place = state.meeple[seat]
    if step.verb in ("gain", "score"):
        return _gains(step)
    if step.verb == "build":
        return f"builds a railway {_for_event(state, seat, 'build', place)}"
    if step.verb == "wagon":
        west = (state.wagon[0] + 1, state.wagon[1]) if state.wagon else place
        open_west = state.wagon is not None and can_haul(state, west, step.amount.number)
        points = f", going West {_for_event(state, seat, 'wagon-west', west, True)}" if open_west else ""
        return f"moves the wagon{points}"
    if step.verb in ("discard", "scrap") and step.what in DANGER:
        return f"gets rid of danger {'for good' if step.verb == 'scrap' else 'for now'}"
    if step.verb in ("discard", "scrap") and step.what == "this":
        return "gets this card out of the hand" if step.verb == "discard" else "gets this card out of the deck for good"
    if step.verb in ("attack", "defend"):
        return _weapon(state, seat, step)
    plain = {"move": "gives movement", "telescope": "reveals land from afar", "draw": "draws new cards"}
    return plain.get(step.verb, "")


def _gains(step: Step) -> str:
    number = step.amount.number
    often = " for each payment" if step.amount.x else ""
    if step.verb == "score":
        return f"scores {Number(number):~point}{often}"
    dice = f"{number} {'die' if number == 1 else 'dice'}'s worth of " if step.amount.dice else f"{number} "
    what = step.what.capitalize() if step.what != "any" else "of one resource" if number != 1 else "of any resource"
    return f"gains {dice}{what}{often}"


def _weapon(state: State, seat: int, step: Step) -> str:
    number = state.bandits.get(state.meeple[seat], 0)
    if step.verb == "defend" or not number:
        return "protects from pain"
    chance = table_worth.beats(step.amount.value(1), 0, number) if step.amount.dice else 0.0
    alone = f", with a {percent(chance)} chance to clear the tile on its own" if chance else ""
    return f"attacks {Number(number):~bandit}{alone}"


def _costs(step: Step) -> str:
    number, each = step.amount.number, " each time" if step.amount.x else ""
    if step.verb == "pay":
        return f"{number} {'of one resource' if step.what == 'any' else step.what.capitalize()}{each}"
    if step.verb == "lose":
        return f"{Number(step.amount.number):~point}"
    if step.verb in ("discard", "scrap") and step.what not in (*DANGER, "this"):
        return f"{number} other cards{each}" if number != 1 else f"another card{each}"
    return ""


def _job(state: State, seat: int, move: Move) -> str:
    jobs = jobs_on(state, seat, str(move[1]))
    if not 0 <= int(move[2]) < len(jobs):
        return ""
    brings, costs = _of_job(state, seat, jobs[int(move[2])], str(move[1]))
    return reason(brings, but=costs)


def _buy(state: State, seat: int, move: Move) -> str:
    card = state.rules.cards[state.row[int(move[1]) - 1]]
    _, costs = _of_job(state, seat, card.buy[int(move[2])], "")
    return reason(
        f"adds {card.name} to the deck: “{words.job_words(state.rules, card.jobs[0]).rstrip('.')}”", but=costs
    )


# -- the day -----------------------------------------------------------------------------------------------------------


def _pass(state: State, seat: int, move: Move) -> str:
    """Return what a pass keeps, and what threatens."""
    held, limit = state.dangers(seat), state.limit(seat)
    threat = (
        f"{Number(held):~danger card} {'is' if held == 1 else 'are'} in hand, and {limit} would be deadly"
        if held
        else ""
    )
    bandits = state.bandits.get(state.meeple[seat], 0)
    night = f"{Number(bandits):~bandit} will attack tonight" if bandits else ""
    return reason(f"keeps {words.stock_in_words(state.stock[seat])}", but=" and ".join(filter(None, (threat, night))))


def _end(state: State, seat: int, move: Move) -> str:
    return "lets the others act for now"


def _drop(state: State, seat: int, move: Move) -> str:
    if len(move) == 1:
        return "keeps everything"
    return "makes room for a new card tomorrow"


def _keep(state: State, seat: int, move: Move) -> str:
    return "keeps the other cards for tomorrow"


def _put(state: State, seat: int, move: Move) -> str:
    bought = state.frames[-1][0] == "bought"
    soon = "will be the next card drawn" if move[1] == "draw" else "waits for the next shuffle"
    return reason(soon if bought or move[1] == "discard" else "", but="" if bought or move[1] == "discard" else soon)


# -- choices within a job ----------------------------------------------------------------------------------------------


def _x(state: State, seat: int, move: Move) -> str:
    return f"does it {Number(int(move[1])):~time}"


def _resource(state: State, seat: int, move: Move) -> str:
    kind = str(move[1])
    have = state.has(seat, kind)
    verb = "adds to a stock of" if move[0] == "gain" else "takes from a stock of"
    return f"{verb} {Number(have):~} {words.resource(kind)}" if have else f"gains the first {words.resource(kind)}"


def _card(state: State, seat: int, move: Move) -> str:
    """Return the use of letting a card go, and its first job as the loss."""
    card = state.rules.cards[str(move[1])]
    if not card.is_item:
        return f"gets rid of {card.name}"
    return reason("keeps the other cards", but=f"gives up “{words.job_words(state.rules, card.jobs[0]).rstrip('.')}”")


def _type(state: State, seat: int, move: Move) -> str:
    return f"takes {'an exhaustion' if move[1] == 'exhaustion' else 'a pain'} card"


def _go(state: State, seat: int, move: Move) -> str:
    return "keeps the other cards for later"


def _who(state: State, seat: int, move: Move) -> str:
    return f"has {words.seat_name(state, int(move[1]))} do it"


def _character(state: State, seat: int, move: Move) -> str:
    person = state.rules.characters[str(move[1])]
    return f"has a hand of {person.hand}, and “{words.job_words(state.rules, person.jobs[0]).rstrip('.')}”"


# -- moving ------------------------------------------------------------------------------------------------------------


def _moved(state: State, seat: int) -> int:
    kind, _, data = state.frames[-1]
    return movement_points.Moving(*data).whom if kind == "moving" else seat


def _leaves(state: State, whom: int) -> str:
    return "leaves bandits behind, which costs a pain card" if state.meeple[whom] in state.bandits else ""


def _goes_to(state: State, whom: int, place: Place, price: str = "") -> str:
    bandits = state.bandits.get(place, 0)
    fear = f"meets {Number(bandits):~bandit}" if bandits else ""
    but = listed(filter(None, (price, _leaves(state, whom), fear)))
    here = state.meeple[whom]
    west = " further West" if place[0] > here[0] else ""
    if here[0] <= place[0] and map_drawing.is_only_way_west(state, place):
        west = ", the only known way West"
    return reason(f"leads to {words.tile_name(state, place)}{west}", but=but)


def _step(state: State, seat: int, move: Move) -> str:
    whom, place = _moved(state, seat), (int(move[1]), int(move[2]))
    if place in state.up:
        return _goes_to(state, whom, place)
    return _reveals(state, seat, place, state.meeple[whom])


def _ride(state: State, seat: int, move: Move) -> str:
    moving, place = movement_points.Moving(*state.frames[-1][2]), (int(move[1]), int(move[2]))
    _, ride = movement_points.ridden(state, moving, state.meeple[moving.whom], place)
    return _goes_to(state, moving.whom, place, f"uses up a ride of {ride}")


def _enter(state: State, seat: int, move: Move) -> str:
    moving = movement_points.Moving(*state.frames[-1][2])
    return _goes_to(state, moving.whom, moving.place())


def _decline(state: State, seat: int, move: Move) -> str:
    whom = _moved(state, seat)
    return reason(f"stays on {words.tile_name(state, state.meeple[whom])}", but="spends 1 movement")


def _stop(state: State, seat: int, move: Move) -> str:
    return "stays in a good place"


def _reveal(state: State, seat: int, move: Move) -> str:
    return _reveals(state, seat, (int(move[1]), int(move[2])), None)


def _haul(state: State, seat: int, move: Move) -> str:
    place = (int(move[1]), int(move[2]))
    way = place[0] - state.wagon[0] if state.wagon else 0
    if not way:
        return f"moves the wagon sideways to {words.tile_name(state, place)}"
    event = "wagon-west" if way > 0 else "wagon-east"
    return f"moves the wagon {'West' if way > 0 else 'East'}, {_for_event(state, seat, event, place, way > 0)}"


def _ride_along(state: State, seat: int, move: Move) -> str:
    return reason("rides along for free", but=_leaves(state, seat))


def _stay(state: State, seat: int, move: Move) -> str:
    return reason(f"stays on {words.tile_name(state, state.meeple[seat])}", but="the wagon moves on")


# -- with others -------------------------------------------------------------------------------------------------------


def _ready(state: State, seat: int, move: Move) -> str:
    now = battle.current(state)
    number = state.bandits.get(now.place, 0) if now else 0
    return reason("keeps the other cards", but=f"{Number(number):~bandit} {'is' if number == 1 else 'are'} there")


def _invite(state: State, seat: int, move: Move) -> str:
    return f"gains half of what {words.seat_name(state, int(move[1]))} rolls, and they gain too"


def _refuse(state: State, seat: int, move: Move) -> str:
    return "keeps everything for later"


def _accept(state: State, seat: int, move: Move) -> str:
    said = Proposal(*state.frames[-1][2])
    rules = state.rules
    return reason(
        f"gains {words.goods_in_words(rules, said.give)}", but=f"costs {words.goods_in_words(rules, said.ask)}"
    )


def _trade(state: State, seat: int, move: Move) -> str:
    return reason(f"may get something from {words.seat_name(state, int(move[1]))}", but="costs a card")


def _offer(state: State, seat: int, move: Move) -> str:
    said = Proposal(*state.frames[-1][2])
    return f"asks {words.seat_name(state, said.partner)} for an answer"


def _goods(state: State, seat: int, move: Move) -> str:
    goods = words.goods_in_words(state.rules, [(move[1], move[2])])
    return f"asks for {goods}" if move[0] == "ask" else f"offers {goods}"


def _carry(state: State, seat: int, move: Move) -> str:
    return f"moves {words.seat_name(state, int(move[1]))}"


def _move_on(state: State, seat: int, move: Move) -> str:
    return "uses movement kept from an earlier move"


def _roll(state: State, seat: int, move: Move) -> str:
    return "rolls without inviting anyone else"


def _wagon_too(state: State, seat: int, move: Move) -> str:
    return "takes the wagon along" if move[0] == "take-wagon" else "leaves the wagon where it is"


Aim = Callable[[State, int, Move], str]
_AIMS: dict[str, Aim] = {
    "character": _character, "job": _job, "buy": _buy, "trade": _trade, "move": _move_on, "end": _end, "pass": _pass,
    "drop": _drop, "keep": _keep, "x": _x, "pay": _resource, "gain": _resource, "discard": _card, "scrap": _card,
    "type": _type, "put": _put, "go": _go, "also": _job, "who": _who, "step": _step, "ride": _ride, "enter": _enter,
    "decline": _decline, "more": _job, "stop": _stop, "reveal": _reveal, "haul": _haul, "take-wagon": _wagon_too,
    "leave-wagon": _wagon_too, "ride-along": _ride_along, "stay": _stay, "commit": _job, "ready": _ready,
    "invite": _invite, "roll": _roll, "join": _job, "refuse": _refuse, "accept": _accept, "cost": _card,
    "give": _goods, "ask": _goods, "carry": _carry, "offer": _offer, "use": _job,
}  # fmt: skip

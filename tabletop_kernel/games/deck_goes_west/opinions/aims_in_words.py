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
from tabletop_kernel.games.deck_goes_west.jobs.language import MOST_IN_STEP, Job, Step
from tabletop_kernel.games.deck_goes_west.jobs.sources import jobs_on
from tabletop_kernel.games.deck_goes_west.land import map_drawing, movement_points
from tabletop_kernel.games.deck_goes_west.land.wagon_limits import can_haul
from tabletop_kernel.games.deck_goes_west.opinions import imagining, table_worth
from tabletop_kernel.games.deck_goes_west.state import Place, Rules, State
from tabletop_kernel.games.deck_goes_west.telling import words

DANGER_WORDS = ("danger", "pain", "exhaustion")


def aim_text(rules: Rules, view: View, seat: int, move: Move) -> str:
    """Return the words for one move; empty if there are none.

    They use only what is open on an imagined table, so any imagined table will do.
    """
    describe = TEXT_BY_VERB.get(str(move[0]))
    return describe(imagining.imagine(rules, view, Chance(1)), seat, move) if describe else ""


# -- points ------------------------------------------------------------------------------------------------------------


def points_for(state: State, event: str, conditions: Sequence[str]) -> int:
    """Return the points an event brings if these conditions are met."""
    total = 0
    for job in state.rules.jobs:
        for step in job.steps if job.event == event else ():
            if step.verb == "if" and step.what not in conditions:
                break
            total += {"score": 1, "lose": -1}.get(step.verb, 0) * step.amount.number
    return total


def _event_points_text(state: State, seat: int, event: str, place: Place, west: bool = False) -> str:
    points = points_for(state, event, events.seat_facts(state, event, seat, place, west))
    lost = min(-points, state.points_of(seat))
    if lost > 0:
        return f"which loses {Number(lost):~point}"
    return f"for {Number(points):~point}" if points > 0 else "for no points"


def _reveal_use_text(state: State, seat: int, place: Place, origin: Place | None) -> str:
    west = origin is not None and place[0] > origin[0]
    return f"reveals land {_event_points_text(state, seat, 'reveal', place, west)}"


# -- jobs --------------------------------------------------------------------------------------------------------------


def _job_use_and_cost(state: State, seat: int, job: Job, source: str) -> tuple[str, str]:
    """Return what a job brings, and its drawbacks: costs, and danger for the deck."""
    steps = list(_iter_steps_done(state, seat, job, source))
    uses = [text for step in steps if (text := _use_text(state, seat, step))]
    costs = [text for step in steps if (text := _cost_text(step))]
    danger = [f"{Number(step.amount.number):~{step.what} card}" for step in steps if step.verb == "take"]
    drawbacks = []
    if costs:
        drawbacks.append(f"costs {listed(costs)}")
    if danger:
        drawbacks.append(f"adds {listed(danger)} to the deck")
    stops_early = len(steps) < len(job.steps)
    use = "; ".join(uses) or ("does nothing here" if stops_early else "")
    return use, listed(drawbacks)


def _iter_steps_done(state: State, seat: int, job: Job, source: str) -> Iterator[Step]:
    """Yield the steps that will be done, each as far as possible; a ruling allows jobs that can't be done in full."""
    hand = without(state.hand[seat], source) if source in state.hand[seat] else state.hand[seat]
    for step in can_be_done.steps_of(state, job):
        if step.verb == "if" and can_be_done.refuse_place(state, seat, step, 0):
            return
        most = _most_of_step(state, seat, step, hand)
        if step.verb == "if" or most:
            yield replace(step, amount=replace(step.amount, number=min(step.amount.number, most)))


def _most_of_step(state: State, seat: int, step: Step, hand: tuple[str, ...]) -> int:
    """Return how much of a step can be done now.

    Under the strict ruling the whole job has passed the test already, so nothing but points limits a step.
    """
    if step.verb == "lose":
        return state.points_of(seat)
    if state.ruling["ruling.job-exact"] == "strict":
        return MOST_IN_STEP
    if step.verb == "pay":
        return max(state.stock[seat]) if step.what == "any" else state.resource_count(seat, step.what)
    if step.verb in ("discard", "scrap") and step.what != "this":
        return can_be_done.count_cards(state, hand, step.what)
    return MOST_IN_STEP if can_be_done.can_work(state, seat, step) else 0


def _use_text(state: State, seat: int, step: Step) -> str:
    """Return the use of one step; empty for conditions and costs."""
    place = state.meeple[seat]
    if step.verb in ("gain", "score"):
        return _gain_text(step)
    if step.verb == "build":
        return f"builds a railway {_event_points_text(state, seat, 'build', place)}"
    if step.verb == "wagon":
        west = (state.wagon[0] + 1, state.wagon[1]) if state.wagon else place
        open_west = state.wagon is not None and can_haul(state, west, step.amount.number)
        points = f", going West {_event_points_text(state, seat, 'wagon-west', west, True)}" if open_west else ""
        return f"moves the wagon{points}"
    if step.verb in ("discard", "scrap") and step.what in DANGER_WORDS:
        return f"gets rid of danger {'for good' if step.verb == 'scrap' else 'for now'}"
    if step.verb in ("discard", "scrap") and step.what == "this":
        return "gets this card out of the hand" if step.verb == "discard" else "gets this card out of the deck for good"
    if step.verb in ("attack", "defend"):
        return _weapon_text(state, seat, step)
    plain = {"move": "gives movement", "telescope": "reveals land from afar", "draw": "draws new cards"}
    return plain.get(step.verb, "")


def _gain_text(step: Step) -> str:
    number = step.amount.number
    often = " for each payment" if step.amount.x else ""
    if step.verb == "score":
        return f"scores {Number(number):~point}{often}"
    dice = f"{number} {'die' if number == 1 else 'dice'}'s worth of " if step.amount.dice else f"{number} "
    what = step.what.capitalize() if step.what != "any" else "of one resource" if number != 1 else "of any resource"
    return f"gains {dice}{what}{often}"


def _weapon_text(state: State, seat: int, step: Step) -> str:
    number = state.bandits.get(state.meeple[seat], 0)
    if step.verb == "defend" or not number:
        return "protects from pain"
    chance = table_worth.chance_to_clear(step.amount.value(1), 0, number) if step.amount.dice else 0.0
    alone = f", with a {percent(chance)} chance to clear the tile on its own" if chance else ""
    return f"attacks {Number(number):~bandit}{alone}"


def _cost_text(step: Step) -> str:
    number, each = step.amount.number, " each time" if step.amount.x else ""
    if step.verb == "pay":
        return f"{number} {'of one resource' if step.what == 'any' else step.what.capitalize()}{each}"
    if step.verb == "lose":
        return f"{Number(step.amount.number):~point}"
    if step.verb in ("discard", "scrap") and step.what not in (*DANGER_WORDS, "this"):
        return f"{number} other cards{each}" if number != 1 else f"another card{each}"
    return ""


def _job_text(state: State, seat: int, move: Move) -> str:
    jobs = jobs_on(state, seat, str(move[1]))
    if not 0 <= int(move[2]) < len(jobs):
        return ""
    brings, costs = _job_use_and_cost(state, seat, jobs[int(move[2])], str(move[1]))
    return reason(brings, but=costs)


def _buy_text(state: State, seat: int, move: Move) -> str:
    card = state.rules.cards[state.row[int(move[1]) - 1]]
    _, costs = _job_use_and_cost(state, seat, card.buy[int(move[2])], "")
    return reason(
        f"adds {card.name} to the deck: “{words.job_words(state.rules, card.jobs[0]).rstrip('.')}”", but=costs
    )


# -- the day -----------------------------------------------------------------------------------------------------------


def _pass_text(state: State, seat: int, move: Move) -> str:
    """Return what a pass keeps, and what threatens."""
    held, limit = state.count_dangers(seat), state.danger_limit(seat)
    threat = (
        f"{Number(held):~danger card} {'is' if held == 1 else 'are'} in hand, and {limit} would be deadly"
        if held
        else ""
    )
    bandits = state.bandits.get(state.meeple[seat], 0)
    night = f"{Number(bandits):~bandit} will attack tonight" if bandits else ""
    return reason(f"keeps {words.stock_in_words(state.stock[seat])}", but=" and ".join(filter(None, (threat, night))))


def _end_text(state: State, seat: int, move: Move) -> str:
    return "lets the others act for now"


def _drop_text(state: State, seat: int, move: Move) -> str:
    if len(move) == 1:
        return "keeps everything"
    return "makes room for a new card tomorrow"


def _keep_text(state: State, seat: int, move: Move) -> str:
    return "keeps the other cards for tomorrow"


def _put_text(state: State, seat: int, move: Move) -> str:
    is_bought = state.frames[-1][0] == "bought"
    pile_text = "will be the next card drawn" if move[1] == "draw" else "waits for the next shuffle"
    return reason(
        pile_text if is_bought or move[1] == "discard" else "",
        but="" if is_bought or move[1] == "discard" else pile_text,
    )


# -- choices within a job ----------------------------------------------------------------------------------------------


def _x_text(state: State, seat: int, move: Move) -> str:
    return f"does it {Number(int(move[1])):~time}"


def _resource_text(state: State, seat: int, move: Move) -> str:
    kind = str(move[1])
    have = state.resource_count(seat, kind)
    verb = "adds to a stock of" if move[0] == "gain" else "takes from a stock of"
    return (
        f"{verb} {Number(have):~} {words.resource_name(kind)}"
        if have
        else f"gains the first {words.resource_name(kind)}"
    )


def _card_text(state: State, seat: int, move: Move) -> str:
    """Return the use of letting a card go, and its first job as the loss."""
    card = state.rules.cards[str(move[1])]
    if not card.is_item:
        return f"gets rid of {card.name}"
    return reason("keeps the other cards", but=f"gives up “{words.job_words(state.rules, card.jobs[0]).rstrip('.')}”")


def _type_text(state: State, seat: int, move: Move) -> str:
    return f"takes {'an exhaustion' if move[1] == 'exhaustion' else 'a pain'} card"


def _go_text(state: State, seat: int, move: Move) -> str:
    return "keeps the other cards for later"


def _who_text(state: State, seat: int, move: Move) -> str:
    return f"has {words.seat_name(state, int(move[1]))} do it"


def _character_text(state: State, seat: int, move: Move) -> str:
    person = state.rules.characters[str(move[1])]
    return f"has a hand of {person.hand}, and “{words.job_words(state.rules, person.jobs[0]).rstrip('.')}”"


# -- moving ------------------------------------------------------------------------------------------------------------


def _moving_seat(state: State, seat: int) -> int:
    kind, _, data = state.frames[-1]
    return movement_points.Moving(*data).whom if kind == "moving" else seat


def _leaving_text(state: State, whom: int) -> str:
    return "leaves bandits behind, which costs a pain card" if state.meeple[whom] in state.bandits else ""


def _arrival_text(state: State, whom: int, place: Place, price: str = "") -> str:
    bandits = state.bandits.get(place, 0)
    fear = f"meets {Number(bandits):~bandit}" if bandits else ""
    but = listed(filter(None, (price, _leaving_text(state, whom), fear)))
    here = state.meeple[whom]
    west = " further West" if place[0] > here[0] else ""
    if here[0] <= place[0] and map_drawing.is_only_way_west(state, place):
        west = ", the only known way West"
    return reason(f"leads to {words.tile_name(state, place)}{west}", but=but)


def _step_text(state: State, seat: int, move: Move) -> str:
    whom, place = _moving_seat(state, seat), (int(move[1]), int(move[2]))
    if place in state.up:
        return _arrival_text(state, whom, place)
    return _reveal_use_text(state, seat, place, state.meeple[whom])


def _ride_text(state: State, seat: int, move: Move) -> str:
    moving, place = movement_points.Moving(*state.frames[-1][2]), (int(move[1]), int(move[2]))
    _, ride = movement_points.movement_after_ride(state, moving, state.meeple[moving.whom], place)
    return _arrival_text(state, moving.whom, place, f"uses up a ride of {ride}")


def _enter_text(state: State, seat: int, move: Move) -> str:
    moving = movement_points.Moving(*state.frames[-1][2])
    return _arrival_text(state, moving.whom, moving.place())


def _decline_text(state: State, seat: int, move: Move) -> str:
    whom = _moving_seat(state, seat)
    return reason(f"stays on {words.tile_name(state, state.meeple[whom])}", but="spends 1 movement")


def _stop_text(state: State, seat: int, move: Move) -> str:
    return "stays in a good place"


def _reveal_text(state: State, seat: int, move: Move) -> str:
    return _reveal_use_text(state, seat, (int(move[1]), int(move[2])), None)


def _haul_text(state: State, seat: int, move: Move) -> str:
    place = (int(move[1]), int(move[2]))
    way = place[0] - state.wagon[0] if state.wagon else 0
    if not way:
        return f"moves the wagon sideways to {words.tile_name(state, place)}"
    event = "wagon-west" if way > 0 else "wagon-east"
    return f"moves the wagon {'West' if way > 0 else 'East'}, {_event_points_text(state, seat, event, place, way > 0)}"


def _ride_along_text(state: State, seat: int, move: Move) -> str:
    return reason("rides along for free", but=_leaving_text(state, seat))


def _stay_text(state: State, seat: int, move: Move) -> str:
    return reason(f"stays on {words.tile_name(state, state.meeple[seat])}", but="the wagon moves on")


# -- with others -------------------------------------------------------------------------------------------------------


def _ready_text(state: State, seat: int, move: Move) -> str:
    now = battle.current_battle(state)
    number = state.bandits.get(now.place, 0) if now else 0
    return reason("keeps the other cards", but=f"{Number(number):~bandit} {'is' if number == 1 else 'are'} there")


def _invite_text(state: State, seat: int, move: Move) -> str:
    return f"gains half of what {words.seat_name(state, int(move[1]))} rolls, and they gain too"


def _refuse_text(state: State, seat: int, move: Move) -> str:
    return "keeps everything for later"


def _accept_text(state: State, seat: int, move: Move) -> str:
    proposal = Proposal(*state.frames[-1][2])
    rules = state.rules
    return reason(
        f"gains {words.goods_in_words(rules, proposal.give)}", but=f"costs {words.goods_in_words(rules, proposal.ask)}"
    )


def _trade_text(state: State, seat: int, move: Move) -> str:
    return reason(f"may get something from {words.seat_name(state, int(move[1]))}", but="costs a card")


def _offer_text(state: State, seat: int, move: Move) -> str:
    proposal = Proposal(*state.frames[-1][2])
    return f"asks {words.seat_name(state, proposal.partner)} for an answer"


def _goods_text(state: State, seat: int, move: Move) -> str:
    goods = words.goods_in_words(state.rules, [(move[1], move[2])])
    return f"asks for {goods}" if move[0] == "ask" else f"offers {goods}"


def _carry_text(state: State, seat: int, move: Move) -> str:
    return f"moves {words.seat_name(state, int(move[1]))}"


def _move_on_text(state: State, seat: int, move: Move) -> str:
    return "uses movement kept from an earlier move"


def _roll_text(state: State, seat: int, move: Move) -> str:
    return "rolls without inviting anyone else"


def _wagon_text(state: State, seat: int, move: Move) -> str:
    return "takes the wagon along" if move[0] == "take-wagon" else "leaves the wagon where it is"


Aim = Callable[[State, int, Move], str]
TEXT_BY_VERB: dict[str, Aim] = {
    "character": _character_text,
    "job": _job_text,
    "buy": _buy_text,
    "trade": _trade_text,
    "move": _move_on_text,
    "end": _end_text,
    "pass": _pass_text,
    "drop": _drop_text,
    "keep": _keep_text,
    "x": _x_text,
    "pay": _resource_text,
    "gain": _resource_text,
    "discard": _card_text,
    "scrap": _card_text,
    "type": _type_text,
    "put": _put_text,
    "go": _go_text,
    "also": _job_text,
    "who": _who_text,
    "step": _step_text,
    "ride": _ride_text,
    "enter": _enter_text,
    "decline": _decline_text,
    "more": _job_text,
    "stop": _stop_text,
    "reveal": _reveal_text,
    "haul": _haul_text,
    "take-wagon": _wagon_text,
    "leave-wagon": _wagon_text,
    "ride-along": _ride_along_text,
    "stay": _stay_text,
    "commit": _job_text,
    "ready": _ready_text,
    "invite": _invite_text,
    "roll": _roll_text,
    "join": _job_text,
    "refuse": _refuse_text,
    "accept": _accept_text,
    "cost": _card_text,
    "give": _goods_text,
    "ask": _goods_text,
    "carry": _carry_text,
    "offer": _offer_text,
    "use": _job_text,
}

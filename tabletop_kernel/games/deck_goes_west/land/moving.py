"""Moving a meeple: movement is added up, then used step by step.

Movement in use is a frame `("moving", seat, Moving)`: the seat decides, and the meeple of `whom` moves. A step onto a
face-down tile reveals it first; then the same frame asks if the meeple enters it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.cards import danger_cards
from tabletop_kernel.games.deck_goes_west.days import events
from tabletop_kernel.games.deck_goes_west.jobs import under_way
from tabletop_kernel.games.deck_goes_west.jobs.language import Job, job_fact
from tabletop_kernel.games.deck_goes_west.jobs.sources import FIXED_SOURCES, jobs_on, sources
from tabletop_kernel.games.deck_goes_west.land import revealing, step_costs, wagon
from tabletop_kernel.games.deck_goes_west.land.map_drawing import chart
from tabletop_kernel.games.deck_goes_west.land.map_graph import WALK, WAYS
from tabletop_kernel.games.deck_goes_west.land.movement_points import (
    NOWHERE,
    RAIL,
    Moving,
    Price,
    entry_price,
    is_short,
    movement_after_ride,
    movement_after_step,
    prices,
    refuse_step,
    trial_kinds,
)
from tabletop_kernel.games.deck_goes_west.state import Place, State
from tabletop_kernel.toolkit import grid


def current_movement(state: State) -> tuple[int, Moving]:
    """Return the seat that decides about the movement on top of the stack, and that movement."""
    _, seat, data = state.frames[-1]
    return seat, Moving(*data)


# -- beginning and ending ----------------------------------------------------------------------------------------------


def begin_movement(
    state: State, seat: int, whom: int, pool: list[tuple[str, int]], emit: Emit | None, more: bool = False
) -> None:
    """Put movement on the stack to be used. `more` adds it to the movement that waits there."""
    if more:
        index = next(index for index in reversed(range(len(state.frames))) if state.frames[index][0] == "moving")
        moving = Moving(*state.frames[index][2])
    else:
        index = len(state.frames)
        moving = Moving(whom, (state.meeple[whom],))
        pool = [*pool, *_take_kept_movement(state, whom)]
    moving = moving.plus(pool)
    state.frames[index:] = [("moving", seat, moving), *state.frames[index + 1 :]]
    if emit and moving.amounts():
        kind = "movement" if seat == whom else "movement-for"
        rule = "reveal.more-jobs" if more else "move.pool"
        emit(kind, rule, EVERYONE, seat=seat, partner=whom, movement=moving.amounts())


def _take_kept_movement(state: State, seat: int) -> list[tuple[str, int]]:
    """Return what a player has left of earlier movement today, under a ruling, and clear it."""
    kept, state.kept[seat] = state.kept[seat], ()
    return [*zip(WAYS, kept, strict=False), *((RAIL, ride) for ride in kept[len(WAYS) :])]


def can_use_kept(state: State, seat: int) -> bool:
    """Tell if a player can do something with movement from before."""
    if not state.kept[seat]:
        return False
    twin = state.clone()
    begin_movement(twin, seat, seat, [], None)
    return MOVING.can_go(twin, seat)


def use_kept(state: State, seat: int, emit: Emit | None) -> None:
    """Use the movement that was left over."""
    begin_movement(state, seat, seat, [], emit)


def _end_movement(state: State, emit: Emit | None) -> None:
    """End the movement; what is left is lost, or kept for the day under a ruling."""
    seat, moving = current_movement(state)
    state.frames.pop()
    if not moving.amounts():
        return
    is_kept = state.ruling["ruling.unused-movement"] == "kept"
    if is_kept:
        state.kept[moving.whom] = (moving.walk, moving.climb, moving.sail, *moving.rides)
    if emit:
        kind, rule = ("movement-kept", "ruling.unused-movement") if is_kept else ("movement-lost", "move.free-stop")
        emit(kind, rule, EVERYONE, seat=seat, partner=moving.whom, movement=moving.amounts())


# -- the decision ------------------------------------------------------------------------------------------------------

Refuse = Callable[[State, int, Moving, Move], Verdict | None]


class UseMovement(Decision[State]):
    """The use of movement, step by step and ride by ride, as far as it goes or the player likes."""

    verbs = ("step", "ride", "enter", "decline", "more", "stop")

    def due(self, state: State, emit: Emit | None) -> bool:
        seat, moving = current_movement(state)
        if state.dead >> moving.whom & 1:
            state.frames.pop()
            return False
        if moving.tried and state.meeple[moving.whom] == moving.tried:  # land taken away in the East moved it there
            _continue_after_answer(state, seat, moving, True, emit)
            return False
        if moving.tried or self.can_go(state, seat):
            return True
        _end_movement(state, emit)
        return False

    def can_go(self, state: State, seat: int) -> bool:
        """Tell if the movement leads anywhere."""
        return any(self.refuse(state, seat, move) is None for move in _goals(state, current_movement(state)[1]))

    def moves(self, state: State, seat: int) -> list[Move]:
        _, moving = current_movement(state)
        moves = _answers(state, seat, moving) if moving.tried else [*_goals(state, moving), ("stop",)]
        return [move for move in moves if self.refuse(state, seat, move) is None]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        _, moving = current_movement(state)
        return REFUSAL_BY_VERB[str(move[0])](state, seat, moving, move)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if move[0] == "stop":
            _end_movement(state, emit)
        elif move[0] == "more":
            state.frames.append(("gather", seat, under_way.Gathered("more", current_movement(state)[1].whom)))
            under_way.begin_job(state, seat, str(move[1]), int(move[2]), under_way.GATHER, emit)
        else:
            EFFECT_BY_VERB[str(move[0])](state, seat, current_movement(state)[1], move, emit)


def _goals(state: State, moving: Moving) -> Iterator[Move]:
    """Yield all moves that may be possible: steps to the four sides, and rides to railway tiles."""
    here = state.meeple[moving.whom]
    for place in chart(state).beside(here):
        if place in state.up:
            yield from (("step", *place, way) for way in prices(state, here, place))
        else:
            yield ("step", *place)
    if moving.rides:
        yield from (("ride", *place) for place in sorted(state.rails))


def _answers(state: State, seat: int, moving: Moving) -> Iterator[Move]:
    """Yield all possible answers to a tile that was revealed by a step."""
    kinds = trial_kinds(state, moving)
    if _can_enter(state, moving):
        ways = prices(state, state.meeple[moving.whom], moving.place())
        looks = kinds if state.ruling["ruling.entry-cost"] == "yes" else []
        yield from (("enter", way, look) for way in ways for look in looks)
        yield from (("enter", way) for way in ways if not looks)
    if _can_enter(state, moving) and needs_movement(state, moving):
        helping = under_way.usable_jobs(
            state, seat, lambda source, n, job: not _refuse_helping_job(state, seat, moving, source, job)
        )
        yield from (("more", source, n) for source, n in helping)
    yield from (("decline", kind) for kind in kinds)


def _can_enter(state: State, moving: Moving) -> bool:
    """Tell if the revealed tile is still beside the meeple: land may have gone since."""
    place = moving.place()
    return place in state.up and grid.steps(state.meeple[moving.whom], place) == 1


# -- why not -----------------------------------------------------------------------------------------------------------


def _refuse_step(state: State, seat: int, moving: Moving, move: Move) -> Verdict | None:
    """Return why a step isn't possible; None if it is."""
    place, rest = revealing.read_place(move[1:3]), move[3:]
    origin = state.meeple[moving.whom]
    if moving.tried:
        return refuse_unanswered(moving)
    if place is None or len(rest) > 1 or grid.steps(origin, place) != 1:
        return Verdict("move.cardinal", **({"place": place} if place else {}))
    if place not in state.tiles:
        return Verdict("move.tile-needed", place=place)
    if place not in state.up:
        if rest:
            return Verdict("move.face-down-ok", place=place)
        return None if trial_kinds(state, moving) else Verdict("reveal.by-move", place=place)
    if not rest and all(is_short(moving, price) for price in prices(state, origin, place).values()):
        return Verdict("move.onto", **step_costs.place_facts(state, place))
    return refuse_step(state, moving, origin, place, str(rest[0]) if rest else "")


def refuse_unanswered(moving: Moving, what: str = "enter-first") -> Verdict:
    """Return why the tile that was tried comes first, or needs another answer."""
    return Verdict("reveal.decline-cost", place=moving.place(), what=what)


def _refuse_ride(state: State, seat: int, moving: Moving, move: Move) -> Verdict | None:
    """Return why a ride isn't possible; None if it is."""
    if moving.tried:
        return refuse_unanswered(moving)
    origin, place = state.meeple[moving.whom], revealing.read_place(move[1:])
    if missing := _missing_for_ride(state, moving, origin, place):
        return Verdict("train.move", what=missing)
    assert place is not None
    furthest = max(moving.rides)
    distance = chart(state).distance(origin, place)
    if distance <= furthest:
        return None
    would_suffice = sum(moving.rides) >= distance
    return Verdict(
        "train.no-stack" if would_suffice else "train.between", limit=furthest, **step_costs.place_facts(state, place)
    )


def _missing_for_ride(state: State, moving: Moving, origin: Place, place: Place | None) -> str:
    """Return the key of what any ride lacks, however far it goes; empty if nothing."""
    is_missing = {
        "no-ride": not moving.rides,
        "ride-where": place is None,
        "ride-from": origin not in state.rails,
        "ride-here": place == origin,
        "ride-to": place not in state.rails,
    }
    return next((fault for fault, missing in is_missing.items() if missing), "")


def _refuse_entry(state: State, seat: int, moving: Moving, move: Move) -> Verdict | None:
    """Return why the revealed tile can't be entered like this; None if it can."""
    way, look = (*map(str, move[1:]), "", "")[:2]
    is_look_paid = state.ruling["ruling.entry-cost"] == "yes"
    if not moving.tried:
        return Verdict("reveal.decline")
    if not _can_enter(state, moving):
        return Verdict("move.tile-needed" if moving.tried not in state.tiles else "move.cardinal", place=moving.place())
    if is_look_paid and (refusal := _refuse_entry_cost(state, moving, way, look)):
        return refusal
    if refusal := refuse_step(state, moving, state.meeple[moving.whom], moving.place(), way):
        return refusal
    if len(move) != (3 if is_look_paid else 2):
        return refuse_unanswered(moving, "which-kind" if is_look_paid else "enter-first")
    if is_look_paid and look not in trial_kinds(state, moving):
        return _refuse_kind(moving, look)
    return None


def _refuse_decline(state: State, seat: int, moving: Moving, move: Move) -> Verdict | None:
    if not moving.tried:
        return Verdict("reveal.decline")
    if len(move) != len(("decline", "kind")):
        return refuse_unanswered(moving, "which-kind")
    return None if move[1] in trial_kinds(state, moving) else _refuse_kind(moving, move[1])


def _refuse_kind(moving: Moving, kind: str | int) -> Verdict:
    """Return why a reveal can't be paid for with this kind of movement."""
    if kind == RAIL and moving.rides:
        return Verdict("ruling.reveal-by-rail")
    return refuse_unanswered(moving, "none-of-it" if kind in (*WAYS, RAIL) else "which-kind")


def _refuse_more(state: State, seat: int, moving: Moving, move: Move) -> Verdict | None:
    """Return why a job can't be used for the revealed tile; None if it can.

    The job must give movement that helps, and there must be need of it.
    """
    if len(move) != len(("more", "source", "n")) or type(move[1]) is not str or type(move[2]) is not int:
        return Verdict("reveal.more-jobs", what="more-which")
    if not moving.tried or not _can_enter(state, moving):
        return Verdict("reveal.more-jobs", what="more-no-tile")
    if not needs_movement(state, moving):
        return Verdict("reveal.more-jobs", what="more-enough")
    source, n = move[1], move[2]
    if source not in sources(state, seat):
        return Verdict("act.job", card=source)
    jobs = jobs_on(state, seat, source)
    if not 0 <= n < len(jobs):
        return Verdict("job.everywhere", card=source, what="no-such-job")
    return _refuse_helping_job(state, seat, moving, source, jobs[n]) or under_way.refuse_job(state, seat, source, n)


def _refuse_helping_job(state: State, seat: int, moving: Moving, source: str, job: Job) -> Verdict | None:
    """Return why a job wouldn't help onto the revealed tile; None if it would."""
    origin, place, way = state.meeple[moving.whom], moving.place(), job.final.what
    if not job.is_movement or job.is_battle:
        return Verdict("reveal.more-jobs", what="more-no-movement", job=job_fact(job))
    if moving.whom != seat and source in FIXED_SOURCES and state.ruling["ruling.trade-move-jobs"] != "any-movement-job":
        return Verdict("trade.move", partner=moving.whom, job=job_fact(job))
    if way == RAIL:
        return None if _can_ride_pay(state) else Verdict("reveal.more-jobs", what="more-ride", job=job_fact(job))
    return None if way in step_costs.costs(state, origin, place) else step_costs.refuse_way(state, origin, place, way)


def _can_ride_pay(state: State) -> bool:
    """Tell if a ride helps with a revealed tile: rulings let it pay for the look, though not for the step."""
    return state.ruling["ruling.entry-cost"] == "yes" and state.ruling["ruling.reveal-by-rail"] == "as-one"


def needs_movement(state: State, moving: Moving) -> bool:
    """Tell if the movement left isn't enough to enter the revealed tile."""
    looks = trial_kinds(state, moving) if state.ruling["ruling.entry-cost"] == "yes" else [""]
    ways = prices(state, state.meeple[moving.whom], moving.place())
    return all(is_short(moving, entry_price(state, moving, way, look)) for way in ways for look in looks)


def _refuse_stop(state: State, seat: int, moving: Moving, move: Move) -> Verdict | None:
    if moving.tried:
        return refuse_unanswered(moving)
    return None if move == ("stop",) else Verdict("job.steps", what="the-move")


def refuse_job_beside(state: State, moving: Moving, job: Job) -> Verdict | None:
    """Return why a job couldn't have been combined with those behind this movement; None if it could."""
    kinds = {kind for kind, _ in moving.amounts()}
    any_kind = state.ruling["ruling.same-final"] == "kind"
    if job.is_movement and (any_kind or job.final.what in kinds or len(moving.been) > 1):
        return None
    is_ride = job.is_movement and RAIL in (*kinds, job.final.what)
    if is_ride:
        return Verdict("train.combine")
    return Verdict("ruling.same-final" if job.is_movement else "act.same-final", what="ends-differently")


def _refuse_entry_cost(state: State, moving: Moving, way: str, look: str) -> Verdict | None:
    """Return why the movement isn't enough for look and step together, if a ruling charges both; else None."""
    price = prices(state, state.meeple[moving.whom], moving.place()).get(way)
    looks = [kind for kind in trial_kinds(state, moving) if look in (kind, "")]  # any kind, if none is named
    if not price or not looks or not all(is_short(moving, entry_price(state, moving, way, kind)) for kind in looks):
        return None
    look = looks[0]
    paid, place = ((look, moving.rides[0] if look == RAIL else 1),), step_costs.place_facts(state, moving.place())
    facts = {"look": paid, "price": tuple(price.items()), "movement": moving.amounts(), **place}
    return Verdict("ruling.entry-cost", **facts)


REFUSAL_BY_VERB: Mapping[str, Refuse] = {
    "step": _refuse_step,
    "ride": _refuse_ride,
    "enter": _refuse_entry,
    "decline": _refuse_decline,
    "more": _refuse_more,
    "stop": _refuse_stop,
}


# -- going -------------------------------------------------------------------------------------------------------------


def _step(state: State, seat: int, moving: Moving, move: Move, emit: Emit | None) -> None:
    place = revealing.read_place(move[1:3])
    assert place is not None
    if place in state.up:
        way = str(move[3])
        price = prices(state, state.meeple[moving.whom], place)[way]
        _step_onto(state, seat, moving, place, way, price, emit)
        return
    is_west = place[0] > state.meeple[moving.whom][0]
    is_late = is_west and state.ruling["ruling.moving-west-decline"] == "no"
    state.frames[-1] = ("moving", seat, moving._replace(tried=place, owed=int(is_late)))
    if emit:
        facts = {"seat": seat, "partner": moving.whom, "origin": state.meeple[moving.whom]}
        emit("tries", "reveal.by-move", EVERYONE, **facts, place=place)
    revealing.reveal(state, credited_seat(state, seat, moving), place, emit, west=is_west, event=not is_late)


def credited_seat(state: State, seat: int, moving: Moving) -> int:
    """Return who reveals what a meeple finds: by a ruling, the player who spends the movement or the meeple's."""
    return seat if state.ruling["ruling.trade-move-credit"] == "card-owner" else moving.whom


def _step_onto(
    state: State, seat: int, moving: Moving, place: Place, way: str, price: Price, emit: Emit | None
) -> None:
    """Make a step onto a face-up tile, on foot or by boat."""
    origin, kind = state.meeple[moving.whom], way.split("+")[0]
    left, back = movement_after_step(state, moving, place, way, price)
    if emit:
        is_spent, cost = step_costs.movement_returned(state, place, kind) and not back, sum(price.values())
        rule = "ruling.rail-circle" if is_spent else step_costs.step_rule(state, origin, place, kind)
        facts = {"type": way, "origin": origin, **step_costs.place_facts(state, place)}
        if 0 < back < cost:
            emit("steps-half", rule, EVERYONE, seat=moving.whom, count=back, cost=cost, **facts)
        else:
            emit("steps-free" if back else "steps", rule, EVERYONE, seat=moving.whom, **facts)
    _arrive(state, seat, left, place, "move.leave-bandits", emit)
    if kind == WALK:
        wagon.offer_wagon(state, moving.whom, origin, place, emit)


def _arrive(state: State, seat: int, moving: Moving, place: Place, rule: str, emit: Emit | None) -> None:
    """Put the meeple on another tile; leaving bandits behind hurts."""
    origin, is_first_step = state.meeple[moving.whom], len(moving.been) == len(("start", "here"))
    state.frames[-1] = ("moving", seat, moving)
    step_costs.put_meeple(state, moving.whom, place, emit)
    if origin in state.bandits and (is_first_step or state.ruling["ruling.leave-when"] == "each-leaving"):
        danger_cards.take_danger(state, moving.whom, "pain", 1, rule, emit)


def _ride(state: State, seat: int, moving: Moving, move: Move, emit: Emit | None) -> None:
    place = revealing.read_place(move[1:])
    assert place is not None
    origin = state.meeple[moving.whom]
    left, ride = movement_after_ride(state, moving, origin, place)
    if emit:
        is_combined = any(kind != RAIL for kind, _ in moving.amounts())  # several rides in a row don't count
        is_neighbour = chart(state).distance(origin, place) == 1
        rule = "train.combine" if is_combined else "train.move" if is_neighbour else "train.between"
        emit(
            "rides", rule, EVERYONE, seat=moving.whom, limit=ride, origin=origin, **step_costs.place_facts(state, place)
        )
    _arrive(state, seat, left, place, "train.leave-bandits", emit)


def _enter(state: State, seat: int, moving: Moving, move: Move, emit: Emit | None) -> None:
    way, look = (*map(str, move[1:]), "")[:2]
    price = entry_price(state, moving, way, look)
    _step_onto(state, seat, moving._replace(tried=NOWHERE, owed=0), moving.place(), way, price, emit)
    _fire_owed_event(state, seat, moving, True, emit)


def _decline(state: State, seat: int, moving: Moving, move: Move, emit: Emit | None) -> None:
    """Leave the revealed tile alone, for 1 movement."""
    kind = str(move[1])
    left = moving.without({kind: 1})
    if emit:
        paid = ((kind, moving.rides[0] if kind == RAIL else 1),)
        facts = step_costs.place_facts(state, moving.place())
        emit("declines", "reveal.decline-cost", EVERYONE, seat=seat, movement=paid, **facts)
        if left.amounts():
            emit("goes-on", "reveal.go-on", EVERYONE, seat=seat, movement=left.amounts())
    _continue_after_answer(state, seat, left, False, emit)


def _continue_after_answer(state: State, seat: int, moving: Moving, west: bool, emit: Emit | None) -> None:
    """Go on after the answer about the revealed tile, with its event if that has waited."""
    state.frames[-1] = ("moving", seat, moving._replace(tried=NOWHERE, owed=0))
    _fire_owed_event(state, seat, moving, west, emit)


def _fire_owed_event(state: State, seat: int, moving: Moving, west: bool, emit: Emit | None) -> None:
    if moving.owed:
        events.fire(state, "reveal", [credited_seat(state, seat, moving)], moving.place(), emit, west=west)


Effect = Callable[[State, int, Moving, Move, Emit | None], None]
EFFECT_BY_VERB: Mapping[str, Effect] = {"step": _step, "ride": _ride, "enter": _enter, "decline": _decline}
MOVING = UseMovement()

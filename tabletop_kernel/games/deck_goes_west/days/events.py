"""Events: mission jobs that must be done when something happens."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from tabletop_kernel.contract.decision_stack import ANYONE, Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move, OpenDecision
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.jobs import can_be_done
from tabletop_kernel.games.deck_goes_west.jobs.language import Job, Step
from tabletop_kernel.games.deck_goes_west.jobs.sources import MISSION
from tabletop_kernel.games.deck_goes_west.jobs.under_way import EVENT, Doing
from tabletop_kernel.games.deck_goes_west.jobs.unmet_step import ALL_POSSIBLE
from tabletop_kernel.games.deck_goes_west.state import Place, State

FURTHEST, WESTWARDS = "furthest-west", "moving-west"
EVENT_CONDITIONS = (FURTHEST, WESTWARDS)  # of events; all others name a place
LAST_STARTING_COLUMN = 1  # the last column of the starting grid
RULE_BY_EVENT = {"reveal": "reveal.event", "build": "build.event"}  # events with a rule of their own
POINT_VERBS = ("if", "score", "lose")  # steps with the same effect on the team, no matter who does them
TEAM = "team"  # a fact of an event: nobody was there, so messages name the team


def fire(
    state: State,
    event: str,
    seats: Sequence[int],
    place: Place,
    emit: Emit | None,
    west: bool = False,
    absent: bool = False,
) -> None:
    """Put the jobs of an event on the stack, for something these seats have caused at a place.

    `absent`: none of them was there, so it happened to the whole team.
    """
    if not seats:
        return
    facts = [seat_facts(state, event, seat, place, west) for seat in seats]
    _note_record(state, event, seats, place)
    jobs = [n for n, job in enumerate(state.rules.jobs) if job.event == event]
    if not jobs:
        return
    frames: list[OpenDecision] = [("event", seat, (n, *facts[at])) for at, seat in enumerate(seats) for n in jobs]
    if len(seats) > 1 and state.rules.mode != "versus" and state.ruling["ruling.coop-event-count"] == "once":
        frames = _frames_for_one_seat(state, seats, (*facts[0], TEAM) if absent else facts[0], jobs)
    if len(seats) > 1 and state.rules.mode == "versus" and state.ruling["ruling.same-time-win"] != "active-first":
        frames.append(("reached", ANYONE, ()))
    _push_frames(state, frames)


def _frames_for_one_seat(
    state: State, seats: Sequence[int], facts: tuple[str, ...], jobs: list[int]
) -> list[OpenDecision]:
    """Return the frames for one player of a team to do the event's jobs; the team chooses who, if it matters."""
    frames: list[OpenDecision] = []
    for n in jobs:
        is_same_for_all = _is_only_points(state.rules.jobs[n])
        frames.append(
            ("event", seats[0], (n, *facts)) if is_same_for_all else ("who", ANYONE, (n, facts, tuple(seats)))
        )
    return frames


def _is_only_points(job: Job) -> bool:
    return all(step.verb in POINT_VERBS for step in job.steps)


def _push_frames(state: State, frames: list[OpenDecision]) -> None:
    """Put frames on the stack, the first on top; under a ruling they wait for the end of the job."""
    is_action = any(kind == "action" for kind, _, _ in state.frames)
    if is_action and state.ruling["ruling.event-time"] == "after-job":
        state.pending += tuple(frames)
    else:
        state.frames += reversed(frames)


def seat_facts(state: State, event: str, seat: int, place: Place, west: bool) -> tuple[str, ...]:
    """Return the event conditions that are met."""
    met = [FURTHEST] if is_furthest(state, event, seat, place[0]) else []
    return (*met, WESTWARDS) if west else tuple(met)


def is_furthest(state: State, event: str, seat: int, column: int) -> bool:
    """Tell if this is the furthest West that an event has happened."""
    before = furthest_record(state, event, seat)
    if before is None:
        return state.ruling["ruling.west-first"] == "yes" or column > LAST_STARTING_COLUMN
    return column > before or (column == before and state.ruling["ruling.west-equal"] == "yes")


def furthest_record(state: State, event: str, seat: int) -> int | None:
    """Return the furthest column in which an event has happened, to a seat or to all; None if it hasn't."""
    return state.records.get(_record_key(state, event, seat))


def _record_key(state: State, event: str, seat: int) -> str:
    return event if state.ruling["ruling.west-scope"] == "shared" else f"{event} {seat}"


def _note_record(state: State, event: str, seats: Sequence[int], place: Place) -> None:
    for seat in seats:
        key = _record_key(state, event, seat)
        state.records[key] = max(place[0], state.records.get(key, place[0]))


def begin_event_job(state: State, emit: Emit | None) -> None:
    """Begin a mission job after its event, or leave it out under a ruling."""
    _, seat, (n, *facts) = state.frames.pop()
    job = state.rules.jobs[n]
    if void_rule := _void_rule(state, seat, job, facts):
        if emit:
            kind = "left-unmet" if void_rule == "ruling.mid-condition" else "left-out"
            emit(kind, void_rule, EVERYONE, seat=seat, job=job.line, what=job.event)
        return
    if emit:
        rule = RULE_BY_EVENT.get(job.event, "event.must")
        who = ANYONE if TEAM in facts and _is_only_points(job) else seat
        emit("event", rule, EVERYONE, seat=seat, who=who, job=job.line, what=job.event)
    state.frames.append(("job", seat, Doing(MISSION, n, EVENT, facts=tuple(facts))))


def _void_rule(state: State, seat: int, job: Job, facts: Sequence[str]) -> str:
    """Return the ruling that leaves out a job because part of it is impossible; empty if none does."""
    steps = list(takewhile(lambda step: step.verb != "if" or is_condition_met(state, seat, step, facts), job.steps))
    if len(steps) < len(job.steps) and state.ruling["ruling.mid-condition"] == "never-start":
        return "ruling.mid-condition"
    if state.ruling["ruling.event-cannot"] == "as-far-as-possible":
        return ""
    is_stuck = (
        can_be_done.first_impossible_step(
            state, seat, [(step, 0) for step in steps], can_be_done.current_means(state, seat)
        )
        != ALL_POSSIBLE
    )
    return "ruling.event-cannot" if is_stuck else ""


def is_condition_met(state: State, seat: int, step: Step, facts: Sequence[str]) -> bool:
    """Tell if a condition is met; `facts` holds the event conditions that are."""
    return step.what in facts if step.what in EVENT_CONDITIONS else not can_be_done.refuse_place(state, seat, step, 0)


class Who(Decision[State]):
    """The team's choice of who does the job of an event that several players have caused."""

    verbs = ("who",)

    def deciders(self, state: State, frame: OpenDecision) -> Sequence[int]:
        return state.living_seats()

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("who", other) for other in state.frames[-1][2][2] if other in state.living_seats()]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("event.must", what="who")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        _, _, (n, facts, _) = state.frames.pop()
        state.frames.append(("event", int(move[1]), (n, *facts)))

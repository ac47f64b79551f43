"""Jobs under way: how far they are, what the player has for them, and which are done together.

A job under way is a frame `("job", seat, Doing)`. In an action, its last step waits in the frame below,
`("gather", seat, Gathered)`, where more jobs with the same last step may join.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.jobs import can_be_done
from tabletop_kernel.games.deck_goes_west.jobs.can_be_done import Means
from tabletop_kernel.games.deck_goes_west.jobs.language import THIS, Job, Step, job_fact
from tabletop_kernel.games.deck_goes_west.jobs.sources import (
    CHARACTER,
    FIXED_SOURCES,
    MISSION,
    ROW,
    TILE,
    jobs_on,
    refuse_job_at_source,
    refuse_source,
    slot_of,
    sources,
)
from tabletop_kernel.games.deck_goes_west.jobs.unmet_step import Todo
from tabletop_kernel.games.deck_goes_west.state import State

GATHER, ALONE, BATTLE, EVENT = "gather", "alone", "battle", "event"  # the modes of a job
UNKNOWN = -1


class Doing(NamedTuple):
    """A job under way."""

    source: str  # a card, or one of sources.FIXED, or "row 2"
    n: int  # which of its jobs
    mode: str
    at: int = 0  # the next step
    x: int = UNKNOWN
    paid: tuple[str, ...] = ()  # kinds of resources paid so far
    left: int = UNKNOWN  # cards still to choose for this step
    facts: tuple[str, ...] = ()  # event conditions that are met: "furthest-west", "moving-west"
    rolled: int = UNKNOWN  # the sum of dice whose kind is chosen after the roll, under a ruling


class Part(NamedTuple):
    """One of several jobs done together, with only its last step left."""

    seat: int
    source: str
    n: int
    x: int
    paid: tuple[str, ...]


class Gathered(NamedTuple):
    """Jobs done together."""

    purpose: str  # "act", "more" (movement in mid-move), "join" (a partner's roll), "carry" (a partner's meeple)
    whom: int  # whose meeple moves, if the jobs are movement
    parts: tuple[Part, ...] = ()


def current_job(state: State) -> tuple[int, Doing, Job]:
    """Return the player of the job on top of the stack, how far it is, and the job itself."""
    _, seat, data = state.frames[-1]
    doing = Doing(*data)
    return seat, doing, job_of(state, seat, doing.source, doing.n)


def job_of(state: State, seat: int, source: str, n: int) -> Job:
    return jobs_on(state, seat, source)[n]


# -- beginning ---------------------------------------------------------------------------------------------------------


def refuse_job(state: State, seat: int, source: str, n: int, mode: str = GATHER) -> Verdict | None:
    """Return why a player can't use a job now; None if it can be done to its end."""
    if refusal := refuse_source(state, seat, source, n, night=mode == BATTLE and state.at_night):
        return refusal
    job = job_of(state, seat, source, n)
    return can_be_done.refuse_job(state, seat, job, means_for(state, seat, source))


def usable_jobs(state: State, seat: int, wanted: Callable[[str, int, Job], bool]) -> Iterator[tuple[str, int]]:
    """Yield those of the wanted jobs that a player can use now, without looking for reasons."""
    waiting, x = waiting_last_steps(state, seat), shared_x(state, seat)
    for source in sources(state, seat):
        jobs = [(n, job) for n, job in enumerate(jobs_on(state, seat, source)) if wanted(source, n, job)]
        if not jobs:
            continue
        means = _means_for(state, seat, source, waiting, x)
        for n, job in jobs:
            if not refuse_job_at_source(state, seat, source, n, job) and can_be_done.is_possible(
                state, seat, job, means
            ):
                yield source, n


def means_for(state: State, seat: int, source: str) -> Means:
    """Return what a player has for a job, without the card it is on and with what they have promised already."""
    return _means_for(state, seat, source, waiting_last_steps(state, seat), shared_x(state, seat))


def _means_for(state: State, seat: int, source: str, waiting: list[Todo], x: int) -> Means:
    hand = state.hand[seat]
    if source in hand:
        at = hand.index(source)
        hand = hand[:at] + hand[at + 1 :]
    return Means(state.stock[seat], hand, (), waiting, int(_is_recycled(state, source)), x)


def _is_recycled(state: State, source: str) -> bool:
    """Tell if a card goes to the discard pile before its job begins."""
    card = state.rules.cards.get(source)
    return card is not None and card.is_item and state.ruling["ruling.played-when"] == "first"


def waiting_last_steps(state: State, seat: int) -> list[Todo]:
    """Return the last steps that wait for this player in gathered jobs."""
    return [(job.final, part.x) for part, job in _own_gathered_jobs(state, seat)]


def shared_x(state: State, seat: int) -> int:
    """Return the X of the gathered jobs, if a ruling wants one X for all; else UNKNOWN."""
    if state.ruling["ruling.x-per-job"] == "each":
        return UNKNOWN
    return next((part.x for part, job in _own_gathered_jobs(state, seat) if job.uses_x), UNKNOWN)


def _own_gathered_jobs(state: State, seat: int) -> list[tuple[Part, Job]]:
    for kind, _, data in reversed(state.frames):
        if kind in ("gather", "carry"):
            parts = (Part(*part) for part in Gathered(*data).parts)
            return [(part, job_of(state, seat, part.source, part.n)) for part in parts if part.seat == seat]
    return []


def begin_job(state: State, seat: int, source: str, n: int, mode: str, emit: Emit | None) -> None:
    """Begin a job: play its card, tap the character or lay the meeple down."""
    job = job_of(state, seat, source, n)
    rule = _source_rule(state, source)
    if source == CHARACTER:
        state.tapped |= 1 << seat
    elif source == TILE:
        state.lying |= 1 << seat
        state.worked = (*state.worked, (*state.meeple[seat], seat))
        source = f"{TILE} {state.tiles[state.meeple[seat]]}"
    elif source == MISSION and job.limit and can_be_done.refuse_place(state, seat, job.steps[0], 0) is None:
        state.fed = (*state.fed, (n, state.meeple[seat]))  # a ruling lets players begin it elsewhere, without effect
    elif source not in FIXED_SOURCES and not source.startswith(ROW):
        _play_card(state, seat, source, job)
    if emit:
        kind, named_source = ("wants", state.row[slot_of(source)]) if source.startswith(ROW) else ("does", source)
        emit(
            kind, rule, EVERYONE, seat=seat, source=named_source, job=job_fact(job)
        )  # a card's name, since the row moves on
    state.frames.append(("job", seat, Doing(source, n, mode)))


def _source_rule(state: State, source: str) -> str:
    """Return the rule by which a job is used where it is."""
    if source.startswith(ROW):
        return "act.buy"
    card = state.rules.cards.get(source)
    if card is not None:
        return "job.item" if card.is_item else "act.job"
    return {CHARACTER: "job.tap", TILE: "job.land", MISSION: "job.mission"}[source]


def _play_card(state: State, seat: int, card: str, job: Job) -> None:
    """Take a card from the hand: an item card is usually discarded at once, danger stays until its job ends."""
    state.take_from_hand(seat, card)
    names_itself = any(step.what == THIS for step in job.steps)
    if names_itself or state.is_danger(card) or state.ruling["ruling.played-when"] == "last":
        state.played[seat] = (*state.played[seat], card)
    else:
        state.put_on_discard(seat, card)


def discard_played(state: State, seat: int) -> None:
    """Discard the cards whose jobs are over."""
    for card in state.played[seat]:
        state.put_on_discard(seat, card)
    state.played[seat] = ()


def finish_each(state: State, parts: Sequence[Part]) -> None:
    """Put the last steps of these jobs on the stack, to be done one after the other."""
    for part in reversed(parts):
        last = len(job_of(state, part.seat, part.source, part.n).steps) - 1
        data = Doing(part.source, part.n, ALONE, last, part.x, part.paid)
        state.frames.append(("job", part.seat, data))


# -- on the way --------------------------------------------------------------------------------------------------------


def update_job(state: State, doing: Doing) -> bool:
    """Note how far the job on top has come. Return False: the player has nothing to choose yet."""
    kind, seat, _ = state.frames[-1]
    state.frames[-1] = (kind, seat, doing)
    return False


def go_to_next_step(state: State, doing: Doing) -> bool:
    """Go on to the next step of the job on top. Return False, as `update_job` does."""
    return update_job(state, doing._replace(at=doing.at + 1, left=UNKNOWN, rolled=UNKNOWN))


def means_now(state: State, seat: int, doing: Doing) -> Means:
    """Return what a player has for the steps left; the played card is no longer in hand."""
    if doing.mode != GATHER:
        return Means(state.stock[seat], state.hand[seat], doing.paid)
    waiting, x = waiting_last_steps(state, seat), shared_x(state, seat)
    return Means(state.stock[seat], state.hand[seat], doing.paid, waiting, x=x)


def is_done_in_part(state: State, doing: Doing) -> bool:
    """Tell if steps of this job are done as far as possible: for events they are, and under a ruling for all jobs."""
    return doing.mode == EVENT or state.ruling["ruling.job-exact"] == "lenient"


def step_count(doing: Doing, step: Step) -> int:
    """Return the amount of a step, with the job's X."""
    return step.amount.value(doing.x)


def give_resources(state: State, seat: int, kind: str, count: int, rule: str, emit: Emit | None) -> None:
    """Give a player resources, as far as the supply has them, and report it."""
    received = state.add(seat, kind, count)
    if emit:
        if received:
            emit("gains", rule, EVERYONE, seat=seat, kind=kind, count=received)
        elif not count:
            emit("gains-nothing", rule, EVERYONE, seat=seat, kind=kind)
        if received < count:
            emit("supply-out", "ruling.supply", EVERYONE, kind=kind)

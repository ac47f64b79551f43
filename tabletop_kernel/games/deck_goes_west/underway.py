"""A job that is under way: how far it is, what its player has for it, and which other jobs are done with it.

A job that is being done is a frame `("job", seat, Doing)`. In an action its last step waits in the frame below,
`("gather", seat, Gathered)`, where more jobs with the same last step may join.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west import able
from tabletop_kernel.games.deck_goes_west.able import Means
from tabletop_kernel.games.deck_goes_west.in_full import Todo
from tabletop_kernel.games.deck_goes_west.jobs import THIS, Job, Step
from tabletop_kernel.games.deck_goes_west.sources import (
    CHARACTER,
    FIXED,
    MISSION,
    ROW,
    TILE,
    barred,
    barred_there,
    jobs_on,
    slot_of,
    sources,
)
from tabletop_kernel.games.deck_goes_west.state import State

GATHER, ALONE, BATTLE, EVENT = "gather", "alone", "battle", "event"  # how a job is done
UNKNOWN = -1


class Doing(NamedTuple):
    """A job that is under way."""

    source: str  # a card, or one of sources.FIXED, or "row 2"
    n: int  # which of its jobs
    mode: str
    at: int = 0  # the step that is next
    x: int = UNKNOWN
    paid: tuple[str, ...] = ()  # kinds of resources paid so far
    left: int = UNKNOWN  # cards still to be chosen for this step
    facts: tuple[str, ...] = ()  # conditions of events that are met: "furthest-west", "moving-west"
    rolled: int = UNKNOWN  # dice whose kind is still to be chosen, under a ruling


class Part(NamedTuple):
    """One of several jobs that are done together: its last step is still to be done."""

    seat: int
    source: str
    n: int
    x: int
    paid: tuple[str, ...]


class Gathered(NamedTuple):
    """Jobs that are done together."""

    purpose: str  # "act", "more" (movement in mid-move), "join" (a partner's roll), "carry" (a partner's meeple)
    whom: int  # whose meeple moves, if it is movement
    parts: tuple[Part, ...] = ()


def current(state: State) -> tuple[int, Doing, Job]:
    """The job on top of the stack: who does it, how far it is, and what it says."""
    _, seat, data = state.frames[-1]
    doing = Doing(*data)
    return seat, doing, job_of(state, seat, doing.source, doing.n)


def job_of(state: State, seat: int, source: str, n: int) -> Job:
    return jobs_on(state, seat, source)[n]


# -- beginning ---------------------------------------------------------------------------------------------------------


def refuses(state: State, seat: int, source: str, n: int, mode: str = GATHER) -> Verdict | None:
    """Say why a player can't use a job now; None if it can be done to its end."""
    if wrong := barred(state, seat, source, n, night=mode == BATTLE and state.at_night):
        return wrong
    job = job_of(state, seat, source, n)
    return able.refusal(state, seat, job, means_for(state, seat, source))


def usable(state: State, seat: int, wanted: Callable[[str, int, Job], bool]) -> Iterator[tuple[str, int]]:
    """The jobs that a player can use now, of those that are wanted: the same for all of them, without the reasons."""
    waits, x = promised(state, seat), shared_x(state, seat)
    for source in sources(state, seat):
        jobs = [(n, job) for n, job in enumerate(jobs_on(state, seat, source)) if wanted(source, n, job)]
        if not jobs:
            continue
        at = _means_for(state, seat, source, waits, x)
        for n, job in jobs:
            if not barred_there(state, seat, source, n, job) and able.possible(state, seat, job, at):
                yield source, n


def means_for(state: State, seat: int, source: str) -> Means:
    """What a player has for a job: the card it is on cannot serve for it, and what is promised already is counted."""
    return _means_for(state, seat, source, promised(state, seat), shared_x(state, seat))


def _means_for(state: State, seat: int, source: str, waits: list[Todo], x: int) -> Means:
    hand = state.hand[seat]
    if source in hand:
        at = hand.index(source)
        hand = hand[:at] + hand[at + 1 :]
    return Means(state.stock[seat], hand, (), waits, int(_is_recycled(state, source)), x)


def _is_recycled(state: State, source: str) -> bool:
    """Check that a card lies on the discard pile before its job begins."""
    card = state.rules.cards.get(source)
    return card is not None and card.is_item and state.ruling["ruling.played-when"] == "first"


def promised(state: State, seat: int) -> list[Todo]:
    """The last steps that wait for this player in the jobs that are gathered."""
    return [(job.final, part.x) for part, job in _gathered(state, seat)]


def shared_x(state: State, seat: int) -> int:
    """The X of the jobs that are gathered, where a ruling wants one X for all."""
    if state.ruling["ruling.x-per-job"] == "each":
        return UNKNOWN
    return next((part.x for part, job in _gathered(state, seat) if job.uses_x), UNKNOWN)


def _gathered(state: State, seat: int) -> list[tuple[Part, Job]]:
    for kind, _, data in reversed(state.frames):
        if kind in ("gather", "carry"):
            parts = (Part(*part) for part in Gathered(*data).parts)
            return [(part, job_of(state, seat, part.source, part.n)) for part in parts if part.seat == seat]
    return []


def begin(state: State, seat: int, source: str, n: int, mode: str, emit: Emit | None) -> None:
    """A job is used: its card is played, the character tapped, the meeple laid down."""
    job = job_of(state, seat, source, n)
    rule = _rule_of(state, source)
    if source == CHARACTER:
        state.tapped |= 1 << seat
    elif source == TILE:
        state.lying |= 1 << seat
        state.worked = (*state.worked, (*state.meeple[seat], seat))
        source = f"{TILE} {state.tiles[state.meeple[seat]]}"
    elif source == MISSION and job.limit and able.no_place(state, seat, job.steps[0], 0) is None:
        state.fed = (*state.fed, (n, state.meeple[seat]))  # a ruling lets one begin it elsewhere, where it does nothing
    elif source not in FIXED and not source.startswith(ROW):
        _play_card(state, seat, source, job)
    if emit:
        kind, shown = ("wants", state.row[slot_of(source)]) if source.startswith(ROW) else ("does", source)
        emit(kind, rule, EVERYONE, seat=seat, source=shown, job=job.line)  # a card's name: the row moves on
    state.frames.append(("job", seat, Doing(source, n, mode)))


def _rule_of(state: State, source: str) -> str:
    """The rule by which a job is used where it stands."""
    if source.startswith(ROW):
        return "act.buy"
    card = state.rules.cards.get(source)
    if card is not None:
        return "job.item" if card.is_item else "act.job"
    return {CHARACTER: "job.tap", TILE: "job.land", MISSION: "job.mission"}[source]


def _play_card(state: State, seat: int, card: str, job: Job) -> None:
    """An item card is discarded at once, unless its job scraps it or a ruling says later; danger stays till its end."""
    state.from_hand(seat, card)
    scraps = any(step.what == THIS for step in job.steps)
    if scraps or state.is_danger(card) or state.ruling["ruling.played-when"] == "last":
        state.played[seat] = (*state.played[seat], card)
    else:
        state.onto_discard(seat, card)


def put_away(state: State, seat: int) -> None:
    """Cards whose jobs are over go to their owner's discard pile."""
    for card in state.played[seat]:
        state.onto_discard(seat, card)
    state.played[seat] = ()


def finish_each(state: State, parts: Sequence[Part]) -> None:
    """Put the last steps of these jobs on the stack, to be done one after the other."""
    for part in reversed(parts):
        at = len(job_of(state, part.seat, part.source, part.n).steps) - 1
        data = Doing(part.source, part.n, ALONE, at, part.x, part.paid)
        state.frames.append(("job", part.seat, data))


# -- on the way --------------------------------------------------------------------------------------------------------


def go_on(state: State, doing: Doing) -> bool:
    """The job on top has come so far; nobody is asked yet."""
    kind, seat, _ = state.frames[-1]
    state.frames[-1] = (kind, seat, doing)
    return False


def next_step(state: State, doing: Doing, **changes: Any) -> bool:
    """A step is done: the next one is due."""
    return go_on(state, doing._replace(at=doing.at + 1, left=UNKNOWN, rolled=UNKNOWN, **changes))


def means_now(state: State, seat: int, doing: Doing) -> Means:
    """What there is for the steps that are left: the card that is played is not in the hand any more."""
    if doing.mode != GATHER:
        return Means(state.stock[seat], state.hand[seat], doing.paid)
    waits, x = promised(state, seat), shared_x(state, seat)
    return Means(state.stock[seat], state.hand[seat], doing.paid, waits, x=x)


def partly(state: State, doing: Doing) -> bool:
    """Check that steps of this job are done as far as possible: events are, and under a ruling all jobs."""
    return doing.mode == EVENT or state.ruling["ruling.job-exact"] == "lenient"


def count_of(doing: Doing, step: Step) -> int:
    return step.amount.value(doing.x)


def receive(state: State, seat: int, kind: str, count: int, rule: str, emit: Emit | None) -> None:
    """Resources come to a player."""
    got = state.add(seat, kind, count)
    if emit:
        if got:
            emit("gains", rule, EVERYONE, seat=seat, kind=kind, count=got)
        elif not count:
            emit("gains-nothing", rule, EVERYONE, seat=seat, kind=kind)
        if got < count:
            emit("supply-out", "ruling.supply", EVERYONE, kind=kind)

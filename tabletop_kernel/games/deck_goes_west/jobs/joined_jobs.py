"""Jobs done together, because they have the same last step."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.jobs import dice_bonus
from tabletop_kernel.games.deck_goes_west.jobs.language import ANY, KINDS, Job, job_fact
from tabletop_kernel.games.deck_goes_west.jobs.sources import has_source, jobs_on
from tabletop_kernel.games.deck_goes_west.jobs.under_way import (
    GATHER,
    Gathered,
    Part,
    begin_job,
    finish_each,
    job_of,
    refuse_job,
    usable_jobs,
)
from tabletop_kernel.games.deck_goes_west.land import moving, wagon
from tabletop_kernel.games.deck_goes_west.state import State


class Gather(Decision[State]):
    """A player's choice of more jobs, when the first job of an action has come to its last step."""

    verbs = ("also", "go")

    def due(self, state: State, emit: Emit | None) -> bool:
        """Tell if the player must decide.

        A closed hand always must, so that nobody learns who has no job to add.
        """
        _, seat, data = state.frames[-1]
        gathered = Gathered(*data)
        if not gathered.parts:  # the job stopped at a condition
            state.frames.pop()
            return False
        is_alone = gathered.purpose == "join" and dice_bonus.is_one_job_each(state)
        is_hidden = bool(state.hand[seat]) and not state.open_hands() and not is_alone
        if is_hidden or any(_iter_joinable(state, seat, gathered)):
            return True
        self.apply(state, seat, ("go",), emit)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        gathered = Gathered(*state.frames[-1][2])
        return [*(("also", source, n) for source, n in joinable_jobs(state, seat, gathered)), ("go",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        is_well_formed = len(move) == len(("also", "source", "n")) and type(move[1]) is str and type(move[2]) is int
        if not is_well_formed or move[0] != "also":
            return refuse_while_adding(state, seat)
        gathered, source, n = Gathered(*state.frames[-1][2]), str(move[1]), int(move[2])
        return refuse_other_job(state, seat, gathered, source, n) or refuse_job(state, seat, source, n)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if move[0] == "also":
            begin_job(state, seat, str(move[1]), int(move[2]), GATHER, emit)
            return
        gathered = Gathered(*state.frames.pop()[2])
        finish_together(state, seat, gathered, emit)


def refuse_while_adding(state: State, seat: int) -> Verdict:
    """Return what a player can do when asked for more jobs, as a refusal of anything else."""
    return Verdict("act.same-final", what="only-go" if forced_move(state, seat) else "add-or-go")


def forced_move(state: State, seat: int) -> Move | None:
    """Return the move to go on, for a player who must add jobs but has none that fits; else None."""
    kind, asked, data = state.frames[-1] if state.frames else ("", seat, ())
    if (kind, asked) != ("gather", seat) or joinable_jobs(state, seat, Gathered(*data)):
        return None
    return ("go",)


def joinable_jobs(state: State, seat: int, gathered: Gathered) -> list[tuple[str, int]]:
    """Return the jobs that can be done together with those gathered."""
    return list(_iter_joinable(state, seat, gathered))


def _iter_joinable(state: State, seat: int, gathered: Gathered) -> Iterator[tuple[str, int]]:
    """Return an iterator over these jobs, for callers that need only the first."""
    first = Part(*gathered.parts[0])
    base = job_of(state, first.seat, first.source, first.n)

    def fits(source: str, n: int, job: Job) -> bool:
        return has_same_final(state, base, job) and not _refuse_combination(state, seat, gathered, source, base, job)

    return usable_jobs(state, seat, fits)


def loses_invitation(state: State, seat: int, gathered: Gathered) -> bool:
    """Tell if adding a second job would lose a player the chance to invite others to the roll."""
    if gathered.purpose != "act" or len(gathered.parts) != 1 or not dice_bonus.is_one_job_each(state):
        return False
    first = Part(*gathered.parts[0])
    final = job_of(state, first.seat, first.source, first.n).final
    if final.verb != "gain" or not final.amount.dice or not final.amount.value(first.x):
        return False
    kinds = [final.what] if final.what != ANY else KINDS if state.ruling["ruling.any-dice"] == "before" else ()
    return any(dice_bonus.can_invite(state, seat, kind) for kind in kinds)


def refuse_other_job(state: State, seat: int, gathered: Gathered, source: str, n: int) -> Verdict | None:
    """Return why a job doesn't go together with those gathered; None if it does."""
    jobs = jobs_on(state, seat, source) if has_source(state, seat, source) else ()
    if not 0 <= n < len(jobs):
        return None
    first, job = Part(*gathered.parts[0]), jobs[n]
    base = job_of(state, first.seat, first.source, first.n)
    if not has_same_final(state, base, job):
        rule = "ruling.same-final" if base.final_kind == job.final_kind else "act.same-final"
        return Verdict(rule, what="not-same", job=job_fact(base), other=job_fact(job))
    return _refuse_combination(state, seat, gathered, source, base, job)


def _refuse_combination(
    state: State, seat: int, gathered: Gathered, source: str, base: Job, job: Job
) -> Verdict | None:
    """Return why a job with the same last step still doesn't go together with those gathered; None if it does."""
    facts = {"job": base.line, "other": job.line}
    is_carried = gathered.purpose == "carry" or (gathered.purpose == "more" and gathered.whom != seat)
    allows_any_job = is_carried and state.ruling["ruling.trade-move-jobs"] == "any-movement-job"
    must_be_cards = is_carried or state.ruling["ruling.same-final-sources"] == "cards-only"
    cards = state.rules.cards
    if must_be_cards and not (source in cards and Part(*gathered.parts[0]).source in cards) and not allows_any_job:
        return Verdict("trade.move" if is_carried else "ruling.same-final-sources", **facts)
    if gathered.purpose == "join" and dice_bonus.is_one_job_each(state):
        return Verdict("ruling.bonus-several", **facts)
    return None


def has_same_final(state: State, one: Job, two: Job) -> bool:
    """Tell if two jobs have the same last step, as the ruling reads it."""
    ruling = state.ruling["ruling.same-final"]
    if ruling == "identical":
        return one.final == two.final
    if ruling == "kind-strict" and one.is_movement:
        return (one.final.verb, one.final.what) == (two.final.verb, two.final.what)
    return one.final_kind == two.final_kind


def finish_together(state: State, seat: int, gathered: Gathered, emit: Emit | None) -> None:
    """Do all last steps of the gathered jobs."""
    parts = [Part(*part) for part in gathered.parts]
    first = job_of(state, parts[0].seat, parts[0].source, parts[0].n)
    if emit and len(parts) > 1:
        emit("together", "act.same-final", EVERYONE, seat=seat, count=len(parts))
    if first.is_movement:
        finals = [(job_of(state, part.seat, part.source, part.n).final, part) for part in parts]
        pool = [(step.what, step.amount.value(part.x)) for step, part in finals]
        moving.begin_movement(state, seat, gathered.whom, pool, emit, gathered.purpose == "more")
    elif first.is_cooperation:
        dice_bonus.begin_roll(state, seat, parts, gathered.purpose, emit)
    elif first.final.verb == "wagon":  # its movement is added up, as for meeples
        count = sum(job_of(state, part.seat, part.source, part.n).final.amount.value(part.x) for part in parts)
        wagon.begin_haul(state, seat, count, emit)
    else:
        finish_each(state, parts)


def start_action(state: State, seat: int, source: str, n: int, emit: Emit | None) -> None:
    """Start an action with a job; others may be done together with it."""
    state.frames.append(("gather", seat, Gathered("act", seat)))
    begin_job(state, seat, source, n, GATHER, emit)

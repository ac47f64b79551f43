"""Jobs that would be wasted: their movement leads nowhere, or their telescope finds nothing to reveal.

The rules allow them, since both are done as far as possible, but players get a warning first. It must be certain: where
other movement could still make a job useful, there is no warning until the player sets out.
"""

from __future__ import annotations

from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.jobs import under_way
from tabletop_kernel.games.deck_goes_west.jobs.language import THIS, Job, Step
from tabletop_kernel.games.deck_goes_west.jobs.sources import jobs_on
from tabletop_kernel.games.deck_goes_west.land import moving, reachable
from tabletop_kernel.games.deck_goes_west.land.map_drawing import chart
from tabletop_kernel.games.deck_goes_west.land.movement_points import RAIL, Moving
from tabletop_kernel.games.deck_goes_west.land.reachable import GO
from tabletop_kernel.games.deck_goes_west.land.step_costs import tiles_in_sight
from tabletop_kernel.games.deck_goes_west.state import DANGERS, State

BURDEN_VERBS = ("if", "pay", "lose", "take")  # steps that bring nothing


def why_wasted(state: State, seat: int, move: Move) -> Verdict | None:
    """Return why a legal move would use something up for nothing; None if it may be of use."""
    if move == GO:
        return _why_goes_nowhere(state, seat)
    if move[0] not in ("job", "also"):
        return None
    source, n = str(move[1]), int(move[2])
    job = jobs_on(state, seat, source)[n]
    if (
        job.uses_x
        or job.final.amount.dice
        or [step for step in job.steps if _is_useful(state, source, step)] != [job.final]
    ):
        return None
    if job.final.verb == "telescope":
        return None if tiles_in_sight(state, seat) else Verdict("scope.range", what="no-telescope")
    return _why_no_way_on(state, seat, source, job) if job.is_movement else None


def _is_useful(state: State, source: str, step: Step) -> bool:
    """Tell if a step is the use of a job, and not its price."""
    if step.verb not in ("discard", "scrap"):
        return step.verb not in BURDEN_VERBS
    return step.what in ("danger", *DANGERS) or (step.what == THIS and state.is_danger(source))


def _is_kept(state: State) -> bool:
    """Tell if movement that leads nowhere now can be used later in the day."""
    return state.ruling["ruling.unused-movement"] == "kept"


def _why_no_way_on(state: State, seat: int, source: str, job: Job) -> Verdict | None:
    """Return why a job's movement leads nowhere, alone and with all that can be added; None if it may."""
    kind, _, data = state.frames[-1]
    if _is_kept(state) or (kind == "gather" and under_way.Gathered(*data).purpose != "act"):
        return None
    twin, final = state.clone(), job.final
    moving.begin_movement(twin, seat, seat, [(final.what, final.amount.number)], None)
    if moving.MOVING.can_go(twin, seat):
        return None
    if (kind == "gather" or _has_more_movement(state, seat, source)) and (
        final.what != RAIL or _can_ride(state, final)
    ):
        return None
    return _wasted_movement(state, seat, final.what == RAIL)


def _has_more_movement(state: State, seat: int, source: str) -> bool:
    """Tell if another movement job could be added, on another card or a copy of this one."""
    other_jobs = under_way.usable_jobs(state, seat, lambda source, n, job: job.is_movement)
    return state.hand[seat].count(source) > 1 or any(other != source for other, _ in other_jobs)


def _can_ride(state: State, step: Step) -> bool:
    """Tell if a ride leads from any railway to another, or a ruling lets it pay for a reveal."""
    if state.ruling["ruling.reveal-by-rail"] == "as-one":
        return True
    return any(spaces <= step.amount.number for *_, spaces in chart(state).railways.edges(data="spaces"))


def _why_goes_nowhere(state: State, seat: int) -> Verdict | None:
    """Return why the gathered movement leads nowhere if no more is added; None if it may."""
    twin = reachable.table_after_setting_out(state, seat)
    if twin is None or twin.frames[-1][0] != "moving" or _is_kept(state):
        return None
    pool = Moving(*twin.frames[-1][2])
    if pool.tried or pool.whom != seat or moving.MOVING.can_go(twin, seat):
        return None
    return _wasted_movement(state, seat, all(kind == RAIL for kind, _ in pool.amounts()))


def _wasted_movement(state: State, seat: int, is_ride: bool) -> Verdict:
    if not is_ride:
        return Verdict("move.pool", what="leads-nowhere")
    if not state.rails:
        return Verdict("train.move", what="no-rails")
    return Verdict("train.move", what="ride-none" if state.meeple[seat] in state.rails else "ride-from")

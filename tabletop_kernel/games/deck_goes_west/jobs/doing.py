"""Jobs, done step by step with their players' choices. Jobs done together are in `joined_jobs`."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.days import events
from tabletop_kernel.games.deck_goes_west.jobs import can_be_done
from tabletop_kernel.games.deck_goes_west.jobs.language import Step
from tabletop_kernel.games.deck_goes_west.jobs.step_effects import (
    CHOICE_EFFECT_BY_VERB,
    CHOICE_VERB,
    EFFECT_BY_VERB,
    choices,
    refuse_choice,
)
from tabletop_kernel.games.deck_goes_west.jobs.under_way import (
    BATTLE,
    GATHER,
    UNKNOWN,
    Doing,
    Gathered,
    Part,
    current_job,
    means_now,
    update_job,
)
from tabletop_kernel.games.deck_goes_west.state import State


class DoJob(Decision[State]):
    """A job in progress: first X, then step by step."""

    verbs = ("x", "pay", "gain", "discard", "scrap", "type")

    def due(self, state: State, emit: Emit | None) -> bool:
        seat, doing, job = current_job(state)
        if doing.x == UNKNOWN:
            choices = can_be_done.choices_of_x(state, seat, job, means_now(state, seat, doing))
            if len(choices) > 1:
                return True
            if emit and not choices:
                emit("x-none", "x.choose", EVERYONE, seat=seat)
            return update_job(state, doing._replace(x=choices[0] if choices else can_be_done.least_x(state)))
        steps = can_be_done.steps_of(state, job)
        if doing.at == len(steps):
            state.frames.pop()
            return False
        if doing.mode == GATHER and doing.at == len(steps) - 1:
            return _hand_over_last_step(state, seat, doing)
        step = steps[doing.at]
        if step.verb == "if" and not events.is_condition_met(state, seat, step, doing.facts):
            return _stop_at_condition(state, seat, doing, step, emit)
        if doing.mode == BATTLE and _put_off_after_battle(state, step, emit):
            return False
        return EFFECT_BY_VERB[step.verb](state, seat, doing, step, emit)

    def moves(self, state: State, seat: int) -> list[Move]:
        _, doing, job = current_job(state)
        if doing.x == UNKNOWN:
            return [("x", x) for x in can_be_done.choices_of_x(state, seat, job, means_now(state, seat, doing))]
        step = can_be_done.steps_of(state, job)[doing.at]
        return [(CHOICE_VERB[step.verb], choice) for choice in choices(state, seat, doing, job, step)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        _, doing, job = current_job(state)
        return refuse_choice(state, seat, doing, job, move)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        _, doing, job = current_job(state)
        if move[0] == "x":
            if emit:
                emit("x", "x.choose", EVERYONE, seat=seat, x=move[1])
            update_job(state, doing._replace(x=int(move[1])))
            return
        step = can_be_done.steps_of(state, job)[doing.at]
        CHOICE_EFFECT_BY_VERB[step.verb](state, seat, doing, step, str(move[1]), emit)


def _hand_over_last_step(state: State, seat: int, doing: Doing) -> bool:
    """Hand a job's last step to the frame below, where it waits for those of other jobs."""
    state.frames.pop()
    kind, owner, data = state.frames[-1]
    gathered = Gathered(*data)
    part = Part(seat, doing.source, doing.n, doing.x, doing.paid)
    state.frames[-1] = (kind, owner, gathered._replace(parts=(*gathered.parts, part)))
    return False


def _stop_at_condition(state: State, seat: int, doing: Doing, step: Step, emit: Emit | None) -> bool:
    """End a job at an unmet condition: the steps before it stand, the rest isn't done."""
    if emit:
        rule = f"event.{step.what}" if step.what in events.EVENT_CONDITIONS else "cond.gate"
        emit("stops", rule, EVERYONE, seat=seat, what=step.what)
    state.frames.pop()
    return False


def _put_off_after_battle(state: State, step: Step, emit: Emit | None) -> bool:
    """Put off the rest of a job until after the battle, if a ruling does so with this step. Tell if it does."""
    from tabletop_kernel.games.deck_goes_west import battle

    must_wait = state.ruling["ruling.battle-extra-steps"] == "after" and can_be_done.must_wait_for_battle(step)
    if must_wait:
        battle.put_off_job(state, emit)
    return must_wait

"""What a job would bring if it were used now: numbers for this moment, each with its rule."""

from __future__ import annotations

from tabletop_kernel.games.deck_goes_west.components import JOB_DIE
from tabletop_kernel.games.deck_goes_west.jobs.language import ANY, KINDS, Job, Step
from widgets.games.deck_goes_west.look import Look
from widgets.scene import Piece, Word

MEAN = sum(JOB_DIE) / len(JOB_DIE)
MOST = max(JOB_DIE)


def if_used(look: Look, piece: Piece, job: Job, name: str) -> None:
    """Say at a piece what its job would bring; nothing where a lesson hides that."""
    if look.me is None or "previews" in look.hidden or job.uses_x:
        return
    lines = [line for step in job.steps if (line := _line(look, look.me, step))]
    if lines:
        piece["ahead"] = {"title": f"If you use {name}", "lines": lines}


def _line(look: Look, seat: int, step: Step) -> Word | None:
    """One step in numbers: «Food: 4 → 3»."""
    number = step.amount.number
    if step.amount.dice:
        what = {"attack": "hits", "defend": "saves"}.get(step.verb) or step.what.capitalize() or "cards"
        what = "of any kind" if step.what == ANY else what
        text = f"{number} dice" if number > 1 else "1 die"
        rule = {"attack": "battle.hits", "defend": "battle.saves"}.get(step.verb, "dice.worth")
        return {"text": f"{text}: {number * MEAN:.1f} {what} on average, at most {number * MOST}", "rule": rule}
    if step.verb in ("pay", "gain") and step.what != ANY:
        have = look.view["stock"][seat][KINDS.index(step.what)]
        after = have - number if step.verb == "pay" else have + number
        return {"text": f"{step.what.capitalize()}: {have} → {after}", "rule": f"res.{step.verb}"}
    if step.verb in ("score", "lose"):
        have = look.points(seat)
        after = have + number if step.verb == "score" else max(0, have - number)
        return {"text": f"Points: {have} → {after}", "rule": "vp.gain" if step.verb == "score" else "vp.lose"}
    if step.verb == "draw":
        left = len(look.view["draw"][seat])
        return {"text": f"You draw {number} (your draw pile has {left})", "rule": "cards.draw"}
    return None

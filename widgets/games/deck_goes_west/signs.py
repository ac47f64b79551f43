"""Jobs as lines of signs, as on printed cards: ["−1", "food", "›", "walk", "1"]. Colours and dice have signs too."""

from __future__ import annotations

from tabletop_kernel.games.deck_goes_west.jobs.language import COST_VERBS, ITEM, THIS, Job, Step

MINUS = "−"
THEN, GIVEN = "›", ":"
EVENT = "bolt"
COLOUR_SIGN = {
    "blue": "walk",
    "green": "prairie",
    "violet": "attack",
    "white": "care",
    "copper": "railway",
    "amber": "swap",
}
CONDITIONS = {"furthest-west": "flag", "moving-west": "arrow-left"}
VERB_SIGN = {"telescope": "scope", "build": "railway", "take": "plus"}


def signs(job: Job) -> list[str]:
    """A whole job: its event, its conditions, what it costs, and what it brings."""
    found = [EVENT] if job.event else []
    before = ""
    for step in job.steps:
        if before in COST_VERBS and step.verb not in COST_VERBS:
            found.append(THEN)
        found += step_signs(step)
        before = step.verb
    return found


def step_signs(step: Step) -> list[str]:
    """One step: a number, and what it counts."""
    number = f"{'' if step.amount.x and step.amount.number == 1 else step.amount.number}{'X' * step.amount.x}"
    dice = ["dice"] if step.amount.dice else []
    if step.verb == "if":
        return [CONDITIONS.get(step.what, step.what), GIVEN]
    if step.verb in ("gain", "pay"):
        return [("+" if step.verb == "gain" else MINUS) + number, *dice, step.what]
    if step.verb in ("score", "lose"):
        return [("+" if step.verb == "score" else MINUS) + number, "vp"]
    if step.verb == "move":
        return [step.what if step.what != "rail" else "train", number]
    if step.verb in ("attack", "defend"):
        return [number, *dice, step.verb]
    return _with_cards(step, number)


def _with_cards(step: Step, number: str) -> list[str]:
    """Draw, discard, scrap and take, with what kind of card; and the rest."""
    sign = VERB_SIGN.get(step.verb, step.verb)
    if step.verb == "build":
        return [sign]
    if step.what == THIS:
        return [sign, "card"]
    kind = COLOUR_SIGN.get(step.what, step.what)
    return [sign, number, *([kind] if kind and kind != ITEM else [])]


def gist(job: Job) -> list[str]:
    """What a job brings, where there is no room for more: its last step."""
    return step_signs(job.final)

"""Jobs in words, as people read them: “In a Forest, gain 2 dice's worth of Food.”"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.games.deck_goes_west.jobs.language import (
    ANY,
    COST_VERBS,
    DANGERS,
    EVENT_CONDITION_WORDS,
    EVENT_WORDS,
    GROUND_WORDS,
    ITEM,
    LIMIT_WORDS,
    PLACE_WORDS,
    SCOPE_RANGE,
    THIS,
    TRAVEL_WORDS,
    Job,
    Step,
)


def job_in_words(job: Job) -> str:
    """Return the job as a sentence: “In a Forest, gain 2 dice's worth of Food.”"""
    text = "".join(_clauses(job))
    if job.limit:
        text += f" ({LIMIT_WORDS[job.limit]})"
    if job.event:
        return f"{EVENT_WORDS[job.event]} {text}."
    return f"{text[:1].upper()}{text[1:]}."


def job_with_x_in_words(job: Job, x: int, paid: str | Sequence[str] = (), gained: str | Sequence[str] = ()) -> str:
    """Return the job as a sentence for a chosen X: “Pay 4 of one resource, gain 2 of another.”

    `paid` and `gained` are the kinds chosen for steps of any kind, in order: “Pay 4 Food, gain 2 Metal.”
    """
    chosen = {"pay": _iter_kinds(paid), "gain": _iter_kinds(gained)}
    steps = []
    for step in job.steps:
        kind = next(chosen[step.verb], "") if step.what == ANY else ""
        amount = replace(step.amount, number=step.amount.value(x), x=False)
        steps.append(replace(step, what=kind or step.what, amount=amount))
    return job_in_words(replace(job, steps=tuple(steps)))


def _iter_kinds(kinds: str | Sequence[str]) -> Iterator[str]:
    return iter([kinds] if isinstance(kinds, str) else kinds)


def _clauses(job: Job) -> Iterator[str]:
    """Yield clauses and what goes between them. Steps that begin alike are one clause: “pay 3 Wood and 1 Metal”."""
    before: list[Step] = []
    last_manner = ""
    for (lead, manner), group in groupby(job.steps, lambda step: (_lead_text(job, step), _manner(job, step))):
        if last_manner:
            yield ", " if _is_one_thought(last_manner, manner) else "; "
        objects = []
        for step in group:
            objects.append(_object_text(job, step, before))
            before.append(step)
        clause = f"{lead} {listed(objects)}".strip()
        yield clause if objects[1:] or " 1 of " in clause else clause.replace("for every 1 ", "for every ")
        last_manner = manner


def _is_one_thought(before: str, after: str) -> bool:
    """Tell if two clauses are one thought: a condition and its effect, or a price and what it pays for."""
    return before in ("if", after) or (before, after) == ("each", "times")


def _manner(job: Job, step: Step) -> str:
    """Return how to word a step: as a condition, as “for every … paid”, as its reward, or plainly."""
    if step.verb == "if":
        return "if"
    if step.amount.x and _is_rate(job):
        return "each" if step.verb in COST_VERBS else "times"
    return "plain"


def _is_rate(job: Job) -> bool:
    """Tell if all payments of X come right before what they buy: otherwise the words must name X."""
    signs = "".join("-" if not step.amount.x else "c" if step.verb in COST_VERBS else "g" for step in job.steps)
    return re.fullmatch("-*c+g+-*", signs) is not None


def _lead_text(job: Job, step: Step) -> str:
    """Return the first words of a step; empty for conditions and battle dice."""
    if _manner(job, step) == "each":
        return "for every"
    leads = {"score": "gain", "take": "gain", "telescope": "reveal", "wagon": "move the wagon"}
    if step.verb in ("if", "attack", "defend"):
        return ""
    return TRAVEL_WORDS[step.what] if step.verb == "move" else leads.get(step.verb, step.verb)


PARTICIPLE = {"pay": " paid", "discard": " discarded", "scrap": " scrapped"}


def _object_text(job: Job, step: Step, before: Sequence[Step]) -> str:
    """Return the object of a step, with its number."""
    if step.verb == "if":
        return {**PLACE_WORDS, **EVENT_CONDITION_WORDS}[step.what]
    if step.verb == "build":
        return GROUND_WORDS[step.what]
    if step.what == THIS:
        return "this card"
    manner = _manner(job, step)
    number = step.amount.number
    amount_text = f"{number if number > 1 else ''}X" if step.amount.x and manner == "plain" else str(number)
    if step.amount.dice:
        amount_text += " die's worth of" if amount_text == "1" else " dice's worth of"
    participle = PARTICIPLE[step.verb] if manner == "each" else ""
    if step.verb in ("gain", "pay"):
        return _resources_text(job, step, amount_text, before) + participle
    if step.verb in ("draw", "discard", "scrap", "take"):
        return _number_text(amount_text, f"{_card_kind_text(step, job.on_item)}card") + participle
    return _counted_text(step, amount_text, before)


def _counted_text(step: Step, amount_text: str, before: Sequence[Step]) -> str:
    """Return points, tiles, hits, saves or spaces with their number."""
    if step.verb in ("score", "lose"):
        return f"{amount_text} VP" + " more" * any(earlier.verb == step.verb for earlier in before)
    if step.verb == "telescope":
        return f"{_number_text(amount_text, 'tile')} within {SCOPE_RANGE} spaces"
    if step.verb in ("attack", "defend"):
        side, thing = {"attack": ("attack", "hit"), "defend": ("defence", "save")}[step.verb]
        return (
            amount_text.replace("'s worth of", "").replace(" di", f" {side} di")
            if step.amount.dice
            else _number_text(amount_text, thing)
        )
    return amount_text


def _resources_text(job: Job, step: Step, amount_text: str, before: Sequence[Step]) -> str:
    """Return resources: “2 Food”, “2 dice's worth of Food”, “2 of one resource”, “1 resource of any kind”."""
    if step.what != ANY:
        return f"{amount_text} {step.what.capitalize()}"
    name = _any_resource_text(job, step, before)
    if name == "one resource" and amount_text == "1" and not step.amount.x:
        return "1 resource of any kind"
    return f"{amount_text} {name}" if step.amount.dice else f"{amount_text} of {name}"


def _any_resource_text(job: Job, step: Step, before: Sequence[Step]) -> str:
    """Return the words for a resource of the player's choice, given what was paid or gained before."""
    paid = [earlier.what for earlier in before if earlier.verb == "pay"]
    if step.verb == "gain" and paid:
        return "any kind" if job.same_kind else "another" if ANY in paid else "another resource"
    is_repeated = any((earlier.verb, earlier.what) == (step.verb, ANY) for earlier in before)
    return "the same or another" if is_repeated else "one resource"


def _card_kind_text(step: Step, on_item: bool) -> str:
    """Return the kind of cards: “other item ”, “blue item ”, “pain ”; empty if any card is drawn."""
    if step.what in ("", *DANGERS):
        return f"{step.what} ".lstrip()
    return "other " * on_item + f"{step.what} " * (step.what != ITEM) + "item "


def _number_text(amount_text: str, thing: str) -> str:
    return f"{amount_text} {thing}{'' if amount_text == '1' else 's'}"

"""The steps of a turn in a table's order, their numbers on the turn card, and its two halves."""

from __future__ import annotations

from tabletop_kernel.contract.game import Config
from tabletop_kernel.games.the_west_ascendant.ruling_types import rulings_of
from tabletop_kernel.toolkit.card_language import Act, Effect, Step

PRINTED_NAMES = {
    "prime": "Prime",
    "choose": "Choose",
    "trigger": "Trigger",
    "reaction": "Reaction",
    "gate": "Doppelgate",
    "refill": "Refill",
    "check": "Check",
    "pass": "Pass",
}
NUMBERED_AS = {"radiate": "gate", "limit": "gate"}  # step without its own number -> the step whose number it shares
FRONT_STEPS = (
    "prime",
    "choose",
    "trigger",
    "reaction",
)  # on the front of the turn card, under the ruling that halves it


def order_steps(config: Config) -> tuple[str, ...]:
    """Return the steps in the order under these rulings; the last one, the check, also passes the card."""
    rule = config.rulings
    order = ["begin", "prime", "choose", "trigger", "reaction", "gate", "limit", "refill", "check"]
    if rule["ruling.reaction-when"] == "before":
        order[3:5] = ["reaction", "trigger"]
    if rule["ruling.gate-order"] == "after":
        order[5:8] = ["refill", "gate", "limit"]
    if rule["ruling.refill-when"] == "start":
        order.remove("refill")
        order.insert(1, "refill")
    if rule["ruling.radiate-when"] == "end-of-turn":
        order.insert(order.index("gate"), "radiate")
    return tuple(order)


def begins_quietly(config: Config, order: tuple[str, ...]) -> bool:
    """Tell if cards, points and the end can't change between a turn's start and its first decision.

    Bots then skip those steps. Until that decision, effects run by themselves only if none of them would do anything.
    If nothing can be chosen in step 2, the Doppelgate step asks first. So it matters what comes before that step: a
    refill moves cards, a RADIATE costs points. Rulings that end the turn or the game without it matter, too.
    """
    rule = rulings_of(config)
    gate = order.index("gate")
    moved = order.index("refill") < gate or ("radiate" in order and order.index("radiate") < gate)
    return not moved and rule["ruling.no-action"] == "skip" and rule["ruling.end-check"] != "at-once"


def barter_is_idle(barter: Effect, config: Config, order: tuple[str, ...]) -> bool:
    """Tell if a Barter only swaps cards, and the rest of its turn doesn't depend on which.

    It then exchanges a card of the reacting player with the middle. What follows doesn't ask for either: the active
    player pays for a Doppelgate from their own hand, and no Doppelgate RADIATES so late.
    """
    radiates_late = rulings_of(config)["ruling.radiate-when"] in ("end-of-turn", "when-made")
    last_steps = ("reaction", "gate", "limit", "refill", "check")
    offered_swap = Effect((Step((), (Act("exchange"),), may=True),))
    ends_usually = order[-len(last_steps) :] == last_steps
    return barter == offered_swap and ends_usually and not radiates_late and begins_quietly(config, order)


def number_steps(order: tuple[str, ...]) -> dict[str, int]:
    """Return each step's number on the turn card, in order; “begin” shares the first number."""
    printed = [*(step for step in order if step in PRINTED_NAMES), "pass"]
    numbers = {step: number for number, step in enumerate(printed, 1)}
    shared = {step: numbers[NUMBERED_AS[step]] for step in order if step in NUMBERED_AS}
    return {"begin": 1, **numbers, **shared}


def is_in_front(order: tuple[str, ...], step: str) -> bool:
    """Tell if a step is on the front of the turn card: up to the last of Prime, Choose, Trigger and Reaction."""
    return order.index(step) <= max(order.index(name) for name in FRONT_STEPS)


def steps_in_words(numbers: dict[str, int], *, only_second_checks: bool) -> str:
    """Return the steps as “1 Prime, 2 Choose, …”, with a note if only the Second Player checks."""
    printed = sorted((number, step) for step, number in numbers.items() if step in PRINTED_NAMES)
    note = {"check": " (only the Second Player)"} if only_second_checks else {}
    return ", ".join(f"{number} {PRINTED_NAMES[step]}{note.get(step, '')}" for number, step in printed)

"""The steps of a turn in a table's order, their numbers on the turn card, and its two halves."""

from __future__ import annotations

from tabletop_kernel.contract.game import Config
from tabletop_kernel.games.the_west_ascendant.ruling_types import rulings_of
from tabletop_kernel.toolkit.card_language import Act, Effect, Step

NAMES = {
    "prime": "Prime",
    "choose": "Choose",
    "trigger": "Trigger",
    "reaction": "Reaction",
    "gate": "Doppelgate",
    "refill": "Refill",
    "check": "Check",
    "pass": "Pass",
}
PART_OF = {"radiate": "gate", "limit": "gate"}  # steps without their own number
FRONT = ("prime", "choose", "trigger", "reaction")  # on the front of the turn card, under the ruling that halves it


def steps(config: Config) -> tuple[str, ...]:
    """Return the steps in the order under these rulings; the last one, the check, also passes the card."""
    rule = config.rulings
    found = ["begin", "prime", "choose", "trigger", "reaction", "gate", "limit", "refill", "check"]
    if rule["ruling.reaction-when"] == "before":
        found[3:5] = ["reaction", "trigger"]
    if rule["ruling.gate-order"] == "after":
        found[5:8] = ["refill", "gate", "limit"]
    if rule["ruling.refill-when"] == "start":
        found.remove("refill")
        found.insert(1, "refill")
    if rule["ruling.radiate-when"] == "end-of-turn":
        found.insert(found.index("gate"), "radiate")
    return tuple(found)


def begins_quietly(config: Config, order: tuple[str, ...]) -> bool:
    """Tell if nothing that counts at the end changes in a turn before its first decision.

    Automatic effects do nothing then, and if nothing can be chosen in step 2, the Doppelgate step asks.
    """
    at_once = rulings_of(config)["ruling.end-check"] == "at-once"
    return (
        order[1] == "prime" and order[5] == "gate" and rulings_of(config)["ruling.no-action"] == "skip" and not at_once
    )


def idle_barter(barter: Effect, config: Config, order: tuple[str, ...]) -> bool:
    """Tell if a Barter changes nothing that counts at the end of its turn: numbers of cards, and points.

    It only exchanges cards between a hand and the middle, and nothing later in the turn depends on either: the other
    player pays for a Doppelgate from their own hand, and no Doppelgate RADIATES so late.
    """
    late = rulings_of(config)["ruling.radiate-when"] in ("end-of-turn", "when-made")
    ends = ("reaction", "gate", "limit", "refill", "check")
    offered = Effect((Step((), (Act("exchange"),), may=True),))
    return barter == offered and order[-len(ends) :] == ends and not late and begins_quietly(config, order)


def numbered(order: tuple[str, ...]) -> dict[str, int]:
    """Return each step's number on the turn card, in order; “begin” shares the first number."""
    named = [*(step for step in order if step in NAMES), "pass"]
    numbers = {step: number for number, step in enumerate(named, 1)}
    parts = {step: numbers[PART_OF[step]] for step in order if step in PART_OF}
    return {"begin": 1, **numbers, **parts}


def in_front(order: tuple[str, ...], step: str) -> bool:
    """Tell if a step is on the front of the turn card: up to the last of Prime, Choose, Trigger and Reaction."""
    return order.index(step) <= max(order.index(name) for name in FRONT)


def in_words(numbers: dict[str, int], alone: bool) -> str:
    """Return the steps as “1 Prime, 2 Choose, …”; if `alone`, only the Second Player checks."""
    listed = sorted((number, step) for step, number in numbers.items() if step in NAMES)
    only = {"check": " (only the Second Player)"} if alone else {}
    return ", ".join(f"{number} {NAMES[step]}{only.get(step, '')}" for number, step in listed)

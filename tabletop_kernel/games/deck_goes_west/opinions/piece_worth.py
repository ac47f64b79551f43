"""The worth of everything on a mission, in points, before any look at the table: read from the pack's lines.

The mission card says what an event brings. This sets the worth of a step West, the step sets the worth of food, and all
of it together the worth of a job or a card. So packs by other people work, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS, Job, Step
from tabletop_kernel.games.deck_goes_west.pack.content import CardKind, Tile

DIE = 5 / 6  # the average of a job die
PLACE_FREQUENCY = {
    "prairie": 0.4,
    "forest": 0.45,
    "mountain": 0.25,
    "village": 0.2,
    "water": 0.1,
    "river": 0.3,
}  # how common each place is
TRAVEL_WORTH = {"walk": 1.0, "climb": 1.05, "sail": 0.35, "rail": 0.12}  # compared with a step on foot
USUAL_X = 2  # the average choice for X
FRICTION = 0.7  # share of a western reveal's points for each step, since lakes and mountains are in the way
OTHER_CARD, DRAWN_CARD = 0.3, 0.45  # a card discarded for a job, and a card drawn
DANGER_DISCARDED, DANGER_SCRAPPED, DANGER_TAKEN = 0.55, 0.9, 0.7  # danger discarded, scrapped, and taken
WEAPON, SHIELD = 0.12, 0.1  # a hit and a save, before any bandits are known
WAGON_SHARE = 0.35  # share of the wagon's worth for the jobs that move it; the rest goes to finding the way
RESOURCE_WORTH = {"gold": 0.45, "metal": 0.3, "wood": 0.3, "food": 0.1}  # the worth of a resource on any mission


@dataclass(frozen=True, slots=True)
class Plan:
    """The worth of everything on one mission."""

    gains: Mapping[tuple[str, str], float]  # (event, condition or empty) -> its worth
    step: float  # a step on foot that leads on
    kinds: tuple[float, float, float, float]  # the worth of each resource, in the order of KINDS
    cards: Mapping[str, float]  # the worth of each item card when it is drawn
    places: Mapping[str, float]  # what the mission's own jobs bring at a place, such as a village
    at: Mapping[str, Mapping[str, float]]  # card -> place -> what its jobs bring there
    weapons: Mapping[str, int]  # card -> its attack dice; a sure hit counts as a die
    types: frozenset[tuple[str, ...]]  # of all tiles
    usual: float  # an item card of a first deck, on average

    def gain(self, event: str, *met: str) -> float:
        """Return the worth of an event if these of its conditions are met."""
        gains, more = self.gains, 0.0
        for condition in met:
            more += gains.get((event, condition), 0.0)
        return gains.get((event, ""), 0.0) + more


def make_plan(jobs: Sequence[Job], cards: Mapping[str, CardKind], tiles: Mapping[int, Tile]) -> Plan:
    """Return the plan of a mission with these jobs."""
    gains: dict[tuple[str, str], float] = {}
    for job in jobs:
        if job.event:
            _note_event_worth(job, gains)
    step = _western_step_worth(gains)
    kinds = _resource_worths(jobs, gains, step)
    places = {place: sum(_mission_points(job) for job in jobs if _is_at(job, place)) for place in PLACE_FREQUENCY}
    worths = {card.id: _card_worth(card, step, kinds, gains) for card in cards.values() if card.is_item}
    starters = [card for card in cards.values() if card.kind == "starter"]
    usual = sum(worths[card.id] * card.copies for card in starters) / sum(card.copies for card in starters)
    kinds_of_land = frozenset(tile.types for tile in tiles.values())
    at = {card.id: _worth_by_place(card, step, kinds, gains) for card in cards.values()}
    weapons = {card.id: max(map(_count_attack_dice, card.jobs), default=0) for card in cards.values()}
    return Plan(gains, step, kinds, worths, places, at, weapons, kinds_of_land, usual)


def _worth_by_place(
    card: CardKind, step: float, kinds: Sequence[float], gains: Mapping[tuple[str, str], float]
) -> dict[str, float]:
    """Return the worth of a card at each place that its jobs name."""
    worths: dict[str, float] = {}
    for job in card.jobs:
        for place in (job_step.what for job_step in job.steps if job_step.verb == "if"):
            worth = _job_worth(job, step, kinds, gains) / PLACE_FREQUENCY[place]
            worths[place] = max(worths.get(place, 0.0), worth)
    return worths


def _count_attack_dice(job: Job) -> int:
    return sum(step.amount.value(1) for step in job.steps if step.verb == "attack")


def _note_event_worth(job: Job, gains: dict[tuple[str, str], float]) -> None:
    """Note what an event's job brings, and how much more under each condition."""
    condition = ""
    for step in job.steps:
        if step.verb == "if":
            condition = step.what
            continue
        number = step.amount.number * (DIE if step.amount.dice else 1)
        worth = {"score": 1.0, "lose": -1.0, "gain": 0.4}.get(step.verb, 0.0) * number
        gains[job.event, condition] = gains.get((job.event, condition), 0.0) + worth


def _western_step_worth(gains: Mapping[tuple[str, str], float]) -> float:
    """Return the worth of a step West: it reveals land, goes ahead of a wagon, or leads to bandits worth beating."""
    reveal = sum(worth for (event, _), worth in gains.items() if event == "reveal")
    hauls = sum(worth for (event, _), worth in gains.items() if event == "wagon-west")
    clear = gains.get(("clear", ""), 0.0)
    return max(0.5, FRICTION * reveal, 0.45 * hauls, 0.25 * clear)


def _resource_worths(
    jobs: Sequence[Job], gains: Mapping[tuple[str, str], float], step: float
) -> tuple[float, float, float, float]:
    """Return the worth of each resource: food walks, metal and wood build, and mission jobs trade them for points."""
    worth = dict(RESOURCE_WORTH)
    worth["food"] += 0.45 * step
    build = gains.get(("build", ""), 0.0)
    hauls = sum(points for (event, _), points in gains.items() if event == "wagon-west")
    worth["metal"] += 0.17 * build
    worth["wood"] += 0.1 * build
    for job in jobs:
        paid = [payment for payment in job.steps if payment.verb == "pay" and payment.what in KINDS]
        points = _mission_points(job) + WAGON_SHARE * hauls * any(payment.verb == "wagon" for payment in job.steps)
        for payment in paid:
            share = 0.6 * points / sum(other.amount.number for other in paid)
            worth[payment.what] = max(worth[payment.what], share)
    gold, metal, wood, food = (worth[kind] for kind in KINDS)
    return gold, metal, wood, food


def _mission_points(job: Job) -> float:
    """Return the points that a mission job brings, apart from events."""
    return 0.0 if job.event else float(sum(step.amount.number for step in job.steps if step.verb == "score"))


def _is_at(job: Job, place: str) -> bool:
    return not job.event and any(step.verb == "if" and step.what == place for step in job.steps)


def _card_worth(card: CardKind, step: float, kinds: Sequence[float], gains: Mapping[tuple[str, str], float]) -> float:
    """Return the worth of a card: its best job, and a little for each other one."""
    worths = sorted((_job_worth(job, step, kinds, gains) for job in card.jobs), reverse=True)
    best, *others = worths
    return max(0.1, best + 0.25 * sum(max(0.0, other) for other in others))


def _job_worth(job: Job, step: float, kinds: Sequence[float], gains: Mapping[tuple[str, str], float]) -> float:
    likely = 1.0
    for job_step in job.steps:
        likely *= PLACE_FREQUENCY.get(job_step.what, 1.0) if job_step.verb == "if" else 1.0
    return likely * sum(_job_step_worth(job_step, step, kinds, gains) for job_step in job.steps)


def _job_step_worth(
    job_step: Step, step: float, kinds: Sequence[float], gains: Mapping[tuple[str, str], float]
) -> float:
    number = job_step.amount.value(USUAL_X) * (DIE if job_step.amount.dice else 1.0)
    if job_step.verb in ("gain", "pay"):
        each = (
            kinds[KINDS.index(job_step.what)]
            if job_step.what in KINDS
            else max(kinds)
            if job_step.verb == "gain"
            else min(kinds)
        )
        return number * each * (1 if job_step.verb == "gain" else -1)
    if job_step.verb == "move":
        return TRAVEL_WORTH[job_step.what] * step * (1.0 if job_step.what == "rail" else number)
    if job_step.verb in ("discard", "scrap"):
        return _leaving_worth(job_step, number)
    event = {"build": "build", "telescope": "reveal", "wagon": "wagon-west"}.get(job_step.verb, "")
    worth_by_verb = {
        "draw": DRAWN_CARD,
        "take": -DANGER_TAKEN,
        "attack": WEAPON + 0.1 * gains.get(("clear", ""), 0.0),
        "defend": SHIELD,
    }
    return number * (worth_by_verb.get(job_step.verb, 0.0) + gains.get((event, ""), 0.0))


def _leaving_worth(job_step: Step, number: float) -> float:
    """Return the worth of cards that leave the hand: items are missed, danger isn't."""
    if job_step.what in ("danger", "pain", "exhaustion"):
        return number * 0.7 * (DANGER_DISCARDED if job_step.verb == "discard" else DANGER_SCRAPPED)
    if job_step.what == "this":
        return -1.0 if job_step.verb == "scrap" else 0.0
    return -OTHER_CARD * number

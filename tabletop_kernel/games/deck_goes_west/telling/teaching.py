"""The rules behind a move, and the rules that an event shows at work, besides the one each of them names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop_kernel.contract.events import Event
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.teaching import Teaching
from tabletop_kernel.games.deck_goes_west.jobs.language import (
    ANY,
    COLOURS,
    DANGERS,
    ITEM,
    PLACE_WORDS,
    THIS,
    Job,
    Step,
    job_from_fact,
)
from tabletop_kernel.games.deck_goes_west.jobs.sources import CHARACTER, FIXED_SOURCES, MISSION, TILE
from tabletop_kernel.games.deck_goes_west.telling.refusals import RULES_ALLOWING_VERB

RULE_BY_SOURCE = {CHARACTER: "job.tap", MISSION: "job.mission", TILE: "job.land"}
RULE_FOR_CARDS = "job.item"
LENGTH_OF_STEP_ON_KNOWN_LAND = len(
    ("step", "column", "row", "way")
)  # a step onto a face-down tile doesn't name its way yet


def _job_rules(job: Job, source: str) -> Iterator[str]:
    if len(job.steps) > 1:
        yield from ("job.steps", "job.order")
    if job.is_battle:
        yield from ("act.battle", "battle.jobs")
    if source.split()[0] not in FIXED_SOURCES and any(step.what == ITEM for step in job.steps):
        yield "job.item-other"
    for step in job.steps:
        yield from _step_rules(step)


def _step_rules(step: Step) -> Iterator[str]:
    if step.what in PLACE_WORDS and step.verb == "if":
        yield from ("cond.place", "cond.no-bandits")
    if step.verb == "build":
        yield from ("build.job", "build.no-bandits", "build.no-double", f"build.{step.what}")
    if step.verb in ("pay", "gain") and step.what == ANY:
        yield "res.any-same"
    if step.verb in ("discard", "scrap"):
        yield f"cards.{step.verb}"
        yield _card_step_rule(step.what)


def _card_step_rule(what: str) -> str:
    """Return the rule about the cards that a step takes."""
    if what == THIS:
        return "cards.this"
    return "cards.colour" if what in COLOURS else "cards.danger-type" if what in DANGERS else "cards.item-any"


class DeckTeaching(Teaching):
    """The course of Deck Goes West, and the rules behind its moves and events."""

    def rules_for_move(self, move: Move) -> Sequence[str]:
        """Return the rules that allow this very move, not all that allow its verb."""
        verb, *rest = move
        rules = RULES_ALLOWING_VERB.get(str(verb), ())
        if verb == "job":
            own = RULE_BY_SOURCE.get(str(rest[0]), RULE_FOR_CARDS)
            return [rule for rule in rules if rule == own or rule not in (*RULE_BY_SOURCE.values(), RULE_FOR_CARDS)]
        if verb == "step" and len(move) == LENGTH_OF_STEP_ON_KNOWN_LAND:
            return [rule for rule in rules if rule != "move.face-down-ok"]
        return rules

    def rules_for_event(self, event: Event) -> Sequence[str]:
        """Return the rule that an event names; for a job, also the rules behind its steps and conditions."""
        kind, rule, _, data = event
        if kind == "does":
            return [rule, *_job_rules(job_from_fact(data["job"]), str(data["source"]))]
        if kind == "event":
            return [rule, "job.event", "event.must", "event.where"]
        return [rule]

"""The rules behind moves and events, beyond the one rule that each of them names."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kernel.contract.events import Event
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.teaching import Teaching
from tabletop_kernel.games.tamashii.telling.refusals import RULES_BY_VERB
from tabletop_kernel.games.tamashii.telling.tokens_out_of_place import astray_sentence

RULE_BY_UPGRADE = {
    "integrity": "upg.exp-integrity",
    "unlock": "upg.exp-unlock",
    "open": "upg.exp-open",
    "augment": "upg.exp-augment",
    "catie": "catie.buy",
}
RULE_BY_PATTERN_KIND = {
    "aug": "pattern.augments",
    "enemy": "pattern.hack-repel",
    "body": "body.inhabit-pattern",
    "card": "pattern.other-places",
    "bot": "solo.recharge",
    "catie": "catie.pattern",
    "diary": "diary.redeem",
}


def _pattern_rule(key: str) -> str:
    kind, _, rest = key.partition(".")
    if kind == "basic":
        return "pattern.exp" if rest == "exp" else "pattern.long" if rest.endswith("-long") else "pattern.asset"
    return RULE_BY_PATTERN_KIND.get(kind, "pattern.other-places")


def _ability_rule(name: str) -> str:
    kind = name.partition(".")[0]
    return {
        "body": "body.ability",
        "diary": "diary.one",
        "pvp": "comp.pvp",
        "enhancement": "comp.enhancement",
    }.get(kind, "aug.timing")


MORE_RULES_BY_EVENT: dict[str, tuple[str, ...]] = {
    "launches": ("pattern.exact", "pattern.orientation"),
    "attached": ("enemy.attach",),
    "refills": ("refill.light", "refill.order", "refill.fills-all"),
    "world": ("quest.world", "quest.top-down"),
}


UPGRADE_VERBS = ("discard-token", "gain-token", "equip", "upgrade")


def _with_upgrading(verb: str, rules: tuple[str, ...]) -> tuple[str, ...]:
    """Add the rule on upgrading to a verb that upgrades, so that a lesson without these verbs doesn't repeat it."""
    return (*rules, "plan.upgrade-anytime") if verb in UPGRADE_VERBS else rules


RULES_BY_VERB_IN_LESSONS = {verb: _with_upgrading(verb, rules) for verb, rules in RULES_BY_VERB.items()}


class TamashiiTeaching(Teaching):
    """The course of Tamashii, and the rules behind its moves and events."""

    out_of_place = staticmethod(astray_sentence)

    def rules_for_move(self, move: Move) -> Sequence[str]:
        """Return the rules that allow this move, not all that allow its verb."""
        verb, *rest = move
        rules = RULES_BY_VERB.get(str(verb), ())
        if verb == "upgrade" and rest:
            own = RULE_BY_UPGRADE.get(str(rest[0]), "upg.exp-cost")
            return (own,) if own == "catie.buy" else ("upg.exp-cost", own)
        if verb == "launch" and rest:
            launched = str(rest[0]).split("+")
            nine = ("pattern.basic-nine",) if any(key.startswith("basic.") for key in launched) else ()
            return (*rules, *nine, *dict.fromkeys(map(_pattern_rule, launched)))
        if verb == "swap":
            return ("data.dump",) if rest else ("body.inhabit-swap",)
        if verb == "use" and rest:
            return (_ability_rule(str(rest[0])),)
        return rules

    def rules_for_event(self, event: Event) -> Sequence[str]:
        """Return an event's rule, and others that it shows in action."""
        kind, rule, _, _ = event
        return [rule, *MORE_RULES_BY_EVENT.get(kind, ())]

"""The rough worth of an effect, in points: computed from its line for bots, so it works for any pack."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_kernel.toolkit.card_language import Act, Effect
from tabletop_kernel.toolkit.quick_judgement import effect_worth, loss_worth

CARD = 1.0  # a card in hand is half of a Locus, or a third of a Doppelgate
WORTH_BY_VERB = {"exchange": 0.5, "under": 0.3, "replace": 0.3, "flip": 6.0, "radiate": 2.0}


def worth_of(effects: Mapping[str, Effect]) -> dict[str, float]:
    """Return each effect's worth by key."""
    return {key: effect_worth(effect, _act_worth) for key, effect in effects.items()}


def _act_worth(act: Act) -> float:
    verb, args = act
    if verb in ("other-loses", "lose", "score"):
        return -loss_worth(args) if verb == "lose" else loss_worth(args)
    if verb in ("draw", "recover"):
        return CARD * float(args[0])
    if verb == "discard":
        return 0.0 if args[1] == "from middle" else -CARD * float(args[0])
    return WORTH_BY_VERB[verb]

"""The rough worth of an effect, in points: computed from its line for bots, so it works for any pack."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tabletop_kernel.games.the_north.content import Content
from tabletop_kernel.toolkit.card_language import Act, Effect
from tabletop_kernel.toolkit.quick_judgement import effect_worth, loss_worth

CARD_IN_HAND = 0.9  # a card in hand at the end of the turn costs the other player 1 point
NODE_CHARGE = 0.5
TAKEN_ANCIENT = 1.0  # an Ancient's average Value
CARD_IN_ZONE = 1.0  # a card in the Zone scores one
FEEDBACK_ROUNDS = 3  # how often worths feed back into abilities that use other abilities


def worth_of(effects: Mapping[str, Effect], content: Content) -> dict[str, float]:
    """Return each effect's worth by key. An ability that uses others counts their average."""
    worth = dict.fromkeys(effects, 0.0)
    for _ in range(FEEDBACK_ROUNDS):
        means = {
            "protocol": _mean([worth[f"{key}.protocol"] for key in content.ancients]),
            "spark": _mean([worth[f"{key}.spark"] for key in content.ancients]),
            "facility": _mean([worth[f"{key}.protocol"] for key in content.facilities]),
        }
        worth = {key: effect_worth(effect, partial(_act_worth, means)) for key, effect in effects.items()}
    return worth


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _act_worth(means: Mapping[str, float], act: Act) -> float:
    """Return an act's worth. A choice among several usually gets a better one, so an average is a cautious guess."""
    verb, args = act
    if verb in ("other-loses", "lose", "gain"):
        return -loss_worth(args) if verb == "lose" else loss_worth(args)
    count = 1 if not args or not isinstance(args[0], int) else args[0]
    if verb == "use":
        return means[args[0]]
    flat = {
        "draw": CARD_IN_HAND * count,
        "discard": -CARD_IN_HAND * count,
        "recover": CARD_IN_HAND * count,
        "charge": NODE_CHARGE,
        "flip": means["protocol"],
        "take": TAKEN_ANCIENT * count,
        "reprogram": TAKEN_ANCIENT + means["spark"],
        "play": CARD_IN_ZONE + means["facility"],
        "exchange": (means["protocol"] + means["facility"]) / 4,
    }
    return flat[verb]

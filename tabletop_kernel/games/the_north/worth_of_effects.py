"""The rough worth of an effect, in points: computed from its line for bots, so it works for any pack."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tabletop_kernel.games.the_north.content import Content
from tabletop_kernel.toolkit.card_language import Act, Effect
from tabletop_kernel.toolkit.quick_judgement import effect_worth, loss_worth

DRAW = 0.9  # a card in hand at the end of the turn costs the other player 1 point
CHARGE = 0.5
TAKE = 1.0  # an Ancient's average Value
ZONE = 1.0  # a card in the Zone scores one
ROUNDS = 3  # how often worths feed back into abilities that use other abilities


def worth_of(effects: Mapping[str, Effect], content: Content) -> dict[str, float]:
    """Return each effect's worth by key. An ability that uses others counts their average."""
    worth = dict.fromkeys(effects, 0.0)
    for _ in range(ROUNDS):
        means = {
            "protocol": _mean([worth[f"{key}.protocol"] for key in content.ancients]),
            "spark": _mean([worth[f"{key}.spark"] for key in content.ancients]),
            "facility": _mean([worth[f"{key}.protocol"] for key in content.facilities]),
        }
        worth = {key: effect_worth(effect, partial(_act, means)) for key, effect in effects.items()}
    return worth


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _act(means: Mapping[str, float], act: Act) -> float:
    """Return an act's worth. A choice among several usually gets a better one, so an average is a cautious guess."""
    verb, args = act
    if verb in ("other-loses", "lose", "gain"):
        return -loss_worth(args) if verb == "lose" else loss_worth(args)
    count = 1 if not args or not isinstance(args[0], int) else args[0]
    if verb == "use":
        return means[args[0]]
    flat = {
        "draw": DRAW * count,
        "discard": -DRAW * count,
        "recover": DRAW * count,
        "charge": CHARGE,
        "flip": means["protocol"],
        "take": TAKE * count,
        "reprogram": TAKE + means["spark"],
        "play": ZONE + means["facility"],
        "exchange": (means["protocol"] + means["facility"]) / 4,
    }
    return flat[verb]

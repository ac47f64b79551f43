"""What the next three cards may be, and what the game is worth now: exact, from what the viewer may know."""

from __future__ import annotations

from collections import Counter
from math import comb

from widgets.charts import Chart, chances, chart, layout, standing
from widgets.games.the_north.look import Look

PARTS = {"Points left": "points", "Values in the Deck": "values", "Cards in the Zone": "zone"}


def odds(look: Look) -> Chart | None:
    """Which Ancients the next turn's hand may hold; for the projector the score as it stands. None at the end."""
    if look.kind == "over":
        return None
    lines = look.game.telling.odds_in_words(look.config, look.view)
    if look.me is None or look.view["owned"] is None:
        return _standing(look, lines)
    return _next_hand(look, look.me, lines)


def _next_hand(look: Look, me: int, lines: list[str]) -> Chart:
    """At the beginning of a turn hand, Discard and Deck are shuffled, and three are drawn."""
    view, drawn = look.view, look.rules.content.numbers.hand
    cards = [*view["owned"][me], *view["discard"][me]]
    total = len(cards)
    found = Counter(look.rules.ancient[card] for card in cards)
    chance = {slug: at_least_one(total, number, drawn) for slug, number in found.items()}
    order = sorted(chance, key=lambda slug: (chance[slug], slug))
    says = f"Next turn you shuffle all {total} cards outside your Zone and draw {min(drawn, total)}."
    trace = chances({f"{_named(look, slug)} ({found[slug]})": chance[slug] for slug in order}, f"seat{me + 1}")
    frame = layout("Chance to draw at least one of them")
    frame["xaxis"] |= {"range": [0, 1.12], "tickformat": ".0%"}
    frame["height"] = 90 + 34 * len(order)
    return chart("Your next hand", [says, *lines], [trace], frame, ["turn.shuffle", "turn.draw", "score.total"])


def _named(look: Look, slug: str) -> str:
    ancient = look.rules.content.ancients[slug]
    return f"{ancient.name} {ancient.value}"


def at_least_one(total: int, wanted: int, drawn: int) -> float:
    """The chance that `drawn` of `total` cards hold at least one of the `wanted`."""
    if drawn >= total:
        return 1.0 if wanted else 0.0
    return 1 - comb(total - wanted, drawn) / comb(total, drawn)


def _standing(look: Look, lines: list[str]) -> Chart:
    """The score as it would be now, in its three parts."""
    names = [look.name(seat) for seat in range(len(look.scores))]
    parts = {label: [getattr(score, part) for score in look.scores] for label, part in PARTS.items()}
    rules = ["score.total", "score.values", "score.zone"]
    return chart("If the game ended now", lines, *standing(names, parts), rules)

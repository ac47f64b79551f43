"""What the next three cards may be, and what the game is worth now: exact, from what the viewer may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING, Any

from tabletop_kernel.game import Config, View
from widgets.games.the_north.look import Look

if TYPE_CHECKING:
    from tabletop_kernel.games.the_north.rules import TheNorth

Chart = dict[str, Any]


def chart(game: TheNorth, config: Config, view: View) -> Chart | None:
    """Which Ancients the next turn's hand may hold; for the projector the score as it stands. None at the end."""
    look = Look(game, config, view, (), str)
    if look.kind == "over":
        return None
    lines = game.reckon(config, view)
    if look.me is None or view["owned"] is None:
        return _standing(game, config, look, lines)
    return _next_hand(look, look.me, lines)


def _next_hand(look: Look, me: int, lines: list[str]) -> Chart:
    """At the beginning of a turn hand, Discard and Deck are shuffled, and three are drawn."""
    view, drawn = look.view, look.rules.content.numbers.hand
    cards = [*view["owned"][me], *view["discard"][me]]
    total = len(cards)
    found = Counter(look.rules.ancient[card] for card in cards)
    chances = {slug: at_least_one(total, number, drawn) for slug, number in found.items()}
    order = sorted(chances, key=lambda slug: (chances[slug], slug))
    names = [f"{_named(look, slug)} ({found[slug]})" for slug in order]
    says = f"Your next turn shuffles all {total} cards you have outside your Zone and draws {min(drawn, total)}."
    trace = {
        "type": "bar",
        "orientation": "h",
        "y": names,
        "x": [chances[slug] for slug in order],
        "text": [f"{chances[slug]:.0%}" for slug in order],
        "textposition": "outside",
        "cliponaxis": False,
        "name": "Chance",
        "hovertemplate": "%{y}: %{x:.1%}<extra></extra>",
        "meta": {"tone": f"seat{me + 1}"},
    }
    layout = _layout("Chance to draw at least one of them", "")
    layout["xaxis"] |= {"range": [0, 1.12], "tickformat": ".0%"}
    layout["yaxis"]["automargin"] = True
    layout["height"] = 90 + 34 * len(order)
    return _chart("Your next hand", [says, *lines], [trace], layout, ["turn.shuffle", "turn.draw", "score.total"])


def _named(look: Look, slug: str) -> str:
    ancient = look.rules.content.ancients[slug]
    return f"{ancient.name} {ancient.value}"


def at_least_one(total: int, wanted: int, drawn: int) -> float:
    """The chance that `drawn` of `total` cards hold at least one of the `wanted`."""
    if drawn >= total:
        return 1.0 if wanted else 0.0
    return 1 - comb(total - wanted, drawn) / comb(total, drawn)


def _standing(game: TheNorth, config: Config, look: Look, lines: Sequence[str]) -> Chart:
    """The score as it would be now, in its three parts."""
    scores = game.tally(config, look.view)
    names = [look.name(seat) for seat in range(len(scores))]
    parts = (("Points left", "points"), ("Values in the Deck", "values"), ("Cards in the Zone", "zone"))
    traces = [
        {
            "type": "bar",
            "orientation": "h",
            "y": names,
            "x": [getattr(score, part) for score in scores],
            "name": label,
            "hovertemplate": f"%{{y}}, {label}: %{{x:.3g}}<extra></extra>",
            "meta": {"tone": ("seat1", "seat2", "seat3")[number]},
        }
        for number, (label, part) in enumerate(parts)
    ]
    layout = _layout("Points", "")
    layout |= {"barmode": "stack", "showlegend": True, "legend": {"orientation": "h", "y": -0.3}}
    layout["yaxis"]["automargin"] = True
    rules = ["score.total", "score.values", "score.zone"]
    return _chart("If the game ended now", list(lines), traces, layout, rules)


def _layout(across: str, up: str) -> dict[str, Any]:
    return {
        "xaxis": {"title": {"text": across}, "fixedrange": True},
        "yaxis": {"title": {"text": up}, "fixedrange": True},
        "showlegend": False,
        "margin": {"l": 10, "r": 10, "t": 10, "b": 44},
    }


def _chart(title: str, lines: list[str], traces: list[Any], layout: Any, rules: list[str]) -> Chart:
    return {"title": title, "lines": lines, "figure": {"data": traces, "layout": layout}, "rules": rules}

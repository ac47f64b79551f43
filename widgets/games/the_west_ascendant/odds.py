"""What the next card of the deck may be, and what the game is worth now: exact, from what the viewer may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletop_kernel.game import Config, View
from tabletop_kernel.games.the_west_ascendant.words import next_cards
from widgets.games.the_west_ascendant.look import Look

if TYPE_CHECKING:
    from tabletop_kernel.games.the_west_ascendant.rules import TheWest

Chart = dict[str, Any]


def chart(game: TheWest, config: Config, view: View) -> Chart | None:
    """The types that may lie on top of the deck; for the projector the score as it stands. None at the end."""
    look = Look(game, config, view)
    if look.kind == "over":
        return None
    lines = game.reckon(config, view)
    if look.me is None or not view["deck"]:
        return _standing(look, lines)
    return _next_card(look, lines)


def _next_card(look: Look, lines: list[str]) -> Chart:
    left = next_cards(look.rules, look.view)
    total = left.total()
    order = sorted(look.rules.types, key=lambda name: left[name])
    chances = [left[name] / total for name in order]
    trace = {
        "type": "bar",
        "orientation": "h",
        "y": [f"{look.type_name(name)} ({left[name]})" for name in order],
        "x": chances,
        "text": [f"{chance:.0%}" for chance in chances],
        "textposition": "outside",
        "cliponaxis": False,
        "hovertemplate": "%{y}: %{x:.1%}<extra></extra>",
        "meta": {"tone": f"seat{(look.me or 0) + 1}"},
    }
    layout = _layout("Chance that it is the next card")
    layout["xaxis"] |= {"range": [0, max(chances) * 1.2], "tickformat": ".0%"}
    return _chart("The next card of the deck", lines, [trace], layout, ["effect.draw", "refill.five", "score.card"])


def _standing(look: Look, lines: list[str]) -> Chart:
    """The score as it would be now, addend by addend."""
    names = [look.name(seat) for seat in range(len(look.scores))]
    parts = {addend.rule: addend.text for score in look.scores for addend in score.addends}
    traces = [
        {
            "type": "bar",
            "orientation": "h",
            "y": names,
            "x": [score.part(rule) for score in look.scores],
            "name": text,
            "hovertemplate": f"%{{y}}, {text}: %{{x}}<extra></extra>",
            "meta": {"tone": f"seat{number + 1}"},
        }
        for number, (rule, text) in enumerate(parts.items())
    ]
    layout = _layout("Points")
    layout |= {"barmode": "stack", "showlegend": True, "legend": {"orientation": "h", "y": -0.3}}
    return _chart("If the game ended now", lines, traces, layout, list(parts))


def _layout(across: str) -> dict[str, Any]:
    return {
        "xaxis": {"title": {"text": across}, "fixedrange": True},
        "yaxis": {"fixedrange": True, "automargin": True},
        "showlegend": False,
        "margin": {"l": 10, "r": 10, "t": 10, "b": 44},
    }


def _chart(title: str, lines: list[str], traces: list[Any], layout: Any, rules: list[str]) -> Chart:
    return {"title": title, "lines": lines, "figure": {"data": traces, "layout": layout}, "rules": rules}

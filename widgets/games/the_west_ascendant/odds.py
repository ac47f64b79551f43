"""What the next card of the deck may be, and what the game is worth now: exact, from what the viewer may know."""

from __future__ import annotations

from tabletop_kernel.games.the_west_ascendant.names_and_moves import next_cards
from widgets.charts import Chart, chances, chart, layout, standing
from widgets.games.the_west_ascendant.look import Look


def odds(look: Look) -> Chart | None:
    """The types that may lie on top of the deck; for the projector the score as it stands. None at the end."""
    if look.kind == "over":
        return None
    lines = look.game.telling.odds_in_words(look.config, look.view)
    if look.me is None or not look.view["deck"]:
        return _standing(look, lines)
    return _next_card(look, look.me, lines)


def _next_card(look: Look, me: int, lines: list[str]) -> Chart:
    left = next_cards(look.rules, look.view)
    total = left.total()
    order = sorted(look.rules.types, key=lambda name: left[name])
    found = {f"{look.type_name(name)} ({left[name]})": left[name] / total for name in order}
    frame = layout("Chance that it is the next card")
    frame["xaxis"] |= {"range": [0, max(found.values()) * 1.2], "tickformat": ".0%"}
    rules = ["effect.draw", "refill.five", "score.card"]
    return chart("The next card in the deck", lines, [chances(found, f"seat{me + 1}")], frame, rules)


def _standing(look: Look, lines: list[str]) -> Chart:
    """The score as it would be now, addend by addend."""
    names = [look.name(seat) for seat in range(len(look.scores))]
    texts = {addend.rule: addend.text for score in look.scores for addend in score.addends}
    parts = {text: [score.part(rule) for score in look.scores] for rule, text in texts.items()}
    return chart("If the game ended now", lines, *standing(names, parts), list(texts))

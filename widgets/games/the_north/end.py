"""The end of a game: every addend of the scores, and who has won by how much."""

from __future__ import annotations

from typing import Any

from tabletop_kernel.contract.game import LOST, WON, Config, View
from tabletop_kernel.games.the_north.scoring import Score
from tabletop_kernel.games.the_north.state import COLLECTOR
from widgets.face import SeatName
from widgets.games.the_north.look import Look
from widgets.look import count


def scores(look: Look, name: SeatName) -> list[dict[str, Any]]:
    """The end, with every addend and its rule; alone, The Collector's as well."""
    config, sides = look.config, look.scores
    winner, rule = _decided(look.view, sides)
    found = []
    for seat, score in enumerate(sides):
        theirs = _is_collector(config, seat)
        zone = ("Cards in its Deck", "ruling.solo-score") if theirs else ("Cards in the Zone", "score.zone")
        sign = "" if score.exact else "≈ "
        addends = [
            {"text": "Points left", "figure": str(score.points), "rule": "end.points-card"},
            {"text": "Values in the Deck", "figure": f"{sign}{score.values:.3g}", "rule": "score.values"},
            *([] if theirs and not score.zone else [{"text": zone[0], "figure": str(score.zone), "rule": zone[1]}]),
        ]
        if seat == winner:
            addends.append({"text": "Wins by", "figure": _margin(sides, rule), "rule": rule})
        figure = f"{sign}{score.total:.3g}"
        found.append({"seat": seat, "name": _named(config, seat, name), "figure": figure, "addends": addends})
    return found


def ending(look: Look, name: SeatName) -> str:
    """Who has won and how the two sides stand; alone, a lost game says so too."""
    sides = look.scores
    winner, rule = _decided(look.view, sides)
    high, low = sorted((round(score.total) for score in sides), reverse=True)
    if winner is None:
        return f"Both sides share the victory, {high} to {low}, with the same number of cards."
    said = "You have won" if winner == look.me else f"{_named(look.config, winner, name)} has won"
    second = ", with the same number of cards" if _is_collector(look.config, winner) else ", as the second player"
    by = {"score.tie": f", with more cards: {_margin(sides, rule)}", "ruling.full-tie": second}
    return f"{said}, {high} to {low}{by.get(rule, '')}."


def _decided(view: View, sides: list[Score]) -> tuple[int | None, str]:
    """The side that has won (None: both), and the rule that decided between them."""
    results, (one, two) = view["result"][1], sides
    winner = results.index(WON) if WON in results else COLLECTOR  # alone, whoever has not won has lost to it
    if one.total != two.total:
        return winner, "score.win"
    if one.cards != two.cards:
        return winner, "score.tie"
    return None if LOST not in results else winner, "ruling.full-tie"


def _margin(sides: list[Score], rule: str) -> str:
    """How far the winner is ahead: in points, or in cards where points are level."""
    most, least = sorted((score.cards for score in sides), reverse=True)
    if rule == "score.win":
        return f"{abs(sides[0].total - sides[1].total):.3g}"
    return f"{count(most, 'card')} to {least}"


def _is_collector(config: Config, seat: int) -> bool:
    return config.seats == 1 and seat == COLLECTOR


def _named(config: Config, seat: int, name: SeatName) -> str:
    return "The Collector" if _is_collector(config, seat) else name(seat)

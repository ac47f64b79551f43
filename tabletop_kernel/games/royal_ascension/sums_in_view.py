"""What one seat sees, with the sums that every judgement needs."""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, sqrt

from tabletop_kernel.contract.game import View
from tabletop_kernel.games.royal_ascension.state import Rules

DICE_SPREAD = 4.83  # standard deviation of the difference of two throws of four dice
AVERAGE_CARD = 7.0
AVERAGE_BEST_TWO = (
    0.0,
    7.0,
    14.0,
    17.5,
    19.4,
    20.6,
    21.4,
)  # the best two of this many unknown hearts add this much on average


class Sight:
    """A view, with the sums that every judgement needs."""

    def __init__(self, rules: Rules, view: View) -> None:
        self.rules, self.view, self.seat = rules, view, int(view["seat"])
        value = rules.value
        self.hearts = sorted((value[card] for card in view["hearts"][self.seat]), reverse=True)
        self.gold = sum(value[card] for card in view["diamonds"][self.seat]) + view["credit"][self.seat]
        clubs = sum(value[card] for card in view["clubs"][self.seat])
        self.power = self.best_land(self.seat) + sum(self.hearts[:2]) + clubs - view["plague"][self.seat]

    def best_land(self, seat: int) -> float:
        lands = self.view["territories"][seat]
        if isinstance(lands, int):
            return 15.0
        return max((float(self.rules.strength[land]) for land in lands), default=0.0)

    def power_of(self, other: int) -> float:
        """Estimate the strength that another seat can bring to a battle."""
        view = self.view
        hearts = AVERAGE_BEST_TWO[min(count_cards(view["hearts"][other]), len(AVERAGE_BEST_TWO) - 1)]
        weapons = AVERAGE_CARD * count_cards(view["clubs"][other])
        return self.best_land(other) + hearts + weapons - float(view["plague"][other])

    def chance_to_beat(self, other: int) -> float:
        """Estimate the chance to beat another seat."""
        return _chance_of_lead(self.power - self.power_of(other))

    def rivals(self) -> list[int]:
        return [seat for seat, out in enumerate(self.view["out"]) if seat != self.seat and not out]

    def likely_targets(self) -> list[int]:
        """Return the seats that this seat could probably challenge."""
        excluded = self.view["excluded"] if len(self.rivals()) > 1 else ()
        return [] if self.seat in excluded else [seat for seat in self.rivals() if seat not in excluded]


def count_cards(held: Sequence[str] | int | None) -> int:
    """Return the number of cards in a zone that may be hidden."""
    return held if isinstance(held, int) else len(held or ())


def _chance_of_lead(margin: float) -> float:
    """Return the chance that the dice don't overturn a lead of `margin`."""
    return 0.5 * (1 + erf(margin / (DICE_SPREAD * sqrt(2))))

"""Compute figures of many games with their intervals: shares, means, spreads, histograms and sums.

Sums and histograms of two sets of games can be added without the games, so a million games take no more memory than a
thousand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil, pi, sqrt, tan
from typing import NamedTuple

Z95 = 1.959964  # standard errors from the middle of a 95% interval to its end
Z_OFTEN = 0.841621  # and as many more for a difference to show in four runs of five
MOST_SAMPLES = 5  # games to remember by number for each bar and each figure
ALL_ALIKE = "in every game"  # in place of an interval if all games are the same
MOST_BARS = 24  # of a histogram, by default


@dataclass(frozen=True, slots=True, repr=False)
class Share:
    """A share of games with its 95% interval (Wilson)."""

    count: float
    games: int
    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:6.1%}  [{self.low:.1%}, {self.high:.1%}]"

    def __repr__(self) -> str:
        return f"<Share {' '.join(str(self).split())}>"


def share(count: float, games: int) -> Share:
    """Return the share of this count among the games; without games, the interval is 0 to 1."""
    if not games:
        return Share(0, 0, 0.0, 0.0, 1.0)
    z, p = Z95, count / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    reach = z * sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return Share(count, games, p, max(0.0, middle - reach), min(1.0, middle + reach))


@dataclass(frozen=True, slots=True, repr=False)
class Spread:
    """A number over all games: mean, median, 10th and 90th percentile, least and most."""

    mean: float
    low: int
    median: float
    high: int
    least: int
    most: int

    def __str__(self) -> str:
        within = f"10-90%: {self.low}-{self.high}; all: {self.least}-{self.most}"
        return f"mean {self.mean:.1f}, median {self.median:g} ({within})"

    def __repr__(self) -> str:
        return f"<Spread {self}>"


@dataclass(frozen=True, slots=True, repr=False)
class Mean:
    """The mean of a number over games, and half of its 95% interval."""

    mean: float
    reach: float
    counted: bool = False  # no game is below 0, so the interval isn't either

    @property
    def low(self) -> float:
        """Return the lower end of the interval; for counted things at least 0."""
        low = self.mean - self.reach
        return max(0.0, low) if self.counted else low

    @property
    def high(self) -> float:
        """Return the upper end of the interval."""
        return self.mean + self.reach

    @property
    def alike(self) -> bool:
        """Return whether all games have the same number; with one game too, as it shows no variation."""
        return not self.reach

    @property
    def between(self) -> str:
        """Return the interval in words."""
        return ALL_ALIKE if self.alike else f"{self.low:.2f} to {self.high:.2f}"

    def __str__(self) -> str:
        return f"{self.mean:8.2f}  {ALL_ALIKE if self.alike else f'± {self.reach:.2f}'}"

    def __repr__(self) -> str:
        return f"<Mean {' '.join(str(self).split())}>"


@dataclass(slots=True)
class Sums:
    """The sums of a number over games: enough for its mean, its interval and a few games to look at."""

    total: float = 0.0
    squares: float = 0.0
    least: float = 0.0  # the lowest number below 0
    games: list[int] = field(default_factory=list)  # the numbers of the first games with this figure

    def take(self, number: float, game: int | None = None) -> None:
        """Count one game's number; the first games that have any are remembered by `game`."""
        self.total += number
        self.squares += number * number
        if number < self.least:
            self.least = number
        if game is not None and number and len(self.games) < MOST_SAMPLES:
            self.games.append(game)

    def add(self, other: Sums) -> None:
        """Add the games that come after these."""
        self.total += other.total
        self.squares += other.squares
        self.least = min(self.least, other.least)
        if len(self.games) < MOST_SAMPLES:
            self.games += other.games[: MOST_SAMPLES - len(self.games)]

    def mean(self, games: int) -> Mean:
        """Return the mean over this many games; games that weren't counted have 0."""
        if not games:
            return Mean(0.0, 0.0)
        reach = errors_for(0.95, games) * sqrt(self.variance(games) / games)
        return Mean(self.total / games, reach, counted=self.least >= 0)

    def variance(self, games: int) -> float:
        """Return the variance between single games, which rounding never makes negative."""
        return max(0.0, self.squares - self.total * self.total / games) / max(1, games - 1)


@lru_cache(maxsize=1024)
def errors_for(certainty: float, games: int) -> float:
    """Return the half width of an interval in standard errors; with few games it is wider (Student).

    Many games use the first terms of an expansion. Two and three games have exact formulas.
    """
    from statistics import NormalDist

    degrees_of_freedom = games - 1
    if degrees_of_freedom < 1:
        return 0.0  # one game shows no variation
    if degrees_of_freedom == 1:
        return tan(pi * certainty / 2)
    if degrees_of_freedom == 2:
        return certainty * sqrt(2 / (1 - certainty * certainty))
    z = NormalDist().inv_cdf((1 + certainty) / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(degrees_of_freedom) ** power for power, term in enumerate(terms, 1))


class Bar(NamedTuple):
    """One bar of a histogram, from `low` to `high` inclusive; `games` has the numbers of a few games in it."""

    low: int
    high: int
    share: Share
    games: list[int]


@dataclass(slots=True)
class Histogram:
    """The number of times that each whole number came up, with a few games for each."""

    counts: dict[int, int] = field(default_factory=dict)
    games: dict[int, list[int]] = field(default_factory=dict)

    def take(self, value: int, game: int) -> None:
        """Count the value of one game."""
        self.counts[value] = self.counts.get(value, 0) + 1
        games_with_value = self.games.setdefault(value, [])
        if len(games_with_value) < MOST_SAMPLES:
            games_with_value.append(game)

    def take_all(self, counts: Mapping[int, int]) -> None:
        """Count many values at once, without their games."""
        mine = self.counts
        for value, count in counts.items():
            mine[value] = mine.get(value, 0) + count

    def add(self, other: Histogram) -> None:
        """Add the games that come after these."""
        self.take_all(other.counts)
        for value, games in other.games.items():
            games_with_value = self.games.setdefault(value, [])
            games_with_value += games[: MOST_SAMPLES - len(games_with_value)]

    @property
    def total(self) -> int:
        """Return the number of values."""
        return sum(self.counts.values())

    def ordered(self) -> Histogram:
        """Return the same histogram with its values in order."""
        return Histogram({value: self.counts[value] for value in sorted(self.counts)}, dict(sorted(self.games.items())))

    def spread(self) -> Spread:
        """Return the mean, median, percentiles and extremes; all 0 without values."""
        if not self.counts:
            return Spread(0.0, 0, 0, 0, 0, 0)
        ordered = sorted(self.counts.items())
        number = self.total

        def at(place: int) -> int:
            for value, count in ordered:
                place -= count
                if place < 0:
                    return value
            return ordered[-1][0]

        mean = sum(value * count for value, count in ordered) / number
        low, high = (at(min(number - 1, int(part * number))) for part in (0.1, 0.9))
        median = (at((number - 1) // 2) + at(number // 2)) / 2
        return Spread(mean, low, median, high, ordered[0][0], ordered[-1][0])

    def bars(self, most: int = MOST_BARS) -> list[Bar]:
        """Return bars of equal width, 1, 2 or 5 times a power of ten, from the least value to the largest."""
        if not self.counts:
            return []
        first, last = min(self.counts), max(self.counts)
        width = _bar_width(last - first + 1, max(1, most))
        start = first // width * width
        return [self.bar(low, low + width - 1) for low in range(start, last + 1, width)]

    def bar(self, low: int, high: int | None = None) -> Bar:
        """Return the bar from one value to another."""
        high = low if high is None else high
        values = [value for value in self.counts if low <= value <= high]
        games = sorted(game for value in values for game in self.games.get(value, ()))
        return Bar(low, high, share(sum(self.counts[value] for value in values), self.total), games[:MOST_SAMPLES])


def _bar_width(range_of_values: int, most: int) -> int:
    """Return the smallest round width that needs at most `most` bars, and one more for an uneven start."""
    ten = 1
    while True:
        for width in (ten, 2 * ten, 5 * ten):
            if range_of_values <= width * most:
                return width
        ten *= 10


def spread(values: Iterable[int]) -> Spread:
    """Return the spread of these values."""
    histogram = Histogram()
    for value in values:
        histogram.take(value, 0)
    return histogram.spread()


def mean(values: Sequence[float], games: int) -> Mean:
    """Return the mean over this many games; games without a value have 0."""
    sums = Sums()
    for value in values:
        sums.take(value)
    return sums.mean(games)


def round_roughly(games: int) -> int:
    """Round an estimate to two significant digits."""
    size = int(10 ** max(0, len(str(games)) - 2))
    return round(games / size) * size


def games_needed(difference: float, deviation: float, errors: float = Z95) -> int | None:
    """Return the number of games that show a difference of this size in four runs out of five.

    `deviation` is the standard deviation between single games, or between pairs of games in a comparison. `errors` is
    the number of standard errors that make a difference clear. Return None if there is no difference or no deviation.
    """
    if not difference or not deviation:
        return None
    return max(2, ceil(((errors + Z_OFTEN) * deviation / difference) ** 2))

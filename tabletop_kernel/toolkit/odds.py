"""Exact odds of dice and cards, by counting.

A `Distribution` counts the equally likely ways to each number. Nothing is rounded: sums, mixtures and
comparisons stay whole numbers and fractions, and become floats only for charts (`pmf`).

    >>> dice(2).pmf()[7] == 6 / 36
    True
    >>> win, tie, lose = beats(dice(2), dice(2) + 1)
    >>> win < lose
    True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, gcd, lcm, prod
from operator import add


class Distribution:
    """A random whole number: `counts[n]` of `total` equally likely ways lead to n. It never changes."""

    __slots__ = ("counts", "total")

    def __init__(self, counts: Mapping[int, int]) -> None:
        ways = {number: count for number, count in sorted(counts.items()) if count}
        if not ways or min(ways.values()) < 0:
            raise ValueError("a distribution needs at least one outcome, and its counts can't be below zero")
        common = gcd(*ways.values())  # smallest counts, so that equal odds compare equal
        self.counts: dict[int, int] = {number: count // common for number, count in ways.items()}
        self.total = sum(self.counts.values())

    # -- what it says --------------------------------------------------------------------------------------------------

    def pmf(self) -> dict[int, float]:
        """Return the chance of each number, in ascending order."""
        return {number: count / self.total for number, count in self.counts.items()}

    def chance(self, number: int) -> Fraction:
        """Return the chance of exactly this number."""
        return Fraction(self.counts.get(number, 0), self.total)

    def at_least(self, number: int) -> Fraction:
        """Return the chance of this number or more."""
        return Fraction(sum(count for n, count in self.counts.items() if n >= number), self.total)

    @property
    def mean(self) -> Fraction:
        """Return the average."""
        return Fraction(sum(number * count for number, count in self.counts.items()), self.total)

    # -- what can be made of it ----------------------------------------------------------------------------------------

    def __add__(self, other: Distribution | int) -> Distribution:
        """Return the sum of two independent numbers; a plain number shifts this one."""
        if isinstance(other, int):
            return Distribution({number + other: count for number, count in self.counts.items()})
        ways: dict[int, int] = {}
        count_so_far = ways.get
        for mine, count in self.counts.items():
            for theirs, more in other.counts.items():
                total = mine + theirs
                ways[total] = count_so_far(total, 0) + count * more
        return Distribution(ways)

    def __neg__(self) -> Distribution:
        return Distribution({-number: count for number, count in self.counts.items()})

    def __sub__(self, other: Distribution | int) -> Distribution:
        """Return the lead over another, independent number."""
        return self + -other

    def best_of(self, tries: int) -> Distribution:
        """Return the highest of several independent tries. Raise ValueError for fewer than one."""
        if tries < 1:
            raise ValueError("the best of zero tries doesn't exist")
        return highest([self] * tries)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self.counts == other.counts

    def __hash__(self) -> int:
        return hash(tuple(self.counts.items()))

    def __repr__(self) -> str:
        return f"Distribution({self.counts})"


# -- where distributions come from -------------------------------------------------------------------------------------


def always(number: int) -> Distribution:
    """Return a distribution with only this number."""
    return Distribution({number: 1})


@lru_cache(maxsize=64)
def dice(count: int, sides: int = 6) -> Distribution:
    """Return the sum of some dice."""
    total = always(0)
    die = Distribution(dict.fromkeys(range(1, sides + 1), 1))
    for _ in range(count):
        total += die
    return total


def mixture(parts: Iterable[tuple[int | Fraction, Distribution]]) -> Distribution:
    """Return a number from one of several distributions, chosen by weight."""
    weighed = [(Fraction(weight) / part.total, part) for weight, part in parts if weight]
    common = lcm(*(weight.denominator for weight, _ in weighed))
    ways: dict[int, int] = {}
    for weight, part in weighed:
        times = int(weight * common)
        for number, count in part.counts.items():
            ways[number] = ways.get(number, 0) + count * times
    return Distribution(ways)


def highest(parts: Sequence[Distribution]) -> Distribution:
    """Return the highest of several independent numbers."""
    return Distribution(
        {number: prod(map(add, below, equal)) - prod(below) for number, below, equal in _rising_maxima(parts)}
    )


def _rising_maxima(parts: Sequence[Distribution]) -> Iterator[tuple[int, list[int], list[int]]]:
    """Yield each possible highest number, with each part's ways to stay below it and to equal it."""
    below = [0] * len(parts)
    lowest = max(min(part.counts) for part in parts)
    for number in sorted({number for part in parts for number in part.counts}):
        equal = [part.counts.get(number, 0) for part in parts]
        if number >= lowest:
            yield number, below, equal
        below = list(map(add, below, equal))


def sum_of_draw(values: Sequence[int], count: int) -> Distribution:
    """Return the sum of some cards drawn from these without replacement."""
    return best_of_draw(values, count, count)


def best_of_draw(values: Sequence[int], count: int, best: int, sure: Sequence[int] = ()) -> Distribution:
    """Return the sum of the `best` highest cards among some drawn without replacement and the `sure` ones already held.

    Raise ValueError if there are fewer values than cards to draw.
    """
    if not 0 <= count <= len(values):
        raise ValueError(f"{count} cards can't be drawn from {len(values)}")
    if best <= 0:
        return always(0)
    left, forced = len(values), 0  # cards left that may be drawn; sure cards so far
    open_ways: dict[tuple[int, int], int] = {(0, 0): 1}  # (cards drawn, their sum with the sure ones) -> ways
    ways_when_complete: dict[int, int] = {}
    # From the highest card down: once the best are complete, the other drawn cards no longer matter.
    for value, is_sure in sorted([(v, True) for v in sure] + [(v, False) for v in values], reverse=True):
        forced += is_sure
        left -= not is_sure
        after = {} if is_sure else dict(open_ways)  # ways without this card
        for (number, total), ways in open_ways.items():
            number += not is_sure
            if number > count:
                continue
            if number + forced == best:
                ways_when_complete[total + value] = ways_when_complete.get(total + value, 0) + ways * comb(
                    left, count - number
                )
            else:
                after[number, total + value] = after.get((number, total + value), 0) + ways
        open_ways = after
    for (number, total), ways in open_ways.items():
        if number == count:  # fewer cards than `best`
            ways_when_complete[total] = ways_when_complete.get(total, 0) + ways
    return Distribution(ways_when_complete)


# -- who wins ----------------------------------------------------------------------------------------------------------


def beats(mine: Distribution, theirs: Distribution) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chances that mine is higher, that both are equal, and that theirs is higher."""
    win = tie = lower = 0  # ways to win and to tie, and their ways to less than the number
    left = [*theirs.counts.items()][::-1]  # the lowest last
    for number, count in mine.counts.items():
        while left and left[-1][0] < number:
            lower += left.pop()[1]
        win += count * lower
        tie += count * theirs.counts.get(number, 0)
    everything = mine.total * theirs.total
    return Fraction(win, everything), Fraction(tie, everything), Fraction(everything - win - tie, everything)


def leaders(totals: Sequence[Distribution]) -> dict[tuple[int, ...], Fraction]:
    """Return, for each group of players (by place), the chance that exactly they share the highest total."""
    places = range(len(totals))
    everything = prod(part.total for part in totals)
    ways: dict[tuple[int, ...], int] = {}
    for _, below, equal in _rising_maxima(totals):
        for size in range(1, len(totals) + 1):
            for group in combinations([place for place in places if equal[place]], size):
                count = prod(equal[place] if place in group else below[place] for place in places)
                ways[group] = ways.get(group, 0) + count
    return {group: Fraction(count, everything) for group, count in ways.items() if count}


def showdown(totals: Sequence[Distribution], again: Sequence[Distribution] | None = None) -> list[Fraction]:
    """Return each player's chance of the highest total, if those who tie for it try again among themselves.

    `again` are the totals of later tries, if the first is special, such as when some dice are already rolled. Raise
    ValueError if chance can't break the tie.
    """
    chances = [Fraction(0)] * len(totals)
    for group, chance in leaders(totals).items():
        if again is None and len(group) == len(totals) > 1:
            continue  # everyone tries again, so this try changes no proportions
        shares = [Fraction(1)] if len(group) == 1 else showdown([(again or totals)[place] for place in group])
        for place, share in zip(group, shares, strict=True):
            chances[place] += chance * share
    decided = sum(chances)
    if not decided:
        raise ValueError("these totals are equal, and chance can't break the tie")
    return [chance / decided for chance in chances]

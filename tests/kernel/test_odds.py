"""Exact odds: against counting everything by hand, known values, and laws that always hold."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tabletop_kernel.toolkit.odds import (
    Distribution,
    always,
    beats,
    best_of_draw,
    dice,
    highest,
    leaders,
    mixture,
    showdown,
    sum_of_draw,
)

distributions = some.dictionaries(some.integers(-9, 9), some.integers(1, 20), min_size=1, max_size=6).map(Distribution)
small = some.dictionaries(some.integers(-3, 3), some.integers(1, 3), min_size=1, max_size=4).map(Distribution)
hands = some.lists(some.integers(0, 13), min_size=0, max_size=8)
TWO_SUITS = [value for value in range(1, 14) for _ in range(2)]


def ways(part: Distribution) -> list[int]:
    """Every equally likely number, one by one."""
    return [number for number, count in part.counts.items() for _ in range(count)]


# -- known values ------------------------------------------------------------------------------------------------------


def test_two_dice() -> None:
    two = dice(2)
    assert two.counts == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    assert two.chance(7) == Fraction(6, 36)
    assert two.pmf()[7] == 6 / 36
    assert two.at_least(10) == Fraction(6, 36)
    assert two.mean == 7


def test_four_dice() -> None:
    four = dice(4)
    assert (four.total, four.counts[14], four.counts[4], four.counts[24]) == (1296, 146, 1, 1)
    assert four.mean == 14
    assert beats(four, four)[1] == Fraction(sum(c * c for c in four.counts.values()), 1296**2)


def test_better_of_two_dice() -> None:
    assert dice(1).best_of(2).counts == {1: 1, 2: 3, 3: 5, 4: 7, 5: 9, 6: 11}


def test_other_dice() -> None:
    assert dice(1, 20).mean == Fraction(21, 2)
    assert dice(0) == always(0)


def test_a_full_suit() -> None:
    assert sum_of_draw(TWO_SUITS, 26) == always(182)
    assert sum_of_draw(TWO_SUITS, 13).mean == 91
    assert best_of_draw(TWO_SUITS, 26, 2) == always(26)
    assert best_of_draw(TWO_SUITS, 2, 2).chance(26) == Fraction(1, comb(26, 2))


def test_three_equal_players() -> None:
    assert showdown([dice(2)] * 3) == [Fraction(1, 3)] * 3


# -- by hand -----------------------------------------------------------------------------------------------------------


@given(distributions, distributions)
def test_sum_and_lead(mine: Distribution, theirs: Distribution) -> None:
    pairs = list(product(ways(mine), ways(theirs)))
    assert mine + theirs == Distribution(Counter(a + b for a, b in pairs))
    assert mine - theirs == Distribution(Counter(a - b for a, b in pairs))
    assert highest([mine, theirs]) == Distribution(Counter(max(pair) for pair in pairs))
    wins = sum(a > b for a, b in pairs), sum(a == b for a, b in pairs), sum(a < b for a, b in pairs)
    assert beats(mine, theirs) == tuple(Fraction(count, len(pairs)) for count in wins)


@given(hands, hands, some.data())
def test_cards_drawn(values: list[int], sure: list[int], data: some.DataObject) -> None:
    count = data.draw(some.integers(0, len(values)))
    best = data.draw(some.integers(0, 6))
    draws = list(combinations(values, count))
    assert sum_of_draw(values, count) == Distribution(Counter(sum(draw) for draw in draws))
    top = Counter(sum(sorted((*draw, *sure), reverse=True)[:best]) for draw in draws)
    assert best_of_draw(values, count, best, sure) == Distribution(top)


@given(some.lists(small, min_size=1, max_size=3))
def test_leaders(totals: list[Distribution]) -> None:
    everything = list(product(*map(ways, totals)))
    groups = Counter(tuple(i for i, n in enumerate(row) if n == max(row)) for row in everything)
    assert leaders(totals) == {group: Fraction(count, len(everything)) for group, count in groups.items()}


def test_showdown_of_unequal_players() -> None:
    """Three players whose ties are followed through many rounds, as far as a float can tell."""
    totals = [dice(1), dice(1) + 1, dice(1).best_of(2)]

    def follow(places: tuple[int, ...], weight: float, result: list[float]) -> None:
        for group, chance in leaders([totals[place] for place in places]).items():
            tied = tuple(places[place] for place in group)
            if len(tied) == 1:
                result[tied[0]] += weight * float(chance)
            elif weight > 1e-9:
                follow(tied, weight * float(chance), result)

    followed = [0.0] * 3
    follow((0, 1, 2), 1.0, followed)
    assert [float(chance) for chance in showdown(totals)] == pytest.approx(followed, abs=1e-6)


def test_first_throw_may_be_special() -> None:
    """A die that lies already counts for the first throw only; a tie is thrown afresh."""
    win = showdown([always(3), dice(1)], [dice(1), dice(1)])[0]
    assert win == Fraction(2, 6) + Fraction(1, 6) * Fraction(1, 2)


# -- laws --------------------------------------------------------------------------------------------------------------


@given(distributions, distributions, some.integers(-20, 20))
def test_laws_of_sums(mine: Distribution, theirs: Distribution, shift: int) -> None:
    assert mine + theirs == theirs + mine
    assert (mine + theirs).mean == mine.mean + theirs.mean
    assert (mine + shift).mean == mine.mean + shift
    assert mine + shift == mine + always(shift)
    assert mine - shift == mine + -shift
    assert always(0) - mine == -mine
    assert sum(mine.pmf().values()) == pytest.approx(1)
    assert list(mine.pmf()) == sorted(mine.pmf())
    assert beats(mine, theirs) == beats(theirs, mine)[::-1]


@given(distributions, some.integers(1, 4))
def test_best_of(part: Distribution, tries: int) -> None:
    assert part.best_of(1) == part
    below = [1 - part.best_of(tries).at_least(number) for number in part.counts]
    assert below == [(1 - part.at_least(number)) ** tries for number in part.counts]


@given(some.lists(some.tuples(some.fractions(0, 5), distributions), min_size=1, max_size=4))
def test_mixture(parts: list[tuple[Fraction, Distribution]]) -> None:
    weights = sum(weight for weight, _ in parts)
    if not weights:
        with pytest.raises(ValueError, match="at least one outcome"):
            mixture(parts)
        return
    mixed = mixture(parts)
    for number in mixed.counts:
        assert mixed.chance(number) == sum(weight * part.chance(number) for weight, part in parts) / weights


@given(some.lists(distributions.filter(lambda part: len(part.counts) > 1), min_size=1, max_size=4))
def test_a_showdown_has_one_winner(totals: list[Distribution]) -> None:
    chances = showdown(totals)
    assert sum(chances) == 1
    if len(totals) == 2:
        win, _, lose = beats(*totals)
        assert chances[0] == win / (win + lose)


@given(distributions, some.integers(1, 9))
def test_equal_odds_are_equal(part: Distribution, times: int) -> None:
    twin = Distribution({number: count * times for number, count in reversed(part.counts.items())})
    assert twin == part
    assert hash(twin) == hash(part)
    assert eval(repr(part)) == part


# -- what makes no sense -----------------------------------------------------------------------------------------------


def test_what_makes_no_sense() -> None:
    with pytest.raises(ValueError, match="at least one outcome"):
        Distribution({})
    with pytest.raises(ValueError, match="below zero"):
        Distribution({1: -1, 2: 3})
    with pytest.raises(ValueError, match="3 cards can't be drawn from 2"):
        sum_of_draw([1, 2], 3)
    with pytest.raises(ValueError, match="zero tries"):
        dice(1).best_of(0)
    with pytest.raises(ValueError, match="break the tie"):
        showdown([always(1), always(1)])

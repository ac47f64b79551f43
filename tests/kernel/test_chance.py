"""The luck of a table: the same numbers forever, streams that leave each other alone, and fair."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strangers import GAME

from tabletop_kernel import Session
from tabletop_kernel.contract.chance import MAX_SEED, Chance, derive


def rolls(chance: Chance, stream: str, count: int, sides: int = 6) -> list[int]:
    return [chance.roll(stream, sides) for _ in range(count)]


# -- pinned: a save of today must load tomorrow -----------------------------------------------------------------------


def test_the_numbers_never_change() -> None:
    """If this fails, every save and every code ever made is broken. Do not adapt it: undo the change."""
    assert derive(7, "dice") == 2667370112207843507
    assert derive(0) == 0
    assert derive(1, "bot", 2) == derive(derive(1, "bot"), 2)
    assert rolls(Chance(7), "dice", 20) == PINNED_DICE
    assert rolls(Chance(7), "dice", 8, 100) == PINNED_HUNDREDS
    items = list(range(12))
    chance = Chance(7)
    chance.results = []
    chance.shuffle("decks", items)
    assert items == PINNED_ORDER
    assert chance.results == [PINNED_FINGERPRINT]
    assert chance.counts == {"decks": 11}
    assert [Chance(7).pick("picks", n) for n in range(1, 9)] == PINNED_PICKS


PINNED_DICE = [1, 3, 3, 3, 4, 1, 1, 1, 3, 4, 5, 6, 3, 5, 3, 6, 6, 3, 6, 5]
PINNED_HUNDREDS = [11, 40, 50, 38, 54, 11, 9, 1]
PINNED_ORDER = [4, 10, 6, 7, 3, 0, 8, 2, 1, 5, 9, 11]
PINNED_FINGERPRINT = 7763097
PINNED_PICKS = [0, 0, 0, 1, 1, 1, 2, 2]


def test_the_first_table_never_changes() -> None:
    state = Session(GAME, 4, 7).truth
    assert state.hearts_deck[:5] == PINNED_HEARTS
    assert state.spades_deck[-3:] == PINNED_SPADES


PINNED_HEARTS = ["8H", "9H", "8H", "JH", "JH"]
PINNED_SPADES = ["10S", "3S", "5S"]

# -- streams ----------------------------------------------------------------------------------------------------------


def test_the_same_seed_is_the_same_luck() -> None:
    assert rolls(Chance(5), "dice", 100) == rolls(Chance(5), "dice", 100)
    assert rolls(Chance(5), "dice", 100) != rolls(Chance(6), "dice", 100)


def test_streams_do_not_disturb_each_other() -> None:
    alone = rolls(Chance(5), "dice", 50)
    chance = Chance(5)
    mixed = []
    for number in range(50):
        chance.roll("picks", 20)
        mixed.append(chance.roll("dice"))
        chance.shuffle("decks", list(range(number)))
    assert mixed == alone
    assert rolls(Chance(5), "picks", 50) != alone


def test_a_clone_goes_on_with_the_same_luck_and_leaves_the_original_alone() -> None:
    chance = Chance(5, script={"dice": [6, 6, 6]})
    chance.results = []
    chance.roll("dice")
    twin = chance.clone()
    ahead = rolls(twin, "dice", 20)
    twin.shuffle("new", [1, 2, 3])
    assert chance.counts == {"dice": 1}
    assert chance.results == [6]
    assert twin.results is None
    assert rolls(chance, "dice", 20) == ahead


def test_written_and_read() -> None:
    chance = Chance(5, script={"dice": (3, 4)})
    rolls(chance, "dice", 7)
    chance.shuffle("decks", list(range(9)))
    data = chance.write()
    assert data == {"seed": 5, "counts": {"dice": 7, "decks": 8}, "script": {"dice": [3, 4]}}
    again = Chance(data["seed"], data["counts"], data["script"])
    assert rolls(again, "dice", 20) == rolls(chance, "dice", 20)
    data["counts"]["dice"] = 0
    assert chance.counts["dice"] == 27


# -- scripts ----------------------------------------------------------------------------------------------------------


def test_a_script_comes_first_and_then_the_luck_goes_on() -> None:
    plain = rolls(Chance(5), "dice", 10)
    scripted = Chance(5, script={"dice": [6, 6, 1]})
    assert rolls(scripted, "dice", 10) == [6, 6, 1, *plain[3:]]
    assert rolls(Chance(5, script={"dice": [6]}), "picks", 10) == rolls(Chance(5), "picks", 10)


def test_a_script_of_picks_counts_from_one_and_never_leaves_the_hand() -> None:
    chance = Chance(5, script={"picks": [1, 2, 9]})
    assert [chance.pick("picks", 4) for _ in range(3)] == [0, 1, 3]


def test_everything_is_recorded_when_asked() -> None:
    chance = Chance(5, script={"dice": [6]})
    chance.results = []
    first, second = chance.roll("dice"), chance.roll("dice")
    picked = chance.pick("picks", 3)
    assert chance.results == [first, second, picked + 1]


# -- shuffles ---------------------------------------------------------------------------------------------------------


@given(st.integers(0, MAX_SEED), st.lists(st.integers(), max_size=60))
@settings(max_examples=60)
def test_a_shuffle_is_a_permutation(seed: int, items: list[int]) -> None:
    shuffled = items[:]
    Chance(seed).shuffle("decks", shuffled)
    assert Counter(shuffled) == Counter(items)


def test_different_orders_have_different_fingerprints() -> None:
    marks = set()
    for seed in range(300):
        chance = Chance(seed)
        chance.results = []
        chance.shuffle("decks", list(range(26)))
        marks.update(chance.results)
    assert len(marks) == 300


# -- fairness ---------------------------------------------------------------------------------------------------------


def surprise(found: Counter[int], expected: float, kinds: int) -> float:
    """How far a chi-square sum is from its mean, in standard deviations."""
    total = sum((found[kind] - expected) ** 2 / expected for kind in range(kinds))
    free = kinds - 1
    return (total - free) / math.sqrt(2 * free)


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 52])
def test_dice_are_fair(sides: int) -> None:
    chance = Chance(20)
    found = Counter(chance.roll("dice", sides) - 1 for _ in range(600 * sides))
    assert set(found) == set(range(sides))
    assert abs(surprise(found, 600, sides)) < 4


def test_the_next_roll_does_not_follow_from_the_last() -> None:
    chance = Chance(21)
    throws = rolls(chance, "dice", 18_001)
    pairs = Counter((a - 1) * 6 + b - 1 for a, b in pairwise(throws))
    assert abs(surprise(pairs, 500, 36)) < 4


def test_neighbouring_seeds_and_streams_have_nothing_in_common() -> None:
    firsts = Counter((Chance(seed).roll("dice") - 1) * 6 + Chance(seed + 1).roll("dice") - 1 for seed in range(9000))
    assert abs(surprise(firsts, 250, 36)) < 4
    named = Counter(Chance(5).roll(f"stream {number}") - 1 for number in range(3000))
    assert abs(surprise(named, 500, 6)) < 4


def test_shuffles_are_fair() -> None:
    """Every card comes to every place equally often, and every order of three is equally likely."""
    places: Counter[int] = Counter()
    orders: Counter[int] = Counter()
    chance = Chance(22)
    for _ in range(3000):
        items = list(range(6))
        chance.shuffle("decks", items)
        places.update(place * 6 + item for place, item in enumerate(items))
        three = [0, 1, 2]
        chance.shuffle("decks", three)
        orders[[[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].index(three)] += 1
    assert abs(surprise(places, 500, 36)) < 4
    assert abs(surprise(orders, 500, 6)) < 4


@given(st.integers(0, MAX_SEED), st.integers(1, 1000), st.integers(0, 10**9))
@settings(max_examples=100)
def test_always_in_range(seed: int, sides: int, count: int) -> None:
    chance = Chance(seed, {"dice": count})
    assert 1 <= chance.roll("dice", sides) <= sides
    assert 0 <= chance.pick("dice", sides) < sides
    assert 0 <= derive(seed, "x", count) <= MAX_SEED

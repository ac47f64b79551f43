"""An upper bound for launcher searches: which patterns have enough tokens, wherever the tokens are.

A launcher has few tokens, so most wanted patterns compete for them. Moving tokens never changes how many there are, so
one calculation tells which patterns could be launched together, and their worth. No search finds more than that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tabletop_kernel.games.tamashii.components import BASIC, CATIE, CATIE_DAMAGE, INARI, OPEN
from tabletop_kernel.games.tamashii.launch.pattern_matching import ANY, CORE, tokens_for_cell
from tabletop_kernel.games.tamashii.pack.pieces import Cells

OPEN_TOKEN_EXTRA = 0.3  # extra cost of an open token over any other


class Wanted(NamedTuple):
    """A wanted pattern, and the worth of launching it."""

    key: str
    cells: Cells
    worth: float
    connected: bool = False
    group: str = ""  # only one pattern of a group is launched


# The worth of keeping a token of this letter on the launcher; for an Inari token, the worth of launching it along with
# a pattern next to it.
Keep = tuple[tuple[str, float], ...]
Counts = tuple[int, ...]  # cells of each kind, in the order of KINDS
CELL_KINDS = BASIC + ANY + OPEN + CATIE
NO_CELLS: Counts = (0,) * len(CELL_KINDS)


class TokenSet(NamedTuple):
    """Patterns that have enough tokens all at once."""

    worth: float  # at most
    members: int  # their numbers among the wanted patterns, as bits


def price_by_token(keep: Keep) -> Mapping[str, float]:
    """Return the cost of using each kind of token, if it has one."""
    known = dict(keep)
    return {**known, OPEN: known.get(OPEN, 0.0) + OPEN_TOKEN_EXTRA}


@lru_cache(maxsize=1024)
def cell_counts(cells: Cells, core: str) -> Counts:
    """Return how many cells of each kind a pattern has; core cells count as the core's data."""
    drawn = "".join(cells).replace(CORE, core)
    return tuple(map(drawn.count, CELL_KINDS))


def possible_patterns(grid: str, core: str, wanted: Sequence[Wanted]) -> tuple[Wanted, ...]:
    """Return the patterns with enough tokens on the launcher, wherever they are, best first."""
    tokens = "".join(sorted(grid))
    able = [one for one in wanted if one.worth > 0 and _has_enough(tokens, core, one.cells)]
    return tuple(sorted(able, key=lambda one: (-one.worth, one.key)))


@lru_cache(maxsize=4096)
def _has_enough(tokens: str, core: str, cells: Cells) -> bool:
    """Tell if there are enough tokens for one pattern. Cached by tokens, since moves don't change them."""
    return Stock(tokens, core).missing(cell_counts(cells, core)) is not None


class Stock:
    """The tokens of a launcher, regardless of place."""

    def __init__(self, tokens: str, core: str) -> None:
        self._have = tuple(map(tokens.count, BASIC))
        self._open = tokens.count(OPEN)
        self._catie = tokens.count(CATIE) + tokens.count(CATIE_DAMAGE)
        self._all = sum(self._have) + self._open + self._catie
        self._core = BASIC.index(core)

    def missing(self, needs: Counts) -> list[int] | None:
        """Return how many open tokens must stand in for each basic data, or None if there aren't enough tokens."""
        *basic, _, real, catie = needs
        if catie > self._catie or sum(needs) > self._all:
            return None
        short = [max(0, need - have) for need, have in zip(basic, self._have, strict=True)]
        short[self._core] = max(0, short[self._core] - (self._catie - catie))
        return short if real + sum(short) <= self._open else None


@lru_cache(maxsize=2048)
def sets_with_enough(tokens: str, core: str, wanted: tuple[Wanted, ...], keep: Keep) -> tuple[TokenSet, ...]:
    """Return all sets of patterns that could be launched together with these tokens, best first."""
    stock, price = Stock(tokens, core), price_by_token(keep)
    cheapest = _cheapest_by_cell(tokens, core, price)
    along = price.get(INARI, 0.0) * tokens.count(INARI)
    sets: list[tuple[TokenSet, Counts, frozenset[str]]] = [(TokenSet(0.0, 0), NO_CELLS, frozenset())]
    worth_by_members: dict[int, float] = {}
    for number, one in enumerate(wanted):
        needs = cell_counts(one.cells, core)
        worth = one.worth + along - sum(cost * need for cost, need in zip(cheapest, needs, strict=True))
        if worth <= 0:
            continue
        for smaller, before, groups in sets[:]:
            if one.group in groups:
                continue
            all_needs = tuple(map(sum, zip(before, needs, strict=True)))
            short = stock.missing(all_needs)
            if short is not None:
                more = TokenSet(smaller.worth + worth, smaller.members | 1 << number)
                sets.append((more, all_needs, groups | {one.group} if one.group else groups))
                worth_by_members[more.members] = more.worth - _extra_open_cost(short, cheapest, price[OPEN])
    return tuple(sorted((TokenSet(worth, members) for members, worth in worth_by_members.items()), reverse=True))


def _cheapest_by_cell(tokens: str, core: str, price: Mapping[str, float]) -> tuple[float, ...]:
    """Return the cost of the cheapest token that fills each kind of cell."""
    return tuple(
        min((price.get(token, 0.0) for token in tokens_for_cell(cell, core) if token in tokens), default=0.0)
        for cell in CELL_KINDS
    )


def _extra_open_cost(short: Sequence[int], cheapest: Sequence[float], price: float) -> float:
    """Return the extra cost of using open tokens in place of others."""
    return sum(number * (price - cost) for number, cost in zip(short, cheapest, strict=False))


def smallest_sets_above(sets: Sequence[TokenSet], most: float) -> list[int]:
    """Return the smallest sets worth more than `most` together. Every other such set includes one of them."""
    sets_found: list[int] = []
    for members in sorted((one.members for one in sets if one.worth > most), key=int.bit_count):
        if not any(fewer & members == fewer for fewer in sets_found):
            sets_found.append(members)
    return sets_found

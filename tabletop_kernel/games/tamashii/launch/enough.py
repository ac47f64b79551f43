"""For which patterns there are tokens enough, wherever these lie: what a search on the launcher could find at best.

A launcher has few tokens, and of all the patterns that somebody would like to launch most get in each other's way. How
many of which tokens there are never changes while tokens are moved; so it is worked out once which patterns could be
launched together at all, and what they would be worth then. Nothing that a search finds is ever worth more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tabletop_kernel.games.tamashii.components import BASIC, CATIE, CATIE_DAMAGE, INARI, OPEN
from tabletop_kernel.games.tamashii.launch.matching import ANY, CORE, fillers
from tabletop_kernel.games.tamashii.pack.kinds import Cells

SPARED = 0.3  # an open token is dearer than any other


class Wanted(NamedTuple):
    """A pattern that somebody would like to launch, and what that would be worth."""

    key: str
    cells: Cells
    worth: float
    connected: bool = False
    group: str = ""  # of several with the same group only one is launched


# What it is worth to keep a token of this letter on the launcher; of an Inari token, what it brings to launch
# it with a pattern beside it.
Keep = tuple[tuple[str, float], ...]
Counts = tuple[int, ...]  # how many cells of each kind, in the order of KINDS
KINDS = BASIC + ANY + OPEN + CATIE
NOTHING: Counts = (0,) * len(KINDS)


class Together(NamedTuple):
    """Patterns for which there are tokens enough, all at once."""

    worth: float  # that they have at most
    members: int  # their numbers among the patterns that are wanted, as bits


def prices(keep: Keep) -> Mapping[str, float]:
    """What it costs to use a token, where that costs anything."""
    known = dict(keep)
    return {**known, OPEN: known.get(OPEN, 0.0) + SPARED}


@lru_cache(maxsize=1024)
def asked(cells: Cells, core: str) -> Counts:
    """How many cells of each kind a pattern has; a core cell is one of the core data."""
    drawn = "".join(cells).replace(CORE, core)
    return tuple(map(drawn.count, KINDS))


def possible(grid: str, core: str, wanted: Sequence[Wanted]) -> tuple[Wanted, ...]:
    """Those for which there are enough tokens on the launcher, wherever they lie; those first that are worth most."""
    tokens = "".join(sorted(grid))
    able = [one for one in wanted if one.worth > 0 and _enough(tokens, core, one.cells)]
    return tuple(sorted(able, key=lambda one: (-one.worth, one.key)))


@lru_cache(maxsize=4096)
def _enough(tokens: str, core: str, cells: Cells) -> bool:
    """Whether there are tokens enough for one pattern; while tokens are only moved, the same is asked again."""
    return Stock(tokens, core).missing(asked(cells, core)) is not None


class Stock:
    """The tokens of a launcher, as a heap of them."""

    def __init__(self, tokens: str, core: str) -> None:
        self._have = tuple(map(tokens.count, BASIC))
        self._open = tokens.count(OPEN)
        self._catie = tokens.count(CATIE) + tokens.count(CATIE_DAMAGE)
        self._all = sum(self._have) + self._open + self._catie
        self._core = BASIC.index(core)

    def missing(self, needs: Counts) -> list[int] | None:
        """How many open tokens have to stand in for each basic data; None if there are not tokens enough."""
        *basic, _, real, catie = needs
        if catie > self._catie or sum(needs) > self._all:
            return None
        short = [max(0, need - have) for need, have in zip(basic, self._have, strict=True)]
        short[self._core] = max(0, short[self._core] - (self._catie - catie))
        return short if real + sum(short) <= self._open else None


@lru_cache(maxsize=2048)
def together(tokens: str, core: str, wanted: tuple[Wanted, ...], keep: Keep) -> tuple[Together, ...]:
    """All patterns that could be launched together with these tokens, those first that are worth most."""
    stock, price = Stock(tokens, core), prices(keep)
    cheapest = _cheapest(tokens, core, price)
    along = price.get(INARI, 0.0) * tokens.count(INARI)
    sets: list[tuple[Together, Counts, frozenset[str]]] = [(Together(0.0, 0), NOTHING, frozenset())]
    found: dict[int, float] = {}
    for number, one in enumerate(wanted):
        needs = asked(one.cells, core)
        worth = one.worth + along - sum(cost * need for cost, need in zip(cheapest, needs, strict=True))
        if worth <= 0:
            continue
        for known, before, groups in sets[:]:
            if one.group in groups:
                continue
            all_needs = tuple(map(sum, zip(before, needs, strict=True)))
            short = stock.missing(all_needs)
            if short is not None:
                more = Together(known.worth + worth, known.members | 1 << number)
                sets.append((more, all_needs, groups | {one.group} if one.group else groups))
                found[more.members] = more.worth - _dearer(short, cheapest, price[OPEN])
    return tuple(sorted((Together(worth, members) for members, worth in found.items()), reverse=True))


def _cheapest(tokens: str, core: str, price: Mapping[str, float]) -> tuple[float, ...]:
    """What the cheapest token costs that fills a cell of each kind."""
    return tuple(
        min((price.get(token, 0.0) for token in fillers(cell, core) if token in tokens), default=0.0) for cell in KINDS
    )


def _dearer(short: Sequence[int], cheapest: Sequence[float], price: float) -> float:
    """What it costs more that open tokens stand in for others."""
    return sum(number * (price - cost) for number, cost in zip(short, cheapest, strict=False))


def worth_more(sets: Sequence[Together], most: float) -> list[int]:
    """The fewest patterns that could be worth more than that together; where others lie as well, these lie, too."""
    found: list[int] = []
    for members in sorted((one.members for one in sets if one.worth > most), key=int.bit_count):
        if not any(fewer & members == fewer for fewer in found):
            found.append(members)
    return found

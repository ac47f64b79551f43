"""Hidden pieces, dealt from where the fields of a state say that they come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import get_args

from tabletop_kernel.contract.basics import View
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.field_code import ZONE, Field, Pieces, is_row, shown


@lru_cache
def _zones(kind: type) -> list[Field]:
    """Return the zones whose pieces are words or numbers: others, such as pairs, can't be counted."""
    held = [(one, get_args(one.kind)[0] if one.per_seat else one.kind) for one in shown(kind, ZONE) if one.stored]
    return [one for one, kind in held if is_row(kind)]


def deal_hidden(kind: type, rules: object, data: View, chance: Chance) -> View:
    """Replace the number of pieces in each hidden zone that declares its pieces (`of`), and return the data.

    The pieces are those that aren't in sight in any zone. Zones that share an `of` share these pieces. A game deals
    other zones itself: those whose pieces depend on each other, or of which a view doesn't show the number.
    """
    zones, in_sight = _zones(kind), list[object]()
    for one in zones:
        for pile in data[one.name] if one.per_seat else [data[one.name]]:
            in_sight += pile if isinstance(pile, list) else ()
    seen = Counter(in_sight)
    pools: dict[Pieces, list[object]] = {}
    for one in zones:
        if one.of is None:
            continue
        if one.of not in pools:
            pools[one.of] = _shuffled(one.of(rules), seen, chance)
        pool, held = pools[one.of], data[one.name]
        data[one.name] = [_dealt(pile, pool) for pile in held] if one.per_seat else _dealt(held, pool)
    return data


def _shuffled(pieces: Iterable[tuple[object, int]], seen: Mapping[object, int], chance: Chance) -> list[object]:
    """Return the pieces that aren't in sight, in random order."""
    pool: list[object] = []
    for piece, number in pieces:
        pool += [piece] * (number - seen.get(piece, 0))
    chance.shuffle("imagine", pool)
    return pool


def _dealt(pile: list[object] | int, pool: list[object]) -> list[object]:
    """Take as many pieces as a hidden pile has from a pool, or return the visible pile."""
    if isinstance(pile, list):
        return pile
    dealt, pool[:] = pool[:pile], pool[pile:]
    return dealt

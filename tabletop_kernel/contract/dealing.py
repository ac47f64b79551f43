"""Hidden pieces, dealt from where the fields of a state say that they come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import get_args

from tabletop_kernel.contract.basics import View
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.field_code import ZONE, Field, Pieces, is_row, shown_fields


@lru_cache
def _countable_zones(kind: type) -> list[Field]:
    """Return the zones whose pieces are words or numbers: others, such as pairs, can't be counted."""
    held = [
        (zone, get_args(zone.kind)[0] if zone.per_seat else zone.kind)
        for zone in shown_fields(kind, ZONE)
        if zone.stored
    ]
    return [zone for zone, kind in held if is_row(kind)]


def deal_hidden(kind: type, rules: object, data: View, chance: Chance) -> View:
    """Replace the number of pieces in each hidden zone that declares its pieces (`of`), and return the data.

    The pieces are those that aren't in sight in any zone. Zones that share an `of` share these pieces. A game deals
    other zones itself: those whose pieces depend on each other, or of which a view doesn't show the number.
    """
    zones = _countable_zones(kind)
    in_sight: list[object] = []
    for zone in zones:
        for pile in data[zone.name] if zone.per_seat else [data[zone.name]]:
            in_sight += pile if isinstance(pile, list) else ()
    seen = Counter(in_sight)
    pools: dict[Pieces, list[object]] = {}
    for zone in zones:
        if zone.of is None:
            continue
        if zone.of not in pools:
            pools[zone.of] = _shuffle_unseen(zone.of(rules), seen, chance)
        pool, held = pools[zone.of], data[zone.name]
        data[zone.name] = [_deal_pile(pile, pool) for pile in held] if zone.per_seat else _deal_pile(held, pool)
    return data


def _shuffle_unseen(pieces: Iterable[tuple[object, int]], seen: Mapping[object, int], chance: Chance) -> list[object]:
    """Return the pieces that aren't in sight, in random order."""
    pool: list[object] = []
    for piece, number in pieces:
        pool += [piece] * (number - seen.get(piece, 0))
    chance.shuffle("imagine", pool)
    return pool


def _deal_pile(pile: list[object] | int, pool: list[object]) -> list[object]:
    """Take as many pieces as a hidden pile has from a pool, or return the visible pile."""
    if isinstance(pile, list):
        return pile
    dealt, pool[:] = pool[:pile], pool[pile:]
    return dealt

"""Imagining what a seat cannot see: a whole state that looks just like a view."""

from __future__ import annotations

from collections import Counter

from tabletop_kernel.chance import Chance
from tabletop_kernel.game import View
from tabletop_kernel.games.the_west_ascendant.positions import build
from tabletop_kernel.games.the_west_ascendant.seeing import UNSEEN
from tabletop_kernel.games.the_west_ascendant.state import SEATS, Rules, State


def unseen(rules: Rules, view: View) -> dict[str, int]:
    """The Facilities that this seat does not see, by type."""
    seat = view["seat"]
    hand = view["hand"][seat] if seat is not None else []
    seen = [*view["middle"], *view["discard"], *hand, *view["box"]]
    for pile in view["gates"]:
        seen += pile
    types = rules.content.types
    return {name: len(types[name].cards) - seen.count(name) for name in rules.types}


def imagine(rules: Rules, view: View, chance: Chance) -> State:
    """A state that looks like this view to its seat, or to everybody; what cannot be seen is dealt at random.

    A hidden hand holds at least what everybody knows to be in it, and a renewed deck only what was in the pile.
    """
    hidden = [seat for seat in range(SEATS) if seat != view["seat"]]
    left = unseen(rules, view)
    pool: list[str] = []
    for card in rules.types:
        pool += [card] * (left[card] - sum(view["known"][seat].count(card) for seat in hidden))
    chance.shuffle("imagine", pool)
    data = dict(view)
    data["deck"], pool = _deck(pool, view["deck"], view["renewed"])
    data["gates"] = [[pool.pop() if card == UNSEEN else card for card in pile] for pile in view["gates"]]
    data["discard"] = [pool.pop() if card == UNSEEN else card for card in view["discard"]]
    data["hand"] = list(view["hand"])
    for seat in hidden:
        known = view["known"][seat]
        number = len(pool) if seat == hidden[-1] else _unknown(view["hand"][seat], len(known), len(pool))
        dealt, pool = pool[:number], pool[number:]
        data["hand"][seat] = sorted([*known, *dealt], key=rules.order.__getitem__)
    _imagine_loci(rules, data, chance)
    return build(rules, data, chance)


def _unknown(held: int | None, known: int, left: int) -> int:
    """How many cards of a hand nobody knows; under a ruling hands are not counted, and then it is half of the rest."""
    return left // 2 if held is None else held - known


def _deck(pool: list[str], size: int, renewed: list[str]) -> tuple[list[str], list[str]]:
    """A deck of this size from shuffled cards, and the others."""
    if not renewed:
        return pool[:size], pool[size:]
    may = Counter(renewed)
    deck: list[str] = []
    rest: list[str] = []
    for card in pool:
        if len(deck) < size and may[card]:
            may[card] -= 1
            deck.append(card)
        else:
            rest.append(card)
    return deck, rest


def _imagine_loci(rules: Rules, data: View, chance: Chance) -> None:
    if not any(UNSEEN in deck for deck in data["loci"]):
        return
    seen = {locus for pile in (*data["loci"], *data["zone"], data["box"]) for locus in pile}
    left = [locus for locus in rules.loci if locus not in seen]
    chance.shuffle("imagine", left)
    data["loci"] = [[left.pop() if locus == UNSEEN else locus for locus in deck] for deck in data["loci"]]

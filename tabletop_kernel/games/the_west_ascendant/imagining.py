"""Imagining what a seat cannot see: a whole state that looks just like a view."""

from __future__ import annotations

from collections import Counter

from tabletop_kernel.chance import Chance
from tabletop_kernel.game import View
from tabletop_kernel.games.the_west_ascendant.positions import build
from tabletop_kernel.games.the_west_ascendant.seeing import UNSEEN
from tabletop_kernel.games.the_west_ascendant.state import SEATS, Rules, State


def unseen(rules: Rules, view: View) -> Counter[str]:
    """The Facilities that this seat does not see, by type."""
    left = Counter(rules.cards)
    seat = view["seat"]
    seen = [view["middle"], view["discard"], *view["gates"], view["hand"][seat] if seat is not None else []]
    for pile in (*seen, view["box"]):
        left.subtract(card for card in pile if card in rules.order)
    return left


def imagine(rules: Rules, view: View, chance: Chance) -> State:
    """A state that looks like this view to its seat; what the seat cannot see is dealt at random.

    The other hand holds at least what everybody knows to be in it, and a renewed deck only what was in the pile.
    """
    other = 1 - view["seat"]
    left = unseen(rules, view)
    hand = list(view["known"][other])
    left.subtract(hand)
    pool = [card for card in rules.types for _ in range(left[card])]
    chance.shuffle("imagine", pool)
    data = dict(view)
    data["deck"], pool = _deck(pool, view["deck"], view["renewed"])
    data["gates"] = [[pool.pop() if card == UNSEEN else card for card in pile] for pile in view["gates"]]
    data["discard"] = [pool.pop() if card == UNSEEN else card for card in view["discard"]]
    hand = sorted(hand + pool, key=rules.order.__getitem__)  # all that is left
    data["hand"] = [hand if seat == other else view["hand"][seat] for seat in range(SEATS)]
    _imagine_loci(rules, data, chance)
    return build(rules, data, chance)


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

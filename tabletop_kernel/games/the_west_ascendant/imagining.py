"""Imagination of hidden cards: a whole state that looks just like a view."""

from __future__ import annotations

from collections import Counter

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.game import View
from tabletop_kernel.games.the_west_ascendant.state import SEATS, UNSEEN, Rules, State


def count_unseen(rules: Rules, view: View) -> dict[str, int]:
    """Return the number of Facilities of each type that this seat can't see."""
    seat = view["seat"]
    hand = view["hand"][seat] if seat is not None else []
    visible = [*view["middle"], *view["discard"], *hand, *view["box"]]
    for pile in view["gates"]:
        visible += pile
    types = rules.content.types
    return {name: len(types[name].cards) - visible.count(name) for name in rules.types}


def imagine(rules: Rules, view: View, chance: Chance) -> State:
    """Return a state that looks like this view to its seat, or to everyone, with hidden cards dealt at random."""
    return Imagined(rules, view).table(chance)


class Imagined:
    """A view that is read once for several imagined tables; the tables differ only in hidden cards.

    A hidden hand has at least the cards that everyone knows to be in it, and a renewed deck only cards from the discard
    pile.
    """

    __slots__ = ("_base", "_hidden", "_loci", "_pool", "_view", "rules")

    def __init__(self, rules: Rules, view: View) -> None:
        self.rules, self._view = rules, view
        self._hidden = [seat for seat in range(SEATS) if seat != view["seat"]]
        left, known = count_unseen(rules, view), view["known"]
        self._pool: list[str] = []
        for card in rules.types:
            self._pool += [card] * (left[card] - sum([known[seat].count(card) for seat in self._hidden]))
        data = {**view, "deck": (), "hand": [held or () for held in _visible_hands(view)]}
        self._base = State.from_data(rules, data, Chance(0))
        self._loci: list[str] = []
        if any(UNSEEN in deck for deck in view["loci"]):
            visible_loci = {locus for pile in (*view["loci"], *view["zone"], view["box"]) for locus in pile}
            self._loci = [locus for locus in rules.loci if locus not in visible_loci]

    def table(self, chance: Chance) -> State:
        """Return one table, dealt with this chance."""
        view, state, pool = self._view, self._base.clone(), self._pool[:]
        state.chance = chance
        chance.shuffle("imagine", pool)
        deck, pool = _split_deck(pool, view["deck"], view["renewed"])
        state.deck = tuple(deck)
        state.gates = [_fill_pile(pile, pool) for pile in state.gates]
        state.discard = _fill_pile(state.discard, pool)
        for seat in self._hidden:
            known = view["known"][seat]
            number = (
                len(pool) if seat == self._hidden[-1] else _count_unknown(view["hand"][seat], len(known), len(pool))
            )
            state.hand[seat], pool = state.in_order((*known, *pool[:number])), pool[number:]
        if self._loci:
            loci = self._loci[:]
            chance.shuffle("imagine", loci)
            state.loci = [_fill_pile(deck, loci) for deck in state.loci]
        return state


def _visible_hands(view: View) -> list[list[str] | None]:
    """Return the hands that this seat sees; None for the others."""
    return [held if seat == view["seat"] else None for seat, held in enumerate(view["hand"])]


def _fill_pile(pile: tuple[str, ...], pool: list[str]) -> tuple[str, ...]:
    """Return a pile whose hidden cards are dealt from the end of a pool."""
    return tuple([pool.pop() if card == UNSEEN else card for card in pile]) if UNSEEN in pile else pile


def _count_unknown(held: int | None, known: int, left: int) -> int:
    """Return the number of unknown cards in a hand; half of the rest if a ruling hides the number."""
    return left // 2 if held is None else held - known


def _split_deck(pool: list[str], size: int, renewed: list[str]) -> tuple[list[str], list[str]]:
    """Return a deck of this size from shuffled cards, and the remaining cards."""
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

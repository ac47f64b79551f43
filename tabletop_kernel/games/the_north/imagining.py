"""Imagination of hidden cards: a whole state that looks just like a view."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.game import View
from tabletop_kernel.games.the_north.content import UNKNOWN
from tabletop_kernel.games.the_north.state import HIDDEN_CARD, PER_SEAT, SHARED_ZONES, Rules, State
from tabletop_kernel.games.the_north.view_extras import unmask_frames


def imagine(rules: Rules, view: View, chance: Chance) -> State:
    """Return a state that looks like this view to its seat, with hidden cards dealt at random."""
    state = State.from_data(rules, view, chance)
    luck = Random(chance.roll("imagine", 1 << 62)).random  # one seed for thousands of deals
    hands, decks = [list(hand) for hand in state.hand], [list(deck) for deck in state.deck]
    buried, collected = list(state.wastes_deck), list(state.collector)
    unseen = set(rules.cards).difference(
        *hands,
        *decks,
        *state.discard,
        *state.ancients,
        *state.facilities,
        state.wastes,
        state.aside,
        state.box,
        collected,
    )
    if view["owned"] is None:
        return _fill_gaps(rules, view, state, unseen, luck)
    for hand, deck, own in zip(hands, decks, view["owned"], strict=True):
        mine = [card for card in own if card in unseen]
        unseen.difference_update(mine)
        _deal_cards(rules, [hand, deck], mine, luck)
    _deal_cards(rules, [buried, collected], [card for card in rules.cards if card in unseen], luck)
    state.hand = [state.in_order(tuple(hand)) for hand in hands]
    state.deck = [tuple(deck) for deck in decks]
    state.wastes_deck, state.collector = tuple(buried), tuple(collected)
    return state


def _fill_gaps(rules: Rules, view: View, state: State, unseen: set[str], luck: Callable[[], float]) -> State:
    """Return a state under the ruling that hides the other sides: any pile can have gaps, and frames name places."""
    piles = {name: [list(pile) for pile in getattr(state, name)] for name in PER_SEAT}
    shared = {name: list(getattr(state, name)) for name in SHARED_ZONES}
    every = [pile for each in piles.values() for pile in each] + list(shared.values())
    _deal_cards(rules, every, [card for card in rules.cards if card in unseen], luck)
    piles["hand"] = [sorted(hand, key=rules.order.__getitem__) for hand in piles["hand"]]
    for name, each in piles.items():
        setattr(state, name, [tuple(pile) for pile in each])
    for name, pile in shared.items():
        setattr(state, name, tuple(pile))
    state.frames = unmask_frames({**piles, **shared}, view)
    return state


def _deal_cards(rules: Rules, piles: list[list[str]], cards: list[str], luck: Callable[[], float]) -> None:
    """Deal all cards to the incomplete faces, so that each face fits."""
    cards.sort(key=lambda _: luck())
    known = rules.ancient
    slots = [(pile, at) for pile in piles for at, face in enumerate(pile) if face not in known]
    half = [(pile, at) for pile, at in slots if pile[at] != HIDDEN_CARD]
    taken = _match_cards(rules, [pile[at] for pile, at in half], cards)
    for (pile, at), card in zip(half, taken, strict=True):
        pile[at] = card
        cards.remove(card)
    left = iter(cards)
    for pile, at in slots:
        if pile[at] == HIDDEN_CARD:
            pile[at] = next(left)


def _match_cards(rules: Rules, faces: list[str], cards: list[str]) -> list[str]:
    """Return a different card for each half-known face: a matching, built face by face along augmenting paths."""
    if not faces:
        return []
    holder: dict[str, int] = {}
    wanted = [face.split("/") for face in faces]

    def fits(card: str, number: int) -> bool:
        ancient, facility = wanted[number]
        return ancient in (UNKNOWN, rules.ancient[card]) and facility in (UNKNOWN, rules.facility[card])

    def settle(number: int, tried: set[str]) -> bool:
        for card in cards:
            if card not in tried and fits(card, number):
                tried.add(card)
                if card not in holder or settle(holder[card], tried):
                    holder[card] = number
                    return True
        return False

    for number in range(len(faces)):
        settle(number, set())
    card_by_number = {number: card for card, number in holder.items()}
    return [card_by_number[number] for number in range(len(faces))]

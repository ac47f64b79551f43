"""Imagining what a seat cannot see: a whole state that looks just like a view."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tabletop_kernel.chance import Chance
from tabletop_kernel.game import View
from tabletop_kernel.games.the_north.content import UNKNOWN
from tabletop_kernel.games.the_north.positions import build
from tabletop_kernel.games.the_north.seeing import PER_SEAT, SHARED, unmasked
from tabletop_kernel.games.the_north.state import NOTHING, Rules, State


def imagine(rules: Rules, view: View, chance: Chance) -> State:
    """A state that looks like this view to its seat; what the seat cannot see is dealt at random."""
    data = dict(view)
    for name in PER_SEAT:
        data[name] = [list(pile) for pile in view[name]]
    for name in SHARED:
        data[name] = list(view[name])
    piles = [pile for name in PER_SEAT for pile in data[name]] + [data[name] for name in SHARED]
    hidden = set(rules.cards).difference(*piles)
    luck = Random(chance.roll("imagine", 1 << 62)).random  # one seed from the table's luck, for thousands of deals
    if view["owned"] is None:
        _deal(rules, piles, [card for card in rules.cards if card in hidden], luck)
        data["frames"] = unmasked(data, view["frames"])
    else:
        for seat, own in enumerate(view["owned"]):
            mine = [card for card in own if card in hidden]
            hidden.difference_update(mine)
            _deal(rules, [data["hand"][seat], data["deck"][seat]], mine, luck)
        buried = [data["wastes_deck"], data["collector"]]  # all else lies in the open
        _deal(rules, buried, [card for card in rules.cards if card in hidden], luck)
    data["hand"] = [sorted(hand, key=rules.order.__getitem__) for hand in data["hand"]]
    return build(rules, data, chance)


def _deal(rules: Rules, piles: list[list[str]], cards: list[str], luck: Callable[[], float]) -> None:
    """Put the cards where faces are incomplete, so that each face fits; no card is left."""
    cards.sort(key=lambda _: luck())
    known = rules.ancient
    slots = [(pile, at) for pile in piles for at, face in enumerate(pile) if face not in known]
    half = [(pile, at) for pile, at in slots if pile[at] != NOTHING]
    taken = _match(rules, [pile[at] for pile, at in half], cards)
    for (pile, at), card in zip(half, taken, strict=True):
        pile[at] = card
        cards.remove(card)
    left = iter(cards)
    for pile, at in slots:
        if pile[at] == NOTHING:
            pile[at] = next(left)


def _match(rules: Rules, faces: list[str], cards: list[str]) -> list[str]:
    """A different card for each half-known face: a matching, grown face by face along augmenting paths."""
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
    found = {number: card for card, number in holder.items()}
    return [found[number] for number in range(len(faces))]

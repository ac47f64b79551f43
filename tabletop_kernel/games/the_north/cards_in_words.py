"""A pack's cards in words, for its designers."""

from __future__ import annotations

from tabletop_kernel.content.packs import slug
from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.games.the_north.card_vocabulary import LANGUAGE, LEVELS
from tabletop_kernel.games.the_north.content import Ancient, Content, Facility


def in_words(content: Content) -> dict[str, list[str]]:
    """Return lines about each card, by name: its kind, then each ability, generated from its effect line."""
    said = {entry.name: _ancient(content, entry) for entry in content.ancients.values()}
    said |= {entry.name: _facility(content, entry) for entry in content.facilities.values()}
    levels = [f"Level {level}: {_reads(content, f'node.{level}')}" for level in range(1, LEVELS + 1)]
    return said | {"Node": ["When you Discharge your Node, you get the effects up to its level.", *levels]}


def _ancient(content: Content, ancient: Ancient) -> list[str]:
    backs = dict.fromkeys(card.facility for card in content.cards if card.ancient == ancient.name)
    return [
        f"An Ancient of Value {ancient.value}{_on(ancient.copies, list(backs))}",
        *(
            f"{ability.capitalize()}: {_reads(content, f'{slug(ancient.name)}.{ability}')}"
            for ability in ("protocol", "spark")
        ),
    ]


def _facility(content: Content, facility: Facility) -> list[str]:
    sides = [card.ancient for card in content.cards if card.facility == facility.name]
    return [
        f"A Facility{_on(len(sides), list(dict.fromkeys(sides)))}",
        f"Protocol: {_reads(content, f'{slug(facility.name)}.protocol')}",
    ]


def _on(cards: int, others: list[str]) -> str:
    """Return the number of cards with this side, and the names on their other sides."""
    if not cards:
        return ", not on any card."
    return f", on {cards} card{'s' * (cards > 1)} with {listed(others)} on the other side."


def _reads(content: Content, key: str) -> str:
    return LANGUAGE.words(content.effects[key])

"""A pack's cards in words, for its designers."""

from __future__ import annotations

from tabletop_kernel.content.packs import slug
from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.games.the_north.card_vocabulary import LANGUAGE, LEVELS
from tabletop_kernel.games.the_north.content import Ancient, Content, Facility


def describe_cards(content: Content) -> dict[str, list[str]]:
    """Return lines about each card, by name: its kind, then each ability, generated from its effect line."""
    lines_by_name = {entry.name: _ancient_lines(content, entry) for entry in content.ancients.values()}
    lines_by_name |= {entry.name: _facility_lines(content, entry) for entry in content.facilities.values()}
    levels = [f"Level {level}: {_line_in_words(content, f'node.{level}')}" for level in range(1, LEVELS + 1)]
    return lines_by_name | {"Node": ["When you Discharge your Node, you get the effects up to its level.", *levels]}


def _ancient_lines(content: Content, ancient: Ancient) -> list[str]:
    backs = dict.fromkeys(card.facility for card in content.cards if card.ancient == ancient.name)
    return [
        f"An Ancient of Value {ancient.value}{_cards_and_other_sides(ancient.copies, list(backs))}",
        *(
            f"{ability.capitalize()}: {_line_in_words(content, f'{slug(ancient.name)}.{ability}')}"
            for ability in ("protocol", "spark")
        ),
    ]


def _facility_lines(content: Content, facility: Facility) -> list[str]:
    sides = [card.ancient for card in content.cards if card.facility == facility.name]
    return [
        f"A Facility{_cards_and_other_sides(len(sides), list(dict.fromkeys(sides)))}",
        f"Protocol: {_line_in_words(content, f'{slug(facility.name)}.protocol')}",
    ]


def _cards_and_other_sides(cards: int, others: list[str]) -> str:
    """Return the number of cards with this side, and the names on their other sides."""
    if not cards:
        return ", not on any card."
    return f", on {cards} card{'s' * (cards > 1)} with {listed(others)} on the other side."


def _line_in_words(content: Content, key: str) -> str:
    return LANGUAGE.words(content.effects[key])

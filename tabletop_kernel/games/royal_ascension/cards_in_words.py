"""A pack's pieces in words, for its designers."""

from __future__ import annotations

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.games.royal_ascension.content import Content
from tabletop_kernel.games.royal_ascension.names_and_moves import RANK_NAME

SPACE_KIND_NAMES = {"H": "hearts", "D": "diamonds", "S": "spades", "C": "clubs", "$": "shops"}


def lines_by_name(content: Content) -> dict[str, list[str]]:
    """Return lines about each territory, character, action and board, by name."""
    lines: dict[str, list[str]] = {}
    for territory in content.territories:
        lines[territory.name] = [f"A territory worth {territory.value}.", territory.house_line]
    for character in content.characters:
        lines[character.name] = [f"A character, {character.short} for short.", character.house_line]
    for action in content.actions:
        ranks = listed((RANK_NAME.get(rank, rank) for rank in action.ranks), "or")
        lines[action.name] = [f"An action: {ranks} of spades ({', '.join(action.rules)}).", action.house_reminder]
    for layout in content.layouts:
        space_counts = [
            f"{layout.kinds.count(kind)} {name}" for kind, name in SPACE_KIND_NAMES.items() if kind in layout.kinds
        ]
        lines[layout.name] = [f"A board of {layout.length} spaces: {listed(space_counts)}.", layout.line]
    return {name: [line for line in entry_lines if line] for name, entry_lines in lines.items()}

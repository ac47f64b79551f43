"""The values for braces in the rulebook: the game's numbers and the pack's words."""

from __future__ import annotations

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import Config
from tabletop_kernel.contract.sentences import Number, Text
from tabletop_kernel.games.royal_ascension.action_cards import PLAGUE_POINTS
from tabletop_kernel.games.royal_ascension.battle import HEALTH_LIMIT
from tabletop_kernel.games.royal_ascension.content import (
    CARD_RANKS,
    CHARACTER_COUNT,
    TERRITORY_COUNT,
    Action,
    Content,
    Territory,
)
from tabletop_kernel.games.royal_ascension.names_and_moves import RANK_NAME
from tabletop_kernel.games.royal_ascension.ruling_types import rulings_of
from tabletop_kernel.games.royal_ascension.setup import OPENING_CARDS
from tabletop_kernel.games.royal_ascension.shop import OFFER_SIZE
from tabletop_kernel.games.royal_ascension.state import LOWEST_SUCCESS, MAJORITY
from tabletop_kernel.games.royal_ascension.turn import HAND_LIMIT, MOST_TURNS

COPIES_OF_CARD = 2  # of each card


def rulebook_numbers(content: Content, config: Config) -> dict[str, object]:
    """Return the values under the names that the rulebook uses."""
    richest = max(content.territories, key=lambda territory: territory.value)
    return {
        "majority": MAJORITY,
        "territories": TERRITORY_COUNT,
        "portion": TERRITORY_COUNT // config.seats,
        "characters": CHARACTER_COUNT,
        "suit_size": COPIES_OF_CARD * len(CARD_RANKS),
        "ring": 34 if rulings_of(config)["ruling.home-counted"] == "counted" else 35,
        "opening": OPENING_CARDS,
        "shown_weapons": OFFER_SIZE,
        "health_limit": HEALTH_LIMIT,
        "hand_limit": HAND_LIMIT,
        "plague": PLAGUE_POINTS,
        "plagues": 2 * PLAGUE_POINTS,
        "success": listed(map(str, range(LOWEST_SUCCESS, 7)), "or"),
        "longest": MOST_TURNS,
        "land_values": _territory_values_text(content.territories),
        "least": min(territory.value for territory in content.territories),
        "most": richest.value,
        "richest": richest.name,
        **{key: words for action in content.actions for key, words in _action_card_words(action).items()},
    }


def _territory_values_text(territories: list[Territory]) -> str:
    """Return the territories grouped by value: “four are worth 13 (…), and one is worth 20 (Mewtopia)”."""
    names_by_value: dict[int, list[str]] = {}
    for territory in sorted(territories, key=lambda territory: territory.value):
        names_by_value.setdefault(territory.value, []).append(territory.name)
    groups = [(Number(len(lands)), value, ", ".join(lands)) for value, lands in names_by_value.items()]
    return listed(f"{number:~} {number:?is/are} worth {value} ({lands})" for number, value, lands in groups)


def _action_card_words(action: Action) -> dict[str, str]:
    """Return the names of an action's spades: “Jacks”, “the two Jacks of spades” and “a Jack of spades”."""
    names = [RANK_NAME.get(rank, rank) for rank in sorted(action.ranks, key=CARD_RANKS.index)]
    key = action.id.replace("-", "_")
    return {
        f"{key}_ranks": listed(f"{name}s" for name in names),
        f"{key}_cards": f"{listed(f'the two {name}s' for name in names)} of spades",
        f"{key}_card": f"{listed((_with_article(name) for name in names), 'or')} of spades",
    }


def _with_article(rank: str) -> str:
    """Return a rank with its article: “an Ace”, “an 8”, “a Jack”."""
    return f"an {rank}" if rank == "8" else f"{Text(rank):a}"

"""The Royal Ascension at the table: from what a seat sees to what the page draws.

Every function works from the view of one seat (None: the projector) and the legal moves of that seat, and from nothing
else; so a scene can hold nothing that its viewer may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tabletop_kernel.game import Config, Move, View
from widgets.games.royal_ascension import bar, table
from widgets.games.royal_ascension.look import Look
from widgets.games.royal_ascension.moments import beside
from widgets.look import Phrase
from widgets.scene import Group, Scene

if TYPE_CHECKING:
    from tabletop_kernel.games.royal_ascension.rules import RoyalAscension

EMBLEM = "crown"


def scene(game: RoyalAscension, config: Config, view: View, moves: Sequence[Move], phrase: Phrase) -> Scene:
    """The table as one seat sees it."""
    look = Look(game, config, view, moves, phrase)
    return [table.seats(look), table.ring(look), *beside(look), table.key(look), *table.hand(look)]


def groups(game: RoyalAscension, config: Config, view: View, moves: Sequence[Move], phrase: Phrase) -> list[Group]:
    """The legal moves as buttons."""
    return bar.groups(Look(game, config, view, moves, phrase))


def chart(game: RoyalAscension, config: Config, view: View) -> dict[str, Any] | None:
    """The odds of the battle at hand: sentences, and a figure as plain data for plotly."""
    from widgets.games.royal_ascension.odds import chart as draw  # here: fractions are slow to import

    return draw(game, config, view)

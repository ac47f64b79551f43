"""A table for a glance, read from a view piece by piece.

A bot glances at a table for every decision, and most glances need a hand, a stock and a tile. To imagine the whole
table takes longer than the glance itself: it copies everything, and shuffles piles whose cards nobody will see.
"""

from __future__ import annotations

from typing import Any

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.field_code import field_readers
from tabletop_kernel.contract.game import View
from tabletop_kernel.games.deck_goes_west.opinions.imagining import imagine, view_with_decks
from tabletop_kernel.games.deck_goes_west.ruling_types import rulings_of
from tabletop_kernel.games.deck_goes_west.state import Land, Rules, State


class Glimpse(State):
    """A state that reads each part from a view on first use. Look at it, but never play on.

    Parts that no glance should need come from a table imagined as a whole, with the same luck.
    """

    __slots__ = ("_view",)

    def __init__(self, rules: Rules, view: View, chance: Chance) -> None:
        self.rules, self.ruling, self.chance, self._view = rules, rulings_of(rules.config), chance, view

    def __getattr__(self, name: str) -> Any:
        """Read a part from the view: Python calls this for a slot that is still empty."""
        reader = _READERS.get(name)
        value = reader(self._view) if reader else self._hidden(name)
        setattr(self, name, value)
        return value

    def _hidden(self, name: str) -> object:
        """Return a part that the view doesn't show. Raise AttributeError for anything else.

        Glances need the dealt cards often, other piles and the land hardly ever.
        """
        if name in ("aside", "draw", "hand"):
            return [tuple(cards) for cards in view_with_decks(self.rules, self._view, self.chance.clone())[name]]
        if name == "map":  # a glance must not see the face of a face-down tile
            return Land.written(self._view, unknown=next(iter(self.rules.tiles)))
        if name not in State.fields:
            raise AttributeError(name)
        return getattr(imagine(self.rules, self._view, self.chance.clone()), name)


_READERS = field_readers(State)

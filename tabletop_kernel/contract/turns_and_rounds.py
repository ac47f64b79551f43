"""The pace of a game: its turns and rounds, who acts next, and when several act at once.

Pages, bots and the log ask for these; no rule depends on them. Every answer has a default.
"""

from __future__ import annotations

from typing import Generic

from tabletop_kernel.contract.basics import Move, S
from tabletop_kernel.contract.playable import Part, Played


class Pace(Part[Played[S]], Generic[S]):
    """The pace of a game in which one seat after the other acts."""

    turn_of_all: bool = False  # whether all seats share each turn; else the first to decide owns it
    round_word: str = "turn"  # the players' word for what `turns` counts, such as a day or an hour
    step_word: str = ""  # the players' word for the part of a round in which all act in any order
    round_end_events: frozenset[str] = frozenset()  # kinds of events that end all moves until the next round
    follow_up_verbs: frozenset[str] = frozenset()  # verbs of moves that only carry out an earlier decision

    def turns(self, state: S) -> int:
        """Return how many turns have been played, the way people count them."""
        return 0

    def next_up(self, state: S) -> int:
        """Return the seat that acts next, for bots and for one person who plays all seats."""
        return self.game.asked(state)[0]

    def is_opening(self, state: S) -> bool:
        """Tell if the players are still setting up the table, as in a draft or with first cards."""
        return False

    def is_resolving(self, state: S) -> bool:
        """Tell if an effect or action that has begun is still unfinished."""
        return False

    def is_any_order(self, state: S) -> bool:
        """Tell if everyone answers the same question now, in any order: seats no longer asked have finished."""
        return False

    def acts_independently(self, state: S) -> bool:
        """Tell if everyone acts now on their own area, so that no choice depends on what the others just did."""
        return False

    def forced_move(self, state: S, seat: int) -> Move | None:
        """Return the only move of a seat that has nothing to decide, or None if it has a real choice.

        A game may ask without a choice to hide that there is none, or ask the same thing twice in a row. A table then
        makes the move for its people at once. It counts as a normal input, so nobody can tell.
        """
        return None

    def move_that_drops_composition(self, state: S) -> Move | None:
        """Return the move that drops an unfinished composition, such as a trade, or None if there is none.

        A composition affects nobody until a later move makes it count: its parts cause no events, use no luck, and are
        open only to that seat. So players at other screens need not wait for it.
        """
        return None

    def is_for_all(self, state: S, move: Move) -> bool:
        """Tell if a move only says that a player is done, in a phase that ends when all have said so.

        People who share a screen and hide nothing say it together.
        """
        return False

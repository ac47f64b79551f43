"""Figures for reports: what playtests count in a game besides its winner and length. Every answer has a default."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic

from tabletop_kernel.contract.basics import S
from tabletop_kernel.contract.playable import Part, Playable
from tabletop_kernel.contract.verdict import Facts

Figure = tuple[str, str]  # ("points lost", "to Sparks"): the kind and name of a figure in playtests
Counted = tuple[Figure, float, int]  # a figure, what to add, and the seat that did it; -1: several or none
Follower = Callable[[str, str, Facts], Counted | None]  # takes an event as `count` does


class Figures(Part[Playable], Generic[S]):
    """The figures of a game that counts nothing of its own."""

    def count(self, kind: str, rule: str, data: Facts) -> tuple[Figure, float] | None:
        """Return the figure that playtests count for an event, and what to add to it; None for most events."""
        return None

    def follower(self) -> Follower | None:
        """Return a function that takes each event of a game in turn, or None if `count` is enough.

        It serves figures that only several events together reveal.
        """
        return None

    def at_end(self, state: S) -> Mapping[Figure, float]:
        """Return more figures of a finished game, besides the winner and the length.

        A missing figure counts as 0, except for the kinds “wins” and “end”: they are averages over the games that have
        them, so a game can leave out, say, who had to quit.
        """
        return {}

    def first_player(self, state: S) -> int | None:
        """Return the seat that went first in a finished game, or None if the game doesn't tell."""
        return None

    def standing(self, state: S) -> Sequence[float]:
        """Return one number per seat that shows who is ahead; the lead changes when the single highest number moves.

        Nobody leads during the set-up (`Pace.is_opening`). Return an empty sequence if the sides don't start level;
        reports then leave out the lead.
        """
        return ()

    def legend(self) -> Mapping[str, str]:
        """Return a sentence for each kind of figure that `count` and `at_end` make: what it counts, and for whom."""
        return {}

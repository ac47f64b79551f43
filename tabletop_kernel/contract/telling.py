"""A game in words: its pieces, moves and prompts, and the rulebook as a table reads it. Every answer has a default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from tabletop_kernel.contract.basics import Config, Move, PerConfig, S, View
from tabletop_kernel.contract.playable import Part, Playable
from tabletop_kernel.contract.rulebook import Rulebook
from tabletop_kernel.contract.sentences import seat_or_you


@dataclass(frozen=True, slots=True)
class SeatPrompt:
    """A sentence for the seat that looks, with the rules behind it. `yours` tells if that seat must decide."""

    text: str
    rules: tuple[str, ...]
    yours: bool


class Telling(Part[Playable], Generic[S]):
    """The words of a game that says everything as it stands in the code."""

    seat_facts: tuple[str, ...] = ("seat",)  # facts that hold a seat; sentences call its player “you”
    nameless: tuple[str, ...] = ()  # facts in which a table puts the names that people typed
    about_seats: frozenset[str] = frozenset()  # verbs of moves that name a player, even after the set-up

    def __init__(self, game: Playable) -> None:
        super().__init__(game)
        self._books = PerConfig(self._book)

    # -- the rulebook -------------------------------------------------------------------------------------------------

    def numbers(self, config: Config) -> Mapping[str, object]:
        """Return the pack's numbers and words that fill the braces in the rulebook, for this table."""
        return {}

    def book(self, config: Config) -> Rulebook:
        """Return the rulebook of a table with this configuration, from a cache."""
        return self._books(config)

    def _book(self, config: Config) -> Rulebook:
        return self.game.rulebook.under(config.rulings, self.numbers(config))

    def cards(self) -> Mapping[str, Sequence[str]]:
        """Return each card's text by the card's name, as sentences."""
        return {}

    def warnings(self) -> list[str]:
        """Return warnings about content that is allowed but likely a mistake, such as a line without effect."""
        return []

    # -- the table ----------------------------------------------------------------------------------------------------

    def word(self, state: S, key: str, value: object, you: int | None = None) -> str:
        """Return a fact in words: “Queen of hearts” for a card, a name for a seat, “you” for the reader's own seat."""
        return seat_or_you(str(value), value == you) if key == "seat" else str(value)

    def phrase(self, state: S, seat: int, move: Move) -> str:
        """Return a move in words, for a button or a list."""
        return " ".join(str(part) for part in move)

    def prompt(self, config: Config, view: View) -> SeatPrompt | None:
        """Return the current decision as a prompt for this view's seat, or None if there is nothing to say."""
        return None

    def portray(self, config: Config, view: View) -> list[str]:
        """Return a view as lines of text, for a terminal."""
        return [f"{name}: {value}" for name, value in view.items()]

    def map(self, config: Config, view: View) -> Any:
        """Return the visible part of the map as a networkx graph, or None if the game has no map."""
        return None

    def odds_in_words(self, config: Config, view: View) -> list[str]:
        """Return the exact odds of the next dice or cards as sentences; empty if there are none."""
        return []

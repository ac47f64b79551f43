"""The West: Ascendant in words: cards, moves and prompts, and the numbers in its rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletop_kernel.contract.decision_stack import StackTelling
from tabletop_kernel.contract.game import Config, Move, PerConfig, View
from tabletop_kernel.contract.playable import Playable
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.games.the_west_ascendant import (
    cards_in_words,
    names_and_moves,
    pack_warnings,
    previews,
    prompting,
    rulebook_facts,
    scoring,
)
from tabletop_kernel.games.the_west_ascendant.card_vocabulary import LANGUAGE
from tabletop_kernel.games.the_west_ascendant.content import Content
from tabletop_kernel.games.the_west_ascendant.previews import Payment, Preview
from tabletop_kernel.games.the_west_ascendant.scoring import Score
from tabletop_kernel.games.the_west_ascendant.state import Rules, State


class WestTelling(StackTelling[State]):
    """The words of The West: Ascendant."""

    seat_facts = names_and_moves.SEAT_KEYS
    nameless = ("seat", "points")
    word = staticmethod(names_and_moves.word)
    phrase = staticmethod(names_and_moves.phrase)

    def __init__(self, game: Playable, content: Content, rules_for: PerConfig[Rules]) -> None:
        super().__init__(game)
        self.content, self.rules_for = content, rules_for
        self._written = game.rulebook

    def numbers(self, config: Config) -> Mapping[str, object]:
        return rulebook_facts.numbers(self.rules_for(config), self._written)

    def cards(self) -> Mapping[str, Sequence[str]]:
        return cards_in_words.describe_cards(self.content)

    def reads(self, key: str) -> str:
        """Return an effect in words, generated from its line.

        Raise UnknownName if the pack has no such line.
        """
        return LANGUAGE.words_of(self.content.effects, key)

    def warnings(self) -> list[str]:
        return pack_warnings.find_doubts(self.content)

    def topic(self, config: Config, view: View) -> tuple[str, Sequence[int], Facts]:
        return prompting.topic(self.rules_for(config), view)

    def portray(self, config: Config, view: View) -> list[str]:
        return names_and_moves.portray(self.rules_for(config), view)

    def odds_in_words(self, config: Config, view: View) -> list[str]:
        return names_and_moves.odds_in_words(self.rules_for(config), view)

    def tally(self, config: Config, view: View) -> list[Score]:
        """Return each player's score if the game ended now, with its parts."""
        return scoring.tally(self.rules_for(config), view)

    def previews(self, config: Config, view: View, moves: Sequence[Move]) -> list[Preview]:
        """Return the other player's loss for each choice in step 2, in parts."""
        return previews.previews(self.rules_for(config), view, moves)

    def payments(self, config: Config, view: View) -> list[Payment]:
        """Return the purchases that the viewer's hand allows: each Locus on top, a Doppelgate, the Cityengine."""
        return previews.payments(self.rules_for(config), view)

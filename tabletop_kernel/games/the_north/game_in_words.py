"""The North in words: cards, moves and prompts, and the numbers in its rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tabletop_kernel.contract.decision_stack import StackTelling
from tabletop_kernel.contract.game import Config, PerConfig, View
from tabletop_kernel.contract.playable import Playable
from tabletop_kernel.contract.telling import SeatPrompt
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.games.the_north import cards_in_words, moves_in_words, pack_warnings, scoring, setup, words
from tabletop_kernel.games.the_north.card_vocabulary import LANGUAGE
from tabletop_kernel.games.the_north.content import Content
from tabletop_kernel.games.the_north.scoring import Score
from tabletop_kernel.games.the_north.state import Rules, State


class NorthTelling(StackTelling[State]):
    """The words of The North."""

    seat_facts = (*words.SEAT_KEYS, "seats")
    nameless = (
        "seat", "winner", "seats", "points", "low", "taker", "turner", "then", "where", "besides", "but", "what",
    )  # fmt: skip
    word = staticmethod(words.word)
    phrase = staticmethod(moves_in_words.phrase)

    def __init__(self, game: Playable, content: Content, rules_for: PerConfig[Rules]) -> None:
        super().__init__(game)
        self.content, self.rules_for = content, rules_for

    def numbers(self, config: Config) -> Mapping[str, object]:
        return setup.numbers(config, self.content)

    def cards(self) -> Mapping[str, Sequence[str]]:
        return cards_in_words.describe_cards(self.content)

    def reads(self, key: str) -> str:
        """Return an ability in words, generated from its effect line.

        Raise UnknownName if the pack has no such ability.
        """
        return LANGUAGE.words_of(self.content.effects, key)

    def warnings(self) -> list[str]:
        return pack_warnings.find_doubts(self.content)

    def prompt(self, config: Config, view: View) -> SeatPrompt | None:
        """Return the rulebook's prompt; it cites the rule of the ability that asks."""
        prompt = super().prompt(config, view)
        if prompt is None or words.ANY_ABILITY not in prompt.rules:
            return prompt
        asker = words.asking_rule(self.rules_for(config), view)
        return replace(prompt, rules=tuple(asker if rule == words.ANY_ABILITY else rule for rule in prompt.rules))

    def topic(self, config: Config, view: View) -> tuple[str, Sequence[int], Facts]:
        return words.topic(self.rules_for(config), view)

    def portray(self, config: Config, view: View) -> list[str]:
        return words.portray(self.rules_for(config), view)

    def odds_in_words(self, config: Config, view: View) -> list[str]:
        return words.odds_in_words(self.rules_for(config), view)

    def tally(self, config: Config, view: View) -> list[Score]:
        """Return each side's score if the game ended now, as far as the view shows it."""
        return scoring.tally(self.rules_for(config), view)

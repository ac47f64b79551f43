"""Tamashii in words: cards, moves, prompts and the map, and the numbers in its rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import networkx as nx

from tabletop_kernel.contract.decision_stack import StackTelling
from tabletop_kernel.contract.game import Config, PerConfig, View
from tabletop_kernel.contract.playable import Playable
from tabletop_kernel.contract.rulebook import Rulebook
from tabletop_kernel.contract.telling import SeatPrompt
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.games.tamashii import map_graph
from tabletop_kernel.games.tamashii.fighting.odds_words import odds_in_words
from tabletop_kernel.games.tamashii.pack import content
from tabletop_kernel.games.tamashii.pack.pieces import Content
from tabletop_kernel.games.tamashii.state import Rules, State
from tabletop_kernel.games.tamashii.telling import prompting, words


class TamashiiTelling(StackTelling[State]):
    """The words of Tamashii."""

    seat_facts = words.SEAT_KEYS
    nameless = words.SEAT_KEYS
    about_seats = words.VERBS_ABOUT_SEATS
    word = staticmethod(words.fact_in_words)
    phrase = staticmethod(words.move_in_words)

    def __init__(self, game: Playable, content: Content, rules_for: PerConfig[Rules]) -> None:
        super().__init__(game)
        self.content, self.rules_for = content, rules_for

    def book(self, config: Config) -> Rulebook:
        """Return the rulebook. Its numbers come from the pack alone, so tables with the same rulings share a book."""
        return super().book(Config(1, config.rulings))

    def numbers(self, config: Config) -> Mapping[str, object]:
        return content.pack_totals(self.content)

    def cards(self) -> Mapping[str, Sequence[str]]:
        from tabletop_kernel.games.tamashii.pack.cards_in_words import entries_in_words

        return entries_in_words(self.content)

    def warnings(self) -> list[str]:
        from tabletop_kernel.games.tamashii.pack.pack_warnings import warnings

        return warnings(self.content)

    def prompt(self, config: Config, view: View) -> SeatPrompt | None:
        prompt = super().prompt(config, view)
        return prompt and replace(prompt, rules=prompting.cited_rules(self.rules_for(config), view, prompt.rules))

    def topic(self, config: Config, view: View) -> tuple[str, Sequence[int], Facts]:
        return prompting.topic(self.rules_for(config), view)

    def portray(self, config: Config, view: View) -> list[str]:
        from tabletop_kernel.games.tamashii.telling.terminal_picture import picture_lines

        return picture_lines(self.rules_for(config), view)

    def map(self, config: Config, view: View) -> nx.DiGraph:
        return map_graph.graph_of_view(self.content, view)

    def odds_in_words(self, config: Config, view: View) -> list[str]:
        return odds_in_words(self.rules_for(config), view)

"""Deck Goes West in words: cards, moves, prompts and the map, and the numbers in its rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import networkx as nx

from tabletop_kernel.contract.decision_stack import StackTelling
from tabletop_kernel.contract.game import Config, PerConfig, View
from tabletop_kernel.contract.playable import Playable
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.games.deck_goes_west.land import map_drawing
from tabletop_kernel.games.deck_goes_west.pack import content, pack_warnings
from tabletop_kernel.games.deck_goes_west.pack.content import Content
from tabletop_kernel.games.deck_goes_west.state import Rules, State
from tabletop_kernel.games.deck_goes_west.telling import cards_in_words, prompting, terminal_picture, words


class DeckTelling(StackTelling[State]):
    """The words of Deck Goes West."""

    seat_facts = words.SEAT_FACTS
    word = staticmethod(words.fact_in_words)
    phrase = staticmethod(words.move_in_words)

    def __init__(self, game: Playable, content: Content, rules_for: PerConfig[Rules]) -> None:
        super().__init__(game)
        self.content, self.rules_for = content, rules_for

    def numbers(self, config: Config) -> Mapping[str, object]:
        return content.count_pieces(self.content)

    def cards(self) -> Mapping[str, Sequence[str]]:
        return cards_in_words.lines_by_name(self.content)

    def warnings(self) -> list[str]:
        return pack_warnings.warnings(self.content)

    def topic(self, config: Config, view: View) -> tuple[str, Sequence[int], Facts]:
        return prompting.topic(self.rules_for(config), view)

    def portray(self, config: Config, view: View) -> list[str]:
        return terminal_picture.table_lines(self.rules_for(config), view)

    def map(self, config: Config, view: View) -> nx.DiGraph:
        return map_drawing.map_of_view(self.rules_for(config), view)

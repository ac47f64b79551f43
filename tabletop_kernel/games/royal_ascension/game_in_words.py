"""The Royal Ascension in words: cards, moves and prompts, and the numbers in its rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tabletop_kernel.contract.decision_stack import StackTelling
from tabletop_kernel.contract.game import Config, PerConfig, View
from tabletop_kernel.contract.playable import Playable
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.games.royal_ascension import cards_in_words, names_and_moves, prompting, rulebook_facts
from tabletop_kernel.games.royal_ascension.content import Content
from tabletop_kernel.games.royal_ascension.state import Rules, State

if TYPE_CHECKING:
    from tabletop_kernel.games.royal_ascension.odds import Odds


class RoyalTelling(StackTelling[State]):
    """The words of The Royal Ascension."""

    seat_facts = (*names_and_moves.SEAT_FACTS, *names_and_moves.SEAT_LIST_FACTS, "attacker", "waiting", "opponents")
    word = staticmethod(names_and_moves.fact_in_words)
    phrase = staticmethod(names_and_moves.move_text)

    def __init__(self, game: Playable, content: Content, rules_for: PerConfig[Rules]) -> None:
        super().__init__(game)
        self.content, self.rules_for = content, rules_for

    def numbers(self, config: Config) -> Mapping[str, object]:
        return rulebook_facts.rulebook_numbers(self.content, config)

    def cards(self) -> Mapping[str, Sequence[str]]:
        return cards_in_words.lines_by_name(self.content)

    def topic(self, config: Config, view: View) -> tuple[str, Sequence[int], Facts]:
        return prompting.topic(self.rules_for(config), view)

    def portray(self, config: Config, view: View) -> list[str]:
        return names_and_moves.table_lines(self.rules_for(config), view)

    def odds_in_words(self, config: Config, view: View) -> list[str]:
        from tabletop_kernel.games.royal_ascension.odds import odds_in_words  # imported late: fractions are slow

        return odds_in_words(self.rules_for(config), view)

    def odds(
        self, config: Config, view: View, opponent: int | None = None, territory: str | None = None
    ) -> Odds | None:
        """Return the exact odds of the current battle, or against an opponent; None if there are none."""
        from tabletop_kernel.games.royal_ascension.odds import odds

        return odds(self.rules_for(config), view, opponent, territory)

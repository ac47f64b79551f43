"""No rule of the book is left without a test by its id."""

from __future__ import annotations

import test_royal_rules_action_cards
import test_royal_rules_battle
import test_royal_rules_end
import test_royal_rules_pieces
import test_royal_rules_turn
from royal import GAME
from royal_rules import COVERED

CHAPTERS = (
    test_royal_rules_pieces,
    test_royal_rules_turn,
    test_royal_rules_action_cards,
    test_royal_rules_battle,
    test_royal_rules_end,
)  # each says at its import what it covers


def test_every_rule_of_the_book_is_tested() -> None:
    assert len(GAME.rulebook) == 87
    assert set(GAME.rulebook) - COVERED == set()

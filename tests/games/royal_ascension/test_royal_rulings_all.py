"""No option of a ruling is left without a test of its name.

Tests of a default option name no ruling, so that they also fail when another option becomes the default.
"""

from __future__ import annotations

import test_royal_rulings_action_cards
import test_royal_rulings_alliances
import test_royal_rulings_battle
import test_royal_rulings_end
import test_royal_rulings_losers
import test_royal_rulings_secrets
import test_royal_rulings_setup
import test_royal_rulings_shop
import test_royal_rulings_turn
from royal import GAME

TESTS = {
    name
    for chapter in (
        test_royal_rulings_setup,
        test_royal_rulings_turn,
        test_royal_rulings_shop,
        test_royal_rulings_battle,
        test_royal_rulings_losers,
        test_royal_rulings_alliances,
        test_royal_rulings_action_cards,
        test_royal_rulings_end,
        test_royal_rulings_secrets,
    )
    for name in vars(chapter)
}


def wanted(rulings: list[str]) -> list[str]:
    """The tests that these rulings must have: one for each option."""
    return [
        f"test_{name.removeprefix('ruling.')}_{option}".replace("-", "_")
        for name in rulings
        for option in GAME.rulebook.rulings[name].options
    ]


def test_every_option_of_the_first_half_has_a_test() -> None:
    rulings = list(GAME.rulebook.rulings)[:25]
    assert (rulings[0], rulings[-1]) == ("ruling.ace-value", "ruling.one-heart")
    assert len(wanted(rulings)) == 59
    assert [name for name in wanted(rulings) if name not in TESTS] == []


def test_every_option_of_the_second_half_has_a_test() -> None:
    rulings = list(GAME.rulebook.rulings)[25:]
    assert (len(rulings), rulings[0], rulings[-1]) == (25, "ruling.repeat-scope", "ruling.characters")
    assert [name for name in wanted(rulings) if name not in TESTS] == []

"""What the coach says when something first comes up: every decision has its sentence, true at every table."""

from __future__ import annotations

import re

import pytest

from tabletop_kernel import load
from tabletop_kernel.checks.compliance import MOST_TIP_WORDS
from tabletop_kernel.contract.sentences import names_in, rulings_in

GAMES = ["royal_ascension", "the_north", "the_west_ascendant"]
IN_PACKS = ("pulse.",)  # what such a rule does stands on a card, and its own text says it best


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_has_a_tip(name: str) -> None:
    book = load(name).rulebook
    for key, prompt in book.prompts.items():
        rules = [rule for rule in prompt.rules if rule in book and not rule.startswith(IN_PACKS)]
        assert not rules or any(book[rule].tip for rule in rules), f"no tip for the decision '{key}': {rules}"


@pytest.mark.parametrize("name", GAMES)
def test_a_tip_is_one_short_sentence_under_every_ruling(name: str) -> None:
    game = load(name)
    written = game.rulebook.written
    assert written is not None
    tables = [game.agreement.configure()]
    for ruling in {
        ruling for entry in written.rules.values() for ruling in rulings_in(entry.get("tip", ""), written.slots)
    }:
        seats = max(game.seats)
        tables += [
            game.agreement.configure(seats, {ruling: option}) for option in game.rulebook.rulings[ruling].options
        ]
    for config in tables:
        for rule in game.telling.book(config).values():
            tip = rule.tip
            if not tip:
                continue
            assert tip[0].isupper() and tip.endswith("."), f"{rule.id}: {tip}"
            assert len(tip.split()) <= MOST_TIP_WORDS, f"{rule.id}: {len(tip.split())} words"
            assert not re.search(r"\. ", tip) and not list(names_in(tip)), f"{rule.id}: {tip}"


@pytest.mark.parametrize("name", GAMES)
def test_chapters_cover_the_book(name: str) -> None:
    book = load(name).rulebook
    chapters = book.by_chapter()
    assert [rule for rules in chapters.values() for rule in sorted(rules)] and set(book) == {
        rule for rules in chapters.values() for rule in rules
    }
    assert 5 < len(chapters) < 16

"""Prompts: the sentence that says what a decision is about."""

from __future__ import annotations

from pathlib import Path

import pytest
from tictactoe import TicTacToe

from tabletop_kernel import load
from tabletop_kernel.content.installed_games import games
from tabletop_kernel.contract.decision_stack import StackTelling
from tabletop_kernel.contract.errors import PackError
from tabletop_kernel.contract.game import Config
from tabletop_kernel.contract.rulebook import read_rulebook
from tabletop_kernel.contract.telling import SeatPrompt

BOOK = """
[rules."a.rule"]
title = "A rule"
text = "Something holds."
source = "L1"

[prompts.choose]
you = "choose one of {cards}."
they = "{seat} chooses."
rules = ["a.rule"]
"""


def book(tmp_path: Path, text: str = BOOK) -> Path:
    path = tmp_path / "rulebook.toml"
    path.write_text(text, encoding="utf-8")
    return path


def asked(tmp_path: Path, seat: int | None, frames: list[list[object]]) -> SeatPrompt | None:
    """What a game that supplies one fact would say."""

    class Counting(StackTelling):
        def topic(self, config, view):  # type: ignore[no-untyped-def]
            kind, asked, facts = super().topic(config, view)
            return kind, asked, {**facts, "cards": 3}

    game = TicTacToe()
    game.rulebook = read_rulebook(book(tmp_path))
    return Counting(game).prompt(Config(2, {}), {"seat": seat, "frames": frames})


def test_whoever_decides_reads_another_sentence_than_those_who_wait(tmp_path: Path) -> None:
    frames: list[list[object]] = [["below", 1, []], ["choose", 0, []]]
    assert asked(tmp_path, 0, frames) == SeatPrompt("Choose one of 3.", ("a.rule",), True)
    assert asked(tmp_path, 1, frames) == SeatPrompt("Player 1 chooses.", ("a.rule",), False)
    assert asked(tmp_path, None, frames) == SeatPrompt("Player 1 chooses.", ("a.rule",), False)


def test_there_is_nothing_to_say_without_a_prompt_or_a_decision(tmp_path: Path) -> None:
    assert asked(tmp_path, 0, [["other", 0, []]]) is None
    assert asked(tmp_path, 0, []) is None


def test_a_game_need_not_have_prompts() -> None:
    game = TicTacToe()
    assert game.telling.prompt(game.agreement.configure(), {"seat": 0}) is None


def test_a_misspelt_prompt_is_named(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"rulebook\.toml"):
        read_rulebook(book(tmp_path, BOOK.replace("they", "them")))


@pytest.mark.parametrize("name", games())
def test_prompts_cite_rules_that_exist(name: str) -> None:
    rulebook = load(name).rulebook
    for kind, prompt in rulebook.prompts.items():
        assert prompt.you, kind
        assert prompt.they, kind
        assert prompt.rules, kind
        for rule in prompt.rules:
            assert rule in rulebook.rules or rule in rulebook.rulings, f"{kind} cites {rule}"

"""The rules by which something happens: the list of each game has all that its golden playthroughs tell."""

from __future__ import annotations

from pathlib import Path

import pytest
from connect_four import ConnectFour

from tabletop_kernel import load, simulate
from tabletop_kernel.content.installed_games import games
from tabletop_kernel.toolkit.rules_that_happen import rules_that_happen

HERE = Path(__file__).parent


def told_in(path: Path) -> set[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return {line.rsplit("[", 1)[-1][:-1] for line in lines if line.startswith("      ") and line.endswith("]")}


@pytest.mark.parametrize("name", games())
def test_what_a_playthrough_tells_can_happen(name: str) -> None:
    game = load(name)
    can = set(rules_that_happen(game))
    told = {rule for path in (HERE / name / "golden").glob("*.txt") for rule in told_in(path)}
    assert len(told) > 20 and told & set(game.rulebook) <= can
    assert can < set(game.rulebook), "definitions and limits are not among them"
    assert not [rule for rule in can if game.rulebook[rule].prose]


def test_a_game_without_a_list_counts_all_but_prose() -> None:
    game = ConnectFour()
    assert rules_that_happen(game) == [rule.id for rule in game.rulebook.values() if not rule.prose]


def test_what_bots_make_happen_can_happen() -> None:
    report = simulate("the_west_ascendant", games=5, seed=8, bots=["random"])
    assert set(report.rule_uses) <= set(rules_that_happen(load("the_west_ascendant")))

"""The North passes every check that the kernel has for a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from north import GAME

from tabletop_kernel import testing

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize(
    "check",
    [
        testing.check_play,
        testing.check_law,
        testing.check_clones,
        testing.check_replay,
        testing.check_secrets,
    ],
    ids=lambda check: check.__name__,
)
def test_random_games_pass(check: object) -> None:
    check(GAME, 40)  # type: ignore[operator]


def test_the_book_is_complete() -> None:
    testing.check_book(GAME)
    assert len(GAME.rulebook) == 61
    assert len(GAME.rulings) == 39


def test_every_rule_is_cited() -> None:
    testing.check_citations(GAME, 24, GOLDEN)


def test_no_set_decides_anything() -> None:
    testing.check_hash_seeds(GAME)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_golden_playthroughs_still_read_the_same(path: Path) -> None:
    testing.check_golden(GAME, path)


def test_there_are_golden_playthroughs_for_two_and_alone() -> None:
    heads = [path.read_text(encoding="utf-8").splitlines()[0] for path in GOLDEN.glob("*.txt")]
    assert {head.split(", ")[1] for head in heads} == {"1 seats", "2 seats"}
    assert len(heads) >= 3

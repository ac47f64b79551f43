"""Every game passes every check that the kernel has for a game."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tabletop_kernel import load, testing
from tabletop_kernel.game import Game
from tabletop_kernel.games import games
from tabletop_kernel.refusal_checks import check_refusals
from tabletop_kernel.ruling_checks import check_set, ruling_sets

HERE = Path(__file__).parent


class Book(NamedTuple):
    """What the rules of a game come to, and how many random games it takes until every rule has been cited."""

    rules: int
    rulings: int
    games: int
    random: int = 20  # random games for each check; fewer where a game is long
    refusals: int = 1_000
    every: int = 3  # of the sets of rulings that `make sweep` plays


BOOKS = {
    "deck_goes_west": Book(rules=212, rulings=106, games=40, random=6, refusals=400, every=6),
    "royal_ascension": Book(rules=87, rulings=50, games=30, random=16),
    "tamashii": Book(rules=323, rulings=91, games=28, random=6, refusals=1_500, every=6),
    "the_north": Book(rules=62, rulings=39, games=24),
    "the_west_ascendant": Book(rules=135, rulings=31, games=24),
}
every_game = pytest.mark.parametrize("name", BOOKS)


def test_every_game_is_here() -> None:
    assert [*games()] == sorted(BOOKS)


@every_game
@pytest.mark.parametrize(
    "check",
    [
        testing.check_play,
        testing.check_end,
        testing.check_law,
        testing.check_clones,
        testing.check_replay,
        testing.check_positions,
        testing.check_secrets,
    ],
    ids=lambda check: check.__name__,
)
def test_random_games_pass(name: str, check: Callable[[Game[Any], int], None]) -> None:
    check(load(name), BOOKS[name].random)


@every_game
def test_every_choice_of_content_can_be_played(name: str) -> None:
    testing.check_options(load(name))


@every_game
def test_the_book_is_complete(name: str) -> None:
    game = load(name)
    testing.check_book(game)
    assert (len(game.rulebook), len(game.rulings)) == BOOKS[name][:2]
    doubtful = game.rulebook.rulings_by_chapter()
    assert sorted(one.id for rulings in doubtful.values() for one in rulings) == sorted(game.rulings)
    assert set(doubtful) <= set(game.rulebook.by_chapter()), "each belongs to a chapter of the book"


@every_game
def test_every_rule_is_cited(name: str) -> None:
    testing.check_citations(load(name), BOOKS[name].games, HERE / name / "golden")


@every_game
def test_what_a_table_says_is_true(name: str) -> None:
    """A draw of what `make sweep` does."""
    claimed = runpy.run_path(str(HERE / name / "claims.py"))
    promises = claimed.get("PROMISES", {})
    found = check_refusals(load(name), claimed["CLAIMS"], BOOKS[name].refusals, promises=promises)
    assert len(found) > 20


@every_game
def test_rulings_go_together(name: str) -> None:
    """Some of the games with which `make sweep` sees every option of every ruling beside every other."""
    game = load(name)
    for number, rulings in list(enumerate(ruling_sets(game)))[:: BOOKS[name].every]:
        check_set(game, rulings, number)


@every_game
def test_no_set_decides_anything(name: str) -> None:
    testing.check_hash_seeds(load(name))

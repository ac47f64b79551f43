"""Every game passes every check that the kernel has for a game."""

from __future__ import annotations

import runpy
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest
from depth import DEEP, draw

from tabletop_kernel import load
from tabletop_kernel.checks import compliance
from tabletop_kernel.checks.random_play import watch
from tabletop_kernel.checks.rule_coverage_checks import Citations
from tabletop_kernel.checks.ruling_pair_checks import check_set, ruling_sets
from tabletop_kernel.checks.true_sentence_checks import check_refusals
from tabletop_kernel.content.installed_games import games

HERE = Path(__file__).parent


class Book(NamedTuple):
    """What the rules of a game come to, and how many random games it takes until every rule has been cited."""

    rules: int
    rulings: int
    games: int
    random: int = 20  # random games for all checks, half of them outside of `make sweep`; fewer where a game is long
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
@pytest.mark.deep
def test_random_games_pass_and_cite_every_rule(name: str) -> None:
    """All checks look at the same games; what these do not cite is cited in a few more, whose numbers are written down,
    or else in all that it may take."""
    game, book = load(name), BOOKS[name]
    citations = Citations(game, HERE / name / "golden")
    number_of_games = draw(max(6, book.random // 2), deep=book.random)
    watch(game, number_of_games, *compliance.every_check(), citations)
    known = tomllib.loads((HERE / name / "citing.toml").read_text(encoding="utf-8"))["games"]
    for number in [*sorted(set(known.values())), *range(number_of_games, book.games)]:
        if DEEP or citations.missing():
            watch(game, [number], citations)
    citations.check()


@every_game
@pytest.mark.deep
def test_every_choice_of_content_can_be_played(name: str) -> None:
    compliance.check_options(load(name), draw(compliance.MOVES_PER_CHOICE // 2, deep=compliance.MOVES_PER_CHOICE))


@every_game
def test_the_book_is_complete(name: str) -> None:
    game = load(name)
    compliance.check_book(game)
    assert (len(game.rulebook), len(game.rulebook.rulings)) == BOOKS[name][:2]
    doubtful = game.rulebook.rulings_by_chapter()
    assert sorted(one.id for rulings in doubtful.values() for one in rulings) == sorted(game.rulebook.rulings)
    assert set(doubtful) <= set(game.rulebook.by_chapter()), "each belongs to a chapter of the book"


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


def test_no_set_decides_anything() -> None:
    compliance.check_hash_seeds(*map(load, BOOKS))

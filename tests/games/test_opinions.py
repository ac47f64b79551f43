"""What bots and statistics ask of a game: who is ahead, how good a move looks, how likely a win is."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tabletop_kernel import Session, load, simulate
from tabletop_kernel.content.installed_games import games
from tabletop_kernel.contract.game import Game
from tabletop_kernel.players.bots import forward

every_game = pytest.mark.parametrize("name", games())
# Nobody is ahead of the others where all play together, and a team with random partners is lost.
each_for_oneself = pytest.mark.parametrize(
    "name", [name for name in games() if not load(name).agreement.is_team_game(load(name).agreement.configure())]
)


def tables(game: Game[Any]) -> Iterator[tuple[Session, Random]]:
    """A table of every size, and at least two."""
    for seed in range(max(2, len(game.seats))):
        yield Session(game, game.seats[seed % len(game.seats)], seed), Random(seed)


@every_game
def test_opinions_are_there_at_every_moment_and_right_at_the_end(name: str) -> None:
    game = load(name)
    for session, rng in tables(game):
        seats = session.config.seats
        while session.deciders:
            seat = session.deciders[0]
            moves = forward(session.moves(seat))
            chances = game.opinions.prospects(session.truth)
            assert len(chances) >= seats and all(0 <= chance <= 1 for chance in chances)
            assert len(game.opinions.appraise(session.config, session.view(seat), moves)) == len(moves)
            assert game.opinions.quick(session.truth, seat, moves, rng) in moves
            session.submit(seat, rng.choice(moves))
        outcome = session.outcome
        assert outcome is not None
        if standing := game.figures.standing(session.truth):  # a table may not tell of any
            assert all(standing[seat] == max(standing) for seat in outcome.winners)
        assert game.opinions.prospects(session.truth) == pytest.approx(game.agreement.shares(session.config, outcome))


@each_for_oneself
def test_the_lead_changes_in_some_games(name: str) -> None:
    report = simulate(load(name), games=12, bots=["random"], seed=2)
    assert report.lead_changes.most > 0


@each_for_oneself
def test_first_sight_is_better_than_chance(name: str) -> None:
    game = load(name)
    others = ["random"] * (game.agreement.configure().seats - 1)
    report = simulate(game, games=20, bots=["greedy", *others], seed=3)
    assert report.bot_wins["greedy"].low > 1 / 2

"""Games of a campaign just before their last move, so that a test need only make that one."""

from __future__ import annotations

from functools import cache
from typing import Any

from tabletop_kernel import Session, load
from tabletop_kernel.contract.game import Move
from tabletop_kernel.players.bots import forward, make_bot
from widgets.links import write_table
from widgets.shared.chair import Chair

GAME: Any = load("tamashii")


@cache
def at_the_brink(scenario: str, unlocked: str = "none", won: bool = True, seed: int = 1) -> tuple[str, Move]:
    """What a link keeps of a game that one person plays alone, and the move that ends it, well or badly."""
    for trial in range(seed, seed + 200):
        session = played("greedy" if won else "random", scenario, trial, unlocked)
        if has_won(session) == won:
            before = session.branch(session.length - 1)
            return write_table([Chair()], before), session.inputs[-1].move
    raise AssertionError(f"no game of {scenario} ended like that")


@cache
def both_ways(scenario: str) -> tuple[Session, Session]:
    """One game, lost the first time it was played, and won from its beginning on."""
    for trial in range(1, 200):
        won = played("greedy", scenario, trial)
        if has_won(won) and not has_won(lost := played("random", scenario, trial)):
            return lost, won
    raise AssertionError(f"no game of {scenario} ended like that")


def played(name: str, scenario: str, seed: int, unlocked: str = "none") -> Session:
    """A game that one bot has played alone."""
    session = Session(GAME, 1, seed, options={"scenario": scenario, "unlocked": unlocked})
    bot = make_bot(name, GAME, session.config, 0, seed)
    while session.outcome is None:
        session.submit(0, bot.choose(session.view(0), forward(session.moves(0))))
    return session


def has_won(session: Session) -> bool:
    return session.outcome is not None and bool(session.outcome.winners)

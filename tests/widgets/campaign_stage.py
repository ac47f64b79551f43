"""Games of a campaign just before their last move, so that a test need only make that one."""

from __future__ import annotations

from functools import cache
from typing import Any

from tabletop_kernel import Session, load
from tabletop_kernel.bots import forward, make_bot
from tabletop_kernel.game import Move
from widgets.links import write_table
from widgets.shared.chair import Chair

GAME: Any = load("tamashii")


@cache
def at_the_brink(scenario: str, unlocked: str = "none", won: bool = True, seed: int = 1) -> tuple[str, Move]:
    """What a link keeps of a game that one person plays alone, and the move that ends it, well or badly."""
    for trial in range(seed, seed + 200):
        session = Session(GAME, 1, trial, options={"scenario": scenario, "unlocked": unlocked})
        bot = make_bot("greedy" if won else "random", GAME, session.config, 0, trial)
        while session.outcome is None:
            session.submit(0, bot.choose(session.view(0), forward(session.moves(0))))
        if bool(session.outcome.winners) == won:
            before = session.branch(session.length - 1)
            return write_table([Chair()], before), session.inputs[-1].move
    raise AssertionError(f"no game of {scenario} ended like that")

"""The judgement of bots: a close look for the greedy bot, quick judgement and chances for the search."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import DecisionGame
from tabletop_kernel.contract.game import Config, Move, View
from tabletop_kernel.games.tamashii.opinions import fights, glances
from tabletop_kernel.games.tamashii.opinions.look import Look
from tabletop_kernel.games.tamashii.state import State

JUDGED = {*glances.GLANCES, *fights.FIGHTS}  # the kinds of decisions that have their own judgement
NOISE = 0.15  # error of quick judgement, in points


def appraise(game: DecisionGame[State], config: Config, view: View, moves: Sequence[Move]) -> list[float]:
    """Return the worth of each move compared with doing nothing, on a table that looks like this one."""
    table = game.imagine(config, view, Chance(1))
    return Look(game, table, int(view["seat"]), deep=True).values(moves)


def quick(game: DecisionGame[State], state: State, seat: int, moves: Sequence[Move], rng: Random) -> Move:
    """Return a plausible move fast: the best at a glance, with a little noise."""
    worths = Look(game, state, seat, deep=False, level=1).values(moves)
    noisy = [worth + NOISE * rng.random() for worth in worths]
    return moves[noisy.index(max(noisy))]

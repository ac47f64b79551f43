"""Quick judgement for bots: what games share that are judged by the lead, and by trying moves on imagined tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import exp
from random import Random
from typing import Any, TypeVar

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.game import Config, Game, Move, State, View
from tabletop_kernel.toolkit.effects import Act, Effect

S = TypeVar("S", bound=State)
SELDOM = 0.35  # how often the condition of a step holds
SPREAD = 1.5  # how often «per …» counts, on average


def try_out(
    game: Game[S],
    config: Config,
    view: View,
    moves: Sequence[Move],
    play_on: Callable[[S, int, Random], float | None],
    worth: Callable[[S, int], float],
    worlds: int,
    hopeless: float,
    met_luck: Callable[[S, S, int], bool] | None = None,
    first: S | None = None,
    imagine: Callable[[Chance], S] | None = None,
) -> list[float]:
    """What each move and all it sets off adds to the worth of the table, on a few tables that look like this one.

    What a move sets off is played by `play_on`; if that knows what the table is worth in the end, it gives it back.
    A move that turned up nothing its seat could not know (`met_luck`: table before, table after, seat) comes out the
    same on every table; without that question every move counts as lucky. One that is behind by as much as `hopeless`
    on the first table is not tried on another. Who has imagined that one already, by `Chance(1)`, gives it as `first`;
    who has read the view already gives as `imagine` what makes tables of it.
    """
    seat, rng, imagine = int(view["seat"]), Random(1), imagine or partial(game.imagine, config, view)
    found: list[list[float]] = [[] for _ in moves]
    open_moves = list(range(len(moves)))
    for world in range(worlds):
        if not open_moves:
            break
        table = first if first is not None and not world else imagine(Chance(world + 1))
        before = worth(table, seat)  # what is hidden differs from table to table, and no move can be blamed for that
        lucky = []
        for number in open_moves:
            twin = table.clone()
            game.apply(twin, seat, moves[number])
            known = play_on(twin, seat, rng)
            found[number].append((worth(twin, seat) if known is None else known) - before)
            if met_luck is None or met_luck(table, twin, seat):
                lucky.append(number)
        best = max(worths[0] for worths in found)
        open_moves = [number for number in lucky if found[number][0] >= best - hopeless]
    return [sum(worths) / len(worths) for worths in found]


def plausible(moves: Sequence[Move], glance: Callable[[Move], float], noise: float, rng: Random) -> Move:
    """The best move by a glance at each, with a little noise."""
    if len(moves) == 1:
        return moves[0]
    best, most, random = moves[0], float("-inf"), rng.random
    for move in moves:
        worth = glance(move) + noise * random()
        if worth > most:
            best, most = move, worth
    return best


def by_lead(lead: float, blur: float) -> float:
    """The chance to win with a lead of so many points; a lead of `blur` points makes it three to one."""
    return 1 / (1 + exp(-lead * 1.1 / blur))


def effect_worth(effect: Effect, of_act: Callable[[Act], float]) -> float:
    """What an effect is worth at a glance, in points, computed from its line, so that any pack has it."""
    return sum((SELDOM if step.tests else 1.0) * sum(of_act(act) for act in step.acts) for step in effect.steps)


def loss_worth(args: Sequence[Any]) -> float:
    """The points of «other loses 1 per 2 facilities, at most 3», on average."""
    number, rate = (*args, None)[:2]
    return float(number if rate is None else min(number * SPREAD, rate.most or number * SPREAD))

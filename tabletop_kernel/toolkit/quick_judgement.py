"""Quick judgement for bots: tools for games that judge by the lead, or by trying moves on imagined tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import exp
from random import Random
from typing import Any, TypeVar

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.game import Config, Game, Move, State, View
from tabletop_kernel.toolkit.card_language import Act, Effect

S = TypeVar("S", bound=State)
SHARE_OF_CONDITIONS_MET = 0.35  # how often a step's condition holds, roughly
USUAL_RATE_COUNT = 1.5  # how often “per …” counts, on average


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
    """Return how much each move and its consequences add to the table's worth, averaged over imagined tables.

    `play_on` plays a move's consequences, and may return the table's final worth. `met_luck(before, after, seat)` tells
    if a move revealed something new to its seat; if not, the move comes out the same on every table and needs only one.
    Without `met_luck`, every move counts as lucky. A move that trails the best by more than `hopeless` on the first
    table isn't tried again. Pass `first` if you already imagined a table with `Chance(1)`, and `imagine` if you can
    make tables faster from a view you already read.
    """
    seat, rng, imagine = int(view["seat"]), Random(1), imagine or partial(game.imagine, config, view)
    gains: list[list[float]] = [[] for _ in moves]
    open_moves = list(range(len(moves)))
    for world in range(worlds):
        if not open_moves:
            break
        table = first if first is not None and not world else imagine(Chance(world + 1))
        before = worth(table, seat)  # hidden things differ from table to table, and no move is to blame for that
        lucky = []
        for number in open_moves:
            twin = table.clone()
            game.apply(twin, seat, moves[number])
            final_worth = play_on(twin, seat, rng)
            gains[number].append((worth(twin, seat) if final_worth is None else final_worth) - before)
            if met_luck is None or met_luck(table, twin, seat):
                lucky.append(number)
        best = max(worths[0] for worths in gains)
        open_moves = [number for number in lucky if gains[number][0] >= best - hopeless]
    return [sum(worths) / len(worths) for worths in gains]


def pick_plausible(moves: Sequence[Move], glance: Callable[[Move], float], noise: float, rng: Random) -> Move:
    """Return the move with the highest glance, plus a little noise."""
    if len(moves) == 1:
        return moves[0]
    best, most, random = moves[0], float("-inf"), rng.random
    for move in moves:
        worth = glance(move) + noise * random()
        if worth > most:
            best, most = move, worth
    return best


def chance_by_lead(lead: float, blur: float) -> float:
    """Return the chance to win with this lead in points; a lead of `blur` points makes it about three to one."""
    return 1 / (1 + exp(-lead * 1.1 / blur))


def effect_worth(effect: Effect, of_act: Callable[[Act], float]) -> float:
    """Return an effect's rough worth in points. It comes from the line, so it works for any pack."""
    return sum(
        (SHARE_OF_CONDITIONS_MET if step.tests else 1.0) * sum(of_act(act) for act in step.acts)
        for step in effect.steps
    )


def loss_worth(args: Sequence[Any]) -> float:
    """Return the average points of a loss such as “other loses 1 per 2 facilities, at most 3”."""
    number, rate = (*args, None)[:2]
    return float(number if rate is None else min(number * USUAL_RATE_COUNT, rate.most or number * USUAL_RATE_COUNT))

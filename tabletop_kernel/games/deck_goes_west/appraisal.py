"""What bots think: a look to the end of the day for the greedy one, quick judgement and chances for the search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.game import Config, Game, Move, View
from tabletop_kernel.games.deck_goes_west import outlook
from tabletop_kernel.games.deck_goes_west.glances import NEVER, Look
from tabletop_kernel.games.deck_goes_west.state import DayEnd, State
from tabletop_kernel.toolkit.quick_judgement import by_lead, plausible, try_out

WORLDS = 2  # imagined tables on which it is seen what a move scores at once
CLOSE = 5  # moves that deserve a closer look, on one imagined table: a second one costs as much and hardly helps
LONGEST = 120  # moves to the end of a day
BEHIND = -2.0  # points by which a move that nobody makes falls behind: more would make all others look the same
NOISE = 0.3  # points by which quick judgement errs
LOOKED_AT = ("act", "commit")  # decisions that deserve more than a glance


def appraise(game: Game[State], config: Config, view: View, moves: Sequence[Move]) -> list[float]:
    """Estimate what each move adds to the worth of the table by the end of the day; a glance is enough for most."""
    seat = int(view["seat"])
    table = game.glimpse(config, view, Chance(1))
    look = Look(table, seat)
    glances = [look.glance(move) for move in moves]
    if not _deserves_more(table):
        return glances
    close = sorted(range(len(moves)), key=lambda at: -glances[at])[:CLOSE]
    close = [at for at in close if glances[at] > NEVER / 2]
    if len(close) < 2:
        return glances
    chosen, play_on = [moves[at] for at in close], partial(_play_on, game)
    tried = try_out(game, config, view, chosen, play_on, outlook.worth, worlds=1, hopeless=0.0)
    worst = min(tried) - 1.0
    found = [worst + max(BEHIND, min(0.0, glance)) for glance in glances]
    for at, worth in zip(close, tried, strict=True):
        found[at] = worth + 0.02 * glances[at]
    return found


def _deserves_more(table: State) -> bool:
    """Check that a decision deserves more than a glance.

    Where there is a wagon none does: a glance knows its way West to the end, and the little that a day gains that is
    played on takes nine times as long (figures in NOTES.md).
    """
    return table.frames[-1][0] in LOOKED_AT and table.wagon is None


def _play_on(game: Game[State], state: State, seat: int, rng: Random) -> float:
    """Carry the own day to its end by quick judgement, others do nothing more today; what the table is worth then.

    Judgement errs by nothing here, so like moments end alike: many ways lead to the same one, and the day that a bot
    imagined for one decision is often the day that it imagines for the next. The ends of such moments are remembered.
    """
    today, ends = state.day, state.rules.day_ends
    moments: list[tuple[Any, int]] = []
    end: DayEnd | None = None
    made = 0
    while made < LONGEST and state.frames and state.day == today and state.frames[-1][0] != "rest":
        if state.frames[-1][0] == "act":
            moment = (seat, state.everything())
            known = ends.get(moment)
            if known is not None and made + known.moves <= LONGEST:
                end = known
                break
            moments.append((moment, made))
        if not _one_more(game, state, seat, rng):
            break
        made += 1
    if end is None:
        end = DayEnd(outlook.worth(state, seat), 0)
    if made < LONGEST:  # else the day was given up
        for moment, before in moments:
            ends.keep(moment, DayEnd(end.worth, made - before + end.moves))
    return end.worth


def _one_more(game: Game[State], state: State, seat: int, rng: Random) -> bool:
    """Make the next move of a day that is played on; False where this seat has nothing more to do today."""
    deciders = game.deciders(state)
    mover = seat if seat in deciders else deciders[0]
    if state.frames[-1][0] == "act":
        if seat not in deciders and state.passed >> seat & 1:
            return False
        if mover != seat:
            game.apply(state, mover, ("pass",))
            return True
    moves = game.moves(state, mover)
    game.apply(state, mover, moves[0] if len(moves) == 1 else quick(state, mover, moves, rng, 0.0))
    return True


def at_once(game: Game[State], config: Config, view: View, moves: Sequence[Move]) -> list[float]:
    """The points that each move scores until the next action, whatever the dice and the hidden land are like."""
    seat, rng = int(view["seat"]), Random(1)
    tables = [game.imagine(config, view, Chance(world + 1)) for world in range(WORLDS)]
    return [min(_scored(game, table.clone(), seat, move, rng) for table in tables) for move in moves]


def _scored(game: Game[State], state: State, seat: int, move: Move, rng: Random) -> float:
    before = state.points(seat)
    game.apply(state, seat, move)
    for _ in range(LONGEST):
        if not state.frames or state.frames[-1][0] in (*LOOKED_AT, "rest"):
            break
        mover = game.deciders(state)[0]
        moves = game.moves(state, mover)
        game.apply(state, mover, moves[0] if len(moves) == 1 else quick(state, mover, moves, rng, 0.0))
    return float(state.points(seat) - before)


# -- at a glance, from an imagined state -------------------------------------------------------------------------------


def quick(state: State, seat: int, moves: Sequence[Move], rng: Random, noise: float = NOISE) -> Move:
    """A plausible move, found fast: the best at a glance, with a little noise."""
    return plausible(moves, Look(state, seat).glance, noise, rng)


def prospects(state: State) -> list[float]:
    """Each seat's chance to win: by the points that are missing and the days that are left, or by the lead."""
    seats = range(state.rules.seats)
    if state.rules.mode != "versus":
        return [_together(state)] * len(seats)
    standing = [-99.0 if state.dead >> seat & 1 else outlook.worth(state, seat) for seat in seats]
    spread = 3.0 + 0.7 * outlook.days_left(state)
    chances = []
    for seat in seats:
        best = max(value for other, value in enumerate(standing) if other != seat)
        chances.append(by_lead(standing[seat] - best, spread))
    total = sum(chances) or 1.0
    return [chance / total for chance in chances]


def _together(state: State) -> float:
    """The chance of a team, or of somebody alone, to reach the end of the track in time and alive."""
    board = state.rules.board
    missing = board.score_end - state.score[0]
    left = outlook.days_left(state)
    ahead = sum(outlook.standing(state, seat) for seat in state.living()) / state.rules.seats
    pace = board.score_end / board.day_end
    return by_lead(pace * (left + 0.5) + 0.5 * ahead - missing, 2.0 + 0.9 * left)

"""The turning point of a game: the move after which the winner's chances rose most, by the game's own estimate.

The estimate uses only what one viewer has seen, because a finished game still has hidden cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from tabletop_kernel.contract.chance import Chance

if TYPE_CHECKING:
    from tabletop_kernel.contract.game import View
    from tabletop_kernel.table.session import Session

WORLDS_PER_TABLE = 8  # worlds imagined for each table
MOST_TABLES = 60  # tables estimated in each of the two rounds, for a game of any length
LEAST_RISE = 0.05  # the smallest rise worth a mention


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The input `at`, which raised the chances of the winner `seat` (or of all, if they won together) to `after`.

    `before` and `after` are the game's own estimates: they show where the chances rose most, not how high they were.
    """

    at: int
    seat: int
    before: float
    after: float


def turning_point(session: Session, viewer: int | None, last: int | None = None) -> TurningPoint | None:
    """Return the turning point of a finished game, for the eyes of `viewer` (None: everyone), or None.

    It is None if the game isn't over, has no single winner or team, or no move stands out. Inputs after `last` don't
    count.

    First it compares the chances at the start of each turn, then those after each move of the turn in which they rose
    most. Choices before the first turn are left out, because estimates make no sense during the set-up. A game of any
    length costs one replay and two rows of estimates.
    """
    outcome = session.game.outcome(session.truth)
    if outcome is None or not outcome.winners or session.at_input < session.length:
        return None
    if len(outcome.winners) > 1 and not session.game.agreement.is_team_game(session.config):
        return None
    seat = outcome.winners[0]
    end = session.length if last is None else last
    setup_end = _length_of_setup(session)
    turns = _thin_out(
        sorted({setup_end, *(start for start in session.turn_starts if setup_end < start < end), max(setup_end, end)})
    )
    chances = _chances(session, viewer, turns, seat)
    rises = [(chances[until] - chances[first], first, until) for first, until in pairwise(turns)]
    if not rises:
        return None
    _, first, until = max(rises, key=lambda rise: rise[0])
    moves = _thin_out(list(range(first, until + 1)))
    chances = _chances(session, viewer, moves, seat)
    best = max(pairwise(moves), key=lambda pair: chances[pair[1]] - chances[pair[0]])
    before, after = chances[best[0]], chances[best[1]]
    if after - before < LEAST_RISE:
        return None
    return TurningPoint(best[1], seat, before, after)


def _length_of_setup(session: Session) -> int:
    """Return the number of inputs in the set-up."""
    game = session.game
    table, number = session.branch(0).truth, 0
    while number < session.length and game.pace.is_opening(table):
        done = session.inputs[number]
        game.apply(table, done.seat, done.move)
        number += 1
    return number


def _thin_out(numbers: list[int]) -> list[int]:
    """Return at most MOST_TABLES of the numbers, evenly spread, with the first and last."""
    if len(numbers) <= MOST_TABLES:
        return numbers
    step = (len(numbers) - 1) / (MOST_TABLES - 1)
    return [numbers[round(step * place)] for place in range(MOST_TABLES)]


def _chances(session: Session, viewer: int | None, numbers: list[int], seat: int) -> dict[int, float]:
    """Return a seat's chance to win after each of these numbers of inputs, from what the viewer saw then."""
    game = session.game
    table = session.branch(numbers[0]).truth
    chances: dict[int, float] = {}
    wanted = set(numbers)
    for number in range(numbers[0], numbers[-1] + 1):
        if number > numbers[0]:
            done = session.inputs[number - 1]
            game.apply(table, done.seat, done.move)
        if number in wanted:
            chances[number] = _estimate(session, game.view(table, viewer), seat)
    return chances


def _estimate(session: Session, view: View, seat: int) -> float:
    game = session.game
    worlds = [game.imagine(session.config, view, Chance(number)) for number in range(WORLDS_PER_TABLE)]
    return float(sum(game.opinions.prospects(world)[seat] for world in worlds)) / WORLDS_PER_TABLE

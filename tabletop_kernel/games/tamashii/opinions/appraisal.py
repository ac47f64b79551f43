"""The judgement of bots: a close look for the greedy bot, quick judgement and chances for the search."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import DecisionGame
from tabletop_kernel.contract.game import Config, Move, PerConfig, Position, View
from tabletop_kernel.contract.opinions import Opinions
from tabletop_kernel.games.tamashii.opinions import (
    aims_in_words,
    coach_card_moments,
    first_impressions,
    impressions_in_fights,
    table_worth,
)
from tabletop_kernel.games.tamashii.opinions.look_at_table import Look
from tabletop_kernel.games.tamashii.phases import planning
from tabletop_kernel.games.tamashii.state import Rules, State
from tabletop_kernel.games.tamashii.telling import words

JUDGED = {
    *first_impressions.FIRST_JUDGEMENTS,
    *impressions_in_fights.FIGHT_JUDGEMENTS,
}  # the kinds of decisions that have their own judgement
NOISE = 0.15  # error of quick judgement, in points


class TamashiiOpinions(Opinions[State]):
    """The judgement of bots and the coach: a close look, or a quick one."""

    game: DecisionGame[State]
    iterations = 40
    in_vain = words.EVENTS_IN_VAIN
    tip_fits = staticmethod(coach_card_moments.fits)
    prospects = staticmethod(table_worth.prospects)

    def __init__(self, game: DecisionGame[State], rules_for: PerConfig[Rules]) -> None:
        super().__init__(game)
        self.rules_for = rules_for

    def appraise(self, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
        """Return the worth of each move compared with doing nothing, on a table that looks like this one."""
        table = self.game.imagine(config, view, Chance(1))
        return Look(self.game, table, int(view["seat"]), deep=True).values(moves)

    def quick(self, state: State, seat: int, moves: Sequence[Move], rng: Random) -> Move:
        """Return a plausible move fast: the best at a glance, with a little noise."""
        worths = Look(self.game, state, seat, deep=False, level=1).values(moves)
        noisy = [worth + NOISE * rng.random() for worth in worths]
        return moves[noisy.index(max(noisy))]

    def essence(self, state: State) -> Position:
        return {**self.game.write(state), "frames": [planning.without_begun(frame) for frame in state.frames]}

    def aims(self, config: Config, view: View, seat: int, move: Move) -> str:
        return aims_in_words.aims(self.rules_for(config), view, seat, move)

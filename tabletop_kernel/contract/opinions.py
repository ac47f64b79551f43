"""Opinions on a game: what bots and the coach ask. A game without any still plays, but its bots know only its rules."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Generic, Protocol

from tabletop_kernel.contract.basics import LOST, WON, Config, Move, Position, S, View
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.playable import Part, Played
from tabletop_kernel.contract.table_options import Agreement
from tabletop_kernel.contract.verdict import Verdict


class Agreed(Played[S], Protocol[S]):
    """A game, with what is agreed before it begins."""

    @property
    def agreement(self) -> Agreement: ...


class Opinions(Part[Agreed[S]], Generic[S]):
    """No opinions: only an end that a move brings at once is good or bad, and every seat has the same chance."""

    usual_bot: str = "greedy"  # the default bot for many games: good and fast enough
    iterations: int = 300  # default for a search (“mcts:400” overrides it); fewer where imagining is slow
    lookahead: int = 1  # turns that a search plays out before it estimates
    in_vain: frozenset[str] = frozenset()  # kinds of events that report that something had no effect

    # -- for bots -----------------------------------------------------------------------------------------------------

    @property
    def has_appraisal(self) -> bool:
        """Tell if the game has an appraisal of its own; without one, bots know a win or a loss at once, and no more."""
        return type(self).appraise is not Opinions.appraise

    def appraise(self, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
        """Return how good each move looks at first sight to this view's seat.

        By default it is 1 for a move that wins at once on an imagined table, -1 for one that loses, and else 0.
        """
        table = self.game.imagine(config, view, Chance(1))
        return [self._ends(table.clone(), int(view["seat"]), move) for move in moves]

    def _ends(self, table: S, seat: int, move: Move) -> float:
        self.game.apply(table, seat, move)
        outcome = self.game.outcome(table)
        return {WON: 1.0, LOST: -1.0}.get(outcome.results[seat], 0.0) if outcome else 0.0

    def at_once(self, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
        """Return the points that each move is sure to score before its seat decides again; all 0 by default.

        A coach uses this to name a move that scores now: a search to the end of a long round sees no difference if it
        comes later.
        """
        return [0.0] * len(moves)

    def quick(self, state: S, seat: int, moves: Sequence[Move], rng: Random) -> Move:
        """Return a plausible move for this seat, chosen fast: it runs thousands of times a second in imagined games."""
        return moves[int(rng.random() * len(moves))]

    def glimpse(self, config: Config, view: View, chance: Chance) -> S:
        """Return a state as `imagine` does, for `quick` only: a game with a large state may leave parts out."""
        return self.game.imagine(config, view, chance)

    def prospects(self, state: S) -> Sequence[float]:
        """Return each seat's rough chance to win from here, or its share of the win if the game is over."""
        outcome = self.game.outcome(state)
        config: Config | None = getattr(state, "config", None)  # most states carry their configuration
        if outcome is None:
            return [1 / 2] * (config.seats if config else getattr(state, "seats", self.game.seats[-1]))
        agreement = self.game.agreement
        return agreement.shares(config or agreement.configure(len(outcome.results)), outcome)

    def is_out(self, state: S, seat: int) -> bool:
        """Tell if a seat can't win and makes no more moves while the others play on."""
        return False

    def essence(self, state: S) -> Position:
        """Return the data that decides how play goes on.

        Tables with the same essence differ only in what may still be started. A game leaves out its notes on past
        actions if all they do is rule something out.
        """
        return self.game.write(state)

    # -- for the coach ------------------------------------------------------------------------------------------------

    def aims(self, config: Config, view: View, seat: int, move: Move) -> str:
        """Return what a seat may gain and lose by a move, in words that name the pieces; empty for nothing.

        Use only what this view shows. Build the text with `coach_sentences.reason`: it follows “Challenge Thaddeus:”
        and calls nobody “you”, because a coach says the same about a bot's move.
        """
        return ""

    def why_wasteful(self, config: Config, view: View, seat: int, move: Move) -> Verdict | None:
        """Return why a legal move would surely waste something, as far as its player can see; None if it may be useful.

        The player reads this before the move, so the verdict names the obstacle.
        """
        return None

    def tip_fits(self, view: View, moves: Sequence[Move], rule: str) -> bool:
        """Tell if a coach's tip on a rule helps with a choice among these moves (empty if nothing is decided).

        A game returns False if the rule is about moves, but about none of these.
        """
        return True

"""The pace of Deck Goes West: days in which several may act, and their ends."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_kernel.contract.decision_stack import StackPace
from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.deck_goes_west.jobs import joined_jobs
from tabletop_kernel.games.deck_goes_west.state import State

KINDS_AT_REST = ("act", "rest", "character")  # decisions when nothing is under way


class DeckPace(StackPace[State]):
    """Days in which the players act one by one or in any order."""

    round_word = "day"
    round_end_events = frozenset({"night"})
    composed: Mapping[str, Move] = {"trade": ("drop",)}
    # The plan is the job that a player begins, or the step they make: these verbs only carry it on.
    follow_up_verbs = frozenset(
        {
            "cost", "discard", "end", "gain", "go", "keep", "pay", "put", "ready", "roll", "scrap", "stop", "type",
            "who", "x",
        }
    )  # fmt: skip
    forced_move = staticmethod(joined_jobs.forced_move)

    def next_up(self, state: State) -> int:
        """Return the seat that acts next: in open order, the last to act goes on as long as it may."""
        deciders = self.game.deciders(state)
        return state.active if state.active in deciders else deciders[0]

    def is_resolving(self, state: State) -> bool:
        return bool(state.frames) and state.frames[-1][0] not in KINDS_AT_REST

    def acts_independently(self, state: State) -> bool:
        """Tell if it is the end of a day, when everyone sorts out their own hand in any order."""
        return self.is_any_order(state) and state.frames[-1][0] == "rest"

    def is_opening(self, state: State) -> bool:
        return bool(state.frames) and state.frames[-1][0] == "character"

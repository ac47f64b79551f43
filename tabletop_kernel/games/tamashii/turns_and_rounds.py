"""The pace of Tamashii: turns of all players, in phases and steps."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_kernel.contract.decision_stack import ANYONE, StackPace
from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.tamashii.fighting import rolling
from tabletop_kernel.games.tamashii.phases import planning
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.games.tamashii.telling import refusals, words


class TamashiiPace(StackPace[State]):
    """Turns that all players share."""

    turn_of_all = True
    step_word = "step"
    follow_up_verbs = words.VERBS_THAT_CARRY_ON
    composed: Mapping[str, Move] = {"trade": ("drop",)}

    def is_resolving(self, state: State) -> bool:
        return bool(state.frames) and state.frames[-1][0] not in refusals.RESTING_DECISIONS

    def is_any_order(self, state: State) -> bool:
        """Tell if this is the Program step, where everyone has something to do; windows before it concern only some."""
        return super().is_any_order(state) and state.frames[-1][0] == "plan" and planning.in_program(state)

    def acts_independently(self, state: State) -> bool:
        """Tell if this is the Program step, where each player has a launcher."""
        return self.is_any_order(state)

    def is_for_all(self, state: State, move: Move) -> bool:
        """Tell if this move ends a window for everyone who could upgrade, as before the Program step."""
        together = [frame[:2] for frame in state.frames[-1:]] == [("plan", ANYONE)]
        return together and move == ("done",) and not planning.in_program(state)

    def forced_move(self, state: State, seat: int) -> Move | None:
        """Return the only move of a player without a real choice: keep unalterable dice, or pass a window again.

        A window counts as passed if there was no trace roll since the one before.
        """
        kind, owner, data = state.frames[-1] if state.frames else ("", 0, ())
        if kind == "roll":
            return rolling.ALTER.forced_move(state, seat)
        again = kind == "plan" and data[0] == planning.ROLLED and not planning.has_rolled_for_trace(state, owner)
        return ("done",) if again else None

    def is_opening(self, state: State) -> bool:
        return bool(state.frames) and state.frames[0][0] == "setup"

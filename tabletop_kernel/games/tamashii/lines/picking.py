"""A simple question from an effect: pick one of several things.

Its frame is on top of the line that asks. With only one choice, nobody is asked; with none, the question disappears.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.state import State

Picked = tuple[str | int, ...]


class Pick(Decision[State]):
    """A pick: its move is the verb and the thing picked."""

    verb = ""

    def __init__(self) -> None:
        self.verbs = (self.verb,)

    @abstractmethod
    def picks(self, state: State, seat: int, data: Data) -> Sequence[Picked]:
        """Return what can follow the verb; `data` is the frame's."""

    @abstractmethod
    def pick(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        """Carry out a pick. The frame is gone; push it again for another pick."""

    @abstractmethod
    def refusal(self, state: State, seat: int, data: Data, move: Move) -> Verdict:
        """Return why something else can't be picked."""

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, data = state.frames[-1]
        picks = [] if state.is_out(seat) else self.picks(state, seat, data)
        if len(picks) > 1:
            return True
        state.frames.pop()
        if picks:
            self.pick(state, seat, data, picks[0], emit)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        return [(self.verb, *picked) for picked in self.picks(state, seat, state.frames[-1][2])]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        picks = self.picks(state, seat, state.frames[-1][2])
        if picks and len(move) != 1 + len(picks[0]):
            many = "one value" if len(picks[0]) == 1 else f"{len(picks[0])} values"
            return Verdict("table.form", problem=f"'{self.verb}' takes {many}")
        return self.refusal(state, seat, state.frames[-1][2], move)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        _, _, data = state.frames.pop()
        self.pick(state, seat, data, move[1:], emit)


def part_of_move(move: Move, number: int = 1) -> str:
    """Return a part of a move by its number; empty if there is none."""
    return str(move[number]) if len(move) > number else ""


def place_rule(state: State) -> str:
    """Return the rule behind the line that asks."""
    key = running.running_key(state)
    return running.rule_of(state, key) if key else "turn.phases"

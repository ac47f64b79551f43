"""Two lanterns, with a move that is possible at any time, for those too who are not asked: to warm up for a step."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tabletop_kernel import Verdict
from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move, OpenDecision
from tabletop_kernel.contract.rulebook import read_rulebook
from tests.minigames.two_lanterns import LanternPace, State, TwoLanterns


class WarmUp(Decision[State]):
    """A measure of oil for one more step, while the others are still walking."""

    verbs = ("warm",)

    def deciders(self, state: State, frame: OpenDecision) -> Sequence[int]:
        return tuple(seat for seat in range(state.config.seats) if self.moves(state, seat))

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("warm",)] if not state.steps[seat] and state.oil[seat] else []

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("warm.once") if state.steps[seat] else Verdict("light.oil")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.oil[seat].pop()
        state.steps[seat] = 1
        if emit:
            emit("warms", "warm.once", EVERYONE, seat=seat)


class WarmPace(LanternPace):
    def next_up(self, state: State) -> int:
        return self.game.asked(state)[-1]


class WarmLanterns(TwoLanterns):
    name, title = "warm_lanterns", "Warm lanterns"
    aside = WarmUp()

    def __init__(self) -> None:
        super().__init__()
        self.rulebook = read_rulebook(Path(__file__).parent / "rulebook_warm_lanterns.toml")
        self.pace = WarmPace(self)

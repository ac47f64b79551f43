"""Nim: everything about it is open, so it has only its rules. The guide “Add a game” shows this file."""

from pathlib import Path

from tabletop_kernel import Game, Verdict
from tabletop_kernel.contract.events import EVERYONE
from tabletop_kernel.contract.game import outcome_for
from tabletop_kernel.contract.open_information import OpenState
from tabletop_kernel.contract.rulebook import read_rulebook


class Nim(Game):
    name, title, version = "nim", "Nim", "1"
    seats = range(2, 3)

    def __init__(self):
        self.rulebook = read_rulebook(Path(__file__).parent / "rulebook_nim.toml")

    def setup(self, config, chance, emit=None):
        return OpenState(config, chance, heaps=[3, 4, 5], mover=0)

    def deciders(self, state):
        return (state.mover,) if any(state.heaps) else ()

    def moves(self, state, seat):
        return [("take", n, count) for n, heap in enumerate(state.heaps, 1) for count in range(1, heap + 1)]

    def refuse(self, state, seat, move):
        if not any(state.heaps):
            return Verdict("end.last")
        if seat != state.mover:
            return Verdict("turn.order")
        return Verdict("turn.take", heaps=", ".join(map(str, state.heaps)))

    def apply(self, state, seat, move, emit=None):
        _, n, count = move
        state.heaps[n - 1] -= count
        state.mover = 1 - seat
        if emit:
            emit("take", "turn.take", EVERYONE, seat=seat, heap=n, count=count)
            if not any(state.heaps):
                emit("last", "end.last", EVERYONE)

    def outcome(self, state):
        if any(state.heaps):
            return None
        wins = state.config.rulings["ruling.last"] == "wins"
        winner = 1 - state.mover if wins else state.mover
        return outcome_for("end.last", (winner,), (1 - winner, winner))

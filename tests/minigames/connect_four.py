"""Connect four on the contract."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tabletop_kernel import Verdict
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.errors import PositionError
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import DRAWN, Config, Game, Move, Outcome, Position, View, outcome_for
from tabletop_kernel.contract.rulebook import read_rulebook
from tabletop_kernel.contract.state_fields import TableState, fact, kept

COLUMNS, HEIGHT = 7, 6
NEXT = ((1,), (0,))  # who decides after whom
MOVES: list[Move] = [("drop", column) for column in range(COLUMNS)]
COLUMN_OF = {move: column for column, move in enumerate(MOVES)}
STRIDE = HEIGHT + 1  # one row of empty cells above each column, so that no line runs round a corner
DIRECTIONS = (1, STRIDE, STRIDE - 1, STRIDE + 1)


class State(TableState):
    cells: list[int] = fact([0] * (COLUMNS * HEIGHT))  # column by column, from the bottom: 0 empty, else seat + 1
    heights: list[int] = kept(lambda: [0] * COLUMNS)
    disks: list[int] = kept(lambda: [0, 0])  # the cells of each seat as bits
    stones: int = kept(int)
    turn: tuple[int, ...] = kept(lambda: (0,))
    winner: int = fact(-1)

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.set_defaults(2)


def has_four(disks: int) -> bool:
    """Whether the bits hold four in a line."""
    for direction in DIRECTIONS:
        pairs = disks & disks >> direction
        if pairs & pairs >> 2 * direction:
            return True
    return False


class ConnectFour(Game[State]):
    name, title, version = "connect_four", "Connect four", "1"
    seats = range(2, 3)

    def __init__(self) -> None:
        self.rulebook = read_rulebook(Path(__file__).parent / "rulebook_connect_four.toml")

    def setup(self, config: Config, chance: Chance, emit: Emit | None = None) -> State:
        return State(chance)

    def deciders(self, state: State) -> Sequence[int]:
        return state.turn

    def moves(self, state: State, seat: int) -> list[Move]:
        heights = state.heights
        return [MOVES[column] for column in range(COLUMNS) if heights[column] < HEIGHT]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if seat not in state.turn:
            if state.turn:
                return Verdict("drop.turns")
            return Verdict("drop.full" if state.winner < 0 else "drop.four")
        column = COLUMN_OF.get(move)
        if column is None:
            return Verdict("drop.column")
        return Verdict("drop.height", column=column)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None = None) -> None:
        column: Any = move[1]
        height = state.heights[column]
        state.cells[column * HEIGHT + height] = seat + 1
        state.heights[column] = height + 1
        state.disks[seat] |= 1 << column * STRIDE + height
        state.stones += 1
        if emit:
            emit("drop", "drop.column", EVERYONE, seat=seat, column=column)
        if has_four(state.disks[seat]):
            state.turn, state.winner = (), seat
            if emit:
                emit("won", "drop.four", EVERYONE, seat=seat)
        elif state.stones == COLUMNS * HEIGHT:
            state.turn = ()
            if emit:
                emit("draw", "drop.full", EVERYONE)
        else:
            state.turn = NEXT[seat]

    def outcome(self, state: State) -> Outcome | None:
        if state.turn:
            return None
        if state.winner < 0:
            return Outcome("drop.full", (DRAWN, DRAWN), (0.5, 0.5))
        return outcome_for("drop.four", (state.winner,), (float(state.winner == 0), float(state.winner == 1)))

    def imagine(self, config: Config, view: View, chance: Chance) -> State:
        return self.read(config, view, chance)

    def read(self, config: Config, position: Position, chance: Chance) -> State:
        state = State(chance)
        cells = position.get("cells", state.cells)
        if not isinstance(cells, list) or len(cells) != COLUMNS * HEIGHT or any(c not in (0, 1, 2) for c in cells):
            raise PositionError(f"cells: {COLUMNS * HEIGHT} disks, each 0, 1 or 2.")
        for cell, disk in enumerate(cells):
            if disk:
                column, height = divmod(cell, HEIGHT)
                state.disks[disk - 1] |= 1 << column * STRIDE + height
                state.heights[column] = height + 1
        state.cells = list(cells)
        state.stones = COLUMNS * HEIGHT - cells.count(0)
        state.winner = position.get("winner", -1)
        state.turn = (state.stones % 2,) if state.winner < 0 and state.stones < COLUMNS * HEIGHT else ()
        return state

    def faults(self, state: State) -> list[str]:
        mine, theirs = (disks.bit_count() for disks in state.disks)
        return [] if mine - theirs in (0, 1) and mine + theirs == state.stones else ["cells: not in turn."]

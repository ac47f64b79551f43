"""Tic-tac-toe on the contract: the smallest example of a game."""

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
from tabletop_kernel.contract.teaching import Teaching

ALLOWED_BY = {"mark": ["line.mark", "line.turns", "line.empty"]}
CELLS = range(9)
NEXT = ((1,), (0,))  # who decides after whom
MOVES: list[Move] = [("mark", cell) for cell in range(9)]
CELL_OF = {move: cell for cell, move in enumerate(MOVES)}
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
THROUGH = [[tuple(other for other in row if other != cell) for row in ROWS if cell in row] for cell in range(9)]


class State(TableState):
    board: list[int] = fact([0] * 9)  # 0 empty, else seat + 1
    marks: int = kept(int)
    turn: tuple[int, ...] = kept(lambda: (0,))
    winner: int = fact(-1)

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.set_defaults(2)


class TicTacToe(Game[State]):
    name, title, version = "tictactoe", "Tic-tac-toe", "1"
    seats = range(2, 3)

    def __init__(self) -> None:
        here = Path(__file__).parent
        self.rulebook = read_rulebook(here / "rulebook_tictactoe.toml")
        facts = {"winning_cells": winning_cells, "ending": ending}
        self.teaching = Teaching(here / "lessons_tictactoe.toml", facts, ALLOWED_BY)

    def setup(self, config: Config, chance: Chance, emit: Emit | None = None) -> State:
        return State(chance)

    def deciders(self, state: State) -> Sequence[int]:
        return state.turn

    def moves(self, state: State, seat: int) -> list[Move]:
        board = state.board
        return [MOVES[cell] for cell in CELLS if not board[cell]]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if seat not in state.turn:
            if state.turn:
                return Verdict("line.turns")
            return Verdict("line.full" if state.winner < 0 else "line.three")
        cell = CELL_OF.get(move)
        if cell is None:
            return Verdict("line.mark")
        return Verdict("line.empty", cell=cell)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None = None) -> None:
        cell: Any = move[1]
        board = state.board
        board[cell] = mark = seat + 1
        state.marks += 1
        if emit:
            emit("mark", "line.mark", EVERYONE, seat=seat, cell=cell)
        for a, b in THROUGH[cell]:
            if board[a] == mark and board[b] == mark:
                state.turn, state.winner = (), seat
                if emit:
                    emit("won", "line.three", EVERYONE, seat=seat)
                return
        if state.marks == 9:
            state.turn = ()
            if emit:
                emit("draw", "line.full", EVERYONE)
        else:
            state.turn = NEXT[seat]

    def outcome(self, state: State) -> Outcome | None:
        if state.turn:
            return None
        if state.winner < 0:
            return Outcome("line.full", (DRAWN, DRAWN), (0.5, 0.5))
        return outcome_for("line.three", (state.winner,), (float(state.winner == 0), float(state.winner == 1)))

    def imagine(self, config: Config, view: View, chance: Chance) -> State:
        return self.read(config, view, chance)

    def read(self, config: Config, position: Position, chance: Chance) -> State:
        state = State(chance)
        board = position.get("board", [0] * 9)
        if not isinstance(board, list) or len(board) != 9 or any(mark not in (0, 1, 2) for mark in board):
            raise PositionError("board: nine marks, each 0, 1 or 2.")
        state.board = list(board)
        state.marks = 9 - board.count(0)
        state.winner = position.get("winner", -1)
        if state.winner < 0 and state.marks < 9:
            state.turn = (state.marks % 2,)
        else:
            state.turn = ()
        return state

    def faults(self, state: State) -> list[str]:
        crosses, noughts = state.board.count(1), state.board.count(2)
        return [] if crosses - noughts in (0, 1) else ["board: the marks are not in turn."]


# -- what its lessons ask ----------------------------------------------------------------------------------------------


def winning_cells(state: State, seat: int) -> list[int]:
    """Where a seat would complete a row."""
    mark = seat + 1
    return [
        cell
        for cell in CELLS
        if not state.board[cell] and any({state.board[a], state.board[b]} == {mark} for a, b in THROUGH[cell])
    ]


def ending(state: State, seat: int, cell: int) -> str:
    """How it ends if this cell is marked now."""
    return "a win" if cell in winning_cells(state, seat) else "a draw" if state.marks == 8 else "nothing yet"

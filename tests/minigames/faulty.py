"""Tic-tac-toe with one fault each: what a check of the kernel is there to find."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tictactoe import MOVES, State, TicTacToe

from tabletop_kernel import Verdict
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.errors import PositionError, SetupError
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import LOST, WON, Config, Move, Option, Outcome, Position, View
from tabletop_kernel.contract.state_fields import zone
from tabletop_kernel.contract.table_options import Agreement
from tabletop_kernel.contract.telling import Telling


class Stuck(TicTacToe):
    def moves(self, state: Any, seat: int) -> list[Move]:
        return super().moves(state, seat) if state.marks < 3 else []

    def refuse(self, state: Any, seat: int, move: Move) -> Verdict:
        return super().refuse(state, seat, move) if state.marks < 3 else Verdict("line.full")


class LosesAPiece(TicTacToe):
    def faults(self, state: Any) -> list[str]:
        return ["A mark is gone."] if state.marks == 4 else []


class NoOutcome(TicTacToe):
    def outcome(self, state: Any) -> Outcome | None:
        return None


class EndsByNoRule(TicTacToe):
    def outcome(self, state: Any) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and replace(outcome, rule="line.four")


class NobodyWins(TicTacToe):
    def outcome(self, state: Any) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and replace(outcome, results=(LOST, LOST))


class ResultsInOwnWords(TicTacToe):
    def outcome(self, state: Any) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and replace(outcome, results=("victory", "defeat"))


class OneResultForTwo(TicTacToe):
    def outcome(self, state: Any) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and replace(outcome, results=(WON,))


class Team(Agreement):
    def is_team_game(self, config: Config) -> bool:
        return True


class TogetherButApart(TicTacToe):
    def __init__(self) -> None:
        super().__init__()
        self.agreement = Team(self)


class OneChoiceTooMany(TicTacToe):
    """Offers a board that it cannot lay."""

    def __init__(self) -> None:
        super().__init__()
        choices = {"plain": "The usual one.", "torn": "One that is torn."}
        self.agreement.options = (Option("board", "Which board?", choices),)

    def setup(self, config: Config, chance: Chance, emit: Emit | None = None) -> Any:
        if config.options["board"] == "torn":
            raise SetupError("The board is torn.")
        return super().setup(config, chance, emit)


class NoPicture(Telling):
    def portray(self, config: Config, view: View) -> list[str]:
        return [] if view["seat"] is None else super().portray(config, view)


class NothingForTheProjector(TicTacToe):
    def __init__(self) -> None:
        super().__init__()
        self.telling = NoPicture(self)


class SaysItTwice(TicTacToe):
    def moves(self, state: Any, seat: int) -> list[Move]:
        return super().moves(state, seat) + super().moves(state, seat)[:1]


class HalfASentence(TicTacToe):
    def refuse(self, state: Any, seat: int, move: Move) -> Verdict:
        return Verdict(super().refuse(state, seat, move).rule)  # the cell is missing


class ClonesForget(TicTacToe):
    def setup(self, config: Config, chance: Chance, emit: Emit | None = None) -> Any:
        return Forgetful(chance)


class Forgetful(State):
    __slots__ = ()

    def clone(self) -> Forgetful:
        return Forgetful(self.chance.clone())


class NeverTheSame(TicTacToe):
    """Remembers other games that were played with it."""

    applied = 0

    def apply(self, state: Any, seat: int, move: Move, emit: Emit | None = None) -> None:
        super().apply(state, seat, move, emit)
        self.applied += 1

    def view(self, state: Any, seat: int | None) -> View:
        return {**super().view(state, seat), "applied": self.applied}

    def write(self, state: Any) -> Position:
        return {**super().write(state), "applied": self.applied}


class RefusesItsOwn(TicTacToe):
    def read(self, config: Config, position: Position, chance: Chance) -> State:
        if any(position.get("board", ())):
            raise PositionError("board: only an empty one.")
        return super().read(config, position, chance)


class ReadsAnother(TicTacToe):
    def read(self, config: Config, position: Position, chance: Chance) -> State:
        state = super().read(config, position, chance)
        state.winner = -1
        return state


class ByTheOrderOfASet(TicTacToe):
    def moves(self, state: Any, seat: int) -> list[Move]:
        return [MOVES[int(cell)] for cell in {str(cell) for cell in range(9) if not state.board[cell]}]


class CitesNoRule(TicTacToe):
    def apply(self, state: Any, seat: int, move: Move, emit: Emit | None = None) -> None:
        super().apply(state, seat, move, emit)
        if emit:
            emit("mark", "line.four", EVERYONE, seat=seat, cell=0)


class WithoutAWord(TicTacToe):
    def apply(self, state: Any, seat: int, move: Move, emit: Emit | None = None) -> None:
        super().apply(state, seat, move, emit)
        if emit:
            emit("nods", "line.mark", EVERYONE, seat=seat)


class HalfAnEvent(TicTacToe):
    def apply(self, state: Any, seat: int, move: Move, emit: Emit | None = None) -> None:
        super().apply(state, seat, move, emit)
        if emit:
            emit("mark", "line.mark", EVERYONE, seat=seat)  # the cell is missing


# -- secrets -----------------------------------------------------------------------------------------------------------


class Sealed(State):
    """With a number in an envelope."""

    secret: list[int] = zone()


class Envelope(TicTacToe):
    """Nothing is wrong with this one: nobody sees the number, and nothing depends on it."""

    def setup(self, config: Config, chance: Chance, emit: Emit | None = None) -> Any:
        state = Sealed(chance)
        state.secret = [chance.roll("envelope", 8)]
        return state

    def imagine(self, config: Config, view: View, chance: Chance) -> Any:
        return self.read(config, {**view, "secret": [chance.roll("imagined", 8)]}, chance)

    def read(self, config: Config, position: Position, chance: Chance) -> Any:
        plain, state = super().read(config, position, chance), Sealed(chance)
        state.board, state.marks, state.turn, state.winner = plain.board, plain.marks, plain.turn, plain.winner
        state.secret = list(position.get("secret", [1]))
        return state


class TellsInItsView(Envelope):
    def view(self, state: Any, seat: int | None) -> View:
        return {**super().view(state, seat), "hint": state.secret[0] % 2}


class TellsTheProjector(Envelope):
    def view(self, state: Any, seat: int | None) -> View:
        seen = super().view(state, seat)
        return {**seen, "secret": state.secret[:]} if seat is None else seen


class TellsByItsMoves(Envelope):
    def moves(self, state: Any, seat: int) -> list[Move]:
        return super().moves(state, seat)[:: 1 if state.secret[0] % 2 else -1]


class TellsInItsRefusals(Envelope):
    def refuse(self, state: Any, seat: int, move: Move) -> Verdict:
        verdict = super().refuse(state, seat, move)
        return Verdict(verdict.rule, **verdict.facts, hint=state.secret[0])


class TellsInItsLog(Envelope):
    def apply(self, state: Any, seat: int, move: Move, emit: Emit | None = None) -> None:
        super().apply(state, seat, move, emit)
        if emit:
            emit("mark", "line.mark", EVERYONE, seat=seat, cell=state.secret[0])


class ImaginesNonsense(Envelope):
    def imagine(self, config: Config, view: View, chance: Chance) -> Any:
        state = super().imagine(config, view, chance)
        state.board = [1] * 9
        return state

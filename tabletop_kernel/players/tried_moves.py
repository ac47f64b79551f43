"""The immediate result of a move, tried on copies: no effect, a win, or a loss.

Code that suggests moves uses this. Every copy looks the same to the seat that asks, so the answer reveals nothing
hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletop_kernel.contract.chance import Chance, derive
from tabletop_kernel.contract.coach_sentences import gains_nothing
from tabletop_kernel.contract.events import Event, recorder, sees
from tabletop_kernel.contract.game import LOST, WON, AnyGame, Config, Move, State, View

TABLES_FOR_NO_EFFECT = 3  # tables to try before saying that a move changes nothing
TABLES_FOR_AN_ENDING = 12  # and before saying that it ends the game


class Ending(NamedTuple):
    """A move's end of the game for its seat. `sure` means that no die, card or hidden answer had a part in it."""

    result: str  # `game.WON` or `game.LOST`
    sure: bool


class Tryouts:
    """The moves of one seat at one moment, each tried on demand."""

    def __init__(self, game: AnyGame, config: Config, view: View, moves: Sequence[Move]) -> None:
        self._game, self._config, self._view, self._seat = game, config, view, int(view["seat"])
        self._plain = [move for move in moves if len(move) == 1]  # such as passing: they name no piece
        self._worlds: list[State] = []
        self._after_plain: list[dict[Move, object]] = []  # each table's essence after each plain move

    def idle(self, move: Move) -> bool:
        """Tell if a move has no effect: it changes nothing, or only what passing changes, or the log says so.

        A move that names nothing, such as passing, is never idle: it is what remains if nothing else has an effect.
        """
        return len(move) > 1 and (self._is_in_vain(move) or self._changes_nothing(move))

    def without_idle(self, moves: Sequence[Move]) -> list[Move]:
        """Return the moves that have an effect, or all of them if none has."""
        return [move for move in moves if not self.idle(move)] or list(moves)

    def ending(self, move: Move) -> Ending | None:
        """Return how a move ends the game for its seat, or None unless it does so on every table tried."""
        ending: str | None = None
        sure = True
        for number in range(TABLES_FOR_AN_ENDING):
            twin, events = self._table_after(number, move)
            result = self._result(twin)
            if result is None or ending not in (None, result):
                return None
            ending = result
            sure = sure and self._is_foreseeable(number, twin, events)
        return Ending(ending, sure) if ending else None

    # -- on one table ---------------------------------------------------------------------------------------------

    def _world(self, number: int) -> State:
        while len(self._worlds) <= number:
            luck = Chance(derive(0, "tryouts", repr(self._view), len(self._worlds)))
            self._worlds.append(self._game.imagine(self._config, self._view, luck))
            self._after_plain.append({})
        return self._worlds[number]

    def _table_after(self, number: int, *moves: Move) -> tuple[State, list[Event]]:
        twin, events = self._world(number).clone(), list[Event]()
        for move in moves:
            self._game.apply(twin, self._seat, move, recorder(events))
        return twin, events

    def _is_in_vain(self, move: Move) -> bool:
        """Tell if the log would say that a move has no effect, and its game names no gain from it."""
        vain = self._game.opinions.in_vain
        if not vain or not all(self._log_says_in_vain(number, move) for number in range(TABLES_FOR_NO_EFFECT)):
            return False
        return gains_nothing(self._game.opinions.aims(self._config, self._view, self._seat, move))

    def _log_says_in_vain(self, number: int, move: Move) -> bool:
        _, events = self._table_after(number, move)
        return any(
            kind in self._game.opinions.in_vain and sees(audience, self._seat) for kind, _, audience, _ in events
        )

    def _changes_nothing(self, move: Move) -> bool:
        return all(self._leaves_table_the_same(number, move) for number in range(TABLES_FOR_NO_EFFECT))

    def _leaves_table_the_same(self, number: int, move: Move) -> bool:
        """Tell if a table is the same after a move as before, as after a plain move, or once a plain move follows.

        A plain move, such as being done, makes the number of moves left irrelevant. But if a move opens a new one, it
        began something that a plain move may only have cancelled.
        """
        game, seat = self._game, self._seat
        twin, _ = self._table_after(number, move)
        looks_after = self._looks(twin)
        if looks_after == self._looks(self._world(number)):
            return True
        after_plain_alone = [self._looks_after_plain(number, plain) for plain in self._plain]
        if looks_after in after_plain_alone:
            return True
        if seat not in game.deciders(twin):
            return False
        moves_after = game.moves(twin, seat)
        if not set(moves_after) <= set(game.moves(self._world(number), seat)):
            return False
        plain_afterwards = [plain for plain in self._plain if plain in moves_after]
        return bool(plain_afterwards) and all(
            self._looks(self._table_after(number, move, plain)[0]) == self._looks_after_plain(number, plain)
            for plain in plain_afterwards
        )

    def _looks_after_plain(self, number: int, plain: Move) -> object:
        looks_by_move = self._after_plain[number]
        if plain not in looks_by_move:
            looks_by_move[plain] = self._looks(self._table_after(number, plain)[0])
        return looks_by_move[plain]

    def _looks(self, table: State) -> object:
        """Return all that matters about a table, and its luck to come, which dice rolls change."""
        return self._game.opinions.essence(table), table.chance.write()

    def _result(self, table: State) -> str | None:
        """Return WON or LOST if the game is over for the seat, or None; a draw is neither."""
        outcome = self._game.outcome(table)
        if outcome is None:
            return LOST if self._game.opinions.is_out(table, self._seat) else None
        result = outcome.results[self._seat]
        return result if result in (WON, LOST) else None

    def _is_foreseeable(self, number: int, twin: State, events: Sequence[Event]) -> bool:
        lucky = twin.chance.write() != self._world(number).chance.write()
        return not lucky and not any(event[0] in self._game.reveals for event in events)

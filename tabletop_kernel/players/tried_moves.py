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

TABLES = 3  # tables to try before saying that a move changes nothing
TABLES_TO_THE_END = 12  # and before saying that it ends the game


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
        return len(move) > 1 and (self._in_vain(move) or self._changes_nothing(move))

    def without_idle(self, moves: Sequence[Move]) -> list[Move]:
        """Return the moves that have an effect, or all of them if none has."""
        return [move for move in moves if not self.idle(move)] or list(moves)

    def ending(self, move: Move) -> Ending | None:
        """Return how a move ends the game for its seat, or None unless it does so on every table tried."""
        found: str | None = None
        sure = True
        for number in range(TABLES_TO_THE_END):
            twin, events = self._tried(number, move)
            result = self._result(twin)
            if result is None or found not in (None, result):
                return None
            found = result
            sure = sure and self._foreseeable(number, twin, events)
        return Ending(found, sure) if found else None

    # -- on one table ---------------------------------------------------------------------------------------------

    def _world(self, number: int) -> State:
        while len(self._worlds) <= number:
            luck = Chance(derive(0, "tryouts", repr(self._view), len(self._worlds)))
            self._worlds.append(self._game.imagine(self._config, self._view, luck))
            self._after_plain.append({})
        return self._worlds[number]

    def _tried(self, number: int, *moves: Move) -> tuple[State, list[Event]]:
        twin, events = self._world(number).clone(), list[Event]()
        for move in moves:
            self._game.apply(twin, self._seat, move, recorder(events))
        return twin, events

    def _in_vain(self, move: Move) -> bool:
        """Tell if the log would say that a move has no effect, and its game names no gain from it."""
        vain = self._game.opinions.in_vain
        if not vain or not all(self._said_in_vain(number, move) for number in range(TABLES)):
            return False
        return gains_nothing(self._game.opinions.aims(self._config, self._view, self._seat, move))

    def _said_in_vain(self, number: int, move: Move) -> bool:
        _, events = self._tried(number, move)
        return any(
            kind in self._game.opinions.in_vain and sees(audience, self._seat) for kind, _, audience, _ in events
        )

    def _changes_nothing(self, move: Move) -> bool:
        return all(self._same_table(number, move) for number in range(TABLES))

    def _same_table(self, number: int, move: Move) -> bool:
        """Tell if a table is the same after a move as before, as after a plain move, or once a plain move follows.

        A plain move, such as being done, makes the number of moves left irrelevant. But if a move opens a new one, it
        began something that a plain move may only have cancelled.
        """
        game, seat = self._game, self._seat
        twin, _ = self._tried(number, move)
        after = self._looks(twin)
        if after == self._looks(self._world(number)):
            return True
        alone = [self._plainly(number, plain) for plain in self._plain]
        if after in alone:
            return True
        if seat not in game.deciders(twin):
            return False
        offered = game.moves(twin, seat)
        if not set(offered) <= set(game.moves(self._world(number), seat)):
            return False
        both = [plain for plain in self._plain if plain in offered]
        return bool(both) and all(
            self._looks(self._tried(number, move, plain)[0]) == self._plainly(number, plain) for plain in both
        )

    def _plainly(self, number: int, plain: Move) -> object:
        known = self._after_plain[number]
        if plain not in known:
            known[plain] = self._looks(self._tried(number, plain)[0])
        return known[plain]

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

    def _foreseeable(self, number: int, twin: State, events: Sequence[Event]) -> bool:
        lucky = twin.chance.write() != self._world(number).chance.write()
        return not lucky and not any(event[0] in self._game.reveals for event in events)

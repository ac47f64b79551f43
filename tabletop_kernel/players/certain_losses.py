"""Moves that surely lose the game, as far as their seat can know.

No game declares such moves. A move is tried on imagined tables that look just like the real one to its seat, so neither
a warning nor its absence reveals hidden things. A loss is certain if it happens at each of these tables, whatever the
seat answers to the next few questions. If dice or other players have a part in it, more tables are tried, and the loss
counts only if the seat drops out or nobody wins: others may miss a victory within their reach. A move isn't at fault if
no other way of playing helps, so running out of days gives no warning.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.events import Event, recorder, sees
from tabletop_kernel.contract.game import LOST, TAKE_BACK, AnyGame, Config, Move, State, View

TABLES_WITHOUT_LUCK = 24  # imagined tables if only the move decides
TABLES_WITH_LUCK = 60  # and if luck or other players have a part in it
MOST_QUESTIONS = 2  # questions to the seat that may still come before the end
MOST_ANSWERS = 4  # and the answers that each may have
OTHER_WAYS_TRIED = 12  # other ways of playing to try, until one is better
MOST_MOVES = 60  # most moves at an imagined table until then


class _World:
    """An imagined table in play, and what its seat has seen there."""

    def __init__(self, game: AnyGame, state: State, seat: int, rng: Random, events: Sequence[Event] = ()) -> None:
        self.game, self.state, self.seat, self.rng = game, state, seat, rng
        self.events = list(events)
        self.had_luck = False

    def copy_after(self, move: Move) -> _World:
        """Return a copy of this world after a move of the seat."""
        twin = _World(self.game, self.state.clone(), self.seat, self.rng, self.events)
        twin.had_luck = self.had_luck
        twin._make(self.seat, move)
        return twin

    def _make(self, seat: int, move: Move) -> None:
        before = dict(self.state.chance.counts)
        self.game.apply(self.state, seat, move, recorder(self.events))
        self.had_luck |= before != self.state.chance.counts

    @property
    def is_lost(self) -> bool:
        """Tell if the seat has lost or is out."""
        outcome = self.game.outcome(self.state)
        if outcome is not None:
            return outcome.results[self.seat] == LOST
        return self.game.opinions.is_out(self.state, self.seat)

    @property
    def is_certain(self) -> bool:
        """Tell if no luck and no other player could have changed this end."""
        outcome = self.game.outcome(self.state)
        return (
            not self.had_luck
            or outcome is None
            or not outcome.winners
            or self.game.opinions.is_out(self.state, self.seat)
        )

    @property
    def turn(self) -> int:
        return self.game.pace.turns(self.state)

    def next_choice(self) -> list[Move]:
        """Return the seat's next real choice; empty if its game ends before one.

        On the way, others make plausible moves, and forced moves of the seat are made for it.
        """
        game, state = self.game, self.state
        for _ in range(MOST_MOVES):
            if self.is_lost or game.outcome(state) is not None:
                return []
            if self.seat not in game.asked(state):
                other = game.pace.next_up(state)
                self._make(other, game.opinions.quick(state, other, game.moves(state, other), self.rng))
                self.had_luck = True
                continue
            moves = _without_take_backs(game.moves(state, self.seat))
            forced = moves[0] if len(moves) == 1 else game.pace.forced_move(state, self.seat)
            if forced is None:
                return moves
            self._make(self.seat, forced)
        return []


def certain_loss_events(game: AnyGame, config: Config, view: View, moves: Sequence[Move], move: Move) -> list[Event]:
    """Return what a seat would see if a move surely loses its game, whatever else happens on the way.

    Return nothing if it may play on, or if no other move would help.
    """
    others = [one for one in _without_take_backs(moves) if one != move]
    ends: list[_World] = []
    number, tables_to_try = 0, TABLES_WITHOUT_LUCK
    while others and number < tables_to_try:
        world = _imagine_world(game, config, view, number)
        if game.pace.is_opening(world.state):
            return []
        losing_ends = _ends_if_all_lose(world.copy_after(move), MOST_QUESTIONS)
        if not losing_ends:
            return []
        ends += losing_ends
        tables_to_try = TABLES_WITH_LUCK if any(end.had_luck for end in losing_ends) else tables_to_try
        number += 1
    if not ends or not _is_avoidable(game, config, view, others, ends[0].turn):
        return []
    return _events_in_all(ends)


def _imagine_world(game: AnyGame, config: Config, view: View, number: int) -> _World:
    return _World(game, game.imagine(config, view, Chance(number)), int(view["seat"]), Random(number))


def _without_take_backs(moves: Sequence[Move]) -> list[Move]:
    return [move for move in moves if move[0] != TAKE_BACK]


def _ends_if_all_lose(world: _World, questions: int) -> list[_World]:
    """Return every end that the seat's answers lead to, if all of them lose its game; else nothing."""
    moves = world.next_choice()
    if world.is_lost:
        return [world] if world.is_certain else []
    if not questions or not 0 < len(moves) <= MOST_ANSWERS:
        return []
    ends: list[_World] = []
    for move in moves:
        losing_ends = _ends_if_all_lose(world.copy_after(move), questions - 1)
        if not losing_ends:
            return []
        ends += losing_ends
    return ends


def _events_in_all(ends: Sequence[_World]) -> list[Event]:
    """Return the events that the seat sees in every one of these ends."""
    events_of_ends = [{repr(event) for event in end.events} for end in ends]
    first = ends[0]
    return [
        event
        for event in first.events
        if sees(event[2], first.seat) and all(repr(event) in one for one in events_of_ends)
    ]


def _is_avoidable(game: AnyGame, config: Config, view: View, others: Sequence[Move], turn: int) -> bool:
    """Tell if some other way of playing gets past the turn in which the move would end the game."""
    return any(
        _gets_past(_imagine_world(game, config, view, number), others, turn) for number in range(OTHER_WAYS_TRIED)
    )


def _gets_past(world: _World, moves: Sequence[Move], turn: int) -> bool:
    """Tell if a seat that starts with one of these moves and plays at random survives that turn, or wins."""
    now = world.turn
    for _ in range(MOST_MOVES):
        world = world.copy_after(world.rng.choice(moves))
        moves = world.next_choice()
        if not moves:
            return not world.is_lost
        if world.turn > now and world.turn >= turn:
            return True
    return False

"""What a move comes to at once: a win, a loss or nothing, as far as the seat that asks can know."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from tictactoe import State, TicTacToe

from tabletop_kernel import Session, load
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import LOST, WON, Config, Move, View
from tabletop_kernel.contract.opinions import Opinions
from tabletop_kernel.players.bots import forward, make_bot
from tabletop_kernel.players.coach import LEAST_TRIALS_TO_COMPARE, Advisor, compare_moves
from tabletop_kernel.players.coach import Node as Tried
from tabletop_kernel.players.tried_moves import Ending, Tryouts

ALMOST = {"board": [1, 1, 0, 2, 2, 0, 0, 0, 0]}
POLISH, SHOUT, RESIGN, GAMBLE = ("polish", 1), ("shout", 1), ("resign", 1), ("gamble", 1)


class Chatty(TicTacToe):
    """Beside marks there are moves that change nothing, one that shouts in vain, and two that may end it all."""

    reveals = frozenset(("rolls",))

    def __init__(self) -> None:
        super().__init__()
        self.opinions = Taste(self)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [POLISH, SHOUT, RESIGN, GAMBLE, *super().moves(state, seat)]

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None = None) -> None:
        if move == SHOUT:
            state.chance.roll("voice")
            if emit:
                emit("in-vain", "line.mark", EVERYONE)
        elif move == GAMBLE:
            state.winner = 1 - seat if state.chance.roll("coin") else -1
            state.turn = ()
            if emit:
                emit("rolls", "line.mark", EVERYONE)
        elif move == RESIGN:
            state.winner, state.turn = 1 - seat, ()
        elif move != POLISH:
            super().apply(state, seat, move, emit)


class Taste(Opinions):
    in_vain = frozenset(("in-vain",))

    def appraise(self, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
        return [2.0 if move in (POLISH, SHOUT) else 1.0 for move in moves]


def at(position: dict[str, Any], game: TicTacToe | None = None) -> Session:
    return Session.at(game or Chatty(), position)


def tryouts(session: Session) -> Tryouts:
    return Tryouts(session.game, session.config, session.view(0), session.moves(0))


def test_a_move_is_idle_if_nothing_changes_or_the_log_says_so() -> None:
    session = at(ALMOST)
    tried = tryouts(session)
    assert [move for move in session.moves(0) if tried.idle(move)] == [POLISH, SHOUT]
    assert tried.without_idle([POLISH, SHOUT]) == [POLISH, SHOUT], "something has to be done"


def test_what_the_log_calls_in_vain_may_still_be_good_for_something() -> None:
    class Loud(Taste):
        def aims(self, config: Config, view: View, seat: int, move: Move) -> str:
            return "wakes the other player"

    game = Chatty()
    game.opinions = Loud(game)
    assert not tryouts(at(ALMOST, game)).idle(SHOUT)


def test_wins_and_losses_at_once() -> None:
    tried = tryouts(at(ALMOST))
    assert tried.ending(("mark", 2)) == Ending(WON, sure=True)
    assert tried.ending(RESIGN) == Ending(LOST, sure=True)
    assert tried.ending(GAMBLE) == Ending(LOST, sure=False), "so it was on every table that was tried"
    assert tried.ending(("mark", 5)) is None and tried.ending(POLISH) is None


def test_who_is_out_has_lost_though_the_others_play_on() -> None:
    class Strict(Taste):
        def is_out(self, state: State, seat: int) -> bool:
            return bool(state.board[8])

    game = Chatty()
    game.opinions = Strict(game)
    tried = tryouts(at(ALMOST, game))
    assert tried.ending(("mark", 8)) == Ending(LOST, sure=True) and tried.ending(("mark", 5)) is None


def test_neither_coach_nor_bots_choose_what_does_nothing() -> None:
    session = at(ALMOST)
    advisor = Advisor(session.game, session.config, session.view(0), session.moves(0))
    advisor.trials = 200
    while not advisor.done:
        advisor.think()
    found = advisor.answer()
    assert found[0].move == ("mark", 2) and found[0].ending == Ending(WON, sure=True)
    assert not {POLISH, SHOUT} & {advice.move for advice in found}
    bot = make_bot("mcts:8", session.game, session.config, 0, 1)
    assert bot.choose(session.view(0), [POLISH, SHOUT, ("mark", 5)]) == ("mark", 5)


def test_among_equals_a_greedy_bot_passes() -> None:
    game = Chatty()
    bot = make_bot("greedy", game, Session(game).config, 0, 1)
    moves: list[Move] = [("mark", 0), ("mark", 1), ("pass",)]
    assert bot.choose(Session(game).view(0), moves) == ("pass",)


# -- how moves compare -------------------------------------------------------------------------------------------------


def tried_often(visits: int, mean: float, spread: float = 0.0) -> Any:
    node = Tried(("mark", 0))
    node.visits, node.value, node.squares = visits, visits * mean, visits * (mean**2 + spread)
    return node


@pytest.mark.parametrize(
    ("one", "other", "level"),
    [
        ((LEAST_TRIALS_TO_COMPARE, 0.8), (LEAST_TRIALS_TO_COMPARE, 0.6), 2),
        ((LEAST_TRIALS_TO_COMPARE, 0.65), (LEAST_TRIALS_TO_COMPARE, 0.6), 1),
        ((LEAST_TRIALS_TO_COMPARE, 0.6), (LEAST_TRIALS_TO_COMPARE, 0.65), -1),
        ((LEAST_TRIALS_TO_COMPARE, 0.61), (LEAST_TRIALS_TO_COMPARE, 0.6), 0),
        ((LEAST_TRIALS_TO_COMPARE, 0.8, 0.2), (LEAST_TRIALS_TO_COMPARE, 0.6, 0.2), 1),
        ((LEAST_TRIALS_TO_COMPARE, 0.7, 0.2), (LEAST_TRIALS_TO_COMPARE, 0.6, 0.2), 0),
        ((LEAST_TRIALS_TO_COMPARE - 1, 1.0), (500, 0.1), None),
        ((500, 1.0), (LEAST_TRIALS_TO_COMPARE - 1, 0.1), None),
    ],
)
def test_a_difference_counts_if_it_is_large_and_no_luck(one: Any, other: Any, level: int | None) -> None:
    assert compare_moves(tried_often(*one), tried_often(*other)) == level


@pytest.mark.parametrize("name", ["deck_goes_west", "tamashii"])
def test_moves_are_tried_often_enough_to_be_compared(name: str) -> None:
    """Games that imagine slowly try a few moves often, and not many of them now and then."""
    game = load(name)
    session, rng = Session(game, seed=2), Random(2)
    while session.length < 30 or len(forward(session.moves(session.deciders[0]))) < 4:
        seat = game.pace.next_up(session.truth)
        session.submit(seat, rng.choice(forward(session.moves(seat))))
    seat = session.deciders[0]
    advisor = Advisor(game, session.config, session.view(seat), session.moves(seat))
    advisor.trials = 6 * LEAST_TRIALS_TO_COMPARE
    while not advisor.done:
        advisor.think()
    assert all(advice.better is not None or advice.ending is not None for advice in advisor.answer())


def test_tables_that_look_the_same_get_the_same_answers() -> None:
    game, rng = load("the_north"), Random(4)
    session = Session(game, seed=4)
    for _ in range(40):
        seat = session.deciders[0]
        moves, view = forward(session.moves(seat)), session.view(seat)
        other = Session(game, seed=4)
        other.truth = game.imagine(session.config, view, Chance(rng.getrandbits(40)))
        tables = [Tryouts(game, session.config, one, moves) for one in (view, other.view(seat))]
        answers = [[(tried.idle(move), tried.ending(move)) for move in moves] for tried in tables]
        assert answers[0] == answers[1]
        session.submit(seat, rng.choice(moves))

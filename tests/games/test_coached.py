"""What the coach proposes in every game: never a move that does nothing, and nothing that can't be done together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tabletop_kernel import Session, load
from tabletop_kernel.content.installed_games import games
from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.contract.game import LOST, TAKE_BACK, WON, Move
from tabletop_kernel.games.tamashii.components import SLOT
from tabletop_kernel.games.tamashii.opinions.ready_patterns import ready_in_words, ready_keys
from tabletop_kernel.players.bots import forward
from tabletop_kernel.players.coach import Advice, Advisor
from tabletop_kernel.players.tried_moves import Ending

every_game = pytest.mark.parametrize("name", games())
ASKED = 12  # moments of each game


def moments(name: str, seed: int, share: float = 0.15, options: dict[str, str] | None = None) -> Iterator[Any]:
    """Random moments of random games at which there is something to choose."""
    rng, game = Random(seed), load(name)
    while True:
        session = Session(game, seed=rng.getrandbits(30), options=options or {})
        while session.deciders and session.length < 250:
            seat = game.pace.next_up(session.truth)
            moves = forward(session.moves(seat))
            if len(moves) > 2 and rng.random() < share:
                yield session, seat, moves
            session.submit(seat, rng.choice(moves))


def advised(session: Session, seat: int, moves: list[Move]) -> list[Advice]:
    advisor = Advisor(session.game, session.config, session.view(seat), moves)
    advisor.trials = 16
    while not advisor.done:
        advisor.think()
    return advisor.answer()


def after(session: Session, seat: int, *moves: Move) -> tuple[Any, Any, list[Event]]:
    """The true table after some moves, all that there is of it, and what has happened."""
    twin, events = session.truth.clone(), list[Event]()
    for move in moves:
        session.game.apply(twin, seat, move, recorder(events))
    return twin, (session.game.write(twin), twin.chance.write()), events


def does_nothing(session: Session, seat: int, moves: list[Move], move: Move) -> bool:
    """Whether passing is all that a move comes to on the true table."""
    plain = [one for one in moves if len(one) == 1 and one[0] != TAKE_BACK]
    if len(move) == 1:
        return False
    table, looks, _ = after(session, seat, move)
    if looks in [after(session, seat, *passed)[1] for passed in [(), *((one,) for one in plain)]]:
        return True
    then = session.game.moves(table, seat) if seat in session.game.deciders(table) else []
    if not set(then) <= set(session.moves(seat)):
        return False
    both = [one for one in plain if one in then]
    return bool(both) and all(after(session, seat, move, one)[1] == after(session, seat, one)[1] for one in both)


@every_game
def test_nothing_is_proposed_that_does_nothing(name: str) -> None:
    """Offered are all moves, or where some do nothing, these and two others: then the coach has no way around them."""
    found = moments(name, 1)
    for _ in range(ASKED):
        session, seat, moves = next(found)
        idle = [move for move in moves if does_nothing(session, seat, moves, move)]
        useful = [move for move in moves if move not in idle]
        offered = [*idle[:4], *useful[:1], *useful[-1:]] if idle and useful else moves
        for advice in advised(session, seat, offered):
            assert advice.move in useful or not useful, session.phrase(seat, advice.move)


def test_what_ends_the_game_at_once_is_called_so() -> None:
    """In The North, where random games end soon: nothing is turned up or rolled, and the coach says how."""
    found, met = moments("the_north", 2, 1.0), 0
    for session, seat, moves in (next(found) for _ in range(4000)):
        if met == 3:
            break
        results = {move: ended(session, seat, move) for move in moves[-4:]}
        sure = {move: result for move, result in results.items() if result}
        met += bool(sure)
        for advice in advised(session, seat, list(results)) if sure else ():
            expected = Ending(sure[advice.move], sure=True) if advice.move in sure else None
            assert advice.ending == expected, session.phrase(seat, advice.move)
    assert met == 3


def ended(session: Session, seat: int, move: Move) -> str:
    """What the game has come to for a seat after a move that turned up nothing; else empty."""
    table, (_, luck), events = after(session, seat, move)
    if luck != session.truth.chance.write() or any(event[0] in session.game.reveals for event in events):
        return ""
    outcome = session.game.outcome(table)
    result = outcome.results[seat] if outcome else LOST if session.game.opinions.is_out(table, seat) else ""
    return result if result in (WON, LOST) else ""


def test_equal_tokens_are_not_switched() -> None:
    found = moments("tamashii", 3, 0.5)
    asked = 0
    while asked < ASKED:
        session, seat, moves = next(found)
        grid = session.truth.grid[seat]
        equal = [one for one in moves if one[0] == "switch" and grid[SLOT[str(one[1])]] == grid[SLOT[str(one[2])]]]
        if equal and ("done",) in moves:
            asked += 1
            assert [advice.move for advice in advised(session, seat, [*equal[:3], ("done",)])] == [("done",)]


# -- what is said to go together ---------------------------------------------------------------------------------------


def can_be_launched_in_turn(session: Session, table: Any, seat: int, keys: list[str]) -> bool:
    """Whether a player can launch all of these, by the moves of the launch step itself."""
    if not keys:
        return True
    game: Any = session.game
    for move in game.moves(table, seat):
        if move[0] != "launch" or move[1] not in keys:
            continue
        twin = table.clone()
        game.apply(twin, seat, move)
        for _ in range(40):
            if not twin.frames or twin.frames[-1][:2] == ("launch", seat) or not game.asked(twin):
                break
            mover = game.pace.next_up(twin)
            game.apply(twin, mover, game.moves(twin, mover)[-1])
        going_on = bool(twin.frames) and twin.frames[-1][:2] == ("launch", seat)
        rest = [key for key in keys if key != move[1]]
        if not rest or (going_on and can_be_launched_in_turn(session, twin, seat, rest)):
            return True
    return False


def test_patterns_are_listed_together_only_if_all_of_them_can_be_launched() -> None:
    """In the launch step, as the rules have it: what is listed plainly is possible, and «either … or» is no more."""
    found = moments("tamashii", 4, 0.6)
    joint = either = 0
    for session, seat, _ in (next(found) for _ in range(1200)):
        table = session.truth
        if table.frames[-1][:2] != ("launch", seat):
            continue
        launchable = {str(move[1]) for move in session.moves(seat) if move[0] == "launch"}
        keys = [key for key in ready_keys(table, seat, table.grid[seat]) if key in launchable]
        if len(keys) < 2:
            continue
        said = ready_in_words(table, seat, table.grid[seat], keys)
        apart = said.startswith("either ") or "not all of them" in said
        assert can_be_launched_in_turn(session, table, seat, keys) != apart, said
        joint, either = joint + (not apart), either + apart
    assert joint and either


@every_game
def test_no_reason_has_loose_ends(name: str) -> None:
    found = moments(name, 5, 0.3)
    for _ in range(3 * ASKED):
        session, seat, moves = next(found)
        for move in moves[:40]:
            said = session.game.opinions.aims(session.config, session.view(seat), seat, move)
            assert said == said.strip(" ;,") and not re.search(r"[{}|]|;;|, ,|«»|of 100\b", said), (move, said)

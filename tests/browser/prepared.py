"""Tables at a moment that a test needs, as links: the page opens them as it opens anybody's."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from urllib.parse import quote

from tabletop_kernel.bots import forward, make_bot
from tabletop_kernel.games import load
from tabletop_kernel.lessons import Chapter
from tabletop_kernel.session import Session
from widgets.links import write_table
from widgets.shared.chair import Chair

GAME = load("royal_ascension")
THIRD_HEALTH = "battle.health"  # a step of its lessons in which a third health card is tempting
AGAINST_BOTS = (Chair(), Chair("greedy"), Chair("greedy"))


def played(until: Callable[[Session], bool], seed: int = 1) -> Session:
    """A game of three, played by quick bots up to a moment."""
    for trial in range(seed, seed + 50):
        session = Session(GAME, seats=3, seed=trial)
        bots = [make_bot("greedy", GAME, session.config, seat, trial) for seat in range(3)]
        while session.outcome is None:
            if until(session):
                return session
            seat = session.deciders[0]
            session.submit(seat, bots[seat].choose(session.view(seat), forward(session.moves(seat))))
        if until(session):
            return session
    raise AssertionError("no game came to this moment")


def may(verb: str) -> Callable[[Session], bool]:
    """The moment at which the first seat may make a move of this kind."""
    return lambda session: 0 in session.deciders and any(move[0] == verb for move in session.moves(0))


def my_turn(session: Session) -> bool:
    """The first seat begins a turn in the middle of the game."""
    return session.length > 40 and session.deciders == (0,) and ("roll", 1) in session.moves(0)


def over(session: Session) -> bool:
    return session.outcome is not None


@cache
def kept(until: Callable[[Session], bool]) -> str:
    """What a link keeps of a table that has come to this moment, one person playing against bots."""
    return write_table(AGAINST_BOTS, played(until))


LONG = {"tamashii": {"scenario": "S03"}}  # what is chosen where the usual game is over soon


@cache
def in_the_middle(name: str, length: int = 40, seats: int | None = None, **options: str) -> str:
    """What a link keeps of a game of one person against bots who move at first sight, at a decision of the person."""
    game = load(name)
    session = Session(game, seats=seats, seed=1, options=options or LONG.get(name, {}))
    bots = [make_bot("greedy", game, session.config, seat, 1) for seat in range(session.config.seats)]
    while session.length < length or 0 not in session.deciders:
        seat = session.deciders[0]
        session.submit(seat, bots[seat].choose(session.view(seat), forward(session.moves(seat))))
    return write_table([Chair(), *(Chair("greedy") for _ in bots[1:])], session)


def link(learn: str = "", **tables: Callable[[Session], bool]) -> str:
    """What stands behind the `#` of a page: some of its tables by their slots, and the step of a lesson."""
    parts = {slot: kept(until) for slot, until in tables.items()}
    if learn:
        parts["learn"] = f"TL1.royal_ascension/{learn}/"
    return "#" + "&".join(f"{slot}={quote(value, safe=',')}" for slot, value in parts.items())


def chapter(name: str) -> Chapter:
    return next(one for one in GAME.lessons if one.id == name)

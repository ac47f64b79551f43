"""Tables at a moment that a test needs, as links: the page opens them as it opens anybody's."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any
from urllib.parse import quote

from playwright.sync_api import expect
from tables import Table

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.lessons import Chapter
from tabletop_kernel.players.bots import forward, make_bot
from tabletop_kernel.table.saves import Input
from tabletop_kernel.table.session import Session
from widgets.links import write_table
from widgets.shared.chair import Chair

GAME = load("royal_ascension")
THIRD_HEALTH = "battle.health"  # a step of its lessons in which a third health card is tempting
AGAINST_BOTS = (Chair(), Chair("greedy"), Chair("greedy"))


def played(until: Callable[[Session], bool], seed: int = 1, name: str = GAME.name, seats: int = 3) -> Session:
    """A game, of three if nobody says otherwise, played by quick bots up to a moment."""
    game = load(name)
    for trial in range(seed, seed + 50):
        session = Session(game, seats=seats, seed=trial)
        bots = [make_bot("greedy", game, session.config, seat, trial) for seat in range(seats)]
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


@cache
def wandered(name: str, seats: int, seed: int, **options: str) -> Session:
    """A game in which everybody acts at random, to its end."""
    session, rng = Session(load(name), seats=seats, seed=seed, options=options), Random(seed)
    while session.deciders:
        seat = session.deciders[0]
        session.submit(seat, rng.choice(forward(session.moves(seat))))
    return session


def near_the_end(name: str, left: int, who: Sequence[str], seed: int, **options: str) -> tuple[str, list[Input]]:
    """What stands behind the `#` of a page with a game that has so many moves left; and these moves."""
    whole = wandered(name, len(who), seed, **options)
    session = Session(whole.game, seats=len(who), seed=seed, options=options)
    for one in whole.inputs[:-left]:
        session.submit(one.seat, one.move)
    return table_link([Chair(one) for one in who], session), list(whole.inputs[-left:])


def follow(table: Table, moves: Sequence[Input]) -> list[dict[str, Any]]:
    """Make these moves by mouse, through every curtain; those that fell, behind none of which a hand was seen."""
    fell = []
    for one in moves:
        screen = table.screen
        if screen["kind"] == "curtain":
            fell.append(screen)
            assert_no_hand(table)
            table.after(table.root.locator("[data-land=lift]").click)
        table.play(list(one.move))
    return fell


def assert_no_hand(table: Table) -> None:
    """While the curtain is down no hand is in the page, and none was sent."""
    expect(table.root.locator(".part-hand")).to_have_count(0)
    assert '"hand:' not in json.dumps(table.screen)


def lay_out(table: Table, code: str) -> Table:
    """Put another game on a table, as somebody does who pastes its code, once no bot is at work."""
    table.settle()
    table.forge({"do": "restore", "code": code, "at": table.at, "seat": table.screen.get("viewer")})
    assert table.screen["kind"] in ("table", "curtain") and not table.screen.get("why"), table.screen.get("why")
    return table


def table_link(chairs: Sequence[Chair], session: Session) -> str:
    """What stands behind the `#` of a page with this table."""
    return f"#play={quote(write_table(chairs, session), safe=',')}"


def link(learn: str = "", **tables: Callable[[Session], bool]) -> str:
    """What stands behind the `#` of a page: some of its tables by their slots, and the step of a lesson."""
    parts = {slot: kept(until) for slot, until in tables.items()}
    if learn:
        parts["learn"] = f"TL1.royal_ascension/{learn}/"
    return "#" + "&".join(f"{slot}={quote(value, safe=',')}" for slot, value in parts.items())


def chapter(name: str) -> Chapter:
    return next(one for one in GAME.teaching.chapters if one.id == name)

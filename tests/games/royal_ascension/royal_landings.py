"""Tables for the tests of rulings about what a landing on Spades brings: every seat is a step away from it."""

from __future__ import annotations

import json
from typing import Any

from royal import GAME, A, B, C, D, commit, frame, kinds_of, play, rules_of, table

from tabletop_kernel import Session

# Three territories each; the second of each seat is worth 15 and is the one staked unless a test says otherwise.
LANDS = [
    ["Jiggy Jungle", "Lucio Land", "Venom Valley"],
    ["Dragon Dominion", "Snore Summit", "Pika Hills"],
    ["Vapor Vale", "Bulben Crest", "Char Forest"],
    ["Flare lands", "Teal Shore", "Mewtopia"],
]
STAKE = [lands[1] for lands in LANDS]
HIGH, LOW = [6, 6, 6, 6], [1, 1, 1, 1]  # the four dice of a fighter
SPADES = [1]  # the die that takes a token from space 3 to 4, Spades
DIAMONDS = [2]  # the die that takes a token from space 3 to 1, Diamonds
FARTHER = [3]  # the die that takes a token from space 4 to 7, Spades
PLAGUE, ALLIANCE, NPC, ALL_IN, DECREE = "AS", "4S", "9S", "JS", "QS"
Events = list[Any]


def step_from_spades(*cards: str, rulings: dict[str, str] | None = None, dice: Any = None, **position: Any) -> Session:
    """Everybody is one step from Spades, the active player has rolled that step, and these action cards come."""
    position.setdefault("territories", LANDS)
    position.setdefault("tokens", [3] * position.get("seats", 4))
    return table(_full(rulings), dice, now="walk", die=1, spades_deck=list(cards), **position)


def _full(rulings: dict[str, str] | None) -> dict[str, str]:
    return {f"ruling.{name}": option for name, option in (rulings or {}).items()}


def land(session: Session, seat: int) -> Events:
    """The active player, who has rolled already, steps on Spades."""
    return play(session, seat, ("walk", 4))


def next_landing(session: Session, seat: int, space: int = 4) -> Events:
    return play(session, seat, ("roll", 1), ("walk", space))


def quiet_turn(session: Session, seat: int) -> None:
    """A turn that only draws a diamond."""
    play(session, seat, ("roll", 1), ("walk", 1), ("end",))


def battle(session: Session, *fighters: int) -> Events:
    """Everybody stakes the usual territory and nothing else, then all dice are rolled."""
    for seat in fighters:
        commit(session, seat, STAKE[seat])
    return roll_out(session)


def roll_out(session: Session) -> Events:
    events: Events = []
    while frame(session) == "dice":
        events += play(session, session.deciders[0], ("roll", 2))
    return events


def duel(session: Session, seat: int, opponent: int) -> Events:
    return [*play(session, seat, ("attack", opponent)), *battle(session, seat, opponent)]


def holders(session: Session) -> list[list[str]]:
    return [list(lands) for lands in session.truth.territories]


def event(events: Events, kind: str) -> Any:
    """The data of the one event of a kind."""
    (found,) = [data for name, _, _, data in events if name == kind]
    return found


def cited(events: Events) -> list[tuple[str, str]]:
    """The kinds of events with the rules that they cite."""
    return list(zip(kinds_of(events), rules_of(events), strict=True))


def totals(events: Events) -> dict[int, int]:
    return {data["seat"]: data["total"] for kind, _, _, data in events if kind == "total"}


def targets(session: Session, seat: int) -> list[Any]:
    """Whom a seat may challenge now."""
    return [move[1] for move in session.moves(seat) if move[0] == "attack"]


def told(session: Session, viewer: int | None) -> str:
    """The whole log of a viewer: its sentences and the facts behind them."""
    return json.dumps([(entry.text, entry.data) for entry in session.log(viewer)])


def sorted_lands(*seats: int) -> list[str]:
    """All the territories of some seats, in the order of the book."""
    book = Session(GAME, seats=4, seed=0).view(None)["pool"]
    return sorted((name for seat in seats for name in LANDS[seat]), key=book.index)


def decree(option: str, dice: list[list[int]]) -> tuple[Session, Events, list[int]]:
    """A Royal Decree fought out with equal territories; also who rolled, in order."""
    session = step_from_spades(DECREE, rulings={"decree-format": option}, dice=[die for four in dice for die in four])
    land(session, A)
    events = battle(session, A, B, C, D)
    return session, events, [data["seat"] for kind, _, _, data in events if kind == "dice"]

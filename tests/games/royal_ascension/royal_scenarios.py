"""Tables for scenarios that were thought out from the rulebook alone."""

from __future__ import annotations

from typing import Any

import telling
from royal import GAME, A, commit, frame, play, table
from telling import Told

from tabletop_kernel import Session
from tabletop_kernel.contract.rulebook import Rulebook

LANDS = [
    ["Jiggy Jungle", "Lucio Land", "Venom Valley"],
    ["Dragon Dominion", "Snore Summit", "Pika Hills"],
    ["Vapor Vale", "Bulben Crest", "Char Forest"],
    ["Flare lands", "Teal Shore", "Mewtopia"],
]
STAKE = [lands[0] for lands in LANDS]  # all worth 13
HIGH, LOW = [6, 6, 6, 6], [1, 1, 1, 1]
MEETING = {"shared-space": "battle"}
TWO_HEARTS = [["2H", "3H"], ["4H", "5H"], ["6H", "7H"], ["8H", "9H"]]


def full(options: dict[str, str]) -> dict[str, str]:
    return {f"ruling.{name}": option for name, option in options.items()}


def drawn(card: str, dice: Any = (), *, options: dict[str, str] | None = None, seat: int = A, **more: Any) -> Session:
    """A seat has stepped from space 3 onto Spades, alone, and drawn this card."""
    tokens = [3 if other == seat else 10 + other for other in range(4)]
    position = {"tokens": tokens, "territories": LANDS, "spades_deck": [card], "active": seat, **more}
    session = table(full(options or {}), list(dice), now="walk", die=1, **position)
    play(session, seat, ("walk", 4))
    return session


def shop(options: dict[str, str], offer: str, gold: str, **more: Any) -> Session:
    """A is in the Shop; what is on offer, and A's gold."""
    diamonds = [gold.split(), [], [], []]
    position = {"offer": offer.split(), "diamonds": diamonds, "tokens": [9, 0, 0, 0], "now": "shop", **more}
    return table(full(options), **position)


def fight(session: Session, *fighters: int, stakes: list[str] = STAKE) -> None:
    """Everybody stakes a territory and nothing else, and all dice are rolled."""
    for seat in fighters:
        commit(session, seat, stakes[seat])
    while frame(session) == "dice":
        play(session, session.deciders[0], ("roll", 2))


def go_on(session: Session, until: str = "end") -> None:
    """Whoever decides takes the first move, until this is to be decided."""
    while frame(session) != until:
        play(session, session.deciders[0], session.moves(session.deciders[0])[0])


def why(session: Session, seat: int, *move: Any) -> Told:
    """The rule that refuses a move, and the facts."""
    return telling.why(session, move, seat)


def sizes(session: Session) -> list[int]:
    return [len(lands) for lands in session.truth.territories]


def book(**options: str) -> Rulebook:
    rulings = {f"ruling.{name.replace('_', '-')}": option for name, option in options.items()}
    return GAME.telling.book(GAME.agreement.configure(4, rulings))

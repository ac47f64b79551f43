"""Tables for the tests of single rules, and which rules these cover. Default rulings unless a test names another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from royal import GAME, A, B, commit, frame, play, table
from test_examples import duel, fight, throw

from tabletop_kernel import Session
from tabletop_kernel.games.royal_ascension.content import Content

Test = TypeVar("Test", bound=Callable[..., None])
COVERED: set[str] = set()
SUITS = ("hearts", "diamonds", "clubs", "spades")
CONTENT: Content = vars(GAME)["content"]
LANDS = [territory.name for territory in CONTENT.territories]


def says(*rules: str) -> Callable[[Test], Test]:
    """Marks a test as saying what these rules say."""
    assert not set(rules) - set(GAME.rulebook), set(rules) - set(GAME.rulebook)
    COVERED.update(rules)
    return lambda test: test


def set_up(seats: int = 4, seed: int = 7, **rulings: str) -> Session:
    """A new table, played up to the first turn."""
    session = Session(GAME, seats, seed, rulings)
    while frame(session) in ("select", "draft", "opening"):
        session.submit(session.deciders[0], session.moves(session.deciders[0])[0])
    return session


def events_of(session: Session) -> list[Any]:
    """Everything that happened at a table, for all eyes."""
    return [event for events in session._events for event in events]


def drafting(seats: int = 4) -> Session:
    """A new table on which the later seats rolled higher: D, C, B, A (or C, B, A)."""
    session = table(dice=[1, 1, 2, 2, 3, 3, 4, 4][: 2 * seats], seats=seats)
    for seat in range(seats):
        play(session, seat, ("roll", 2))
    return session


def landings() -> Iterator[tuple[int, str, Session, list[Any]]]:
    """A lands on each of the 35 spaces in turn, with a throw of 1."""
    kinds = CONTENT.layouts[0].kinds
    for space in range(1, 36):
        before = space - 1 or 35
        session = table(dice=[1], tokens=[before, 0, 0, 0], spades_deck=["AS"], diamonds=[["KD"], [], [], []])
        yield space, kinds[space], session, play(session, A, ("roll", 1), ("walk", space))


def fought(of_a: int = 24, of_b: int = 4, **position: Any) -> tuple[Session, list[Any]]:
    """A has challenged B; they threw so much, with nothing but a territory of 13 each."""
    session = duel(dice=[*throw(of_a), *throw(of_b)], tokens=[4, 0, 0, 0], **position)
    lands = [session.truth.territories[seat][0] for seat in (A, B)]
    commit(session, A, lands[0])
    commit(session, B, lands[1])
    return session, fight(session, A, B)


def challenging(card: str = "9S", **position: Any) -> Session:
    """A has carried out the action card and chooses an opponent."""
    return table(now="attack", card=card, discard=[card], tokens=[4, 0, 0, 0], **position)

"""Tables for the tests of rulings: a walk, the Shop, a duel."""

from __future__ import annotations

from typing import Any

from royal import GAME, A, B, commit, frame, play, table

from tabletop_kernel import Session
from tabletop_kernel.games.royal_ascension.state import full_suit

LANDS = [
    ["Jiggy Jungle", "Char Forest", "Mewtopia"],  # 13, 18, 20
    ["Dragon Dominion", "Teal Shore", "Pika Hills"],  # 13, 15, 15
    None,
    None,
]
HIGH, LOW = [6, 6, 6, 6], [1, 1, 1, 1]


def ruling(name: str, option: str) -> dict[str, str]:
    return {f"ruling.{name}": option}


def facts_of(events: list[Any], kind: str) -> list[dict[str, Any]]:
    """What the events of one kind say."""
    return [event[3] for event in events if event[0] == kind]


def before_selection(dice: list[int], rulings: dict[str, str] | None = None) -> Session:
    """The table before the first roll."""
    return Session.at(GAME, {"seats": 4, "rulings": rulings or {}, "chance": {"script": {"dice": dice}}})


def play_on_to(session: Session, moment: str) -> list[Any]:
    """Whoever decides takes the first move offered, until this is to be decided; the events on the way."""
    events: list[Any] = []
    while frame(session) != moment:
        seat = session.deciders[0]
        events += session.submit(seat, session.moves(seat)[0])
    return events


def spaces(session: Session, seat: int) -> list[Any]:
    """Where a walk may end."""
    return [space for verb, space in session.moves(seat) if verb == "walk"]


def walk_table(
    rulings: dict[str, str] | None = None, seat: int = A, die: int = 1, token: int = 0, **more: Any
) -> Session:
    """A token and a die that has been rolled; all other tokens are at home unless said otherwise."""
    more.setdefault("tokens", [token if other == seat else 0 for other in range(4)])
    return table(rulings, now="walk", active=seat, die=die, **more)


def shop_table(rulings: dict[str, str] | None = None, **more: Any) -> Session:
    """Example W6: A has just entered the Shop on space 9 with 4, 6 and 8 gold; the top clubs are 3, 9, King, 5."""
    position: dict[str, Any] = {
        "clubs_deck": ["3C", "9C", "KC", "5C"], "diamonds": [["4D", "6D", "8D"], [], [], []], **more,
    }  # fmt: skip
    session = walk_table(rulings, die=3, token=6, **position)
    play(session, A, ("walk", 9))
    return session


def buy(session: Session, weapon: str, *gold: str) -> list[Any]:
    return play(session, A, ("buy", weapon), *(("pay", card) for card in gold), ("done",))


def duel_table(rulings: dict[str, str] | None = None, dice: list[int] | None = None, **more: Any) -> Session:
    """A has challenged B in A's turn; both may commit."""
    position: dict[str, Any] = {"territories": LANDS, "tokens": [4, 0, 0, 0], **more}
    return table(rulings, dice, now="commit", battle={"fighters": [A, B]}, **position)


def won_table(rulings: dict[str, str] | None = None, picks: list[int] | None = None, **more: Any) -> Session:
    """A has beaten B. A committed the 9 of hearts and the 6 of clubs and also holds a Queen and a Jack; B committed
    the 4 of hearts and the 5 of clubs and also holds the 2 of hearts. `picks` are B's blind picks, counted from 1.
    """
    hands: dict[str, Any] = {
        "hearts": [["9H", "QH"], ["2H", "4H"], [], []], "clubs": [["6C", "JC"], ["5C"], [], []], **more,
    }  # fmt: skip
    session = duel_table(rulings, [*HIGH, *LOW], script={"picks": picks or []}, **hands)
    commit(session, A, "Char Forest", *hands["hearts"][A][:1], *hands["clubs"][A][:1])
    commit(session, B, "Pika Hills", *hands["hearts"][B][1:2], *hands["clubs"][B][:1])
    play(session, A, ("roll", 2))
    play(session, B, ("roll", 2))
    assert "Pika Hills" in session.truth.territories[A]
    return session


def all_but(suit: str, *cards: str) -> list[str]:
    """A whole suit without some cards."""
    rest = full_suit(suit)
    for card in cards:
        rest.remove(card)
    return rest


NINE_FOUR_NINE_SEVEN = [4, 5, 2, 2, 6, 3, 3, 4]  # example W1: A and C tie

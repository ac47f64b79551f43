"""Friends at several screens play whole games: nothing that a page is sent names a card that is hidden from it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from readers import Company, Watch, readers
from screens import state

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.players.bots import forward, make_bot
from tabletop_kernel.table.session import Session
from widgets.links import write_table
from widgets.shared.chair import OPEN, Chair

__all__ = ["state"]  # a folder for each test, and a new store

ENOUGH = 400  # moves within which a game of quick bots is over


# -- The Royal Ascension: sealed commitments ---------------------------------------------------------------------------


def ally_or_likely(company: Company, seat: int) -> Any:
    allies = [move for move in company.session.moves(seat) if move[0] == "ally"]
    return allies[0] if allies else company.likely(seat)


@cache
def a_late_hour(moves: int = 306, seed: int = 4) -> str:
    """A game of four that has come so far: there is an alliance yet to come, and battles, and the end."""
    game = load("royal_ascension")
    session = Session(game, seats=4, seed=seed)
    bots = [make_bot("greedy", game, session.config, seat, seed) for seat in range(4)]
    while session.length < moves:
        seat = session.next_up
        moves_now = session.moves(seat)
        allies = [move for move in moves_now if move[0] == "ally"]
        session.submit(seat, allies[0] if allies else bots[seat].choose(session.view(seat), forward(moves_now)))
    return write_table([Chair(), *(Chair(OPEN) for _ in range(3))], session)


def test_four_friends_play_the_royal_ascension_to_its_end(state: Path) -> None:
    company = readers("royal_ascension", 4, 2, [[0], [1], [2], [3]], state, kept=a_late_hour())
    watch = Watch(company)
    verbs, sealed, secrets = set(), 0, 0
    while company.session.outcome is None:
        seat = company.session.next_up
        move = ally_or_likely(company, seat)
        unseen = company.move(seat, move)
        secrets += watch.look()
        verbs.add(move[0])
        sealed += unseen
        if not unseen:
            company.check_numbers()
        assert company.session.length < ENOUGH
    assert {"ally", "commit", "seal"} <= verbs and sealed and secrets > 100
    company.check_numbers()


def whose_turn(company: Company) -> int:
    """Somebody who is asked and can act: of two at one screen it is the one who sits before it."""
    screen = company.friends[0].screen
    sitting = screen["seat"] if screen["kind"] == "curtain" else screen["viewer"]
    asked = company.session.asked
    free = [seat for seat in asked if seat not in company.chairs[0] or seat == sitting]
    up = company.session.next_up
    return up if up in free else free[0]


def test_two_share_a_screen_and_a_third_is_elsewhere(state: Path) -> None:
    company = readers("royal_ascension", 4, 2, [[0, 1], [2]], state, wishes=[{"do": "players", "count": 3}])
    watch = Watch(company)
    shared, elsewhere = company.friends
    fell = set()
    for _ in range(60):
        if company.session.outcome is not None:
            break
        seat = whose_turn(company)
        if shared.screen["kind"] == "curtain":
            assert '"hand:' not in json.dumps(shared.screen), "nobody's hand lies behind a curtain"
            fell.add(shared.screen["seat"])
            if seat in company.chairs[0]:
                shared.tell("lift")
        company.move(seat, company.likely(seat))
        watch.look()
        assert elsewhere.screen["kind"] == "table", "a curtain falls only between people at one screen"
    assert fell == {0, 1}


# -- Tamashii: planning at the same time -------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["story", "versus"])
def test_two_plan_at_the_same_time(mode: str, state: Path) -> None:
    """Each sees that it is their decision, and each moves on without the other."""
    company = readers("tamashii", 2, 1, [[0], [1]], state, wishes=[{"do": "option", "id": "mode", "choice": mode}])
    both = beside = 0
    for number in range(ENOUGH):
        asked = company.session.asked
        if both >= 8 or company.session.outcome is not None:
            break
        if len(asked) == 2:
            assert all(friend.screen["now"]["kind"] == "yours" for friend in company.friends)
            both += 1
        seat = asked[number % len(asked)]
        company.move(seat, company.likely(seat, "random"))
        if len(asked) == 2 and len(company.session.asked) == 2:
            assert company.of(1 - seat).screen["now"]["kind"] == "yours"
            beside += 1
        company.check_numbers()
        nothing_of_hidden_goals(company)
    assert both >= 8 and beside >= 4


def nothing_of_hidden_goals(company: Company) -> None:
    """Below its top card nobody knows the deck of goals."""
    hidden = (company.session.position().get("goal_deck") or [])[1:]
    for friend in company.friends:
        text = " ".join(friend.received())
        assert not [goal for goal in hidden if f'"{goal}"' in text or f"goal:{goal}" in text]


# -- The North: cards with two sides -----------------------------------------------------------------------------------

NORTH = re.compile(r"[a-z]+(?:-[a-z]+)*/[a-z]+(?:-[a-z]+)*@\d+")  # a card with both of its sides
ONE_SIDE = {"do": "ruling", "id": "ruling.inspect", "choice": "no"}  # else all have seen both sides of most cards


def hidden_piles(session: Session, seats: Sequence[int]) -> list[str]:
    """What the other holds, and what lies in Decks."""
    position, (seat,) = session.position(), seats
    return [*position["hand"][1 - seat], *position["deck"][1 - seat], *position["deck"][seat], *position["wastes_deck"]]


def test_what_the_other_holds_in_the_north_never_reaches_a_page(state: Path) -> None:
    company = readers("the_north", 2, 1, [[0], [1]], state, wishes=[ONE_SIDE])
    watch = Watch(company, lambda text: set(NORTH.findall(text)), hidden_piles)
    secrets = 0
    while company.session.outcome is None:
        seat = company.session.next_up
        watch.learn()  # what was known before a move is not forgotten by it
        company.move(seat, company.likely(seat))
        secrets += watch.look()
        for number, held in enumerate(reversed(company.session.position()["hand"])):
            shown = [card for card in held if f"hand:{card}" in watch.came[number]]
            assert company.session.outcome is not None or not shown, (
                "another's hand is hidden, whatever one knows of it"
            )
        assert company.session.length < ENOUGH
    assert secrets > 100, "a game in which nothing is hidden shows nothing"
    assert all(friend.screen["now"]["kind"] == "over" for friend in company.friends)
    company.check_numbers()

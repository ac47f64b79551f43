"""The North at two screens: nothing that one page receives or sends tells what the other player holds."""

from __future__ import annotations

import json
import re

from friends import Company, gather
from here import House
from tables import OpenContext

from tabletop_kernel.session import Session

CARD = re.compile(r"[a-z]+(?:-[a-z]+)*/[a-z]+(?:-[a-z]+)*@\d+")  # a card with both of its sides
ENOUGH = 400
ONE_SIDE = {"do": "ruling", "id": "ruling.inspect", "choice": "no"}  # else all have seen both sides of most cards


def cards_in(text: str) -> set[str]:
    return set(CARD.findall(text))


def may_be_known(session: Session, seat: int) -> set[str]:
    """The cards of which this seat sees both sides, has read of them, or is offered them."""
    moves = session.moves(seat) if seat in session.deciders else []
    log = [data for *_, data in session.events(seat)]
    return cards_in(json.dumps([session.view(seat), log, moves]))


def hidden_piles(session: Session, seat: int) -> set[str]:
    """What the other holds, and what lies in Decks."""
    position = session.position()
    other = position["hand"][1 - seat] + position["deck"][1 - seat]
    return {*other, *position["deck"][seat], *position["wastes_deck"]}


def look(company: Company, known: list[set[str]]) -> int:
    """Hold what each page has received since the last look against what its player may know; how much was hidden."""
    session, secrets = company.session, 0
    for seat, friend in enumerate(company.friends):
        known[seat] |= may_be_known(session, seat)
        hidden = hidden_piles(session, seat) - known[seat]
        held = [f"hand:{card}" for card in session.position()["hand"][1 - seat]]
        for text in friend.received():
            leaked = cards_in(text) & hidden
            assert not leaked, f"{leaked} reached the page of seat {seat}: {text[:300]}"
            assert session.outcome is not None or not any(piece in text for piece in held)
        secrets += len(hidden)
    return secrets


def test_what_the_other_holds_never_reaches_a_page(open_context: OpenContext, here: House) -> None:
    company = gather(open_context, here, "north", [[0], [1]], [ONE_SIDE])
    for friend in company.friends:
        friend.received()
    known: list[set[str]] = [set(), set()]
    secrets = 0
    while company.session.outcome is None:
        seat = company.session.next_up
        for number in (0, 1):  # what was known before a move is not forgotten by it
            known[number] |= may_be_known(company.session, number)
        company.move(seat, company.likely(seat))
        secrets += look(company, known)
        assert company.session.length < ENOUGH
    assert secrets > 100, "a game in which nothing is hidden shows nothing"
    for friend in company.friends:
        assert friend.table.wait(lambda screen: screen["now"]["kind"] == "over")
    company.check_numbers()

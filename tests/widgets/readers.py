"""Friends at several screens of one table, and what may come to each of them.

A friend is a `Reader`, whose page is messages alone, or has a window of their own (`tests/browser/friends.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest
from page import Page
from screens import look, visit

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.royal_ascension.names_and_moves import card_name
from tabletop_kernel.players.bots import Bot, forward, make_bot
from tabletop_kernel.table.session import Session
from widgets.links import TICKET
from widgets.moments import seen_moments
from widgets.shared.sqlite import SqliteFile
from widgets.shared.store import Store
from widgets.shared.table import SharedTable

Data = dict[str, Any]
Chairs = Sequence[Sequence[int]]  # of each screen
SLOT = "play"


class Reader:
    """Somebody at a page of messages; between two messages it hears what others have done."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def screen(self) -> Data:
        look(self.page)
        return self.page.screen

    @property
    def at(self) -> int:
        return int(self.screen["at"])

    def tell(self, do: str, **fields: Any) -> Data:
        """What the page sends when something is pressed; the screen that comes back."""
        return self.page.send(do, **fields)

    def received(self) -> list[str]:
        """All that has come since one asked last."""
        look(self.page)
        came = list(self.page.traffic)
        self.page.traffic.clear()
        return came

    def sees(self, length: int) -> None:
        """That this page shows so many moves, or a curtain, which counts none."""
        screen = self.screen
        assert screen["kind"] == "curtain" or screen["time"]["length"] >= length


class Company:
    """Everybody at one table, and the table as it is kept."""

    def __init__(self, friends: Sequence[Any], chairs: Chairs, state: Path) -> None:
        self.friends = list(friends)
        self.chairs = [list(seats) for seats in chairs]
        self._state = state
        self._ticket = friends[0].screen["keep"][SLOT].removeprefix(TICKET)
        self._bots: dict[int, Bot] = {}
        table = self._read()
        self._code = table.code
        self.session = table.session()
        self._begun = self.session.length - len(table.moves)  # so many moves were made before others came

    def of(self, seat: int) -> Any:
        return next(friend for friend, seats in zip(self.friends, self.chairs, strict=True) if seat in seats)

    def _read(self) -> SharedTable:
        """All that is kept of the table now."""
        with pytest.MonkeyPatch.context() as patch, closing(SqliteFile()) as file:
            patch.setenv("TABLETOP_STATE", str(self._state))
            store = Store(file)
            place = store.find(self._ticket)
            assert place is not None
            table = SharedTable(store, place)
            table.news()
        return table

    def look(self) -> Session:
        """Make the moves that were made since the last look, too: here nobody takes one back."""
        table = self._read()
        known = [(made.seat, made.move) for made in self.session.inputs[self._begun :]]
        assert table.code == self._code and table.moves[: len(known)] == known
        for seat, move in table.moves[len(known) :]:
            self.session.submit(seat, move)
        return self.session

    def likely(self, seat: int, kind: str = "greedy") -> Move:
        """What a bot would do on this chair."""
        session = self.session
        if seat not in self._bots:
            self._bots[seat] = make_bot(kind, session.game, session.config, seat, session.seed)
        return self._bots[seat].choose(session.view(seat), forward(session.moves(seat)))

    def known(self, seats: Sequence[int]) -> list[Any]:
        """What those on these chairs may know of the table, as data that changes when they can see that it has."""
        session = self.session
        return [[session.view(seat), session.log_length(seat), session.asked] for seat in seats]

    def move(self, seat: int, move: Move) -> bool:
        """Somebody moves, and all who may know of it see it; whether others hear nothing of it, not even that."""
        mover, length = self.of(seat), self.session.length
        known = [self.known(seats) for seats in self.chairs]
        before = [friend.at for friend in self.friends]
        mover.tell("move", move=list(move))
        assert self.look().length > length, f"{move} was not made: {mover.screen['why']}"
        unseen = []
        for number, (friend, seats) in enumerate(zip(self.friends, self.chairs, strict=True)):
            if friend is mover or self.known(seats) != known[number]:
                friend.sees(min(self.counted(eyes, seats) for eyes in seats))
            else:
                unseen.append(number)
        assert all(self.friends[one].at == before[one] for one in unseen), "a page heard of what is sealed"
        return bool(unseen)

    def counted(self, eyes: int | None, seats: Sequence[int]) -> int:
        """How many moves those eyes can count, at a screen with these chairs: not what others have sealed."""
        session = self.session
        own = seats if session.game.agreement.has_open_hands(session.config) else [eyes]
        return seen_moments(session, eyes, own).length

    def check_numbers(self) -> None:
        """Each page shows as many moves as those who look at it may know of."""
        for friend, seats in zip(self.friends, self.chairs, strict=True):
            screen = friend.screen
            assert screen["time"]["length"] == self.counted(screen["viewer"], seats)


# -- coming together ---------------------------------------------------------------------------------------------------


def gather(
    come: Callable[[str], Any], chairs: Chairs, state: Path, wishes: Sequence[Data] = (), kept: str = ""
) -> Company:
    """A table for friends: the first of them sets it up as they wish, and the others come by the link.

    `come` opens a page with a link; `kept` is what a link keeps of a game that they go on with.
    """
    host = come(f"{SLOT}={quote(kept)}" if kept else "")
    if not kept:
        set_up(host, chairs, wishes)
    link = host.tell("invite")["drawer"]["share"]["link"].partition("#")[2]
    friends = [host]
    for seats in chairs[1:]:
        friends.append(come(link))
        friends[-1].tell("sit-down", chair=seats[0], name=f"Guest {seats[0]}")
    host.tell("close")
    return Company(friends, chairs, state)


def set_up(host: Any, chairs: Chairs, wishes: Sequence[Data]) -> None:
    for wish in wishes:
        host.tell(**wish)
    for number, seats in enumerate(chairs):
        for chair in seats:
            host.tell("sit", chair=chair, who="open" if number else "person")
    way = host.tell("start")
    while way["kind"] == "curtain":
        way = host.tell("lift")


def readers(game: str, seats: int, seed: int, chairs: Chairs, state: Path, **how: Any) -> Company:
    """The same at pages of messages alone."""

    def come(link: str) -> Reader:
        return Reader(visit(unquote(link.partition("=")[2]), game, seed, seats=seats))

    return gather(come, chairs, state, **how)


# -- what may come to each ---------------------------------------------------------------------------------------------

ROYAL = re.compile(r"\b(?:10|[2-9AJQK])[HDC]\b")
ROYAL_NAMES = {f"{rank}{suit}": card_name(f"{rank}{suit}") for rank in ("A", *range(2, 11), *"JQK") for suit in "HDC"}


def royal_cards(text: str) -> set[str]:
    """The hidden cards of The Royal Ascension, by their codes or in words."""
    return {card for card, name in ROYAL_NAMES.items() if name in text} | set(ROYAL.findall(text))


class Watch:
    """What each page has received, held against what its people may know: from the cards they ever had before them.

    `cards_in` finds cards in a text; `of_others` are those that might be hidden from a screen with these chairs.
    """

    def __init__(
        self,
        company: Company,
        cards_in: Callable[[str], set[str]] = royal_cards,
        of_others: Callable[[Session, Sequence[int]], Any] = lambda session, seats: session.position(),
    ) -> None:
        self.company, self._cards_in, self._of_others = company, cards_in, of_others
        self.known: list[set[str]] = [set() for _ in company.friends]
        self.came: list[str] = ["" for _ in company.friends]  # up to the last look
        self.learn()
        for friend in company.friends:
            friend.received()  # what came before is of no interest

    def learn(self) -> None:
        """What is known at a screen stays known there."""
        for known, seats in zip(self.known, self.company.chairs, strict=True):
            for eyes in (*seats, None):
                known |= self._cards_in(json.dumps(may_be_known(self.company.session, eyes)))

    def look(self) -> int:
        """Nothing that came since the last look names a card that its reader may not know; how many were hidden."""
        self.learn()
        company, secrets = self.company, 0
        self.came = [" ".join(friend.received()) for friend in company.friends]
        for text, seats, known in zip(self.came, company.chairs, self.known, strict=True):
            hidden = self._cards_in(json.dumps(self._of_others(company.session, seats))) - known
            leaked = self._cards_in(text) & hidden
            around = [text[max(0, text.find(card) - 60) : text.find(card) + 60] for card in leaked]
            assert not leaked, f"{leaked} reached the page of {seats}: {around}"
            secrets += len(hidden)
        return secrets


def may_be_known(session: Session, eyes: int | None) -> list[Any]:
    """What these eyes see, have read of, or are offered."""
    moves = session.moves(eyes) if eyes is not None and eyes in session.deciders else []
    return [session.view(eyes), [data for *_, data in session.events(eyes)], moves]

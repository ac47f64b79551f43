"""Friends in several places at one table: a window for each, moves by the quick way, and all that reaches each page.

The pages stand here and have one table each. Their kernels are in this process, and hear of each other as those of a
server do, by the file of kept tables and its bell.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import Any
from urllib.parse import quote

import pytest
from here import House
from playwright.sync_api import BrowserContext, Page, Response
from tables import ANSWER, SEND, Data, OpenContext, Table, hash_of, open_page

from tabletop_kernel.bots import Bot, forward, make_bot
from tabletop_kernel.game import Move
from tabletop_kernel.session import Session
from widgets.links import TICKET
from widgets.moments import seen_moments
from widgets.shared.sqlite import SqliteFile
from widgets.shared.store import Store
from widgets.shared.table import SharedTable

SLOT = "play"
PAGES = {
    "royal": 'play("royal_ascension", seed=2, seats=4)',
    "north": 'play("the_north", seed=1, seats=2)',
    "deck": 'play("deck_goes_west", seed=5, seats=3)',
    "tamashii": 'play("tamashii", seed=1, seats=2)',
}
LENGTH = """([slot, length]) => {
  const { kind, time } = window.tablesInTest[slot].get("screen");
  return kind === "curtain" || (time && time.length >= length);
}"""


class Friend:
    """Somebody at a window of their own. Keeps all that comes to its page: messages, and answers to requests."""

    def __init__(self, house: House, context: BrowserContext, address: str) -> None:
        self.house = house
        self.page: Page = context.new_page()
        self._answers: list[Response] = []
        self.page.on("response", lambda answer: self._answers.append(answer))
        open_page(self.page, address, tables=1)
        self.table = Table(self.page, SLOT)
        self.table.wait(lambda screen: screen["kind"] != "waiting")

    @property
    def screen(self) -> Data:
        return self.table.screen

    def received(self) -> list[str]:
        """All that has come since the last look, as text: messages, answers, the page as it stands and its address."""
        page = str(self.table.root.evaluate("(root) => root.outerHTML"))
        answers, self._answers = self._answers, []
        texts = [one.text() for one in answers if one.ok and "font" not in one.headers.get("content-type", "")]
        return [*self.house.said_to(self.page), *texts, page, self.page.url]

    def say(self, do: str, **fields: Any) -> None:
        """What the page sends when something is pressed, on the screen as it stands there; no answer is waited for."""
        screen = self.screen
        message = {"do": do, "at": screen["at"], "seat": screen["viewer"], **fields}
        self.page.evaluate(SEND, [SLOT, message])

    def tell(self, do: str, **fields: Any) -> Data:
        """The same, up to the answer."""
        return self.table.after(lambda: self.say(do, **fields))

    def sees(self, length: int) -> None:
        """Wait until this page shows so many moves, or a curtain, which counts none."""
        self.page.wait_for_function(LENGTH, arg=[SLOT, length], timeout=ANSWER)


class Company:
    """Everybody at one table, and the table as it is kept. `chairs` are those at each screen."""

    def __init__(self, house: House, friends: Sequence[Friend], chairs: Sequence[Sequence[int]]) -> None:
        self.friends = list(friends)
        self.chairs = [list(seats) for seats in chairs]
        self._state = house.state
        self._ticket = hash_of(self.friends[0].page)[SLOT].removeprefix(TICKET)
        self._bots: dict[int, Bot] = {}
        table = self._read()
        self._code = table.code
        self.session = table.session()
        self._begun = self.session.length - len(table.moves)  # so many moves were made before others came

    def of(self, seat: int) -> Friend:
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

    def move(self, seat: int, move: Move) -> list[Friend]:
        """Somebody moves, and all who may know of it see it; those who may not."""
        mover, before, length = self.of(seat), [self.known(seats) for seats in self.chairs], self.session.length
        mover.tell("move", move=list(move))
        assert self.look().length > length, f"{move} was not made: {mover.screen['why']}"
        unseen = []
        for friend, seats, known in zip(self.friends, self.chairs, before, strict=True):
            if friend is mover or self.known(seats) != known:
                friend.sees(min(self.counted(eyes, seats) for eyes in seats))
            else:
                unseen.append(friend)
        return unseen

    def counted(self, eyes: int | None, seats: Sequence[int]) -> int:
        """How many moves those eyes can count, at a screen with these chairs: not what others have sealed."""
        session = self.session
        own = seats if session.game.open_hands(session.config) else [eyes]
        return seen_moments(session, eyes, own).length

    def check_numbers(self) -> None:
        """Each page shows as many moves as those who look at it may know of."""
        for friend, seats in zip(self.friends, self.chairs, strict=True):
            screen = friend.screen
            assert screen["time"]["length"] == self.counted(screen["viewer"], seats)


def set_up(host: Friend, chairs: Sequence[Sequence[int]], wishes: Sequence[Data]) -> None:
    for wish in wishes:
        host.tell(**wish)
    for number, seats in enumerate(chairs):
        for chair in seats:
            host.tell("sit", chair=chair, who="open" if number else "person")
    way = host.tell("start")
    while way["kind"] == "curtain":
        way = host.tell("lift")


def gather(
    open_context: OpenContext,
    house: House,
    page: str,
    chairs: Sequence[Sequence[int]],
    wishes: Sequence[Data] = (),
    kept: str = "",
) -> Company:
    """A table for friends: the first of them sets it up as they wish, and the others come by the link.

    `chairs` are those at each screen; `kept` is what a link keeps of a game that they go on with.
    """
    address = house.cell(PAGES[page])
    host = Friend(house, open_context(), f"{address}#{SLOT}={quote(kept)}" if kept else address)
    if not kept:
        set_up(host, chairs, wishes)
    way = host.tell("invite")
    friends = [host]
    for seats in chairs[1:]:
        friend = Friend(house, open_context(), address + "#" + way["drawer"]["share"]["link"].partition("#")[2])
        friend.tell("sit-down", chair=seats[0], name=f"Guest {seats[0]}")
        friends.append(friend)
    host.tell("close")
    return Company(house, friends, chairs)

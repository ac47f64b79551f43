"""Friends in several places at one table: a window for each, moves by the quick way, and all that reaches each page.

The pages have one table each. They are notebooks of a server, or stand here: then their kernels are in this process,
and hear of each other as those of a server do, by the file of kept tables and its bell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import nbformat
import pytest
import servers
from here import HOUSE, House
from playwright.sync_api import BrowserContext, Page, Response, WebSocket
from servers import Server
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
    "west": 'play("the_west_ascendant", seed=1, seats=2)',
}
LENGTH = """([slot, length]) => {
  const { kind, time } = window.tablesInTest[slot].get("screen");
  return kind === "curtain" || (time && time.length >= length);
}"""


@contextmanager
def small_pages(folder: Path, **cells: str) -> Iterator[Server]:
    """A server whose notebooks have one cell each."""
    notebooks = folder / "pages"
    notebooks.mkdir(parents=True)
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    for name, cell in cells.items():
        code = nbformat.v4.new_code_cell(f"from widgets.app import play\n\n{cell}")
        nbformat.write(nbformat.v4.new_notebook(cells=[code], metadata=kernel), notebooks / f"{name}.ipynb")
    with servers.voila(folder / "state", notebooks) as server:
        yield server


def without_offsets(frame: bytes) -> bytes:
    """A frame of a kernel's messages begins with a table of numbers: where its parts are, which may look like text."""
    count = int.from_bytes(frame[:8], "little")
    return frame[8 * (count + 1) :] if count < 100 else frame


class Friend:
    """Somebody at a window of their own. Keeps all that comes to its page: frames in and out, answers to requests."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.page: Page = context.new_page()
        self.frames: list[str] = []
        self._answers: list[Response] = []
        self.page.on("websocket", self._listen)
        self.page.on("response", lambda answer: self._answers.append(answer))
        open_page(self.page, address, tables=1)
        self.table = Table(self.page, SLOT)
        self.table.wait(lambda screen: screen["kind"] != "waiting")

    def _listen(self, socket: WebSocket) -> None:
        for way in ("framereceived", "framesent"):
            socket.on(way, self._keep)  # type: ignore[call-overload]

    def _keep(self, data: str | bytes) -> None:
        self.frames.append(data if isinstance(data, str) else without_offsets(data).decode("utf-8", "replace"))

    @property
    def screen(self) -> Data:
        return self.table.screen

    def received(self) -> list[str]:
        """All that has come since the last look, as text: frames, answers, the page as it stands and its address."""
        self.page.evaluate("() => 0")  # what is on its way to us arrives before the answer to this
        frames, self.frames = self.frames + HOUSE.said_to(self.page), []
        answers, self._answers = self._answers, []
        texts = [one.text() for one in answers if one.ok and "font" not in one.headers.get("content-type", "")]
        return [*frames, *texts, str(self.table.root.evaluate("(root) => root.outerHTML")), self.page.url]

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
    """Everybody at one table, and the table as the server keeps it. `chairs` are those at each screen."""

    def __init__(self, server: Server | House, friends: Sequence[Friend], chairs: Sequence[Sequence[int]]) -> None:
        self.friends = list(friends)
        self.chairs = [list(seats) for seats in chairs]
        self._state = server.state
        self._bots: dict[int, Bot] = {}
        self.session = self.look()

    def of(self, seat: int) -> Friend:
        return next(friend for friend, seats in zip(self.friends, self.chairs, strict=True) if seat in seats)

    def look(self) -> Session:
        """The table as the server keeps it now."""
        with pytest.MonkeyPatch.context() as patch, closing(SqliteFile()) as file:
            patch.setenv("TABLETOP_STATE", str(self._state))
            store = Store(file)
            place = store.find(hash_of(self.friends[0].page)[SLOT].removeprefix(TICKET))
            assert place is not None
            table = SharedTable(store, place)
            table.news()
            self.session = table.session()
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
    server: Server | House,
    page: str,
    chairs: Sequence[Sequence[int]],
    wishes: Sequence[Data] = (),
    windows: Sequence[Data] = (),
    kept: str = "",
) -> Company:
    """A table for friends: the first of them sets it up as they wish, and the others come by the link.

    `chairs` are those at each screen; `windows` are the sizes of the screens, where they matter; `kept` is what a link
    keeps of a game that they go on with.
    """
    address = server.cell(PAGES[page]) if isinstance(server, House) else f"{server.url}voila/render/{page}.ipynb"
    looks = [*windows, *({} for _ in chairs)]
    host = Friend(open_context(**looks[0]), f"{address}#{SLOT}={quote(kept)}" if kept else address)
    if not kept:
        set_up(host, chairs, wishes)
    way = host.tell("invite")
    friends = [host]
    for seats, look in zip(chairs[1:], looks[1:], strict=False):
        friend = Friend(open_context(**look), address + "#" + way["drawer"]["share"]["link"].partition("#")[2])
        friend.tell("sit-down", chair=seats[0], name=f"Guest {seats[0]}")
        friends.append(friend)
    host.tell("close")
    return Company(server, friends, chairs)

"""A page for tests: sends what a page sends, and keeps everything that a page receives."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, overload

import msgpack

from tabletop_kernel import Session, load
from widgets.links import write_table
from widgets.seating import usual_seats
from widgets.shared.chair import Chair
from widgets.table import TableView


class Traffic(Sequence[str]):
    """All that the kernel has sent to a page, as text.

    It is packed when it is sent, since screens change later, and written out only when it is read: most is not.
    """

    def __init__(self) -> None:
        self._sent: list[bytes | str] = []

    def keep(self, message: dict[str, Any]) -> None:
        """Keep a message; TypeError if it cannot be sent, as what is not plain data is written out at once."""
        try:
            self._sent.append(msgpack.packb(message, strict_types=True))
        except (TypeError, OverflowError):
            self._sent.append(json.dumps(message, ensure_ascii=False))

    def clear(self) -> None:
        self._sent.clear()

    def __len__(self) -> int:
        return len(self._sent)

    @overload
    def __getitem__(self, number: int) -> str: ...

    @overload
    def __getitem__(self, number: slice) -> list[str]: ...

    def __getitem__(self, number: int | slice) -> str | list[str]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        sent = self._sent[number]
        if isinstance(sent, bytes):
            sent = json.dumps(msgpack.unpackb(sent, strict_map_key=False), ensure_ascii=False)
            self._sent[number] = sent
        return sent


class Page:
    """Somebody in front of one table."""

    def __init__(self, view: TableView, link: dict[str, str] | None = None, greet: bool = True) -> None:
        self.view = view
        self.traffic = Traffic()
        view._send = self._keep
        if greet:
            self.send("hello", link=link or {})

    def _keep(self, message: dict[str, Any], buffers: Any = None) -> None:
        self.traffic.keep(message)

    @property
    def screen(self) -> dict[str, Any]:
        return dict(self.view.screen)

    def send(self, do: str, **fields: Any) -> dict[str, Any]:
        """What the page sends when something is pressed; the screen that comes back."""
        return self.raw({"do": do, "at": self.screen["at"], "seat": self.screen.get("viewer"), **fields})

    def raw(self, content: Any, buffers: Any = None) -> dict[str, Any]:
        """Any message at all, as a stranger would send it."""
        self.view._handle_msg({"content": {"data": {"method": "custom", "content": content}}, "buffers": buffers or []})
        return self.screen

    def press(self, button: dict[str, Any]) -> dict[str, Any]:
        """Press a button of the screen."""
        return self.send(**button["do"])

    def buttons(self) -> list[dict[str, Any]]:
        """All moves that are offered as buttons."""
        return [button for group in self.screen.get("moves") or [] for button in group["buttons"]]

    def button(self, text: str) -> dict[str, Any]:
        """The button of NOW that says this."""
        found = [one for one in self.screen["now"]["buttons"] if text in one["text"]]
        assert found, f"no button says '{text}': {[one['text'] for one in self.screen['now']['buttons']]}"
        return found[0]


def room_of(page: Page) -> Any:
    """The room behind the page, for what no screen shows."""
    return page.view._receive.__self__.room


def start(name: str) -> Page:
    """A new game against bots."""
    from widgets.app import play

    page = Page(play(name, seed=3))
    page.send("start")
    return page


def plays(page: Page, messages: int) -> Iterator[dict[str, Any]]:
    """The screens of a game against bots, played by the first button."""
    for _ in range(messages):
        if page.screen["now"]["kind"] == "over":
            break
        if page.screen.get("next"):
            page.send("go-on")
        else:
            page.press(next(one for one in page.buttons() if one["do"]["move"][0] != "take-back"))
            confirm(page)
        yield page.screen


def lines_of(screen: dict[str, Any]) -> list[dict[str, Any]]:
    """The lines of the log, newest first, whatever block they stand in."""
    return [line for block in screen["log"] for line in reversed(block["lines"])]


def play_on(page: Page, moves: int = 10_000) -> int:
    """Play by the first button until the game is over: people, bots and curtains. How many messages it took."""
    for number in range(moves):
        screen = page.screen
        if screen["kind"] == "curtain":
            page.send("lift")
        elif screen["now"]["kind"] == "over":
            return number
        elif screen.get("next"):
            page.send("go-on", all=True)
        else:
            forward = [b for b in page.buttons() if b["do"]["move"][0] != "take-back"]
            page.press(forward[0])
            confirm(page)
    return moves


def confirm(page: Page) -> None:
    """Press the red button where the table asks before a move that loses something for good."""
    for button in (page.screen.get("why") or {}).get("can", ()):
        if button.get("grave"):
            page.press(button)


@cache
def late(game: str = "royal_ascension", people: int = 1, seed: int = 3, left: int = 1) -> str:
    """What a link keeps of a game that bots have played almost to its end; people sit on the first chairs."""
    rules = load(game)
    seats = max(people, len(usual_seats(rules)))
    session = Session(rules, seats, seed)
    session.play_on("greedy")
    chairs = [Chair("person" if seat < people else "greedy") for seat in range(seats)]
    return write_table(chairs, session.branch(session.length - left))


def at_the_end(game: str = "royal_ascension", seed: int = 3, **how: Any) -> Page:
    """A page at the end of a game, of which it has played the last moves."""
    from widgets.app import play

    page = Page(play(game, **how), {"play": late(game, seed=seed)})
    play_on(page)
    assert page.screen["now"]["kind"] == "over"
    return page


def open_table(people: int = 2) -> Page:
    """Several people at one screen, after the draft."""
    from widgets.app import play

    page = Page(play("royal_ascension", seed=3))
    for chair in range(people):
        page.send("sit", chair=chair, who="person")
    page.send("call", chair=1, name="Anna")
    page.send("start", dealt=True)
    return page

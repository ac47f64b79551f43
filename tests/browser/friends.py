"""Friends at one table, each at a window of their own: moves by the quick way, and all that reaches each page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import readers
from here import House
from playwright.sync_api import BrowserContext, Page, Response
from readers import SLOT, Company
from tables import ANSWER, SEND, Data, OpenContext, Table, open_page

PAGES = {
    "royal": 'play("royal_ascension", seed=2, seats=4)',
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

    @property
    def at(self) -> int:
        return self.table.at

    def received(self) -> list[str]:
        """All that has come since one asked last: messages, answers, the page as it stands and its address."""
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


def gather(open_context: OpenContext, house: House, page: str, chairs: Sequence[Sequence[int]], **how: Any) -> Company:
    """Friends at a table, in windows; the rest is told at `readers.gather`."""
    address = house.cell(PAGES[page])
    return readers.gather(lambda link: Friend(house, open_context(), f"{address}#{link}"), chairs, house.state, **how)

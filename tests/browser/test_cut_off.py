"""A page whose network is cut for a while, at a table with others: it says so, catches up, and doubles nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect
from prepared import my_turn, played
from servers import Server
from tables import READY, OpenContext, Table, open_page, truth

from widgets.links import write_table
from widgets.moments import seen_moments
from widgets.shared.chair import OPEN, Chair

LOOK = "() => window.dispatchEvent(new Event('online'))"  # what a browser says when its network has changed


class Network:
    """The way from one browser to the server, which can be cut and mended."""

    def __init__(self, context: BrowserContext) -> None:
        self.is_cut = False
        self._lines: list[WebSocketRoute] = []
        context.route_web_socket(lambda url: True, self._connect)
        context.route("**/api/kernels/*", lambda route: route.abort() if self.is_cut else route.continue_())

    def _connect(self, line: WebSocketRoute) -> None:
        if self.is_cut:
            line.close()
            return
        self._lines.append(line)
        line.connect_to_server()

    def cut(self) -> None:
        self.is_cut = True
        for line in self._lines:
            line.close()
        self._lines.clear()

    def mend(self) -> None:
        self.is_cut = False


class Friends:
    """Two people at one table, the second behind a network that can be cut."""

    def __init__(self, open_context: OpenContext, server: Server) -> None:
        address, self.state = f"{server.url}voila/render/royal_ascension.ipynb", server.state
        begun = quote(write_table([Chair(), Chair(OPEN), Chair("greedy")], played(my_turn)), safe=",~")
        self.host = self._visit(open_context(), f"{address}#play={begun}")
        self.host.press("Who plays")
        self.host.press("Invite others to this table")
        link = self.host.screen["drawer"]["share"]["link"].partition("#")[2]
        self.host.press("Close")
        context = open_context()
        self.network = Network(context)
        self.friend = self._visit(context, f"{address}#{link}")
        self.friend.drawer.locator(".company-seat").nth(1).get_by_role("button", name="Sit down here").click()
        self.friend.wait(lambda screen: screen["viewer"] == 1)
        self.host.wait(lambda screen: screen["time"] is not None)

    def _visit(self, context: BrowserContext, address: str) -> Table:
        page = context.new_page()
        open_page(page, address)
        table = Table(page, "play")
        table.wait(lambda screen: screen["kind"] == "table")
        return table

    @property
    def length(self) -> int:
        return int(self.host.screen["time"]["length"])

    def until(self, who: Table) -> None:
        """Play until it is somebody's turn; which moves are made depends on the game alone, not on the machine."""
        for _ in range(400):
            for table in (self.host, self.friend):
                if table.screen.get("next"):
                    table.settle()
                elif table.screen["now"]["kind"] == "yours" and table.forward_moves():
                    if table is who:
                        return
                    moves = table.forward_moves()
                    table.play(moves[self.length % len(moves)])
            self.host.page.wait_for_timeout(50)
        seen = [(one.screen["now"], one.screen.get("next"), one.forward_moves()) for one in (self.host, self.friend)]
        raise AssertionError(f"it was never their turn: {seen}")

    def same(self) -> None:
        """Both see the same game, and neither sees anything twice."""
        session = truth(self.state, self.host.page)
        for seat, table in enumerate((self.host, self.friend)):
            moves = seen_moments(session, seat, [seat]).length
            table.wait(lambda screen, moves=moves: screen["time"]["length"] >= moves, READY)
            assert table.screen["time"]["length"] == moves


@pytest.fixture
def friends(open_context: OpenContext, voila: Server) -> Friends:
    return Friends(open_context, voila)


def silent(page: Page) -> Callable[[], Any]:
    page.evaluate(LOOK)
    return lambda: expect(page.locator("#lost")).to_contain_text("The server does not answer")


def test_what_others_do_meanwhile_is_caught_up_with(friends: Friends) -> None:
    friends.until(friends.host)
    friends.network.cut()
    silent(friends.friend.page)()
    before, at_host = friends.friend.screen["time"]["length"], friends.length
    friends.host.play(friends.host.forward_moves()[0])
    friends.host.wait(lambda screen: screen["time"]["length"] > at_host)
    assert friends.friend.screen["time"]["length"] == before
    friends.network.mend()
    friends.same()
    friends.friend.page.evaluate(LOOK)
    expect(friends.friend.page.locator("#lost")).to_be_empty()
    friends.until(friends.friend)
    friends.friend.play(friends.friend.forward_moves()[0])
    friends.same()


def test_a_move_that_was_made_meanwhile_counts_once(friends: Friends) -> None:
    friends.until(friends.friend)
    before, move = friends.length, friends.friend.forward_moves()[0]
    own = friends.friend.screen["time"]["length"]
    friends.network.cut()
    silent(friends.friend.page)()
    friends.friend.page.evaluate(
        "([slot, message]) => window.tablesInTest[slot].send(message)",
        ["play", {"do": "move", "move": move, "at": friends.friend.at, "seat": 1}],
    )
    friends.host.page.wait_for_timeout(200)
    assert friends.length == before, "nothing has left that page"
    friends.network.mend()
    friends.friend.wait(lambda screen: screen["time"]["length"] > own, READY)
    friends.same()
    assert not friends.friend.screen["why"]

"""Two people at one table of a server, one of them behind a network that is cut for a while: that page says so, catches
up, and doubles nothing; and whoever leaves is seen to leave."""

from __future__ import annotations

import json
from urllib.parse import quote

from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect
from prepared import played
from readers import may_be_known, royal_cards
from servers import Server
from tables import READY, SEND, OpenContext, Table, open_page, truth

from tabletop_kernel.table.session import Session
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

    def cut(self, page: Page) -> None:
        self.is_cut = True
        for line in self._lines:
            line.close()
        self._lines.clear()
        page.evaluate(LOOK)
        expect(page.locator("#lost")).to_contain_text("The server isn't responding")

    def mend(self) -> None:
        self.is_cut = False


def end_of_a_turn(session: Session) -> bool:
    """The first seat can only end its turn, and the second one comes next."""
    return session.length > 40 and session.deciders == (0,) and session.moves(0) == [("end",)]


class Friends:
    """Two people at one table, the second behind a network that can be cut."""

    def __init__(self, open_context: OpenContext, server: Server) -> None:
        address, self.state = f"{server.url}voila/render/royal_ascension.ipynb", server.state
        begun = quote(write_table([Chair(), Chair(OPEN), Chair("greedy")], played(end_of_a_turn)), safe=",~")
        self.frames: list[str] = []  # all that comes to the host's page
        self.host = self._visit(open_context(), f"{address}#play={begun}", self.frames)
        self.host.press("Who plays")
        self.host.press("Invite others")
        link = self.host.screen["drawer"]["share"]["link"].partition("#")[2]
        self.host.press("Close")
        context = open_context()
        self.network = Network(context)
        self.friend = self._visit(context, f"{address}#{link}", [])
        self.friend.drawer.locator(".company-seat").nth(1).get_by_role("button", name="Sit down here").click()
        self.friend.wait(lambda screen: screen["viewer"] == 1)
        self.host.wait(lambda screen: screen["time"] is not None)
        self.frames.clear()  # lessons name cards, and from now on only this table speaks

    def _visit(self, context: BrowserContext, address: str, frames: list[str]) -> Table:
        page = context.new_page()
        page.on("websocket", lambda line: line.on("framereceived", lambda frame: frames.append(text_of(frame))))
        open_page(page, address)
        table = Table(page, "play")
        table.wait(lambda screen: screen["kind"] == "table")
        return table

    def same(self) -> Session:
        """Both see the same game, and neither sees anything twice."""
        session = truth(self.state, self.host.page)
        for seat, table in enumerate((self.host, self.friend)):
            moves = seen_moments(session, seat, [seat]).length
            table.wait(lambda screen, moves=moves: screen["time"]["length"] >= moves, READY)
            assert table.screen["time"]["length"] == moves
        return session


def text_of(frame: str | bytes) -> str:
    """What a frame says; it begins with a table of numbers, which may look like text."""
    if isinstance(frame, str):
        return frame
    count = int.from_bytes(frame[:8], "little")
    return frame[8 * (count + 1) if count < 100 else 0 :].decode("utf-8", "replace")


def test_a_page_that_is_cut_off_catches_up_and_doubles_nothing(open_context: OpenContext, voila: Server) -> None:
    both = Friends(open_context, voila)
    what_others_do_meanwhile_is_caught_up_with(both)
    a_move_that_was_made_meanwhile_counts_once(both)
    session = both.same()
    hidden = royal_cards(json.dumps(session.position())) - royal_cards(json.dumps(may_be_known(session, 0)))
    came = royal_cards(" ".join(both.frames))
    assert came and not came & hidden, "what the others hold is on no line to this page"
    both.friend.page.close(run_before_unload=True)
    both.host.press("Who plays")
    expect(both.host.drawer.locator(".company-seat").nth(1)).to_contain_text("away")


def what_others_do_meanwhile_is_caught_up_with(both: Friends) -> None:
    host, friend = both.host, both.friend
    both.network.cut(friend.page)
    before = friend.screen["time"]["length"]
    host.play(["end"])
    assert friend.screen["time"]["length"] == before
    both.network.mend()
    both.same()
    friend.page.evaluate(LOOK)
    expect(friend.page.locator("#lost")).to_be_empty()
    friend.play(friend.forward_moves()[0])
    both.same()


def a_move_that_was_made_meanwhile_counts_once(both: Friends) -> None:
    host, friend, length = both.host, both.friend, both.same().length
    before, move, at = friend.screen["time"]["length"], friend.forward_moves()[0], friend.at
    both.network.cut(friend.page)
    friend.page.evaluate(SEND, ["play", {"do": "move", "move": move, "at": at, "seat": 1}])
    host.press("Who plays")
    host.press("Close")
    assert host.screen["time"]["length"] == before, "nothing has left that page"
    both.network.mend()
    friend.wait(lambda screen: screen["time"]["length"] > before, READY)
    session = both.same()
    assert session.length == length + 1 and list(session.inputs[-1].move) == move
    assert not friend.screen["why"]

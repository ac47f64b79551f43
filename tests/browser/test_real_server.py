"""What a server of ours does for real pages, one server for all tests here.

Two people are at one table, one of them behind a network that is cut for a while: that page says so, catches up, and
doubles nothing; and whoever leaves is seen to leave. Pages do not disturb each other, and ask no other host.
"""

from __future__ import annotations

import json
from urllib.parse import quote, urlparse

from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect
from prepared import GAME, played
from readers import may_be_known, royal_cards
from servers import Server
from tables import READY, SEND, OpenContext, Table, find_tables, open_page, truth
from test_charts import open_odds

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


# -- several pages -----------------------------------------------------------------------------------------------------


def test_three_pages_at_once_do_not_disturb_each_other(open_context: OpenContext, game_url: str) -> None:
    pages = [open_context().new_page() for _ in range(3)]
    for page in pages:
        page.goto(game_url, wait_until="commit")
    tables = [stand(page) for page in pages]
    lengths = [table.screen["time"]["length"] for table in tables]
    tables[1].play(["roll", 1])
    assert [table.screen["time"]["length"] for table in tables] == [lengths[0], lengths[1] + 1, lengths[2]]
    kept = [table.screen["keep"]["first"] for table in tables]
    assert kept[0] == kept[2] != kept[1], "all begin alike, and each page has a table of its own"


def stand(page: Page) -> Table:
    find_tables(page)
    table = Table(page, "first")
    table.wait(lambda screen: screen["kind"] == "table")
    return table


# The first piece of code that a page makes an address for is a table's; here that takes three seconds.
SLOW = """(() => {
  const address = URL.createObjectURL.bind(URL);
  let first = true;
  URL.createObjectURL = (blob) => {
    const until = performance.now() + (first ? 3000 : 0);
    first = false;
    while (performance.now() < until);
    return address(blob);
  };
})()"""


def test_a_slow_machine_sets_its_tables_all_the_same(page: Page, game_url: str) -> None:
    page.add_init_script(SLOW)
    open_page(page, game_url)
    table = Table(page, "first").arrive()
    assert table.play(table.forward_moves()[0])


# -- no other host -----------------------------------------------------------------------------------------------------

THEMES = ("Light", "Dark", "High contrast", "System")


def record_requests(context: BrowserContext) -> list[str]:
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    context.on("page", lambda page: page.on("websocket", lambda socket: asked.append(socket.url)))
    return asked


def outside(asked: list[str], home: str) -> list[str]:
    """Requests to anywhere but the server itself; data and blobs never leave the page."""
    own = urlparse(home).netloc
    return [url for url in asked if urlparse(url).scheme not in ("data", "blob") and urlparse(url).netloc != own]


def test_no_request_leaves_the_host(open_context: OpenContext, index_url: str) -> None:
    context = open_context()
    asked = record_requests(context)
    page = context.new_page()
    open_page(page, index_url, tables=1)
    for theme in THEMES:
        page.get_by_role("button", name="Theme").click()
        page.get_by_role("menuitemradio", name=theme).click()
    page.get_by_role("link", name="Learn").first.click(no_wait_after=True)
    page.wait_for_url(lambda url: "index.ipynb" not in url, timeout=READY)
    find_tables(page)
    for one in GAME.teaching.chapters[:6]:
        table = Table.chapter(page, one).arrive()
    table.press("Rules")
    table.press("Close")
    open_odds(table)
    assert len(asked) > 20
    assert not outside(asked, index_url)

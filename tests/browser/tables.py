"""A table in a real browser, as somebody in front of it uses it: pieces, buttons, keys, and what stands in its panels.

What the screen consists of is read from the widget's model in the page (Voila keeps its models under
`window.jupyterapp`), so that a test knows what must be drawn, and then looks whether it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from here import HOUSE, OTHERS, URL
from playwright.sync_api import Browser, BrowserContext, JSHandle, Locator, Page, Position, expect
from servers import NOTEBOOKS

from tabletop_kernel.contract.lessons import Chapter
from tabletop_kernel.table.session import Session
from widgets.links import TICKET
from widgets.shared.sqlite import SqliteFile
from widgets.shared.store import Store
from widgets.shared.table import SharedTable

Data = dict[str, Any]
OpenContext = Callable[..., BrowserContext]
Visit = Callable[..., Page]
TableHere = Callable[..., "Table"]

ONLY_COLOURS = {"runOnly": ["color-contrast"]}  # for axe: all else is the same in every theme
WINDOW = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
READY = 60_000  # milliseconds until a page must stand on a busy machine
ANSWER = 30_000  # milliseconds until Python must have answered a click

# The model of every table that stands on the page.
FIND = """async () => {
  const manager = window.jupyterapp && window.jupyterapp.widgetManager;
  const models = await Promise.all(Object.values(manager._models));
  window.tablesInTest ??= {};
  for (const model of models.filter((one) => one.get("slot") !== undefined)) {
    window.tablesInTest[model.get("slot")] = model;
  }
  return Object.keys(window.tablesInTest);
}"""
READERS = count()
# The screen as text, which crosses over far sooner than as data; nothing, if this reader has had the same one last.
SCREEN = """([slot, reader]) => {
  const screen = window.tablesInTest[slot].get("screen");
  const read = (window.readInTest ??= new Map());
  if (read.get(reader) === screen) return null;
  read.set(reader, screen);
  return JSON.stringify(screen);
}"""
TITLE = "([slot, rule]) => window.tablesInTest[slot].get('titles')[rule]"
AT = "(slot) => window.tablesInTest[slot].get('screen').at"
NEWER = "([slot, at]) => window.tablesInTest[slot].get('screen').at > at"
SEND = "([slot, message]) => window.tablesInTest[slot].send(message)"
# The letters are there, and what measures itself (rows that shrink to fit, tables that learn how wide they are) has.
STEADY = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}"""
# Take all parts of the page away in which this table isn't, and put them back.
TAKE_OTHERS = """(slot) => {
  const isOther = (part) => !part.querySelector(`[data-slot="${slot}"]`);
  const others = [...document.querySelectorAll("main > *")].filter(isOther);
  window.takenInTest = others.map((part) => [document.createComment("taken"), part]);
  for (const [place, part] of window.takenInTest) part.replaceWith(place);
}"""
PUT_BACK = "() => { for (const [place, part] of window.takenInTest) place.replaceWith(part); }"
HOLDS_FOCUS = "() => document.activeElement && document.activeElement !== document.body"
# Where something lies for somebody who presses Tab: "here", "before" or "after" what has the focus.
WHERE_FROM_FOCUS = """(all) => {
  const focus = document.activeElement;
  if (all.some((one) => one.contains(focus) && focus !== document.body)) return "here";
  const before = focus.compareDocumentPosition(all[0]) & Node.DOCUMENT_POSITION_PRECEDING;
  return before && focus !== document.body ? "before" : "after";
}"""
# A page that plays nothing back, unless somebody has chosen a pace: most tests want to see where a move has led.
AT_ONCE = """(() => {
  try {
    const look = JSON.parse(localStorage.getItem("tabletop.look")) || {};
    localStorage.setItem("tabletop.look", JSON.stringify({ pace: "once", ...look }));
  } catch {
    // an empty page remembers nothing
  }
})()"""
# What axe finds, in a few words: its whole answer is long.
COMPLAINTS = """async ([where, options]) => {
  const { violations } = await window.axe.run(where ?? document, { resultTypes: ["violations"], ...options });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)} (${nodes.length} x)`);
}"""
# Axe reads the same few colours at each element anew, which is a quarter of its work.
KNOW_COLOURS = """() => {
  const { Color } = axe.commons.color;
  const { parseString } = Color.prototype;
  const known = new Map();
  Color.prototype.parseString = function (text) {
    if (!known.has(text)) known.set(text, parseString.call(new Color(0, 0, 0), text));
    const { r, g, b, alpha } = known.get(text);
    return Object.assign(this, { r, g, b, alpha });
  };
}"""
# For axe: one of all texts that look the same, lie in what looks the same, and have the same colours behind them.
ONE_OF_EACH_LOOK = """(where) => {
  const styles = ["display", "visibility", "opacity", "position", "color", "webkitTextFillColor", "textShadow"];
  styles.push("fontSize", "fontWeight", "backgroundColor", "backgroundImage", "clipPath", "filter", "mixBlendMode");
  const looks = new Map([[null, ""]]);
  const look = (one) => {
    if (!looks.has(one)) {
      const style = getComputedStyle(one);
      const own = [one.localName, one.matches(":disabled, [aria-disabled=true]"), ...styles.map((name) => style[name])];
      looks.set(one, `${own.join(";")} in ${look(one.parentElement)}`);
    }
    return looks.get(one);
  };
  const behind = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const all = document.elementsFromPoint(left + width / 2, top + height / 2).map((other) => getComputedStyle(other));
    return all.map((style) => `${style.backgroundColor} ${style.backgroundImage}`).join();
  };
  const isText = (one) => one.matches("input, select, textarea")
    || [...one.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
  const parts = [...document.querySelectorAll(where ?? "body")];
  const texts = new Set(parts.flatMap((part) => [part, ...part.querySelectorAll("*")]).filter(isText));
  const alike = Map.groupBy(texts, (one) => `${look(one)} on ${behind(one)}`);
  return { include: [...alike.values()].map(([first]) => first) };
}"""
SET_THEME = """(theme) => window.dispatchEvent(
  new CustomEvent("tabletop:look", { detail: { theme, projector: false } }),
)"""


def new_context(browser: Browser, **wishes: Any) -> BrowserContext:
    """A window of its own, in which what others do is not played back."""
    context = browser.new_context(**{**WINDOW, **wishes})
    context.add_init_script(AT_ONCE)
    return context


def open_page(page: Page, url: str, tables: int = 0) -> None:
    """Open a page of ours and wait until all its tables stand."""
    if url.startswith((URL, OTHERS)):
        HOUSE.serve(page.context)
    page.goto(url, timeout=READY)
    find_tables(page, tables)


def find_tables(page: Page, tables: int = 0) -> None:
    """Wait until this many tables stand on the page, else as many as its notebook has, and get to know them."""
    tables = tables or tables_of(urlsplit(page.url).path.rpartition("/")[2])
    expect(page.locator(".tabletop")).to_have_count(tables, timeout=READY)
    found = page.evaluate(FIND)
    assert len(found) == tables, f"these tables have a model in the page: {found}"


def leave(context: BrowserContext) -> None:
    """Close a window as people do: its pages say farewell, and the server ends their kernels at once."""
    for page in context.pages:
        if not page.url.startswith((URL, OTHERS)):  # there is nobody to say it to
            page.goto("about:blank")
    context.close()


def tables_of(notebook: str) -> int:
    """How many tables a notebook of ours puts on its page; a cell may have several, or be there to be read."""
    cells = json.loads((NOTEBOOKS / notebook).read_text("utf-8"))["cells"]
    run = [cell for cell in cells if "skip-execution" not in cell["metadata"].get("tags", ())]
    code = "\n".join("".join(cell["source"]) for cell in run if cell["cell_type"] == "code")
    return len(re.findall(r"\b(?:learn|play|puzzle|rulings|door|classroom|lab)\(", code))


class Table:
    """One table on a page, by the name under which the link keeps it (for lessons: a chapter)."""

    def __init__(self, page: Page, slot: str) -> None:
        self.page = page
        self.slot = slot
        self.root = page.locator(f'[data-slot="{slot}"]')
        self._reader = next(READERS)
        self._read: Data = {}  # the screen that was there when one looked last

    @classmethod
    def chapter(cls, page: Page, chapter: Chapter) -> Self:
        """The table of a chapter of lessons: it is kept under the names of its steps."""
        return cls(page, f"learn:{','.join(step.id for step in chapter.steps)}")

    # -- what is on the screen ----------------------------------------------------------------------------------------

    @property
    def screen(self) -> Data:
        """The whole screen as Python has sent it."""
        news = self.page.evaluate(SCREEN, [self.slot, self._reader])
        if news is not None:
            self._read = json.loads(news)
        return dict(self._read)

    def title(self, rule: str) -> str:
        """What a rule is called at this table."""
        return str(self.page.evaluate(TITLE, [self.slot, rule]))

    @property
    def at(self) -> int:
        """The number of the screen, without the screen."""
        return int(self.page.evaluate(AT, self.slot))

    def text(self, panel: str) -> str:
        """What one reads in a panel: task, now, why or log."""
        return self.root.locator(f".pane.{panel}").inner_text()

    def panel(self, name: str) -> Locator:
        return self.root.locator(f".pane.{name}")

    @property
    def drawer(self) -> Locator:
        return self.root.locator("dialog.drawer")

    def piece(self, piece: str) -> Locator:
        return self.root.locator(f'[data-piece="{piece}"]').first

    def pieces(self, screen: Data | None = None) -> list[Data]:
        """All pieces of the scene, as data."""
        return list(walk((screen or self.screen).get("scene") or []))

    def legal_pieces(self, screen: Data | None = None) -> list[Data]:
        return [piece for piece in self.pieces(screen) if piece.get("moves")]

    def button(self, text: str) -> Locator:
        return self.root.get_by_role("button", name=text).first

    # -- waiting ------------------------------------------------------------------------------------------------------

    def arrive(self) -> Table:
        """Scroll to the table, as a reader does, open it if its chapter is closed, and wait until it is set."""
        self.root.scroll_into_view_if_needed()
        if self.root.locator(".closed-chapter").count():
            self.root.get_by_role("button").click()
        self.root.evaluate("(root) => root.scrollIntoView({ block: 'start' })")
        self.wait(lambda screen: screen["kind"] != "waiting")
        return self.steady()

    def steady(self) -> Table:
        """Wait until nothing on the page moves by itself any more; before sizes and places are looked at."""
        self.page.evaluate(STEADY)
        return self

    def wait(self, until: Callable[[Data], Any], timeout: int = ANSWER) -> Data:
        """Wait for a screen that is as wanted."""
        screen = self.screen
        while not until(screen):
            self.page.wait_for_function(NEWER, arg=[self.slot, screen["at"]], timeout=timeout)
            screen = self.screen
        return screen

    def after(self, act: Callable[[], Any]) -> Data:
        """Do something that Python answers; the screen that comes back, already drawn."""
        before = self.at
        act()
        self.page.wait_for_function(NEWER, arg=[self.slot, before], timeout=ANSWER)
        return self.screen

    def settle(self) -> Data:
        """Wait until the bots have moved and somebody in front of the screen is asked."""
        return self.wait(lambda screen: not screen.get("next"), READY)

    # -- by mouse -----------------------------------------------------------------------------------------------------

    def click(self, target: Locator, position: Position | None = None) -> None:
        """Every click of a move goes through here."""
        target.click(position=position)

    def press(self, text: str) -> Data:
        """Click a button that Python answers."""
        return self.after(lambda: self.click(self.button(text)))

    def use(self) -> None:
        """Press something that changes nothing: from the first press on, the window is the table's."""
        self.press("Save")
        self.press("Close")

    def click_piece(self, piece: Data | str) -> Data:
        """Click a piece with one move, or with none: Python answers at once."""
        name = piece if isinstance(piece, str) else piece["id"]
        return self.after(lambda: self._point_at(name))

    def _point_at(self, name: str) -> None:
        """Click a piece where one sees it: in a full hand the cards overlap, and only their corners are in the open."""
        corner: Position | None = {"x": 14.0, "y": 24.0} if name.startswith("hand:") else None
        if name.startswith("tile:"):  # others may stand in its middle, but never on its name
            box = self.piece(name).bounding_box()
            assert box, f"{name} is not in sight"
            corner = {"x": box["width"] / 2, "y": box["height"] * 0.88}
        self.click(self.piece(name), corner)

    def play(self, move: list[Any]) -> Data:
        """Make a move as one would by mouse: on the table if a piece has it, else by its button."""
        screen = self.screen
        for piece in self.legal_pieces(screen):
            if move in piece["moves"] and self.piece(piece["id"]).count():  # what lies behind a tab is not there
                return self._play_by_piece(piece, piece["moves"].index(move))
        return self._play_by_button(move, screen)

    def _play_by_piece(self, piece: Data, number: int) -> Data:
        if piece.get("choose"):
            self.choose(piece["id"])
            return self.finish(piece, piece["moves"][number])
        return self._play_one_of(piece, piece["moves"], number, asks=piece.get("state") == "later")

    def _play_one_of(self, piece: Data, moves: list[Any], number: int, asks: bool = False) -> Data:
        """Click a piece with these moves; several are in a menu, and a single one if it takes another piece too."""
        if len(moves) == 1 and not asks:
            return self.click_piece(piece)
        self._point_at(piece["id"])
        entry = self.root.get_by_role("menu").get_by_role("menuitem").nth(number)
        return self.after(lambda: self.click(entry))

    def choose(self, piece: str) -> None:
        """Choose the first of two pieces that a move takes: the page alone hears of it."""
        if self.piece(piece).get_attribute("aria-pressed") != "true":
            self._point_at(piece)
        expect(self.piece(piece)).to_have_attribute("aria-pressed", "true")

    def finish(self, chosen: Data, move: list[Any]) -> Data:
        """Click a piece that has the other half; where that leaves several moves, take the one from its menu."""
        for other in self.legal_pieces():
            kept = ends(other, chosen)
            if move in kept:
                return self._play_one_of(other, kept, kept.index(move))
        raise AssertionError(f"no piece finishes {move}")

    def _play_by_button(self, move: list[Any], screen: Data) -> Data:
        for group in screen.get("moves") or []:
            found = [button for button in group["buttons"] if button["do"].get("move") == move]
            if found:
                return self.after(partial(self.click, self._button_of(group, found[0])))
        raise AssertionError(f"nothing on the screen makes the move {move}: {self.all_moves()}")

    def _button_of(self, group: Data, button: Data) -> Locator:
        """A button of the move bar: the main one apart, the rest in groups; a large group is folded into a menu."""
        if button.get("main"):
            return self.root.locator("[data-main]")
        name = button.get("label") or f"{button['text']} {button.get('strong', '')}".strip()
        bar = self.root.get_by_role("group", name="Moves")
        if button.get("ends"):  # it stands apart, and is never folded
            return bar.locator(".ends").get_by_role("button", name=name, exact=True)
        box = bar.get_by_role("group", name=group["label"], exact=True) if group["label"] else bar
        if not box.get_by_role("button", name=name, exact=True).count():
            folded = box.locator("[aria-haspopup=menu]:not([data-more])")
            self.click(folded.first if folded.count() else bar.locator("[data-more]"))
            return self.root.get_by_role("menu").get_by_role("menuitem", name=name, exact=True)
        return box.get_by_role("button", name=name, exact=True).first

    def all_moves(self, screen: Data | None = None) -> list[list[Any]]:
        """Everything that the move bar offers."""
        groups = (screen or self.screen).get("moves") or []
        return [button["do"]["move"] for group in groups for button in group["buttons"] if button.get("do")]

    def forward_moves(self, screen: Data | None = None) -> list[list[Any]]:
        return [move for move in self.all_moves(screen) if move[0] != "take-back"]

    def forge(self, message: Any) -> Data:
        """Send what no page of ours would send, through the widget's own channel."""
        return self.after(lambda: self.page.evaluate(SEND, [self.slot, message]))

    # -- by keyboard --------------------------------------------------------------------------------------------------

    def key(self, key: str) -> None:
        """Press a key; the focus is never lost."""
        self.page.keyboard.press(key)
        assert self.page.evaluate(HOLDS_FOCUS), f"after {key} nothing has the focus"

    def has_focus(self) -> bool:
        return bool(self.root.evaluate("(root) => root.contains(document.activeElement)"))

    def tab_to(self, selector: str, limit: int = 200) -> None:
        """Press Tab, or Shift+Tab if it lies behind, until what fits the selector in this table has the focus."""
        inside = self.root.locator(selector)
        expect(inside.first).to_be_visible()
        for _ in range(limit):
            where = inside.evaluate_all(WHERE_FROM_FOCUS)
            if where == "here":
                return
            self.page.keyboard.press("Tab" if where == "after" else "Shift+Tab")
        raise AssertionError(f"{limit} times Tab did not lead to {selector}")

    def walk_to(self, selector: str) -> None:
        """Walk inside a group with the arrow keys until the wanted thing has the focus."""
        self._walk("(wanted) => document.activeElement.matches(wanted)", selector)

    def walk_to_text(self, text: str) -> None:
        self._walk("(wanted) => document.activeElement.textContent.trim() === wanted", text)

    def _walk(self, reached: str, wanted: str) -> None:
        for key in ("ArrowRight", "ArrowLeft"):
            for _ in range(60):
                if self.page.evaluate(reached, wanted):
                    return
                self.key(key)
        raise AssertionError(f"arrow keys do not lead to {wanted}")


def ends(other: Data, chosen: Data) -> list[list[Any]]:
    """The moves that a piece makes once another has been chosen."""
    if other["id"] == chosen["id"]:
        return []
    if other.get("choose"):
        return [move for move in other["moves"] if move in other.get("ends", {}).get(chosen["id"], [])]
    return [move for move in other["moves"] if move in chosen["moves"]]


def walk(part: Any) -> Iterator[Data]:
    """Every piece in a scene, however deep it lies."""
    if isinstance(part, dict):
        if "id" in part and "label" in part:
            yield part
        for value in part.values():
            yield from walk(value)
    elif isinstance(part, list):
        for value in part:
            yield from walk(value)


def lines_of(screen: Data) -> list[Data]:
    """The lines of the log, newest first, whatever block they stand in."""
    return [line for block in screen["log"] for line in reversed(block["lines"])]


def hash_of(page: Page) -> dict[str, str]:
    """What the page keeps in its link, once it has written it: a moment after it has drawn the table."""
    page.evaluate("() => new Promise((written) => setTimeout(written, 150))")
    return dict(page.evaluate("() => Object.fromEntries(new URLSearchParams(location.hash.slice(1)))"))


def truth(state: Path, page: Page) -> Session:
    """The table as it really stands: the server keeps it under a ticket, and the link has nothing else."""
    with pytest.MonkeyPatch.context() as patch, closing(SqliteFile()) as file:
        patch.setenv("TABLETOP_STATE", str(state))
        store = Store(file)
        place = store.find(hash_of(page)["play"].removeprefix(TICKET))
        assert place is not None
        table = SharedTable(store, place)
        table.news()
        return table.session()


def play_to_the_end(table: Table, choose: Callable[[list[Any]], Any], limit: int = 400) -> Data:
    """Play by clicking until the game is over."""
    for _ in range(limit):
        screen = table.settle()
        if screen["now"]["kind"] == "over":
            return screen
        table.play(choose(table.forward_moves(screen)))
    raise AssertionError(f"the game was not over after {limit} moves")


def refused_third_health(table: Table) -> Table:
    """The step about health, at the moment of its tempting wrong move: a third health card is refused."""
    for move in (["commit", "Char Forest"], ["commit", "QH"], ["commit", "9H"]):
        if move in table.all_moves():
            table.play(move)
    table.click_piece("hand:4H")
    expect(table.panel("why")).to_contain_text(table.title("battle.health-limit"))
    return table


def set_theme(page: Page, theme: str) -> None:
    """What the menu of themes does, for this page alone."""
    page.evaluate(SET_THEME, theme)


def said(table: Table) -> str:
    """What the live regions say."""
    return " ".join(table.root.locator("[aria-live]").all_inner_texts()).strip()


@contextmanager
def alone(page: Page, table: Table | None) -> Iterator[None]:
    """Have this table alone on its page: axe takes long for everything that is in a document."""
    if table:
        page.evaluate(TAKE_OTHERS, table.slot)
    yield
    if table:
        page.evaluate(PUT_BACK)


def complaints(page: Page, table: Table | None = None, colours: bool = False) -> list[str]:
    """What axe finds, on the whole page or at one table, each with the first place where it is found.

    If `colours` is set, it is only asked about the colours of texts.
    """
    with alone(page, table):
        return ask_axe(page, f'[data-slot="{table.slot}"]' if table else None, **(ONLY_COLOURS if colours else {}))


def ask_axe(page: Page, where: str | JSHandle | None, **options: object) -> list[str]:
    """What axe finds there.

    It comes to a page once: the browser works it out anew each time, and is slow with what it has just got to know.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
        page.evaluate(KNOW_COLOURS)
    return list(page.evaluate(COMPLAINTS, [where, options]))


def complaints_in_every_theme(
    page: Page, table: Table | None = None, colours: bool = False, new: Sequence[str] = ()
) -> dict[str, list[str]]:
    """The same in all themes; in the others, only the colours are asked for, of one text of each look.

    If `new` names parts of a table, only these are looked at: the rest is seen elsewhere.
    """
    found = {}
    root = f'[data-slot="{table.slot}"]' if table else None
    where = ", ".join(f"{root} {part}" for part in new) or root
    with alone(page, table):
        for theme in ("dark", "contrast"):
            set_theme(page, theme)
            found[theme] = ask_axe(page, page.evaluate_handle(ONE_OF_EACH_LOOK, where), **ONLY_COLOURS)
        set_theme(page, "light")
        found["light"] = ask_axe(page, where, **(ONLY_COLOURS if colours else {}))
    return {theme: said for theme, said in found.items() if said}


def number_of(time: dict[str, Any], moment: int) -> str:
    """The number of a moment that everybody has seen, as every page shows it."""
    return str(moment - sum(one <= moment for one in time["apart"]))

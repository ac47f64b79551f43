"""Pages without a server: their kernel is in the process of the tests, and Chromium gets what Voila would give it.

A page of the real server costs a process that imports everything; a page here costs its cells alone. The notebook's
cells run here, the template, page.js, styles and code of the screen are the product's own, and `here.js` does what
Voila's front end does for a table. What goes between page and kernel is plain JSON, in order, and later:

    open_page(page, game_here)                              the page of the Royal Ascension, as `game_url` has it
    open_page(page, f"{here.url}voila/render/the_north.ipynb{link}")            the same for any notebook
    table = table_here('play("the_north", seed=1)')         a page with one cell of the test's own, and its table
    here.cell('display(play("tamashii"), door())')          the address of such a page, for `open_page(..., tables=2)`
    here.kernel(page).view("play").session                  what the table really is: its Python half is here
    here.kernel(page).said                                  every message that went to the page, as text;
                                                            `here.said_to(page)` gives and forgets them

`open_page` connects a window with this house; whoever calls `page.goto` calls `here.serve(context)` once before.
Each document that is opened has a kernel of its own, with its own store, progress and class, as a page has under
Voila: a reload or another address ends it. What may be tested here is all that page and kernel do; what the server
does (kernels that come and go, lines that break, several people, JupyterLab) needs `voila` or `lab`.

What goes wrong in a kernel, or in a script of its page, fails the test: a message that a handler dies of, and every
error that the product would write into its log. `here.forgive()` gives back what went wrong, where a test wants that.

Between two calls to Playwright nothing happens here: a message of the page waits until the test asks it something.
"""

from __future__ import annotations

import ast
import asyncio
import base64
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager, suppress
from contextvars import ContextVar
from functools import cache, update_wrapper
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from uuid import uuid4

import comm
import jinja2
from comm.base_comm import BaseComm
from greenlet import greenlet
from ipywidgets import Widget
from nbconvert.filters import Highlight2HTML, ansi2html, strip_files_prefix
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from playwright.sync_api import BrowserContext, Error, Page, Route
from servers import NOTEBOOKS, ROOT

from widgets import app, campaigns, classroom, desk, drawing, errors, knowing
from widgets.shared import following, store
from widgets.table import TableView

URL = "http://localhost/"  # a secure place for the browser, as the address of a server on this machine is
OTHERS = "http://tables.test/"  # the same for others; no secure place
RENDER = f"{URL}voila/render/"
OWN = "from widgets.app import *\nfrom widgets.app import door\n"  # what stands above a test's own cell
TEMPLATE = ROOT / "widgets" / "voila" / "templates" / "tabletop"
FRONT_END = Path(__file__).with_name("here.js")
VIEW = "application/vnd.jupyter.widget-view+json"
PLOTLY_BEFORE, PLOTLY_AFTER = b"(function (define, module, exports) {\n", b"\n}).call(window);"
DELIVER = "(batch) => window.fromKernel(batch)"

Data = dict[str, Any]

_at_work: ContextVar[Kernel | None] = ContextVar("kernel", default=None)  # whose code runs


def _now() -> Kernel | None:
    return _at_work.get() or HOUSE.resident


# -- a kernel ----------------------------------------------------------------------------------------------------------


class Line(BaseComm):
    """What a widget here has to its page."""

    def __init__(self, kernel: Kernel, **about: Any) -> None:
        self.kernel = kernel
        self.widget: Any = None
        super().__init__(**about)

    def on_msg(self, callback: Any) -> None:
        self.widget = getattr(callback, "__self__", None)
        super().on_msg(callback)

    def publish_msg(self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **_: Any) -> None:
        coded = [base64.b64encode(one).decode() for one in buffers or ()]
        message = {"type": msg_type, "comm": self.comm_id, "data": data or {}, "buffers": coded}
        self.kernel.publish(json.dumps(message, allow_nan=False))  # at once: what is sent does not change any more


class Kernel:
    """What stands behind one document, until it is left."""

    def __init__(self, house: House, page: Page | None = None) -> None:
        self.id = uuid4().hex
        self.house = house
        self.kept: dict[Any, Any] = {}  # what the product keeps once for a page
        self.said: list[str] = []  # every message to the page, as it goes over the line
        self._page = page
        self._lines: dict[str, Line] = {}
        self._space: Data = {"__name__": "__main__", "display": self._display}
        self._shown: list[Data] = []
        self._out: list[str] = []  # messages that the page has not got yet
        self._batch = 0
        self._connected = self._busy = self._closed = False

    @property
    def views(self) -> list[TableView]:
        return [line.widget for line in self._lines.values() if isinstance(line.widget, TableView)]

    def view(self, slot: str) -> TableView:
        """The table with this name, and its desk behind it."""
        return next(view for view in self.views if view.slot == slot)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """While its code runs, it is a process of its own, as far as the product can tell."""
        before = _at_work.set(self)  # what it has done later, by a clock or a bell, is done in its name too
        try:
            with chdir(NOTEBOOKS):
                yield
        finally:
            _at_work.reset(before)

    # -- cells --------------------------------------------------------------------------------------------------------

    def run(self, code: str) -> list[Data]:
        """What a cell shows."""
        self._shown = []
        try:
            with self.at_work():
                tree = ast.parse(code)
                last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
                exec(compile(tree, "<cell>", "exec"), self._space)
                if isinstance(last, ast.Expr):
                    self._display(eval(compile(ast.Expression(last.value), "<cell>", "eval"), self._space))
        except Exception:
            self.house.wrong.append(traceback.format_exc())
            self._shown.append({"output_type": "error"})
        return self._shown

    def _display(self, *things: Any) -> None:
        for thing in things:
            if thing is None:
                continue
            bundle = thing._repr_mimebundle_() if isinstance(thing, Widget) else None
            data = bundle[0] if isinstance(bundle, tuple) else bundle or {"text/plain": repr(thing)}
            if hasattr(thing, "_repr_html_"):
                data = {**data, "text/html": thing._repr_html_()}
            self._shown.append({"output_type": "display_data", "data": data, "metadata": {}})

    # -- messages -----------------------------------------------------------------------------------------------------

    def open_line(self, **about: Any) -> Line:
        line = Line(self, **about)
        self._lines[line.comm_id] = line
        return line

    def hear(self, message: Data) -> str:
        """Do what a message of the page asks for; what there is to tell it now."""
        if message.get("connect"):
            self._connected = True
        elif line := self._lines.get(message["comm"]):
            sent = {"comm_id": line.comm_id, "data": message["data"]}
            buffers = [memoryview(base64.b64decode(one)) for one in message.get("buffers", ())]
            self._busy = True
            try:
                with self.at_work():
                    line.handle_msg({"content": sent, "buffers": buffers})
            except Exception:
                self.house.wrong.append(traceback.format_exc())
            finally:
                self._busy = False
        return self._take()

    def publish(self, message: str) -> None:
        self.said.append(message)
        self._out.append(message)
        if self._connected and not self._busy and len(self._out) == 1:
            asyncio.get_running_loop().call_soon(lambda: greenlet(self._push).switch())

    def _take(self) -> str:
        """All that the page has not got yet, as one numbered batch."""
        if not self._out:
            return ""
        batch = f'{{"number": {self._batch}, "messages": [{", ".join(self._out)}]}}'
        self._batch += 1
        self._out = []
        return batch

    def _push(self) -> None:
        """Tell the page what it has not asked for."""
        batch = self._take()
        if batch and self._page is not None and not self._closed:
            with suppress(Error):  # it is just being left
                self._page.evaluate(DELIVER, batch)

    def close(self) -> None:
        """The page is left: nothing of it stays."""
        if self._closed:
            return
        self._closed, self._page = True, None
        with self.at_work():
            for kept in self.kept.values():
                if isinstance(kept, following.Follower):
                    _let_go(kept)
                elif isinstance(kept, store.Store):
                    kept.close()
            for line in list(self._lines.values()):
                if line.widget is not None:
                    line.widget.close()
        self._lines.clear()
        self.kept.clear()
        self._space.clear()


def _let_go(follower: following.Follower) -> None:
    """Its page is closed: nothing of it is looked at any more."""
    follower.farewell()
    if follower._loop is not None and follower._waits >= 0:
        follower._loop.remove_reader(follower._waits)
    follower._loop = None


# -- the product, which takes itself for a process with one page -------------------------------------------------------

PER_PAGE = (  # what it keeps once in a process
    app._progress,
    campaigns.memory_of,
    classroom.attendance,
    knowing.knowledge_of,
    following.follower,
    store.the_store,
)


def _per_page(usual: Any) -> Callable[..., Any]:
    """The same, kept for each page here; for others as usual."""

    def kept(*given: Any) -> Any:
        kernel = _now()
        if kernel is None:
            return usual(*given)
        key = (usual, *given)
        if key not in kernel.kept:
            kernel.kept[key] = usual.__wrapped__(*given)
        return kernel.kept[key]

    update_wrapper(kept, usual)
    kept.cache_clear = usual.cache_clear  # type: ignore[attr-defined]
    return kept


def _while_at_work(usual: Callable[..., Any], instead: Callable[..., Any]) -> Callable[..., Any]:
    """One way in a kernel here, the usual one elsewhere."""

    def either(*given: Any, **named: Any) -> Any:
        kernel = _now()
        return usual(*given, **named) if kernel is None else instead(kernel, *given, **named)

    return update_wrapper(either, usual)


def _record(kernel: Kernel, error: BaseException) -> str:
    kernel.house.wrong.append("".join(traceback.format_exception(error)))
    return "000000"


def _swaps() -> dict[Any, Any]:
    other = {
        errors.state_folder: lambda kernel: kernel.house.folder,
        errors.record: _record,
        errors.note: lambda kernel, text: kernel.house.notes.append(text),
        drawing.served: lambda kernel: True,
        desk.settle_down: lambda kernel: None,  # this process is none of a page
        comm.create_comm: lambda kernel, **about: kernel.open_line(**about),
    }
    return {one: _per_page(one) for one in PER_PAGE} | {one: _while_at_work(one, way) for one, way in other.items()}


def _swap(swaps: dict[Any, Any]) -> None:
    """Put one function in the place of another, wherever the product has it by its name."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("widgets", "comm"):
            for word, value in list(vars(module).items()):
                if callable(value) and getattr(value, "__hash__", None) and value in swaps:
                    setattr(module, word, swaps[value])


@contextmanager
def pages_here() -> Iterator[None]:
    """While this lasts, the product knows several pages in one process."""
    swaps = _swaps()
    _swap(swaps)
    try:
        yield
    finally:
        _swap({new: old for old, new in swaps.items()})


# -- the house ---------------------------------------------------------------------------------------------------------


class House:
    """In place of a server: gives windows their pages, and each page its kernel."""

    url = URL

    def __init__(self) -> None:
        self.folder = Path(os.devnull)  # where it keeps what it remembers
        self.resident: Kernel | None = None  # whose tables a test makes itself, without a page
        self.wrong: list[str] = []  # what went wrong since a test has looked last
        self.notes: list[str] = []  # what a kernel has written into the log
        self._cells: dict[str, str] = {}
        self._kernels: dict[str, Kernel] = {}
        self._of_page: dict[Page, Kernel] = {}
        self._served: set[BrowserContext] = set()

    @property
    def state(self) -> Path:
        """The same, as a server calls it."""
        return self.folder

    def cell(self, code: str) -> str:
        """The address of a page with one cell of one's own."""
        known = {kept: name for name, kept in self._cells.items()}
        name = known.get(code, f"own_{len(self._cells)}.ipynb")
        self._cells[name] = code
        return RENDER + name

    def kernel(self, page: Page) -> Kernel:
        return self._of_page[page]

    def said_to(self, page: Page) -> list[str]:
        """What was said to a page since one asked last; nothing, if a server has it."""
        if page not in self._of_page:
            return []
        kernel = self._of_page[page]
        said, kernel.said = kernel.said, []
        return said

    def forgive(self) -> list[str]:
        """What went wrong: a test that wants that looks at it."""
        wrong, self.wrong = self.wrong, []
        return wrong

    def serve(self, context: BrowserContext) -> None:
        """Connect a window with this house."""
        if context in self._served:
            return
        self._served.add(context)
        for address in (URL, OTHERS):
            context.route(f"{address}**", self._answer)
        context.expose_binding("toKernel", lambda source, text: self._hear(text))
        context.on("weberror", lambda error: self.wrong.append(f"In the page: {error.error}"))
        context.on("close", lambda context: self._leave(context))

    def _leave(self, context: BrowserContext) -> None:
        self._served.discard(context)
        for page in [one for one in self._of_page if one.context == context]:
            self._end(self._of_page.pop(page))

    def _end(self, kernel: Kernel) -> None:
        self._kernels.pop(kernel.id, None)
        kernel.close()

    def _hear(self, text: str) -> str:
        message = json.loads(text)
        kernel = self._kernels.get(message["kernel"])
        return kernel.hear(message) if kernel else ""

    def _answer(self, route: Route) -> None:
        path = unquote(urlsplit(route.request.url).path).removeprefix("/")
        folder, _, name = path.rpartition("/")
        if not path:
            self._give_page(route, "index.ipynb")
        elif folder.startswith("voila/render"):
            self._give_page(route, path.removeprefix("voila/render/"))
        elif folder in ("voila", "static"):
            self._give_file(route, name)
        elif folder == "voila/api/shutdown":
            if kernel := self._kernels.get(name):
                self._end(kernel)
            route.fulfill(status=204)
        elif folder == "api/kernels":
            route.fulfill(status=200 if name in self._kernels else 404, json={"id": name})
        else:
            route.fulfill(status=404)

    def _give_page(self, route: Route, name: str) -> None:
        cells = _cells_of(name, self._cells.get(name))
        if cells is None:
            return route.fulfill(status=404)
        page = route.request.frame.page
        if page in self._of_page:
            self._end(self._of_page[page])
        kernel = self._of_page[page] = Kernel(self, page)
        self._kernels[kernel.id] = kernel
        try:
            body = _page_of(kernel, name, cells)
        except Exception:
            self.wrong.append(traceback.format_exc())
            raise
        return route.fulfill(body=body, content_type="text/html; charset=utf-8")

    def _give_file(self, route: Route, name: str) -> None:
        if name == FRONT_END.name:
            route.fulfill(path=FRONT_END, content_type="text/javascript; charset=utf-8")
        elif name == _screen_file():
            route.fulfill(body=_screen_code(name), content_type="application/json")
        elif name == CHARTS:
            code = PLOTLY_BEFORE + drawing.plotly_code() + PLOTLY_AFTER
            route.fulfill(body=code, content_type="text/javascript; charset=utf-8")
        else:
            route.fulfill(status=404)


HOUSE = House()  # of this process


# -- a page, as the server makes it -----------------------------------------------------------------------------------

CHARTS = "charts-here.js"


def _screen_file() -> str:
    return f"screen-{drawing.screen_version()}.json"


@cache
def _screen_code(name: str) -> str:
    return json.dumps(drawing.screen_code())


def _cells_of(name: str, own: str | None) -> list[Data] | None:
    """The cells of a notebook, or one cell of a test's own."""
    if own is not None:
        return [_cell("code", OWN), _cell("code", own)]
    path = NOTEBOOKS / name
    return _read(path) if path.is_file() and NOTEBOOKS in path.resolve().parents else None


def _cell(kind: str, source: str, **metadata: Any) -> Data:
    return {"cell_type": kind, "source": source, "metadata": metadata, "outputs": []}


@cache
def _read(path: Path) -> list[Data]:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return [_cell(one["cell_type"], "".join(one["source"]), **one["metadata"]) for one in cells]


def _page_of(kernel: Kernel, name: str, cells: list[Data]) -> str:
    """The page with what its cells show; each runs as the template comes to it."""

    def run(_notebook: Data, _id: str) -> Iterator[Data]:
        for cell in cells:
            runs = cell["cell_type"] == "code" and "skip-execution" not in cell["metadata"].get("tags", ())
            yield {**cell, "outputs": kernel.run(cell["source"])} if runs else cell

    config = {
        "baseUrl": "/",
        "fullStaticUrl": "/voila",
        "earlyScripts": [],
        "federated_extensions": [],
        "screenCode": f"/voila/{_screen_file()}",
        "chartCode": f"/voila/{CHARTS}",
        "home": "/",
        "lab": True,
        "shareAt": OTHERS.rstrip("/"),
    }
    return _template().render(
        nb={"cells": cells, "metadata": {}},
        resources={"base_url": "/"},
        page_config=config,
        main_js=FRONT_END.name,
        kernel_start=lambda notebook: kernel.id,
        cell_generator=run,
    )


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATE), autoescape=False)
    environment.filters.update(
        markdown2html=_html_of,
        strip_files_prefix=strip_files_prefix,
        ansi2html=ansi2html,
        highlight_code=Highlight2HTML(),
        trusted=lambda output: output,
    )
    return environment.get_template("index.html.j2")


@cache
def _html_of(source: str) -> str:
    renderer = IPythonRenderer(escape=False, attachments={}, anchor_link_text="¶")
    return MarkdownWithMath(renderer=renderer).render(source)

"""A table in a browser without a server behind it: the code that draws, and a screen written by hand or a real desk."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from playwright.sync_api import Page, Route
from tables import Table

from widgets.drawing import STATIC, screen_code
from widgets.table import TableView

ADDRESS = "http://bare.test/"
CODE = "code.js"  # all code in one file, as a page of the server has it
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A table</title>
<meta name="viewport" content="width=device-width, initial-scale=1">STYLES
<style>html, body { margin: 0; height: 100%; }</style></head>
<body><main><h1 style="font-size: 0; margin: 0">A table</h1><div id="table"></div></main>
<script type="module">
import { render } from "./CODE";
const heard = {};
const values = { screen: SCREEN, titles: {}, slot: SLOT };
const keep = (message) => message.do === "hello" ? heard["change:screen"]() : window.sent.push(message);
const ask = async (message) => {
  const answer = JSON.parse(await window.tell(message));
  values.titles = answer.titles;
  window.model.set("screen", answer.screen);
};
window.sent = [];
window.model = {
  get: (name) => values[name],
  set: (name, value) => { values[name] = value; heard[`change:${name}`]?.(); },
  on: (name, run) => { heard[name] = run; },
  off: (name) => { delete heard[name]; },
  send: window.tell ? ask : keep,
};
window.tablesInTest = { [values.slot]: window.model };
render({ model: window.model, el: document.getElementById("table") });
</script></body></html>"""


class LiveTable(Table):
    """A table whose desk is here: nobody need ask the page for its screen."""

    def __init__(self, page: Page, view: TableView) -> None:
        super().__init__(page, view.slot)
        self.view = view

    @property
    def screen(self) -> dict[str, Any]:
        return dict(self.view.screen)


def open_live(page: Page, view: TableView, link: str = "") -> LiveTable:
    """Show a table with its desk behind it, which answers every message; `link` is what stands behind the address."""

    def tell(message: dict[str, Any]) -> str:
        view._handle_msg({"content": {"data": {"method": "custom", "content": message}}, "buffers": []})
        return json.dumps({"screen": view.screen, "titles": view.titles})

    page.expose_function("tell", tell)
    open_bare(page, view.screen, view.slot, link)
    return LiveTable(page, view)


def open_at(page: Page, view: TableView, link: str = "") -> Table:
    """The same as the page has it: what Python has answered is there when the page has heard of it."""
    open_live(page, view, link)
    return Table(page, view.slot).arrive()


@cache
def styles() -> str:
    """All of them in the page itself, which spares it a request for each."""
    return "".join(f"<style>{path.read_text('utf-8')}</style>" for path in sorted(STATIC.glob("*.css")))


@cache
def code() -> str:
    return str(screen_code()["code"])


def open_bare(page: Page, screen: dict[str, Any], slot: str = "bare", link: str = "") -> None:
    """Show this screen at a table whose messages are kept in `window.sent`, unless a desk answers them."""
    html = PAGE.replace("CODE", CODE).replace("STYLES", styles())
    html = html.replace("SLOT", json.dumps(slot)).replace("SCREEN", json.dumps(screen))

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(ADDRESS).partition("#")[0]
        path = STATIC / name
        if not name:
            route.fulfill(body=html, content_type="text/html")
        elif name == CODE:
            route.fulfill(body=code(), content_type="text/javascript")
        elif path.is_file():
            route.fulfill(body=path.read_text("utf-8"), content_type="text/javascript")
        else:
            route.fulfill(status=404)

    page.route(f"{ADDRESS}**", answer)
    page.goto(ADDRESS + link)
    page.locator(".tabletop .frame").wait_for()


def show(page: Page, screen: dict[str, Any]) -> None:
    """Python has answered; as text a screen crosses over far sooner than as data."""
    page.evaluate("(screen) => window.model.set('screen', JSON.parse(screen))", json.dumps(screen))


def sent(page: Page) -> list[dict[str, Any]]:
    """What a person at this table has sent since one asked last; the page's own greeting is answered at once."""
    return list(page.evaluate("() => window.sent.splice(0)"))

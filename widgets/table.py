"""TableView: the one widget that draws a screen and sends back what was clicked or typed.

Python sends a screen, which is plain data; the page draws it, and nothing but messages comes back. How it looks is
told in `static/`. The drawing code goes to the page once, however many tables stand on it: each widget carries only a
stub of a few lines that asks for it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from widgets.errors import guarded, note

STATIC = Path(__file__).parent / "static"
STUB = STATIC / "stub.js"
IMPORT = re.compile(r'from "\./(\w+)\.js"')

Receive = Callable[[Any, Any], None]


@cache
def library() -> tuple[str, dict[str, Any]]:
    """The drawing code as the page asks for it, and a name that changes when it does."""
    code = {path.stem: path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.js")) if path != STUB}
    order = TopologicalSorter({name: IMPORT.findall(text) for name, text in code.items()}).static_order()
    modules = [[name, code[name]] for name in order]  # each after those it imports
    styles = "\n".join(path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.css")))
    version = hashlib.blake2s(repr((modules, styles)).encode(), digest_size=6).hexdigest()
    return version, {"modules": modules, "styles": styles}


@cache
def stub() -> str:
    """What every table carries: the way to the drawing code."""
    return STUB.read_text(encoding="utf-8").replace("VERSION", library()[0])


class TableView(anywidget.AnyWidget):
    """One table on a page. `receive` is called with every message that its page, or a stranger, sends."""

    _esm = traitlets.Unicode().tag(sync=True)
    screen = traitlets.Dict().tag(sync=True)
    slot = traitlets.Unicode().tag(sync=True)  # under which name the page keeps this table in its link

    def __init__(self, screen: dict[str, Any], receive: Receive, slot: str = "") -> None:
        self._receive = receive
        super().__init__(_esm=stub(), screen=screen, slot=slot)

    def _handle_msg(self, msg: dict[str, Any]) -> None:
        """Everything that arrives from the page. It may ask, but it sets nothing: a screen is made here alone."""
        with guarded(note):
            data = msg.get("content", {}).get("data", {})
            method = data.get("method") if isinstance(data, dict) else None
            if method == "request_state":
                self.send_state()
            elif method == "custom" and data.get("content") == {"do": "library", "name": "screen"}:
                self.send({"library": "screen", **library()[1]})
            elif method == "custom":
                self._receive(data.get("content"), msg.get("buffers"))
            elif not _echo(method, data):
                note(f"refused a message of the kind {str(method)[:60]!r}: a page may not set anything")


def _echo(method: Any, data: dict[str, Any]) -> bool:
    """Whether this is the page's own housekeeping: it reports how many views of a table it shows."""
    return method == "update" and set(data.get("state") or ()) <= {"_view_count"}

"""TableView: the one widget that draws a screen and sends back what was clicked or typed.

Python sends a screen, which is plain data; the page draws it, and nothing but messages comes back. How it looks is
told in `static/`. The code that draws goes to the page once, however many tables stand on it: each widget carries only
a stub of a few lines that fetches it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from widgets.drawing import check_needed, screen_code, stub
from widgets.errors import guarded, note

Receive = Callable[[Any, Any], None]


class TableView(anywidget.AnyWidget):
    """One table on a page. `receive` is called with every message that its page, or a stranger, sends."""

    _esm = traitlets.Unicode().tag(sync=True)
    screen = traitlets.Dict().tag(sync=True)
    titles = traitlets.Dict().tag(sync=True)  # what rules are called at this table, by id: a screen cites ids only
    classroom = traitlets.Dict().tag(sync=True)  # what the page shows of the class that somebody is in, if any
    slot = traitlets.Unicode().tag(sync=True)  # under which name the page keeps this table in its link

    def __init__(self, screen: dict[str, Any], receive: Receive, slot: str = "") -> None:
        self._receive = receive
        super().__init__(_esm=stub(), screen=screen, slot=slot)

    def send_state(self, key: Any = None) -> None:
        """Send what has changed. It is plain data: nothing of it needs to be searched for bytes that go apart."""
        state = self.get_state(key=key)
        if state:
            self._send({"method": "update", "state": state, "buffer_paths": []}, buffers=[])

    def _handle_msg(self, msg: dict[str, Any]) -> None:
        """Everything that arrives from the page. It may ask, but it sets nothing: a screen is made here alone."""
        with guarded(note):
            data = msg.get("content", {}).get("data", {})
            method = data.get("method") if isinstance(data, dict) else None
            if method == "request_state":
                self.send_state()
            elif method == "custom" and data.get("content") == {"do": "library", "name": "screen"}:
                check_needed()
                self.send({"library": "screen", **screen_code()})
            elif method == "custom":
                self._receive(data.get("content"), msg.get("buffers"))
            elif not _echo(method, data):
                note(f"refused a message of the kind {str(method)[:60]!r}: a page may not set anything")


def _echo(method: Any, data: dict[str, Any]) -> bool:
    """Whether this is the page's own housekeeping: it reports how many views of a table it shows."""
    return method == "update" and set(data.get("state") or ()) <= {"_view_count"}

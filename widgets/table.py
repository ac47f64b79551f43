"""TableView: the one widget that draws a screen and sends back what was clicked or typed.

Python sends a screen, which is plain data; the page draws it, and nothing but messages comes back. How it looks is
told in `static/`. The code that draws goes to the page once, however many tables stand on it: each widget carries only
a stub of a few lines that fetches it.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any, Protocol
from uuid import uuid4

import anywidget
import traitlets

from tabletop_kernel.contract.errors import SetupError
from widgets.drawing import check_needed, screen_code, served, stub
from widgets.errors import guarded, note

if TYPE_CHECKING:
    from tabletop_kernel.table.session import Session

Receive = Callable[[Any, Any], None]

AGAIN = "{}: if no table appears here, run this cell again."


class Holder(Protocol):
    """Who has the table that is on a page."""

    def session_now(self) -> Session: ...

    def lay_out(self, session: Session) -> None: ...


class TableView(anywidget.AnyWidget):
    """One table on a page. `receive` is called with every message that its page, or a stranger, sends.

    In a notebook, what was played in the page is there for the next cell, and the other way round:

        table = play("royal_ascension")
        table.session.log(0)             # after some moves in the page
        table.session = another          # lays another table of the same game out there
    """

    _esm = traitlets.Unicode().tag(sync=True)
    screen = traitlets.Dict().tag(sync=True)
    titles = traitlets.Dict().tag(sync=True)  # what rules are called at this table, by id: a screen cites ids only
    classroom = traitlets.Dict().tag(sync=True)  # what the page shows of the class that somebody is in, if any
    slot = traitlets.Unicode().tag(sync=True)  # under which name the page keeps this table in its link
    ident = traitlets.Unicode().tag(sync=True)  # the name of this widget itself, by which the page finds it

    def __init__(self, screen: dict[str, Any], receive: Receive, slot: str = "", holder: Holder | None = None) -> None:
        self._receive = receive
        self._holder = holder
        ident = uuid4().hex
        super().__init__(_esm=stub(), screen=screen, slot=slot, ident=ident, model_id=ident)

    def __repr__(self) -> str:
        return f"<A {'page' if self._holder is None else 'table'} of {self.screen.get('title', 'Tabletop Notebooks')}>"

    @property
    def session(self) -> Session:
        """The table as it stands now, the whole game: a copy, with which one may do anything."""
        if self._holder is None:
            raise SetupError("This page isn't a single game's table, so it has no session.")
        return self._holder.session_now()

    @session.setter
    def session(self, session: Session) -> None:
        if self._holder is None:
            raise SetupError("This page isn't a single game's table, so it has no session.")
        self._holder.lay_out(session)

    def _ipython_display_(self) -> None:
        """In a notebook that somebody works in, a sentence says what to do if there is no table; the table hides it."""
        from IPython.display import display

        if not served():
            said = AGAIN.format(self.screen.get("title", "Tabletop Notebooks"))
            html = f'<p class="tabletop-again">{escape(said)}</p>'
            display({"text/html": html, "text/plain": said}, raw=True)
        bundle: Any = self._repr_mimebundle_()  # of anywidget, which leaves its type open
        data, about = bundle or ({}, {})
        display({**data, "text/plain": repr(self)}, metadata=about, raw=True)

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

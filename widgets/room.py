"""What a game that is played and a lesson have in common: a table, a pair of eyes, moves, refusals and time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from tabletop_kernel.errors import Refused
from tabletop_kernel.game import Config, Move
from tabletop_kernel.rulebook import Verdict
from tabletop_kernel.session import Session
from tabletop_kernel.terminal import typed
from widgets import panel
from widgets.messages import a_move, a_number, a_text, act

if TYPE_CHECKING:
    from widgets.desk import Desk

Data = dict[str, Any]


class Room(ABC):
    """One table with somebody in front of it. `viewer` is the seat whose eyes the page has; None: everybody's."""

    session: Session
    viewer: int | None

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.game = desk.game
        self.why: Data | None = None  # the last refusal; it stays until the next move
        self._seen = 0  # lines of the log that have been on screen

    @property
    def config(self) -> Config:
        return self.session.config

    @abstractmethod
    def screen(self) -> Data:
        """Everything the page shows, but for what is the same in every room."""

    @abstractmethod
    def drawer(self, kind: str) -> Data | None:
        """What lies in a drawer; None if this room has no such drawer."""

    @abstractmethod
    def submit(self, move: Move) -> None:
        """The viewer's move; Refused if the rules say no."""

    # -- drawing ------------------------------------------------------------------------------------------------------

    def table(self, moves: list[Move]) -> Data:
        """The table with the panels that every room has."""
        session, viewer = self.session, self.viewer
        view = session.view(viewer)

        def phrase(move: Move) -> str:
            return session.phrase(viewer or 0, move)

        lines = panel.log(session, viewer, self._seen)
        if session.at_input == session.length:
            self._seen = session.log_length(viewer)
        return {
            "scene": self.desk.art.scene(self.game, session.config, view, moves, phrase),
            "moves": self.desk.art.groups(self.game, session.config, view, moves, phrase),
            "log": lines,
            "why": self.why,
        }

    def legal(self) -> list[Move]:
        """What the viewer may do now."""
        return self.session.moves(self.viewer) if self.viewer is not None else []

    def odds(self) -> Data | None:
        """The exact odds of what is about to be decided, as sentences and as a chart."""
        chart = self.desk.art.chart(self.game, self.config, self.session.view(self.viewer))
        nothing = {"title": "Odds", "lines": ["There is nothing to reckon now."], "figure": None, "rules": []}
        return {"kind": "odds", **(chart or nothing)}

    def refuse(self, move: Any, verdict: Verdict) -> None:
        """Show why not; the table stays as it is."""
        self.why = panel.refusal(self.session, self.viewer, list(move), verdict)
        self.why["piece"] = self._piece_of(list(move))
        self.desk.say(f"{self.why['what']} {verdict.text}", assertive=True)

    def _piece_of(self, move: list[Any]) -> str:
        """The piece on the table that a refused move was tried with; empty if none was."""
        scene = self.desk.art.scene(self.game, self.config, self.session.view(self.viewer), [], str)
        meant = (p["id"] for p in _pieces(scene) if p.get("try") == move or move in p.get("with", {}).values())
        return next(meant, "")

    # -- what the page may ask for ------------------------------------------------------------------------------------

    @act(moves_on=True, move=a_move)
    def move(self, move: list[Any]) -> None:
        """Make a move. Anything may be tried: what the rules refuse is explained."""
        viewer, before = self.viewer, self.session.log_length(self.viewer)
        self.submit(tuple(move))
        self.why = None
        if self.viewer == viewer:  # else the news are not for whoever looks now
            self._tell_news(before)

    @act(move=a_move)
    def ask(self, move: list[Any]) -> None:
        """Ask «why not?» without trying."""
        verdict = self.session.judge(self.viewer or 0, move) if self.viewer is not None else Verdict("table.wait")
        if verdict is not None:
            raise Refused(verdict)
        said = self.session.phrase(self.viewer or 0, tuple(move))
        self.why = {"what": "That is allowed.", "text": said + ".", "rules": [], "can": [], "told": True}

    @act(moves_on=True, text=a_text)
    def type(self, text: str) -> None:
        """A move that was typed: `commit 6C`."""
        if text.strip():
            self.move(list(typed(self.legal(), text)))

    @act(moves_on=True, number=a_number)
    def goto(self, number: int) -> None:
        """Show the table as it once stood."""
        self.session.goto(number)
        self.why = None

    def _tell_news(self, before: int) -> None:
        """Have read out what the move did, the beginning of it at least."""
        news = [entry.text for entry in self.session.log(self.viewer, before)]
        if news:
            self.desk.say(" ".join(news[:4]))


def _pieces(part: Any) -> Any:
    """Every piece in a scene, however deep it lies."""
    if isinstance(part, dict):
        if "id" in part and "label" in part:
            yield part
        for value in part.values():
            yield from _pieces(value)
    elif isinstance(part, list):
        for value in part:
            yield from _pieces(value)

"""The face of a game: how it looks at the table, from what one seat sees to what the page draws.

A game with a page has a package in `widgets/games` with a `FACE`; a face of one's own is given to `play` and `learn`.
Without one, a table shows what a terminal would. Each of its functions gets a *look*: the view of one
seat (None: the projector) with the legal moves of that seat. Nothing else of the table is there, so a scene can hold
nothing that its viewer may not know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tabletop_kernel.contract.events import Entry
from widgets.beats import Beat, plain
from widgets.charts import Chart
from widgets.look import TableLook
from widgets.questions import Offered, plain_form
from widgets.scene import Group, Page, Scene

if TYPE_CHECKING:
    from widgets.campaigns import Campaign
    from widgets.desk import Enter

L = TypeVar("L", bound=TableLook)
SeatName = Callable[[int], str]
GROUP = "tabletop.faces"


class Face(ABC, Generic[L]):
    """What a page asks of a game. A scene and buttons are all it needs; without the rest it speaks in general words."""

    emblem: str  # the sign of the game
    wide: int = 0  # pixels that a table needs for its log beside it, if more than usual
    look: type[L]
    quiet: frozenset[str] = frozenset()  # kinds of events that are told in the log, but not played back
    minor: frozenset[str] = frozenset()  # kinds that are played back, but not worth a line of what happened meanwhile
    moments: frozenset[str] = frozenset()  # kinds that decide something: they are played back of one's own moves too
    together: frozenset[str] = frozenset({"drew", "draws"})  # kinds of which a row is one beat
    passing: frozenset[str] = frozenset()  # kinds that say how things stand just then: in the next turn they may not
    campaign: Campaign | None = None  # for games from which something is kept for later ones
    pages: Mapping[str, str] = {}  # of the atlas: what its buttons say, by the names of the pages

    @abstractmethod
    def scene(self, look: L) -> Scene:
        """The table."""

    @abstractmethod
    def groups(self, look: L) -> list[Group]:
        """The legal moves as buttons."""

    def chart(self, look: L) -> Chart | None:
        """The exact odds of what is about to be decided: sentences, and a figure as plain data for plotly."""
        return None

    def atlas(self, look: L, page: str) -> Chart | None:
        """A page of the atlas of this table, one of `pages`; for games that are played on a map.

        One that rests on many games has a `survey` (`atlas.survey`), which `explore` takes a little further.
        """
        return None

    def explore(self, look: L, page: str) -> None:
        """Play some of the games that a page of the atlas rests on: as many as somebody likes to wait for."""

    def read(self, look: L, piece: str) -> list[Page]:
        """The whole text of a piece that shows only a part of it."""
        return []

    def where(self, look: L) -> str:
        """Where in the game the table stands, in a few words."""
        return ""

    def ending(self, look: L, name: SeatName) -> str:
        """How the game ended, in a sentence."""
        return ""

    def beat(self, look: L, entry: Entry) -> Beat:
        """An event of the viewer's log as it is played back; `look` is the table after it, `look.before` before it."""
        return plain(entry)

    def moments_of(self, log: Sequence[Entry]) -> list[Entry]:
        """What is played back of one's own move: all that one has been waiting for, and did not do oneself."""
        return [entry for entry in log if entry.kind in self.moments]

    def retold(self, look: L, log: Sequence[Entry], seat: int) -> list[Entry]:
        """The lines from which it is told what happened meanwhile: a game may make one of several that belong together,
        a cause before what came of it."""
        return list(log)

    def threat(self, look: L, entry: Entry, seat: int) -> int:
        """How much a line of what happened meanwhile tells of danger to a seat: such lines come first. 0: none."""
        return 0

    def scores(self, look: L, name: SeatName) -> list[dict[str, Any]]:
        """The end, with every addend and its rule."""
        return []

    def form(self, game: Any, campaign: str, offered: Offered, seats: int) -> list[dict[str, Any]]:
        """What may be chosen before a game, as the page asks for it; `campaign` is the code of the one at hand."""
        return plain_form(offered, seats)

    def puzzles(self, slot: str, moves: int, number: int | None) -> Enter | None:
        """The way into its puzzles, beginning with this one; None in a game without."""
        return None


@cache
def face_of(name: str) -> Face[Any]:
    """The face of a game: ours, one that another package brings, or else a plain one.

    Another package brings one by an entry point of the group `tabletop.faces`: the name of the game, and what makes its
    face when it is called.
    """
    if find_spec(f"widgets.games.{name}") is not None:
        face: Face[Any] = import_module(f"widgets.games.{name}").FACE
        return face
    for entry in entry_points(group=GROUP, name=name):
        made: Face[Any] = entry.load()()
        return made
    from widgets.plain_face import PlainFace

    return PlainFace()

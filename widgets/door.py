"""The door: the five games as box lids, and the way back to a table whose code was kept."""

from __future__ import annotations

import tomllib
from base64 import b64encode
from functools import cache
from pathlib import Path
from typing import Any

from tabletop_kernel.content.game_loading import load
from widgets import links
from widgets.classroom import JOIN, ClassDesk
from widgets.errors import guarded
from widgets.games import drawn
from widgets.keeping import read_table
from widgets.messages import a_code, a_flag, a_link, a_text, act, acts_of, an_address, read
from widgets.notebooks import GUIDES
from widgets.shared.database import CannotKeep, OutOfReach
from widgets.shared.store import the_store
from widgets.sharing import share
from widgets.table import TableView

Data = dict[str, Any]

HERE = Path(__file__).parent / "games"


@cache
def catalogue() -> list[Data]:
    """The five games; those that are not here yet are there as such."""
    return [_lid(entry) for entry in entries()]


def entries() -> list[Data]:
    """What is written of each game, in the order of the door; no game is loaded for it."""
    with (HERE / "catalogue.toml").open("rb") as file:
        found: list[Data] = tomllib.load(file)["games"]
    return found


def _lid(entry: Data) -> Data:
    name = entry["name"]
    picture = b64encode((HERE / "lids" / f"{name}.svg").read_bytes()).decode()
    there = name in drawn()
    return {
        **{key: entry[key] for key in ("name", "title", "line", "players", "length")},
        "lid": f"data:image/svg+xml;base64,{picture}",
        "lid_text": entry["lid"],
        "there": there,
        "steps": sum(len(chapter.steps) for chapter in load(name).teaching.chapters) if there else 0,
        "href": notebook(name),
    }


def notebook(game: str) -> str:
    """Where a game's notebook lies, seen from the door."""
    return f"{game}.ipynb"


GUIDE_TITLES = {  # in the order in which people need them
    "play_a_game": "Play a game",
    "teach_a_class": "Teach a class",
    "run_a_playtest": "Run a playtest",
    "change_a_card": "Change a card",
    "languages": "Write card text",
    "use_it_from_python": "Use it from Python",
    "add_a_game": "Add a game",
    "serve": "Host it for a class or club",
}


def guides() -> list[dict[str, str]]:
    """The guides that lie beside this page, as links of it."""
    files = {f"{GUIDES}/{name}.ipynb": title for name, title in GUIDE_TITLES.items()}
    return [{"title": title, "href": file} for file, title in files.items() if Path(file).exists()]


class Door(ClassDesk):
    """The first page."""

    def __init__(self) -> None:
        self._at = 0
        self._problem = ""
        self._go = ""
        self._share: Data | None = None  # the way to this door, for others
        self._school: Data | None = None  # the class that somebody is in, or whose window was closed
        self._begin_class()
        self.view = TableView(self._screen(), self.receive, "door")

    def _screen(self) -> Data:
        screen: Data = {"kind": "door", "at": self._at, "title": "Tabletop Notebooks", "games": catalogue()}
        screen["guides"] = guides()
        return {**screen, "problem": self._problem, "go": self._go, "share": self._share, "school": self._school}

    def receive(self, content: Any, buffers: Any = None) -> None:
        """One message from the page, taken as a stranger's."""
        self._at += 1
        self._problem = self._go = ""
        with guarded(self._tell):
            message = read(content, buffers, acts_of(Door))
            try:
                getattr(self, message.act.method)(**message.fields)
            except CannotKeep as error:
                raise OutOfReach(
                    f"We can't look up tables and classes right now ({error}). Try again in a moment."
                ) from None
        self.view.screen = self._screen()

    def _tell(self, text: str) -> None:
        self._problem = text

    @act(link=a_link, prefers=a_text, address=an_address, projector=a_flag)
    def hello(
        self, link: dict[str, str] | None = None, prefers: str = "", address: str = "", projector: bool = False
    ) -> None:
        """The page shows the door, and says where it stands; all else on it is there already."""
        self._share = share(address, {}) if address else None
        self.attendance.arrive(self, link or {})
        self._school = self.attendance.known_as()
        if JOIN in (link or {}):
            self._go = self.attendance.way

    @act()
    def back_to_class(self) -> None:
        """Go back to the page where the class is; the window of a class that was closed is opened again."""
        self.attendance.come_in_again()
        self.attendance.arrive(self, {})
        self._go = self.attendance.way

    @act()
    def leave_class(self) -> None:
        super().leave_class()
        self._school = None

    @act(code=a_code)
    def restore(self, code: str) -> None:
        """Find the game of a code or link, and go there."""
        kind, kept = links.from_anything(code)
        if kind == "lesson":
            game = load(links.lesson_parts(kept)[0])
            links.Progress(game.name, game.teaching.chapters).read(kept)
            self._go = f"{notebook(game.name)}#learn={kept}"
        elif kind == "code":
            found = the_store().look_up(kept)
            if found.in_class:
                self._join(found.in_class)
            else:
                self._go = f"{notebook(found.game)}#play={links.INVITATION}{found.invitation}"
        else:
            self._go = f"{notebook(read_table(kept)[1].game.name)}#play={kept}"

    def _join(self, class_id: str) -> None:
        """Come into a class, and go where it is."""
        self.attendance.join(class_id)
        self.attendance.arrive(self, {})
        self._go = self.attendance.way

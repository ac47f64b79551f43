"""A class for tests: a teacher and pupils, each with a page, a kernel and a store of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from page import Page

from widgets import app, classroom, door, keeping, knowing, links, teacher
from widgets.shared.store import Store, open_database

FOLDER = "http://tables.example:8866/voila/render/"


class School:
    """All pages of a test. What belongs to one kernel in real life is made anew for each page here."""

    def __init__(self, monkeypatch: Any) -> None:
        self.pages: list[Visitor] = []
        self.current = Store(open_database(""))
        for module in (classroom, door, keeping, links, teacher):
            monkeypatch.setattr(module, "the_store", lambda: self.current)

    def visit(self, make: Callable[[], Any], name: str, link: dict[str, str] | None = None) -> Visitor:
        """Open a page."""
        self.current = Store(open_database(""))
        classroom.attendance.cache_clear()
        knowing.knowledge_of.cache_clear()
        app._progress.cache_clear()
        page = Visitor(self, make(), self.current)
        self.pages.append(page)
        page.send("hello", link=link or {}, address=f"{FOLDER}{name}.ipynb")
        return page

    def teacher(self, game: str = "royal_ascension", plan: str = "", link: dict[str, str] | None = None) -> Visitor:
        page = self.visit(app.classroom, "class", link)
        if link is None:
            page.send("open-class", game=game, plan=plan)
        return page

    def door(self, link: dict[str, str] | None = None) -> Visitor:
        return self.visit(app.door, "index", link)

    def join(self, teacher: Visitor) -> Visitor:
        """Somebody types the code on the door."""
        page = self.door()
        page.send("restore", code=teacher.screen["code"])
        return page

    def pupil(self, teacher: Visitor, game: str = "royal_ascension", chapter: str | None = "walking") -> Visitor:
        """Somebody who joined, on the page of a game: at a chapter, or at the table for whole games."""
        return self.open(self.join(teacher).ticket, game, chapter)

    def open(self, ticket: str, game: str = "royal_ascension", chapter: str | None = "walking", **link: str) -> Visitor:
        make = (lambda: app.learn(game, chapter)) if chapter else (lambda: app.play(game, seed=3))
        return self.visit(make, game, {"class": ticket, **link})

    def ring(self) -> None:
        """What bells do between messages: everybody has reported, and looks."""
        for page in sorted(self.pages, key=lambda page: page.teaches):
            page.look()


class Visitor(Page):
    """One page of a class."""

    def __init__(self, school: School, view: Any, store: Store) -> None:
        self.school, self.store = school, store
        super().__init__(view, greet=False)

    def raw(self, content: Any, buffers: Any = None) -> dict[str, Any]:
        self.school.current = self.store
        return super().raw(content, buffers)

    @property
    def desk(self) -> Any:
        return self.view._receive.__self__

    @property
    def shown(self) -> dict[str, Any]:
        """What the page shows of the class."""
        return dict(self.view.classroom)

    @property
    def ticket(self) -> str:
        return str(self.shown["ticket"])

    @property
    def teaches(self) -> bool:
        return isinstance(self.desk, teacher.TeacherPage)

    def look(self) -> None:
        self.school.current = self.store
        if self.teaches:
            self.desk._look_now()
            return
        self.desk.attendance.report()
        self.desk.attendance.look()
        if self.desk.plays:
            self.desk.look_again()

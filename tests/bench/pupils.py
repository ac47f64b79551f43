"""A class for measurements: a teacher and pupils as lines to real kernels, and how soon the teacher sees what one of
them does."""

from __future__ import annotations

import threading
import time
from typing import Any

from lines import Line, read

GAME = "royal_ascension"
NOTEBOOKS = {
    "teaching": "from widgets.app import classroom\n\nclassroom()",
    "lesson": f'from widgets.app import learn\n\nlearn("{GAME}", "walking")',
}
PATIENCE = 60  # seconds


class ClassPage:
    """The page of a teacher or a pupil: says what a page says, and notes when screens arrive."""

    def __init__(self, server: str, notebook: str, link: dict[str, str] | None = None) -> None:
        self.line = Line(server, notebook)
        self.screen: dict[str, Any] = {}
        self.classroom: dict[str, Any] = {}  # what the page shows of its class
        self.came = 0.0  # when the last screen did
        self.news = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()
        address = f"{server}voila/render/{notebook}.ipynb"
        self.line.say({"do": "hello", "link": link or {}, "prefers": "", "address": address, "projector": False})
        self.until(lambda: self.screen.get("at", 0) > 0)

    def _listen(self) -> None:
        while True:
            try:
                data = self.line.socket.recv()
            except Exception:
                return
            if not isinstance(data, bytes) or not data:
                return
            now = time.perf_counter()
            state = read(data)["content"].get("data", {}).get("state", {})
            with self.news:
                if state.get("screen"):
                    self.screen, self.came = state["screen"], now
                self.classroom = state.get("classroom", self.classroom)
                self.news.notify_all()

    def say(self, do: str, **fields: Any) -> None:
        self.line.say({"do": do, "at": self.screen.get("at", 0), "seat": self.screen.get("viewer"), **fields})

    def until(self, what: Any, seconds: float = PATIENCE) -> None:
        with self.news:
            if not self.news.wait_for(what, seconds):
                raise TimeoutError(f"{self.screen.get('kind')} {self.screen.get('problem') or self.screen.get('why')}")


class SchoolClass:
    """A teacher with a class open, and pupils at the same chapter of lessons."""

    def __init__(self, server: str, many: int) -> None:
        self.teacher = ClassPage(server, "teaching")
        self.teacher.say("open-class", game=GAME)
        self.teacher.until(lambda: self.teacher.screen.get("code"))
        code = self.teacher.screen["code"]
        self.pupils = [ClassPage(server, "lesson", {"join": code}) for _ in range(many)]
        self.teacher.until(lambda: self.teacher.screen.get("here") == many)

    @property
    def refusals(self) -> int:
        """How many moves were refused in this class, as the teacher's page has it."""
        return sum(rule["times"] for rule in self.teacher.screen.get("rules", ()))

    def sees(self, number: int) -> float:
        """Seconds from a pupil's wrong move to the teacher's page that tells of it."""
        before, began = self.refusals, time.perf_counter()
        self.pupils[number].say("move", move=["end"])  # which no rule allows before one has walked
        self.teacher.until(lambda: self.refusals > before)
        return self.teacher.came - began

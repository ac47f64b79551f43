"""People at shared tables without a browser: each has a line to a kernel of its own, and notes when screens arrive."""

from __future__ import annotations

import threading
import time
from typing import Any

from lines import Line, read

SHARED = (
    'from widgets.app import play\n\nplay("royal_ascension", dealt=True, seats=4, seed=3)'  # the notebook they open
)


class Seat:
    """Somebody's page: says what a page says, and notes when screens arrive."""

    def __init__(self, server: str) -> None:
        self.line = Line(server, "shared")
        self.screen: dict[str, Any] = {}
        self.arrived: dict[int, float] = {}  # when the screen with so many moves came
        self.news = threading.Condition()
        self.address = f"{server}voila/render/shared.ipynb"
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                data = self.line.socket.recv()
            except Exception:
                return
            if not isinstance(data, bytes) or not data:
                return
            now = time.perf_counter()
            said = read(data)
            screen = said["content"].get("data", {}).get("state", {}).get("screen")
            if screen:
                with self.news:
                    self.screen = screen
                    if screen.get("time"):
                        self.arrived.setdefault(screen["time"]["length"], now)
                    self.news.notify_all()

    def say(self, do: str, **fields: Any) -> None:
        self.line.say({"do": do, "at": self.screen.get("at", 0), "seat": self.screen.get("viewer"), **fields})

    def until(self, what: Any, seconds: float = 60) -> dict[str, Any]:
        with self.news:
            if not self.news.wait_for(lambda: self.screen and what(self.screen), seconds):
                raise TimeoutError(f"{self.screen.get('kind')}: {self.screen.get('now')} {self.screen.get('why')}")
            return self.screen

    def sits(self, chair: int | None, link: str = "") -> Seat:
        """Come to the table, as its host or by a link; without a chair, to look on."""
        kept = {"play": link} if link else {}
        self.line.say({"do": "hello", "link": kept, "prefers": "", "address": self.address, "projector": False})
        self.until(lambda screen: screen["kind"] == "table")
        if link and chair is not None:
            while self.screen.get("viewer") != chair:
                at = self.screen["at"]
                self.say("sit-down", chair=chair)
                self.until(lambda screen, at=at: screen["at"] > at or screen.get("viewer") == chair)
        return self

    @property
    def moves(self) -> list[Any]:
        """What the screen offers as moves."""
        if self.screen.get("now", {}).get("kind") != "yours":
            return []
        found = [button["do"]["move"] for group in self.screen.get("moves", ()) for button in group["buttons"]]
        return [move for move in found if move[0] != "take-back"]

"""A real browser as somebody at a shared table: a move counts as shown when it is painted."""

from __future__ import annotations

import time
from typing import Any

from crowd import PATIENCE
from playwright.sync_api import BrowserContext
from tables import FIND, READY, SEND

SLOT = "play"
SCREEN = "(slot) => window.tablesInTest[slot].get('screen')"
# When each screen was painted, in milliseconds since 1970: the frame after the one in which it came.
WATCH = """(slot) => {
  window.painted = {};
  const model = window.tablesInTest[slot];
  model.on("change:screen", () => {
    const length = model.get("screen").time?.length;
    if (length === undefined || length in window.painted) return;
    window.painted[length] = 0;
    requestAnimationFrame(() => setTimeout(() => {
      window.painted[length] = performance.timeOrigin + performance.now();
    }));
  });
}"""
PAINTED = """([slot, length]) => {
  const later = Object.entries(window.painted).filter(([moves, at]) => Number(moves) > length && at > 0);
  return later.length ? Math.min(...later.map(([, at]) => at)) : null;
}"""


class BrowserSeat:
    """Somebody in front of a browser."""

    def __init__(self, context: BrowserContext, address: str, link: str = "") -> None:
        self.page = context.new_page()
        self.page.goto(f"{address}#{SLOT}={link}" if link else address, timeout=READY)
        self.page.locator(".tabletop .frame.table").first.wait_for(timeout=READY)
        while SLOT not in self.page.evaluate(FIND):  # on a busy machine a frame may stand before its model is known
            self.page.wait_for_timeout(50)
        self.page.evaluate(WATCH, SLOT)

    @property
    def screen(self) -> dict[str, Any]:
        return dict(self.page.evaluate(SCREEN, SLOT))

    @property
    def moves(self) -> list[Any]:
        """What the screen offers as moves."""
        screen = self.screen
        if screen.get("now", {}).get("kind") != "yours":
            return []
        found = [button["do"]["move"] for group in screen.get("moves", ()) for button in group["buttons"]]
        return [move for move in found if move[0] != "take-back"]

    def say(self, do: str, **fields: Any) -> None:
        screen = self.screen
        self.page.evaluate(SEND, [SLOT, {"do": do, "at": screen["at"], "seat": screen.get("viewer"), **fields}])

    def until(self, what: Any, seconds: float = PATIENCE) -> dict[str, Any]:
        end = time.monotonic() + seconds
        while not what(screen := self.screen):
            if time.monotonic() > end:
                raise TimeoutError(f"{screen.get('now')} {screen.get('why')}")
            self.page.wait_for_timeout(50)
        return screen

    def sits(self, chair: int) -> BrowserSeat:
        while self.screen.get("viewer") != chair:
            at = self.screen["at"]
            self.say("sit-down", chair=chair)
            self.until(lambda screen, at=at: screen["at"] > at or screen.get("viewer") == chair)
        return self

    def forget(self) -> None:
        self.page.evaluate("() => { window.painted = {}; }")

    def shown_after(self, length: int, seconds: float) -> float:
        end = time.monotonic() + seconds
        while (at := self.page.evaluate(PAINTED, [SLOT, length])) is None:
            if time.monotonic() > end:
                raise TimeoutError(str(self.screen.get("why")))
            self.page.wait_for_timeout(5)
        return time.perf_counter() - (time.time() - at / 1000)  # on the clock of the others

"""Where room is short: the buttons of moves still say what they are, and numbers keep away from words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import map_stage
import pytest
from bare import open_bare, show
from playwright.sync_api import Browser, Page
from tables import leave, new_context

SHORT = ["Boot", "Knife", "Hatchet", "Pan", "Spike Maul", "Pickaxe"]
LONG = [
    "Ability: discard 1 green item card",
    "Ability: in a Forest, gain 2 dice's worth",
    "Mission: discard 4 item cards",
]
# The buttons of moves of which fewer than eight letters can be read, and what stands out of the row.
UNREADABLE = """(groups) => {
  const { right } = groups.getBoundingClientRect();
  return [...groups.querySelectorAll(".btn")].filter((button) => {
    const span = button.querySelector("span");
    const range = document.createRange();
    range.setStart(span.firstChild, 0);
    range.setEnd(span.firstChild, Math.min(8, span.textContent.length));
    const isCut = range.getBoundingClientRect().right > span.getBoundingClientRect().right + 1;
    return isCut || button.getBoundingClientRect().right > right + 1;
  }).map((button) => button.textContent);
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = new_context(browser, viewport={"width": 1280, "height": 720})
    opened = context.new_page()
    open_bare(opened, map_stage.screen())
    yield opened
    leave(context)


def buttons(texts: list[str]) -> list[dict[str, Any]]:
    return [{"text": text, "legal": True, "do": {"do": "move", "move": ["job", text]}, "label": text} for text in texts]


def test_a_button_of_a_move_keeps_its_first_letters(page: Page) -> None:
    """Whatever has no room for them is behind the button for more, and never alone."""
    rows = [[*SHORT[:count], *LONG][:8] for count in range(1, len(SHORT) + 1)]
    rows += [[f"Boots {n}" * 2 for n in range(count)] for count in range(6, 9)]  # of which none can give way
    tight, more = 0, set()
    for width in (1060, 1140, 1220, 1280, 1340):
        page.set_viewport_size({"width": width, "height": 720})
        for number, texts in enumerate(rows):
            moves = [{"label": "Do a job", "buttons": buttons(texts)}]
            show(page, {**map_stage.screen(at=width * 10 + number), "moves": moves})
            row = page.locator(".moves > .groups")
            assert row.evaluate(UNREADABLE) == [], (width, texts)
            more |= set(row.locator("[data-more]").all_text_contents())
            tight += "is-tight" in (row.get_attribute("class") or "")
    assert tight > 2 and "2 more …" in more and "1 more …" not in more


@pytest.mark.parametrize("number", ["7", "99", "110", "1234", "12+3", "120+12"])
def test_the_number_of_a_move_does_not_touch_its_words(page: Page, number: str) -> None:
    line = {"text": "You add nothing to the battle.", "rule": ""}
    block = {"at": 1, "number": number, "seat": 0, "new": True, "turn": 3, "lines": [line]}
    show(page, {**map_stage.screen(at=90_001), "log": [block]})
    moment = page.get_by_role("button", name=f"Go to move {number}", exact=True)
    moment.wait_for()
    figure, words = moment.locator("span").last.bounding_box(), page.locator(".blocks .happened").bounding_box()
    assert figure and words and words["x"] - figure["x"] - figure["width"] >= 4

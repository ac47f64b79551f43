"""Every kind of part that a scene can have is drawn, and one that the page does not know shows itself."""

from __future__ import annotations

from functools import cache

import map_stage
import pytest
from playwright.sync_api import ConsoleMessage, expect
from tables import Data, Table, Visit, walk

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.players.bots import forward, make_bot
from tabletop_kernel.table.session import Session
from widgets import scene
from widgets.face import face_of
from widgets.games import drawn

SHOW = "([slot, screen]) => window.tablesInTest[slot].set('screen', screen)"
# What one can see of a part: its size, its words and pictures, and which of its pieces take up room.
SEEN = """(part) => {
  for (const fold of part.querySelectorAll("details")) fold.open = true;
  const has = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 3;
  const { width, height } = part.getBoundingClientRect();
  return {
    width,
    height,
    words: part.innerText.trim().length,
    pictures: [...part.querySelectorAll("svg")].filter(has).length,
    pieces: [...part.querySelectorAll("[data-piece]")].filter(has).map((piece) => piece.dataset.piece),
  };
}"""


@cache
def examples() -> dict[str, Data]:
    """One part of each kind, as the games themselves lay them out; what none of them has yet is written by hand."""
    found: dict[str, Data] = {}
    for name in drawn():
        game, face = load(name), face_of(name)
        session = Session(game, seed=1)
        bots = [make_bot("greedy", game, session.config, seat, 1) for seat in range(session.config.seats)]
        while session.outcome is None:
            seat = session.deciders[0]
            moves, view = session.moves(seat), session.view(seat)
            for part in face.scene(face.look(game, session.config, view, moves)):
                found.setdefault(part["part"], part)
            session.submit(seat, bots[seat].choose(view, forward(moves)))
    return {"map": map_stage.map_part(), "track": map_stage.track_parts()[0], **found}


def show(visit: Visit, part: Data) -> Table:
    """A table with nothing on it but this part."""
    table = Table(visit(), "first").arrive()
    screen = {**table.screen, "scene": [part], "drawer": None}
    table.page.evaluate(SHOW, [table.slot, screen])
    return table


def test_there_is_an_example_of_every_kind() -> None:
    assert set(examples()) == set(scene.PARTS)


@pytest.mark.parametrize("kind", scene.PARTS)
def test_every_kind_of_part_is_drawn(visit: Visit, kind: str) -> None:
    part = examples()[kind]
    table = show(visit, part)
    expect(table.root.locator(".mat .part")).to_have_count(1)
    seen = table.root.locator(f".mat .part-{kind}").evaluate(SEEN)
    assert seen["width"] > 40 and seen["height"] > 20
    assert seen["words"] or seen["pictures"]
    assert set(seen["pieces"]) == {piece["id"] for piece in walk(part)}
    expect(table.root.locator(".fault")).to_have_count(0)


def test_a_part_that_the_page_does_not_know_shows_itself(visit: Visit) -> None:
    said: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        said.append(message.text)

    visit().on("console", listen)
    table = show(visit, {"part": "hologram", "place": "board", "title": "Hologram"})
    expect(table.root.locator(".fault")).to_have_text("This page can't draw a part of the table: hologram.")
    visit().remove_listener("console", listen)
    assert any("hologram" in text for text in said)

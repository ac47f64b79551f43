"""Two people at one screen play The West: Ascendant: nothing that eyes may not see is in any message to their page."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from page import Page, lines_of, room_of

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.players.bots import forward, make_bot
from tabletop_kernel.table.session import Session
from widgets.app import play
from widgets.games.the_west_ascendant import FACE
from widgets.links import write_table
from widgets.shared.chair import Chair

GAME: Any = load("the_west_ascendant")
TYPES = ("Kiln", "Cistern", "Orrery", "Orreries", "Relay")


def with_doppelgates() -> Session:
    """A game of two at a moment when both have Doppelgates."""
    session = Session(GAME, seats=2, seed=1)
    bots = [make_bot("greedy", GAME, session.config, seat, 1) for seat in range(2)]
    while not all(session.truth.gates):
        (seat,) = session.deciders
        session.submit(seat, bots[seat].choose(session.view(seat), forward(session.moves(seat))))
    return session


def screens_and_rest(said: list[str]) -> tuple[list[dict[str, Any]], str]:
    """All screens that were sent to the page, and whatever else was."""
    screens, rest = [], []
    for text in said:
        message = json.loads(text)
        if screen := message.get("state", {}).pop("screen", None):
            screens.append(screen)
        rest.append(json.dumps(message))
    return screens, "\n".join(rest)


def assert_nothing_hidden(screen: dict[str, Any], session: Session, seed: int) -> None:
    """The screen is the one of another table, where all that these eyes do not see has been dealt anew."""
    viewer = screen["viewer"]
    view, moves = session.view(viewer), session.moves(viewer) if viewer is not None else []
    if screen["kind"] == "curtain":
        assert "scene" not in screen and not screen.get("log")
        return
    twin = GAME.imagine(session.config, view, Chance(seed))

    def phrase(move: Any) -> str:
        return session.phrase(viewer, move)

    expected = FACE.scene(FACE.look(GAME, session.config, GAME.view(twin, viewer), moves, phrase))
    assert json.dumps(screen["scene"], sort_keys=True) == json.dumps(expected, sort_keys=True)
    told = [entry.text for entry in session.log(viewer, you=True)]
    assert all(line["text"] in told for line in lines_of(screen))


def test_no_hidden_card_reaches_the_page() -> None:
    """Hands, the deck, Facility sides of Doppelgates, Loci under the tops: in no screen, in no other message."""
    page = Page(play("the_west_ascendant"), {"play": write_table([Chair(), Chair()], with_doppelgates())})
    rng, looked = Random(11), set()
    for number in range(40):
        screen = page.screen
        assert_nothing_hidden(screen, room_of(page).session, number)
        looked.add(screen["viewer"])
        page.traffic.clear()
        if screen["kind"] == "curtain":
            page.send("lift")
        else:
            page.press(rng.choice([one for one in page.buttons() if one["do"]["move"][0] != "take-back"]))
        sent, rest = screens_and_rest(list(page.traffic))
        assert [one["at"] for one in sent] == [page.screen["at"]], "every screen that was sent is one that is looked at"
        assert not any(name in rest for name in TYPES)
    assert looked == {None, 0, 1}

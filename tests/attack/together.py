"""Evenings at one shared table where everybody presses anything: two hosts, undo across people, seats that change.

Four pages sit at the table: its host, a second window of the host, and two guests. Whatever they do, no page may end in
an inner fault, all pages stand at the same game once they have looked, and no link holds the table's code.
"""

from __future__ import annotations

import json
import os
import random
import tempfile
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from attempts import Attempts
from messages import INNER_FAULT
from page import Page, room_of
from screens import a_move_of, look, screens_with_choices, table_of, ticket, visit

from widgets.links import INVITATION, TICKET
from widgets.shared import store

EVENING = 60  # acts
GAMES = ("royal_ascension", "deck_goes_west", "tamashii")
SEATS = 3

Act = Callable[[Page, random.Random], Any]


def evenings(tries: int, rng: random.Random) -> Attempts:
    """So many evenings, each with many acts."""
    found = Attempts("evenings with two hosts")
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, TABLETOP_STATE=folder):
        for _ in range(tries):
            _evening(found, rng)
        store.the_store.cache_clear()
    return found


def _evening(found: Attempts, rng: random.Random) -> None:
    game = rng.choice(GAMES)
    pages = table_of(guests=2, game=game, seats=SEATS)
    pages.append(visit(ticket(pages[0]), game))  # the host's second window
    done: list[str] = []
    for _ in range(EVENING):
        act, page = rng.choices(list(ACTS), list(ACTS.values()))[0], rng.choice(pages)
        done.append(f"{pages.index(page)} {act.__name__}")
        with found.one(f"{game}, {' / '.join(done[-6:])}"):
            act(page, rng)
            look(*rng.sample(pages, 2))
        said = json.dumps(page.screen, ensure_ascii=False)
        found.expect(INNER_FAULT not in said, f"an inner fault in {game} after {' / '.join(done[-6:])}")
    look(*pages, *pages)
    found.expect(_agree(pages), f"the pages stand at different games of {game}: {' / '.join(done)}")
    kept = [page.screen["keep"].get("play", "") for page in pages if page.screen.get("keep")]
    good = all(one.startswith((TICKET, INVITATION)) or not one for one in kept)
    found.expect(good, f"a link of {game} holds the game itself: {' / '.join(done)}")
    for page in pages:
        page.view.close()


def _agree(pages: list[Page]) -> bool:
    """Say if all who follow the table know its game, whatever they have not sent yet."""
    followers = [room for room in map(room_of, pages) if room.followed is not None]
    written = [room.followed.session().inputs for room in followers]
    known = [room.session.inputs[: len(inputs)] for room, inputs in zip(followers, written, strict=True)]
    return all(story == written[0] for story in (*written, *known))


# -- what somebody presses ---------------------------------------------------------------------------------------------


def moves(page: Page, rng: random.Random) -> None:
    if screens_with_choices([page]) and room_of(page).legal():
        a_move_of(page, rng)
    elif page.screen.get("next"):
        page.send("go-on", all=True)


def takes_back(page: Page, rng: random.Random) -> None:
    page.send("undo")


def answers(page: Page, rng: random.Random) -> None:
    page.send("answer", yes=rng.random() < 0.5)


def looks_back(page: Page, rng: random.Random) -> None:
    page.send("goto", number=rng.randrange(1 + room_of(page).session.length))


def comes_forward(page: Page, rng: random.Random) -> None:
    page.send("onward")


def gives_a_seat(page: Page, rng: random.Random) -> None:
    page.send("give", chair=rng.randrange(SEATS), who=rng.choice(["random", "open", "person"]))


def sits_down(page: Page, rng: random.Random) -> None:
    page.send("sit-down", chair=rng.randrange(SEATS), name=rng.choice(["Guest 1", "Mara", ""]))


def stands_up(page: Page, rng: random.Random) -> None:
    page.send("stand-up", chair=rng.randrange(SEATS))


def relinks(page: Page, rng: random.Random) -> None:
    page.send("relink", chair=rng.randrange(SEATS))


def hosts(page: Page, rng: random.Random) -> None:
    page.send("take-over")


def invites(page: Page, rng: random.Random) -> None:
    page.send(rng.choice(["invite", "uninvite"]))


def breaks_off(page: Page, rng: random.Random) -> None:
    page.send("break-off", **rng.choice([{"sure": True}, {"never_mind": True}]))


def branches(page: Page, rng: random.Random) -> None:
    page.send("branch", number=rng.randrange(1 + room_of(page).session.length))


def opens(page: Page, rng: random.Random) -> None:
    page.send("open", drawer=rng.choice(["save", "company", "rules", "odds"]))


ACTS: dict[Act, int] = {
    moves: 40,
    takes_back: 10,
    answers: 8,
    looks_back: 4,
    comes_forward: 6,
    gives_a_seat: 4,
    sits_down: 6,
    stands_up: 3,
    relinks: 2,
    hosts: 3,
    invites: 3,
    breaks_off: 2,
    branches: 2,
    opens: 4,
}

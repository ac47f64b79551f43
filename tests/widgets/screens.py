"""Several screens at one table, each a page with a kernel of its own: how tests bring them together."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from page import Page, confirm, room_of

from widgets.app import play
from widgets.shared import store

ADDRESS = "http://tables.example:8866/voila/render/royal_ascension.ipynb"


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))
    store.the_store.cache_clear()
    return tmp_path


def visit(kept: str = "", game: str = "royal_ascension", seed: int | None = 3, **options: Any) -> Page:
    """A page with a kernel of its own, and so with a store of its own."""
    store.the_store.cache_clear()
    page = Page(play(game, seed=seed, **options), greet=False)
    page.send("hello", link={"play": kept} if kept else {}, address=ADDRESS.replace("royal_ascension", game))
    return page


def ticket(page: Page) -> str:
    return str(page.screen["keep"]["play"])


def look(*pages: Page) -> None:
    """What the bell does between messages."""
    for page in pages:
        page.view._receive.__self__.look_again()


def invite(page: Page) -> dict[str, Any]:
    """What the host's page shows of the way here."""
    return dict(page.send("invite")["drawer"])


def link_of(drawer: dict[str, Any]) -> str:
    return str(drawer["share"]["link"]).partition("#play=")[2]


def chairs(page: Page) -> list[dict[str, Any]]:
    return list(page.send("open", drawer="company")["drawer"]["seats"])


def states(page: Page) -> list[str]:
    return [one["state"] for one in chairs(page)]


def table_of(guests: int, game: str = "royal_ascension", seats: int = 3, kept: str = "") -> list[Page]:
    """A host and some guests, each at a screen of their own: after the draft, or as a link has `kept` the game."""
    host = visit(kept, game=game, seats=seats)
    if not kept:
        host.send("start", dealt=True)
    link = link_of(invite(host))
    pages = [host]
    for number in range(1, guests + 1):
        guest = visit(link, game)
        guest.send("sit-down", chair=number, name=f"Guest {number}")
        pages.append(guest)
    look(*pages)
    return pages


def screens_with_choices(pages: list[Page]) -> list[Page]:
    return [page for page in pages if page.screen.get("next") or (page.screen["now"]["kind"] == "yours")]


def a_move_of(page: Page, rng: Random) -> None:
    """Whatever can be done at a screen: bots go on, or one of the moves that are offered."""
    if page.screen.get("next"):
        page.send("go-on")
        return
    room = room_of(page)
    forward = [move for move in room.legal() if move[0] != "take-back"]
    page.send("move", move=list(rng.choice(forward)))
    confirm(page)

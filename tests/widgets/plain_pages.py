"""Pages at tables of games that have no page of their own."""

from __future__ import annotations

from typing import Any

from page import Page

from tabletop_kernel.contract.game import Game
from widgets.desk import Desk
from widgets.links import Progress
from widgets.play import opening_room


def plain_page(game: Game[Any], seats: int, seed: int = 3, link: dict[str, str] | None = None) -> Page:
    """A page at a table where nothing has begun."""
    enter = opening_room("play", seed=seed, seats=seats)
    desk = Desk(game, "play", enter, "A table.", Progress(game.name, ()))
    return Page(desk.view, link)


def open_plain(
    game: Game[Any], who: str, options: dict[str, str] | None = None, names: dict[int, str] | None = None, seed: int = 3
) -> Page:
    """A page at a table that has begun; `who` has a letter for each chair: p for a person, b for a bot."""
    page = plain_page(game, len(who), seed)
    for key, choice in (options or {}).items():
        page.send("option", id=key, choice=choice)
    for chair, letter in enumerate(who):
        page.send("sit", chair=chair, who={"p": "person", "b": "greedy"}[letter])
    for chair, name in (names or {}).items():
        page.send("call", chair=chair, name=name)
    page.send("start")
    return page

"""The page of each game opens, takes a move and tells what happened, and says which rule refuses another."""

from __future__ import annotations

import pytest
from here import House
from playwright.sync_api import Page, expect
from tables import Table, lines_of, open_page

from tabletop_kernel.content.installed_games import games


@pytest.mark.parametrize("game", games())
def test_the_page_of_a_game_can_be_played(game: str, page: Page, here: House) -> None:
    open_page(page, f"{here.url}voila/render/{game}.ipynb")
    table = Table(page, "first").arrive()
    assert table.legal_pieces() or table.forward_moves()
    screen = table.play(table.forward_moves()[0])
    news = lines_of(screen)[0]
    expect(table.panel("log")).to_contain_text(news["text"])
    move = {"do": "move", "move": ["fly", "away"], "at": screen["at"], "seat": screen["viewer"]}
    (rule, *_) = table.forge(move)["why"]["rules"]
    expect(table.panel("why")).to_contain_text(table.title(rule))

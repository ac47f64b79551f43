"""A page is as quick in a long game as in a short one."""

from __future__ import annotations

import pytest
from page import Page
from strangers import calls, to_and_fro

from tabletop_kernel.table.session import INPUTS_BETWEEN_POSITIONS
from widgets.app import play


def test_a_move_on_the_page_costs_the_same() -> None:
    """With its screen: the table, the log, the line of time and what the link keeps."""

    def move() -> None:
        for verb in ("commit", "take-back"):
            page.send("move", move=[verb, "7C"])

    cost = []
    for length in (100, 100 + 30 * INPUTS_BETWEEN_POSITIONS):
        page = Page(play("royal_ascension"), link={"play": f"person,greedy,greedy~{to_and_fro(length).code()}"})
        move()
        cost.append(calls(move))
        assert page.screen["time"]["length"] == length + 4
    assert cost[1] <= cost[0] * 1.05


def test_a_full_table_says_so_and_bots_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page(play("royal_ascension", dealt=True, seed=7))
    length = page.screen["time"]["length"]
    monkeypatch.setattr("tabletop_kernel.table.session.MAX_INPUTS", length + 4)
    while page.screen["time"]["length"] < length + 4:
        page.send("go-on") if page.screen.get("next") else page.press(page.buttons()[0])
    assert page.screen["now"]["text"] == f"This table has reached its limit of {length + 4} moves."
    assert not page.screen.get("next")
    page.send("go-on", all=True)
    assert page.screen["time"]["length"] == length + 4

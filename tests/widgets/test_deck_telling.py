"""Deck Goes West in words, each against all: why a bot did something, what happened meanwhile, and the turning point."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from page import Page, room_of

from tabletop_kernel.bots import make_bot
from widgets import coach
from widgets.app import play

Data = dict[str, Any]


def rivals(seed: int, messages: int = 120) -> Iterator[Page]:
    """A game of Discovery against a greedy bot, by the person's moves that a greedy bot would make: each screen."""
    page = Page(play("deck_goes_west", seed=seed))
    page.send("players", count=2)
    page.send("option", id="mission", choice="discovery")
    page.send("start")
    session = room_of(page).session
    person = make_bot("greedy", session.game, session.config, 0, seed)
    for _ in range(messages):
        yield page
        if page.screen["now"]["kind"] == "over":
            return
        if 0 not in session.deciders:
            page.send("go-on")
        else:
            page.send("move", move=list(person.choose(session.view(0), session.moves(0))))


# -- why did they do that ----------------------------------------------------------------------------------------------


def test_the_decision_is_explained_and_not_the_roll_that_came_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every click is answered, about a job, a step or a purchase: never about dice, or «go» and its other cards."""
    monkeypatch.setattr("tabletop_kernel.coach.Watcher.trials", 2)
    monkeypatch.setattr(coach, "LONGEST", 1e9)
    asked, jobs = 0, 0
    for page in rivals(3):
        if not any(button["text"] == "Why did they do that?" for button in page.screen["now"]["buttons"]):
            continue
        screen = page.send("reason")
        while "think" in screen:
            screen = page.send("think")
        why = screen["why"]
        assert why["told"] and why["text"].endswith("."), why
        assert " rolls " not in why["what"] and "Your turn" not in why["what"], why
        assert not why["text"].startswith("Keeps the other cards for jobs") and why["text"] != coach.COVERED, why
        asked, jobs = asked + 1, jobs + (" uses " in why["what"])
    assert asked > 5 and jobs > 2

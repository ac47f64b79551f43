"""Deck Goes West in words, each against all: why a bot did that, what happened meanwhile, and the turning point."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from depth import draw
from page import Page, room_of

from tabletop_kernel.contract.events import Entry
from tabletop_kernel.learning.turning_point import TurningPoint
from tabletop_kernel.players.bots import make_bot
from widgets import recap, turning
from widgets.app import play
from widgets.coach import thoughts
from widgets.coach.room import COVERED

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


@pytest.mark.deep
def test_the_decision_is_explained_and_not_the_roll_that_came_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every click is answered, about a job, a step or a purchase: never about dice, or «go» and its other cards."""
    monkeypatch.setattr("tabletop_kernel.players.coach.Watcher.trials", 2)
    monkeypatch.setattr(thoughts, "LONGEST", 1e9)
    asked, jobs = 0, 0
    for page in rivals(3, draw(60, deep=120)):
        if not any(button["text"] == "Why did they do that?" for button in page.screen["now"]["buttons"]):
            continue
        screen = page.send("reason")
        while "think" in screen:
            screen = page.send("think")
        why = screen["why"]
        assert why["told"] and why["text"].endswith("."), why
        assert " rolls " not in why["what"] and "Your turn" not in why["what"], why
        assert not why["text"].startswith("Keeps the other cards for later") and why["text"] != COVERED, why
        asked, jobs = asked + 1, jobs + (" uses " in why["what"])
    assert asked > 5 and jobs > 2


# -- since your last turn ----------------------------------------------------------------------------------------------


def recaps(seed: int, messages: int) -> Iterator[tuple[Page, Data]]:
    """What the person reads whenever they are asked again after others, or after a night."""
    before = None
    for page in rivals(seed, messages):
        found = page.screen.get("recap")
        if found and found != before and 0 in room_of(page).session.deciders:
            yield page, found
        before = found


@pytest.mark.deep
def test_of_what_happened_meanwhile_the_own_moves_are_left_out_and_causes_are_told() -> None:
    """Nobody reads of their own steps and points, nor of dice without what they were rolled for."""
    lines = [line["text"] for _, found in recaps(8, draw(60, deep=110)) for line in found["lines"]]
    assert not [text for text in lines if text.startswith("You ") and not text.startswith("You take ")], lines
    assert not [text for text in lines if " rolls " in text or (" gains " in text and " uses " not in text)], lines
    assert any(" uses " in text and ": gains " in text for text in lines), lines
    assert not [text for text in lines if " uses " in text and "“" in text], "what came of a job, not its words"
    assert any(": reveals " in text and "scores 1 point (" in text for text in lines), lines


@pytest.mark.deep
def test_the_night_is_told_in_the_morning_and_what_hurts_comes_first() -> None:
    """The card that one takes, and the bandits that come, whoever is asked first on the new day."""
    mornings = 0
    for page, found in recaps(8, draw(40, deep=110)):
        session = room_of(page).session
        texts = [line["text"] for line in found["lines"]]
        night = recap.nightfall(session)
        if not night or recap.others_since(session, 0) > night or not session.turn_starts[-1:] >= [night]:
            continue
        assert found["head"] == "Since your last turn" and len(texts) <= 4
        assert texts[0].startswith("You take ") or "andit" in texts[0], texts
        came = [entry for entry in session.log(0) if entry.kind == "bandits" and entry.at >= night]
        assert not came or any("andits appear on " in text or "bandit appears on " in text for text in texts), texts
        mornings += bool(came)
    assert mornings


def test_bandits_on_the_own_tile_come_before_everything_else() -> None:
    page = next(page for page in rivals(3) if 0 in room_of(page).session.deciders)
    room = room_of(page)
    look, face = room.look(0), room.desk.face
    here = list(look.view["meeple"][0])
    far = [here[0] + 5, here[1]]

    def come(place: list[int], name: str) -> Entry:
        text = f"1 bandit appears on {name} (now 1)."
        return Entry(9, "bandits", "night.appear", text, {"place": place, "count": 1, "total": 1})

    log = [come([far[0] + n, 0], f"Tile {n}") for n in range(4)]
    (many,) = face.retold(look, [*log, come(here, "Home")], 0)
    assert many.text == "Bandits appear on 5 tiles: Home, Tile 0, Tile 1 …"
    hurt = Entry(9, "takes", "night.exhaustion", "You take Blisters.", {"seat": 0, "card": "blisters", "pile": "draw"})
    assert face.threat(look, many, 0) > face.threat(look, hurt, 0) > face.threat(look, log[0], 0) == 0


# -- cards of the coach ------------------------------------------------------------------------------------------------


def test_a_card_about_a_night_in_which_nothing_happened_does_not_stay_for_the_day() -> None:
    """«There are no bandits on the map» is no news in the morning, when there may be some; that bandits came is."""
    page = next(page for page in rivals(8) if (starts := room_of(page).session.turn_starts) and starts[-1] > 0)
    room = room_of(page)
    morning = room.session.turn_starts[-1]
    assert room.session.length == morning and 0 in room.session.deciders
    quiet = [Entry(morning, kind, "night.quiet", "Nothing.", {}) for kind in sorted(room.desk.face.passing)]
    came = Entry(morning, "bandits", "night.appear", "1 bandit comes.", {})
    last = room.session.log_length(room.viewer) - 1
    assert room.session.input_of(room.viewer, last) == morning
    room._waiting = [(last, entry) for entry in (*quiet, came)]
    room._note_news()
    assert "quiet" in room.desk.face.passing and room._waiting == [(last, came)]


# -- the turning point -------------------------------------------------------------------------------------------------


def test_the_turning_point_is_told_by_the_line_that_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    """A night ends with the P1 token, which decides nothing: what somebody took does, whoever has won."""
    *_, page = rivals(8, 45)
    session = room_of(page).session
    night = next(number for number in session.turn_starts if session.inputs[number - 1].seat == 0)
    taken = next(entry.text for entry in session.log(0, you=True) if entry.at == night and entry.kind == "takes")
    for winner in (0, 1):
        point = TurningPoint(night, winner, 0.59, 0.9)
        monkeypatch.setattr(turning, "turning_point", lambda *_, point=point: point)
        assert turning.turning(room_of(page))["text"] == taken

"""Since your last turn: everybody who has played is named, and what it did to one's own score is told in full."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from depth import draw
from page import Page, open_table, plays, room_of, start

from tabletop_kernel import Session
from tabletop_kernel.players.bots import forward
from widgets import recap
from widgets.app import play
from widgets.games import drawn

Data = dict[str, Any]
GAMES = sorted(drawn())
SEATS = {"royal_ascension": 4, "the_north": 2, "the_west_ascendant": 2}


def recaps(name: str, games: int, inputs: int = 500) -> Iterator[tuple[Any, Data]]:
    """What seat 0 reads whenever it is asked again, in games that are played at random."""
    for seed in range(games):
        room = room_of(Page(play(name, seats=SEATS[name], seed=seed)))
        session, rng = room.session, Random(seed)
        room.viewer, room.started = 0, True
        while session.deciders and session.length < inputs:
            seat = session.deciders[0]
            found = recap.recap(room, 0, 0) if seat == 0 else None
            if found and not session.game.pace.is_opening(session.truth):
                yield room, found
            session.submit(seat, rng.choice(forward(session.moves(seat))))


# -- everybody is named ------------------------------------------------------------------------------------------------


@pytest.mark.deep
def test_everybody_who_has_had_a_turn_is_named_in_order() -> None:
    """A turn begins with a die; of each there is a line that names whose turn it was."""
    read, games = 0, draw(5, deep=30)
    for room, found in recaps("royal_ascension", games):
        session = room.session
        texts = [line["text"] for line in found["lines"]]
        news = [entry for entry in session.log(0, you=True) if entry.at > recap.others_since(session, 0)]
        rolls = [entry for entry in news if entry.kind == "roll" and entry.data["seat"] != 0]
        ends = [*(roll.at for roll in rolls[1:]), session.length + 1]
        for roll, end in zip(rolls, ends, strict=False):
            name = room.name(roll.data["seat"])
            named = [entry.text for entry in news if roll.at <= entry.at < end and name in entry.text]
            assert any(text in line for text in named for line in texts), f"{name} is missing: {texts}"
        assert len(texts) <= 4
        assert [line["at"] for line in found["lines"]] == sorted(line["at"] for line in found["lines"])
        read += len(rolls) > 2
    assert read > 3 * games


@pytest.mark.deep
def test_nobody_takes_a_few_lines_for_all_that_happened() -> None:
    """Of what matters alike the latest is told, and what is left out is counted."""
    full = short = 0
    for room, found in recaps("royal_ascension", draw(5, deep=10)):
        every = recap._Meanwhile(room, 0, 0, recap.others_since(room.session, 0))
        told = " ".join(line["text"] for line in found["lines"])
        missing = [every.log[n] for n in every.said if every.log[n].text not in told]
        full += not missing
        if missing:
            assert int(found["more"].split()[0]) >= len({entry.text for entry in missing})
            short += 1
        for entry in missing:
            alike = [n for n in every.said if every.log[n].kind == entry.kind]
            assert every.log[alike[-1]] is not entry or every.weights[alike[-1]] < max(every.weights.values())
    assert full > 10 and short > 10


def test_before_the_first_turn_nobody_is_told_of_a_last_one() -> None:
    """What people did while the table was set was no turn."""
    page = Page(play("royal_ascension", seats=3, seed=4))
    room = room_of(page)
    session, rng = room.session, Random(1)
    room.viewer, room.started = 0, True
    heads = []
    while all(turn.seat != 0 for turn in recap.turns(session)):
        found = recap.recap(room, 0, 0)
        if found and session.turn_starts:
            heads.append(found["head"])
        seat = session.deciders[0]
        session.submit(seat, rng.choice(forward(session.moves(seat))))
    assert set(heads) == {"Meanwhile"}


def test_where_a_turn_is_everybodys_nobody_is_said_to_have_done_nothing() -> None:
    """What is told begins after one's own last decision, and no turn is taken for that of whoever decided first."""
    room = room_of(Page(play("tamashii", seats=2, seed=3)))
    session, rng = room.session, Random(3)
    room.viewer, room.started = 0, True
    read = 0
    while session.deciders and session.length < 150:
        last = max((n for n, one in enumerate(session.inputs, 1) if one.seat == 0), default=0)
        if found := recap.recap(room, 0, 0):
            assert not any("nothing important" in line["text"] for line in found["lines"])
            assert all(line["at"] > last for line in found["lines"])
            assert last or found["head"] == "Meanwhile"
            read += len(session.turn_starts) > 1
        seat = session.deciders[-1]
        session.submit(seat, rng.choice(forward(session.moves(seat))))
    assert read > 5


@pytest.mark.parametrize(
    ("kept", "says"), [(True, "walks from|rolls a|enters the Shop"), (False, "does nothing important")]
)
def test_whoever_did_nothing_that_matters_is_named_all_the_same(
    monkeypatch: pytest.MonkeyPatch, kept: bool, says: str
) -> None:
    """By the last of the small things they did or, if nothing of it is worth telling, by a line that says so."""
    for room, _ in recaps("royal_ascension", 3):
        face, small = room.desk.face, {"draws", "drew", "buy", "alliance", "action"}
        minor = face.minor | small
        with monkeypatch.context() as patch:
            patch.setattr(face, "minor", minor - small if kept else frozenset())
            patch.setattr(face, "quiet", face.quiet | (small if kept else minor))
            found = recap.recap(room, 0, 0)
        if found and any(re.search(says, line["text"]) for line in found["lines"]):
            return
    raise AssertionError(f"nobody {says}")


# -- the own score is explained ----------------------------------------------------------------------------------------


def lands_changed(session: Session, text: str) -> int:
    """By how many territories of the reader's own a line speaks."""
    lands = [territory.name for territory in session.game.content.territories]
    changed = 0
    for sentence in re.findall(r"[^.]+\.", text):
        number = sum(land in sentence for land in lands)
        if re.match(r"\s*You take ", sentence):
            changed += number
        elif re.match(r"\s*You lose ", sentence) or re.search(r" from you\.| all your territories: ", sentence):
            changed -= number
    return changed


@pytest.mark.deep
def test_every_territory_that_came_or_went_is_told() -> None:
    changes, games = 0, draw(8, deep=30)
    for room, found in recaps("royal_ascension", games):
        session = room.session
        after = recap.others_since(session, 0)
        before, now = (len(one.view(0)["territories"][0]) for one in (session.branch(after), session))
        told = [lands_changed(session, line["text"]) for line in found["lines"]]
        assert sum(told) == now - before, (found["lines"], before, now)
        changes += any(told)
    assert changes > games


def points_changed(text: str) -> int:
    lost, gained = (sum(map(int, re.findall(rf"\b{verb} (\d+)", text))) for verb in ("lose", "gain"))
    return (gained - lost) if text.startswith("You ") else 0


@pytest.mark.deep
@pytest.mark.parametrize("name", ["the_north", "the_west_ascendant"])
def test_every_point_that_came_or_went_is_told(name: str) -> None:
    changes, games = 0, draw(8, deep=30)
    for room, found in recaps(name, games, 200):
        session = room.session
        before, now = (one.view(0)["points"][0] for one in (session.branch(recap.others_since(session, 0)), session))
        told = [points_changed(line["text"]) for line in found["lines"]]
        assert sum(told) == now - before, (found["lines"], before, now)
        changes += any(told)
    assert changes > games


def test_a_battle_that_ended_with_ones_own_seal_is_told_before_the_next_turn() -> None:
    """The last to seal a commitment in a Royal Decree loses a territory by an input of their own."""
    for room, found in recaps("royal_ascension", 30):
        session = room.session
        own = [n for n in range(1, session.length + 1) if session.inputs[n - 1].seat == 0]
        lost = [
            entry
            for entry in session.log(0, you=True)
            if entry.at in own and entry.at > recap.others_since(session, 0) and entry.text.endswith("from you.")
        ]
        if lost:
            assert lost[0].text in " ".join(line["text"] for line in found["lines"])
            return
    raise AssertionError("nobody lost a territory like this")


# -- at a table -----------------------------------------------------------------------------------------------------


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_what_happened_meanwhile_is_a_few_lines_that_lead_to_their_moments(name: str) -> None:
    page = start(name)
    read = 0
    for screen in plays(page, draw(60, deep=150)):
        found = screen.get("recap")
        if not found:
            continue
        read += 1
        session, viewer = room_of(page).session, screen["viewer"]
        lines = found["lines"]
        assert 0 < len(lines) <= 4
        summed = summed_losses(session, viewer)
        if summed and lines[-1]["text"].startswith(summed):
            lines = lines[:-1]
        face, look = room_of(page).desk.face, room_of(page).look(viewer)
        log = face.retold(look, session.log(viewer, you=True), viewer)
        said = [next(e for e in log if e.at == line["at"] and line["text"].endswith(e.text)) for line in lines]
        calm = [not face.threat(look, entry, viewer) for entry in said]
        assert calm == sorted(calm), "what threatens comes first"
        order = [entry.at for entry, no_threat in zip(said, calm, strict=True) if no_threat]
        assert order == sorted(order)
    assert read


def losses_since(session: Session, seat: int) -> list[int]:
    """What a seat has lost since its last decision, loss by loss."""
    after = recap.others_since(session, seat)
    mine = [one for one in session.log(seat) if one.at > after and one.kind == "loses" and one.data["seat"] == seat]
    return [one.data["points"] for one in mine if "points" in one.data]


def summed_losses(session: Session, seat: int) -> str:
    """How the line begins that sums them up."""
    lost = losses_since(session, seat)
    return f"You lose {sum(lost)} points in total: " if len(lost) > 1 else ""


@pytest.mark.deep
def test_several_losses_are_one_line_with_their_sum() -> None:
    page = start("the_north")
    summed = 0
    for screen in plays(page, draw(80, deep=150)):
        session = room_of(page).session
        if screen.get("recap") and (text := summed_losses(session, screen["viewer"])):
            summed += 1
            lines = [line["text"] for line in screen["recap"]["lines"]]
            assert lines[-1].startswith(text) and not any("You lose" in line for line in lines[:-1])
            parts = [int(number) for number in re.findall(r"\d+", lines[-1].removeprefix(text))]
            assert sum(parts) == sum(losses_since(session, screen["viewer"]))
            assert re.search(r"\d to (Sparks|Protocols|the Node|cards in hand)", lines[-1]), "what they were lost to"
    assert summed


def test_it_goes_away_with_the_next_move() -> None:
    page = start("the_north")
    next(screen for screen in plays(page, 60) if screen.get("recap"))
    assert "recap" not in page.press(page.buttons()[0])


def test_under_the_curtain_stands_all_that_happened_since_ones_own_turn() -> None:
    """What the other person did in between too, as everybody may see it; after lifting, as that person saw it."""
    page = open_table(2)
    for _ in range(600):
        session, screen = room_of(page).session, page.screen
        if screen["kind"] == "curtain":
            seat = screen["seat"]
            after = recap.others_since(session, seat)
            lines = [line for line in screen["lines"] if line.get("at")]
            public = {entry.text for entry in session.log(None) if entry.at > after}
            assert {line["text"] for line in lines} <= public and len(lines) <= 4
            others = {session.inputs[line["at"] - 1].seat for line in lines}
            lifted = page.send("lift")
            if len(others) > 1 and lifted.get("recap"):
                return
        elif screen.get("next"):
            page.send("go-on", all=True)
        else:
            page.press(next(one for one in page.buttons() if one["do"]["move"][0] != "take-back"))
    raise AssertionError("nobody came back after two others had played")

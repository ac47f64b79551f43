"""The atlas of Tamashii: every way, mark and figure is where it happened, in one game and in many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import Any

import pytest
from page import Page, room_of
from plotly.graph_objects import Figure

from tabletop_kernel import Session, load
from tabletop_kernel.checks.random_play import tables, wander
from tabletop_kernel.players.bots import make_bot
from widgets.app import play
from widgets.face import face_of
from widgets.games.tamashii import journey

GAME: Any = load("tamashii")
FACE = face_of("tamashii")


def look_of(session: Session, seat: int | None) -> Any:
    look = FACE.look(GAME, session.config, session.view(seat))
    look.told = lambda: session.events(seat)
    return look


def games(number: int, seed: int) -> Iterator[Session]:
    """Games of all modes, each as far as it was played."""
    for session, rng in tables(GAME, number, seed):
        for _ in wander(session, rng):
            pass
        yield session


def middle(place: tuple[int, int]) -> tuple[float, float]:
    return place[0] + place[1] / 2, place[1] * sqrt(3) / 2


def test_ways_end_where_the_figures_stand() -> None:
    seen = 0
    for session in games(10, 3):
        if session.start is not None:
            continue
        look = look_of(session, 0)
        told = session.events(0)
        for seat in range(session.config.seats):
            if not session.truth.turn:
                continue
            way = journey._way(look, told, seat)
            assert way[-1][1] == tuple(session.truth.place[seat])
            assert [turn for turn, _ in way] == sorted(turn for turn, _ in way)
            seen += len(way)
    assert seen > 40


def test_every_mark_is_an_event_and_every_event_has_a_mark() -> None:
    seen: Counter[str] = Counter()
    for session in games(10, 7):
        told = session.events(0)
        marks = list(journey._marks(look_of(session, 0), told))
        kinds = Counter(journey.KINDS[kind] for kind, _, _, _ in told if kind in journey.KINDS)
        assert Counter(mark.kind for mark in marks) == kinds
        assert {mark.place for mark in marks} <= set(session.truth.tiles)
        seen += kinds
    assert all(seen[kind] > 3 for kind in ("enemies", "finds", "resets")), seen


def test_what_is_drawn_plotly_understands() -> None:
    session = next(one for one in games(6, 5) if one.config.seats > 1 and one.truth.turn)
    for seat in (0, None):
        found = FACE.atlas(look_of(session, seat), "city")
        assert found is not None
        Figure(found["figure"])
        places, *traces = found["figure"]["data"]
        assert len(places["x"]) == len(session.truth.tiles)
        assert [trace["meta"]["tone"] for trace in traces[: session.config.seats]][:2] == ["seat1", "seat2"]
        assert all(rule in GAME.rulebook.rules for rule in found["rules"])


def test_a_tile_that_lies_face_down_is_not_named() -> None:
    session = Session(GAME, 1, 3, options={"scenario": "S01"})
    bot = make_bot("random", GAME, session.config, 0, 3)
    while not session.truth.turn:
        session.submit(0, bot.choose(session.view(0), session.moves(0)))
    journey._surveys.clear()
    down = [
        GAME.content.tiles[tile].name for place, tile in session.truth.tiles.items() if place not in session.truth.up
    ]
    up = {GAME.content.tiles[tile].name for place, tile in session.truth.tiles.items() if place in session.truth.up}
    assert down
    for page in FACE.pages:
        said = str(FACE.atlas(look_of(session, 0), page))
        assert not [name for name in down if name in said and name not in up], page


# -- many games --------------------------------------------------------------------------------------------------------


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Page:
    for name, games in {"FIRST": 2, "ENOUGH": 5, "PORTION": 2, "_surveys": {}}.items():
        monkeypatch.setattr(journey, name, games)
    page = Page(play("tamashii", seed=3, seats=1))
    page.send("start")
    page.send("open", drawer="atlas")
    return page


def test_one_count_serves_all_pages(counting: Page) -> None:
    assert [button["text"] for button in counting.screen["drawer"]["pages"]] == list(FACE.pages.values())
    assert counting.send("leaf", page="entered")["drawer"]["survey"]["done"] == 2
    counting.send("survey")
    while counting.screen["drawer"]["survey"]["going"]:
        counting.send("survey")
    survey = next(iter(journey._surveys.values()))
    assert survey.games == 5
    for page, (said, _) in journey.SAID.items():
        drawer = counting.send("leaf", page=page)["drawer"]
        total = survey.found[page].total()
        assert drawer["lines"][0].startswith("In 5 games") and said in drawer["lines"][0]
        assert f" {total or 'no'} time" in drawer["lines"][0]
        figures = drawer["figure"]["data"][1]
        assert sum(map(int, figures["text"])) == total
        at = dict(zip(zip(figures["x"], figures["y"], strict=True), map(int, figures["text"]), strict=True))
        assert at == {middle(place): number for place, number in survey.found[page].items()}
        assert all(rule in GAME.rulebook.rules for rule in drawer["rules"])


def test_what_was_counted_really_happened(counting: Page) -> None:
    """The same games, played once more and counted by hand."""
    room = room_of(counting)
    survey = journey.Survey(room.game, room.config)
    survey.play(3)
    again: Counter[str] = Counter()

    class Twin(journey.Survey):
        def watch(self, state: Any) -> Any:
            def note(kind: str, data: dict[str, Any]) -> None:
                again[kind] += 1
                if kind == "moves":
                    assert tuple(state.place[data["seat"]]) == tuple(data["place"])

            return note

    Twin(room.game, room.config).play(3)
    counted = {kind: survey.found[kind].total() for kind in survey.found}
    assert counted == {
        "entered": again["moves"],
        "enemies": again["attached"],
        "finds": again["find"],
        "resets": again["resets"],
    }

"""The atlas: plain data that plotly takes, in which every way, mark and figure is where it happened."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import map_stage
import pytest
from page import Page, start
from plotly.graph_objects import Figure

from widgets import atlas
from widgets.app import play
from widgets.atlas import Mark
from widgets.games.deck_goes_west import journey

LAND = {tuple(tile["at"]): tile.get("terrain", []) for tile in map_stage.tiles()}
WAYS = {"Ada": [(1, (0, 1)), (1, (1, 1)), (2, (2, 1))], "Tobias": [(1, (0, 1)), (2, (0, 2))]}
MARKS = [
    Mark("bandits", (2, 1), "2 bandits appeared"),
    Mark("railway", (1, 1), "Ada built"),
    Mark("bandits", (3, 3), "1"),
]


def drawn(made: tuple[list[Any], Any]) -> tuple[list[Any], Any]:
    Figure(data=made[0], layout=made[1])  # plotly itself says what it does not know
    return made


@pytest.mark.parametrize("hexes", [False, True])
def test_journeys_lie_on_the_land(hexes: bool) -> None:
    traces, layout = drawn(atlas.journeys(LAND, WAYS, MARKS, hexes))
    places, ada, tobias, bandits, railway = traces
    assert len(places["x"]) == 48
    assert len(layout["shapes"]) == 48 + sum(len(terrain) == 2 for terrain in LAND.values())
    assert ada["customdata"] == [1, 1, 2]
    assert [trace["meta"]["tone"] for trace in (ada, tobias)] == ["seat1", "seat2"]
    assert ada["marker"]["symbol"] != tobias["marker"]["symbol"], "colour is never alone"
    assert (ada["x"][0], ada["y"][0]) != (tobias["x"][0], tobias["y"][0]), "nobody covers anybody"
    assert bandits["text"] == ["2 bandits appeared", "1"] and railway["name"] == "Railway"
    assert bandits["marker"]["symbol"] != railway["marker"]["symbol"]


def test_columns_are_counted_to_the_left_as_at_the_table() -> None:
    assert atlas.journeys(LAND, WAYS)[1]["xaxis"]["autorange"] == "reversed"
    assert atlas.journeys(LAND, WAYS, hexes=True)[1]["xaxis"]["autorange"] is True


def test_counts_are_figures_and_shades() -> None:
    (_, heat), _ = drawn(atlas.counts(LAND, {(2, 1): 8, (1, 1): 2, (0, 0): 0, (99, 99): 3}, "bandits"))
    assert dict(zip(zip(heat["x"], heat["y"], strict=True), heat["text"], strict=True)) == {(2, 1): "8", (1, 1): "2"}
    assert heat["marker"]["cmax"] == 8
    drawn(atlas.counts(LAND, {}, "bandits"))


def test_scores_by_day() -> None:
    (ada, _), layout = drawn(atlas.scores({"Ada": [(1, 0), (2, 3)], "Tobias": [(1, 1), (2, 1)]}))
    assert (ada["x"], ada["y"]) == ([1, 2], [0, 3])
    assert layout["showlegend"]


def test_nothing_of_plotly_is_imported_for_it() -> None:
    code = "import sys, widgets.atlas; print([name for name in ('plotly', 'networkx') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


# -- a count over many games -------------------------------------------------------------------------------------------


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Page:
    """A table whose atlas counts over few games."""
    for name, games in {"FIRST": 2, "ENOUGH": 7, "PORTION": 2, "_surveys": {}}.items():
        monkeypatch.setattr(journey, name, games)
    page = start("deck_goes_west")
    page.send("open", drawer="atlas")
    return page


def test_many_games_are_played_in_portions(counting: Page) -> None:
    survey = counting.send("leaf", page="deaths")["drawer"]["survey"]
    assert (survey["done"], survey["of"], survey["going"]) == (2, 7, False), "nobody has asked for more yet"
    seen = []
    counting.send("survey")
    while (survey := counting.screen["drawer"]["survey"])["going"]:
        seen.append(survey["done"])
        counting.send("survey")
    assert seen == [4, 6] and survey["done"] == 7
    assert counting.screen["drawer"]["lines"][0].startswith("In 7 games")
    assert counting.screen["say"]["text"] == counting.screen["drawer"]["lines"][0]


def test_the_first_games_are_played_in_portions_too(counting: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page asks for them by itself, and not for more than that."""
    monkeypatch.setattr(journey, "FIRST", 5)
    survey = counting.send("leaf", page="deaths")["drawer"]["survey"]
    assert (survey["done"], survey["of"], survey["going"]) == (2, 5, True)
    stopped = counting.send(**survey["stop"])["drawer"]["survey"]
    assert (stopped["done"], stopped["going"]) == (2, False)
    assert counting.send("survey")["drawer"]["survey"]["done"] == 4
    survey = counting.send("survey")["drawer"]["survey"]
    assert (survey["done"], survey["of"], survey["going"]) == (5, 7, False), "nobody has asked for more yet"
    survey = counting.send("survey")["drawer"]["survey"]
    assert (survey["done"], survey["going"]) == (7, False)


def test_what_was_counted_is_kept_while_the_page_lives(counting: Page) -> None:
    counting.send("leaf", page="deaths")
    counting.send("survey")
    stopped = counting.send(**counting.screen["drawer"]["survey"]["stop"])["drawer"]
    assert stopped["survey"]["done"] == 4 and not stopped["survey"]["going"]
    counting.send("close")
    counting.send("open", drawer="atlas")
    again = counting.send("leaf", page="deaths")["drawer"]
    assert (again["survey"]["done"], again["figure"]) == (4, stopped["figure"])


def test_a_count_does_not_depend_on_how_it_was_divided(counting: Page) -> None:
    room = counting.view._receive.__self__.room
    one, other = (journey.Survey(room.game, room.config) for _ in range(2))
    one.play(6)
    for games in (1, 4, 6):
        other.play(games)
    assert one.found == other.found and one.games == other.games == 6


def test_nothing_is_counted_where_no_page_asks_for_it(counting: Page) -> None:
    assert "that counts many games" in counting.send("survey")["why"]["text"]
    counting.send("leaf", page="deaths")
    counting.send("close")
    assert "that counts many games" in counting.send("survey")["why"]["text"]


def test_the_atlas_on_a_projector_is_for_the_eyes_that_look_now() -> None:
    page = Page(play("deck_goes_west", seed=5))
    page.send("players", count=2)
    page.send("option", id="mission", choice="discovery")
    page.send("start")
    page.send("open", drawer="atlas")
    room = page.view._receive.__self__.room
    drawer = page.send("project", on=True)["drawer"]
    public = room.desk.face.atlas(room.look(None), "journey")
    assert room.viewer is None and drawer["lines"] == public["lines"] and drawer["figure"] == public["figure"]

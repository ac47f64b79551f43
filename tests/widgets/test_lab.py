"""The playtest lab: what is compared, a run that can be stopped, one of its games, and files to take home.

Most tests play small games in this process, a few at each look; one lets a real process play.
"""

from __future__ import annotations

import csv
import io
import json
import random
import time
import zlib
from base64 import urlsafe_b64encode
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from connect_four import ConnectFour
from lab_stage import CHANGE, GAMES, Steps, file_of, flip, lanterns, open_lab, ran, row, sent
from page import Page

from tabletop_kernel import __version__, load
from tabletop_kernel.content.changes import with_change
from tabletop_kernel.content.installed_games import house_folder
from tabletop_kernel.study.compare import compare_change, compare_rulings
from tabletop_kernel.study.simulate import simulate
from widgets.lab import choosing, link, packs, page, worker
from widgets.lab.page import BUSY, LabPage
from widgets.lab.running import Process, Running
from widgets.lab.worker import Job, Told
from widgets.messages import acts_of

# -- what is compared --------------------------------------------------------------------------------------------------


def test_b_is_like_a_until_it_is_changed(small: None) -> None:
    view = open_lab()
    view.send("choose-game", game="two_lanterns")
    assert view.screen["summary"]["same"]
    counts = [choice["id"] for choice in row(view, "seats")["a"]["choices"]]
    view.send("change", side="a", what="seats", choice=counts[-1])
    assert row(view, "seats")["b"]["value"] == counts[-1], "it follows"
    view.send("change", side="b", what="bot", key="0", choice="random")
    view.send("change", side="a", what="bot", key="0", choice="greedy")
    assert row(view, "bot", "0")["b"]["value"] == "random", "what was changed in B stays"
    assert len(view.screen["summary"]["differs"]) == 1
    view.send("alike")
    assert view.screen["summary"]["same"] and row(view, "bot", "0")["b"]["value"] == "greedy"


def whole(screen: dict[str, Any]) -> dict[str, Any]:
    """A screen without what says that something was refused."""
    people = {**screen["people"], "faults": []}
    return {**{key: value for key, value in screen.items() if key not in ("at", "problem", "beside")}, "people": people}


@pytest.mark.parametrize(
    "message",
    [
        {"do": "choose-game", "game": "chess"},
        {"do": "number", "number": 10**12},
        {"do": "number", "number": True},
        {"do": "number", "number": "1" * 50},
        {"do": "seed", "seed": -1},
        {"do": "open-cards", "name": "x.toml", "text": "x" * 50_000},
        {"do": "open-cards", "name": "x.toml", "text": 3},
        {"do": "open-cards", "name": "x.toml", "text": ""},
        {"do": "open-cards", "name": "x.toml", "text": "\x00\ud800"},
        {"do": "open-cards", "name": "", "text": "[[card]]"},
        {"do": "open-cards", "name": "x.toml", "text": "game = 'chess'\npack = 'house'"},
        {"do": "change", "side": "c", "what": "seats", "choice": "2"},
        {"do": "change", "side": "a", "what": "seats", "choice": "²"},
        {"do": "change", "side": "a", "what": "seats", "choice": "99"},
        {"do": "change", "side": "a", "what": "bot", "key": "7", "choice": "greedy"},
        {"do": "change", "side": "a", "what": "bot", "key": "0", "choice": "person"},
        {"do": "change", "side": "a", "what": "pack", "choice": "/etc"},
        {"do": "change", "side": "a", "what": "pack", "choice": ".."},
        {"do": "change", "side": "b", "what": "ruling", "key": "ruling.none", "choice": "x"},
        {"do": "change", "side": "b", "what": "plan", "choice": "x"},
        {"do": "stop"},
        {"do": "leaf", "page": "wins"},
        {"do": "show", "chart": "turns", "bar": 0, "side": "a"},
        {"do": "another"},
        {"do": "look-again", "run": 1},
        {"do": "file", "what": "report.json"},
        {"do": "file", "what": "../secret"},
        {"do": "record", "name": "x.json", "text": "{}"},
        {"do": "record", "name": "x.json", "text": "x" * 500_000},
        {"do": "choose-people", "game": "chess"},
        {"do": "library", "name": "jquery"},
        {"do": "receive"},
        "nonsense",
    ],
    ids=str,
)
def test_what_no_page_sends_gets_a_sentence_and_changes_nothing(small: None, message: Any) -> None:
    view = open_lab()
    before = whole(view.screen)
    after = view.raw(message)
    assert after["problem"].endswith((".", "?")) and "but nothing changed" not in after["problem"]
    assert whole(after) == before


def test_a_link_keeps_the_experiment_and_a_forged_one_does_not_count(small: None) -> None:
    view = open_lab()
    view.send("choose-game", game="two_lanterns")
    flip(view)
    view.send("seed", seed=77)
    kept = view.screen["keep"]["lab"]
    again = Page(LabPage(start=Steps).view, link={"lab": kept})
    assert again.screen["form"] == view.screen["form"] and not again.screen["problem"]
    for bad in ("LB1.", "LB1.!!!", kept[:-9], "LB1.W10", "LB1." + "W1" * 400):
        other = Page(LabPage(start=Steps).view, link={"lab": bad})
        assert "can't set up the experiment" in other.screen["problem"] and other.screen["summary"]["same"]


def test_only_packs_of_the_server_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = Path(house_folder("the_north"))
    for folder in (tmp_path / "beside" / "my_cards", tmp_path / "far" / "others"):
        folder.mkdir(parents=True)
        for file in house.glob("*.toml"):
            (folder / file.name).write_bytes(file.read_bytes())
    monkeypatch.chdir(tmp_path / "beside")
    view = open_lab(packs=[tmp_path / "far" / "others"])
    view.send("choose-game", game="the_north")
    assert [one["id"] for one in row(view, "pack")["b"]["choices"]] == ["house", "others", "my_cards"]
    assert view.send("change", side="b", what="pack", choice="my_cards")["summary"]["differs"]
    assert "no cards called" in view.send("change", side="b", what="pack", choice="../far/others")["problem"]
    nowhere = Page(LabPage(packs=[tmp_path / "nowhere"]).view, greet=False)
    assert "no pack folder" in nowhere.screen["problem"]


@pytest.mark.parametrize("typed", [0, 100_000, "12", "", "1.5", "-3"], ids=repr)
def test_a_number_that_cannot_be_is_told_beside_its_field_and_nothing_runs(small: None, typed: Any) -> None:
    view = open_lab()
    form = view.send("number", number=typed)["form"]
    assert form["wrong"] == {"number": "Choose a whole number of games, from 1 to 20,000."}
    assert form["number"] == 200 and form["problem"] == form["wrong"]["number"]
    assert view.send("run")["problem"] == form["problem"] and "run" not in {k for k, v in view.screen.items() if v}
    view.send("seed", seed="x")
    assert set(view.send("number", number=3)["form"]["wrong"]) == {"seed"}, "each field has a fault of its own"
    view.send("seed", seed=0)
    assert not view.screen["form"]["wrong"] and not view.screen["form"]["problem"]


# -- cards that somebody brings along ----------------------------------------------------------------------------------


def test_a_file_of_changed_cards_is_compared_with_the_cards_it_was_made_from() -> None:
    view = open_lab()
    view.send("choose-game", game="the_north")
    screen = view.send("open-cards", name="mine.toml", text=file_of())
    assert screen["form"]["game"] == "royal_ascension" and not screen["problem"]
    assert (row(view, "pack")["a"]["value"], row(view, "pack")["b"]["value"]) == ("house", "mine.toml")
    lines = ["Cards: The game's own cards → mine.toml", "Jiggy Jungle: value: 13 → 20"]
    assert screen["summary"]["differs"] == lines and "mine.toml" in screen["said"]

    ran(view, games=6)
    kept = view.view._receive.__self__._results
    assert kept.plans["b"].game.edition.change == CHANGE and not kept.plans["a"].game.edition.change
    assert (
        kept.comparison.differences == compare_change(with_change(load("royal_ascension"), CHANGE), games=6).differences
    )
    assert view.screen["result"]["changed"] == lines

    view.send("leaf", page="length")
    chart = view.screen["result"]["charts"][0]
    bar = next(number for number, one in enumerate(chart["rows"]) if one["games"].get("b"))
    view.send("show", chart=chart["name"], bar=bar, side="b")
    while view.screen.get("run"):
        view.send("progress")
    assert view.screen["kind"] == "table" and "mine.toml: 1 entry differs" in view.screen["pack"]


def test_changed_cards_come_along_in_the_link_and_the_same_ones_come_once() -> None:
    view = open_lab()
    view.send("open-cards", name="mine.toml", text=file_of())
    view.send("open-cards", name="again.toml", text="# the same\n" + file_of())
    other = {"territory": {"Jiggy Jungle": {"value": 21}}}
    view.send("open-cards", name="mine.toml", text=file_of(change=other))
    assert [one["id"] for one in row(view, "pack")["a"]["choices"]] == ["house", "mine.toml", "mine.toml (2)"]
    view.send("change", side="a", what="pack", choice="mine.toml")
    again = Page(LabPage(start=Steps).view, link={"lab": view.screen["keep"]["lab"]})
    assert not again.screen["problem"] and again.screen["summary"] == view.screen["summary"]
    assert "territory 'Jiggy Jungle': value: 20 → 21" in again.screen["summary"]["differs"]


def test_a_page_keeps_so_many_files_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "MOST_BROUGHT", 1)
    view = open_lab()
    view.send("open-cards", name="mine.toml", text=file_of())
    before = whole(view.screen)
    after = view.send("open-cards", name="b.toml", text=file_of(change={"territory": {"Jiggy Jungle": {"value": 9}}}))
    assert (
        after["problem"].startswith("This page already has 12 card files, and that is the limit.")
        and after["beside"] == "cards"
        and whole(after) == before
    )
    nothing = view.send("open-cards", name="c.toml", text='game = "royal_ascension"\npack = "house"\n')
    assert nothing["problem"] == "c.toml: this file doesn't change any cards."


@pytest.mark.parametrize(
    "cards",
    [3, {}, {"name": "x"}, {"name": "x", "change": {"territory": 3}}, {"name": "x", "change": {"nothing": {}}}],
    ids=str,
)
def test_a_link_with_cards_that_are_none_does_not_count(cards: Any) -> None:
    side = link.side("house", ["greedy"] * 3, {}, {})
    forged = link.write("royal_ascension", 20, 1, [side, {**side, "cards": cards}])
    view = Page(LabPage(start=Steps).view, link={"lab": forged})
    assert "can't set up the experiment" in view.screen["problem"] and view.screen["summary"]["same"]


def test_a_link_never_unfolds_to_more_than_there_is_room_for() -> None:
    bomb = link.PACKED + urlsafe_b64encode(zlib.compress(b"[" * 10**7)).decode()
    with pytest.raises(ValueError, match="too long"):
        link.read(bomb)


def run_to_its_end(view: Page) -> None:
    """As the page does it: ask again and again how far it is, however long a busy machine takes."""
    view.send("run")
    while view.screen.get("run"):
        time.sleep(0.05)
        view.send("progress")


def test_a_real_process_and_its_workers_play_with_changed_cards() -> None:
    view = Page(LabPage(workers=2).view)
    view.send("open-cards", name="mine.toml", text=file_of())
    view.send("number", number=2)
    run_to_its_end(view)
    assert view.screen["said"] == "Played 2 games per side.", view.screen["problem"]
    kept = view.view._receive.__self__._results
    assert (
        kept.comparison.differences == compare_change(with_change(load("royal_ascension"), CHANGE), games=2).differences
    )


# -- a run -------------------------------------------------------------------------------------------------------------


def test_one_side_alone_is_the_report_of_simulate(small: None) -> None:
    view = ran(open_lab(), games=45)
    assert view.screen["said"] == "Played 45 games."
    kept = view.view._receive.__self__._results
    assert kept.first.plain() == simulate(GAMES["connect_four"], games=45).plain()
    pages = [one["id"] for one in view.screen["result"]["pages"]]
    assert "difference" not in pages and len(pages) == 7


def test_two_sides_are_the_comparison_of_the_kernel(small: None) -> None:
    view = open_lab()
    view.send("choose-game", game="two_lanterns")
    found = flip(view)
    ran(view, games=30)
    kept = view.view._receive.__self__._results
    now = kept.plans["b"].config
    flipped = {**now.rulings, **now.options}[found["key"]]
    assert (
        kept.comparison.differences
        == compare_rulings(GAMES["two_lanterns"], {found["key"]: flipped}, games=30, seats=now.seats).differences
    )
    for one in view.screen["result"]["pages"]:
        result = view.send("leaf", page=one["id"])["result"]
        assert result["page"] == one["id"] and result["lines"] and not view.screen["problem"]
        for chart in result["charts"]:
            assert {len(line["cells"]) for line in chart["rows"]} == {len(chart["head"])}, "every chart is a table, too"
            bars = [trace for trace in chart["figure"]["data"] if trace["type"] == "bar"]
            assert all(trace["meta"]["tone"] for trace in bars)


def test_a_run_is_stopped_and_what_is_there_is_kept(small: None) -> None:
    view = open_lab()
    view.send("number", number=60)
    view.send("run")
    assert view.send("progress")["run"]["done"] == 0, "they have begun"
    view.send("progress")
    done = view.screen["run"]["done"]
    assert 0 < done < 60 and "form" not in view.screen
    for message in ({"do": "run"}, {"do": "seed", "seed": 3}, {"do": "choose-game", "game": "two_lanterns"}):
        assert view.raw(message)["problem"] == BUSY
    view.send("stop")
    assert view.screen["result"]["games"] >= done and "Stopped" in view.screen["said"]
    assert view.screen["form"]["seed"] == 1
    kept = view.view._receive.__self__._results.first
    part = simulate(GAMES["connect_four"], games=kept.games)
    assert kept.to_csv() == part.to_csv(), "a part of a run is what a shorter run would be"


def test_a_new_run_leaves_the_earlier_ones_to_be_looked_at(small: None) -> None:
    view = lanterns(10)
    name = "Run 1: Two lanterns, A only (10 games, seed 1; bots: weighs its moves)"
    assert [one["text"] for one in view.screen["runs"]["list"]] == [name]
    before = sent(view, "report.csv")["text"], sent(view, "games.csv")["text"]
    flip(view)
    ran(view, games=12)
    assert view.screen["runs"]["shown"] == 2 and len(view.screen["runs"]["list"]) == 2
    assert view.screen["summary"]["differs"][0] in view.screen["runs"]["list"][0]["text"]
    kept = view.send("look-again", run=1)
    assert kept["result"]["games"] == 10 and kept["runs"]["shown"] == 1 and kept["said"] == "Showing run 1."
    assert kept["summary"]["differs"] and kept["result"]["other"], "what is chosen stays"
    assert (sent(view, "report.csv")["text"], sent(view, "games.csv")["text"]) == before
    bar = shown(view, "decisions")
    desk = view.view._receive.__self__._replay
    assert desk.room.session.inputs == simulate(GAMES["two_lanterns"], games=10).replay(bar["number"]).inputs
    view.send("back")
    for _ in range(4):
        ran(view, games=2)
    assert view.screen["said"].endswith("This page keeps 5 runs, so run 1 was removed.")
    assert "no longer has that run" in view.send("look-again", run=1)["problem"] and view.screen["runs"]["shown"] == 6


def test_a_run_that_ends_leaves_what_is_being_read(small: None) -> None:
    view = lanterns(10)
    view.send("number", number=6)
    view.send("run")
    view.send("look-again", run=1)
    assert "while games are being played" in view.send("seed", seed=3)["problem"]
    while view.screen["run"]:
        view.send("progress")
    assert view.screen["runs"]["shown"] == 1 and "This is run 2. Press Show" in view.screen["said"]
    assert not view.screen["problem"], "what was refused meanwhile is old"
    assert view.send("look-again", run=2)["result"]["heading"].endswith(": 6 games, seed 1")


def test_what_a_run_played_can_be_chosen_again(small: None) -> None:
    view = lanterns(10)
    assert not view.screen["result"]["other"]
    flip(view)
    chosen = ran(view, games=12).screen["summary"]["differs"]
    view.send("alike")
    view.send("number", number="many")
    view.send("seed", seed=8)
    assert view.screen["result"]["other"] and view.screen["form"]["wrong"]
    again = view.send("as-in-run")
    assert again["said"] == "The next run is set up like run 2." and not again["result"]["other"]
    form = again["form"]
    assert (again["summary"]["differs"], form["number"], form["seed"], form["wrong"]) == (chosen, 12, 1, {})
    assert "no results yet" in open_lab().send("as-in-run")["problem"]


def test_a_run_that_came_to_nothing_gives_way_to_the_one_before_it(small: None) -> None:
    view = lanterns(10)
    view.send("run")
    assert "result" not in view.screen and len(view.screen["runs"]["list"]) == 1
    view.view._receive.__self__._run._line._told.clear()
    view.send("stop")
    assert "there are no results" in view.screen["said"] and view.screen["result"]["games"] == 10


def test_nothing_is_shown_of_a_run_without_a_game(small: None) -> None:
    class Silent(Steps):
        def hear(self) -> list[Told]:
            return []

    view = Page(LabPage(start=Silent).view)
    view.send("run")
    view.send("stop")
    assert "there are no results" in view.screen["said"] and "result" not in view.screen


def test_a_run_that_fails_says_so_and_keeps_what_was_told(small: None) -> None:
    class Broken(Steps):
        def hear(self) -> list[Told]:
            told = [*super().hear(), *super().hear()]  # that it has begun, and the first game
            self._told = [Told("failed", error="RuntimeError: a secret path")]
            return told

    view = Page(LabPage(start=Broken).view)
    view.send("number", number=50)
    view.send("run")
    view.send("progress")
    view.send("progress")
    assert "the run ended early" in view.screen["problem"] and "secret" not in json.dumps(view.screen)
    assert view.screen["result"]["games"] > 0


def test_time_is_up_for_visitors(small: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_SERVED", "1")
    view = open_lab()
    assert "2,000 games" in view.screen["limits"] and "10 minutes" in view.screen["limits"]
    monkeypatch.setattr(page, "FOR_VISITORS_SECONDS", 5.0)  # on the clock of these tests a game takes a second
    ran(view, games=40)
    assert "is up" in view.screen["said"] and view.screen["result"]["games"] == 6


def test_a_real_process_plays_beside_the_page() -> None:
    view = Page(LabPage(workers=1).view)
    view.send("number", number=2)
    run_to_its_end(view)
    assert view.screen["said"] == "Played 2 games.", view.screen["problem"]
    kept = view.view._receive.__self__._results.first
    assert kept.to_json() == simulate("royal_ascension", games=2).to_json()


def test_a_process_that_is_ended_takes_nothing_along() -> None:
    plan = choosing.make_plan(ConnectFour(), 2, ["greedy"])
    run = Running(job := Job([plan], ["a"], 100_000), Process(job))
    run.stop()
    assert run.state == "stopped" and not run.going


def test_a_process_leaves_when_the_page_does() -> None:
    """A kernel may be killed: what it leaves behind is a line that has ended."""
    line = Process(Job([choosing.make_plan(ConnectFour(), 2, ["greedy"])], ["a"], 100_000))
    line._process.stdin.close()  # type: ignore[union-attr]
    assert line._process.wait(60) != 0
    line.end()


def test_several_processes_come_to_the_same() -> None:
    plan = choosing.make_plan(ConnectFour(), 2, ["random"])
    told: list[Told] = []
    worker.play(Job([plan], ["a"], 30, workers=2), told.append)
    run = Running(Job([plan], ["a"], 30), Steps(Job([plan], ["a"], 30)))
    while run.going:
        run.look()
    counted = told[-1].total
    assert counted is not None and told[-1].part is not None
    counted.add(told[-1].part)
    assert counted == run.counted()


def test_runs_of_others_wait_for_their_turn(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    waited: list[bool] = []
    job = Job([], [], 1, turns=1, folder=str(tmp_path / "turns"))
    with worker.a_turn(job, lambda: waited.append(True)):
        assert waited == []
        with (tmp_path / "turns" / "turn-0").open("ab") as other, pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_run_of_ones_own_writes_nothing_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with worker.a_turn(Job([], [], 1), lambda: None):
        assert list(tmp_path.iterdir()) == []


def test_many_forged_messages(small: None) -> None:
    rng, view = random.Random(5), ran(open_lab(), games=5)
    acts = acts_of(LabPage)
    fields = sorted({"at", "seat", *(field for found in acts.values() for field in found.fields)})
    values: list[Any] = [
        None,
        True,
        0,
        -1,
        3,
        10**12,
        "",
        "a",
        "b",
        "²",
        "x" * 400,
        "turns",
        [],
        {},
        1.5,
        "house",
        "seats",
    ]
    for _ in range(1500):
        some = {key: rng.choice(values) for key in rng.sample(fields, rng.randrange(5))}
        screen = view.raw({"do": rng.choice([*acts, "goto", "x"]), **some})
        assert "but nothing changed" not in json.dumps([screen.get("problem"), screen.get("why"), screen.get("text")])
        if screen.get("run") or screen["kind"] != "lab":
            view.send("back" if screen["kind"] != "lab" else "stop")


# -- one game ----------------------------------------------------------------------------------------------------------


def shown(view: Page, chart: str = "turns", side: str = "a") -> dict[str, Any]:
    """A game of the first bar that has one."""
    view.send("leaf", page="length")
    rows = next(one["rows"] for one in view.screen["result"]["charts"] if one["name"] == chart)
    bar = next(number for number, line in enumerate(rows) if line["games"].get(side))
    view.send("show", chart=chart, bar=bar, side=side)
    while view.screen.get("run"):
        view.send("progress")
    return {**rows[bar], "number": rows[bar]["games"][side][0]}


def test_a_bar_leads_to_that_very_game_and_back(small: None) -> None:
    view = lanterns(20)
    before = view.screen["at"]
    bar = shown(view, "decisions")
    screen = view.screen
    low, _, high = bar["cells"][0].partition("–")
    assert screen["kind"] == "table" and screen["at"] > before
    assert int(low) <= screen["time"]["length"] <= int(high or low)
    desk = view.view._receive.__self__._replay
    assert desk.room.session.inputs == simulate(GAMES["two_lanterns"], games=20).replay(bar["number"]).inputs
    assert screen["back"][0]["text"] == "Back to results" and screen["keep"] == {}
    assert view.send("back")["kind"] == "lab" and view.screen["result"]["page"] == "length"
    assert view.screen["at"] > screen["at"]


def test_a_game_that_is_shown_is_only_looked_at(small: None) -> None:
    view = lanterns(10)
    shown(view)
    session = view.view._receive.__self__._replay.room.session
    inputs = list(session.inputs)
    view.send("goto", number=3)
    assert view.screen["time"]["at"] == 3 and view.screen["moves"] == []
    for message in (
        {"move": list(inputs[3].move), "do": "move"},
        {"do": "undo"},
        {"do": "start"},
        {"do": "again"},
        {"do": "go-on"},
    ):
        view.send(**message)
        assert view.screen["why"], message
        assert list(session.inputs) == inputs
    view.send("sit-in", chair=1)
    assert view.screen["viewer"] == 1
    assert "no seat 9" in view.send("sit-in", chair=9)["why"]["text"]


def test_one_plays_on_from_a_moment(small: None) -> None:
    view = lanterns(10)
    shown(view)
    assert "earlier move" in view.send("branch")["why"]["text"], "at its end there is nothing left to play"
    view.send("goto", number=4)
    view.send("branch")
    assert view.screen["kind"] == "table" and view.screen["time"]["length"] >= 4 and view.screen["keep"] == {}
    assert view.buttons(), "the person has moves"
    before = view.screen["time"]["length"]
    view.press(view.buttons()[0])
    assert view.screen["time"]["length"] > before
    assert view.send("back")["kind"] == "lab"


def test_one_game_is_fetched_at_a_time(small: None) -> None:
    view = lanterns(10)
    begun: list[Job] = []
    view.view._receive.__self__._start = lambda job: begun.append(job) or Steps(job)
    view.send("leaf", page="endings")
    view.send("show", chart="endings", bar=0, side="a")
    for message in ({"do": "show", "chart": "endings", "bar": 0, "side": "a"}, {"do": "another"}, {"do": "run"}):
        assert view.raw(message)["problem"] == BUSY
    assert len(begun) == 1
    view.send("stop")
    assert not view.screen.get("run") and view.screen["kind"] == "lab"


def test_another_game_of_the_same_bar(small: None) -> None:
    view = lanterns(40)
    view.send("leaf", page="endings")
    games = view.screen["result"]["charts"][0]["rows"][0]["games"]["a"]
    assert len(games) > 1
    view.send("show", chart="endings", bar=0, side="a")
    seen = []
    for _ in range(len(games) + 1):
        while view.screen.get("run"):
            view.send("progress")
        seen.append(view.screen["now"]["text"].split(",")[0])
        view.send("another")
    assert seen == [f"Game {number}" for number in [*games, games[0]]]


# -- files -------------------------------------------------------------------------------------------------------------


def test_files_to_take_home(small: None) -> None:
    view = ran(open_lab(), games=25)
    report = json.loads(sent(view, "report.json")["text"])
    assert report["games"] == 25
    assert sent(view, "report.csv")["text"].startswith("section,name,value")
    lines = [json.loads(line) for line in sent(view, "games.jsonl")["text"].splitlines()]
    assert [line["game"] for line in lines] == list(range(25))
    table = list(csv.DictReader(io.StringIO(sent(view, "games.csv")["text"])))
    assert [int(line["decisions"]) for line in table] == [line["decisions"] for line in lines]
    for cells, line in zip(table, lines, strict=True):
        assert {name: float(cells[name]) for name in line["figures"]} == line["figures"], "and all that was counted"


class Parts(HTMLParser):
    """The tags of a page with their attributes, and all that it says."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_comparison_as_a_page_to_read_stands_alone_and_says_what_was_compared() -> None:
    view = open_lab()
    view.send("open-cards", name="<b>mine</b>.toml", text=file_of())
    view.send("change", side="b", what="ruling", key="ruling.ace-value", choice="14")
    ran(view, games=6)
    file = sent(view, "report.html")
    assert file["file"] == "royal_ascension_run1_report.html" and file["type"] == "text/html"
    parts = Parts(file["text"])
    names = {tag for tag, _ in parts.tags}
    assert not names & {"script", "link", "img", "iframe", "b", "a"}
    assert not any("http" in str(value) for _, known in parts.tags for value in known.values())
    kept = view.view._receive.__self__._results
    for said in (
        "<b>mine</b>.toml; Jiggy Jungle: value: 13 → 20",
        "6 games per side, seed 1.",
        f"program {__version__}",
        *kept.changed,
        *kept.page("difference")["lines"],
        *kept.page("wins")["lines"],
    ):
        assert said in parts.text, said
    titles = [chart["title"] for name in kept.pages for chart in kept.page(name)["charts"]]
    assert all(title in parts.text for title in titles)
    assert "Press a bar" not in parts.text and "dashed" not in parts.text, "nothing is said of another picture"


def test_one_side_alone_is_a_page_to_read_too(small: None) -> None:
    text = Parts(sent(ran(open_lab(), games=6), "report.html")["text"]).text
    assert "many games" in text and "Clearly different" not in text and "B has" not in text

"""The playtest lab: what is compared, a run that can be stopped, its results, one of its games, and records of people.

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
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from connect_four import ConnectFour
from lab_stage import Steps
from page import Page
from two_lanterns import TwoLanterns

from tabletop_kernel import __version__, load
from tabletop_kernel.change_files import as_file
from tabletop_kernel.changes import changed
from tabletop_kernel.compare import Comparison, Difference, compare_change, compare_rulings
from tabletop_kernel.games import house_folder
from tabletop_kernel.measures import Mean
from tabletop_kernel.session import Session
from tabletop_kernel.simulate import simulate
from widgets.app import lab, play
from widgets.errors import Notice
from widgets.lab import choosing, link, packs, page, results, worker
from widgets.lab.beside import NOTHING_CLEAR, Beside
from widgets.lab.page import BUSY, LabPage
from widgets.lab.people import Taken, _told
from widgets.lab.running import Process, Running
from widgets.lab.worker import Job, Told
from widgets.messages import acts_of
from widgets.plain_face import PlainFace
from widgets.playtest.record import check_of
from widgets.rulebook import titles
from widgets.seating import WHO

GAMES: dict[str, Any] = {"connect_four": ConnectFour(), "two_lanterns": TwoLanterns()}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two small games in place of the five large ones."""
    titles = {name: game.title for name, game in GAMES.items()}
    monkeypatch.setattr(choosing, "games_here", lambda: titles)
    monkeypatch.setattr(page, "games_here", lambda: titles)
    monkeypatch.setattr(packs, "load", lambda name, pack="house": GAMES.get(name) or load(name))
    monkeypatch.setattr("widgets.desk.face_of", lambda _: PlainFace())


def open_lab(**how: Any) -> Page:
    return Page(LabPage(start=Steps, **how).view)


def ran(view: Page, games: int = 12) -> Page:
    """The lab after a run."""
    view.send("number", number=games)
    view.send("run")
    for _ in range(4 * games + 4):
        if view.screen.get("run"):
            view.send("progress")
    assert not view.screen["run"] and not view.screen["problem"], view.screen["problem"]
    return view


def row(view: Page, what: str, key: str = "") -> dict[str, Any]:
    return next(one for one in view.screen["form"]["rows"] if (one["what"], one["key"]) == (what, key))


def flip(view: Page) -> dict[str, Any]:
    """Change the first thing in B that can be changed; the row."""
    found: dict[str, Any] = next(
        one
        for one in view.screen["form"]["rows"]
        if one["what"] in ("option", "ruling") and len(one["b"]["choices"]) > 1
    )
    other = next(choice["id"] for choice in found["b"]["choices"] if choice["id"] != found["b"]["value"])
    view.send("change", side="b", what=found["what"], key=found["key"], choice=other)
    return found


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
    assert after["problem"].endswith((".", "?")) and "inside the table" not in after["problem"]
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
        assert "cannot be set up" in other.screen["problem"] and other.screen["summary"]["same"]


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
    assert "no such cards" in view.send("change", side="b", what="pack", choice="../far/others")["problem"]
    nowhere = Page(LabPage(packs=[tmp_path / "nowhere"]).view, greet=False)
    assert "no pack folder" in nowhere.screen["problem"]


@pytest.mark.parametrize("typed", [0, 100_000, "12", "", "1.5", "-3"], ids=repr)
def test_a_number_that_cannot_be_is_told_beside_its_field_and_nothing_runs(small: None, typed: Any) -> None:
    view = open_lab()
    form = view.send("number", number=typed)["form"]
    assert form["wrong"] == {"number": "A run here has from 1 to 20,000 games, in whole numbers."}
    assert form["number"] == 200 and form["problem"] == form["wrong"]["number"]
    assert view.send("run")["problem"] == form["problem"] and "run" not in {k for k, v in view.screen.items() if v}
    view.send("seed", seed="x")
    assert set(view.send("number", number=3)["form"]["wrong"]) == {"seed"}, "each field has a fault of its own"
    view.send("seed", seed=0)
    assert not view.screen["form"]["wrong"] and not view.screen["form"]["problem"]


# -- cards that somebody brings along ----------------------------------------------------------------------------------

CHANGE = {"territory": {"Jiggy Jungle": {"value": 20}}}


def file_of(name: str = "royal_ascension", change: Any = CHANGE) -> str:
    return as_file(changed(load(name), change))


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
    assert kept.plans["b"].game.change == CHANGE and not kept.plans["a"].game.change
    assert kept.comparison.differences == compare_change(changed(load("royal_ascension"), CHANGE), games=6).differences
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
    assert after["problem"].startswith("This page keeps") and after["beside"] == "cards" and whole(after) == before
    nothing = view.send("open-cards", name="c.toml", text='game = "royal_ascension"\npack = "house"\n')
    assert nothing["problem"] == "c.toml: nothing in it differs from the cards of the game."


@pytest.mark.parametrize(
    "cards",
    [3, {}, {"name": "x"}, {"name": "x", "change": {"territory": 3}}, {"name": "x", "change": {"nothing": {}}}],
    ids=str,
)
def test_a_link_with_cards_that_are_none_does_not_count(cards: Any) -> None:
    side = link.side("house", ["greedy"] * 3, {}, {})
    forged = link.write("royal_ascension", 20, 1, [side, {**side, "cards": cards}])
    view = Page(LabPage(start=Steps).view, link={"lab": forged})
    assert "cannot be set up" in view.screen["problem"] and view.screen["summary"]["same"]


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
    assert view.screen["said"] == "2 games of each side were played.", view.screen["problem"]
    kept = view.view._receive.__self__._results
    assert kept.comparison.differences == compare_change(changed(load("royal_ascension"), CHANGE), games=2).differences


# -- a run -------------------------------------------------------------------------------------------------------------


def test_one_side_alone_is_the_report_of_simulate(small: None) -> None:
    view = ran(open_lab(), games=45)
    assert view.screen["said"] == "45 games were played."
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


def a_difference(section: str, name: str, old: float, new: float, clear: bool = True, **more: Any) -> Difference:
    change = new - old
    usual = {"low": change - 0.01, "high": change + 0.01, "needed": None}
    return Difference(section, name, Mean(old, 0.1), Mean(new, 0.1), change, **{**usual, **more}, clear=clear)


def beside(*differences: Difference, most: int = 2000) -> Beside:
    report = simulate(GAMES["connect_four"], games=2)
    comparison = Comparison(("A", "B"), report, report, [], list(differences))
    return Beside(comparison, {"end.zero": "Somebody at 0", "end.deck": "The deck is out"}, "turn", most)


def test_what_is_clearly_different_comes_first_in_numbers_of_both_sides_the_most_different_first() -> None:
    told = beside(
        a_difference("length", "turns", 12.7, 12.9, False, low=-1.0, high=1.4),
        a_difference("PULSE", "Kiln", 1.7, 3.1, low=1.0, high=1.8),
        a_difference("endings", "end.deck", 0.55, 0.32),
        a_difference("endings", "end.zero", 0.45, 0.68),
        a_difference("rules", "end.zero", 0.45, 0.68),
    )
    assert told.clear() == [
        "Somebody at 0 ends 45 % of the games with A and 68 % with B (+23.0, from +22.0 to +24.0); "
        "The deck is out ends the rest.",
        "PULSE, Kiln: 1.7 in a game with A and 3.1 with B (+1.40, from +1.00 to +1.80).",
    ]
    assert told.rules() == ["Rules that are at work in clearly more games, or in fewer: Somebody at 0 (45 % → 68 %)."]
    assert told.rest()[0] == "A game takes 12.7 turns with A and 12.9 with B: this may be chance."


def test_who_wins_is_always_said_and_once_for_two_seats() -> None:
    one = a_difference("wins by seat", "seat 1", 0.5, 0.48, False, low=-0.1, high=0.1, needed=31_708)
    two = a_difference("wins by seat", "seat 2", 0.5, 0.52, False, low=-0.1, high=0.1, needed=31_708)
    said = "Seat 1 wins 50 % of the games with A and 48 % with B; seat 2 has the rest: this may be chance"
    here = f"{said}, and so small a difference cannot be seen here: a run has at most 2,000 games."
    assert beside(one, two).rest()[:2] == [here, NOTHING_CLEAR]
    more = f"{said}. To see a difference of this size takes about 31,708 games."
    assert beside(one, two, most=40_000).rest()[0] == more
    clear = beside(replace(one, clear=True), two)
    assert len(clear.clear()) == 1 and not any("Seat" in line for line in clear.rest()), "not once more as chance"
    third = a_difference("wins by seat", "seat 3", 0.1, 0.1, False)
    assert [line for line in beside(one, two, third).rest() if line.startswith("Seat ")][2].endswith("no difference.")


def test_a_figure_whose_interval_leaves_out_nothing_is_not_simply_called_chance() -> None:
    for low, says in ((-1.0, "this may be chance."), (0.1, "one in twenty looks like this by chance.")):
        told = beside(a_difference("team", "wins", 0.1, 0.2, False, low=low, high=2.0))
        assert told.rest()[0].startswith("All together win 10 % of the games with A and 20 % with B: ")
        assert told.rest()[0].endswith(says) and "1 figures" in told.rest()[-1], "why clear is strict"


def test_who_wins_comes_first_and_nothing_is_told_twice_under_another_name() -> None:
    told = beside(
        a_difference("enemies", "damage dealt", 13.8, 17.2),
        a_difference("end", "turn", 3.5, 4.0),
        a_difference("length", "turns", 3.5, 4.0),
        a_difference("endings", "won: end.scenario", 0.9, 0.7),
        a_difference("endings", "lost: end.scenario", 0.1, 0.3),
        a_difference("team", "wins", 0.9, 0.7),
    ).clear()
    assert sorted(line[:12] for line in told[:2]) == ["A game takes", "All together"]
    assert len(told) == 3 and told[2].startswith("Enemies, damage dealt")


def test_the_clearest_differences_are_in_sight_and_all_others_can_be_opened(small: None) -> None:
    view = lanterns(12)
    flip(view)
    ran(view)
    known = view.view._receive.__self__._results
    many = [a_difference("PULSE", f"card {number}", 1, 2 + number) for number in range(10)]
    known.comparison = replace(known.comparison, differences=many)
    made = known.page("difference")
    assert len(made["clear"]) == results.MOST_CLEAR and made["clear"][0].startswith("PULSE, card 9: 1 in a game with A")
    assert [line.partition(":")[0] for line in made["more_clear"]] == ["PULSE, card 1", "PULSE, card 0"]
    file = sent(view, "report.html")["text"]
    assert all(f"PULSE, card {number}: 1 in a game with A" in file for number in range(10))


def test_runs_stand_below_each_other_with_who_wins_and_how_long_it_takes(small: None) -> None:
    view = ran(open_lab(), games=4)
    view.send("change", side="b", what="bot", key="0", choice="random")
    ran(view, games=6)
    second, first = (one["lines"] for one in view.screen["runs"]["list"])
    assert first[0].startswith("Seat 1 won ") and first[1].startswith("Length: ")
    assert [line.rpartition(": ")[0] for line in second[:-1]] == [
        "Wins by seat: seat 1",
        "Wins by seat: seat 2",
        "Length",
    ]
    assert all(" → " in line and ", from " in line for line in second[:-1]), second
    assert "figures differ clearly" in second[-1]


def test_how_long_a_run_will_take_is_said_as_soon_as_it_can_be_known(small: None) -> None:
    view, now = open_lab(), 100.0
    job = Job([choosing.make_plan(TwoLanterns(), 2, ["random"])], ["a"], 20)
    run = view.view._receive.__self__._run = Running(job, Steps(job), lambda: now)

    def told(later: float) -> str:
        nonlocal now
        now += later
        text: str = view.send("progress")["run"]["text"]
        return text

    assert told(0) == "1 of 20 games"
    assert told(10) == "2 of 20 games, about 90 seconds more"
    assert told(20) == "3 of 20 games, about 3 minutes more"
    assert told(570) == "4 of 20 games. The time for a run here (10 minutes) is enough for about 4"
    run.stop()


def test_how_often_the_first_player_wins_stands_under_who_wins() -> None:
    view = open_lab()
    view.send("choose-game", game="the_west_ascendant")
    ran(view, games=4)
    report = view.view._receive.__self__._results.first
    result = view.send("leaf", page="wins")["result"]
    part = report.figures["wins"]["first player"]
    assert any(line.startswith(f"The first player won {part.mean:.1%}".replace("%", " %")) for line in result["lines"])
    (bar,) = [line for line in result["charts"][0]["rows"] if line["cells"][0] == "First player"]
    assert bar["cells"][1].startswith(f"{100 * part.mean:.1f} %") and (bar["games"].get("a") or not part.mean)
    assert "order" in report.figures, "what else was counted stays where it is"


def test_definitions_and_limits_are_not_said_to_never_come_up() -> None:
    view = open_lab()
    view.send("choose-game", game="the_west_ascendant")
    ran(view, games=2)
    result = view.send("leaf", page="rules")["result"]
    shown = " ".join([*result["lines"], *(line["cells"][0] for line in result["charts"][0]["rows"])])
    for title in ("Two players", "Fifty-four cards", "Four types", "No hand limit", "One per turn"):
        assert title not in shown
    assert "Dusk without cards" in shown, "it could have happened"


def test_games_of_one_length_are_told_in_one_number(small: None) -> None:
    report = simulate(GAMES["connect_four"], games=12)
    alike = replace(report, turns=replace(report.turns, low=8, high=8))
    assert "eight of ten games take 8." in results._length_said(alike, "turn")
    assert "to 8" not in results._length_said(alike, "turn")
    assert "eight of ten from" in results._length_said(replace(report, turns=replace(report.turns, low=7)), "turn")


def test_bots_are_called_as_at_a_table(small: None) -> None:
    view = open_lab()
    called = {one["id"]: one["text"] for one in row(view, "bot", "0")["a"]["choices"]}
    assert {bot: f"Bot: {text.lower()}" for bot, text in called.items()} == {bot: WHO[bot] for bot in called}


def test_a_run_is_stopped_and_what_is_there_is_kept(small: None) -> None:
    view = open_lab()
    view.send("number", number=60)
    view.send("run")
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
    name = "Run 1: Two lanterns, A alone (10 games; bots: weighs its moves)"
    assert [one["text"] for one in view.screen["runs"]["list"]] == [name]
    before = sent(view, "report.csv")["text"], sent(view, "games.csv")["text"]
    flip(view)
    ran(view, games=12)
    assert view.screen["runs"]["shown"] == 2 and len(view.screen["runs"]["list"]) == 2
    assert view.screen["summary"]["differs"][0] in view.screen["runs"]["list"][0]["text"]
    kept = view.send("look-again", run=1)
    assert kept["result"]["games"] == 10 and kept["runs"]["shown"] == 1 and kept["said"] == "Run 1 is shown again."
    assert kept["summary"]["differs"], "what is chosen stays"
    assert (sent(view, "report.csv")["text"], sent(view, "games.csv")["text"]) == before
    bar = shown(view, "decisions")
    desk = view.view._receive.__self__._replay
    assert desk.room.session.inputs == simulate(GAMES["two_lanterns"], games=10).replay(bar["number"]).inputs
    view.send("back")
    for _ in range(4):
        ran(view, games=2)
    assert view.screen["said"].endswith("This page keeps 5 runs: its oldest one, run 1, is gone.")
    assert "not keep that run" in view.send("look-again", run=1)["problem"] and view.screen["runs"]["shown"] == 6


def test_a_run_that_came_to_nothing_gives_way_to_the_one_before_it(small: None) -> None:
    view = lanterns(10)
    view.send("run")
    assert "result" not in view.screen and len(view.screen["runs"]["list"]) == 1
    view.view._receive.__self__._run._line._told.clear()
    view.send("stop")
    assert "nothing to show" in view.screen["said"] and view.screen["result"]["games"] == 10


def test_nothing_is_shown_of_a_run_without_a_game(small: None) -> None:
    class Silent(Steps):
        def hear(self) -> list[Told]:
            return []

    view = Page(LabPage(start=Silent).view)
    view.send("run")
    view.send("stop")
    assert "nothing to show" in view.screen["said"] and "result" not in view.screen


def test_a_run_that_fails_says_so_and_keeps_what_was_told(small: None) -> None:
    class Broken(Steps):
        def hear(self) -> list[Told]:
            told = super().hear()
            self._told = [Told("failed", error="RuntimeError: a secret path")]
            return told

    view = Page(LabPage(start=Broken).view)
    view.send("number", number=50)
    view.send("run")
    view.send("progress")
    view.send("progress")
    assert "could not be played to their end" in view.screen["problem"] and "secret" not in json.dumps(view.screen)
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
    assert view.screen["said"] == "2 games were played.", view.screen["problem"]
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
        assert "inside the table" not in json.dumps([screen.get("problem"), screen.get("why"), screen.get("text")])
        if screen.get("run") or screen["kind"] != "lab":
            view.send("back" if screen["kind"] != "lab" else "stop")


# -- one game ----------------------------------------------------------------------------------------------------------


def lanterns(games: int) -> Page:
    """The lab after a run of a game that a table can show."""
    view = open_lab()
    view.send("choose-game", game="two_lanterns")
    return ran(view, games)


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
    assert screen["back"][0]["text"] == "Back to the results" and screen["keep"] == {}
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
    assert "no chair" in view.send("sit-in", chair=9)["why"]["text"]


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


def sent(view: Page, what: str) -> dict[str, Any]:
    view.traffic.clear()
    view.send("file", what=what)
    return next(json.loads(one)["content"] for one in view.traffic if '"file"' in one)


def test_files_to_take_home(small: None) -> None:
    view = ran(open_lab(), games=25)
    report = json.loads(sent(view, "report.json")["text"])
    assert report["games"] == 25
    assert sent(view, "report.csv")["text"].startswith("section,name,value")
    lines = [json.loads(line) for line in sent(view, "games.jsonl")["text"].splitlines()]
    assert [line["game"] for line in lines] == list(range(25))
    table = list(csv.DictReader(io.StringIO(sent(view, "games.csv")["text"])))
    assert [int(line["decisions"]) for line in table] == [line["decisions"] for line in lines]


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
        "6 games of each side, seed 1.",
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


# -- people ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The record of a few moves with two notes."""
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path_factory.mktemp("state")))
    view = Page(play("royal_ascension", dealt=True, seed=7))
    view.send("note", mark="confusing", text="<b>Why</b> this?")
    view.send("move", move=["buy", "7C"])
    view.send("open", drawer="rules", rule="turn.roll")
    view.press(next(one for one in view.buttons() if one["do"]["move"][0] != "take-back"))
    view.send("note", mark="fun", text="")
    view.traffic.clear()
    view.send("record", what="json")
    monkeypatch.undo()
    return str(next(json.loads(one)["content"]["text"] for one in view.traffic if '"file"' in one))


def test_records_make_one_table(record: str) -> None:
    view = open_lab()
    people = view.send("record", name="friday.json", text=record)["people"]
    assert people["count"] == 1 and "2 notes" in people["lines"][0]
    charts = {chart["name"]: chart for chart in people["charts"]}
    notes = charts["people-notes"]
    assert sum(int(cell) for line in notes["rows"] for cell in line["cells"][1:]) == 2
    refused = {line["cells"][0]: line["cells"][1:] for line in charts["people-refused"]["rows"]}
    assert any("turn.roll" in name and times == ["0", "1"] for name, times in refused.items())
    assert charts["people-thinking"]["rows"]
    assert people["notes"][0]["text"] == "<b>Why</b> this?"
    decided = [line["cells"][0] for line in [*notes["rows"], *charts["people-thinking"]["rows"]]]
    known = titles(load("royal_ascension"), load("royal_ascension").configure()).values()
    assert decided and all(what in known for what in decided), "what is decided is called by the rule that asks"
    assert all("± 0.00" not in cell for line in charts["people-thinking"]["rows"] for cell in line["cells"])
    assert "here already" in view.send("record", name="again.json", text=record)["problem"]
    assert view.screen["people"]["count"] == 1
    table = list(csv.DictReader(io.StringIO(sent(view, "people")["text"])))
    assert {line["file"] for line in table} == {"friday.json"}
    assert view.send("forget-records")["people"]["count"] == 0
    assert "No records" in view.send("file", what="people")["problem"]


def forged(record: str, change: Any = None, **fields: Any) -> str:
    """A record of another table, as that table would have written it."""
    body = {**json.loads(record), **fields}
    if change:
        game = changed(load("royal_ascension"), change)
        body |= {"pack": game.pack, "pack_digest": game.digest}
        body["save"] = json.loads(Session(game, len(body["seats"])).save())
        body |= {"moves": 0, "notes": [], "thinking": []}
    return json.dumps({**body, "check": check_of(body)})


def ended(turns: int) -> dict[str, Any]:
    return {"turns": turns, "outcome": {"rule": "end.majority", "winners": [0], "scores": [1, 0, 0]}}


def test_what_people_answered_stands_on_the_page(record: str) -> None:
    asked = json.loads(record)["questions"]
    fun, best = asked["ratings"][5], asked["questions"][0]
    assert (fun["id"], best["id"]) == ("fun", "best")

    def answers(step: int, text: str) -> list[Any]:
        return [{"seat": 0, "ratings": {"fun": step, "length": 2}, "words": {"best": text}}]

    view = open_lab()
    view.send("record", name="a.json", text=forged(record, answers=answers(4, "The <i>end</i>.")))
    view.send("record", name="b.json", text=forged(record, answers=answers(5, "")))
    found = {one["ask"]: one["lines"] for one in view.screen["people"]["answers"]}
    assert found[fun["ask"]] == ["4.5 of 5 on average: 4 (1 answer), 5 a lot (1 answer)"]
    assert found["How long was the game?"] == ["right (2 answers)"]
    assert found[best["ask"]] == ["“The <i>end</i>.” (a.json, seat 1)"]
    for bad in ([], {"ratings": 3}, {"ratings": [3, {"id": "fun", "ask": 5}, {"id": "fun", "ask": "?", "steps": [1]}]}):
        body = forged(record, answers=answers(1, "x"), questions=bad if isinstance(bad, dict) else {})
        other = open_lab()
        assert other.send("record", name="c.json", text=body)["people"]["answers"] == [] and not other.screen["problem"]


def test_records_with_other_cards_are_not_put_together_and_bots_with_other_cards_are_told(record: str) -> None:
    other = {"territory": {"Jiggy Jungle": {"value": 21}}}
    view = open_lab()
    for name, change in (("a", None), ("b", CHANGE), ("c", other)):
        view.send("record", name=f"{name}.json", text=forged(record, change, **ended(14)))
    people = view.screen["people"]
    assert people["count"] == 3 and len(people["packs"]) == 3
    assert people["lines"][0].startswith("1 record: ")
    left = "2 records of this game with other cards are not counted here."
    assert f"Played with the game's own cards. {left}" in people["lines"]
    took = next(line for line in people["lines"] if " took " in line)
    assert took.startswith("The game of people that was over took 14 turns and ") and "±" not in took

    people = view.send("choose-people", game="royal_ascension", cards=people["packs"][1]["id"])["people"]
    assert f"Played with changed cards: Jiggy Jungle: value: 13 → 20. {left}" in people["lines"]
    view.send("open-cards", name="mine.toml", text=file_of())
    ran(view, games=2)
    assert any("the bots above (B)" in line for line in view.screen["people"]["lines"]), "those with the same cards"
    says = "The bots played with other cards"
    assert not any(line.startswith(says) for line in view.screen["people"]["lines"])
    view.send("choose-people", game="royal_ascension", cards=people["packs"][2]["id"])
    assert any(line.startswith(says) for line in view.screen["people"]["lines"])
    assert "played with those cards" in view.send("choose-people", game="royal_ascension", cards="x")["problem"]

    table = {row["file"]: row for row in csv.DictReader(io.StringIO(sent(view, "people")["text"]))}
    assert [table[f"{name}.json"]["cards_changed"] for name in "abc"] == [
        "",
        "territory Jiggy Jungle: value = 20",
        "territory Jiggy Jungle: value = 21",
    ]
    assert len({row["pack_digest"] for row in table.values()}) == 3


def test_a_few_games_are_told_one_by_one_and_many_with_their_interval(record: str) -> None:
    view = open_lab()
    for number, turns in enumerate((14, 14, 12, 9, 10)):
        view.send("record", name=f"{number}.json", text=forged(record, **ended(turns), made=f"day {number}"))
        (took,) = [line for line in view.screen["people"]["lines"] if " took " in line]
        if number == 1:
            assert took.startswith("The 2 games of people that were over took 14 and 14 turns, and ")
    assert took.startswith("Games of people that were over took 11.8 ± ")


@pytest.mark.parametrize(("together", "said"), [(True, "All together won 0.0"), (False, "People won 50.0")])
def test_a_team_has_won_or_lost_one_game_however_many_seats_it_has(together: bool, said: str) -> None:
    rows = [{"who": "person", "won": together < number} for number in range(2)]
    rest: Any = ([], "", "", {}, [], {}, together)
    one = Taken("a.json", "c", "two_lanterns", rows, True, 1, 1, "", Counter(), Counter(), *rest)
    lines = _told([one])
    assert len(lines) == 2 and lines[1].startswith(said) and ("games" in lines[1]) == together


def test_a_record_that_was_changed_is_told_and_left_out(record: str) -> None:
    view = open_lab()
    altered = record.replace("confusing", "boring", 1)
    assert "altered" in view.send("record", name="forged.json", text=altered)["problem"]
    assert view.screen["people"]["count"] == 0 and "forged.json" in view.screen["people"]["faults"][0]


def test_a_file_that_is_something_else_is_told_in_a_plain_sentence() -> None:
    view = open_lab()
    assert "these are changed cards" in view.send("record", name="mine.toml", text=file_of())["problem"]
    assert "this is no record of a game." in view.send("record", name="x.txt", text="what?")["problem"]
    assert "a part of it is missing" in view.send("record", name="x.json", text='{"kind": ')["problem"]


def test_a_folder_of_records_is_read_a_little_at_a_time(record: str, tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(record, "utf-8")
    (tmp_path / "two.json").write_text("{}", "utf-8")
    view = Page(LabPage(records=tmp_path).view)
    assert view.screen["people"]["waiting"] == 2 and view.screen["poll"] >= 0
    while view.screen["people"]["waiting"]:
        view.send("progress")
    people = view.screen["people"]
    assert people["count"] == 1 and len(people["faults"]) == 1 and "two.json" in people["faults"][0]
    assert "poll" not in view.screen


def test_what_is_wrong_with_a_cell_stands_in_its_place(tmp_path: Path) -> None:
    assert isinstance(lab(records=tmp_path / "nowhere"), Notice)
    assert isinstance(lab(games=0), Notice) and isinstance(lab(workers="all"), Notice)  # type: ignore[arg-type]
    assert load("royal_ascension").title in json.dumps(Page(lab()).screen)

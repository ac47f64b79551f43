"""Records of people in the lab: many files, one table, and what they answered and wrote."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from lab_stage import CHANGE, file_of, open_lab, ran, sent
from page import Page

from tabletop_kernel import load
from tabletop_kernel.content.changes import with_change
from tabletop_kernel.table.session import Session
from widgets.app import lab, play
from widgets.errors import Notice
from widgets.lab.page import LabPage
from widgets.lab.people import Taken, _told
from widgets.playtest.record import check_of
from widgets.rulebook import titles


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
    known = titles(load("royal_ascension"), load("royal_ascension").agreement.configure()).values()
    assert decided and all(what in known for what in decided), "what is decided is called by the rule that asks"
    assert all("± 0.00" not in cell for line in charts["people-thinking"]["rows"] for cell in line["cells"])
    assert "already added this record" in view.send("record", name="again.json", text=record)["problem"]
    assert view.screen["people"]["count"] == 1
    table = list(csv.DictReader(io.StringIO(sent(view, "people")["text"])))
    assert {line["file"] for line in table} == {"friday.json"}
    assert view.send("forget-records")["people"]["count"] == 0
    assert "any records yet" in view.send("file", what="people")["problem"]


def forged(record: str, change: Any = None, **fields: Any) -> str:
    """A record of another table, as that table would have written it."""
    body = {**json.loads(record), **fields}
    if change:
        game = with_change(load("royal_ascension"), change)
        body |= {"pack": game.edition.pack, "pack_digest": game.edition.digest}
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
    assert found["How long was the game?"] == ["just right (2 answers)"]
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
    left = "2 records of this game with other cards aren't counted here."
    assert not any("the cards were changed" in line for line in people["lines"])
    assert f"Played with the game's own cards. {left}" in people["lines"]
    took = next(line for line in people["lines"] if " took " in line)
    assert took.startswith("People's one finished game took 14 turns and ") and "±" not in took

    people = view.send("choose-people", game="royal_ascension", cards=people["packs"][1]["id"])["people"]
    assert f"Played with changed cards: Jiggy Jungle: value: 13 → 20. {left}" in people["lines"]
    view.send("open-cards", name="mine.toml", text=file_of())
    ran(view, games=2)
    assert any("bot games above (B)" in line for line in view.screen["people"]["lines"]), "those with the same cards"
    says = "The bots played with different cards"
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


def test_cards_that_came_in_the_middle_of_a_game_are_told(record: str) -> None:
    view = open_lab()
    midway = [{"at": 5, "cards": "Jiggy Jungle: value: 13 → 20"}]
    view.send("record", name="a.json", text=forged(record, CHANGE, cards=midway))
    told = "In 1 game, the cards were changed after move 0. Here they count as changed from the start."
    assert told in view.screen["people"]["lines"]


def test_what_happened_beside_the_moves_is_told(record: str) -> None:
    view = open_lab()
    left = [{"at": 1, "to": 3, "seat": 0, "told": "Three moves."}]
    advice = [{"at": 2, "seat": 0, "told": "Walk on."}] * 2
    stops = [{"at": 4, "over": True}]
    lines = view.send("record", name="a.json", text=forged(record, left=left, advice=advice, stops=stops))["people"][
        "lines"
    ]
    assert "The host ended 1 game early." in lines and "Players asked the coach 2 times." in lines
    assert "Moves were taken back or replaced 1 time. Only the final moves count here." in lines
    view.send("forget-records")
    lines = view.send("record", name="a.json", text=record)["people"]["lines"]
    assert not any(word in line for line in lines for word in ("early", "taken back", "coach"))


def test_a_few_games_are_told_one_by_one_and_many_with_their_interval(record: str) -> None:
    view = open_lab()
    for number, turns in enumerate((14, 14, 12, 9, 10)):
        view.send("record", name=f"{number}.json", text=forged(record, **ended(turns), made=f"day {number}"))
        (took,) = [line for line in view.screen["people"]["lines"] if " took " in line]
        if number == 1:
            assert took.startswith("People's 2 finished games took 14 and 14 turns, and ")
    assert took.startswith("People's finished games took 11.8 ± ")


@pytest.mark.parametrize(("together", "said"), [(True, "Teams won 0.0%"), (False, "People won in 1 of 2 seats: 50.0%")])
def test_a_team_has_won_or_lost_one_game_however_many_seats_it_has(together: bool, said: str) -> None:
    usual = {"who": "person", "ended_by": "", "taken_back": 0, "coach_asked": 0}
    rows = [{**usual, "won": together < number} for number in range(2)]
    rest: Any = ([], "", "", {}, [], {}, together)
    one = Taken("a.json", "c", "two_lanterns", rows, True, 1, 1, "", Counter(), Counter(), *rest)
    lines = _told([one])
    assert len(lines) == 2 and lines[1].startswith(said) and ("games" in lines[1]) == together


def test_a_record_that_was_changed_is_told_and_left_out(record: str) -> None:
    view = open_lab()
    altered = record.replace("confusing", "boring", 1)
    assert "changed this record" in view.send("record", name="forged.json", text=altered)["problem"]
    assert view.screen["people"]["count"] == 0 and "forged.json" in view.screen["people"]["faults"][0]


def test_the_cards_of_a_record_can_be_compared(record: str) -> None:
    view = open_lab()
    people = view.send("record", name="as_usual.json", text=record)["people"]
    assert not people["compares"] and "nothing to compare" in view.send("compare-cards")["problem"]
    view.send("record", name="friday.json", text=forged(record, CHANGE, **ended(14)))
    packs = {one["text"]: one["id"] for one in view.screen["people"]["packs"]}
    cards = next(id for text, id in packs.items() if "Jiggy" in text)
    assert view.send("choose-people", game="royal_ascension", cards=cards)["people"]["compares"]
    view.send("compare-cards")
    assert view.screen["summary"]["differs"][-1] == "Jiggy Jungle: value: 13 → 20"


def test_a_file_that_is_something_else_is_told_in_a_plain_sentence() -> None:
    view = open_lab()
    assert "these are changed cards" in view.send("record", name="mine.toml", text=file_of())["problem"]
    assert "this isn't the record of a game." in view.send("record", name="x.txt", text="what?")["problem"]
    assert "Some of it may be missing" in view.send("record", name="x.json", text='{"kind": ')["problem"]


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

"""The record of a playtest: what is in it, who may take it along, and how many of them are read together."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from page import Page, late, play_on, room_of
from screens import look, visit
from test_playtest import _to_the_end, over, two_screens

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.errors import SaveError
from tabletop_kernel.table.session import Session
from widgets.app import play
from widgets.moments import number_of
from widgets.playtest import clock, read_record, read_records
from widgets.playtest.journal import LONGEST_CHANGE, Journal, as_many_as_fit
from widgets.playtest.questions import the_questions
from widgets.playtest.reading import A_NUMBER, RecordError, record_in
from widgets.playtest.record import check_of, record_of
from widgets.playtest.report import report
from widgets.shared import store
from widgets.shared.chair import Chair

EVIL = "<script>alert('x')</script> & \"more\""


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path / "state"))
    monkeypatch.setattr(clock, "today", lambda: "2026-11-17")
    monkeypatch.setattr(clock, "seconds", lambda: 5.0)
    monkeypatch.setattr("tabletop_kernel.players.coach.Advisor.trials", 24)
    store.the_store.cache_clear()
    return tmp_path


def files(page: Page) -> list[dict[str, Any]]:
    return [json.loads(one)["content"] for one in page.traffic if '"file"' in one]


def taken(page: Page, what: str = "json") -> str:
    page.traffic.clear()
    page.send("record", what=what)
    [file] = files(page)
    assert file["file"].endswith(f".{what}")
    return str(file["text"])


@pytest.fixture(scope="module")
def played() -> str:
    """The record of a whole game, made once."""
    page = Page(play("royal_ascension", dealt=True, seed=7))
    page.send("note", mark="fun", text=EVIL)
    page.send("move", move=["buy", "7C"])
    page.send("open", drawer="rules", rule="turn.roll")
    over(page)
    page.send("opinion", chair=0, ratings={"fun": 5, "length": 1}, words={"best": "=1+1"})
    return taken(page)


def changed(text: str, sign: bool = True, **fields: Any) -> str:
    """A record with other fields; signed as ours are, by somebody who knows how."""
    body = {**json.loads(text), **fields}
    return json.dumps({**body, "check": check_of(body)} if sign else body)


# -- what is in it ----------------------------------------------------------------------------------------------------


def test_a_record_has_the_whole_playtest(played: str) -> None:
    record = json.loads(played)
    assert (record["kind"], record["version"]) == ("tabletop record", 1)
    assert record["outcome"]["rule"] and record["moves"] == len(record["save"]["inputs"]) > 100
    assert [note["text"] for note in record["notes"]] == [EVIL] and record["notes"][0]["here"]
    assert record["answers"] == [{"seat": 0, "ratings": {"length": 1, "fun": 5}, "words": {"best": "=1+1"}}]
    assert [one["rule"] for one in record["refusals"]] == ["shop.landing-only"]
    assert [one["rule"] for one in record["lookups"]] == ["turn.roll"]
    assert {one["seat"] for one in record["thinking"]} == {0} and len(record["thinking"]) > 20
    assert len(record["questions"]["ratings"]) == 7 and record["rulings"] == {}
    session = Session.load(json.dumps(record["save"]))
    assert session.outcome is not None and list(session.outcome.winners) == record["outcome"]["winners"]


def test_a_record_has_no_names_but_those_that_were_typed(played: str) -> None:
    assert all("name" not in seat for seat in json.loads(played)["seats"])
    page = Page(play("royal_ascension", seed=7))
    page.send("call", chair=0, name="Anna")
    page.send("start", dealt=True)
    seats = json.loads(taken(page))["seats"]
    assert seats[0]["name"] == "Anna" and "Anna" not in seats[0]["character"]


def test_a_record_can_be_taken_along_at_any_time_and_from_any_moment() -> None:
    page = Page(play("royal_ascension", dealt=True, seed=7))
    length = page.screen["time"]["length"]
    page.send("goto", number=3)
    record = json.loads(taken(page))
    assert record["moves"] == length and record["outcome"] is None and page.screen["time"]["at"] == 3


def test_a_record_says_which_rulings_were_changed() -> None:
    page = Page(play("royal_ascension", seed=7))
    ruling = next(iter(room_of(page).game.rulebook.rulings.values()))
    other = next(one for one in ruling.options if one != ruling.default)
    page.send("ruling", id=ruling.id, choice=other)
    page.send("start", dealt=True)
    assert json.loads(taken(page))["rulings"] == {ruling.id: other}
    assert ruling.options[other][:20] in taken(page, "html")


@pytest.mark.parametrize("game", ["the_north", "the_west_ascendant", "deck_goes_west", "tamashii"])
def test_every_game_has_a_record(game: str, tmp_path) -> None:
    page = Page(play(game, dealt=True, seed=7))
    play_on(page, 12)
    page.send("note", mark="idea", text="Here")
    (tmp_path / "one.json").write_text(taken(page), "utf-8")
    record = read_record(tmp_path / "one.json")
    assert record.game == game and record.session().length == record.moves
    assert "Here" in taken(page, "html")


# -- who may ----------------------------------------------------------------------------------------------------------


def test_between_several_screens_only_the_host_has_it_and_only_after_the_game() -> None:
    host, guest = two_screens(late(left=60))
    guest.send("note", mark="fun", text="Of the guest")
    for page in (host, guest):
        page.send("record", what="json")
        assert files(page) == [] and page.screen["why"]
    assert "others are playing" in host.screen["why"]["text"]
    _to_the_end(host, guest)
    look(host, guest)
    guest.send("opinion", chair=1, ratings={"fun": 2}, words={})
    host.send("goto", number=2)
    record = json.loads(taken(host))
    assert [note["text"] for note in record["notes"]] == ["Of the guest"]
    assert [one["seat"] for one in record["answers"]] == [1]
    assert {one["seat"] for one in record["thinking"]} == {0, 1}
    assert [one.get("name") for one in record["seats"]] == [None, "Mara", None]
    guest.send("record", what="json")
    assert files(guest) == [] and "host" in guest.screen["why"]["text"]


def test_whoever_is_alone_with_bots_at_a_hosts_table_gets_no_record_of_others() -> None:
    host, guest = two_screens()
    host.send("note", mark="fun", text="Of the host")
    host.send("give", chair=0, who="greedy")
    look(guest)
    guest.send("record", what="html")
    assert files(guest) == [] and "Of the host" not in "".join(guest.traffic)


def test_a_ticket_brings_the_host_back_to_the_record() -> None:
    host, guest = two_screens(late())
    guest.send("note", mark="fun", text="Later")
    again = visit(str(host.screen["keep"]["play"]))
    _to_the_end(again, guest)
    look(again)
    assert "Later" in taken(again)


# -- what is no part of the game any more -----------------------------------------------------------------------------


def planning() -> Page:
    """A table of Tamashii at which somebody may move their tokens, and take that back."""
    page = Page(play("tamashii", dealt=True, seed=7))
    while not any(move[0] == "switch" for move in room_of(page).legal()):
        page.press(page.buttons()[0]) if page.buttons() else page.send("go-on")
    return page


def test_a_record_tells_what_was_taken_back_unless_it_was_played_after_all() -> None:
    page = planning()
    first, second = [list(move) for move in room_of(page).legal() if move[0] == "switch"][:2]
    at = room_of(page).session.length
    page.send("move", move=first)
    page.send("undo")
    [left] = json.loads(taken(page))["left"]
    assert (left["at"], left["to"], left["seat"]) == (at, at + 1, room_of(page).viewer)
    assert left["told"].startswith("Runner: Switch ") and all(slot in left["told"] for slot in first[1:])
    page.send("move", move=first)
    assert json.loads(taken(page))["left"] == [], "that very move is part of the game now"
    page.send("branch", number=room_of(page).moments.of(at))
    page.send("move", move=second)
    told = json.loads(taken(page))["left"]
    assert [(one["at"], one["to"]) for one in told] == [(at, at + 1)] * 2, "once taken back, once left for another way"
    html = taken(page, "html")
    assert f"After move {number_of(room_of(page).session, at)}: " in html and "Moves taken back or replaced" in html
    page.send("line", id=0)
    assert json.loads(taken(page))["left"] == []


def asked_the_coach(page: Page) -> dict[str, Any]:
    screen = page.send("coach")
    while "think" in screen:
        screen = page.send("think")
    return screen


def test_advice_on_moves_that_were_left_is_no_part_of_the_record_even_if_some_are_made_again() -> None:
    page = planning()
    at = room_of(page).session.length
    first = next(list(move) for move in room_of(page).legal() if move[0] == "switch")
    asked_the_coach(page)
    page.send("move", move=first)
    asked_the_coach(page)
    page.send("move", move=next(list(move) for move in room_of(page).legal() if move[0] == "switch"))
    assert [one["at"] for one in json.loads(taken(page))["advice"]] == [at, at + 1]
    page.send("branch", number=room_of(page).moments.of(at))
    page.send("move", move=first)
    assert [one["at"] for one in json.loads(taken(page))["advice"]] == [at], "nobody asked on this way"
    asked_the_coach(page)
    assert [one["at"] for one in json.loads(taken(page))["advice"]] == [at, at + 1]


def test_many_moves_that_were_left_are_counted() -> None:
    assert as_many_as_fit(["a", "b"], 2) == "a; b" and as_many_as_fit(["a", "b"], 30) == "a; b; and 28 more"
    long = as_many_as_fit(["x" * 150] * 20, 25)
    assert long == f"{'x' * 150}; {'x' * 150}; and 23 more"
    assert len(as_many_as_fit(["x" * 900], 1)) == LONGEST_CHANGE


def test_a_record_tells_what_the_coach_was_asked(tmp_path) -> None:
    page = planning()
    seat, at = room_of(page).viewer, room_of(page).session.length
    screen = asked_the_coach(page)
    record = taken(page)
    [advice] = json.loads(record)["advice"]
    assert (advice["seat"], advice["at"]) == (seat, at)
    assert advice["told"].casefold() in screen["coach"]["rows"][0]["text"].casefold()
    assert "The coach&#x27;s first advice" in taken(page, "html")
    (tmp_path / "one.json").write_text(record, "utf-8")
    asked = {row["seat"]: (row["coach_asked"], row["taken_back"]) for row in read_records(tmp_path).rows}
    assert asked.pop(seat) == (1, 0) and set(asked.values()) <= {(0, 0)}


# -- the page to read -------------------------------------------------------------------------------------------------


class Outside(HTMLParser):
    """What a page would fetch or run."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found += [tag] if tag in ("script", "link", "iframe", "img", "object") else []
        self.found += [name for name, _ in attributes if name in ("src", "href") or name.startswith("on")]


def test_the_page_to_read_stands_alone_and_runs_nothing() -> None:
    page = Page(play("royal_ascension"), {"play": late(left=10)})
    page.send("note", mark="unfair", text=EVIL)
    page.send("move", move=["buy", "7C"])
    over(page)
    page.send("opinion", chair=0, ratings={"fun": 5, "length": 1}, words={"best": EVIL})
    html = taken(page, "html")
    outside = Outside()
    outside.feed(html)
    assert outside.found == [] and "url(" not in html and "@import" not in html
    assert "width: 33.3%" in html and "width: 100.0%" in html, "a bar is as long as its step is high"
    assert html.count("&lt;script&gt;") == 2 and "shop.landing-only" in html and "<svg" in html
    assert "Unfair" in html and "How much fun was it?" in html and "hidden" in html


# -- reading many -----------------------------------------------------------------------------------------------------


def test_records_are_one_table_with_a_row_for_each_seat(played: str, tmp_path) -> None:
    (tmp_path / "friday").mkdir()
    for name in ("one.json", "friday/two.json"):
        (tmp_path / name).write_text(played, "utf-8")
    records = read_records([tmp_path / "one.json", tmp_path / "friday"])
    assert len(records) == 2 and records.faults == [] and len(records.rows) == 6
    row = records.rows[0]
    assert (row["seat"], row["who"], row["notes_fun"], row["refusals"], row["answer_fun"]) == (0, "person", 1, 1, 5)
    assert records.rows[1]["who"] == "greedy" and records.rows[1]["answer_fun"] == ""
    assert "'=1+1" in records.to_csv(), "a spreadsheet must not count with what somebody wrote"
    assert records.to_csv().count("\n") == 7 and repr(records) == "<2 records, 6 seats>"
    assert [(one["file"], one["seat"], one["mark"], one["text"]) for one in records.notes] == [
        (name, 0, "fun", EVIL) for name in ("one.json", "two.json")
    ]
    shown = records._repr_html_()
    assert shown.count("<tr>") == 7 and "royal_ascension" in shown


TAMPERED = {
    "cut": (lambda text: text[: len(text) // 2], "Some of it may be missing"),
    "other": (lambda text: "[1, 2]", "this isn't the record of a game"),
    "empty": (lambda text: "", "this isn't the record of a game"),
    "a save": (lambda text: json.dumps(json.loads(text)["save"]), "this isn't the record of a game"),
    "later": (lambda text: changed(text, version=2), "it has format 2"),
    "edited": (lambda text: changed(text, sign=False, moves=3), "changed this record after it was written"),
    "bad mark": (lambda text: _with_note(text, mark="good"), "notes: one note has an unknown mark"),
    "bad seat": (lambda text: _with_note(text, seat=9), "a seat that this table doesn't have"),
    "long": (lambda text: _with_note(text, text="x" * 999), "is too long"),
    "no number": (lambda text: _with_note(text, at="1"), "a whole number"),
    "a field": (lambda text: changed(text, spy=1), "unknown field 'spy'"),
    "a file": (lambda text: changed(text, file="x"), "a field 'file'"),
    "moves": (lambda text: changed(text, moves=3), "its number of moves"),
    "times": (lambda text: changed(text, thinking=[{"move": 1, "seat": 0, "seconds": -1}]), "a number of seconds"),
    "ratings": (
        lambda text: changed(text, answers=[{"seat": 0, "ratings": {"fun": 99}, "words": {}}]),
        "isn't a valid answer",
    ),
    "scores": (
        lambda text: changed(text, outcome={"rule": "x", "winners": [0], "scores": ["many"]}),
        "winners and scores",
    ),
    "seats": (lambda text: changed(text, seats=[]), "seats of the saved table"),
    "deep": (lambda text: "[" * 100_000, "this isn't the record of a game"),
    "twice": (lambda text: '{"kind": 1, "kind": 2}', "the same field twice"),
}


def _with_note(record: str, **fields: Any) -> str:
    note = {"at": 1, "seat": 0, "mark": "fun", "text": "", "here": True, **fields}
    return changed(record, notes=[note])


@pytest.mark.parametrize("how", TAMPERED)
def test_a_record_that_is_not_in_order_is_told_and_left_out(how: str, played: str, tmp_path) -> None:
    change, said = TAMPERED[how]
    (tmp_path / "bad.json").write_text(change(played), "utf-8")
    (tmp_path / "good.json").write_text(played, "utf-8")
    records = read_records(tmp_path)
    assert len(records) == 1 and len(records.faults) == 1
    assert records.faults[0].startswith("bad.json: ") and said in records.faults[0]
    with pytest.raises(RecordError):
        read_record(tmp_path / "bad.json")


@pytest.mark.parametrize("odd", [True, 7, 1.5, "x", {"a": 1}, None], ids=str)
def test_a_record_whose_moves_are_none_is_told(odd: Any, played: str) -> None:
    body = json.loads(played)
    bad = changed(played, save={**body["save"], "inputs": odd})
    with pytest.raises(RecordError, match="save: its game"):
        record_in(bad, "odd.json")


def test_files_that_cannot_be_read_are_told(tmp_path) -> None:
    (tmp_path / "latin.json").write_bytes(b'{"kind": "\xe9"}')
    faults = read_records([tmp_path / "latin.json", tmp_path / "none.json"]).faults
    assert "UTF-8" in faults[0] and "none.json: it can't be read: no such file" in faults[1]


def test_a_record_whose_moves_were_changed_is_read_but_not_played(played: str, tmp_path) -> None:
    save = json.loads(played)["save"]
    save["inputs"][0][1] = ["fly"]
    (tmp_path / "one.json").write_text(changed(played, save=save), "utf-8")
    record = read_record(tmp_path / "one.json")
    with pytest.raises(SaveError, match="changed after"):
        record.session()


def test_the_log_of_the_page_names_nobody_for_what_was_done_on_their_chair_before() -> None:
    session = Session(load("the_west_ascendant"), seats=2, seed=3)
    session.play_on("greedy")
    session.people = {0: "Anna", 1: "Mara"}
    chairs = [Chair("person", name=name) for name in session.people.values()]
    made = record_of(session, chairs, Journal(), the_questions())
    log = report(made, session).partition("What happened")[2]
    assert "Anna" in log and "Mara" in log
    made["seats"][1]["before"] = [{"until": 20, "who": "greedy"}]
    early, _, late = report(made, session).partition("What happened")[2].partition('id="move-21"')
    assert "Anna" in early and "Mara" not in early and "Mara" in late


def test_the_page_names_the_scenario_and_a_team_wins_or_loses_together() -> None:
    session = Session(load("tamashii"), seats=2, seed=3)
    session.play_on("greedy")
    made = record_of(session, [Chair("greedy")] * 2, Journal(), the_questions())
    page = report(made, session)
    assert session.outcome is not None and session.outcome.winners
    assert (
        "They won together." in page
        and "points</li>" not in page
        and "Which game? A scenario" in page
        and "Cold Boot" in page.partition("</header>")[0]
    )


@pytest.mark.parametrize("number", ["12", "12+2", "", "x", "1" * 5000, "12+", "١٢"])
def test_the_number_of_a_moment_is_one(number: str) -> None:
    said = bool(A_NUMBER.fullmatch(number))
    assert said == (number in ("12", "12+2", ""))

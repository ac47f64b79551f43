"""Cards that are changed at a table: the form, what is wrong, how it reads, playing on, trying, keeping, who may."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from page import Page, play_on, room_of
from screens import a_move_of, look, screens_with_choices, table_of, ticket, visit

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.content.installed_games import games
from tabletop_kernel.contract import decision_stack
from tabletop_kernel.games.the_west_ascendant.card_vocabulary import LANGUAGE
from tabletop_kernel.study.compare import Difference
from tabletop_kernel.study.statistics import Mean
from tabletop_kernel.table.session import Session
from widgets import edit_room
from widgets.app import learn, play
from widgets.card_forms import _figure
from widgets.edit_room import NOT_HERE, SECRETS
from widgets.lab.page import LabPage
from widgets.moments import Moments, number_of
from widgets.playtest.questions import the_questions
from widgets.playtest.reading import read_record
from widgets.playtest.record import record_of
from widgets.playtest.report import report

FEWEST = 3  # games before which nothing can be told from a trial, where a test waits for them

# For each game: a card, one of its fields, a right line, how it then reads, a wrong one, and what is said of that.
EDITS: dict[str, tuple[str, str, str, str, str, str, str]] = {
    "deck_goes_west": (
        *("starter", "knife", "jobs", "?forest, +3d food\nattack 1d", "gain 3 dice's worth of Food"),
        *("?forrest, +2d food", "did you mean 'forest'?"),
    ),
    "royal_ascension": (
        *("territory", "Jiggy Jungle", "value", "20", "A territory worth 20."),
        *("lots", "Expected a whole number, not 'lots'."),
    ),
    "tamashii": (
        *("scenario.cards", "S02-1", "immediate", "set time 9; put card S02-S into play", "Set time to 9."),
        *("set tim 9", "did you mean"),
    ),
    "the_north": (
        *("ancient", "Frost Widow", "protocol", "other loses 3", "The other player loses 3."),
        *("other looses 3", "did you mean 'loses'?"),
    ),
    "the_west_ascendant": (
        *("facility", "kiln", "pulse", "other loses 3", "The other player loses 3."),
        *("other looses 3", "did you mean 'loses'?"),
    ),
}


def at_table(name: str = "the_north", moves: int = 0, **wishes: Any) -> Page:
    page = Page(play(name, dealt=True, seed=7, **wishes))
    play_on(page, moves)
    return page


def reword(page: Page, text: str, name: str = "the_north", field: str = "") -> dict[str, Any]:
    """Write something into the field of the game's card; the drawer that comes back."""
    table, entry, usual, *_ = EDITS[name]
    page.send("card", table=table, entry=entry)
    screen = page.send("reword", table=table, entry=entry, field=field or usual, text=text)
    return dict(screen["drawer"])


def field_of(drawer: dict[str, Any], name: str) -> dict[str, Any]:
    card = drawer["card"]
    return dict(next(field for field in [*card["fields"], *card["more"]] if field["name"] == name))


def said(drawer: dict[str, Any]) -> str:
    return " ".join(line["text"] for card in drawer["card"]["words"] for line in card["lines"])


# -- all games ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games())
def test_a_card_is_changed_in_words_and_played(name: str, tmp_path: Path) -> None:
    table, entry, field, right, reads, wrong, told = EDITS[name]
    page = at_table(name)
    groups = page.send("open", drawer="cards")["drawer"]["groups"]
    listed = {one["entry"] for group in groups if group["table"] == table for one in group["entries"]}
    assert entry in listed and groups[-1]["title"] == "Rulings"

    drawer = reword(page, wrong, name)
    assert told in " ".join(field_of(drawer, field)["said"]), drawer["card"]
    assert drawer["foot"]["bad"] and not drawer["foot"]["buttons"] and not drawer["card"]["words"]
    assert ".toml" not in " ".join(field_of(drawer, field)["said"])

    drawer = reword(page, right, name)
    assert not drawer["foot"].get("bad") and reads in said(drawer) and field_of(drawer, field)["changed"]
    assert [(line["table"], line["entry"], line["now"]) for line in drawer["lines"]] == [(table, entry, right)]

    screen = page.send("play-changed", how="start")
    game = room_of(page).session.game
    assert game.edition.change and screen["pack"].startswith("This table uses changed cards: 1 entry differs")
    play_on(page, 4)
    kept = page.screen["keep"]["play"]
    again = Page(play(name), link={"play": kept})
    assert again.screen["scene"] == page.screen["scene"] and room_of(again).game.edition.digest == game.edition.digest

    page.send("save-cards")
    sent = next(json.loads(text)["content"] for text in reversed(page.traffic) if '"file"' in text)
    file = tmp_path / sent["file"]
    file.write_text(sent["text"], encoding="utf-8")
    assert load(name, file).edition.digest == game.edition.digest


def test_all_words_that_can_stand_where_a_line_goes_wrong_are_listed() -> None:
    page = at_table("the_west_ascendant")
    page.send("card", table="facility", entry="kiln")
    drawer = page.send("reword", table="facility", entry="kiln", field="pulse", text="banana")["drawer"]
    field = field_of(drawer, "pulse")
    assert field["said"] == [f"Column 1: expected one of {len(field['words'])} words, not 'banana'."]
    firsts = {word for verb in LANGUAGE.verbs for word in verb.form.replace("[you]", "you").split()[:1]}
    assert {*firsts, "if", "may"} <= set(field["words"])
    drawer = page.send("reword", table="facility", entry="kiln", field="pulse", text="other loses x")["drawer"]
    assert field_of(drawer, "pulse")["words"] == [], "a few stand in the sentence"


def test_a_number_far_beyond_all_other_cards_is_doubted_and_not_refused() -> None:
    page = at_table("the_west_ascendant")

    def doubts(text: str) -> list[str]:
        page.send("card", table="facility", entry="kiln")
        drawer = page.send("reword", table="facility", entry="kiln", field="pulse", text=text)["drawer"]
        assert not drawer["foot"].get("bad") and drawer["foot"]["buttons"]
        return list(drawer["card"]["doubts"])

    assert doubts("other loses 4") == []
    (doubt,) = doubts("other loses 9999")
    assert doubt.startswith("Kiln: pulse: 9,999 is far higher than on any card in the pack")


# -- playing on --------------------------------------------------------------------------------------------------------


def test_the_game_goes_on_where_the_past_would_have_been_the_same() -> None:
    page = at_table(moves=3)
    before = room_of(page).session
    reword(page, "other loses 3")
    assert room_of(page).game is load("the_north"), "a draft changes nothing at the table"
    screen = page.send("play-changed", how="on")
    after = room_of(page).session
    assert after.inputs == before.inputs and after.game.edition.change and after.seed == before.seed
    begun = screen["time"]["length"] - len(screen["time"]["apart"])
    assert [line["text"] for line in screen["time"]["lines"]] == ["The game", f"With changed cards, after move {begun}"]
    assert screen["drawer"]["foot"]["text"] == f"This table has used these cards since move {begun}."
    assert screen["say"]["text"] == f"The game continues with your changes after move {begun}."
    page.send("line", id=0)
    assert room_of(page).game is load("the_north") and "pack" not in page.screen
    page.send("line", id=1)
    assert room_of(page).game.edition.change


def test_whoever_looks_back_sees_the_cards_as_they_were_then() -> None:
    page = at_table("tamashii", moves=4)
    length = page.screen["time"]["length"]
    then = [scene_at(page, number) for number in range(length)]
    reword(page, EDITS["tamashii"][3], "tamashii")
    page.send("play-changed", how="on")
    assert room_of(page).look(0).game.edition.change, "now they are changed"
    assert [scene_at(page, number) for number in range(length)] == then
    assert not cards_at(page, 1)
    page.send("goto", number=page.screen["time"]["length"])
    play_on(page, 2)
    assert cards_at(page, length) and cards_at(page, page.screen["time"]["length"])
    page.send("goto", number=2)
    page.send("branch")
    assert cards_at(page, 2) and not cards_at(page, 1), "what is played from there on is played with the changed ones"


def scene_at(page: Page, number: int) -> Any:
    return page.send("goto", number=number)["scene"]


def cards_at(page: Page, number: int) -> bool:
    """Whether the table shows changed cards at a moment."""
    page.send("goto", number=number)
    return bool(room_of(page).look(room_of(page).viewer).game.edition.change)


def test_friends_too_see_the_cards_as_they_were_then(tmp_path, monkeypatch) -> None:
    """Also on a page that was opened after the change, as the table is kept."""
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))
    host, guest = table_of(1, "tamashii", 2)
    for turn in range(4):
        a_move_of(screens_with_choices([host, guest])[0], Random(turn))
        look(host, guest)
    length = guest.screen["time"]["length"]
    host.send("reword", table="enemy", entry="stray-drone", field="integrity", text="5")
    assert not host.send("play-changed", how="on")["why"]
    look(host, guest)
    for page in (host, guest, visit(ticket(guest), "tamashii")):
        assert not cards_at(page, length - 1) and cards_at(page, length)


def test_the_record_says_from_which_move_on_the_cards_were_others() -> None:
    page = at_table(moves=3)
    page.send("note", mark="idea", text="Too weak.")
    reword(page, "other loses 3")
    page.send("play-changed", how="on")
    page.send("close")
    at = room_of(page).session.length
    play_on(page, 2)
    made = record_of_room(page)
    (since,) = made["cards"]
    assert since["at"] == at and since["cards"].endswith(" → other loses 3")
    assert [note["text"] for note in made["notes"] if note["here"]] == ["Too weak."]
    assert f"After move {number_of(room_of(page).session, at)}: " in report(made, room_of(page).session)


def test_the_record_of_a_game_that_began_with_changed_cards_tells_those_too() -> None:
    page = at_table(moves=0)
    reword(page, "other loses 9")
    page.send("play-changed", how="start")
    page.send("close")
    play_on(page, 2)
    at = room_of(page).session.length
    reword(page, "other loses 3")
    assert not page.send("play-changed", how="on")["why"]
    told = record_of_room(page)["cards"]
    assert [(one["at"], one["cards"].rpartition(" → ")[2]) for one in told] == [
        (0, "other loses 9"),
        (at, "other loses 3"),
    ]


def test_moves_that_are_taken_back_are_made_anew_with_the_changed_cards() -> None:
    page = at_table("tamashii")
    while not page.screen["time"]["undo"] or page.screen["time"]["length"] < 3:
        play_on(page, 1)
    reword(page, EDITS["tamashii"][3], "tamashii")
    page.send("play-changed", how="on")
    page.send("close")
    before = page.screen["time"]["length"]
    page.send("undo")
    now = page.screen["time"]["length"]
    assert now < before, page.screen["why"]
    assert page.screen["time"]["lines"][1]["text"] == f"With changed cards, after move {now}"
    assert [one["at"] for one in record_of_room(page)["cards"]] == [room_of(page).session.length]


def test_friends_are_told_that_the_game_goes_on_with_changed_cards(tmp_path, monkeypatch) -> None:
    """And what was noted before stays: the game is the same."""
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))
    host, guest = table_of(1, "tamashii", 2)
    for turn in range(4):
        a_move_of(screens_with_choices([host, guest])[0], Random(turn))
        look(host, guest)
    guest.send("note", mark="fun", text="A note of the guest.")
    look(host, guest)
    length = room_of(host).session.length
    host.send("card", table="enemy", entry="stray-drone")
    host.send("reword", table="enemy", entry="stray-drone", field="integrity", text="5")
    assert not host.send("play-changed", how="on")["why"], host.screen["why"]
    look(host, guest)
    assert room_of(guest).session.game.edition.change and room_of(guest).session.length == length
    note = guest.screen["now"]["note"]
    assert "The host has changed cards. The changes apply after move " in note and "5" in note
    assert [one.text for one in room_of(guest).journal.notes] == ["A note of the guest."]
    room_of(guest)._came_at = length  # as if they had just sat down
    now = guest.send("close")["now"]
    assert f"{now['text']} {now['note']}".count("uses changed cards") == 1, "told once"
    (line,) = guest.send("open", drawer="pack")["drawer"]["lines"]
    assert line["what"] == "Stray Drone: integrity" and line["now"] == "5", "as people call it"
    assert [one["at"] for one in record_of_room(host)["cards"]] == [length]


def test_cards_of_a_game_that_was_ended_are_changed_in_a_new_one(tmp_path, monkeypatch) -> None:
    """Who has the record knows all its cards, so it neither goes on in passing nor begins again as it was dealt."""
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))
    host, guest = table_of(1, "tamashii", 2)
    a_move_of(screens_with_choices([host, guest])[0], Random(1))
    look(host, guest)
    seed = room_of(host).session.seed
    host.send("break-off", sure=True)
    host.send("card", table="enemy", entry="stray-drone")
    host.send("reword", table="enemy", entry="stray-drone", field="integrity", text="5")
    assert [one["text"] for one in host.screen["drawer"]["foot"]["buttons"]] == ["Start new game"]
    assert "Resume it first" in host.send("play-changed", how="on")["why"]["text"]
    assert room_of(host).is_broken_off and not host.send("play-changed", how="start")["why"]
    look(host, guest)
    for page in (host, guest):
        session = room_of(page).session
        assert session.game.edition.change and session.seed != seed and not room_of(page).is_broken_off


def record_of_room(page: Page) -> dict[str, Any]:
    room = room_of(page)
    return record_of(room.session, room.seats, room.journal_with_counts(), the_questions())


def test_a_table_with_changed_cards_says_so_as_long_as_it_plays_with_them() -> None:
    page = at_table(moves=3)
    assert "changed" not in page.screen
    reword(page, "other loses 3")
    assert "changed" not in page.screen, "a draft changes nothing at the table"
    chip = page.send("play-changed", how="on")["changed"]
    assert chip["text"] == "1 card changed" and " → other loses 3" in chip["first"] and chip["first"] in chip["title"]
    page.send("close")
    play_on(page, 2)
    assert page.screen["changed"] == chip
    assert page.send(**chip["do"])["drawer"]["kind"] == "cards"
    page.send("line", id=0)
    assert "changed" not in page.screen


def test_whoever_opens_a_code_or_a_link_with_changed_cards_is_told_so() -> None:
    page = at_table(moves=3)
    reword(page, "other loses 3")
    kept = page.send("play-changed", how="on")["keep"]["play"]
    by_link = Page(play("the_north"), link={"play": kept})
    by_code = Page(play("the_north"))
    by_code.send("restore", code=kept)
    for other in (by_link, by_code):
        assert other.screen["now"]["text"].startswith("This table uses changed cards: "), other.screen["now"]
        assert " → other loses 3. " in other.screen["now"]["text"] and other.screen["changed"]
        play_on(other, 1)
        assert "This table plays" not in other.screen["now"]["text"], "once is enough; the chip stays"
    untouched = Page(play("the_north"), link={"play": at_table(moves=3).screen["keep"]["play"]})
    assert "This table plays" not in untouched.screen["now"]["text"]


def test_where_the_past_would_have_been_another_one_it_says_so_and_offers_both_ways() -> None:
    page = at_table("the_west_ascendant", moves=30)
    old = room_of(page).session
    reword(page, "other loses 3", "the_west_ascendant")
    foot = page.send("play-changed", how="on")["drawer"]["foot"]
    assert foot["parted"] and foot["rules"] == ["pulse.kiln"]
    assert "would have turned out differently" in foot["text"] and "loses 3" in foot["text"]
    assert room_of(page).session is old
    back, start = foot["buttons"]
    number = int(back["text"].rpartition(" ")[2])
    page.press(back)
    assert room_of(page).session.inputs == old.inputs[: number - 1] and room_of(page).game.edition.change
    page.send("line", id=0)
    reword(page, "other loses 3", "the_west_ascendant")
    page.press(start)
    assert room_of(page).session.length == 0 or room_of(page).session.inputs[0].seat != room_of(page).viewer
    assert room_of(page).session.seed == old.seed


def test_a_card_that_is_known_by_its_name_gets_another() -> None:
    page = at_table("royal_ascension")
    table, entry = "territory", "Vapor Vale"
    page.send("card", table=table, entry=entry)
    card = page.send("reword", table=table, entry=entry, field="name", text="Windy Hill")["drawer"]["card"]
    assert card["changed"] and not card["problems"]
    assert not page.send("play-changed", how="start")["why"]
    found = page.send("search", text="Windy Hill")["drawer"]["entries"]
    way = next(item["change"] for item in found if item.get("change"))
    assert page.raw({**way, "at": page.screen["at"], "seat": page.screen["viewer"]})["drawer"]["card"]["entry"] == entry


def test_before_the_game_the_table_is_laid_with_it_and_new_games_keep_it() -> None:
    page = Page(play("the_north", seed=7))
    drawer = reword(page, "other loses 3")
    assert drawer["foot"]["buttons"][0]["text"] == "Use cards"
    page.send("play-changed", how="on")
    assert room_of(page).game.edition.change and not room_of(page).started
    page.send("close")
    page.send("start")
    assert room_of(page).session.game.edition.change
    page.send("again")
    assert room_of(page).session.game.edition.change, "another game at this table has the same cards"


def test_all_back_and_one_back() -> None:
    page = at_table()
    reword(page, "other loses 3")
    drawer = page.send("put-back", table="ancient", entry="Frost Widow")["drawer"]
    assert not drawer["lines"] and not drawer["card"]["changed"]
    reword(page, "other loses 3")
    page.send("play-changed", how="on")
    drawer = page.send("all-back")["drawer"]
    assert drawer["foot"]["text"] == "Back to what the pack says."
    page.send("play-changed", how="on")
    assert room_of(page).game is load("the_north") and "pack" not in page.screen


def test_a_doubtful_rule_is_read_another_way_in_the_middle_of_a_game() -> None:
    page = at_table("the_west_ascendant", moves=4)
    ruling = next(iter(load("the_west_ascendant").rulebook.rulings.values()))
    other = next(option for option in ruling.options if option != ruling.default)
    card = page.send("card", table="ruling", entry=ruling.id)["drawer"]["card"]
    assert card["switch"]["question"] == ruling.question
    drawer = page.send("reword", table="ruling", entry=ruling.id, field="choice", text=other)["drawer"]
    assert drawer["lines"][0]["now"] == ruling.options[other] and "save-cards" not in str(drawer["foot"])
    page.send("play-changed", how="start")
    assert room_of(page).config.rulings[ruling.id] == other and not room_of(page).game.edition.change


def test_what_is_read_and_found_leads_to_the_form() -> None:
    page = at_table()
    entries = page.send("search", text="Frost Widow")["drawer"]["entries"]
    found = next(one for one in entries if one["title"] == "Frost Widow")
    page.send(**found["change"])
    assert page.screen["drawer"]["card"]["title"] == "Frost Widow"
    ruling = next(one for one in page.send("search", text="")["drawer"]["entries"] if one["kind"] == "ruling")
    assert page.send(**ruling["change"])["drawer"]["card"]["table"] == "ruling"


# -- trials and records ------------------------------------------------------------------------------------------------


def test_a_trial_goes_on_by_itself_and_stops_when_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edit_room, "FEWEST", FEWEST)
    page = at_table()
    reword(page, "other loses 3")
    trial = page.send("try-changed")["drawer"]["ways"]["trial"]
    assert trial["going"] and trial["done"] == 0, "the page shows that it has begun before the first game is over"
    for _ in range(2 * FEWEST):  # one game at a time, with the change and without
        assert trial["rows"] == []
        trial = page.send("try-changed")["drawer"]["ways"]["trial"]
    assert trial["going"] and trial["done"] == FEWEST and trial["names"] == ["as in the pack", "changed"]
    assert {"Won by seat 1", "Turns"} <= {row["name"] for row in trial["rows"]}
    trial = page.send("stop-trying")["drawer"]["ways"]["trial"]
    assert not trial["going"] and trial["done"] == FEWEST
    rows = trial["rows"]
    trial = page.send("play-changed", how="on")["drawer"]["ways"]["trial"]
    assert trial["rows"] == rows, "whoever plays with it still sees what was found out"
    assert reword(page, "other loses 4")["ways"]["trial"]["done"] == 0, "another change is another trial"


def test_figures_of_a_trial_are_in_words() -> None:
    titles = {"end.deck": "Four cards left"}
    for section, name, said in (
        ("endings", "end.deck", "Endings: Four cards left"),
        ("endings", "lost by end.deck", "Endings: Lost: Four cards left"),
        ("rules", "end.deck", "Rules: Four cards left"),
        ("cards used", "Frost Widow", "Cards used: Frost Widow"),
        ("length", "turns", "Days"),
    ):
        one = Difference(section, name, Mean(0.5, 0.1), Mean(0.6, 0.1), 0.1, 0.05, 0.15, clear=True)
        assert _figure(one, titles, "day")["name"] == said


def test_cards_that_never_end_hang_neither_a_trial_nor_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    page = at_table(moves=3)
    reword(page, "other loses 3")
    game = room_of(page).draft.game

    def never_ends(*given: Any) -> None:
        raise decision_stack.endless_error()

    monkeypatch.setattr(game, "apply", never_ends)
    for _ in range(3):
        trial = page.send("try-changed")["drawer"]["ways"]["trial"]
    assert "never ends" in trial["text"] and trial["over"] and not trial["going"]
    foot = page.send("play-changed", how="on")["drawer"]["foot"]
    assert "never ends" in foot["text"]


def test_a_changed_job_is_told_without_the_marks_of_the_old_one() -> None:
    page = at_table("deck_goes_west")
    page.send("card", table="starter", entry="boots")
    usual = field_of(page.screen["drawer"], "jobs")["text"]
    page.send("reword", table="starter", entry="boots", field="jobs", text=usual.replace("walk 1", "walk 2"))
    told = page.send("play-changed", how="on")["changed"]["first"]
    assert "{" not in told and told.endswith("walk 2") and "walk 1 →" in told


def test_an_empty_line_is_nothing_and_an_empty_field_is_told_in_plain_words() -> None:
    page = at_table("deck_goes_west")
    page.send("card", table="starter", entry="knife")
    usual = field_of(page.screen["drawer"], "jobs")["text"]
    drawer = reword(page, usual.replace("\n", "\n\n") + "\n\n", "deck_goes_west")
    assert not drawer["lines"] and not field_of(drawer, "jobs")["changed"] and drawer["ways"] is None
    drawer = reword(page, " ", "deck_goes_west", "name")
    assert field_of(drawer, "name")["said"] == ["You can't leave this empty: the card needs it."]


def saved(page: Page) -> dict[str, Any]:
    """The changed cards as the browser gets them."""
    page.send("save-cards")
    return dict(next(json.loads(text)["content"] for text in reversed(page.traffic) if '"file"' in text))


def test_a_saved_file_is_opened_at_another_table_and_played() -> None:
    page = at_table()
    reword(page, "other loses 3")
    file = saved(page)
    other = at_table(moves=2)
    drawer = other.send("open-cards", name=file["file"], text=file["text"])["drawer"]
    assert drawer["foot"]["text"].startswith("Changed, but") and drawer["lines"][0]["now"] == "other loses 3"
    other.send("play-changed", how="start")
    assert room_of(other).game.edition.change == {"ancient": {"Frost Widow": {"protocol": "other loses 3"}}}


WRONG_FILES = [
    ("what?", "x.toml: this isn't a file of changed cards. A table writes such a file"),
    ("\x00\ud800", "x.toml: this isn't a file"),
    ("game = 'the_north'\npack = what", "x.toml: not TOML"),
    ('{\n "kind": "tabletop record",\n "inputs": []}', "this is a record of a game"),
    ('{"game": "the_north", "inputs": []}', "this is a saved game"),
    ("{}", "isn't a file of changed cards"),
    ("", "isn't a file of changed cards"),
    ("game = 'tamashii'\npack = 'house'\n", "another game ('tamashii')"),
    ("game = 'the_north'\npack = 'mine'\n", "the pack 'mine'"),
    ("game = 'the_north'\npack = 'house'\n[ancient.Nobody]\nspark = ''\n", "no ancient 'Nobody'"),
]


def test_a_wrong_file_is_told_where_it_was_chosen_and_changes_nothing() -> None:
    page = at_table()
    reword(page, "other loses 3")
    page.send("card")
    before = page.screen["drawer"]
    for text, says in WRONG_FILES:
        drawer = page.send("open-cards", name="x.toml", text=text)["drawer"]
        assert says in drawer["opening"]["problem"]
        assert {**drawer, "opening": 0} == {**before, "opening": 0}
        assert not page.send("card")["drawer"]["opening"]["problem"], "what was read is done with"


def test_the_very_change_is_carried_to_the_lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = at_table()
    ways = reword(page, "other loses 3")["ways"]
    assert not ways["lab"], "no lab lies beside this page"
    (tmp_path / "lab.ipynb").write_text("{}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    page.send("reword", table="ruling", entry="ruling.nesting", field="choice", text="queue")
    kept = page.screen["drawer"]["ways"]["lab"]
    lab = Page(LabPage().view, link={"lab": kept})
    assert not lab.screen["problem"] and lab.screen["form"]["game"] == "the_north"
    differs = "; ".join(lab.screen["summary"]["differs"])
    assert "Frost Widow: protocol: other loses 2 → other loses 3" in differs
    assert len(lab.screen["summary"]["differs"]) == 3, differs
    assert lab.screen["keep"]["lab"] == kept, "and the link of the lab is the same"


def test_a_record_carries_the_changed_cards(tmp_path: Path) -> None:
    page = at_table(moves=3)
    reword(page, "other loses 3")
    page.send("play-changed", how="on")
    page.send("record", what="json")
    sent = next(json.loads(text)["content"] for text in reversed(page.traffic) if '"file"' in text)
    file = tmp_path / sent["file"]
    file.write_text(sent["text"], encoding="utf-8")
    record = read_record(file)
    assert record.pack == "house, changed"
    session = record.session()
    assert (
        session.game.edition.change == room_of(page).game.edition.change
        and session.inputs == room_of(page).session.inputs
    )
    page.send("record", what="html")
    sent = next(json.loads(text)["content"] for text in reversed(page.traffic) if '"file"' in text)
    assert "Frost Widow: protocol" in sent["text"] and "other loses 3" in sent["text"]
    assert "Played with the game&#x27;s own cards, some changed." in sent["text"]
    assert "a bot (weighs its moves)" in sent["text"] and "house, changed" not in sent["text"]


# -- who may, and strangers --------------------------------------------------------------------------------------------


def test_neither_a_projector_nor_a_lesson_nor_a_guest_changes_cards() -> None:
    page = at_table()
    assert "cards" in page.screen["tools"]
    page.send("project", on=True)
    assert "cards" not in page.screen["tools"]
    page.send("card", table="ancient", entry="Frost Widow")
    assert NOT_HERE in page.screen["why"]["text"]
    assert page.send("open", drawer="cards")["drawer"] == {"kind": "cards", "problem": NOT_HERE}
    lesson = Page(learn("the_north", load("the_north").teaching.chapters[0].id))
    assert "cards" not in lesson.screen["tools"]
    assert "has no action" in lesson.send("card")["why"]["text"]
    assert "change" not in str(lesson.send("search", text="Frost Widow")["drawer"])


def test_at_a_shared_table_the_host_changes_cards_and_others_play_with_them() -> None:
    host = Page(play("the_north", seed=7))
    host.send("sit", chair=1, who="open")
    host.send("start", dealt=True)
    kept = room_of(host)._keeping
    guest = Page(play("the_north"), link={"play": f"TJ1.{kept.invitation[1]}"})
    guest.send("sit-down", chair=1)
    assert "cards" not in guest.screen["tools"]
    assert NOT_HERE in guest.send("card")["why"]["text"]
    room_of(host).catch_up()
    host.send("open", drawer="cards")
    reword(host, "other loses 3")
    host.send("play-changed", how="start")
    room_of(guest).catch_up()
    assert room_of(host).game.edition.change and room_of(guest).game.edition.digest == room_of(host).game.edition.digest
    assert room_of(guest).session.code() == room_of(host).session.code()


def test_where_others_have_hidden_cards_the_past_is_not_tried_with_changed_ones() -> None:
    """Else a host could change one card after another, and hear from the past who has which."""
    host = Page(play("the_north", seed=7))
    host.send("sit", chair=1, who="open")
    host.send("start", dealt=True)
    guest = Page(play("the_north"), link={"play": f"TJ1.{room_of(host)._keeping.invitation[1]}"})
    guest.send("sit-down", chair=1)
    room_of(host).catch_up()
    code = room_of(host).session.code()
    drawer = reword(host, "other loses 3")
    assert [button["do"]["how"] for button in drawer["foot"]["buttons"] if "how" in button["do"]] == ["start"]
    for how in ("on", "there"):
        assert host.send("play-changed", how=how)["why"]["text"] == SECRETS
    assert room_of(host).session.code() == code and not room_of(host).game.edition.change


def test_the_past_is_counted_in_moves_that_those_at_the_screen_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody here has seen the first two moves."""
    page = at_table("the_west_ascendant", moves=30)
    room = room_of(page)
    old = room.session
    monkeypatch.setattr(room, "moments_for", lambda eyes: Moments(range(3, old.length + 1), old))
    drawer = reword(page, "other loses 3", "the_west_ascendant")
    foot = page.press(drawer["foot"]["buttons"][0])["drawer"]["foot"]
    number = sum(map(int, foot["buttons"][0]["text"].rpartition(" ")[2].split("+")))
    assert "Move " in foot["text"] and "would have turned out differently" in foot["text"]
    page.press(foot["buttons"][0])
    assert room.session.inputs == old.inputs[: number + 1], "the move is the one after next by what the table has taken"


ABSURD: list[tuple[str, dict[str, Any], str]] = [
    ("card", {"table": "ancients", "entry": "x"}, "No card of that kind"),
    ("card", {"table": "ancient", "entry": "../../etc"}, "No card of that kind"),
    ("card", {"table": "ruling", "entry": "nobody"}, "There is no ruling 'nobody'"),
    ("card", {"table": 3, "entry": "x"}, "can't be 3"),
    ("reword", {"table": "ancient", "entry": "Frost Widow", "field": "__class__", "text": "x"}, "has no field"),
    ("reword", {"table": "ancient", "entry": "Frost Widow", "field": "protocol"}, "needs a field 'text'"),
    ("reword", {"table": "ancient", "entry": "Frost Widow", "field": "spark", "text": "a" * 20_001}, "at most"),
    ("reword", {"table": "ancient", "entry": "Frost Widow", "field": "spark", "text": "\x00"}, "printed"),
    (
        "reword",
        {"table": "ruling", "entry": "nobody", "field": "choice", "text": "x"},
        "There is no ruling 'nobody'",
    ),
    ("reword", {"table": "ruling", "entry": "ruling.nesting", "field": "choice", "text": "x"}, "has no such option"),
    ("put-back", {"table": "ruling", "entry": "nobody"}, "No card of that kind"),
    ("put-back", {"table": "ancient", "entry": "nobody"}, "No card of that kind"),
    ("play-changed", {"how": "backwards"}, "how"),
    ("play-changed", {"how": "on"}, "already uses these cards"),
    ("try-changed", {}, "can't try this yet"),
    ("save-cards", {}, "can't save this yet"),
]


def test_strangers_get_sentences() -> None:
    page = at_table()
    before = room_of(page).session.code()
    for act, fields, says in ABSURD:
        assert says in page.send(act, **fields)["why"]["text"]
        assert room_of(page).session.code() == before


def test_a_text_that_is_too_long_or_no_toml_is_told_at_its_field() -> None:
    page = at_table("tamashii")
    page.send("card", table="map", entry="ring-road")
    for text, told in (("[{ at = ", "Not TOML"), ("x" * 7_000, "the limit is"), ("1\nb = 2", "not several")):
        drawer = page.send("reword", table="map", entry="ring-road", field="map", text=text)["drawer"]
        assert told in " ".join(field_of(drawer, "map")["said"]) and drawer["foot"]["bad"]
        assert field_of(drawer, "map")["text"] == text


def test_a_link_with_changed_cards_that_were_tampered_with_leaves_a_new_table() -> None:
    page = at_table()
    reword(page, "other loses 3")
    page.send("play-changed", how="on")
    session = room_of(page).session
    game = session.game
    edition, change = game.edition, {"ancient": {"Frost Widow": {"protocol": "other loses 4"}}}
    game.edition = replace(edition, change=change)
    try:
        forged = Session.code(session.branch(session.length))
    finally:
        game.edition = edition
    other = Page(play("the_north"), link={"play": f"person,greedy~{forged}"})
    assert other.screen["now"]["head"] == "Ready to start" and "were edited" in other.screen["now"]["text"]

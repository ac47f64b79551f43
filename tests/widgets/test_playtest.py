"""Notes at the table, the questions after a game, and what is counted: at one screen, at several, after a reload."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from page import Page, at_the_end, late, open_table, play_on, room_of
from screens import invite, link_of, look, table_of, visit

from widgets.app import play
from widgets.playtest import clock
from widgets.playtest.journal import LONGEST_NOTE, LOOKED, MOST_NOTES, REFUSED, TOOK, Journal
from widgets.playtest.pins import trails
from widgets.playtest.questions import HOUSE
from widgets.shared import store
from widgets.shared.entries import JOTTED, NOTE, OPINION, TALLY


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))
    store.the_store.cache_clear()
    return tmp_path


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time(monkeypatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(clock, "seconds", found)
    return found


@pytest.fixture
def page() -> Page:
    return Page(play("royal_ascension", dealt=True, seed=7))


def notes(page: Page) -> list[dict[str, Any]]:
    return list(page.send("open", drawer="notes")["drawer"]["notes"])


def texts(page: Page) -> list[str]:
    return [note["text"] for note in notes(page)]


def files(page: Page) -> list[dict[str, Any]]:
    """What went to the browser as files."""
    found = (json.loads(one)["content"] for one in page.traffic if '"file"' in one)
    return [one for one in found if "file" in one]


def over(page: Page) -> Page:
    play_on(page)
    assert page.screen["now"]["kind"] == "over"
    return page


def kept_by(page: Page) -> str:
    """What the browser would have kept."""
    found = [json.loads(one)["content"].get("keep_notes") for one in page.traffic if "keep_notes" in one]
    return str(found[-1]) if found else ""


# -- notes ------------------------------------------------------------------------------------------------------------


def test_a_note_is_pinned_to_the_moment_and_leads_back_to_it(page: Page) -> None:
    at = page.screen["time"]["length"]
    drawer = page.send("open", drawer="notes")["drawer"]
    assert drawer["pin"]["at"] == at and drawer["focus"] == "mark"
    page.send("note", mark="confusing", text="Where do  I go?", number=at)
    page.send("move", move=["roll", 1])
    assert page.screen["time"]["length"] > at
    [note] = notes(page)
    assert (note["text"], note["seat"], note["here"]) == ("Where do I go?", 0, True)
    assert page.screen["time"]["notes"] == [at]
    page.send("see-note", id=note["id"])
    assert page.screen["time"]["at"] == at and page.screen["now"]["kind"] == "past"


def test_the_pin_stays_while_others_play_on(page: Page) -> None:
    page.send("move", move=["roll", 1])
    page.send("open", drawer="notes")
    before = page.screen["drawer"]["pin"]["at"]
    room_of(page).session.submit(0, page.buttons()[0]["do"]["move"])  # nobody at this screen did that
    assert page.send("close") and page.send("open", drawer="notes")["drawer"]["pin"]["at"] == before + 1
    page.send("goto", number=2)
    assert page.screen["drawer"]["pin"]["at"] == 2, "who looks back writes about what they see"


def test_a_note_of_a_move_that_was_taken_back_stays_without_a_way_there(page: Page) -> None:
    page = Page(play("royal_ascension", seed=7))
    page.send("start")
    while not page.screen["time"]["undo"] or page.screen.get("next"):
        page.send("go-on") if page.screen.get("next") else page.press(page.buttons()[0])
    page.send("note", mark="idea", text="Before")
    room = room_of(page)
    length = room.session.length
    room.session.undo()
    page.send("close")
    [note] = notes(page)
    assert not note["here"] and "taken back" in note["when"] and "notes" not in page.screen["time"]
    page.send("see-note", id=note["id"])
    assert page.screen["why"]["text"] == "You can't open that note on this screen."
    assert length == room.session.length + 1


def test_notes_are_bounded_and_say_so(page: Page) -> None:
    page.send("note", mark="fun", text="x" * (LONGEST_NOTE + 1))
    assert "at most" in page.screen["why"]["text"]
    page.send("note", mark="fun", number=999)
    assert "no moment" in page.screen["why"]["text"]
    page.send("note", mark="great", text="x")
    assert "can't be 'great'" in page.screen["why"]["text"]
    for number in range(MOST_NOTES):
        page.send("note", mark="fun", text=str(number))
    page.send("note", mark="fun", text="one more")
    assert "that is the limit" in page.screen["why"]["text"]
    assert len(notes(page)) == MOST_NOTES and page.screen["drawer"]["problem"]


def test_a_note_can_be_removed_by_its_writer_alone(page: Page) -> None:
    page.send("note", mark="fun", text="one")
    [note] = notes(page)
    page.send("unnote", id="another")
    assert page.screen["why"] and texts(page) == ["one"]
    page.send("unnote", id=note["id"])
    assert texts(page) == []


def test_no_notes_before_a_game_nor_on_a_projector() -> None:
    page = Page(play("royal_ascension", seed=7))
    assert "notes" not in page.screen["tools"]
    page.send("note", mark="fun")
    assert page.screen["why"]["text"].startswith("Start the game first")
    page.send("start")
    page.send("note", mark="fun", text="A secret thought")
    page.send("project", on=True)
    page.traffic.clear()
    page.send("open", drawer="notes")
    page.send("record", what="json")
    assert "notes" not in page.screen["tools"] and "A secret thought" not in "".join(page.traffic)


def test_a_reload_brings_the_notes_of_the_same_game_back(page: Page) -> None:
    page.send("note", mark="unfair", text="Too strong")
    link = {"play": page.screen["keep"]["play"], "notes": kept_by(page)}
    assert texts(Page(play("royal_ascension"), link)) == ["Too strong"]
    other = Page(play("royal_ascension", dealt=True, seed=8))
    assert texts(Page(play("royal_ascension"), {**link, "play": other.screen["keep"]["play"]})) == []


@pytest.mark.parametrize("text", ["", "x", "[]", "{}", '{"start": 1, "entries": 5}', "{" * 5000, "[1]" * 30_000])
def test_what_a_browser_has_kept_is_a_strangers(page: Page, text: str) -> None:
    link = {"play": page.screen["keep"]["play"], "notes": text}
    assert texts(Page(play("royal_ascension"), link)) == []


def test_a_browser_keeps_nothing_until_somebody_writes(page: Page) -> None:
    page.send("move", move=["roll", 1])
    assert kept_by(page) == ""


# -- several people at one screen -------------------------------------------------------------------------------------


def test_at_one_screen_a_note_is_read_on_its_writers_turns_until_the_game_is_over() -> None:
    page = open_table(2)
    page.send("lift")
    writer = page.screen["viewer"]
    page.send("note", mark="fun", text="I hold the king")
    assert texts(page) == ["I hold the king"] and "on your turns" in page.screen["drawer"]["who_reads"]
    page.send("close")
    while page.screen.get("viewer") in (writer, None):
        if page.screen["kind"] == "curtain":
            page.traffic.clear()
            page.send("lift")
        elif page.screen.get("next"):
            page.send("go-on", all=True)
        else:
            page.press(next(one for one in page.buttons() if one["do"]["move"][0] != "take-back"))
    assert texts(page) == [] and "I hold the king" not in "".join(page.traffic)
    over(page)
    assert texts(page) == ["I hold the king"]


def test_notes_of_a_table_in_the_store_survive_a_reload() -> None:
    page = open_table(2)
    page.send("lift")
    page.send("note", mark="fun", text="Kept")
    again = Page(play("royal_ascension"), {"play": page.screen["keep"]["play"]})
    again.send("lift")
    assert texts(again) == ["Kept"]


# -- several screens --------------------------------------------------------------------------------------------------


def two_screens(kept: str = "") -> tuple[Page, Page]:
    """A table after the draft, or as a link has `kept` it, with its host and a guest."""
    host = visit(kept, seats=3)
    if not kept:
        host.send("start", dealt=True)
    guest = visit(link_of(invite(host)))
    guest.send("sit-down", chair=1, name="Mara")
    look(host, guest)
    return host, guest


def test_only_the_writer_reads_a_note_and_the_host_when_the_game_is_over() -> None:
    host, guest = two_screens(late())
    guest.send("note", mark="boring", text="My hand is weak")
    host.send("note", mark="fun", text="Mine is not")
    look(host, guest)
    assert texts(guest) == ["My hand is weak"] and texts(host) == ["Mine is not"]
    assert "My hand is weak" not in "".join(host.traffic)
    assert "host" in guest.screen["drawer"]["who_reads"]
    _to_the_end(host, guest)
    assert texts(guest) == ["My hand is weak"]
    assert sorted(texts(host)) == ["Mine is not", "My hand is weak"]
    own = {note["text"]: note["own"] for note in notes(host)}
    assert own == {"Mine is not": True, "My hand is weak": False}


def _to_the_end(*pages: Page) -> None:
    """Play by the first button at whatever screen is asked."""
    for _ in range(3000):
        look(*pages)
        for page in pages:
            screen = page.screen
            if screen["now"]["kind"] == "over":
                return
            if screen.get("next"):
                page.send("go-on", all=True)
            elif page.buttons():
                page.press(next(one for one in page.buttons() if one["do"]["move"][0] != "take-back"))
    raise AssertionError("the game does not end")


def test_nobodys_move_is_refused_because_of_a_note() -> None:
    host, guest = two_screens()
    mover, other = (host, guest) if host.buttons() else (guest, host)
    length = mover.screen["time"]["length"]
    other.send("note", mark="idea", text="Just before")
    mover.press(mover.buttons()[0])  # its page has not heard of the note
    assert not mover.screen["why"] and mover.screen["time"]["length"] > length


def test_a_note_in_the_very_moment_of_a_move_costs_nobody_anything(monkeypatch) -> None:
    host, guest = two_screens()
    mover, other = (host, guest) if host.buttons() else (guest, host)
    length = mover.screen["time"]["length"]
    mine, theirs = (room_of(page)._keeping.table for page in (mover, other))
    append = mine.store.append

    def append_late(*facts: Any) -> None:
        monkeypatch.setattr(mine.store, "append", append)
        theirs.jot([(NOTE, {"place": "x"})])  # after the mover has looked, before it writes
        append(*facts)

    monkeypatch.setattr(mine.store, "append", append_late)
    mover.press(mover.buttons()[0])
    assert mine.store.append == append and not mover.screen["why"]
    look(other)
    assert mover.screen["time"]["length"] > length
    assert room_of(other).session.length == room_of(mover).session.length


def test_a_note_is_kept_though_somebody_else_has_moved_meanwhile(monkeypatch) -> None:
    host, guest = two_screens()
    mover, other = (host, guest) if host.buttons() else (guest, host)
    table, jot = room_of(other)._keeping.table, room_of(other)._keeping.table.jot

    def jot_late(log: Any) -> None:
        mover.press(mover.buttons()[0])
        jot(log)

    monkeypatch.setattr(table, "jot", jot_late)
    other.send("note", mark="fun", text="At the same time")
    assert texts(other) == ["At the same time"]
    assert room_of(other).session.length == room_of(mover).session.length


def test_notes_of_a_table_alone_come_along_when_others_are_invited() -> None:
    host = visit(seats=3)
    host.send("start", dealt=True)
    host.send("note", mark="fun", text="Alone")
    host.send("move", move=["buy", "7C"])
    guest = visit(link_of(invite(host)))
    guest.send("sit-down", chair=1)
    look(host)
    assert texts(host) == ["Alone"] and texts(guest) == []
    kinds = [entry.kind for entry in room_of(host)._keeping.table.store.read(room_of(host)._keeping.table.place.table)]
    assert kinds.count(NOTE) == 1 and TALLY in kinds


def test_whoever_looks_on_writes_nothing() -> None:
    host, _ = two_screens()
    watcher = visit(link_of(host.send("open", drawer="company")["drawer"]))
    for message in ({"do": "note", "mark": "fun"}, {"do": "record", "what": "json"}):
        watcher.send(**message)
        assert watcher.screen["why"]
    assert not any('"file"' in one for one in watcher.traffic)


def test_a_new_game_begins_with_nothing_noted() -> None:
    host, guest = two_screens()
    guest.send("note", mark="fun", text="Of the first game")
    host.send("again")
    look(guest)
    assert texts(guest) == []


# -- an evening that ends before the game does ------------------------------------------------------------------------


def test_whoever_plays_alone_answers_when_they_like(page: Page) -> None:
    drawer = page.send("open", drawer="notes")["drawer"]
    assert [one["text"] for one in drawer["record"]["buttons"]][-1] == "What was it like?"
    page.send("opinion", chair=0, ratings={"fun": 4}, words={})
    assert room_of(page).journal.opinions["", 0].ratings == {"fun": 4}


def test_the_host_ends_a_shared_game_for_everybody_and_takes_its_record() -> None:
    host, guest = two_screens()
    guest.send("note", mark="boring", text="Too long")
    record = host.send("open", drawer="notes")["drawer"]["record"]
    assert [one["do"] for one in record["buttons"]] == [{"do": "break-off"}]
    host.send("opinion", chair=0, ratings={"fun": 4}, words={})
    assert host.screen["why"]["text"] == "You can answer the questions when the game is over."
    host.send("record", what="json")
    assert "when the game is over" in host.screen["why"]["text"]
    asked = host.send("break-off")["drawer"]["record"]
    assert [one["text"] for one in asked["buttons"]] == ["Yes, end it", "No, play on"]
    people = host.send("open", drawer="company")["drawer"]
    assert people["buttons"][-1]["text"] == "End game for everyone", "it is among the people, too"
    asked = host.send("break-off")["drawer"]
    assert "nobody can move" in asked["warning"] and asked["buttons"][0]["text"] == "Yes, end it"
    assert not any(one["do"]["do"] == "break-off" for one in guest.send("open", drawer="company")["drawer"]["buttons"])
    host.send("open", drawer="notes")
    assert host.screen["now"]["kind"] != "past", "nothing has happened yet"
    host.send("break-off", sure=True)
    assert host.screen["now"]["head"] == "The game was ended early" and host.screen["moves"] == []
    assert not host.screen.get("card"), "there is nothing to decide"
    assert texts(host) == ["Too long"] and host.button("What was it like?")
    host.send("record", what="json")
    made = json.loads(files(host)[-1]["text"])
    assert made["outcome"] is None and made["stops"] == [{"at": made["moves"], "over": True}]
    host.send("record", what="html")
    assert f"At move {made['number']} the host ended it for everyone." in files(host)[-1]["text"]
    assert host.send("open", drawer="save")["drawer"]["code"]
    look(guest)
    assert not guest.send("open", drawer="save")["drawer"]["code"], "the game may go on"
    guest.send("open", drawer="asked")
    guest.send("opinion", chair=1, ratings={"fun": 2}, words={})
    assert not guest.screen["why"]
    assert "You and the host" in guest.send("open", drawer="notes")["drawer"]["who_reads"]


def test_in_a_game_that_was_ended_nobody_moves_and_the_host_may_let_it_go_on() -> None:
    host, guest = two_screens()
    [player] = [one for one in (host, guest) if one.screen["now"]["kind"] == "yours"]
    move = list(room_of(player).legal()[0])
    host.send("break-off", sure=True)
    look(guest)
    assert guest.screen["now"]["head"] == "The game was ended early" and not guest.screen["now"].get("note")
    assert not any(one["do"]["do"] in ("let-go-on", "again") for one in guest.screen["now"]["buttons"])
    for act in ({"do": "move", "move": move}, {"do": "undo"}):
        player.send(**act)
        assert player.screen["why"]["text"] == "You can't move: the host has ended this game."
    guest.send("let-go-on")
    assert guest.screen["why"]["text"] == "Only the host of this table can do that."
    guest.send("break-off", sure=True)
    assert guest.screen["why"]["text"] == "Only the host of this table can do that."
    for page, act in ((guest, {"do": "stand-up", "chair": 1}), (host, {"do": "give", "chair": 1, "who": "greedy"})):
        page.send(**act)
        assert "You can't change seats" in page.screen["why"]["text"]
    back = visit(guest.screen["keep"]["play"])
    assert back.screen["now"]["head"] == "The game was ended early", "after a reload, too"
    host.send("let-go-on")
    look(guest)
    assert "may know hidden cards" in guest.screen["now"]["note"]
    player.send("move", move=move)
    assert not player.screen["why"] and room_of(player).session.length


def test_a_game_that_was_ended_can_be_played_on_from_an_earlier_moment() -> None:
    host, guest = two_screens()
    [player] = [one for one in (host, guest) if one.screen["now"]["kind"] == "yours"]
    player.send("move", move=list(room_of(player).legal()[0]))
    look(host)
    host.send("break-off", sure=True)
    host.send("goto", number=0)
    host.send("branch")
    assert not host.screen["why"] and host.screen["now"]["kind"] in ("yours", "wait")
    look(guest)
    assert guest.screen["time"]["length"] == 0 and guest.screen["now"]["kind"] in ("yours", "wait")
    assert "may know hidden cards" in guest.screen["now"]["note"]
    host.send("break-off", sure=True)
    host.send("record", what="json")
    assert [one["over"] for one in json.loads(files(host)[-1]["text"])["stops"]] == [True, False, True]


def test_a_record_says_who_had_a_chair_before() -> None:
    host, guest = two_screens()
    moves, chair = room_of(host).session.length, room_of(guest)._people[0]
    for who in ("greedy", "open"):  # Mara has made no move
        host.send("give", chair=chair, who=who)
    look(guest)
    guest.send("sit-down", chair=chair, name="Mara")
    look(host)
    host.send("break-off", sure=True)
    host.send("record", what="json")
    found = json.loads(files(host)[-1]["text"])["seats"][chair]
    assert (found["who"], found["name"]) == ("person", "Mara")
    assert found["before"] == [{"until": moves, "who": "greedy"}]
    host.send("record", what="html")
    assert "a person; until move " in files(host)[-1]["text"]


# -- after the game ---------------------------------------------------------------------------------------------------


def test_after_the_game_each_person_is_asked() -> None:
    page = at_the_end()
    assert page.button("What was it like?")
    drawer = page.send("open", drawer="asked")["drawer"]
    assert [len(drawer[key]) for key in ("questions", "ratings", "seats")] == [3, 7, 1]
    page.send("opinion", chair=0, ratings={"fun": 5, "length": 3}, words={"best": " The\n end "})
    assert room_of(page).journal.opinions["", 0].words == {"best": "The end"}
    assert page.button("Your answers")
    again = page.send("open", drawer="asked")["drawer"]
    assert again["given"] == {"ratings": {"fun": 5, "length": 3}, "words": {"best": "The end"}}


@pytest.mark.parametrize(
    ("ratings", "words"),
    [
        ({"fun": 6}, {}),
        ({"fun": 0}, {}),
        ({"length": 4}, {}),
        ({"joy": 1}, {}),
        ({"fun": True}, {}),
        ({}, {"worst": "x"}),
        ({}, {"best": 5}),
        ({}, {"best": "x" * 501}),
        ([], {}),
    ],
)
def test_an_answer_to_nothing_that_was_asked_is_refused(ratings: Any, words: Any) -> None:
    page = at_the_end()
    page.send("opinion", chair=0, ratings=ratings, words=words)
    assert page.screen["why"] and room_of(page).journal.opinions == {}


def test_at_one_screen_one_after_the_other_is_asked() -> None:
    page = over(Page(play("royal_ascension"), {"play": late(people=2)}))
    assert page.send("open", drawer="asked")["drawer"]["chair"] == 0
    page.send("opinion", chair=0, ratings={"fun": 1}, words={})
    assert page.screen["drawer"]["chair"] == 1
    page.send("ask-seat", chair=0)
    assert page.screen["drawer"]["chair"] == 0
    page.send("opinion", chair=2, ratings={"fun": 1}, words={})
    assert page.screen["why"]["text"] == "You can't answer for that seat from this screen."


# -- what is counted --------------------------------------------------------------------------------------------------


def test_a_decision_is_timed_from_when_the_table_stands_until_the_move(time: Clock) -> None:
    page = Page(play("royal_ascension", dealt=True, seed=7))
    at = page.screen["time"]["length"]
    time.now += 3
    page.send("move", move=["buy", "7C"])  # refused: the decision is still before them
    page.send("goto", number=2)
    page.send("goto", number=at)
    time.now += 4
    page.send("move", move=["roll", 1])
    journal = room_of(page).journal
    assert [(one.pin.at, one.pin.seat, one.what) for one in journal.counted[TOOK]] == [(at + 1, 0, 7000)]
    assert [one.what for one in journal.counted[REFUSED]] == ["shop.landing-only"]


def test_behind_the_curtain_nobody_thinks(time: Clock) -> None:
    page = open_table(2)
    time.now += 60
    page.send("lift")
    time.now += 2
    page.press(page.buttons()[0])
    room = room_of(page)
    assert [one.what for one in room.journal.counted[TOOK]] == [2000]


def test_rules_that_are_looked_up_are_counted_and_nothing_else(page: Page) -> None:
    page.send("ask", move=["roll", 2])
    page.send("open", drawer="rules", rule="turn.roll")
    page.send("open", drawer="rules", rule="no.such-rule")
    page.send("open", drawer="rules")
    journal = room_of(page).journal
    assert [one.what for one in journal.counted[LOOKED]] == ["turn.roll"]
    assert journal.counted[REFUSED] == [], "whoever asks first has tried nothing"


def test_what_is_counted_at_other_screens_is_in_the_log_of_the_table() -> None:
    host, guest = two_screens()
    guest.send("move", move=["buy", "7C"])
    for page in (host, guest) * 8:
        look(host, guest)
        if page.buttons():
            page.press(page.buttons()[0])
    journal = room_of(host).journal
    assert {one.pin.seat for one in journal.counted[TOOK]} == {0, 1}
    assert any(one.pin.seat == 1 for one in journal.counted[REFUSED])


# -- the journal itself -----------------------------------------------------------------------------------------------


def test_a_trail_follows_every_change(page: Page) -> None:
    session = room_of(page).session
    whole = list(trails(session))
    assert len(whole) == session.length + 1 and len(set(whole)) == len(whole)
    twin = session.branch(5)
    assert trails(twin) == whole[:6] and trails(session) == whole


BAD = [
    (NOTE, None),
    (NOTE, {}),
    (NOTE, {"place": "a", "id": "b", "pin": [0, 1], "mark": "fun", "text": ""}),
    (NOTE, {"place": "a", "id": "b", "pin": [0, 1, "x"], "mark": "fun", "text": ""}),
    (NOTE, {"place": "a", "id": "b", "pin": [0, 1, 2], "mark": "good", "text": ""}),
    (NOTE, {"place": "a", "id": "b", "pin": [0, 1, 2], "mark": "fun", "text": "x" * 999}),
    (NOTE, {"place": "a", "id": "b", "pin": [0, 1, 2], "mark": "fun", "text": "\x00"}),
    (OPINION, {"place": "a", "seat": 0, "ratings": {"fun": 99}, "words": {}}),
    (OPINION, {"place": "a", "seat": "0", "ratings": {}, "words": {}}),
    (TALLY, {"place": "a", TOOK: 5, REFUSED: [[[0, 1, 2], 5]], LOOKED: [5, [], [[0, 1, 2]]]}),
]


@pytest.mark.parametrize(("kind", "data"), BAD)
def test_an_entry_that_is_not_in_order_is_left_out(kind: str, data: Any) -> None:
    journal = Journal()
    journal.take(kind, data)
    assert not journal.notes and not journal.opinions and not any(journal.counted.values())


def test_a_journal_can_be_written_and_read_again(page: Page) -> None:
    page.send("note", mark="fun", text="one")
    page.send("move", move=["buy", "7C"])
    page.send("move", move=["roll", 1])
    journal, again = room_of(page).journal, Journal()
    for kind, data in json.loads(json.dumps(journal.entries())):
        assert kind in JOTTED
        again.take(kind, data)
    assert (again.notes, again.opinions, again.counted) == (journal.notes, journal.opinions, journal.counted)


def test_a_table_may_have_questions_of_its_own(tmp_path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(HOUSE.read_text("utf-8").replace("What was it like?", "Well?"), "utf-8")
    page = at_the_end(questions=file)
    assert page.button("Well?")


def test_whoever_was_replaced_by_a_bot_is_asked_too() -> None:
    host, guest = table_of(1)
    host.send("give", chair=1, who="greedy")
    look(host, guest)
    assert "when the game is over" in guest.send("opinion", chair=1, ratings={}, words={"best": "x"})["why"]["text"]
    newcomer = visit(link_of(invite(host)))
    newcomer.send("sit-down", chair=1, name="Tom")
    look(host, guest)
    host.send("break-off", sure=True)
    look(guest, newcomer)
    guest.press(guest.button(room_of(guest).questions.title))
    drawer = guest.screen["drawer"]
    assert not drawer["problem"] and [one["seat"] for one in drawer["seats"]] == [1]
    assert "Tom" not in drawer["seats"][0]["name"]
    word = drawer["questions"][0]["id"]
    for page, text in ((guest, "Before"), (newcomer, "After")):
        page.send("opinion", chair=1, ratings={}, words={word: text})
        look(host, guest, newcomer)
    assert "can't answer for that seat" in guest.send("opinion", chair=0, ratings={}, words={word: "x"})["why"]["text"]
    watcher = visit(link_of(invite(host)))
    assert "only if you played" in watcher.send("opinion", chair=1, ratings={}, words={word: "x"})["why"]["text"]
    host.send("record", what="json")
    answers = json.loads(files(host)[-1]["text"])["answers"]
    assert {(one["words"][word], one.get("left", False)) for one in answers} == {("Before", True), ("After", False)}

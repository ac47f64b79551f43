"""The store is locked, full, read-only, older, newer or another's while several screens are at a table: each is told
in one sentence, nothing is changed, and all goes on when it can again."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier
from typing import Any

import faults
import pytest
from faults import FAULTS, READABLE, Fault
from page import Page, room_of
from school import School
from screens import chairs, invite, link_of, look, state, table_of, ticket, visit  # noqa: F401
from test_store import FIRST_SCHEMA

from tabletop_kernel import Session, load
from widgets import classroom
from widgets.classroom import attendance
from widgets.keeping import NO_BOTS
from widgets.shared import following, sqlite
from widgets.shared.database import CUT_OFF, CannotKeep
from widgets.shared.store import MovedOn, Store
from widgets.teacher import CUT_OFF as CLASS_CUT_OFF

BROKEN = pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)


@pytest.fixture(autouse=True)
def impatient(monkeypatch) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.01)


def store_of(page: Page) -> Store:
    return room_of(page)._keeping.table.store  # type: ignore[no-any-return]


def a_table() -> list[Page]:
    """A host, a guest, and somebody who looks on; a bot has the third chair."""
    host, guest = table_of(1)
    watcher = visit(link_of(invite(host)))
    look(host, guest, watcher)
    return [host, guest, watcher]


def stands(pages: list[Page]) -> list[Any]:
    """What a page must not lose: the game, who sits where, and with whose eyes it looks."""
    rooms = [room_of(page) for page in pages]
    return [(room.session.code(), [str(one) for one in room.seats], room.viewer, room._is_host) for room in rooms]


def whose_turn(pages: list[Page]) -> Page:
    for _ in range(200):
        for page in pages:
            if page.screen.get("next"):
                page.send("go-on")
            elif page.screen["now"]["kind"] == "yours" and page.buttons():
                return page
        look(*pages)
    raise AssertionError([page.screen["now"] for page in pages])


def move(page: Page) -> dict[str, Any]:
    return page.press(next(one for one in page.buttons() if one["do"]["move"][0] != "take-back"))


@BROKEN
def test_whatever_is_done_is_refused_in_one_sentence_and_changes_nothing(fault: Fault, monkeypatch) -> None:
    pages = host, guest, watcher = a_table()
    mover = whose_turn(pages)
    before, shown = faults.kept(), stands(pages)
    acts: list[tuple[Page, dict[str, Any]]] = [
        (mover, next(one["do"] for one in mover.buttons() if one["do"]["move"][0] != "take-back")),
        (host, {"do": "invite"}),
        (host, {"do": "uninvite"}),
        (host, {"do": "relink", "chair": 1}),
        (host, {"do": "give", "chair": 1, "who": "greedy"}),
        (host, {"do": "give", "chair": 2, "who": "open"}),
        (host, {"do": "again"}),
        (guest, {"do": "stand-up", "chair": 1}),
        (watcher, {"do": "sit-down", "chair": 2}),
    ]
    with fault([store_of(page) for page in pages], monkeypatch):
        for page, act in acts:
            screen = page.send(**act)
            assert screen["why"]["text"] == CUT_OFF.format(FAULTS[fault]), act
            look(*pages)
            assert stands(pages) == shown, act
    assert faults.kept() == before
    move(mover)
    look(*pages)
    watcher.send("sit-down", chair=2, name="Late")
    look(*pages)
    assert len({room_of(page).session.code() for page in pages}) == 1 and room_of(host).session.code() != shown[0][0]
    assert watcher.screen["viewer"] == 2 and not mover.screen["why"]
    assert {page.screen["now"]["note"] for page in pages} <= {"", "Late now plays Thaddeus."}


@BROKEN
def test_whoever_comes_meanwhile_sees_the_table_or_is_told_and_their_link_is_good_later(
    fault: Fault, monkeypatch
) -> None:
    pages = host, guest, _ = a_table()
    links, code = [ticket(guest), link_of(invite(host))], room_of(host).session.code()
    with fault([store_of(page) for page in pages], monkeypatch):
        for link in links:
            late = visit(link)
            if fault in READABLE:
                assert room_of(late).session.code() == code
            else:
                said = late.screen["now"]["text"]
                assert f"({FAULTS[fault]})" in said and said.endswith("You can start a new game here.")
                assert "play" not in late.screen["keep"], "the link stays what it is"
    assert [visit(link).screen["viewer"] for link in links] == [1, None]


def test_a_full_disk_stops_the_table_before_what_does_not_fit(monkeypatch) -> None:
    pages = a_table()
    with faults.full([store_of(page) for page in pages], monkeypatch):
        for _ in range(300):
            before, shown = faults.kept(), stands(pages)
            page = next((page for page in pages if page.screen.get("next") or page.buttons()), None)
            if page is None:  # a bot's turn, and nobody can even say that they play it
                assert pages[0].screen["now"]["note"] == NO_BOTS.format("the disk is full")
                break
            screen = page.send("go-on") if page.screen.get("next") else move(page)
            look(*pages)
            if screen["why"]:
                assert screen["why"]["text"] == CUT_OFF.format("the disk is full")
                break
            assert len({one[0] for one in stands(pages)}) == 1
        else:
            raise AssertionError("the disk was never full")
        assert faults.kept() == before and stands(pages) == shown
    look(*pages)
    mover = whose_turn(pages)
    move(mover)
    look(*pages)
    assert stands(pages) != shown and len({one[0] for one in stands(pages)}) == 1
    assert {page.screen["now"]["note"] for page in pages} <= {"", "Late now plays Thaddeus."}


def test_what_could_not_be_written_gives_way_to_what_others_wrote(monkeypatch) -> None:
    """One screen for two people goes on without its store; the same link in another page has gone on with it."""
    page = visit(seats=3)
    page.send("sit", chair=1, who="person")
    page.send("start", dealt=True)
    twin = visit(ticket(page))
    for one in (page, twin):
        one.send("lift") if one.screen["kind"] == "curtain" else None
    with faults.locked([], monkeypatch):
        move(page)
        assert "can't keep this table here (too many pages are saving at once)" in page.screen["now"]["note"]
    move(twin)
    look(page)
    assert page.screen["kind"] == "curtain" or not page.screen["now"]["note"]
    assert len({room_of(one).session.code() for one in (page, twin)}) == 1


def test_a_table_that_cannot_come_into_the_store_keeps_its_people(monkeypatch) -> None:
    """Between the table and its chairs the disk is full: nobody may lose their chair to a table that is not there."""
    visit(seats=3).send("start", dealt=True)
    page = visit(seats=3)
    page.send("sit", chair=1, who="person")

    def fail(*given: Any) -> None:
        raise CannotKeep("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", fail)
        patch.setattr(Store, "read", fail)
        page.send("start", dealt=True)
        assert "the disk is full" in str(page.screen)
        assert room_of(page)._people == [0, 1]
    assert "drawer" in page.send("lift") or room_of(page)._people == [0, 1]
    drawer = invite(page)
    assert [one["state"] for one in drawer["seats"]] == ["here", "here", "bot"]


def test_an_invitation_shows_what_could_not_be_written_before(monkeypatch) -> None:
    page = visit(seats=3)
    page.send("sit", chair=1, who="person")
    page.send("start", dealt=True)
    page.send("lift") if page.screen["kind"] == "curtain" else None
    with faults.locked([], monkeypatch):
        move(page)
    page.send("lift") if page.screen["kind"] == "curtain" else None
    guest = visit(link_of(invite(page)))
    assert room_of(guest).session.code() == room_of(page).session.code()


def test_somebody_was_faster_and_then_the_store_is_gone(monkeypatch) -> None:
    """What was done here is not shown as done, and the reason is a sentence."""
    pages = a_table()
    mover = whose_turn(pages)
    shown = stands([mover])

    def moved_on(*given: Any) -> None:
        raise MovedOn("Somebody else was faster.")

    def gone(*given: Any) -> None:
        raise CannotKeep("its database isn't responding")

    usual, calls = Store.read, []

    def read(self: Store, *given: Any) -> Any:
        calls.append(given)
        return usual(self, *given) if len(calls) == 1 else gone()

    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", moved_on)
        patch.setattr(Store, "read", read)
        screen = move(mover)
    assert screen["why"]["text"] == CUT_OFF.format("its database isn't responding")
    assert stands([mover]) == shown
    move(mover)
    look(*pages)
    assert len({one[0] for one in stands(pages)}) == 1


def test_a_page_that_goes_from_table_to_table_stays_at_one(monkeypatch) -> None:
    _, guest, _ = a_table()
    tickets = [ticket(table_of(1)[1]) for _ in range(3)]
    attendance.cache_clear()
    page = visit(ticket(guest))
    follows = following.follower(store_of(page))._followed
    for one in tickets:
        page.send("restore", code=one)
        assert page.screen["viewer"] == 1 and list(follows) == [room_of(page)._keeping.table.place.table]
        there = store_of(page).present(room_of(page)._keeping.table.place.table)
        assert store_of(page).page in [one.page for one in there]
    everywhere = store_of(page).database.read(
        lambda rows: rows.execute("SELECT count(*) FROM present WHERE page = ?", (store_of(page).page,)).fetchone()
    )
    assert everywhere[0] == 1


# -- older files -------------------------------------------------------------------------------------------------------


def test_a_table_of_an_older_file_is_one_for_several_screens(monkeypatch) -> None:
    """Many pages come at the same moment, and all want to bring the file to today."""
    session = Session(load("royal_ascension"), 3, 5)
    path = faults.file()
    path.parent.mkdir(mode=0o700)
    with closing(sqlite3.connect(path)) as db:
        db.execute(FIRST_SCHEMA)
        row = ("abcdefghijklmnop", "royal_ascension", "person:Anna,person,greedy", session.code(), "v", 3, 9e9, 9e9)
        db.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        db.execute(f"PRAGMA application_id = {sqlite.OURS}")
        db.execute("PRAGMA user_version = 1")
        db.commit()
    start = Barrier(6)

    def come(number: int) -> str:
        with closing(Store(sqlite.SqliteFile())) as page:
            start.wait()
            place = page.find("abcdefghijklmnop")
            return place.table if place else ""

    monkeypatch.setattr(sqlite, "PATIENCE", 20.0)
    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(come, range(6))) - {""}) == 1
    host = visit("TT1.abcdefghijklmnop")
    assert room_of(host).session.code() == session.code() and room_of(host)._people == [0, 1]
    guest = visit(link_of(invite(host)))
    guest.send("sit-down", chair=2)
    look(host)
    assert [one["state"] for one in chairs(guest)] == ["there", "there", "here"]


# -- classes -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def school(monkeypatch) -> School:
    return School(monkeypatch)


TEACHER_ACTS: list[dict[str, Any]] = [
    {"do": "pause", "on": True},
    {"do": "step", "step": "goal.hand"},
    {"do": "part", "number": 1},
    {"do": "show-table"},
    {"do": "form", "size": 2},
    {"do": "deal", "seed": 4},
    {"do": "at-once", "on": False},
    {"do": "call-off"},
    {"do": "choose-game", "game": "royal_ascension"},
    {"do": "end", "sure": True},
]


@BROKEN
def test_a_class_is_told_in_one_sentence_and_nothing_changes(school: School, fault: Fault, monkeypatch) -> None:
    teacher = school.teacher(plan="the_north_45")
    pupils = [school.pupil(teacher, "the_north", None) for _ in range(2)]
    school.ring()
    assert not teacher.send("form", size=2)["problem"]
    school.ring()
    before, shown = faults.kept(), [pupil.shown for pupil in pupils]
    acts = [*TEACHER_ACTS, {"do": "dismiss", "pupil": teacher.screen["rows"][0]["id"]}]
    with fault([page.store for page in school.pages], monkeypatch):
        for act in acts:
            assert teacher.send(**act)["problem"] == CLASS_CUT_OFF.format(FAULTS[fault]), act
            assert teacher.screen["stage"] == "open" and teacher.screen["keep"]["teach"]
        assert pupils[0].send("leave-class")["why"]["text"] == classroom.CUT_OFF.format(FAULTS[fault])
        school.ring()
        assert [pupil.shown for pupil in pupils] == shown
        late = school.door()
        said = late.send("restore", code=teacher.screen["code"])["problem"]
        assert said.startswith("We can't look up tables and classes right now (") and FAULTS[fault] in said
    assert faults.kept() == before
    teacher.send("pause", on=True)
    school.ring()
    assert not teacher.screen["problem"] and all(pupil.shown["cover"] for pupil in pupils)


@BROKEN
def test_whoever_reloads_while_the_class_is_out_of_reach_keeps_their_link(
    school: School, fault: Fault, monkeypatch
) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    secret, own, code = teacher.screen["keep"]["teach"], pupil.ticket, teacher.screen["code"].replace("-", "")
    with fault([page.store for page in school.pages], monkeypatch):
        again = school.teacher(link={"teach": secret})
        assert "cannot be reached just now" in again.screen["problem"] and again.screen["keep"]["teach"] == secret
        joining = school.door({"join": code})
        assert joining.shown == {"gone": classroom.OUT_OF_REACH, "ticket": "", "join": code}
        back = school.open(own)
        if fault is not faults.locked and fault is not faults.read_only:
            assert back.shown == {"gone": classroom.OUT_OF_REACH, "ticket": own, "join": ""}
    assert school.teacher(link={"teach": secret}).screen["stage"] == "open"
    assert school.open(own).shown["name"] == pupil.shown["name"]
    assert school.door({"join": code}).shown["name"]


def test_what_a_pupil_did_while_the_store_was_locked_is_told_later(school: School, monkeypatch) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    school.ring()
    with faults.locked([], monkeypatch):
        for step in room_of(pupil).lesson.step.way:
            pupil.send("move", move=list(step))
        pupil.desk.attendance.report()
        pupil.desk.attendance.look()
    monkeypatch.setattr("widgets.classroom.time.monotonic", lambda: pupil.desk.attendance._last + 2)
    pupil.desk.attendance.look()
    school.ring()
    assert teacher.screen["progress"][0]["done"] == 1


def test_groups_that_cannot_be_formed_leave_those_that_are_there(school: School, monkeypatch) -> None:
    teacher = school.teacher()
    pupils = [school.pupil(teacher, chapter=None) for _ in range(4)]
    school.ring()
    teacher.send("form", size=2)
    school.ring()
    groups, orders = teacher.screen["groups"], teacher.desk._orders
    usual, calls = Store.open, []

    def only_one(self: Store, *given: Any) -> Any:
        calls.append(given)
        if len(calls) > 1:
            raise CannotKeep("the disk is full")
        return usual(self, *given)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "open", only_one)
        assert teacher.send("form", size=2)["problem"] == CLASS_CUT_OFF.format("the disk is full")
    assert teacher.screen["groups"] == groups and teacher.desk._orders == orders
    school.ring()
    assert all(pupil.screen["viewer"] is not None for pupil in pupils), "they play on"
    teacher.send("form", size=2)
    school.ring()
    tables = teacher.store.database.read(lambda rows: rows.execute("SELECT count(*) FROM tables").fetchone()[0])
    assert tables == len(teacher.screen["groups"]) == 2, "nothing is left of what was half done"

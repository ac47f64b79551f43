"""A class: pupils without names, what their teacher sees, what everybody is asked to do, and the end of it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from page import Page, room_of
from school import School, Visitor

from tabletop_kernel import Session, load
from tabletop_kernel.contract.lessons import find_step
from tabletop_kernel.table.saves import CODE_PREFIX
from widgets import app, overview
from widgets.app import classroom, lab
from widgets.asked_table import asked_table, right_by_name
from widgets.games import drawn
from widgets.groups import in_groups
from widgets.plan import house_plans, plan_of
from widgets.scene import pieces
from widgets.shared import codes, schema
from widgets.shared import store as stores


@pytest.fixture
def school(tmp_path, monkeypatch) -> School:
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))
    return School(monkeypatch)


def row(teacher: Visitor, pupil: Visitor) -> dict[str, Any]:
    """A pupil as the teacher sees them."""
    return next(one for one in teacher.screen["rows"] if f"{one['colour']} {one['animal']}" == pupil.shown["name"])


def solve(page: Visitor) -> None:
    """Do the step at hand as its way says."""
    room = room_of(page)
    for move in room.lesson.step.way:
        page.send("move", move=list(move))
    assert room.lesson.done


def everything(page: Visitor) -> str:
    """All that is kept, as text."""

    def work(rows: Any) -> str:
        return json.dumps([rows.execute(f"SELECT * FROM {name}").fetchall() for name in schema.NAMES])

    return str(page.store.database.read(work))


# -- coming and going --------------------------------------------------------------------------------------------------


def test_a_pupil_types_the_code_and_is_an_animal(school: School) -> None:
    teacher = school.teacher()
    door = school.join(teacher)
    assert door.shown["name"].split()[1] in {one["animal"] for one in _rows(school, teacher)}
    assert door.shown["code"] == teacher.screen["code"]
    assert door.screen["go"] == f"royal_ascension.ipynb#class={door.ticket}"
    again = school.open(door.ticket)
    assert again.shown["name"] == door.shown["name"], "on the next page they are the same"
    assert len(_rows(school, teacher)) == 1


def _rows(school: School, teacher: Visitor) -> list[dict[str, Any]]:
    school.ring()
    return list(teacher.screen["rows"])


def test_a_class_is_never_shown_an_address_of_one_machine_alone(school: School) -> None:
    teacher = school.teacher()
    for host in ("localhost", "127.0.0.1"):
        share = teacher.send("hello", address=f"http://{host}:8866/voila/render/class.ipynb")["share"]
        assert share == {"start": "tabletop play --host 0.0.0.0"}, "how it is started for others"
    assert host not in json.dumps(teacher.screen)


def test_a_picture_leads_to_the_door_with_the_code_in_it(school: School) -> None:
    teacher = school.teacher()
    address, _, kept = teacher.screen["share"]["link"].partition("#")
    assert address.endswith("/index.ipynb") and teacher.screen["share"]["qr"]
    key, _, code = kept.partition("=")
    door = school.door({key: code})
    assert door.shown["name"] and door.screen["go"].startswith("royal_ascension.ipynb#class=")
    twice = school.door({key: code, "class": door.ticket})
    assert twice.shown["name"] == door.shown["name"], "whoever scans it twice is not two pupils"


def test_a_teacher_comes_back_by_the_link_and_nobody_else_does(school: School) -> None:
    teacher = school.teacher()
    kept = teacher.screen["keep"]["teach"]
    back = school.teacher(link={"teach": kept})
    assert back.screen["code"] == teacher.screen["code"]
    pupil = school.pupil(teacher)
    for forged in ("TC1.", "TC1.x", f"TC1.{codes.new_secret()}", f"TC1.{pupil.ticket[4:]}"):
        page = school.teacher(link={"teach": forged})
        assert page.screen["stage"] == "new"
    assert "is over" in page.screen["problem"]
    for act in ({"do": "pause", "on": True}, {"do": "end", "sure": True}, {"do": "file", "what": "pupils"}):
        assert "Open a class first" in page.send(**act)["problem"]


def test_a_link_is_not_written_over_before_it_was_read() -> None:
    """A page in the background greets late, and must still have the link by which it was opened."""
    for made in (classroom(), lab()):
        page = Page(made, greet=False)
        assert page.screen["keep"] == {}
        page.send("hello", link={})
        assert page.screen["keep"]


@pytest.mark.parametrize("ticket", ["TP1.", "TP1.x", "x", "TP1.TK42hTuXfnAfK4OosuReEQ"])
def test_a_forged_ticket_is_a_sentence_and_nothing_else(school: School, ticket: str) -> None:
    teacher = school.teacher()
    page = school.open(ticket)
    assert list(page.shown) == ["gone"] and "is over" in page.shown["gone"]
    assert page.screen["kind"] == "table", "the lesson is there all the same"
    assert _rows(school, teacher) == []


def test_whoever_leaves_is_forgotten(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    assert len(_rows(school, teacher)) == 1
    ticket, id = pupil.ticket, row(teacher, pupil)["id"]
    pupil.send("leave-class")
    assert pupil.shown == {"gone": ""}
    assert _rows(school, teacher) == [] and id not in everything(teacher)
    assert "is over" in school.open(ticket).shown["gone"]


def test_a_teacher_sends_somebody_out(school: School) -> None:
    teacher = school.teacher()
    pupil, other = school.pupil(teacher), school.pupil(teacher)
    school.ring()
    teacher.send("dismiss", pupil=row(teacher, pupil)["id"])
    school.ring()
    assert "no longer in this class" in pupil.shown["gone"] and other.shown["name"]


def test_nobody_who_is_in_no_class_looks_anything_up(school: School, monkeypatch) -> None:
    def fail(*given: object) -> None:
        raise AssertionError("nothing is to be looked up")

    monkeypatch.setattr(stores.Store, "look_up", fail)
    monkeypatch.setattr("widgets.shared.sqlite.SqliteFile.read", fail)
    page = school.visit(lambda: __import__("widgets.app").app.learn("royal_ascension", "walking"), "royal_ascension")
    page.send("hint", kind="nudge")
    assert page.shown == {} and page.screen["kind"] == "table"


# -- what the teacher sees ---------------------------------------------------------------------------------------------


def test_steps_and_rules_are_seen_live(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    school.ring()
    assert row(teacher, pupil)["dots"][0] == "now"
    solve(pupil)
    school.ring()
    assert row(teacher, pupil)["dots"][0] == "done"
    assert teacher.screen["progress"][0]["done"] == 1
    known = {one["state"]: one["count"] for one in teacher.screen["knows"]}
    assert known["used"] + known["sure"] > 0 and sum(known.values()) == len(load("royal_ascension").rulebook)


def refuse(pupil: Visitor, times: int) -> str:
    """Try the step's tempting move; the rule that refuses it."""
    wrong = room_of(pupil).lesson.step.wrong
    for _ in range(times):
        pupil.send("move", move=list(wrong.move))
    return str(wrong.rule)


def test_refusals_are_counted_and_four_without_progress_are_a_mark(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    tempting = next(
        step.id for step in load("royal_ascension").teaching.chapters[0].steps if step.wrong and not step.wrong.after
    )
    pupil.send("step", id=tempting)
    rule = refuse(pupil, 3)
    school.ring()
    assert row(teacher, pupil)["stuck"] == ""
    refuse(pupil, 1)
    school.ring()
    assert "refused 4 times" in row(teacher, pupil)["stuck"]
    found = teacher.screen["rules"][0]
    assert (found["id"], found["times"], found["pupils"]) == (rule, 4, 1) and found["title"] and found["text"]
    assert teacher.send("pupil", pupil=row(teacher, pupil)["id"])["detail"]["rules"] == [found]
    solve(pupil)
    school.ring()
    assert row(teacher, pupil)["stuck"] == "" and teacher.screen["rules"][0]["times"] == 4


def test_clicks_beside_the_task_count_too(school: School) -> None:
    """Each is answered with what the task is, and none of them leads on."""
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    pupil.send("step", id="walk.first")
    beside = [part for part in pupil.screen["scene"] if part.get("dimmed")]
    (piece, *_) = [one["id"] for part in beside for one in pieces([part])]
    for _ in range(4):
        assert pupil.send("point", piece=piece)["why"]["head"] == "Not yet"
    school.ring()
    assert row(teacher, pupil)["stuck"] == "refused 4 times"
    assert teacher.screen["rules"] == [], "no rule of the game has refused anything"
    detail = teacher.send("pupil", pupil=row(teacher, pupil)["id"])["detail"]
    assert (detail["rules"], detail["beside"]) == ([], 4)


def test_what_does_not_work_counts_too(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher, chapter=None)
    pupil.send("start", dealt=True)
    for _ in range(4):
        assert pupil.send("sit-down", chair=1)["why"]["what"] == "That did not work."
    school.ring()
    assert row(teacher, pupil)["stuck"] == "refused 4 times"


def test_taking_back_again_and_again_is_a_mark(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    pupil.send("step", id="walk.first")
    for _ in range(4):
        school.ring()
        assert row(teacher, pupil)["stuck"] == ""
        pupil.send("move", move=["roll", 1])
        pupil.send("undo")
    school.ring()
    assert row(teacher, pupil)["stuck"] == "undone 4 times"
    pupil.send("move", move=["pass"])
    school.ring()
    assert row(teacher, pupil)["stuck"] == "refused once, undone 4 times"
    solve(pupil)
    school.ring()
    assert row(teacher, pupil)["stuck"] == ""


def test_a_move_that_is_taken_back_and_made_again_is_no_progress(school: School) -> None:
    teacher = school.teacher()
    ticket = school.join(teacher).ticket
    pupil = school.visit(lambda: app.play("royal_ascension", first=True), "royal_ascension", {"class": ticket})
    for _ in range(4):
        pupil.press(pupil.buttons()[0])
        pupil.send("undo")
    school.ring()
    assert row(teacher, pupil)["stuck"] == "undone 4 times"
    pupil.press(pupil.buttons()[0])
    pupil.press(pupil.buttons()[0])
    school.ring()
    assert row(teacher, pupil)["stuck"] == ""


def test_minutes_without_progress_are_a_mark_too_but_not_in_a_pause(school: School, monkeypatch) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    school.ring()
    now = stores.time.time()
    for page in (teacher, pupil):
        page.store.arrive(teacher.desk._id, row(teacher, pupil)["id"], 0, 3600.0)
    monkeypatch.setattr(overview, "minutes_since", lambda then, now: int((now - then) // 60) + 5)
    school.ring()
    assert "no progress for" in row(teacher, pupil)["stuck"] and now
    teacher.send("pause", on=True)
    assert row(teacher, pupil)["stuck"] == ""


def test_a_pupil_reports_once_a_second_at_most(school: School, monkeypatch) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    pupil.desk.attendance.report()
    written: list[Any] = []
    monkeypatch.setattr("widgets.shared.classes.Classes.report", lambda self, *given: written.append(given) or {})
    monkeypatch.setattr("widgets.classroom.time.monotonic", lambda: pupil.desk.attendance._last + 0.5)
    for _ in range(5):
        pupil.send("hint", kind="nudge")
    assert written == []
    monkeypatch.setattr("widgets.classroom.time.monotonic", lambda: pupil.desk.attendance._last + 1.5)
    pupil.send("hint", kind="nudge")
    assert len(written) == 1


def test_a_teachers_page_rests_while_nothing_happens(school: School, monkeypatch) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    now = stores.time.time()
    monkeypatch.setattr(stores.time, "time", lambda: now)
    teacher.desk.look()
    drawn: list[int] = []
    monkeypatch.setattr(teacher.desk, "_look_now", lambda: drawn.append(1))
    teacher.desk._drawn = 0.0
    teacher.desk.look()
    assert drawn == []
    monkeypatch.setattr(stores.time, "time", lambda: now + 0.001)
    solve(pupil)
    pupil.desk.attendance.report()
    teacher.desk.look()
    assert drawn == [1]


def test_a_projector_shows_no_pupil_unless_the_teacher_wants_it(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    school.ring()
    wall = teacher.send("project", on=True)
    animal = pupil.shown["name"].split()[1]
    assert animal not in json.dumps(wall) and wall["progress"] and wall["code"] and wall["share"]["qr"]
    assert "rules" not in wall and "detail" not in wall
    assert animal in json.dumps(teacher.send("show-people", on=True))


# -- what everybody is asked to do -------------------------------------------------------------------------------------


def test_everybody_goes_to_a_step(school: School) -> None:
    teacher = school.teacher()
    pupil, other = school.pupil(teacher), school.pupil(teacher, "the_north", "machines")
    teacher.send("at-once", on=False)
    teacher.send("step", step="walk.exact")
    school.ring()
    assert "asks you to go to" in pupil.shown["order"]["text"] and pupil.shown["goto"] is None
    pupil.send("obey", n=pupil.shown["order"]["n"])
    assert pupil.shown["goto"] == {"n": 1, "way": 1, "step": "walk.exact"} and pupil.shown["order"] is None
    assert not pupil.screen.get("why")
    other.send("obey", n=1)
    assert other.shown["goto"]["page"] == "royal_ascension.ipynb", "on the page of another game"
    arrived = school.open(other.ticket, obey="1")
    assert arrived.shown["goto"] == {"n": 1, "way": 1, "step": "walk.exact"}
    school.ring()
    again = school.open(other.ticket)
    assert again.shown["goto"] is None and again.shown["order"] is None, "once is enough"
    assert "already moved on to something else" in pupil.send("obey", n=7)["why"]["text"]


def test_at_once_means_at_once_but_not_in_the_middle_of_a_move(school: School, monkeypatch) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    busy = school.pupil(teacher)
    monkeypatch.setattr(type(busy.desk.attendance), "_busy", property(lambda self: self is busy.desk.attendance))
    teacher.send("step", step="walk.exact")
    school.ring()
    assert pupil.shown["goto"] == {"n": 1, "way": 1, "step": "walk.exact"}
    assert busy.shown["goto"] is None and busy.shown["order"]["button"] == "Go there"
    monkeypatch.undo()


def test_everybody_plays_the_same_table(school: School) -> None:
    teacher = school.teacher()
    pupils = [school.pupil(teacher, chapter=None) for _ in range(2)]
    teacher.send("deal", seed=11)
    school.ring()
    codes_ = {room_of(pupil).session.code() for pupil in pupils}
    assert len(codes_) == 1 and room_of(pupils[0]).session.seed == 11
    assert pupils[0].shown["goto"] == {"n": 1, "way": 1, "slot": "play"}
    code = Session(load("royal_ascension"), 4, 99).code()
    teacher.send("position", code=f"http://x/y.ipynb#play=person,greedy,greedy,greedy~{code}")
    school.ring()
    assert {room_of(pupil).session.code() for pupil in pupils} == {code}
    assert "don't recognise this save code" in teacher.send("position", code=f"TT1.{codes.new_secret()}")["problem"]
    assert teacher.send("position", code="TN2.nonsense")["problem"]


def test_everybody_looks_at_one_table_and_then_has_their_own_again(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher, chapter=None)
    pupil.send("start", dealt=True)
    own = room_of(pupil)
    teacher.send("show-table")
    school.ring()
    assert room_of(pupil) is not own and pupil.screen["viewer"] is None and "drawer" not in pupil.screen
    assert "play" not in pupil.screen["keep"], "the link keeps the own table"
    assert CODE_PREFIX not in json.dumps(pupil.screen)
    host = school.visit(
        lambda: __import__("widgets.app").app.play("royal_ascension"),
        "royal_ascension",
        {"play": teacher.screen["table_link"].partition("#play=")[2]},
    )
    length = room_of(host).session.length
    while room_of(host).session.length == length:
        host.send("go-on") if host.screen.get("next") else host.press(host.buttons()[0])
    school.ring()
    assert room_of(pupil).session.length == room_of(host).session.length > length
    assert "your teacher decides who sits" in pupil.send("sit-down", chair=1)["why"]["text"]
    teacher.send("call-off")
    school.ring()
    assert room_of(pupil) is own
    back = school.visit(
        lambda: __import__("widgets.app").app.play("royal_ascension"), "royal_ascension", dict(host.screen["keep"])
    )
    assert back.screen["viewer"] == 0 and back.screen["keep"]["play"].startswith("TT1."), "a reload keeps the watchers"


@pytest.mark.parametrize(
    ("count", "size", "most", "groups"),
    [(0, 3, 4, []), (1, 2, 4, [1]), (6, 3, 4, [3, 3]), (7, 3, 4, [3, 2, 2]), (3, 2, 4, [3]), (3, 2, 2, [2, 1])],
)
def test_groups_are_even_and_nobody_is_alone_if_it_can_be(count, size, most, groups) -> None:
    assert in_groups(count, size, most) == groups


@pytest.mark.parametrize("count", range(2, 49))
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_everybody_is_in_a_group(count: int, size: int) -> None:
    found = in_groups(count, size, 5)
    assert sum(found) == count and max(found) - min(found) <= 1
    assert max(found) <= size + 1 and (min(found) >= 2 or size == 5)


def test_groups_play_at_tables_of_their_own(school: School) -> None:
    teacher = school.teacher()
    pupils = [school.pupil(teacher, chapter=None) for _ in range(5)]
    school.ring()
    teacher.send("form", size=3, who="everybody")
    assert sorted(len(group["names"]) for group in teacher.screen["groups"]) == [2, 3]
    school.ring()
    tables: dict[str, list[Visitor]] = {}
    for pupil in pupils:
        tables.setdefault(room_of(pupil)._keeping.table.place.table, []).append(pupil)
        seat = pupil.screen["viewer"]
        assert room_of(pupil).seats[seat].name == pupil.shown["name"]
    assert sorted(map(len, tables.values())) == [2, 3]
    assert all(room_of(page).session.config.seats == 3 for page in pupils), "a bot joins the two"
    late = school.pupil(teacher, chapter=None)
    school.ring()
    assert "don't have a seat yet" in late.shown["order"]["text"] and not late.shown["order"]["button"]
    before = {page: room_of(page) for page in pupils}
    teacher.send("form", size=2, who="free")
    school.ring()
    assert late.screen["viewer"] is not None and len(teacher.screen["groups"]) == 2, "on the chair of the bot"
    assert {page: room_of(page)._keeping.table.place.table for page in pupils} == {
        page: room._keeping.table.place.table for page, room in before.items()
    }, "the others stay where they are"
    link = teacher.send("host", table=teacher.screen["groups"][0]["table"])["groups"][0]["link"]
    host = school.visit(
        lambda: __import__("widgets.app").app.play("royal_ascension"),
        "royal_ascension",
        {"play": link.partition("#play=")[2]},
    )
    assert host.screen["viewer"] is None and room_of(host)._is_host


def test_a_pause_covers_all_screens_until_it_is_over(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    teacher.send("pause", on=True)
    school.ring()
    assert "pause" in pupil.shown["cover"] and teacher.screen["paused"]
    assert school.open(pupil.ticket).shown["cover"], "a reload does not lift it"
    teacher.send("pause", on=False)
    school.ring()
    assert pupil.shown["cover"] == ""


# -- coming back -------------------------------------------------------------------------------------------------------


def test_a_reload_comes_back_to_where_the_class_is_and_is_no_progress(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    pupil.send("step", id="walk.exact")
    refuse(pupil, 4)
    school.ring()
    assert row(teacher, pupil)["stuck"] == "refused 4 times"
    teacher.send("step", step="walk.exact")
    school.ring()
    refuse(pupil, 4)
    school.ring()
    again = school.open(pupil.ticket, learn="TL1.royal_ascension/walk.exact/")
    assert again.shown["goto"]["step"] == "walk.exact"
    school.ring()
    assert row(teacher, again)["stuck"] == "refused 4 times"
    solve(again)
    school.ring()
    assert row(teacher, again)["stuck"] == ""
    assert school.open(pupil.ticket).shown["goto"] is None, "who has done the step is not brought back to it"


def test_a_table_that_is_merely_on_the_page_is_no_place(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher, chapter=None)
    school.ring()
    assert row(teacher, pupil)["where"] == "on the page for The Royal Ascension"
    lesson = school.open(pupil.ticket)
    school.ring()
    at = row(teacher, lesson)["where"]
    school.open(pupil.ticket, chapter=None)
    school.ring()
    assert row(teacher, lesson)["where"] == at != "on the page for The Royal Ascension"
    pupil.send("start", dealt=True)
    school.ring()
    assert row(teacher, pupil)["where"] == "playing The Royal Ascension alone"


def test_the_same_browser_is_the_same_pupil(school: School) -> None:
    teacher, other = school.teacher(), school.teacher()
    pupil = school.pupil(teacher)
    second = school.door({"was": pupil.ticket})
    assert second.shown == {}, "nobody is in a class who did not ask for it"
    second.send("restore", code=teacher.screen["code"])
    assert second.ticket == pupil.ticket and len(_rows(school, teacher)) == 1
    elsewhere = school.door({"was": pupil.ticket, "join": other.screen["code"]})
    assert elsewhere.ticket != pupil.ticket and len(_rows(school, other)) == 1
    forged = school.door({"was": "TP1.x", "join": teacher.screen["code"]})
    assert forged.ticket != pupil.ticket and len(_rows(school, teacher)) == 2


def test_whoever_leaves_stands_up_from_the_table_of_the_class(school: School) -> None:
    teacher = school.teacher()
    pupils = [school.pupil(teacher, chapter=None) for _ in range(2)]
    school.ring()
    teacher.send("form", size=2)
    school.ring()
    table = room_of(pupils[1]).followed.place.table
    assert room_of(pupils[0]).followed.place.table == table
    pupils[0].send("leave-class")
    assert room_of(pupils[0]).followed is None and room_of(pupils[1]).followed.place.table == table


# -- the wall ----------------------------------------------------------------------------------------------------------


def test_the_address_on_the_wall_gives_nobody_the_class(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    school.ring()
    key = teacher.screen["wall"]
    assert teacher.screen["keep"]["teach"][4:] not in key
    wall = school.teacher(link={"teach": key})
    assert wall.screen["code"] == teacher.screen["code"] and wall.screen["keep"]["teach"] == key
    orders = (
        {"do": "pause", "on": True},
        {"do": "end", "sure": True},
        {"do": "dismiss", "pupil": row(teacher, pupil)["id"]},
    )
    for order in (*orders, {"do": "file", "what": "pupils"}, {"do": "step", "step": "walk.exact"}):
        assert "can only watch the class" in wall.send(**order)["problem"]
    assert "rows" not in wall.send("project", on=False), "it never becomes the teacher's own page"
    assert not teacher.screen["paused"]
    shown = wall.send("show-people", on=True)["rows"]
    assert len(shown) == 1 and not {"stuck", "idle", "where"} & shown[0].keys()
    school.ring()
    assert teacher.screen["here"] == 1
    for forged in ("TW1.", "TW1.x", f"TW1.{codes.new_secret()}", key[:-1]):
        assert school.teacher(link={"teach": forged}).screen["stage"] == "over"


def test_the_wall_has_the_table_that_everybody_looks_at(school: School) -> None:
    teacher = school.teacher()
    wall = school.teacher(link={"teach": teacher.screen["wall"]})
    assert wall.screen["look"] == ""
    teacher.send("show-table")
    school.ring()
    page, _, kept = wall.screen["look"].partition("#")
    assert page == "royal_ascension.ipynb" and kept.endswith("&wall")
    ticket = kept.removeprefix("play=").removesuffix("&wall")
    framed = school.visit(lambda: app.play("royal_ascension"), "royal_ascension", {"play": ticket})
    assert framed.screen["viewer"] is None
    school.ring()
    assert wall.screen["look"] == f"{page}#{kept}", "it is not opened again and again"
    teacher.send("call-off")
    school.ring()
    assert wall.screen["look"] == ""


def test_whoever_sits_at_the_table_that_all_look_at_plays_on(school: School) -> None:
    teacher = school.teacher()
    pupils = [school.pupil(teacher, chapter=None) for _ in range(3)]
    school.ring()
    teacher.send("form", size=2)
    school.ring()
    seated = [pupil for pupil in pupils if pupil.screen.get("viewer") is not None]
    table = room_of(seated[0]).followed.place.table
    at_it = [one for one in seated if room_of(one).followed.place.table == table]
    rooms = [room_of(one) for one in at_it]
    teacher.send("look-at-group", table=table)
    school.ring()
    assert [room_of(one) for one in at_it] == rooms, "they keep their seats"
    assert all(one.screen["viewer"] is not None for one in at_it)
    for other in (one for one in pupils if one not in at_it):
        assert room_of(other).followed.place.table == table and other.screen["viewer"] is None


@pytest.mark.parametrize("way", ["sent out", "leaves"])
def test_nobody_waits_for_somebody_who_is_no_longer_in_the_class(school: School, way: str) -> None:
    teacher = school.teacher("the_north")
    pupils = [school.pupil(teacher, "the_north", None) for _ in range(2)]
    school.ring()
    teacher.send("form", size=2)
    school.ring()
    goes, stays = sorted(pupils, key=lambda one: room_of(one).viewer not in room_of(one).session.asked)
    name = goes.shown["name"]
    if way == "leaves":
        goes.send("leave-class")
    else:
        teacher.send("dismiss", pupil=row(teacher, goes)["id"])
    school.ring()
    assert [chair.who for chair in room_of(stays).seats].count("greedy") == 1
    assert "away" not in stays.screen["now"]["text"]
    assert teacher.screen["groups"][0]["names"] == [stays.shown["name"]] != [name]
    while room_of(stays).viewer not in room_of(stays).session.asked:
        stays.send("go-on")


def at_class_table(school: School, game: str = "the_north") -> tuple[Visitor, list[Visitor]]:
    """A teacher, and two pupils at a table that was formed for them."""
    teacher = school.teacher(game)
    pupils = [school.pupil(teacher, game, None) for _ in range(2)]
    school.ring()
    teacher.send("form", size=2)
    school.ring()
    return teacher, pupils


def by_link(school: School, kept: str, game: str = "the_north") -> Visitor:
    """Somebody who opens a link as it is, without being in any class."""
    return school.visit(lambda: app.play(game), game, {"play": kept})


def test_a_pupil_does_not_become_the_host_of_a_class_table(school: School) -> None:
    _, (one, other) = at_class_table(school)
    alone = by_link(school, one.screen["keep"]["play"])
    assert alone.screen["viewer"] is not None, "their own seat"
    assert "the host is here" in alone.send("take-over")["why"]["text"]
    assert "Only the host" in alone.send("relink", chair=room_of(other).viewer)["why"]["text"]
    assert "Your teacher gave you this seat" in alone.send("stand-up", chair=alone.screen["viewer"])["why"]["text"]


def test_who_was_sent_out_does_not_come_back_by_an_old_link(school: School) -> None:
    teacher, (goes, stays) = at_class_table(school)
    kept = goes.screen["keep"]["play"]
    teacher.send("dismiss", pupil=row(teacher, goes)["id"])
    school.ring()
    back = by_link(school, kept)
    assert "been replaced or expired" in json.dumps(back.screen), "the link leads nowhere"
    assert room_of(back).followed is None
    seat = next(number for number, chair in enumerate(room_of(stays).seats) if chair.who == "greedy")
    assert goes.send("sit-down", chair=seat)["why"]
    assert [chair.who for chair in room_of(stays).seats].count("greedy") == 1


def test_what_was_somebodys_hand_is_not_given_away_when_a_bot_has_it(school: School) -> None:
    teacher, (goes, stays) = at_class_table(school)
    teacher.send("dismiss", pupil=row(teacher, goes)["id"])
    school.ring()
    assert stays.screen["keep"]["play"].startswith("TT1."), "no save code in the link"
    assert CODE_PREFIX not in json.dumps(stays.send("open", drawer="save"))


def test_who_looks_at_a_table_of_the_class_by_its_link_sits_down_nowhere(school: School) -> None:
    teacher = school.teacher("the_north")
    wall = school.teacher(link={"teach": teacher.screen["wall"]})
    teacher.send("show-table")
    school.ring()
    stranger = by_link(school, wall.screen["look"].partition("#play=")[2].removesuffix("&wall"))
    assert "your teacher decides who sits here" in stranger.send("sit-down", chair=1)["why"]["text"]
    assert stranger.screen["viewer"] is None


def test_a_wall_that_says_hello_again_stays_a_wall(school: School) -> None:
    teacher = school.teacher()
    school.pupil(teacher)
    wall = school.teacher(link={"teach": teacher.screen["wall"]})
    again = wall.send("hello", link={"teach": teacher.screen["wall"]}, projector=False)
    assert not {"rows", "rules", "wall"} & again.keys() and not again["late"]


def test_whoever_sits_stays_seated_when_others_are_seated_after_a_look(school: School) -> None:
    teacher, pupils = at_class_table(school)
    table = room_of(pupils[0]).followed.place.table
    teacher.send("look-at-group", table=table)
    late = school.pupil(teacher, "the_north", None)
    school.ring()
    teacher.send("form", size=2, who="free")
    school.ring()
    assert [room_of(one).followed.place.table for one in pupils] == [table, table]
    assert room_of(late).followed.place.table != table


def test_whoever_has_no_seat_is_named_as_such(school: School) -> None:
    teacher = school.teacher()
    school.pupil(teacher, chapter=None), school.pupil(teacher, chapter=None)
    school.ring()
    teacher.send("form", size=2)
    late = school.pupil(teacher, chapter=None)
    school.ring()
    school.ring()
    assert teacher.screen["standing"] == [late.shown["name"]] and not teacher.screen["late"]
    teacher.send("form", size=2, who="free")
    school.ring()
    assert not teacher.screen["standing"]


def test_a_table_that_is_shown_waits_for_the_teacher(school: School) -> None:
    teacher = school.teacher("the_north")
    pupil = school.pupil(teacher, "the_north", None)
    teacher.send("show-table")
    school.ring()
    length = room_of(pupil).session.length
    for _ in range(5):
        pupil.send("go-on")
    assert room_of(pupil).session.length == length, "who looks on plays no bots"


def test_two_windows_of_a_pupil_add_up(school: School) -> None:
    teacher = school.teacher()
    first = school.pupil(teacher)
    solve(first)
    school.ring()
    door = school.door({"was": first.ticket})
    door.send("restore", code=teacher.screen["code"])
    step = load("royal_ascension").teaching.chapters[0].steps[0].id
    assert f"&learn=TL1.royal_ascension%2F{step}%2F{step}" in door.screen["go"], "they go on from there"
    second = school.open(first.ticket)
    second.send("step", id="walk.exact")
    school.ring()
    assert row(teacher, first)["dots"][0] == "done", "the class knows what the other window has done"
    assert teacher.screen["progress"][0]["done"] == 1


def test_a_teacher_who_closed_the_window_finds_the_class_again(school: School) -> None:
    teacher = school.teacher()
    kept = teacher.screen["keep"]["teach"]
    page = school.teacher(link={"taught": kept})
    assert page.screen["stage"] == "new" and page.screen["back"] == teacher.screen["code"]
    assert page.send("come-back")["stage"] == "open" and page.screen["keep"]["teach"] == kept
    page.send("end", sure=True)
    after = school.teacher(link={"taught": kept})
    assert after.screen["back"] == "" and "no open class to go back to" in after.send("come-back")["problem"]
    wall = school.teacher(link={"taught": teacher.screen["wall"]})
    assert wall.screen["back"] == "", "the key of a wall opens nothing"


def test_what_is_no_part_of_a_step_counts_too(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    school.ring()
    for _ in range(4):
        pupil.send("move", move=["pass"])
    school.ring()
    assert "refused 4 times" in row(teacher, pupil)["stuck"]


def test_the_wall_says_who_plays_with_whom(school: School) -> None:
    teacher = school.teacher()
    wall = school.teacher(link={"teach": teacher.screen["wall"]})
    pupils = [school.pupil(teacher, chapter=None) for _ in range(2)]
    school.ring()
    teacher.send("form", size=2)
    school.ring()
    (names,) = wall.screen["tables"]
    assert sorted(names)[:2] == sorted(pupil.shown["name"] for pupil in pupils)
    teacher.send("call-off")
    school.ring()
    assert wall.screen["tables"] == []


def test_the_teacher_sees_who_has_not_come(school: School) -> None:
    teacher = school.teacher()
    pupil, other = school.pupil(teacher), school.pupil(teacher)
    teacher.send("at-once", on=False)
    teacher.send("step", step="walk.exact")
    school.ring()
    assert sorted(teacher.screen["late"]) == sorted([pupil.shown["name"], other.shown["name"]])
    pupil.send("obey", n=pupil.shown["order"]["n"])
    school.ring()
    assert teacher.screen["late"] == [other.shown["name"]]


def test_nobody_is_counted_twice_at_a_step(school: School) -> None:
    teacher = school.teacher()
    pupil, away = school.pupil(teacher), school.pupil(teacher)
    solve(pupil)
    solve(away)
    away.store.database.write(lambda rows: rows.execute("DELETE FROM present WHERE place = ?", (row_id(away),)))
    school.ring()
    first = teacher.screen["progress"][0]
    assert (first["done"], first["now"]) == (1, 0) and teacher.screen["here"] == 1


def row_id(pupil: Visitor) -> str:
    return str(pupil.desk.attendance._ticket.pupil.id)


# -- predictions -------------------------------------------------------------------------------------------------------


def test_a_class_foresees_and_the_answer_waits(school: School) -> None:
    teacher = school.teacher()
    pupils = [school.pupil(teacher) for _ in range(3)]
    teacher.send("foresee", step="walk.pass")
    school.ring()
    for pupil, pile in zip(pupils, ("pile:diamonds", "pile:hearts", "pile:diamonds"), strict=True):
        pupil.send("step", id="walk.pass")
        pieces = [one["id"] for one in _pieces(pupil)]
        pupil.send("point", piece=next(one for one in pieces if one.startswith(pile[:8])))
    school.ring()
    asked = teacher.screen["predict"]
    assert asked["answered"] == 3 == asked["of"] and not asked["because"] and not asked["shown"]
    assert all("right" not in bar for bar in asked["bars"]), "not even in the data"
    assert all("Your answer is in" in pupil.shown["cover"] for pupil in pupils)
    shown = teacher.send("show-answer")["predict"]
    assert shown["because"] and all("right" in bar for bar in shown["bars"])
    assert "has seen the answer" in teacher.screen["wanted"]
    school.ring()
    assert all(pupil.shown["cover"] == "" for pupil in pupils)
    assert "too late" in pupils[0].send("rethink")["why"]["text"], "the answer is known"
    late = school.pupil(teacher)
    late.send("step", id="walk.pass")
    late.send("point", piece=next(one["id"] for one in _pieces(late) if one["id"].startswith("pile:dia")))
    school.ring()
    assert teacher.screen["predict"]["bars"] == shown["bars"], "who has read the answer foresees nothing any more"


def test_a_question_that_is_asked_again_waits_for_newcomers_alone(school: School) -> None:
    """Whoever answered the first time has answered, whatever else they have foreseen since."""
    teacher = school.teacher()
    one, other = school.pupil(teacher), school.pupil(teacher)

    def foresee(pupil: Any, step: str, start: str) -> None:
        pupil.send("step", id=step)
        pupil.send("point", piece=next(piece["id"] for piece in _pieces(pupil) if piece["id"].startswith(start)))

    teacher.send("foresee", step="walk.pass")
    school.ring()
    for pupil in (one, other):
        foresee(pupil, "walk.pass", "pile:dia")
    teacher.send("show-answer")
    royal = load("royal_ascension")
    one.desk.attendance.foresaw(
        royal.name, find_step(royal.teaching.chapters, "walk.ring"), "something", "something else"
    )
    one.send("close")
    school.ring()
    late = school.pupil(teacher)
    teacher.send("foresee", step="walk.pass")
    school.ring()
    assert teacher.screen["unanswered"] == [late.shown["name"]], "the others have answered"
    assert (teacher.screen["predict"]["answered"], teacher.screen["predict"]["of"]) == (2, 3)
    foresee(late, "walk.pass", "pile:hea")
    school.ring()
    assert teacher.screen["predict"]["answered"] == 3 and not teacher.screen["unanswered"]
    assert all("Wait until your teacher lets the class play on" in pupil.shown["cover"] for pupil in (one, other, late))


def test_whoever_has_answered_is_offered_nothing_until_the_class_goes_on(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    teacher.send("foresee", step="walk.pass")
    school.ring()
    pupil.send("step", id="walk.pass")
    waiting = pupil.send("point", piece=next(one["id"] for one in _pieces(pupil) if one["id"].startswith("pile:dia")))
    task = waiting["task"]
    assert (task["predict"]["then"], task["predict"]["may_change"]) == ("Wait for your class.", False)
    assert task["waits"] and not task["hints"] and not pupil.buttons() and waiting["now"] is None
    length = room_of(pupil).session.length
    assert "lets the class continue" in pupil.send("move", move=["walk", 24])["why"]["text"]
    assert room_of(pupil).session.length == length
    teacher.send("show-answer")
    school.ring()
    assert pupil.screen["task"]["predict"]["then"] == "Now play." and pupil.buttons()


def test_the_wall_shows_the_table_that_a_question_is_about(school: School) -> None:
    """All of it is there to look at: no piece answers, and the right one is marked with the answer, not before."""
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    wall = school.teacher(link={"teach": teacher.screen["wall"]})
    assert wall.screen["scene"] == []
    teacher.send("foresee", step="walk.pass")
    school.ring()
    shown = {one["id"]: one for one in pieces(wall.screen["scene"])}
    assert not {"moves", "try", "point", "rule"} & {key for one in shown.values() for key in one}
    assert "pile:diamonds" in shown and not any("sign" in one for one in shown.values())
    pupil.send("step", id="walk.pass")
    pupil.send("point", piece="pile:hearts")
    teacher.send("show-answer")
    school.ring()
    shown = {one["id"]: one for one in pieces(wall.screen["scene"])}
    assert [name for name, one in shown.items() if one.get("sign") == "right"] == ["pile:diamonds"]
    bars = [(bar["text"], bar["count"], bar["right"]) for bar in wall.screen["predict"]["bars"]]
    assert bars == [("The hearts deck", 1, False), ("The diamonds deck", 0, True)], "nobody said so"


@pytest.mark.parametrize("name", drawn())
def test_every_question_of_a_course_has_its_table(name: str) -> None:
    game = load(name)
    for step in (step for chapter in game.teaching.chapters for step in chapter.steps if step.predict):
        scene = asked_table(name, step.id, shown=True)
        assert scene and not {"point", "moves", "try", "rule"} & {key for one in pieces(scene) for key in one}
        right = [one["id"] for one in pieces(scene) if one.get("sign") == "right"]
        assert sorted(right) == sorted(right_by_name(name, step.id)) or not step.predict.piece, step.id


def test_who_has_foreseen_and_waits_is_refused_nothing_that_counts(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    teacher.send("foresee", step="walk.pass")
    school.ring()
    pupil.send("step", id="walk.pass")
    pile = next(one["id"] for one in _pieces(pupil) if one["id"].startswith("pile:dia"))
    pupil.send("point", piece=pile)
    assert "lets the class continue" in pupil.send("point", piece=pile)["why"]["text"], "once more, while they wait"
    school.ring()
    assert "turn.land" not in json.dumps(files(teacher))


def test_whoever_only_answered_or_played_is_in_the_file(school: School) -> None:
    teacher = school.teacher()
    answers, plays, _ = school.pupil(teacher), school.pupil(teacher, chapter=None), school.pupil(teacher, chapter=None)
    teacher.send("foresee", step="walk.pass")
    school.ring()
    answers.send("step", id="walk.pass")
    answers.send("point", piece=next(piece["id"] for piece in _pieces(answers) if piece["id"].startswith("pile:hea")))
    school.ring()
    teacher.send("call-off")
    school.ring()
    plays.send("start")
    plays.send("move", move=list(room_of(plays).session.moves(0)[0]))
    school.ring()
    rows = list(csv.DictReader(io.StringIO(files(teacher)["pupils.csv"].removeprefix("\ufeff"))))
    found = sorted((one["game"], one["questions answered"]) for one in rows)
    assert found == [("", "0"), ("The Royal Ascension", "0"), ("The Royal Ascension", "1")]


def test_a_lesson_that_was_left_holds_nobody_back(school: School) -> None:
    """Only a game does, in the middle of a move: a step of a lesson is soon taken again."""
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    pupil.send("step", id="walk.exact")
    room = room_of(pupil)
    assert room.viewer in room.session.asked
    pace = room.game.pace
    room.game = _With(room.game, pace=_With(pace, resolving=lambda state: True))
    teacher.send("foresee", step="walk.pass")
    school.ring()
    assert pupil.shown["goto"]["step"] == "walk.pass"
    school.ring()
    assert not teacher.screen["late"]
    assert teacher.screen["unanswered"] == [pupil.shown["name"]]


class _With:
    """An object like another, except for what it is given."""

    def __init__(self, like: Any, **given: Any) -> None:
        self._like, self._given = like, given

    def __getattr__(self, name: str) -> Any:
        return self._given[name] if name in self._given else getattr(self._like, name)


def test_what_the_class_thinks_waits_for_all_or_for_the_teachers_word(school: School) -> None:
    teacher = school.teacher()
    wall = school.teacher(link={"teach": teacher.screen["wall"]})
    one, other = school.pupil(teacher), school.pupil(teacher)
    teacher.send("foresee", step="walk.pass")
    school.ring()
    assert sorted(teacher.screen["unanswered"]) == sorted([one.shown["name"], other.shown["name"]])
    one.send("step", id="walk.pass")
    one.send("point", piece=next(piece["id"] for piece in _pieces(one) if piece["id"].startswith("pile:dia")))
    school.ring()
    assert teacher.screen["unanswered"] == [other.shown["name"]], "who has not answered"
    assert teacher.screen["predict"]["bars"] and teacher.screen["predict"]["on_the_wall"] is False
    assert wall.screen["predict"]["bars"] is None and wall.screen["predict"]["answered"] == 1
    assert wall.screen["predict"]["ask"] == "Which deck will you draw from?", "nobody clicks on a wall"
    assert not one.shown["covers_all"], "the table that they talk about is in sight"
    assert "Use the teacher's window" in wall.send("show-tally")["problem"]
    assert teacher.send("show-tally")["predict"]["on_the_wall"]
    school.ring()
    assert wall.screen["predict"]["bars"] and not wall.screen["predict"]["shown"]


def test_nobody_skips_the_question_of_the_class(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    teacher.send("foresee", step="walk.pass")
    school.ring()
    pupil.send("step", id="walk.pass")
    assert "Your teacher wants your answer" in pupil.send("step", id="walk.exact")["why"]["text"]
    assert room_of(pupil).learning == "walk.pass"
    pupil.send("point", piece=next(one["id"] for one in _pieces(pupil) if one["id"].startswith("pile:dia")))
    pupil.send("step", id="walk.exact")
    assert room_of(pupil).learning == "walk.exact"


def _pieces(page: Visitor) -> list[dict[str, Any]]:
    from widgets.scene import pieces

    return pieces(page.screen["scene"])


def test_whoever_has_seen_the_answer_is_not_asked_again(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher, "deck_goes_west", "work")
    pupil.send("step", id="work.dice")
    pupil.send("answer", choice="8")
    solve(pupil)
    pupil.send("retry")
    pupil.send("answer", choice="24")
    kept = pupil.desk.attendance._classes.predicted(teacher.desk._id)
    assert kept == [("deck_goes_west/work.dice", '["8", "8"]', 1)]
    teacher.send("choose-game", game="deck_goes_west")
    asked = teacher.send("foresee", step="work.dice")["predict"]
    assert [(bar["text"], bar["count"]) for bar in asked["bars"]] == [("4", 0), ("8", 1), ("24", 0)]
    shown = teacher.send("show-answer")["predict"]
    assert [bar["right"] for bar in shown["bars"]] == [False, True, False]
    assert "this step has no question" in teacher.send("foresee", step="work.hunt")["problem"]


# -- plans -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", house_plans())
def test_a_plan_is_walked_through_part_by_part(school: School, name: str) -> None:
    plan = house_plans()[name]
    teacher = school.teacher(plan=name)
    pupils = [school.pupil(teacher, plan.game, None) for _ in range(3)]
    school.ring()
    assert teacher.screen["plan"]["of"] == 45 and not teacher.screen["plan"]["begun"]
    for number, part in enumerate(plan.parts):
        screen = teacher.send("part", number=number)
        assert not screen["problem"], part
        assert [one["now"] for one in screen["plan"]["parts"]].index(True) == number
        assert screen["plan"]["fits"]
        school.ring()
        goto = pupils[0].shown["goto"]
        assert goto.get("step") == (part.steps[0] if part.steps else None)
        assert (goto.get("slot") == "play") == (part.do in ("table", "look"))


def test_what_is_ordered_by_hand_is_not_the_plans(school: School) -> None:
    teacher = school.teacher(plan="the_north_45")
    screen = teacher.send("part", number=1)
    assert screen["plan"]["fits"]
    assert not any(part["done"] for part in screen["plan"]["parts"]), "the first part was left out, and not done"
    assert not teacher.send("step", step="goal.hand")["plan"]["fits"]


def test_a_plan_of_ones_own_is_read_or_refused_with_a_sentence(school: School) -> None:
    teacher = school.visit(lambda: __import__("widgets.app").app.classroom(), "class")
    text = 'title = "Mine"\ngame = "the_north"\n[[parts]]\nminutes = 5\ndo = "learn"\nsteps = ["machines.play"]\n'
    assert "did you mean 'learn'" in teacher.send("own-plan", text=text.replace("learn", "lern"))["problem"]
    broken = text.replace("learn", "lern") + '[[parts]]\nminutes = "five"\ndo = "learn"\nsteps = ["machines.pay"]\n'
    faults = teacher.send("own-plan", text=broken)["problem"].splitlines()
    assert [fault.split(": ")[1] for fault in faults] == ["plan parts 2 minutes", "part 1", "part 2"], "all at once"
    assert teacher.send("own-plan", text=text)["own"]["title"] == "Mine"
    assert teacher.send("open-class", plan="own")["plan"]["title"] == "Mine"
    assert teacher.screen["game_name"] == "the_north"


@pytest.mark.parametrize("name", house_plans())
def test_a_plan_is_taken_home_changed_and_brought_back(school: School, name: str) -> None:
    teacher = school.teacher(plan=name)
    before = len(teacher.traffic)
    teacher.send("plan-file")
    sent = [json.loads(one).get("content", {}) for one in teacher.traffic[before:]]
    (text,) = (one["text"] for one in sent if "file" in one)
    assert plan_of(text) == house_plans()[name]
    teacher.send("part", number=0)
    changed = text.replace(house_plans()[name].title, "Mine, “quoted” \\u00e4")
    plan = teacher.send("own-plan", text=changed)["plan"]
    assert plan["title"] == "Mine, “quoted” ä" and not plan["begun"] and not any(part["done"] for part in plan["parts"])


# -- the end -----------------------------------------------------------------------------------------------------------


def files(teacher: Visitor) -> dict[str, str]:
    found = {}
    for what in ("pupils", "class"):
        before = len(teacher.traffic)
        teacher.send("file", what=what)
        for message in map(json.loads, teacher.traffic[before:]):
            content = message.get("content", {})
            if "file" in content:
                found[content["file"]] = content["text"]
    return found


def test_the_files_have_counts_and_nothing_personal(school: School) -> None:
    teacher = school.teacher()
    pupils = [school.pupil(teacher) for _ in range(3)]
    solve(pupils[0])
    pupils[1].send("step", id="walk.exact")
    rule = refuse(pupils[1], 2)
    pupils[1].send("step", id="walk.first")
    dimmed = [part for part in pupils[1].screen["scene"] if part.get("dimmed")]
    pupils[1].send("point", piece=next(one["id"] for part in dimmed for one in pieces([part])))
    school.ring()
    found = files(teacher)
    rows = list(csv.DictReader(io.StringIO(found["pupils.csv"].removeprefix("\ufeff"))))
    assert sorted(int(one["steps done"]) for one in rows) == [0, 0, 1]
    assert [one["pupil"] for one in rows] == ["1", "2", "3"]
    assert sorted((one["refused by a rule"], one["outside the task"]) for one in rows) == [
        ("0", "0"),
        ("0", "0"),
        ("2", "1"),
    ]
    assert sorted(one["game"] for one in rows) == ["", *["The Royal Ascension"] * 2], "the third has done nothing"
    title = load("royal_ascension").rulebook[rule].title
    refused = ["rule refused", "The Royal Ascension", title, "", "", "", "2"]
    assert refused in list(csv.reader(io.StringIO(found["class.csv"])))
    text = json.dumps(found)
    for pupil in pupils:
        secrets = (*pupil.shown["name"].split(), pupil.ticket[4:], row(teacher, pupil)["id"])
        assert not [one for one in secrets if one in text]


def test_the_file_says_which_answers_were_right(school: School) -> None:
    """Also the one that nobody gave, by what pupils' pages call it."""
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    pupil.send("step", id="walk.pass")
    pupil.send("point", piece="pile:hearts")
    school.ring()
    start = ["answer", "The Royal Ascension", "Walking past", "Which deck will you draw from?"]
    rows = list(csv.reader(io.StringIO(files(teacher)["class.csv"])))[1:]
    assert rows == [[*start, "The hearts deck", "no", "1"], [*start, "The diamonds deck", "yes", "0"]]


def test_nothing_personal_is_kept_even_if_somebody_types_it(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher, chapter=None)
    assert "You can't use a name" in pupil.send("call", chair=0, name="Wilhelmina")["why"]["text"]
    pupil.send("start", dealt=True)
    link = pupil.send("invite")["drawer"]["share"]["link"].partition("#play=")[2]
    friend = school.open(school.join(teacher).ticket, chapter=None, play=link)
    friend.send("sit-down", chair=1, name="Wilhelmina")
    pupil.send("type", text="Wilhelmina")
    pupil.send("search", text="Wilhelmina")
    school.ring()
    assert friend.screen["viewer"] == 1 and room_of(friend).seats[1].name == friend.shown["name"]
    kept = everything(teacher)
    assert "Wilhelmina" not in kept and "tables.example" not in kept and "127.0.0.1" not in kept
    assert pupil.ticket[4:] not in kept


def test_a_class_that_is_deleted_while_pupils_are_in_it(school: School) -> None:
    teacher = school.teacher()
    pupils = [school.pupil(teacher, chapter=None) for _ in range(3)]
    school.ring()
    teacher.send("form", size=3)
    lone = school.pupil(teacher)
    school.ring()
    ticket = pupils[0].screen["keep"]["play"]
    assert "haven't confirmed" in teacher.send("end", sure=False)["problem"]
    screen = teacher.send("end", sure=True)
    assert screen["stage"] == "new" and "All its data is deleted" in screen["said"] and screen["keep"] == {"teach": ""}
    school.ring()
    for pupil in (*pupils, lone):
        assert "is over" in pupil.shown["gone"]
    for pupil in pupils:
        assert "no longer kept" in pupil.screen["now"]["text"]
        pupil.send("start", dealt=True)
        assert room_of(pupil).session.length and not pupil.screen["why"], "a new game begins as ever"
        assert CODE_PREFIX in pupil.screen["keep"]["play"], "and it is theirs alone"
    solve(lone)
    left = json.loads(everything(teacher))
    of_nobody = ("guesses", "clock")
    assert [rows for name, rows in zip(schema.NAMES, left, strict=True) if rows and name not in of_nobody] == []
    assert "replaced or expired" in school.open("", chapter=None, play=ticket).screen["now"]["text"]


def test_a_deleted_class_is_gone_from_the_teachers_other_window(school: School) -> None:
    teacher = school.teacher()
    other = school.teacher(link={"teach": teacher.screen["keep"]["teach"]})
    teacher.send("end", sure=True)
    school.ring()
    assert other.screen["stage"] == "new" and "is over" in other.screen["problem"]
    assert "Open a class first" in other.send("pause", on=True)["problem"]


@pytest.mark.parametrize(
    "message",
    [
        {"do": "form", "size": 9},
        {"do": "form", "size": 2, "who": "friends"},
        {"do": "step", "step": "walk.nowhere"},
        {"do": "part", "number": 3},
        {"do": "host", "table": "x"},
        {"do": "look-at", "code": "CDFHJKM"},
        {"do": "look-at-group", "table": "x"},
        {"do": "dismiss", "pupil": "x"},
        {"do": "choose-game", "game": "chess"},
        {"do": "show-answer"},
        {"do": "open-class", "game": "royal_ascension"},
        {"do": "file", "what": "/etc/passwd"},
        {"do": "own-plan", "text": "\x00"},
        {"do": "nothing"},
    ],
    ids=lambda message: str(message["do"]),
)
def test_what_no_page_of_ours_sends_is_a_sentence(school: School, message: dict[str, Any]) -> None:
    teacher = school.teacher()
    version = teacher.desk._orders.version
    assert teacher.raw(message)["problem"]
    assert teacher.desk._orders.version == version, "and changes nothing"


def test_house_plans_are_files_that_can_be_passed_on() -> None:
    folder = Path(__file__).parents[2] / "widgets" / "plans"
    assert {path.stem for path in folder.glob("*.toml")} == set(house_plans())
    assert {plan.game for plan in house_plans().values()} == set(drawn())
    assert all(plan.minutes == 45 for plan in house_plans().values())

"""Where the pupils of a class are, how they go on together, and how they come back to it."""

from __future__ import annotations

from typing import Any

import pytest
from page import room_of
from school import School, Visitor
from test_classroom import row, solve

from widgets import app, overview
from widgets.classroom import OPENING
from widgets.obedience import FORESEEN, FORESEEN_BEFORE
from widgets.plan import file_name, house_plans, plan_of, written
from widgets.task import TOGETHER

TABLE = "alone at a table of The Royal Ascension"
TOGETHER_AT = "at a table of The Royal Ascension with others"


@pytest.fixture
def school(tmp_path, monkeypatch) -> School:
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))
    return School(monkeypatch)


def where(school: School, teacher: Visitor, pupil: Visitor) -> str:
    """Where the teacher reads that somebody is, once pages have heard of an order and reported."""
    school.ring()
    school.ring()
    return str(row(teacher, pupil)["where"])


# -- where they are ----------------------------------------------------------------------------------------------------


def test_what_a_page_does_by_itself_moves_nobody(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher, chapter=None)
    teacher.send("deal", seed=11)
    assert where(school, teacher, pupil) == TABLE
    lesson = school.pupil(teacher)
    attendance = pupil.desk.attendance
    attendance.noticed(lesson.desk, by_hand=False)
    assert where(school, teacher, pupil) == TABLE, "a lesson further up the page has only thought of something"
    attendance._shown_first = lesson.desk
    attendance.noticed(lesson.desk, by_hand=False)
    assert where(school, teacher, pupil) == TABLE, "it has only come onto the page"


def test_a_chapter_that_is_opened_later_is_a_place(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher, chapter=None)
    teacher.send("deal", seed=11)
    assert where(school, teacher, pupil) == TABLE
    attendance, lesson = pupil.desk.attendance, school.pupil(teacher)
    attendance._opened -= OPENING + 1
    attendance._shown_first = lesson.desk
    attendance.noticed(lesson.desk, by_hand=False)
    attendance.report()
    assert attendance._state["step"] == room_of(lesson).learning


def test_a_window_in_which_nothing_was_learned_reports_too(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    pupil.send("step", id="walk.exact")
    solve(pupil)
    assert where(school, teacher, pupil) != TABLE
    other = school.open(pupil.ticket, chapter=None)
    other.send("start", dealt=True)
    assert where(school, teacher, other) == TABLE
    assert "walk.exact" in other.desk.attendance._state["learn"]["royal_ascension"], "what was learned stays"


def test_whoever_goes_to_the_first_page_is_at_the_door(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    assert where(school, teacher, pupil) not in ("at the door", TABLE)
    door = school.door({"class": pupil.ticket})
    assert where(school, teacher, pupil) == "at the door"
    assert door.screen["school"]["name"] == pupil.shown["name"]


def test_whoever_sits_is_there_when_others_are_seated_or_look(school: School, monkeypatch) -> None:
    teacher = school.teacher()
    pupils = [school.pupil(teacher, chapter=None) for _ in range(2)]
    school.ring()
    teacher.send("form", size=2)
    school.ring()
    rooms = [room_of(pupil) for pupil in pupils]
    monkeypatch.setattr(type(pupils[0].desk.attendance), "_busy", property(lambda self: True))
    late = school.pupil(teacher, chapter=None)
    school.ring()
    teacher.send("form", size=2, who="free")
    school.ring()
    school.ring()
    assert pupils[0].shown["name"] not in teacher.screen["late"] and late.shown["name"] in teacher.screen["late"]
    teacher.send("look-at-group", table=rooms[0].followed.place.table)
    school.ring()
    school.ring()
    assert teacher.screen["late"] == [late.shown["name"]]
    assert [room_of(pupil) for pupil in pupils] == rooms, "they play on"
    assert {where(school, teacher, pupil).removesuffix(", for whom they wait") for pupil in pupils} == {TOGETHER_AT}
    assert not teacher.send("bring")["problem"]
    school.ring()
    school.ring()
    assert teacher.screen["late"] == [], "who is in the middle of a move is brought all the same"
    monkeypatch.undo()


def test_a_page_that_comes_into_a_class_gets_one_screen(school: School) -> None:
    """A page acts on the first table that it gets: one that is out of date by then would be refused."""
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    teacher.send("step", step="walk.exact")
    school.ring()
    sent: list[str] = []

    def make() -> Any:
        view = app.learn("royal_ascension", "walking")
        view.observe(lambda change: sent.append(change.new["kind"]), "screen")
        return view

    again = school.visit(make, "royal_ascension", {"class": pupil.ticket})
    assert sent == ["table"] and again.shown["goto"]["step"] == "walk.exact"


# -- how they go on ----------------------------------------------------------------------------------------------------

PLAN = """
title = "Three steps"
game = "royal_ascension"
[[parts]]
minutes = 5
do = "learn"
steps = ["walk.exact", "walk.pass"]
"""


def test_the_steps_of_a_part_follow_each_other_and_end(school: School) -> None:
    teacher = school.teacher(link={})
    teacher.send("own-plan", text=PLAN)
    teacher.send("open-class", plan="own")
    pupil = school.pupil(teacher)
    assert "Your teacher begins in a moment" in pupil.shown["order"]["text"]
    teacher.send("part", number=0)
    school.ring()
    assert pupil.shown["goto"]["step"] == "walk.exact" and pupil.shown["order"] is None
    onward = pupil.send("step", id="walk.exact")["task"]["onward"]
    assert onward["do"] == {"do": "step", "id": "walk.pass"}
    assert pupil.send("step", id="walk.pass")["task"]["onward"] == {"kind": "wait", "text": TOGETHER, "do": None}
    assert pupil.send("step", id="walk.first")["task"]["onward"]["do"], "elsewhere everybody goes on as they like"
    pupil.send("step", id="walk.pass")
    teacher.send("call-off")
    school.ring()
    assert pupil.screen["task"]["onward"]["do"], "and here too, once the class is free"


def test_a_part_goes_on_where_somebody_is(school: School) -> None:
    teacher = school.teacher(link={})
    teacher.send("own-plan", text=PLAN)
    teacher.send("open-class", plan="own")
    pupil = school.pupil(teacher)
    pupil.send("step", id="walk.exact")
    solve(pupil)
    school.ring()
    teacher.send("part", number=0)
    school.ring()
    assert pupil.shown["goto"]["step"] == "walk.pass"


# -- how they come back ------------------------------------------------------------------------------------------------


def test_whoever_strays_comes_back_to_the_step(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    assert not pupil.shown["back"], "there is nowhere to come back to"
    assert "nowhere else" in pupil.send("back-to-class")["why"]["text"]
    teacher.send("step", step="walk.exact")
    school.ring()
    led = pupil.shown["goto"]
    pupil.send("step", id="walk.first")
    assert pupil.shown["back"]
    pupil.send("back-to-class")
    assert pupil.shown["goto"] == {**led, "way": led["way"] + 1}
    elsewhere = school.open(pupil.ticket, "the_north", "machines")
    elsewhere.send("back-to-class")
    assert elsewhere.shown["goto"]["page"] == "royal_ascension.ipynb"


def test_whoever_comes_back_to_their_table_finds_it_as_it_was(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher, chapter=None)
    teacher.send("deal", seed=11)
    school.ring()
    room = room_of(pupil)
    pupil.send("back-to-class")
    assert room_of(pupil) is room and pupil.shown["goto"]["slot"] == "play"


def test_a_window_that_was_closed_is_found_again_on_the_first_page(school: School) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    door = school.door({"was": pupil.ticket})
    assert door.shown == {} and door.screen["school"]["name"] == pupil.shown["name"]
    assert door.send("back-to-class")["go"].startswith(f"royal_ascension.ipynb#class={pupil.ticket}")
    assert door.ticket == pupil.ticket
    teacher.send("end", sure=True)
    late = school.door({"was": pupil.ticket})
    assert late.screen["school"] is None and "over" in late.send("back-to-class")["problem"]
    assert school.door().screen["school"] is None


def test_an_answer_from_before_is_called_so(school: School) -> None:
    teacher = school.teacher("deck_goes_west")
    early, other = (school.pupil(teacher, "deck_goes_west", "work") for _ in range(2))
    early.send("step", id="work.dice")
    early.send("answer", choice="24")
    teacher.send("foresee", step="work.dice")
    school.ring()
    assert early.shown["cover"] == FORESEEN_BEFORE and other.shown["cover"] == ""
    other.send("step", id="work.dice")
    other.send("answer", choice="8")
    assert other.shown["cover"] == FORESEEN


# -- their tables ------------------------------------------------------------------------------------------------------


def test_whoever_waits_is_not_stuck_and_whoever_is_waited_for_is(school: School, monkeypatch) -> None:
    teacher = school.teacher()
    pupils = [school.pupil(teacher, chapter=None) for _ in range(2)]
    school.ring()
    teacher.send("form", size=2)
    school.ring()
    school.ring()
    for _ in range(20):
        if movers := [pupil for pupil in pupils if pupil.screen.get("next")]:
            movers[0].send("go-on", all=True)
            school.ring()
    asked = [pupil for pupil in pupils if room_of(pupil).viewer in room_of(pupil).session.asked]
    waiting = [pupil for pupil in pupils if pupil not in asked]
    assert len(asked) == len(waiting) == 1
    monkeypatch.setattr(overview, "minutes_since", lambda then, now: int((now - then) // 60) + 5)
    school.ring()
    assert row(teacher, asked[0])["stuck"] == "others wait for them, 5 min"
    assert row(teacher, waiting[0])["stuck"] == ""


def test_another_table_of_the_page_makes_nobody_alone(school: School) -> None:
    teacher = school.teacher()
    pupils = [school.pupil(teacher, chapter=None) for _ in range(2)]
    school.ring()
    teacher.send("form", size=2)
    school.ring()
    own = school.pupil(teacher, chapter=None)
    pupils[0].desk.attendance.noticed(own.desk, by_hand=False)
    assert where(school, teacher, pupils[0]).startswith(TOGETHER_AT)


def test_nobody_is_said_to_sit_with_others_who_does_not(school: School) -> None:
    teacher = school.teacher()
    pupils = [school.pupil(teacher, chapter=None) for _ in range(2)]
    school.ring()
    teacher.send("form", size=2)
    school.ring()
    assert where(school, teacher, pupils[1]).startswith(TOGETHER_AT)
    pupils[0].send("leave-class")
    school.ring()
    school.ring()
    pupils[1].send("close")
    assert where(school, teacher, pupils[1]) == TABLE, "a bot has the other chair"


def test_a_new_window_does_not_stay_at_the_table_of_the_old_one(school: School) -> None:
    """The class remembers that somebody sat with others; the page that they have opened since knows better."""
    teacher = school.teacher()
    pupil = school.pupil(teacher, chapter=None)
    pupil.send("start", dealt=True)
    attendance = pupil.desk.attendance
    attendance._state |= {"turn": "others", "at_table": "the one before"}
    for key in ("turn", "at_table"):
        attendance._own.pop(key, None)
    pupil.send("close")
    assert attendance._own["turn"] == "" and where(school, teacher, pupil) == TABLE


def test_a_newcomer_takes_the_chair_of_a_bot_rather_than_sit_alone(school: School) -> None:
    teacher = school.teacher()
    pupils = [school.pupil(teacher, chapter=None) for _ in range(2)]
    school.ring()
    teacher.send("form", size=2)
    school.ring()
    pupils[0].send("leave-class")
    late = school.pupil(teacher, chapter=None)
    school.ring()
    assert not teacher.send("form", size=2, who="free")["problem"]
    school.ring()
    tables = [room_of(pupil).followed.place.table for pupil in (pupils[1], late)]
    assert tables[0] == tables[1] and len(teacher.screen["groups"]) == 1
    assert sorted(teacher.screen["groups"][0]["names"]) == sorted([pupils[1].shown["name"], late.shown["name"]])
    school.ring()
    names = [chair.name for chair in room_of(pupils[1]).seats]
    assert late.shown["name"] in names, "and is seen there"


def test_a_class_comes_back_to_its_tables(school: School) -> None:
    teacher = school.teacher()
    pupils = [school.pupil(teacher, chapter=None) for _ in range(2)]
    assert "Nobody sits" in teacher.send("reseat")["problem"]
    school.ring()
    teacher.send("form", size=2)
    school.ring()
    rooms = [room_of(pupil) for pupil in pupils]
    teacher.send("step", step="walk.exact")
    school.ring()
    teacher.send("reseat")
    school.ring()
    assert [room_of(pupil) for pupil in pupils] == rooms
    assert all(pupil.shown["goto"]["slot"] == "play" for pupil in pupils)


def test_the_file_of_a_plan_says_what_can_stand_in_it(school: School) -> None:
    plan = house_plans()["deck_goes_west_45"]
    text = written(plan)
    assert plan_of(text) == plan and '"work.dice" ?' in text and file_name(plan) == "deck_goes_west_in_45_minutes"

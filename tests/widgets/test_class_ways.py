"""Where the pupils of a class are, how they go on together, and how they come back to it."""

from __future__ import annotations

from typing import Any

import pytest
from page import Page, room_of
from school import School, Visitor
from test_classroom import row, solve

from tabletop_kernel import load
from tabletop_kernel.contract.lessons import find_step
from widgets import app, overview
from widgets import teacher as teacher_page
from widgets.asked_table import right_by_name
from widgets.classroom import OPENING
from widgets.messages import by_hand
from widgets.obedience import FORESEEN, FORESEEN_BEFORE
from widgets.plan import file_name, house_plans, plan_of, written
from widgets.shared import store as stores
from widgets.task import TOGETHER

TABLE = "playing The Royal Ascension alone"
TOGETHER_AT = "playing The Royal Ascension with others"
LOOKING = "watching The Royal Ascension"


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
    assert where(school, teacher, pupil) not in ("on the first page", TABLE)
    door = school.door({"class": pupil.ticket})
    assert where(school, teacher, pupil) == "on the first page"
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
    assert {where(school, teacher, pupil).removesuffix(", waiting for them") for pupil in pupils} == {TOGETHER_AT}
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
    assert "Your teacher will begin in a moment" in pupil.shown["order"]["text"]
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
    assert "no step or table for you" in pupil.send("back-to-class")["why"]["text"]
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
    assert row(teacher, asked[0])["stuck"] == "others have waited 5 min"
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
    pupil.send("open", drawer="rules")
    assert attendance._own["turn"] == "" and where(school, teacher, pupil) == TABLE


def at_tables(school: School, count: int = 4) -> tuple[Visitor, list[Visitor]]:
    """A teacher, and pupils who sit at tables in pairs."""
    teacher = school.teacher()
    pupils = [school.pupil(teacher, chapter=None) for _ in range(count)]
    school.ring()
    teacher.send("form", size=2)
    school.ring()
    school.ring()
    return teacher, pupils


def all_look(school: School, teacher: Visitor) -> None:
    teacher.send("look-at-group", table=teacher.screen["groups"][0]["table"])
    school.ring()
    school.ring()


def test_a_table_that_is_scrolled_to_says_nothing_about_who_looks_at_another(school: School) -> None:
    teacher, pupils = at_tables(school)
    all_look(school, teacher)
    watcher = next(pupil for pupil in pupils if room_of(pupil).viewer is None)
    attendance, solo = watcher.desk.attendance, school.visit(lambda: app.play("royal_ascension"), "royal_ascension")
    attendance._opened -= OPENING + 1
    attendance._shown_first = solo.desk
    attendance.noticed(solo.desk, by_hand=False)
    assert where(school, teacher, watcher) == LOOKING


@pytest.mark.parametrize("done", ["close", "project"])
def test_what_a_page_says_when_it_is_led_elsewhere_moves_nobody(school: School, done: str) -> None:
    """A chapter whose rulebook is open closes it when the page goes to a table."""
    teacher = school.teacher()
    pupil = school.pupil(teacher, chapter=None)
    lesson = school.visit(lambda: app.learn("royal_ascension", "walking"), "royal_ascension")
    teacher.send("deal", seed=11)
    assert where(school, teacher, pupil) == TABLE
    pupil.desk.attendance.noticed(lesson.desk, by_hand({"do": done}))
    assert where(school, teacher, pupil) == TABLE


def test_nobody_looks_on_once_it_is_called_off(school: School) -> None:
    teacher, pupils = at_tables(school)
    all_look(school, teacher)
    assert sum(where(school, teacher, pupil) == LOOKING for pupil in pupils) == 2
    teacher.send("call-off")
    assert all(where(school, teacher, pupil).startswith(TOGETHER_AT) for pupil in pupils)


def test_whoever_reloads_the_page_still_sits_at_their_table(school: School) -> None:
    """The page shows other tables first: theirs is laid as its link has kept it, before anything is ordered there."""
    teacher, pupils = at_tables(school, 2)
    room = room_of(pupils[0])
    table, seat = room.followed.place.table, room.viewer
    link = {"class": pupils[0].ticket, **pupils[0].screen["keep"]}
    all_look(school, teacher)
    made: list[Any] = []

    def page() -> Any:
        top = app.play("royal_ascension", first=True, slot="first")
        made.append(app.play("royal_ascension"))
        return top

    top = school.visit(page, "royal_ascension", link)
    own = Page(made[0], greet=False)
    own.send("hello", link=link)
    assert (room_of(own).followed.place.table, room_of(own).viewer) == (table, seat)
    assert where(school, teacher, top).startswith(TOGETHER_AT)
    teacher.send("show-table")
    school.ring()
    assert room_of(own).viewer is None
    teacher.send("call-off")
    school.ring()
    assert (room_of(own).followed.place.table, room_of(own).viewer) == (table, seat)


# -- who has finished --------------------------------------------------------------------------------------------------


def much_later(monkeypatch: Any) -> None:
    monkeypatch.setattr(overview, "minutes_since", lambda then, now: int((now - then) // 60) + 5)


def test_whoever_has_done_all_that_is_wanted_is_not_stuck(school: School, monkeypatch) -> None:
    teacher = school.teacher()
    teacher.send("own-plan", text=PLAN)
    pupil = school.pupil(teacher)
    teacher.send("part", number=0)
    school.ring()
    much_later(monkeypatch)
    for step in ("walk.exact", "walk.pass"):
        pupil.send("step", id=step)
        school.ring()
        school.ring()
        assert "no progress" in row(teacher, pupil)["stuck"]
        foresee(pupil)
        solve(pupil)
    school.ring()
    school.ring()
    assert row(teacher, pupil)["stuck"] == "" and row(teacher, pupil)["where"].endswith(", done")
    pupil.send("step", id="walk.gold")
    school.ring()
    school.ring()
    assert "no progress" in row(teacher, pupil)["stuck"], "they do another step, and get no further"


def foresee(page: Visitor) -> None:
    """Say what will happen, where it is asked."""
    step = room_of(page).lesson.step
    for answer in list(right_by_name("royal_ascension", step.id))[:1]:
        page.send("point", piece=answer)


def test_whoever_waits_for_a_step_that_is_left_is_stuck(school: School, monkeypatch) -> None:
    teacher = school.teacher()
    teacher.send("own-plan", text=PLAN)
    pupil = school.pupil(teacher)
    teacher.send("part", number=0)
    school.ring()
    solve(pupil)
    much_later(monkeypatch)
    school.ring()
    school.ring()
    assert "no progress" in row(teacher, pupil)["stuck"]


def test_whose_game_is_over_nobody_waits_for(school: School, monkeypatch) -> None:
    teacher = school.teacher()
    pupil = school.pupil(teacher, chapter=None)
    pupil.send("start", dealt=True)
    monkeypatch.setattr(type(room_of(pupil)), "is_over", property(lambda self: True))
    pupil.send("open", drawer="rules")
    much_later(monkeypatch)
    school.ring()
    school.ring()
    assert row(teacher, pupil)["stuck"] == "" and "at a finished game" in row(teacher, pupil)["where"]


def test_minutes_count_from_when_the_class_goes_on(school: School, monkeypatch) -> None:
    """Nobody gets anywhere while all screens are covered, or while the class looks at one table."""
    teacher = school.teacher()
    pupil = school.pupil(teacher)
    now = stores.time.time()
    monkeypatch.setattr(teacher_page.time, "time", lambda: now)
    for rest, go_on in ((("pause", {"on": True}), ("pause", {"on": False})), (("show-table", {}), ("call-off", {}))):
        school.ring()
        teacher.send(rest[0], **rest[1])
        now += 600
        teacher.store.arrive(teacher.desk._id, row(teacher, pupil)["id"], 0, 3600.0)
        teacher.send(go_on[0], **go_on[1])
        assert not row(teacher, pupil)["away"] and row(teacher, pupil)["stuck"] == ""
        now += 300
        teacher.store.arrive(teacher.desk._id, row(teacher, pupil)["id"], 0, 3600.0)
        teacher.send("choose-chapter", chapter="")
        assert row(teacher, pupil)["stuck"] == "no progress for 5 min"


# -- what the teacher's page says --------------------------------------------------------------------------------------


def test_the_teacher_sees_at_once_what_a_press_has_changed(school: School, monkeypatch) -> None:
    teacher, pupils = at_tables(school)
    busy = pupils[0].desk.attendance
    monkeypatch.setattr(type(busy), "_busy", property(lambda self: True))
    first, second = (group["table"] for group in teacher.screen["groups"])
    for table in (first, second):
        screen = teacher.send("look-at-group", table=table)
        assert [group["looked_at"] for group in screen["groups"]] == [table == first, table == second]
        assert screen["late"] and not screen["brought"] and screen["follows"]
    assert teacher.send("bring")["brought"]
    screen = teacher.send("call-off")
    assert screen["free"] and not screen["brought"] and not any(group["looked_at"] for group in screen["groups"])


def test_whether_pupils_follow_at_once_is_said_of_the_order_that_was_given(school: School) -> None:
    teacher = school.teacher()
    school.pupil(teacher)
    teacher.send("at-once", on=False)
    assert not teacher.send("step", step="walk.exact")["follows"]
    assert not teacher.send("at-once", on=True)["follows"], "the next order is followed at once"


def test_a_part_of_the_plan_that_is_called_off_is_not_what_the_class_does(school: School) -> None:
    teacher = school.teacher()
    teacher.send("own-plan", text=PLAN)
    assert teacher.send("part", number=0)["plan"]["fits"]
    assert not teacher.send("call-off")["plan"]["fits"]


def test_a_class_that_was_ended_is_not_open_any_more(school: School) -> None:
    """Whoever came back to a class by what the browser remembers is not offered to go back to it."""
    teacher = school.teacher()
    again = school.teacher(link={"taught": teacher.screen["keep"]["teach"]})
    assert again.screen["back"]
    again.send("come-back")
    screen = again.send("end", sure=True)
    assert screen["stage"] == "new" and screen["back"] == "" and "over" in screen["said"]


def test_a_class_is_read_the_task_that_a_question_speaks_of(school: School) -> None:
    teacher = school.teacher("deck_goes_west")
    school.pupil(teacher, "deck_goes_west", "west")
    for named, step in ((False, "west.stop"), (True, "west.around")):
        asked = teacher.send("foresee", step=step)["predict"]
        assert asked["task"] == find_step(load("deck_goes_west").teaching.chapters, step).task
        assert asked["names_question"] is named and not asked["first"]
    asked = teacher.send("foresee", step="table.card")["predict"]
    assert asked["first"] == "Which ability moves him?", "the question is about that one"


# -- more of their tables ----------------------------------------------------------------------------------------------


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
    assert "No pupil has a seat" in teacher.send("reseat")["problem"]
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

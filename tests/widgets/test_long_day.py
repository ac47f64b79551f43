"""Pages that are open for a day: nothing grows, who is there stays right, and a class is gone after its day."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest
from page import room_of
from school import School, Visitor

from widgets import app, classroom, teacher
from widgets.shared import following, schema
from widgets.shared.classes import DAY

HOUR = 3600.0
TICKS = 10  # in each hour, by every page; then its machine sleeps until the next


class Clock:
    """The time that everything here goes by."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_800_000_000.0
        monkeypatch.setattr("time.time", lambda: self.now)
        monkeypatch.setattr("time.monotonic", lambda: self.now)
        monkeypatch.setattr("widgets.keeping.monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def school(tmp_path, monkeypatch, clock) -> School:
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))
    return School(monkeypatch)


@pytest.fixture
def nothing_yet() -> Iterator[None]:
    """Whatever there is in memory does not count from now on, nor does the collector look through it."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def living() -> int:
    """How many things this test has put into memory."""
    gc.collect()
    return len(gc.get_objects())


def rows(page: Visitor) -> dict[str, int]:
    def work(rows: Any) -> dict[str, int]:
        return {name: rows.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in schema.NAMES}

    return dict(page.store.database.read(work))


def ticks(school: School, clock: Clock, pages: list[Visitor], many: int) -> None:
    """What every page does by itself, every two seconds."""
    for _ in range(many):
        clock.now += following.EVERY
        for page in pages:
            school.current = page.store
            following.follower(page.store)._tick()
        leased = [room_of(page)._keeping._lease_until > clock.now for page in pages[:2]]
        assert sum(leased) <= 1, "one page plays the bots"


def play_a_little(clock: Clock, pages: list[Visitor]) -> None:
    """Whoever may move does so, and the bots after them."""
    for page in pages * 2:
        clock.now += 0.5
        if page.screen.get("next"):
            page.send("go-on")
        elif page.screen["now"]["kind"] == "yours" and page.buttons():
            page.press(next(one for one in page.buttons() if one["do"]["move"][0] != "take-back"))
        for other in pages:
            other.look()


def at_table(school: School) -> list[Visitor]:
    """Two friends who are in no class."""
    host = school.visit(lambda: app.play("royal_ascension", seed=3, seats=3), "royal_ascension")
    host.send("start", dealt=True)
    link = host.send("invite")["drawer"]["share"]["link"].partition("#play=")[2]
    guest = school.visit(lambda: app.play("royal_ascension"), "royal_ascension", {"play": link})
    guest.send("sit-down", chair=1)
    return [host, guest]


@pytest.mark.usefixtures("nothing_yet")
def test_a_day_goes_by(school: School, clock: Clock) -> None:
    friends = at_table(school)
    desk = school.teacher()
    pupils = [school.pupil(desk, chapter=None) for _ in range(2)]
    for page in pupils:
        page.look()
    assert not desk.send("form", size=2)["problem"]
    for page in pupils:
        page.look()
    pages = [*friends, desk, *pupils]
    began, seen = clock.now, []
    while clock.now < began + DAY - 2 * HOUR:
        clock.now += HOUR
        ticks(school, clock, pages, TICKS)
        play_a_little(clock, friends)
        ticks(school, clock, pages, following.BEATS)
        found = rows(desk)
        assert found["leases"] <= found["tables"]
        seen.append({name: many for name, many in found.items() if name not in ("entries", "leases")})
        assert desk.screen["here"] == 2
        assert [one["state"] for one in friends[0].send("open", drawer="company")["drawer"]["seats"][:2]] == [
            "here",
            "there",
        ]
    assert len(seen) > 20 and all(one == seen[1] for one in seen[1:])
    assert seen[-1]["present"] == 2 + 1 + 2 * 2, "each at their table, in their class, or both"
    assert len({room_of(page).session.code() for page in friends}) == 1 and room_of(friends[0]).session.length > 20
    assert [len(following.follower(page.store)._followed) for page in pages] == [1, 1, 1, 2, 2]
    ticks(school, clock, pages, TICKS)  # what is made once is made by now
    grown = []
    for _ in range(3):  # what other tests have left running in this process may grow too, but not every time
        before = living()
        ticks(school, clock, pages, 5 * TICKS)
        grown.append(living() - before)
    assert min(grown) < 2.5 * TICKS, "not one thing grows with every tick while nobody does anything"

    clock.now = began + DAY + 60
    ticks(school, clock, pages, following.BEATS + 1)
    assert desk.screen["stage"] == "new" and desk.screen["problem"] == teacher.OVER
    for pupil in pupils:
        assert pupil.shown == {"gone": classroom.OVER}
        assert pupil.screen["now"]["text"] == "This table is no longer kept here. You can start a new game here."
    left = rows(desk)
    assert left["classes"] == left["pupils"] == left["predictions"] == 0, "though nobody has opened anything"
    assert left["tables"] == 1 and left["present"] == 2
    assert [page.screen["viewer"] for page in friends] == [0, 1], "whoever was in no class plays on"


def test_a_clock_that_is_set_back_leaves_nobody_waiting(school: School, clock: Clock) -> None:
    """A machine wakes with a wrong clock, which is then set right: what was promised for tomorrow is no promise."""
    host, guest = at_table(school)
    table = room_of(host)._keeping.table.place.table
    clock.now += DAY
    assert host.store.lease(table, 8.0)
    host.store.arrive(table, "elsewhere", 1, 40.0)
    clock.now -= DAY
    assert guest.store.lease(table, 8.0)
    guest.store.arrive(table, "here", 2, 40.0)
    assert [one.place for one in guest.store.present(table)] == ["here"]

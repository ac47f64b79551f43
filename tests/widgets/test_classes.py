"""The store of classes, on SQLite and on a real PostgreSQL: codes, secrets, animals, orders, predictions, the end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest
from databases import Clock, fresh_store

from widgets.shared import classes as module
from widgets.shared import codes, schema
from widgets.shared import store as stores
from widgets.shared.animals import ANIMALS, COLOURS
from widgets.shared.classes import DAY, Classes, NoSuchClass
from widgets.shared.database import CannotKeep
from widgets.shared.entries import CHAIRS, GAME
from widgets.shared.store import NoSuchTable

LOG = [(GAME, {"code": "TN2.x"}), (CHAIRS, [])]
NO_GUESS = "CDFHJKM"  # a code that nobody has, but for one in 612 million


@pytest.fixture(params=["sqlite", "postgresql"])
def page(request, tmp_path, monkeypatch) -> Iterator[Any]:
    """Makes pages, each with a store of its own on the same database."""
    with fresh_store(request.param, tmp_path, monkeypatch) as make:
        yield lambda: Classes(make())


def everything(classes: Classes) -> str:
    """All rows of the database, as text."""

    def work(rows: Any) -> str:
        return json.dumps([[name, rows.execute(f"SELECT * FROM {name}").fetchall()] for name in schema.NAMES])

    return str(classes.store.database.read(work))


def test_there_are_enough_animals_and_colours_each_with_a_name_that_fits_a_chair() -> None:
    assert len(set(ANIMALS)) == len(ANIMALS) >= 40 and len(set(COLOURS)) == len(COLOURS) == 8
    assert max(map(len, ANIMALS)) + 1 + max(map(len, COLOURS)) <= 20


def test_a_teacher_comes_back_by_the_secret_and_pupils_come_by_the_code(page) -> None:
    teacher, pupil = page(), page()
    opened, secret = teacher.open({"game": "royal_ascension"})
    assert page().find(secret) == opened
    found = pupil.store.look_up(codes.shown(opened.code).lower())
    assert found.in_class == opened.id and not found.invitation
    ticket, own = pupil.join(found.in_class)
    assert ticket.code == opened.code and ticket.pupil.animal in ANIMALS and ticket.pupil.colour in COLOURS
    assert page().pupil(own) == ticket
    assert [one.id for one in teacher.pupils(opened.id)] == [ticket.pupil.id]


def test_no_two_pupils_are_alike_however_they_come_and_at_some_point_the_class_is_full(page) -> None:
    opened, _ = page().open({})

    def come(many: int) -> list[str]:
        classes = page()
        with closing(classes.store):
            return [classes.join(opened.id)[0].pupil.animal for _ in range(many)]

    with ThreadPoolExecutor(4) as pool:
        found = [animal for some in pool.map(come, [len(ANIMALS) // 4] * 4) for animal in some]
    assert sorted(found) == sorted(ANIMALS)
    with pytest.raises(NoSuchClass, match="full"):
        page().join(opened.id)
    worn = [one.colour for one in page().pupils(opened.id)]
    assert {worn.count(colour) for colour in COLOURS} == {len(ANIMALS) // len(COLOURS)}


def test_orders_are_read_when_they_are_new(page) -> None:
    teacher, pupil = page(), page()
    opened, _ = teacher.open({"n": 0})
    first = pupil.orders(opened.id)
    assert first is not None and first.data == {"n": 0}
    assert pupil.orders(opened.id, first.version) is None
    assert teacher.order(opened.id, lambda orders: orders.update(n=1)).version > first.version
    second = pupil.orders(opened.id, first.version)
    assert second is not None and second.data == {"n": 1}
    with pytest.raises(CannotKeep, match="too large"):
        teacher.order(opened.id, lambda orders: orders.update(n="x" * module.MAX_ORDERS))
    assert pupil.orders(opened.id, second.version) is None, "what cannot be kept changes nothing"


def test_forged_secrets_tickets_and_codes_lead_nowhere(page, monkeypatch) -> None:
    classes = page()
    opened, secret = classes.open({})
    _, own = classes.join(opened.id)
    for forged in ("", "x", secret[:-1] + "!", codes.new_secret(), opened.id, opened.code, codes.digest(secret)):
        assert classes.find(forged) is None and classes.pupil(forged) is None
    assert classes.find(own) is None and classes.pupil(secret) is None, "a pupil is no teacher"
    with pytest.raises(NoSuchTable, match="a class code"):
        classes.store.by_code(opened.code)
    for _ in range(stores.OWN_GUESSES):
        with pytest.raises(NoSuchTable, match="No table or class"):
            classes.store.look_up(NO_GUESS)
    with pytest.raises(NoSuchTable, match="too many wrong codes"):
        classes.store.look_up(opened.code)
    assert page().store.look_up(opened.code).in_class == opened.id, "whoever guesses does not shut the door for others"


def test_secrets_are_not_in_the_database(page) -> None:
    classes = page()
    opened, secret = classes.open({})
    _, own = classes.join(opened.id)
    kept = everything(classes)
    assert secret not in kept and own not in kept and opened.code in kept


def test_reports_and_predictions_count_once_for_each_pupil(page) -> None:
    classes = page()
    opened, _ = classes.open({})
    pupils = [classes.join(opened.id)[0].pupil.id for _ in range(3)]
    assert classes.report(pupils[0], lambda state: state.update(step="walk.pass")) == {"step": "walk.pass"}
    assert {one.id: one.state for one in classes.pupils(opened.id)}[pupils[0]] == {"step": "walk.pass"}
    for pupil, choice in zip(pupils, ("Yes", "No", "Yes"), strict=True):
        classes.foresee(opened.id, pupil, "walk.pass", choice)
    classes.foresee(opened.id, pupils[0], "walk.pass", "No")
    assert classes.predictions(opened.id, "walk.pass") == {"No": 2, "Yes": 1}
    assert classes.predicted(opened.id) == [("walk.pass", "No", 2), ("walk.pass", "Yes", 1)]
    classes.dismiss(pupils[0])
    assert classes.predictions(opened.id, "walk.pass") == {"No": 1, "Yes": 1}
    classes.foresee(opened.id, pupils[0], "walk.pass", "No")
    assert classes.predictions(opened.id, "walk.pass") == {"No": 1, "Yes": 1}, "whoever has left no longer counts"
    with pytest.raises(NoSuchClass):
        classes.report(pupils[0], dict.clear)


def fill(classes: Classes) -> tuple[str, str]:
    """A class with a pupil, a prediction, a table and somebody there; its id and its code."""
    opened, _ = classes.open({"game": "royal_ascension"})
    ticket, _ = classes.join(opened.id)
    classes.foresee(opened.id, ticket.pupil.id, "walk.pass", "Yes")
    classes.store.visitor = schema.OF_CLASS.format(opened.id) + ticket.pupil.id
    classes.store.open("royal_ascension", LOG)
    classes.store.arrive(opened.id, ticket.pupil.id, 0, 40.0)
    classes.store.arrive(schema.desk_of(opened.id), "teacher", 0, 40.0)
    return opened.id, opened.code


def rows_of(classes: Classes) -> dict[str, int]:
    def work(rows: Any) -> dict[str, int]:
        return {name: rows.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in schema.NAMES}

    return dict(classes.store.database.read(work))


def test_a_class_that_is_deleted_leaves_nothing_and_others_keep_theirs(page) -> None:
    classes, other = page(), page()
    fill(other)
    own, _ = other.store.open("royal_ascension", LOG)
    before = rows_of(classes)
    gone, code = fill(classes)
    classes.delete(gone)
    assert rows_of(classes) == before
    assert other.store.read(own.table)
    with pytest.raises(NoSuchClass, match="over"):
        classes.orders(gone)
    with pytest.raises(NoSuchClass, match="over"):
        classes.join(gone)
    with pytest.raises(NoSuchClass, match="over"):
        classes.order(gone, dict.clear)
    with pytest.raises(NoSuchTable, match="no class"):
        classes.store.look_up(code)


@pytest.mark.parametrize("look", ["open", "find", "table"])
def test_a_class_is_gone_after_a_day_when_anything_is_opened_or_looked_at(page, monkeypatch, look: str) -> None:
    classes, clock = page(), Clock(monkeypatch)
    class_id, _ = fill(classes)
    clock.now += DAY
    clock.goes_steadily(classes.store)
    with pytest.raises(NoSuchClass):
        classes.orders(class_id)
    if look == "open":
        classes.open({})
    elif look == "find":
        classes.find(codes.new_secret())
    else:
        classes.store.visitor = "somebody else"
        classes.store.open("royal_ascension", LOG)
    left = rows_of(classes)
    assert left["classes"] == (look == "open") and left["tables"] == (look == "table")
    assert left["pupils"] == left["predictions"] == left["present"] == 0
    assert class_id not in everything(classes)


def test_a_class_goes_on_though_the_clock_jumps(page, monkeypatch) -> None:
    classes, other, clock = page(), page(), Clock(monkeypatch)
    opened, secret = classes.open({})
    joined, ticket = classes.join(opened.id)
    before = rows_of(classes)
    clock.now += 26 * 3600
    for _ in range(3):
        other.store.arrive(opened.id, "somebody", 0, 40.0)
        other.store.open("royal_ascension", LOG)
        other.open({})
    assert (
        classes.has(joined.pupil.id) and classes.orders(opened.id) and classes.report(joined.pupil.id, dict.clear) == {}
    )
    assert other.find(secret) is None, "nobody comes into a class of another day"
    clock.now -= 26 * 3600
    assert other.find(secret) and other.pupil(ticket), "and when somebody sets it right, all is as it was"
    assert all(rows_of(classes)[name] >= many for name, many in before.items())


def test_a_class_of_last_week_is_gone_by_the_week_after(page, monkeypatch) -> None:
    """Nobody is there for an hour, so the clock is believed because it has gone on since the last time."""
    classes, clock = page(), Clock(monkeypatch)
    opened, secret = classes.open({})
    for _ in range(2):
        clock.now += 7 * DAY
        classes.open({})
        assert classes.find(secret) is None, "in the next week already nobody comes into it"
    assert opened.id not in everything(classes)

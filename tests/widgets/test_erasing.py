"""What is deleted is gone from every byte of every file of the store, while pages are still open."""

from __future__ import annotations

import pytest
from page import room_of
from school import School

from widgets import app
from widgets.errors import state_folder
from widgets.shared import store as stores
from widgets.shared.classes import Classes
from widgets.shared.entries import GAME, NOTE
from widgets.shared.sqlite import SqliteFile
from widgets.shared.store import Store

MARK = "ocelot-"  # begins what is looked for


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))


def bytes_of_all_files() -> bytes:
    """All that the store has on the disk: the file, its journal, and what else is there."""
    return b"".join(one.read_bytes() for one in sorted(state_folder().rglob("*")) if one.is_file())


def is_there(text: str) -> bool:
    return text.encode() in bytes_of_all_files()


def log(text: str) -> list[tuple[str, object]]:
    """Entries with so much in them that they take pages of their own."""
    return [(GAME, {"code": f"{MARK}{text}"}), *[(NOTE, {"text": f"{MARK}{text}{n}" * 200}) for n in range(40)]]


def test_a_class_leaves_no_bytes(monkeypatch) -> None:
    classes, open_page = Classes(Store(SqliteFile())), Store(SqliteFile())
    opened, _ = classes.open({"plan": f"{MARK}orders" * 900})
    pupils = [classes.join(opened.id)[0].pupil.id for _ in range(3)]
    for pupil in pupils:
        classes.report(pupil, lambda state: state.update(far=f"{MARK}state" * 300))
        classes.foresee(opened.id, pupil, "step", f"{MARK}choice")
    open_page.arrive(opened.id, "somebody", 0, 40.0)
    classes.store.visitor = f"class:{opened.id}:x"
    classes.store.open("the_north", log("table"))
    kept = ("orders", "state", "choice", "table")
    assert all(is_there(MARK + one) for one in kept)
    classes.dismiss(pupils[0])
    assert is_there(MARK + "state") and not is_there(pupils[0])
    classes.delete(opened.id)
    assert [one for one in (MARK, opened.id, *pupils) if is_there(one)] == []
    assert open_page.present(opened.id) == []


def test_a_table_that_makes_room_leaves_no_bytes(monkeypatch) -> None:
    monkeypatch.setattr(stores, "TABLES_EACH", 2)
    page, other = Store(SqliteFile()), Store(SqliteFile())
    page.open("the_north", log("first"))
    other.open("the_north", log("others"))
    page.open("the_north", log("second"))
    assert is_there(MARK + "first")
    page.open("the_north", log("third"))
    assert [is_there(MARK + one) for one in ("first", "second", "third", "others")] == [False, True, True, True]


def test_who_reads_meanwhile_is_not_disturbed_and_the_next_who_writes_erases() -> None:
    classes, reader = Classes(Store(SqliteFile())), Store(SqliteFile())
    opened, _ = classes.open({"plan": f"{MARK}orders" * 900})

    def long_look(rows: object) -> None:
        rows.execute("SELECT * FROM classes").fetchone()
        rows.execute("BEGIN")
        rows.execute("SELECT * FROM classes").fetchone()
        classes.delete(opened.id)
        rows.execute("COMMIT")

    reader.database.read(long_look)
    classes.store.arrive("table", "place", 0, 40.0)
    assert not is_there(MARK)


def test_a_note_that_is_taken_away_leaves_no_bytes(monkeypatch) -> None:
    school = School(monkeypatch)
    host = school.visit(lambda: app.play("royal_ascension", seed=3, seats=3), "royal_ascension")
    host.send("start", dealt=True)
    host.send("invite")
    for text in ("gone", "stays"):
        host.send("note", text=f"{MARK}{text}", mark="fun")
    notes = {one.text: one for one in room_of(host).journal.notes}
    assert is_there(f"{MARK}gone") and set(notes) == {f"{MARK}gone", f"{MARK}stays"}
    host.send("unnote", id=notes[f"{MARK}gone"].id)
    assert not is_there(f"{MARK}gone") and is_there(f"{MARK}stays")
    assert [one.text for one in room_of(host).journal.notes] == [f"{MARK}stays"]

"""The file of kept tables: many pages write to it, strangers fill it, disks fail, and nobody else's table is lost.

What holds for every store, test_shared_store tells; this is about the file.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from widgets.shared import schema, sqlite, store
from widgets.shared.database import CannotKeep
from widgets.shared.entries import GAME, MOVE
from widgets.shared.sqlite import FILE, FOLDER, OURS, SqliteFile
from widgets.shared.store import Store


@pytest.fixture
def state(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))
    return tmp_path


@pytest.fixture
def file(state: Path) -> Path:
    return state / FOLDER / FILE


def keep(code: str = "TN1.x") -> str:
    """A page of its own keeps a table, and closes; its ticket."""
    with closing(Store(SqliteFile())) as page:
        return page.open("royal_ascension", [(GAME, {"code": code})])[1]


def write_on(ticket: str, known: int, text: str) -> None:
    with closing(Store(SqliteFile())) as page:
        place = page.find(ticket)
        assert place is not None
        page.append(place.table, known, [(MOVE, text)])


def fetch(ticket: str) -> list[object]:
    """What is written at the table of a ticket; nothing, if there is none."""
    with closing(Store(SqliteFile())) as page:
        place = page.find(ticket)
        return [entry.data for entry in page.read(place.table)] if place else []


def count(file: Path) -> int:
    with closing(sqlite3.connect(file)) as db:
        return int(db.execute("SELECT count(*) FROM tables").fetchone()[0])


def ages(file: Path, days: float) -> None:
    """Make all tables older than they are."""
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE tables SET touched = touched - ?", (days * 86_400,))
        db.commit()


def test_nothing_is_there_before_something_is_kept(file: Path) -> None:
    assert fetch("A" * 22) == []
    assert not file.exists()


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
def test_nobody_else_may_read_it(file: Path) -> None:
    file.parent.mkdir(mode=0o755)
    keep()
    with closing(sqlite3.connect(file)) as reader:
        reader.execute("SELECT * FROM tables").fetchall()  # as long as somebody reads, the files beside it stay
        keep()
        rights = {path.name: path.stat().st_mode & 0o777 for path in file.parent.iterdir()}
    assert set(rights) == {FILE, f"{FILE}-wal", f"{FILE}-shm"} and set(rights.values()) == {0o600}
    assert file.parent.stat().st_mode & 0o777 == 0o700


def test_many_pages_at_once(file: Path) -> None:
    """All of them make the file, and none gets in the way of another."""

    def visit(number: int) -> list[object]:
        ticket = keep(str(number))
        for move in range(20):
            write_on(ticket, 1 + move, str(move))
        return fetch(ticket)

    with ThreadPoolExecutor(10) as pages:
        logs = list(pages.map(visit, range(10)))
    assert logs == [[{"code": str(number)}, *map(str, range(20))] for number in range(10)]
    assert count(file) == 10
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"


# -- whose table makes room -------------------------------------------------------------------------------------------


def test_many_pages_of_a_stranger_push_out_each_others_first(file: Path, monkeypatch) -> None:
    monkeypatch.setattr(store, "TABLES", 30)
    anna = Store(SqliteFile())
    annas = [anna.open("the_north", [(GAME, {})])[1] for _ in range(3)]
    ages(file, 10)
    for _ in range(5):
        stranger = Store(SqliteFile())
        for _ in range(10):
            stranger.open("the_north", [(GAME, {})])
    assert count(file) == 30
    assert all(map(fetch, annas))


def test_a_table_that_is_played_outlasts_any_number_that_is_not(file: Path, monkeypatch) -> None:
    monkeypatch.setattr(store, "TABLES", 5)
    ticket = keep()
    for move in range(store.PLAYED):
        write_on(ticket, 1 + move, str(move))
    ages(file, 100)
    for _ in range(20):
        keep()
    assert count(file) == 5 and fetch(ticket)


def test_among_equals_the_one_that_is_idle_longest_goes(file: Path, monkeypatch) -> None:
    monkeypatch.setattr(store, "TABLES", 3)
    tickets = [keep(), keep(), keep()]
    write_on(tickets[0], 1, "still here")
    tickets.append(keep())
    assert [bool(fetch(ticket)) for ticket in tickets] == [True, False, True, True]


def test_whoever_comes_back_is_the_same_visitor(file: Path) -> None:
    """A reload is a new page: without this a class could not be told from a flood."""
    ticket = ""
    for _ in range(30):
        page = Store(SqliteFile())
        page.find(ticket)
        ticket = page.open("the_north", [(GAME, {})])[1]
    assert count(file) == store.TABLES_EACH


# -- older files ------------------------------------------------------------------------------------------------------

FIRST_SCHEMA = """
CREATE TABLE tables (
    ticket TEXT PRIMARY KEY, game TEXT NOT NULL, seats TEXT NOT NULL, code TEXT NOT NULL, visitor TEXT NOT NULL,
    version INTEGER NOT NULL, created INTEGER NOT NULL, touched INTEGER NOT NULL
)"""


def an_old_file(file: Path) -> None:
    file.parent.mkdir(mode=0o700)
    with closing(sqlite3.connect(file)) as db:
        db.execute(FIRST_SCHEMA)
        row = ("abcdefghijklmnop", "the_north", "person:Anna,person,greedy", "TN2.code", "v", 3, 9e9, 9e9)
        db.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        db.execute(f"PRAGMA application_id = {OURS}")
        db.execute("PRAGMA user_version = 1")
        db.commit()


def test_an_older_file_is_brought_to_today_with_its_tables(file: Path) -> None:
    an_old_file(file)
    page = Store(SqliteFile())
    place = page.find("abcdefghijklmnop")
    assert place is not None and place.host and place.game == "the_north" and page.visitor == "v"
    game, chairs = page.read(place.table)
    assert game.data == {"code": "TN2.code"}
    assert [(chair["who"], chair["name"], chair["place"]) for chair in chairs.data] == [
        ("person", "Anna", place.name),
        ("person", "", place.name),
        ("greedy", "", ""),
    ]


def test_an_older_file_that_cannot_be_changed_stays_as_it_is(file: Path, monkeypatch) -> None:
    an_old_file(file)
    before = file.read_bytes()

    def fail(rows: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(schema, "migrate_from_1", fail)
    with pytest.raises(CannotKeep):
        keep()
    with pytest.raises(CannotKeep, match="older version"):
        fetch("abcdefghijklmnop")
    assert file.read_bytes() == before


# -- what can be wrong with the file ----------------------------------------------------------------------------------


def test_a_newer_file_is_left_alone(file: Path) -> None:
    ticket = keep()
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA user_version = {schema.SCHEMA + 1}")
    before = file.read_bytes()
    with pytest.raises(CannotKeep, match="made by a newer version"):
        keep()
    with pytest.raises(CannotKeep, match="made by a newer version"):
        fetch(ticket)
    assert file.read_bytes() == before and list(file.parent.parent.iterdir()) == [file.parent]


def test_a_file_of_another_program_is_left_alone(file: Path) -> None:
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE tables (chairs INTEGER)")
        db.commit()
    before = file.read_bytes()
    with pytest.raises(CannotKeep, match="belongs to another program"):
        keep()
    assert file.read_bytes() == before and list(file.parent.parent.iterdir()) == [file.parent]


def no_database(file: Path) -> None:
    file.write_bytes(b"nonsense" * 1000)


def half_a_file(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def a_hole(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))


def without_its_tables(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("DROP TABLE entries")


@pytest.mark.parametrize("harm", [no_database, half_a_file, a_hole, without_its_tables])
def test_a_damaged_file_is_put_aside_and_keeping_goes_on(file: Path, state: Path, harm) -> None:
    lost = keep("x" * 9000)
    harm(file)
    damaged = file.read_bytes()
    kept = keep("two")
    assert fetch(kept) == [{"code": "two"}] and fetch(lost) == []
    aside = state / f"{FOLDER}-damaged-1"
    assert (aside / FILE).read_bytes() == damaged, "whoever knows how may still save what is in it"
    assert "is now in" in (state / "tabletop.log").read_text() if (state / "tabletop.log").exists() else True


def test_only_the_damaged_file_is_put_aside(file: Path, state: Path) -> None:
    """Two pages find the damage; the slower one finds the new file there, which is another."""
    keep()
    was = file.stat().st_ino
    no_database(file)
    kept = keep()
    SqliteFile()._put_aside(was)
    assert fetch(kept) and not (state / f"{FOLDER}-damaged-2").exists()


def test_there_is_an_end_to_putting_aside(file: Path, state: Path) -> None:
    keep()
    for number in range(1, sqlite.MAX_DAMAGED + 1):
        (state / f"{FOLDER}-damaged-{number}").mkdir()
    no_database(file)
    with pytest.raises(CannotKeep, match="damaged"):
        keep()


def test_a_full_disk_keeps_what_is_there(file: Path, monkeypatch) -> None:
    """SQLite is told that there are no more pages, which it reports as it does a full disk."""
    ticket = keep("one")
    monkeypatch.setattr(sqlite, "MAX_PAGES", 1)
    with pytest.raises(CannotKeep, match="the disk is full"):
        write_on(ticket, 1, "x" * 19_000)
    assert fetch(ticket) == [{"code": "one"}]


def test_what_was_kept_can_be_read_where_nothing_can_be_written(file: Path, monkeypatch) -> None:
    ticket = keep("one")

    def read_only(path: Path) -> int:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(sqlite, "_make_file", read_only)
    with pytest.raises(CannotKeep, match="read-only file system"):
        write_on(ticket, 1, "two")
    assert fetch(ticket) == [{"code": "one"}]


def test_somebody_who_does_not_let_go_of_the_file(file: Path, monkeypatch) -> None:
    ticket = keep("one")
    monkeypatch.setattr(sqlite, "PATIENCE", 0.01)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(CannotKeep, match="too many pages are saving at once"):
            write_on(ticket, 1, "two")
        assert fetch(ticket) == [{"code": "one"}]
    write_on(ticket, 1, "two")
    assert fetch(ticket) == [{"code": "one"}, "two"]


def test_a_folder_that_cannot_be(state: Path, monkeypatch) -> None:
    (state / "file").write_text("")
    monkeypatch.setenv("TABLETOP_STATE", str(state / "file" / "state"))
    with pytest.raises(CannotKeep, match="not a directory"):
        keep()
    assert fetch("A" * 22) == []


def test_a_machine_without_sqlite(state: Path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    with pytest.raises(CannotKeep, match="no SQLite"):
        keep()


def test_the_mark_of_the_file_says_whose_it_is(file: Path) -> None:
    keep()
    assert file.read_bytes()[68:72] == OURS.to_bytes(4, "big") == b"TTBT"


def test_a_page_without_such_tables_does_not_load_sqlite() -> None:
    run = [sys.executable, "-c", "import sys, widgets.keeping; sys.exit('sqlite3' in sys.modules)"]
    assert subprocess.run(run, check=False).returncode == 0

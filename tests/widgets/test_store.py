"""The file of kept tables: many pages write to it, strangers fill it, disks fail, and nobody else's table is lost."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from widgets import store
from widgets.store import FILE, FOLDER, OURS, SCHEMA, CannotKeep, Kept, MovedOn, Store


@pytest.fixture
def state(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))
    return tmp_path


@pytest.fixture
def file(state: Path) -> Path:
    return state / FOLDER / FILE


def table(code: str = "TN1.x", version: int = 0) -> Kept:
    return Kept("royal_ascension", "person,person", code, version)


def keep(ticket: str, what: Kept) -> Kept:
    """A page of its own keeps a table, and closes."""
    with closing(Store()) as page:
        return page.keep(ticket, what)


def fetch(ticket: str) -> Kept | None:
    with closing(Store()) as page:
        return page.fetch(ticket)


def count(file: Path) -> int:
    with closing(sqlite3.connect(file)) as db:
        return int(db.execute("SELECT count(*) FROM tables").fetchone()[0])


def ages(file: Path, ticket: str, days: float) -> None:
    """Make a table older than it is."""
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE tables SET touched = touched - ? WHERE ticket = ?", (int(days * 86_400), ticket))
        db.commit()


def test_what_is_kept_comes_back_and_changes_under_the_same_ticket(file: Path) -> None:
    first = keep("a", table("one"))
    assert fetch("a") == first and first.version == 1
    second = keep("a", table("two", first.version))
    assert fetch("a") == second and (second.code, second.version) == ("two", 2)
    assert count(file) == 1


def test_nothing_is_there_before_something_is_kept(file: Path) -> None:
    assert fetch("a") is None
    assert not file.exists()


def test_two_pages_do_not_overwrite_each_other(file: Path) -> None:
    kept = keep("a", table("one"))
    keep("a", table("two", kept.version))
    with pytest.raises(MovedOn):
        keep("a", table("other", kept.version))
    with pytest.raises(MovedOn):
        keep("a", table("new"))
    assert fetch("a").code == "two"


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
def test_nobody_else_may_read_it(file: Path) -> None:
    file.parent.mkdir(mode=0o755)
    keep("a", table())
    with closing(sqlite3.connect(file)) as reader:
        reader.execute("SELECT * FROM tables").fetchall()  # as long as somebody reads, the files beside it stay
        keep("b", table())
        rights = {path.name: path.stat().st_mode & 0o777 for path in file.parent.iterdir()}
    assert set(rights) == {FILE, f"{FILE}-wal", f"{FILE}-shm"} and set(rights.values()) == {0o600}
    assert file.parent.stat().st_mode & 0o777 == 0o700


def test_many_pages_at_once(file: Path) -> None:
    """All of them make the file, and none gets in the way of another."""

    def visit(number: int) -> int:
        page, version = Store(), 0
        for move in range(20):
            version = page.keep(f"ticket{number}", table(str(move), version)).version
            assert fetch(f"ticket{number}").code == str(move)
        return version

    with ThreadPoolExecutor(10) as pages:
        assert list(pages.map(visit, range(10))) == [20] * 10
    assert count(file) == 10
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"


# -- whose table makes room -------------------------------------------------------------------------------------------


def test_one_visitor_pushes_out_only_their_own_tables(file: Path) -> None:
    keep("anna", table())
    ages(file, "anna", 100)
    stranger = Store()
    for number in range(100):
        stranger.keep(f"s{number}", table())
    assert count(file) == 1 + store.TABLES_EACH
    assert fetch("anna"), "the oldest of all, and yet nobody took its place"
    assert fetch("s99") and not fetch("s0"), "their own oldest ones made room"


def test_many_pages_of_a_stranger_push_out_each_others_first(file: Path, monkeypatch) -> None:
    monkeypatch.setattr(store, "TABLES", 30)
    anna = Store()
    for number in range(3):
        anna.keep(f"anna{number}", table())
        ages(file, f"anna{number}", 10)
    for page in range(5):
        stranger = Store()
        for number in range(10):
            stranger.keep(f"s{page}.{number}", table())
    assert count(file) == 30
    assert all(fetch(f"anna{number}") for number in range(3))


def test_a_table_that_is_played_outlasts_any_number_that_is_not(file: Path, monkeypatch) -> None:
    monkeypatch.setattr(store, "TABLES", 5)
    for move in range(store.PLAYED + 1):
        keep("anna", table(str(move), move))
    ages(file, "anna", 100)
    for number in range(20):
        keep(f"s{number}", table())
    assert count(file) == 5 and fetch("anna")


def test_among_equals_the_one_that_is_idle_longest_goes(file: Path, monkeypatch) -> None:
    monkeypatch.setattr(store, "TABLES", 3)
    for ticket, days in (("a", 1), ("b", 3), ("c", 2)):
        keep(ticket, table())
        ages(file, ticket, days)
    keep("d", table())
    assert [bool(fetch(ticket)) for ticket in "abcd"] == [True, False, True, True]


def test_a_table_is_forgotten_after_half_a_year(file: Path) -> None:
    keep("a", table())
    ages(file, "a", store.IDLE_DAYS + 1)
    keep("b", table())
    assert fetch("a") is None and fetch("b")


def test_whoever_comes_back_is_the_same_visitor(file: Path) -> None:
    """A reload is a new page: without this a class could not be told from a flood."""
    for number in range(30):
        page = Store()
        if number:
            page.fetch(f"t{number - 1}")
        page.keep(f"t{number}", table())
    assert count(file) == store.TABLES_EACH


def test_a_table_that_is_too_large_is_not_kept(file: Path) -> None:
    with pytest.raises(CannotKeep, match="too large"):
        keep("a", table("x" * (store.MAX_TABLE + 1)))


# -- what can be wrong with the file ----------------------------------------------------------------------------------


def test_a_newer_file_is_left_alone(file: Path) -> None:
    keep("a", table())
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    before = file.read_bytes()
    with pytest.raises(CannotKeep, match="made by a newer version"):
        keep("b", table())
    with pytest.raises(CannotKeep, match="made by a newer version"):
        fetch("a")
    assert file.read_bytes() == before and list(file.parent.parent.iterdir()) == [file.parent]


def test_a_file_of_another_program_is_left_alone(file: Path) -> None:
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE tables (chairs INTEGER)")
        db.commit()
    before = file.read_bytes()
    with pytest.raises(CannotKeep, match="belongs to another program"):
        keep("b", table())
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
        db.execute("DROP TABLE tables")


@pytest.mark.parametrize("harm", [no_database, half_a_file, a_hole, without_its_tables])
def test_a_damaged_file_is_put_aside_and_keeping_goes_on(file: Path, state: Path, harm) -> None:
    keep("a", table("x" * 9000))
    harm(file)
    damaged = file.read_bytes()
    assert keep("b", table("two")).version == 1
    assert fetch("b").code == "two" and fetch("a") is None
    aside = state / f"{FOLDER}-damaged-1"
    assert (aside / FILE).read_bytes() == damaged, "whoever knows how may still save what is in it"
    assert "is now in" in (state / "tabletop.log").read_text() if (state / "tabletop.log").exists() else True


def test_only_the_damaged_file_is_put_aside(file: Path, state: Path) -> None:
    """Two pages find the damage; the slower one finds the new file there, which is another."""
    keep("a", table())
    was = file.stat().st_ino
    no_database(file)
    keep("b", table())
    Store()._put_aside(was)
    assert fetch("b") and not (state / f"{FOLDER}-damaged-2").exists()


def test_there_is_an_end_to_putting_aside(file: Path, state: Path) -> None:
    keep("a", table())
    for number in range(1, store.MAX_DAMAGED + 1):
        (state / f"{FOLDER}-damaged-{number}").mkdir()
    no_database(file)
    with pytest.raises(CannotKeep, match="damaged"):
        keep("b", table())


def test_a_full_disk_keeps_what_is_there(file: Path, monkeypatch) -> None:
    """SQLite is told that there are no more pages, which it reports as it does a full disk."""
    kept = keep("a", table("one"))
    monkeypatch.setattr(store, "MAX_PAGES", 1)
    with pytest.raises(CannotKeep, match="the disk is full"):
        keep("a", table("x" * 19_000, kept.version))
    assert fetch("a") == kept


def test_what_was_kept_can_be_read_where_nothing_can_be_written(file: Path, monkeypatch) -> None:
    kept = keep("a", table("one"))

    def read_only(path: Path) -> int:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(store, "_make_file", read_only)
    with pytest.raises(CannotKeep, match="read-only file system"):
        keep("a", table("two", kept.version))
    assert fetch("a") == kept


def test_somebody_who_does_not_let_go_of_the_file(file: Path, monkeypatch) -> None:
    keep("a", table("one"))
    monkeypatch.setattr(store, "PATIENCE", 0.01)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(CannotKeep, match="too many are writing"):
            keep("a", table("two", 1))
        assert fetch("a").code == "one"
    assert keep("a", table("two", 1)).version == 2


def test_a_folder_that_cannot_be(state: Path, monkeypatch) -> None:
    (state / "file").write_text("")
    monkeypatch.setenv("TABLETOP_STATE", str(state / "file" / "state"))
    with pytest.raises(CannotKeep, match="not a directory"):
        keep("a", table())
    assert fetch("a") is None


def test_a_machine_without_sqlite(state: Path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    with pytest.raises(CannotKeep, match="no SQLite"):
        keep("a", table())


def test_the_mark_of_the_file_says_whose_it_is(file: Path) -> None:
    keep("a", table())
    assert file.read_bytes()[68:72] == OURS.to_bytes(4, "big") == b"TTBT"


def test_a_page_without_such_tables_does_not_load_sqlite() -> None:
    run = [sys.executable, "-c", "import sys, widgets.store; sys.exit('sqlite3' in sys.modules)"]
    assert subprocess.run(run, check=False).returncode == 0

"""One SQLite file for all pages of a machine, each of which has a kernel of its own: nothing has to be started.

A page opens it when it first keeps a table, and holds no lock of it while somebody thinks. Before everything that is
done it looks whether the file is still the same. A damaged file is put aside, and a new one takes its place.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from widgets.errors import note, record, state_folder
from widgets.shared import schema
from widgets.shared.database import CannotKeep, NotOurs, Rows

if TYPE_CHECKING:
    from sqlite3 import Connection

T = TypeVar("T")

OURS = 0x54544254  # marks the file as one of ours
FOLDER, FILE = "kept", "tables.sqlite"
MAX_PAGES = 50_000  # of 4 KB: what all tables together can never come up to
PATIENCE = 1.0  # seconds to wait for others who are writing
TRIES = 3
MAX_DAMAGED = 9  # files that were put aside


class Damaged(Exception):
    """The file is one of ours, but a part of it is missing."""


class SqliteFile:
    """The file of kept tables."""

    several_machines = False

    def __init__(self) -> None:
        self._db: Connection | None = None
        self._owed = False  # whether the journal should have been emptied
        self._file = 0  # the number of the file that is open: another one may have taken its place

    @property
    def path(self) -> Path:
        return state_folder() / FOLDER / FILE

    @property
    def is_there(self) -> bool:
        return os.path.lexists(self.path)

    def read(self, work: Callable[[Rows], T]) -> T:
        try:
            return self._do(work)
        except NotOurs:
            raise
        except CannotKeep:
            return self._peek(work)

    def write(self, work: Callable[[Rows], T]) -> T:
        def whole(db: Connection) -> T:
            with _writing(db):
                return work(db)

        done = self._do(whole)
        if self._owed:
            self.scrub()
        return done

    def scrub(self) -> None:
        """Empty the journal, in which deleted rows may still be; while somebody reads in it, the next who writes does.

        In the file itself they are overwritten at once.
        """
        self._owed = True
        with suppress(CannotKeep):  # they are deleted in any case
            self._owed = self._do(_journal_is_left)

    def time(self, rows: Rows) -> float:
        return time.time()

    def _peek(self, work: Callable[[Rows], T]) -> T:
        """Read where nothing can be written, be it a lock: a full disk must not cost the tables that are on it."""
        import sqlite3

        how = "mode=ro" if self.path.with_name(f"{FILE}-wal").exists() else "immutable=1"
        try:
            with closing(sqlite3.connect(f"{self.path.absolute().as_uri()}?{how}", uri=True)) as db:
                _check(db)
                return work(db)
        except (sqlite3.Error, Damaged):
            raise CannotKeep("its file can't be read") from None

    def _do(self, work: Callable[[Connection], T]) -> T:
        """Do something with the file; CannotKeep says why that is impossible. A damaged file makes way for another."""
        try:
            import sqlite3  # only pages that keep a table need it
        except ImportError:
            raise CannotKeep("Python has no SQLite here") from None
        reason = ""
        for _ in range(TRIES):
            try:
                db = self._open()
                _check(db)
                return work(db)
            except Damaged:
                reason = self._put_aside(self._file)
            except sqlite3.Error as error:
                code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
                reason = self._put_aside(self._file) if code in DAMAGED else _reason(code, error)
                if code not in (*DAMAGED, BUSY):
                    break
            except OSError as error:
                reason = (error.strerror or "its folder can't be used").lower()
                break
        self.close()
        raise CannotKeep(reason)

    def _open(self) -> Connection:
        """The file, opened once, and once more if another has taken its place."""
        path = self.path
        file = _make_file(path)
        if self._db is None or file != self._file:
            self.close()
            self._file = file
            self._db = _connect(path)
        return self._db

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
        self._db = None

    def _put_aside(self, file: int) -> str:
        """Move a damaged file out of the way with all that belongs to it, which is its whole folder."""
        self.close()
        folder = self.path.parent
        places = (folder.with_name(f"{FOLDER}-damaged-{number}") for number in range(1, MAX_DAMAGED + 1))
        aside = next((place for place in places if not place.exists()), None)
        try:
            if aside is not None and self.path.stat().st_ino == file:  # else another page was faster
                folder.rename(aside)
                note(f"the file of kept tables was damaged and is now in {aside}")
        except OSError:
            pass  # then nothing can be kept, and the sentence says why
        return "its file was damaged"


BUSY = 5
DAMAGED = (11, 26)  # SQLite's words: the image is malformed; this is no database
REASONS = {
    3: "its folder can't be written to",
    BUSY: "too many pages are saving at once",
    8: "its folder can't be written to",
    10: "the disk reports an error",
    13: "the disk is full",
    14: "its folder can't be written to",
}


def _reason(code: int, error: Exception) -> str:
    if code not in REASONS:
        record(error)
    return REASONS.get(code, "its file can't be used")


def _make_file(path: Path) -> int:
    """See that the file is there, for our eyes only: SQLite by itself would let everybody read it. Its number."""
    folder = path.parent
    if not os.path.isdir(folder):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if os.stat(folder).st_mode & 0o077:
        folder.chmod(0o700)
    if not os.path.exists(path):  # else hands off: closing a file that SQLite has open would take away its locks
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    return os.stat(path).st_ino


def _connect(path: Path) -> Connection:
    import sqlite3

    db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)  # one thing at a time
    try:
        _prepare(db)
    except BaseException:
        db.close()
        raise
    return db


@contextmanager
def _writing(db: Connection) -> Iterator[None]:
    """All that is done meanwhile is written, or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def _prepare(db: Connection) -> None:
    """Make an empty file one of ours, and an older one one of today; others are left as they are."""
    import sqlite3

    if _is_new(db):
        with _writing(db):
            if _is_new(db):  # still: another page may have been faster
                schema.create(db)
                db.execute(f"PRAGMA application_id = {OURS}")
                db.execute(f"PRAGMA user_version = {schema.SCHEMA}")
    if _check_ours(db) < schema.SCHEMA:
        _migrate(db)
        with suppress(sqlite3.OperationalError):  # somebody is in the file
            db.execute("VACUUM")  # what an older version has deleted is not in the file any more
    _check(db)
    if db.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        _try_wal(db)
    db.execute("PRAGMA synchronous = NORMAL")
    db.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten with zeros
    db.execute("PRAGMA foreign_keys = ON")
    db.execute(f"PRAGMA max_page_count = {MAX_PAGES}")


def _migrate(db: Connection) -> None:
    """Whole or not at all: a file that cannot be brought to today stays as it was."""
    with _writing(db):
        version = _number(db, "user_version")
        if version < schema.SCHEMA:  # still: another page may have been faster
            if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'tables'").fetchone():
                raise Damaged
            schema.migrate(db, version)
            db.execute(f"PRAGMA user_version = {schema.SCHEMA}")


def _check_ours(db: Connection) -> int:
    """The version of a file that is ours."""
    if _number(db, "application_id") != OURS:
        raise NotOurs(f"{FILE} belongs to another program")
    version = _number(db, "user_version")
    if version > schema.SCHEMA:
        raise NotOurs(f"{FILE} was made by a newer version")
    return version


def _check(db: Connection) -> None:
    """The file is ours, of today, and whole as far as one can see at once."""
    if _check_ours(db) < schema.SCHEMA:
        raise CannotKeep(f"{FILE} was made by an older version and can't be updated here")
    if db.execute("SELECT count(*) FROM sqlite_master WHERE type = 'table'").fetchone()[0] < len(schema.NAMES):
        raise Damaged


def _try_wal(db: Connection) -> None:
    """Let others read while one writes. If somebody is in the file just now, a later one will do that."""
    from sqlite3 import OperationalError

    with suppress(OperationalError):
        db.execute("PRAGMA journal_mode = WAL")


def _journal_is_left(db: Connection) -> bool:
    """Move all that is in the journal into the file; whether somebody was in the way."""
    return bool(db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0])


def _is_new(db: Connection) -> bool:
    nothing = not db.execute("SELECT 1 FROM sqlite_master").fetchone()
    return nothing and _number(db, "user_version") == 0 and _number(db, "application_id") == 0


def _number(db: Connection, pragma: str) -> int:
    return int(db.execute(f"PRAGMA {pragma}").fetchone()[0])

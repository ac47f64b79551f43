"""Tables that this machine keeps: those of several people at one screen, each under its ticket.

One SQLite file for all pages, each of which has a kernel of its own. A page opens it when it first keeps a table, and
holds no lock of it while somebody thinks. Before everything that is done it looks whether the file is still the same.

Nobody logs in, so nobody is known; what is known is which tables descend from the same page. A page is one *visitor*,
and whoever comes back by a ticket is the visitor that left it. Each visitor has room for some tables, and whoever takes
more loses their own oldest one. If the whole file is full, whoever has most loses one: a table that was hardly played
if there is one, else the one that was idle longest. So one page can push out nobody else's tables, and many pages push
out each other's before those of people who play.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING, TypeVar

from tabletop_kernel.errors import TabletopError
from widgets.errors import note, record, state_folder

if TYPE_CHECKING:
    from sqlite3 import Connection

T = TypeVar("T")
Row = tuple[str, str, str, int, str]

SCHEMA = 1
OURS = 0x54544254  # marks the file as one of ours
FOLDER, FILE = "kept", "tables.sqlite"
TABLES = 2_000  # that are kept for all visitors together
TABLES_EACH = 20  # that are kept for one visitor
PLAYED = 8  # changes from which on a table counts as played
IDLE_DAYS = 180  # after which a table is forgotten
MAX_TABLE = 20_000  # characters of a table; a usual one has a few hundred
MAX_PAGES = 20_000  # of 4 KB: what all tables together can never come up to
PATIENCE = 1.0  # seconds to wait for others who are writing
TRIES = 3
MAX_DAMAGED = 9  # files that were put aside

CREATE = """
CREATE TABLE tables (
    ticket TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    seats TEXT NOT NULL,
    code TEXT NOT NULL,
    visitor TEXT NOT NULL,
    version INTEGER NOT NULL,
    created INTEGER NOT NULL,
    touched INTEGER NOT NULL
)"""
FETCH = "SELECT game, seats, code, version, visitor FROM tables WHERE ticket = ?"
INSERT = "INSERT OR IGNORE INTO tables VALUES (?, ?, ?, ?, ?, 1, ?, ?)"
UPDATE = "UPDATE tables SET seats = ?, code = ?, version = version + 1, touched = ? WHERE ticket = ? AND version = ?"
FORGET_IDLE = "DELETE FROM tables WHERE touched < ?"
FORGET_OWN = """
DELETE FROM tables WHERE ticket IN (
    SELECT ticket FROM tables WHERE visitor = ? AND ticket != ? ORDER BY touched DESC, rowid DESC LIMIT -1 OFFSET ?
)"""
FORGET_OF_MOST = f"""
DELETE FROM tables WHERE ticket = (
    SELECT ticket FROM tables JOIN (SELECT visitor, count(*) AS many FROM tables GROUP BY visitor) USING (visitor)
    WHERE ticket != ? ORDER BY many DESC, version > {PLAYED}, touched, tables.rowid LIMIT 1
)"""


class CannotKeep(TabletopError):
    """Why nothing can be kept here, in a few words."""


class NotOurs(CannotKeep):
    """The file is none that this program may touch."""


class MovedOn(TabletopError):
    """Somebody else has played on at the table of this ticket."""


class Damaged(Exception):
    """The file is one of ours, but a part of it is missing."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as it is kept. Each time it is kept anew, its version goes up by one."""

    game: str
    seats: str
    code: str
    version: int = 0  # not kept yet


class Store:
    """The kept tables, for one visitor."""

    def __init__(self) -> None:
        self.visitor = token_urlsafe(12)
        self._db: Connection | None = None
        self._file = 0  # the number of the file that is open: another one may have taken its place

    @property
    def path(self) -> Path:
        return state_folder() / FOLDER / FILE

    def fetch(self, ticket: str) -> Kept | None:
        """The table of a ticket, if it is kept here; from now on this page is the visitor who left it."""
        if not os.path.lexists(self.path):
            return None
        try:
            row = self._do(lambda db: db.execute(FETCH, (ticket,)).fetchone())
        except NotOurs:
            raise
        except CannotKeep:
            row = self._peek(ticket)
        if row is None:
            return None
        *table, self.visitor = row
        return Kept(*table)

    def _peek(self, ticket: str) -> Row | None:
        """Read where nothing can be written, be it a lock: a full disk must not cost the tables that are on it."""
        import sqlite3

        how = "mode=ro" if self.path.with_name(f"{FILE}-wal").exists() else "immutable=1"
        try:
            with closing(sqlite3.connect(f"{self.path.absolute().as_uri()}?{how}", uri=True)) as db:
                _check(db)
                found: Row | None = db.execute(FETCH, (ticket,)).fetchone()
                return found
        except (sqlite3.Error, Damaged):
            raise CannotKeep("its file cannot be read") from None

    def keep(self, ticket: str, table: Kept) -> Kept:
        """Keep a table, whole or not at all. MovedOn, if the one that is kept is not the one that was fetched."""
        if len(table.code) > MAX_TABLE:
            raise CannotKeep("it has grown too large")
        return self._do(lambda db: self._keep(db, ticket, table))

    def _keep(self, db: Connection, ticket: str, table: Kept) -> Kept:
        now = int(time.time())
        with _writing(db):
            if db.execute(UPDATE, (table.seats, table.code, now, ticket, table.version)).rowcount:
                return replace(table, version=table.version + 1)
            new = (ticket, table.game, table.seats, table.code, self.visitor, now, now)
            if not db.execute(INSERT, new).rowcount:
                raise MovedOn("Somebody else has played on at this table.")
            self._make_room(db, ticket, now)
            return replace(table, version=1)

    def _make_room(self, db: Connection, ticket: str, now: int) -> None:
        """Forget what is old or too much, but never the table that just came."""
        db.execute(FORGET_IDLE, (now - IDLE_DAYS * 86_400,))
        db.execute(FORGET_OWN, (self.visitor, ticket, TABLES_EACH - 1))
        while db.execute("SELECT count(*) FROM tables").fetchone()[0] > TABLES:
            db.execute(FORGET_OF_MOST, (ticket,))

    # -- the file -----------------------------------------------------------------------------------------------------

    def _do(self, work: Callable[[Connection], T]) -> T:
        """Do something with the file; CannotKeep says why that is impossible. A damaged file makes way for another."""
        try:
            import sqlite3  # only pages with several people at one screen need it
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
                reason = (error.strerror or "its folder cannot be used").lower()
                break
        self.close()
        raise CannotKeep(reason)

    def _open(self) -> Connection:
        """The file, opened once, and once more if another has taken its place."""
        file = _make_file(self.path)
        if self._db is None or file != self._file:
            self.close()
            self._file = file
            self._db = _connect(self.path)
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
                note(f"the file of kept tables was damaged: it is now in {aside}")
        except OSError:
            pass  # then nothing can be kept, and the sentence says why
        return "its file was damaged"


BUSY = 5
DAMAGED = (11, 26)  # SQLite's words: the image is malformed; this is no database
REASONS = {
    3: "its folder cannot be written to",
    BUSY: "too many are writing",
    8: "its folder cannot be written to",
    10: "the disk reports an error",
    13: "the disk is full",
    14: "its folder cannot be written to",
}


def _reason(code: int, error: Exception) -> str:
    if code not in REASONS:
        record(error)
    return REASONS.get(code, "its file cannot be used")


def _make_file(path: Path) -> int:
    """See that the file is there, for our eyes only: SQLite by itself would let everybody read it. Its number."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if path.parent.stat().st_mode & 0o077:
        path.parent.chmod(0o700)
    if not path.exists():  # else hands off: closing a file that SQLite has open would take away its locks
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    return path.stat().st_ino


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
    """Make an empty file one of ours; others are left as they are."""
    if _is_new(db):
        with _writing(db):
            if _is_new(db):  # still: another page may have been faster
                db.execute(CREATE)
                db.execute(f"PRAGMA application_id = {OURS}")
                db.execute(f"PRAGMA user_version = {SCHEMA}")
    _check(db)
    if db.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        _try_wal(db)
    db.execute("PRAGMA synchronous = NORMAL")
    db.execute(f"PRAGMA max_page_count = {MAX_PAGES}")


def _check(db: Connection) -> None:
    """The file is ours, of today, and whole as far as one can see at once."""
    if _number(db, "application_id") != OURS:
        raise NotOurs(f"{FILE} belongs to another program")
    if _number(db, "user_version") > SCHEMA:
        raise NotOurs(f"{FILE} was made by a newer version")
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'tables'").fetchone():
        raise Damaged


def _try_wal(db: Connection) -> None:
    """Let others read while one writes. If somebody is in the file just now, a later one will do that."""
    from sqlite3 import OperationalError

    with suppress(OperationalError):
        db.execute("PRAGMA journal_mode = WAL")


def _is_new(db: Connection) -> bool:
    nothing = not db.execute("SELECT 1 FROM sqlite_master").fetchone()
    return nothing and _number(db, "user_version") == 0 and _number(db, "application_id") == 0


def _number(db: Connection, pragma: str) -> int:
    return int(db.execute(f"PRAGMA {pragma}").fetchone()[0])


@cache
def the_store() -> Store:
    """The store of this page."""
    return Store()

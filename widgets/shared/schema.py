"""The rows of a store, in words that SQLite and PostgreSQL both understand, and how older ones become today's."""

from __future__ import annotations

import re

from widgets.shared.clock import tick
from widgets.shared.codes import digest, new_id
from widgets.shared.database import Rows
from widgets.shared.entries import GAME, chairs_from_text, seated, written

SCHEMA = 3
NAMES = ("tables", "entries", "tickets", "present", "leases", "guesses", "clock", "classes", "pupils", "predictions")

NEW_IN_3 = (
    # Wrong codes that were typed, for some minutes: how many at an address, which is known by a digest.
    """
    CREATE TABLE guesses (
        caller TEXT PRIMARY KEY,
        wrong DOUBLE PRECISION NOT NULL,
        at DOUBLE PRECISION NOT NULL
    )""",
    # One row: when a page was here last, since when time has gone steadily, and the last time that is believed.
    """
    CREATE TABLE clock (
        id INTEGER PRIMARY KEY,
        seen DOUBLE PRECISION NOT NULL,
        since DOUBLE PRECISION NOT NULL,
        trusted DOUBLE PRECISION NOT NULL
    )""",
)

# A table and its log. Whoever appends raises the length first: of two at the same moment one finds it raised already.
CREATE = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        visitor TEXT NOT NULL,
        length INTEGER NOT NULL,
        code TEXT UNIQUE,
        invitation TEXT UNIQUE,
        created DOUBLE PRECISION NOT NULL,
        touched DOUBLE PRECISION NOT NULL
    )""",
    """
    CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        kind TEXT NOT NULL,
        data TEXT NOT NULL,
        PRIMARY KEY (table_id, number)
    )""",
    # What gives somebody a place at a table. Only the digest of a secret is kept, so nobody can read one here. (A code
    # and an invitation give no more than a chair that is free, and whoever invites sees who comes.)
    """
    CREATE TABLE tickets (
        secret TEXT PRIMARY KEY,
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        place TEXT NOT NULL,
        host INTEGER NOT NULL
    )""",
    "CREATE INDEX tickets_of_tables ON tickets (table_id)",
    # Pages that are open, what they follow (a table, or a class), where their bell can be rung, and until when they
    # count as there without another word.
    """
    CREATE TABLE present (
        page TEXT NOT NULL,
        followed TEXT NOT NULL,
        place TEXT NOT NULL,
        bell INTEGER NOT NULL,
        until DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (followed, page)
    )""",
    # Which page plays the bots of a table, and until when.
    """
    CREATE TABLE leases (
        table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
        page TEXT NOT NULL,
        until DOUBLE PRECISION NOT NULL
    )""",
    *NEW_IN_3,
    # A class, and what its teacher has ordered. Whoever changes that raises the version.
    """
    CREATE TABLE classes (
        id TEXT PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        secret TEXT NOT NULL UNIQUE,
        orders TEXT NOT NULL,
        version INTEGER NOT NULL,
        created DOUBLE PRECISION NOT NULL,
        until DOUBLE PRECISION NOT NULL
    )""",
    # Who is in a class: an animal and a colour, and how far they have come. Nothing in it says who they are.
    """
    CREATE TABLE pupils (
        id TEXT PRIMARY KEY,
        class_id TEXT NOT NULL REFERENCES classes (id) ON DELETE CASCADE,
        animal TEXT NOT NULL,
        colour TEXT NOT NULL,
        secret TEXT NOT NULL UNIQUE,
        state TEXT NOT NULL,
        seen DOUBLE PRECISION NOT NULL,
        UNIQUE (class_id, animal)
    )""",
    # What was foreseen at a step, before anybody knew.
    """
    CREATE TABLE predictions (
        class_id TEXT NOT NULL REFERENCES classes (id) ON DELETE CASCADE,
        step TEXT NOT NULL,
        pupil TEXT NOT NULL REFERENCES pupils (id) ON DELETE CASCADE,
        choice TEXT NOT NULL,
        PRIMARY KEY (class_id, step, pupil)
    )""",
)

# The tables of a class, and of its pupils, are known by their visitor: it begins with this, and the class.
OF_CLASS = "class:{}:"
GROUPS = "class:{}:group:"  # those that the teacher has formed
FORGET_TABLES_OF_CLASS = "DELETE FROM tables WHERE substr(visitor, 1, ?) = ?"
OLD_CLASSES = "SELECT id FROM classes WHERE until < ?"

OLD_TABLES = "SELECT ticket, game, seats, code, visitor, created, touched FROM old_tables"
NEW_TABLE = "INSERT INTO tables (id, game, visitor, length, created, touched) VALUES (?, ?, ?, ?, ?, ?)"
NEW_ENTRY = "INSERT INTO entries VALUES (?, ?, ?, ?)"
NEW_TICKET = "INSERT INTO tickets VALUES (?, ?, ?, ?)"


def forget_class(rows: Rows, class_id: str) -> None:
    """A class goes with all that is its own: pupils, predictions, tables, and who was there."""
    whose = OF_CLASS.format(class_id)
    rows.execute(FORGET_TABLES_OF_CLASS, (len(whose), whose))
    rows.execute("DELETE FROM classes WHERE id = ?", (class_id,))
    rows.execute("DELETE FROM present WHERE followed IN (?, ?)", (class_id, desk_of(class_id)))


def forget_old_classes(rows: Rows, now: float) -> tuple[float, bool]:
    """Forget each class whose day is over: the time by which that was judged, and whether there was one."""
    judged = tick(rows, now)
    old = rows.execute(OLD_CLASSES, (judged,)).fetchall()
    for (class_id,) in old:
        forget_class(rows, class_id)
    return judged, bool(old)


def is_group(visitor: str) -> bool:
    """Whether a table was opened for a class by its teacher."""
    return re.match(re.escape(GROUPS).replace(r"\{\}", "[^:]+"), visitor) is not None


def desk_of(class_id: str) -> str:
    """What the teacher of a class follows: what its pupils report. The class itself is what its pupils follow."""
    return f"{class_id}.desk"


def create(rows: Rows) -> None:
    for statement in CREATE:
        rows.execute(statement)


def migrate(rows: Rows, version: int) -> None:
    """Bring the rows of an older version to today."""
    if version < 2:
        migrate_from_1(rows)
    else:
        migrate_from_2(rows)


def migrate_from_2(rows: Rows) -> None:
    """Count wrong codes for each address: those of the last minute are forgiven."""
    rows.execute("DROP TABLE guesses")
    for statement in NEW_IN_3:
        rows.execute(statement)


def migrate_from_1(rows: Rows) -> None:
    """Tables that were kept whole, each under a ticket that gave all of its seats, get a log of their own."""
    rows.execute("ALTER TABLE tables RENAME TO old_tables")
    create(rows)
    for ticket, game, seats, code, visitor, created, touched in rows.execute(OLD_TABLES).fetchall():
        table, place = new_id(), new_id()
        log = [(GAME, {"code": code}), seated(chairs_from_text(seats, place))]
        rows.execute(NEW_TABLE, (table, game, visitor, len(log), created, touched))
        for number, (kind, data) in enumerate(log):
            rows.execute(NEW_ENTRY, (table, number, kind, written(data)))
        rows.execute(NEW_TICKET, (digest(ticket), table, place, 1))
    rows.execute("DROP TABLE old_tables")

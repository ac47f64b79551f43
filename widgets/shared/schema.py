"""The rows of a store, in words that SQLite and PostgreSQL both understand, and how older ones become today's."""

from __future__ import annotations

from widgets.shared.codes import digest, new_id
from widgets.shared.database import Rows
from widgets.shared.entries import GAME, chairs_from_text, seated, written

SCHEMA = 2
NAMES = ("tables", "entries", "tickets", "present", "leases", "guesses")

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
    # Pages that are open, where their bell can be rung, and until when they count as there without another word.
    """
    CREATE TABLE present (
        page TEXT PRIMARY KEY,
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        place TEXT NOT NULL,
        bell INTEGER NOT NULL,
        until DOUBLE PRECISION NOT NULL
    )""",
    "CREATE INDEX present_at_tables ON present (table_id)",
    # Which page plays the bots of a table, and until when.
    """
    CREATE TABLE leases (
        table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
        page TEXT NOT NULL,
        until DOUBLE PRECISION NOT NULL
    )""",
    # Wrong codes that were typed, for a minute.
    "CREATE TABLE guesses (at DOUBLE PRECISION NOT NULL)",
)

OLD_TABLES = "SELECT ticket, game, seats, code, visitor, created, touched FROM old_tables"
NEW_TABLE = "INSERT INTO tables (id, game, visitor, length, created, touched) VALUES (?, ?, ?, ?, ?, ?)"
NEW_ENTRY = "INSERT INTO entries VALUES (?, ?, ?, ?)"
NEW_TICKET = "INSERT INTO tickets VALUES (?, ?, ?, ?)"


def create(rows: Rows) -> None:
    for statement in CREATE:
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

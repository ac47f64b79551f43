"""The tables of all pages: their logs, who has a place at them, which pages are there, who plays their bots.

Nobody logs in, so nobody is known; what is known is which tables descend from the same page. A page is one *visitor*,
and whoever comes back by a ticket is the visitor that left it. Each visitor has room for some tables, and whoever takes
more loses their own oldest one. If the whole store is full, whoever has most loses one: a table that was hardly played
if there is one, else the one that was idle longest. So one page can push out nobody else's tables, and many pages push
out each other's before those of people who play.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from tabletop_kernel.contract.errors import SetupError, TabletopError
from widgets.shared import codes, guesses
from widgets.shared.database import CannotKeep, Database, Rows
from widgets.shared.entries import NOTE, Entry, New, read_entry, written
from widgets.shared.schema import NEW_ENTRY, NEW_TABLE, NEW_TICKET, forget_old_classes, is_group

TABLES = 2_000  # that are kept for all visitors together
TABLES_EACH = 20  # that are kept for one visitor
PLAYED = 8  # entries from which on a table counts as played
IDLE_DAYS = 180  # after which a table is forgotten
MAX_ENTRY = 20_000  # characters of an entry; a usual one has a few dozen
MAX_LENGTH = 50_000  # entries of a table
OWN_GUESSES = 10  # wrong codes in a minute, of one page
MINUTE = 60.0

TAKE_NUMBERS = "UPDATE tables SET length = length + ?, touched = ? WHERE id = ? AND length = ?"
TAKE_ANY_NUMBERS = "UPDATE tables SET length = length + ?, touched = ? WHERE id = ?"
ENTRIES = "SELECT number, kind, data FROM entries WHERE table_id = ? AND number >= ? ORDER BY number"
TICKET = (
    "SELECT tables.id, place, host, game, visitor FROM tickets JOIN tables ON tables.id = table_id WHERE secret = ?"
)
FORGET_IDLE = "DELETE FROM tables WHERE touched < ?"
FORGET_OWN = """
DELETE FROM tables WHERE id IN (
    SELECT id FROM tables WHERE visitor = ? AND id != ? ORDER BY touched DESC, created DESC LIMIT 1000 OFFSET ?
)"""
FORGET_OF_MOST = f"""
DELETE FROM tables WHERE id = (
    SELECT id FROM tables JOIN (SELECT visitor, count(*) AS many FROM tables GROUP BY visitor) AS crowd USING (visitor)
    WHERE id != ? ORDER BY many DESC, length > {PLAYED}, touched, created LIMIT 1
)"""
ARRIVE = """
INSERT INTO present VALUES (?, ?, ?, ?, ?)
ON CONFLICT (followed, page) DO UPDATE SET place = excluded.place, until = excluded.until"""
TAKE_LEASE = """
INSERT INTO leases SELECT id, ?, ? FROM tables WHERE id = ?
ON CONFLICT (table_id) DO UPDATE SET page = excluded.page, until = excluded.until
WHERE leases.page = excluded.page OR leases.until < ? OR leases.until > ?"""


class MovedOn(TabletopError):
    """Somebody else was faster: the log is longer than what was known of it."""


class NoSuchTable(TabletopError):
    """There is no table by this ticket, link or code."""


class Place(NamedTuple):
    """What a ticket gives: a place at a table. Who sits there decides which seats it has."""

    table: str
    name: str
    host: bool
    game: str


class Found(NamedTuple):
    """What a code leads to: a table with its game and the secret of its invitation, or a class."""

    game: str
    invitation: str
    in_class: str


class Present(NamedTuple):
    """A page that is open at a table, or in a class."""

    page: str
    place: str
    bell: int


class Store:
    """All that is kept, as one page sees it."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.visitor = codes.new_id()
        self.page = codes.new_id()
        self._guessed: list[float] = []  # when a wrong code was typed here

    # -- tables and their logs ----------------------------------------------------------------------------------------

    def open(self, game: str, log: Sequence[New], place: str = "") -> tuple[Place, str]:
        """A new table with the beginning of its log; the host's place at it, and the ticket for that place."""
        if len(log) > MAX_LENGTH:
            raise CannotKeep("it has grown too large")
        lines = [_line(entry) for entry in log]
        table, place, ticket = codes.new_id(), place or codes.new_id(), codes.new_secret()

        def work(rows: Rows) -> None:
            now = self.database.time(rows)
            rows.execute(NEW_TABLE, (table, game, self.visitor, len(lines), now, now))
            for number, (kind, data) in enumerate(lines):
                rows.execute(NEW_ENTRY, (table, number, kind, data))
            rows.execute(NEW_TICKET, (codes.digest(ticket), table, place, 1))
            self._make_room(rows, table, now)

        self.database.write(work)
        self.database.scrub()  # for another table may have gone
        return Place(table, place, True, game), ticket

    def append(self, table: str, known: int, log: Sequence[New]) -> None:
        """Write on in a log of which `known` entries are known. MovedOn, if there are more by now."""
        if known + len(log) > MAX_LENGTH:
            raise CannotKeep("it has grown too large")
        lines = [_line(entry) for entry in log]

        def work(rows: Rows) -> None:
            now = self.database.time(rows)
            if not rows.execute(TAKE_NUMBERS, (len(lines), now, table, known)).rowcount:
                raise MovedOn("Someone else moved first, so the table has changed.")
            for number, (kind, data) in enumerate(lines, known):
                rows.execute(NEW_ENTRY, (table, number, kind, data))

        self.database.write(work)

    def jot(self, table: str, log: Sequence[New]) -> None:
        """Write at the end of a log, however long it has become meanwhile: for what has no part in the game."""
        lines = [_line(entry) for entry in log]

        def work(rows: Rows) -> None:
            now = self.database.time(rows)
            if not rows.execute(TAKE_ANY_NUMBERS, (len(lines), now, table)).rowcount:
                raise NoSuchTable("This table is no longer kept here.")
            length = rows.execute("SELECT length FROM tables WHERE id = ?", (table,)).fetchone()[0]
            if length > MAX_LENGTH:
                raise CannotKeep("it has grown too large")
            for number, (kind, data) in enumerate(lines, length - len(lines)):
                rows.execute(NEW_ENTRY, (table, number, kind, data))

        self.database.write(work)

    def erase_note(self, table: str, place: str, note: str) -> None:
        """Delete the words of a note that its writer takes away; that there was one stays in the log."""
        find = "SELECT number, data FROM entries WHERE table_id = ? AND kind = ?"
        change = "UPDATE entries SET data = ? WHERE table_id = ? AND number = ?"

        def work(rows: Rows) -> None:
            for number, text in rows.execute(find, (table, NOTE)).fetchall():
                data = json.loads(text)
                if (data.get("place"), data.get("id")) == (place, note):
                    rows.execute(change, (written({**data, "text": ""}), table, number))

        self.database.write(work)
        self.database.scrub()

    def read(self, table: str, known: int = 0) -> list[Entry]:
        """The entries of a log after those that are known; NoSuchTable, if it has been forgotten."""

        def work(rows: Rows) -> list[Entry]:
            found = [read_entry(row) for row in rows.execute(ENTRIES, (table, known)).fetchall()]
            if not found and not rows.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone():
                raise NoSuchTable("This table is no longer kept here.")
            return found

        return self.database.read(work)

    def _make_room(self, rows: Rows, table: str, now: float) -> None:
        """Forget what is old or too much, but never the table that just came."""
        judged, _ = forget_old_classes(rows, now)
        rows.execute(FORGET_IDLE, (judged - IDLE_DAYS * 86_400,))
        rows.execute(FORGET_OWN, (self.visitor, table, TABLES_EACH - 1))
        while rows.execute("SELECT count(*) FROM tables").fetchone()[0] > TABLES:
            rows.execute(FORGET_OF_MOST, (table,))

    # -- places at a table --------------------------------------------------------------------------------------------

    def find(self, ticket: str) -> Place | None:
        """The place that a ticket gives; from now on this page is the visitor who opened that table."""
        if not codes.SECRET.fullmatch(ticket) or not self.database.is_there:
            return None
        row = self.database.read(lambda rows: rows.execute(TICKET, (codes.digest(ticket),)).fetchone())
        if row is None:
            return None
        table, place, host, game, visitor = row
        if host:
            self.visitor = visitor
        return Place(table, place, bool(host), game)

    def admit(self, table: str, place: str = "", host: bool = False) -> tuple[str, str]:
        """A ticket for a place: a new one, or one whose ticket was lost, which is worth nothing from then on."""
        ticket = codes.new_secret()
        name = place or codes.new_id()

        def work(rows: Rows) -> None:
            rows.execute("DELETE FROM tickets WHERE table_id = ? AND place = ?", (table, name))
            rows.execute(NEW_TICKET, (codes.digest(ticket), table, name, int(host)))

        self.database.write(work)
        return name, ticket

    def is_valid(self, ticket: str, place: Place) -> bool:
        """Whether a ticket still gives its place: the host may have given out another one."""
        found = self.find(ticket)
        return found is not None and found[:2] == place[:2]

    def hosts(self, table: str) -> set[str]:
        """The places of those who host a table."""
        find = "SELECT place FROM tickets WHERE table_id = ? AND host = 1"
        return {row[0] for row in self.database.read(lambda rows: rows.execute(find, (table,)).fetchall())}

    def is_of_class(self, table: str) -> bool:
        """Whether a table was formed for a class, whose teacher says who sits there."""
        find = "SELECT visitor FROM tables WHERE id = ?"
        row = self.database.read(lambda rows: rows.execute(find, (table,)).fetchone())
        return row is not None and is_group(row[0])

    def revoke(self, table: str, place: str) -> None:
        """A place that is nobody's any more: its ticket is worth nothing from now on."""
        forget = "DELETE FROM tickets WHERE table_id = ? AND place = ?"
        self.database.write(lambda rows: rows.execute(forget, (table, place)))

    def make_host(self, table: str, place: str) -> None:
        """Let somebody at a table host it, beside those who do."""
        change = "UPDATE tickets SET host = 1 WHERE table_id = ? AND place = ?"

        def work(rows: Rows) -> None:
            if not rows.execute(change, (table, place)).rowcount:
                raise NoSuchTable("This table is no longer kept here.")

        self.database.write(work)

    # -- invitations --------------------------------------------------------------------------------------------------

    def invite(self, table: str) -> tuple[str, str]:
        """A code to type and a secret for a link, by which others find a table; the same until it is withdrawn."""

        def work(rows: Rows) -> tuple[str, str]:
            row = rows.execute("SELECT code, invitation FROM tables WHERE id = ?", (table,)).fetchone()
            if row is None:
                raise NoSuchTable("This table is no longer kept here.")
            if row[0] is None:
                row = (free_code(rows), codes.new_secret())
                rows.execute("UPDATE tables SET code = ?, invitation = ? WHERE id = ?", (*row, table))
            return row[0], row[1]

        return self.database.write(work)

    def invitation(self, table: str) -> tuple[str, str] | None:
        """The code and the secret that lead to a table, if anybody is invited."""
        row = self.database.read(
            lambda rows: rows.execute("SELECT code, invitation FROM tables WHERE id = ?", (table,)).fetchone()
        )
        return (row[0], row[1]) if row and row[0] else None

    def uninvite(self, table: str) -> None:
        """From now on neither the code nor the link leads to the table."""
        close = "UPDATE tables SET code = NULL, invitation = NULL WHERE id = ?"
        self.database.write(lambda rows: rows.execute(close, (table,)))

    def by_invitation(self, secret: str) -> tuple[str, str] | None:
        """The table of a link, and its game."""
        if not codes.is_secret(secret) or not self.database.is_there:
            return None
        find = "SELECT id, game FROM tables WHERE invitation = ?"
        row = self.database.read(lambda rows: rows.execute(find, (secret,)).fetchone())
        return (row[0], row[1]) if row else None

    def by_code(self, typed: str) -> tuple[str, str]:
        """The game of a code that was typed, and the secret that leads to its table."""
        found = self.look_up(typed)
        if found.in_class:
            raise NoSuchTable("This is a class code. Type it on the first page.")
        return found.game, found.invitation

    def look_up(self, typed: str) -> Found:
        """Return what a typed code leads to. Wrong codes are counted for each address, so that nobody guesses one."""
        code = codes.read_code(typed)
        if code is None:
            raise NoSuchTable(codes.why_no_code(typed))
        now = time.time()
        self._guessed = [at for at in self._guessed if now - MINUTE < at <= now]
        if len(self._guessed) >= OWN_GUESSES:
            raise NoSuchTable("You typed too many wrong codes. Wait a minute, then check the code.")

        who = guesses.caller()
        pause = self.database.read(lambda rows: guesses.pause(rows, who, self.database.time(rows)))
        if pause:  # before the code is looked up: a right one takes as long as a wrong one
            time.sleep(pause)

        def work(rows: Rows) -> Found | None:
            at = self.database.time(rows)
            table = rows.execute("SELECT game, invitation FROM tables WHERE code = ?", (code,)).fetchone()
            if table is not None:
                return Found(table[0], table[1], "")
            opened = rows.execute("SELECT id FROM classes WHERE code = ? AND until >= ?", (code, at)).fetchone()
            if opened is not None:
                return Found("", "", opened[0])
            guesses.count(rows, who, at)
            return None

        found = self.database.write(work)
        if found is None:
            self._guessed.append(now)
            raise NoSuchTable(f"No table or class has the code {codes.shown(code)}.")
        return found

    # -- who is there -------------------------------------------------------------------------------------------------

    def arrive(self, followed: str, place: str, bell: int, seconds: float) -> None:
        """This page is at a table, or in a class, and counts as there for so long."""

        def work(rows: Rows) -> bool:
            now = self.database.time(rows)
            _, forgot = forget_old_classes(rows, now)
            rows.execute("DELETE FROM present WHERE until < ? OR until > ?", (now, _too_far(now, seconds)))
            rows.execute(ARRIVE, (self.page, followed, place, bell, now + seconds))
            return forgot

        if self.database.write(work):
            self.database.scrub()

    def leave(self, followed: str | None = None) -> None:
        """This page is no longer there; without a word about where, nowhere any more."""
        which, facts = (" AND followed = ?", (self.page, followed)) if followed else ("", (self.page,))
        self.database.write(lambda rows: rows.execute(f"DELETE FROM present WHERE page = ?{which}", facts))

    def present(self, followed: str) -> list[Present]:
        """The pages at a table, or in a class."""
        here = "SELECT page, place, bell FROM present WHERE followed = ? AND until > ? ORDER BY page"
        found = self.database.read(lambda rows: rows.execute(here, (followed, self.database.time(rows))).fetchall())
        return [Present(*row) for row in found]

    def lease(self, table: str, seconds: float) -> bool:
        """Let this page play a table's bots for some seconds; False if another page does, or the table is gone."""

        def work(rows: Rows) -> bool:
            now = self.database.time(rows)
            facts = (self.page, now + seconds, table, now, _too_far(now, seconds))
            return rows.execute(TAKE_LEASE, facts).rowcount > 0

        return self.database.write(work)

    def close(self) -> None:
        self.database.close()


def _too_far(now: float, seconds: float) -> float:
    """Until when nobody can have promised anything, unless a clock was wrong by more than clocks differ."""
    return now + seconds + MINUTE


def _line(entry: New) -> tuple[str, str]:
    kind, data = entry
    text = written(data)
    if len(text) > MAX_ENTRY:
        raise CannotKeep("it has grown too large")
    return kind, text


def free_code(rows: Rows) -> str:
    """A code that no table and no class has."""
    while True:
        code = codes.new_code()
        taken = "SELECT 1 FROM tables WHERE code = ? UNION SELECT 1 FROM classes WHERE code = ?"
        if not rows.execute(taken, (code, code)).fetchone():
            return code


def open_database(address: str) -> Database:
    """The database of an address; without one, the file of this machine."""
    from widgets.shared.sqlite import SqliteFile

    if not address:
        return SqliteFile()
    if address.startswith(("postgresql://", "postgres://")):
        from widgets.shared.postgres import Postgres

        return Postgres(address)
    raise SetupError(
        "A store needs an address like postgresql://name@machine/database. Leave it out to use a file on this machine."
    )


@cache
def the_store() -> Store:
    """The store of this page: TABLETOP_STORE says where."""
    return Store(open_database(os.environ.get("TABLETOP_STORE", "")))

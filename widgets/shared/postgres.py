"""PostgreSQL, where pages on several machines share tables: `TABLETOP_STORE=postgresql://...`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from tabletop_kernel.contract.errors import SetupError
from widgets.errors import record
from widgets.shared import schema
from widgets.shared.database import Answer, CannotKeep, NotOurs, Rows

if TYPE_CHECKING:
    from psycopg import Connection

T = TypeVar("T")

TRIES = 2  # a connection that was lost is made anew, once
PATIENCE = 3  # seconds to wait for the server
LOCKED = 3.0  # seconds to wait for others who are writing
SETTING_UP = 0x54544254  # a lock that only we take, while the rows are made
ABOUT = "tabletop_about"
CLOCK = "SELECT extract(epoch FROM clock_timestamp())"
BUSY = ("55P03", "40P01", "40001")  # PostgreSQL's words: no lock within our patience, or two that wait for each other
REASONS = {"53100": "its database's disk is full", **dict.fromkeys(BUSY, "too many pages are saving at once")}


class _Rows:
    """Statements with `?`, as SQLite writes them."""

    def __init__(self, connection: Connection[Any]) -> None:
        self._connection = connection

    def execute(self, statement: str, facts: Sequence[Any] = ()) -> Answer:
        return self._connection.execute(statement.replace("?", "%s"), facts)


class Postgres:
    """A database on a server. A lost connection is made anew; work that was cut off has not been done."""

    several_machines = True
    is_there = True

    def __init__(self, address: str) -> None:
        self.address = address
        self._connection: Connection[Any] | None = None

    def read(self, work: Callable[[Rows], T]) -> T:
        return self._do(work)

    def write(self, work: Callable[[Rows], T]) -> T:
        return self._do(work)

    def scrub(self) -> None:
        """When a server overwrites what was deleted is up to whoever runs it."""

    def time(self, rows: Rows) -> float:
        return float(rows.execute(CLOCK).fetchone()[0])

    def _do(self, work: Callable[[Rows], T]) -> T:
        import psycopg

        for attempt in range(TRIES):
            try:
                connection = self._open()
                with connection.transaction():
                    return work(_Rows(connection))
            except psycopg.OperationalError as error:  # the server is gone, or was, unless it says something else
                if error.sqlstate in REASONS:
                    raise CannotKeep(REASONS[error.sqlstate]) from None
                self.close()
                if attempt + 1 == TRIES:
                    raise CannotKeep("its database isn't responding") from error
            except psycopg.errors.ReadOnlySqlTransaction:
                raise CannotKeep("its database can't be written to") from None
            except psycopg.Error as error:
                record(error)
                raise CannotKeep("its database reports an error") from None
        raise AssertionError("unreachable")

    def _open(self) -> Connection[Any]:
        if self._connection is None or self._connection.closed:
            self._connection = connect(self.address)
            _prepare(self._connection)
        return self._connection

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None


def connect(address: str) -> Connection[Any]:
    """A connection that does one thing at a time; SetupError where this cannot work at all."""
    try:
        import psycopg
    except ModuleNotFoundError:
        raise SetupError(
            "To keep tables in PostgreSQL you need the package 'psycopg', which is missing. "
            'Try: pip install "tabletop-notebooks[postgresql]".'
        ) from None
    try:
        connection = psycopg.connect(address, autocommit=True, connect_timeout=PATIENCE, application_name="tabletop")
        connection.execute(f"SET lock_timeout = {int(LOCKED * 1000)}")  # somebody may never come to an end
        return connection
    except psycopg.ProgrammingError as error:
        raise SetupError(f"TABLETOP_STORE isn't the address of a PostgreSQL database: {error}") from None


def _prepare(connection: Connection[Any]) -> None:
    """Make the rows where there are none; those of a newer version are left as they are."""
    rows = _Rows(connection)
    with connection.transaction():
        rows.execute("SELECT pg_advisory_xact_lock(?)", (SETTING_UP,))  # one page makes them, the others wait
        if rows.execute("SELECT to_regclass(?)", (ABOUT,)).fetchone()[0] is None:
            if rows.execute("SELECT to_regclass('tables')").fetchone()[0] is not None:
                raise NotOurs("its database belongs to another program")
            schema.create(rows)
            rows.execute(f"CREATE TABLE {ABOUT} (version INTEGER NOT NULL)")
            rows.execute(f"INSERT INTO {ABOUT} VALUES (?)", (schema.SCHEMA,))
        version = rows.execute(f"SELECT version FROM {ABOUT}").fetchone()[0]
        if version < schema.SCHEMA:
            schema.migrate(rows, version)
            rows.execute(f"UPDATE {ABOUT} SET version = ?", (schema.SCHEMA,))
    if version > schema.SCHEMA:
        raise NotOurs("its database was made by a newer version")

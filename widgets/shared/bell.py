"""How a page hears at once that something has happened at its table or in its class: whoever wrote it down rings the
others' bells.

A bell says nothing but «look»: what is new, a page reads in the store itself. So a bell that somebody else rings does
no harm, and one that is not heard costs a second or two, since every page looks now and then without it.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from widgets.shared.store import Present

if TYPE_CHECKING:
    from psycopg import Connection

HERE = "127.0.0.1"
CHANNEL = "tabletop_{}"


class Bell(Protocol):
    """The bell of one page."""

    number: int  # where others find it, if they need to know

    def fileno(self) -> int:
        """What to wait for; -1 if there is nothing to wait for just now."""
        ...

    def hang(self, table: str) -> None:
        """It is to ring for a table."""
        ...

    def answer(self) -> None:
        """It was heard; it may ring again."""
        ...

    def ring(self, table: str, others: Iterable[Present]) -> None:
        """Ring the bells of the others at a table."""
        ...

    def close(self) -> None: ...


class LocalBell:
    """Between pages of one machine: a datagram without words to a port that only this machine can reach."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind((HERE, 0))
        self._socket.setblocking(False)
        self.number: int = self._socket.getsockname()[1]

    def fileno(self) -> int:
        return self._socket.fileno()

    def hang(self, table: str) -> None:
        """Whoever rings finds the number in the store."""

    def answer(self) -> None:
        with suppress(OSError):
            while True:
                self._socket.recv(16)

    def ring(self, table: str, others: Iterable[Present]) -> None:
        for other in others:
            with suppress(OSError):  # that page is gone, or too many ring: it looks by itself
                self._socket.sendto(b"", (HERE, other.bell))

    def close(self) -> None:
        self._socket.close()


class PostgresBell:
    """Between machines: the database tells everybody who listens."""

    number = 0

    def __init__(self, address: str) -> None:
        self._address = address
        self._tables: list[str] = []
        self._connection: Connection[Any] | None = None

    def _open(self) -> Connection[Any] | None:
        """The connection that listens; made anew if it was lost, None as long as the database does not answer."""
        from psycopg import OperationalError, sql

        from widgets.shared.postgres import connect

        if self._connection is None or self._connection.closed:
            self._connection = None
            with suppress(OperationalError):
                connection = connect(self._address)
                for table in self._tables:
                    connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL.format(table))))
                self._connection = connection
        return self._connection

    def fileno(self) -> int:
        connection = self._open()
        return -1 if connection is None else connection.fileno()

    def hang(self, table: str) -> None:
        if table not in self._tables:
            self._tables.append(table)
            self.close()  # and listens anew, to all of them

    def answer(self) -> None:
        from psycopg import OperationalError

        if self._connection is not None:
            try:
                for _ in self._connection.notifies(timeout=0):
                    pass
            except OperationalError:
                self.close()

    def ring(self, table: str, others: Iterable[Present]) -> None:
        from psycopg import OperationalError

        if (connection := self._open()) is not None:
            with suppress(OperationalError):
                connection.execute("SELECT pg_notify(%s, '')", (CHANNEL.format(table),))

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

"""What a store needs of a database, and what can go wrong with one: the same for SQLite and for PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from tabletop_kernel.contract.errors import TabletopError

T = TypeVar("T")

CUT_OFF = "We can't reach the table right now ({}). Nothing has changed. Try again in a moment."


class CannotKeep(TabletopError):
    """Why nothing can be kept here, in a few words."""


class NotOurs(CannotKeep):
    """The database is none that this program may touch."""


class OutOfReach(TabletopError):
    """Nothing was done, since what is kept cannot be reached: a whole sentence, for whoever wanted it done."""


class Answer(Protocol):
    """What a statement came to."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...


class Rows(Protocol):
    """The rows of a database, while one piece of work is done with them. Statements mark their facts with `?`."""

    def execute(self, statement: str, facts: Sequence[Any] = (), /) -> Answer: ...


class Database(Protocol):
    """Where rows are kept. All work is done whole or not at all; CannotKeep says why it could not be done."""

    several_machines: bool  # whether pages on other machines may use it too

    @property
    def is_there(self) -> bool:
        """Whether anything was ever kept."""
        ...

    def read(self, work: Callable[[Rows], T]) -> T:
        """Look something up."""
        ...

    def write(self, work: Callable[[Rows], T]) -> T:
        """Change something, in one transaction."""
        ...

    def scrub(self) -> None:
        """See that the bytes of what was deleted are in no file any more, as far as that is ours to say."""
        ...

    def time(self, rows: Rows) -> float:
        """Return what the clock of the database says, in seconds: one clock for all machines that use it."""
        ...

    def close(self) -> None: ...

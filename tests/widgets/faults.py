"""What can happen to the file of shared tables while people play. Each fault lasts as long as its `with`."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from widgets.errors import state_folder
from widgets.shared import schema, sqlite
from widgets.shared.store import Store

Fault = Callable[[Iterable[Store], pytest.MonkeyPatch], Any]

LASTING = ("tables", "entries", "tickets", "classes", "pupils", "predictions")  # what a fault must not change
HOLD = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


def file() -> Path:
    return state_folder() / sqlite.FOLDER / sqlite.FILE


def kept() -> str:
    """All rows that outlast a page, as text; read past everything that this program does."""
    with closing(sqlite3.connect(f"{file().as_uri()}?mode=ro", uri=True)) as db:
        return json.dumps([db.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in LASTING])


@contextmanager
def locked(stores: Iterable[Store], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another process is in the middle of writing, and does not come to an end."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(file())], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        try:
            yield
        finally:
            holder.communicate("")


@contextmanager
def connected_anew(
    stores: Iterable[Store], monkeypatch: pytest.MonkeyPatch, pragma: str, number: int | str
) -> Iterator[None]:
    """Every page connects anew, and finds something else than it is used to."""
    usual = sqlite._connect

    def connect(path: Path) -> sqlite3.Connection:
        db = usual(path)
        db.execute(f"PRAGMA {pragma} = {number}")
        return db

    with monkeypatch.context() as patch:
        patch.setattr(sqlite, "_connect", connect)
        _close(stores)
        yield
    _close(stores)


def read_only(stores: Iterable[Store], monkeypatch: pytest.MonkeyPatch) -> Any:
    """The disk can be read, and not written to."""
    return connected_anew(stores, monkeypatch, "query_only", "ON")


def full(stores: Iterable[Store], monkeypatch: pytest.MonkeyPatch) -> Any:
    """The file cannot grow any more; what fits into the pages that it has is still written."""
    return connected_anew(stores, monkeypatch, "max_page_count", 1)


@contextmanager
def another_mark(pragma: str, mark: int) -> Iterator[None]:
    with closing(sqlite3.connect(file())) as db:
        usual = db.execute(f"PRAGMA {pragma}").fetchone()[0]
        db.execute(f"PRAGMA {pragma} = {mark}")
    yield
    with closing(sqlite3.connect(file())) as db:
        db.execute(f"PRAGMA {pragma} = {usual}")


def newer(stores: Iterable[Store], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Another server of a newer version has brought the file to its own day."""
    return another_mark("user_version", schema.SCHEMA + 1)


def foreign(stores: Iterable[Store], monkeypatch: pytest.MonkeyPatch) -> Any:
    """The file is another program's."""
    return another_mark("application_id", 7)


def _close(stores: Iterable[Store]) -> None:
    for store in stores:
        store.close()


FAULTS: dict[Fault, str] = {  # and what people are told
    locked: "too many pages are saving at once",
    read_only: "its folder can't be written to",
    newer: "tables.sqlite was made by a newer version",
    foreign: "tables.sqlite belongs to another program",
}
READABLE = (locked, read_only)  # faults under which what is kept can still be read

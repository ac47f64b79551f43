"""PostgreSQL is away, read-only, full or locked while several screens are at a table: a sentence, and on it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import psycopg
import pytest
from databases import a_database, server
from page import Page, room_of
from test_store_faults import a_table, look, move, stands, state, store_of, visit, whose_turn  # noqa: F401

from widgets.kept import OUT_OF_SIGHT
from widgets.shared import postgres
from widgets.shared.database import CUT_OFF
from widgets.shared.postgres import connect

CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"
FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON entries EXECUTE FUNCTION full_disk()"""

SAT_DOWN = "Guest 1 now plays Seraphina."  # which is no fault


@pytest.fixture
def address(monkeypatch) -> Iterator[str]:
    monkeypatch.setattr(postgres, "LOCKED", 0.05)
    with a_database() as found:
        monkeypatch.setenv("TABLETOP_STORE", found)
        yield found


def altered(address: str, words: str) -> None:
    """Change something about a database from outside, and cut all lines to it."""
    name = address.partition("?")[0].rpartition("/")[2]
    with psycopg.connect(server(), autocommit=True) as other:
        other.execute(f"ALTER DATABASE {name} {words}")
        other.execute(CUT, (name,))


@contextmanager
def away(address: str) -> Iterator[None]:
    """The database is stopped, and started again."""
    altered(address, "ALLOW_CONNECTIONS false")
    yield
    altered(address, "ALLOW_CONNECTIONS true")


@contextmanager
def read_only(address: str) -> Iterator[None]:
    """As on the copy that takes over while the first machine is down."""
    altered(address, "SET default_transaction_read_only = on")
    yield
    altered(address, "SET default_transaction_read_only = off")


@contextmanager
def locked(address: str) -> Iterator[None]:
    """Somebody is in the middle of writing, and does not come to an end."""
    with psycopg.connect(address) as other:
        other.execute("LOCK TABLE tables IN EXCLUSIVE MODE")
        yield


@contextmanager
def full(address: str) -> Iterator[None]:
    with closing(connect(address)) as other:
        other.execute(FULL)
        yield
        other.execute("DROP TRIGGER full_disk ON entries")


FAULTS: dict[Callable[[str], Any], str] = {
    away: "its database isn't responding",
    read_only: "its database can't be written to",
    locked: "too many pages are saving at once",
    full: "its database's disk is full",
}


def close(pages: list[Page]) -> None:
    for page in pages:
        store_of(page).close()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_nothing_changes_and_the_reason_is_told(fault: Callable[[str], Any], address: str) -> None:
    pages = a_table()
    mover = whose_turn(pages)
    shown, log = stands(pages), store_of(mover).read(room_of(mover)._keeping.table.place.table)
    with fault(address):
        for _ in range(2):
            assert move(mover)["why"]["text"] == CUT_OFF.format(FAULTS[fault])
        look(*pages)
        notes = {page.screen["now"]["note"] for page in pages} - {SAT_DOWN}
        assert notes == {OUT_OF_SIGHT.format(FAULTS[fault]) if fault is away else ""}
        assert stands(pages) == shown
    look(*pages)
    assert {page.screen["now"]["note"] for page in pages} <= {"", SAT_DOWN}
    assert store_of(mover).read(room_of(mover)._keeping.table.place.table) == log
    move(mover)
    look(*pages)
    assert len({one[0] for one in stands(pages)}) == 1 and stands(pages) != shown
    close(pages)


def test_whoever_comes_while_the_database_is_away_is_told_and_comes_back_by_the_same_link(address: str) -> None:
    pages = a_table()
    link = str(pages[1].screen["keep"]["play"])
    with away(address):
        late = visit(link)
        said = late.screen["now"]["text"]
        assert (
            "can't read the tables kept here (its database isn't responding)" in said
            and "play" not in late.screen["keep"]
        )
    again = visit(link)
    assert again.screen["viewer"] == 1
    close([*pages, again])

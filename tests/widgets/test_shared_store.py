"""The store of shared tables, on SQLite and on a real PostgreSQL: one order of entries, secrets, quotas, codes."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from databases import Clock, a_database, fresh_store

from tabletop_kernel import Session, load
from tabletop_kernel.contract.errors import SaveError, SetupError
from widgets.links import from_anything
from widgets.serve import check_store
from widgets.shared import codes, guesses
from widgets.shared import store as stores
from widgets.shared.chair import Chair
from widgets.shared.database import CannotKeep
from widgets.shared.entries import CHAIRS, GAME, MOVE, seated
from widgets.shared.postgres import ABOUT, Postgres, connect
from widgets.shared.store import MovedOn, NoSuchTable, Store
from widgets.shared.table import SharedTable

LOG = [(GAME, {"code": "TN2.x"}), (CHAIRS, [])]


@pytest.fixture(params=["sqlite", "postgresql"])
def new_store(request, tmp_path, monkeypatch) -> Iterator[object]:
    """Makes stores of the same database, each as a page of its own would."""
    with fresh_store(request.param, tmp_path, monkeypatch) as make:
        yield make


def test_a_log_is_read_from_where_one_has_read_it(new_store) -> None:
    page, other = new_store(), new_store()
    place, ticket = page.open("royal_ascension", LOG)
    assert other.find(ticket) == place and place.host
    page.append(place.table, 2, [(MOVE, {"seat": 0, "move": ["pass"]})])
    assert [entry.kind for entry in other.read(place.table)] == [GAME, CHAIRS, MOVE]
    assert [(entry.number, entry.data) for entry in other.read(place.table, 2)] == [(2, {"seat": 0, "move": ["pass"]})]
    assert other.read(place.table, 3) == []


def test_of_two_who_write_at_the_same_moment_one_is_told(new_store) -> None:
    page, other = new_store(), new_store()
    place, _ = page.open("royal_ascension", LOG)
    page.append(place.table, 2, [(MOVE, {"seat": 0, "move": ["a"]})])
    with pytest.raises(MovedOn):
        other.append(place.table, 2, [(MOVE, {"seat": 1, "move": ["b"]})])
    assert [entry.data for entry in page.read(place.table, 2)] == [{"seat": 0, "move": ["a"]}]


def test_many_write_at_once_and_nothing_is_lost_doubled_or_torn(new_store) -> None:
    place, _ = new_store().open("royal_ascension", LOG)
    start = threading.Barrier(6)

    def write(who: int) -> int:
        with closing(new_store()) as page:
            start.wait()
            written = tries = 0
            while written < 20:
                tries += 1
                known = 2 + len(page.read(place.table, 2))
                try:
                    page.append(place.table, known, [(MOVE, [who, written]), (MOVE, [who, written, "too"])])
                    written += 1
                except (MovedOn, CannotKeep):
                    continue
            return tries

    with ThreadPoolExecutor(6) as pages:
        list(pages.map(write, range(6)))
    log = [entry.data for entry in new_store().read(place.table, 2)]
    assert len(log) == 240 and [entry.number for entry in new_store().read(place.table)] == list(range(242))
    for who in range(6):
        assert [data for data in log if data[0] == who] == [
            [who, n, *more] for n in range(20) for more in ((), ("too",))
        ]
    assert all(log[n][:2] == log[n + 1][:2] for n in range(0, 240, 2)), "what was written together stands together"


def test_a_ticket_is_kept_as_a_digest_and_can_be_replaced(new_store) -> None:
    page = new_store()
    place, ticket = page.open("royal_ascension", LOG)
    name, guest = page.admit(place.table)
    found = page.find(guest)
    assert found == (place.table, name, False, "royal_ascension")
    again, new = page.admit(place.table, name)
    assert again == name and page.find(guest) is None and page.find(new) == found
    assert page.is_valid(new, found) and not page.is_valid(guest, found) and not page.is_valid(ticket, found)
    kept = page.database.read(lambda rows: rows.execute("SELECT secret FROM tickets").fetchall())
    assert sorted(row[0] for row in kept) == sorted(map(codes.digest, (ticket, new)))


@pytest.mark.parametrize("forged", ["", "x", "'; DROP TABLE tables; --", "A" * 22, "é" * 22, "A" * 4000, "TT2.x"])
def test_a_forged_ticket_or_link_finds_nothing(new_store, forged) -> None:
    page = new_store()
    page.open("royal_ascension", LOG)
    assert page.find(forged) is None
    assert page.by_invitation(forged) is None


def test_an_invitation_is_a_code_and_a_link_until_it_is_withdrawn(new_store) -> None:
    page, guest = new_store(), new_store()
    place, _ = page.open("the_north", LOG)
    code, secret = page.invite(place.table)
    assert codes.read_code(codes.shown(code).lower().replace("-", " ")) == code
    assert guest.by_code(codes.shown(code)) == ("the_north", secret)
    assert guest.by_invitation(secret) == (place.table, "the_north")
    assert page.invite(place.table) == (code, secret), "whoever comes back shows the same link"
    page.uninvite(place.table)
    assert guest.by_invitation(secret) is None
    with pytest.raises(NoSuchTable, match="No table or class has the code"):
        guest.by_code(code)
    assert page.invite(place.table)[1] != secret


@pytest.fixture
def clock(monkeypatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def waits(monkeypatch, clock) -> list[float]:
    """How long each look-up had to wait; the time passes meanwhile."""
    waited: list[float] = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        clock.now += seconds

    monkeypatch.setattr(stores.time, "sleep", sleep)
    return waited


def guess(new_store, times: int) -> None:
    """Type so many wrong codes, each on a page of its own."""
    rng = random.Random(1)
    page = new_store()
    for number in range(times):
        page = new_store() if number % 5 == 0 else page
        with pytest.raises(NoSuchTable, match="No table"):
            page.by_code("".join(rng.choice(codes.LETTERS) for _ in range(codes.LENGTH)))


def test_whoever_guesses_codes_waits_and_nobody_else_does(new_store, monkeypatch, waits, clock) -> None:
    page = new_store()
    place, _ = page.open("the_north", LOG)
    code, _ = page.invite(place.table)
    monkeypatch.setattr(guesses, "caller", lambda: "a guesser")
    monkeypatch.setattr(guesses, "FREE", 12.0)
    monkeypatch.setattr(guesses, "MOST", 22.0)
    monkeypatch.setattr(guesses, "LONGEST", 1.0)
    guess(new_store, 12)
    assert waits == [], "a class types some wrong codes too"
    guess(new_store, 20)
    assert len(waits) == 19 and waits == sorted(waits) and 0.5 < max(waits) <= 1.0
    assert new_store().by_code(code)[0] == "the_north" and len(waits) == 20, "right codes wait, and are not refused"
    monkeypatch.setattr(guesses, "caller", lambda: "somebody else")
    assert new_store().by_code(code)[0] == "the_north" and len(waits) == 20
    monkeypatch.setattr(guesses, "caller", lambda: "a guesser")
    clock.now += guesses.FADES * 22
    assert new_store().by_code(code)[0] == "the_north" and len(waits) == 20, "what was typed long ago is forgiven"


@pytest.mark.parametrize("jump", [-1e6, 1e6])
def test_a_clock_that_jumps_makes_nobody_wait_for_long(new_store, monkeypatch, waits, clock, jump: float) -> None:
    guess(new_store, 45)
    clock.now += jump
    waits.clear()
    guess(new_store, 1)
    assert sum(waits) <= guesses.LONGEST


def test_addresses_that_guessed_are_remembered_within_bounds(new_store, monkeypatch, clock) -> None:
    monkeypatch.setattr(guesses, "ADDRESSES", 8)
    page = new_store()
    for number in range(30):
        monkeypatch.setattr(guesses, "caller", lambda number=number: f"address {number}")
        clock.now += 1
        with pytest.raises(NoSuchTable):
            new_store().by_code("CDFHJKM")
    kept = page.database.read(lambda rows: rows.execute("SELECT caller FROM guesses").fetchall())
    assert {row[0] for row in kept} == {f"address {number}" for number in range(22, 30)}


@pytest.mark.parametrize("typed", ["", "KDX", "KDX-4RT0", "KDX-4RTMM", "' OR 1=1", "ｋｄｘ４ｒｔｍ"])
def test_what_cannot_be_a_code_is_told_so_and_is_no_guess(new_store, typed) -> None:
    page = new_store()
    with pytest.raises(NoSuchTable, match="A code has 7 characters"):
        page.by_code(typed)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("kdx 4rt8", "It never contains 8"),
        ("O0O-4RTM", "It never contains O or 0"),
        ("KDX-4RT", "this one has 6"),
        ("KDX-4RTMM", "this one has 8"),
    ],
)
def test_a_slip_in_a_code_is_named_wherever_it_is_typed(typed: str, said: str) -> None:
    with pytest.raises(SaveError, match=said):
        from_anything(typed)


def test_who_is_there_and_who_plays_the_bots(new_store, clock) -> None:
    first, second = new_store(), new_store()
    place, _ = first.open("the_north", LOG)
    first.arrive(place.table, place.name, 4001, 30)
    second.arrive(place.table, "guest", 4002, 60)
    assert {(one.page, one.place, one.bell) for one in first.present(place.table)} == {
        (first.page, place.name, 4001),
        (second.page, "guest", 4002),
    }
    assert first.lease(place.table, 10) and first.lease(place.table, 10) and not second.lease(place.table, 10)
    clock.now += 45
    assert second.lease(place.table, 10) and not first.lease(place.table, 10)
    assert [one.page for one in first.present(place.table)] == [second.page]
    second.leave()
    assert first.present(place.table) == []


def test_one_visitor_pushes_out_only_their_own_tables(new_store, monkeypatch) -> None:
    monkeypatch.setattr(stores, "TABLES_EACH", 5)
    monkeypatch.setattr(stores, "TABLES", 9)
    anna = new_store()
    _, annas = anna.open("the_north", LOG)
    stranger = new_store()
    tickets = [stranger.open("the_north", LOG)[1] for _ in range(9)]
    assert [stranger.find(ticket) is not None for ticket in tickets] == [False] * 4 + [True] * 5
    for _ in range(6):
        new_store().open("the_north", LOG)
    assert anna.find(annas), "whoever has most makes room"


def test_a_table_that_is_forgotten_takes_all_with_it(new_store, clock) -> None:
    page = new_store()
    place, ticket = page.open("the_north", LOG)
    page.arrive(place.table, place.name, 1, 30)
    page.lease(place.table, 30)
    clock.now += (stores.IDLE_DAYS + 1) * 86_400
    clock.goes_steadily(page)
    new_store().open("the_north", LOG)
    assert page.find(ticket) is None
    with pytest.raises(NoSuchTable):
        page.read(place.table)
    assert page.present(place.table) == []
    assert not page.lease(place.table, 30), "nobody plays the bots of a table that is gone"
    for name in ("entries", "tickets", "leases"):
        left = page.database.read(
            lambda rows, name=name: rows.execute(
                f"SELECT count(*) FROM {name} WHERE table_id = ?", (place.table,)
            ).fetchone()[0]
        )
        assert left == 0, name


@pytest.mark.parametrize("jump", [stores.IDLE_DAYS + 1, 400, -400])
def test_a_clock_that_jumps_costs_no_table(new_store, clock, jump: int) -> None:
    page = new_store()
    place, ticket = page.open("the_north", LOG)
    clock.now += jump * 86_400
    for _ in range(3):
        new_store().open("the_north", LOG)
    clock.goes_steadily(page)
    clock.now -= jump * 86_400  # somebody sets it right
    new_store().open("the_north", LOG)
    assert page.find(ticket) is not None and len(page.read(place.table)) == len(LOG)


def test_tables_of_a_server_that_nobody_visits_for_long_are_forgotten_at_the_second_visit(new_store, clock) -> None:
    page = new_store()
    _, ticket = page.open("the_north", LOG)
    for _ in range(2):
        assert page.find(ticket) is not None
        clock.now += (stores.IDLE_DAYS + 1) * 86_400
        new_store().open("the_north", LOG)
    assert page.find(ticket) is None


def test_the_clock_of_the_database_counts_and_not_that_of_one_machine(monkeypatch) -> None:
    with a_database() as address, closing(Store(Postgres(address))) as page, closing(Store(Postgres(address))) as other:
        _, ticket = page.open("the_north", LOG)
        real = stores.time.time()
        monkeypatch.setattr(stores.time, "time", lambda: real + 400 * 86_400)
        for _ in range(3):
            other.open("the_north", LOG)
            monkeypatch.setattr(stores.time, "time", lambda: real + 800 * 86_400)
        newest = "SELECT max(touched), max(seen) FROM tables, clock"
        assert all(at < real + 86_400 for at in page.database.read(lambda rows: rows.execute(newest).fetchone()))
        assert page.find(ticket) is not None


def as_version_2(rows: object) -> None:
    """Take the database back to the day when wrong codes of all visitors were counted together."""
    for name in ("guesses", "clock"):
        rows.execute(f"DROP TABLE {name}")
    rows.execute("CREATE TABLE guesses (at DOUBLE PRECISION NOT NULL)")
    rows.execute("INSERT INTO guesses VALUES (5)")


def test_a_store_of_the_version_before_is_brought_to_today(new_store) -> None:
    old = new_store()
    _, ticket = old.open("the_north", LOG)
    number = f"UPDATE {ABOUT} SET version = 2" if old.database.several_machines else "PRAGMA user_version = 2"
    old.database.write(lambda rows: (as_version_2(rows), rows.execute(number)))
    old.close()
    page = new_store()
    assert page.find(ticket) is not None
    with pytest.raises(NoSuchTable):
        page.by_code("CDFHJKM")
    page.open("the_north", LOG)
    assert page.database.read(lambda rows: rows.execute("SELECT count(*) FROM guesses").fetchone())[0] == 1


def test_an_entry_that_is_too_large_changes_nothing(new_store) -> None:
    page = new_store()
    place, _ = page.open("the_north", LOG)
    with pytest.raises(CannotKeep, match="too large"):
        page.append(place.table, 2, [(MOVE, "a"), (MOVE, "x" * 30_000)])
    assert len(page.read(place.table)) == 2


# -- tables as pages know them ----------------------------------------------------------------------------------------


def people(place: str) -> list[Chair]:
    return [Chair("person", "Mara", place), Chair("person", "", place)]


def a_table(store: Store) -> tuple[SharedTable, Session]:
    session = Session(load("royal_ascension"), 3, 5)
    place, ticket = store.open("royal_ascension", [(GAME, {"code": session.branch(0).code()}), seated(people("here"))])
    table = SharedTable(store, place, ticket)
    table.news()
    return table, session


def step(session: Session, rng: random.Random) -> None:
    seat = rng.choice(session.deciders)
    session.submit(seat, rng.choice(session.moves(seat)))


def test_another_page_comes_to_the_same_game(new_store) -> None:
    table, session = a_table(new_store())
    rng = random.Random(3)
    for _ in range(40):
        step(session, rng)
        table.write(table.played(session))
    other = SharedTable(new_store(), table.place)
    other.news()
    assert other.session().code() == session.code()
    assert other.chairs == people("here")


def test_what_was_taken_back_is_gone_for_all_and_stays_in_the_log(new_store) -> None:
    table, session = a_table(new_store())
    session.free_undo = True
    rng = random.Random(4)
    for _ in range(10):
        step(session, rng)
    table.write(table.played(session))
    session.undo()
    session.undo()
    step(session, rng)
    table.write(table.played(session))
    other = SharedTable(new_store(), table.place)
    assert [entry.kind for entry in other.news()].count("back") == 1
    assert other.session().code() == session.code() and len(other.moves) == 9


def test_a_new_game_at_the_same_table(new_store) -> None:
    table, session = a_table(new_store())
    step(session, random.Random(1))
    table.write(table.played(session))
    another = Session(load("royal_ascension"), 3, 6)
    step(another, random.Random(2))
    table.write(table.played(another))
    assert table.played(another) == []
    other = SharedTable(new_store(), table.place)
    other.news()
    assert other.session().code() == another.code()


def test_two_copies_that_part_come_together_again(new_store) -> None:
    """Both play at the same moment: one move is written, the other page is told, and has lost nothing but its move."""
    table, session = a_table(new_store())
    other = SharedTable(new_store(), table.place)
    other.news()
    twin = other.session()
    step(session, random.Random(1))
    step(twin, random.Random(2))
    table.write(table.played(session))
    with pytest.raises(MovedOn):
        other.write(other.played(twin))
    other.news()
    assert other.session().code() == session.code()


# -- which store ------------------------------------------------------------------------------------------------------


def test_a_server_looks_at_its_store_before_it_starts() -> None:
    with a_database() as address:
        check_store(address)
        wrong = address.replace("/t", "/nowhere", 1)
        with pytest.raises(SetupError, match="isn't responding"):
            check_store(wrong)


@pytest.mark.parametrize("address", ["mysql://x", "tables.sqlite", "postgresql"])
def test_a_store_that_is_none(address) -> None:
    with pytest.raises(SetupError, match="postgresql://"):
        stores.open_database(address)


def test_a_newer_or_foreign_database_is_left_alone() -> None:
    with a_database() as address:
        first = Store(stores.open_database(address))
        place, _ = first.open("the_north", LOG)
        first.database.write(lambda rows: rows.execute("UPDATE tabletop_about SET version = 99"))
        with pytest.raises(CannotKeep, match="newer version"):
            Store(stores.open_database(address)).read(place.table)
        first.close()
    with a_database() as address:
        other = stores.open_database(address)
        assert isinstance(other, Postgres)
        connect(address).execute("CREATE TABLE tables (chairs INTEGER)").connection.close()
        with pytest.raises(CannotKeep, match="another program"):
            Store(other).open("the_north", LOG)
        other.close()


def test_a_connection_that_was_cut_is_made_anew() -> None:
    """As when the database is started again while people play."""
    with a_database() as address:
        page = Store(stores.open_database(address))
        place, _ = page.open("the_north", LOG)
        with closing(connect(address)) as other:
            other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        page.append(place.table, 2, [(MOVE, "a")])
        assert len(page.read(place.table)) == 3
        page.close()

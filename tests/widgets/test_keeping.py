"""How tables of several people come back: by a ticket that stays, with their own seats; and what happens if not."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from page import Page, open_table, play_on

from tabletop_kernel.contract.errors import SaveError
from tabletop_kernel.table.saves import CODE_PREFIX
from widgets import keeping, links
from widgets.app import door, learn, play
from widgets.shared import store
from widgets.shared.codes import digest
from widgets.shared.database import CannotKeep
from widgets.shared.sqlite import FILE, FOLDER
from widgets.shared.store import Store


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("TABLETOP_STATE", str(tmp_path))
    store.the_store.cache_clear()
    return tmp_path


def visit(kept: str) -> Page:
    """Another page, with a kernel of its own, opened by what a link has kept."""
    store.the_store.cache_clear()
    return Page(play("royal_ascension"), link={"play": kept})


def ticket(page: Page) -> str:
    return str(page.screen["keep"]["play"])


def session(page: Page):
    return page.view._receive.__self__.room.session


def someone_moves(page: Page) -> None:
    """One move, whoever's it is."""
    length = session(page).length
    while session(page).length == length:
        if page.screen["kind"] == "curtain":
            page.send("lift")
        elif page.screen.get("next"):
            page.send("go-on")
        else:
            page.press(page.buttons()[0])


def rows(state: Path) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(state / FOLDER / FILE)) as db:
        return db.execute("SELECT secret, game, length FROM tickets JOIN tables ON tables.id = table_id").fetchall()


def test_a_table_has_one_ticket_over_moves_and_reloads(state: Path) -> None:
    page = open_table()
    first = ticket(page)
    for _ in range(3):
        someone_moves(page)
        assert ticket(page) == first
        page = visit(first)
        assert ticket(page) == first
    secret, game, length = rows(state)[0]
    assert (secret, game) == (digest(first.removeprefix(links.TICKET)), "royal_ascension") and len(rows(state)) == 1
    written = 2 + session(page).length + 3
    assert length == written, "the game, who sits where, each move, and how long each of three decisions took"
    assert [str(chair) for chair in keeping.read_table(first)[0]] == ["person", "person:Anna", "greedy"]
    assert session(visit(first)).code() == session(page).code()


def test_a_new_game_is_played_at_the_same_table() -> None:
    page = open_table()
    first = ticket(page)
    page.send("lift")
    page.send("again")
    assert ticket(page) == first
    assert session(visit(first)).code() == session(page).code()


def test_nothing_is_written_as_long_as_nothing_changes(monkeypatch) -> None:
    page = open_table()
    writes = []
    append = Store.append
    monkeypatch.setattr(Store, "append", lambda self, *given: writes.append(given) or append(self, *given))
    for _ in range(3):
        page.send("public")
        page.send("open", drawer="rules")
        page.send("goto", number=1)
        page.send("goto", number=session(page).length)
        page.send("lift")
    assert writes == []
    someone_moves(page)
    assert len(writes) == 1


@pytest.mark.parametrize(
    "seats", ["greedy,person,person", "person,person,person", "person", "", "person,person:Anna,greedy"]
)
def test_a_ticket_does_not_say_who_sits_where(seats: str) -> None:
    """Else whoever changes the address sees another's hand without a curtain, and has the whole truth in it."""
    kept = ticket(open_table())
    page = visit(f"{seats}~{kept}")
    assert "was changed and no longer works" in page.screen["now"]["text"]
    page.send("restore", code=f"http://x/y.ipynb#play={seats}~{kept}")
    assert "was changed and no longer works" in page.screen["why"]["text"]
    assert CODE_PREFIX not in "".join(page.traffic)
    assert visit(kept).screen["kind"] == "curtain"


def test_a_table_with_a_ticket_never_turns_into_a_code_in_the_address() -> None:
    page = visit(ticket(open_table()))
    links_seen = {ticket(page)}
    for _ in range(30):
        someone_moves(page)
        links_seen.add(ticket(page))
    page.send("goto", number=2)
    page.send("branch")
    links_seen.add(ticket(page))
    assert len(links_seen) == 1 and CODE_PREFIX not in links_seen.pop()


def test_a_pasted_ticket_opens_the_table_from_anywhere() -> None:
    table = open_table()
    kept = ticket(table)
    for page in (Page(play("royal_ascension")), Page(learn("royal_ascension"))):
        screen = page.send("restore", code=f" http://x/royal_ascension.ipynb#play={kept} ")
        assert screen["kind"] == "curtain" and set(screen["keep"].values()) - {screen["keep"].get("know")} == {kept}
        assert session(page).code() == session(table).code()
    first_page = Page(door())
    assert first_page.send("restore", code=kept)["go"] == f"royal_ascension.ipynb#play={kept}"
    assert "another machine" in first_page.send("restore", code=f"{kept}x")["problem"]
    assert (
        "was changed and no longer works" in first_page.send("restore", code=f"person,person,person~{kept}")["problem"]
    )


def test_a_ticket_of_another_game() -> None:
    page = Page(play("the_north"), link={"play": ticket(open_table())})
    assert "another game" in page.screen["now"]["text"]


def test_two_pages_with_one_ticket_are_at_one_table() -> None:
    """Neither overwrites what the other has played, and neither goes on alone."""
    first = open_table()
    second = visit(ticket(first))
    someone_moves(first)
    length = session(second).length
    second.send("lift")
    assert session(second).length == length + 1, "it has heard of the move"
    someone_moves(second)
    first.send("public")
    assert ticket(first) == ticket(second)
    assert session(first).code() == session(second).code() == session(visit(ticket(first))).code()


# -- when nothing can be kept -----------------------------------------------------------------------------------------


@pytest.fixture
def full_disk(monkeypatch):
    """A switch: while it is on, nothing can be written."""
    switch = {"on": True}

    def failing(method):
        def fail(self: Store, *given):
            if switch["on"]:
                raise CannotKeep("the disk is full")
            return method(self, *given)

        return fail

    for name in ("open", "append"):
        monkeypatch.setattr(Store, name, failing(getattr(Store, name)))
    return switch


SAYS = "We can't keep this table here (the disk is full). Save its code before you close the page."


def test_the_game_goes_on_to_its_end_if_it_cannot_be_kept(full_disk) -> None:
    page = open_table()
    assert [line["text"] for line in page.screen["lines"]][-1] == SAYS
    assert page.screen["say"]["text"] == SAYS, "read out once"
    page.send("lift")
    assert page.screen["now"]["note"] == SAYS and page.screen["why"] is None
    assert page.screen["keep"]["play"] == "", "nothing that would lead nowhere is in the address"
    someone_moves(page)
    assert page.screen["say"]["text"] != SAYS
    play_on(page)
    assert page.screen["now"]["kind"] == "over" and page.screen["now"]["note"] == SAYS
    assert CODE_PREFIX not in "".join(page.traffic)


def test_once_it_can_be_kept_again_nothing_more_is_said(full_disk) -> None:
    page = open_table()
    page.send("lift")
    full_disk["on"] = False
    someone_moves(page)
    while page.screen["kind"] == "curtain":
        assert SAYS not in [line["text"] for line in page.screen["lines"]]
        page.send("lift")
    assert page.screen["now"]["note"] == ""
    assert session(visit(ticket(page))).code() == session(page).code()


def test_what_was_kept_before_stays_in_the_address(full_disk) -> None:
    full_disk["on"] = False
    page = open_table()
    kept, before = ticket(page), session(page).code()
    full_disk["on"] = True
    someone_moves(page)
    assert ticket(page) == kept and session(visit(kept)).code() == before


def test_a_folder_that_is_a_file(state: Path, monkeypatch) -> None:
    (state / "file").write_text("")
    monkeypatch.setenv("TABLETOP_STATE", str(state / "file"))
    page = open_table()
    page.send("lift")
    assert page.screen["kind"] == "table" and "(not a directory)" in page.screen["now"]["note"]
    assert page.buttons()


def test_a_newer_file_of_tables_is_told_to_whoever_comes_back(state: Path) -> None:
    kept = ticket(open_table())
    with closing(sqlite3.connect(state / FOLDER / FILE)) as db:
        db.execute("PRAGMA user_version = 99")
    assert "newer version" in visit(kept).screen["now"]["text"]


def test_seats_that_were_kept_wrongly_are_a_sentence(state: Path) -> None:
    kept = ticket(open_table())
    with closing(sqlite3.connect(state / FOLDER / FILE)) as db:
        db.execute("UPDATE entries SET data = replace(data, 'greedy', 'dragon') WHERE kind = 'chairs'")
        db.commit()
    with pytest.raises(SaveError, match="damaged"):
        keeping.read_table(kept)


def test_one_person_needs_no_store(state: Path) -> None:
    page = Page(play("royal_ascension", dealt=True, seed=7))
    someone_moves(page)
    assert CODE_PREFIX in ticket(page) and not (state / FOLDER).exists()

"""A table that stands still for a moment: what is asked for again is not worked out again."""

from __future__ import annotations

from tabletop_kernel import Session, load


def test_while_a_table_stands_still_nothing_is_worked_out_twice() -> None:
    session = Session(load("royal_ascension"), seats=3, seed=7)
    seat = session.next_up
    with session.still():
        assert session.moves(seat) is session.moves(seat) and session.view(0) is session.view(0)
        assert session.view(0) is not session.view(1)
        twin = session.branch()
        before = session.moves(seat)
        session.submit(seat, before[0])
        assert session.moves(session.next_up) != before or session.next_up != seat, "it stands still no longer"
        assert twin.moves(seat) is not before and twin.moves(seat) == before
    assert session.view(0) is not session.view(0)

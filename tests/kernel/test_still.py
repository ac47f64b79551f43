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
        assert session.moves(session.next_up) != before or session.next_up != seat, "what was known is forgotten"
        assert twin.moves(seat) is not before and twin.moves(seat) == before
    assert session.view(0) is not session.view(0)


def test_whatever_happens_meanwhile_is_seen_at_once() -> None:
    session = Session(load("royal_ascension"), seats=3, seed=7)
    looks = []
    with session.still():
        for _ in range(30):
            with session.still():  # a screen is made in the middle of an answer
                seat = session.next_up
                looks.append(session.view(seat))
                assert session.moves(seat) is session.moves(seat), "the outer one goes on after the inner one"
            session.submit(seat, session.moves(seat)[0])
        for number in (3, 17, 30):
            session.goto(number)
            assert session.view(0) == session.branch(number).view(0)
            assert bool(session.moves(session.next_up)) == (number == session.length)
        session.undo()
        assert session.view(seat) == looks[-1]

"""Undo, jumps and branches; saves and codes in the middle of everything; who reads what in the log."""

from __future__ import annotations

import random
from typing import Any

import pytest
from strangers import GAME, calls, new_table, random_table, step, to_and_fro

from tabletop_kernel import Refused, Session, SetupError
from tabletop_kernel.contract.events import EVERYONE, PROJECTOR, all_but, only, sees
from tabletop_kernel.table.session import INPUTS_BETWEEN_POSITIONS


def refused(act: Any, rule: str) -> None:
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.verdict.rule == rule
    assert caught.value.verdict.text


def walking(**more: Any) -> Session:
    return Session.at(GAME, {"seats": 3, "now": "walk", "die": 3, "tokens": [12, 0, 0], **more})


# -- undo -------------------------------------------------------------------------------------------------------------


def test_nothing_to_take_back() -> None:
    refused(Session(GAME, 3, 1).undo, "table.first")
    refused(Session(GAME, 3, 1, free_undo=True).undo, "table.first")


def test_a_roll_stays() -> None:
    session = Session(GAME, 3, 1)
    session.submit(0, ("roll", 2))
    before = session.position()
    refused(session.undo, "table.undo")
    assert session.position() == before
    assert session.length == 1


def test_a_draw_stays() -> None:
    """Landing on hearts shows the top card of the deck, even though no die is thrown."""
    session = walking()
    kinds = session.truth.rules.layout.kinds
    space = next(move[1] for move in session.moves(0) if kinds[move[1]] in "HD")  # type: ignore[call-overload]
    session.submit(0, ("walk", space))
    assert session.inputs[-1].results == ()
    refused(session.undo, "table.undo")


def test_a_reveal_stays() -> None:
    session = Session.at(GAME, {"seats": 3, "now": "commit", "battle": {"fighters": [0, 1]}})
    for seat in (0, 1):
        session.submit(seat, session.moves(seat)[0])
    session.submit(0, ("seal",))
    session.undo()
    session.submit(0, ("seal",))
    session.submit(1, ("seal",))  # now everything lies open
    refused(session.undo, "table.undo")


def test_what_showed_nothing_can_be_taken_back() -> None:
    session = Session.at(GAME, {"seats": 3, "now": "commit", "battle": {"fighters": [0, 1]}, "clubs": [["7C"], [], []]})
    start = session.position()
    session.submit(0, ("commit", "7C"))
    middle = session.position()
    session.submit(0, ("commit", session.truth.territories[0][0]))
    session.undo()
    assert session.position() == middle
    session.undo()
    assert session.position() == start
    assert session.length == 0
    refused(session.undo, "table.first")


@pytest.mark.parametrize("seed", range(6))
def test_in_a_lesson_everything_can_be_taken_back(seed: int) -> None:
    rnd = random.Random(seed)
    session = new_table(seed)
    session.free_undo = True
    moments = [session.position()]
    logs = [session.log(0)]
    for _ in range(60):
        step(session, rnd)
        moments.append(session.position())
        logs.append(session.log(0))
    while session.length:
        assert session.position() == moments.pop()
        assert session.log(0) == logs.pop()
        session.undo()
    assert session.position() == moments[0]
    assert session.log(0) == logs[0]


@pytest.mark.parametrize("seed", range(10))
def test_undo_never_takes_back_luck_or_knowledge(seed: int) -> None:
    """Whatever is undone, the luck already met and the events already shown are still there."""
    rnd = random.Random(seed)
    session = new_table(seed)
    for _ in range(120):
        if not session.deciders:
            break
        step(session, rnd)
        last = session.inputs[-1]
        shown = any(event[0] in GAME.reveals for event in session._events[session.length])
        length = session.length
        try:
            session.undo()
        except Refused:
            assert last.results or shown
            assert session.length == length
        else:
            assert not last.results
            assert not shown
            session.submit(last.seat, last.move)


# -- the past ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_goto_and_back(seed: int) -> None:
    rnd = random.Random(seed)
    session = new_table(seed)
    moments, logs = [session.position()], [session.log(None)]
    for _ in range(80):
        step(session, rnd)
        moments.append(session.position())
        logs.append(session.log(None))
    save, code = session.save(), session.code()
    for number in [*rnd.sample(range(81), 15), 0, 80]:
        session.goto(number)
        assert session.at_input == number
        assert session.length == 80
        assert session.position() == moments[number]
        assert session.log(None) == logs[number]
        assert session.save() == save  # a look back changes nothing
        assert session.code() == code
    assert session.position() == moments[-1]


def test_the_moment_before_the_last_move_is_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo and most looks back ask for it: no move is made again; and another move after it makes another past."""
    session = random_table(8, 200)
    session.free_undo = True
    with monkeypatch.context() as without_rules:
        without_rules.setattr(session.game, "apply", None)
        earlier = session.branch(session.length - 1)
        session.undo()
    assert session.position() == earlier.position()
    session.cut(20)  # below what is at hand: that would be of another game from here on
    rnd = random.Random(2)
    for _ in range(3):
        step(session, rnd)
    session.goto(22)
    assert session.position() == Session.load(session.branch(22).save()).position()


def test_the_past_is_read_only() -> None:
    session = random_table(8, 200)
    length, present = session.length, session.position()
    assert length > 20
    session.goto(length // 2)
    seat = session.deciders[0]
    assert session.moves(seat) == []
    again = session.branch()
    move = again.moves(seat)[0]
    before = session.position()
    verdict = session.judge(seat, move)
    assert verdict is not None
    assert verdict.rule == "table.past"
    assert str(length) in verdict.text
    refused(lambda: session.submit(seat, move), "table.past")
    refused(session.undo, "table.past")
    session.free_undo = True
    refused(session.undo, "table.past")
    assert session.position() == before
    session.goto(length)
    assert session.position() == present


@pytest.mark.parametrize("number", [-1, 10**6, 1.0, True, "1", None, [1], b"1"])
def test_moments_that_do_not_exist(number: Any) -> None:
    session = random_table(8, 200)
    before = session.position()
    for jump in (session.goto, session.branch):
        if number is None and jump == session.branch:
            continue  # from here
        with pytest.raises(SetupError, match="there is no moment"):
            jump(number)
        assert session.position() == before


def test_a_branch_is_another_table() -> None:
    session = random_table(8, 200)
    half = session.length // 2
    present = session.position()
    twin = session.branch(half)
    assert twin.length == twin.at_input == half
    assert twin.inputs == session.inputs[:half]
    rnd = random.Random(5)
    for _ in range(10):
        step(twin, rnd)
    assert session.position() == present
    assert session.length == 2 * half or session.length == 2 * half + 1
    assert Session.load(twin.save()).position() == twin.position()
    session.goto(half)
    here = session.branch()
    assert here.length == half
    same = session.branch(session.length)
    assert same.position() == present
    assert same.save() == session.save()


def test_the_same_luck_after_a_branch() -> None:
    session = Session(GAME, 3, 4)
    session.submit(0, ("roll", 2))
    twin = session.branch(0)
    twin.submit(0, ("roll", 2))
    assert twin.inputs == session.inputs


# -- keeping ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(14))
def test_save_load_and_code_at_any_moment(seed: int) -> None:
    session = random_table(seed)
    for again in (
        Session.load(session.save()),
        Session.from_code(session.code()),
        Session.load(session.save(), GAME),
        Session.load(Session.from_code(session.code()).save()),
    ):
        assert again.position() == session.position()
        assert again.inputs == session.inputs
        assert again.config == session.config
        assert again.outcome == session.outcome
        for seat in (*range(session.config.seats), None):
            assert again.log(seat) == session.log(seat)
            assert again.view(seat) == session.view(seat)
        same, rnd = session.branch(), (random.Random(seed), random.Random(seed))
        for _ in range(10):  # and both go on alike
            if again.deciders:
                step(again, rnd[0])
                step(same, rnd[1])
        assert again.position() == same.position()


@pytest.mark.parametrize("seed", range(5))
def test_a_table_that_starts_from_a_position(seed: int) -> None:
    rnd = random.Random(seed)
    session = Session.at(GAME, random_table(seed).position())
    for _ in range(40):
        if session.deciders:
            step(session, rnd)
    for again in (Session.load(session.save()), Session.from_code(session.code()), session.branch()):
        assert again.position() == session.position()
        assert again.save() == session.save()
    if session.length:
        session.goto(0)
        assert Session.at(GAME, session.position()).position() == session.position()


def test_scripted_luck_is_kept() -> None:
    session = Session.at(GAME, {"seats": 3, "chance": {"seed": 9, "script": {"dice": [6, 5]}}, "turn": 1})
    session.submit(0, ("roll", 1))
    assert session.inputs[0].results == (6,)
    assert Session.load(session.save()).inputs == session.inputs
    assert Session.from_code(session.code()).inputs == session.inputs
    assert Session.at(GAME, session.position()).truth.chance.roll("dice") == 5


# -- the log ----------------------------------------------------------------------------------------------------------


def test_audiences() -> None:
    assert [sees(only(1), seat) for seat in (0, 1, 2, None)] == [False, True, False, False]
    assert [sees(all_but(1), seat) for seat in (0, 1, 2, None)] == [True, False, True, True]
    assert sees(-1, None)
    assert sees(only(PROJECTOR), None)


@pytest.mark.parametrize("seed", range(8))
def test_a_seat_reads_what_it_may_know(seed: int) -> None:
    """Each line of a seat's log is an event for its eyes, in order; the projector reads what everyone reads."""
    session = random_table(seed)
    for seat in (*range(session.config.seats), None):
        events = [event for events in session._events for event in events if sees(event[2], seat)]
        log = session.log(seat)
        assert [(line.kind, line.rule, line.data) for line in log] == [(e[0], e[1], e[3]) for e in events]
        assert all(line.text and "{" not in line.text for line in log)
        assert [line.at for line in log] == sorted(line.at for line in log)
    assert session.logs() == [session.log(seat) for seat in (None, *range(session.config.seats))]
    open_to_all = [event for events in session._events for event in events if event[2] == EVERYONE]
    assert len(session.log(None)) >= len(open_to_all) > 0


def test_a_drawn_card_is_named_to_its_owner_only() -> None:
    session = Session(GAME, 3, 11)
    rnd = random.Random(1)
    while session.truth.turn == 0:
        step(session, rnd)
    for seat in range(3):
        named = {line.data["seat"] for line in session.log(seat) if line.kind == "drew"}
        told = {line.data["seat"] for line in session.log(seat) if line.kind == "draws"}
        assert named == {seat}
        assert told == {0, 1, 2} - {seat}
    assert not [line for line in session.log(None) if line.kind == "drew"]


@pytest.mark.parametrize("seed", range(4))
def test_logs_stay_right_while_time_goes_to_and_fro(seed: int) -> None:
    """What was once looked at is kept; it must be what a table says that is looked at for the first time."""
    rnd = random.Random(seed)
    session = new_table(seed)
    session.free_undo = True
    for _ in range(150):
        act = rnd.random()
        session.goto(session.length)
        if act < 0.15 and session.length:
            session.undo()
        elif act < 0.25:
            session.goto(rnd.randrange(session.length + 1))
        elif session.deciders:
            step(session, rnd)
        fresh = session.branch(session.length)
        assert session.code() == fresh.code()
        assert session.turn_starts == fresh.turn_starts
        fresh.goto(session.at_input)
        for seat in (0, None):
            assert session.events(seat) == fresh.events(seat)
            assert session.log_length(seat) == len(session.events(seat))
            assert session.log(seat, -3) == fresh.log(seat, -3)
    assert session.log(0) == fresh.log(0)
    assert session.log(0, -3) == session.log(0, max(0, session.log_length(0) - 3)) == session.log(0)[-3:]


@pytest.mark.parametrize("seed", range(3))
def test_turns_begin_where_the_game_counts_one_more(seed: int) -> None:
    session = random_table(seed)
    begun, before = [], None
    for number in range(session.length + 1):
        session.goto(number)
        if before is not None and session.game.pace.turns(session.truth) != before:
            begun.append(number)
        before = session.game.pace.turns(session.truth)
    assert session.turn_starts == begun
    assert session.branch(session.length // 2).turn_starts == [one for one in begun if one <= session.length // 2]


# -- long games -------------------------------------------------------------------------------------------------------

SHORT, LONG = 100, 100 + 40 * INPUTS_BETWEEN_POSITIONS  # as far from the last position at hand


def look_around(session: Session) -> None:
    """What a page asks a table after each move."""
    for seat in (0, None):
        session.log(seat, max(0, session.log_length(seat) - 60))
    session.code()
    session.view(0)
    session.moves(0)


def test_a_move_costs_the_same_in_a_long_game() -> None:
    """A few calls more are for numbers that have become longer."""

    def move() -> None:
        for verb in ("commit", "take-back"):
            session.submit(0, (verb, "7C"))
            look_around(session)

    cost = []
    for length in (SHORT, LONG):
        session = to_and_fro(length)
        look_around(session)
        cost.append(calls(move))
    assert cost[1] <= cost[0] + 20


def test_going_back_costs_the_same_in_a_long_game() -> None:
    for back in (Session.undo, lambda table: table.goto(table.length - 1), lambda table: table.branch(table.length)):
        cost = []
        for length in (SHORT, LONG):
            session = to_and_fro(length)
            look_around(session)
            cost.append(calls(lambda: (back(session), session.log_length(0))))  # noqa: B023
        assert cost[1] <= cost[0] + 20


def test_undo_where_somebody_has_not_looked_for_a_while() -> None:
    """The log of each seat grows when it is read: one that was read long ago is shorter than what is taken back."""
    session = Session(GAME, 3, seed=5, free_undo=True)
    session.log(1)
    for _ in range(4):
        seat = session.deciders[0]
        session.submit(seat, session.moves(seat)[0])
        session.log(seat)
    for left in (3, 2, 1, 0):
        session.undo()
        assert session.length == left
        fresh = session.branch()
        assert [session.log(seat) for seat in (0, 1, 2)] == [fresh.log(seat) for seat in (0, 1, 2)]

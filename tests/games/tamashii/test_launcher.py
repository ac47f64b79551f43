"""Slides and switches."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from small_tables import A, cited, laid, rule, table

from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.games.tamashii.components import SLOTS
from tabletop_kernel.games.tamashii.launch import launcher


def test_the_four_tries_of_the_example() -> None:
    state = table()  # W4: prog.slide, prog.switch, prog.no-diagonal
    state.grid[A] = laid("E...", ".W.L")
    events: list[Event] = []
    assert launcher.refuse_step(state, A, ("slide", "r1c1", "r1c2")) is None
    launcher.move_tokens(state, A, ("slide", "r1c1", "r1c2"), "prog.slide", recorder(events))
    assert state.grid[A] == laid(".E..", ".W.L")
    assert launcher.refuse_step(state, A, ("switch", "r1c2", "r2c2")) is None
    launcher.move_tokens(state, A, ("switch", "r1c2", "r2c2"), "prog.switch", recorder(events))
    assert state.grid[A] == laid(".W..", ".E.L")
    assert cited(events) == [("slides", "prog.slide"), ("switches", "prog.switch")]
    assert rule(launcher.refuse_step(state, A, ("slide", "r1c2", "r2c1"))) == "prog.no-diagonal"
    locked = launcher.refuse_step(state, A, ("slide", "r2c4", "r2c5"))
    assert locked and (locked.rule, locked.facts["what"]) == ("prog.slide", "locked")


@pytest.mark.parametrize(
    ("move", "by", "what"),
    [
        (("slide", "r1c1", "r1c3"), "prog.slide", "not-beside"),
        (("slide", "r1c1", "r1c1"), "prog.slide", "same-slot"),
        (("slide", "r1c1", "r1c2"), "prog.slide", "occupied"),
        (("slide", "r1c3", "r1c4"), "prog.slide", "no-token"),
        (("slide", "r2c5", "r2c4"), "prog.slide", "no-token"),
        (("slide", "r1c1"), "prog.slide", "two-slots"),
        (("slide", "r1c1", "bag"), "prog.slide", "two-slots"),
        (("slide", 1, 2), "prog.slide", "two-slots"),
        (("switch", "r1c1", "r2c1"), "prog.switch", "no-second"),
        (("switch", "r3c1", "r4c1"), "prog.switch", "no-token"),
        (("switch", "r2c4", "r2c5"), "prog.switch", "locked"),
        (("switch", "r1c2", "r1c1"), "prog.switch", "order"),
        (("switch", "r1c1", "r1c4"), "prog.switch", "not-beside"),
        (("switch", "r1c2", "r2c3"), "prog.no-diagonal", None),
        (("slide", "r1c2", "r2c1"), "prog.no-diagonal", None),
    ],
)
def test_what_is_wrong_with_a_move(move: tuple[str | int, ...], by: str, what: str | None) -> None:
    state = table()
    state.grid[A] = laid("EW..", "..FL")
    wrong = launcher.refuse_step(state, A, move)
    assert wrong and (wrong.rule, wrong.facts.get("what")) == (by, what)


def test_corrupted_and_inari_tokens_may_stay_where_they_lie() -> None:
    for token in "XN":
        for choice, by in (("yes", ""), ("no", "ruling.prog.corrupted-moves")):
            state = table(prog__corrupted_moves=choice)
            state.grid[A] = laid(f"{token}E..", "...." if token == "X" else "E...")
            down = ("slide", "r1c1", "r2c1") if token == "X" else ("switch", "r1c1", "r2c1")
            assert rule(launcher.refuse_step(state, A, down)) == by
            assert rule(launcher.refuse_step(state, A, ("switch", "r1c1", "r1c2"))) == by


def test_dark_slots_may_be_out_of_reach() -> None:
    state = table(prog__dark_slots="no")
    state.grid[A] = laid("E...", ".W..", "....", "...E.")
    assert rule(launcher.refuse_step(state, A, ("slide", "r1c1", "r1c2"))) == "ruling.prog.dark-slots"
    assert launcher.refuse_step(state, A, ("slide", "r2c2", "r2c3")) is None
    assert launcher.refuse_step(state, A, ("slide", "r4c4", "r4c5")) is None  # kw.unlocked-light


def test_an_effect_may_allow_switches_over_a_corner() -> None:
    state = table()
    state.grid[A] = laid("E...", ".W..")
    assert launcher.refuse_step(state, A, ("switch", "r1c1", "r2c2"), diagonal=True) is None
    assert rule(launcher.refuse_step(state, A, ("slide", "r1c1", "r2c2"), diagonal=True)) == "prog.no-diagonal"
    assert ("switch", "r1c1", "r2c2") in launcher.program_moves(state, A, diagonal=True)
    assert rule(launcher.refuse_step(state, A, ("slide", "r2c2", "r1c3"), diagonal=True)) == "prog.no-diagonal"


def test_every_move_that_is_offered_is_allowed_and_no_other() -> None:
    rng = Random(11)
    for _ in range(40):
        yes = {name: rng.choice(["yes", "no"]) for name in ("prog__corrupted_moves", "prog__dark_slots")}
        state = table(**yes)
        state.grid[A] = "".join(rng.choice("EXNC..") if slot % 5 < 4 else rng.choice("#.E") for slot in range(20))
        for diagonal in (False, True):
            offered = launcher.program_moves(state, A, diagonal)
            assert len(offered) == len(set(offered))
            for move in product(("slide", "switch"), SLOTS, SLOTS):
                assert (launcher.refuse_step(state, A, move, diagonal) is None) == (move in offered), (
                    move,
                    state.grid[A],
                )


def test_no_move_loses_a_token() -> None:
    grid = laid("EWL.", "FOX.", "NCD.")
    for _, a, b in launcher.possible_steps(grid, diagonal=True):
        after = launcher.exchange_slots(grid, a, b)
        assert sorted(after) == sorted(grid)
        assert launcher.exchange_slots(after, b, a) == grid


def test_the_order_of_slots_means_nothing_where_it_cannot() -> None:
    assert launcher.with_slots_in_order(("switch", "r2c1", "r1c1")) == ("switch", "r1c1", "r2c1")
    assert launcher.with_slots_in_order(("slide", "r2c1", "r1c1")) == ("slide", "r2c1", "r1c1")
    assert launcher.with_slots_in_order(("launch", "basic.power", "r1c3+r1c1+r1c2")) == (
        "launch",
        "basic.power",
        "r1c1+r1c2+r1c3",
    )
    assert launcher.with_slots_in_order(("switch", "r2c1", 4)) == ("switch", "r2c1", 4)


def test_a_lock_goes_and_the_slot_is_light() -> None:
    state = table()  # kw.unlock, kw.unlocked-light
    events: list[Event] = []
    launcher.unlock_slot(state, A, 9, "upg.exp-unlock", recorder(events))
    assert state.grid[A][9] == "." and state.lit(9) and launcher.locked_slots(state, A) == [4, 14, 19]
    assert cited(events) == [("unlocks", "upg.exp-unlock"), ("slot-light", "kw.unlocked-light")]

"""The trace track, and what tiles add to it."""

from __future__ import annotations

import pytest
from street import A, B, Street

from tabletop_kernel.contract.events import recorder
from tabletop_kernel.games.tamashii.phases import trace


def test_trace_rises_and_falls_within_the_track() -> None:
    street = Street()
    trace.raise_trace(street.state, A, 3, "trace.entry", recorder(street.events))
    assert street.state.trace == [3, 0]
    assert trace.lower_trace(street.state, A, 5, "kw.set-trace", recorder(street.events)) == 3
    assert street.state.trace[A] == 0
    assert street.told("trace-down") == [{"seat": A, "count": 3, "trace": 0}]


def test_zero_is_told_only_when_it_changes_something() -> None:  # kw.set-trace
    street = Street()
    trace.reset_trace(street.state, A, "kw.set-trace", recorder(street.events))
    assert not street.events
    street.state.trace[A] = 2
    trace.reset_trace(street.state, A, "kw.set-trace", recorder(street.events))
    assert street.by("trace-zero") == ["kw.set-trace"]


def test_the_top_space_brings_two_enemies_at_once_and_then_zero() -> None:  # trace.top
    street = Street()
    street.state.trace[B] = 8
    trace.raise_trace(street.state, B, 1, "trace.entry", recorder(street.events))
    assert [card for card, _ in street.state.enemies[B]] == ["stray-drone", "toll-clerk"]
    assert street.state.trace[B] == 0
    assert street.by("attached") == ["trace.top"] * 2
    assert street.order("trace-up", "trace-top", "attached", "trace-zero")


def test_steps_beyond_the_top_are_lost_or_counted_on() -> None:  # ruling.trace.overshoot
    lost = Street()
    lost.state.trace[A] = 8
    trace.raise_trace(lost.state, A, 4, "trace.entry", recorder(lost.events))
    assert lost.state.trace[A] == 0
    assert lost.told("trace-overshoot") == [{"seat": A, "count": 3}]
    carried = Street(trace__overshoot="carried")
    carried.state.trace[A] = 8
    trace.raise_trace(carried.state, A, 4, "trace.entry", recorder(carried.events))
    assert carried.state.trace[A] == 3
    assert len(carried.state.enemies[A]) == 2
    assert carried.by("trace-up") == ["trace.entry", "ruling.trace.overshoot"]


def test_the_top_empties_the_track_even_without_enemies() -> None:  # trace.top
    street = Street()
    street.state.enemy_deck = ()
    street.state.trace[A] = 8
    trace.raise_trace(street.state, A, 1, "trace.entry", recorder(street.events))
    assert street.state.trace[A] == 0
    assert street.told("no-enemy-left")


@pytest.mark.parametrize(("choice", "expected"), [("no", 0), ("yes", 3)])
def test_the_prologue_has_no_trace(
    choice: str, expected: int
) -> None:  # setup.prologue-skips, ruling.setup.prologue-trace
    street = Street(scenario="P00", setup__prologue_trace=choice)
    trace.raise_trace(street.state, A, 3, "trace.entry", recorder(street.events))
    assert street.state.trace[A] == expected
    assert bool(street.events) == bool(expected)


def test_bodies_change_what_tiles_add_but_not_below_zero() -> None:  # trace.entry, trace.stationary
    street = Street().tile("riot-line", (5, 0)).tile("shelter", (6, 0))
    assert trace.tile_trace(street.state, A, (5, 0), True) == 2
    street.body(A, "glass-courier")
    assert trace.tile_trace(street.state, A, (5, 0), True) == 1
    assert trace.tile_trace(street.state, A, (6, 0), True) == 0
    assert trace.tile_trace(street.state, A, (5, 0), False) == 2
    street.body(A, "lighthouse-unit")
    assert trace.tile_trace(street.state, A, (6, 0), False) == 0
    assert trace.tile_trace(street.state, A, (5, 0), True) == 2


def test_listening_posts_hear_moves_away_from_relays() -> None:  # scen.special-aside
    street = Street(scenario="S02")
    state = street.state
    state.specials = ("S02-S",)
    state.markers = {(2, -1): ("relay", "die:S")}
    assert trace.added_without_relay(state, A, (0, 0)) == 1
    assert trace.added_without_relay(state, A, (2, -1)) == 0
    trace.raise_by_step(state, A, (-1, 1), True, recorder(street.events))
    assert street.by("trace-up") == ["scen.special-aside"]  # the Old Subway itself adds nothing
    assert state.trace[A] == 1
    trace.raise_by_step(state, A, (-1, 1), False, recorder(street.events))
    assert state.trace[A] == 3  # staying is no move
    state.markers = {}
    assert trace.added_without_relay(state, A, (0, 0)) == 0

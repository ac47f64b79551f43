"""Tests: what may be put forward, what dice count for, group tests, and what happens to the line that asked."""

from __future__ import annotations

import pytest
from small_tables import A, B, C, cited, laid, table
from storyboard import (
    asked,
    card,
    data_of,
    kinds,
    moves,
    play,
    refused,
    rule_of,
    settled,
    with_cards,
)

from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.games.tamashii.fighting import token_tests
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.state import State

STRIKE, SURGE, STATIC = 1, 4, 5  # faces of a player die as a script rolls them
PASS_IT = card("T01-1", activities=("test lore 2 and gain 1 power", "group test lore 4 and gain 1 power"))


def begun(state: State, part: int = 0) -> list[Event]:
    """A player starts a part of the card."""
    with_cards(state, PASS_IT)
    running.begin_line(state, A, line_keys.card("T01-1", "activity", part))
    return settled(state)


def rolls(**dice: list[int]) -> dict[str, list[int]]:
    return {f"dice-{'ABC'.index(seat)}": faces for seat, faces in dice.items()}


def test_tokens_are_put_forward_dumped_and_rolled_for() -> None:
    """test.kinds, test.contribute, test.success, test.pass: Strike 1, Surge 2, Static 0."""
    state = table(1, rolls(A=[SURGE, STATIC]))
    state.grid[A] = laid("LL.E", "L")
    events = begun(state)
    assert rule_of(events, "test") == "test.kinds"
    assert refused(state, A, "roll") == "test.contribute"  # nothing put forward yet
    assert refused(state, A, "put", "r1c4") == "test.contribute"  # another type
    assert refused(state, A, "put", "r1c3") == "data.dump"  # an empty slot
    assert refused(state, A, "put", "r9c9") == "table.form"
    play(state, A, "put", "r1c1")
    play(state, A, "put", "r2c1")
    assert refused(state, A, "put", "r1c1") == "test.contribute"  # it is there already
    play(state, A, "take-back", "put", "r2c1")
    play(state, A, "put", "r1c2")
    events = play(state, A, "roll")
    assert state.grid[A] == laid("...E", "L")
    assert state.dump[A] == "LL"
    assert rule_of(events, "dumps") == "test.contribute"
    assert data_of(events, "successes")["count"] == 2
    assert rule_of(events, "successes") == "test.success"
    assert rule_of(events, "test-passed") == "test.pass"
    assert state.has(A, "power") == 1
    assert not state.frames


def test_a_failed_test_ends_the_line() -> None:
    """test.pass: too few successes, and the rest of the line is lost."""
    state = table(1, rolls(A=[STRIKE, STATIC]))
    state.grid[A] = laid("LL")
    begun(state)
    play(state, A, "put", "r1c1")
    play(state, A, "put", "r1c2")
    events = play(state, A, "roll")
    assert "test-failed" in kinds(events)
    assert state.has(A, "power") == 0
    assert not state.frames


def test_a_test_that_nobody_puts_anything_into_is_not_failed() -> None:
    """test.contribute: at least one token makes an attempt."""
    state = table(1, rolls(A=[STRIKE]))
    state.grid[A] = laid("LL")
    begun(state)
    events = play(state, A, "leave")
    assert rule_of(events, "test-left") == "test.contribute"
    assert "test-failed" not in kinds(events)


def test_a_test_is_optional() -> None:
    """test.optional: leaving costs nothing."""
    state = table(1)
    state.grid[A] = laid("LL")
    begun(state)
    play(state, A, "put", "r1c1")
    events = play(state, A, "leave")
    assert ("leaves-test", "test.optional") in cited(events)
    assert (state.grid[A], state.dump[A], state.has(A, "power")) == (laid("LL"), "", 0)


def test_what_else_counts_for_a_type() -> None:
    """data.open-wild, catie.counts-as; inari.blank and corrupted ones do not."""
    state = table(1)
    state.core[A] = "L"
    state.grid[A] = laid("OCDX", "NW")
    begun(state)
    assert [move for move in moves(state, A) if move[0] == "put"] == [("put", "r1c1"), ("put", "r1c2"), ("put", "r1c3")]
    assert refused(state, A, "put", "r1c4") == "test.contribute"
    assert refused(state, A, "put", "r2c1") == "inari.blank"
    for slot in ("r1c1", "r1c2", "r1c3"):
        play(state, A, "put", slot)
    twin = state.clone()
    twin.core[A] = "E"
    assert refused(twin, A, "put", "r2c2") == "test.contribute"
    events = play(state, A, "roll")
    assert data_of(events, "open-counts")["count"] == 1
    assert rule_of(events, "open-counts") == "data.open-wild"
    assert data_of(events, "catie-counts")["count"] == 2
    assert rule_of(events, "catie-counts") == "catie.counts-as"
    assert state.dump[A] == "CCO"


def test_a_catie_token_of_another_core_is_no_help() -> None:
    """catie.counts-as: it counts as the core data of its owner."""
    state = table(1)
    state.grid[A] = laid("CL")
    begun(state)
    assert refused(state, A, "put", "r1c1") == "test.contribute"


def test_whoever_has_nothing_to_give_is_not_asked() -> None:
    """test.contribute: no fitting token, no dice (ruling.test.min)."""
    state = table(1)
    state.grid[A] = laid("EEE")
    assert ("nothing-to-give", "test.contribute") in cited(begun(state))
    assert not state.frames


def test_a_group_test_asks_everybody_in_order() -> None:
    """test.group, test.group-roll, ruling.test.group-turns = in-turn."""
    state = table(3, rolls(A=[STRIKE], C=[SURGE, STRIKE]))
    state.grid = [laid("L"), laid("E"), laid("LL")]
    events = begun(state, 1)
    assert rule_of(events, "group-test") == "test.group"
    assert asked(state) == ("test", [A])
    play(state, A, "put", "r1c1")
    events = play(state, A, "roll")
    assert rule_of(events, "successes") == "test.group-roll"
    assert data_of(events, "nothing-to-give")["seat"] == B
    assert asked(state) == ("test", [C])
    play(state, C, "put", "r1c1")
    play(state, C, "put", "r1c2")
    events = play(state, C, "roll")
    assert data_of(events, "test-passed")["count"] == 4
    assert state.has(A, "power") == 1  # for whoever started it
    assert state.has(C, "power") == 0


def test_a_group_test_that_is_passed_asks_nobody_else() -> None:
    """test.pass."""
    state = table(2, rolls(A=[SURGE, SURGE]))
    state.grid = [laid("LL"), laid("LL")]
    begun(state, 1)
    play(state, A, "put", "r1c1")
    play(state, A, "put", "r1c2")
    play(state, A, "roll")
    assert not state.frames
    assert state.grid[B] == laid("LL")


def test_all_dump_before_anybody_rolls_under_a_ruling() -> None:
    """ruling.test.group-turns = dump-first."""
    state = table(2, rolls(A=[SURGE], B=[SURGE]), test__group_turns="dump-first")
    state.grid = [laid("L"), laid("L")]
    begun(state, 1)
    play(state, A, "put", "r1c1")
    events = play(state, A, "roll")
    assert "successes" not in kinds(events)
    assert state.grid[A] == laid()
    play(state, B, "put", "r1c1")
    events = play(state, B, "roll")
    assert [one[3]["seat"] for one in events if one[0] == "successes"] == [A, B]
    assert state.has(A, "power") == 1


def test_alone_a_group_test_is_ones_own() -> None:
    """solo.group-tests."""
    state = table(1, rolls(A=[SURGE, SURGE]), mode="solo")
    state.grid[A] = laid("LL")
    events = begun(state, 1)
    assert rule_of(events, "test") == "solo.group-tests"
    play(state, A, "put", "r1c1")
    play(state, A, "put", "r1c2")
    play(state, A, "roll")
    assert state.has(A, "power") == 1


@pytest.mark.parametrize("option", ["no", "yes"])
def test_successes_may_be_kept_for_later_turns(option: str) -> None:
    """ruling.test.carry."""
    state = table(1, rolls(A=[STRIKE, STRIKE]), test__carry=option)
    state.grid[A] = laid("LL")
    begun(state)
    play(state, A, "put", "r1c1")
    play(state, A, "roll")
    running.begin_line(state, A, line_keys.card("T01-1", "activity", 0))
    events = settled(state)
    assert (("successes-kept", "ruling.test.carry") in cited(events)) == (option == "yes")
    play(state, A, "put", "r1c2")
    play(state, A, "roll")
    assert state.has(A, "power") == (option == "yes")
    assert not any(name.startswith(token_tests.KEPT_PREFIX) for name in state.on_card) or option == "no"


def test_a_test_begun_by_hand_tells_what_it_asks_for() -> None:
    """test.kinds names type and number."""
    state = with_cards(table(1), PASS_IT)
    state.grid[A] = laid("W")
    events: list[Event] = []
    running.begin_line(state, A, line_keys.card("T01-1", "activity", 0))
    token_tests.begin_test(state, A, "W", 3, False, recorder(events))
    assert data_of(events, "test") == {"seat": A, "token": "W", "number": 3}

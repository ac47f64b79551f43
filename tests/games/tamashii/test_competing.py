"""Against each other: goals, their tests, the last tile, the end of time, and the count of points."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_tables import A, B, C, cited, laid, table
from storyboard import (
    asked,
    data_of,
    goal,
    kinds,
    play,
    refused,
    rule_of,
    settled,
    with_goals,
)

from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.contract.game import LOST, WON
from tabletop_kernel.games.tamashii.lines.operations import NOTHING
from tabletop_kernel.games.tamashii.modes import scoring, versus_goals
from tabletop_kernel.games.tamashii.pack.pieces import Augment, Tile
from tabletop_kernel.games.tamashii.phases import quest
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.toolkit.maps import Map

SURGE, STATIC = 4, 5


def versus(seats: int = 2, script: dict[str, list[int]] | None = None, **agreed: str) -> State:
    return table(seats, script, mode="versus", **agreed)


def checked(state: State) -> list[Event]:
    events: list[Event] = []
    versus_goals.check_goals(state, recorder(events))
    return events


RICH, SAFE, KNOWN = goal("rich", "power >= 1"), goal("safe", "shield >= 1"), goal("known", "memory >= 1")


def test_a_goal_is_taken_as_soon_as_it_is_met() -> None:
    """comp.goal-take, comp.goal-hidden, comp.goal-refill."""
    state = with_goals(versus(), RICH, SAFE, KNOWN, goal("last", "reroll >= 1"))
    assert checked(state) == []
    state.add_asset(B, "power", 1)
    assert cited(checked(state)) == [
        ("goal-taken", "comp.goal-take"),
        ("goal-hidden", "comp.goal-hidden"),
        ("goal-refilled", "comp.goal-refill"),
        ("next-goal", "comp.goal-refill"),
    ]
    assert state.goals_taken[B] == ("rich",)
    assert (state.goals, state.goal_deck) == (("known", "safe"), ("last",))


def test_goals_come_up_and_are_taken_one_after_the_other() -> None:
    """ruling.comp.goal-claim = at-once: several, in the order from the first player (comp.order)."""
    state = with_goals(versus(), RICH, SAFE, KNOWN)
    state.first = B
    for seat in (A, B):
        state.add_asset(seat, "power", 1)
    state.add_asset(A, "memory", 1)
    checked(state)
    assert state.goals_taken == [("known",), ("rich",)]
    assert (state.goals, state.goal_deck) == (("safe",), ())  # an empty deck refills nothing


def test_goals_wait_for_their_owner_under_a_ruling() -> None:
    """ruling.comp.goal-claim = own-turn."""
    state = with_goals(versus(comp__goal_claim="own-turn"), RICH, SAFE)
    state.add_asset(B, "power", 1)
    state.phase, state.active = "combat", A
    checked(state)
    assert state.goals_taken[B] == ()
    state.active = B
    checked(state)
    assert state.goals_taken[B] == ("rich",)
    state.add_asset(A, "shield", 1)
    state.phase = "planning"
    checked(state)
    assert state.goals_taken[A] == ("safe",)


def test_goals_of_the_end_of_an_action() -> None:
    """A goal may look only at that moment, and only at whoever has acted."""
    state = with_goals(versus(), goal("quiet", "trace = 0", when="acted"))
    checked(state)
    assert state.goals == ("quiet",)
    state.trace[A] = 1
    versus_goals.check_goals_of_action(state, A, None)
    assert state.goals == ("quiet",)
    versus_goals.check_goals_of_action(state, B, None)
    assert state.goals_taken == [(), ("quiet",)]


TESTED = goal("deep", test=("L", 2), where="on shelter")


def test_tests_of_goals_are_tried_in_the_quest_phase() -> None:
    """comp.quest, test.contribute, ruling.quest.attempts."""
    state = with_goals(versus(script={"dice-1": [STATIC], "dice-0": [SURGE]}), TESTED, RICH)
    state.first = B
    state.grid = [laid("L"), laid("L")]
    versus_goals.begin_goal_tests(state, None)
    settled(state)
    assert asked(state) == ("goals", [B])
    assert refused(state, B, "attempt", "rich") == "comp.quest"
    state.place[B] = (1, 0)
    assert refused(state, B, "attempt", "deep") == "comp.quest"
    state.place[B] = (0, 0)
    events = play(state, B, "attempt", "deep")
    assert rule_of(events, "attempts") == "comp.quest"
    play(state, B, "put", "r1c1")
    play(state, B, "roll")
    assert state.goals_taken[B] == ()
    assert asked(state) == ("goals", [A])  # one try, and no token left
    play(state, A, "attempt", "deep")
    play(state, A, "put", "r1c1")
    events = play(state, A, "roll")
    assert rule_of(events, "goal-taken") == "comp.goal-take"
    assert state.goals_taken[A] == ("deep",)
    assert not state.frames


def test_one_try_a_turn() -> None:
    """ruling.quest.attempts for goals."""
    for option in ("one", "any"):
        state = with_goals(versus(quest__attempts=option), TESTED)
        state.grid = [laid("LL"), laid()]
        versus_goals.begin_goal_tests(state, None)
        settled(state)
        play(state, A, "attempt", "deep")
        play(state, A, "leave")
        assert refused(state, A, "attempt", "deep") == ""  # nothing was put in, so it was no try
        play(state, A, "attempt", "deep")
        play(state, A, "put", "r1c1")
        play(state, A, "roll")
        if option == "any":
            assert refused(state, A, "attempt", "deep") == ""
        else:
            assert not state.frames
            assert versus_goals.refuse_goal_test(state, A, "deep").rule == "ruling.quest.attempts"  # type: ignore[union-attr]


def test_nobody_is_asked_who_cannot_try() -> None:
    """comp.quest: without a token of the type there is no test."""
    state = with_goals(versus(), TESTED)
    versus_goals.begin_goal_tests(state, None)
    settled(state)
    assert not state.frames
    assert versus_goals.refuse_goal_test(state, A, "deep").rule == "test.contribute"  # type: ignore[union-attr]


def test_time_goes_down_and_ends_the_game() -> None:
    """comp.quest-end, comp.end."""
    state = with_goals(versus(), RICH)
    state.time = 2
    events: list[Event] = []
    versus_goals.lower_time(state, recorder(events))
    assert cited(events) == [("time-down", "comp.quest-end")]
    assert state.result is None
    versus_goals.lower_time(state, recorder(events))
    assert rule_of(events, "time-over") == "comp.end"
    assert state.result is not None
    assert state.result.rule == "comp.end"


def test_the_token_is_passed_by_a_rule_of_its_own() -> None:
    """comp.quest-end."""
    state = versus()
    events: list[Event] = []
    quest.pass_token(state, recorder(events))
    assert rule_of(events, "token-passed") == "comp.quest-end"


# -- the last tile -----------------------------------------------------------------------------------------------------


def test_the_last_tile_becomes_a_hideout_if_there_is_none() -> None:
    """comp.last-tile."""
    state = versus()
    plain = Tile("square", "Square", "plain", "", 1, 1, 1, NOTHING)
    content = replace(state.rules.content, tiles={**state.rules.content.tiles, "square": plain})
    state.rules = replace(state.rules, content=content)
    state.map, state.faction_deck = Map({(0, 0): "shelter", (1, 0): "square"}, state.up), {}
    versus_goals.replace_last_tile(state, (1, 0), None)
    assert state.tiles[1, 0] == "square"  # it lies face down
    state.map = state.map.turned_up((1, 0))
    events: list[Event] = []
    versus_goals.replace_last_tile(state, (1, 0), recorder(events))
    assert state.tiles[1, 0] == "barracks"
    assert cited(events) == [("last-tile", "comp.last-tile")]
    assert set(state.faction_deck["Spartans"]) == {"phalanx", "triple"}
    events.clear()
    versus_goals.replace_last_tile(state, (1, 0), recorder(events))
    assert events == []  # now there is one


# -- points ------------------------------------------------------------------------------------------------------------


def worked_example(**agreed: str) -> State:
    """W22 for player A."""
    state = with_goals(versus(**agreed), goal("three", vp=3), goal("four", vp=4))
    start = Augment("cut", "Cut", "X00", "Reaper", False, "plain", 1, (), False, "")
    augments = {**state.rules.content.augments, "cut": start, "slash": replace(start, id="slash")}
    state.rules = replace(state.rules, content=replace(state.rules.content, augments=augments))
    state.assets[A] = (2, 3, 0, 5)
    state.grid[A] = laid("....O", "....X")
    state.maximum[A] = 7
    state.equipped[A] = ("phalanx", "favour", "sweep", "cut", "slash")
    state.unequipped[A] = ("triple", "ledger")
    state.goals_taken[A] = ("three", "four")
    state.dump[A] = "XX"
    return state


def test_points_row_by_row() -> None:
    """W22: vp.assets, vp.slots, vp.open, vp.integrity, vp.faction, vp.class, vp.goals, vp.corrupted."""
    state = worked_example()
    assert {row.rule: row.points for row in scoring.score_rows(state, A)} == {
        "vp.assets": 3,
        "vp.slots": 2,
        "vp.open": 1,
        "vp.integrity": 2,
        "vp.faction": 1,
        "vp.class": 2,
        "vp.goals": 7,
        "vp.corrupted": -2,
    }
    assert scoring.total_points(state, A) == 16
    assert scoring.total_points(state, A, goals=False) == 9  # what everybody can see


def test_points_under_rulings() -> None:
    """ruling.vp.asset-sum, ruling.vp.max-integrity."""
    assert scoring.total_points(worked_example(vp__asset_sum="track"), A) == 16 - 1  # 0 + 1 + 0 + 1
    assert scoring.total_points(worked_example(vp__max_integrity="ignore"), A) == 16 - 2


@pytest.mark.parametrize(("tokens", "points"), [(0, 0), (1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (9, 4)])
def test_what_corrupted_tokens_cost(tokens: int, points: int) -> None:
    """vp.corrupted."""
    assert scoring.penalty(tokens) == points


def test_every_row_is_told_by_its_rule() -> None:
    """vp.* and comp.goal: most points win."""
    state = worked_example()
    events: list[Event] = []
    scoring.finish_game(state, recorder(events))
    assert state.result is not None
    assert state.result.results == (WON, LOST)
    assert state.result.scores == (16.0, 0.0)
    told = [(kind, rule) for kind, rule, _, data in events if data.get("seat") == A]
    assert told == [
        ("goals-shown", "vp.goals"),
        ("points-assets", "vp.assets"),
        ("points-slots", "vp.slots"),
        ("points-open", "vp.open"),
        ("points-integrity", "vp.integrity"),
        ("points-faction", "vp.faction"),
        ("points-class", "vp.class"),
        ("points-goals", "vp.goals"),
        ("points-lost", "vp.corrupted"),
        ("points-in-all", "comp.goal"),
    ]
    assert data_of(events, "points-lost")["points"] == 2
    assert rule_of(events, "won") == "comp.goal"


def test_a_tie_goes_to_fewer_corrupted_tokens() -> None:
    """vp.tie."""
    state = with_goals(versus(3), goal("one", vp=1))
    state.dump[A], state.goals_taken[A] = "X", ("one",)
    state.assets[C] = (0, 0, 0, 0)
    state.dump[C], state.assets[C] = "XX", (5, 1, 0, 0)
    events: list[Event] = []
    scoring.finish_game(state, recorder(events))
    assert state.result is not None
    assert state.result.scores == (0.0, 0.0, 0.0)
    assert state.result.winners == (B,)
    assert rule_of(events, "tie") == "vp.tie"
    assert "tie-left" not in kinds(events)


@pytest.mark.parametrize(("option", "winners"), [("shared", (A, B)), ("later", (A,))])
def test_what_breaks_the_last_tie(option: str, winners: tuple[int, ...]) -> None:
    """ruling.comp.tie-left: shared, or who sits last from the first player of the last turn."""
    state = with_goals(versus(comp__tie_left=option), RICH)
    state.time, state.first = 1, B
    quest.pass_token(state, None)
    versus_goals.lower_time(state, None)
    assert state.result is not None
    assert state.result.winners == winners

"""What bots do in Deck Goes West: they plan a day, take care of themselves, and can say what a move is good for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import getsource
from random import Random
from typing import Any

import pytest
from depth import draw

from tabletop_kernel import Session, load, simulate
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.coach_sentences import gains_nothing
from tabletop_kernel.contract.game import TAKE_BACK, Move
from tabletop_kernel.games.deck_goes_west.opinions.guess_caches import Guesses
from tabletop_kernel.games.deck_goes_west.opinions.quick_guesses import glance
from tabletop_kernel.games.deck_goes_west.opinions.table_worth import (
    WIN,
    average_pain,
    chance_to_clear,
    death_risk,
    sum_chances,
    worth,
)
from tabletop_kernel.games.deck_goes_west.state import State
from tabletop_kernel.players.bots import forward, make_bot
from tabletop_kernel.players.coach import Advisor

GAME = load("deck_goes_west")
NEW_WORLD = {"mission": "new_world"}
TABLES = [(1, "new_world"), (1, "widows_wagon"), (2, "speed_of_the_slowest"), (3, "night_watch"), (2, "discovery")]


def new_table(seats: int, mission: str, seed: int) -> State:
    return GAME.setup(GAME.agreement.configure(seats, None, {"mission": mission}), Chance(seed))


def greedy_move(state: State, seat: int = 0) -> Move:
    bot = make_bot("greedy", GAME, state.rules.config, seat, 1)
    return bot.choose(GAME.view(state, seat), forward(GAME.moves(state, seat)))


def one_day(state: State) -> Iterator[Move]:
    """The moves of somebody alone until the actions of the day are over."""
    while state.frames and state.frames[-1][0] not in ("rest", "danger"):
        moves = forward(GAME.moves(state, 0))
        move = moves[0] if len(moves) == 1 else greedy_move(state)
        GAME.apply(state, 0, move)
        yield move


@pytest.mark.deep
def test_greedy_beats_chance_by_far() -> None:
    games = draw(4, deep=20)
    reports = {
        bot: simulate(GAME, games=games, seats=1, bots=[bot], seed=4, options=NEW_WORLD, coverage=False)
        for bot in ("greedy", "random")
    }
    assert reports["random"].seat_wins[0].count == 0
    assert reports["greedy"].seat_wins[0].count >= games / 4
    best = {bot: sum(one["end", "best score"] for one in report.records) for bot, report in reports.items()}
    assert best["greedy"] > 5 * best["random"]


def test_a_day_of_a_greedy_bot_scores_and_goes_west() -> None:
    for seed in range(3):
        state = new_table(1, "new_world", seed)
        moves = list(one_day(state))
        assert moves
        assert state.score[0] > 0 or state.far[0] > 0 or state.stock[0][3] > 4


def test_whoever_has_no_food_and_a_knife_in_a_forest_hunts() -> None:
    state = new_table(1, "new_world", 1)
    forest = next(number for number, tile in state.rules.tiles.items() if tile.types == ("forest",) and not tile.job)
    elsewhere = [place for place, tile in state.tiles.items() if tile == forest]
    state.map = state.map.without(*elsewhere).laid({state.meeple[0]: forest}).turned_up(state.meeple[0])
    state.stock[0], state.hand[0], state.tapped = (0, 0, 0, 0), ("knife",), 1
    assert greedy_move(state) == ("job", "knife", 0)


def test_danger_is_dealt_with_before_it_kills() -> None:
    state = new_table(1, "new_world", 2)
    state.stock[0], state.tapped = (0, 0, 0, 4), 1
    state.hand[0] = state.in_order(("short_rations",) * 4 + ("pan",))
    state.draw[0], state.discard[0] = ("blisters", "blisters"), ("boots",)
    assert greedy_move(state)[:2] == ("job", "short_rations")


def test_a_full_hand_is_not_kept_overnight() -> None:
    state = new_table(1, "new_world", 3)
    while state.frames[-1][0] != "rest":
        GAME.apply(state, 0, ("pass",))
    while state.frames and state.frames[-1][0] == "rest":
        GAME.apply(state, 0, greedy_move(state))
    assert len(state.hand[0]) < state.character_of(0).hand


@pytest.mark.parametrize(("seats", "mission"), TABLES)
def test_quick_judgement_plays_to_the_end_and_enters_no_tile_twice(seats: int, mission: str) -> None:
    state, rng = new_table(seats, mission, 5), Random(5)
    for _ in range(3000):
        if not GAME.deciders(state):
            break
        seat = GAME.pace.next_up(state)
        moves = forward(GAME.moves(state, seat))
        move = GAME.opinions.quick(state, seat, moves, rng)
        assert move in moves
        if move[0] == "step" and tuple(move[1:3]) in state.up:
            assert tuple(move[1:3]) not in state.frames[-1][2][1]
        chances = GAME.opinions.prospects(state)
        assert len(chances) == seats and all(0 <= chance <= 1 for chance in chances)
        assert len(set(chances)) == 1 or not GAME.agreement.is_team_game(state.rules.config)
        GAME.apply(state, seat, move)
    assert GAME.outcome(state) is not None


@pytest.mark.parametrize(("seats", "mission"), TABLES)
def test_a_glimpse_of_a_table_tells_a_glance_as_much_as_all_of_it(seats: int, mission: str) -> None:
    state, rng = new_table(seats, mission, 6), Random(6)
    config = state.rules.config
    for _ in range(250):
        if not GAME.deciders(state):
            break
        seat = GAME.pace.next_up(state)
        view, moves = GAME.view(state, seat), forward(GAME.moves(state, seat))
        glimpsed, whole = (
            Guesses(make(config, view, Chance(3)), seat) for make in (GAME.opinions.glimpse, GAME.imagine)
        )
        if state.rules.open_hands:  # else what others hold is dealt anew
            assert [glance(glimpsed, move) for move in moves] == pytest.approx([glance(whole, move) for move in moves])
        GAME.apply(state, seat, rng.choice(moves))


def test_whatever_is_asked_of_a_glimpse_is_there() -> None:
    state = new_table(2, "medicine_run", 2)
    glimpse = GAME.opinions.glimpse(state.rules.config, GAME.view(state, 0), Chance(2))
    for slot in State.__slots__:
        if slot not in ("chance", "map", "draw", "trade", "pain", "exhaustion", "land"):  # these are hidden in part
            assert getattr(glimpse, slot) == getattr(state, slot), slot
    assert (list(glimpse.tiles), glimpse.up, glimpse.rails) == (sorted(state.tiles), state.up, state.rails)
    for pile in ("trade", "pain", "exhaustion", "land"):
        assert len(getattr(glimpse, pile)) == len(getattr(state, pile))
    assert [sorted(cards) for cards in glimpse.draw] == [sorted(cards) for cards in state.draw]
    with pytest.raises(AttributeError):
        _ = glimpse.nothing_of_that_name  # type: ignore[attr-defined]


def test_nobody_leaves_a_victory_on_the_table() -> None:
    """However much a table promises that is full of goods and good cards: to win is worth more."""
    state = new_table(2, "speed_of_the_slowest", 1)
    state.stock = [(20, 20, 20, 20)] * 2
    state.discard = [("cow", "shotgun", "surveyors_map", "rail_gang") * 3] * 2
    assert worth(state, 0) < WIN


def test_two_jobs_bring_the_wagon_over_a_mountain() -> None:
    """A mountain takes two, and each job of the mission has one: the second is added to the first."""
    state = new_table(2, "speed_of_the_slowest", 1)
    column, row = wagon = state.wagon = (0, 1)
    state.meeple = [wagon, wagon]
    mountain = next(number for number, tile in state.rules.tiles.items() if tile.types == ("mountain",))
    plain = next(number for number, tile in state.rules.tiles.items() if tile.types == ("prairie",))
    beside = {(column + 1, row): mountain, (column, row + 1): plain}
    state.map = state.map.laid(beside).turned_up(*beside)
    state.stock[0] = (0, 0, 0, 5)
    GAME.apply(state, 0, ("job", "mission", 1))
    assert greedy_move(state)[:2] == ("also", "mission")


@pytest.mark.parametrize(("seats", "mission"), TABLES)
def test_every_move_has_words_for_what_it_aims_for(seats: int, mission: str) -> None:
    session, rng = Session(GAME, seats, 7, options={"mission": mission}), Random(7)
    seen: set[Any] = set()
    for _ in range(150):
        if not session.deciders:
            break
        seat = session.deciders[0]
        moves = session.moves(seat)
        for move in moves:
            if move[0] not in seen and move[0] != TAKE_BACK:
                seen.add(move[0])
                aim = GAME.opinions.aims(session.config, session.view(seat), seat, move)
                assert aim and not re.search(r"\byour?\b", re.sub("“[^”]*”", "", aim)), (move, aim)
                assert "  " not in aim
        session.submit(seat, rng.choice(forward(moves)))
    assert {"job", "pass"} <= seen


def test_the_coach_names_a_useful_move_and_why() -> None:
    state = new_table(1, "new_world", 1)
    advisor = Advisor(GAME, state.rules.config, GAME.view(state, 0), GAME.moves(state, 0))
    for _ in range(30):
        advisor.think()
    best = advisor.answer()[0]
    assert best.move != ("pass",) and not gains_nothing(best.aim)


def test_the_dice_of_battles_are_worked_out_exactly() -> None:
    assert sum_chances(1) == pytest.approx((2 / 6, 3 / 6, 1 / 6))
    assert chance_to_clear(0, 1, 1) == pytest.approx(2 / 6)  # the one bandit must save nothing
    assert chance_to_clear(1, 0, 1) == pytest.approx((1 / 6) * (5 / 6) + (3 / 6) * (2 / 6))
    assert average_pain(1, 0, 0) == pytest.approx(5 / 6)
    assert average_pain(2, 4, 0) == 0


def test_the_risk_to_die_is_none_without_danger_and_certain_with_a_hand_of_it() -> None:
    state = new_table(1, "new_world", 1)
    assert death_risk(state, 0, 0, 0) == 0
    assert death_risk(state, 0, state.character_of(0).hand, 0) == 1


def test_the_key_of_an_imagined_moment_leaves_out_nothing_that_it_depends_on() -> None:
    """A field that is added to the table belongs into it: else bots would take one moment for another."""
    same_for_all = {"rules", "ruling", "result"}  # of one game, and a game that goes on has no result
    written = getsource(State.everything)
    assert {slot for slot in State.__slots__ if f"self.{slot}" not in written} == same_for_all

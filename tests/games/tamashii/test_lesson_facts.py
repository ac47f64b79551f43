"""What lessons ask about launcher, map and scenario card, and on what else moves and events rest."""

from __future__ import annotations

from typing import Any

from tabletop_kernel import Session, load
from tabletop_kernel.games.tamashii import lesson_facts, lesson_facts_of_quests
from tabletop_kernel.games.tamashii.state import State

GAME = load("tamashii")
ALONE = {"seats": 1, "options": {"scenario": "S01"}, "walker": ["Kindle"], "batteries": 0, "market": []}
SONG = ["launch", "card.S01-3", "r1c1+r1c2+r1c3"]


def table(**more: Any) -> State:
    state = Session.at(GAME, {**ALONE, "equipped": [[]], "now": "launch", **more}).truth
    assert isinstance(state, State)
    return state


def test_patterns_by_where_they_stand() -> None:
    state = table(card="S01-3", market=["Tin Saint"], enemies=[["Stray Drone"]])
    assert lesson_facts.patterns_of(state, 0, "card", "body") == ["body.tin-saint", "card.S01-3"]
    assert lesson_facts.patterns_of(state, 0, "repel") == ["enemy.stray-drone.repel"]
    assert len(lesson_facts.patterns_of(state, 0, "basic")) == 9  # pattern.basic-nine


def test_the_tokens_that_a_pattern_takes() -> None:
    state = table(grid=["EWE. .EF. .... ...."], card="S01-3", turned=["Broadcast Mast"], place=["Broadcast Mast"])
    assert lesson_facts.slots_for(state, 0, "card.S01-3") == ["r1c1", "r1c2", "r1c3"]
    assert lesson_facts.slots_for(state, 0, "basic.power") == []


def test_launched_tokens_go_to_the_dump() -> None:
    state = table(grid=["EEE. .... .... ...."])
    assert lesson_facts.fuller(GAME, state, 0, ["launch", "basic.power", "r1c1+r1c2+r1c3"]) == ["dump"]
    assert lesson_facts.fuller(GAME, state, 0) == []


def test_the_quietest_tiles_are_within_reach_and_face_up() -> None:
    ground = [[0, 0, "Shelter"], [1, 0, "Neon Arcade"], [0, 1, "Free Clinic"], [-1, 0, "Back Alley", 0]]
    assert lesson_facts.quietest(table(ground=ground, now="move"), 0) == ["0,1", "1,0"]
    assert lesson_facts.quietest(table(ground=ground, now="move", place=["Neon Arcade"]), 0) == ["0,0"]


def test_parts_of_the_scenario_card() -> None:
    there = {
        "card": "S01-3",
        "turned": ["Broadcast Mast"],
        "place": ["Broadcast Mast"],
        "grid": ["EWE. .... .... ...."],
        "on_card": {"success": 1},
    }
    state = table(**there, time=0)
    assert (lesson_facts.world_blocks(state, "victory"), lesson_facts.world_blocks(state, "lost")) == ([0], [1])
    assert lesson_facts.blocks_after(GAME, state) == [1]
    assert lesson_facts.blocks_after(GAME, state, SONG) == [0]
    assert lesson_facts.blocks_after(GAME, table(**there, time=3)) == [2]
    assert lesson_facts_of_quests.wanted(state, "success") == 2  # scen.player-number


def test_a_basic_launch_rests_on_the_nine() -> None:
    assert "pattern.basic-nine" in GAME.teaching.rules_for_move(("launch", "basic.exp", "r1c1+r1c2+r2c1+r2c2"))
    assert "pattern.basic-nine" not in GAME.teaching.rules_for_move(tuple(SONG))


def test_the_first_player_is_told() -> None:
    assert (
        lesson_facts.first_player(
            Session.at(GAME, {**ALONE, "seats": 2, "walker": ["Kindle", "Runner"], "first": 1}).truth
        )
        == 1
    )

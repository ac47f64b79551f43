"""What refusals and the log say, where a sentence about something else would be false or lead astray."""

from __future__ import annotations

from typing import Any

import pytest
import trail
from company import log
from deck import A, B, play, refused, table
from night_table import Table, compass, land
from scenes import rivals

from tabletop_kernel import Session

Tries = dict[tuple[Any, ...], str]
BEGUN = "Every step of a job must be completed: first bring the one that you have begun to its end."
MOVE_FIRST = "Every step of a job must be completed: first use your movement, or stop here."
LAKE = "Mirror Lake"
WAIT = "It is not your decision now."


def told(session: Session, move: tuple[Any, ...], seat: int = A) -> str:
    """The sentence of a refusal that changes nothing."""
    refused(session, move, seat)
    verdict = session.judge(seat, move)
    assert verdict is not None
    return verdict.text


def check(session: Session, tries: Tries, seat: int = A) -> None:
    assert {move: told(session, move, seat) for move in tries} == tries


# -- what a job costs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stock", "x", "text"),
    [
        ({"food": 4}, 3, "This costs 6 of one kind, and you have 4."),
        ({"food": 3, "wood": 2}, 2, "You need 4 of one kind: a single «any» step never mixes kinds."),
        ({"food": 3, "wood": 2}, 3, "This costs 6 of one kind, and you have 3."),
        ({"food": 4}, -1, "Where a step shows X, you choose a whole number for it, zero or more: say which one."),
    ],
)
def test_an_x_that_cannot_be(stock: dict[str, int], x: int, text: str) -> None:
    session = table(hand=["peddlers_pack"], stock=stock)
    play(session, ("job", "peddlers_pack", 0))
    assert told(session, ("x", x)) == text


@pytest.mark.parametrize(
    ("stock", "text"),
    [
        ({"gold": 5}, "This costs 2 Food, and you have 0."),
        ({"gold": 5, "food": 1}, "This costs 2 Food, and you have 1."),
        ({"food": 2}, "This costs 3 resources in all, and you have 2."),
    ],
)
def test_a_mule_costs_two_food_and_something(stock: dict[str, int], text: str) -> None:
    session = table(row=["mule", "cow", "pony", "shotgun", "bedroll"], stock=stock)
    assert told(session, ("buy", 1, 0)) == text


def test_metal_that_an_earlier_step_takes_is_not_said_to_be_missing() -> None:
    session = table("last_spike", stock={"metal": 3, "wood": 1})
    text = "Every step of a job must be completed: after what it takes first, too little would be left for the rest."
    assert told(session, ("job", "mission", 0)) == text


# -- in the middle of something ----------------------------------------------------------------------------------------


def test_a_job_that_waits_for_a_choice() -> None:
    session = table(hand=["pickaxe", "pan", "knife"], at=(1, 1), ground=[[1, 1, "Eagle Ledge"], [0, 1, "Long Grass"]])
    play(session, ("job", "pickaxe", 0))
    others: list[tuple[Any, ...]] = [("go",), ("also", "pan", 0), ("job", "pan", 0), ("pass",), ("buy", 1, 0)]
    others += [("move",), ("put", "draw"), ("reveal", 1, 0), ("decline", "walk"), ("end",), ("keep",)]
    check(session, dict.fromkeys(others, BEGUN))
    text = "The steps are done one after the other, and to discard one item card comes first."
    no_x = "Where a step shows X, you choose a whole number for it, zero or more: this job has no X."
    check(session, {("x", 1): no_x, ("pay", "food"): text})


@pytest.mark.parametrize(
    "move", [("commit",), ("commit", "knife"), ("commit", 1, 1), ("commit", "knife", "1"), ("commit", "knife", 1, 1)]
)
def test_whoever_names_no_job_is_asked_for_one(move: tuple[Any, ...]) -> None:
    session = table("discovery", hand=[["knife", "pan"], ["knife", "pan"]], bandits=[[0, 1, 3]])
    play(session, ("job", "knife", 1))
    assert session.truth.frames[-1][0] == "commit"
    verdict = session.judge(session.deciders[0], move)
    assert verdict is not None and verdict.text.endswith(": add one now, or say that you are ready.")


def test_jobs_that_are_gathered() -> None:
    session = table(hand=["boots", "boots", "knife"], stock={"food": 3})
    play(session, ("job", "boots", 0))
    check(session, dict.fromkeys([("job", "boots", 0), ("pass",), ("buy", 1, 0), ("put", "draw"), ("move",)], BEGUN))


def test_movement_that_is_being_used() -> None:
    session = trail.table({trail.HERE: trail.Tile.FOREST, trail.WEST: trail.Tile.PRAIRIE}, hand=[["boots"]], walk=1)
    paid = "You move with the movement you have collected: nothing can be taken back or added now."
    no_tile = "There is no revealed tile that you could enter or leave alone now."
    way = "You move with the movement you have collected: say whether it is walking, climbing or sailing."
    more = "More movement jobs can be added only for a tile that you have just revealed, if what you have is not enough"
    tries: Tries = {("job", "boots", 0): paid, ("also", "boots", 0): paid}
    tries |= {("decline", "walk"): no_tile, ("enter", "walk"): no_tile}
    tries |= {("step", *trail.WEST, "fly"): way, ("more", "boots", 0): f"{more}: there is no such tile now."}
    tries |= dict.fromkeys(
        [("go",), ("pass",), ("buy", 1, 0), ("put", "draw"), ("move",), ("reveal", 2, 1)], MOVE_FIRST
    )
    check(session, tries)


def test_a_revealed_tile_that_is_not_answered() -> None:
    session = trail.table({trail.HERE: trail.Tile.FOREST}, {trail.WEST: trail.Tile.MOUNTAIN}, hand=[["knife"]], walk=1)
    play(session, ("step", *trail.WEST))
    look = "Staying outside costs 1 movement, but not a ride"
    tries: Tries = {("decline", kind): f"{look}: you have none of that kind." for kind in ("climb", "sail", "rail")}
    tries |= {("decline",): f"{look}: say of which kind.", ("decline", "fly"): f"{look}: say of which kind."}
    first: list[tuple[Any, ...]] = [("go",), ("pass",), ("stop",), ("job", "knife", 0), ("put", "draw"), ("move",)]
    tries |= dict.fromkeys(first, f"{look}: first enter the tile, or stay outside.")
    more = "More movement jobs can be added only for a tile that you have just revealed, if what you have is not enough"
    tries[("more", "knife", 0)] = f"{more}: this job brings no movement."
    check(session, tries)


def test_a_look_that_costs_as_well_as_the_step() -> None:
    session = trail.table(
        {trail.HERE: trail.Tile.FOREST}, {trail.WEST: trail.Tile.PRAIRIE}, rulings={"entry-cost": "yes"}, walk=1
    )
    play(session, ("step", *trail.WEST))
    look = "The reveal costs 1 movement, but not a ride"
    tries: Tries = {("enter", "walk", "climb"): f"{look}: you have none of that kind."}
    both = "The reveal costs 1 walking and entering Long Grass 1 walking more, and you have 1 walking."
    tries |= {("enter", "walk", "walk"): both, ("enter", "walk"): both}
    check(session, tries)


@pytest.mark.parametrize(
    ("rails", "movement", "move", "why"),
    [
        ([[1, 1], [2, 1]], {"walk": 1}, ("ride", 2, 1), "you have no railway movement"),
        ([[2, 1]], {"walk": 1, "rides": [3]}, ("ride", 2, 1), "the meeple is not on one"),
        ([[1, 1], [2, 1]], {"rides": [3]}, ("ride", 1, 1), "the meeple is there already"),
        ([[1, 1], [2, 1]], {"rides": [3]}, ("ride", 1, 0), "there is none at that place"),
        ([[1, 1], [2, 1]], {"rides": [3]}, ("ride",), "say where to"),
    ],
)
def test_no_ride(rails: list[list[int]], movement: dict[str, Any], move: tuple[Any, ...], why: str) -> None:
    ground = {trail.HERE: trail.Tile.FOREST, trail.WEST: trail.Tile.PRAIRIE, trail.NORTH: trail.Tile.FOREST_2}
    session = trail.table(ground, rails=rails, **movement)
    assert told(session, move) == f"A ride goes from one railway tile to another: {why}."


def test_nothing_has_been_begun() -> None:
    session = table("wide_country", hand=[["spyglass", "boots"], []])
    none = "Only jobs with the same last step are done together: no job has been begun that others could join."
    danger = "A danger card that you gain goes on top of your draw pile or of your discard pile, not into your hand"
    lost = "Movement that is left over is lost at this table, so there is none to use now."
    tries: Tries = {
        ("go",): none,
        ("also", "boots", 0): none,
        ("put", "draw"): f"{danger}: there is none to lay there now.",
    }
    tries |= {("move",): lost, ("reveal", 1, 0): "There is no such job for you now."}
    check(session, tries)


# -- the others --------------------------------------------------------------------------------------------------------


def test_another_seat_tries_in_turn_order() -> None:
    session = table("discovery", hand=[["boots"], ["boots"]], stock=[{"food": 1}] * 2)
    turn = "Turns go clockwise, and it is the turn of Ada Quill now."
    tries: list[tuple[Any, ...]] = [("job", "boots", 0), ("pass",), ("go",), ("trade", A)]
    check(session, dict.fromkeys(tries, turn), B)
    play(session, ("job", "boots", 0))
    check(session, dict.fromkeys(tries, WAIT), B)


def test_another_seat_tries_in_open_order() -> None:
    session = table("wide_country", hand=[["boots", "boots"], ["boots"]], stock=[{"food": 2}] * 2)
    tries: list[tuple[Any, ...]] = [("job", "boots", 0), ("pass",), ("go",), ("trade", A)]
    assert session.judge(B, ("job", "boots", 0)) is None  # whoever has not passed may act
    play(session, ("job", "boots", 0))
    check(session, dict.fromkeys(tries, WAIT), B)
    play(session, ("go",), ("stop",), ("pass",))
    check(session, dict.fromkeys(tries[:2], "You have passed for today."))


def test_who_has_passed_in_a_team_hears_of_no_turns() -> None:
    session = table("wide_country", hand=[["boots"], ["boots"]], rulings={"pass-final": "no"})
    play(session, ("pass",))
    check(session, {("pass",): "You have passed: if somebody else acts, you may act again."})


def test_a_step_without_a_way_of_going_asks_for_it() -> None:
    session = table(hand=["boots"], stock={"food": 1}, ground=[[0, 1, "Long Grass"], [1, 1, "Owl Wood"], [0, 0, LAKE]])
    play(session, ("job", "boots", 0))
    used = "You move with the movement you have collected"
    short = "A step is paid with one kind of movement, and no kind that you have is enough for"
    check(session, {("step", 1, 1): f"{used}: say whether it is walking, climbing or sailing."})
    check(session, {("step", 0, 0): f"{short} {LAKE}."})


def test_a_card_is_dropped_at_the_end_of_the_day_and_not_before() -> None:
    session = table(hand=["boots", "black_eye"])
    step = "Item cards are discarded for nothing only in the fourth step of the day"
    check(session, {("discard", "boots"): f"{step}: it comes when everybody has passed."})
    play(session, ("pass",))
    check(session, {("discard", "boots"): f"{step}: there this move is called «drop»."})
    none = "You cannot discard that: only cards in your hand can be discarded."
    check(session, {("discard", "hatchet"): none, ("discard",): none})


def test_a_danger_card_is_not_thrown_away_in_any_way() -> None:
    stuck = "Black Eye is a danger card and sticks to you: look for a job that takes it out of your hand."
    session = table(hand=["black_eye"])
    check(session, {("scrap", "black_eye"): stuck, ("discard", "black_eye"): stuck})


def test_a_mission_is_no_card_that_is_played() -> None:
    session = table("discovery", hand=[["boots", "knife", "pan", "hatchet", "pickaxe"], []], p1=A)
    play(session, ("job", "mission", 0))
    check(session, {("discard", "mission"): "You cannot discard that: only cards in your hand can be discarded."})


def test_nobody_trades_with_the_dead() -> None:
    session = rivals(dead=1 << A)
    assert told(session, ("trade", A), B) == "Josiah Crane is out of the game: their character has died."


# -- the log -----------------------------------------------------------------------------------------------------------


def test_who_adds_nothing_to_a_battle_has_added_nothing_before() -> None:
    fight = Table("wide_country", 2)
    fight.state.bandits = {(1, 1): 2}
    fight.give(A, "hatchet", "shotgun").give(B, "knife")
    fight.act(A, "hatchet", 1).play(("ready",), ("ready",))
    assert [line for line in fight.lines() if "nothing" in line][:2] == [
        "Ada Quill adds nothing more to the battle.",
        "Tobias Reed adds nothing to the battle.",
    ]


def test_a_face_down_tile_is_named_once() -> None:
    night = Table(script=compass("W")).lay(land(4), down=[(2, 1)])
    night.state.meeple, night.state.bandits = [(3, 2)], {(1, 1): 1}
    assert night.night("move").lines()[-2:] == [
        "1 bandit moves from Aspen Stand to the face-down tile North of Cottonwood Bend.",
        "Nobody knows that land yet, but bandits go there all the same.",
    ]


def test_who_is_moved_west_has_lost_the_tile_underfoot() -> None:
    ground = {(0, 0): trail.Tile.FORD, trail.HERE: trail.Tile.FOREST}
    meeples = [[1, 1], [0, 0]]
    session = trail.table(ground, {trail.WEST: trail.Tile.PRAIRIE}, seats=2, meeple=meeples, land_left=0, walk=1)
    play(session, ("step", *trail.WEST))
    assert "Tobias Reed moves West to Pine Hollow, because the tile underfoot is gone." in log(session)

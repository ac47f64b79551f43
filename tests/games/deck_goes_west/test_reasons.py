"""Why moves are refused, where another reason would be false or lead astray."""

from __future__ import annotations

from typing import Any

import pytest
import trail
from deck import GAME, A, B, kinds_of, play, said, table, topic, why
from night_table import Table, compass, land
from scenes import rivals

from tabletop_kernel import Session

Reason = tuple[str, dict[str, Any]]
Tries = dict[tuple[Any, ...], Reason]
BEGUN: Reason = ("job.steps", {"what": "go-on"})
ADDING: Reason = ("job.steps", {"what": "go-adding"})
MOVE_FIRST: Reason = ("job.steps", {"what": "the-move"})
WAIT: Reason = ("table.wait", {})


def check(session: Session, tries: Tries, seat: int = A) -> None:
    assert {move: why(session, move, seat) for move in tries} == tries


# -- what a job costs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stock", "x", "reason"),
    [
        ({"food": 4}, 3, ("res.pay", {"need": 6, "have": 4, "kind": "any"})),
        ({"food": 3, "wood": 2}, 2, ("res.any-same", {"need": 4, "have": 3, "kind": "any"})),
        ({"food": 3, "wood": 2}, 3, ("res.pay", {"need": 6, "have": 3, "kind": "any"})),
        ({"food": 4}, -1, ("x.choose", {"what": "which-x"})),
    ],
)
def test_an_x_that_cannot_be(stock: dict[str, int], x: int, reason: Reason) -> None:
    session = table(hand=["peddlers_pack"], stock=stock)
    play(session, ("job", "peddlers_pack", 0))
    check(session, {("x", x): reason, ("discard", "peddlers_pack"): ("job.order", {"what": "the-x"})})


@pytest.mark.parametrize(
    ("stock", "kind", "need", "have"),
    [({"gold": 5}, "food", 2, 0), ({"gold": 5, "food": 1}, "food", 2, 1), ({"food": 2}, "in all", 3, 2)],
)
def test_a_mule_costs_two_food_and_something(stock: dict[str, int], kind: str, need: int, have: int) -> None:
    session = table(row=["mule", "cow", "pony", "shotgun", "bedroll"], stock=stock)
    check(session, {("buy", 1, 0): ("res.pay", {"kind": kind, "need": need, "have": have})})


def test_metal_that_an_earlier_step_takes_is_not_said_to_be_missing() -> None:
    session = table("last_spike", stock={"metal": 3, "wood": 1})
    check(session, {("job", "mission", 0): ("job.steps", {"what": "leaves-too-little"})})


# -- in the middle of something ----------------------------------------------------------------------------------------


def test_a_job_that_waits_for_a_choice() -> None:
    session = table(hand=["pickaxe", "pan", "knife"], at=(1, 1), ground=[[1, 1, "Eagle Ledge"], [0, 1, "Long Grass"]])
    play(session, ("job", "pickaxe", 0))
    others: list[tuple[Any, ...]] = [("go",), ("job", "pan", 0), ("pass",), ("buy", 1, 0)]
    others += [("move",), ("put", "draw"), ("reveal", 1, 0), ("decline", "walk"), ("end",), ("keep",)]
    check(session, dict.fromkeys(others, BEGUN))
    check(session, {("also", "pan", 0): ("act.same-final", {"what": "steps-first"})})
    first = ("job.order", {"what": [1, "discard item"]})
    check(session, {("x", 1): ("x.choose", {"what": "no-x"}), ("pay", "food"): first})


@pytest.mark.parametrize(
    "move", [("commit",), ("commit", "knife"), ("commit", 1, 1), ("commit", "knife", "1"), ("commit", "knife", 1, 1)]
)
def test_whoever_names_no_job_is_asked_for_one(move: tuple[Any, ...]) -> None:
    session = table("discovery", hand=[["knife", "pan"], ["knife", "pan"]], bandits=[[0, 1, 3]])
    play(session, ("job", "knife", 1))
    assert session.truth.frames[-1][0] == "commit"
    check(session, {move: ("battle.commit", {"what": "commit-now"})}, session.deciders[0])


def test_jobs_that_are_gathered() -> None:
    session = table(hand=["boots", "boots", "knife"], stock={"food": 3})
    play(session, ("job", "boots", 0))
    check(session, dict.fromkeys([("pass",), ("buy", 1, 0), ("put", "draw"), ("move",)], ADDING))
    check(session, dict.fromkeys([("job", "boots", 0), ("also",)], ("act.same-final", {"what": "add-or-go"})))


def test_who_has_no_job_to_add_is_told_so() -> None:
    session = table("discovery", hand=[["boots", "boots"], ["knife"]], stock=[{"food": 1}, {}])
    play(session, ("job", "boots", 0))
    assert session.moves(A) == [("go",)] and topic(session, A)[0] == "gather-done"
    check(session, dict.fromkeys([("job", "boots", 0), ("also",)], ("act.same-final", {"what": "only-go"})))


def test_movement_that_is_being_used() -> None:
    session = trail.table({trail.HERE: trail.Tile.FOREST, trail.WEST: trail.Tile.PRAIRIE}, hand=[["boots"]], walk=1)
    tries: Tries = dict.fromkeys([("job", "boots", 0), ("also", "boots", 0)], ("move.pool", {"what": "no-change"}))
    tries |= dict.fromkeys([("decline", "walk"), ("enter", "walk")], ("reveal.decline", {}))
    tries[("step", *trail.WEST, "fly")] = ("move.pool", {"what": "which-way"})
    tries[("more", "boots", 0)] = ("reveal.more-jobs", {"what": "more-no-tile"})
    tries |= dict.fromkeys(
        [("go",), ("pass",), ("buy", 1, 0), ("put", "draw"), ("move",), ("reveal", 2, 1)], MOVE_FIRST
    )
    check(session, tries)


def test_a_revealed_tile_that_is_not_answered() -> None:
    session = trail.table({trail.HERE: trail.Tile.FOREST}, {trail.WEST: trail.Tile.MOUNTAIN}, hand=[["knife"]], walk=1)
    play(session, ("step", *trail.WEST))
    tries = dict.fromkeys([("decline", kind) for kind in ("climb", "sail", "rail")], look("none-of-it"))
    tries |= dict.fromkeys([("decline",), ("decline", "fly")], look("which-kind"))
    first: list[tuple[Any, ...]] = [("go",), ("pass",), ("stop",), ("job", "knife", 0), ("put", "draw"), ("move",)]
    tries |= dict.fromkeys(first, look("enter-first"))
    check(session, tries)
    rule, facts = why(session, ("more", "knife", 0))
    assert (rule, facts["what"]) == ("reveal.more-jobs", "more-no-movement")


def look(what: str) -> Reason:
    """Staying outside, or a look at the tile in the West where that has its price, does not go like this."""
    return "reveal.decline-cost", {"what": what, "place": trail.WEST}


def test_a_look_that_costs_as_well_as_the_step() -> None:
    session = trail.table(
        {trail.HERE: trail.Tile.FOREST}, {trail.WEST: trail.Tile.PRAIRIE}, rulings={"entry-cost": "yes"}, walk=1
    )
    play(session, ("step", *trail.WEST))
    check(session, {("enter", "walk", "climb"): look("none-of-it")})
    for move in (("enter", "walk", "walk"), ("enter", "walk")):
        rule, facts = why(session, move)
        assert rule == "ruling.entry-cost"
        assert facts["look"] == facts["price"] == facts["movement"] == (("walk", 1),)
        assert facts["place"] == trail.WEST


@pytest.mark.parametrize(
    ("rails", "movement", "move", "what"),
    [
        ([[1, 1], [2, 1]], {"walk": 1}, ("ride", 2, 1), "no-ride"),
        ([[2, 1]], {"walk": 1, "rides": [3]}, ("ride", 2, 1), "ride-from"),
        ([[1, 1], [2, 1]], {"rides": [3]}, ("ride", 1, 1), "ride-here"),
        ([[1, 1], [2, 1]], {"rides": [3]}, ("ride", 1, 0), "ride-to"),
        ([[1, 1], [2, 1]], {"rides": [3]}, ("ride",), "ride-where"),
    ],
)
def test_no_ride(rails: list[list[int]], movement: dict[str, Any], move: tuple[Any, ...], what: str) -> None:
    ground = {trail.HERE: trail.Tile.FOREST, trail.WEST: trail.Tile.PRAIRIE, trail.NORTH: trail.Tile.FOREST_2}
    session = trail.table(ground, rails=rails, **movement)
    check(session, {move: ("train.move", {"what": what})})


def test_nothing_has_been_begun() -> None:
    session = table("wide_country", hand=[["spyglass", "boots"], []])
    tries: Tries = dict.fromkeys([("go",), ("also", "boots", 0)], ("act.same-final", {"what": "none-begun"}))
    tries |= {
        ("put", "draw"): ("cards.gain", {"what": "none-gained"}),
        ("who", B): ("event.must", {"what": "no-event"}),
    }
    tries |= {("move",): ("ruling.unused-movement", {}), ("reveal", 1, 0): ("job.everywhere", {"what": "reveal-how"})}
    check(session, tries)


# -- the others --------------------------------------------------------------------------------------------------------


def test_another_seat_tries_in_turn_order() -> None:
    session = table("discovery", hand=[["boots"], ["boots"]], stock=[{"food": 1}] * 2)
    tries: list[tuple[Any, ...]] = [("job", "boots", 0), ("pass",), ("go",), ("trade", A)]
    check(session, dict.fromkeys(tries, ("versus.clockwise", {"seat": A})), B)
    play(session, ("job", "boots", 0))
    check(session, dict.fromkeys(tries, WAIT), B)


def test_another_seat_tries_in_open_order() -> None:
    session = table("wide_country", hand=[["boots", "boots"], ["boots"]], stock=[{"food": 2}] * 2)
    tries: list[tuple[Any, ...]] = [("job", "boots", 0), ("pass",), ("go",), ("trade", A)]
    assert session.judge(B, ("job", "boots", 0)) is None  # whoever has not passed may act
    play(session, ("job", "boots", 0))
    check(session, dict.fromkeys(tries, WAIT), B)
    play(session, ("go",), ("stop",), ("pass",))
    check(session, dict.fromkeys(tries[:2], ("ruling.pass-final", {})))


def test_who_has_passed_in_a_team_hears_of_no_turns() -> None:
    session = table("wide_country", hand=[["boots"], ["boots"]], rulings={"pass-final": "no"})
    play(session, ("pass",))
    check(session, {("pass",): ("ruling.pass-final", {})})


def test_a_step_without_a_way_of_going_asks_for_it() -> None:
    session = table(
        hand=["boots"], stock={"food": 1}, ground=[[0, 1, "Long Grass"], [1, 1, "Owl Wood"], [0, 0, "Mirror Lake"]]
    )
    play(session, ("job", "boots", 0))
    check(session, {("step", 1, 1): ("move.pool", {"what": "which-way"})})
    rule, facts = why(session, ("step", 0, 0))
    assert (rule, facts["place"]) == ("move.onto", (0, 0))


def test_a_card_is_dropped_at_the_end_of_the_day_and_not_before() -> None:
    session = table(hand=["boots", "black_eye"])
    check(session, {("discard", "boots"): ("day.discard", {"what": "not-yet"})})
    play(session, ("pass",))
    check(session, {("discard", "boots"): ("day.discard", {"what": "drop-it"})})
    none = {
        move: ("cards.discard", {"card": card})
        for move, card in ((("discard", "hatchet"), "hatchet"), (("discard",), ""))
    }
    check(session, none)


def test_a_danger_card_is_not_thrown_away_in_any_way() -> None:
    stuck = ("job.danger-stuck", {"card": "black_eye"})
    session = table(hand=["black_eye"])
    check(session, {("scrap", "black_eye"): stuck, ("discard", "black_eye"): stuck})


def test_a_mission_is_no_card_that_is_played() -> None:
    session = table("discovery", hand=[["boots", "knife", "pan", "hatchet", "pickaxe"], []], p1=A)
    play(session, ("job", "mission", 0))
    check(session, {("discard", "mission"): ("cards.discard", {"card": "mission"})})


def test_nobody_trades_with_the_dead() -> None:
    session = rivals(dead=1 << A)
    check(session, {("trade", A): ("goal.lose-death", {"seat": A})}, B)


# -- the log -----------------------------------------------------------------------------------------------------------


def test_who_adds_nothing_to_a_battle_has_added_nothing_before() -> None:
    fight = Table("wide_country", 2)
    fight.state.bandits = {(1, 1): 2}
    fight.give(A, "hatchet", "shotgun").give(B, "knife")
    fight.act(A, "hatchet", 1).play(("ready",), ("ready",))
    assert fight.told("ready")[:2] == [{"seat": A, "what": "nothing-more"}, {"seat": B, "what": "nothing"}]


def test_a_face_down_tile_is_named_once() -> None:
    night = Table(script=compass("W")).lay(land(4), down=[(2, 1)])
    night.state.meeple, night.state.bandits = [(3, 2)], {(1, 1): 1}
    moves, hidden = night.night("move").lines()[-2:]
    assert kinds_of(night.events)[-2:] == ["bandits-move", "bandits-hidden"]
    named = GAME.telling.word(night.state, "place", (2, 1))
    assert named in moves and named not in hidden


def test_who_is_moved_west_has_lost_the_tile_underfoot() -> None:
    ground = {(0, 0): trail.Tile.FORD, trail.HERE: trail.Tile.FOREST}
    meeples = [[1, 1], [0, 0]]
    session = trail.table(ground, {trail.WEST: trail.Tile.PRAIRIE}, seats=2, meeple=meeples, land_left=0, walk=1)
    events = play(session, ("step", *trail.WEST))
    first = said(events, "shifts")[0]
    assert (first["seat"], first["place"]) == (B, trail.HERE)
    assert (0, 0) in said(events, "line-gone")[0]["places"]

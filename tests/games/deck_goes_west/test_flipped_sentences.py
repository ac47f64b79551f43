"""Sentences under flipped rulings: each was false once, where it did not know of the ruling."""

from __future__ import annotations

from typing import Any

import pytest
from company import ANN, BEN
from company import table as company
from deck import A, B, play, refused, table, text_of
from night_table import TENT_RING, Table
from scenes import PAIR
from test_battle import two

from tabletop_kernel import Session


def told(session: Session, move: tuple[Any, ...], seat: int = A) -> str:
    refused(session, move, seat)
    verdict = session.judge(seat, move)
    assert verdict is not None
    return verdict.text


def lines(session: Session, *kinds: str) -> list[str]:
    return [entry.text for entry in session.log(None) if entry.kind in kinds]


def going(session: Session, *moves: tuple[Any, ...]) -> None:
    """Moves, and «That is all» wherever the table waits for it."""
    for move in moves:
        if move not in session.moves(A) and ("go",) in session.moves(A):
            play(session, ("go",))
        play(session, move)


# -- battles -----------------------------------------------------------------------------------------------------------


def fight(rulings: dict[str, str], roll: list[int], cards: list[list[str]], bandits: int = 2) -> Session:
    session = table(
        "wide_country", hand=cards, bandits=[[0, 1, bandits]], roll=roll, rulings=rulings,
        stock=[{"metal": 1, "wood": 1}] * 2,
    )  # fmt: skip
    play(session, ("job", "knife", 1))
    while session.truth.frames[-1][0] == "commit":
        session.submit(session.next_up, ("ready",))
    return session


def test_own_saves_are_told_of_each_player() -> None:
    session = fight({"saves-pool": "own-saves"}, [0, 0, 0, 2, 0], [["knife"], ["pan"]])
    assert not lines(session, "damage")
    assert lines(session, "damage-to") == [
        "2 hits against Ada Quill's 0 saves: 2 of 2 get through.",
        "2 hits against Tobias Reed's 0 saves: 2 of 2 get through.",
    ]


def test_hits_on_those_who_do_not_fight_are_not_said_to_get_through() -> None:
    """At night nobody adds a job, and the ruling lets bandits hurt only those who do."""
    table = two(faces=(2, 2), battle_who_hurts="battlers")
    table.state.hand = [(), ()]
    table.night("attack")
    kinds = [kind for kind, *_ in table.events]
    assert "no-fighter" in kinds and "damage" not in kinds
    assert table.pain(ANN) == table.pain(BEN) == 0


def test_how_many_of_the_hits_get_through_is_told() -> None:
    session = fight({}, [2, 1, 1, 1, 1], [["knife"], ["pan"]], bandits=2)
    assert lines(session, "no-damage", "damage")[-1].endswith(" get through.")
    assert lines(fight({}, [2, 1, 0, 0, 0], [["knife"], ["pan"]]), "damage") == [
        "2 hits against 1 save: 1 of 2 gets through."
    ]


def test_the_fallen_who_strike_back_are_named() -> None:
    session = fight({"counter-size": "original"}, [2, 0, 1], [["knife"], ["pan"]], bandits=1)
    assert lines(session, "strikes-back-all") == ["The fallen count as well: 1 bandit strikes back on Buffalo Wallow."]


# -- movement ----------------------------------------------------------------------------------------------------------

HILL = [[0, 1, "Long Grass"], [1, 1, "Granite Saddle"]]


@pytest.mark.parametrize(
    ("option", "end"),
    [("1-returned", "and the railway there gives the movement back."), ("2-1-returned", "gives back 1 of 2.")],
)
def test_what_a_railway_on_a_mountain_gives_back(option: str, end: str) -> None:
    session = table(
        ground=HILL, rails=[[1, 1]], hand=["boots", "boots"], stock={"food": 2}, rulings={"rail-mountain": option}
    )
    going(session, ("job", "boots", 0), ("also", "boots", 0), ("step", 1, 1, "walk"))
    assert lines(session, "steps-free", "steps-half")[0].endswith(end)


def test_a_ride_after_a_ride_is_not_said_to_be_combined_with_steps() -> None:
    rails = [[0, 1], [1, 1], [2, 1]]
    session = table(hand=["handcar", "handcar"], rails=rails, rulings={"same-final": "kind-strict"})
    going(session, ("job", "handcar", 0), ("also", "handcar", 0), ("ride", 1, 1))
    assert "train.combine" not in [event[1] for event in play(session, ("ride", 2, 1)) if event[0] == "rides"]


def test_climbing_onto_a_bridge() -> None:
    ruled = {"move_costs": "climb-mountain-only"}
    assert text_of("move.climb-water", **ruled) == ("You cannot climb onto Water, not even where there is a bridge.")
    assert text_of("move.climb-water") == "You cannot climb onto Water, unless there is a bridge."
    assert text_of("move.climb") == "Climbing costs 1 onto any tile except Water without a bridge."
    assert text_of("move.climb", bridge_walk="no") == "Climbing costs 1 onto any tile except Water."


@pytest.mark.parametrize(("ruling", "option"), [("unused_movement", "kept"), ("reveal_by_rail", "as-one")])
def test_how_a_ride_comes_together_with_steps_after_all(ruling: str, option: str) -> None:
    alone = text_of("train.combine", same_final="kind-strict")
    assert alone == "You cannot combine a ride with walking, climbing or sailing from another job."
    assert text_of("train.combine", same_final="kind-strict", **{ruling: option}).startswith(f"{alone} But what you ")


@pytest.mark.parametrize("option", ["no", "as-one"])
def test_a_ride_does_not_lead_onto_the_tile_that_it_has_revealed(option: str) -> None:
    ground = [[0, 1, "Long Grass"], [1, 1, "Granite Saddle", 0]]
    session = table(ground=ground, hand=["boots", "handcar"], stock={"food": 1}, rulings={"reveal-by-rail": option})
    going(session, ("job", "boots", 0), ("step", 1, 1))
    move = ("more", "handcar", 0)
    assert refused(session, move) == "reveal.more-jobs"
    assert told(session, move).endswith("a ride goes to a railway tile, and you cannot ride onto this one.")


def test_a_ride_may_pay_for_the_look_where_looks_cost() -> None:
    ground = [[0, 1, "Long Grass"], [1, 1, "Owl Wood", 0]]
    session = table(
        ground=ground, hand=["boots", "handcar"], stock={"food": 1},
        rulings={"reveal-by-rail": "as-one", "entry-cost": "yes"},
    )  # fmt: skip
    going(session, ("job", "boots", 0), ("step", 1, 1), ("more", "handcar", 0), ("enter", "walk", "rail"))
    assert session.truth.meeple[A] == (1, 1)


@pytest.mark.parametrize(
    ("rulings", "move", "end"),
    [
        ({}, ("step", 1, 1), "you have none, so first use a movement job."),
        ({}, ("step", 2, 1), "that tile is too far, so first use movement jobs."),
        ({}, ("ride", 2, 1), "you have none, so first use a movement job."),
    ],
)
def test_whoever_has_no_movement_is_told_how_to_get_some(rulings: dict[str, str], move: Any, end: str) -> None:
    session = table(hand=["boots"], rulings=rulings, ground=[[0, 1, "Long Grass"], [1, 1, "Owl Wood", 0]], ring=True)
    assert told(session, move) == f"You move with the movement you have collected: {end}"
    play(session, ("pass",))
    assert refused(session, move) == "day.actions"


# -- piles, passes and invitations -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trade", "danger", "said"),
    [
        ("reshuffle", "reshuffle-scrap", "These piles are used again only when that draw pile is empty."),
        ("stay-short", "lose", "These piles are never used again."),
        ("stay-short", "reshuffle-scrap", "the trade cards are never used again."),
        ("reshuffle", "lose", "scrapped danger is never used again."),
    ],
)
def test_whether_scrapped_cards_come_back(trade: str, danger: str, said: str) -> None:
    assert said in text_of("cards.scrap-home", trade_empty=trade, danger_empty=danger)


def test_whoever_has_passed_may_trade_again_if_a_pass_is_not_final() -> None:
    text = text_of("trade.modes", invite_passed="no", pass_final="no")
    assert text.endswith("You cannot trade with a player who has passed, until that player may act again.")


def test_nobody_invites_themselves() -> None:
    session = company(hand=[["hunting_knife"], ["knife"]])
    play(session, ("job", "hunting_knife", 0))
    assert (
        told(session, ("invite", ANN)) == "You cannot invite yourself: you invite the other players on your own tile."
    )


# -- the end and the night ---------------------------------------------------------------------------------------------

LAST = {"mission": "discovery", "board": "A", "ground": PAIR, "now": "rest", "day": 8, "p1": B}


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"meeple": [[0, 1], [1, 1]]}, ["Furthest West of them: Tobias Reed."]),
        ({"stock": [{"gold": 2}, {"wood": 1}]}, ["Most resources of them in all: Ada Quill."]),
        ({}, []),
        ({"rulings": {"last-tie": "p1-order"}}, ["Tobias Reed comes first, clockwise from the P1 token."]),
    ],
)
def test_what_decides_a_tie_is_told(position: dict[str, Any], said: list[str]) -> None:
    session = table(**{**LAST, "hand": [["pan"], ["pan"]], "score": [9, 9], **position})
    while session.deciders:
        session.submit(session.next_up, session.moves(session.next_up)[-1])
    assert lines(session, "tie") == ["Ada Quill and Tobias Reed have 9 points each."]
    assert lines(session, "tie-west", "tie-stock", "tie-order") == said


def test_stars_that_do_not_count_are_not_said_to_be_missing() -> None:
    tent, plain = Table(rulings={"ruling.multi-star": "first-star"}, script={"bandit": [9] * 9}), (0, 1)
    tent.state.tiles[plain] = TENT_RING
    tent.night("appear")
    assert ("star-idle", "ruling.multi-star") in [event[:2] for event in tent.events]
    assert "no-star" not in [kind for kind, *_ in tent.events]

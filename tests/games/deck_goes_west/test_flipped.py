"""What is told under flipped rulings: each line was false once, where it did not know of the ruling."""

from __future__ import annotations

from typing import Any

import pytest
from company import ANN, BEN
from company import table as company
from deck import A, B, everything, kinds_of, play, refused, said, table, why
from night_table import TENT_RING, Table
from scenes import PAIR
from test_battle import two

from tabletop_kernel import Session


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
    events = everything(session)
    assert "damage" not in kinds_of(events)
    assert said(events, "damage-to") == [{"seat": seat, "hits": 2, "saves": 0, "count": 2} for seat in (A, B)]


def test_hits_on_those_who_do_not_fight_are_not_said_to_get_through() -> None:
    """At night nobody adds a job, and the ruling lets bandits hurt only those who do."""
    table = two(faces=(2, 2), battle_who_hurts="battlers")
    table.state.hand = [(), ()]
    table.night("attack")
    kinds = [kind for kind, *_ in table.events]
    assert "no-fighter" in kinds and "damage" not in kinds
    assert table.pain(ANN) == table.pain(BEN) == 0


def test_how_many_of_the_hits_get_through_is_told() -> None:
    for roll, kind, saves, count in (([2, 1, 1, 1, 1], "damage", 0, 2), ([2, 1, 0, 0, 0], "damage", 1, 1)):
        session = fight({}, roll, [["knife"], ["pan"]])
        assert said(everything(session), kind) == [{"hits": 2, "saves": saves, "count": count}]


def test_the_fallen_who_strike_back_are_counted() -> None:
    session = fight({"counter-size": "original"}, [2, 0, 1], [["knife"], ["pan"]], bandits=1)
    (back,) = said(everything(session), "strikes-back-all")
    assert (back["count"], back["place"]) == (1, (0, 1))


# -- movement ----------------------------------------------------------------------------------------------------------

HILL = [[0, 1, "Long Grass"], [1, 1, "Granite Saddle"]]


@pytest.mark.parametrize(
    ("option", "told"), [("1-returned", ("steps-free", None, None)), ("2-1-returned", ("steps-half", 1, 2))]
)
def test_what_a_railway_on_a_mountain_gives_back(option: str, told: tuple[str, int | None, int | None]) -> None:
    session = table(
        ground=HILL, rails=[[1, 1]], hand=["boots", "boots"], stock={"food": 2}, rulings={"rail-mountain": option}
    )
    going(session, ("job", "boots", 0), ("also", "boots", 0), ("step", 1, 1, "walk"))
    steps = [(kind, data) for kind, _, _, data in everything(session) if kind in ("steps", "steps-free", "steps-half")]
    assert [(kind, data.get("count"), data.get("cost")) for kind, data in steps] == [told]


def test_a_ride_after_a_ride_is_not_said_to_be_combined_with_steps() -> None:
    rails = [[0, 1], [1, 1], [2, 1]]
    session = table(hand=["handcar", "handcar"], rails=rails, rulings={"same-final": "kind-strict"})
    going(session, ("job", "handcar", 0), ("also", "handcar", 0), ("ride", 1, 1))
    assert "train.combine" not in [event[1] for event in play(session, ("ride", 2, 1)) if event[0] == "rides"]


@pytest.mark.parametrize("option", ["no", "as-one"])
def test_a_ride_does_not_lead_onto_the_tile_that_it_has_revealed(option: str) -> None:
    ground = [[0, 1, "Long Grass"], [1, 1, "Granite Saddle", 0]]
    session = table(ground=ground, hand=["boots", "handcar"], stock={"food": 1}, rulings={"reveal-by-rail": option})
    going(session, ("job", "boots", 0), ("step", 1, 1))
    rule, facts = why(session, ("more", "handcar", 0))
    assert (rule, facts["what"]) == ("reveal.more-jobs", "more-ride")


def test_a_ride_may_pay_for_the_look_where_looks_cost() -> None:
    ground = [[0, 1, "Long Grass"], [1, 1, "Owl Wood", 0]]
    session = table(
        ground=ground, hand=["boots", "handcar"], stock={"food": 1},
        rulings={"reveal-by-rail": "as-one", "entry-cost": "yes"},
    )  # fmt: skip
    going(session, ("job", "boots", 0), ("step", 1, 1), ("more", "handcar", 0), ("enter", "walk", "rail"))
    assert session.truth.meeple[A] == (1, 1)


@pytest.mark.parametrize(
    ("move", "what"), [(("step", 1, 1), "none-yet"), (("step", 2, 1), "none-far"), (("ride", 2, 1), "none-yet")]
)
def test_whoever_has_no_movement_is_told_how_to_get_some(move: Any, what: str) -> None:
    session = table(hand=["boots"], ground=[[0, 1, "Long Grass"], [1, 1, "Owl Wood", 0]], ring=True)
    assert why(session, move) == ("move.pool", {"what": what})
    play(session, ("pass",))
    assert refused(session, move) == "day.actions"


def test_nobody_invites_themselves() -> None:
    session = company(hand=[["hunting_knife"], ["knife"]])
    play(session, ("job", "hunting_knife", 0))
    assert why(session, ("invite", ANN)) == ("bonus.invite", {"seat": ANN})


# -- the end and the night ---------------------------------------------------------------------------------------------

LAST = {"mission": "discovery", "board": "A", "ground": PAIR, "now": "rest", "day": 8, "p1": B}


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ({"meeple": [[0, 1], [1, 1]]}, [("tie-west", {"seats": [B]})]),
        ({"stock": [{"gold": 2}, {"wood": 1}]}, [("tie-stock", {"seats": [A]})]),
        ({}, []),
        ({"rulings": {"last-tie": "p1-order"}}, [("tie-order", {"seats": [B]})]),
    ],
)
def test_what_decides_a_tie_is_told(position: dict[str, Any], told: list[tuple[str, dict[str, Any]]]) -> None:
    session = table(**{**LAST, "hand": [["pan"], ["pan"]], "score": [9, 9], **position})
    while session.deciders:
        session.submit(session.next_up, session.moves(session.next_up)[-1])
    tie = [(kind, data) for kind, _, _, data in everything(session) if kind.startswith("tie")]
    assert tie == [("tie", {"seats": [A, B], "points": 9}), *told]


def test_stars_that_do_not_count_are_not_said_to_be_missing() -> None:
    tent, plain = Table(rulings={"ruling.multi-star": "first-star"}, script={"bandit": [9] * 9}), (0, 1)
    tent.state.map = tent.state.map.laid({plain: TENT_RING})
    tent.night("appear")
    assert ("star-idle", "ruling.multi-star") in [event[:2] for event in tent.events]
    assert "no-star" not in [kind for kind, *_ in tent.events]

"""Under `ruling.never-block` = hard a job begins only if all its steps can be done in full."""

from __future__ import annotations

from typing import Any

import pytest
from deck import GAME, hand, play, refused, stock, table, why

from tabletop_kernel import Session

HARD, SOFT = {"never-block": "hard"}, {"never-block": "soft"}
VILLAGE = [[0, 1, "Assay Office"], [1, 1, "Long Grass"]]
TIRED = [card.id for card in GAME.content.cards.values() if card.kind == "exhaustion" for _ in range(card.copies)]


def lacking(session: Session, move: tuple[Any, ...]) -> str:
    """What a move is refused for by the ruling."""
    rule, facts = why(session, move)
    assert rule == "ruling.never-block"
    return str(facts["what"])


def cow(gold: int, rulings: dict[str, str]) -> Session:
    """A cow brings five food, and the other player has nearly all there is."""
    return table("discovery", ground=VILLAGE, hand=["cow"], stock=[{}, {"food": 70 - gold}], rulings=rulings)


def test_a_supply_that_is_too_small() -> None:
    limited = {"supply": "limited"}
    move = ("job", "cow", 0)
    assert lacking(cow(4, HARD | limited), move) == "no-supply"
    for rulings in (SOFT | limited, HARD | {"job-exact": "lenient"} | limited):
        session = cow(4, rulings)
        play(session, move)
        assert stock(session) == {"food": 4}
    session = cow(5, HARD | limited)
    play(session, move)
    assert stock(session) == {"food": 5}


def test_a_kind_that_runs_out_is_not_to_choose() -> None:
    rulings = HARD | {"supply": "limited"}
    others = {"gold": 69, "metal": 68, "wood": 70}
    session = table("discovery", ground=VILLAGE, hand=["mule"], stock=[{}, others], rulings=rulings)
    play(session, ("job", "mule", 1))
    assert session.moves() == [("gain", "metal"), ("gain", "food")]
    assert lacking(session, ("gain", "gold")) == "no-supply"
    play(session, ("gain", "metal"))
    assert stock(session) == {"metal": 2, "food": 2}  # no metal is left for the second step
    others = {"gold": 69, "metal": 69, "wood": 70, "food": 69}
    session = table("discovery", ground=VILLAGE, hand=["mule"], stock=[{}, others], rulings=rulings)
    assert lacking(session, ("job", "mule", 1)) == "no-supply"


def test_a_draw_above_the_hand_size() -> None:
    rulings = HARD | {"over-hand": "stop-at-size"}
    full = ["trestle_plans", *["pan"] * 4]
    position: dict[str, Any] = {"draw": ["boots"] * 2, "discard": [], "stock": {"wood": 2}}
    size = GAME.content.characters["ada_quill"].hand
    for held in (size - 2, size - 1):
        cards = [full[0], *["pan"] * held]
        session = table(ground=VILLAGE, hand=cards, rulings=rulings, **position)
        move = ("job", "trestle_plans", 1)
        if held == size - 1:
            assert lacking(session, move) == "no-room"
        else:
            play(session, move)
            assert len(hand(session)) == size
    session = table(ground=VILLAGE, hand=[full[0], *["pan"] * (size - 1)], rulings=HARD, **position)
    play(session, ("job", "trestle_plans", 1))
    assert len(hand(session)) == size + 1


@pytest.mark.parametrize(("empty", "allowed"), [("reshuffle-scrap", False), ("lose", True)])
def test_an_empty_danger_pile(empty: str, allowed: bool) -> None:
    position: dict[str, Any] = {"character": ["ezekiel_stone"], "hand": ["pan"], "discard": TIRED}
    session = table(ground=VILLAGE, rulings=HARD | {"danger-empty": empty}, **position)
    move = ("job", "character", 1)
    if allowed:
        play(session, move)
    else:
        assert lacking(session, move) == "no-danger"
        position["discard"], position["exhaustion_scrap"] = TIRED[1:], TIRED[:1]
        play(table(ground=VILLAGE, rulings=HARD | {"danger-empty": empty}, **position), move)


def test_more_points_than_the_track_has() -> None:
    rulings = HARD | {"vp-over": "exact"}
    end = GAME.content.boards["A"].score_end
    move = ("job", "mission", 2)
    for points, name in ((end - 2, "exact"), (end - 3, "exact"), (end - 2, "win")):
        session = table(
            "hungry_towns", ground=VILLAGE, hand=["pan"], stock=[{"food": 3}, {}], score=[points, 0], board="A",
            rulings=rulings if name == "exact" else HARD | {"vp-over": "win"},
        )  # fmt: skip
        if points == end - 2 and name == "exact":
            assert lacking(session, move) == "no-score"
        else:
            play(session, move, ("go",))
            assert session.outcome is not None


def test_nothing_of_it_matters_where_jobs_are_done_as_far_as_possible() -> None:
    rulings = SOFT | {"supply": "limited", "over-hand": "stop-at-size", "vp-over": "exact"}
    session = table("discovery", ground=VILLAGE, hand=["cow"], stock=[{}, {"food": 70}], rulings=rulings)
    assert refused(session, ("job", "cow", 1)) != "ruling.never-block"
    play(session, ("job", "cow", 0))
    assert stock(session) == {}

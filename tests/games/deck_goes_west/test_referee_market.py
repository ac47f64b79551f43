"""Scenes of the trade row, and of the turns of rivals, written from the rules alone, without a look at the code."""

from __future__ import annotations

from collections import Counter

import pytest
from deck import A, B, C, discard, play, refused, stock, table, why
from scenes import PAIR, TRADE, act, rivals


def test_turns_of_rivals() -> None:
    session = rivals()
    assert session.deciders == (B,)
    assert refused(session, ("pass",))
    act(session, B)
    assert session.deciders == (C,), "the holder of the token begins with a single action"
    act(session, C)
    assert session.deciders == (C,)
    assert refused(session, ("pass",), seat=C) in ("turn.one-or-two", "ruling.act-then-pass")
    play(session, ("job", "boots", 0), ("go",), ("stop",), seat=C)
    assert session.deciders == (A,)
    play(session, ("pass",))
    assert session.deciders == (B,)
    play(session, ("job", "boots", 0), ("go",), ("stop",), seat=B)
    assert session.deciders == (B,)
    play(session, ("end",), seat=B)
    assert session.deciders == (C,)
    play(session, ("pass",), seat=C)
    assert session.deciders == (B,), "the first one has passed"
    assert refused(session, ("job", "boots", 0))
    play(session, ("pass",), seat=B)
    assert session.deciders == (B,)
    assert ("keep",) in session.moves(B)


def test_other_ways_to_pass() -> None:
    session = rivals({"p1-pass": "no"})
    assert refused(session, ("pass",), seat=B)
    session = rivals({"act-then-pass": "yes"})
    act(session, B)
    act(session, C)
    play(session, ("pass",), seat=C)
    play(session, ("pass",))
    assert session.deciders == (B,)
    play(session, ("pass",), seat=B)
    assert ("keep",) in session.moves(session.deciders[0])
    session = rivals({"pass-final": "no"})
    play(session, ("pass",), seat=B)
    play(session, ("pass",), seat=C)
    act(session, A)
    play(session, ("end",))
    assert session.deciders == (B,)
    for seat in (B, C, A):
        play(session, ("pass",), seat=seat)
    assert ("keep",) in session.moves(session.deciders[0])


def test_the_token_goes_left() -> None:
    session = rivals(now="night pass-p1", p1=2, active=2, hand=[[], [], []])
    assert session.truth.p1 == A
    assert session.deciders == (A,)


def test_buying() -> None:
    row = ["bedroll", "shotgun", "cow", "pony", "mule"]
    session = table(
        ground=[[0, 1, "Long Grass"]], hand=["pan"], stock={"gold": 1, "food": 4}, row=row, trade=["bandages"]
    )
    assert ("buy", 3, 0) in session.moves(A)
    assert ("buy", 3, 1) in session.moves(A)
    assert refused(session, ("buy", 1, 0)) == "res.pay"
    assert refused(session, ("buy", 6, 0))
    play(session, ("buy", 3, 1), ("put", "draw"))
    assert list(session.truth.row) == ["bandages", "bedroll", "shotgun", "pony", "mule"]
    assert session.truth.draw[0][0] == "cow"
    assert stock(session) == {"food": 4}
    assert refused(session, ("put", "hand"))
    session = table(ground=[[0, 1, "Pine Hollow"]], hand=["pan"], stock={"gold": 1}, row=row)
    assert refused(session, ("buy", 3, 1)) == "cond.place"
    session = table(
        ground=[[0, 1, "Pine Hollow"]],
        hand=["pan", "leg_wound"],
        stock={"metal": 1},
        row=["hunting_knife", "coffee_pot", "shotgun", "deputy_badge", "mule"],
        rulings={"row-front": "left"},
        trade=["cow"],
    )
    play(session, ("buy", 1, 0), ("put", "discard"))
    assert discard(session) == ["hunting_knife", "pan"]
    assert list(session.truth.row) == ["coffee_pot", "shotgun", "deputy_badge", "mule", "cow"]
    session = table(
        ground=[[0, 1, "Pine Hollow"]],
        hand=["leg_wound"],
        stock={"metal": 1, "wood": 1, "food": 1},
        row=["hunting_knife", "coffee_pot", "shotgun", "deputy_badge", "mule"],
    )
    assert refused(session, ("buy", 1, 0))
    assert refused(session, ("buy", 2, 0)) == "res.any-same"
    assert refused(session, ("buy", 4, 0)) == "cond.place"
    assert refused(session, ("buy", 4, 1)) == "res.pay"


@pytest.mark.parametrize("place", [3, 5])
def test_an_empty_trade_pile(place: int) -> None:
    others = ["bedroll", "shotgun", "pony", "mule"]
    row = [*others[: place - 1], "cow", *others[place - 1 :]]
    rest = list((Counter(TRADE) - Counter(row)).elements())
    scene = {"ground": PAIR, "hand": ["pan"], "stock": {"gold": 1}, "row": row, "trade_discard": rest}
    session = table(**scene)
    assert not session.truth.trade
    play(session, ("buy", place, 1), ("put", "draw"))
    assert len(session.truth.row) == 5
    assert (len(session.truth.trade), len(session.truth.trade_discard)) == (44, 0)
    session = table(rulings={"trade-empty": "stay-short"}, **scene)
    play(session, ("buy", place, 1), ("put", "draw"))
    assert list(session.truth.row) == others
    assert "Cow" in session.log(A)[0].text


def test_two_bought_together() -> None:
    session = table(
        ground=PAIR,
        hand=["pan"],
        stock={"wood": 4},
        row=["sluice_box", "overturned_cart", "cow", "pony", "mule"],
        rulings={"buy-combine": "same-final"},
    )
    play(session, ("buy", 1, 0), ("put", "draw"), ("buy", 2, 0), ("put", "draw"))
    assert stock(session) == {}
    assert "overturned_cart" in session.truth.draw[0] and "sluice_box" in session.truth.draw[0]


def test_secret_discards() -> None:
    session = rivals({"discard-order": "secret"})
    for seat in (B, C, A):
        play(session, ("pass",), seat=seat)
    assert sorted(session.deciders) == [A, B, C]
    play(session, ("drop", "pan"))
    assert "Pan" not in session.log(B)[-1].text


def test_the_log_names_the_card_bought() -> None:
    session = table(
        ground=[[0, 1, "Long Grass"]],
        hand=["pan"],
        stock={"gold": 1, "food": 4},
        row=["bedroll", "shotgun", "cow", "pony", "mule"],
        trade=["bandages"],
    )
    play(session, ("buy", 3, 1), ("put", "draw"))
    assert "Cow" in str(session.log(0)[0])


def test_why_any_kind_is_not_enough() -> None:
    row = ["mule", "placer_claim", "coffee_pot", "pony", "cow"]
    session = table(ground=PAIR, hand=["pan"], stock={"food": 2}, row=row)
    rule, facts = why(session, ("buy", 1, 0))
    assert rule == "res.pay" and facts["have"] == 2 < facts["need"]

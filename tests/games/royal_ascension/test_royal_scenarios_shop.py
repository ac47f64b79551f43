"""Scenarios in the Shop, thought out from the rulebook alone before anything was played."""

from __future__ import annotations

import pytest
from royal import A, B, play, refused
from royal_scenarios import MEETING, prompt, shop, why

# -- weapons that are paid together ------------------------------------------------------------------------------------

EXACTLY_TOGETHER = {"shop-overpay": "exact-only", "shop-combine": "yes"}


def test_the_queen_pays_five_and_seven_exactly() -> None:
    session = shop(EXACTLY_TOGETHER, "5C 7C KC", "QD")
    assert session.moves(A) == [("buy", "5C"), ("buy", "7C"), ("end",)]
    assert prompt(session, A) == "Buy a weapon, or end your turn. Your gold is worth 12."
    play(session, A, ("buy", "5C"))
    assert session.moves(A) == [("buy", "7C"), ("take-back", "5C")]
    assert prompt(session, A) == "Add a weapon: your gold cannot make exactly 5 for the 5 of clubs alone."
    assert prompt(session, B) == "Eadric pays for the 5 of clubs."
    play(session, A, ("buy", "7C"), ("pay", "QD"), ("done",))
    assert session.truth.clubs[A] == ("5C", "7C")


def test_no_weapon_is_begun_that_exact_gold_can_never_pay() -> None:
    session = shop(EXACTLY_TOGETHER, "5C 6C KC", "QD")
    assert session.moves(A) == [("end",)]
    assert why(session, A, "buy", "5C").startswith("Your gold can make neither that sum nor one with other weapons")
    assert prompt(session, A) == "Your gold is worth 12, and it makes no price here exactly. End your turn."
    alone = shop(EXACTLY_TOGETHER, "5C", "QD")
    assert why(alone, A, "buy", "5C").startswith("Your gold cannot make that sum: ")


def test_one_weapon_a_visit_is_never_paid_with_another() -> None:
    session = shop({**EXACTLY_TOGETHER, "shop-limit": "one"}, "5C 7C KC", "QD")
    assert session.moves(A) == [("end",)]
    assert why(session, A, "buy", "5C").startswith("Your gold cannot make that sum:")


def test_two_weapons_that_are_alike_are_two_of_them() -> None:
    session = shop({"shop-combine": "yes"}, "JC JC 3C", "KD 5D")
    play(session, A, ("buy", "JC"))
    assert why(session, A, "buy", "JC") == "The price of the two Jacks of clubs is 22 gold, and 18 is not enough."


def test_the_limit_of_one_weapon_is_the_reason_also_while_paying() -> None:
    session = shop({"shop-limit": "one"}, "3C 5C KC", "4D 6D")
    play(session, A, ("buy", "5C"))
    assert refused(session, A, ("buy", "3C")) == "ruling.shop-limit"
    play(session, A, ("pay", "6D"))
    assert refused(session, A, ("buy", "3C")) == "ruling.shop-limit"


def test_the_top_club_has_no_next_one_where_one_is_bought() -> None:
    session = shop({"shop-offer": "top-1", "shop-limit": "one"}, "3C", "3D KD", clubs_deck=["9C"])
    play(session, A, ("buy", "3C"), ("pay", "3D"), ("done",))
    assert (session.truth.offer, session.truth.clubs_deck[0]) == ((), "9C")
    assert refused(session, A, ("buy", "9C")) == "ruling.shop-limit"


def test_gold_that_can_only_end_in_a_card_too_many() -> None:
    session = shop({"ace-value": "14"}, "AC", "AD KD")
    play(session, A, ("buy", "AC"))
    assert why(session, A, "pay", "KD").endswith("the rest of your gold could complete it only with a card too many.")
    play(session, A, ("pay", "AD"))
    assert why(session, A, "pay", "KD").endswith("with it, some card could be left out.")


# -- a second reading --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tokens", "leave"), [([9, 9, 0, 0], "Leave the Shop"), ([9, 0, 0, 0], "End the turn")])
def test_a_shop_is_left_for_whoever_stands_there(tokens: list[int], leave: str) -> None:
    going = {"Leave the Shop": "leave the Shop", "End the turn": "end your turn"}[leave]
    session = shop(MEETING, "3C", "4D", tokens=tokens)
    assert prompt(session, A) == f"Buy a weapon, or {going}. Your gold is worth 4."
    assert session.phrase(A, ("end",)) == leave
    poor = shop(MEETING, "KC", "4D", tokens=tokens)
    assert prompt(poor, A).endswith(f"it pays for no weapon here. {going[0].upper()}{going[1:]}.")
    once = shop({**MEETING, "shop-limit": "one"}, "3C", "4D", tokens=tokens)
    play(once, A, ("buy", "3C"), ("pay", "4D"), ("done",))
    said = "You have bought your weapon. Leave the Shop."
    assert prompt(once, A) == (said if tokens[B] else "Your space is done. End your turn.")


def test_who_stands_in_the_shop_has_to_wait() -> None:
    session = shop(MEETING, "3C", "4D", tokens=[9, 9, 0, 0])
    assert why(session, A, "attack", B) == (
        "Seraphina has to wait: once your space is done, you may fight one player whose token stands on it. "
        "Open to choose here: Seraphina."
    )
    spared = shop(MEETING, "3C", "4D", tokens=[9, 9, 0, 0], excluded=[B])
    assert refused(spared, A, ("attack", B)) == "battle.no-previous-loser"
    loser = shop(MEETING, "3C", "4D", tokens=[9, 9, 0, 0], excluded=[A])
    assert refused(loser, A, ("attack", B)) == "battle.back-to-back"


def test_the_price_is_no_gold_on_the_table() -> None:
    session = shop({}, "9C", "10D 8D")
    play(session, A, ("buy", "9C"), ("pay", "10D"))
    assert why(session, A, "pay", "8D") == (
        "The 8 of diamonds cannot be laid down for the 9 of clubs, at a price of 9: "
        "with it, some card could be left out."
    )

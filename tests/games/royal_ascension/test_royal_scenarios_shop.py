"""Scenarios in the Shop, thought out from the rulebook alone before anything was played."""

from __future__ import annotations

from royal import GAME, A, B, play, refused
from royal_scenarios import MEETING, shop, why
from telling import Told, asked

# -- weapons that are paid together ------------------------------------------------------------------------------------

EXACTLY_TOGETHER = {"shop-overpay": "exact-only", "shop-combine": "yes"}


def test_the_queen_pays_five_and_seven_exactly() -> None:
    session = shop(EXACTLY_TOGETHER, "5C 7C KC", "QD")
    assert session.moves(A) == [("buy", "5C"), ("buy", "7C"), ("end",)]
    assert (asked(session, A).kind, asked(session, A).facts["gold"]) == ("shop", 12)
    play(session, A, ("buy", "5C"))
    assert session.moves(A) == [("buy", "7C"), ("take-back", "5C")]
    assert (asked(session, A).kind, asked(session, A).facts["price"]) == ("pay-more", 5)
    assert (asked(session, B).kind, asked(session, B).yours) == ("pay", False)
    play(session, A, ("buy", "7C"), ("pay", "QD"), ("done",))
    assert session.truth.clubs[A] == ("5C", "7C")


def no_sum(so: str) -> Told:
    """Why the 5 of clubs cannot be bought exactly: alone, or with other weapons."""
    return "ruling.shop-overpay", {"so": so, "weapons": ["5C"], "price": 5}


def test_no_weapon_is_begun_that_exact_gold_can_never_pay() -> None:
    session = shop(EXACTLY_TOGETHER, "5C 6C KC", "QD")
    assert session.moves(A) == [("end",)]
    assert why(session, A, "buy", "5C") == no_sum("sums")
    assert asked(session, A).kind == "shop-empty"
    assert session.book.prompts["shop-empty"].you != GAME.rulebook.prompts["shop-empty"].you, (
        "it makes no price exactly"
    )
    alone = shop(EXACTLY_TOGETHER, "5C", "QD")
    assert why(alone, A, "buy", "5C") == no_sum("sum")


def test_one_weapon_a_visit_is_never_paid_with_another() -> None:
    session = shop({**EXACTLY_TOGETHER, "shop-limit": "one"}, "5C 7C KC", "QD")
    assert session.moves(A) == [("end",)]
    assert why(session, A, "buy", "5C") == no_sum("sum")


def test_two_weapons_that_are_alike_are_two_of_them() -> None:
    session = shop({"shop-combine": "yes"}, "JC JC 3C", "KD 5D")
    play(session, A, ("buy", "JC"))
    assert why(session, A, "buy", "JC") == ("shop.price", {"weapons": ["JC", "JC"], "price": 22, "gold": 18})


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
    too_many = {"card": "KD", "weapons": ["AC"], "price": 14}
    assert why(session, A, "pay", "KD") == ("ruling.shop-tight", {**too_many, "so": "in-vain"})
    play(session, A, ("pay", "AD"))
    assert why(session, A, "pay", "KD") == ("ruling.shop-tight", {**too_many, "so": "too-many"})


# -- a second reading --------------------------------------------------------------------------------------------------


def test_a_shop_is_left_for_whoever_stands_there() -> None:
    """Where somebody stands, the turn goes on after it."""
    leaves = set()
    for tokens in ([9, 9, 0, 0], [9, 0, 0, 0]):
        session = shop(MEETING, "3C", "4D", tokens=tokens)
        question = asked(session, A)
        assert (question.kind, question.facts["gold"]) == ("shop", 4)
        poor = asked(shop(MEETING, "KC", "4D", tokens=tokens), A)
        assert (poor.kind, poor.facts["leave"]) == ("shop-empty", question.facts["leave"])
        leaves.add((question.facts["leave"], session.phrase(A, ("end",)).lower()))
        once = shop({**MEETING, "shop-limit": "one"}, "3C", "4D", tokens=tokens)
        play(once, A, ("buy", "3C"), ("pay", "4D"), ("done",))
        assert asked(once, A).kind == ("shop-done" if tokens[B] else "end")
    assert len({leave for leave, _ in leaves}) == len({phrase for _, phrase in leaves}) == 2


def test_who_stands_in_the_shop_has_to_wait() -> None:
    session = shop(MEETING, "3C", "4D", tokens=[9, 9, 0, 0])
    assert why(session, A, "attack", B) == ("ruling.shared-space", {"opponent": B, "so": "later", "choices": [B]})
    spared = shop(MEETING, "3C", "4D", tokens=[9, 9, 0, 0], excluded=[B])
    assert refused(spared, A, ("attack", B)) == "battle.no-previous-loser"
    loser = shop(MEETING, "3C", "4D", tokens=[9, 9, 0, 0], excluded=[A])
    assert refused(loser, A, ("attack", B)) == "battle.back-to-back"


def test_the_price_is_no_gold_on_the_table() -> None:
    session = shop({}, "9C", "10D 8D")
    play(session, A, ("buy", "9C"), ("pay", "10D"))
    facts = {"card": "8D", "weapons": ["9C"], "price": 9, "so": "too-many"}
    assert why(session, A, "pay", "8D") == ("ruling.shop-tight", facts)

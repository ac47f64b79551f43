"""Rulings about the Shop: what every option changes."""

from __future__ import annotations

from royal import GAME, A, kinds_of, play, refused
from royal_rulings import all_but, buy, facts_of, ruling, shop_table

from tabletop_kernel import Session
from tabletop_kernel.games.royal_ascension.state import full_suit

# -- shop-offer ------------------------------------------------------------------------------------------------------


def test_shop_offer_reveal_3() -> None:
    """The top three clubs are turned up; unsold ones go to the bottom in the order shown (example W6)."""
    session = shop_table()
    assert session.truth.offer == ("3C", "9C", "KC")
    assert refused(session, A, ("buy", "5C")) == "ruling.shop-offer"
    buy(session, "9C", "4D", "6D")
    assert session.truth.offer == ("3C", "KC")  # not refilled
    play(session, A, ("end",))
    assert session.truth.offer == ()
    assert session.truth.clubs_deck[0] == "5C"
    assert session.truth.clubs_deck[-2:] == ["3C", "KC"]


def test_shop_offer_market_3() -> None:
    """Three clubs lie face up all the time, are refilled after each purchase and stay for the next visitor."""
    rulings = ruling("shop-offer", "market-3")
    assert len(Session(GAME, seats=3, seed=4, rulings=rulings).truth.offer) == 3
    session = shop_table(rulings, offer=["3C", "9C", "KC"], clubs_deck=["5C", "2C", "7C"])
    assert session.truth.offer == ("3C", "9C", "KC")
    buy(session, "9C", "4D", "6D")
    assert session.truth.offer == ("3C", "KC", "5C")
    buy(session, "5C", "8D")
    assert session.truth.offer == ("3C", "KC", "2C")
    play(session, A, ("end",))
    assert session.truth.offer == ("3C", "KC", "2C")
    assert session.truth.clubs_deck[0] == "7C"


def test_shop_offer_market_3_ran_short() -> None:
    """A market that ran short because all clubs were out is filled up from clubs discarded since."""
    held = all_but("clubs", "3C", "QC", "JC")
    position = {"offer": ["3C"], "clubs_deck": [], "discard": ["QC", "JC"], "clubs": [[], held, [], []]}
    session = shop_table(ruling("shop-offer", "market-3"), **position)
    assert session.truth.offer[0] == "3C"
    assert sorted(session.truth.offer[1:]) == ["JC", "QC"]
    assert session.truth.discard == []


def test_shop_offer_top_1() -> None:
    """Only the top club is for sale, and the next one after a purchase."""
    session = shop_table(ruling("shop-offer", "top-1"))
    assert session.truth.offer == ("3C",)
    assert refused(session, A, ("buy", "9C")) == "ruling.shop-offer"
    buy(session, "3C", "4D")
    assert session.truth.offer == ("9C",)
    buy(session, "9C", "6D", "8D")
    assert session.truth.clubs[A] == ("3C", "9C")
    play(session, A, ("end",))
    assert session.truth.offer == ()
    assert len(session.truth.clubs_deck) == 24


def test_shop_offer_browse_all() -> None:
    """Any club of the deck may be bought; afterwards the rest is a shuffled deck again."""
    session = shop_table(ruling("shop-offer", "browse-all"))
    assert sorted(session.truth.offer) == sorted(full_suit("clubs"))
    buy(session, "5C", "6D")
    buy(session, "8C", "8D")
    assert session.truth.clubs[A] == ("5C", "8C")
    before = list(session.truth.offer)
    play(session, A, ("end",))
    assert session.truth.offer == ()
    assert sorted(session.truth.clubs_deck) == sorted(before)
    assert session.truth.clubs_deck != before


# -- shop-limit ------------------------------------------------------------------------------------------------------


def test_shop_limit_any() -> None:
    """A visit may bring several weapons."""
    session = shop_table()
    buy(session, "9C", "4D", "6D")
    buy(session, "3C", "8D")
    assert session.truth.clubs[A] == ("3C", "9C")
    assert session.truth.diamonds[A] == ()


def test_shop_limit_one() -> None:
    """After one weapon the Shop sells no more, whatever gold is left."""
    session = shop_table({**ruling("shop-limit", "one"), **ruling("shop-combine", "yes")})
    play(session, A, ("buy", "9C"))
    assert refused(session, A, ("buy", "3C")) == "ruling.shop-limit"  # nor two weapons in one payment
    play(session, A, ("pay", "4D"), ("pay", "6D"), ("done",))
    assert refused(session, A, ("buy", "3C")) == "ruling.shop-limit"
    assert session.moves(A) == [("end",)]
    assert session.truth.clubs[A] == ("9C",)
    assert session.truth.diamonds[A] == ("8D",)


# -- shop-overpay ----------------------------------------------------------------------------------------------------


def test_shop_overpay_no_change() -> None:
    """More than the price may be paid, and the surplus is lost (example W6)."""
    session = shop_table()
    events = buy(session, "9C", "4D", "6D")
    assert [fact["lost"] for fact in facts_of(events, "overpay")] == [1]
    assert session.truth.credit[A] == 0
    events = buy(session, "3C", "8D")
    assert [fact["lost"] for fact in facts_of(events, "overpay")] == [5]
    assert session.truth.discard == ["4D", "6D", "8D"]


def test_shop_overpay_exact_only() -> None:
    """Gold cards must add up to exactly the price."""
    session = shop_table(ruling("shop-overpay", "exact-only"), clubs_deck=["10C", "9C", "KC"])
    assert refused(session, A, ("buy", "9C")) == "ruling.shop-overpay"
    play(session, A, ("buy", "10C"))
    assert refused(session, A, ("pay", "8D")) == "ruling.shop-overpay"
    events = play(session, A, ("pay", "4D"), ("pay", "6D"), ("done",))
    assert "overpay" not in kinds_of(events)
    assert session.truth.clubs[A] == ("10C",)
    assert session.truth.diamonds[A] == ("8D",)


def test_shop_overpay_change() -> None:
    """The surplus is written down and helps to pay later, with gold or alone."""
    rulings = ruling("shop-overpay", "change")
    session = shop_table(rulings, clubs_deck=["3C", "9C", "5C"])
    buy(session, "9C", "4D", "6D")
    assert session.truth.credit[A] == 1
    buy(session, "3C", "8D")
    assert session.truth.credit[A] == 6
    buy(session, "5C")
    assert session.truth.credit == [1, 0, 0, 0]
    assert session.truth.clubs[A] == ("3C", "5C", "9C")
    session = shop_table(rulings, credit=[1, 0, 0, 0])
    buy(session, "9C", "8D")
    assert session.truth.credit[A] == 0
    assert session.truth.diamonds[A] == ("4D", "6D")


# -- shop-tight ------------------------------------------------------------------------------------------------------


def test_shop_tight_no() -> None:
    """A card that the payment can do without is refused (example W7)."""
    session = shop_table()
    play(session, A, ("buy", "9C"), ("pay", "4D"), ("pay", "6D"))
    assert refused(session, A, ("pay", "8D")) == "ruling.shop-tight"
    play(session, A, ("done",))
    assert session.truth.diamonds[A] == ("8D",)
    session = shop_table()
    play(session, A, ("buy", "3C"), ("pay", "4D"))
    assert refused(session, A, ("pay", "6D")) == "ruling.shop-tight"  # the 4 alone pays the 3


def test_shop_tight_yes() -> None:
    """Needless gold may be thrown in."""
    session = shop_table(ruling("shop-tight", "yes"))
    events = buy(session, "9C", "4D", "6D", "8D")
    assert [fact["lost"] for fact in facts_of(events, "overpay")] == [9]
    assert session.truth.diamonds[A] == ()
    assert session.truth.discard == ["4D", "6D", "8D"]


# -- shop-combine ----------------------------------------------------------------------------------------------------


def test_shop_combine_no() -> None:
    """Each weapon is paid for by itself."""
    session = shop_table()
    play(session, A, ("buy", "9C"))
    assert refused(session, A, ("buy", "3C")) == "ruling.shop-combine"
    play(session, A, ("pay", "4D"))
    assert refused(session, A, ("buy", "3C")) == "ruling.shop-combine"


def test_shop_combine_yes() -> None:
    """The 3 and the 9 together are paid exactly with 4 and 8."""
    session = shop_table(ruling("shop-combine", "yes"))
    play(session, A, ("buy", "9C"), ("buy", "3C"))
    assert refused(session, A, ("buy", "KC")) == "shop.price"  # 25 in all, with 18 gold
    events = play(session, A, ("pay", "4D"), ("pay", "8D"), ("done",))
    assert [(fact["price"], fact["paid"]) for fact in facts_of(events, "buy")] == [(12, 12)]
    assert session.truth.clubs[A] == ("3C", "9C")
    assert session.truth.diamonds[A] == ("6D",)

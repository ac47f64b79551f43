"""Bodies: market, slot, swaps and losses."""

from __future__ import annotations

from typing import Any

import pytest
from street import A, Street

from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.events import recorder
from tabletop_kernel.games.tamashii.gear import bodies


def market(**agreed: Any) -> Street:
    street = Street(**agreed)
    street.state.market = ("tin-saint", "cybercat", "hollow-ronin")
    street.state.body_deck = ("night-florist", "paper-tiger")
    street.state.frames = [("waits", ANYONE, ())]
    return street


def take(street: Street, body: str) -> Street:
    bodies.take_body(street.state, A, body, recorder(street.events))
    return street.settle()


def test_a_body_is_placed_and_the_market_filled_up() -> None:  # body.place, body.refill, body.market-access
    street = take(market().at(A, (1, -1)), "cybercat")
    assert street.state.bodies[A] == ("cybercat",)
    assert street.state.market == ("tin-saint", "hollow-ronin", "night-florist")
    assert street.state.body(A).mov == 4
    assert street.by("inhabits") == ["body.place"]
    assert street.by("market-body") == ["body.refill"]


def test_an_empty_deck_leaves_the_market_smaller() -> None:  # ruling.body.market-out
    street = market()
    street.state.body_deck = ()
    take(street, "cybercat")
    assert street.state.market == ("tin-saint", "hollow-ronin")


def test_the_newest_of_two_is_active() -> None:  # body.two, ruling.body.new-active
    street = take(market().body(A, "paper-tiger"), "tin-saint")
    assert street.state.bodies[A] == ("tin-saint", "paper-tiger")
    asked = take(market(body__new_active="choose").body(A, "paper-tiger"), "tin-saint")
    assert asked.asked == "active-body"
    assert asked.no("active", "kindle") == "body.no-walker"
    assert asked.no("active", "cybercat") == "table.form"
    assert asked.play("active", "paper-tiger").state.bodies[A] == ("paper-tiger", "tin-saint")


def test_a_third_body_drives_one_away() -> None:  # ruling.body.third, body.two
    street = take(market().body(A, "glass-courier", "choir-engine"), "tin-saint")
    assert street.asked == "part-with"
    assert street.no("part-with", "tin-saint") == "body.two"
    street.play("part-with", "glass-courier")
    assert street.state.bodies[A] == ("tin-saint", "choir-engine")
    assert street.state.body_deck == ("paper-tiger", "glass-courier")
    assert street.by("body-gone") == ["ruling.body.third"]


def test_a_third_body_can_be_refused() -> None:  # ruling.body.third
    street = take(market(body__third="refused").body(A, "glass-courier", "choir-engine"), "tin-saint")
    assert not street.asked
    assert street.state.bodies[A] == ("glass-courier", "choir-engine")
    wrong = bodies.refuse_another_body(street.state, A)
    assert wrong is not None
    assert wrong.rule == "ruling.body.third"


def test_inhabit_swaps_two_bodies() -> None:  # body.inhabit-swap, ruling.body.inhabit-alone
    street = market().body(A, "tin-saint", "cybercat")
    bodies.carry_out_inhabit(street.state, A, recorder(street.events))
    assert street.state.bodies[A] == ("cybercat", "tin-saint")
    assert street.by("swaps-bodies") == ["body.inhabit-swap"]
    alone = market().body(A, "tin-saint")
    assert not bodies.can_inhabit(alone.state, A)
    bodies.carry_out_inhabit(alone.state, A, recorder(alone.events))
    assert alone.state.bodies[A] == ("tin-saint",)
    assert not alone.events


def test_inhabit_may_also_take_from_the_market() -> None:  # ruling.body.keyword, body.no-walker
    street = market(body__keyword="market").body(A, "paper-tiger")
    bodies.carry_out_inhabit(street.state, A, recorder(street.events))
    street.settle()
    assert street.no("swap") == "body.no-walker"
    assert street.no("take", "kindle") == "body.no-walker"
    assert street.no("take", "glass-courier") == "body.market-access"
    street.play("take", "tin-saint")
    assert street.state.bodies[A] == ("tin-saint", "paper-tiger")
    nobody = market(body__keyword="market")
    bodies.carry_out_inhabit(nobody.state, A, None)
    nobody.settle()
    assert nobody.no("swap") == "body.inhabit-swap"
    assert nobody.play("leave").state.bodies[A] == ()


@pytest.mark.parametrize(("held", "then", "kind"), [
    (("tin-saint", "cybercat"), "cybercat", "next-body"),
    (("tin-saint",), "kindle", "back-in-walker"),
])  # fmt: skip
def test_a_lost_body_goes_under_the_deck(held: tuple[str, ...], then: str, kind: str) -> None:
    # reset.lose-body, reset.next-body
    street = market().body(A, *held)
    bodies.lose_body(street.state, A, recorder(street.events))
    assert street.state.body(A).id == then
    assert street.state.body_deck[-1] == "tin-saint"
    assert street.by("body-gone") == ["reset.lose-body"]
    assert street.told(kind) == [{"seat": A, "body": then}]


def test_the_walker_cannot_be_lost() -> None:  # reset.lose-body
    street = market()
    bodies.lose_body(street.state, A, recorder(street.events))
    assert not street.events

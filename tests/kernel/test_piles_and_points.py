"""Piles and points: what many games move about in the same way."""

from __future__ import annotations

from tabletop_kernel.contract.events import EVERYONE, Event, recorder
from tabletop_kernel.contract.piles_and_points import lose_points, points_lost_by_rule, without


def test_one_copy_of_a_card_leaves_a_pile() -> None:
    assert without(("a", "b", "a", "c"), "a") == ("b", "a", "c")
    assert without(("a", "b"), "b") == ("a",)


def lost(loss: int, floor: str) -> tuple[list[int], list[Event]]:
    points, events = [9, 3], list[Event]()
    lose_points(points, 1, loss, "node.table", floor, recorder(events))
    silent = [9, 3]
    lose_points(silent, 1, loss, "node.table", floor, None)
    assert silent == points, "the same happens when nobody is told"
    return points, events


def test_points_go_down() -> None:
    told = ("loses", "node.table", EVERYONE, {"seat": 1, "points": 2, "left": 1})
    assert lost(2, "") == lost(2, "end.floor") == ([9, 1], [told])


def test_points_go_below_zero_where_no_rule_stops_them() -> None:
    assert lost(5, "") == ([9, -2], [("loses", "node.table", EVERYONE, {"seat": 1, "points": 5, "left": -2})])


def test_points_stop_at_zero_by_the_rule_that_says_so() -> None:
    exact = [("loses", "node.table", EVERYONE, {"seat": 1, "points": 3, "left": 0})]
    assert lost(3, "end.floor") == ([9, 0], exact), "0 can be reached without any floor"
    floor = ("floor", "end.floor", EVERYONE, {"seat": 1, "points": 5})
    assert lost(5, "end.floor") == ([9, 0], [floor, *exact])


def test_where_the_points_went() -> None:
    events: list[Event] = [
        ("loses", "a", EVERYONE, {"seat": 0, "points": 2}),
        ("loses", "b", EVERYONE, {"seat": 0, "points": 1}),
        ("loses", "a", EVERYONE, {"seat": 0, "points": 4}),
        ("loses", "a", EVERYONE, {"seat": 1, "points": 3}),
        ("loses", "a", EVERYONE, {"seat": 1, "card": "QH"}),
        ("gains", "a", EVERYONE, {"seat": 1, "points": 3}),
    ]
    assert points_lost_by_rule(events) == {0: {"a": 6, "b": 1}, 1: {"a": 3}}

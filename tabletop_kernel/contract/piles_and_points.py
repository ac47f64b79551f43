"""Piles of cards as tuples, and points: tools that many games share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from tabletop_kernel.contract.events import EVERYONE, Emit, Event

T = TypeVar("T")


def without(cards: tuple[T, ...], card: T) -> tuple[T, ...]:
    """Return a pile without one copy of a card."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def lose_points(points: list[int], seat: int, loss: int, rule: str, floor: str, emit: Emit | None) -> None:
    """Lower a seat's points. With a `floor` rule they stop at 0, and the rest of the loss is void.

    A seat without points loses nothing, so only the floor is reported.
    """
    left = points[seat] - loss
    if floor and left < 0:
        if emit:
            emit("floor", floor, EVERYONE, seat=seat, points=loss)
        left = 0
    if emit and left != points[seat]:
        emit("loses", rule, EVERYONE, seat=seat, points=points[seat] - left, left=left)
    points[seat] = left


def points_lost_by_rule(events: Iterable[Event]) -> dict[int, Counter[str]]:
    """Return how many points each seat lost, by rule."""
    losses: dict[int, Counter[str]] = {}
    for kind, rule, _, data in events:
        if kind == "loses" and data.get("points"):  # some games lose other things
            losses.setdefault(data["seat"], Counter())[rule] += data["points"]
    return losses

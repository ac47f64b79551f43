"""Abilities of The North that find nothing to do: that is told, and the rest of the ability is done."""

from __future__ import annotations

from typing import Any

import pytest
from north import A, B, losses, play, said, table


def told(events: list[Any]) -> list[tuple[int, Any]]:
    return [(data["seat"], data["what"]) for data in said(events, "nothing")]


@pytest.mark.parametrize(
    ("card", "piles", "what"),
    [
        ("grave-diver/outpost", {}, ["there are no cards in {} Discard", A]),
        ("deep-tinker/depot", {"wastes": []}, "there is no Ancient of Value I in The Wastes"),
        ("ember-choir/conduit", {"wastes": []}, "there is no Ancient in The Wastes"),
        ("hollow-scout/depot", {"wastes": []}, "there are no Ancients in The Wastes"),
        ("lantern-child/conduit", {"deck": []}, ["there are no cards in {} hand to discard", A]),
        ("wandering-engine/archive", {"wastes": []}, "there is nothing to exchange"),
        ("rust-shepherd/outpost", {}, "no other card can be flipped"),
    ],
)
def test_a_protocol_that_finds_nothing(card: str, piles: dict[str, Any], what: Any) -> None:
    events = play(table(hand=[card], **piles), ("ancient", card))
    assert told(events) == [(A, what)]


def test_a_spark_that_finds_no_card_in_the_hand() -> None:
    widow, scout = "frost-widow/outpost", "hollow-scout/depot"
    events = play(table(hand=[scout], wastes=[widow]), ("reprogram", scout, widow))
    assert told(events) == [(A, ["there are no cards in {} hand", A])]
    assert losses(events) == [(B, 1)]

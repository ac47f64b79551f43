"""Pieces of land, hands and short questions that several scenes of Deck Goes West have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from deck import GAME, play, table

from tabletop_kernel import Session

PAIR = [[0, 1, "Long Grass"], [1, 1, "Pine Hollow"]]
SALT = [[0, 1, "Salt Lick"], [1, 1, "Long Grass"]]
PLAINS = "Buffalo Wallow, Sod House Claim, Larkspur Meadow, Pine Hollow, Aspen Stand, Berry Thicket, Owl Wood"
HILLS = "Timber Stand, Burnt Wood, Deer Run, Lookout Rock, Granite Saddle, Iron Knob, Snowline, Eagle Ledge"
LANDS = f"{PLAINS}, {HILLS}, Copper Stair".split(", ")

FULL = ["boots", "boots", "knife", "pan", "pickaxe", "hatchet"]  # a hand that cannot draw
DANGERS = ["leg_wound", "leg_wound", "black_eye", "homesick", "blisters", "sleepless"]
TRADE = GAME.content.of_kind("trade")


def grid(columns: Iterable[int], rows: Iterable[int]) -> list[list[Any]]:
    """A rectangle of face-up tiles without camps."""
    names = iter(LANDS)
    rows = list(rows)
    return [[column, row, next(names)] for column in columns for row in rows]


def rivals(rulings: dict[str, str] | None = None, **position: Any) -> Session:
    """Three rivals, of whom the second has the P1 token; each has something to do."""
    scene = {
        "p1": 1,
        "active": 1,
        "ground": SALT,
        "character": ["josiah_crane", "nell_harrow", "ruth_calloway"],
        "hand": [["peddlers_pack", "pan", "boots", "boots"]] * 3,
        "stock": [{"food": 3}] * 3,
    }
    return table("discovery", seats=3, rulings=rulings, **{**scene, **position})


def act(session: Session, seat: int) -> None:
    """An action that changes nothing."""
    play(session, ("job", "peddlers_pack", 0), ("x", 0), ("go",), seat=seat)


def bandits(session: Session) -> dict[tuple[int, int], int]:
    return dict(session.truth.bandits)


def wounds(session: Session) -> list[int]:
    """How many leg wounds each player has got."""
    truth = session.truth
    piles = zip(truth.hand, truth.draw, truth.discard, strict=True)
    return [[*cards, *draw, *discard].count("leg_wound") for cards, draw, discard in piles]

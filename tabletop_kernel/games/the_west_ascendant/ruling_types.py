"""The rulings of The West: Ascendant and their options, as types; written by tests/write_golden.py."""

from __future__ import annotations

from typing import Literal, TypedDict, cast

from tabletop_kernel.contract.game import Config

Rulings = TypedDict(
    "Rulings",
    {
        "ruling.city-deal": Literal["choice", "random"],
        "ruling.city-is-action": Literal["no", "yes"],
        "ruling.discard-open": Literal["top", "yes"],
        "ruling.effect-list": Literal["fixed", "re-check"],
        "ruling.end-check": Literal["at-once", "every", "second"],
        "ruling.end-deck": Literal["0", "3", "5"],
        "ruling.end-zero": Literal["no", "yes"],
        "ruling.exchange-same": Literal["no", "yes"],
        "ruling.face-up": Literal["all", "tops"],
        "ruling.gate-cost": Literal["2", "3", "4"],
        "ruling.gate-order": Literal["after", "before"],
        "ruling.gate-peek": Literal["no", "owner"],
        "ruling.gate-per-turn": Literal["1", "any"],
        "ruling.hand-count": Literal["no", "yes"],
        "ruling.hand-limit": Literal["5", "7", "none"],
        "ruling.locus-browse": Literal["no", "yes"],
        "ruling.no-action": Literal["game-ends", "skip", "turn-ends"],
        "ruling.pulse-count": Literal["once", "per-card"],
        "ruling.radiate-when": Literal["end-of-turn", "no-pulse", "when-made", "with-pulse"],
        "ruling.reaction-when": Literal["after", "before"],
        "ruling.refill-when": Literal["end", "start", "two-left"],
        "ruling.salvage-zero": Literal["free", "no"],
        "ruling.self-loss": Literal["no", "yes"],
        "ruling.start-player": Literal["chosen", "last-loser", "random"],
        "ruling.tie": Literal["draw", "loci", "second-player"],
        "ruling.took-counts": Literal["no", "yes"],
        "ruling.trigger-when": Literal["after", "declared"],
        "ruling.turncard-sides": Literal["day-dusk", "single-day", "two-halves"],
        "ruling.two-same-type": Literal["no", "yes"],
        "ruling.void-pulse": Literal["no", "yes"],
        "ruling.voluntary-pass": Literal["no", "yes"],
    },
)


def rulings_of(config: Config) -> Rulings:
    """Return what was agreed about the rulings, as a type checker knows it."""
    return cast(Rulings, config.rulings)

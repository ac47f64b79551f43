"""The rulings of The North and their options, as types; written by tests/write_golden.py."""

from __future__ import annotations

from typing import Literal, TypedDict, cast

from tabletop_kernel.contract.game import Config

Rulings = TypedDict(
    "Rulings",
    {
        "ruling.added-played": Literal["played-only", "same"],
        "ruling.charge-at-cap": Literal["nothing", "void"],
        "ruling.charge-while-discharged": Literal["level-2-after-reset", "nothing"],
        "ruling.collector-deck": Literal["no", "yes"],
        "ruling.copy": Literal["moves", "stays"],
        "ruling.copy-choice": Literal["random", "user"],
        "ruling.copy-none": Literal["skip", "void"],
        "ruling.discard-first": Literal["no", "yes"],
        "ruling.discard-from": Literal["hand", "hand-or-zone"],
        "ruling.discharge-twice": Literal["no", "yes"],
        "ruling.draw-short": Literal["all-or-none", "partial"],
        "ruling.exchange-meaning": Literal["discard-old", "swap"],
        "ruling.exchange-name": Literal["either-side", "showing"],
        "ruling.facility-needs-card": Literal["no", "yes"],
        "ruling.flip-once": Literal["once-per-turn", "unlimited"],
        "ruling.floor": Literal["no", "yes"],
        "ruling.free-reprogram": Literal["no", "yes"],
        "ruling.full-tie": Literal["second-player", "shared"],
        "ruling.hand-backs": Literal["no", "yes"],
        "ruling.hand-waits": Literal["discard", "stays"],
        "ruling.inspect": Literal["no", "yes"],
        "ruling.must-three": Literal["may-stop", "must"],
        "ruling.nesting": Literal["nested", "queue"],
        "ruling.no-gain": Literal["no", "pack"],
        "ruling.node-lines": Literal["cumulative", "single"],
        "ruling.outpost-name": Literal["no", "yes"],
        "ruling.own-discard": Literal["actor", "origin"],
        "ruling.refill-short": Literal["end-now", "partial"],
        "ruling.reprogram-needs-target": Literal["no", "yes"],
        "ruling.sequential": Literal["announce-all", "one-by-one"],
        "ruling.solo-collect-short": Literal["none", "wastes-only"],
        "ruling.solo-level": Literal["easy", "hard", "standard"],
        "ruling.solo-other": Literal["collector", "nobody"],
        "ruling.solo-score": Literal["points-values", "points-values-cards"],
        "ruling.source-gone": Literal["no", "yes"],
        "ruling.take-one-choice": Literal["may", "must"],
        "ruling.trio-self": Literal["no", "yes"],
        "ruling.wastes-deck-side": Literal["covered", "facility-up"],
        "ruling.zero-continues": Literal["at-once", "next-check"],
    },
)


def rulings_of(config: Config) -> Rulings:
    """Return what was agreed about the rulings, as a type checker knows it."""
    return cast(Rulings, config.rulings)

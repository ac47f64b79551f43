"""What playtests count: action cards, weapons, territories that are fought with, and cards that are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_kernel.game import Figure

PLAIN: Mapping[str, Figure] = {
    "attack": ("battles", "begun"),
    "pass": ("battles", "passed"),
    "ally": ("battles", "fought with an ally"),
    "out": ("players", "who were out"),
}


def count(kind: str, data: Mapping[str, Any]) -> tuple[Figure, float] | None:
    """One thing of an event; None for most events."""
    if kind in PLAIN:
        return PLAIN[kind], 1.0
    if kind == "action":
        return ("action cards", str(data["action"]).replace("-", " ")), 1.0
    if kind == "buy":
        return ("weapons", "bought"), float(len(data["weapons"]))
    if kind == "weapons":
        return ("weapons", "used in battle"), float(data["count"])
    if kind == "reveal" and data["territory"]:
        return ("territories in battle", str(data["territory"])), 1.0
    if kind == "drew":
        return ("cards drawn", str(data["suit"])), 1.0
    return None

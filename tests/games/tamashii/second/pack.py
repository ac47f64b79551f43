"""The cards of the house pack, read straight from its files, and the patterns that they print."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import tabletop_kernel

HOUSE = Path(tabletop_kernel.__file__).parent / "games/tamashii/packs/house"
ASSETS = ("shield", "memory", "power", "reroll")
TYPES = {"power": "E", "shield": "W", "memory": "L", "reroll": "F"}


def _entries(name: str, kind: str, folder: Path) -> dict[str, dict[str, Any]]:
    return {entry["id"]: entry for entry in tomllib.loads((folder / name).read_text(encoding="utf-8"))[kind]}


class Pack:
    """What the second engine knows of the cards: only what their files say."""

    def __init__(self, folder: Path = HOUSE) -> None:
        self.bodies = _entries("bodies.toml", "body", folder)
        self.enemies = _entries("enemies.toml", "enemy", folder)
        self.tiles = _entries("tiles.toml", "tile", folder)
        self.augments: dict[str, dict[str, Any]] = {}
        for file in sorted((folder / "augments").glob("*.toml")):
            self.augments |= _entries(f"augments/{file.name}", "augment", folder)
        self.scenarios: dict[str, dict[str, Any]] = {}
        self.cards: dict[str, dict[str, Any]] = {}
        for file in sorted((folder / "scenarios").glob("*.toml")):
            for scenario in tomllib.loads(file.read_text(encoding="utf-8"))["scenario"]:
                self.scenarios[scenario["code"]] = scenario
                self.cards |= {card["code"]: card for card in scenario["cards"]}

    def enemy(self, card: str) -> dict[str, Any]:
        return self.enemies[card.partition("!")[0]]


@cache
def house() -> Pack:
    return Pack()

"""Random tables on which both engines play."""

from __future__ import annotations

import random
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from refereed import GAME, _fresh, _lay, _tidy

from second.pack import Pack, house
from second.table import Table
from tabletop_kernel.table.session import Session

LAUNCH = [["turn", -1, [17]], ["launch", 0, []]]
LUCK = 90  # so many rolls are written down for every die
# Augments with such words in them are left out: they ask much, or speak of another turn.
EFFECTS = (
    *("destabilize", "defeated last", "program", "prepare", "move", "reveal", "equip", "look", "another", "swap"),
    *("different", "draw", "basic"),
)


def ruled(choices: Mapping[str, tuple[str, ...]], rng: random.Random, flip: float) -> dict[str, str]:
    """Some rulings flipped, the others as usual."""
    return {name: rng.choice(options) for name, options in choices.items() if rng.random() < flip}


def launcher_of(rng: random.Random, extra: str = "", density: float | None = None) -> str:
    """A launcher with few kinds of tokens, so that patterns lie there; each lock is gone or not."""
    kinds = rng.sample("EWLF", rng.randint(1, 4))
    letters = "".join(kinds) * 4 + "O" * rng.randint(0, 3) + "X" * rng.randint(0, 2) + extra
    full = rng.choice((0.3, 0.6, 0.8, 1.0)) if density is None else density
    slots = [rng.choice(letters) if rng.random() < full else "." for _ in range(20)]
    for row in range(4):
        if rng.random() < 0.6:
            slots[row * 5 + 4] = "#"
    return "".join(slots)


def few_caties(grid: str, rng: random.Random, most: int) -> str:
    """No more Catie tokens than a player may have; the rest are of some other kind."""
    tokens = list(grid)
    spots = [slot for slot, token in enumerate(tokens) if token in "CD"]
    rng.shuffle(spots)
    for slot in spots[most:]:
        tokens[slot] = rng.choice("EWLF")
    return "".join(tokens)


def luck(rng: random.Random, seats: int = 2) -> dict[str, list[int]]:
    streams = [*(f"dice-{seat}" for seat in range(seats)), "number", "symbol"]
    return {stream: [rng.randint(1, 6) for _ in range(LUCK)] for stream in streams}


def laid(
    rulings: Mapping[str, str],
    script: Mapping[str, list[int]],
    mine: Mapping[str, Any],
    other: Mapping[str, Any] | None = None,
    options: Mapping[str, str] | None = None,
    pack: Pack | None = None,
) -> tuple[Session, Table]:
    """The same position for both engines."""
    options = {"scenario": "S01", "difficulty": "normal", "unlocked": "none", **(options or {})}
    position = deepcopy(_fresh(tuple(options.items())))
    _lay(position, 0, mine)
    _lay(position, 1, other or {})
    _tidy(position)
    position.pop("supply")
    position |= {"seats": 2, "options": options, "chance": {"seed": 7, "script": script}}
    position["rulings"] = {f"ruling.{name}": option for name, option in rulings.items()}
    session = Session.at(GAME, position)
    table = Table(pack or house(), GAME.write(session.truth), rulings, script)
    table.at["catie"] = options.get("catie") == "on"
    return session, table


def usable_augments(pack: Pack, owners: tuple[str, ...]) -> list[str]:
    """Augments with a pattern whose effects the second engine knows."""
    return [
        name
        for name, augment in pack.augments.items()
        if augment["owner"] in owners and "pattern" in augment and "needs" not in augment
        if not any(word in augment["do"] for word in EFFECTS)
    ]

"""The fields of a written position. Anything left out is as after setup."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tabletop_kernel.contract.written_positions import shape_of
from tabletop_kernel.games.tamashii.state import State


@dataclass
class Written:
    """A position as people write it, or a full record of one. `SHAPE` adds the fields of the state."""

    now: str = ""  # instead of frames: a step of the turn, such as "launch", "combat", "world", or "move 1" for a seat
    turned: list[Any] = field(default_factory=list)  # explored tiles: "1,0" or a name
    enemy_left: int | None = None  # the size of the enemy deck; other cards are out of the game

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


SHAPE = shape_of(State, Written, optional=True)

"""What the data of each frame looks like: a written position may say anything."""

from __future__ import annotations

from typing import Any

from tabletop_kernel.games.tamashii.state import State


def misshapen(state: State, kind: str, seat: int, data: Any) -> bool:
    """Whether a frame has data that cannot be."""
    return not isinstance(data, tuple)

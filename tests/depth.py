"""How much a test draws by chance: a light draw in every run, the whole of it in `make sweep`.

@pytest.mark.deep
def test_every_position_can_be_read() -> None:
    for seed in range(draw(20, deep=2_000)): ...
"""

from __future__ import annotations

import os

DEEP = bool(os.environ.get("DEEP"))


def draw(light: int, deep: int) -> int:
    """Choose how many to draw; whoever calls this is marked `deep`, so that `make sweep` finds it."""
    return deep if DEEP else light

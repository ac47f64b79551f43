"""What the door says of each game."""

from __future__ import annotations

import re

from widgets.door import entries


def test_every_game_says_in_minutes_how_long_it_takes() -> None:
    lengths = {entry["name"]: entry["length"] for entry in entries()}
    assert [name for name, length in lengths.items() if not re.fullmatch(r"\d+–\d+ min", length)] == []

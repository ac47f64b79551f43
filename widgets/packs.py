"""A table with cards of one's own: what its pack changes, in words that the page can show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tabletop_kernel.errors import printed
from tabletop_kernel.game import Game
from tabletop_kernel.games import house_folder, load
from tabletop_kernel.pack_diff import differences

HOUSE = "house"


class OwnPack:
    """A game's pack that is not the house pack, and how the two differ."""

    def __init__(self, game: str, folder: Path) -> None:
        self.name = printed(folder.resolve().name)
        self.lines = differences(house_folder(game), folder)

    @property
    def entries(self) -> int:
        """How many entries are new, gone or different."""
        return len({tuple(line[2:].split(": ")[:2]) for line in self.lines})

    @property
    def summary(self) -> str:
        if not self.entries:
            return f"This table uses {self.name}, which is the same as the house pack."
        differ = "1 entry differs" if self.entries == 1 else f"{self.entries} entries differ"
        return f"This table uses {self.name}: {differ} from the house pack."

    def drawer(self) -> dict[str, Any]:
        """Every difference as a line: what came, what went, and what a field was and is."""
        return {"kind": "pack", "title": self.name, "text": self.summary, "lines": [_said(line) for line in self.lines]}


def _said(line: str) -> dict[str, str]:
    """«ancient 'Frost Widow': protocol», «'other loses 2'», «'other loses 3'»."""
    sign, rest = line[0], line[2:].partition(": ")[2]
    if sign != " ":
        return {"what": rest, "was": "", "now": "new" if sign == "+" else "left out"}
    entry, field, change = rest.split(": ", 2)  # the values may hold colons of their own
    was, _, now = change.partition(" -> ")
    return {"what": f"{entry}: {field}", "was": was, "now": now}


def load_with(game: str, pack: str | Path = HOUSE) -> tuple[Game[Any], OwnPack | None]:
    """A game, and what is its own about the pack it is played with."""
    if pack == HOUSE:
        return load(game), None
    folder = Path(pack)
    return load(game, folder), OwnPack(game, folder)

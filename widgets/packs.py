"""A table with cards of one's own: what its pack changes, in words that the page can show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tabletop_kernel.content.change_files import changed_fields_in_words, changes_in_words
from tabletop_kernel.content.changes import differences
from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.errors import SetupError, printed
from tabletop_kernel.contract.game import Game

HOUSE = "house"
MOST_TOLD = 3  # changes in a sentence
MOST_IN_CHIP = 8


class OwnPack:
    """A game's pack that is not the house pack, and how the two differ."""

    def __init__(self, game: Game[Any], name: str = "") -> None:
        self.game = game
        self.name = name  # empty for cards that were changed at the table
        self.lines = differences(load(game.name), game)

    @property
    def entries(self) -> int:
        """How many entries are new, gone or different."""
        return len({tuple(line[2:].split(": ")[:2]) for line in self.lines})

    @property
    def summary(self) -> str:
        if self.game.edition.change and not self.name:
            return f"This table uses changed cards: {self._differ} from the house pack."
        if not self.entries:
            return f"This table uses {self.name}, which is the same as the house pack."
        return f"This table uses {self.name}: {self._differ} from the house pack."

    @property
    def _differ(self) -> str:
        return "1 entry differs" if self.entries == 1 else f"{self.entries} entries differ"

    @property
    def told(self) -> list[str]:
        """What is changed, line by line, as people call it."""
        return changes_in_words(self.game) if self.game.edition.change else [said(line) for line in self.lines]

    @property
    def sentence(self) -> str:
        """What is changed, in a sentence for whoever comes to the table."""
        more = f" and {len(self.told) - MOST_TOLD} more" if len(self.told) > MOST_TOLD else ""
        return f"This table uses changed cards: {'; '.join(self.told[:MOST_TOLD])}{more}."

    def _first(self) -> str:
        """What is changed first, and how much more."""
        more = len(self.told) - 1
        return f"{self.told[0]}, and {more} more" if more else self.told[0]

    def chip(self, may: bool) -> dict[str, Any]:
        """What stands below the decision as long as these cards are played with; it opens the panel of the cards."""
        text = "1 card changed" if self.entries == 1 else f"{self.entries} cards changed"
        do = {"do": "card"} if may else {"do": "open", "drawer": "pack"}
        lines = [*self.told[:MOST_IN_CHIP], *["…"] * (len(self.told) > MOST_IN_CHIP)]
        return {"text": self.name or text, "first": self._first(), "title": "\n".join([self.summary, *lines]), "do": do}

    def drawer(self) -> dict[str, Any]:
        """Every difference as a line: what came, what went, and what a field was and is."""
        return {
            "kind": "pack",
            "title": self.name or "Changed cards",
            "text": self.summary,
            "lines": self._lines(),
        }

    def _lines(self) -> list[dict[str, str]]:
        """The differences in their parts; cards that were changed at the table by their own names."""
        if self.game.edition.change and not self.name:
            return [{"what": what, "was": was, "now": now} for what, was, now in changed_fields_in_words(self.game)]
        return [_parts(line) for line in self.lines]


def said(line: str) -> str:
    """A difference as a line for people: without the file, which nobody has before them."""
    parts = _parts(line)
    return f"{parts['what']}: {parts['was']} → {parts['now']}" if parts["was"] else f"{parts['what']}: {parts['now']}"


def _parts(line: str) -> dict[str, str]:
    """«ancient 'Frost Widow': protocol», «'other loses 2'», «'other loses 3'»."""
    sign, rest = line[0], line[2:].partition(": ")[2]
    if sign != " ":
        return {"what": rest, "was": "", "now": "new" if sign == "+" else "left out"}
    entry, field, change = rest.split(": ", 2)  # the values may hold colons of their own
    was, _, now = change.partition(" -> ")
    return {"what": f"{entry}: {field}", "was": was, "now": now}


def load_with(game: Game[Any] | str, pack: str | Path = HOUSE) -> tuple[Game[Any], OwnPack | None]:
    """A game by name, or one that is given whole, and what is its own about the pack it is played with."""
    if isinstance(game, Game):
        if pack != HOUSE:
            raise SetupError("A loaded game already has its pack. Give the game's name instead, or leave out the pack.")
        return game, None if game.edition.folder is None else OwnPack(game, game.edition.pack)
    if pack == HOUSE:
        return load(game), None
    rules = load(game, Path(pack))
    return rules, OwnPack(rules, printed(Path(pack).resolve().name))

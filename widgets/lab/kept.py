"""The last runs of a page: what came of each can be looked at again, until the page is closed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.errors import SetupError
from widgets.lab.results import Results
from widgets.lab.running import Running
from widgets.look import count
from widgets.seating import bot_called

Data = dict[str, Any]

MOST_RUNS = 5
LONGEST_NAME = 90  # characters of what differs, in the name of a run
CARDS = "Cards: "  # how the line begins that names the cards of both sides
ALONE = "A only"
BESIDE = " This is run {}. Press Show to see it."
LEFT_OUT = f" This page keeps {MOST_RUNS} runs, so run {{}} was removed."
NOTHING = "You have no results yet. Play games first."
NO_SUCH_RUN = "This page no longer has that run. Choose another one."


@dataclass(frozen=True, slots=True)
class Kept:
    """One run that is over."""

    number: int  # of all runs of the page, from 1
    results: Results
    run: Running  # which has the single games
    packs: Mapping[str, str]  # the names of the cards of each side
    settings: str  # of what was played, as a link keeps them

    @property
    def name(self) -> str:
        """«Run 2: The North, Ace: 1 → 14 (200 games, seed 1; bots: weighs its moves)»."""
        lines = self.results.changed
        lines = [line for line in lines if not line.startswith(CARDS)] or lines  # what is changed on them says more
        differs = lines[0] if lines else ALONE
        if len(differs) > LONGEST_NAME:
            differs = differs[: LONGEST_NAME - 1] + "…"
        if len(lines) > 1:
            differs += f" and {len(lines) - 1} more"
        first = self.results.first
        bots = listed(dict.fromkeys(bot_called(bot.partition(":")[0]) for bot in first.bots))
        played = f"{count(first.games, 'game')}, seed {first.seed}; bots: {bots}"
        return f"Run {self.number}: {self.results.game.title}, {differs} ({played})"


@dataclass(slots=True)
class Runs:
    """The runs that are kept, and the one that is shown."""

    kept: list[Kept] = field(default_factory=list)
    shown: Kept | None = None
    _number: int = 0

    def add(self, results: Results, run: Running, packs: Mapping[str, str], settings: str) -> str:
        """Keep a run, and show it unless somebody has begun to read another one meanwhile; what is to be said of that,
        and if the oldest has no room any more."""
        self._number += 1
        new = Kept(self._number, results, run, packs, settings)
        self.kept.append(new)
        said = "" if self.shown is None else BESIDE.format(new.number)
        self.shown = self.shown or new
        gone = LEFT_OUT.format(self.kept.pop(0).number) if len(self.kept) > MOST_RUNS else ""
        if self.shown not in self.kept:
            self.shown, said = new, ""
        return said + gone

    def show(self, number: int) -> None:
        """Look at a run again."""
        found = next((one for one in self.kept if one.number == number), None)
        if found is None:
            raise SetupError(NO_SUCH_RUN)
        self.shown = found

    def show_last(self) -> None:
        """When a run has come to nothing, the one before it is shown again."""
        self.shown = self.kept[-1] if self.kept else None

    def known(self) -> Kept:
        if self.shown is None:
            raise SetupError(NOTHING)
        return self.shown

    def data(self) -> Data:
        """All of them, the last one first."""
        return {
            "list": [
                {"id": one.number, "text": one.name, "lines": one.results.in_short()} for one in reversed(self.kept)
            ],
            "shown": 0 if self.shown is None else self.shown.number,
        }

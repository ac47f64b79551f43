"""Play a few games at a time with changed cards, and the same games without the change.

A page plays them while you watch, so a trial can stop and go on at any game. A changed card may cause games that never
end. Each game is given up after several times the decisions of its twin, and counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from tabletop_kernel.content.changes import differences, original
from tabletop_kernel.contract.errors import TabletopError
from tabletop_kernel.contract.game import AnyGame, Config
from tabletop_kernel.study.compare import Comparison, compare_pairs
from tabletop_kernel.study.playing import Plan, play_single
from tabletop_kernel.study.reports import make_report
from tabletop_kernel.study.running_totals import Pairs, Records, Single, Totals
from tabletop_kernel.study.simulate import make_plan

# A game is given up after TIMES_THE_TWIN its twin's decisions, but not before LEAST_DECISIONS.
TIMES_THE_TWIN, LEAST_DECISIONS = 4, 300
MOST_GIVEN_UP = 3  # the trial ends after this many games that don't end


class Trial:
    """Play the same games with two packs, a few at a time; the n-th games of both have the same luck."""

    def __init__(self, game: AnyGame, config: Config, rulings: Mapping[str, str] | None = None, seed: int = 1) -> None:
        """Plan games as `config` says; the changed side may have other `rulings`."""
        planned = partial(make_plan, seats=config.seats, seed=seed, options=config.options)
        self._old = planned(original(game), rulings=config.rulings)
        self._new = planned(game, rulings={**config.rulings, **(rulings or {})})
        self._totals, self._records, self._pairs = (Totals(), Totals()), (Records(), Records()), Pairs()
        self._twin: Single | None = None  # the next game without the change, before it is played with it
        self.games = 0
        self.given_up = 0  # games with the change that didn't end
        self.trouble = ""  # the reason that no more games can be played

    def play(self, games: int) -> None:
        """Play this many more games on each side."""
        goal = self.games + games
        while self.games < goal and not self.trouble:
            self.step()

    def step(self) -> None:
        """Play the next game, first without the change, then with it; an error ends the trial and is kept."""
        if self.trouble:
            return
        try:
            if self._twin is None:
                self._twin = play_single(self._old, self.games)
            else:
                self._add(self._twin)
                self._twin = None
        except TabletopError as error:
            self.trouble = str(error)

    def _add(self, old: Single) -> None:
        """Play a game's twin with the change, and count both."""
        most = max(LEAST_DECISIONS, TIMES_THE_TWIN * old.course.decisions)
        new = play_single(replace(self._new, longest=most), self.games)
        for single, totals, records in zip((old, new), self._totals, self._records, strict=True):
            totals.take(single)
            records.append(single.record)
        self._pairs.take(old.record, new.record)
        self.games += 1
        self.given_up += new.outcome is None
        if self.given_up >= MOST_GIVEN_UP:
            self.trouble = f"{self.given_up} games with the changed cards didn't end within {most:,} moves."

    @property
    def comparison(self) -> Comparison:
        """Return the comparison of all games played so far."""
        plans: tuple[Plan, Plan] = (self._old, self._new)
        old, new = (
            make_report(plan, self.games, totals, records)
            for plan, totals, records in zip(plans, self._totals, self._records, strict=True)
        )
        names = (plans[0].game.edition.pack, "changed")
        return compare_pairs(old, new, self._pairs, names, differences(plans[0].game, plans[1].game))

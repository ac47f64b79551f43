"""Two simulations side by side: what a changed card or a flipped rule does, and how sure that is.

Both sides play with the same seeds, so the n-th games of both begin with the same luck. The difference is taken game by
game, and its interval comes from those differences: what both sides share does not blur it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tabletop_kernel.errors import SetupError
from tabletop_kernel.game import Figure
from tabletop_kernel.simulate import Z95, Mean, Report, is_finished, mean, simulate

SHARES = (
    "team",
    "wins",
    "wins by seat",
    "results",
    "endings",
    "rules",
)  # kinds of figures that are a part of all games
LISTED = ("use of cards", "rules")  # long lists, of which only what differs is printed
OF_ANY_GAME = ("length", "rules")  # kinds of figures that even a game has which was given up
CHANCE = 0.05  # how often a report may have a mark that chance alone has set


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure on both sides; `clear`: chance would hardly do that, although so many figures are looked at."""

    section: str
    name: str
    old: Mean
    new: Mean
    change: float
    low: float
    high: float
    clear: bool

    def __str__(self) -> str:
        before, after = (f"{self._said(part.mean)} ± {self._said(part.reach)}" for part in (self.old, self.new))
        change, low, high = (self._said(number, "+") for number in (self.change, self.low, self.high))
        unit = " %" if self.section in SHARES else "  "
        return f"{self.name:30.30} {before:>14}{unit} {after:>14}{unit} {change:>8} [{low}, {high}]{' *' * self.clear}"

    def _said(self, number: float, sign: str = "") -> str:
        return f"{number * 100:{sign}.1f}" if self.section in SHARES else f"{number:{sign}.2f}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs between two simulations of the same game."""

    names: tuple[str, str]
    old: Report
    new: Report
    changed: list[str]  # what the second side has that the first has not, line by line
    differences: list[Difference]

    @property
    def clear(self) -> list[Difference]:
        return [one for one in self.differences if one.clear]

    def __str__(self) -> str:
        run = self.new
        seats = f"{run.seats} seat{'s' * (run.seats > 1)}"
        lines = [f"{run.game}: {run.games} games with each, {seats}, {', '.join(run.bots)}, seed {run.seed}"]
        lines += [f"  {line.strip()}" for line in self.changed or ["Both sides are the same."]]
        lines.append(f"{'':32} {self.names[0]:>16.16} {self.names[1]:>16.16} difference [95 %]")
        shown = [one for one in self.differences if one.section not in LISTED or one.clear or self._is_about(one)]
        for section in dict.fromkeys(one.section for one in shown):
            lines += [section, *(f"  {one!s}" for one in shown if one.section == section)]
        lines.append(f"* clear: chance would set such a mark in one report of {1 / CHANCE:.0f}.")
        if len(shown) < len(self.differences):
            lines.append(f"{len(self.differences) - len(shown)} more figures of cards and rules do not differ clearly.")
        return "\n".join(lines)

    def _is_about(self, one: Difference) -> bool:
        """Whether a figure is about a card that was changed."""
        return any(f"'{one.name.split(',')[0]}'" in line for line in self.changed)

    def _repr_markdown_(self) -> str:
        """In a notebook: the same table."""
        return f"```text\n{self}\n```"

    def to_json(self) -> str:
        import json

        sides = {name: report.plain() for name, report in zip(self.names, (self.old, self.new), strict=True)}
        rows = [asdict(one) for one in self.differences]
        return json.dumps({"changed": self.changed, "differences": rows, "reports": sides}, indent=1)

    def to_csv(self) -> str:
        """One row for each figure."""
        import csv
        import io

        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["section", "name", *self.names, "difference", "low", "high", "clear"])
        for one in self.differences:
            numbers = [round(number, 6) for number in (one.old.mean, one.new.mean, one.change, one.low, one.high)]
            writer.writerow([one.section, one.name, *numbers, int(one.clear)])
        return out.getvalue()


def compare(
    old: Report, new: Report, names: tuple[str, str] = ("before", "after"), changed: Sequence[str] | None = None
) -> Comparison:
    """Two reports with the same seeds, figure by figure."""
    for what in ("game", "games", "seats", "bots", "seed"):
        if getattr(old, what) != getattr(new, what):
            raise SetupError(f"These reports cannot be compared: they differ in {what}, and only the rules may.")
    figures = dict.fromkeys(_in_order(old, new))
    return Comparison(
        names,
        old,
        new,
        _flipped(old, new) if changed is None else list(changed),
        [_difference(old, new, figure, len(figures)) for figure in figures],
    )


def _flipped(old: Report, new: Report) -> list[str]:
    """The rulings and options in which two reports differ, and their packs if they do."""
    one, two = ({**report.rulings, **report.options} for report in (old, new))
    if old.digest != new.digest:
        one["pack"], two["pack"] = (f"{report.pack} ({report.digest})" for report in (old, new))
    keys = [key for key in dict.fromkeys([*one, *two]) if one.get(key) != two.get(key)]
    return [f"{key}: {one.get(key, 'default')} -> {two.get(key, 'default')}" for key in keys]


def _in_order(old: Report, new: Report) -> Iterator[Figure]:
    """Every figure of both sides: who wins and how long it takes first, rules last."""
    found = {figure for report in (old, new) for record in report.records for figure in record}
    order = [
        *("team", "wins", "wins by seat", "results", "endings", "length"),
        *sorted({section for section, _ in found} - {*LISTED}),
        *LISTED,
    ]
    return iter(sorted(found, key=lambda figure: (order.index(figure[0]), figure[1])))


def _difference(old: Report, new: Report, figure: Figure, looked_at: int) -> Difference:
    pairs = list(zip(old.records, new.records, strict=True))
    if figure[0] not in OF_ANY_GAME:
        pairs = [pair for pair in pairs if all(map(is_finished, pair))]
    before, after = ([pair[side].get(figure, 0.0) for pair in pairs] for side in (0, 1))
    games = len(pairs)
    change = mean((two - one for one, two in zip(before, after, strict=True)), games)
    low, high = change.mean - change.reach, change.mean + change.reach
    clear = abs(change.mean) > change.reach / Z95 * _strict(looked_at) and games > 1
    return Difference(*figure, mean(before, games), mean(after, games), change.mean, low, high, clear)


def _strict(looked_at: int) -> float:
    """How many standard errors a clear difference takes, if chance may mislead one report in twenty and no more."""
    from statistics import NormalDist

    return NormalDist().inv_cdf(1 - CHANCE / 2 / looked_at)


def compare_packs(game: str, pack: str | Path, against: str | Path = "house", **how: Any) -> Comparison:
    """Simulate a game with two packs and the same seeds; `how` is what `simulate` takes, such as `games` and `bots`."""
    from tabletop_kernel.games import house_folder, load
    from tabletop_kernel.pack_diff import differences

    old, new = load(game, against), load(game, pack)
    folders = [house_folder(game) if one == "house" else Path(one) for one in (against, pack)]
    names = _told_apart([folder.resolve().name for folder in folders])
    return compare(simulate(old, **how), simulate(new, **how), names, differences(*folders))


def _told_apart(names: Collection[str]) -> tuple[str, str]:
    one, two = names
    return (one, two) if one != two else (one, f"{two} (2)")

"""Compare two simulations: the effect of a changed card or a flipped ruling, and its interval.

Both sides play with the same seeds, so the n-th games of both begin with the same luck. Differences and their intervals
are taken game by game, so luck that both sides share doesn't widen them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import ceil, log2, sqrt
from pathlib import Path
from typing import Any, Unpack

from tabletop_kernel.contract.common_words import count_text
from tabletop_kernel.contract.errors import SetupError, clip, nearest
from tabletop_kernel.contract.game import AnyGame, Game
from tabletop_kernel.contract.report_figures import Figure
from tabletop_kernel.study.playing import Plan
from tabletop_kernel.study.report_display import Row, comparison_html
from tabletop_kernel.study.reports import Report, settings_text
from tabletop_kernel.study.running_totals import OF_ANY_GAME, OF_SOME_GAMES, Pairs, pair_records
from tabletop_kernel.study.simulate import How, make_plan, run_plans
from tabletop_kernel.study.statistics import Mean, Sums, errors_for, games_needed, round_roughly
from tabletop_kernel.study.text_or_file import text_or_file
from tabletop_kernel.study.workers import Run

# Kinds of figures that are shares of games.
SECTIONS_OF_SHARES = ("team", "wins", "wins by seat", "results", "endings", "leads", "rules")
SECTIONS_PRINTED_FIRST = ("team", "wins", "wins by seat", "results", "endings", "length")  # printed first
SECTIONS_OF_WINS = ("team", "wins", "wins by seat")  # a note tells how many games would be enough for these
SECTIONS_IN_A_CELL = ("team", "wins", "wins by seat", "length")  # shown in a cell even where nothing is clear
LONG_SECTIONS = ("cards used", "rules")  # long lists: only clear differences are printed
MANY_GAMES = 1_000  # with more games than this, intervals hardly depend on Student's t
NAME_WIDTH = 42  # characters of a name to print
CHANCE_OF_A_FALSE_MARK = 0.05  # the share of reports that may have a mark by chance alone
RUN_ARGUMENTS = ("games", "workers", "cluster", "progress", "games_out")  # arguments of `simulate` about the run
Arguments = dict[str, Any]  # some of `How`, by name
IN_EVERY_PAIR = "in every pair"
CLEAR_NOTE = f"* clear: by chance alone, only 1 report in {1 / CHANCE_OF_A_FALSE_MARK:.0f} would have such a mark."


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure of both sides and its change; `clear` means that chance alone would hardly cause it."""

    section: str
    name: str
    old: Mean
    new: Mean
    change: float
    low: float
    high: float
    clear: bool
    needed: int | None = None  # games on each side that make such a difference clear in four runs of five
    pairs: int | None = None  # pairs of games that have it; None: all

    def __str__(self) -> str:
        before, after = (self.side(part) for part in (self.old, self.new))
        unit, mark = self.unit or " ", " *" if self.clear else ""
        name = self.name[:NAME_WIDTH].ljust(NAME_WIDTH)
        return f"{name} {before:>14}{unit} {after:>14}{unit} {self.changed}{mark}"

    def side(self, part: Mean) -> str:
        """Return one side's value; a mean has its interval too, and a share only its percentage."""
        has_interval = not part.alike and self.section not in SECTIONS_OF_SHARES
        return self.said(part.mean) + (f" ± {self.said(part.reach)}" if has_interval else "")

    @property
    def changed(self) -> str:
        """Return the difference and its interval, or “in every pair” if all pairs of games differ alike."""
        change, low, high = (self.said(number, "+") for number in (self.change, self.low, self.high))
        pairs_note = "" if self.pairs is None else f", in {self.pairs} pairs"
        return f"{change:>8} {IN_EVERY_PAIR if self.low == self.high else f'[{low}, {high}]'}{pairs_note}"

    def row(self) -> Row:
        """Return this figure as a row of a table; if it isn't clear, with the games that would be enough."""
        old_text, new_text = (f"{self.side(part)}{self.unit}" for part in (self.old, self.new))
        needed = "" if self.clear or not self.needed else f"{self.needed:,}"
        return self.section, self.name, old_text, new_text, self.changed, "*" if self.clear else "", needed

    @property
    def unit(self) -> str:
        """Return the unit of the figure: % for a share, nothing for the rest."""
        return "%" if self.section in SECTIONS_OF_SHARES else ""

    def said(self, number: float, sign: str = "") -> str:
        """Return a number of this row as text: a share in per cent, every other figure as it is."""
        return f"{number * 100:{sign}.1f}" if self.section in SECTIONS_OF_SHARES else f"{number:{sign}.2f}"


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """Two simulations of one game, compared figure by figure; `clear` has what chance would hardly cause."""

    names: tuple[str, str]
    old: Report
    new: Report
    changed: list[str]  # changes from the first side to the second, line by line
    differences: list[Difference]
    paired: bool = True  # the differences were taken game by game

    @property
    def clear(self) -> list[Difference]:
        """Return the figures that differ by more than chance explains."""
        return [difference for difference in self.differences if difference.clear]

    def __str__(self) -> str:
        lines = self.heading()
        lines.append(f"{'':{NAME_WIDTH + 2}} {self.names[0]:>15.15} {self.names[1]:>15.15} difference [95%]")
        shown = [
            one for one in self.differences if one.section not in LONG_SECTIONS or one.clear or self._is_about(one)
        ]
        for section in dict.fromkeys(one.section for one in shown):
            lines += [section, *(f"  {one!s}" for one in shown if one.section == section)]
        lines.append(CLEAR_NOTE)
        if len(shown) < len(self.differences):
            lines.append(f"{len(self.differences) - len(shown)} more figures for cards and rules don't differ clearly.")
        return "\n".join([*lines, *self.notes(shown)])

    def heading(self) -> list[str]:
        """Return lines about the run: the game, the changes, and the settings that both sides share."""
        run = self.new
        seats, bots = count_text(run.seats, "seat"), ", ".join(run.bots)
        lines = [f"{run.game}: {run.games} games each, {seats}, {bots}, seed {run.seed}"]
        lines += [f"  {line.strip()}" for line in self.changed or ["Both sides are the same."]]
        old, new = ({**side.rulings, **side.agreed} for side in (self.old, self.new))
        shared = {name: choice for name, choice in old.items() if new.get(name) == choice}
        return [*lines, f"  both with {settings_text(shared)}"] if shared else lines

    def notes(self, shown: Sequence[Difference] | None = None) -> list[str]:
        """Return remarks that help to judge the table; `shown` has its rows, by default all of them."""
        shown = self.differences if shown is None else shown
        lines = []
        if self.new.stopped:
            lines.append(f"Stopped after {self.new.games} of {self.new.wanted} games each.")
        if not any(one.change or one.low or one.high for one in self.differences):
            lines.append("No game differs from its partner in any figure, so the change never mattered.")
        if any((one.section, one.name) == ("decisions", "choices") for one in shown):
            lines.append("choices: the mean of each game's own mean. A report gives the mean of all decisions.")
        if not self.paired:
            lines.append("These are two separate runs. One run for both sides could show smaller differences.")
        if _teams_differ(self.old, self.new):
            lines.append("In only one of the two versions do players win or lose together, so wins aren't compared.")
        for one in self.differences:
            if one.section in SECTIONS_OF_WINS and one.needed and not one.clear:
                size = f"{abs(one.change) * 100:.1f} percentage points"
                games = f"about {round_roughly(one.needed):,} games"
                lines.append(f"{one.name}: if the difference really is {size}, {games} should be enough to show it.")
        return lines

    def _is_about(self, one: Difference) -> bool:
        """Return whether a figure belongs to a changed card."""
        return any(f"'{one.name.split(',')[0]}'" in line for line in self.changed)

    def __repr__(self) -> str:
        old, new = self.names
        clear = f"{len(self.clear)} of {len(self.differences)} figures differ clearly"
        return f"<Comparison of {self.new.game}: {old} and {new}, {self.new.games} games each, {clear}>"

    def _repr_markdown_(self) -> str:
        """Return the printed table for notebooks that show no HTML."""
        return f"```text\n{self}\n```"

    def _repr_html_(self) -> str:
        """Return the comparison as HTML: all clear differences, and always the wins and the length."""
        shown = [one for one in self.differences if one.clear or one.section in SECTIONS_IN_A_CELL]
        clear = f"{len(self.clear)} of {len(self.differences)} figures differ clearly"
        summary = f"{clear if self.clear else 'Nothing differs clearly'}: by more than chance explains."
        more, notes = len(self.differences) - len(shown), [CLEAR_NOTE, *self.notes(shown)]
        return comparison_html(self.heading(), self.names, [one.row() for one in shown], summary, notes, more)

    def to_json(self, path: str | Path | None = None) -> str:
        """Return both reports and all differences as JSON; with a path, write them there."""
        import json

        sides = {name: report.plain() for name, report in zip(self.names, (self.old, self.new), strict=True)}
        rows = [asdict(one) for one in self.differences]
        text = json.dumps({"changed": self.changed, "differences": rows, "reports": sides}, indent=1)
        return text_or_file(text, path)

    def to_csv(self, path: str | Path | None = None) -> str:
        """Return a row for each figure; with a path, write them there."""
        import csv
        import io

        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["section", "name", *self.names, "difference", "low", "high", "clear", "games_needed"])
        old, new = self.old.run(), self.new.run()
        names = dict.fromkeys([*old, *new])
        writer.writerows([["run", name, old.get(name, ""), new.get(name, ""), "", "", "", "", ""] for name in names])
        for one in self.differences:
            numbers = [round(number, 6) for number in (one.old.mean, one.new.mean, one.change)]
            between = ["", ""] if one.low == one.high else [round(one.low, 6), round(one.high, 6)]
            writer.writerow([one.section, one.name, *numbers, *between, int(one.clear), one.needed or ""])
        return text_or_file(out.getvalue(), path)


def compare(
    old: Report, new: Report, names: tuple[str, str] = ("before", "after"), changed: Sequence[str] | None = None
) -> Comparison:
    """Compare two reports with the same seeds, figure by figure.

    While both reports hold every single game, they are compared game by game. Longer runs keep only sums. For those,
    `compare_rulings` and `compare_packs` show more, because they play both sides in one run. Raise SetupError if the
    reports differ in the game, the number of games, the seats, the bots or the seed.

    >>> from tabletop_kernel import simulate
    >>> few = {"games": 4, "seats": 3, "bots": ["random"]}
    >>> one, two = (simulate("royal_ascension", **few, rulings={"ruling.ace-value": ace}) for ace in ("1", "14"))
    >>> compare(one, two).changed
    ['ruling.ace-value: default -> 14']
    """
    for what in ("game", "games", "seats", "bots", "seed"):
        if getattr(old, what) != getattr(new, what):
            raise SetupError(f"You can't compare these reports: they differ in {what}, and only the rules may differ.")
    changes = _list_flips(old, new) if changed is None else list(changed)
    if len(old.records) == len(new.records) == old.games:
        return compare_pairs(old, new, pair_records(old.records, new.records), names, changes)
    figures = _order_figures(_comparable_figures(old, new, [*old.sums, *new.sums]))
    rows = [_difference_of_runs(old, new, figure, len(figures)) for figure in figures]
    return Comparison(names, old, new, changes, rows, paired=False)


def compare_pairs(old: Report, new: Report, pairs: Pairs, names: tuple[str, str], changed: list[str]) -> Comparison:
    """Compare two reports, figure by figure, by the sums over pairs of their games."""
    figures = _order_figures(_comparable_figures(old, new, pairs.figures))
    return Comparison(
        names, old, new, changed, [_difference_of_pairs(pairs, figure, len(figures)) for figure in figures]
    )


def _play_together(
    plans: Sequence[Plan], names: tuple[str, str], changed: Sequence[str] | None, run: Arguments
) -> Comparison:
    """Play both plans in one run, so that any number of games can be compared game by game."""
    (old, new), pairs = run_plans(plans, Run(**run, names=names))
    return compare_pairs(old, new, pairs, names, _list_flips(old, new) if changed is None else list(changed))


def _list_flips(old: Report, new: Report) -> list[str]:
    """List the rulings, options and cards in which two reports differ."""
    old_settings, new_settings = ({**report.rulings, **report.options} for report in (old, new))
    lines = []
    if old.digest != new.digest:
        old_settings["pack"], new_settings["pack"] = (f"{report.pack} ({report.digest})" for report in (old, new))
        lines = _card_differences(old.plan.game, new.plan.game) if old.plan and new.plan else []
    keys = [
        key for key in dict.fromkeys([*old_settings, *new_settings]) if old_settings.get(key) != new_settings.get(key)
    ]
    return [
        *(f"{key}: {old_settings.get(key, 'default')} -> {new_settings.get(key, 'default')}" for key in keys),
        *lines,
    ]


def _card_differences(old: AnyGame, new: AnyGame) -> list[str]:
    """List the differences between the cards of two games."""
    from tabletop_kernel.content.changes import differences

    return differences(old, new)


def _comparable_figures(old: Report, new: Report, figures: Iterable[Figure]) -> Iterator[Figure]:
    """Yield the figures that both sides can have; a figure that one side can't have isn't 0 there.

    Leave out citations of a flipped ruling: they only repeat that it was flipped.
    """
    flipped = {key for key in {**old.rulings, **new.rulings} if old.rulings.get(key) != new.rulings.get(key)}
    left_out = set[str]() if old.comebacks is not None and new.comebacks is not None else {"leads"}
    if _teams_differ(old, new):
        left_out |= {"team", "wins", "wins by seat", "results", "endings", *(old.figures.keys() ^ new.figures.keys())}
    figures = (one for one in figures if one[0] != "rules" or one[1] not in flipped)
    return (
        one
        for one in figures
        if one[0] not in left_out and (one != ("length", "lead changes") or "leads" not in left_out)
    )


def _teams_differ(old: Report, new: Report) -> bool:
    """Return whether players win or lose together in only one of two reports."""
    return (old.team_wins is None) != (new.team_wins is None)


def _order_figures(figures: Iterable[Figure]) -> list[Figure]:
    """List each figure once: wins and lengths first, cards and rules last."""
    figures_once = list(dict.fromkeys(figures))
    order = [
        *SECTIONS_PRINTED_FIRST,
        *sorted({section for section, _ in figures_once} - {*LONG_SECTIONS}),
        *LONG_SECTIONS,
    ]
    return sorted(figures_once, key=lambda figure: (order.index(figure[0]), figure[1]))


def _difference_of_pairs(pairs: Pairs, figure: Figure, looked_at: int) -> Difference:
    """Return the difference of one figure over pairs of games."""
    sums, games = pairs.figures[figure], pairs.count(figure)
    change, deviation = sums.change.mean(games), sqrt(sums.change.variance(games)) if games else 0.0
    row = _judge_difference(figure, (sums.old.mean(games), sums.new.mean(games)), change, deviation, games, looked_at)
    if figure[0] not in OF_SOME_GAMES or games == pairs.finished:
        return row
    needed = row.needed and ceil(row.needed * pairs.finished / games)  # other pairs tell nothing about it
    return replace(row, needed=needed, pairs=games)


def _difference_of_runs(old: Report, new: Report, figure: Figure, looked_at: int) -> Difference:
    """Return the difference of one figure between two separate runs, with the variances of both added."""
    sides, spreads = [], 0.0
    for report in (old, new):
        games = report.games if figure[0] in OF_ANY_GAME else report.finished
        sums = report.sums.get(figure) or Sums()
        sides.append(sums.mean(games))
        spreads += sums.variance(games) if games else 0.0
    games = min(report.games for report in (old, new))
    change = Mean(sides[1].mean - sides[0].mean, errors_for(0.95, games) * sqrt(spreads / games))
    return _judge_difference(figure, (sides[0], sides[1]), change, sqrt(spreads), games, looked_at)


def _judge_difference(
    figure: Figure, sides: tuple[Mean, Mean], change: Mean, deviation: float, games: int, looked_at: int
) -> Difference:
    """Return a difference with its interval; decide if it is clear among as many figures as were `looked_at`."""
    sure, fewest = 1 - CHANCE_OF_A_FALSE_MARK / looked_at, _fewest_pairs(looked_at)
    low, high = change.mean - change.reach, change.mean + change.reach
    if figure[0] in SECTIONS_OF_SHARES:
        low, high = max(-1.0, low), min(1.0, high)  # a share can't change by more than all games
    enough = games >= fewest
    clear = enough and abs(change.mean) > change.reach / errors_for(0.95, games) * errors_for(sure, games)
    needed = _games_to_be_clear(change.mean, deviation, sure, fewest)
    section, name = figure
    old, new = sides
    return Difference(section, name, old, new, change.mean, low=low, high=high, clear=clear, needed=needed)


def _fewest_pairs(looked_at: int) -> int:
    """Return the fewest pairs that can show a clear difference; fewer pairs too often agree by chance."""
    return 1 + ceil(log2(looked_at / CHANCE_OF_A_FALSE_MARK))


def _games_to_be_clear(difference: float, deviation: float, sure: float, fewest: int) -> int | None:
    """Return the number of games that would make a difference clear; None if there is no difference.

    Small numbers of games need wider intervals, so the estimate is repeated until it settles.
    """
    if not difference:
        return None
    needed = games_needed(difference, deviation, errors_for(sure, MANY_GAMES)) or fewest
    for _ in range(4):
        if needed >= MANY_GAMES:
            break
        needed = games_needed(difference, deviation, errors_for(sure, max(needed, fewest))) or fewest
    return max(needed, fewest)


def compare_packs(game: str, pack: str | Path, against: str | Path = "house", **how: Unpack[How]) -> Comparison:
    """Simulate a game with two packs and the same seeds; `how` takes the arguments of `simulate`.

    `compare_packs("the_north", "my_cards", games=1000)` shows what the cards in the folder my_cards change. For games
    that you loaded or changed in code, use `compare_games`. Raise SetupError if a game is given in place of a name.
    """
    from tabletop_kernel.content.game_loading import load

    if any(isinstance(one, Game) for one in (game, pack, against)):
        raise SetupError(
            "compare_packs takes a game's name and folders of cards. To compare two games, use compare_games."
        )
    names = _distinct_names([Path(one).resolve().name for one in (against, pack)])
    return compare_games(load(game, against), load(game, pack), names, **how)


def compare_games(
    old: AnyGame, new: AnyGame, names: tuple[str, str] = ("before", "after"), **how: Unpack[How]
) -> Comparison:
    """Simulate two loaded games with different cards and the same seeds."""
    run, what = _split_arguments(how)
    return _play_together([make_plan(old, **what), make_plan(new, **what)], names, _card_differences(old, new), run)


def compare_change(game: AnyGame, **how: Unpack[How]) -> Comparison:
    """Simulate a game whose cards were changed at a table, with and without the change.

    Raise SetupError if no card was changed.
    """
    from tabletop_kernel.content.changes import original

    if not game.edition.change:
        raise SetupError(f"You haven't changed any card of {game.title}, so both sides would be the same.")
    return compare_games(original(game), game, (original(game).edition.pack, "changed"), **how)


def compare_rulings(game: AnyGame | str, flip: Mapping[str, str], **how: Unpack[How]) -> Comparison:
    """Flip rulings or options, and simulate both ways with the same seeds; `how` is as for `simulate`.

    Both sides use the given `rulings` and `options`, and the defaults for the rest. Raise SetupError if a name is
    unknown, or if both sides would be the same.

    >>> compare_rulings("royal_ascension", {"ruling.ace-value": "14"}, games=4, seats=3, bots=["random"]).names
    ('1', '14')
    """
    from tabletop_kernel.content.game_loading import load

    game = load(game) if isinstance(game, str) else game
    run, what = _split_arguments(how)
    old = make_plan(game, **what)
    if not flip:
        raise SetupError("You have nothing to flip. Name a ruling and one of its options.")
    old_choices = {**old.config.rulings, **old.config.options}
    for key in flip:
        if key not in old_choices:
            raise SetupError(f"{game.title} has no ruling or option {clip(key)}: {nearest(key, old_choices)}")
    rulings = {**(what.get("rulings") or {}), **{key: to for key, to in flip.items() if key in game.rulebook.rulings}}
    options = {
        **(what.get("options") or {}),
        **{key: to for key, to in flip.items() if key not in game.rulebook.rulings},
    }
    new = make_plan(game, **{**what, "rulings": rulings, "options": options})
    if new.config == old.config:
        already = ", ".join(f"{key} is already {old_choices[key]!r}" for key in flip)
        raise SetupError(f"Both sides would be the same: {already}.")
    if new.config.seats != old.config.seats:
        raise SetupError("Give the number of seats: this flip changes how many usually play.")
    only_flip = next(iter(flip)) if len(flip) == 1 else None
    flipped = {**new.config.rulings, **new.config.options}
    names = (old_choices[only_flip], flipped[only_flip]) if only_flip else ("before", "flipped")
    lines = [f"{key}: {old_choices[key]} -> {flipped[key]}" for key in flip if old_choices[key] != flipped[key]]
    return _play_together([old, new], names, lines, run)


def _split_arguments(how: Mapping[str, object]) -> tuple[Arguments, Arguments]:
    """Split the arguments of `simulate` into those about the run and those about the game."""
    return {key: how[key] for key in how if key in RUN_ARGUMENTS}, {
        key: how[key] for key in how if key not in RUN_ARGUMENTS
    }


def _distinct_names(names: Collection[str]) -> tuple[str, str]:
    """Return two names that differ; the second gets a (2) if they are the same."""
    one, two = names
    return (one, two) if one != two else (one, f"{two} (2)")

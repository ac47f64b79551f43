"""Report many games: print the figures, write them to a file, show them in a cell, and find games by them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from tabletop_kernel.contract.common_words import count_text
from tabletop_kernel.contract.errors import SetupError, clip, nearest
from tabletop_kernel.contract.game import AnyGame
from tabletop_kernel.contract.report_figures import Figure
from tabletop_kernel.study.playing import MOVE_LIMIT, Plan, replay_game
from tabletop_kernel.study.report_display import largest_means, mean_rows, report_html, share_rows, show_report
from tabletop_kernel.study.running_totals import Records, SumsOfSome, Totals
from tabletop_kernel.study.statistics import MOST_BARS, Bar, Histogram, Mean, Share, Spread, Sums, share
from tabletop_kernel.study.text_or_file import text_or_file
from tabletop_kernel.table.session import Session

T = TypeVar("T")

MOST_LINES = 16  # figures of one kind to print; a file has them all

# Kinds of figures that every game has.
KINDS_OF_EVERY_GAME = ("length", "decisions", "leads", "rules", "endings", "wins by seat", "team", "results")
SPLIT_RESULTS = {"drawn": "a draw", "shared victory": "a shared win"}  # results with several winners or none
FIELDS_NOT_WRITTEN = ("records", "sums", "plan")  # kept for comparing and replaying, but not written


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """The results of a simulation: shares and means with their 95% intervals.

    `str` and a cell show the most important figures; `to_csv` and `to_json` have all of them.

    >>> from tabletop_kernel import simulate
    >>> report = simulate("royal_ascension", games=10, seats=3, bots=["random"])
    >>> report
    <Report of royal_ascension: 10 games, 3 seats, random, seed 1>
    >>> report.coverage["end.majority"].share > 0
    True
    >>> report.replay(3).outcome is not None              # the table of one of its games
    True
    """

    game: str
    games: int
    seats: int
    bots: list[str]
    seed: int
    rulings: dict[str, str]
    options: dict[str, str]  # only those that aren't the default
    unfinished: int
    seat_wins: list[Share]
    bot_wins: dict[str, Share]
    turns: Spread
    decisions: Spread
    forced: Share  # decisions with only one legal move
    lead_changes: Spread
    endings: dict[str, Share]  # by the rule that ended the game; for a team, with the result
    coverage: dict[str, Share]  # rule -> games in which an event cited it
    figures: dict[str, dict[str, Mean]] = field(default_factory=dict)  # the game's own figures, by kind and name
    legend: dict[str, str] = field(default_factory=dict)  # the game's explanations of these kinds
    measured: dict[str, str] = field(default_factory=dict)  # explanations of the figures that every game has
    records: Records = field(default_factory=Records)  # of the first games, one by one
    pack: str = "house"
    digest: str = ""  # of the pack
    team_wins: Share | None = None  # for games that all win or lose together; else None
    team_turns: dict[str, Spread] = field(default_factory=dict)  # the length in turns, by result
    results: dict[str, Share] = field(default_factory=dict)  # results other than a single winner
    agreed: dict[str, str] = field(default_factory=dict)  # all options: scenario, mission, board
    wanted: int = 0  # games you asked for; more than `games` if the run was stopped
    histograms: dict[str, Histogram] = field(default_factory=dict)  # turns, decisions, lead changes, choices
    choices: Spread = field(default_factory=lambda: Histogram().spread())  # legal moves per decision
    forced_turns: Share = field(default_factory=lambda: share(0, 0))  # turns in which nobody had a choice
    comebacks: Share | None = None  # games won by somebody who wasn't leading at half-time; None for a team
    made_up: Mean | None = None  # the winner's largest deficit
    rule_uses: dict[str, Mean] = field(default_factory=dict)  # rule -> events per game that cited it
    users: dict[str, dict[str, Share]] = field(default_factory=dict)  # the game's own figure -> its players' wins
    samples: dict[str, dict[str, list[int]]] = field(default_factory=dict)  # a few games for each figure, by number
    sums: dict[Figure, Sums] = field(default_factory=dict)  # for every figure
    plan: Plan | None = field(default=None, compare=False)  # for playing one of the games again

    @property
    def stopped(self) -> bool:
        """Return whether the run was stopped before all games were played."""
        return self.games < self.wanted

    @property
    def finished(self) -> int:
        """Return the number of games that came to an end."""
        return self.games - self.unfinished

    @property
    def unused(self) -> list[str]:
        """List the rules that no event cited in any game."""
        return [rule for rule, fired in self.coverage.items() if not fired.count]

    # -- from a figure to a game ---------------------------------------------------------------------------------------

    def bars(self, what: str = "turns", most: int = MOST_BARS) -> list[Bar]:
        """Return a histogram as bars of equal width, each with a few of its games.

        `what` is a name in `histograms`; raise SetupError if it isn't.
        """
        return self._histogram(what).bars(most)

    def games_at(self, what: str, low: int, high: int | None = None) -> list[int]:
        """Return a few games in which `what` (turns, decisions, lead changes) was from `low` to `high`."""
        return self._histogram(what).bar(low, high).games

    def games_with(self, kind: str, name: str) -> list[int]:
        """Return a few games with this figure, as in `games_with("endings", "end.deck")`.

        Raise SetupError if the report has no such kind or name.
        """
        for key, known in ((kind, self.samples), (name, self.samples.get(kind, {}))):
            if key not in known:
                raise SetupError(f"This report has no games with {clip(key)}: {nearest(key, known)}")
        return self.samples[kind][name]

    def replay(self, number: int) -> Session:
        """Play a game of this report again, by its number; return its table at the end of the game.

        Raise SetupError if the number is wrong, or if the report has no plan.
        """
        if self.plan is None:
            raise SetupError(
                "You can't replay a game from this report: it doesn't say how its games were played. "
                "Simulate them again."
            )
        if type(number) is not int or not 0 <= number < self.games:
            raise SetupError(f"This report has games 0 to {self.games - 1}, but no game {clip(number)}.")
        return replay_game(self.plan, number)

    def _histogram(self, what: str) -> Histogram:
        """Return the histogram of this name; raise SetupError if there is none."""
        if what not in self.histograms:
            raise SetupError(f"This report has no histogram of {clip(what)}: {nearest(what, self.histograms)}")
        return self.histograms[what]

    # -- as data -------------------------------------------------------------------------------------------------------

    def plain(self) -> dict[str, object]:
        """Return the figures as plain data, without the single games."""
        data = asdict(replace(self, records=Records(), sums={}, plan=None))
        for name in FIELDS_NOT_WRITTEN:
            del data[name]
        return data

    def to_json(self, path: str | Path | None = None) -> str:
        """Return all figures as JSON; with a path, write them there."""
        import json

        return text_or_file(json.dumps(self.plain(), indent=1), path)

    def to_csv(self, path: str | Path | None = None) -> str:
        """Return a row for each figure; with a path, write them there.

        Each row has section, name, value, low and high. Low and high are the ends of the 95% interval; for a length,
        four of five games lie between them. A figure that is the same in all games has no interval.
        """
        import csv
        import io

        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["section", "name", "value", "low", "high"])
        writer.writerows([["run", name, value, "", ""] for name, value in self.run().items()])
        for section, shares in self._shares():
            for name, part in shares.items():
                writer.writerow([section, name, round(part.share, 6), round(part.low, 6), round(part.high, 6)])
        for name, length in self.lengths().items():
            writer.writerow(["length, 10 to 90%", name, round(length.mean, 6), length.low, length.high])
        for section, means in self._means():
            for name, one in means.items():
                between = ["", ""] if one.alike else [round(one.low, 6), round(one.high, 6)]
                writer.writerow([section, name, round(one.mean, 6), *between])
        for name, histogram in self.histograms.items():
            writer.writerows(
                [f"histogram of {name}", value, count, "", ""] for value, count in histogram.counts.items()
            )
        return text_or_file(out.getvalue(), path)

    def run(self) -> dict[str, object]:
        """Return the settings of the run by name: seats, bots, seed, pack, rulings and options."""
        settings = {"game": self.game, "games": self.games, "unfinished": self.unfinished, "seats": self.seats}
        more_settings = {"bots": ", ".join(self.bots), "seed": self.seed, "pack": f"{self.pack} {self.digest}"}
        return {**settings, **more_settings, **self.rulings, **self.agreed}

    def _shares(self) -> list[tuple[str, dict[str, Share]]]:
        """List all shares by kind."""
        decided = {"forced": self.forced, "turns without a choice": self.forced_turns}
        leads = [("leads", {"comebacks": self.comebacks})] if self.comebacks else []
        users = [(f"wins of those counted: {section}", shares) for section, shares in self.users.items()]
        parts = list(self.parts().items())
        return [*self.won(), *parts, ("decisions", decided), *leads, *users, ("coverage", self.coverage)]

    def _means(self) -> list[tuple[str, dict[str, Mean]]]:
        """List all means by kind."""
        made_up = [("leads", {"deficit the winner overcame": self.made_up})] if self.made_up else []
        return [*self.counted().items(), *made_up, ("citations of rules", self.rule_uses)]

    def won(self) -> list[tuple[str, dict[str, Share]]]:
        """List who wins and how games end; a team wins as one."""
        if self.team_wins is not None:
            return [("team", {"wins": self.team_wins}), ("endings", self.endings)]
        seats = {f"seat {seat + 1}": part for seat, part in enumerate(self.seat_wins)}
        results = [("results", self.results)] if self.results else []
        return [("wins by seat", seats), ("wins by bot", self.bot_wins), *results, ("endings", self.endings)]

    def parts(self) -> dict[str, dict[str, Share]]:
        """Return the game's own shares by kind, such as how often the first player won."""
        sums = {name: self.sums["wins", name] for name in self.figures.get("wins", {}) if ("wins", name) in self.sums}
        shares = {
            name: share(sum_of_some.total, sum_of_some.known)
            for name, sum_of_some in sums.items()
            if isinstance(sum_of_some, SumsOfSome)
        }
        return {"wins": shares} if shares else {}

    def counted(self) -> dict[str, dict[str, Mean]]:
        """Return the game's own figures that aren't shares, by kind."""
        return {kind: means for kind, means in self.figures.items() if kind not in self.parts()}

    def told(self) -> list[tuple[str, dict[str, Share]]]:
        """List the shares of `won` for people; wins by bot are left out where all bots are alike."""
        kinds = dict(self.won())
        if bots := kinds.get("wins by bot"):
            seats = {name: f"{name}, {self.bots.count(name)} of {self.seats} seats" for name in bots}
            kinds["wins by bot"] = {seats[name]: part for name, part in bots.items()}
        return [(kind, shares) for kind, shares in kinds.items() if kind != "wins by bot" or len(shares) > 1]

    def said(self, section: str) -> str:
        """Return the title of a kind of figures, with a note if draws or shared wins are split."""
        split = [words for result, words in SPLIT_RESULTS.items() if result in self.results]
        if not split or not section.startswith("wins"):
            return section
        return f"{section} (players split {' or '.join(split)})"

    def lengths(self) -> dict[str, Spread]:
        """Return the lengths of games, and the changes of the lead where there is one."""
        lengths = {"turns": self.turns, "decisions": self.decisions}
        if self.team_wins is None:
            return {**lengths, "lead changes": self.lead_changes} if self.comebacks is not None else lengths
        return lengths | {f"turns, {result}": length for result, length in self.team_turns.items()}

    # -- in words ------------------------------------------------------------------------------------------------------

    def heading(self) -> list[str]:
        """Return the settings of the run, in one line or a few."""
        lines = [f"{self.game}: {_games_and_seats(self.games, self.seats)}, {', '.join(self.bots)}, seed {self.seed}"]
        if self.stopped:
            lines.append(f"  stopped after {self.games} of {self.wanted} games")
        if self.pack != "house":
            lines.append(f"  with the pack {self.pack} ({self.digest})")
        if self.rulings or self.agreed:
            lines.append("  " + settings_text(self.rulings | self.agreed))
        return lines

    def __str__(self) -> str:
        lines = self.heading()
        for section, shares in [*self.told(), *self.parts().items()]:
            lines.append(self.said(section))
            lines += [f"  {name:24} {part}" for name, part in shares.items()]
        lines += [f"{name:13} {length}" for name, length in self.lengths().items()]
        if self.comebacks is not None:
            lines.append(f"{'comebacks':13} {self.comebacks}")
        lines.append(f"{'choices':13} {self.choices}")
        lines.append(f"{'forced':13} {self.forced}")
        lines.append(f"{'turns without a choice':24} {self.forced_turns}")
        for section, means in self.counted().items():
            most, more = largest_means(means, MOST_LINES)
            lines.append(f"{section} per game")
            lines += [f"  {name:24} {part}" for name, part in most.items()]
            if more:
                lines.append(f"  {more}")
        if self.unfinished:
            lines.append(f"unfinished    games that took more than {MOVE_LIMIT:,} moves: {self.unfinished}")
        if self.coverage:
            used = len(self.coverage) - len(self.unused)
            lines.append(f"rules cited   {used} of {len(self.coverage)}; never: {', '.join(self.unused) or 'none'}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        bots = ", ".join(dict.fromkeys(self.bots))
        return f"<Report of {self.game}: {_games_and_seats(self.games, self.seats)}, {bots}, seed {self.seed}>"

    def _repr_html_(self) -> str:
        """Return the report as HTML."""
        decided = {"forced": self.forced, "turns without a choice": self.forced_turns}
        leads = [("leads", {"comebacks": self.comebacks})] if self.comebacks is not None else []
        shares = [*self.told(), *self.parts().items(), ("decisions", decided), *leads]
        rows = [row for kind, parts in shares for row in share_rows(self.said(kind), parts)]
        rows += [row for kind, means in self.counted().items() for row in mean_rows(f"{kind} per game", means)]
        lengths = {**self.lengths(), "choices": self.choices}
        return report_html(self.heading(), rows, lengths, {**self.measured, **self.legend})

    def _ipython_display_(self) -> None:
        """Show the report in a cell, with a chart where that is possible."""
        show_report(str(self), self._repr_html_(), self.bars(), self.turns)


def make_report(plan: Plan, wanted: int, total: Totals, records: Records) -> Report:
    """Make the report of the games that were counted."""
    config, game = plan.config, plan.game
    rulings, options = game.agreement.changed(config)
    games, finished, together = total.games, total.games - total.unfinished, game.agreement.is_team_game(config)
    leads = not together and total.led > 0  # else the game has no lead
    games_by_rule = {rule: int(sums.total) for (kind, rule), sums in total.sums.items() if kind == "rules"}
    coverage = {rule: share(games_by_rule.get(rule, 0), games) for rule in game.rulebook} if plan.coverage else {}
    own_figures = {
        figure: sums.mean(finished) for figure, sums in total.sums.items() if figure[0] not in KINDS_OF_EVERY_GAME
    }
    figures, legend, lengths = _by_kind(own_figures), game.figures.legend(), {**total.lengths, "choices": total.choices}
    return Report(
        game=game.name,
        games=games,
        seats=config.seats,
        bots=plan.bots,
        seed=plan.seed,
        rulings=rulings,
        options=options,
        unfinished=total.unfinished,
        seat_wins=[share(total.seat_wins.get(seat, 0.0), finished) for seat in range(config.seats)],
        bot_wins={name: share(total.bot_wins.get(name, 0.0), finished) for name in dict.fromkeys(plan.bots)},
        turns=total.lengths["turns"].spread(),
        decisions=total.lengths["decisions"].spread(),
        forced=share(total.forced, total.decisions),
        lead_changes=total.lengths["lead changes"].spread(),
        endings={rule: share(count, finished) for rule, count in sorted(total.endings.items())},
        coverage=coverage,
        figures=figures,
        legend={kind: legend[kind] for kind in figures if kind in legend},
        measured=_legend_of_every_game(game, leads),
        records=records,
        pack=game.edition.pack,
        digest=game.edition.digest,
        team_wins=share(total.seat_wins.get(0, 0.0), finished) if together else None,
        team_turns={result: turns.spread() for result, turns in sorted(total.team_turns.items(), reverse=True)},
        results={result: share(count, finished) for result, count in sorted(total.results.items())},
        agreed=dict(config.options),
        wanted=wanted,
        histograms={name: sums.ordered() for name, sums in lengths.items() if leads or name != "lead changes"},
        choices=total.choices.spread(),
        forced_turns=share(total.forced_turns, total.turns),
        comebacks=share(total.comebacks, finished) if leads else None,
        made_up=total.made_up.mean(finished) if leads else None,
        rule_uses={rule: total.uses[rule].mean(games) for rule in coverage if rule in total.uses},
        users=_by_kind({figure: share(won, int(seats)) for figure, (seats, won) in total.users.items()}),
        samples=_by_kind({figure: sums.games for figure, sums in total.sums.items() if figure[0] != "length"}),
        sums=total.sums,
        plan=plan,
    )


def _legend_of_every_game(game: AnyGame, leads: bool) -> dict[str, str]:
    """Return the meaning of the figures that a report has of every game."""
    turn = game.pace.round_word
    legend = {
        "turns": f"How many {turn}s a game took, as the game counts them.",
        "decisions": "All players' moves together, including forced ones such as a roll of the dice.",
        "choices": "Possible moves in a decision. Taking a move back doesn't count.",
        "forced": "The share of decisions with only one possible move.",
        "turns without a choice": (
            f"Of all {turn}s with a decision, the share in which nobody had more than one possible move."
        ),
        "wins of those counted": "For each entry, how often players won if they did it or if it happened to them.",
    }
    if not leads:
        return legend
    return legend | {
        "lead changes": "How often the sole lead passed from one player to another.",
        "comebacks": "Games that had a sole leader after half of the decisions, but were won by someone else.",
        "deficit the winner overcame": "The furthest the winner ever fell behind the leader, in games with a winner.",
    }


def _games_and_seats(games: int, seats: int) -> str:
    """Return the number of games and seats in words."""
    return f"{count_text(games, 'game')}, {count_text(seats, 'seat')}"


def settings_text(settings: dict[str, str]) -> str:
    """Return settings in one line."""
    return ", ".join(f"{name}={choice}" for name, choice in settings.items())


def _by_kind(values: dict[Figure, T]) -> dict[str, dict[str, T]]:
    """Sort figures by kind and name."""
    values_by_kind: dict[str, dict[str, T]] = {}
    for kind, name in sorted(values):
        values_by_kind.setdefault(kind, {})[name] = values[kind, name]
    return values_by_kind

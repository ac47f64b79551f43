"""What a run came to, page by page: sentences first, then charts that show the same.

Everything is said of A alone, or of A and B; a side is called by its letter, and what differs stands above the pages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import DRAWN
from tabletop_kernel.study.compare import SECTIONS_OF_SHARES, SECTIONS_OF_WINS, Comparison, Difference, compare_pairs
from tabletop_kernel.study.playing import Chunk, Plan
from tabletop_kernel.study.reports import KINDS_OF_EVERY_GAME, Report, make_report
from tabletop_kernel.study.running_totals import Records
from tabletop_kernel.study.statistics import Mean, Share
from tabletop_kernel.toolkit.rules_that_happen import rules_that_happen
from widgets import rulebook
from widgets.charts import Chart
from widgets.lab.beside import FIRST_PLAYER, HALF, Beside, change_said, clarity
from widgets.lab.figures import bars, change_cells, changes, histogram, per_cent, share_said
from widgets.look import count
from widgets.seating import bot_called

Data = dict[str, Any]

PAGES = {
    "difference": "A and B compared",
    "wins": "Who wins",
    "length": "How long",
    "leads": "Lead",
    "decisions": "Decisions",
    "uses": "What was used",
    "endings": "How it ends",
    "rules": "Rules used",
}
MOST_CHANGES = 14
MOST_CLEAR = 8  # sentences of what is clearly different; the rest can be opened
MOST_UNUSED = 12  # rules that are named as never at work
USERS = (
    "For each entry, the chart below shows how often players won if they did it or it happened to them. Each player "
    "counts once per game. Some may have done it because they were winning."
)
SILENT = (
    "Definitions and limits aren't counted here. They don't make anything happen, and bots never try what a limit "
    "forbids. So these games can't show whether such rules matter."
)


class Results:
    """The reports of one run, and where to find its games again."""

    def __init__(
        self, plans: Mapping[str, Plan], wanted: int, counted: Chunk, changed: Sequence[str], most: int
    ) -> None:
        self.plans = dict(plans)
        self.most = most  # games that a run can have here
        self.changed = list(changed)
        sides = zip(plans.items(), counted.totals, strict=True)
        self.reports: dict[str, Report] = {
            side: make_report(plan, wanted, totals, Records()) for (side, plan), totals in sides
        }
        self._pairs = counted.pairs
        first = next(iter(plans.values()))
        self.game = first.game
        self.titles = self._titles()

    def _titles(self) -> dict[str, str]:
        """What rules are called; where a ruling gives one another title, as on the side on which it was at work."""
        found: dict[str, str] = {}
        used = set[str]()
        for side, plan in reversed(self.plans.items()):
            here = {rule for rule, part in self.reports[side].coverage.items() if part.count}
            known = rulebook.titles(plan.game, plan.config)
            found |= {rule: text for rule, text in known.items() if rule in here or rule not in used}
            used |= here
        return found

    @property
    def first(self) -> Report:
        return next(iter(self.reports.values()))

    @cached_property
    def comparison(self) -> Comparison | None:
        if len(self.reports) < 2:
            return None
        return compare_pairs(self.reports["a"], self.reports["b"], self._pairs, ("A", "B"), self.changed)

    @property
    def pages(self) -> dict[str, str]:
        """What can be looked at: no comparison of one side, and no lead where all win as one."""
        together = all(report.team_wins is not None for report in self.reports.values())
        left_out = {*(["difference"] if self.comparison is None else []), *(["leads"] if together else [])}
        return {page: text for page, text in PAGES.items() if page not in left_out}

    def in_short(self) -> list[str]:
        """Who wins and how long it takes, in a few lines: so several runs can be read one below the other."""
        found = self.comparison
        if found is None:
            return [_wins_said(self.first), f"{self._turns()}: {self.first.turns.mean:.2f}"]
        wins = [one for one in found.differences if one.section in SECTIONS_OF_WINS]
        told = [one for one in wins if (one.section, one.name) in FIGURES][:1] or wins
        told += [one for one in found.differences if (one.section, one.name) == ("length", "turns")]
        lines = [f"{self._figure(one)}: {change_said(one, self.first.games)}" for one in told]
        return [*lines, f"{len(found.clear)} of {len(found.differences)} figures differ clearly"]

    def _turns(self) -> str:
        """How long a game is, by what it counts."""
        return f"{self.game.pace.round_word.capitalize()}s per game"

    def page(self, name: str, kind: str = "") -> Data:
        """One page: its lines, its charts; `kind` is what is looked at more closely, where a page has several."""
        made: Data = getattr(self, f"_{name}")(kind) if name == "uses" else getattr(self, f"_{name}")()
        return {"page": name, "title": PAGES[name], "kinds": [], "legend": "", "clear": [], "more_clear": [], **made}

    def _each(self, say: Any) -> list[str]:
        """A sentence of each side."""
        letters = len(self.reports) > 1
        found = [(f"{side.upper()}: " * letters, say(report)) for side, report in self.reports.items()]
        return [letter + text for letter, text in found if text]

    def _samples(self, kind: str, names: Sequence[str]) -> dict[str, list[list[int]]]:
        """A few games for each bar."""
        return {
            side: [report.samples.get(kind, {}).get(name, []) for name in names]
            for side, report in self.reports.items()
        }

    # -- the pages ----------------------------------------------------------------------------------------------------

    def _wins(self) -> Data:
        if all(report.team_wins is not None for report in self.reports.values()):
            return self._team()
        seats = max(report.seats for report in self.reports.values())
        labels = [f"Seat {seat + 1}" for seat in range(seats)]
        parts = {side: [*report.seat_wins, *[None] * (seats - report.seats)] for side, report in self.reports.items()}
        games = self._samples("wins by seat", [f"seat {seat + 1}" for seat in range(seats)])
        same = len({report.seats for report in self.reports.values()}) == 1
        fair = 1 / seats if same else None
        if first := self._first_wins():
            labels, parts = [*labels, "First player"], {side: [*parts[side], first.get(side)] for side in parts}
            began = self._samples("wins", list(FIRST_PLAYER))
            games = {side: [*known, next(filter(None, began[side]), [])] for side, known in games.items()}
        found = [bars("seats", "Wins by seat", labels, parts, "Share of games", games, across="Seat", fair=fair)]
        names = list(dict.fromkeys(bot for report in self.reports.values() for bot in report.bot_wins))
        if len(names) > 1:
            by_bot = {side: [report.bot_wins.get(bot) for bot in names] for side, report in self.reports.items()}
            called = [_capital(bot_called(bot)) for bot in names]
            found.append(bars("bots", "Wins by bot", called, by_bot, "Share of games", across="Bot"))
        lines = self._each(_wins_said) + self._each(_first_said)
        if any(DRAWN in report.results for report in self.reports.values()):
            lines.append(HALF)
        if fair is not None and seats > 1:
            lines.append(f"With equal chances, each seat would win {per_cent(fair)}.")
            found[0]["note"] = "The dashed line shows equal chances."
        return {"lines": [*lines, *self._each(_results_said)], "charts": found}

    def _first_wins(self) -> dict[str, Share]:
        """How often whoever begins wins, on each side that knows it."""
        known = {side: _first_wins(report) for side, report in self.reports.items()}
        return {side: part for side, part in known.items() if part is not None}

    def _team(self) -> Data:
        parts = {side: [report.team_wins] for side, report in self.reports.items()}
        games = self._samples("team", ["wins"])
        chart = bars("team", "Team wins", ["The team wins"], parts, "Share of games", games)
        return {
            "lines": self._each(_wins_said),
            "charts": [chart],
        }

    def _length(self) -> Data:
        word = self.game.pace.round_word
        lines = self._each(lambda report: _length_said(report, word))
        found = [
            histogram("turns", f"Games by {word}s", self.reports, "turns", f"{word.capitalize()}s", "Share of games"),
            histogram("decisions", "Games by decisions", self.reports, "decisions", "Decisions", "Share of games"),
        ]
        found[0]["note"] = "Press a bar to see one of its games, or choose one in the table."
        return {"lines": lines, "charts": found}

    def _leads(self) -> Data:
        if not any(report.lead_changes.most for report in self.reports.values()):
            return {"lines": ["The lead never changed hands, or this game doesn't show who is ahead."], "charts": []}
        across = "Lead changes per game"
        chart = histogram("leads", "Games by lead changes", self.reports, "lead changes", across, "Share of games")
        return {"lines": self._each(_leads_said), "charts": [chart]}

    def _decisions(self) -> Data:
        across = "Legal moves to choose from"
        chart = histogram(
            "choices", "Decisions by number of choices", self.reports, "choices", across, "Share of decisions"
        )
        return {"lines": self._each(_decisions_said), "charts": [chart]}

    def _uses(self, kind: str) -> Data:
        kinds = list(dict.fromkeys(kind for report in self.reports.values() for kind in _kinds(report)))
        if not kinds:
            return {"lines": ["This game doesn't count how often each card is used."], "charts": []}
        kind = kind if kind in kinds else kinds[0]
        means = {side: report.figures.get(kind, {}) for side, report in self.reports.items()}
        names = sorted(
            dict.fromkeys(name for known in means.values() for name in known),
            key=lambda name: (-max(known[name].mean for known in means.values() if name in known), name),
        )
        games = self._samples(kind, names)
        nothing = Mean(0.0, 0.0)
        parts = {side: [known.get(name, nothing) for name in names] for side, known in means.items()}
        found = [bars("uses", f"{_capital(kind)} per game", names, parts, "Average per game", games, lying=True)]
        lines = ["Each figure is the average per game, with its 95% interval."]
        if users := self._users(kind, names):
            found.append(users)
            lines.append(USERS)
        return {
            "lines": lines,
            "charts": found,
            "kinds": [{"id": one, "text": _capital(one)} for one in kinds],
            "kind": kind,
            "legend": self.game.figures.legend().get(kind, ""),
        }

    def _users(self, kind: str, names: Sequence[str]) -> Chart | None:
        """How often those won who did something; nothing where it is not known who did it."""
        known = {side: report.users.get(kind, {}) for side, report in self.reports.items()}
        listed_names = [name for name in names if any(name in found for found in known.values())]
        if not listed_names:
            return None
        parts = {side: [found.get(name) for name in listed_names] for side, found in known.items()}
        report = self.first
        fair = report.team_wins.share if report.team_wins is not None else 1 / report.seats
        seats = {
            f"Players{f' ({side.upper()})' * (len(known) > 1)}": [
                str(found[name].games) if name in found else "0" for name in listed_names
            ]
            for side, found in known.items()
        }
        title = "How often these players won"
        return bars("users", title, listed_names, parts, "Share that won", lying=True, fair=fair, more=seats)

    def _endings(self) -> Data:
        names = list(dict.fromkeys(name for report in self.reports.values() for name in report.endings))
        nothing = {side: Share(0, report.games, 0.0, 0.0, 0.0) for side, report in self.reports.items()}
        parts = {side: [report.endings.get(n, nothing[side]) for n in names] for side, report in self.reports.items()}
        labels = [self._ending(name) for name in names]
        games = self._samples("endings", names)
        chart = bars("endings", "How games end", labels, parts, "Share of games", games, lying=True)
        lines = self._each(lambda report: self._ended(report))
        if any(report.unfinished for report in self.reports.values()):
            lines += self._each(
                lambda one: f"Stopped for running too long: {count(one.unfinished, 'game')}." * bool(one.unfinished)
            )
        return {"lines": lines, "charts": [chart]}

    def _ending(self, name: str) -> str:
        return rulebook.ending(name, self.titles)

    def _ended(self, report: Report) -> str:
        """The most frequent ending, and the most frequent cause of a loss where all lose as one."""
        found = sorted(report.endings.items(), key=lambda one: -one[1].share)
        if not found:
            return "No game was finished."
        said = f"The most common ending, in {per_cent(found[0][1].share)} of the games: {self._ending(found[0][0])}."
        lost = [one for one in found if one[0].startswith("lost")]
        if lost and lost[0] is not found[0]:
            said += f" The most common cause of a loss, in {per_cent(lost[0][1].share)}: {self._ending(lost[0][0])}."
        return said

    def _rules(self) -> Data:
        rules = self._rules_shown()
        nothing = Mean(0.0, 0.0)
        uses = {side: [report.rule_uses.get(rule, nothing) for rule in rules] for side, report in self.reports.items()}
        order = sorted(range(len(rules)), key=lambda n: (-max(known[n].mean for known in uses.values()), rules[n]))
        labels = [f"{self.titles.get(rules[n], rules[n])} ({rules[n]})" for n in order]
        parts = {side: [known[n] for n in order] for side, known in uses.items()}
        shares = {
            f"Share of games{f' ({side.upper()})' * (len(uses) > 1)}": [
                per_cent(report.coverage[rules[n]].share) if rules[n] in report.coverage else "-" for n in order
            ]
            for side, report in self.reports.items()
        }
        games = self._samples("rules", [rules[n] for n in order])
        title = "Rules by how often they are used"
        chart = bars("rules", title, labels, parts, "Average times per game", games, lying=True, more=shares)
        letters = len(self.reports) > 1
        lines = [f"{side.upper()}: " * letters + self._unused(side, one) for side, one in self.reports.items()]
        return {"lines": [*lines, SILENT], "charts": [chart]}

    def _rules_shown(self) -> list[str]:
        """The rules by which something can happen, and whatever else was at work."""
        can = {rule for plan in self.plans.values() for rule in rules_that_happen(plan.game)}
        known = dict.fromkeys(rule for report in self.reports.values() for rule in report.coverage)
        return [rule for rule in known if rule in can or any(rule in one.rule_uses for one in self.reports.values())]

    def _unused(self, side: str, report: Report) -> str:
        """Rules by which something could have happened and never did; of the others no game can tell."""
        can = [rule for rule in rules_that_happen(self.plans[side].game) if rule in report.coverage]
        unused = [rule for rule in can if rule in report.unused]
        said = f"{len(can) - len(unused)} of {len(can)} rules that make something happen were used at least once."
        named = [self.titles.get(rule, rule) for rule in unused[:MOST_UNUSED]]
        more = [f"{len(unused) - MOST_UNUSED} more"] * (len(unused) > MOST_UNUSED)
        return said + (f" Never used in these games: {listed([*named, *more])}." if unused else "")

    def _difference(self) -> Data:
        found = self.comparison
        assert found is not None
        sentences = Beside(found, self.titles, self.game.pace.round_word, self.most)
        told = [one for one in found.differences if one.section != "rules"]
        shares = _foremost([one for one in told if one.section in SECTIONS_OF_SHARES])
        numbers = _foremost([one for one in told if one.section not in SECTIONS_OF_SHARES and _is_told_apart(one)])
        length = [one for one in told if (one.section, one.name) == ("length", "turns") and one.old.mean]
        numbers = [*length, *(one for one in numbers if one not in length)]  # whatever else differs, it is asked for
        drawn = []
        if shares:
            axis, names = "Percentage points, from A to B", [*map(self._figure, shares)]
            drawn.append(changes("shares", "Shares of games", names, shares, axis, 100, self.most))
        if numbers:
            relative = [_relative(one) for one in numbers]
            names = [*map(self._figure, numbers)]
            drawn.append(changes("numbers", "Numbers per game", names, relative, "Percent of A", 100, self.most))
            for row, one in zip(drawn[-1]["rows"], numbers, strict=True):
                row["cells"][1:] = change_cells(one, self.most)
        clear = sentences.clear()
        return {
            "clear": [*clear[:MOST_CLEAR], *sentences.rules()],
            "more_clear": clear[MOST_CLEAR:],
            "lines": sentences.rest(),
            "charts": drawn,
        }

    def _figure(self, one: Difference) -> str:
        """What a figure is called."""
        if one.section == "endings":
            return f"Ending: {self._ending(one.name)}"
        if (one.section, one.name) == ("length", "turns"):
            return self._turns()
        if one.section == "rules":
            return f"Rule: {self.titles.get(one.name, one.name)}"
        return _capital(FIGURES.get((one.section, one.name), f"{one.section}: {one.name}"))


# -- sentences ---------------------------------------------------------------------------------------------------------

FIGURES = {
    ("team", "wins"): "team wins",
    **{("wins", name): "the first player's wins" for name in FIRST_PLAYER},
    ("length", "decisions"): "decisions per game",
    ("length", "lead changes"): "lead changes",
    ("leads", "comebacks"): "comebacks",
    ("decisions", "choices"): "choices per decision",
}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _kinds(report: Report) -> list[str]:
    """What the game counts, that first of which it is known who did it."""
    kinds = [kind for kind in report.figures if kind not in KINDS_OF_EVERY_GAME and kind not in SECTIONS_OF_WINS]
    return sorted(kinds, key=lambda kind: (kind not in report.users, -len(report.figures[kind])))


def _wins_said(report: Report) -> str:
    if report.team_wins is not None:
        return f"The team won {share_said(report.team_wins)} of the games."
    parts = [f"seat {seat + 1} won {share_said(part)}" for seat, part in enumerate(report.seat_wins)]
    said = f"{_capital(listed(parts))}."
    fair = 1 / report.seats
    uneven = [f"seat {n + 1}" for n, part in enumerate(report.seat_wins) if not part.low <= fair <= part.high]
    if uneven:
        return f"{said} According to these intervals, that isn't a fair share for {listed(uneven)}."
    return said


def _first_wins(report: Report) -> Share | None:
    """How often whoever begins wins; None where a game does not count that, or all win as one."""
    known = report.parts().get("wins", {})
    return next((known[name] for name in FIRST_PLAYER if name in known and report.team_wins is None), None)


def _first_said(report: Report) -> str:
    part = _first_wins(report)
    if part is None:
        return ""
    uneven = not part.low <= 1 / report.seats <= part.high
    more = "more" if part.share > 1 / report.seats else "less"
    by_interval = f": {more} than a fair share, according to this interval"
    return f"Across all seats, the first player won {share_said(part)}{by_interval * uneven}."


def _results_said(report: Report) -> str:
    parts = [f"{name} in {share_said(part)}" for name, part in report.results.items()]
    return f"Games without a single winner: {listed(parts)}." if parts else ""


def _length_said(report: Report, word: str) -> str:
    turns, decisions = report.turns, report.decisions
    within = per_cent(report.histograms["turns"].bar(turns.low, turns.high).share.share)
    usual = f"Half of the games take {turns.median:g} or fewer, and {within} take {turns.low} to {turns.high}"
    if turns.low == turns.high:
        usual = f"{within} of the games take {turns.low}"
    said = f"A game takes {turns.mean:.1f} {word}s on average. {usual}. A game has {decisions.mean:.0f} decisions."
    for result, length in report.team_turns.items():
        said += f" Games that are {result} take {length.mean:.1f}."
    return said


def _leads_said(report: Report) -> str:
    if report.team_wins is not None or report.comebacks is None:
        return ""
    made_up = f" On average, the winner was {report.made_up.mean:.1f} behind at worst." if report.made_up else ""
    return (
        f"The lead changes {report.lead_changes.mean:.1f} times per game. In {share_said(report.comebacks)} "
        f"of the games, someone other than the sole leader at half-time won.{made_up}"
    )


def _decisions_said(report: Report) -> str:
    choices = report.choices
    return (
        f"A decision has {choices.mean:.1f} legal moves on average. Half of the decisions have at most "
        f"{choices.median:g}. "
        f"{per_cent(report.forced.share)} of the decisions leave only one move. In "
        f"{per_cent(report.forced_turns.share)} of the turns, nobody has a choice."
    )


def _foremost(found: Sequence[Difference]) -> list[Difference]:
    """The clearest, in the order of the report."""
    first = [one for one in found if one.section in SECTIONS_OF_WINS]
    rest = sorted((one for one in found if one not in first), key=clarity, reverse=True)
    kept = {id(one) for one in [*first, *rest][:MOST_CHANGES]}
    return [one for one in found if id(one) in kept]


def _is_told_apart(one: Difference) -> bool:
    """Whether a number comes up often enough to be drawn beside others as a part of itself."""
    return (one.high - one.low) / 2 < abs(one.old.mean)


def _relative(one: Difference) -> Difference:
    """The same difference as a part of what A has."""
    from dataclasses import replace

    base = abs(one.old.mean)
    return replace(one, change=one.change / base, low=one.low / base, high=one.high / base)

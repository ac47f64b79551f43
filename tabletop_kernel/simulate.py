"""Many games: who wins, how long it takes, what is decided, and which rules were used.

The same seed gives the same report for any number of workers: every game has a seed of its own, and the results
are added up in the order of the games.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import sqrt
from typing import Any

from tabletop_kernel.bots import Bot, forward, make_bot
from tabletop_kernel.chance import Chance, derive
from tabletop_kernel.errors import SetupError, clip
from tabletop_kernel.events import Emit
from tabletop_kernel.game import WON, Config, Figure, Game, Outcome

MOVE_LIMIT = 20_000  # a game that takes longer is given up and counted as unfinished
CHUNK = 20  # games that a worker plays before it reports
LONG_RUN = 100  # games from which a progress bar is worth its line
LONG_LIST = 16  # figures of one kind that are still printed; a file has them all
Z95 = 1.959964  # how many standard errors a 95 % interval reaches to either side

Record = dict[Figure, float]  # what one game adds to each figure; one that is missing adds 0


@dataclass(frozen=True, slots=True)
class Share:
    """A share of games with its 95 % interval (Wilson)."""

    count: float
    games: int
    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:6.1%}  [{self.low:.1%}, {self.high:.1%}]"


def share(count: float, games: int) -> Share:
    if not games:
        return Share(0, 0, 0.0, 0.0, 1.0)
    z, p = Z95, count / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    reach = z * sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return Share(count, games, p, max(0.0, middle - reach), min(1.0, middle + reach))


@dataclass(frozen=True, slots=True)
class Spread:
    """A number over all games: mean, and what lies at the 10th, 50th and 90th percentile."""

    mean: float
    low: int
    median: int
    high: int
    least: int
    most: int

    def __str__(self) -> str:
        return f"mean {self.mean:.1f}, median {self.median} (10-90 %: {self.low}-{self.high}; {self.least}-{self.most})"


def spread(values: Sequence[int]) -> Spread:
    if not values:
        return Spread(0.0, 0, 0, 0, 0, 0)
    ordered = sorted(values)

    def at(part: float) -> int:
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))]

    return Spread(sum(ordered) / len(ordered), at(0.1), at(0.5), at(0.9), ordered[0], ordered[-1])


@dataclass(frozen=True, slots=True)
class Mean:
    """A number that each game has, on average, with half of its 95 % interval."""

    mean: float
    reach: float

    def __str__(self) -> str:
        return f"{self.mean:8.2f}  ± {self.reach:.2f}"


def mean(values: Iterable[float], games: int) -> Mean:
    """Of so many games; those without a value have 0."""
    found = list(values)
    if not games:
        return Mean(0.0, 0.0)
    middle = sum(found) / games
    squares = sum((value - middle) ** 2 for value in found) + (games - len(found)) * middle**2
    return Mean(middle, Z95 * sqrt(squares / max(1, games - 1) / games))


@dataclass(frozen=True, slots=True)
class Report:
    """What came out of a simulation."""

    game: str
    games: int
    seats: int
    bots: list[str]
    seed: int
    rulings: dict[str, str]
    options: dict[str, str]
    unfinished: int
    seat_wins: list[Share]
    bot_wins: dict[str, Share]
    turns: Spread
    decisions: Spread
    forced: Share  # decisions with one legal move only
    lead_changes: Spread
    endings: dict[str, Share]  # the rule that ended the game; together, with what it came to
    coverage: dict[str, Share]  # rule -> games in which an event cited it
    figures: dict[str, dict[str, Mean]] = field(default_factory=dict)  # what the game itself counts, by kind and name
    records: list[Record] = field(default_factory=list, repr=False)  # game by game, for comparing
    pack: str = "house"
    digest: str = ""  # of the pack
    team_wins: Share | None = None  # of all seats together; None if each plays for themselves
    team_turns: dict[str, Spread] = field(default_factory=dict)  # how long it took, by what it came to
    results: dict[str, Share] = field(default_factory=dict)  # what else than one winner games came to

    @property
    def unused(self) -> list[str]:
        """The rules that no event cited in any game."""
        return [rule for rule, fired in self.coverage.items() if not fired.count]

    def plain(self) -> dict[str, Any]:
        """The figures as plain data, without the single games."""
        data = asdict(replace(self, records=[]))
        del data["records"]
        return data

    def to_json(self) -> str:
        import json

        return json.dumps(self.plain(), indent=1)

    def to_csv(self) -> str:
        """One row for each figure: section, name, value, low, high."""
        import csv
        import io

        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["section", "name", "value", "low", "high"])
        writer.writerow(["run", "games", self.games, "", ""])
        writer.writerow(["run", f"pack {self.pack} {self.digest}", "", "", ""])
        writer.writerow(["run", "unfinished", self.unfinished, "", ""])
        for section, shares in self._shares():
            for name, part in shares.items():
                writer.writerow([section, name, round(part.share, 6), round(part.low, 6), round(part.high, 6)])
        for name, length in self._lengths().items():
            writer.writerow(["length", name, round(length.mean, 6), length.low, length.high])
        for section, means in self.figures.items():
            for name, one in means.items():
                low, high = one.mean - one.reach, one.mean + one.reach
                writer.writerow([section, name, round(one.mean, 6), round(low, 6), round(high, 6)])
        return out.getvalue()

    def _shares(self) -> list[tuple[str, dict[str, Share]]]:
        return [*self._won(), ("decisions", {"forced": self.forced}), ("coverage", self.coverage)]

    def _won(self) -> list[tuple[str, dict[str, Share]]]:
        """Who wins and how games end; a team wins as one."""
        if self.team_wins is not None:
            return [("team", {"wins": self.team_wins}), ("endings", self.endings)]
        seats = {f"seat {seat + 1}": part for seat, part in enumerate(self.seat_wins)}
        results = [("results", self.results)] if self.results else []
        return [("wins by seat", seats), ("wins by bot", self.bot_wins), *results, ("endings", self.endings)]

    def _lengths(self) -> dict[str, Spread]:
        lengths = {"turns": self.turns, "decisions": self.decisions}
        if self.team_wins is None:
            return {**lengths, "lead changes": self.lead_changes}
        return lengths | {f"turns, {result}": length for result, length in self.team_turns.items()}

    def __str__(self) -> str:
        lines = [f"{self.game}: {self.games} games, {self.seats} seats, {', '.join(self.bots)}, seed {self.seed}"]
        if self.pack != "house":
            lines.append(f"  with the pack {self.pack} ({self.digest})")
        if self.rulings or self.options:
            lines.append("  " + ", ".join(f"{k}={v}" for k, v in (self.rulings | self.options).items()))
        for section, shares in self._won():
            lines.append(section)
            lines += [f"  {name:24} {part}" for name, part in shares.items()]
        lines += [f"{name:13} {length}" for name, length in self._lengths().items()]
        lines.append(f"{'forced':13} {self.forced}")
        for section, means in self.figures.items():
            if len(means) <= LONG_LIST:
                lines.append(f"{section}, a game")
                lines += [f"  {name:24} {part}" for name, part in means.items()]
        if self.unfinished:
            lines.append(f"unfinished    {self.unfinished} games took more than {MOVE_LIMIT:,} moves")
        if self.coverage:
            used = len(self.coverage) - len(self.unused)
            lines.append(f"rules used    {used} of {len(self.coverage)}; not: {', '.join(self.unused) or 'none'}")
        return "\n".join(lines)


@dataclass(slots=True)
class Totals:
    """What one game, or a chunk of games, adds to the report."""

    seat_wins: dict[int, float]
    bot_wins: dict[str, float]
    endings: Counter[str]
    fired: Counter[str]
    turns: list[int]
    decisions: list[int]
    lead_changes: list[int]
    records: list[Record]
    results: Counter[str]
    team_turns: dict[str, list[int]]
    forced: int = 0
    unfinished: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything a worker needs to know. It goes there as a copy of the game, so a changed pack changes nothing."""

    game: Game[Any]
    config: Config
    bots: list[str]
    seed: int
    coverage: bool


def simulate(
    game: Game[Any],
    games: int = 1000,
    seats: int | None = None,
    bots: Sequence[str] = ("greedy",),
    seed: int = 1,
    workers: int = 1,
    rulings: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    coverage: bool = True,
    progress: bool | None = None,
) -> Report:
    """Play many games between bots, who change seats from game to game; `coverage=False` leaves the events out.

    Several workers are processes of their own. In a script keep the call under `if __name__ == "__main__":`, because on
    some systems each of them reads the script once more.
    """
    config = game.configure(seats, rulings, options)
    if type(games) is not int or games < 1 or type(workers) is not int or workers < 1:
        raise SetupError(f"games and workers are whole numbers from 1, not {clip(games)} and {clip(workers)}.")
    if isinstance(bots, str) or not bots or len(bots) > config.seats:
        raise SetupError(f"bots is a list of 1 to {config.seats} names, not {clip(bots)}.")
    names = [bots[seat % len(bots)] for seat in range(config.seats)]
    for seat, name in enumerate(names):
        make_bot(name, game, config, seat, 0)  # a wrong name is told now, not by a worker
    plan = Plan(game, config, names, seed, coverage)
    chunks = [range(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    total = _empty()
    for tally in _with_progress(_run(plan, chunks, workers), len(chunks), games, progress):
        _add(total, tally)
    return _report(plan, games, total)


def _run(plan: Plan, chunks: list[range], workers: int) -> Iterator[Totals]:
    if workers == 1 or len(chunks) == 1:
        for chunk in chunks:
            yield play_chunk(plan, chunk)
        return
    from concurrent.futures import ProcessPoolExecutor

    _check_handing_over(plan)
    with ProcessPoolExecutor(min(workers, len(chunks)), initializer=_hire, initargs=(plan,)) as pool:
        yield from pool.map(_work, chunks)


def _check_handing_over(plan: Plan) -> None:
    """A forked worker has the plan already; elsewhere it is sent, and a game of somebody else may not allow that."""
    import multiprocessing
    import pickle

    if multiprocessing.get_start_method() == "fork":
        return
    try:
        pickle.dumps(plan)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        why = f"{plan.game.title} cannot be handed to other processes on this system"
        raise SetupError(f"{why}: {error}. One worker plays it all the same.") from error


_hired: list[Plan] = []  # the plan of this worker process


def _hire(plan: Plan) -> None:
    _hired[:] = [plan]


def _work(chunk: range) -> Totals:
    return play_chunk(_hired[0], chunk)


def _with_progress(parts: Iterator[Totals], chunks: int, games: int, wanted: bool | None) -> Iterator[Totals]:
    """The parts, with a bar on a terminal for a run that takes its time."""
    if wanted is None:
        import sys

        wanted = games >= LONG_RUN and sys.stderr.isatty()
    if not wanted:
        return parts
    from tqdm import tqdm

    bar: Iterator[Totals] = tqdm(parts, total=chunks, unit_scale=CHUNK, unit="games", leave=False)
    return bar


def _empty() -> Totals:
    return Totals(
        defaultdict(float), defaultdict(float), Counter(), Counter(), [], [], [], [], Counter(), defaultdict(list)
    )


def _add(total: Totals, part: Totals) -> None:
    for seat, wins in part.seat_wins.items():
        total.seat_wins[seat] += wins
    for name, wins in part.bot_wins.items():
        total.bot_wins[name] += wins
    for result, turns in part.team_turns.items():
        total.team_turns[result] += turns
    for name in SUMMED:
        setattr(total, name, getattr(total, name) + getattr(part, name))


SUMMED = ("endings", "fired", "turns", "decisions", "lead_changes", "records", "results", "forced", "unfinished")


def play_chunk(plan: Plan, numbers: range) -> Totals:
    """Play the games of these numbers."""
    tally = _empty()
    for number in numbers:
        _play(plan, number, tally)
    return tally


def _play(plan: Plan, number: int, tally: Totals) -> None:
    """One game. The bots sit one seat further on than in the game before."""
    game, config = plan.game, plan.config
    seed = derive(plan.seed, "game", number)
    names = [plan.bots[(seat + number) % config.seats] for seat in range(config.seats)]
    bots = [make_bot(name, game, config, seat, seed) for seat, name in enumerate(names)]
    fired: set[str] = set()
    record: Record = {}
    emit = _noting(game, fired, record) if plan.coverage else None
    state = game.setup(config, Chance(derive(seed, "table")), emit)
    decisions, forced, changes = _play_out(game, state, bots, emit)
    outcome = game.outcome(state)
    record.update(game.figures(state) if outcome else {})
    record |= {("length", "turns"): game.turns(state), ("length", "decisions"): decisions}
    record |= {("length", "lead changes"): changes, **{("rules", rule): 1.0 for rule in fired}}
    tally.records.append(record)
    tally.turns.append(game.turns(state))
    tally.decisions.append(decisions)
    tally.lead_changes.append(changes)
    tally.forced += forced
    tally.fired.update(fired)
    if outcome is None:
        tally.unfinished += 1
        return
    if game.together(config):
        _count_team(outcome, game.turns(state), names, record, tally)
    else:
        _count_seats(outcome, game.worth(config, outcome), names, record, tally)


def _count_team(outcome: Outcome, turns: int, bots: Sequence[str], record: Record, tally: Totals) -> None:
    """A game that all have won or lost: every seat with the team, and so does every bot that took part."""
    result = outcome.results[0]
    won = float(result == WON)
    ending = f"{result} by {outcome.rule}"
    tally.endings[ending] += 1
    tally.team_turns[result].append(turns)
    record |= {("endings", ending): 1.0, ("team", "wins"): won}
    for seat in range(len(bots)):
        tally.seat_wins[seat] += won
    for name in set(bots):
        tally.bot_wins[name] += won


def _count_seats(outcome: Outcome, worth: Sequence[float], bots: Sequence[str], record: Record, tally: Totals) -> None:
    """A game of each against each: a shared victory is shared here too, and so is a draw."""
    tally.endings[outcome.rule] += 1
    record["endings", outcome.rule] = 1.0
    for seat, part in enumerate(worth):
        record["wins by seat", f"seat {seat + 1}"] = part
        tally.seat_wins[seat] += part
        tally.bot_wins[bots[seat]] += part
    if len(outcome.winners) != 1:
        result = "shared victory" if outcome.winners else outcome.results[0]
        record["results", result] = 1.0
        tally.results[result] += 1


def _noting(game: Game[Any], fired: set[str], record: Record) -> Emit:
    """An emit that only remembers which rules were cited, and what the game wants counted."""
    add, count = fired.add, game.count

    def emit(kind: str, rule: str, audience: int, /, **data: Any) -> None:
        add(rule)
        counted = count(kind, rule, data)
        if counted is not None:
            figure, number = counted
            record[figure] = record.get(figure, 0.0) + number

    return emit


def _play_out(game: Game[Any], state: Any, bots: Sequence[Bot], emit: Emit | None) -> tuple[int, int, int]:
    """Play to the end: how many decisions, how many of them forced, and how often the lead changed."""
    decisions = forced = changes = 0
    leader = -1
    while decisions < MOVE_LIMIT:
        if not game.asked(state):
            break
        seat = game.next_up(state)
        moves = game.moves(state, seat)
        choices = forward(moves) if game.takes_back else moves
        decisions += 1
        if len(choices) == 1:
            forced += 1
            move = choices[0]
        else:
            bot = bots[seat]
            move = bot.choose(game.view(state, seat) if bot.needs_view else {}, choices)
        game.apply(state, seat, move, emit)
        ahead = _leader(game.standing(state))
        if ahead >= 0 and ahead != leader:
            changes += leader >= 0
            leader = ahead
    return decisions, forced, changes


def _leader(standing: Sequence[float]) -> int:
    """The seat that is alone in front, or -1."""
    if not standing:
        return -1
    most = max(standing)
    return standing.index(most) if standing.count(most) == 1 else -1


def play_random(game: Game[Any], state: Any, random: Callable[[], float]) -> int:
    """The quickest way to the end of a game: random moves, nothing told, nothing counted but the moves."""
    asked, moves, apply, picky = game.asked, game.moves, game.apply, game.takes_back
    count = 0
    while seats := asked(state):
        seat = seats[0] if len(seats) == 1 else game.next_up(state)
        options = moves(state, seat)
        if picky:
            options = forward(options)
        apply(state, seat, options[int(random() * len(options))])
        count += 1
    return count


def _report(plan: Plan, games: int, tally: Totals) -> Report:
    config, game = plan.config, plan.game
    rulings, options = game.changed(config)
    finished = games - tally.unfinished
    return Report(
        game=game.name,
        games=games,
        seats=config.seats,
        bots=plan.bots,
        seed=plan.seed,
        rulings=rulings,
        options=options,
        unfinished=tally.unfinished,
        seat_wins=[share(tally.seat_wins[seat], finished) for seat in range(config.seats)],
        bot_wins={name: share(tally.bot_wins[name], finished) for name in dict.fromkeys(plan.bots)},
        turns=spread(tally.turns),
        decisions=spread(tally.decisions),
        forced=share(tally.forced, sum(tally.decisions)),
        lead_changes=spread(tally.lead_changes),
        endings={rule: share(count, finished) for rule, count in sorted(tally.endings.items())},
        coverage={rule: share(tally.fired[rule], games) for rule in game.rulebook} if plan.coverage else {},
        figures=_figures(tally.records),
        records=tally.records,
        pack=game.pack,
        digest=game.digest,
        team_wins=share(tally.seat_wins[0], finished) if game.together(config) else None,
        team_turns={result: spread(turns) for result, turns in sorted(tally.team_turns.items(), reverse=True)},
        results={result: share(count, finished) for result, count in sorted(tally.results.items())},
    )


COMMON = (
    "length",
    "rules",
    "endings",
    "wins by seat",
    "team",
    "results",
)  # kinds of figures that a report has of every game


def is_finished(record: Record) -> bool:
    """Whether the game of a record has ended; one that was given up has a length, and rules that were used in it."""
    return any(section == "endings" for section, _ in record)


def _figures(records: list[Record]) -> dict[str, dict[str, Mean]]:
    """The averages of what the game itself counts, of the games that have ended."""
    records = [record for record in records if is_finished(record)]
    values: dict[str, dict[str, list[float]]] = {}
    for record in records:
        for (section, name), number in record.items():
            if section not in COMMON:
                values.setdefault(section, {}).setdefault(name, []).append(number)
    return {
        section: {name: mean(found, len(records)) for name, found in sorted(names.items())}
        for section, names in sorted(values.items())
    }

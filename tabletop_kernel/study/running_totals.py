"""Add up many games: count each game once, then add the totals of chunks in the order of the games.

The order makes the result the same for one process, several processes or several machines.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar, overload

from tabletop_kernel.contract.game import WON, Outcome
from tabletop_kernel.contract.report_figures import Figure
from tabletop_kernel.study.statistics import Histogram, Mean, Sums

K = TypeVar("K")
Record = dict[Figure, float]  # one game's numbers; a missing figure is 0, or unknown if in OF_SOME_GAMES

MOST_RECORDS = 5_000  # games that a report keeps one by one; it keeps only sums of the rest
OF_ANY_GAME = ("length", "decisions", "rules")  # kinds of figures that count even for games that were given up
OF_SOME_GAMES = ("wins", "end")  # kinds that are averaged over only the games that have them


@dataclass(slots=True)
class Course:
    """One game's course, decision by decision."""

    decisions: int = 0
    forced: int = 0  # decisions with only one legal move
    choices: dict[int, int] = field(default_factory=dict)  # number of legal moves -> decisions with that number
    turns: int = 0  # turns with a decision
    forced_turns: int = 0  # turns in which nobody had a choice
    lead_changes: int = 0
    leaders: list[tuple[int, int]] = field(default_factory=list)  # (decision, seat that leads from then on); -1: none
    behind: list[float] = field(default_factory=list)  # each seat's largest deficit

    def leader_at(self, decision: int) -> int:
        """Return the seat that led alone at a decision; -1 if several were level, or nobody had led yet."""
        return next((seat for at, seat in reversed(self.leaders) if at <= decision), -1)

    def came_back(self, winners: Sequence[int]) -> bool:
        """Return whether somebody won while somebody else led after half of the decisions."""
        leader = self.leader_at(self.decisions // 2)
        return bool(winners) and leader >= 0 and leader not in winners

    def made_up(self, winners: Sequence[int]) -> float:
        """Return the largest deficit that the winner had; of several winners, the smallest of theirs."""
        return min((self.behind[seat] for seat in winners), default=0.0) if self.behind else 0.0


@dataclass(slots=True)
class Single:
    """One game of many, with all that is needed to count it, to write it down and to play it again."""

    number: int
    seed: int
    bots: list[str]  # by seat
    outcome: Outcome | None  # None: given up
    worth: Sequence[float]  # the part of the win for each seat
    together: bool
    first: int | None  # the seat that went first, if the game tells
    turns: int
    course: Course
    record: Record
    uses: dict[str, int]  # rule -> events that cited it
    users: dict[Figure, int]  # the game's own figure -> its seats, as bits

    def plain(self) -> dict[str, object]:
        """Return the game as one line of a file of single games."""
        outcome, course = self.outcome, self.course
        winners = list(outcome.winners) if outcome else []
        figures = {f"{kind}: {name}": number for (kind, name), number in self.record.items() if kind != "rules"}
        return {
            "game": self.number,
            "seed": self.seed,
            "bots": self.bots,
            "finished": outcome is not None,
            "ending": outcome.rule if outcome else "",
            "results": list(outcome.results) if outcome else [],
            "winners": winners,
            "shared": not self.together and len(winners) > 1,
            "first": self.first,
            "scores": [float(score) for score in outcome.scores] if outcome else [],
            "turns": self.turns,
            "decisions": course.decisions,
            "forced": course.forced,
            "lead_changes": course.lead_changes,
            "figures": figures,
            "rules": dict(sorted(self.uses.items())),
        }


class Records(Sequence[Record]):
    """The records of the first games, kept in little memory: numbers of figures, and their values."""

    def __init__(self) -> None:
        self._figures: list[Figure] = []
        self._numbers: dict[Figure, int] = {}
        self._games: list[tuple[array[int], array[float]]] = []

    def append(self, record: Record) -> None:
        """Keep one more record, up to `MOST_RECORDS`."""
        if len(self._games) >= MOST_RECORDS:
            return
        for figure in record:
            if figure not in self._numbers:
                self._numbers[figure] = len(self._figures)
                self._figures.append(figure)
        self._games.append((array("I", map(self._numbers.__getitem__, record)), array("d", record.values())))

    def __len__(self) -> int:
        return len(self._games)

    @overload
    def __getitem__(self, place: int) -> Record: ...

    @overload
    def __getitem__(self, place: slice) -> list[Record]: ...

    def __getitem__(self, place: int | slice) -> Record | list[Record]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        figures, values = self._games[place]
        return {self._figures[number]: value for number, value in zip(figures, values, strict=True)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Records) and len(self) == len(other) and all(map(dict.__eq__, self, other))

    __hash__ = None  # type: ignore[assignment]  # it can change


@dataclass(slots=True)
class SumsOfSome(Sums):
    """The sums of a number that only some games have; the mean is over those games."""

    known: int = 0

    def take(self, number: float, game: int | None = None) -> None:
        """Count the number of a game that has it."""
        Sums.take(self, number, game)
        self.known += 1

    def add(self, other: Sums) -> None:
        """Add the games that come after these."""
        Sums.add(self, other)
        assert isinstance(other, SumsOfSome)
        self.known += other.known

    def mean(self, games: int) -> Mean:
        """Return the mean over the games that have the number, out of any number of games."""
        return Sums.mean(self, self.known)

    def variance(self, games: int) -> float:
        """Return the variance, scaled so that an interval over all games is as wide as over those counted."""
        return Sums.variance(self, self.known) * (games / self.known) if self.known else 0.0


LENGTHS = ("turns", "decisions", "lead changes")


@dataclass(slots=True)
class Totals:
    """The sums of the results of games."""

    games: int = 0
    unfinished: int = 0
    seat_wins: dict[int, float] = field(default_factory=dict)
    bot_wins: dict[str, float] = field(default_factory=dict)
    endings: Counter[str] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    decisions: int = 0
    forced: int = 0
    turns: int = 0
    forced_turns: int = 0
    lengths: dict[str, Histogram] = field(default_factory=lambda: {name: Histogram() for name in LENGTHS})
    team_turns: dict[str, Histogram] = field(default_factory=dict)
    choices: Histogram = field(default_factory=Histogram)
    sums: dict[Figure, Sums] = field(default_factory=dict)
    uses: dict[str, Sums] = field(default_factory=dict)  # rule -> events per game that cited it
    users: dict[Figure, list[float]] = field(default_factory=dict)  # -> [seats that did it, their wins]
    led: int = 0  # games that have a lead
    comebacks: int = 0
    made_up: SumsOfSome = field(default_factory=SumsOfSome)  # in games with a winner

    def take(self, single: Single) -> None:
        """Count one game."""
        course, number = single.course, single.number
        self.games += 1
        self.decisions += course.decisions
        self.forced += course.forced
        self.turns += course.turns
        self.forced_turns += course.forced_turns
        self.led += bool(course.behind)
        self.choices.take_all(course.choices)
        for name, length in zip(LENGTHS, (single.turns, course.decisions, course.lead_changes), strict=True):
            self.lengths[name].take(length, number)
        for rule, times in single.uses.items():
            _sums_of(self.uses, rule).take(times, number)
        finished = single.outcome is not None
        for figure, value in single.record.items():
            if finished or figure[0] in OF_ANY_GAME:
                _sums_of_figure(self.sums, figure).take(value, number)
        if single.outcome is None:
            self.unfinished += 1
        else:
            self._take_outcome(single, single.outcome)

    def _take_outcome(self, single: Single, outcome: Outcome) -> None:
        """Count the winners and the ending of a finished game."""
        for figure, seats in single.users.items():
            seats_and_wins = self.users.setdefault(figure, [0, 0.0])
            seats_and_wins[0] += seats.bit_count()
            seats_and_wins[1] += sum(worth for seat, worth in enumerate(single.worth) if seats >> seat & 1)
        if single.together:
            self._take_team(single, outcome)
            return
        self.endings[outcome.rule] += 1
        for seat, part in enumerate(single.worth):
            _add_to(self.seat_wins, seat, part)
            _add_to(self.bot_wins, single.bots[seat], part)
        if len(outcome.winners) != 1:
            self.results[result_without_winner(outcome)] += 1
        self.comebacks += single.course.came_back(outcome.winners)
        if outcome.winners:
            self.made_up.take(single.course.made_up(outcome.winners), single.number)

    def _take_team(self, single: Single, outcome: Outcome) -> None:
        """Count a game that all win or lose together, once for each seat and for each kind of bot."""
        result = outcome.results[0]
        won = float(result == WON)
        self.endings[team_ending(outcome)] += 1
        self.team_turns.setdefault(result, Histogram()).take(single.turns, single.number)
        for seat in range(len(single.bots)):
            _add_to(self.seat_wins, seat, won)
        for name in dict.fromkeys(single.bots):
            _add_to(self.bot_wins, name, won)

    def add(self, other: Totals) -> None:
        """Add the totals of the games that come after these."""
        for name in ("games", "unfinished", "decisions", "forced", "turns", "forced_turns", "led", "comebacks"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.endings.update(other.endings)
        self.results.update(other.results)
        for seat, won in other.seat_wins.items():
            _add_to(self.seat_wins, seat, won)
        for bot, won in other.bot_wins.items():
            _add_to(self.bot_wins, bot, won)
        for name, lengths in other.lengths.items():
            self.lengths[name].add(lengths)
        for result, turns in other.team_turns.items():
            self.team_turns.setdefault(result, Histogram()).add(turns)
        self.choices.add(other.choices)
        self.made_up.add(other.made_up)
        for figure, sums in other.sums.items():
            _sums_of_figure(self.sums, figure).add(sums)
        for rule, sums in other.uses.items():
            _sums_of(self.uses, rule).add(sums)
        for figure, (seats, worth) in other.users.items():
            seats_and_wins = self.users.setdefault(figure, [0, 0.0])
            seats_and_wins[0] += seats
            seats_and_wins[1] += worth


def _add_to(table: dict[K, float], key: K, number: float) -> None:
    """Add a number to the entry of a table."""
    table[key] = table.get(key, 0.0) + number


def _sums_of(table: dict[K, Sums], key: K) -> Sums:
    """Return the sums of this name; make them the first time."""
    sums = table.get(key)
    if sums is None:
        sums = table[key] = Sums()
    return sums


def _sums_of_figure(table: dict[Figure, Sums], figure: Figure) -> Sums:
    """Return the sums of a figure; make them of the kind that suits the figure."""
    sums = table.get(figure)
    if sums is None:
        sums = table[figure] = SumsOfSome() if figure[0] in OF_SOME_GAMES else Sums()
    return sums


def result_without_winner(outcome: Outcome) -> str:
    """Return the name of a result without a single winner."""
    return "shared victory" if outcome.winners else outcome.results[0]


def team_ending(outcome: Outcome) -> str:
    """Return the name of an ending of a game that all win or lose together."""
    return f"{outcome.results[0]} by {outcome.rule}"


def is_finished(record: Mapping[Figure, float]) -> bool:
    """Return whether the game of a record has ended; without an ending, it was given up."""
    return any(section == "endings" for section, _ in record)


class PairedSums:
    """The sums of one figure over pairs of games with the same luck: both sides, and the difference."""

    __slots__ = ("change", "new", "old", "taken")

    def __init__(self) -> None:
        self.old, self.new, self.change = Sums(), Sums(), Sums()
        self.taken = 0  # pairs that were counted

    def take(self, before: float, after: float) -> None:
        """Count one pair."""
        self.taken += 1
        self.old.take(before)
        self.new.take(after)
        self.change.take(after - before)

    def add(self, other: PairedSums) -> None:
        """Add the pairs that come after these."""
        self.taken += other.taken
        self.old.add(other.old)
        self.new.add(other.new)
        self.change.add(other.change)


@dataclass(slots=True)
class Pairs:
    """The sums over pairs of games, by figure."""

    pairs: int = 0
    finished: int = 0  # pairs in which both games ended
    figures: dict[Figure, PairedSums] = field(default_factory=dict)

    def take(self, old: Record, new: Record) -> None:
        """Count one pair; skip a figure that a game doesn't have, or that it was given up too early to know."""
        finished = is_finished(old) and is_finished(new)
        self.pairs += 1
        self.finished += finished
        for figure in dict.fromkeys([*old, *new]):
            if figure[0] in OF_SOME_GAMES and not (figure in old and figure in new):
                continue
            paired = self._paired(figure)  # made even if nothing is added, so that every figure has a row
            if finished or figure[0] in OF_ANY_GAME:
                paired.take(old.get(figure, 0.0), new.get(figure, 0.0))

    def add(self, other: Pairs) -> None:
        """Add the pairs that come after these."""
        self.pairs += other.pairs
        self.finished += other.finished
        for figure, theirs in other.figures.items():
            self._paired(figure).add(theirs)

    def count(self, figure: Figure) -> int:
        """Return the number of pairs that have this figure, even as 0 in both games."""
        if figure[0] in OF_SOME_GAMES:
            return self.figures[figure].taken
        return self.pairs if figure[0] in OF_ANY_GAME else self.finished

    def _paired(self, figure: Figure) -> PairedSums:
        """Return the sums of a figure; make them the first time."""
        sums = self.figures.get(figure)
        if sums is None:
            sums = self.figures[figure] = PairedSums()
        return sums


def pair_records(old: Sequence[Record], new: Sequence[Record]) -> Pairs:
    """Pair two lists of games: the n-th of one with the n-th of the other."""
    pairs = Pairs()
    for before, after in zip(old, new, strict=True):
        pairs.take(before, after)
    return pairs

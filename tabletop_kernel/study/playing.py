"""Play one of many games, or a chunk of them: seat the bots, play to the end, and note the figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tabletop_kernel.contract.chance import Chance, derive
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.game import WON, AnyGame, Config, Outcome, State
from tabletop_kernel.contract.report_figures import Figure
from tabletop_kernel.players.bots import Bot, Maker, forward, let_play, make_bot
from tabletop_kernel.study.running_totals import (
    Course,
    Pairs,
    Record,
    Single,
    Totals,
    result_without_winner,
    team_ending,
)
from tabletop_kernel.table.session import Session

MOVE_LIMIT = 20_000  # longer games are given up and counted as unfinished


@dataclass(frozen=True, slots=True)
class Plan:
    """The way to play one of many games; a worker has its own copy, so a pack changed later changes nothing."""

    game: AnyGame
    config: Config
    bots: list[str]
    seed: int
    coverage: bool
    longest: int | None = None  # decisions before a game is given up; None: MOVE_LIMIT
    own: Mapping[str, Maker] = field(default_factory=dict)  # the makers of your own bots, by name

    def seat_bots(self, names: Sequence[str], seed: int) -> list[Bot]:
        """Make the bots of one game, by seat."""
        own, game, config = self.own, self.game, self.config
        return [make_bot(own.get(name, name), game, config, seat, seed) for seat, name in enumerate(names)]


@dataclass(slots=True)
class Chunk:
    """The results of some games: their sums for each plan, and the single games if they are wanted."""

    totals: list[Totals]
    pairs: Pairs
    singles: list[list[Single]] = field(default_factory=list)
    games: int = 0
    stopped: bool = False  # an interrupt cut it short

    def add(self, other: Chunk) -> None:
        """Add the sums of the games that come after these, without the single games."""
        self.games += other.games
        self.pairs.add(other.pairs)
        for mine, theirs in zip(self.totals, other.totals, strict=True):
            mine.add(theirs)


def play_chunk(plans: Sequence[Plan], numbers: range, keep: bool = True) -> Chunk:
    """Play the games of these numbers by each plan; an interrupt keeps the games that are finished."""
    singles: list[list[Single]] = [[] for _ in plans]
    stopped = False
    try:
        for number in numbers:
            played = [play_single(plan, number) for plan in plans]
            for singles_of_plan, single in zip(singles, played, strict=True):
                singles_of_plan.append(single)
    except KeyboardInterrupt:
        stopped = True
    games = min(map(len, singles))
    chunk = Chunk(
        [Totals() for _ in plans], Pairs(), [singles_of_plan[:games] for singles_of_plan in singles], games, stopped
    )
    for totals, singles_of_plan in zip(chunk.totals, chunk.singles, strict=True):
        for single in singles_of_plan:
            totals.take(single)
    if len(plans) == 2:
        for old, new in zip(*chunk.singles, strict=True):
            chunk.pairs.take(old.record, new.record)
    if not keep:
        chunk.singles = []
    return chunk


def _seed_and_bots(plan: Plan, number: int) -> tuple[int, list[str]]:
    """Return a game's seed and its bots by seat; they move one seat further with each game."""
    seats = plan.config.seats
    return derive(plan.seed, "game", number), [plan.bots[(seat + number) % seats] for seat in range(seats)]


def play_single(plan: Plan, number: int) -> Single:
    """Play one game, by its number."""
    game, config = plan.game, plan.config
    seed, names = _seed_and_bots(plan, number)
    bots = plan.seat_bots(names, seed)
    uses: dict[str, int] = {}
    users: dict[Figure, int] = {}
    record: Record = {}
    emit = _figure_counter(game, uses, record, users) if plan.coverage else None
    state = game.setup(config, Chance(derive(seed, "table")), emit)
    course = _play_out(game, state, bots, emit, plan.longest or MOVE_LIMIT)
    outcome, together, turns = game.outcome(state), game.agreement.is_team_game(config), game.pace.turns(state)
    record.update(game.figures.at_end(state) if outcome else {})
    record |= {("length", "turns"): turns, ("length", "decisions"): course.decisions}
    record |= {("length", "lead changes"): course.lead_changes, **{("rules", rule): 1.0 for rule in uses}}
    if course.decisions:
        options = sum(choices * times for choices, times in course.choices.items())
        record["decisions", "choices"] = options / course.decisions
    worth: Sequence[float] = ()
    if outcome:
        worth = game.agreement.shares(config, outcome)
        record |= _ending(outcome, worth, course, together)
    first = game.figures.first_player(state) if outcome else None
    return Single(
        number=number,
        seed=seed,
        bots=names,
        outcome=outcome,
        worth=worth,
        together=together,
        first=first,
        turns=turns,
        course=course,
        record=record,
        uses=uses,
        users=users,
    )


def _ending(outcome: Outcome, worth: Sequence[float], course: Course, together: bool) -> Record:
    """Return a game's ending as figures; a draw or shared victory counts for each seat in part, a team wins as one."""
    if together:
        return {("endings", team_ending(outcome)): 1.0, ("team", "wins"): float(outcome.results[0] == WON)}
    record: Record = {("endings", outcome.rule): 1.0}
    record |= {("wins by seat", f"seat {seat + 1}"): part for seat, part in enumerate(worth)}
    if len(outcome.winners) != 1:
        record["results", result_without_winner(outcome)] = 1.0
    record["leads", "comebacks"] = float(course.came_back(outcome.winners))
    return record


def _figure_counter(game: AnyGame, uses: dict[str, int], record: Record, users: dict[Figure, int]) -> Emit:
    """Return an emit function that only notes which rules are cited, which figures count, and for which seat."""
    count, follower = game.figures.count, game.figures.follower()

    def note(figure: Figure, number: float, seat: object) -> None:
        record[figure] = record.get(figure, 0.0) + number
        if type(seat) is int and seat >= 0:
            users[figure] = users.get(figure, 0) | 1 << seat

    def emit(kind: str, rule: str, audience: int, /, **data: object) -> None:
        uses[rule] = uses.get(rule, 0) + 1
        counted = count(kind, rule, data)
        if counted is not None:
            note(*counted, data.get("seat"))
        if follower is not None and (followed := follower(kind, rule, data)) is not None:
            note(*followed)

    return emit


def _play_out(game: AnyGame, state: State, bots: Sequence[Bot], emit: Emit | None, longest: int) -> Course:
    """Play to the end; note the choices of each decision and each change of the lead."""
    course = Course()
    decisions_by_choices, turn = course.choices, game.pace.turns(state)
    had_decision = had_choice = False  # this turn
    leader = -1
    before: tuple[float, ...] = ()
    while course.decisions < longest:
        asked = game.asked(state)
        if not asked:
            break
        seat = asked[0] if len(asked) == 1 else game.pace.next_up(state)
        moves = game.moves(state, seat)
        choices = forward(moves) if game.takes_back else moves
        number = len(choices)
        course.decisions += 1
        if not had_decision:
            had_decision = not game.pace.is_opening(state)  # setting up the table isn't a turn
        decisions_by_choices[number] = decisions_by_choices.get(number, 0) + 1
        if number == 1:
            course.forced += 1
            move = choices[0]
        else:
            had_choice = had_choice or had_decision
            bot = bots[seat]
            move = bot.choose(game.view(state, seat) if bot.needs_view else {}, choices)
        game.apply(state, seat, move, emit)
        if game.pace.turns(state) != turn:
            turn = game.pace.turns(state)
            course.turns += had_decision
            course.forced_turns += had_decision and not had_choice
            had_decision = had_choice = False
        standing = tuple(game.figures.standing(state))
        if standing != before and not game.pace.is_opening(state):  # picking first in a draft isn't a lead
            before = standing
            leader = _note_lead(course, standing, leader)
    course.turns += had_decision  # the last one
    course.forced_turns += had_decision and not had_choice
    return course


def _note_lead(course: Course, standing: Sequence[float], leader: int) -> int:
    """Note each seat's deficit and a change of the lead; return the last seat that led alone."""
    most = max(standing)
    deficits = course.behind or [0.0] * len(standing)
    course.behind = [max(deficit, most - points) for deficit, points in zip(deficits, standing, strict=True)]
    ahead = standing.index(most) if standing.count(most) == 1 else -1
    if not course.leaders or course.leaders[-1][1] != ahead:
        course.leaders.append((course.decisions, ahead))
    if ahead < 0 or ahead == leader:
        return leader
    course.lead_changes += leader >= 0
    return ahead


def replay_game(plan: Plan, number: int) -> Session:
    """Play one of many games again with the same bots; return its table with every move and event."""
    game, config = plan.game, plan.config
    seed, names = _seed_and_bots(plan, number)
    bots = plan.seat_bots(names, seed)
    session = Session(game, config.seats, derive(seed, "table"), config.rulings, config.options)
    let_play(session, bots, MOVE_LIMIT)
    return session


def play_random(game: AnyGame, state: State, random: Callable[[], float]) -> int:
    """Play random moves to the end of a game, as fast as possible; return the number of moves."""
    asked, moves, apply, picky = game.asked, game.moves, game.apply, game.takes_back
    count = 0
    while seats := asked(state):
        seat = seats[0] if len(seats) == 1 else game.pace.next_up(state)
        options = moves(state, seat)
        if picky:
            options = forward(options)
        apply(state, seat, options[int(random() * len(options))])
        count += 1
    return count

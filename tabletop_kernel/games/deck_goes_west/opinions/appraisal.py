"""Judgement for bots: a look to the end of the day for the greedy bot, quick guesses and chances for the search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.game import Config, Game, Move, PerConfig, View
from tabletop_kernel.contract.opinions import Opinions
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.jobs import wasted
from tabletop_kernel.games.deck_goes_west.opinions import aims_in_words, imagining, table_worth
from tabletop_kernel.games.deck_goes_west.opinions.guess_caches import NEVER_WORTH, Guesses
from tabletop_kernel.games.deck_goes_west.opinions.quick_guesses import glance
from tabletop_kernel.games.deck_goes_west.opinions.table_from_view import Glimpse
from tabletop_kernel.games.deck_goes_west.state import DayEnd, Key, Rules, State
from tabletop_kernel.games.deck_goes_west.telling import words
from tabletop_kernel.toolkit.quick_judgement import chance_by_lead, pick_plausible, try_out

IMAGINED_TABLES = 2  # imagined tables to see what a move scores at once
MOVES_LOOKED_AT_CLOSELY = (
    5  # moves that get a closer look, on one imagined table: a second one costs as much and hardly helps
)
MOST_MOVES_IMAGINED = 120  # moves until an imagined day is given up
HOPELESS_MARGIN = -2.0  # points by which a hopeless move falls behind: with more, all others would look the same
NOISE = 0.3  # random error of quick judgement, in points
KINDS_LOOKED_AT = ("act", "commit")  # decisions that deserve more than a glance


def _deserves_more(table: State) -> bool:
    """Tell if a decision deserves more than a glance.

    With a wagon none does: a glance sees its whole way West already, and to play the day out gains little but takes
    nine times as long (figures in NOTES.md).
    """
    return table.frames[-1][0] in KINDS_LOOKED_AT and table.wagon is None


def _play_day_out(game: Game[State], state: State, seat: int, rng: Random) -> float:
    """Play the day to its end with quick judgement while the others pass, and return the table's worth.

    Quick judgement makes no errors here, so equal moments end alike. Their ends are cached: many ways lead to the same
    moment, and a bot often imagines the same day again for its next decision.
    """
    today, ends = state.day, state.rules.day_ends
    moments: list[tuple[Key, int]] = []
    end: DayEnd | None = None
    move_count = 0
    while move_count < MOST_MOVES_IMAGINED and state.frames and state.day == today and state.frames[-1][0] != "rest":
        if state.frames[-1][0] == "act":
            moment: Key = (seat, state.everything())
            cached = ends.get(moment)
            if cached is not None and move_count + cached.moves <= MOST_MOVES_IMAGINED:
                end = cached
                break
            moments.append((moment, move_count))
        if not _make_next_move(game, state, seat, rng):
            break
        move_count += 1
    if end is None:
        end = DayEnd(table_worth.worth(state, seat), 0)
    if move_count < MOST_MOVES_IMAGINED:  # otherwise the day was given up
        for moment, before in moments:
            ends.keep(moment, DayEnd(end.worth, move_count - before + end.moves))
    return end.worth


def _make_next_move(game: Game[State], state: State, seat: int, rng: Random) -> bool:
    """Make the next move of an imagined day; return False if this seat has nothing more to do today."""
    deciders = game.deciders(state)
    mover = seat if seat in deciders else deciders[0]
    if state.frames[-1][0] == "act":
        if seat not in deciders and state.passed >> seat & 1:
            return False
        if mover != seat:
            game.apply(state, mover, ("pass",))
            return True
    moves = game.moves(state, mover)
    game.apply(state, mover, moves[0] if len(moves) == 1 else quick_move(state, mover, moves, rng, 0.0))
    return True


def _points_at_once(game: Game[State], state: State, seat: int, move: Move, rng: Random) -> float:
    before = state.points_of(seat)
    game.apply(state, seat, move)
    for _ in range(MOST_MOVES_IMAGINED):
        if not state.frames or state.frames[-1][0] in (*KINDS_LOOKED_AT, "rest"):
            break
        mover = game.deciders(state)[0]
        moves = game.moves(state, mover)
        game.apply(state, mover, moves[0] if len(moves) == 1 else quick_move(state, mover, moves, rng, 0.0))
    return float(state.points_of(seat) - before)


# -- at a glance, from an imagined state -------------------------------------------------------------------------------


def quick_move(state: State, seat: int, moves: Sequence[Move], rng: Random, noise: float = NOISE) -> Move:
    """Return a plausible move, found fast: the best at a glance, with a little noise."""
    return pick_plausible(moves, partial(glance, Guesses(state, seat)), noise, rng)


def _team_chance(state: State) -> float:
    """Return the chance of a team, or of a single player, to reach the end of the score track in time and alive."""
    board = state.rules.board
    missing = board.score_end - state.score[0]
    left = table_worth.days_left(state)
    ahead = sum(table_worth.worth_without_points(state, seat) for seat in state.living_seats()) / state.rules.seats
    pace = board.score_end / board.day_end
    return chance_by_lead(pace * (left + 0.5) + 0.5 * ahead - missing, 2.0 + 0.9 * left)


class DeckOpinions(Opinions[State]):
    """The judgement of bots and the coach: a look to the end of the day, or a glance."""

    game: Game[State]
    usual_bot = "quick"  # without a wagon the greedy bot wins more often, but it plays every day to its end
    iterations = 60
    in_vain = words.VAIN_EVENTS
    quick = staticmethod(quick_move)

    def __init__(self, game: Game[State], rules_for: PerConfig[Rules]) -> None:
        super().__init__(game)
        self.rules_for = rules_for

    def glimpse(self, config: Config, view: View, chance: Chance) -> State:
        return Glimpse(self.rules_for(config), view, chance)

    def appraise(self, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
        """Estimate what each move adds to the table's worth by the end of the day; most moves get only a glance."""
        seat = int(view["seat"])
        table = self.glimpse(config, view, Chance(1))
        guesses = Guesses(table, seat)
        glances = [glance(guesses, move) for move in moves]
        if not _deserves_more(table):
            return glances
        close_indexes = sorted(range(len(moves)), key=lambda at: -glances[at])[:MOVES_LOOKED_AT_CLOSELY]
        close_indexes = [at for at in close_indexes if glances[at] > NEVER_WORTH / 2]
        if len(close_indexes) < 2:
            return glances
        chosen, play_on = [moves[at] for at in close_indexes], partial(_play_day_out, self.game)
        close_worths = try_out(self.game, config, view, chosen, play_on, table_worth.worth, worlds=1, hopeless=0.0)
        worst = min(close_worths) - 1.0
        worths = [worst + max(HOPELESS_MARGIN, min(0.0, worth)) for worth in glances]
        for at, worth in zip(close_indexes, close_worths, strict=True):
            worths[at] = worth + 0.02 * glances[at]
        return worths

    def at_once(self, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
        """Return the points that each move scores until the next action, the least on a few imagined tables."""
        seat, rng = int(view["seat"]), Random(1)
        tables = [self.game.imagine(config, view, Chance(world + 1)) for world in range(IMAGINED_TABLES)]
        return [min(_points_at_once(self.game, table.clone(), seat, move, rng) for table in tables) for move in moves]

    def prospects(self, state: State) -> list[float]:
        """Return each seat's chance to win: by its lead in versus, else by missing points and days left."""
        if state.result is not None:
            return list(self.game.agreement.shares(state.rules.config, state.result))
        seats = range(state.rules.seats)
        if state.rules.mode != "versus":
            return [_team_chance(state)] * len(seats)
        standing = [-99.0 if state.dead >> seat & 1 else table_worth.worth(state, seat) for seat in seats]
        spread = 3.0 + 0.7 * table_worth.days_left(state)
        chances = []
        for seat in seats:
            best = max(value for other, value in enumerate(standing) if other != seat)
            chances.append(chance_by_lead(standing[seat] - best, spread))
        total = sum(chances) or 1.0
        return [chance / total for chance in chances]

    def is_out(self, state: State, seat: int) -> bool:
        return bool(state.dead >> seat & 1)

    def aims(self, config: Config, view: View, seat: int, move: Move) -> str:
        return aims_in_words.aim_text(self.rules_for(config), view, seat, move)

    def why_wasteful(self, config: Config, view: View, seat: int, move: Move) -> Verdict | None:
        return wasted.why_wasted(imagining.imagine(self.rules_for(config), view, Chance(1)), seat, move)

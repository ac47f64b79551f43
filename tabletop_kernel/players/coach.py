"""The coach, who answers “What is good here?” and “Why did they do that?” in small portions, so that nobody waits.

Every answer uses only what the asker's seat can see: worlds are imagined from that view, and even their luck is derived
from it. The game says what a move aims for (`Opinions.aims`), and `coach_sentences` words it. An estimate beside it
compares the move with others in imagined games. A trial is not played to the end but guessed after a turn or two, so
the figures compare moves and are not chances to win.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from tabletop_kernel.contract.chance import Chance, derive
from tabletop_kernel.contract.coach_sentences import to_reader
from tabletop_kernel.contract.events import Event, recorder, sees
from tabletop_kernel.contract.game import LOST, WON, AnyGame, Config, Move, State, View
from tabletop_kernel.players.bots import FIRST_SIGHT_WEIGHT, STARTING_MOVES, Imagination, Node, Search, forward
from tabletop_kernel.players.tried_moves import Ending, Tryouts

MOST_MOVES_NAMED = 3  # moves in an answer
TRIALS = 1200  # trials for a question about your own move
WORLDS_PER_ANSWER = 80  # worlds for a question about another player's move
LEAST_TRIALS_TO_NAME = 6  # trials of a move before it can be named third
LEAST_TRIALS_TO_COMPARE = 20  # trials of a move before it is compared with others
TRIALS_PER_STARTING_MOVE = 10  # trials per starting move: a game with few iterations looks at few moves
EVEN, A_LITTLE, CLEARLY = 0, 1, 2  # how much better a move is than another; negative: worse
LEAST_LEAD = {A_LITTLE: 0.03, CLEARLY: 0.1}  # of an imagined win: smaller differences don't count,
LEAST_STANDARD_ERRORS = {A_LITTLE: 1.0, CLEARLY: 2.0}  # nor do those below this many standard errors
ADDRESSES_MOVER = re.compile(r"\byour?\b", re.IGNORECASE)  # words that address the mover, not the asker


class Advice(NamedTuple):
    """One move, with what it aims for and how it compares.

    `wins` is an estimate, useful only next to another one: how many of 100 imagined games it won, as far as a guess
    after a turn or two can tell. `better` compares with the first move named (the first compares with the second), from
    -CLEARLY to CLEARLY; None if one of the two had too few trials.
    """

    move: Move
    wins: int | None  # None: there was no choice, so nothing was imagined
    aim: str
    better: int | None = None
    ending: Ending | None = None


def compare_moves(one: Node, other: Node) -> int | None:
    """Return how much better one move did than another, or None if either had too few trials."""
    if min(one.visits, other.visits) < LEAST_TRIALS_TO_COMPARE:
        return None
    lead = _mean(one) - _mean(other)
    error = sqrt(_spread(one) / one.visits + _spread(other) / other.visits)
    level = max(
        (level for level in LEAST_LEAD if abs(lead) >= max(LEAST_LEAD[level], LEAST_STANDARD_ERRORS[level] * error)),
        default=EVEN,
    )
    return level if lead > 0 else -level


def _mean(node: Node) -> float:
    return node.value / node.visits


def _spread(node: Node) -> float:
    """Return the variance of a move's trials."""
    return max(0.0, node.squares / node.visits - _mean(node) ** 2)


def _luck_from_view(view: View, *names: str | int) -> Random:
    """Return a random generator that is the same for everyone with the same view."""
    return Random(derive(0, "coach", repr(view), *names))


class Advisor:
    """The answer to “What is good here?” for the seat that decides. Moves without effect never appear beside others."""

    trials = TRIALS

    def __init__(self, game: AnyGame, config: Config, view: View, moves: Sequence[Move]) -> None:
        self._game, self._config, self._view, self._seat = game, config, view, int(view["seat"])
        self.moves = forward(list(moves))
        self._first = min(STARTING_MOVES, game.opinions.iterations // TRIALS_PER_STARTING_MOVE)  # moves to start with
        self._tryouts = Tryouts(game, config, view, self.moves)
        self._search: Search | None = None  # begun by the first `think`: appraising many moves takes time
        self._at_once: dict[Move, float] = {}  # points that moves score at once
        self.thoughts = 0

    @property
    def done(self) -> bool:
        """Tell if all trials are done."""
        return self.thoughts >= self.trials

    def think(self) -> None:
        """Run one more imagined game."""
        if self._search is None:
            self._search = self._begin_search()
        short = self._short_of_trials(self._search)
        if short is None:
            self._search.try_once()
        else:
            self._search.try_move(short)
        self.thoughts += 1

    def _begin_search(self) -> Search:
        """Return a search that looks first at the move that scores most at once, then at the best by appraisal."""
        moves = self._tryouts.without_idle(self.moves)
        luck = _luck_from_view(self._view)
        search = Search(self._game, self._config, self._seat, luck, self._view, moves, self._first)
        scored = self._game.opinions.at_once(self._config, self._view, moves)
        self._at_once = {move: points for move, points in zip(moves, scored, strict=True) if points > 0}
        if self._at_once:
            most = max(search.roots, key=lambda node: self._at_once.get(node.move, 0.0))
            search.roots.remove(most)
            search.roots.insert(0, most)
        return search

    def _short_of_trials(self, search: Search) -> Node | None:
        """Return a likely answer with too few trials to be compared, or None.

        Return None also until the starting moves have had their first trials.
        """
        first = search.roots[: self._first]
        if search.trials < LEAST_TRIALS_TO_NAME * len(first):
            return None
        usual = _average_result(first)
        likely = sorted(first, key=lambda node: -_promise_of(node, usual))[:MOST_MOVES_NAMED]
        return next((node for node in likely if node.visits < LEAST_TRIALS_TO_COMPARE), None)

    def answer(self) -> list[Advice]:
        """Return the best moves by the estimate, best first; at least two, if two have any effect.

        A move that scores at once is always among them, even if it isn't best, because learners look for it.
        """
        assert self._search is not None, "the coach has not thought about anything yet"
        tried = [node for node in self._search.roots if node.visits]
        usual = _average_result(tried)
        ranked = sorted(tried, key=lambda node: (node.visits < LEAST_TRIALS_TO_NAME, -_promise_of(node, usual)))
        likely = [node for number, node in enumerate(ranked) if number < 2 or node.visits >= LEAST_TRIALS_TO_NAME]
        chosen = self._one_per_aim(likely)[:MOST_MOVES_NAMED]
        scoring = [node for node in ranked if node.move in self._at_once]
        if scoring and not any(node.move in self._at_once for node in chosen):
            chosen = [*chosen[: MOST_MOVES_NAMED - 1], max(scoring, key=lambda node: self._at_once[node.move])]
        return self._advice(chosen, usual)

    def _advice(self, named: list[Node], usual: float) -> list[Advice]:
        """Return the advice in display order: wins first, losses last, and moves with few trials behind others."""
        ends = {node.move: self._tryouts.ending(node.move) for node in named}

        wins = {node.move: round(100 * _smoothed_result(node, usual)) for node in named}

        def place(node: Node) -> tuple[int, bool, int]:
            ending = ends[node.move]
            rank = 0 if ending is None else {WON: -1, LOST: 1}[ending.result]
            return rank, node.visits < LEAST_TRIALS_TO_COMPARE, -wins[node.move]

        order = sorted(named, key=place)
        others = [*order[1:2], *order[:1] * (len(order) - 1)]  # the move to compare each of them with
        better = [compare_moves(node, other) for node, other in zip(order, others, strict=False)] or [None]
        return [
            Advice(node.move, wins[node.move], self._aim(node), level, ends[node.move])
            for node, level in zip(order, better, strict=True)
        ]

    def _aim(self, node: Node) -> str:
        return self._game.opinions.aims(self._config, self._view, self._seat, node.move)

    def _one_per_aim(self, nodes: list[Node]) -> list[Node]:
        """Return the best move for each aim, or all moves if that leaves only one."""
        aims = {node.move: self._aim(node) for node in nodes}
        best_for_aim = {aims[node.move]: node for node in reversed(nodes)}
        plans = [node for node in nodes if not aims[node.move] or best_for_aim[aims[node.move]] is node]
        return plans if len(plans) > 1 else nodes


def _average_result(nodes: Sequence[Node]) -> float:
    """Return the average result of a trial."""
    return sum(node.value for node in nodes) / sum(node.visits for node in nodes)


def _smoothed_result(node: Node, usual: float) -> float:
    """Return a move's average result; a move with few trials counts as much like the others."""
    return (node.value + LEAST_TRIALS_TO_NAME * usual) / (node.visits + LEAST_TRIALS_TO_NAME)


def _promise_of(node: Node, usual: float) -> float:
    """Return a move's average result, plus its first sight while trials are few and luck would outweigh them.

    So a move that looks bad at first, such as asking for a trade, is named only if trials clearly prefer it.
    """
    return _smoothed_result(node, usual) + FIRST_SIGHT_WEIGHT * node.look / (node.visits + LEAST_TRIALS_TO_NAME)


class Insight(NamedTuple):
    """An answer about another player's move for the asker, who is “you”.

    `wins` and `other_wins` are estimates as in `Advice`, for this move and the best other one; `better` compares them.
    """

    aim: str
    forced: bool  # no imagined world had a choice
    better: int | None
    other: str = ""  # the other move in words if it is the same in all worlds; else empty
    wins: int = 0
    other_wins: int = 0


class Watcher:
    """The answer to “Why did they do that?” about another player's move, for someone with this view before it.

    `seen` are the events that the asker saw. From them alone it guesses the move: in each imagined world, a move that
    would have looked the same.
    """

    trials = WORLDS_PER_ANSWER

    def __init__(self, game: AnyGame, config: Config, view: View, mover: int, seen: Sequence[Event]) -> None:
        self._game, self._config, self._view, self._mover = game, config, view, mover
        self._asker: int | None = view["seat"]
        self._seen = seen
        luck = _luck_from_view(view, mover, repr(seen))
        self._seed = luck.getrandbits(62)
        self._luck = luck
        self._imagination = Imagination(game, config, mover, luck)
        self._made, self._other = Node(()), Node(())  # totals of all trials, for whichever move
        self._alike: set[tuple[Move, ...]] = set()  # the moves that would have looked the same, per world
        self._others: Counter[str] = Counter()  # the best other moves, in words
        self._name = ""  # the asker's name at this table
        self._choices = 0  # worlds with a choice
        self.thoughts = 0

    @property
    def done(self) -> bool:
        """Tell if all worlds are done."""
        return self.thoughts >= self.trials

    def think(self) -> None:
        """Imagine one more world, and try there the move as made and the best other one at first sight."""
        game, mover = self._game, self._mover
        world = game.imagine(self._config, self._view, Chance(derive(self._seed, self.thoughts)))
        self.thoughts += 1
        if self._asker is not None:
            self._name = self._name or game.telling.word(world, "seat", self._asker)
        moves = forward(game.moves(world, mover)) if mover in game.deciders(world) else []
        if not moves:
            return
        alike = self._moves_that_look_the_same(world, moves)
        self._alike.add(tuple(alike))
        others = [move for move in moves if move not in alike]
        self._try(self._made, world, game.opinions.quick(world, mover, alike, self._luck))
        if others:
            other = game.opinions.quick(world, mover, others, self._luck)
            self._choices += 1
            self._others[game.telling.phrase(world, mover, other)] += 1
            self._try(self._other, world, other)

    def _try(self, total: Node, world: State, move: Move) -> None:
        trial = Node(move)
        self._imagination.explore(trial, world.clone())
        total.visits += 1
        total.value += trial.value
        total.squares += trial.squares

    def _moves_that_look_the_same(self, world: State, moves: Sequence[Move]) -> list[Move]:
        """Return the moves that would have looked most like what the asker saw; chance may cause small differences."""
        likeness = [self._likeness(world.clone(), move) for move in moves]
        highest = max(likeness)
        return [move for move, likeness_of_move in zip(moves, likeness, strict=True) if likeness_of_move == highest]

    def _likeness(self, world: State, move: Move) -> int:
        """Return how much of what was seen this move would have shown, event by event until the kinds differ."""
        events: list[Event] = []
        self._game.apply(world, self._mover, move, recorder(events))
        shown = [event for event in events if sees(event[2], self._asker)]
        score = 0
        for imagined_event, seen_event in zip(shown, self._seen, strict=False):
            if imagined_event[:2] != seen_event[:2]:
                break
            score += 1 + sum(imagined_event[3].get(key) == value for key, value in seen_event[3].items())
        return score

    def answer(self) -> Insight:
        """Return what the asker may know; the aim only if it is the same for every move that fits."""
        fitting_moves = next(iter(self._alike)) if len(self._alike) == 1 else ()
        aims = {self._game.opinions.aims(self._config, self._view, self._mover, move) for move in fitting_moves}
        aim = aims.pop() if len(aims) == 1 else ""
        other_in_words, times = self._others.most_common(1)[0] if self._others else ("", 0)
        is_the_same_everywhere = times == self._choices and times == self.thoughts
        other = (
            self._to_asker(other_in_words)
            if is_the_same_everywhere and not ADDRESSES_MOVER.search(other_in_words)
            else ""
        )
        better = compare_moves(self._made, self._other)
        wins, other_wins = _per_hundred(self._made), _per_hundred(self._other)
        return Insight(self._to_asker(aim), not self._choices, better, other, wins, other_wins)

    def _to_asker(self, text: str) -> str:
        return to_reader(text, self._name, two=self._config.seats == 2) if self._name else text


def _per_hundred(node: Node) -> int:
    return round(100 * _mean(node)) if node.visits else 0

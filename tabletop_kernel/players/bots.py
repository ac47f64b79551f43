"""Bots: random, quick, greedy, and a search that imagines what its seat can't see.

A bot gets what a person in its seat would have, the view and the legal moves, and no more. It also knows the table's
`Config`, as everyone does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import log, sqrt
from random import Random
from typing import Protocol
from warnings import warn

from tabletop_kernel.contract.chance import Chance, derive
from tabletop_kernel.contract.errors import SetupError, UnknownName, clip, nearest
from tabletop_kernel.contract.game import TAKE_BACK, AnyGame, Config, Move, State, View
from tabletop_kernel.contract.untrusted import MAX_INPUTS
from tabletop_kernel.players.tried_moves import Tryouts

BOTS = ("random", "quick", "greedy", "mcts")
MOST_ITERATIONS = 1_000_000
MOST_MOVES_OF_A_TRIAL = 120  # moves after which a search estimates anyway; estimates are best between turns
EXPLORATION = 0.15
STARTING_MOVES, TRIALS_PER_ADDED_MOVE = 24, 6  # moves that a search starts with; trials per added move
FIRST_SIGHT_WEIGHT = 0.3
MOST_WORLDS = 40  # worlds per decision: more cost time and don't improve play
NO_APPRAISAL_WARNING = (
    "The greedy bot looks one move ahead for a win, and else moves at random: write Opinions.appraise."
)
NEW_TRIALS_DIVISOR = 4  # at least iterations divided by this are new trials, whatever the last decision found out
MOST_NODES = 50_000  # limit for the search tree, about 20 MB, for any number of trials


class Bot(Protocol):
    """A player made of code."""

    needs_view: bool  # False saves the work of making a view

    def choose(self, view: View, moves: Sequence[Move]) -> Move: ...


class OwnBotProtocol(Protocol):
    """The one method that your own bot needs."""

    def choose(self, view: View, moves: Sequence[Move], /) -> Move: ...


Maker = Callable[[AnyGame, Config, int, int], OwnBotProtocol]  # (game, config, seat, seed) -> a bot
Kind = str | Maker  # a bot by name, or a maker of your own, usually a class


def make_bot(name: Kind, game: AnyGame, config: Config, seat: int, seed: int) -> Bot:
    """Return a bot for one seat, by name or from its maker. Raise UnknownName if there is no such bot."""
    if callable(name):
        return OwnBot(bot_name(name), _make_own_bot(name, game, config, seat, seed))
    kind, _, strength = str(name).partition(":")
    rng = Random(derive(seed, "bot", seat))
    if kind == "random" and not strength:
        return RandomBot(rng)
    if kind == "quick" and not strength:
        return QuickBot(game, config, seat, rng)
    if kind == "greedy" and not strength:
        return GreedyBot(game, config, rng)
    if kind == "mcts":
        return SearchBot(game, config, seat, rng, _iterations(name, strength) if strength else game.opinions.iterations)
    raise UnknownName(f"There is no bot {clip(name)}: {nearest(kind, BOTS)}")


def _make_own_bot(maker: Maker, game: AnyGame, config: Config, seat: int, seed: int) -> OwnBotProtocol:
    """Return a bot from your own maker. Raise SetupError if the maker doesn't accept these arguments."""
    from inspect import signature

    try:
        signature(maker).bind(game, config, seat, seed)
    except ValueError:  # its signature is unknown
        pass
    except TypeError as error:
        what = f"its __init__ must accept (game, config, seat, seed) ({error})"
        raise SetupError(f"The bot {bot_name(maker)} can't be made: {what}.") from None
    return maker(game, config, seat, seed)


def _iterations(name: str, strength: str) -> int:
    """Return the number after the colon. Raise UnknownName if it isn't one or is out of range."""
    if not re.fullmatch("[0-9]{1,7}", strength) or not 0 < int(strength) <= MOST_ITERATIONS:
        raise UnknownName(f"There is no bot {clip(name)}: after 'mcts:', write a number from 1 to {MOST_ITERATIONS:,}.")
    return int(strength)


def forward(moves: list[Move]) -> list[Move]:
    """Return the moves without take-backs, which come last in the list; all of them if nothing else is left."""
    if moves[-1][0] != TAKE_BACK:
        return moves
    return [move for move in moves if move[0] != TAKE_BACK] or moves


def bot_name(bot: Kind) -> str:
    """Return a bot's name for reports. Raise SetupError for an instance in place of a class."""
    if not isinstance(bot, str) and not callable(bot) and hasattr(bot, "choose"):
        name = type(bot).__name__
        raise SetupError(f"{name} is already a bot. Give its class instead: each seat gets a new bot for each game.")
    return bot if isinstance(bot, str) else str(getattr(bot, "__name__", type(bot).__name__))


class Table(Protocol):
    """The part of a table that bots need to play."""

    game: AnyGame
    config: Config
    seed: int

    @property
    def length(self) -> int: ...

    @property
    def full(self) -> bool: ...

    @property
    def asked(self) -> tuple[int, ...]: ...

    @property
    def next_up(self) -> int: ...

    def moves(self, seat: int) -> list[Move]: ...

    def view(self, seat: int) -> View: ...

    def submit(self, seat: int, move: Move) -> object: ...


def make_bots(bots: Kind | Sequence[Kind], table: Table) -> list[Bot]:
    """Return a bot for each seat, from one kind or one per seat. Their random choices depend on the moment in the game.

    Raise SetupError if the number of kinds doesn't fit the seats.
    """
    seats = table.config.seats
    names = [bots] * seats if isinstance(bots, str) or callable(bots) else list(bots)
    if len(names) != seats:
        raise SetupError(f"There are {seats} seats: name one bot, or one for each seat, not {len(names)}.")
    seed = derive(table.seed, "played on", table.length)
    return [make_bot(name, table.game, table.config, seat, seed) for seat, name in enumerate(names)]


def let_play(table: Table, bots: Sequence[Bot], most: int | None = None) -> None:
    """Let bots make `most` moves at a table, or play to the end if None."""
    end = MAX_INPUTS if most is None else table.length + most
    while table.length < end and not table.full and table.asked:
        seat = table.next_up
        moves = table.moves(seat)
        choices = forward(moves) if table.game.takes_back else moves
        table.submit(seat, choices[0] if len(choices) == 1 else bots[seat].choose(table.view(seat), choices))


class OwnBot:
    """A bot of your own, whose every choice is checked."""

    needs_view = True

    def __init__(self, name: str, bot: OwnBotProtocol) -> None:
        self._name, self._bot = name, bot

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Return the bot's choice. Raise SetupError if it isn't one of the moves."""
        move = self._bot.choose(view, moves)
        if move not in moves:
            raise SetupError(f"The bot {self._name} chose {clip(move)}, which isn't one of its moves.")
        return move


class RandomBot:
    """A bot that picks any legal move with equal chance."""

    needs_view = False

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        return moves[int(self._random() * len(moves))]


class QuickBot:
    """A bot that follows the game's quick judgement on one imagined table: fast enough for thousands of games."""

    needs_view = True

    def __init__(self, game: AnyGame, config: Config, seat: int, rng: Random) -> None:
        self._game, self._config, self._seat, self._rng = game, config, seat, rng

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        if len(moves) == 1:
            return moves[0]
        world = self._game.opinions.glimpse(self._config, view, Chance(self._rng.getrandbits(62)))
        return self._game.opinions.quick(world, self._seat, moves, self._rng)


class GreedyBot:
    """A bot that picks the move with the highest appraisal by its game. It warns if the game has none."""

    needs_view = True

    def __init__(self, game: AnyGame, config: Config, rng: Random) -> None:
        self._game, self._config, self._rng = game, config, rng
        if not game.opinions.has_appraisal:
            warn(f"{game.title} doesn't say what a move is worth. {NO_APPRAISAL_WARNING}", stacklevel=2)

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        if len(moves) == 1:
            return moves[0]
        worths = self._game.opinions.appraise(self._config, view, moves)
        highest = max(worths)
        best = [move for move, value in zip(moves, worths, strict=True) if value == highest]
        moves_of_one_word = [
            move for move in best if len(move) == 1
        ]  # such as passing: the other best moves bring no more
        return self._rng.choice(moves_of_one_word or best)


class Node:
    """The search's results for one move of its own seat."""

    __slots__ = ("before", "children", "look", "move", "squares", "value", "visits")

    def __init__(self, move: Move, look: float = 0.0) -> None:
        self.move = move
        self.look = look  # appraisal at first sight, 0 to 1: it counts until more is known
        self.visits = 0
        self.before = 0  # visits from an earlier decision
        self.value = 0.0
        self.squares = 0.0  # sum of squared values: tells how far to trust the mean
        self.children: dict[Move, Node] = {}

    def bound(self, trials: int) -> float:
        """Return the upper confidence bound: how good the move may still turn out to be."""
        if not self.visits:
            return 10.0 + self.look
        unsure = EXPLORATION * sqrt(log(trials + 1) / self.visits)
        return (self.value + FIRST_SIGHT_WEIGHT * self.look) / self.visits + unsure

    def child(self, moves: Sequence[Move], sensible: Callable[[Sequence[Move]], Move]) -> Node:
        """Return the next node to follow, among the moves that this world offers.

        Sensible moves come first, and others only as visits add up. So a long row of small decisions is judged by good
        play, not by every possible blunder on the way.
        """
        children = self.children
        tried = [children[move] for move in moves if move in children]
        if not tried or (len(tried) < len(moves) and len(tried) ** 2 <= self.visits):
            move = sensible([move for move in moves if move not in children])
            children[move] = Node(move)
            return children[move]
        return max(tried, key=lambda child: child.bound(self.visits))

    def known_child(self, moves: Sequence[Move]) -> Node | None:
        """Return the next node to follow in a full tree, which never grows; None if no move here was tried before."""
        tried = [self.children[move] for move in moves if move in self.children]
        return max(tried, key=lambda child: child.bound(self.visits), default=None)

    def size(self) -> int:
        """Return the number of nodes from here on."""
        return 1 + sum(child.size() for child in self.children.values())


def _scale_to_one(worth: Sequence[float]) -> list[float]:
    """Return first-sight values scaled from 0 to 1."""
    low, high = min(worth), max(worth)
    return [(value - low) / (high - low) if high > low else 0.0 for value in worth]


class Imagination:
    """Trials of one seat's moves in imagined worlds. A team decides as one: it searches for all its seats."""

    def __init__(self, game: AnyGame, config: Config, seat: int, rng: Random) -> None:
        self._game, self._config, self._seat, self._rng = game, config, seat, rng
        self._team = game.agreement.is_team_game(config)
        self.nodes = 0  # nodes added by all trials

    def explore(self, root: Node, world: State) -> None:
        """Run one trial of a move, and record its result along the way.

        A trial goes down the tree, adds one node, and continues by quick judgement to the horizon.
        """
        game, seat, quick, rng = self._game, self._seat, self._game.opinions.quick, self._rng
        last_turn = (
            game.pace.turns(world) + game.opinions.lookahead
        )  # the same for all moves, even those that end a turn
        game.apply(world, seat, root.move, None)
        path, node = [root], root
        may_grow = root.visits > 0
        for _ in range(MOST_MOVES_OF_A_TRIAL):
            asked = game.asked(world)
            if not asked or game.pace.turns(world) >= last_turn:
                break
            mover = seat if seat in asked else game.pace.next_up(world)
            moves = forward(game.moves(world, mover)) if game.takes_back else game.moves(world, mover)
            next_node: Node | None = None
            if len(moves) > 1 and may_grow and (mover == seat or self._team):
                sensible = partial(quick, world, mover, rng=rng)
                next_node = node.child(moves, sensible) if self.nodes < MOST_NODES else node.known_child(moves)
                may_grow = next_node is not None and next_node.visits > 0
            if next_node is not None:
                node, move = next_node, next_node.move
                path.append(node)
                self.nodes += not may_grow
            else:
                move = moves[0] if len(moves) == 1 else quick(world, mover, moves, rng)
            game.apply(world, mover, move, None)
        value = game.opinions.prospects(world)[seat]
        for node in path:
            node.visits += 1
            node.value += value
            node.squares += value * value


class Search(Imagination):
    """An information-set Monte Carlo tree search that runs for as many trials as you ask.

    Every trial imagines a world that fits the view, plays on by quick judgement, and remembers how well its own
    decisions did. Only its own decisions grow the tree: it guesses the others' moves.
    """

    def __init__(
        self,
        game: AnyGame,
        config: Config,
        seat: int,
        rng: Random,
        view: View,
        moves: Sequence[Move],
        first: int = STARTING_MOVES,
        known: Mapping[Move, Node] | None = None,
    ) -> None:
        """Prepare a search; `known` holds an earlier decision's results on the moves that may follow it."""
        super().__init__(game, config, seat, rng)
        self._first = first  # moves to start with
        self._view = view
        self._seed = rng.getrandbits(62)
        self._worlds: list[State] = []
        looks = _scale_to_one(game.opinions.appraise(config, view, moves))
        roots = [(known or {}).get(move) or Node(move) for move in moves]
        for node, look in zip(roots, looks, strict=True):
            node.look, node.before = look, node.visits
        self.roots = sorted(roots, key=lambda node: -node.look)
        self.trials = sum(node.visits for node in roots)
        self.nodes = sum(node.size() for node in roots) if known else 0

    def try_once(self) -> None:
        """Run one trial of the most promising move; a long list opens up slowly, best first sight first."""
        count = self.trials
        self.try_move(
            max(self.roots[: self._first + count // TRIALS_PER_ADDED_MOVE], key=lambda child: child.bound(count))
        )

    def try_move(self, node: Node) -> None:
        """Run one trial of this move."""
        self.explore(node, self._world(node.visits - node.before))
        self.trials += 1

    def _world(self, number: int) -> State:
        """Return the world for a move's trial with this number.

        It has the same luck for every move, to compare moves, not luck. After WORLDS trials the worlds repeat with new
        luck.
        """
        worlds = self._worlds
        if number == len(worlds) < MOST_WORLDS:
            worlds.append(self._game.imagine(self._config, self._view, Chance(derive(self._seed, number))))
        world = worlds[number % MOST_WORLDS].clone()
        if number >= MOST_WORLDS:
            world.chance = Chance(derive(self._seed, number))
        return world

    def best(self, tryouts: Tryouts) -> Node:
        """Return the move with the most trials, among those that have an effect."""
        ranked = sorted(self.roots, key=lambda child: (-child.visits, -child.look))
        return next((node for node in ranked if not tryouts.idle(node.move)), ranked[0])


class SearchBot:
    """A bot that picks the best move of a search. What it learns about later moves saves trials in the next search."""

    needs_view = True

    def __init__(self, game: AnyGame, config: Config, seat: int, rng: Random, iterations: int) -> None:
        self._game, self._config, self._seat = game, config, seat
        self._rng, self._iterations = rng, iterations
        self._known: Mapping[Move, Node] = {}

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        if len(moves) == 1:
            return moves[0]
        search = Search(self._game, self._config, self._seat, self._rng, view, moves, known=self._known)
        for _ in range(max(self._iterations - search.trials, self._iterations // NEW_TRIALS_DIVISOR)):
            search.try_once()
        best = search.best(Tryouts(self._game, self._config, view, moves))
        self._known = best.children
        return best.move

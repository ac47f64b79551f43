"""Players made of code: random, quick, greedy, and a search that imagines what its seat cannot see.

A bot is given what a person at its seat would have: the view and the legal moves, and nothing else. What was agreed
before the game (the `Config`) it knows, as everyone does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import log, sqrt
from random import Random
from typing import Any, Protocol

from tabletop_kernel.contract.chance import Chance, derive
from tabletop_kernel.contract.errors import SetupError, UnknownName, clip, nearest
from tabletop_kernel.contract.game import TAKE_BACK, Config, Game, Move, View
from tabletop_kernel.contract.untrusted import MAX_INPUTS
from tabletop_kernel.players.tried_moves import Tryouts

BOTS = ("random", "quick", "greedy", "mcts")
MOST_ITERATIONS = 1_000_000
HORIZON = 120  # moves after which a search estimates in any case; estimates are best between turns
EXPLORE = 0.15
ROOTS, PER_ROOT = 24, 6  # moves that a search looks at from the beginning; trials until it looks at one more
FIRST_SIGHT = 0.3
WORLDS = 40  # that a search imagines for one decision: more of them take time, and it decides no better for them
AT_LEAST = 4  # one in so many trials is made anew, however much is known from the decision before
MOST_NODES = 50_000  # that its tree may have: some 20 MB, however many trials somebody asks for


class Bot(Protocol):
    needs_view: bool  # a bot that does not look need not be shown anything

    def choose(self, view: View, moves: Sequence[Move]) -> Move: ...


class Chooses(Protocol):
    """All that a bot of somebody's own has to have."""

    def choose(self, view: View, moves: Sequence[Move], /) -> Move: ...


Maker = Callable[[Game[Any], Config, int, int], Chooses]  # of a bot for a game, what was agreed, a seat and a seed
Kind = str | Maker  # a bot by name, or one of somebody's own: usually its class


def make_bot(name: Kind, game: Game[Any], config: Config, seat: int, seed: int) -> Bot:
    """A bot for one seat of one table, by name or by what makes it."""
    if callable(name):
        return OwnBot(called(name), _made(name, game, config, seat, seed))
    kind, _, strength = str(name).partition(":")
    rng = Random(derive(seed, "bot", seat))
    if kind == "random" and not strength:
        return RandomBot(rng)
    if kind == "quick" and not strength:
        return QuickBot(game, config, seat, rng)
    if kind == "greedy" and not strength:
        return GreedyBot(game, config, rng)
    if kind == "mcts":
        return SearchBot(game, config, seat, rng, _iterations(name, strength) if strength else game.iterations)
    raise UnknownName(f"There is no bot {clip(name)}: {nearest(kind, BOTS)}")


def _made(maker: Maker, *given: Any) -> Chooses:
    """A bot of somebody's own; SetupError, if what should make it does not take what it is given."""
    from inspect import signature

    try:
        signature(maker).bind(*given)
    except ValueError:  # nobody says what it takes
        pass
    except TypeError as error:
        what = f"its __init__ must accept (game, config, seat, seed) ({error})"
        raise SetupError(f"The bot {called(maker)} can't be made: {what}.") from None
    return maker(*given)


def _iterations(name: str, strength: str) -> int:
    """The number behind the colon. Other signs count as digits too, but not for int(): ²"""
    if not re.fullmatch("[0-9]{1,7}", strength) or not 0 < int(strength) <= MOST_ITERATIONS:
        raise UnknownName(f"There is no bot {clip(name)}: after 'mcts:', write a number from 1 to {MOST_ITERATIONS:,}.")
    return int(strength)


def forward(moves: list[Move]) -> list[Move]:
    """The moves that get on with the game; taking back part of a pick does not. They stand last in the list."""
    if moves[-1][0] != TAKE_BACK:
        return moves
    return [move for move in moves if move[0] != TAKE_BACK] or moves


def called(bot: Kind) -> str:
    """What a kind of bot is called in reports."""
    if not isinstance(bot, str) and not callable(bot) and hasattr(bot, "choose"):
        name = type(bot).__name__
        raise SetupError(f"{name} is already a bot. Give its class instead: each seat gets a new bot for each game.")
    return bot if isinstance(bot, str) else str(getattr(bot, "__name__", type(bot).__name__))


class Table(Protocol):
    """What bots need of a table at which they play on."""

    game: Game[Any]
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


def seated(bots: Kind | Sequence[Kind], table: Table) -> list[Bot]:
    """Bots for a table: one kind, or one for each seat. At another moment of the game they have other whims."""
    seats = table.config.seats
    names = [bots] * seats if isinstance(bots, str) or callable(bots) else list(bots)
    if len(names) != seats:
        raise SetupError(f"There are {seats} seats: name one bot, or one for each seat, not {len(names)}.")
    seed = derive(table.seed, "played on", table.length)
    return [make_bot(name, table.game, table.config, seat, seed) for seat, name in enumerate(names)]


def let_play(table: Table, bots: Sequence[Bot], most: int | None = None) -> None:
    """Let these bots make so many moves at a table, or play to its end."""
    end = MAX_INPUTS if most is None else table.length + most
    while table.length < end and not table.full and table.asked:
        seat = table.next_up
        moves = table.moves(seat)
        choices = forward(moves) if table.game.takes_back else moves
        table.submit(seat, choices[0] if len(choices) == 1 else bots[seat].choose(table.view(seat), choices))


class OwnBot:
    """A bot that somebody has written: what it chooses is looked at before it counts."""

    needs_view = True

    def __init__(self, name: str, bot: Chooses) -> None:
        self._name, self._bot = name, bot

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        move = self._bot.choose(view, moves)
        if move not in moves:
            raise SetupError(f"The bot {self._name} chose {clip(move)}, which isn't one of its moves.")
        return move


class RandomBot:
    """Any legal move, each as likely."""

    needs_view = False

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        return moves[int(self._random() * len(moves))]


class QuickBot:
    """What a seat would plausibly do, by the game's quick judgement on a table as it may be: for thousands of games."""

    needs_view = True

    def __init__(self, game: Game[Any], config: Config, seat: int, rng: Random) -> None:
        self._game, self._config, self._seat, self._rng = game, config, seat, rng

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        if len(moves) == 1:
            return moves[0]
        world = self._game.glimpse(self._config, view, Chance(self._rng.getrandbits(62)))
        return self._game.quick(world, self._seat, moves, self._rng)


class GreedyBot:
    """The move that looks best at first sight, by the game's own appraisal."""

    needs_view = True

    def __init__(self, game: Game[Any], config: Config, rng: Random) -> None:
        self._game, self._config, self._rng = game, config, rng

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        if len(moves) == 1:
            return moves[0]
        worth = self._game.appraise(self._config, view, moves)
        most = max(worth)
        best = [move for move, value in zip(moves, worth, strict=True) if value == most]
        plain = [move for move in best if len(move) == 1]  # such as passing: the others bring no more than that
        return self._rng.choice(plain or best)


class Node:
    """What the search has found out about one move of its own seat."""

    __slots__ = ("before", "children", "look", "move", "squares", "value", "visits")

    def __init__(self, move: Move, look: float = 0.0) -> None:
        self.move = move
        self.look = look  # at first sight, 0 to 1: it counts as long as little else is known
        self.visits = 0
        self.before = 0  # of these visits, those of an earlier decision
        self.value = 0.0
        self.squares = 0.0  # of the values: they tell how far a mean can be trusted
        self.children: dict[Move, Node] = {}

    def bound(self, trials: int) -> float:
        """The upper confidence bound: how good the move may still turn out to be."""
        if not self.visits:
            return 10.0 + self.look
        unsure = EXPLORE * sqrt(log(trials + 1) / self.visits)
        return (self.value + FIRST_SIGHT * self.look) / self.visits + unsure

    def child(self, moves: Sequence[Move], sensible: Callable[[Sequence[Move]], Move]) -> Node:
        """The move to follow among those that this world offers.

        Sensible ones are tried first, and others only as visits add up: a long row of small decisions is judged by how
        it goes when they are made well, not by every blunder that is possible on the way.
        """
        children = self.children
        tried = [children[move] for move in moves if move in children]
        if not tried or (len(tried) < len(moves) and len(tried) ** 2 <= self.visits):
            move = sensible([move for move in moves if move not in children])
            children[move] = Node(move)
            return children[move]
        return max(tried, key=lambda child: child.bound(self.visits))

    def known_child(self, moves: Sequence[Move]) -> Node | None:
        """The same in a tree that is full: only what has been tried before is followed."""
        tried = [self.children[move] for move in moves if move in self.children]
        return max(tried, key=lambda child: child.bound(self.visits), default=None)

    def size(self) -> int:
        """How many nodes there are from here on."""
        return 1 + sum(child.size() for child in self.children.values())


def _ranked(worth: Sequence[float]) -> list[float]:
    """First-sight values on a scale from 0 to 1."""
    low, high = min(worth), max(worth)
    return [(value - low) / (high - low) if high > low else 0.0 for value in worth]


class Imagination:
    """One seat's moves, tried out in imagined worlds. A team thinks as one: it decides well for all its seats."""

    def __init__(self, game: Game[Any], config: Config, seat: int, rng: Random) -> None:
        self._game, self._config, self._seat, self._rng = game, config, seat, rng
        self._team = game.together(config)
        self.nodes = 0  # that all trials together have added

    def explore(self, root: Node, world: Any) -> None:
        """One trial of a move: down the tree, one new node, quick judgement to the horizon; the result goes back up."""
        game, seat, quick, rng = self._game, self._seat, self._game.quick, self._rng
        last_turn = game.turns(world) + game.lookahead  # the same for all moves, whether they end a turn or not
        game.apply(world, seat, root.move, None)
        path, node = [root], root
        growing = root.visits > 0
        for _ in range(HORIZON):
            asked = game.asked(world)
            if not asked or game.turns(world) >= last_turn:
                break
            mover = seat if seat in asked else game.next_up(world)
            moves = forward(game.moves(world, mover)) if game.takes_back else game.moves(world, mover)
            following: Node | None = None
            if len(moves) > 1 and growing and (mover == seat or self._team):
                sensible = partial(quick, world, mover, rng=rng)
                following = node.child(moves, sensible) if self.nodes < MOST_NODES else node.known_child(moves)
                growing = following is not None and following.visits > 0
            if following is not None:
                node, move = following, following.move
                path.append(node)
                self.nodes += not growing
            else:
                move = moves[0] if len(moves) == 1 else quick(world, mover, moves, rng)
            game.apply(world, mover, move, None)
        value = game.prospects(world)[seat]
        for node in path:
            node.visits += 1
            node.value += value
            node.squares += value * value


class Search(Imagination):
    """Information-set Monte Carlo tree search, as long as somebody asks for more trials.

    Every trial imagines a world that fits the view, plays it out a stretch by quick judgement, and remembers how well
    its own decisions did. Only its own decisions grow the tree: what others would do is judged, not known.
    """

    def __init__(
        self,
        game: Game[Any],
        config: Config,
        seat: int,
        rng: Random,
        view: View,
        moves: Sequence[Move],
        first: int = ROOTS,
        known: Mapping[Move, Node] | None = None,
    ) -> None:
        """`known` is what an earlier decision has found out about the moves that may follow it."""
        super().__init__(game, config, seat, rng)
        self._first = first  # moves that are looked at from the beginning
        self._view = view
        self._seed = rng.getrandbits(62)
        self._worlds: list[Any] = []
        looks = _ranked(game.appraise(config, view, moves))
        roots = [(known or {}).get(move) or Node(move) for move in moves]
        for node, look in zip(roots, looks, strict=True):
            node.look, node.before = look, node.visits
        self.roots = sorted(roots, key=lambda node: -node.look)
        self.trials = sum(node.visits for node in roots)
        self.nodes = sum(node.size() for node in roots) if known else 0

    def try_once(self) -> None:
        """One more trial, of the move that may still turn out best; of a long list, first those that look best."""
        count = self.trials
        self.try_move(max(self.roots[: self._first + count // PER_ROOT], key=lambda child: child.bound(count)))

    def try_move(self, node: Node) -> None:
        """One more trial of this move."""
        self.explore(node, self._world(node.visits - node.before))
        self.trials += 1

    def _world(self, number: int) -> Any:
        """The n-th trial of every move gets the same world and the same luck: that compares moves, not luck.

        After some dozens of worlds they come again, with other luck.
        """
        worlds = self._worlds
        if number == len(worlds) < WORLDS:
            worlds.append(self._game.imagine(self._config, self._view, Chance(derive(self._seed, number))))
        world = worlds[number % WORLDS].clone()
        if number >= WORLDS:
            world.chance = Chance(derive(self._seed, number))
        return world

    def best(self, tryouts: Tryouts) -> Node:
        """The move that was tried most, of those that do something."""
        ranked = sorted(self.roots, key=lambda child: (-child.visits, -child.look))
        return next((node for node in ranked if not tryouts.idle(node.move)), ranked[0])


class SearchBot:
    """The best move by a search of so many trials. What they told of the moves after it saves some of the next ones."""

    needs_view = True

    def __init__(self, game: Game[Any], config: Config, seat: int, rng: Random, iterations: int) -> None:
        self._game, self._config, self._seat = game, config, seat
        self._rng, self._iterations = rng, iterations
        self._known: Mapping[Move, Node] = {}

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        if len(moves) == 1:
            return moves[0]
        search = Search(self._game, self._config, self._seat, self._rng, view, moves, known=self._known)
        for _ in range(max(self._iterations - search.trials, self._iterations // AT_LEAST)):
            search.try_once()
        best = search.best(Tryouts(self._game, self._config, view, moves))
        self._known = best.children
        return best.move

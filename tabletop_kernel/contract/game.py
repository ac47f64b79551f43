"""The contract that every game fulfils, on one page.

A game is a set of pure functions over a small mutable state. The state declares its fields (see `state_fields`), and
can `clone` itself; it holds no random generator, no log and no widget. Open decisions are a stack of plain frames
`(kind, seat, data)` in the state, so a half-finished decision can be copied, saved and shown.

One law holds in every game and is tested on thousands of states: `judge(state, seat, move)` is None exactly when `move`
is in `moves(state, seat)`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.errors import SetupError, clip, nearest, printed
from tabletop_kernel.contract.events import Emit, Event
from tabletop_kernel.contract.html import table, titled
from tabletop_kernel.contract.lessons import Chapter, Course, FirstTable, read_course
from tabletop_kernel.contract.rulebook import ById, Rulebook
from tabletop_kernel.contract.sentences import seat_or_you
from tabletop_kernel.contract.verdict import Verdict

if TYPE_CHECKING:
    from random import Random

    from tabletop_kernel.contract.pack_reading import Contents

Move = tuple[str | int, ...]  # ("buy", "7C"): a verb, then its arguments
OpenDecision = tuple[str, int, tuple[Any, ...]]  # (kind of decision, seat, open data); the top frame is decided now
View = dict[str, Any]
Position = dict[str, Any]
Figure = tuple[str, str]  # ("points lost", "to Sparks"): the kind and name of a figure in playtests
Counted = tuple[Figure, float, int]  # a figure, what to add, and the seat that did it; -1: several or none
Follower = Callable[[str, str, Mapping[str, Any]], Counted | None]  # takes an event as `count` does

CONFIGURATIONS = 64  # how many to cache; a server may see many in its life
WON, LOST, DRAWN = "won", "lost", "drawn"  # a seat's possible results
TAKE_BACK = "take-back"  # the verb of moves that undo part of an unfinished pick; bots never use them


class State(Protocol):
    """The part of a game's state that the kernel relies on."""

    chance: Chance

    def clone(self: S) -> S: ...

    def view(self, seat: int | None) -> View: ...

    def truth(self) -> Position: ...


S = TypeVar("S", bound=State)
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of content before a game, such as the board. The first choice is the default."""

    id: str
    question: str
    choices: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Config:
    """The complete, checked agreement before a game; it never changes. Make one with `game.configure(…)`."""

    seats: int
    rulings: Mapping[str, str]
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the rule that ended it, and each seat's result (won, lost or drawn) and score."""

    rule: str
    results: tuple[str, ...]
    scores: tuple[float, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats that won; empty if everyone lost or drew."""
        return self.seats_with(WON)

    def seats_with(self, result: str) -> tuple[int, ...]:
        """Return the seats with this result."""
        return tuple(seat for seat, found in enumerate(self.results) if found == result)


def outcome_for(rule: str, winners: Collection[int], scores: Sequence[float]) -> Outcome:
    """Return the outcome of a game that `winners` won, alone or together, and all other seats lost."""
    return Outcome(rule, tuple(WON if seat in winners else LOST for seat in range(len(scores))), tuple(scores))


def each_for_oneself(outcome: Outcome) -> list[float]:
    """Return each seat's share of the win when everyone plays alone: seats with equal results share, losers get 0."""
    results = outcome.results
    return [0.0 if result == LOST else 1 / results.count(result) for result in results]


@dataclass(frozen=True, slots=True)
class SeatPrompt:
    """A sentence for the seat that looks, with the rules behind it. `yours` tells if that seat must decide."""

    text: str
    rules: tuple[str, ...]
    yours: bool


class PerConfig(Generic[R]):
    """A cache of one value per configuration."""

    def __init__(self, work_out: Callable[[Config], R]) -> None:
        self._work_out = work_out
        self._kept: dict[Any, R] = {}
        self._last: tuple[Config, R] | None = None

    def __call__(self, config: Config) -> R:
        last = self._last
        if last is None or last[0] is not config:  # nearly always the same table calls again
            last = self._last = config, self._look_up(config)
        return last[1]

    def _look_up(self, config: Config) -> R:
        key = (config.seats, tuple(config.rulings.values()), tuple(config.options.items()))
        if key not in self._kept:
            if len(self._kept) >= CONFIGURATIONS:
                self._kept.clear()
            self._kept[key] = self._work_out(config)
        return self._kept[key]


class Game(ABC, Generic[S]):
    """A game with one content pack."""

    name: str
    title: str
    version: str  # of the coded rules; saves from other versions don't load
    pack: str = "house"  # the name of the content pack
    digest: str  # of the pack's contents
    folder: Path | None = None  # the pack's folder; None for the house pack
    contents: Contents  # the contents of the pack's files
    change: Mapping[str, Any] = {}  # changes to the pack's entries made at a table
    unchanged: Game[S] | None = None  # the game without those changes
    seats: range
    rulebook: Rulebook
    course_file: Path | None = None  # its `lessons.toml`, read only when a course starts
    facts: Mapping[str, Callable[..., Any]] = {}  # name -> f(state, …): the questions that lessons may ask
    allowed_by: Mapping[str, Sequence[str]] = {}  # verb -> rules that allow this move
    reveals: frozenset[str] = frozenset()  # kinds of events that a table can't undo, because they show hidden things
    in_vain: frozenset[str] = frozenset()  # kinds of events that report that something had no effect
    turn_of_all: bool = False  # whether all seats share each turn; else the first to decide owns it
    takes_back: bool = False  # whether `moves` can offer ("take-back", …)
    carries_on: frozenset[str] = frozenset()  # verbs of moves that only carry out an earlier decision
    step: str = ""  # the players' word for the part of a round in which all act in any order
    round: str = "turn"  # the players' word for what `turns` counts, such as a day or an hour
    dusk: frozenset[str] = frozenset()  # kinds of events that end all moves until the next round
    first_seats: int = 0  # players in the first game after the short way; 0: chosen at the table
    usual_bot: str = "greedy"  # the default bot for many games: good and fast enough
    iterations: int = 300  # default for a search (“mcts:400” overrides it); fewer where imagining is slow
    lookahead: int = 1  # turns that a search plays out before it estimates
    seat_facts: tuple[str, ...] = ("seat",)  # facts that hold a seat; sentences call its player “you”
    beats_all: frozenset[str] = frozenset()  # rules that can make everyone lose, even when each plays alone
    nameless: tuple[str, ...] = ()  # facts in which a table puts the names that people typed
    about_seats: frozenset[str] = frozenset()  # verbs of moves that name a player, even after the set-up

    def __repr__(self) -> str:
        rulings = f"{len(self.rulings)} ruling{'s' * (len(self.rulings) != 1)}"
        return f"<Game {self.title}: {self.pack} pack, {len(self.rulebook)} rules, {rulings}>"

    def _repr_html_(self) -> str:
        players = f"{self.seats[0]} to {self.seats[-1]}" if len(self.seats) > 1 else str(self.seats[0])
        rows = [
            ("players", players),
            ("pack", f"{self.pack} {self.digest}"),
            ("rules", str(len(self.rulebook))),
            ("rulings", str(len(self.rulings))),
            ("lessons", str(sum(len(chapter.steps) for chapter in self.lessons))),
        ]
        chapters = [(title, len(rules)) for title, rules in self.rulebook.by_chapter().items()]
        return titled(self.title, table(("what", "value"), rows), table(("chapter", "rules"), chapters))

    @property
    def rulings(self) -> ById:
        """Return the rulings by id."""
        return self.rulebook.rulings

    def numbers(self, config: Config) -> Mapping[str, Any]:
        """Return the pack's numbers and words that fill the braces in the rulebook, for this table."""
        return {}

    def book(self, config: Config) -> Rulebook:
        """Return the rulebook of a table with this configuration, from a cache."""
        books: PerConfig[Rulebook] = self.__dict__.setdefault("_books", PerConfig(self._book))
        return books(config)

    def _book(self, config: Config) -> Rulebook:
        return self.rulebook.under(config.rulings, self.numbers(config))

    def cards(self) -> Mapping[str, Sequence[str]]:
        """Return each card's text by the card's name, as sentences."""
        return {}

    def warnings(self) -> list[str]:
        """Return warnings about content that is allowed but likely a mistake, such as a line without effect."""
        return []

    # -- playing: the six functions of every game ---------------------------------------------------------------------

    @abstractmethod
    def setup(self, config: Config, chance: Chance, emit: Emit | None = None) -> S:
        """Return the state before the first decision."""

    @abstractmethod
    def deciders(self, state: S) -> Sequence[int]:
        """Return the seats that may act now, at once or in any order; empty when the game is over."""

    def asked(self, state: S) -> Sequence[int]:
        """Return the seats that the game waits for: deciders, except those with only anytime moves."""
        return self.deciders(state)

    def next_up(self, state: S) -> int:
        """Return the seat that acts next, for bots and for one person who plays all seats."""
        return self.asked(state)[0]

    @abstractmethod
    def moves(self, state: S, seat: int) -> list[Move]:
        """Return every legal move of a seat, in a fixed order."""

    @abstractmethod
    def judge(self, state: S, seat: int, move: Move) -> Verdict | None:
        """Return None if the move is legal, or else the rule that refuses it, with facts that this seat may know."""

    def rests_on(self, move: Move) -> Sequence[str]:
        """Return the rules that allow this move. A game can name more than those of the verb."""
        return self.allowed_by.get(str(move[0]), ())

    def at_work(self, event: Event) -> Sequence[str]:
        """Return the rules that an event shows in action: the rule it names, and any others behind it."""
        return (event[1],)

    def read_move(self, state: S, seat: int, move: Move) -> Move:
        """Return a move the way `moves` writes it, if its parts can come in any order.

        A table calls this on every move.
        """
        return move

    @abstractmethod
    def apply(self, state: S, seat: int, move: Move, emit: Emit | None = None) -> None:
        """Carry out a legal move.

        `emit(kind, rule, audience, **data)` reports each event; it is None in bulk simulation.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome, or None while the game goes on."""

    def essence(self, state: S) -> Position:
        """Return the data that decides how play goes on.

        Tables with the same essence differ only in what may still be started. A game leaves out its notes on past
        actions if all they do is rule something out.
        """
        return self.write(state)

    def is_out(self, state: S, seat: int) -> bool:
        """Tell if a seat can't win and makes no more moves while the others play on."""
        return False

    # -- seeing -------------------------------------------------------------------------------------------------------

    def view(self, state: S, seat: int | None) -> View:
        """Return what one seat sees; None is the projector, which sees what everyone sees."""
        return state.view(seat)

    @abstractmethod
    def imagine(self, config: Config, view: View, chance: Chance) -> S:
        """Return a full state that looks just like this view to its seat, with the hidden rest dealt by `chance`."""

    def glimpse(self, config: Config, view: View, chance: Chance) -> S:
        """Return a state as `imagine` does, for `quick` only: a game with a large state may leave parts out."""
        return self.imagine(config, view, chance)

    # -- writing down -------------------------------------------------------------------------------------------------

    @abstractmethod
    def read(self, config: Config, position: Position, chance: Chance) -> S:
        """Return the state that a written position describes. Raise PositionError if the position is wrong."""

    def write(self, state: S) -> Position:
        """Return a state as plain data that `read` accepts."""
        return state.truth()

    def faults(self, state: S) -> list[str]:
        """Return all faults in a state; empty for every state that play can reach."""
        return []

    # -- saying -------------------------------------------------------------------------------------------------------

    def word(self, state: S, key: str, value: Any, you: int | None = None) -> str:
        """Return a fact in words: “Queen of hearts” for a card, a name for a seat, “you” for the reader's own seat."""
        return seat_or_you(str(value), value == you) if key == "seat" else str(value)

    def phrase(self, state: S, seat: int, move: Move) -> str:
        """Return a move in words, for a button or a list."""
        return " ".join(str(part) for part in move)

    def prompt(self, config: Config, view: View) -> SeatPrompt | None:
        """Return the current decision as a prompt for this view's seat, or None if there is nothing to say."""
        return None

    def portray(self, config: Config, view: View) -> list[str]:
        """Return a view as lines of text, for a terminal."""
        return [f"{name}: {value}" for name, value in view.items()]

    def map(self, config: Config, view: View) -> Any:
        """Return the visible part of the map as a networkx graph, or None if the game has no map."""
        return None

    def odds_in_words(self, config: Config, view: View) -> list[str]:
        """Return the exact odds of the next dice or cards as sentences; empty if there are none."""
        return []

    def resolving(self, state: S) -> bool:
        """Tell if an effect or action that has begun is still unfinished."""
        return False

    def astray(self, see: str, wanted: Any, before: Any, now: Any) -> str:
        """Return what a move has put out of place, if a lesson's goal `see` wants a certain value; else empty."""
        return ""

    def any_order(self, state: S) -> bool:
        """Tell if everyone answers the same question now, in any order: seats no longer asked have finished."""
        return False

    def apart(self, state: S) -> bool:
        """Tell if everyone acts now on their own area, so that no choice depends on what the others just did."""
        return False

    def formal(self, state: S, seat: int) -> Move | None:
        """Return the only move of a seat that has nothing to decide, or None if it has a real choice.

        A game may ask without a choice to hide that there is none, or ask the same thing twice in a row. A table then
        makes the move for its people at once. It counts as a normal input, so nobody can tell.
        """
        return None

    def composing(self, state: S) -> Move | None:
        """Return the move that drops an unfinished composition, such as a trade, or None if there is none.

        A composition affects nobody until a later move makes it count: its parts cause no events, use no luck, and are
        open only to that seat. So players at other screens need not wait for it.
        """
        return None

    def for_all(self, state: S, move: Move) -> bool:
        """Tell if a move only says that a player is done, in a phase that ends when all have said so.

        People who share a screen and hide nothing say it together.
        """
        return False

    def aims(self, config: Config, view: View, seat: int, move: Move) -> str:
        """Return what a seat may gain and lose by a move, in words that name the pieces; empty for nothing.

        Use only what this view shows. Build the text with `coach_sentences.reason`: it follows “Challenge Thaddeus:”
        and calls nobody “you”, because a coach says the same about a bot's move.
        """
        return ""

    def tip_fits(self, view: View, moves: Sequence[Move], rule: str) -> bool:
        """Tell if a coach's tip on a rule helps with a choice among these moves (empty if nothing is decided).

        A game returns False if the rule is about moves, but about none of these.
        """
        return True

    def wasted(self, config: Config, view: View, seat: int, move: Move) -> Verdict | None:
        """Return why a legal move would surely waste something, as far as its player can see; None if it may be useful.

        The player reads this before the move, so the verdict names the obstacle.
        """
        return None

    # -- opinions: what bots and statistics ask ----------------------------------------------------------------------

    def opening(self, state: S) -> bool:
        """Tell if the players are still setting up the table, as in a draft or with first cards."""
        return False

    def turns(self, state: S) -> int:
        """Return how many turns have been played, the way people count them."""
        return 0

    def standing(self, state: S) -> Sequence[float]:
        """Return one number per seat that shows who is ahead; the lead changes when the single highest number moves.

        Nobody leads during the set-up (`opening`). Return an empty sequence if the sides don't start level; reports
        then leave out the lead.
        """
        return ()

    def count(self, kind: str, rule: str, data: Mapping[str, Any]) -> tuple[Figure, float] | None:
        """Return the figure that playtests count for an event, and what to add to it; None for most events."""
        return None

    def follower(self) -> Follower | None:
        """Return a function that takes each event of a game in turn, or None if `count` is enough.

        It serves figures that only several events together reveal.
        """
        return None

    def figures(self, state: S) -> Mapping[Figure, float]:
        """Return more figures of a finished game for playtests, besides the winner and the length.

        A missing figure counts as 0, except for the kinds “wins” and “end”: they are averages over the games that have
        them, so a game can leave out, say, who had to quit.
        """
        return {}

    def first_player(self, state: S) -> int | None:
        """Return the seat that went first in a finished game, or None if the game doesn't tell."""
        return None

    def legend(self) -> Mapping[str, str]:
        """Return a sentence for each kind of figure that `count` and `figures` make: what it counts, and for whom."""
        return {}

    def appraise(self, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
        """Return how good each move looks at first sight to this view's seat."""
        return [0.0] * len(moves)

    def at_once(self, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
        """Return the points that each move is sure to score before its seat decides again; all 0 by default.

        A coach uses this to name a move that scores now: a search to the end of a long round sees no difference if it
        comes later.
        """
        return [0.0] * len(moves)

    def quick(self, state: S, seat: int, moves: Sequence[Move], rng: Random) -> Move:
        """Return a plausible move for this seat, chosen fast: it runs thousands of times a second in imagined games."""
        return moves[int(rng.random() * len(moves))]

    def prospects(self, state: S) -> Sequence[float]:
        """Return each seat's rough chance to win from here, or its share of the win if the game is over."""
        outcome = self.outcome(state)
        config: Config | None = getattr(state, "config", None)  # most states carry their configuration
        if outcome is None:
            return [1 / 2] * (config.seats if config else getattr(state, "seats", self.seats[-1]))
        return self.worth(config or self.configure(len(outcome.results)), outcome)

    def worth(self, config: Config, outcome: Outcome) -> Sequence[float]:
        """Return each seat's share of the win, from 0 to 1.

        It is the same for all if they play together; otherwise equal results share.
        """
        if self.together(config):
            return [float(result == WON) for result in outcome.results]
        return each_for_oneself(outcome)

    # -- its course ---------------------------------------------------------------------------------------------------

    @cached_property
    def _course(self) -> Course:
        if self.unchanged is not None:  # a table's changes are not taught
            return self.unchanged._course
        return read_course(self.course_file) if self.course_file else Course()

    @property
    def lessons(self) -> Sequence[Chapter]:
        """Return the chapters of the course."""
        return self._course.chapters

    @property
    def short_way(self) -> Chapter | None:
        """Return the steps that make a first game fun, as one chapter; None if the course has no short way."""
        return self._course.short

    @property
    def first_table(self) -> FirstTable | None:
        """Return the table at the top of the game's notebook, or None if the course has none."""
        return self._course.first

    # -- opening a table ----------------------------------------------------------------------------------------------

    def together(self, config: Config) -> bool:
        """Tell if all seats win or lose together at this table."""
        return False

    def unused_parts(self, config: Config) -> Set[str]:
        """Return the first words of rule ids that play no part at this table."""
        return frozenset()

    def open_hands(self, config: Config) -> bool:
        """Tell if all hands are open at this table, so nobody has to look away."""
        return False

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Return the choices of content as usual. If one choice depends on another, override `options_for` instead."""
        if type(self).options_for is Game.options_for:
            return ()
        return tuple(option for option, _ in self.walk_options(self.usual_seats({}), first_choice))

    def options_for(self, seats: int, chosen: Mapping[str, str]) -> tuple[Option, ...]:
        """Return the options of a table for this many seats, as far as the choices so far determine them."""
        return self.options

    def seats_for(self, chosen: Mapping[str, str]) -> Sequence[int]:
        """Return the allowed numbers of players with these choices. Ignore choices that are missing or unknown."""
        return self.seats

    def walk_options(self, seats: int, choose: Callable[[Option], str]) -> list[tuple[Option, str]]:
        """Return every option in order, with the choice that `choose` makes. Early choices can change later options."""
        found: list[tuple[Option, str]] = []
        chosen: dict[str, str] = {}
        while option := next((one for one in self.options_for(seats, chosen) if one.id not in chosen), None):
            chosen[option.id] = choose(option)
            found.append((option, chosen[option.id]))
        return found

    def usual_seats(self, chosen: Mapping[str, str]) -> int:
        """Return the default number of players: the smallest above 1, or 1 if nothing else is allowed."""
        allowed = self.seats_for(chosen)
        return next((number for number in allowed if number > 1), allowed[0])

    def configure(
        self,
        seats: int | None = None,
        rulings: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Config:
        """Return a complete configuration, with defaults for missing parts.

        Raise SetupError for an unknown or forbidden seat count, ruling, option or choice.
        """
        wanted = _asked("option", options)
        said = {key: choice for key, choice in wanted.items() if isinstance(choice, str)}
        if seats is None:
            seats = self.usual_seats(said)
        if type(seats) is not int or seats not in self.seats_for(said):
            raise self.wrong_seats(seats, said)
        walked = self.walk_options(seats, lambda option: choice_of(option.id, option.choices, wanted))
        chosen = {option.id: choice for option, choice in walked}
        _check_known("option", chosen, wanted)
        if seats not in self.seats_for(chosen):
            raise self.wrong_seats(seats, chosen)
        return Config(seats, self._rule(_asked("ruling", rulings)), chosen)

    def _rule(self, wanted: Mapping[str, Any]) -> dict[str, str]:
        """Return every ruling with the wanted option, or with its default."""
        _check_known("ruling", self.rulings, wanted)
        return {key: choice_of(key, ruling.options, wanted) for key, ruling in self.rulings.items()}

    def changed(self, config: Config) -> tuple[dict[str, str], dict[str, str]]:
        """Return a table's rulings and options that differ from their defaults, given the choices before them."""
        walked = self.walk_options(config.seats, lambda option: config.options[option.id])
        return (
            {key: choice for key, choice in config.rulings.items() if choice != self.rulings[key].default},
            {option.id: choice for option, choice in walked if choice != first_choice(option)},
        )

    def wrong_seats(self, seats: object, chosen: Mapping[str, str]) -> SetupError:
        """Return the error for a number of players that the game doesn't allow with these choices."""
        allowed = self.seats_for(chosen)
        limits = [printed(f"{key}={choice}") for key, choice in chosen.items()]
        few, many = allowed[0], allowed[-1]
        gaps = len(allowed) <= many - few
        said = listed(map(str, allowed), "or") if gaps or few == many else f"{few} to {many}"
        title = f"{self.title} with {listed(limits)}" if allowed != self.seats_for({}) else self.title
        return SetupError(f"{title} is for {said} player{'s' * (many > 1)}, not {clip(seats)}.")


def first_choice(option: Option) -> str:
    return next(iter(option.choices))


def _asked(what: str, asked: Any) -> Mapping[Any, Any]:
    """Return the wanted choices by id. Raise SetupError if they aren't a mapping."""
    if asked is not None and not isinstance(asked, Mapping):
        raise SetupError(f"{what}s must be a mapping from id to choice, not {clip(asked)}.")
    return asked or {}


def choice_of(key: str, choices: Mapping[str, str], wanted: Mapping[str, Any]) -> str:
    """Return the wanted choice, or the first one if none is given. Raise SetupError if it doesn't exist."""
    value = wanted.get(key, next(iter(choices)))
    choice = str(value) if type(value) is int and abs(value) < 10**9 else value  # ruling.ace-value = 14
    if type(choice) is not str or choice not in choices:
        raise SetupError(f"{key} can't be {clip(value)}: {nearest(value, choices)}", rule=key)
    return choice


def _check_known(what: str, known: Mapping[str, Any], wanted: Mapping[Any, Any]) -> None:
    for key in wanted:
        if key not in known:
            raise SetupError(f"There is no {what} {clip(key)}: {nearest(key, known)}")

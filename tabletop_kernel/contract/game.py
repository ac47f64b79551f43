"""The contract a game fulfils, on one page.

A game is pure functions over a small mutable state. The state is a class with slots that knows how to `clone` itself;
it holds no generator, no log and no widget. Whatever is being decided is a stack of plain frames
`(kind, seat, data)` in the state, so that a half-finished decision can be copied, saved and shown.

One law holds in every game and is tested on thousands of states:

    judge(state, seat, move) is None   <=>   move in moves(state, seat)
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
from tabletop_kernel.contract.zones import Zone, truth
from tabletop_kernel.contract.zones import view as seen

if TYPE_CHECKING:
    from random import Random

    from tabletop_kernel.contract.pack_contents import Contents

Move = tuple[str | int, ...]  # ("buy", "7C"): a verb, then what it is done with
Frame = tuple[str, int, tuple[Any, ...]]  # (kind of decision, seat, open data); the top of the stack is decided now
View = dict[str, Any]
Position = dict[str, Any]
Figure = tuple[str, str]  # ("points lost", "to Sparks"): a kind and a name of something that playtests count
Counted = tuple[Figure, float, int]  # a figure, what to add to it, and the seat that did it; -1: several, or none
Follower = Callable[[str, str, Mapping[str, Any]], Counted | None]  # is told of an event as `count` is

CONFIGURATIONS = 64  # kept worked out; a server may see many in its life
WON, LOST, DRAWN = "won", "lost", "drawn"  # what a game can come to for a seat
TAKE_BACK = "take-back"  # the verb of moves that only undo part of an unfinished pick; bots do not use them


class State(Protocol):
    """What the kernel needs to know of a state."""

    chance: Chance

    def clone(self: S) -> S: ...


S = TypeVar("S", bound=State)
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of content before a game, such as the board; the first choice is the default."""

    id: str
    question: str
    choices: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Config:
    """What was agreed before the game: complete, checked, never changed. `game.configure(…)` makes one."""

    seats: int
    rulings: Mapping[str, str]
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the rule that ended it, and for each seat a result (won, lost or drawn) and a score."""

    rule: str
    results: tuple[str, ...]
    scores: tuple[float, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; none if everybody lost, and none in a draw."""
        return self.seats_with(WON)

    def seats_with(self, result: str) -> tuple[int, ...]:
        """The seats with this result."""
        return tuple(seat for seat, found in enumerate(self.results) if found == result)


def outcome_for(rule: str, winners: Collection[int], scores: Sequence[float]) -> Outcome:
    """The outcome of a game that these seats won, alone or together, and the others lost."""
    return Outcome(rule, tuple(WON if seat in winners else LOST for seat in range(len(scores))), tuple(scores))


def each_for_oneself(outcome: Outcome) -> list[float]:
    """What an outcome is worth to each seat where everybody wants to win alone: equal results share."""
    results = outcome.results
    return [0.0 if result == LOST else 1 / results.count(result) for result in results]


@dataclass(frozen=True, slots=True)
class SeatPrompt:
    """A sentence for the seat that looks, with the rules it rests on; `yours`: that seat is asked."""

    text: str
    rules: tuple[str, ...]
    yours: bool


class PerConfig(Generic[R]):
    """What each configuration means to a game, worked out once and kept."""

    def __init__(self, work_out: Callable[[Config], R]) -> None:
        self._work_out = work_out
        self._kept: dict[Any, R] = {}
        self._last: tuple[Config, R] | None = None

    def __call__(self, config: Config) -> R:
        last = self._last
        if last is None or last[0] is not config:  # nearly always it is the same table that asks
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
    """One game with one content pack."""

    name: str
    title: str
    version: str  # of the rules as coded; a save of another version is refused
    pack: str = "house"  # the name of the content pack
    digest: str  # of what is in it
    folder: Path | None = None  # where it lies, if it is not the house pack
    contents: Contents  # what stands in its files
    change: Mapping[str, Any] = {}  # what was changed about its entries at a table
    unchanged: Game[S] | None = None  # the game without that change
    seats: range
    rulebook: Rulebook
    zones: tuple[Zone, ...] = ()
    course_file: Path | None = None  # its `lessons.toml`, which is read when somebody learns
    facts: Mapping[str, Callable[..., Any]] = {}  # name -> f(state, …): what lessons may ask about
    allowed_by: Mapping[str, Sequence[str]] = {}  # verb -> rules that give a player this move
    reveals: frozenset[str] = frozenset()  # kinds of events that cannot be taken back at a table
    in_vain: frozenset[str] = frozenset()  # kinds of events that say that something does nothing
    turn_of_all: bool = False  # whether a turn is everybody's, and not that of whoever decides first in it
    takes_back: bool = False  # whether `moves` ever offers ("take-back", …)
    carries_on: frozenset[str] = frozenset()  # verbs of moves that only carry on what one before them has decided
    step: str = ""  # what people call a part of that which all do in any order, where a round has other parts
    round: str = "turn"  # what people call that which `turns` counts: where all act in any order, a day or an hour
    dusk: frozenset[str] = frozenset()  # kinds of events after which nobody acts any more until the next round
    first_seats: int = 0  # how many play the game that a short way leads to; 0: it is agreed on at the table
    usual_bot: str = "greedy"  # who plays many games if nobody says otherwise: one who decides well and fast enough
    iterations: int = 300  # of a search, if nobody says otherwise («mcts:400»): fewer where imagining is slow
    lookahead: int = 1  # turns that a search plays to their end before it estimates
    seat_facts: tuple[str, ...] = ("seat",)  # facts that are seats: a sentence speaks to whoever sits there
    beats_all: frozenset[str] = frozenset()  # rules by which all may lose, though each plays for themselves
    nameless: tuple[str, ...] = ()  # facts in which a table puts the names that people have typed
    about_seats: frozenset[str] = frozenset()  # verbs of moves that name somebody, after the set-up too

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
        """The doubtful rules as switches, by id."""
        return self.rulebook.rulings

    def numbers(self, config: Config) -> Mapping[str, Any]:
        """What stands in the braces of the rulebook's texts: numbers and words of the pack, as this table plays."""
        return {}

    def book(self, config: Config) -> Rulebook:
        """The rulebook of a table that plays like this; worked out once."""
        books: PerConfig[Rulebook] = self.__dict__.setdefault("_books", PerConfig(self._book))
        return books(config)

    def _book(self, config: Config) -> Rulebook:
        return self.rulebook.under(config.rulings, self.numbers(config))

    def cards(self) -> Mapping[str, Sequence[str]]:
        """What each card of the pack says, in sentences, by its name."""
        return {}

    def warnings(self) -> list[str]:
        """What is allowed in this pack and can hardly be meant, such as a line that never does anything."""
        return []

    # -- playing: the six functions of every game ---------------------------------------------------------------------

    @abstractmethod
    def setup(self, config: Config, chance: Chance, emit: Emit | None = None) -> S:
        """The table before the first decision."""

    @abstractmethod
    def deciders(self, state: S) -> Sequence[int]:
        """The seats that may act now. None: the game is over. Several: at the same time, or in any order."""

    def asked(self, state: S) -> Sequence[int]:
        """The seats for which the game waits: the deciders, without those who only may do what is always possible."""
        return self.deciders(state)

    def next_up(self, state: S) -> int:
        """The seat that acts next where somebody must choose one of several: bots, and whoever plays for all."""
        return self.asked(state)[0]

    @abstractmethod
    def moves(self, state: S, seat: int) -> list[Move]:
        """Every legal move, in a fixed order."""

    @abstractmethod
    def judge(self, state: S, seat: int, move: Move) -> Verdict | None:
        """None if the move is allowed; else the rule that refuses it, with facts that this seat may know."""

    def rests_on(self, move: Move) -> Sequence[str]:
        """The rules that give a player this move; a game may know more of one than its kind."""
        return self.allowed_by.get(str(move[0]), ())

    def at_work(self, event: Event) -> Sequence[str]:
        """The rules that an event shows at work: the one it names, and what else such a thing rests on."""
        return (event[1],)

    def read_move(self, state: S, seat: int, move: Move) -> Move:
        """A move as `moves` writes it, where the order of its parts means nothing; a table asks this of every move."""
        return move

    @abstractmethod
    def apply(self, state: S, seat: int, move: Move, emit: Emit | None = None) -> None:
        """Carry out a legal move. `emit(kind, rule, audience, **data)` tells what happens; None in bulk simulation."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """None while the game goes on."""

    def essence(self, state: S) -> Position:
        """What a table is: two tables with the same essence play on alike, but for what somebody may still begin.

        A game leaves out its notes of what was already done, as far as they only close something.
        """
        return self.write(state)

    def is_out(self, state: S, seat: int) -> bool:
        """Whether a seat can't win any more and makes no more moves, though the others play on."""
        return False

    # -- seeing -------------------------------------------------------------------------------------------------------

    @abstractmethod
    def open_facts(self, state: S) -> View:
        """The open facts, as a fresh dict: everything on the table that is not a piece in a zone."""

    view = seen  # view(state, seat): what one seat sees; None is the projector

    @abstractmethod
    def imagine(self, config: Config, view: View, chance: Chance) -> S:
        """A whole state that looks just like this view to its seat, the hidden rest dealt by `chance`."""

    def glimpse(self, config: Config, view: View, chance: Chance) -> S:
        """The same for `quick`, which only looks at it: a game whose tables are large may leave out what it can."""
        return self.imagine(config, view, chance)

    # -- writing down -------------------------------------------------------------------------------------------------

    @abstractmethod
    def read(self, config: Config, position: Position, chance: Chance) -> S:
        """The state that a written position describes; PositionError names what is wrong with it."""

    def write(self, state: S) -> Position:
        """Any state as plain data, readable by `read`."""
        return truth(self, state)

    def faults(self, state: S) -> list[str]:
        """Everything that is wrong with a state; empty for every state that play can reach."""
        return []

    # -- saying -------------------------------------------------------------------------------------------------------

    def word(self, state: S, key: str, value: Any, you: int | None = None) -> str:
        """A fact in words: «Queen of hearts» for a card, a name for a seat, or «you» for the seat that reads it."""
        return seat_or_you(str(value), value == you) if key == "seat" else str(value)

    def phrase(self, state: S, seat: int, move: Move) -> str:
        """A move in words, for a button or a list."""
        return " ".join(str(part) for part in move)

    def prompt(self, config: Config, view: View) -> SeatPrompt | None:
        """What is being decided now, to the seat whose view this is; None if there is nothing to say."""
        return None

    def portray(self, config: Config, view: View) -> list[str]:
        """A view as lines of text, for a terminal."""
        return [f"{name}: {value}" for name, value in view.items()]

    def map(self, config: Config, view: View) -> Any:
        """The map as far as a view shows it, as a networkx graph; None where a game has no map."""
        return None

    def odds_in_words(self, config: Config, view: View) -> list[str]:
        """The exact odds of what is about to be decided by dice or cards, in sentences; empty if there are none."""
        return []

    def resolving(self, state: S) -> bool:
        """Whether something that was begun is still being carried out."""
        return False

    def astray(self, see: str, wanted: Any, before: Any, now: Any) -> str:
        """What a move has put out of place, where a lesson wants to see something in a certain way; else empty."""
        return ""

    def any_order(self, state: S) -> bool:
        """Whether all do now what is asked, in any order: then whoever is not asked any more is done with it."""
        return False

    def apart(self, state: S) -> bool:
        """Whether all do something now, each before themselves: nobody's choices depend on what others just did."""
        return False

    def formal(self, state: S, seat: int) -> Move | None:
        """The one move of a seat that is asked for no decision's sake; None if it decides.

        It is asked so that nobody learns that it has no other, or once more with nothing between. A table makes it for
        its people at once. It is an input as if they had made it, so that nobody can tell.
        """
        return None

    def composing(self, state: S) -> Move | None:
        """The move that drops what a seat is only putting together, such as a trade; None if nothing is.

        Until another move makes it matter, nothing and nobody else is affected: its pieces cause no events, meet no
        luck, and are possible only to that seat. So others who play at screens of their own need not wait for it.
        """
        return None

    def for_all(self, state: S, move: Move) -> bool:
        """Whether a move only says that somebody is through, where nothing goes on before all have said so.

        People who share a screen and have nothing to hide say it together.
        """
        return False

    def aims(self, config: Config, view: View, seat: int, move: Move) -> str:
        """What a seat may gain and lose by a move, in words that name the pieces; empty if there is nothing to say.

        It is said to whoever has this view, so nothing else goes into it. It is made by `reasons.reason`, stands behind
        «Challenge Thaddeus:», and speaks of nobody as «you», since a coach says the same of a bot's move.
        """
        return ""

    def tip_fits(self, view: View, moves: Sequence[Move], rule: str) -> bool:
        """Whether what a coach says of a rule helps whoever has this view to choose one of these moves.

        None where nothing is decided. A game says no where the rule is about moves, and about none of these.
        """
        return True

    def wasted(self, config: Config, view: View, seat: int, move: Move) -> Verdict | None:
        """Why a legal move would surely use something up for nothing, by what its player sees; None if it may serve.

        Whoever makes it is told before, so the verdict says what stands in the way.
        """
        return None

    # -- opinions: what bots and statistics ask ----------------------------------------------------------------------

    def opening(self, state: S) -> bool:
        """Whether the table is still being set up by its players: a draft, the first cards."""
        return False

    def turns(self, state: S) -> int:
        """How many turns have been played, as people count them."""
        return 0

    def standing(self, state: S) -> Sequence[float]:
        """Who is how far ahead, one number for each seat; a lead change is a change of its one maximum.

        While a table is being set up (`opening`), nobody leads. Where sides do not begin level it is empty, and reports
        tell of no lead.
        """
        return ()

    def count(self, kind: str, rule: str, data: Mapping[str, Any]) -> tuple[Figure, float] | None:
        """What playtests count of an event: a figure, and what to add to it; None for most events."""
        return None

    def follower(self) -> Follower | None:
        """What takes every event of a game in turn, for what only several tell together; None if `count` is enough."""
        return None

    def figures(self, state: S) -> Mapping[Figure, float]:
        """What playtests want to know of a game that is over, beside who has won and how long it took.

        What a game leaves out counts as 0, but for the kinds «wins» and «end»: these are averages of the games that
        have them, so that a game may say nothing of who had to leave it.
        """
        return {}

    def first_player(self, state: S) -> int | None:
        """The seat that went first in a game that is over; None where a game does not say."""
        return None

    def legend(self) -> Mapping[str, str]:
        """What each kind of figures that `count` and `figures` make means, in a sentence: what is counted, of whom."""
        return {}

    def appraise(self, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
        """How good each move looks at first sight, to the seat whose view this is."""
        return [0.0] * len(moves)

    def at_once(self, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
        """The points that each move is sure to score before its seat has to think of anything else; 0 if nobody says.

        A coach names a move that scores: a search to the end of a long round sees no difference if it is made later.
        """
        return [0.0] * len(moves)

    def quick(self, state: S, seat: int, moves: Sequence[Move], rng: Random) -> Move:
        """What this seat would plausibly do, decided fast: for imagined worlds, thousands of times a second."""
        return moves[int(rng.random() * len(moves))]

    def prospects(self, state: S) -> Sequence[float]:
        """Each seat's chance to win from here, roughly; the outcome where there is one."""
        outcome = self.outcome(state)
        config: Config | None = getattr(state, "config", None)  # of a state that carries what was agreed
        if outcome is None:
            return [1 / 2] * (config.seats if config else getattr(state, "seats", self.seats[-1]))
        return self.worth(config or self.configure(len(outcome.results)), outcome)

    def worth(self, config: Config, outcome: Outcome) -> Sequence[float]:
        """What an outcome is worth to each seat, from 0 to 1: together it is the same for all, else equals share."""
        if self.together(config):
            return [float(result == WON) for result in outcome.results]
        return each_for_oneself(outcome)

    # -- its course ---------------------------------------------------------------------------------------------------

    @cached_property
    def _course(self) -> Course:
        if self.unchanged is not None:  # what was changed at a table is not taught
            return self.unchanged._course
        return read_course(self.course_file) if self.course_file else Course()

    @property
    def lessons(self) -> Sequence[Chapter]:
        """The chapters of its course."""
        return self._course.chapters

    @property
    def short_way(self) -> Chapter | None:
        """The steps after which a first game is fun, taken from its chapters."""
        return self._course.short

    @property
    def first_table(self) -> FirstTable | None:
        """The table at the top of its notebook."""
        return self._course.first

    # -- opening a table ----------------------------------------------------------------------------------------------

    def together(self, config: Config) -> bool:
        """Whether all seats win or lose as one at this table."""
        return False

    def unused_parts(self, config: Config) -> Set[str]:
        """The first words of the rules that play no part at this table, since it plays another way."""
        return frozenset()

    def open_hands(self, config: Config) -> bool:
        """Whether everything that seats hold lies open at this table, so that nobody need look away."""
        return False

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The choices of content. A game in which one depends on another has `options_for`; then, those as usual."""
        if type(self).options_for is Game.options_for:
            return ()
        return tuple(option for option, _ in self.walk_options(self.usual_seats({}), first_choice))

    def options_for(self, seats: int, chosen: Mapping[str, str]) -> tuple[Option, ...]:
        """The options of a table for so many, as far as they are known once these choices were made."""
        return self.options

    def seats_for(self, chosen: Mapping[str, str]) -> Sequence[int]:
        """For how many a table with these choices is; a choice that is missing, or does not exist, says nothing."""
        return self.seats

    def walk_options(self, seats: int, choose: Callable[[Option], str]) -> list[tuple[Option, str]]:
        """Every option in its turn, with what `choose` takes: what is offered may depend on the choices before it."""
        found: list[tuple[Option, str]] = []
        chosen: dict[str, str] = {}
        while option := next((one for one in self.options_for(seats, chosen) if one.id not in chosen), None):
            chosen[option.id] = choose(option)
            found.append((option, chosen[option.id]))
        return found

    def usual_seats(self, chosen: Mapping[str, str]) -> int:
        """How many play if nobody says so: the smallest table with company; alone only if there is no other."""
        allowed = self.seats_for(chosen)
        return next((number for number in allowed if number > 1), allowed[0])

    def configure(
        self,
        seats: int | None = None,
        rulings: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Config:
        """A complete configuration from what was asked for; SetupError names what does not exist."""
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
        """Every ruling with the option that was asked for, or its default."""
        _check_known("ruling", self.rulings, wanted)
        return {key: choice_of(key, ruling.options, wanted) for key, ruling in self.rulings.items()}

    def changed(self, config: Config) -> tuple[dict[str, str], dict[str, str]]:
        """The rulings and options of a table that are not as usual, given the choices before them."""
        walked = self.walk_options(config.seats, lambda option: config.options[option.id])
        return (
            {key: choice for key, choice in config.rulings.items() if choice != self.rulings[key].default},
            {option.id: choice for option, choice in walked if choice != first_choice(option)},
        )

    def wrong_seats(self, seats: object, chosen: Mapping[str, str]) -> SetupError:
        """The error for a number of players that the game, with these choices, does not allow."""
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
    """What was asked for, by id."""
    if asked is not None and not isinstance(asked, Mapping):
        raise SetupError(f"{what}s must be a mapping from id to choice, not {clip(asked)}.")
    return asked or {}


def choice_of(key: str, choices: Mapping[str, str], wanted: Mapping[str, Any]) -> str:
    """The choice that was asked for, which must exist, or the first one."""
    value = wanted.get(key, next(iter(choices)))
    choice = str(value) if type(value) is int and abs(value) < 10**9 else value  # ruling.ace-value = 14
    if type(choice) is not str or choice not in choices:
        raise SetupError(f"{key} can't be {clip(value)}: {nearest(value, choices)}", rule=key)
    return choice


def _check_known(what: str, known: Mapping[str, Any], wanted: Mapping[Any, Any]) -> None:
    for key in wanted:
        if key not in known:
            raise SetupError(f"There is no {what} {clip(key)}: {nearest(key, known)}")

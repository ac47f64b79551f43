"""A table as an append-only list of inputs; undo, jump, branch, save and share code all work by replay.

A session stores the agreement (game, pack, rulings, seats), the seed, and each move with the luck it met. All else is
replayed. To keep jumps and moves fast in long games, it also caches the position after every few inputs and the lines
of each log; the cache is never saved. A save or share code (`saves.py`) holds the full truth of the table, including
hidden cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from typing import TYPE_CHECKING, Any, TypeVar

from tabletop_kernel.contract.author_checks import check_declared, check_moves, check_start
from tabletop_kernel.contract.chance import MAX_SEED, Chance
from tabletop_kernel.contract.errors import PositionError, SetupError, TabletopError, clip
from tabletop_kernel.contract.events import Entry, Event, recorder
from tabletop_kernel.contract.game import TAKE_BACK, AnyGame, Config, Move, Outcome, Position, View
from tabletop_kernel.contract.html import text_lines, with_title
from tabletop_kernel.contract.rulebook import Ruling
from tabletop_kernel.contract.untrusted import MAX_INPUTS, MAX_WORK, copy_position, why_malformed
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.contract.written_positions import check_outcome, read_chance
from tabletop_kernel.players.bots import Kind, let_play, make_bots
from tabletop_kernel.table import saves
from tabletop_kernel.table.log_and_words import TableInWords
from tabletop_kernel.table.notebook_position import ShownPosition
from tabletop_kernel.table.picture_drawers import draw_table
from tabletop_kernel.table.saves import START, CodeWriter, Input, Mark, load_if_named

if TYPE_CHECKING:
    from networkx import Graph

LOG_LINES_IN_CELL = 8  # of the log, in a notebook cell
MOST_OFFERS = 3  # moves that a refusal suggests
INPUTS_BETWEEN_POSITIONS = 16  # inputs between two cached positions


T = TypeVar("T")


class NextSeat(int):
    """A marker for the seat that is next. No message and no save can hold it."""

    def __repr__(self) -> str:
        return "NEXT"


NEXT = NextSeat(-1)


class Session(TableInWords):
    """A table where people and bots play one game.

    `truth` is the whole state; never show it to a player.

    >>> table = Session("royal_ascension", seats=3, seed=7)
    >>> table.moves()                                     # of the seat that is next
    [('roll', 2)]
    >>> print(*table.play("roll", 2))
    Eadric rolls 1 and 3 for the order of selection: 4. (setup.roll)
    >>> table.play_on("random", moves=20)                 # bots take over for a while
    >>> table
    <Session of The Royal Ascension: 3 seats, move 21 of 21>
    """

    def __init__(
        self,
        game: AnyGame | str,
        seats: int | None = None,
        seed: int | None = None,
        rulings: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
        free_undo: bool = False,
    ) -> None:
        game = load_if_named(game)
        if seed is None:
            import secrets

            seed = secrets.randbelow(1 << 48)
        if type(seed) is not int or not 0 <= seed <= MAX_SEED:
            raise SetupError(f"A seed is a whole number from 0 to 2^63 - 1, not {clip(seed)}.")
        check_declared(game)
        self._open(game, game.agreement.configure(seats, rulings, options), seed, None, free_undo)

    @classmethod
    def at(cls, game: AnyGame | str, position: Position, free_undo: bool = False) -> Session:
        """Open a table at a written position. Raise PositionError if it is wrong.

        Lessons, tests and playtest groups start like this.

        >>> table = Session.at("royal_ascension", {"seats": 3, "now": "walk", "die": 4})
        >>> table.moves()
        [('walk', 4), ('walk', 33)]
        """
        game = load_if_named(game)
        if not isinstance(position, Mapping):
            raise PositionError(f"A position is a table of plain data, not {clip(position)}.")
        check_declared(game)
        start = copy_position(position)
        config = game.agreement.configure(start.get("seats"), start.get("rulings"), start.get("options"))
        session = cls.__new__(cls)
        session._open(game, config, read_chance(start).seed, start, free_undo)
        check_outcome(session.outcome, session.book.rules, config.seats)
        return session

    def _open(self, game: AnyGame, config: Config, seed: int, start: Position | None, free_undo: bool) -> None:
        self.game = game
        self.config = config
        self.book = game.telling.book(config)
        rulings: list[Ruling] = list(self.book.rulings.values())
        self.house_rulings = [one for one in rulings if config.rulings[one.id] != one.default]  # not the default
        self.seed = seed
        self.start = start
        self.free_undo = free_undo  # lessons can undo anything; tables stop at shown or rolled things
        self.people = {}
        self.others = {}
        self.to_all = False
        self.inputs: list[Input] = []
        self.at_input = 0  # how many inputs the table shows; below `length` when it shows the past
        self.turn_starts: list[int] = []  # inputs after which a new turn began
        events: list[Event] = []
        self.truth = (
            game.setup(config, Chance(seed), recorder(events))
            if start is None
            else game.read(config, start, read_chance(start))
        )
        check_start(game, self.truth)
        self._events = [events]
        self._marks: list[Mark] = []  # one for each input
        self._positions = [
            self.truth.clone()
        ]  # the positions after 0, INPUTS_BETWEEN_POSITIONS, twice as many … inputs
        self._before_last_input = (0, self._positions[0])  # input count and position before the last input: used most
        self._logs = {}
        self._code_writer: CodeWriter | None = None
        self._cached_results: dict[tuple[str, int | None], Any] | None = (
            None  # results since the last change, see `still`
        )

    @contextmanager
    def still(self) -> Iterator[None]:
        """Cache moves and views inside this block until the table changes.

        Callers must not change the results, and must change the position only through this session.
        """
        is_outermost = self._cached_results is None
        if is_outermost:
            self._cached_results = {}
        try:
            yield
        finally:
            if is_outermost:
                self._cached_results = None

    def _drop_cached_results(self) -> None:
        """Drop the cached results because the table has changed."""
        self._cached_results = None if self._cached_results is None else {}

    def once(self, what: str, seat: int | None, work: Callable[[], T]) -> T:
        """Return a result; inside `still`, compute it at most once until the table changes."""
        if self._cached_results is None:
            return work()
        key = what, seat
        if key not in self._cached_results:
            self._cached_results[key] = work()
        result: T = self._cached_results[key]
        return result

    # -- playing ------------------------------------------------------------------------------------------------------

    @property
    def deciders(self) -> tuple[int, ...]:
        """Return the seats that may act now; empty when the game is over."""
        return self.once("deciders", None, lambda: tuple(self.game.deciders(self.truth)))

    @property
    def asked(self) -> tuple[int, ...]:
        """Return the deciders that the table waits for; the others only have moves that are possible at any time."""
        return self.once("asked", None, lambda: tuple(self.game.asked(self.truth)))

    @property
    def next_up(self) -> int:
        """Return the decider that goes next, when one must be chosen."""
        return self.game.pace.next_up(self.truth)

    @property
    def outcome(self) -> Outcome | None:
        """Return the rule that ended the game and the results, or None while it goes on."""
        return self.game.outcome(self.truth)

    @property
    def length(self) -> int:
        """Return how many inputs the table has taken."""
        return len(self.inputs)

    @property
    def last_events(self) -> list[Event]:
        """Return the events of the last input, for every audience; filter them before anyone sees them."""
        return self._events[self.at_input]

    @property
    def full(self) -> bool:
        """Tell if the table takes no more moves, because nobody could open its save."""
        return self.length >= MAX_INPUTS or self.mark.work >= MAX_WORK

    @property
    def mark(self) -> Mark:
        """Return the mark after the last input."""
        return self._marks[-1] if self._marks else START

    def moves(self, seat: int = NEXT) -> list[Move]:
        """Return every legal move of a seat, in a fixed order; by default of the seat that is next."""
        seat = self._seat_or_next(seat)
        return self.once("moves", seat, lambda: self._list_moves(seat))

    def _list_moves(self, seat: int) -> list[Move]:
        if self.at_input < self.length or self.full or seat not in self.deciders:
            return []
        return check_moves(self.game, self.game.moves(self.truth, seat))

    def instead(self, seat: int, move: object) -> list[Move]:
        """Return a few legal moves to suggest with a refusal: of the same kind, the closest first.

        If there are none, return the others, unless they are too many to suggest any of them.
        """
        legal = self.moves(seat)
        wanted = list(move) if isinstance(move, (list, tuple)) else []
        same_verb = [one for one in legal if one[:1] == tuple(wanted[:1])]
        closest_first = sorted(same_verb, key=lambda one: -sum(part in wanted for part in one[1:]))
        others = [one for one in legal if one[0] != TAKE_BACK]
        return closest_first[:MOST_OFFERS] if closest_first or len(others) > MOST_OFFERS else others

    def judge(self, seat: int, move: object) -> Verdict | None:
        """Return None if the move is legal, or else the rule that refuses it and why. Change nothing.

        >>> table = Session.at("royal_ascension", {"seats": 3, "now": "walk", "die": 4})
        >>> table.judge(0, ("walk", 5)).rule
        'ruling.leave-home'
        """
        verdict = self._why_not(seat, move)
        return None if verdict is None else self.worded(verdict, seat)

    def _why_not(self, seat: int, move: object) -> Verdict | None:
        verdict = self._why_not_before_game(seat, move)
        return verdict or self.game.judge(self.truth, seat, self._as_game_writes(seat, move), self.moves(seat))

    def _as_game_writes(self, seat: int, move: Any) -> Move:
        """Return a move as the game writes it."""
        return self.game.read_move(self.truth, seat, tuple(move))

    def _why_not_before_game(self, seat: object, move: object) -> Verdict | None:
        """Return why a move is refused before its game even looks at it, or None."""
        if type(seat) is not int or not 0 <= seat < self.config.seats:
            return Verdict("table.seat", seat=clip(seat))
        problem = why_malformed(move)
        if problem:
            return Verdict("table.form", problem=problem)
        if self.at_input < self.length:
            return Verdict("table.past", at=self.at_input, length=self.length)
        return Verdict("table.long", length=self.length) if self.full else None

    def play(self, *move: str | int | Move, seat: int = NEXT) -> list[Entry]:
        """Make a move, by default for the seat that is next. Return the log lines that its seat sees.

        Raise Refused if the move is illegal. A move can also be a tuple as `moves` lists it: `play("roll", 2)` and
        `play(("roll", 2))` are the same.

        >>> table = Session("royal_ascension", seats=3, seed=7)
        >>> table.play("take", "Mewtopia")
        Traceback (most recent call last):
        tabletop_kernel.contract.errors.Refused: You can't choose a territory yet: the rolls set the order first, and \
higher rolls choose earlier. (setup.order)
        """
        seat = self._seat_or_next(seat)
        before = self.log_length(seat)
        is_one_tuple = len(move) == 1 and isinstance(move[0], (tuple, list))
        self.submit(seat, move[0] if is_one_tuple else move)
        return self.log(seat, before)

    def play_on(self, bots: Kind | Sequence[Kind] = "greedy", moves: int | None = None) -> None:
        """Let bots play on, one kind for all or one per seat, for this many moves or to the end.

        Name them as for `simulate`, or pass the class of your own bot.

        >>> table = Session("royal_ascension", seats=3, seed=7)
        >>> table.play_on("random")
        >>> table.outcome.rule
        'end.majority'
        """
        if self.at_input < self.length:
            self._raise_refused(Verdict("table.past", at=self.at_input, length=self.length))
        let_play(self, make_bots(bots, self), moves)

    def submit(self, seat: int, move: object) -> list[Event]:
        """Make a move and return its events. Raise Refused if it is illegal. The move may come from a stranger."""
        verdict = self._why_not_before_game(seat, move)
        if verdict is not None:
            self._raise_refused(verdict, seat)
        move, moves = self._as_game_writes(seat, move), self.moves(seat)
        verdict = self.game.judge(self.truth, seat, move, moves)
        if verdict is not None:
            self._raise_refused(verdict, seat)
        return self.make(seat, moves, moves.index(move))

    def make(self, seat: int, moves: list[Move], number: int) -> list[Event]:
        """Make the legal move with this number, and return its events."""
        deciders = self.deciders
        value = number * len(deciders) + deciders.index(seat)
        turn = self.game.pace.turns(self.truth)
        events: list[Event] = []
        earlier = (self.length, self.truth.clone())
        try:
            results = self._apply(seat, moves[number], events)
        except Exception:
            self._restore(self.length)  # a fault in a game's rules must not leave half a move behind
            raise
        self.inputs.append(Input(seat, moves[number], results))
        self._marks.append(saves.next_mark(self.mark, value, results, 1 + len(moves) + len(events)))
        self._events.append(events)
        self.at_input += 1
        if self.game.pace.turns(self.truth) != turn:
            self.turn_starts.append(self.length)
        if self.length % INPUTS_BETWEEN_POSITIONS == 0:
            self._positions.append(self.truth.clone())
        self._before_last_input = earlier
        return events

    def _apply(self, seat: int, move: Move, events: list[Event]) -> tuple[int, ...]:
        """Let the game carry out a move, and return the luck it met."""
        self._drop_cached_results()
        results: list[int] = []
        self.truth.chance.results = results
        self.game.apply(self.truth, seat, move, recorder(events))
        self.truth.chance.results = None
        return tuple(results)

    # -- seeing -------------------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """Return what a seat may see, as plain data; None is the projector."""
        if seat is not None:
            self._check_seat(seat)
        return self.once("view", seat, lambda: self.game.view(self.truth, seat))

    def map(self, seat: int | None = None) -> Graph:
        """Return the map as a seat sees it, or as everyone does: a networkx graph of places and steps, yours to change.

        Each place has a `pos` for drawing (`tabletop_kernel.toolkit.maps.draw`) and says what is visible there. Raise
        TabletopError if the game has no map.
        """
        graph = self.game.telling.map(self.config, self.view(seat))
        if graph is None:
            raise TabletopError(f"{self.game.title} has no map.")
        return graph

    def position(self) -> Position:
        """Return the whole table as plain data, including hidden cards.

        >>> table = Session("royal_ascension", seats=3, seed=7)
        >>> Session.at("royal_ascension", {**table.position(), "turn": 2}).moves() == table.moves()
        True
        """
        written: Position = {"seats": self.config.seats}
        rulings, options = self.game.agreement.changed(self.config)
        if rulings:
            written["rulings"] = rulings
        if options:
            written["options"] = options
        position = ShownPosition({**written, **self.game.write(self.truth), "chance": self.truth.chance.write()})
        position.game = self.game
        return position

    def _seat_or_next(self, seat: int) -> int:
        """Return a checked seat: the given one, or for `NEXT` the next one (0 when the game is over)."""
        if seat is NEXT:
            return self.next_up if self.asked else 0
        self._check_seat(seat)
        return seat

    # -- time ---------------------------------------------------------------------------------------------------------

    def goto(self, number: int) -> None:
        """Show the table as it was after this many inputs. Nothing is lost: `goto(length)` comes back."""
        self._check_number(number)
        self._restore(number)

    def branch(self, number: int | None = None) -> Session:
        """Return a new table that goes on from here, or from after `number` inputs; this table stays as it is."""
        number = self.at_input if number is None else number
        self._check_number(number)
        twin = copy(self)
        twin.inputs, twin._marks = self.inputs[:number], self._marks[:number]
        twin._events, twin._positions = (
            self._events[: number + 1],
            self._positions[: number // INPUTS_BETWEEN_POSITIONS + 1],
        )
        twin._cached_results = None
        twin._drop_position_after(number)
        twin.turn_starts = [start for start in self.turn_starts if start <= number]
        twin._logs, twin._code_writer = {}, None
        twin._restore(number)
        return twin

    def undo(self) -> None:
        """Undo the last input. Raise Refused if there is none.

        Raise Refused also if it rolled, drew or showed something, unless the table has `free_undo`.
        """
        if not self.inputs:
            self._raise_refused(Verdict("table.first"))
        if self.at_input < self.length:
            self._raise_refused(Verdict("table.past", at=self.at_input, length=self.length))
        if not self.free_undo and self._reveals(self.length):
            by_luck = bool(self.inputs[-1].results)
            self._raise_refused(
                Verdict("table.undo", what="rolled or drew something" if by_luck else "revealed something hidden")
            )
        self.cut(self.length - 1)

    def cut(self, number: int) -> None:
        """Drop all inputs after the first `number`, whatever they gave away: the players who saw it have agreed."""
        self._check_number(number)
        del self.inputs[number:], self._marks[number:], self._events[number + 1 :]
        del self._positions[number // INPUTS_BETWEEN_POSITIONS + 1 :]
        self._drop_position_after(number)
        self.turn_starts = [start for start in self.turn_starts if start <= number]
        for lines in self._logs.values():
            lines.cut(number)
        self._code_writer = None
        self._restore(number)

    def _drop_position_after(self, number: int) -> None:
        """Drop the cached last position if it comes after this many inputs."""
        if self._before_last_input[0] > number:
            self._before_last_input = (0, self._positions[0])

    def _reveals(self, number: int) -> bool:
        """Tell if this input gave away something that can't be unseen."""
        reveals = self.game.reveals
        return bool(self.inputs[number - 1].results) or any(e[0] in reveals for e in self._events[number])

    def _check_number(self, number: object) -> None:
        """Raise SetupError if this isn't the number of a moment of this table."""
        if type(number) is not int or not 0 <= number <= self.length:
            raise SetupError(f"This table has taken {self.length} moves, so there is no moment {clip(number)}.")

    def _restore(self, number: int) -> None:
        """Restore the table after this many inputs, replayed from the closest cached position before it."""
        start, position = (
            number // INPUTS_BETWEEN_POSITIONS * INPUTS_BETWEEN_POSITIONS,
            self._positions[number // INPUTS_BETWEEN_POSITIONS],
        )
        if start < self._before_last_input[0] <= number:
            start, position = self._before_last_input
        self.truth = position.clone()
        self._drop_cached_results()
        for seat, move, _ in self.inputs[start:number]:
            self.game.apply(self.truth, seat, move)
        self.at_input = number

    # -- keeping ------------------------------------------------------------------------------------------------------

    def save(self) -> str:
        """Return the table as readable JSON. It holds the whole truth, including hidden cards."""
        return saves.save(self)

    @classmethod
    def load(cls, text: str, game: AnyGame | None = None) -> Session:
        """Return the table from a save. Judge every move, compare every die; raise SaveError for a fault."""
        return saves.load(cls, text, game)

    def code(self) -> str:
        """Return the table as a short code for a link. Like a save, it holds the whole truth."""
        if self._code_writer is None:
            self._code_writer = CodeWriter(self)
        return self._code_writer.write(self._marks)

    @classmethod
    def from_code(cls, code: str, game: AnyGame | None = None) -> Session:
        """Return the table from a share code. Raise SaveError if something is wrong."""
        return saves.from_code(cls, code, game)

    def __repr__(self) -> str:
        return f"<Session of {self.game.title}: {self.config.seats} seats, move {self.at_input} of {self.length}>"

    def _repr_html_(self) -> str:
        """Return the table as everyone may see it: its picture or text, then the end of its log."""
        return with_title(
            f"{self.game.title}: {self.config.seats} seats, move {self.at_input} of {self.length}",
            draw_table(self) or text_lines(self.game.telling.portray(self.config, self.view(None))),
            text_lines(str(line) for line in self.log(None, -LOG_LINES_IN_CELL)),
        )
